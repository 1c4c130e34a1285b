//! Short games by which it is seen whether a program can be led into a game in progress.
//!
//! A program that heeds the moves before never repeats one of them. So it is asked in a position,
//! and then in others that differ by its answer, which was made before and is illegal now: one that
//! skips the line with the moves so far, or takes it for a move, gives the same answer again. An
//! answer counts if the program gives it twice, since one made by lot may be legal by chance.
//!
//! The positions have few moves and many, so that a program which fails in some of them is known by
//! the others.

use super::contestant::Contestant;
use super::game_spec::{RandomStream, draw_setup, stream_rng, supports_openings};
use super::legal_step::{LegalStep, PlyStart};
use super::rejudge::{AskMethod, BotKnowledge, RejudgeError, RejudgeOutcome, Rejudger};
use kifu_core::contract::{Fault, Player, Setup, Turn};
use kifu_core::games::DynGame;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The random seed of the game in which a program is asked.
const SEED: u64 = 1;
/// The numbers of plies after which a program is asked, for both sides. A random move without
/// knowledge of the late positions is illegal there.
pub(super) const PLY_COUNTS: [usize; 9] = [1, 2, 3, 6, 9, 16, 17, 24, 25];
/// The number of plies after which many moves are illegal.
const LATE_PLIES: usize = 12;
/// The numbers of plies after which the move of the program itself is played.
pub(super) const OWN_PLIES: [usize; 3] = [0, 2, 4];
/// The numbers of plies after which a program is asked in positions that differ by its answer.
const VARIED_PLY_COUNTS: [usize; 5] = [2, 3, 6, 15, 24];
/// The number of times that a program is started in these positions, after which it is asked with
/// no further number of plies.
const MAX_VARIED_STARTS: u32 = 15;
/// The number of moves that are tried to forbid an answer.
const MAX_OTHER_MOVES: usize = 100;
/// The number of times that a program may give no answer in time.
const MAX_TIMEOUTS: u32 = 2;

/// The use that a program makes of what leads it into a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LeadingSupport {
    /// It plays on from the position.
    Follows,
    /// It pays no regard to the moves before, or that is not certain.
    Ignores,
    /// It gives no answer in any position, for this reason.
    Fails(String),
}

/// The answers of a program in positions that differ by its answer.
enum VariedAnswers {
    /// They heed the moves before.
    Heeding,
    /// One of them is illegal.
    Illegal,
    /// The program gave none.
    Missing { reason: String, is_timeout: bool },
    /// They differ from each other in the same position, or there is no such position.
    Uncertain,
}

/// A program that is asked in a game.
pub(super) struct ProbedBot<'a> {
    pub game: &'static dyn DynGame,
    pub contestant: &'a Contestant,
    pub grace_period: Duration,
    /// Set to end all waiting for the program.
    pub stop: Option<&'a Arc<AtomicBool>>,
    /// The number of times that the program was started.
    pub start_count: Cell<u32>,
}

/// The reason why a program has no legal move.
pub(super) struct MissingMove {
    /// The kind of failure; `None` if the program could not be asked.
    fault: Option<Fault>,
    pub reason: String,
}

/// A place in a game: the setup, the tokens before it, and the chance outcome that is dealt.
#[derive(Clone, Copy)]
pub(super) struct ProbedPlace<'a> {
    pub setup: &'a Setup,
    pub tokens: &'a [String],
    pub chance: Option<&'a str>,
}

impl<'a> ProbedBot<'a> {
    /// Creates a program that was not asked before.
    pub fn new(
        game: &'static dyn DynGame,
        contestant: &'a Contestant,
        grace_period: Duration,
    ) -> Self {
        Self {
            game,
            contestant,
            grace_period,
            stop: None,
            start_count: Cell::new(0),
        }
    }

    /// Returns the legal move of the program at a place, to which it is led in this way; by the
    /// contest's dialogue alone at the start of a game.
    pub fn own_move(
        &self,
        place: ProbedPlace<'_>,
        method: AskMethod,
    ) -> Result<Result<String, MissingMove>, RejudgeError> {
        let game = self.game;
        let tokens: Vec<&str> = place.tokens.iter().map(String::as_str).collect();
        let unasked = || MissingMove {
            fault: None,
            reason: String::new(),
        };
        let Some(side) = side_to_move(game, place.setup, &tokens) else {
            return Ok(Err(unasked()));
        };
        let mut asked = Rejudger::new(game, self.contestant, place.setup, side, self.grace_period)?;
        asked.stop = self.stop.cloned();
        let is_led = method == AskMethod::OpeningLine;
        let opening = [LeadingSupport::Ignores, LeadingSupport::Follows];
        asked.known = BotKnowledge {
            opening: Some(opening[usize::from(is_led)].clone()),
            board: Some(LeadingSupport::Follows),
        };
        self.start_count.set(self.start_count.get() + 1);
        let answer = if !is_led || tokens.len() <= game.info().lead_in {
            asked.ask_after(&tokens, place.chance)?
        } else {
            asked.ask_led_after(&tokens, place.chance)?
        };
        Ok(match answer.map(|answer| answer.outcome) {
            Some(RejudgeOutcome::Differs(mv)) => Ok(mv),
            Some(RejudgeOutcome::Fails(reason)) => Err(MissingMove {
                fault: asked.fault,
                reason,
            }),
            _ => Err(unasked()),
        })
    }

    /// Returns the move that the program makes twice at a place, of up to three times that it is led
    /// there by a line with the moves so far.
    fn steady_move(
        &self,
        place: ProbedPlace<'_>,
    ) -> Result<Result<String, VariedAnswers>, RejudgeError> {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..3 {
            match self.own_move(place, AskMethod::OpeningLine)? {
                Ok(mv) if moves.contains(&mv) => return Ok(Ok(mv)),
                Ok(mv) => moves.push(mv),
                Err(missing) => {
                    return Ok(Err(match missing.fault {
                        Some(fault) if is_end(fault) => VariedAnswers::Missing {
                            reason: missing.reason,
                            is_timeout: fault == Fault::Timeout,
                        },
                        Some(Fault::Illegal) => VariedAnswers::Illegal,
                        _ => VariedAnswers::Uncertain,
                    }));
                }
            }
        }
        Ok(Err(VariedAnswers::Uncertain))
    }

    /// Asks the program at a place in a game, and in positions in which its answer was made before.
    fn varied_answers(
        &self,
        setup: &Setup,
        tokens: &[String],
        count: usize,
    ) -> Result<VariedAnswers, RejudgeError> {
        let Some(next) = tokens.get(count) else {
            return Ok(VariedAnswers::Uncertain);
        };
        let chance = self.game.chance_of(next);
        let place = ProbedPlace {
            setup,
            tokens: &tokens[..count],
            chance: chance.as_deref(),
        };
        let answer = match self.steady_move(place)? {
            Ok(answer) => answer,
            Err(answers) => return Ok(answers),
        };
        // The last move of the opponent is not in the line where the second player is asked.
        let is_second = side_to_move(self.game, setup, place.tokens) == Some(Player::Second);
        let plies = self.game.info().lead_in..count - usize::from(is_second);
        let varied = |at| self.forbidding(place, at, &answer);
        let first = plies.clone().find_map(varied);
        let last = plies.rev().find_map(varied);
        let Some((first, last)) = first.zip(last) else {
            return Ok(VariedAnswers::Uncertain);
        };
        for tokens in [first, last] {
            let tokens = &tokens;
            if let Err(answers) = self.steady_move(ProbedPlace { tokens, ..place })? {
                return Ok(answers);
            }
        }
        Ok(VariedAnswers::Heeding)
    }

    /// Returns the tokens of a place with another move at one of them, the same one if possible,
    /// after which a move is illegal at the end; `None` if there are none.
    fn forbidding(&self, place: ProbedPlace<'_>, at: usize, mv: &str) -> Option<Vec<String>> {
        let mut state = self.game.start(place.setup).ok()?;
        let mut before = place.tokens[..at].iter();
        before.try_for_each(|token| state.play(token)).ok()?;
        let chance = self.game.chance_of(&place.tokens[at]);
        let start = PlyStart::known(self.game, state.as_ref(), chance.as_deref())?;
        let others = std::iter::once(mv.to_owned()).chain(start.legal_moves());
        others
            .take(MAX_OTHER_MOVES)
            .find_map(|other| self.with_other_move(place, (at, &other), mv))
    }

    /// Returns the tokens of a place with another move at one of them, if that is legal and forbids a
    /// move at the end. Of the tokens after it those stay that are legal.
    fn with_other_move(
        &self,
        place: ProbedPlace<'_>,
        (at, other): (usize, &str),
        mv: &str,
    ) -> Option<Vec<String>> {
        let game = self.game;
        let mut state = game.start(place.setup).ok()?;
        let mut tokens = Vec::new();
        for (index, token) in place.tokens.iter().enumerate() {
            let step = if index < at {
                LegalStep::given(game, state.as_ref(), token).ok()?
            } else {
                let chance = game.chance_of(token);
                let start = PlyStart::known(game, state.as_ref(), chance.as_deref())?;
                let own = game.move_token(token).unwrap_or_else(|| token.clone());
                let wanted = if index == at { other } else { &own };
                match start.step(wanted) {
                    Ok(step) => step,
                    Err(_) if index == at => return None,
                    Err(_) => start.step(start.legal_moves().first()?).ok()?,
                }
            };
            let (token, _, after) = step.into_parts();
            tokens.push(token);
            state = after;
        }
        let is_turn = state.mover().is_some() && state.automatic_move().is_none();
        let end = PlyStart::known(game, state.as_ref(), place.chance).filter(|_| is_turn)?;
        end.step(mv).is_err().then_some(tokens)
    }
}

/// Reports whether a program has given no answer at all, rather than a wrong one.
pub(super) const fn is_end(fault: Fault) -> bool {
    matches!(fault, Fault::Crash | Fault::Exit | Fault::Timeout)
}

/// Returns the use that a program makes of a line with the moves so far.
///
/// It is started up to 40 times. `accepts_board` is whether it plays on where the contest shows it
/// the board.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub(super) fn opening_support(
    bot: &ProbedBot<'_>,
    accepts_board: bool,
) -> Result<LeadingSupport, RejudgeError> {
    let lead_in = bot.game.info().lead_in;
    if accepts_board && supports_openings(bot.game) {
        let answers_alike = answers_alike_when_led(bot)?;
        let support = [LeadingSupport::Ignores, LeadingSupport::Follows];
        return Ok(support[usize::from(answers_alike)].clone());
    }
    let (setup, tokens) = sample_game(bot, &[])?;
    let mut failure = None;
    let (mut is_illegal, mut is_uncertain, mut timeouts) = (false, false, 0);
    for count in VARIED_PLY_COUNTS {
        if bot.start_count.get() > MAX_VARIED_STARTS || timeouts >= MAX_TIMEOUTS {
            break;
        }
        match bot.varied_answers(&setup, &tokens, lead_in + count)? {
            VariedAnswers::Heeding => return Ok(LeadingSupport::Follows),
            VariedAnswers::Illegal => is_illegal = true,
            VariedAnswers::Uncertain => is_uncertain = true,
            VariedAnswers::Missing { reason, is_timeout } => {
                timeouts += u32::from(is_timeout);
                failure.get_or_insert(reason);
            }
        }
    }
    let is_certain = !is_illegal && !is_uncertain;
    Ok(match failure {
        _ if is_uncertain && moves_legally_when_led(bot)? => LeadingSupport::Follows,
        Some(reason) if is_certain => LeadingSupport::Fails(reason),
        _ => LeadingSupport::Ignores,
    })
}

/// Returns whether a program that is shown the board in the middle of a game answers in one of
/// several positions, or how it fails in them.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub(super) fn board_support(bot: &ProbedBot<'_>) -> Result<LeadingSupport, RejudgeError> {
    let (setup, tokens) = sample_game(bot, &[])?;
    let (mut failure, mut timeouts) = (None, 0);
    for count in VARIED_PLY_COUNTS {
        let Some(before) = tokens.get(..count) else {
            continue;
        };
        let place = ProbedPlace {
            setup: &setup,
            tokens: before,
            chance: None,
        };
        match bot.own_move(place, AskMethod::Board)? {
            Ok(_) => return Ok(LeadingSupport::Follows),
            Err(missing) if missing.fault == Some(Fault::Illegal) => {
                return Ok(LeadingSupport::Follows);
            }
            Err(missing) => {
                timeouts += u32::from(missing.fault == Some(Fault::Timeout));
                failure.get_or_insert(missing.reason);
            }
        }
        if timeouts >= MAX_TIMEOUTS {
            break;
        }
    }
    Ok(LeadingSupport::Fails(failure.unwrap_or_default()))
}

/// Reports whether a program that is led by a line with the moves so far gives legal moves in all
/// positions of a game with moves of its own. One that draws its moves by lot is known by no others,
/// and is asked twice where many moves are illegal.
fn moves_legally_when_led(bot: &ProbedBot<'_>) -> Result<bool, RejudgeError> {
    let game = bot.game;
    let (setup, tokens) = sample_game(bot, &OWN_PLIES)?;
    let late = PLY_COUNTS.into_iter().filter(|count| *count > LATE_PLIES);
    for count in PLY_COUNTS.into_iter().chain(late) {
        let count = game.info().lead_in + count;
        let Some(next) = tokens.get(count) else {
            continue;
        };
        let chance = game.chance_of(next);
        let place = ProbedPlace {
            setup: &setup,
            tokens: &tokens[..count],
            chance: chance.as_deref(),
        };
        let answer = bot.own_move(place, AskMethod::OpeningLine)?;
        if answer.is_err_and(|missing| missing.fault.is_some()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reports whether a program that is shown the board answers the same, led and not led, in two
/// positions with different answers. Of such a program a legal answer shows nothing, and in some
/// positions it may answer otherwise because it knows the moves before.
fn answers_alike_when_led(bot: &ProbedBot<'_>) -> Result<bool, RejudgeError> {
    let (setup, tokens) = sample_game(bot, &[])?;
    let mut alike: Vec<String> = Vec::new();
    for count in PLY_COUNTS.into_iter().rev() {
        let Some(before) = tokens.get(..count) else {
            continue;
        };
        let place = ProbedPlace {
            setup: &setup,
            tokens: before,
            chance: None,
        };
        let Ok(shown) = bot.own_move(place, AskMethod::Board)? else {
            continue;
        };
        if alike.contains(&shown) {
            continue;
        }
        let led = bot.own_move(place, AskMethod::OpeningLine)?;
        if led.is_ok_and(|led| led == shown) {
            alike.push(shown);
        }
        if alike.len() == 2 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the player whose turn it is after these tokens, if the player has a choice.
pub(super) fn side_to_move(
    game: &dyn DynGame,
    setup: &Setup,
    tokens: &[impl AsRef<str>],
) -> Option<Player> {
    let mut state = game.start(setup).ok()?;
    for token in tokens {
        state.play(token.as_ref()).ok()?;
    }
    state.mover().filter(|_| state.automatic_move().is_none())
}

/// Returns the setup and the tokens of the beginning of a game of random moves, in which the program
/// itself moves after these numbers of plies.
///
/// A program that always gives the same move, or its first one, is soon illegal in a game with moves
/// of its own.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub(super) fn sample_game(
    bot: &ProbedBot<'_>,
    own_plies: &[usize],
) -> Result<(Setup, Vec<String>), RejudgeError> {
    let game = bot.game;
    let setup = draw_setup(game, &Setup::default(), SEED);
    let mut state = game.start(&setup)?;
    let mut rng = stream_rng(SEED, RandomStream::Opening);
    let mut tokens = Vec::new();
    let last = PLY_COUNTS.into_iter().max().unwrap_or_default();
    while tokens.len() <= last + game.info().lead_in {
        let outcomes = state.chance_outcomes().len();
        let start = match state.turn() {
            Turn::Over => break,
            Turn::Chance if state.mover().is_none() || tokens.len() < game.info().lead_in => {
                let step = LegalStep::lead_in(game, state.as_ref(), rng.index(outcomes));
                let Some((token, _, after)) = step.map(LegalStep::into_parts) else {
                    break;
                };
                tokens.push(token);
                state = after;
                continue;
            }
            Turn::Chance => PlyStart::dealt(game, state.as_ref(), rng.index(outcomes)),
            Turn::Player(_) => Some(PlyStart::new(game, state.as_ref())),
        };
        let Some(start) = start else {
            break;
        };
        let moves = start.legal_moves();
        let random = moves.get(rng.index(moves.len().max(1))).cloned();
        let mut own = None;
        if own_plies.contains(&(tokens.len() - game.info().lead_in)) {
            let place = ProbedPlace {
                setup: &setup,
                tokens: &tokens,
                chance: start.chance(),
            };
            own = bot.own_move(place, AskMethod::OpeningLine)?.ok();
        }
        let step = own.and_then(|mv| start.step(&mv).ok());
        let step = step.or_else(|| start.step(&random?).ok());
        let Some((token, _, after)) = step.map(LegalStep::into_parts) else {
            break;
        };
        tokens.push(token);
        state = after;
    }
    Ok((setup, tokens))
}
