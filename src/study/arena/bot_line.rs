//! The answer of a bot in a position, to be printed next to the lines of an engine.

use super::position_asker::{AskedPosition, BotAnswer};
use super::rejudge::AskMethod;
use kifu_logs::bot_output::{BotPatterns, BotWords};
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of a bot in a position, to be printed next to the lines of an engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BotLine {
    /// The name of the bot.
    bot: String,
    /// The move of the bot; null if there is none.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The win probability that the bot printed, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    win: Option<f64>,
    /// The contest points that the bot printed.
    #[schemars(extend("x-unit" = "contest points"))]
    points: Option<f64>,
    /// The way in which the bot was asked; null if it was not.
    asked_by: Option<&'static str>,
    /// The reason why there is no move.
    reason: Option<String>,
}

impl BotLine {
    /// Returns the answer of the bot with this name, with the values that it printed.
    pub fn new(bot: &str, asked: AskedPosition) -> Self {
        let asked_by = asked.method.map(AskMethod::name);
        let reason = match asked.answer {
            BotAnswer::Move(mv) => {
                let words = BotWords {
                    stderr: &asked.output,
                    message: "",
                };
                let report = BotPatterns::builtin().read(words);
                return Self {
                    bot: bot.to_owned(),
                    mv: Some(mv),
                    win: report.win(),
                    points: report.numbers.get("points").copied(),
                    asked_by,
                    reason: None,
                };
            }
            BotAnswer::Fails(reason) => reason,
            BotAnswer::NotAsked(reason) => format!("not asked: {reason}"),
        };
        Self {
            asked_by,
            ..Self::without_move(bot, reason)
        }
    }

    /// Returns the answer without a move for this reason.
    pub fn without_move(bot: &str, reason: String) -> Self {
        Self {
            bot: bot.to_owned(),
            mv: None,
            win: None,
            points: None,
            asked_by: None,
            reason: Some(reason),
        }
    }

    /// Returns the answer in words: `mybot: c3b3 (win 62.0 %, UGI)`.
    pub fn text(&self) -> String {
        let mv = match (&self.mv, &self.reason) {
            (Some(mv), _) => mv.clone(),
            (None, Some(reason)) => format!("no move: {reason}"),
            (None, None) => "no move".to_owned(),
        };
        let win = self.win.map(|win| format!("win {:.1} %", 100.0 * win));
        let points = self.points.map(|points| format!("{points:.1} points"));
        let method = self.asked_by.map(str::to_owned);
        let values: Vec<String> = win.into_iter().chain(points).chain(method).collect();
        if values.is_empty() {
            format!("{}: {mv}", self.bot)
        } else {
            format!("{}: {mv} ({})", self.bot, values.join(", "))
        }
    }
}
