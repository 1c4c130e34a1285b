//! Replaying the tokens of a record by the rules.

use super::{
    Faults, Game, Outcome, ParseError, Parsed, Player, Position, RuleViolation, Setup, SetupError,
    Spelling, Step, StepError, StepOf,
};
use crate::contract::position::Rules as _;
use std::borrow::Cow;
use std::ops::Range;

/// The reason why a replay stopped before the last token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The token is not a move of the game.
    #[error(transparent)]
    Unreadable(ParseError),
    /// A rule forbids the move.
    #[error("{message}")]
    Illegal {
        /// The short name of the rule.
        rule: &'static str,
        /// An explanation of the violation.
        message: String,
        /// A guess at what was meant.
        hint: Option<String>,
    },
    /// The token is a chance outcome where a move is due, or the reverse.
    #[error("expected {expected}")]
    WrongKind {
        /// A description of the expected kind of token.
        expected: &'static str,
    },
}

/// The step at which a replay stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayFailure {
    /// The index of the token, from 0.
    pub index: usize,
    /// The bytes of the token in the text.
    pub span: Range<usize>,
    /// The player who was to move; `None` in the lead-in and after the end of the game.
    pub player: Option<Player>,
    /// The reason of the failure.
    pub kind: MoveError,
}

/// A token that is not spelled canonically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Respelled {
    /// The index of the token, from 0.
    pub index: usize,
    /// The bytes of the token in the text.
    pub span: Range<usize>,
    /// The canonical spelling of the token.
    pub canonical: String,
    /// The flaw of the spelling; `None` if the contest allows it.
    pub warning: Option<Cow<'static, str>>,
}

/// The result of replaying a list of tokens: the legal prefix, and the failure if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The number of legal tokens, the lead-in included.
    pub tokens: usize,
    /// The number of legal plies.
    pub plies: usize,
    /// The byte offset of the end of the legal prefix.
    pub end: usize,
    /// The failure, if not all tokens are legal.
    pub failure: Option<ReplayFailure>,
    /// Whether the game is over by its rules.
    pub is_over: bool,
    /// The player who moves next in the final position, disregarding a chance event before that
    /// move; `None` before the lead-in. Meaningless if `is_over`.
    pub next: Option<Player>,
    /// The result, given the players in `failed`.
    pub outcome: Outcome,
    /// The players who failed: those given to [`replay`], and the one who made an illegal move.
    pub failed: Faults,
    /// The tokens that are not spelled canonically.
    pub respelled: Vec<Respelled>,
    /// The tokens, by index from 0, that the game remarks on ([`Position::remark`]).
    pub remarks: Vec<(usize, &'static str)>,
    /// The plies, from 1, at which the automatic move was made ([`Position::automatic_move`]).
    pub automatic: Vec<u32>,
}

/// Replays `moves`, tokens separated by white space, from the start position of `setup`.
///
/// `faults` are the players who failed according to the log. Takes time linear in the text, and
/// memory only for irregularities. An illegal move is not an error: it ends the replay and becomes
/// [`Replay::failure`].
///
/// ```
/// use kifu_core::contract::{Faults, MoveError, Player, Setup, replay};
/// use kifu_core::games::clobber::Clobber;
///
/// let (replay, _) = replay::<Clobber>(&Setup::default(), "b1a1 b1b2", Faults::default())?;
/// assert_eq!(replay.plies, 1);
/// let failure = replay.failure.expect("there is no stone on b1");
/// assert_eq!((failure.index, failure.span), (1, 5..9));
/// assert_eq!(failure.player, Some(Player::Second));
/// assert!(matches!(failure.kind, MoveError::Illegal { .. }));
/// # Ok::<(), kifu_core::contract::SetupError>(())
/// ```
///
/// # Errors
/// Returns an error if the game cannot start from this setup.
pub fn replay<G: Game>(
    setup: &Setup,
    moves: &str,
    faults: Faults,
) -> Result<(Replay, G::Position), SetupError> {
    let mut position = G::start(setup)?;
    let mut replay = Replay {
        tokens: 0,
        plies: 0,
        end: 0,
        failure: None,
        is_over: false,
        next: None,
        outcome: Outcome::default(),
        failed: faults,
        respelled: Vec::new(),
        remarks: Vec::new(),
        automatic: Vec::new(),
    };
    for span in tokens(moves.as_bytes()) {
        if let Err(kind) = play_token::<G>(&mut replay, &mut position, moves.as_bytes(), &span) {
            // After the end no player is to move, so none fails.
            let is_due = replay.tokens >= G::INFO.lead_in && !position.is_over();
            let player = position.mover().filter(|_| is_due);
            if let Some(player) = player {
                replay.failed.insert(player);
            }
            // The spelling of an illegal token does not matter.
            let index = replay.tokens;
            replay.respelled.retain(|noted| noted.index < index);
            replay.failure = Some(ReplayFailure {
                index: replay.tokens,
                span,
                player,
                kind,
            });
            break;
        }
        replay.tokens += 1;
        replay.end = span.end;
    }
    replay.is_over = position.is_over();
    replay.next = position.mover();
    replay.outcome = position.outcome(replay.failed);
    Ok((replay, position))
}

/// Parses and plays one token; on failure the position is unchanged, chance outcomes aside.
#[expect(
    clippy::inline_always,
    reason = "twice as fast a referee, measured on Clobber"
)]
#[inline(always)]
fn play_token<G: Game>(
    replay: &mut Replay,
    position: &mut G::Position,
    text: &[u8],
    span: &Range<usize>,
) -> Result<(), MoveError> {
    let step = match G::parse_canonical(&text[span.clone()]) {
        Some(step) => step,
        None => parse_noncanonical::<G>(replay, text, span)?,
    };
    let automatic = G::INFO.automatic_ply.is_some()
        && step.mv.is_some()
        && position.automatic_move() == step.mv;
    let remark = step.mv.as_ref().and_then(|mv| position.remark(mv));
    if let Err(error) = position.step(&step) {
        return Err(describe_error(error));
    }
    if let Some(remark) = remark {
        replay.remarks.push((replay.tokens, remark));
    }
    if replay.tokens >= G::INFO.lead_in {
        replay.plies += 1;
    }
    if automatic {
        replay
            .automatic
            .push(u32::try_from(replay.plies).unwrap_or(u32::MAX));
    }
    Ok(())
}

/// Parses a token that is not spelled canonically, and records its spelling.
#[cold]
fn parse_noncanonical<G: Game>(
    replay: &mut Replay,
    text: &[u8],
    span: &Range<usize>,
) -> Result<StepOf<G>, MoveError> {
    let Parsed { step, spelling } = G::parse(&text[span.clone()]).map_err(MoveError::Unreadable)?;
    if spelling != Spelling::Canonical {
        note_spelling::<G>(replay, &step, spelling, span);
    }
    Ok(step)
}

fn note_spelling<G: Game>(
    replay: &mut Replay,
    step: &StepOf<G>,
    spelling: Spelling,
    span: &Range<usize>,
) {
    let mut canonical = String::new();
    G::write(step, &mut canonical);
    replay.respelled.push(Respelled {
        index: replay.tokens,
        span: span.clone(),
        canonical,
        warning: match spelling {
            Spelling::Forgiven(flaw) => Some(flaw),
            Spelling::Canonical | Spelling::Allowed => None,
        },
    });
}

/// Makes a step, and describes the error if it is refused.
///
/// # Errors
///
/// Returns the first broken rule and its description.
pub fn play_step<P: Position>(
    position: &mut P,
    step: &Step<P::Move, P::Chance>,
) -> Result<(), MoveError> {
    position.step(step).map_err(describe_error)
}

/// Describes the error of a step; a separate function, so that the loop over legal moves stays
/// small.
#[cold]
fn describe_error<V: RuleViolation>(error: StepError<V>) -> MoveError {
    match error {
        StepError::Violation(violation) => MoveError::Illegal {
            rule: violation.rule(),
            message: violation.to_string(),
            hint: violation.hint(),
        },
        StepError::WrongKind(expected) => MoveError::WrongKind { expected },
    }
}

/// Returns the spans of the words of a text, which are separated by ASCII white space or control
/// characters.
pub fn tokens(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        while text.get(offset).is_some_and(|byte| *byte <= b' ') {
            offset += 1;
        }
        let start = offset;
        offset += word_length(&text[offset..]);
        (start < offset).then_some(start..offset)
    })
}

/// Returns the number of bytes before the first one that is not above the blank.
///
/// Looks at eight bytes at a time, since most tokens are shorter.
#[inline]
fn word_length(text: &[u8]) -> usize {
    const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
    let mut length = 0;
    while let Some(bytes) = text[length..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*bytes);
        // A byte's top bit is set if it is above the blank: 0x21 + 0x5f = 0x80.
        let above = ((word & (0x7f * EACH_BYTE)) + 0x5f * EACH_BYTE) | word;
        let blanks = !above & (0x80 * EACH_BYTE);
        if blanks != 0 {
            return length + blanks.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let rest = &text[length..];
    length
        + rest
            .iter()
            .position(|byte| *byte <= b' ')
            .unwrap_or(rest.len())
}
