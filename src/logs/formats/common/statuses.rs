//! Status words next to the points, as in CodeCup's tables and the jury's results.

use kifu_core::contract::{Fault, Faults, Player, Setup, Winner};
use kifu_core::findings::{Code, Finding};
use kifu_core::games::DynGame;
use kifu_core::record::{Record, ReportedResult};
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, i32, space0};
use nom::combinator::opt;
use nom::sequence::{delimited, separated_pair};
use nom::{IResult, Parser};
use std::collections::BTreeMap;

/// A player's status word. The words are an open set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StatusWord {
    Missing,
    Win,
    Lose,
    Draw,
    Fault(Fault),
    /// A word not seen so far.
    Unknown,
}

impl StatusWord {
    fn parse(text: &str) -> Self {
        let text = text.trim();
        match text {
            "" => Self::Missing,
            _ if is_one_of(&["WIN", "WINS", "WON"], text) => Self::Win,
            _ if is_one_of(&["LOSE", "LOSES", "LOST", "LOSS"], text) => Self::Lose,
            _ if is_one_of(&["DRAW", "DRAWN", "DRAWS", "TIE", "TIED"], text) => Self::Draw,
            _ => parse_fault(text).map_or(Self::Unknown, Self::Fault),
        }
    }

    /// Returns the word of a player in a game without faults.
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
            Self::Fault(fault) => fault_word(fault),
            Self::Missing | Self::Unknown => "",
        }
    }
}

fn is_one_of(words: &[&str], text: &str) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// The jury's words on a game: `PLAYER_1:_WIN;_PLAYER_2:_LOSE`, with blanks restored.
pub(in crate::formats) struct StatusWords {
    text: String,
}

impl StatusWords {
    /// Reads the words, in which blanks may be written `_`.
    pub fn new(raw: &str) -> Self {
        let text = raw.replace('_', " ").trim().to_owned();
        Self { text }
    }

    /// Returns the status word of a player; empty if there is none.
    fn of(&self, player: Player) -> &str {
        let head = format!("PLAYER {}:", player.index() + 1);
        let mut parts = self.text.split(';').map(str::trim);
        let word = parts.find_map(|part| part.strip_prefix(&head));
        word.unwrap_or_default().trim()
    }

    /// Combines the words with points, and with the faults that markers among the moves show, into
    /// the result that the record reports; returns findings about the words.
    pub fn report(
        &self,
        record: &mut Record,
        game: Option<&dyn DynGame>,
        points: [Option<i32>; 2],
    ) -> Vec<Finding> {
        let words = Player::ALL.map(|player| self.of(player));
        let (mut reported, found) = reported_result(points, words);
        if let Some(marked) = record.reported.take() {
            reported.text = marked.text;
            for (player, fault) in marked.faults {
                reported.faults.insert(player, fault);
            }
        }
        if !reported.text.is_empty() && !self.text.is_empty() {
            reported.text.push('\n');
        }
        reported.text.push_str(&self.text);
        record.reported = Some(reported);
        let other = game.and_then(|game| check_other_status(record, game, words));
        found
            .into_iter()
            .chain(other)
            .map(|(_, finding)| finding)
            .collect()
    }
}

/// Combines both players' points and status words into a result; each finding is about a player's
/// word.
pub(in crate::formats) fn reported_result(
    points: [Option<i32>; 2],
    statuses: [&str; 2],
) -> (ReportedResult, Vec<(Player, Finding)>) {
    let mut findings = Vec::new();
    let words = statuses.map(StatusWord::parse);
    let mut reported = ReportedResult {
        points: points[0].zip(points[1]),
        ..ReportedResult::default()
    };
    if words != [StatusWord::Missing; 2] {
        reported.status = Some((statuses[0].to_owned(), statuses[1].to_owned()));
    }
    for player in Player::ALL {
        match words[player.index()] {
            StatusWord::Fault(fault) => {
                reported.faults.insert(player, fault);
            }
            StatusWord::Unknown => {
                let taken = if may_be_fault(player, points, words) {
                    reported.faults.insert(player, Fault::Jury);
                    "taken for a fault"
                } else {
                    "kept, without a meaning"
                };
                let message = format!(
                    "expected a status such as WIN, LOSE, DRAW or TIMEOUT, found `{}`; {taken}",
                    shorten(statuses[player.index()].trim())
                );
                findings.push((player, Finding::new(Code::UnknownField, message)));
            }
            StatusWord::Missing | StatusWord::Win | StatusWord::Lose | StatusWord::Draw => {}
        }
    }
    reported.winner = winner_by_points_or_statuses(&reported, words);
    check_statuses(&reported, words, &mut findings);
    (reported, findings)
}

/// Reports whether an unknown word may name a new kind of fault.
///
/// It does not if the player won, or if no word is known: then the table has its own words.
fn may_be_fault(player: Player, points: [Option<i32>; 2], found: [StatusWord; 2]) -> bool {
    let [own, other] = [player, player.opponent()].map(Player::index);
    let has_won = match points[own].zip(points[other]) {
        Some((own, other)) => own > other,
        None => found[other] == StatusWord::Lose,
    };
    !has_won && found[other] != StatusWord::Unknown
}

/// Returns the winner by the points, or else by the words.
fn winner_by_points_or_statuses(
    reported: &ReportedResult,
    found: [StatusWord; 2],
) -> Option<Winner> {
    if let Some((first, second)) = reported.points {
        return Some(Winner::of([first, second]));
    }
    let player_with = |word| {
        Player::ALL
            .into_iter()
            .find(|player| found[player.index()] == word)
    };
    player_with(StatusWord::Win)
        .or_else(|| player_with(StatusWord::Lose).map(Player::opponent))
        .map(Winner::from)
        .or_else(|| player_with(StatusWord::Draw).map(|_| Winner::Draw))
}

/// Compares the words with the points.
///
/// After a fault the other player's word describes the completed game ([`check_other_status`]
/// checks it), and the points may be those of a loser.
fn check_statuses(
    reported: &ReportedResult,
    found: [StatusWord; 2],
    findings: &mut Vec<(Player, Finding)>,
) {
    let mut report = |player, message: String| {
        findings.push((player, Finding::new(Code::StatusDisagrees, message)));
    };
    if !reported.faults.is_empty() {
        for (player, fault) in &reported.faults {
            let points = reported
                .points
                .map(|(first, second)| [first, second][player.index()]);
            if let Some(points) = points.filter(|points| *points > 0) {
                let word = fault_word(*fault);
                report(
                    *player,
                    format!("expected no points with status {word}, found {points}"),
                );
            }
        }
        return;
    }
    let Some(winner) = winner_by_points_or_statuses(reported, found) else {
        return;
    };
    let expected = Player::ALL.map(|player| StatusWord::expected(player, winner));
    let differ = |player: Player| {
        let word = found[player.index()];
        let is_silent = matches!(word, StatusWord::Missing | StatusWord::Unknown);
        !is_silent && word != expected[player.index()]
    };
    if let (Some((first, second)), [true, true]) = (reported.points, Player::ALL.map(differ)) {
        let pair = |words: [StatusWord; 2]| format!("{} and {}", words[0].text(), words[1].text());
        let message = format!(
            "expected {} with points {first} - {second}, found {}",
            pair(expected),
            pair(found)
        );
        return report(Player::First, message);
    }
    for player in Player::ALL {
        let (word, expected_word) = (found[player.index()], expected[player.index()]);
        if differ(player) {
            let beside = match reported.points {
                Some((first, second)) => format!("points {first} - {second}"),
                None => format!(
                    "{} for the other player",
                    found[player.opponent().index()].text()
                ),
            };
            let (expected_word, word) = (expected_word.text(), word.text());
            report(
                player,
                format!("expected {expected_word} with {beside}, found {word}"),
            );
        }
    }
}

/// Compares the word of the player who did not fail with the rules.
///
/// Where the jury plays on, the word describes the completed game; otherwise the player wins.
pub(in crate::formats) fn check_other_status(
    record: &Record,
    game: &dyn DynGame,
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
    let expected_word = expected_other_status(game, &record.setup, &record.moves, other)?;
    if word == StatusWord::Missing || word == expected_word {
        return None;
    }
    let message = format!(
        "expected {} for the player who did not fail, found {}",
        expected_word.text(),
        word.text()
    );
    Some((other, Finding::new(Code::StatusDisagrees, message)))
}

/// Returns the status word of the player who did not fail; `None` if it is not known.
fn expected_other_status(
    game: &dyn DynGame,
    setup: &Setup,
    moves: &str,
    other: Player,
) -> Option<StatusWord> {
    if !game.info().jury_plays_on {
        return Some(StatusWord::Win);
    }
    let replay = game.replay(setup, moves, Faults::NONE).ok()?;
    if !replay.is_over || replay.failure.is_some() {
        return None;
    }
    Some(StatusWord::expected(other, replay.outcome.winner?))
}

/// Returns both players' status words as the contest writes them; empty if the game is not over.
pub(in crate::formats) fn status_words(record: &Record, game: Option<&dyn DynGame>) -> [String; 2] {
    let reported = record.reported.as_ref();
    if let Some((first, second)) = reported.and_then(|reported| reported.status.as_ref()) {
        return [first.clone(), second.clone()];
    }
    let result = record.result.as_ref();
    let fault = |player: Player| {
        let given = result.and_then(|result| result.faults.get(&player));
        given.or_else(|| reported.and_then(|reported| reported.faults.get(&player)))
    };
    let winner = result
        .and_then(|result| result.winner)
        .or_else(|| reported.and_then(|reported| reported.winner));
    Player::ALL.map(|player| {
        let word = match (fault(player), fault(player.opponent())) {
            (Some(fault), _) => Some(StatusWord::Fault(*fault)),
            (None, Some(_)) => game
                .and_then(|game| expected_other_status(game, &record.setup, &record.moves, player))
                .or_else(|| Some(StatusWord::expected(player, winner?))),
            (None, None) => winner.map(|winner| StatusWord::expected(player, winner)),
        };
        word.map_or("", StatusWord::text).to_owned()
    })
}

/// Returns both players' points: those in the log, or else those by the rules.
pub(in crate::formats) fn points(record: &Record) -> Option<(i32, i32)> {
    let reported = record
        .reported
        .as_ref()
        .and_then(|reported| reported.points);
    reported.or_else(|| record.result.as_ref().and_then(|result| result.points))
}

// Results as text: `1 - 0`, `0 - 12 (WHITE ILLEGAL)`, and the status words of tables.

/// A result as the log states it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::formats) struct ParsedResult {
    pub winner: Option<Winner>,
    pub points: Option<(i32, i32)>,
    pub faults: BTreeMap<Player, Fault>,
}

impl From<ParsedResult> for ReportedResult {
    fn from(result: ParsedResult) -> Self {
        Self {
            winner: result.winner,
            points: result.points,
            faults: result.faults,
            ..Self::default()
        }
    }
}

impl ParsedResult {
    /// Returns the result of a record: the one that its log reports, so that a wrong one stays
    /// wrong, or else the one by the rules; with the faults of both.
    pub fn of_record(record: &Record) -> Self {
        let mut stated = Self::default();
        if let Some(result) = &record.result {
            stated.winner = result.winner;
            stated.points = result.points;
            stated.faults.clone_from(&result.faults);
        }
        if let Some(reported) = &record.reported {
            if reported.winner.is_some() || reported.points.is_some() {
                stated.winner = reported.winner;
                stated.points = reported.points;
            }
            for (player, fault) in &reported.faults {
                stated.faults.entry(*player).or_insert(*fault);
            }
        }
        stated
    }

    /// Formats the result as `points - points (SIDE FAULT)`, which [`parse_result`] reads.
    pub fn to_text(&self, sides: [&str; 2]) -> String {
        let mut text = match (self.points, self.winner) {
            (Some((first, second)), _) => format!("{first} - {second}"),
            (None, Some(Winner::First)) => "1 - 0".to_owned(),
            (None, Some(Winner::Second)) => "0 - 1".to_owned(),
            (None, Some(Winner::Draw)) => "draw".to_owned(),
            (None, None) => String::new(),
        };
        for (player, fault) in &self.faults {
            let side = sides[player.index()].to_uppercase();
            text.push_str(&format!(" ({side} {})", fault_word(*fault)));
        }
        text.trim_start().to_owned()
    }
}

/// Parses a result: `result = (number "-" number / "draw" / side) *("(" side fault ")")`.
///
/// `1 - 0` and `0 - 1` name only the winner; other numbers are points. The chess notation `1/2-1/2`
/// is a draw.
pub(in crate::formats) fn parse_result(text: &str, sides: [&str; 2]) -> Option<ParsedResult> {
    let mut result = ParsedResult::default();
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if matches!(bare.as_str(), "1/2-1/2" | "½-½" | "0.5-0.5") {
        result.winner = Some(Winner::Draw);
        return Some(result);
    }
    let (mut rest, pair) = opt(numbers).parse(text.trim()).ok()?;
    match pair {
        Some(pair @ ((1, 0) | (0, 1))) => result.winner = Some(Winner::of([pair.0, pair.1])),
        Some(pair) => {
            result.winner = Some(Winner::of([pair.0, pair.1]));
            result.points = Some(pair);
        }
        None => {}
    }
    let mut last: Option<Player> = None;
    while let Ok((after, word)) = word(rest) {
        rest = after;
        let upper = word.to_ascii_uppercase();
        if upper == "DRAW" {
            result.winner = Some(Winner::Draw);
        } else if let Some(player) = parse_side(&upper, sides) {
            last = Some(player);
        } else if let (Some(player), Some(fault)) = (last, parse_fault(&upper)) {
            result.faults.insert(player, fault);
            last = None;
        } else if matches!(upper.as_str(), "WON" | "WINS" | "WIN") {
            result.winner = last.map(Winner::from);
        } else {
            return None;
        }
    }
    if pair.is_none() && result.winner.is_none() && result.faults.is_empty() {
        result.winner = Some(last?.into());
    }
    Some(result)
}

fn parse_side(upper: &str, sides: [&str; 2]) -> Option<Player> {
    let index = sides
        .iter()
        .position(|side| side.eq_ignore_ascii_case(upper));
    match (index, upper) {
        (Some(index), _) => Some(Player::ALL[index]),
        (None, "FIRST" | "PLAYER1" | "PLAYER_1") => Some(Player::First),
        (None, "SECOND" | "PLAYER2" | "PLAYER_2") => Some(Player::Second),
        (None, _) => None,
    }
}

fn numbers(text: &str) -> IResult<&str, (i32, i32)> {
    separated_pair(i32, delimited(space0, char('-'), space0), i32).parse(text)
}

fn word(text: &str) -> IResult<&str, &str> {
    let (text, _) = take_while(|c: char| c.is_whitespace() || "(),".contains(c)).parse(text)?;
    take_while1(|c: char| c.is_alphanumeric() || c == '_').parse(text)
}

/// Parses a contest's status word for a fault. The words are an open set.
pub(in crate::formats) fn parse_fault(word: &str) -> Option<Fault> {
    Some(match word.to_ascii_uppercase().as_str() {
        "ILLEGAL" | "INVALID" | "DISQUALIFIED" => Fault::Illegal,
        "TIMEOUT" | "TIME" | "OVERTIME" => Fault::Timeout,
        "CRASH" | "CRASHED" => Fault::Crash,
        "EXIT" | "EXITED" | "STOPPED" | "QUIT" => Fault::Exit,
        "RESIGN" | "RESIGNED" => Fault::Resignation,
        "JURY" => Fault::Jury,
        _ => return None,
    })
}

/// Returns the status word of a fault.
pub(in crate::formats) fn fault_word(fault: Fault) -> &'static str {
    match fault {
        Fault::Illegal => "ILLEGAL",
        Fault::Timeout => "TIMEOUT",
        Fault::Crash => "CRASH",
        Fault::Exit => "EXIT",
        Fault::Resignation => "RESIGNED",
        Fault::Jury => "JURY",
    }
}

/// Puts a text on one line: line feeds and other control characters become blanks.
pub(in crate::formats) fn single_line(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.chars()
        .map(blank)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Returns the start of a text in printable form, for a message.
pub(in crate::formats) fn shorten(text: &str) -> String {
    kifu_core::contract::printable(text, 40)
}
