//! Positions up to symmetry, with text and numbers instead of a game's own types.

use super::full_game::FullGame;
use super::token::move_token;
use crate::contract::{
    CanonicalPosition, ImageSums, MoveOf, Position as _, Rules as _, Setup, Spelling, StepOf,
    before_move, tokens,
};

/// A position of a recorded game, with the move made in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedPosition {
    /// The key of the position and of all that count as one with it.
    pub key: u64,
    /// The number of the move made here, the same for all its images; `None` at the end.
    pub move_number: Option<u32>,
}

/// The course of a recorded game up to symmetry; see [`Symmetric`](crate::contract::Symmetric).
pub trait DynTrace {
    /// Passes the positions of a game to `each`: those before each of the first `plies` plies, and
    /// the one after them.
    ///
    /// The tokens are those of a judged record. One that is illegal ends the game.
    fn trace(&self, setup: &Setup, moves: &str, plies: u32, each: &mut dyn FnMut(&TracedPosition));

    /// Returns the move of a token of a judged record, without its chance outcome; `None` if the
    /// token is none or has no move.
    fn move_token(&self, token: &str) -> Option<String>;

    /// Returns the number of bits of the largest number of a move; see
    /// [`Symmetric::MOVE_BITS`](crate::contract::Symmetric::MOVE_BITS).
    fn move_bits(&self) -> u32;

    /// Returns the names of the features of moves; see
    /// [`Symmetric::MOVE_FEATURES`](crate::contract::Symmetric::MOVE_FEATURES).
    fn move_features(&self) -> &'static [&'static str];

    /// Returns the index of the feature of a move by the move's number.
    fn move_feature(&self, number: u32) -> Option<usize>;
}

/// A move that was found by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalMove {
    /// The token of the move without a chance outcome.
    pub token: String,
    /// The key of the position after it.
    pub key_after: u64,
}

/// A position as one of all that count as one with it; see
/// [`Symmetric`](crate::contract::Symmetric).
pub trait DynCanonical {
    /// Returns the key of the position and of all that count as one with it.
    ///
    /// Of a position before the lead-in it is the key after it.
    fn canonical_key(&self) -> u64;

    /// Returns the legal move with this number; `None` if there is none.
    fn canonical_move(&self, number: u32) -> Option<CanonicalMove>;
}

/// Parses a token of a judged record.
fn parse_step<G: FullGame>(token: &[u8]) -> Option<StepOf<G>> {
    G::parse_canonical(token).or_else(|| {
        let parsed = G::parse(token).ok()?;
        (parsed.spelling == Spelling::Canonical).then_some(parsed.step)
    })
}

/// Returns the move of a token without its chance outcome; see [`DynTrace::move_token`].
pub(super) fn recorded_move_token<G: FullGame>(token: &str) -> Option<String> {
    let step = parse_step::<G>(token.as_bytes())?;
    step.mv.as_ref().map(move_token::<G>)
}

/// Passes the positions of a game to `each`; see [`DynTrace::trace`].
pub(super) fn trace<G: FullGame>(
    setup: &Setup,
    moves: &str,
    plies: u32,
    each: &mut dyn FnMut(&TracedPosition),
) {
    let Ok(mut position) = G::start(setup) else {
        return;
    };
    let mut spans = tokens(moves.as_bytes());
    let mut next_step = || parse_step::<G>(&moves.as_bytes()[spans.next()?]);
    for _ in 0..G::INFO.lead_in {
        let is_made = next_step().is_some_and(|step| position.step(&step).is_ok());
        if !is_made {
            return;
        }
    }
    let mut sums = ImageSums::default();
    for _ in 0..plies {
        let Some(step) = next_step() else { break };
        let Some(mv) = step.mv else { break };
        let canonical = CanonicalPosition::next::<G>(&mut sums, &position);
        let move_number = canonical.move_number::<G>(&position, &mv);
        if position.step(&step).is_err() {
            break;
        }
        each(&TracedPosition {
            key: canonical.key(),
            move_number: Some(move_number),
        });
    }
    each(&TracedPosition {
        key: CanonicalPosition::next::<G>(&mut sums, &position).key(),
        move_number: None,
    });
}

/// Returns the key of a position; see [`DynCanonical::canonical_key`].
pub(super) fn canonical_key<G: FullGame>(position: &G::Position) -> u64 {
    CanonicalPosition::new::<G>(&before_move(position)).key()
}

/// Returns the legal move with a number; see [`DynCanonical::canonical_move`].
pub(super) fn canonical_move<G: FullGame>(
    position: &G::Position,
    number: u32,
) -> Option<CanonicalMove> {
    let mut position = before_move(position);
    let canonical = CanonicalPosition::new::<G>(&position);
    let mv: MoveOf<G> = canonical.numbered_move::<G>(&position, number)?;
    let token = move_token::<G>(&mv);
    position.apply(&mv);
    Some(CanonicalMove {
        token,
        key_after: CanonicalPosition::new::<G>(&position).key(),
    })
}
