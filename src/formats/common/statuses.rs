//! Status words beside points, as CodeCup's tables and its jury give them.

use super::result_text;
use crate::contract::{Fault, Faults, Player, Setup, Winner};
use crate::findings::{Code, Finding};
use crate::games::DynGame;
use crate::record::{Record, ReportedResult};

/// A status word. The words are an open set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StatusWord {
    Missing,
    Win,
    Lose,
    Draw,
    Fault(Fault),
    /// Not one of those seen so far.
    Unknown,
}

impl StatusWord {
    fn parse(text: &str) -> Self {
        let text = text.trim();
        match text {
            "" => Self::Missing,
            _ if text.eq_ignore_ascii_case("WIN") => Self::Win,
            _ if text.eq_ignore_ascii_case("LOSE") => Self::Lose,
            _ if text.eq_ignore_ascii_case("DRAW") => Self::Draw,
            _ => result_text::parse_fault(text).map_or(Self::Unknown, Self::Fault),
        }
    }

    /// The word of a player in a game without faults that ended so.
    fn expected(player: Player, winner: Winner) -> Self {
        match winner.player() {
            None => Self::Draw,
            Some(winner) if winner == player => Self::Win,
            Some(_) => Self::Lose,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Win => "WIN",
            Self::Lose => "LOSE",
            Self::Draw => "DRAW",
            Self::Fault(fault) => result_text::fault_word(fault),
            Self::Missing | Self::Unknown => "",
        }
    }
}

/// What both players' points and status words say together. Findings are about a player's word.
pub(in crate::formats) fn reported_result(
    points: [Option<i32>; 2],
    statuses: [&str; 2],
) -> (ReportedResult, Vec<(Player, Finding)>) {
    let mut findings = Vec::new();
    let found = statuses.map(StatusWord::parse);
    let mut reported = ReportedResult {
        points: points[0].zip(points[1]),
        ..ReportedResult::default()
    };
    if found != [StatusWord::Missing; 2] {
        reported.status = Some((statuses[0].to_owned(), statuses[1].to_owned()));
    }
    for player in Player::ALL {
        match found[player.index()] {
            StatusWord::Fault(fault) => {
                reported.faults.insert(player, fault);
            }
            StatusWord::Unknown => {
                reported.faults.insert(player, Fault::Jury);
                let message = format!(
                    "expected a status such as WIN, LOSE, DRAW or TIMEOUT, found `{}`; taken for \
                     a fault",
                    statuses[player.index()].trim()
                );
                findings.push((player, Finding::new(Code::UnknownField, message)));
            }
            StatusWord::Missing | StatusWord::Win | StatusWord::Lose | StatusWord::Draw => {}
        }
    }
    reported.winner = winner_by_points_or_statuses(&reported, found);
    check_statuses(&reported, found, &mut findings);
    (reported, findings)
}

/// The winner by points, or else by the words.
fn winner_by_points_or_statuses(
    reported: &ReportedResult,
    found: [StatusWord; 2],
) -> Option<Winner> {
    if let Some((first, second)) = reported.points {
        return Some(Winner::of([first, second]));
    }
    let says = |word| {
        Player::ALL
            .into_iter()
            .find(|player| found[player.index()] == word)
    };
    says(StatusWord::Win)
        .or_else(|| says(StatusWord::Lose).map(Player::opponent))
        .map(Winner::from)
        .or_else(|| says(StatusWord::Draw).map(|_| Winner::Draw))
}

/// The words against the points. Beside a fault the other's word says what the completed game
/// gives ([`against_the_rules`] holds it against that), and its points may be those of a loser.
fn check_statuses(
    reported: &ReportedResult,
    found: [StatusWord; 2],
    findings: &mut Vec<(Player, Finding)>,
) {
    let mut find = |player, message: String| {
        findings.push((player, Finding::new(Code::StatusDisagrees, message)));
    };
    if !reported.faults.is_empty() {
        for (player, fault) in &reported.faults {
            let own = reported
                .points
                .map(|(first, second)| [first, second][player.index()]);
            if let Some(own) = own.filter(|own| *own > 0) {
                let word = result_text::fault_word(*fault);
                find(
                    *player,
                    format!("expected no points with status {word}, found {own}"),
                );
            }
        }
        return;
    }
    let Some(winner) = winner_by_points_or_statuses(reported, found) else {
        return;
    };
    let both = Player::ALL.map(|player| StatusWord::expected(player, winner));
    let differ = |player: Player| {
        let word = found[player.index()];
        word != StatusWord::Missing && word != both[player.index()]
    };
    if let (Some((first, second)), [true, true]) = (reported.points, Player::ALL.map(differ)) {
        let pair = |words: [StatusWord; 2]| format!("{} and {}", words[0].text(), words[1].text());
        let message = format!(
            "expected {} with points {first} - {second}, found {}",
            pair(both),
            pair(found)
        );
        return find(Player::First, message);
    }
    for player in Player::ALL {
        let (word, due) = (found[player.index()], both[player.index()]);
        if differ(player) {
            let beside = match reported.points {
                Some((first, second)) => format!("points {first} - {second}"),
                None => format!(
                    "{} for the other player",
                    found[player.opponent().index()].text()
                ),
            };
            let (due, word) = (due.text(), word.text());
            find(
                player,
                format!("expected {due} with {beside}, found {word}"),
            );
        }
    }
}

/// Beside one fault, the other player's word against the rules: where the jury plays on, it is
/// what the completed game gives; otherwise it is a win.
pub(in crate::formats) fn check_other_status(
    record: &Record,
    book: &dyn DynGame,
    statuses: [&str; 2],
) -> Option<(Player, Finding)> {
    let reported = record.reported.as_ref()?;
    let failing = match Player::ALL.map(|player| reported.faults.contains_key(&player)) {
        [true, false] => Player::First,
        [false, true] => Player::Second,
        _ => return None,
    };
    let other = failing.opponent();
    let word = StatusWord::parse(statuses[other.index()]);
    let due = expected_other_status(book, &record.setup, &record.moves, other)?;
    if word == StatusWord::Missing || word == due {
        return None;
    }
    let message = format!(
        "expected {} for the player who did not fail, found {}",
        due.text(),
        word.text()
    );
    Some((other, Finding::new(Code::StatusDisagrees, message)))
}

/// The word of the player who did not fail; `None` if that is not known.
fn expected_other_status(
    book: &dyn DynGame,
    setup: &Setup,
    moves: &str,
    other: Player,
) -> Option<StatusWord> {
    if !book.info().jury_plays_on {
        return Some(StatusWord::Win);
    }
    let replay = book.replay(setup, moves, Faults::NONE).ok()?;
    if !replay.is_over || replay.failure.is_some() {
        return None;
    }
    Some(StatusWord::expected(other, replay.outcome.winner?))
}

/// Both players' status words as the contest writes them; empty where the game is open.
pub(in crate::formats) fn status_words(record: &Record, book: Option<&dyn DynGame>) -> [String; 2] {
    let said = record.reported.as_ref();
    if let Some((first, second)) = said.and_then(|said| said.status.as_ref()) {
        return [first.clone(), second.clone()];
    }
    let result = record.result.as_ref();
    let fault = |player: Player| {
        let given = result.and_then(|result| result.faults.get(&player));
        given.or_else(|| said.and_then(|said| said.faults.get(&player)))
    };
    let winner = result
        .and_then(|result| result.winner)
        .or_else(|| said.and_then(|said| said.winner));
    Player::ALL.map(|player| {
        let word = match (fault(player), fault(player.opponent())) {
            (Some(fault), _) => Some(StatusWord::Fault(*fault)),
            (None, Some(_)) => book
                .and_then(|book| expected_other_status(book, &record.setup, &record.moves, player))
                .or_else(|| Some(StatusWord::expected(player, winner?))),
            (None, None) => winner.map(|winner| StatusWord::expected(player, winner)),
        };
        word.map_or("", StatusWord::text).to_owned()
    })
}

/// Both players' points: those that the log said, or else those that the rules give.
pub(in crate::formats) fn points(record: &Record) -> Option<(i32, i32)> {
    let said = record.reported.as_ref().and_then(|said| said.points);
    said.or_else(|| record.result.as_ref().and_then(|result| result.points))
}
