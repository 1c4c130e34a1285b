//! The meaning of an answer after all earlier ones, and the table of a bot's versions.

use super::file::Suite;
use super::position::{SuiteAnswer, SuitePosition};
use schemars::JsonSchema;
use serde::Serialize;

/// The meaning of an answer after all earlier ones: the move of the game, then the answers of the
/// bot's earlier versions that the suite holds.
///
/// ```
/// use kifu_study::suite::AnswerVerdict;
///
/// // The game's move was wrong, and an earlier version answered well.
/// assert_eq!(AnswerVerdict::of([false, true], false), AnswerVerdict::Relapsed);
/// assert_eq!(AnswerVerdict::of([true], false), AnswerVerdict::New);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerVerdict {
    /// Good, as all earlier ones.
    StillGood,
    /// Good, and an earlier one was wrong.
    Cured,
    /// Wrong; an earlier one was wrong, too, and the last one was good.
    Relapsed,
    /// Wrong, as the last one.
    StillWrong,
    /// Wrong, and all earlier ones were good.
    New,
}

impl AnswerVerdict {
    /// All verdicts, in the order of tables.
    pub const ALL: [Self; 5] = [
        Self::StillGood,
        Self::Cured,
        Self::Relapsed,
        Self::StillWrong,
        Self::New,
    ];

    /// Returns the verdict on an answer; `earlier` says of each earlier one whether it was good, and
    /// begins with the move of the game.
    pub fn of(earlier: impl IntoIterator<Item = bool>, is_good: bool) -> Self {
        let (mut was_wrong, mut last) = (false, true);
        for is_good in earlier {
            was_wrong |= !is_good;
            last = is_good;
        }
        match (is_good, was_wrong, last) {
            (true, false, _) => Self::StillGood,
            (true, true, _) => Self::Cured,
            (false, _, false) => Self::StillWrong,
            (false, true, true) => Self::Relapsed,
            (false, false, true) => Self::New,
        }
    }

    /// Reports whether the answer is wrong.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::Relapsed | Self::StillWrong | Self::New)
    }

    /// Reports whether the answer is worse than the last one.
    pub const fn is_regression(self) -> bool {
        matches!(self, Self::Relapsed | Self::New)
    }

    /// Returns the verdict in words: `still wrong`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::StillGood => "still good",
            Self::Cured => "cured",
            Self::Relapsed => "relapsed",
            Self::StillWrong => "still wrong",
            Self::New => "new",
        }
    }
}

impl SuitePosition {
    /// Returns the verdict on an answer of a bot that is not in the suite yet.
    ///
    /// An earlier answer of the same version does not count, unless no version is known.
    pub fn verdict(&self, answer: &SuiteAnswer) -> AnswerVerdict {
        verdict_after(self, &self.answers, answer)
    }

    /// Reports whether the suite holds no answer of a bot.
    pub fn is_unasked(&self, bot: &str) -> bool {
        self.answers.iter().all(|answer| answer.bot != bot)
    }

    /// Adds an answer of a bot, in place of an earlier one of the same version.
    pub fn add_answer(&mut self, answer: SuiteAnswer) {
        self.answers.retain(|known| !known.is_of_same_bot(&answer));
        self.answers.push(answer);
    }
}

fn verdict_after(
    position: &SuitePosition,
    earlier: &[SuiteAnswer],
    answer: &SuiteAnswer,
) -> AnswerVerdict {
    let is_earlier = |known: &&SuiteAnswer| {
        known.bot == answer.bot && (known.version.is_none() || known.version != answer.version)
    };
    let earlier = earlier.iter().filter(is_earlier).map(|known| known.good);
    let of_game = std::iter::once(!position.is_mistake());
    AnswerVerdict::of(of_game.chain(earlier), answer.good)
}

/// The answers of a version of a bot, counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VersionRow {
    /// The version; null if it is not known.
    pub version: Option<String>,
    /// The last day on which the version was asked.
    pub date: String,
    /// The number of positions in which it was asked.
    pub asked: u32,
    /// The number of good answers.
    pub good: u32,
    /// The numbers of answers that are still good, cured, relapsed, still wrong and new.
    pub verdicts: [u32; 5],
}

/// Returns the table of a bot's versions: the answers in a suite, by version, in the order in which
/// they were given.
pub fn version_rows(suite: &Suite, bot: &str) -> Vec<VersionRow> {
    let mut rows: Vec<VersionRow> = Vec::new();
    for position in suite.positions() {
        for (index, answer) in position.answers.iter().enumerate() {
            if answer.bot != bot {
                continue;
            }
            let known = rows.iter().position(|row| row.version == answer.version);
            let at = known.unwrap_or_else(|| {
                rows.push(VersionRow {
                    version: answer.version.clone(),
                    date: answer.date.clone(),
                    asked: 0,
                    good: 0,
                    verdicts: [0; 5],
                });
                rows.len() - 1
            });
            let row = &mut rows[at];
            let verdict = verdict_after(position, &position.answers[..index], answer);
            row.asked += 1;
            row.good += u32::from(answer.good);
            row.verdicts[verdict as usize] += 1;
            if row.date < answer.date {
                row.date.clone_from(&answer.date);
            }
        }
    }
    rows.sort_by(|a, b| a.date.cmp(&b.date));
    rows
}
