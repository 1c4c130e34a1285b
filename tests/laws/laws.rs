//! The laws that hold for every input: nothing is lost, nothing is invented, and nothing panics.
//!
//! 1. A reader gives at least one game, and a game without content says why.
//! 2. The location of a finding lies within the text.
//! 3. A record is read back from its own formats as it was written.
//! 4. A record that was judged is judged alike again, so converting twice is converting once; and
//!    what was written in a format can be written in it again.
//! 5. A writer loses only what its table declares ([`FormatWriter::limits`]), and several games in
//!    one text lose no more than each alone.
//!
//! [`FormatWriter::limits`]: kifu_logs::formats::FormatWriter::limits

use kifu_core::findings::Finding;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::Record;
use kifu_logs::formats::{
    CheckedGame, FORMATS, Format, Losses, ReadContext, RecordField, check_text, compare_records,
    decode, is_text_limit, losses, write_all,
};
use std::collections::BTreeSet;

/// The broken law, in words.
pub type Broken = String;

/// Reads bytes in a format, or in the one that fits them, and checks all laws; returns the shapes
/// of the games.
///
/// # Errors
/// Returns the law that is broken.
pub fn check_bytes(
    bytes: &[u8],
    format: Option<&'static dyn Format>,
) -> Result<BTreeSet<String>, Broken> {
    let decoded = decode(bytes);
    let text = &*decoded.text;
    let games = check_text(text, format, &ReadContext::default());
    if games.is_empty() {
        return Err("law 1: the reader gives no game".to_owned());
    }
    let mut shapes = BTreeSet::new();
    for game in &games {
        if game.findings.is_empty() && game.record.result.is_none() {
            return Err(format!(
                "law 1: neither a result nor a finding: {:?}",
                game.record
            ));
        }
        for finding in &game.findings {
            check_location(text, finding)?;
        }
        shapes.insert(shape(game));
    }
    // One game of each shape is written: more of them would only cost time.
    let mut seen = BTreeSet::new();
    for game in games.iter().filter(|game| seen.insert(shape(game))).take(8) {
        if !game.record.game.is_empty() {
            check_record(&game.record)?;
        }
    }
    Ok(shapes)
}

/// Checks that a finding points into the text.
fn check_location(text: &str, finding: &Finding) -> Result<(), Broken> {
    let Some(place) = &finding.location else {
        return Ok(());
    };
    let broken = || Err(format!("law 2: outside of the text: {finding:?}"));
    let line = (place.line as usize).checked_sub(1);
    // After the last line feed there is a line that `lines` does not give.
    let line = line.map(|line| text.split('\n').nth(line));
    let Some(Some(line)) = line else {
        return broken();
    };
    let column = place.column as usize;
    if column == 0 || column > line.chars().count() + 1 {
        return broken();
    }
    match place.excerpt.get(place.highlight.clone()) {
        Some(_) => Ok(()),
        None => broken(),
    }
}

/// Returns the shape of a game for the corpus: game, ending, length, parts with content, findings.
fn shape(game: &CheckedGame) -> String {
    let record = &game.record;
    let codes: BTreeSet<String> = game.findings.iter().map(|f| f.code.to_string()).collect();
    let codes: Vec<String> = codes.into_iter().collect();
    let note = |has: fn(&kifu_core::record::Note) -> bool| record.notes.values().any(has);
    let flags = [
        record.attempt.is_some(),
        record.reported.is_some(),
        !record.ext.is_empty(),
        !record.setup.0.is_empty(),
        !record.times_ms.0.is_empty(),
        !record.players.0.name.is_empty(),
        note(|note| note.raw.is_some()),
        note(|note| !note.message.is_empty()),
        note(|note| !note.stderr.is_empty()),
        note(|note| !note.comment.is_empty()),
        note(|note| !note.variations.is_empty()),
        note(|note| !note.marks.is_empty()),
    ];
    let flags: String = flags
        .iter()
        .map(|flag| if *flag { '1' } else { '0' })
        .collect();
    let plies = game.ply_count.checked_ilog2().map_or(0, |log| log + 1);
    let ending = game.ending.as_str();
    format!(
        "{} {ending} {plies} {flags} {}",
        record.game,
        codes.join(" ")
    )
}

/// Checks the laws of writing for a canonical record.
///
/// # Errors
/// Returns the law that is broken.
pub fn check_record(record: &Record) -> Result<(), Broken> {
    check_native(record)?;
    for format in FORMATS.iter().copied().filter(|format| is_foreign(*format)) {
        let Ok(lost) = losses(record, format, CATALOGUE) else {
            continue;
        };
        if let Err(broken) = check_declared(format, &lost) {
            let text = write_all(format, std::slice::from_ref(record), CATALOGUE);
            return Err(format!("{broken}:\n{}", text.unwrap_or_default()));
        }
        check_written_twice(record, format)?;
    }
    Ok(())
}

/// Reports whether kifu reads and writes a format that is not one of its own.
pub fn is_foreign(format: &dyn Format) -> bool {
    let native = ["ron", "ronl", "json", "jsonl"].contains(&format.id());
    !native && format.writer().is_some()
}

/// Checks that a writer declares what it lost.
///
/// # Errors
/// Returns the law that is broken.
pub fn check_declared(format: &dyn Format, lost: &Losses) -> Result<(), Broken> {
    let limits = format.writer().map_or(&[][..], |writer| writer.limits());
    let is_declared = |field: &RecordField| limits.iter().any(|(limited, _)| limited == field);
    match lost.keys().find(|field| !is_declared(field)) {
        Some(field) => Err(format!("law 5: {} loses {field}", format.id())),
        None => Ok(()),
    }
}

/// Checks that a record whose texts are words on one line loses none where a format holds such
/// texts.
///
/// # Errors
/// Returns the law that is broken.
pub fn check_tame_record(record: &Record) -> Result<(), Broken> {
    for format in FORMATS.iter().copied().filter(|format| is_foreign(*format)) {
        let lost = losses(record, format, CATALOGUE).unwrap_or_default();
        // A game that is not recognized loses everything.
        if lost.contains_key(&RecordField::Moves) {
            continue;
        }
        let limits = format.writer().map_or(&[][..], |writer| writer.limits());
        let holds_texts = |field| {
            let mut limits = limits.iter();
            limits.any(|(limited, holds)| *limited == field && is_text_limit(holds))
        };
        if let Some(field) = lost.keys().find(|field| holds_texts(**field)) {
            let text = write_all(format, std::slice::from_ref(record), CATALOGUE);
            let text = text.unwrap_or_default();
            return Err(format!(
                "law 5: {} loses {field} of words:\n{text}",
                format.id()
            ));
        }
    }
    Ok(())
}

fn check_native(record: &Record) -> Result<(), Broken> {
    for id in ["ron", "ronl", "json", "jsonl"] {
        let format = kifu_logs::formats::by_id(id).ok_or("no native format")?;
        let text = write_all(format, std::slice::from_ref(record), CATALOGUE)
            .map_err(|error| format!("law 3: {id}: {error}"))?;
        let games = check_text(&text, Some(format), &ReadContext::default());
        let [again] = games.as_slice() else {
            return Err(format!("law 3: {id} gives {} games: {text}", games.len()));
        };
        // JSON has no numbers that are not finite.
        let is_json = id.starts_with('j');
        if again.record != *record && !(is_json && text.contains("\"win\":null")) {
            let lost = compare_records(record, &again.record, by_id(CATALOGUE, &record.game));
            return Err(format!(
                "law 4: {id} gives another record, without {lost:?}:\n{text}"
            ));
        }
    }
    Ok(())
}

/// Checks that a text has one game, and that its record, written again, loses no more than the
/// format declares.
fn check_written_twice(record: &Record, format: &'static dyn Format) -> Result<(), Broken> {
    let id = format.id();
    let first = write_all(format, std::slice::from_ref(record), CATALOGUE)
        .map_err(|error| format!("law 4: {id}: {error}"))?;
    let games = check_text(&first, Some(format), &ReadContext::default());
    let [once] = games.as_slice() else {
        return Err(format!("law 5: {id} gives {} games:\n{first}", games.len()));
    };
    if once.record.game.is_empty() {
        return Ok(());
    }
    let again = losses(&once.record, format, CATALOGUE)
        .map_err(|error| format!("law 4: {id} at the second time: {error}:\n{first}"))?;
    check_declared(format, &again)
        .map_err(|broken| format!("{broken} at the second time:\n{first}"))
}

/// Checks that several games in one text lose no more than each alone.
///
/// # Errors
/// Returns the law that is broken.
pub fn check_sequence(records: &[Record], format: &'static dyn Format) -> Result<(), Broken> {
    let Ok(text) = write_all(format, records, CATALOGUE) else {
        return Ok(());
    };
    let id = format.id();
    let games = check_text(&text, Some(format), &ReadContext::default());
    if games.len() != records.len() {
        let (found, expected) = (games.len(), records.len());
        return Err(format!(
            "law 5: {id} gives {found} games for {expected}:\n{text}"
        ));
    }
    // A table of games that all fail is of an unknown game, which an error reports.
    let is_known = |game: &CheckedGame| !game.record.game.is_empty();
    for (record, game) in records
        .iter()
        .zip(&games)
        .filter(|(_, game)| is_known(game))
    {
        let alone = losses(record, format, CATALOGUE).unwrap_or_default();
        let here = compare_records(record, &game.record, by_id(CATALOGUE, &record.game));
        let more = here.iter().find(|(field, loss)| {
            alone
                .get(field)
                .is_none_or(|alone| alone.count < loss.count)
        });
        if let Some((field, _)) = more {
            return Err(format!(
                "law 5: {id} loses {field} beside another game:\n{text}"
            ));
        }
    }
    Ok(())
}
