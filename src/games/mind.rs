//! A brain whose types are hidden.

use crate::contract::{BadText, Game, MoveOf, Player, StepOf};
use crate::search::{Brain, Report, Request, Thinks};
use std::time::Duration;

/// A brain, of whichever game: what [`Brain`] says, with text instead of types. Positions are
/// position texts, moves canonical tokens.
pub trait Mind: Send {
    /// See [`Brain::name`].
    fn name(&self) -> String;
    /// See [`Brain::think`].
    ///
    /// # Errors
    /// The text is no position of this game, or the forced move no move.
    fn think(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, BadText>;
    /// See [`Brain::sit`].
    ///
    /// # Errors
    /// The text is no position of this game.
    fn sit(&mut self, start: &str, seat: Player) -> Result<(), BadText>;
    /// See [`Brain::observe`].
    ///
    /// # Errors
    /// The text is no position of this game, or no token.
    fn observe(&mut self, before: &str, token: &str) -> Result<(), BadText>;
    /// See [`Brain::choose`].
    ///
    /// # Errors
    /// The text is no position of this game.
    fn choose(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
    ) -> Result<Option<String>, BadText>;
    /// See [`Thinks::allot`].
    ///
    /// # Errors
    /// The text is no position of this game.
    fn allot(&self, position: &str, left: Duration) -> Result<Duration, BadText>;
}

/// A [`Brain`] as a [`Mind`].
pub(super) struct Minded<G: Game>(pub Box<dyn Brain<G>>);

impl<G: Thinks> Minded<G> {
    fn request<'a>(request: &Request<'a, String>) -> Result<Request<'a, MoveOf<G>>, BadText> {
        let forced = request.forced.as_ref();
        let step = forced.map(|token| read::<G>(token)).transpose()?;
        Ok(request.with_forced(step.and_then(|step| step.mv)))
    }
}

impl<G: Thinks> Mind for Minded<G> {
    fn name(&self) -> String {
        self.0.name()
    }
    fn think(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, BadText> {
        let position = G::read_position(position)?;
        let request = Self::request(request)?;
        let mut progress = |report: &Report<MoveOf<G>>| progress(&report.clone().map(written::<G>));
        let report = self.0.think(&position, &request, &mut progress);
        Ok(report.map(written::<G>))
    }
    fn sit(&mut self, start: &str, seat: Player) -> Result<(), BadText> {
        self.0.sit(&G::read_position(start)?, seat);
        Ok(())
    }
    fn observe(&mut self, before: &str, token: &str) -> Result<(), BadText> {
        let step = read::<G>(token)?;
        self.0.observe(&G::read_position(before)?, &step);
        Ok(())
    }
    fn choose(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
    ) -> Result<Option<String>, BadText> {
        let position = G::read_position(position)?;
        let chosen = self.0.choose(&position, &Self::request(request)?);
        Ok(chosen.as_ref().map(written::<G>))
    }
    fn allot(&self, position: &str, left: Duration) -> Result<Duration, BadText> {
        Ok(G::allot(&G::read_position(position)?, left))
    }
}

fn read<G: Game>(token: &str) -> Result<StepOf<G>, BadText> {
    Ok(G::read(token.as_bytes())?.step)
}

fn written<G: Game>(mv: &MoveOf<G>) -> String {
    let mut text = String::new();
    G::write(&StepOf::<G>::of(*mv), &mut text);
    text
}
