//! Asks a bot in single positions, each after a list of moves: the bot is led there and asked for its
//! move.

use super::contestant::{Contestant, ContestantKind};
use super::opening_probe::LeadingSupport;
use super::process::BotScope;
use super::rejudge::{
    AskMethod, BotKnowledge, NotAskedReason, OpenSession, RejudgeError, RejudgeOutcome,
    RejudgedPosition, Rejudger,
};
use kifu_core::contract::{Player, Setup};
use kifu_core::games::DynGame;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The answer of a bot that was led to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotAnswer {
    /// The bot plays this legal move, a canonical token without a chance outcome.
    Move(String),
    /// The bot gives no move or an illegal one, for this reason.
    Fails(String),
    /// The bot could not be asked, for this reason.
    NotAsked(NotAskedReason),
}

/// The answer of a bot in a position, with the way in which it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedPosition {
    /// The answer.
    pub answer: BotAnswer,
    /// The way in which the bot was asked; `None` if it was not.
    pub method: Option<AskMethod>,
    /// The text that the bot wrote for readers with its answer.
    pub output: String,
    /// The position text, including the chance outcome.
    pub position: String,
}

/// A bot that is led to positions of one game and asked there.
///
/// The ways are those of [`rejudge`](super::rejudge()), tried in the same order. What one position
/// shows about the bot is kept for the next one.
///
/// ```no_run
/// use kifu_core::contract::Setup;
/// use kifu_core::games::{CATALOGUE, by_id};
/// use kifu_study::arena::{CommandSpec, Contestant, ContestantKind, PositionAsker};
/// use std::time::Duration;
///
/// let zuniq = by_id(CATALOGUE, "zuniq").unwrap();
/// let bot = Contestant {
///     name: "mybot".to_owned(),
///     kind: ContestantKind::Contest(CommandSpec::parse("./mybot").unwrap()),
///     clock: None,
/// };
/// let mut asker = PositionAsker::new(zuniq, &bot, Duration::from_millis(500));
/// let asked = asker.ask(&Setup::default(), &["A2h", "C4v"], None)?;
/// println!("{:?}, asked by {:?}", asked.answer, asked.method);
/// # Ok::<(), kifu_study::arena::RejudgeError>(())
/// ```
pub struct PositionAsker<'a> {
    game: &'static dyn DynGame,
    contestant: &'a Contestant,
    grace_period: Duration,
    /// The ways in which the program can be led.
    known: BotKnowledge,
    /// Set to end all waiting for the program.
    stop: Option<Arc<AtomicBool>>,
    /// The sessions of both sides with a program that takes any position, which go on, and the setup
    /// of their game.
    sessions: [Option<(Setup, OpenSession)>; 2],
    _scope: BotScope,
}

impl<'a> PositionAsker<'a> {
    /// Creates an asker; no program is started yet. After each answer a program has `grace_period`
    /// to end by itself.
    pub fn new(
        game: &'static dyn DynGame,
        contestant: &'a Contestant,
        grace_period: Duration,
    ) -> Self {
        Self {
            game,
            contestant,
            grace_period,
            known: BotKnowledge::default(),
            stop: None,
            sessions: [None, None],
            _scope: BotScope::open(),
        }
    }

    /// Ends all waiting for the program soon after this flag was set.
    #[must_use]
    pub fn stopped_by(self, stop: &Arc<AtomicBool>) -> Self {
        Self {
            stop: Some(Arc::clone(stop)),
            ..self
        }
    }

    /// Asks for the move after these tokens, which include the lead-in; `chance` is the outcome that
    /// is dealt to the player to move.
    ///
    /// A program that can be led in no other way plays along from the start of the game, and is not
    /// asked if it plays another move before. With a clock for the whole game, that time is the limit
    /// for each answer.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or the tokens cannot be replayed.
    pub fn ask(
        &mut self,
        setup: &Setup,
        tokens: &[&str],
        chance: Option<&str>,
    ) -> Result<AskedPosition, RejudgeError> {
        let side = self.side_to_move(setup, tokens)?;
        let (game, contestant, grace) = (self.game, self.contestant, self.grace_period);
        let mut led = Rejudger::new(game, contestant, setup, side, grace)?;
        led.known = self.known.clone();
        led.stop.clone_from(&self.stop);
        let known = self.sessions[side.index()].take();
        let known = known.filter(|(known, _)| known == setup);
        led.session = known.map(|(_, session)| session);
        let mut asked = led.ask_after(tokens, chance)?;
        if matches!(contestant.kind, ContestantKind::Ugi(_)) {
            let session = led.session.take();
            self.sessions[side.index()] = session.map(|session| (setup.clone(), session));
        }
        self.known = led.known;
        let is_out_of_reach = asked
            .as_ref()
            .is_some_and(RejudgedPosition::is_out_of_reach);
        if is_out_of_reach && matches!(contestant.kind, ContestantKind::Contest(_)) {
            let mut along = Rejudger::new(game, contestant, setup, side, grace)?;
            along.stop.clone_from(&self.stop);
            let played = along.ask_along(tokens, chance)?;
            match (&mut asked, &self.known.board) {
                // It also fails where it is not led at all.
                (Some(asked), Some(LeadingSupport::Fails(reason)))
                    if played
                        .as_ref()
                        .is_some_and(RejudgedPosition::is_out_of_reach)
                        && along.has_failed() =>
                {
                    asked.outcome = RejudgeOutcome::Fails(reason.clone());
                    asked.method = Some(AskMethod::Board);
                }
                _ if played
                    .as_ref()
                    .is_some_and(|played| !played.is_out_of_reach()) =>
                {
                    asked = played;
                }
                _ => {}
            }
        }
        let asked = asked.ok_or(RejudgeError::NoTurn {
            count: tokens.len(),
        })?;
        Ok(AskedPosition {
            answer: match asked.outcome {
                RejudgeOutcome::Same => BotAnswer::Move(asked.recorded_move.unwrap_or_default()),
                RejudgeOutcome::Differs(mv) => BotAnswer::Move(mv),
                RejudgeOutcome::Fails(reason) => BotAnswer::Fails(reason),
                RejudgeOutcome::NotAsked(reason) => BotAnswer::NotAsked(reason),
            },
            method: asked.method,
            output: asked.output,
            position: asked.position,
        })
    }

    /// Returns the player to move after these tokens.
    fn side_to_move(&self, setup: &Setup, tokens: &[&str]) -> Result<Player, RejudgeError> {
        let mut state = self.game.start(setup)?;
        for (index, token) in tokens.iter().enumerate() {
            let ply = (index + 1).saturating_sub(self.game.info().lead_in);
            let played = state.play(token);
            played.map_err(|_| RejudgeError::MoveRefused {
                ply: u32::try_from(ply).unwrap_or(u32::MAX),
                token: (*token).to_owned(),
            })?;
        }
        state.mover().ok_or(RejudgeError::NoTurn {
            count: tokens.len(),
        })
    }
}
