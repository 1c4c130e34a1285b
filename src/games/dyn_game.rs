//! A game whose types are hidden: text instead of move types, so that the game can be known at run
//! time only.

use super::dyn_engine::{DynEngine, EngineAdapter};
use super::dyn_state::{DynState, StateAdapter};
use super::full_game::FullGame;
use super::token::step_token;
use crate::contract::{
    DialogueEnd, DialogueLine, Faults, GameInfo, ParseError, Parsed, Player, Protocol, Replay,
    Setup, SetupError, Spelling, replay,
};
use crate::search::{Clock, Level, Resources};
use std::marker::PhantomData;

/// A token that was parsed, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedToken {
    /// The canonical token.
    pub text: String,
    /// How the given text is spelled.
    pub spelling: Spelling,
}

/// The rules and the notation of a game, with text instead of types; see [`Game`].
pub trait DynRules: Send + Sync {
    /// Returns names, setup keys and other plain data.
    fn info(&self) -> &'static GameInfo;

    /// Parses one token and spells it canonically.
    ///
    /// # Errors
    /// The text is no token of this game.
    fn parse(&self, token: &str) -> Result<ParsedToken, ParseError>;

    /// Replays tokens from the start; see [`replay`].
    ///
    /// # Errors
    /// The game cannot start from this setup.
    fn replay(&self, setup: &Setup, moves: &str, faults: Faults) -> Result<Replay, SetupError>;

    /// Starts a game.
    ///
    /// # Errors
    /// A parameter that the game does not accept.
    fn start(&self, setup: &Setup) -> Result<Box<dyn DynState>, SetupError>;

    /// Starts at a position given as text.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn parse_position(&self, text: &str) -> Result<Box<dyn DynState>, ParseError>;

    /// Returns the chance outcome that a token names, if it names one.
    fn chance_of(&self, token: &str) -> Option<String>;

    /// See [`Game::with_chance`].
    fn with_chance(&self, text: &str, outcome: &str) -> Option<String>;

    /// See [`Game::lead_in_token`].
    fn lead_in_token(&self, outcome: &str) -> String;
}

/// What only the contest of a game needs; see [`Contest`].
pub trait DynContest {
    /// See [`Contest::protocol`].
    fn protocol(&self, setup: &Setup) -> Box<dyn Protocol>;

    /// See [`Contest::setup_from_extras`].
    ///
    /// # Errors
    /// Values that the game does not know.
    fn setup_from_extras(&self, extras: &[&str]) -> Result<Setup, SetupError>;

    /// See [`Contest::extras`].
    fn extras(&self, setup: &Setup) -> Vec<String>;

    /// See [`Contest::respell`].
    fn respell(&self, setup: &Setup, raw: &str) -> Option<String>;

    /// See [`Contest::contest_spelling`].
    fn contest_spelling(&self, setup: &Setup, token: &str) -> Option<String>;

    /// See [`Contest::shown_move`].
    fn shown_move(&self, view: &str, words: &str) -> Option<String>;

    /// See [`Contest::draw_lots`].
    fn draw_lots(&self, setup: &mut Setup, below: &mut dyn FnMut(u32) -> u32);

    /// See [`Contest::gtp`].
    fn gtp(&self, setup: &Setup) -> Option<Vec<String>>;

    /// Returns the dialogue of one bot for a whole game; see [`Protocol::script`].
    ///
    /// # Errors
    /// A token that is illegal where it stands.
    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        self.protocol(setup).script(setup, tokens, seat, end)
    }
}

/// The engines of a game; see [`HasEngine`].
pub trait DynEngines {
    /// Creates the game's engine; its estimates are calibrated chances of a win.
    fn engine(&self, resources: Resources) -> Box<dyn DynEngine>;

    /// Creates the game's engine with the search's own estimates: to measure an engine, and to fit
    /// a calibration.
    fn uncalibrated_engine(&self, resources: Resources) -> Box<dyn DynEngine>;

    /// Creates a player of this level.
    fn engine_at_level(&self, level: Level, resources: Resources) -> Box<dyn DynEngine>;

    /// See [`HasEngine::CALIBRATION`].
    fn calibration(&self) -> &'static str;

    /// Returns the contest's clock.
    fn clock(&self) -> Clock;

    /// See [`HasEngine::BENCH_SETUP`].
    fn bench_setup(&self) -> Setup;
}

/// A game known at run time only: the parts of [`FullGame`] with text instead of types.
pub trait DynGame: DynRules + DynContest + DynEngines {}

impl dyn DynGame + '_ {
    /// Returns the id in records: `turn-right`.
    pub fn id(&self) -> &'static str {
        self.info().id
    }

    /// Returns the name for people: `Turn Right`.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// Returns the names of the two sides, first player first.
    pub fn sides(&self) -> [&'static str; 2] {
        self.info().sides
    }
}

/// A [`FullGame`] as a [`DynGame`].
pub struct GameAdapter<G>(PhantomData<fn() -> G>);

impl<G> GameAdapter<G> {
    /// The one value.
    pub const NEW: Self = Self(PhantomData);
}

impl<G: FullGame> DynGame for GameAdapter<G> {}

impl<G: FullGame> DynRules for GameAdapter<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }
    fn parse(&self, token: &str) -> Result<ParsedToken, ParseError> {
        let Parsed { step, spelling } = G::parse(token.as_bytes())?;
        Ok(ParsedToken {
            text: step_token::<G>(&step),
            spelling,
        })
    }
    fn replay(&self, setup: &Setup, moves: &str, faults: Faults) -> Result<Replay, SetupError> {
        replay::<G>(setup, moves, faults).map(|(replay, _)| replay)
    }
    fn start(&self, setup: &Setup) -> Result<Box<dyn DynState>, SetupError> {
        Ok(StateAdapter::<G>::boxed(G::start(setup)?))
    }
    fn parse_position(&self, text: &str) -> Result<Box<dyn DynState>, ParseError> {
        Ok(StateAdapter::<G>::boxed(G::parse_position(text)?))
    }
    fn chance_of(&self, token: &str) -> Option<String> {
        let outcome = G::parse(token.as_bytes()).ok()?.step.chance;
        outcome.map(|outcome| G::write_chance(&outcome))
    }
    fn with_chance(&self, text: &str, outcome: &str) -> Option<String> {
        G::with_chance(text, outcome)
    }
    fn lead_in_token(&self, outcome: &str) -> String {
        G::lead_in_token(outcome)
    }
}

impl<G: FullGame> DynContest for GameAdapter<G> {
    fn protocol(&self, setup: &Setup) -> Box<dyn Protocol> {
        G::protocol(setup)
    }
    fn setup_from_extras(&self, extras: &[&str]) -> Result<Setup, SetupError> {
        G::setup_from_extras(extras)
    }
    fn extras(&self, setup: &Setup) -> Vec<String> {
        G::extras(setup)
    }
    fn respell(&self, setup: &Setup, raw: &str) -> Option<String> {
        G::respell(setup, raw)
    }
    fn contest_spelling(&self, setup: &Setup, token: &str) -> Option<String> {
        G::contest_spelling(setup, token)
    }
    fn shown_move(&self, view: &str, words: &str) -> Option<String> {
        G::shown_move(view, words)
    }
    fn draw_lots(&self, setup: &mut Setup, below: &mut dyn FnMut(u32) -> u32) {
        G::draw_lots(setup, below);
    }
    fn gtp(&self, setup: &Setup) -> Option<Vec<String>> {
        G::gtp(setup)
    }
}

impl<G: FullGame> DynEngines for GameAdapter<G> {
    fn engine(&self, resources: Resources) -> Box<dyn DynEngine> {
        Box::new(EngineAdapter::<G>::calibrated(resources.new_engine()))
    }
    fn uncalibrated_engine(&self, resources: Resources) -> Box<dyn DynEngine> {
        Box::new(EngineAdapter::<G>::uncalibrated(resources.new_engine()))
    }
    fn engine_at_level(&self, level: Level, resources: Resources) -> Box<dyn DynEngine> {
        match level {
            Level::Engine => self.engine(resources),
            // The calibration is that of the game's own engine.
            simple => Box::new(EngineAdapter::<G>::uncalibrated(
                simple.new_engine(resources),
            )),
        }
    }
    fn calibration(&self) -> &'static str {
        G::CALIBRATION
    }
    fn clock(&self) -> Clock {
        G::CLOCK
    }
    fn bench_setup(&self) -> Setup {
        let own = |text: &&str| (*text).to_owned();
        let pairs = G::BENCH_SETUP
            .iter()
            .map(|(key, value)| (own(key), own(value)));
        Setup(pairs.collect())
    }
}
