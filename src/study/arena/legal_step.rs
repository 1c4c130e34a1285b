//! Steps of a game that are known to be legal before they are made.
//!
//! A [`LegalStep`] holds the position after it and comes from nothing but a deal among the possible
//! outcomes, a move that the rules accept in the position of its ply, or a given token that they
//! accept. Whoever makes such a step replaces one position by the other, so that nothing can be
//! refused any more; and since a [`PlyStart`] holds what was dealt, no player's move can change it.

use kifu_core::contract::MoveError;
use kifu_core::games::{DynGame, DynState};

/// A step that the rules allow in the position in which it was created.
pub(super) struct LegalStep {
    token: String,
    dealt: Option<String>,
    after: Box<dyn DynState>,
}

impl LegalStep {
    /// Creates the chance event before the first ply, given the index of its outcome; `None` if no
    /// such event is due or it has no such outcome.
    pub fn lead_in(game: &dyn DynGame, before: &dyn DynState, outcome: usize) -> Option<Self> {
        let mut after = before.fork();
        let dealt = after.deal(outcome)?;
        Some(Self {
            token: game.lead_in_token(&dealt),
            dealt: Some(dealt),
            after,
        })
    }

    /// Creates the step of a token that is given, its chance outcome included.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow it.
    pub fn given(
        game: &dyn DynGame,
        before: &dyn DynState,
        token: &str,
    ) -> Result<Self, MoveError> {
        let mut after = before.fork();
        after.play(token)?;
        Ok(Self {
            token: token.to_owned(),
            dealt: game.chance_of(token),
            after,
        })
    }

    /// Returns the canonical token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the token, the chance outcome that was dealt in it, and the position after it.
    pub fn into_parts(self) -> (String, Option<String>, Box<dyn DynState>) {
        (self.token, self.dealt, self.after)
    }
}

/// The start of a ply, after the chance event that belongs to it.
pub(super) struct PlyStart {
    game: &'static dyn DynGame,
    state: Box<dyn DynState>,
    dealt: Option<String>,
}

impl PlyStart {
    /// Creates the start of a ply without a chance event.
    pub fn new(game: &'static dyn DynGame, before: &dyn DynState) -> Self {
        Self {
            game,
            state: before.fork(),
            dealt: None,
        }
    }

    /// Creates the start of a ply whose chance event has the outcome with this index; `None` if no
    /// event is due or it has no such outcome.
    pub fn dealt(
        game: &'static dyn DynGame,
        before: &dyn DynState,
        outcome: usize,
    ) -> Option<Self> {
        let mut start = Self::new(game, before);
        start.dealt = Some(start.state.deal(outcome)?);
        Some(start)
    }

    /// Creates the start of a ply with a chance outcome that is known, as in a record; `None` if
    /// that cannot be dealt here.
    pub fn known(
        game: &'static dyn DynGame,
        before: &dyn DynState,
        chance: Option<&str>,
    ) -> Option<Self> {
        let Some(chance) = chance else {
            return Some(Self::new(game, before));
        };
        let outcomes = before.chance_outcomes();
        let index = outcomes.iter().position(|outcome| outcome == chance)?;
        Self::dealt(game, before, index)
    }

    /// Returns the chance outcome that was dealt for the ply.
    pub fn chance(&self) -> Option<&str> {
        self.dealt.as_deref()
    }

    /// Returns the legal moves, as canonical tokens without a chance outcome.
    pub fn legal_moves(&self) -> Vec<String> {
        self.state.legal_moves()
    }

    /// Returns the position text, with the chance outcome of the ply.
    pub fn position(&self) -> String {
        self.state.position()
    }

    /// Creates the step of a move, a canonical token without a chance outcome.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow the move.
    pub fn step(&self, mv: &str) -> Result<LegalStep, MoveError> {
        let mut after = self.state.fork();
        after.play(mv)?;
        let token = self
            .chance()
            .and_then(|dealt| self.game.with_chance(mv, dealt));
        Ok(LegalStep {
            token: token.unwrap_or_else(|| mv.to_owned()),
            dealt: self.dealt.clone(),
            after,
        })
    }
}
