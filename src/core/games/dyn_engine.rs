//! Engines known only at run time: [`DynEngine`], which uses text instead of a game's own types.

use super::dyn_state::move_token;
use crate::contract::{Game, MoveOf, ParseError, Player, Position as _, StepOf};
use crate::search::{
    Calibration, CalibrationContext, ChanceBaseline, Engine, HasEngine, MoveChoice, SearchRequest,
    SearchResult, SecretGuess, Value,
};
use std::time::Duration;

/// An [`Engine`] of any game, with text instead of types: positions are position texts, moves are
/// canonical tokens.
pub trait DynEngine: Send {
    /// Returns the engine's name and version, followed by the version of its calibration if it has
    /// one.
    fn name(&self) -> String;
    /// Searches a position; see [`Engine::analyze`].
    ///
    /// The estimates are win probabilities by the engine's calibration. They are meant for people
    /// and reviews: the moves that an engine chooses do not depend on the calibration.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game, or if the move to include does
    /// not parse.
    fn analyze(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
        progress: &mut dyn FnMut(&SearchResult<String>),
    ) -> Result<SearchResult<String>, ParseError>;
    /// Returns how much better the drawn chance outcome is than the mean of all possible ones, in
    /// win probability and contest points, for the player to act; see [`Engine::chance_baseline`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game, or if the move to include does
    /// not parse.
    fn luck(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<[f64; 2]>, ParseError>;
    /// Returns the same as [`luck`](Self::luck), also where both values are exact; the mean over all
    /// chance outcomes is 0. See [`Engine::chance_values`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game.
    fn unbiased_luck(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<[f64; 2]>, ParseError>;
    /// Reports whether the lines of a result can be compared; see [`HasEngine::LINES_COMPARABLE`].
    fn lines_are_comparable(&self) -> bool;
    /// Returns the usual number of nodes of a search; see [`HasEngine::DEFAULT_NODES`].
    fn default_nodes(&self) -> u64;
    /// Prepares the engine to play a game; see [`Engine::new_game`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game.
    fn new_game(&mut self, start: &str, seat: Player) -> Result<(), ParseError>;
    /// Informs the engine of a step; see [`Engine::observe`].
    ///
    /// # Errors
    /// Returns an error if the position or the token does not parse.
    fn observe(&mut self, before: &str, token: &str) -> Result<(), ParseError>;
    /// Returns the token of the move to play, with the search result behind it; see
    /// [`Engine::choose_with_report`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game, or if the move to include does
    /// not parse.
    fn choose_with_report(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<MoveChoice<String>>, ParseError>;
    /// Compares the guess at the opponent's secret with the one in the position; see
    /// [`Engine::secret_guess`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game.
    fn secret_guess(&self, position: &str) -> Result<Option<SecretGuess>, ParseError>;
    /// Returns the token of the move to play; see [`Engine::choose`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game, or if the move to include does
    /// not parse.
    fn choose(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<String>, ParseError> {
        let choice = self.choose_with_report(position, request)?;
        Ok(choice.map(|choice| choice.mv))
    }
    /// Returns the share of the time left to spend on the next move; see
    /// [`HasEngine::allocate_time`].
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game.
    fn allocate_time(&self, position: &str, left: Duration) -> Result<Duration, ParseError>;
}

/// An adapter that makes an [`Engine`] a [`DynEngine`].
pub(super) struct EngineAdapter<G: Game> {
    engine: Box<dyn Engine<G>>,
    calibration: Option<Calibration>,
}

impl<G: HasEngine> EngineAdapter<G> {
    /// Creates an adapter that applies the game's calibration. (A test checks that every committed
    /// calibration parses.)
    pub fn calibrated(engine: Box<dyn Engine<G>>) -> Self {
        Self {
            engine,
            calibration: G::CALIBRATION.parse().ok(),
        }
    }

    /// Creates an adapter that passes on the uncalibrated estimates of the search.
    pub fn uncalibrated(engine: Box<dyn Engine<G>>) -> Self {
        Self {
            engine,
            calibration: None,
        }
    }

    /// Returns how much better the drawn outcome is than the mean of all possible ones, in win
    /// probability and contest points.
    fn luck_of(
        &self,
        position: &G::Position,
        baseline: Option<ChanceBaseline>,
    ) -> Option<[f64; 2]> {
        let (baseline, player) = (baseline?, position.mover()?);
        let context = CalibrationContext {
            progress: G::progress(position),
            player,
            nodes: baseline.nodes,
        };
        let calibrated = |value: &Value| {
            // An exact value is left alone.
            let calibration = self.calibration.as_ref().filter(|_| !value.exact);
            let win = calibration.map_or(value.win, |calibration| {
                calibration.win_probability(value.win, context)
            });
            [win, value.points.unwrap_or_default()]
        };
        let [drawn, possible] =
            [&baseline.drawn, &baseline.possible].map(|values| mean(values.iter().map(calibrated)));
        Some([drawn[0] - possible[0], drawn[1] - possible[1]])
    }

    /// Parses the move to include of a request.
    fn request<'a>(
        request: &SearchRequest<'a, String>,
    ) -> Result<SearchRequest<'a, MoveOf<G>>, ParseError> {
        let include = request.include.as_ref();
        let step = include.map(|token| parse_token::<G>(token)).transpose()?;
        Ok(request.map_include(step.and_then(|step| step.mv)))
    }
}

impl<G: HasEngine> DynEngine for EngineAdapter<G> {
    fn name(&self) -> String {
        let name = self.engine.name();
        match &self.calibration {
            Some(calibration) => format!("{name} c{}", calibration.version),
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
        let calibration = self.calibration.as_ref();
        let calibrated = |result| calibrated_result::<G>(calibration, &position, result);
        let mut progress = |result: &SearchResult<MoveOf<G>>| progress(&calibrated(result.clone()));
        let result = self.engine.analyze(&position, &request, &mut progress);
        Ok(calibrated(result))
    }
    fn luck(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<[f64; 2]>, ParseError> {
        let position = G::parse_position(position)?;
        let request = Self::request(request)?;
        let baseline = self.engine.chance_baseline(&position, &request);
        Ok(self.luck_of(&position, baseline))
    }
    fn unbiased_luck(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<[f64; 2]>, ParseError> {
        let position = G::parse_position(position)?;
        let request = Self::request(request)?;
        let values = self.engine.chance_values(&position, &request);
        Ok(self.luck_of(&position, values))
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
    fn secret_guess(&self, position: &str) -> Result<Option<SecretGuess>, ParseError> {
        Ok(self.engine.secret_guess(&G::parse_position(position)?))
    }
    fn choose_with_report(
        &mut self,
        position: &str,
        request: &SearchRequest<'_, String>,
    ) -> Result<Option<MoveChoice<String>>, ParseError> {
        let position = G::parse_position(position)?;
        let request = Self::request(request)?;
        let choice = self.engine.choose_with_report(&position, &request);
        Ok(choice.map(|choice| MoveChoice {
            mv: move_token::<G>(&choice.mv),
            reported_move: move_token::<G>(&choice.reported_move),
            report: calibrated_result::<G>(self.calibration.as_ref(), &position, choice.report),
        }))
    }
    fn allocate_time(&self, position: &str, left: Duration) -> Result<Duration, ParseError> {
        Ok(G::allocate_time(&G::parse_position(position)?, left))
    }
}

/// Returns the result of a search with text for moves, and with calibrated win probabilities if there
/// is a calibration.
fn calibrated_result<G: HasEngine>(
    calibration: Option<&Calibration>,
    position: &G::Position,
    result: SearchResult<MoveOf<G>>,
) -> SearchResult<String> {
    let result = result.map(move_token::<G>);
    match calibration {
        Some(calibration) => {
            let played = G::progress(position);
            calibration.apply(result, played, position.mover(), G::POINTS_FROM_RESULT)
        }
        None => result,
    }
}

/// Returns the mean of pairs of numbers; zeros without any.
fn mean(pairs: impl ExactSizeIterator<Item = [f64; 2]>) -> [f64; 2] {
    #[expect(clippy::cast_precision_loss, reason = "chance outcomes are few")]
    let count = pairs.len().max(1) as f64;
    let sum = pairs.fold([0.0; 2], |sum, pair| [sum[0] + pair[0], sum[1] + pair[1]]);
    sum.map(|sum| sum / count)
}

/// Makes an engine of one game an engine known only at run time, without the calibration of the
/// game's own engine.
pub fn erase_engine<G: HasEngine>(engine: Box<dyn Engine<G>>) -> Box<dyn DynEngine> {
    Box::new(EngineAdapter::uncalibrated(engine))
}

fn parse_token<G: Game>(token: &str) -> Result<StepOf<G>, ParseError> {
    Ok(G::parse(token.as_bytes())?.step)
}
