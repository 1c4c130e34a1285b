//! The checks of a row: its fields, and what it says twice.

use super::table::{CsvColumns, CsvRow, TableLayout};
use super::{TableReader, insert_ext, result_span};
use crate::formats::{ParsedGame, statuses};
use kifu_core::contract::{Player, Winner, printable};
use kifu_core::findings::{Code, Finding};
use kifu_core::games::{DynGame, by_id};
use std::collections::hash_map::Entry;

/// Words before a sum in a row that is no game.
const SUM_LABELS: [&str; 9] = [
    "total", "totals", "sum", "sums", "subtotal", "average", "mean", "median", "count",
];
/// Names of columns that count the moves, in small letters without punctuation.
const COUNT_COLUMNS: [&str; 10] = [
    "plies",
    "plycount",
    "numplies",
    "numberofplies",
    "movecount",
    "movescount",
    "nummoves",
    "numberofmoves",
    "length",
    "turns",
];

/// Reports whether a row is no game: it has neither players nor a status nor moves, as a row of sums
/// or a line below the table.
///
/// A row that was cut off is a game whose end is missing.
pub(super) fn is_no_game(columns: &CsvColumns, row: &CsvRow<'_>, is_at_end: bool) -> bool {
    let is_empty = |at: Option<usize>| row.field_text(at).trim().is_empty();
    let [first, second] = columns.players;
    let has_rest = !is_empty(columns.moves) || !is_empty(first.status) || !is_empty(second.status);
    if has_rest {
        return false;
    }
    let players = match columns.layout {
        TableLayout::Games => &columns.players[..],
        TableLayout::Players => &columns.players[..1],
    };
    let names = players.iter().filter(|own| !is_empty(own.user)).count();
    let id = row.field_text(columns.game).trim();
    let is_id = id.contains(|c: char| c.is_ascii_digit()) && !id.contains(char::is_whitespace);
    let labels = [columns.game, first.user].map(|at| row.field_text(at).trim());
    let is_sum = labels.iter().any(|label| {
        let label = label.trim_end_matches(':');
        SUM_LABELS.iter().any(|sum| sum.eq_ignore_ascii_case(label))
    });
    let is_cut_off = is_at_end && row.fields.len() < columns.names.len();
    match names {
        0 => !(is_cut_off && is_id) && is_empty(columns.player_number),
        1 if columns.layout == TableLayout::Games => is_sum || !is_id && !is_cut_off,
        _ => is_sum,
    }
}

/// Returns the finding on a row that is no game.
pub(super) fn no_game_finding(table: &TableReader<'_>, row: &CsvRow<'_>) -> Finding {
    let shown = printable(&table.source.text()[row.span.clone()], 60);
    let message = format!(
        "expected a game with its players, a status or moves, found `{shown}`; it is not counted"
    );
    let location = table.source.location(row.span.clone());
    Finding::new(Code::UnassignedText, message).at(location)
}

/// Reports a game whose rows have all appeared earlier in the table, or another row of the game.
pub(super) fn check_repeated(
    table: &mut TableReader<'_>,
    rows: &[&CsvRow<'_>],
    parsed: &mut ParsedGame,
) {
    let Some(first) = rows.first() else { return };
    let (record, source) = (&parsed.record, table.source);
    let id = &record.source.id;
    if rows
        .iter()
        .any(|row| row.field_text(table.columns.game).trim().is_empty())
    {
        return;
    }
    let key = [
        id,
        &record.event.round,
        &record.event.table,
        &record.players.0.name,
        &record.players.1.name,
    ];
    let key = key.map(|part| part.trim()).join("\n");
    let text: Vec<&str> = rows
        .iter()
        .map(|row| &source.text()[row.span.clone()])
        .collect();
    let text = text.join("\n");
    let finding = match table.numbered_rows.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert(text);
            return;
        }
        Entry::Occupied(known) if *known.get() == text => {
            let message = format!("expected each game once, found the row of game `{id}` again");
            Finding::new(Code::RepeatedEntry, message)
        }
        Entry::Occupied(_) => {
            let message = format!(
                "expected each game once, found game `{id}` of these players again with other \
                 values"
            );
            Finding::new(Code::RowsDisagree, message)
        }
    };
    let location = source.location(first.field_span(table.columns.game));
    parsed.findings.push(finding.at(location));
}

/// Reports too few or too many fields, unclosed quotes, and blanks around fields.
pub(super) fn check_field_count(
    table: &TableReader<'_>,
    row: &CsvRow<'_>,
    parsed: &mut ParsedGame,
) {
    let (expected, found) = (table.columns.names.len(), row.fields.len());
    let mut report = |finding: Finding, at: usize| {
        let location = table.source.location(at..row.span.end);
        parsed.findings.push(finding.at(location));
    };
    if let Some(at) = row.stray_quote {
        let message = "expected a closing quote before a comma or the end of the row, found none";
        report(Finding::new(Code::Syntax, message), at);
    }
    let message = || format!("expected {expected} fields, found {found}");
    if found < expected {
        let is_last = row.span.end == table.source.text().len();
        let code = if is_last {
            Code::Truncated
        } else {
            Code::MissingField
        };
        report(Finding::new(code, message()), row.span.end);
    } else if found > expected {
        let offset = row.fields[expected].span.start;
        if table.is_misaligned(row) {
            let hint = "put a field that contains a comma in double quotes".to_owned();
            report(Finding::new(Code::Syntax, message()).hint(hint), offset);
        } else {
            let message = format!("{}; the last ones are empty", message());
            report(Finding::new(Code::TrailingText, message), offset);
        }
    }
    if !table.is_spaced && !table.is_misaligned(row) {
        let finding = blanks_finding(&table.columns, row);
        let finding = finding
            .map(|(finding, at)| finding.at(table.source.location(row.field_span(Some(at)))));
        parsed.findings.extend(finding);
    }
    if found != expected || row.stray_quote.is_some() {
        let text = table.source.text()[row.span.clone()].to_owned();
        insert_ext(&mut parsed.record, "row", &text);
    }
}

/// Returns the finding on the first field with blanks around it, and its index. Blanks around moves
/// separate nothing.
pub(super) fn blanks_finding(columns: &CsvColumns, row: &CsvRow<'_>) -> Option<(Finding, usize)> {
    let mut fields = row.fields.iter().enumerate();
    let is_moves = |at: usize| columns.moves == Some(at);
    let (at, field) = fields.find(|(at, field)| field.has_blanks && !is_moves(*at))?;
    let shown = printable(&field.text, 40);
    let message = format!(
        "expected commas without blanks around them, found blanks around `{shown}`, which are not \
         part of it"
    );
    Some((Finding::new(Code::ForgivenSyntax, message), at))
}

/// Compares what the row says in columns that the contest's tables do not have with the rest of it:
/// the number of moves, the winner, the ranks, the result.
pub(super) fn check_claims(table: &TableReader<'_>, row: &CsvRow<'_>, parsed: &mut ParsedGame) {
    let game = by_id(table.context.catalogue, &parsed.record.game);
    for at in &table.unknown_columns {
        let value = row.field_text(Some(*at)).trim();
        if value.is_empty() {
            continue;
        }
        let name = &table.columns.names[*at];
        let plain: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
        let plain = plain.to_lowercase();
        let finding = if COUNT_COLUMNS.contains(&plain.as_str()) {
            game.and_then(|game| count_finding(parsed, game, name, value))
        } else if plain == "winner" || plain == "result" {
            winner_finding(parsed, game, name, value)
        } else {
            None
        };
        let location = table.source.location(row.field_span(Some(*at)));
        parsed
            .findings
            .extend(finding.map(|finding| finding.at(location)));
    }
    let finding = rank_finding(table, row, parsed);
    let location = table.source.location(result_span(&table.columns, row));
    parsed
        .findings
        .extend(finding.map(|finding| finding.at(location)));
}

/// Compares a number of moves with the moves.
fn count_finding(
    parsed: &ParsedGame,
    game: &dyn DynGame,
    name: &str,
    value: &str,
) -> Option<Finding> {
    let record = &parsed.record;
    let words = |text: &str| text.split_whitespace().count();
    let attempt = record.attempt.as_ref();
    let failed = attempt.map_or(0, |attempt| 1 + words(&attempt.rest));
    let all = words(&record.moves) + failed;
    let number: usize = value.parse().ok()?;
    let plies = all.saturating_sub(game.info().lead_in);
    // A count may leave out the lead-in, or the move that was refused.
    let fits = [all, plies, plies.saturating_sub(failed), all - failed].contains(&number);
    if fits || all == 0 {
        return None;
    }
    let message = format!("expected {plies} as {name}, the number of the moves, found {number}");
    Some(Finding::new(Code::NumbersDisagree, message))
}

/// Compares a winner or a result with the one of points and status.
fn winner_finding(
    parsed: &ParsedGame,
    game: Option<&dyn DynGame>,
    name: &str,
    value: &str,
) -> Option<Finding> {
    let record = &parsed.record;
    let winner = record.reported.as_ref()?.winner?;
    let sides = game.map_or(["White", "Black"], <dyn DynGame>::sides);
    let by_name = |player: &Player| record.player(*player).name == value;
    let claimed = match value {
        "1" => Some(Winner::First),
        "2" => Some(Winner::Second),
        "0" => Some(Winner::Draw),
        _ => match Player::ALL.into_iter().find(by_name) {
            Some(player) => Some(player.into()),
            None => statuses::parse_result(value, sides)?.winner,
        },
    }?;
    let message = format!("expected {winner:?} as {name}, as by points or status, found `{value}`");
    (claimed != winner).then(|| Finding::new(Code::StatusDisagrees, message))
}

/// Compares the ranks of the players, of which the smaller one is better, with the winner.
fn rank_finding(table: &TableReader<'_>, row: &CsvRow<'_>, parsed: &ParsedGame) -> Option<Finding> {
    let winner = parsed.record.reported.as_ref()?.winner?;
    let rank = |player: Player| {
        let name = format!("Rank{}", player.index() + 1);
        let mut names = table.columns.names.iter();
        let at = names.position(|own| own.eq_ignore_ascii_case(&name))?;
        row.field_text(Some(at)).trim().parse::<i32>().ok()
    };
    let (first, second) = (rank(Player::First)?, rank(Player::Second)?);
    let ranked = Winner::of([second, first]);
    let message =
        format!("expected ranks of {winner:?}, as by points or status, found {first} and {second}");
    (ranked != winner).then(|| Finding::new(Code::StatusDisagrees, message))
}
