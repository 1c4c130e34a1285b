//! The games that standings leave out, with the reasons.

use crate::cli::Status;
use crate::cli::common::text::pluralize;
use crate::cli::terminal::print_message;
use crate::findings::Code;
use annotate_snippets::Level;
use schemars::JsonSchema;
use serde::Serialize;

/// The reason why a game is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LeftOutReason {
    /// Its result could not be read, because of this finding.
    Unreadable(Code, String),
    /// The log says that the winner failed, so that it contradicts itself.
    WinnerFailed,
    /// It stands twice in one table.
    Repeated,
    /// Another log has it with its moves.
    KnownFromMoves,
}

impl LeftOutReason {
    /// Returns the reason as a keyword for scripts.
    const fn keyword(&self) -> &'static str {
        match self {
            Self::Unreadable(..) => "unreadable",
            Self::WinnerFailed => "contradiction",
            Self::Repeated => "repeated",
            Self::KnownFromMoves => "known-from-moves",
        }
    }

    /// Reports whether the game should have counted.
    const fn is_loss(&self) -> bool {
        matches!(self, Self::Unreadable(..) | Self::WinnerFailed)
    }

    /// Reports whether two games are named together; of unreadable ones the first message stands
    /// for all with its code.
    fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unreadable(one, _), Self::Unreadable(two, _)) => one == two,
            _ => self == other,
        }
    }

    /// Returns the sentence on a number of games.
    fn text(&self, count: usize) -> String {
        let games = pluralize(count, "game");
        let are = if count == 1 { "is" } else { "are" };
        match self {
            Self::Unreadable(code, message) => {
                format!("{games} could not be read and {are} left out: {code}, {message}")
            }
            Self::WinnerFailed => {
                format!("{games} {are} left out: the log says that the winner failed")
            }
            Self::Repeated => {
                format!("{games} {are} left out: the row stands in its table before")
            }
            Self::KnownFromMoves => {
                format!("{games} {are} left out: another log has the game with its moves")
            }
        }
    }
}

/// A game that is left out.
#[derive(Clone, Debug)]
pub(super) struct LeftOutGame {
    /// The id of the game that was played; empty if unknown.
    pub game: String,
    pub reason: LeftOutReason,
    /// The file and the line.
    pub location: String,
}

/// The games that are left out for one reason.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LeftOut")]
pub(super) struct LeftOutJson {
    /// The reason.
    #[schemars(extend("enum" = ["unreadable", "contradiction", "repeated", "known-from-moves"]))]
    reason: &'static str,
    /// The number of games.
    games: usize,
    /// The code of the finding, if the result could not be read.
    code: Option<String>,
    /// The location of the first one.
    first: String,
}

/// Groups games by their reason, in the order of the first ones.
fn groups<'a>(all: impl Iterator<Item = &'a LeftOutGame>) -> Vec<(&'a LeftOutGame, usize)> {
    let mut groups: Vec<(&LeftOutGame, usize)> = Vec::new();
    for game in all {
        let alike = |(first, _): &&mut (&LeftOutGame, usize)| first.reason.is_alike(&game.reason);
        match groups.iter_mut().find(alike) {
            Some((_, count)) => *count += 1,
            None => groups.push((game, 1)),
        }
    }
    groups
}

/// Returns the games left out of one table for JSON.
pub(super) fn to_json(all: &[LeftOutGame], game: &str) -> Vec<LeftOutJson> {
    let groups = groups(all.iter().filter(|left_out| left_out.game == game));
    let groups = groups.into_iter().map(|(first, games)| LeftOutJson {
        reason: first.reason.keyword(),
        games,
        code: match &first.reason {
            LeftOutReason::Unreadable(code, _) => Some(code.to_string()),
            _ => None,
        },
        first: first.location.clone(),
    });
    groups.collect()
}

/// Prints the games that are left out on standard error, and raises the status if some of them
/// should have counted.
pub(super) fn report(all: &[LeftOutGame], status: &mut Status) {
    for (first, count) in groups(all.iter()) {
        let level = if first.reason.is_loss() {
            *status = (*status).max(Status::Findings);
            Level::WARNING
        } else {
            Level::NOTE
        };
        let place = if count == 1 { "at" } else { "the first at" };
        let message = format!("{}; {place} {}", first.reason.text(count), first.location);
        let hint = "`kifu validate` tells what is wrong";
        print_message(level, &message, first.reason.is_loss().then_some(hint));
    }
}
