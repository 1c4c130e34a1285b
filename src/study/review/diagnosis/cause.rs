//! The cause of a loss, as far as the bot's own words tell it.

use super::history::{BotModel, BotModels, MIN_FIT_GAMES, move_count, time_ms};
use crate::review::{JudgedPly, percent_text};
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_core::search::Clock;
use kifu_logs::bot_output::PlyReport;
use schemars::JsonSchema;
use serde::Serialize;

/// The share of the usual effort below which a thought is short.
const SHORT_THOUGHT: f64 = 0.4;
/// The least usual time in milliseconds by which a thought can be called short.
const MIN_USUAL_TIME_MS: f64 = 5.0;
/// The share of a game's clock after which a player has no time left.
const CLOCK_USED: f64 = 0.95;
/// The share of the loss by which the value must fall.
const FALL_SHARE: f64 = 0.5;
/// The least fall of a win probability that counts.
const MIN_FALL: f64 = 0.05;
/// The share of a loss that a player must have back for the position to count as good again.
const RECOVERED_SHARE: f64 = 0.75;
/// The number of standard errors of the engine that cover a loss.
const COVERING_ERRORS: f64 = 1.5;

/// The cause of a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LossCause {
    /// The bot's own best move was a better one, and it played another.
    Seen,
    /// The bot thought much shorter than usual, or had no time left.
    Hasty,
    /// The bot's value fell after the move, when nothing could be helped any more.
    Late,
    /// The bot's value did not move, and the engine's own error covers the loss: kifu may be wrong.
    EngineDoubt,
    /// The bot's value did not move.
    Blind,
    /// The bot did not report enough to tell.
    Unknown,
}

impl LossCause {
    /// Returns the name of the cause as users read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EngineDoubt => "kifu may be wrong",
            Self::Seen => "saw it and played otherwise",
            Self::Hasty => "hasty",
            Self::Late => "late",
            Self::Blind => "blind",
            Self::Unknown => "no claim",
        }
    }
}

/// The diagnosis of a loss.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Diagnosis {
    /// The ply of the loss, from 1.
    pub ply: u32,
    /// The player who lost something.
    pub player: Player,
    /// The cause.
    pub cause: LossCause,
    /// The facts behind the cause, as a text.
    pub facts: String,
    /// The win probability that the bot's value meant before the move, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub own_win: Option<f64>,
    /// The one that its value meant at the report by which the cause was found.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub later_own_win: Option<f64>,
}

/// A judged game with what its bots reported.
#[derive(Clone, Copy)]
pub struct DiagnosisInput<'a> {
    /// The record.
    pub record: &'a Record,
    /// The game that was played.
    pub game: &'a dyn DynGame,
    /// The number of legal plies.
    pub plies: u32,
    /// The judged plies, in order.
    pub judged: &'a [JudgedPly],
    /// The reports of the players' bots.
    pub reports: &'a [PlyReport],
}

/// Returns the diagnoses of the losses of a judged game, in the order of its key moments. Losses of
/// players whose bots reported nothing in the game have none.
pub fn diagnose(input: DiagnosisInput<'_>, models: &BotModels) -> Vec<Diagnosis> {
    let moments = input.judged.iter();
    let moments = moments.filter(|judged| judged.judgement.is_key_moment());
    let diagnosed = moments.filter_map(|judged| {
        let reports = input.reports.iter();
        let own: Vec<&PlyReport> = reports.filter(|it| it.player == judged.player).collect();
        if own.is_empty() {
            return None;
        }
        let model = models.get(&input.record.player(judged.player).name);
        let case = LossCase {
            input,
            judged,
            model,
            here: own.iter().find(|report| report.ply == judged.ply).copied(),
            after: own
                .iter()
                .filter(|report| report.ply > judged.ply)
                .copied()
                .collect(),
        };
        Some(case.diagnosis())
    });
    diagnosed.collect()
}

/// A loss with what the bot reported around it.
struct LossCase<'a> {
    input: DiagnosisInput<'a>,
    judged: &'a JudgedPly,
    model: Option<&'a BotModel>,
    /// The report of the lost move.
    here: Option<&'a PlyReport>,
    /// The later reports of the same bot.
    after: Vec<&'a PlyReport>,
}

impl LossCase<'_> {
    fn diagnosis(&self) -> Diagnosis {
        // Where the bot's own value or effort agrees with kifu, kifu's error does not matter.
        let finders: [fn(&Self) -> Option<Diagnosis>; 5] = [
            Self::seen,
            Self::hasty,
            |case| case.by_value().filter(|it| it.cause == LossCause::Late),
            Self::engine_doubt,
            Self::by_value,
        ];
        let found = finders.iter().find_map(|find| find(self));
        found.unwrap_or_else(|| {
            let games = self.model.map_or(0, |model| model.game_count);
            let facts = match self.here {
                None => "the bot reported nothing of this ply".to_owned(),
                Some(_) if games < MIN_FIT_GAMES => format!(
                    "what the bot's value means is not known: {games} of {MIN_FIT_GAMES} games"
                ),
                Some(_) if self.after.is_empty() => "the bot reported no value after it".to_owned(),
                Some(_) => "the position was better again before its next move".to_owned(),
            };
            self.new_diagnosis(LossCause::Unknown, facts)
        })
    }

    fn new_diagnosis(&self, cause: LossCause, facts: String) -> Diagnosis {
        Diagnosis {
            ply: self.judged.ply,
            player: self.judged.player,
            cause,
            facts,
            own_win: self.own_win(),
            later_own_win: None,
        }
    }

    /// Returns the win probability that the bot's value meant when it moved.
    fn own_win(&self) -> Option<f64> {
        self.model?.win(&self.here?.report)
    }

    fn engine_doubt(&self) -> Option<Diagnosis> {
        let judgement = &self.judged.judgement;
        let covered = COVERING_ERRORS * judgement.loss_error;
        (!judgement.proven && judgement.loss < covered).then(|| {
            let facts = format!(
                "the loss is {}, and the engine's error {}",
                percent_text(judgement.loss),
                percent_text(judgement.loss_error)
            );
            self.new_diagnosis(LossCause::EngineDoubt, facts)
        })
    }

    fn seen(&self) -> Option<Diagnosis> {
        let best = self.here?.report.best.as_str();
        let evaluation = &self.judged.evaluation;
        let played = evaluation.played_pv.first()?;
        if best.is_empty() || best == played {
            return None;
        }
        let better = evaluation.pv.first()?;
        let facts = if best == better {
            format!("its own best move was {best}, the better one")
        } else {
            // Only a move that is known to be better than the played one counts.
            let is_better = match self.win_of_searched(best) {
                Some(win) => win - evaluation.played.win >= MIN_FALL,
                None => self.falls_at_once(),
            };
            if !is_better {
                return None;
            }
            format!("its own best move was {best}, not {played}")
        };
        Some(self.new_diagnosis(LossCause::Seen, facts))
    }

    /// Returns the win probability of a move by the review, if it was searched.
    fn win_of_searched(&self, token: &str) -> Option<f64> {
        let note = self.input.record.notes.get(&self.judged.ply)?;
        let lines = note.searches().iter().rev().flat_map(|eval| &eval.lines);
        lines
            .filter(|line| line.first_move() == token)
            .find_map(|line| line.win)
    }

    /// Reports whether the bot's next value is less than that of its best move here.
    fn falls_at_once(&self) -> bool {
        let value = |report: &&PlyReport| report.report.value();
        let here = self.here.as_ref().and_then(value);
        let next = self.after.first().and_then(value);
        here.zip(next).is_some_and(|(here, next)| next < here)
    }

    fn hasty(&self) -> Option<Diagnosis> {
        let here = self.here?;
        let report = &here.report;
        let record = self.input.record;
        let ply = self.judged.ply;
        if let Clock::Game(limit) = self.input.game.clock() {
            let own = (1..=ply).rev().step_by(2);
            let times = own.filter_map(|ply| record.times_ms.get_ms(ply));
            let used: u64 = times.map(u64::from).sum();
            let limit_ms = limit.as_secs_f64() * 1000.0;
            #[expect(clippy::cast_precision_loss, reason = "milliseconds of a game")]
            let used = used as f64;
            if used >= CLOCK_USED * limit_ms {
                let facts = format!(
                    "{:.1} s of {:.0} s were used",
                    used / 1000.0,
                    limit_ms / 1000.0
                );
                return Some(self.new_diagnosis(LossCause::Hasty, facts));
            }
        }
        let model = self.model?;
        let number = |name: &str| report.numbers.get(name).copied();
        // A small tree takes little time and is searched as deep as usual.
        let is_deep = number("depth").zip(model.usual_depth);
        if is_deep.is_some_and(|(depth, usual)| depth >= usual) {
            return None;
        }
        let time = time_ms(record, ply, report).zip(model.usual_time_ms);
        let time = time.filter(|(_, usual)| *usual >= MIN_USUAL_TIME_MS);
        let nodes = number("nodes").zip(model.usual_nodes);
        let efforts = [
            time.zip(model.usual_time_ms_per_move).map(|it| (it, "ms")),
            nodes
                .zip(model.usual_nodes_per_move)
                .map(|it| (it, "nodes")),
        ];
        // A bot that looks at each move once is not hasty where it has few moves.
        let moves = move_count(here);
        let mut efforts = efforts.into_iter().flatten();
        let (((effort, usual), _), unit) = efforts.find(|(((effort, usual), per_move), _)| {
            *effort <= SHORT_THOUGHT * usual && effort / moves <= SHORT_THOUGHT * per_move
        })?;
        let facts = format!("{effort:.0} {unit}, usually {usual:.0}");
        Some(self.new_diagnosis(LossCause::Hasty, facts))
    }

    /// Decides by the bot's value until the position became better again whether it saw the loss at
    /// all: what counts is its last value, as values waver.
    fn by_value(&self) -> Option<Diagnosis> {
        let model = self.model?;
        let own = self.own_win()?;
        let min_fall = (FALL_SHARE * self.judged.judgement.loss).max(MIN_FALL);
        let later = self
            .after
            .iter()
            .take_while(|report| !self.is_recovered_at(report.ply));
        let later = later.filter_map(|report| Some((report.ply, model.win(&report.report)?)));
        let later: Vec<(u32, f64)> = later.collect();
        let is_low = |(_, win): &(u32, f64)| own - win >= min_fall;
        let own_text = percent_text(own);
        let (cause, win, facts) = match later.last() {
            Some(last) if is_low(last) => {
                let high = later.iter().rposition(|report| !is_low(report));
                let (ply, win) = later[high.map_or(0, |high| high + 1)];
                let win_text = percent_text(win);
                let facts = format!("its value fell from {own_text} to {win_text} at ply {ply}");
                (LossCause::Late, Some(win), facts)
            }
            Some((ply, win)) => {
                let win_text = percent_text(*win);
                let facts = format!("its value was {own_text}, and {win_text} at ply {ply}");
                (LossCause::Blind, Some(*win), facts)
            }
            None if self.judged.ply + 2 >= self.input.plies && own >= min_fall => (
                LossCause::Blind,
                None,
                format!("its last value was {own_text}"),
            ),
            None => return None,
        };
        Some(Diagnosis {
            later_own_win: win,
            ..self.new_diagnosis(cause, facts)
        })
    }

    /// Reports whether the player had most of the loss back before a later ply.
    fn is_recovered_at(&self, ply: u32) -> bool {
        let evaluation = &self.judged.evaluation;
        let lost = evaluation.best.win - evaluation.played.win;
        let recovered = evaluation.best.win - (1.0 - RECOVERED_SHARE) * lost;
        let mut later = self.input.judged.iter().filter(|judged| judged.ply == ply);
        later.any(|later| later.evaluation.best.win >= recovered)
    }
}
