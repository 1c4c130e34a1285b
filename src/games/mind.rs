//! A brain whose types are hidden.

use crate::contract::{BadText, Game, MoveOf, Player, Position as _, StepOf};
use crate::search::{Brain, Calibration, Report, Request, Stage, Thinks, Value};
use std::time::Duration;

/// A brain, of whichever game: what [`Brain`] says, with text instead of types. Positions are
/// position texts, moves canonical tokens.
pub trait Mind: Send {
    /// See [`Brain::name`]; with the version of its calibration behind it, if it has one.
    fn name(&self) -> String;
    /// See [`Brain::think`]. Estimates are chances of a win by the game's calibration, for people
    /// and reviews; what a brain plays does not depend on it.
    ///
    /// # Errors
    /// The text is no position of this game, or the forced move no move.
    fn think(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, BadText>;
    /// See [`Brain::dealt`]: by how much what was dealt is better than the mean, in probability of
    /// a win and contest points.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn luck(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
    ) -> Result<Option<[f64; 2]>, BadText>;
    /// See [`Thinks::LINES_ALIKE`].
    fn lines_are_alike(&self) -> bool;
    /// See [`Thinks::USUAL_NODES`].
    fn usual_nodes(&self) -> u64;
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
pub(super) struct Minded<G: Game> {
    brain: Box<dyn Brain<G>>,
    calibration: Option<Calibration>,
}

impl<G: Thinks> Minded<G> {
    /// With the game's calibration. (A test holds that what stands in the folders can be read.)
    pub fn calibrated(brain: Box<dyn Brain<G>>) -> Self {
        Self {
            brain,
            calibration: G::CALIBRATION.parse().ok(),
        }
    }

    /// With the search's own estimates.
    pub fn bare(brain: Box<dyn Brain<G>>) -> Self {
        Self {
            brain,
            calibration: None,
        }
    }

    fn request<'a>(request: &Request<'a, String>) -> Result<Request<'a, MoveOf<G>>, BadText> {
        let forced = request.forced.as_ref();
        let step = forced.map(|token| read::<G>(token)).transpose()?;
        Ok(request.with_forced(step.and_then(|step| step.mv)))
    }
}

impl<G: Thinks> Mind for Minded<G> {
    fn name(&self) -> String {
        let name = self.brain.name();
        match &self.calibration {
            Some(table) => format!("{name} c{}", table.version),
            None => name,
        }
    }
    fn think(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, BadText> {
        let position = G::read_position(position)?;
        let request = Self::request(request)?;
        let told = |report: Report<MoveOf<G>>| {
            let report = report.map(written::<G>);
            match &self.calibration {
                Some(table) => {
                    let played = G::played(&position);
                    table.applied(report, played, position.mover(), G::POINTS_FOLLOW)
                }
                None => report,
            }
        };
        let mut progress = |report: &Report<MoveOf<G>>| progress(&told(report.clone()));
        let report = self.brain.think(&position, &request, &mut progress);
        Ok(told(report))
    }
    fn luck(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
    ) -> Result<Option<[f64; 2]>, BadText> {
        let position = G::read_position(position)?;
        let dealt = self.brain.dealt(&position, &Self::request(request)?);
        let (Some(dealt), Some(player)) = (dealt, position.mover()) else {
            return Ok(None);
        };
        let stage = Stage {
            played: G::played(&position),
            player,
            nodes: dealt.nodes,
        };
        let worth = |value: &Value| {
            let table = self.calibration.as_ref();
            let win = table.map_or(value.win, |table| table.chance(value.win, stage));
            [win, value.points.unwrap_or_default()]
        };
        let [own, all] = [&dealt.own, &dealt.all].map(|values| mean(values.iter().map(worth)));
        Ok(Some([own[0] - all[0], own[1] - all[1]]))
    }
    fn lines_are_alike(&self) -> bool {
        G::LINES_ALIKE
    }
    fn usual_nodes(&self) -> u64 {
        G::USUAL_NODES
    }
    fn sit(&mut self, start: &str, seat: Player) -> Result<(), BadText> {
        self.brain.sit(&G::read_position(start)?, seat);
        Ok(())
    }
    fn observe(&mut self, before: &str, token: &str) -> Result<(), BadText> {
        let step = read::<G>(token)?;
        self.brain.observe(&G::read_position(before)?, &step);
        Ok(())
    }
    fn choose(
        &mut self,
        position: &str,
        request: &Request<'_, String>,
    ) -> Result<Option<String>, BadText> {
        let position = G::read_position(position)?;
        let chosen = self.brain.choose(&position, &Self::request(request)?);
        Ok(chosen.as_ref().map(written::<G>))
    }
    fn allot(&self, position: &str, left: Duration) -> Result<Duration, BadText> {
        Ok(G::allot(&G::read_position(position)?, left))
    }
}

fn mean(worths: impl ExactSizeIterator<Item = [f64; 2]>) -> [f64; 2] {
    #[expect(clippy::cast_precision_loss, reason = "few deals")]
    let count = worths.len().max(1) as f64;
    let sum = worths.fold([0.0; 2], |sum, worth| {
        [sum[0] + worth[0], sum[1] + worth[1]]
    });
    sum.map(|sum| sum / count)
}

fn read<G: Game>(token: &str) -> Result<StepOf<G>, BadText> {
    Ok(G::read(token.as_bytes())?.step)
}

fn written<G: Game>(mv: &MoveOf<G>) -> String {
    let mut text = String::new();
    G::write(&StepOf::<G>::of(*mv), &mut text);
    text
}
