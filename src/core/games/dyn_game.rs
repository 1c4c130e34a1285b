//! Games known only at run time: [`DynGame`], which uses text instead of a game's own types.

use super::dyn_engine::{DynEngine, EngineAdapter};
use super::dyn_state::{
    self, DynState, DynTrace, StateAdapter, TracedPosition, move_token, step_token,
};
use crate::contract::{
    Answer, AnswerError, BoardSizes, Contest, DialogueEnd, DialogueLine, Draw, Edit, EditPiece,
    Explain, Faults, GameInfo, Input, ParseError, Parsed, Player, PositionEdit, Protocol, Replay,
    Setup, SetupError, Spelling, Symmetric, parse_bare_move, replay,
};
use crate::search::{Clock, HasEngine, Level, Resources};
use std::marker::PhantomData;

/// A parsed token as text, with its spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedToken {
    /// The canonical token.
    pub text: String,
    /// The spelling of the text that was parsed.
    pub spelling: Spelling,
}

/// The rules and the notation of a game, with text instead of its own types; see
/// [`Game`](crate::contract::Game).
pub trait DynRules: Send + Sync {
    /// Returns the plain data of the game: names, setup keys, contest facts.
    fn info(&self) -> &'static GameInfo;

    /// Parses one token and returns its canonical spelling.
    ///
    /// # Errors
    /// Returns an error if the text is not a token of this game.
    fn parse(&self, token: &str) -> Result<ParsedToken, ParseError>;

    /// Replays tokens from the start; see [`replay()`].
    ///
    /// # Errors
    /// Returns an error if the game cannot start from this setup.
    fn replay(&self, setup: &Setup, moves: &str, faults: Faults) -> Result<Replay, SetupError>;

    /// Returns the state at the start of a game.
    ///
    /// # Errors
    /// Returns an error if the game does not accept one of the parameters.
    fn start(&self, setup: &Setup) -> Result<Box<dyn DynState>, SetupError>;

    /// Returns the state of a position given as text.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game.
    fn parse_position(&self, text: &str) -> Result<Box<dyn DynState>, ParseError>;

    /// Returns the setup and the lead-in token of a game that starts from a position given as text;
    /// see [`Game::setup_at`](crate::contract::Game::setup_at).
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game.
    fn setup_at(&self, text: &str) -> Result<(Setup, Option<String>), ParseError>;

    /// Returns a setup as one player knows it; see
    /// [`Game::setup_known_to`](crate::contract::Game::setup_known_to).
    fn setup_known_to(&self, setup: &Setup, player: Player) -> Setup;

    /// Returns the chance outcome in a token, if there is one.
    fn chance_of(&self, token: &str) -> Option<String>;
}

/// The contest of a game; see [`Contest`].
pub trait DynContest {
    /// Creates the contest's dialogue with one bot; see
    /// [`Contest::protocol`].
    fn protocol(&self, setup: &Setup) -> Box<dyn Protocol>;

    /// Parses a bot's answer to a request for a move, whose moves are canonical tokens without a
    /// chance outcome; see [`Contest::parse_answer`].
    ///
    /// # Errors
    /// Returns an error if the contest's jury would not take the line for a move.
    fn parse_answer(&self, setup: &Setup, line: &str) -> Result<Answer<String>, AnswerError>;

    /// Parses a text that is a move alone, in a spelling that the contest allows, and returns its
    /// canonical token.
    ///
    /// # Errors
    /// Returns an error if the text is no such move.
    fn parse_bare_move(&self, text: &str) -> Result<String, AnswerError>;

    /// Returns the dialogue with one bot for a whole game; see [`Protocol::script`].
    ///
    /// # Errors
    /// Returns an error if a token is illegal in its position, or if the setup is invalid.
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

/// The engines that play a game; see [`HasEngine`].
pub trait DynEngines {
    /// Creates the game's engine; its estimates are calibrated win probabilities.
    fn engine(&self, resources: Resources) -> Box<dyn DynEngine>;

    /// Creates the game's engine with the uncalibrated estimates of the search, to measure the
    /// engine or to fit a calibration.
    fn uncalibrated_engine(&self, resources: Resources) -> Box<dyn DynEngine>;

    /// Creates an engine of this level.
    fn engine_at_level(&self, level: Level, resources: Resources) -> Box<dyn DynEngine>;

    /// Returns the engine's calibration as text; see
    /// [`HasEngine::CALIBRATION`].
    fn calibration(&self) -> &'static str;

    /// Returns the contest's clock.
    fn clock(&self) -> Clock;
}

/// A game known only at run time: the parts of [`FullGame`] with text instead of its own types.
pub trait DynGame: DynRules + DynContest + DynEdit + DynEngines + DynTrace {}

impl std::fmt::Debug for dyn DynGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

impl dyn DynGame + '_ {
    /// Returns the id used in records and on the command line: `turn-right`.
    pub fn id(&self) -> &'static str {
        self.info().id
    }

    /// Returns the display name: `Turn Right`.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// Returns the names of the two sides, first player first.
    pub fn sides(&self) -> [&'static str; 2] {
        self.info().sides
    }

    /// Completes a token that lacks its chance outcome; see [`ChanceSpec::with_chance`](crate::contract::ChanceSpec::with_chance).
    pub fn with_chance(&self, text: &str, outcome: &str) -> Option<String> {
        (self.info().chance?.with_chance)(text, outcome)
    }

    /// Returns the lead-in token for a chance outcome; see [`ChanceSpec::lead_in_token`](crate::contract::ChanceSpec::lead_in_token).
    pub fn lead_in_token(&self, outcome: &str) -> String {
        let chance = self.info().chance;
        chance.map_or_else(
            || outcome.to_owned(),
            |chance| (chance.lead_in_token)(outcome),
        )
    }

    /// Converts the values next to the players to a setup; see [`ExtrasSpec::to_setup`](crate::contract::ExtrasSpec::to_setup).
    ///
    /// # Errors
    /// Returns an error if the game does not know the values.
    pub fn setup_from_extras(&self, extras: &[&str]) -> Result<Setup, SetupError> {
        match (self.info().extras, extras.first()) {
            (Some(spec), _) => (spec.to_setup)(extras),
            (None, None) => Ok(Setup::default()),
            (None, Some(found)) => Err(SetupError {
                key: "extras".to_owned(),
                expected: "no values apart from the players".to_owned(),
                found: (*found).to_owned(),
            }),
        }
    }

    /// Returns the values next to the players for a setup; see [`ExtrasSpec::from_setup`](crate::contract::ExtrasSpec::from_setup).
    pub fn extras(&self, setup: &Setup) -> Vec<String> {
        let extras = self.info().extras;
        extras.map_or_else(Vec::new, |extras| (extras.from_setup)(setup))
    }

    /// Draws by lot what the jury decides before a game; see [`ExtrasSpec::draw_lots`](crate::contract::ExtrasSpec::draw_lots).
    pub fn draw_lots(&self, setup: &mut Setup, below: &mut dyn FnMut(u32) -> u32) {
        if let Some(extras) = self.info().extras {
            (extras.draw_lots)(setup, below);
        }
    }

    /// Converts a contest's spelling to a token; see [`SpellingSpec::to_token`](crate::contract::SpellingSpec::to_token).
    pub fn respell(&self, setup: &Setup, raw: &str) -> Option<String> {
        (self.info().spelling?.to_token)(setup, raw)
    }

    /// Returns the contest's spelling of a token, if it is not the token itself; see
    /// [`SpellingSpec::from_token`](crate::contract::SpellingSpec::from_token).
    pub fn contest_spelling(&self, setup: &Setup, token: &str) -> Option<String> {
        (self.info().spelling?.from_token)(setup, token)
    }

    /// Returns the move that a CodinGame replay shows; see [`GameInfo::shown_move`].
    pub fn shown_move(&self, view: &str, referee_text: &str) -> Option<String> {
        self.info().shown_move?(view, referee_text)
    }

    /// Returns the GTP commands that prepare a game; see [`GameInfo::gtp`].
    pub fn gtp(&self, setup: &Setup) -> Option<Vec<String>> {
        self.info().gtp?(setup)
    }

    /// Returns the setup of games that measure engines; see [`GameInfo::bench_setup`].
    pub fn bench_setup(&self) -> Setup {
        let mut setup = Setup::default();
        for (key, value) in self.info().bench_setup {
            setup.set(key, *value);
        }
        setup
    }

    /// Returns the names of the features of moves; empty if there are none.
    pub fn move_features(&self) -> &'static [&'static str] {
        self.info().move_features.map_or(&[], |spec| spec.names)
    }

    /// Returns the index of the feature of a move by the move's number; see
    /// [`MoveFeatureSpec::of_number`](crate::contract::MoveFeatureSpec::of_number).
    pub fn move_feature(&self, number: u32) -> Option<usize> {
        let spec = self.info().move_features?;
        Some((spec.of_number)(number))
    }
}

/// An adapter that makes a [`FullGame`] a [`DynGame`].
pub struct GameAdapter<G>(PhantomData<fn() -> G>);

impl<G> GameAdapter<G> {
    /// The only value of this type.
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
    fn setup_at(&self, text: &str) -> Result<(Setup, Option<String>), ParseError> {
        Ok(G::setup_at(&G::parse_position(text)?))
    }
    fn setup_known_to(&self, setup: &Setup, player: Player) -> Setup {
        G::setup_known_to(setup, player)
    }
    fn chance_of(&self, token: &str) -> Option<String> {
        let outcome = G::parse(token.as_bytes()).ok()?.step.chance;
        outcome.map(|outcome| outcome.to_string())
    }
}

impl<G: FullGame> DynTrace for GameAdapter<G> {
    fn trace(&self, setup: &Setup, moves: &str, plies: u32, each: &mut dyn FnMut(&TracedPosition)) {
        dyn_state::trace::<G>(setup, moves, plies, each);
    }
    fn move_token(&self, token: &str) -> Option<String> {
        dyn_state::recorded_move_token::<G>(token)
    }
    fn move_bits(&self) -> u32 {
        G::MOVE_BITS
    }
}

impl<G: FullGame> DynContest for GameAdapter<G> {
    fn protocol(&self, setup: &Setup) -> Box<dyn Protocol> {
        G::protocol(setup)
    }
    fn parse_answer(&self, setup: &Setup, line: &str) -> Result<Answer<String>, AnswerError> {
        Ok(G::parse_answer(setup, line)?.map(|mv| move_token::<G>(&mv)))
    }
    fn parse_bare_move(&self, text: &str) -> Result<String, AnswerError> {
        Ok(move_token::<G>(&parse_bare_move::<G>(text)?))
    }
}

impl<G: FullGame> DynEdit for GameAdapter<G> {
    fn pieces(&self) -> &'static [EditPiece] {
        G::PIECES
    }
    fn board_sizes(&self) -> Option<BoardSizes> {
        G::BOARD_SIZES
    }
    fn board_size(&self, draft: &str) -> Option<[u8; 2]> {
        G::board_size(&G::parse_draft(draft)?)
    }
    fn draft_state(&self, draft: &str) -> Option<Box<dyn DynState>> {
        Some(StateAdapter::<G>::boxed(G::parse_draft(draft)?))
    }
    fn piece_at(&self, draft: &str, square: &str) -> Option<usize> {
        G::piece_at(&G::parse_draft(draft)?, square)
    }
    fn edit_position(&self, draft: &str, change: &PositionEdit<'_>) -> Option<String> {
        let edited = G::edit(&G::parse_draft(draft)?, change)?;
        Some(G::write_position(&edited))
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
            // The calibration was fitted to the game's own engine.
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
}

// The trait of a game with everything that kifu uses.

/// A game with everything that kifu uses: rules, board, input, editor, explanations, contest,
/// symmetries and engine.
///
/// Implemented automatically for every type that implements the parts.
pub trait FullGame: Draw + Input + Edit + Explain + Contest + Symmetric + HasEngine {}

impl<G: Draw + Input + Edit + Explain + Contest + Symmetric + HasEngine> FullGame for G {}

// Position editors.

/// The positions of a game as an editor changes them; see [`Edit`].
pub trait DynEdit {
    /// Returns the pieces that squares can hold; empty if positions can only be typed.
    fn pieces(&self) -> &'static [EditPiece];

    /// Returns the sizes of the board, if there are several.
    fn board_sizes(&self) -> Option<BoardSizes>;

    /// Returns the numbers of columns and rows of a draft, in a game with several sizes.
    fn board_size(&self, draft: &str) -> Option<[u8; 2]>;

    /// Returns the state of a draft, to draw it; `None` if the board cannot be read.
    ///
    /// The state need not be possible, so it is not to be played.
    fn draft_state(&self, draft: &str) -> Option<Box<dyn DynState>>;

    /// Returns the index of the piece on a square of a draft.
    fn piece_at(&self, draft: &str, square: &str) -> Option<usize>;

    /// Returns the text of a draft after a change; `None` if the board cannot be read, or if the
    /// game does not have the change.
    fn edit_position(&self, draft: &str, change: &PositionEdit<'_>) -> Option<String>;
}
