//! The checks of a record's values that its types allow but that cannot be: probabilities, dates, and
//! results that say a thing twice.

use super::statuses;
use kifu_core::contract::Winner;
use kifu_core::findings::{Code, Finding};
use kifu_core::record::{Evaluation, Record, RecordPart};

/// Returns findings about values that cannot be, each with the part of the record it is about.
pub(super) fn check_values(record: &Record) -> Vec<(RecordPart, Finding)> {
    let mut found = evaluation_findings(record);
    let date = &record.event.date;
    if !is_date(date) {
        let shown = statuses::shorten(date);
        let message = format!("expected a date, YYYY-MM-DD, found `{shown}`; kept");
        found.push((RecordPart::Date, Finding::new(Code::UnknownField, message)));
    }
    let results = result_findings(record).into_iter();
    found.extend(results.map(|finding| (RecordPart::ReportedResult, finding)));
    found
}

/// Reports win probabilities outside of 0 to 1, once for each note.
fn evaluation_findings(record: &Record) -> Vec<(RecordPart, Finding)> {
    let wrong = |eval: &Evaluation| {
        let wins = eval.values().filter_map(|value| value.win);
        wins.into_iter().find(|win| !(0.0..=1.0).contains(win))
    };
    let notes = record.notes.iter();
    let found = notes.filter_map(|(ply, note)| {
        let variations = note.variations.iter().flat_map(|line| line.notes.values());
        let inner = variations.flat_map(|note| &note.evals);
        let win = note.evals.iter().chain(inner).find_map(wrong)?;
        let message = format!("ply {ply}: expected a win probability from 0 to 1, found {win}");
        let finding = Finding::new(Code::BadValue, message).ply(*ply);
        Some((RecordPart::Note(*ply, 0), finding))
    });
    found.collect()
}

/// Reports a winner, points and status words that contradict each other.
fn result_findings(record: &Record) -> Vec<Finding> {
    let Some(reported) = &record.reported else {
        return Vec::new();
    };
    let points = match reported.points {
        Some((first, second)) => [Some(first), Some(second)],
        None => [None; 2],
    };
    let empty = (String::new(), String::new());
    let (first, second) = reported.status.as_ref().unwrap_or(&empty);
    let (by_words, found) = statuses::reported_result(points, [first, second]);
    let found = found.into_iter().map(|(_, finding)| finding);
    let mut found: Vec<Finding> = found
        .filter(|finding| finding.code == Code::StatusDisagrees)
        .collect();
    // After a fault the winner may have fewer points.
    let pair = by_words.winner.zip(reported.winner);
    if let Some((counted, winner)) = pair.filter(|_| reported.faults.is_empty())
        && counted != winner
        && found.is_empty()
    {
        let message = format!(
            "expected {} by points or status, found {}",
            winner_text(counted),
            winner_text(winner)
        );
        found.push(Finding::new(Code::StatusDisagrees, message));
    }
    // Nothing judges a game that is not known.
    if record.game.is_empty() {
        let counted = reported
            .scores
            .map(|(first, second)| Winner::of([first, second]));
        let stored = record.result.as_ref().and_then(|result| result.winner);
        let others = [("scores", counted), ("the stored result", stored)];
        let winner = reported.winner.filter(|_| reported.faults.is_empty());
        for (what, other) in others {
            if let Some((other, winner)) = other.zip(winner).filter(|(other, own)| other != own) {
                let (other, winner) = (winner_text(other), winner_text(winner));
                let message = format!("expected {other} by {what}, found {winner}");
                found.push(Finding::new(Code::StatusDisagrees, message));
            }
        }
    }
    found
}

/// Returns a winner in words.
const fn winner_text(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "a win of the first player",
        Winner::Second => "a win of the second player",
        Winner::Draw => "a draw",
    }
}

/// Reports whether a text is a date as far as known, or a list of them as SGF writes it; empty texts
/// are.
fn is_date(text: &str) -> bool {
    let mut parts = text.split(',').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.is_empty() || is_iso_date(first) && parts.all(|part| part.split('-').all(is_number))
}

/// Reports whether a text is a year, a month or a day of the calendar: `2025-11-27`.
fn is_iso_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut number = |length: usize| {
        let part = parts.next();
        part.map(|part| {
            let is_number = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<u32>().ok()).flatten()
        })
    };
    let (year, month, day) = (number(4), number(2), number(2));
    if parts.next().is_some() {
        return false;
    }
    match (year, month, day) {
        (Some(Some(_)), None | Some(Some(1..=12)), None) => true,
        (Some(Some(year)), Some(Some(month @ 1..=12)), Some(Some(day))) => {
            (1..=days_of_month(year, month)).contains(&day)
        }
        _ => false,
    }
}

/// Returns the number of days of a month.
fn days_of_month(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
