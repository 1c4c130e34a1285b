//! A brain whose types are hidden.

use super::token::move_token;
use crate::contract::{Game, MoveOf, ParseError, Player, Position as _, StepOf};
use crate::search::{
    Calibration, CalibrationContext, Engine, HasEngine, SearchRequest, SearchResult, Value,
};
use std::time::Duration;

/// A brain, of whichever game: what [`Brain`] says, with text instead of types. Positions are
/// position texts, moves canonical tokens.
pub trait DynEngine: Send {
    /// See [`Brain::name`]; with the version of its calibration behind it, if it has one.
    fn name(&self) -> String;
    /// See [`Brain::think`]. Estimates are chances of a win by the game's calibration, for people
    /// and reviews; what a brain plays does not depend on it.
    ///
    /// # Errors
    /// The text is no position of this game, or the forced move no move.
    fn analyze(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
        progress: &mut dyn FnMut(&SearchResult<String>),
    ) -> Result<SearchResult<String>, ParseError>;
    /// See [`Brain::dealt`]: by how much what was dealt is better than the mean, in probability of
    /// a win and contest points.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn luck(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<[f64; 2]>, ParseError>;
    /// See [`Thinks::LINES_ALIKE`].
    fn lines_are_comparable(&self) -> bool;
    /// See [`Thinks::USUAL_NODES`].
    fn default_nodes(&self) -> u64;
    /// See [`Brain::sit`].
    ///
    /// # Errors
    /// The text is no position of this game.
    fn new_game(&mut self, start: &str, seat: Player) -> Result<(), ParseError>;
    /// See [`Brain::observe`].
    ///
    /// # Errors
    /// The text is no position of this game, or no token.
    fn observe(&mut self, before: &str, token: &str) -> Result<(), ParseError>;
    /// See [`Brain::choose`].
    ///
    /// # Errors
    /// The text is no position of this game.
    fn choose(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<String>, ParseError>;
    /// See [`Thinks::allot`].
    ///
    /// # Errors
    /// The text is no position of this game.
    fn allocate_time(&self, position: &str, left: Duration) -> Result<Duration, ParseError>;
}

/// A [`Brain`] as a [`Mind`].
pub(super) struct EngineAdapter<G: Game> {
    engine: Box<dyn Engine<G>>,
    calibration: Option<Calibration>,
}

impl<G: HasEngine> EngineAdapter<G> {
    /// With the game's calibration. (A test holds that what stands in the folders can be read.)
    pub fn calibrated(brain: Box<dyn Engine<G>>) -> Self {
        Self {
            engine: brain,
            calibration: G::CALIBRATION.parse().ok(),
        }
    }

    /// With the search's own estimates.
    pub fn uncalibrated(brain: Box<dyn Engine<G>>) -> Self {
        Self {
            engine: brain,
            calibration: None,
        }
    }

    fn request<'a>(
        request: &SearchRequest<'a, String>,
    ) -> Result<SearchRequest<'a, MoveOf<G>>, ParseError> {
        let forced = request.forced.as_ref();
        let step = forced.map(|token| parse_token::<G>(token)).transpose()?;
        Ok(request.map_include(step.and_then(|step| step.mv)))
    }
}

impl<G: HasEngine> DynEngine for EngineAdapter<G> {
    fn name(&self) -> String {
        let name = self.engine.name();
        match &self.calibration {
            Some(table) => format!("{name} c{}", table.version),
            None => name,
        }
    }
    fn analyze(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
        progress: &mut dyn FnMut(&SearchResult<String>),
    ) -> Result<SearchResult<String>, ParseError> {
        let position = G::parse_position(position)?;
        let request = Self::request(request)?;
        let told = |report: SearchResult<MoveOf<G>>| {
            let report = report.map(move_token::<G>);
            match &self.calibration {
                Some(table) => {
                    let played = G::progress(&position);
                    table.apply(report, played, position.mover(), G::POINTS_FROM_RESULT)
                }
                None => report,
            }
        };
        let mut progress = |report: &SearchResult<MoveOf<G>>| progress(&told(report.clone()));
        let report = self.engine.analyze(&position, &request, &mut progress);
        Ok(told(report))
    }
    fn luck(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<[f64; 2]>, ParseError> {
        let position = G::parse_position(position)?;
        let dealt = self
            .engine
            .chance_baseline(&position, &Self::request(request)?);
        let (Some(dealt), Some(player)) = (dealt, position.mover()) else {
            return Ok(None);
        };
        let stage = CalibrationContext {
            progress: G::progress(&position),
            player,
            nodes: dealt.nodes,
        };
        let worth = |value: &Value| {
            let table = self.calibration.as_ref();
            let win = table.map_or(value.win, |table| table.win_probability(value.win, stage));
            [win, value.points.unwrap_or_default()]
        };
        let [own, all] =
            [&dealt.drawn, &dealt.possible].map(|values| mean(values.iter().map(worth)));
        Ok(Some([own[0] - all[0], own[1] - all[1]]))
    }
    fn lines_are_comparable(&self) -> bool {
        G::LINES_COMPARABLE
    }
    fn default_nodes(&self) -> u64 {
        G::DEFAULT_NODES
    }
    fn new_game(&mut self, start: &str, seat: Player) -> Result<(), ParseError> {
        self.engine.new_game(&G::parse_position(start)?, seat);
        Ok(())
    }
    fn observe(&mut self, before: &str, token: &str) -> Result<(), ParseError> {
        let step = parse_token::<G>(token)?;
        self.engine.observe(&G::parse_position(before)?, &step);
        Ok(())
    }
    fn choose(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<String>, ParseError> {
        let position = G::parse_position(position)?;
        let chosen = self.engine.choose(&position, &Self::request(request)?);
        Ok(chosen.as_ref().map(move_token::<G>))
    }
    fn allocate_time(&self, position: &str, left: Duration) -> Result<Duration, ParseError> {
        Ok(G::allocate_time(&G::parse_position(position)?, left))
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

fn parse_token<G: Game>(token: &str) -> Result<StepOf<G>, ParseError> {
    Ok(G::parse(token.as_bytes())?.step)
}
