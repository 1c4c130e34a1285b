//! Games in progress, known only at run time: [`DynState`], which uses text and numbers instead of a
//! game's own types.

use super::dyn_game::FullGame;
use crate::contract::{
    CanonicalPosition, Claim, Faults, Game, ImageSums, InputState, LastStep, MoveError, MoveEvent,
    MoveInput, MoveOf, Outcome, Player, Position, Rules, ScoreChange, Setup, Spelling, StepOf,
    TextStyle, Turn, before_move, play_step, tokens,
};
use crate::scene::{AnnotationStyle, MoveAnnotation, Role, Scene, SceneItem, SceneOptions};

/// A position, with text instead of the game's own types; see [`Position`] and [`Rules`].
pub trait DynPosition: Send {
    /// Returns who acts next, or that the game is over.
    fn turn(&self) -> Turn;

    /// Returns the player who moves next, disregarding a chance event before that move; see
    /// [`Position::mover`].
    fn mover(&self) -> Option<Player>;

    /// Makes the step of a token.
    ///
    /// # Errors
    /// Returns an error if the token does not parse or is illegal; the position is then unchanged.
    fn play(&mut self, token: &str) -> Result<(), MoveError>;

    /// Applies the chance outcome in a token, and returns its move as a separate token (Box:
    /// `Ikv`, the placement in `Ik364521v`).
    ///
    /// A token without a chance outcome is returned as it is.
    ///
    /// # Errors
    /// Returns an error if the token does not parse, or if it holds a chance outcome and none is
    /// due; the position is then unchanged.
    fn apply_chance(&mut self, token: &str) -> Result<Option<String>, MoveError>;

    /// Returns the canonical tokens of all legal moves of the player to act; empty while a chance
    /// event is due.
    fn legal_moves(&self) -> Vec<String>;

    /// Returns the number of legal moves of the player to act; 0 while a chance event is due.
    fn count_moves(&self) -> usize;

    /// Returns the possible outcomes of the chance event that is due, all equally likely; empty
    /// when a player is to act.
    fn chance_outcomes(&self) -> Vec<String>;

    /// Deals the outcome with this index in [`chance_outcomes`](Self::chance_outcomes), and returns
    /// it. `None` if there is no such outcome; the position is then unchanged.
    fn deal(&mut self, index: usize) -> Option<String>;

    /// Returns the token of the move that is made without asking the bot, if there is one; see
    /// [`Position::automatic_move`].
    fn automatic_move(&self) -> Option<String>;

    /// Returns the position text.
    fn position(&self) -> String;

    /// Returns the fraction of the game that has been played, 0 to 1; see
    /// [`HasEngine::progress`](crate::search::HasEngine::progress).
    fn progress(&self) -> f64;

    /// Returns a hash of the position; see [`Rules::key`].
    fn key(&self) -> u64;

    /// Returns the result, given the players who committed a fault; see [`Rules::outcome`].
    fn outcome(&self, failed: Faults) -> Outcome;
}

/// A board that can be drawn and that takes input by hand; see [`Draw`](crate::contract::Draw) and
/// [`Input`](crate::contract::Input).
pub trait DynBoard {
    /// Draws the board as text, with the last step marked.
    fn text_board(&self, style: TextStyle) -> String;

    /// Draws the board as a picture, with the last step marked.
    fn scene(&self, options: SceneOptions) -> Scene;

    /// Interprets a person's input on the board.
    fn interpret_input(&self, input: &MoveInput<'_>, options: SceneOptions) -> InputState;

    /// Draws the piece that the next pick places, as it is turned; see
    /// [`Input::piece_in_hand`](crate::contract::Input::piece_in_hand).
    fn piece_in_hand(&self, input: &MoveInput<'_>, options: SceneOptions) -> Option<Scene>;

    /// Draws the step of a token over this position, legal or not; nothing if it does not parse.
    fn preview(&self, token: &str, role: Role, options: SceneOptions) -> Vec<SceneItem>;

    /// Draws the step of a token, made in this position, so that it can be seen on any position;
    /// see [`Draw::annotate_step`](crate::contract::Draw::annotate_step).
    ///
    /// `None` if the token does not parse or the game draws no steps.
    fn annotate_step(
        &self,
        token: &str,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation>;

    /// Describes a square in more detail than its label.
    fn describe_square(&self, square: &str, options: SceneOptions) -> Option<String>;
}

/// Explanations of moves; see [`Explain`](crate::contract::Explain).
pub trait DynExplain {
    /// Returns the effect of the last step that a list of moves should mention, if there is one.
    fn move_event(&self) -> Option<MoveEvent>;

    /// Returns everything of value that the last step made or broke.
    fn score_changes(&self) -> Vec<ScoreChange>;

    /// Returns reasons why the first move of one line is worse than the first move of a better one.
    ///
    /// The rest of each line is its expected continuation. A token that does not parse or is
    /// illegal ends its line; if that leaves a line empty, there are no reasons.
    fn reasons(&self, played: &[String], better: &[String]) -> Vec<String>;

    /// Returns the stakes of claiming the win with the move of this token.
    fn claim(&self, token: &str) -> Option<Claim>;
}

/// A game in progress, known only at run time.
pub trait DynState: DynPosition + DynBoard + DynExplain + DynCanonical {
    /// Returns a copy of the state.
    fn fork(&self) -> Box<dyn DynState>;
}

/// An adapter that makes a position a [`DynState`]: the position, the last step, and the position
/// before it.
pub(super) struct StateAdapter<G: Game> {
    position: G::Position,
    last: Option<(G::Position, StepOf<G>)>,
}

impl<G: FullGame> StateAdapter<G> {
    /// Returns the state of a position to which no step has led yet.
    pub fn boxed(position: G::Position) -> Box<dyn DynState> {
        Box::new(Self {
            position,
            last: None,
        })
    }
}

/// Parses a line of moves, up to the first one that is illegal or follows a chance event.
fn legal_prefix<G: Game>(position: &G::Position, line: &[String]) -> Vec<MoveOf<G>> {
    let mut position = position.clone();
    let play = |token: &String| {
        let mv = G::parse(token.as_bytes()).ok()?.step.mv?;
        // The continuation after a chance event is not known.
        let is_due = matches!(position.turn(), Turn::Player(_));
        (is_due && position.play(&mv).is_ok()).then_some(mv)
    };
    line.iter().map_while(play).collect()
}

fn parse_step<G: Game>(token: &str) -> Result<StepOf<G>, MoveError> {
    let parsed = G::parse(token.as_bytes()).map_err(MoveError::Unreadable)?;
    Ok(parsed.step)
}

impl<G: FullGame> DynPosition for StateAdapter<G> {
    fn turn(&self) -> Turn {
        self.position.turn()
    }
    fn mover(&self) -> Option<Player> {
        self.position.mover()
    }
    fn play(&mut self, token: &str) -> Result<(), MoveError> {
        let step = parse_step::<G>(token)?;
        let mut next = self.position.clone();
        play_step(&mut next, &step)?;
        let before = std::mem::replace(&mut self.position, next);
        self.last = Some((before, step));
        Ok(())
    }
    fn apply_chance(&mut self, token: &str) -> Result<Option<String>, MoveError> {
        let step = parse_step::<G>(token)?;
        if let Some(outcome) = step.chance {
            if self.position.turn() != Turn::Chance {
                let expected = "only a move: the deal is already known";
                return Err(MoveError::WrongKind { expected });
            }
            let is_lead_in = self.position.mover().is_none();
            self.position.apply_chance(&outcome);
            self.last = None;
            if is_lead_in {
                return Ok(None);
            }
        }
        Ok(step.mv.as_ref().map(move_token::<G>))
    }
    fn legal_moves(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        self.position
            .legal_moves(&mut |mv| tokens.push(move_token::<G>(&mv)));
        tokens
    }
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.position.legal_moves(&mut |_| count += 1);
        count
    }
    fn chance_outcomes(&self) -> Vec<String> {
        let mut outcomes = Vec::new();
        self.position
            .chance_outcomes(&mut |outcome| outcomes.push(outcome.to_string()));
        outcomes
    }
    fn deal(&mut self, index: usize) -> Option<String> {
        let (mut next, mut dealt) = (0, None);
        self.position.chance_outcomes(&mut |outcome| {
            if next == index {
                dealt = Some(outcome);
            }
            next += 1;
        });
        let outcome = dealt?;
        self.position.apply_chance(&outcome);
        self.last = None;
        Some(outcome.to_string())
    }
    fn automatic_move(&self) -> Option<String> {
        self.position.automatic_move().as_ref().map(move_token::<G>)
    }
    fn position(&self) -> String {
        G::write_position(&self.position)
    }
    fn progress(&self) -> f64 {
        G::progress(&self.position)
    }
    fn key(&self) -> u64 {
        self.position.key()
    }
    fn outcome(&self, failed: Faults) -> Outcome {
        self.position.outcome(failed)
    }
}

impl<G: FullGame> DynBoard for StateAdapter<G> {
    fn text_board(&self, style: TextStyle) -> String {
        let last = self.last.as_ref().map(|(_, step)| step);
        G::text_board(&self.position, last, style)
    }
    fn scene(&self, options: SceneOptions) -> Scene {
        let last = self.last.as_ref();
        let last = last.map(|(before, step)| LastStep { before, step });
        G::scene(&self.position, last, options)
    }
    fn interpret_input(&self, input: &MoveInput<'_>, options: SceneOptions) -> InputState {
        G::interpret_input(&self.position, input, options)
    }
    fn piece_in_hand(&self, input: &MoveInput<'_>, options: SceneOptions) -> Option<Scene> {
        G::piece_in_hand(&self.position, input, options)
    }
    fn preview(&self, token: &str, role: Role, options: SceneOptions) -> Vec<SceneItem> {
        parse_step::<G>(token).map_or_else(
            |_| Vec::new(),
            |step| G::preview(&self.position, &step, role, options),
        )
    }
    fn annotate_step(
        &self,
        token: &str,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        let step = parse_step::<G>(token).ok()?;
        G::annotate_step(&self.position, &step, style, options)
    }
    fn describe_square(&self, square: &str, options: SceneOptions) -> Option<String> {
        G::describe_square(&self.position, square, options)
    }
}

impl<G: FullGame> DynExplain for StateAdapter<G> {
    fn move_event(&self) -> Option<MoveEvent> {
        let (before, step) = self.last.as_ref()?;
        G::move_event(before, step)
    }
    fn score_changes(&self) -> Vec<ScoreChange> {
        let last = self.last.as_ref();
        last.map_or_else(Vec::new, |(before, step)| G::score_changes(before, step))
    }
    fn reasons(&self, played: &[String], better: &[String]) -> Vec<String> {
        let [played, better] = [played, better].map(|line| legal_prefix::<G>(&self.position, line));
        if played.is_empty() || better.is_empty() {
            return Vec::new();
        }
        G::reasons(&self.position, &played, &better)
    }
    fn claim(&self, token: &str) -> Option<Claim> {
        let step = parse_step::<G>(token).ok()?;
        G::claim(&self.position, &step.mv?)
    }
}

impl<G: FullGame> DynCanonical for StateAdapter<G> {
    fn canonical_key(&self) -> u64 {
        canonical_key::<G>(&self.position)
    }
    fn choice_key(&self) -> u64 {
        G::choice_key(&self.position)
    }
    fn canonical_move(&self, number: u32) -> Option<CanonicalMove> {
        canonical_move::<G>(&self.position, number)
    }
}

impl<G: FullGame> DynState for StateAdapter<G> {
    fn fork(&self) -> Box<dyn DynState> {
        Box::new(Self {
            position: self.position.clone(),
            last: self.last.clone(),
        })
    }
}

// Moves and steps as canonical tokens, the text that replaces a game's own types.

/// Returns the canonical token of a step.
pub(super) fn step_token<G: Game>(step: &StepOf<G>) -> String {
    let mut text = String::new();
    G::write(step, &mut text);
    text
}

/// Returns the canonical token of a move.
pub(super) fn move_token<G: Game>(mv: &MoveOf<G>) -> String {
    step_token::<G>(&StepOf::<G>::from_move(*mv))
}

// Positions up to symmetry.

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
    /// A position before the lead-in has the key of the position after it.
    fn canonical_key(&self) -> u64;

    /// Returns a key that only equal positions share, up to symmetry and as the player to move knows
    /// them; see [`Symmetric::choice_key`](crate::contract::Symmetric::choice_key).
    fn choice_key(&self) -> u64;

    /// Returns the legal move with this number; `None` if there is none.
    fn canonical_move(&self, number: u32) -> Option<CanonicalMove>;
}

/// Parses a token of a judged record.
fn parse_judged_step<G: FullGame>(token: &[u8]) -> Option<StepOf<G>> {
    G::parse_canonical(token).or_else(|| {
        let parsed = G::parse(token).ok()?;
        (parsed.spelling == Spelling::Canonical).then_some(parsed.step)
    })
}

/// Returns the move of a token without its chance outcome; see [`DynTrace::move_token`].
pub(super) fn recorded_move_token<G: FullGame>(token: &str) -> Option<String> {
    let step = parse_judged_step::<G>(token.as_bytes())?;
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
    let mut next_step = || parse_judged_step::<G>(&moves.as_bytes()[spans.next()?]);
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
