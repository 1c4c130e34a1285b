//! The games that standings leave out, with the reasons.

use crate::Status;
use crate::common::text::pluralize;
use crate::terminal::print_message;
use annotate_snippets::Level;
use kifu_core::findings::Code;
use kifu_study::arena::MAX_BOTS;
use schemars::JsonSchema;
use serde::Serialize;

/// The reason why a game is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LeftOutReason {
    /// Its result could not be read, because of this finding.
    Unreadable(Code, String),
    /// The log says that the winner failed, so that it contradicts itself.
    WinnerFailed,
    /// It occurs twice in one table.
    Repeated,
    /// Another log has it with its moves.
    KnownFromMoves,
    /// It has a bot for which there is no room in its table.
    TooManyBots,
}

impl LeftOutReason {
    /// Returns the reason as a keyword for scripts.
    const fn keyword(&self) -> &'static str {
        match self {
            Self::Unreadable(..) => "unreadable",
            Self::WinnerFailed => "contradiction",
            Self::Repeated => "repeated",
            Self::KnownFromMoves => "known-from-moves",
            Self::TooManyBots => "too-many-bots",
        }
    }

    /// Reports whether the game should have counted.
    const fn is_loss(&self) -> bool {
        matches!(
            self,
            Self::Unreadable(..) | Self::WinnerFailed | Self::TooManyBots
        )
    }

    /// Reports whether the reason lies in other games than this one.
    const fn is_known_late(&self) -> bool {
        !matches!(self, Self::Unreadable(..) | Self::WinnerFailed)
    }

    /// Returns the hint for a game that should have counted.
    const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Unreadable(..) | Self::WinnerFailed => {
                Some("`kifu validate` tells what is wrong")
            }
            Self::TooManyBots => Some("give fewer files at a time"),
            Self::Repeated | Self::KnownFromMoves => None,
        }
    }

    /// Reports whether two games are reported together. Unreadable games are grouped by code, with
    /// the first message of the group.
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
                format!("{games} {are} left out: its log, or another one, has the game before")
            }
            Self::KnownFromMoves => {
                format!("{games} {are} left out: another log has the game with its moves")
            }
            Self::TooManyBots => {
                format!("{games} {are} left out: a table has at most {MAX_BOTS} bots")
            }
        }
    }
}

/// The games of one kind that are left out for one reason.
#[derive(Clone, Debug)]
struct LeftOutGroup {
    /// The id of the game that was played; empty if unknown.
    game: String,
    reason: LeftOutReason,
    count: usize,
    /// The position of the first one among all games of the input.
    nth: u64,
    /// The file and the line of the first one.
    location: String,
}

/// The games that are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOutGames {
    groups: Vec<LeftOutGroup>,
}

impl LeftOutGames {
    /// Adds the `nth` game of the input; `location` gives the file and the line.
    pub fn add(
        &mut self,
        nth: u64,
        game: &str,
        reason: LeftOutReason,
        location: impl FnOnce() -> String,
    ) {
        let is_alike =
            |group: &&mut LeftOutGroup| group.game == game && group.reason.is_alike(&reason);
        if let Some(group) = self.groups.iter_mut().find(is_alike) {
            group.count += 1;
            if nth < group.nth {
                (group.nth, group.reason, group.location) = (nth, reason, location());
            }
            return;
        }
        self.groups.push(LeftOutGroup {
            game: game.to_owned(),
            reason,
            count: 1,
            nth,
            location: location(),
        });
    }

    /// Adds left-out games as games of `game`.
    pub fn append_as(&mut self, others: Self, game: &str) {
        for mut group in others.groups {
            game.clone_into(&mut group.game);
            self.append(group);
        }
    }

    fn append(&mut self, group: LeftOutGroup) {
        let is_alike = |known: &&mut LeftOutGroup| {
            known.game == group.game && known.reason.is_alike(&group.reason)
        };
        let Some(known) = self.groups.iter_mut().find(is_alike) else {
            return self.groups.push(group);
        };
        let count = known.count + group.count;
        if group.nth < known.nth {
            *known = group;
        }
        known.count = count;
    }

    /// Returns the groups in the order of their first games, those of broken logs before rows that
    /// were left out on purpose.
    fn in_order(&self) -> Vec<&LeftOutGroup> {
        let mut groups: Vec<&LeftOutGroup> = self.groups.iter().collect();
        groups.sort_by_key(|group| (group.reason.is_known_late(), group.nth));
        groups
    }

    /// Yields the games of which some are left out.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        self.in_order().into_iter().map(|group| &*group.game)
    }
}

/// The games that are left out for one reason.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LeftOut")]
pub(super) struct LeftOutJson {
    /// The reason.
    #[schemars(extend("enum" = ["unreadable", "contradiction", "repeated", "known-from-moves", "too-many-bots"]))]
    reason: &'static str,
    /// The number of games.
    games: usize,
    /// The code of the finding, if the result could not be read.
    code: Option<String>,
    /// The location of the first one.
    first: String,
}

/// Returns the games left out of one table for JSON.
pub(super) fn to_json(all: &LeftOutGames, game: &str) -> Vec<LeftOutJson> {
    let groups = all
        .in_order()
        .into_iter()
        .filter(|group| group.game == game);
    let groups = groups.map(|group| LeftOutJson {
        reason: group.reason.keyword(),
        games: group.count,
        code: match &group.reason {
            LeftOutReason::Unreadable(code, _) => Some(code.to_string()),
            _ => None,
        },
        first: group.location.clone(),
    });
    groups.collect()
}

/// Prints the games that are left out on standard error, and raises the status if some of them
/// should have counted.
pub(super) fn report(all: &LeftOutGames, status: &mut Status) {
    // The games of all kinds are reported together.
    let mut merged = LeftOutGames::default();
    merged.append_as(all.clone(), "");
    for group in merged.in_order() {
        let is_loss = group.reason.is_loss();
        let level = if is_loss {
            status.raise(Status::Findings);
            Level::WARNING
        } else {
            Level::NOTE
        };
        let place = if group.count == 1 {
            "at"
        } else {
            "the first at"
        };
        let text = group.reason.text(group.count);
        let message = format!("{text}; {place} {}", group.location);
        print_message(level, &message, group.reason.hint());
    }
}

/// Returns a file and a line as text.
pub(super) fn location_text(file: &str, line: u32) -> String {
    match line {
        0 => file.to_owned(),
        line => format!("{file}:{line}"),
    }
}
