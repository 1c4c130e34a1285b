//! A rule book whose types are hidden.

use super::mind::{Mind, Minded};
use crate::contract::scene::{Item, Last, Role, Scene, View};
use crate::contract::{
    BadText, Change, Claim, End, Entry, FailureKind, Fault, Faults, Game, Hand, Happening, Line,
    MoveOf, Outcome, Parsed, Picks, Player, Position, Protocol, Replay, Setup, SetupError, Sgf,
    Spelling, StepOf, Style, Tally, Turn, replay,
};
use crate::search::{Clock, Level, Means, Thinks};
use std::marker::PhantomData;

/// A token that was understood, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The canonical token.
    pub text: String,
    /// How the given text is spelled.
    pub spelling: Spelling,
}

/// Why a token could not be played at a [`Table`].
pub type Mishap = FailureKind;

/// A rule book, whichever game it is: what [`Game`] says, with text instead of types.
pub trait Book: Send + Sync {
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
    fn ranked_by(&self) -> &'static [Tally];
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
    fn hand(&self) -> &'static Hand;
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
    fn read(&self, token: &str) -> Result<Token, BadText>;
    /// A contest's spelling that [`read`](Self::read) does not take, as a token; see
    /// [`Game::respell`].
    fn respell(&self, setup: &Setup, raw: &str) -> Option<String>;
    /// How the contest's logs always write a token; see [`Game::contest_spelling`].
    fn contest_spelling(&self, setup: &Setup, token: &str) -> Option<String>;
    /// What luck dealt in the act that a token says.
    fn deal_of(&self, token: &str) -> Option<String>;
    /// See [`Game::with_deal`].
    fn with_deal(&self, text: &str, deal: &str) -> Option<String>;
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
    fn start(&self, setup: &Setup) -> Result<Box<dyn Table>, SetupError>;
    /// Sits down at a position given as text.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn read_position(&self, text: &str) -> Result<Box<dyn Table>, BadText>;
    /// The contest's dialogue for one seat, at its beginning.
    fn protocol(&self, setup: &Setup) -> Box<dyn Protocol>;
    /// The game's brain, taking no more than that; see [`Thinks::brain`].
    fn mind(&self, means: Means) -> Box<dyn Mind>;
    /// The same with the search's own estimates, uncalibrated: to measure an engine, and to fit a
    /// calibration.
    fn bare_mind(&self, means: Means) -> Box<dyn Mind>;
    /// See [`Thinks::CALIBRATION`].
    fn calibration(&self) -> &'static str;
    /// A player of this level, taking no more than that.
    fn player(&self, level: Level, means: Means) -> Box<dyn Mind>;
    /// The contest's clock.
    fn clock(&self) -> Clock;
    /// See [`Thinks::SAMPLE`].
    fn sample(&self) -> Setup;
    /// The dialogue of one seat for a whole game; see [`Protocol::script`].
    ///
    /// # Errors
    /// A token that is illegal where it stands.
    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        end: End,
    ) -> Result<Vec<Line>, BadText> {
        self.protocol(setup).script(setup, tokens, seat, end)
    }
}

/// A game in progress, whichever it is.
pub trait Table: Send {
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
    fn deal(&mut self, token: &str) -> Result<Option<String>, Mishap>;
    /// Every legal token of the player to act, canonical; in Box with the tile in hand, so none
    /// while luck is to deal.
    fn moves(&self) -> Vec<String>;
    /// The token that is played without asking, if one is.
    fn automatic(&self) -> Option<String>;
    /// The position text.
    fn position(&self) -> String;
    /// See [`Thinks::played`].
    fn played(&self) -> f64;
    /// A hash of the position.
    fn key(&self) -> u64;
    /// What the game gives; see [`Position::outcome`].
    fn outcome(&self, failed: Faults) -> Outcome;
    /// The board as text, the last act marked.
    fn draw(&self, style: Style) -> String;
    /// The board as a picture, the last act marked; see [`Game::scene`].
    fn scene(&self, view: View) -> Scene;
    /// What a person's picks mean here; see [`Game::enter`].
    fn enter(&self, picks: &Picks<'_>, view: View) -> Entry;
    /// A token drawn over this position, legal or not; nothing if it is unreadable. See
    /// [`Game::preview`].
    fn preview(&self, token: &str, role: Role, view: View) -> Vec<Item>;
    /// What the last act did; see [`Game::happening`].
    fn happening(&self) -> Option<Happening>;
    /// What the last act changed; see [`Game::changes`].
    fn changes(&self) -> Vec<Change>;
    /// What is worth saying of a spot; see [`Game::about`].
    fn about(&self, spot: &str, view: View) -> Option<String>;
    /// Why the first of the played tokens is worse than the first of the better ones, each with
    /// what is thought to follow; see [`Game::reasons`]. What is unreadable or illegal ends a
    /// line; without a first token in both there are no reasons.
    fn reasons(&self, played: &[String], better: &[String]) -> Vec<String>;
    /// What a claim beside this token is worth; see [`Game::claim`].
    fn claim(&self, token: &str) -> Option<Claim>;
    /// How many legal moves the player to act has; none while luck is to deal.
    fn count_moves(&self) -> usize;
    /// What luck may deal now; see [`Game::deals`].
    fn deals(&self) -> Vec<String>;
    /// The same table once more.
    fn fork(&self) -> Box<dyn Table>;
}

/// A [`Game`] as a [`Book`].
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The one value.
    pub const NEW: Self = Self(PhantomData);
}

impl<G: Thinks> Book for Erased<G> {
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
    fn ranked_by(&self) -> &'static [Tally] {
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
    fn hand(&self) -> &'static Hand {
        &G::HAND
    }
    fn setup_from_extras(&self, extras: &[&str]) -> Result<Setup, SetupError> {
        G::setup_from_extras(extras)
    }
    fn extras(&self, setup: &Setup) -> Vec<String> {
        G::extras(setup)
    }
    fn read(&self, token: &str) -> Result<Token, BadText> {
        let Parsed { step, spelling } = G::read(token.as_bytes())?;
        Ok(Token {
            text: written::<G>(&step),
            spelling,
        })
    }
    fn respell(&self, setup: &Setup, raw: &str) -> Option<String> {
        G::respell(setup, raw)
    }
    fn contest_spelling(&self, setup: &Setup, token: &str) -> Option<String> {
        G::contest_spelling(setup, token)
    }
    fn deal_of(&self, token: &str) -> Option<String> {
        let luck = G::read(token.as_bytes()).ok()?.step.luck;
        luck.map(|luck| G::write_luck(&luck))
    }
    fn with_deal(&self, text: &str, deal: &str) -> Option<String> {
        G::with_deal(text, deal)
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
    fn start(&self, setup: &Setup) -> Result<Box<dyn Table>, SetupError> {
        Ok(Seated::<G>::boxed(G::start(setup)?))
    }
    fn read_position(&self, text: &str) -> Result<Box<dyn Table>, BadText> {
        Ok(Seated::<G>::boxed(G::read_position(text)?))
    }
    fn protocol(&self, setup: &Setup) -> Box<dyn Protocol> {
        G::protocol(setup)
    }
    fn mind(&self, means: Means) -> Box<dyn Mind> {
        Box::new(Minded::<G>::calibrated(means.brain()))
    }
    fn bare_mind(&self, means: Means) -> Box<dyn Mind> {
        Box::new(Minded::<G>::bare(means.brain()))
    }
    fn calibration(&self) -> &'static str {
        G::CALIBRATION
    }
    fn player(&self, level: Level, means: Means) -> Box<dyn Mind> {
        match level {
            Level::Brain => self.mind(means),
            // The calibration is that of the brain's estimates.
            simple => Box::new(Minded::<G>::bare(simple.player(means))),
        }
    }
    fn clock(&self) -> Clock {
        G::CLOCK
    }
    fn sample(&self) -> Setup {
        let own = |text: &&str| (*text).to_owned();
        let pairs = G::SAMPLE.iter().map(|(key, value)| (own(key), own(value)));
        Setup(pairs.collect())
    }
}

/// A position, and the act that led to it with the position before.
struct Seated<G: Game> {
    position: G::Position,
    last: Option<(G::Position, StepOf<G>)>,
}

impl<G: Thinks> Seated<G> {
    fn boxed(position: G::Position) -> Box<dyn Table> {
        Box::new(Self {
            position,
            last: None,
        })
    }
}

fn written<G: Game>(step: &StepOf<G>) -> String {
    let mut text = String::new();
    G::write(step, &mut text);
    text
}

/// The moves of a line as far as they are legal, one after the other.
fn legal<G: Game>(position: &G::Position, line: &[String]) -> Vec<MoveOf<G>> {
    let mut position = position.clone();
    let play = |token: &String| {
        let mv = G::read(token.as_bytes()).ok()?.step.mv?;
        // Luck ends what is thought to follow.
        let is_due = matches!(position.turn(), Turn::Player(_));
        (is_due && position.play(&mv).is_ok()).then_some(mv)
    };
    line.iter().map_while(play).collect()
}

impl<G: Thinks> Table for Seated<G> {
    fn turn(&self) -> Turn {
        self.position.turn()
    }
    fn mover(&self) -> Option<Player> {
        self.position.mover()
    }
    fn play(&mut self, token: &str) -> Result<(), Mishap> {
        let step = G::read(token.as_bytes())
            .map_err(FailureKind::Unreadable)?
            .step;
        let mut next = self.position.clone();
        crate::contract::play_step(&mut next, &step)?;
        let before = std::mem::replace(&mut self.position, next);
        self.last = Some((before, step));
        Ok(())
    }
    fn deal(&mut self, token: &str) -> Result<Option<String>, Mishap> {
        let step = G::read(token.as_bytes())
            .map_err(FailureKind::Unreadable)?
            .step;
        if let Some(luck) = step.luck {
            if self.position.turn() != Turn::Luck {
                let expected = "a move alone, for luck has dealt";
                return Err(FailureKind::WrongKind { expected });
            }
            let lead_in = self.position.mover().is_none();
            self.position.deal(&luck);
            self.last = None;
            if lead_in {
                return Ok(None);
            }
        }
        Ok(step.mv.map(|mv| written::<G>(&StepOf::<G>::of(mv))))
    }
    fn moves(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        self.position
            .moves(&mut |mv| tokens.push(written::<G>(&StepOf::<G>::of(mv))));
        tokens
    }
    fn automatic(&self) -> Option<String> {
        let mv = self.position.automatic()?;
        Some(written::<G>(&StepOf::<G>::of(mv)))
    }
    fn position(&self) -> String {
        G::write_position(&self.position)
    }
    fn played(&self) -> f64 {
        G::played(&self.position)
    }
    fn key(&self) -> u64 {
        self.position.key()
    }
    fn outcome(&self, failed: Faults) -> Outcome {
        self.position.outcome(failed)
    }
    fn draw(&self, style: Style) -> String {
        let last = self.last.as_ref().map(|(_, step)| step);
        G::draw(&self.position, last, style)
    }
    fn scene(&self, view: View) -> Scene {
        let last = self.last.as_ref();
        let last = last.map(|(before, step)| Last { before, step });
        G::scene(&self.position, last, view)
    }
    fn enter(&self, picks: &Picks<'_>, view: View) -> Entry {
        G::enter(&self.position, picks, view)
    }
    fn preview(&self, token: &str, role: Role, view: View) -> Vec<Item> {
        G::read(token.as_bytes()).map_or_else(
            |_| Vec::new(),
            |parsed| G::preview(&self.position, &parsed.step, role, view),
        )
    }
    fn happening(&self) -> Option<Happening> {
        let (before, step) = self.last.as_ref()?;
        G::happening(before, step)
    }
    fn changes(&self) -> Vec<Change> {
        let last = self.last.as_ref();
        last.map_or_else(Vec::new, |(before, step)| G::changes(before, step))
    }
    fn about(&self, spot: &str, view: View) -> Option<String> {
        G::about(&self.position, spot, view)
    }
    fn reasons(&self, played: &[String], better: &[String]) -> Vec<String> {
        let [played, better] = [played, better].map(|line| legal::<G>(&self.position, line));
        if played.is_empty() || better.is_empty() {
            return Vec::new();
        }
        G::reasons(&self.position, &played, &better)
    }
    fn claim(&self, token: &str) -> Option<Claim> {
        let step = G::read(token.as_bytes()).ok()?.step;
        G::claim(&self.position, &step.mv?)
    }
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.position.moves(&mut |_| count += 1);
        count
    }
    fn deals(&self) -> Vec<String> {
        G::deals(&self.position)
    }
    fn fork(&self) -> Box<dyn Table> {
        Box::new(Self {
            position: self.position.clone(),
            last: self.last.clone(),
        })
    }
}
