//! A rule book whose types are hidden.

use super::dyn_engine::{DynEngine, EngineAdapter};
use crate::contract::scene::{LastStep, Role, Scene, SceneItem, SceneOptions};
use crate::contract::{
    Claim, DialogueEnd, DialogueLine, Fault, Faults, Game, InputSpec, InputState, MoveError,
    MoveEvent, MoveInput, MoveOf, Outcome, ParseError, Parsed, Player, Position, Protocol,
    RankingKey, Replay, ScoreChange, Setup, SetupError, Sgf, Spelling, StepOf, TextStyle, Turn,
    replay,
};
use crate::search::{Clock, HasEngine, Level, Resources};
use std::marker::PhantomData;

/// A token that was understood, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedToken {
    /// The canonical token.
    pub text: String,
    /// How the given text is spelled.
    pub spelling: Spelling,
}

/// Why a token could not be played at a [`Table`].
pub type Mishap = MoveError;

/// A rule book, whichever game it is: what [`Game`] says, with text instead of types.
pub trait DynGame: Send + Sync {
    /// The id in records: `turn-right`.
    fn id(&self) -> &'static str;
    /// The name for people.
    fn name(&self) -> &'static str;
    /// The contest it comes from.
    fn contest(&self) -> &'static str;
    /// What the sides are called, first player first.
    fn sides(&self) -> [&'static str; 2];
    /// The setup keys with their meaning.
    fn setup_keys(&self) -> &'static [(&'static str, &'static str)];
    /// Tokens at the start of `moves` that are no player's ply.
    fn lead_in(&self) -> usize;
    /// Whether the jury plays on for a player who failed.
    fn jury_plays_on(&self) -> bool;
    /// See [`Game::RANKED_BY`].
    fn ranked_by(&self) -> &'static [RankingKey];
    /// The ply that is made without asking the program.
    fn automatic_ply(&self) -> Option<u32>;
    /// `CodinGame`'s puzzle numbers.
    fn codingame_ids(&self) -> &'static [u32];
    /// The columns of [`extras`](Self::extras) in a contest's table.
    fn extra_names(&self) -> &'static [&'static str];
    /// See [`Game::SGF`].
    fn sgf(&self) -> Option<&'static Sgf>;
    /// See [`Game::REFEREE_WORDS`].
    fn referee_words(&self) -> &'static [(&'static str, Fault)];
    /// See [`Game::REFEREES_CHOICE`].
    fn referees_choice(&self) -> &'static [&'static str];
    /// See [`Game::shown_move`].
    fn shown_move(&self, view: &str, words: &str) -> Option<String>;
    /// The rules' version.
    fn rules_version(&self) -> u32;
    /// What moves made by hand need beside spots.
    fn hand(&self) -> &'static InputSpec;
    /// See [`Game::setup_from_extras`].
    ///
    /// # Errors
    /// Values that the game does not know.
    fn setup_from_extras(&self, extras: &[&str]) -> Result<Setup, SetupError>;
    /// See [`Game::extras`].
    fn extras(&self, setup: &Setup) -> Vec<String>;
    /// Reads one token and spells it canonically.
    ///
    /// # Errors
    /// The text is no token of this game.
    fn parse(&self, token: &str) -> Result<ParsedToken, ParseError>;
    /// A contest's spelling that [`read`](Self::read) does not take, as a token; see
    /// [`Game::respell`].
    fn respell(&self, setup: &Setup, raw: &str) -> Option<String>;
    /// How the contest's logs always write a token; see [`Game::contest_spelling`].
    fn contest_spelling(&self, setup: &Setup, token: &str) -> Option<String>;
    /// What luck dealt in the act that a token says.
    fn chance_of(&self, token: &str) -> Option<String>;
    /// See [`Game::with_deal`].
    fn with_chance(&self, text: &str, deal: &str) -> Option<String>;
    /// See [`Game::lead_in_token`].
    fn lead_in_token(&self, deal: &str) -> String;
    /// See [`Game::draw_lots`].
    fn draw_lots(&self, setup: &mut Setup, below: &mut dyn FnMut(u32) -> u32);
    /// See [`Game::gtp`].
    fn gtp(&self, setup: &Setup) -> Option<Vec<String>>;
    /// Replays tokens from the start; see [`replay`].
    ///
    /// # Errors
    /// The game cannot start from this setup.
    fn replay(&self, setup: &Setup, moves: &str, faults: Faults) -> Result<Replay, SetupError>;
    /// Sits down at the first position.
    ///
    /// # Errors
    /// A parameter that the game does not accept.
    fn start(&self, setup: &Setup) -> Result<Box<dyn DynState>, SetupError>;
    /// Sits down at a position given as text.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn parse_position(&self, text: &str) -> Result<Box<dyn DynState>, ParseError>;
    /// The contest's dialogue for one seat, at its beginning.
    fn protocol(&self, setup: &Setup) -> Box<dyn Protocol>;
    /// The game's brain, taking no more than that; see [`Thinks::brain`].
    fn engine(&self, means: Resources) -> Box<dyn DynEngine>;
    /// The same with the search's own estimates, uncalibrated: to measure an engine, and to fit a
    /// calibration.
    fn uncalibrated_engine(&self, means: Resources) -> Box<dyn DynEngine>;
    /// See [`Thinks::CALIBRATION`].
    fn calibration(&self) -> &'static str;
    /// A player of this level, taking no more than that.
    fn engine_at_level(&self, level: Level, means: Resources) -> Box<dyn DynEngine>;
    /// The contest's clock.
    fn clock(&self) -> Clock;
    /// See [`Thinks::SAMPLE`].
    fn bench_setup(&self) -> Setup;
    /// The dialogue of one seat for a whole game; see [`Protocol::script`].
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

/// A game in progress, whichever it is.
pub trait DynState: Send {
    /// Whose act comes next, or that the game is over.
    fn turn(&self) -> Turn;
    /// The player who moves next, luck's deal aside.
    fn mover(&self) -> Option<Player>;
    /// Makes the act that a token says.
    ///
    /// # Errors
    /// The token is unreadable or illegal; the position is then unchanged.
    fn play(&mut self, token: &str) -> Result<(), Mishap>;
    /// Lets luck deal what a token says was dealt, and gives the move in it as a token of its own
    /// (Box: of `Ik364521v` the place `Ikv`); without luck in it, the token itself.
    ///
    /// # Errors
    /// The token is unreadable, or luck is not to deal; the position is then unchanged.
    fn apply_chance(&mut self, token: &str) -> Result<Option<String>, Mishap>;
    /// Every legal token of the player to act, canonical; in Box with the tile in hand, so none
    /// while luck is to deal.
    fn legal_moves(&self) -> Vec<String>;
    /// The token that is played without asking, if one is.
    fn automatic_move(&self) -> Option<String>;
    /// The position text.
    fn position(&self) -> String;
    /// See [`Thinks::played`].
    fn progress(&self) -> f64;
    /// A hash of the position.
    fn key(&self) -> u64;
    /// What the game gives; see [`Position::outcome`].
    fn outcome(&self, failed: Faults) -> Outcome;
    /// The board as text, the last act marked.
    fn text_board(&self, style: TextStyle) -> String;
    /// The board as a picture, the last act marked; see [`Game::scene`].
    fn scene(&self, view: SceneOptions) -> Scene;
    /// What a person's picks mean here; see [`Game::enter`].
    fn interpret_input(&self, picks: &MoveInput<'_>, view: SceneOptions) -> InputState;
    /// A token drawn over this position, legal or not; nothing if it is unreadable. See
    /// [`Game::preview`].
    fn preview(&self, token: &str, role: Role, view: SceneOptions) -> Vec<SceneItem>;
    /// What the last act did; see [`Game::happening`].
    fn move_event(&self) -> Option<MoveEvent>;
    /// What the last act changed; see [`Game::changes`].
    fn score_changes(&self) -> Vec<ScoreChange>;
    /// What is worth saying of a spot; see [`Game::about`].
    fn describe_square(&self, spot: &str, view: SceneOptions) -> Option<String>;
    /// Why the first of the played tokens is worse than the first of the better ones, each with
    /// what is thought to follow; see [`Game::reasons`]. What is unreadable or illegal ends a
    /// line; without a first token in both there are no reasons.
    fn reasons(&self, played: &[String], better: &[String]) -> Vec<String>;
    /// What a claim beside this token is worth; see [`Game::claim`].
    fn claim(&self, token: &str) -> Option<Claim>;
    /// How many legal moves the player to act has; none while luck is to deal.
    fn count_moves(&self) -> usize;
    /// What luck may deal now; see [`Game::deals`].
    fn chance_outcomes(&self) -> Vec<String>;
    /// The same table once more.
    fn fork(&self) -> Box<dyn DynState>;
}

/// A [`Game`] as a [`Book`].
pub struct GameAdapter<G>(PhantomData<fn() -> G>);

impl<G> GameAdapter<G> {
    /// The one value.
    pub const NEW: Self = Self(PhantomData);
}

impl<G: HasEngine> DynGame for GameAdapter<G> {
    fn id(&self) -> &'static str {
        G::ID
    }
    fn name(&self) -> &'static str {
        G::NAME
    }
    fn contest(&self) -> &'static str {
        G::CONTEST
    }
    fn sides(&self) -> [&'static str; 2] {
        G::SIDES
    }
    fn setup_keys(&self) -> &'static [(&'static str, &'static str)] {
        G::SETUP
    }
    fn lead_in(&self) -> usize {
        G::LEAD_IN
    }
    fn jury_plays_on(&self) -> bool {
        G::JURY_PLAYS_ON
    }
    fn ranked_by(&self) -> &'static [RankingKey] {
        G::RANKED_BY
    }
    fn automatic_ply(&self) -> Option<u32> {
        G::AUTOMATIC_PLY
    }
    fn codingame_ids(&self) -> &'static [u32] {
        G::CODINGAME_IDS
    }
    fn extra_names(&self) -> &'static [&'static str] {
        G::EXTRAS
    }
    fn sgf(&self) -> Option<&'static Sgf> {
        G::SGF
    }
    fn referee_words(&self) -> &'static [(&'static str, Fault)] {
        G::REFEREE_WORDS
    }
    fn referees_choice(&self) -> &'static [&'static str] {
        G::REFEREES_CHOICE
    }
    fn shown_move(&self, view: &str, words: &str) -> Option<String> {
        G::shown_move(view, words)
    }
    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }
    fn hand(&self) -> &'static InputSpec {
        &G::HAND
    }
    fn setup_from_extras(&self, extras: &[&str]) -> Result<Setup, SetupError> {
        G::setup_from_extras(extras)
    }
    fn extras(&self, setup: &Setup) -> Vec<String> {
        G::extras(setup)
    }
    fn parse(&self, token: &str) -> Result<ParsedToken, ParseError> {
        let Parsed { step, spelling } = G::parse(token.as_bytes())?;
        Ok(ParsedToken {
            text: to_token::<G>(&step),
            spelling,
        })
    }
    fn respell(&self, setup: &Setup, raw: &str) -> Option<String> {
        G::respell(setup, raw)
    }
    fn contest_spelling(&self, setup: &Setup, token: &str) -> Option<String> {
        G::contest_spelling(setup, token)
    }
    fn chance_of(&self, token: &str) -> Option<String> {
        let luck = G::parse(token.as_bytes()).ok()?.step.chance;
        luck.map(|luck| G::write_chance(&luck))
    }
    fn with_chance(&self, text: &str, deal: &str) -> Option<String> {
        G::with_chance(text, deal)
    }
    fn lead_in_token(&self, deal: &str) -> String {
        G::lead_in_token(deal)
    }
    fn draw_lots(&self, setup: &mut Setup, below: &mut dyn FnMut(u32) -> u32) {
        G::draw_lots(setup, below);
    }
    fn gtp(&self, setup: &Setup) -> Option<Vec<String>> {
        G::gtp(setup)
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
    fn protocol(&self, setup: &Setup) -> Box<dyn Protocol> {
        G::protocol(setup)
    }
    fn engine(&self, means: Resources) -> Box<dyn DynEngine> {
        Box::new(EngineAdapter::<G>::calibrated(means.new_engine()))
    }
    fn uncalibrated_engine(&self, means: Resources) -> Box<dyn DynEngine> {
        Box::new(EngineAdapter::<G>::uncalibrated(means.new_engine()))
    }
    fn calibration(&self) -> &'static str {
        G::CALIBRATION
    }
    fn engine_at_level(&self, level: Level, means: Resources) -> Box<dyn DynEngine> {
        match level {
            Level::Engine => self.engine(means),
            // The calibration is that of the brain's estimates.
            simple => Box::new(EngineAdapter::<G>::uncalibrated(simple.new_engine(means))),
        }
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

/// A position, and the act that led to it with the position before.
struct StateAdapter<G: Game> {
    position: G::Position,
    last: Option<(G::Position, StepOf<G>)>,
}

impl<G: HasEngine> StateAdapter<G> {
    fn boxed(position: G::Position) -> Box<dyn DynState> {
        Box::new(Self {
            position,
            last: None,
        })
    }
}

fn to_token<G: Game>(step: &StepOf<G>) -> String {
    let mut text = String::new();
    G::write(step, &mut text);
    text
}

/// The moves of a line as far as they are legal, one after the other.
fn legal_prefix<G: Game>(position: &G::Position, line: &[String]) -> Vec<MoveOf<G>> {
    let mut position = position.clone();
    let play = |token: &String| {
        let mv = G::parse(token.as_bytes()).ok()?.step.mv?;
        // Luck ends what is thought to follow.
        let is_due = matches!(position.turn(), Turn::Player(_));
        (is_due && position.play(&mv).is_ok()).then_some(mv)
    };
    line.iter().map_while(play).collect()
}

impl<G: HasEngine> DynState for StateAdapter<G> {
    fn turn(&self) -> Turn {
        self.position.turn()
    }
    fn mover(&self) -> Option<Player> {
        self.position.mover()
    }
    fn play(&mut self, token: &str) -> Result<(), Mishap> {
        let step = G::parse(token.as_bytes())
            .map_err(MoveError::Unreadable)?
            .step;
        let mut next = self.position.clone();
        crate::contract::play_step(&mut next, &step)?;
        let before = std::mem::replace(&mut self.position, next);
        self.last = Some((before, step));
        Ok(())
    }
    fn apply_chance(&mut self, token: &str) -> Result<Option<String>, Mishap> {
        let step = G::parse(token.as_bytes())
            .map_err(MoveError::Unreadable)?
            .step;
        if let Some(luck) = step.chance {
            if self.position.turn() != Turn::Chance {
                let expected = "a move alone, for luck has dealt";
                return Err(MoveError::WrongKind { expected });
            }
            let lead_in = self.position.mover().is_none();
            self.position.apply_chance(&luck);
            self.last = None;
            if lead_in {
                return Ok(None);
            }
        }
        Ok(step.mv.map(|mv| to_token::<G>(&StepOf::<G>::from_move(mv))))
    }
    fn legal_moves(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        self.position
            .legal_moves(&mut |mv| tokens.push(to_token::<G>(&StepOf::<G>::from_move(mv))));
        tokens
    }
    fn automatic_move(&self) -> Option<String> {
        let mv = self.position.automatic_move()?;
        Some(to_token::<G>(&StepOf::<G>::from_move(mv)))
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
    fn text_board(&self, style: TextStyle) -> String {
        let last = self.last.as_ref().map(|(_, step)| step);
        G::text_board(&self.position, last, style)
    }
    fn scene(&self, view: SceneOptions) -> Scene {
        let last = self.last.as_ref();
        let last = last.map(|(before, step)| LastStep { before, step });
        G::scene(&self.position, last, view)
    }
    fn interpret_input(&self, picks: &MoveInput<'_>, view: SceneOptions) -> InputState {
        G::interpret_input(&self.position, picks, view)
    }
    fn preview(&self, token: &str, role: Role, view: SceneOptions) -> Vec<SceneItem> {
        G::parse(token.as_bytes()).map_or_else(
            |_| Vec::new(),
            |parsed| G::preview(&self.position, &parsed.step, role, view),
        )
    }
    fn move_event(&self) -> Option<MoveEvent> {
        let (before, step) = self.last.as_ref()?;
        G::move_event(before, step)
    }
    fn score_changes(&self) -> Vec<ScoreChange> {
        let last = self.last.as_ref();
        last.map_or_else(Vec::new, |(before, step)| G::score_changes(before, step))
    }
    fn describe_square(&self, spot: &str, view: SceneOptions) -> Option<String> {
        G::describe_square(&self.position, spot, view)
    }
    fn reasons(&self, played: &[String], better: &[String]) -> Vec<String> {
        let [played, better] = [played, better].map(|line| legal_prefix::<G>(&self.position, line));
        if played.is_empty() || better.is_empty() {
            return Vec::new();
        }
        G::reasons(&self.position, &played, &better)
    }
    fn claim(&self, token: &str) -> Option<Claim> {
        let step = G::parse(token.as_bytes()).ok()?.step;
        G::claim(&self.position, &step.mv?)
    }
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.position.legal_moves(&mut |_| count += 1);
        count
    }
    fn chance_outcomes(&self) -> Vec<String> {
        G::chance_outcomes(&self.position)
    }
    fn fork(&self) -> Box<dyn DynState> {
        Box::new(Self {
            position: self.position.clone(),
            last: self.last.clone(),
        })
    }
}
