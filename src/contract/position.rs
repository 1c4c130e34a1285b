use super::{Actor, Faults, Outcome, Player, Turn};
use std::fmt::{Debug, Display};

/// The luck of a game that has none. It has no values, so an `Option<Never>` takes no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoChance {}

/// A broken rule. Its `Display` says which, in the words of the rule book and with the squares
/// concerned ("would close a second zone of size 4 (first: A1 A2 B1 B2)"). Small and `Copy`, so
/// that refusing a move costs no memory; the words are made when somebody reads them.
pub trait RuleViolation: Debug + Display {
    /// A short name that stays the same for ever, in kebab case: `suicide`, `size-exists`.
    fn rule(&self) -> &'static str;

    /// What the player may have meant, apart from the message.
    fn hint(&self) -> Option<String> {
        None
    }
}

/// What one token of a record holds: a deal of luck, a player's move, or both (Box writes the
/// tile that was dealt and the place where it was put as one word).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<M, L> {
    /// What luck dealt before the move.
    pub chance: Option<L>,
    /// The move; `None` for a deal that nobody answers (Box's start tile).
    pub mv: Option<M>,
}

impl<M, L> Step<M, L> {
    /// A step that is a move alone.
    pub const fn from_move(mv: M) -> Self {
        Self {
            chance: None,
            mv: Some(mv),
        }
    }
}

/// Why a step could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepError<B> {
    /// A rule is broken.
    Violation(B),
    /// Luck is due and a player moved, or the reverse; what could stand there.
    WrongKind(&'static str),
}

/// The rules of a game: a state with all that legality and result depend on.
///
/// Equality and [`key`](Self::key) cover exactly that state. What follows from the rules, and what
/// few games need to say, stands in [`Position`].
pub trait Rules: Clone + Debug + PartialEq {
    /// One player's act.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// One act of luck; [`Never`] where there is none.
    type Chance: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// Why a move is refused.
    type Violation: RuleViolation;

    /// Whose act comes next *if* the game is not over. Constant time.
    fn actor(&self) -> Actor;

    /// Whether the game is over. May have to look for a legal move, so ask it once, not per ply.
    fn is_over(&self) -> bool;

    /// Whether the player to act may make this move. Never lists moves.
    ///
    /// # Errors
    /// The first rule that the move breaks, in the order in which the contest's referee looks.
    /// In a game that is over every move is refused.
    fn check(&self, mv: &Self::Move) -> Result<(), Self::Violation>;

    /// Makes a move that [`check`](Self::check) accepts. With another the position is
    /// unspecified (but valid memory); only engines with legal moves in hand call it directly.
    fn apply(&mut self, mv: &Self::Move);

    /// Lets luck deal. Called only while [`actor`](Self::actor) is [`Actor::Luck`]; then every
    /// value is possible.
    fn apply_chance(&mut self, luck: &Self::Chance);

    /// Hands every legal move of the player to act to `each`, in a fixed order; none when the
    /// game is over or luck is to deal.
    fn legal_moves(&self, each: &mut impl FnMut(Self::Move));

    /// Every value that luck may deal now, equally likely; none when a player is to act.
    fn chance_outcomes(&self, each: &mut impl FnMut(Self::Chance));

    /// A hash of the state, equal for equal positions and stable between runs.
    fn key(&self) -> u64;

    /// What the game gives, with the players in `failed` having committed a fault. While the game
    /// is open and nobody failed, [`Outcome::winner`] and the points are `None`.
    fn outcome(&self, failed: Faults) -> Outcome;
}

/// A state of a game, as search, referee and review use it: what follows from its [`Rules`]. A game
/// overrides what its contest does otherwise.
pub trait Position: Rules {
    /// The player who moves next, luck's deal before it aside; `None` if luck acts alone (Box's
    /// start tile). Constant time.
    fn mover(&self) -> Option<Player> {
        match self.actor() {
            Actor::Player(player) => Some(player),
            Actor::Chance => None,
        }
    }

    /// Whose act comes next, or [`Turn::Over`].
    fn turn(&self) -> Turn {
        match self.actor() {
            _ if self.is_over() => Turn::Over,
            Actor::Player(player) => Turn::Player(player),
            Actor::Chance => Turn::Chance,
        }
    }

    /// The position to which a move leads that [`check`](Self::check) accepts.
    #[must_use]
    fn after(&self, mv: &Self::Move) -> Self {
        let mut after = self.clone();
        after.apply(mv);
        after
    }

    /// [`check`](Self::check), then [`apply`](Self::apply); a game may do both in one go.
    ///
    /// # Errors
    /// As `check`; the position is then unchanged.
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

    /// Makes what one token says. The default deals and then moves; Box also takes its start tile,
    /// which is spelled as a move but is luck's alone.
    ///
    /// # Errors
    /// The rule broken, or that the token is not of the kind that is due. What luck dealt may then
    /// have been dealt already; nothing else has changed.
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
            (Some(luck), None, Actor::Chance) => {
                self.apply_chance(luck);
                Ok(())
            }
            (Some(luck), Some(mv), Actor::Chance) => {
                self.apply_chance(luck);
                self.play(mv).map_err(StepError::Violation)
            }
            (_, _, Actor::Player(_)) => Err(StepError::WrongKind("only a player's move")),
            (_, _, Actor::Chance) => Err(StepError::WrongKind("a random deal")),
        }
    }

    /// Hands every state that this one may be in truth to `each`, equally likely, where something
    /// is hidden from the one who looks (Box: the colours that are not known). The default hides
    /// nothing.
    fn determinizations(&self, each: &mut impl FnMut(Self)) {
        each(self.clone());
    }

    /// The move that is made without asking anyone, if the player to act has no choice by the
    /// rules and the contest's program is not asked (Turn Right's last stone).
    fn automatic_move(&self) -> Option<Self::Move> {
        None
    }

    /// Something odd about a legal move that a referee would let pass and a person should know
    /// (Zuniq: a claim made twice). Asked before the move is made.
    fn remark(&self, _mv: &Self::Move) -> Option<&'static str> {
        None
    }
}
