//! The rules of a game: [`Rules`] and [`Position`], with the two players, whose turn it is, steps and
//! rule violations.

use super::{Faults, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::{Debug, Display};

/// One of the two players, named by who moves first, regardless of the names of the colours.
///
/// ```
/// use kifu_core::contract::Player;
///
/// let points = [3, 5];
/// assert_eq!(points[Player::Second.index()], 5);
/// assert_eq!(Player::Second.opponent(), Player::First);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Player {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

impl Player {
    /// Both players, in order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns the player's index in every pair of this crate: 0 for the first player, 1 for the
    /// second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// The actor of the next step in a game that is not over: a player or chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player is to move.
    Player(Player),
    /// A chance event is due.
    Chance,
}

/// The next actor, or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player is to move.
    Player(Player),
    /// A chance event is due.
    Chance,
    /// The game is over.
    Over,
}

// The rules of a game: [`Rules`] and [`Position`], with steps and rule violations.

/// The chance outcome of a game without chance events.
///
/// The type has no values, so an `Option<NoChance>` takes no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoChance {}

impl Display for NoChance {
    fn fmt(&self, _f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// A rule that a move breaks.
///
/// Its `Display` explains which one in the words of the rules, and names the squares concerned
/// ("would close a second zone of size 4 (first: A1 A2 B1 B2)"). Implementations are small and
/// usually `Copy`, so that refusing a move allocates nothing; the text is made on demand.
pub trait RuleViolation: Debug + Display {
    /// Returns the short, stable name of the rule in kebab case: `suicide`, `size-exists`.
    fn rule(&self) -> &'static str;

    /// Returns a guess at what the player meant, to be shown apart from the message.
    fn hint(&self) -> Option<String> {
        None
    }
}

/// The content of one token of a record: a chance outcome, a player's move, or both.
///
/// Box writes both in one word: the tile that was drawn and its placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<M, C> {
    /// The chance outcome that precedes the move.
    pub chance: Option<C>,
    /// The move; `None` for a chance outcome without one (Box's start tile).
    pub mv: Option<M>,
}

impl<M, C> Step<M, C> {
    /// Creates a step that is a move alone.
    pub const fn from_move(mv: M) -> Self {
        Self {
            chance: None,
            mv: Some(mv),
        }
    }
}

/// The reason why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepError<V> {
    /// The move breaks a rule.
    Violation(V),
    /// A move where a chance outcome is due, or the reverse; holds what is expected instead.
    WrongKind(&'static str),
}

/// The rules of a game, implemented by the state that legality and result depend on.
///
/// Equality and [`key`](Self::key) cover exactly that state. [`Position`] adds what follows from
/// these methods, and what only few games define.
pub trait Rules: Clone + Debug + PartialEq {
    /// A player's move.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// The outcome of a chance event; [`NoChance`] in games without any. Its `Display` writes it as
    /// [`MoveInput::chance`](super::MoveInput::chance) takes it.
    type Chance: Copy + PartialEq + Debug + Display + Send + Sync + 'static;
    /// The reason why a move is illegal.
    type Violation: RuleViolation;

    /// Returns who acts next *if* the game is not over. Takes constant time.
    fn actor(&self) -> Actor;

    /// Reports whether the game is over.
    ///
    /// This may have to look for a legal move, so a referee calls it once, not once per ply.
    fn is_over(&self) -> bool;

    /// Checks whether the player to act may make this move, without listing moves.
    ///
    /// # Errors
    /// Returns the first rule that the move breaks, in the order in which the contest's referee
    /// checks them. Once the game is over, every move is illegal.
    fn check(&self, mv: &Self::Move) -> Result<(), Self::Violation>;

    /// Makes a move that [`check`](Rules::check) accepts.
    ///
    /// After any other move the position is unspecified (though memory-safe). Only callers that
    /// know the move to be legal use this directly; others use [`Position::play`].
    fn apply(&mut self, mv: &Self::Move);

    /// Applies a chance outcome.
    ///
    /// Called only while [`actor`](Rules::actor) is [`Actor::Chance`]; then every value is possible.
    fn apply_chance(&mut self, outcome: &Self::Chance);

    /// Calls `each` with every legal move of the player to act, in a fixed order; with none when
    /// the game is over or a chance event is due.
    fn legal_moves(&self, each: &mut impl FnMut(Self::Move));

    /// Calls `each` with every possible outcome of the chance event that is due, all equally
    /// likely; with none when a player is to act.
    fn chance_outcomes(&self, each: &mut impl FnMut(Self::Chance));

    /// Returns a hash of the state, equal for equal positions and stable between runs.
    fn key(&self) -> u64;

    /// Returns the result, given the players who committed a fault.
    ///
    /// While the game is in progress and no player failed, [`Outcome::winner`] and the points are
    /// `None`.
    fn outcome(&self, failed: Faults) -> Outcome;
}

/// The state of a game in progress, as search, referee and review use it.
///
/// The methods follow from [`Rules`]; a game overrides those that its contest defines otherwise.
pub trait Position: Rules {
    /// Returns the player who moves next, disregarding a chance event before that move; `None` if
    /// no move belongs to the chance event (Box's start tile). Takes constant time.
    fn mover(&self) -> Option<Player> {
        match self.actor() {
            Actor::Player(player) => Some(player),
            Actor::Chance => None,
        }
    }

    /// Returns who acts next, or [`Turn::Over`].
    fn turn(&self) -> Turn {
        match self.actor() {
            _ if self.is_over() => Turn::Over,
            Actor::Player(player) => Turn::Player(player),
            Actor::Chance => Turn::Chance,
        }
    }

    /// Returns the position after a move that [`check`](Rules::check) accepts.
    #[must_use]
    fn after(&self, mv: &Self::Move) -> Self {
        let mut after = self.clone();
        after.apply(mv);
        after
    }

    /// Makes a move if it is legal: [`check`](Rules::check), then [`apply`](Rules::apply).
    ///
    /// A game may override this to do both in one pass.
    ///
    /// # Errors
    /// Returns the rule that the move breaks; the position is then unchanged.
    #[expect(
        clippy::inline_always,
        reason = "twice as fast a referee, measured on Clobber"
    )]
    #[inline(always)]
    fn play(&mut self, mv: &Self::Move) -> Result<(), Self::Violation> {
        self.check(mv)?;
        self.apply(mv);
        Ok(())
    }

    /// Makes the step of one token.
    ///
    /// The default applies the chance outcome, then the move. A chance outcome alone is a step only
    /// where no player's move belongs to it ([`mover`](Self::mover)); a player's move and the chance
    /// event before it share one token. Box also accepts its start tile, which is spelled like a
    /// move but belongs to no player.
    ///
    /// # Errors
    /// Returns an error if the move breaks a rule, or if the token is not of the kind that is due.
    /// The chance outcome may then have been applied; nothing else has changed.
    #[expect(
        clippy::inline_always,
        reason = "twice as fast a referee, measured on Clobber"
    )]
    #[inline(always)]
    fn step(
        &mut self,
        step: &Step<Self::Move, Self::Chance>,
    ) -> Result<(), StepError<Self::Violation>> {
        match (&step.chance, &step.mv, self.actor()) {
            (None, Some(mv), Actor::Player(_)) => self.play(mv).map_err(StepError::Violation),
            (Some(outcome), None, Actor::Chance) if self.mover().is_none() => {
                self.apply_chance(outcome);
                Ok(())
            }
            (Some(outcome), Some(mv), Actor::Chance) => {
                self.apply_chance(outcome);
                self.play(mv).map_err(StepError::Violation)
            }
            (_, _, Actor::Player(_)) => Err(StepError::WrongKind("only a player's move")),
            (Some(_), None, Actor::Chance) => Err(StepError::WrongKind("the move after the deal")),
            (None, _, Actor::Chance) => Err(StepError::WrongKind("a random deal")),
        }
    }

    /// Calls `each` with every determinization of the state: every full-information state that is
    /// consistent with it, all equally likely (Box: the secret colours that are not known).
    ///
    /// The default, for games without hidden information, is the state itself.
    fn determinizations(&self, each: &mut impl FnMut(Self)) {
        each(self.clone());
    }

    /// Returns the move that is made without asking the bot, if the player to act has no choice and
    /// the contest's protocol skips the turn (Turn Right's last stone).
    fn automatic_move(&self) -> Option<Self::Move> {
        None
    }

    /// Returns a remark on a legal move that a referee accepts but a reader should know about
    /// (Zuniq: a repeated claim). Called before the move is made.
    fn remark(&self, _mv: &Self::Move) -> Option<&'static str> {
        None
    }
}

// Counting the sequences of steps from a position, to compare implementations of the rules.

/// Returns the number of sequences of `depth` actions from `position`, where an action is a move or
/// a chance outcome. Games that end earlier do not count.
///
/// Equal numbers from two implementations of the rules are strong evidence that they agree.
///
/// ```
/// use kifu_core::contract::{Game, perft};
/// use kifu_core::games::clobber::Clobber;
///
/// let position = Clobber::parse_position("wb/bw w")?;
/// assert_eq!(perft(&position, 1), 4);
/// # Ok::<(), kifu_core::contract::ParseError>(())
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    let mut next = |child: P| leaves += perft(&child, depth - 1);
    match position.turn() {
        Turn::Over => {}
        Turn::Chance => position.chance_outcomes(&mut |outcome| {
            let mut child = position.clone();
            child.apply_chance(&outcome);
            next(child);
        }),
        Turn::Player(_) => position.legal_moves(&mut |mv| {
            let mut child = position.clone();
            child.apply(&mv);
            next(child);
        }),
    }
    leaves
}
