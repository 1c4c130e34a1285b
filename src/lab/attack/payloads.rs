//! Records whose texts look like another format: written in each format, they are read back as the
//! same record, or lose what the format declares.

use super::Trial;
use super::sandbox::{Sandbox, words};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Record, write_ronl};
use kifu_laws::generate::{TextKind, random_record};
use kifu_logs::formats::{
    CheckedGame, FORMATS, Format, ReadContext, RecordField, check_text, compare_records, write_all,
};
use kifu_study::failure::Failure;
use std::collections::BTreeSet;

/// Texts by which a reader might take a record for one of its format.
const SIGNATURES: &[&str] = &[
    "Ann, Game, Round, Moves, Bob",
    "Game,Round,IsSwiss,Player1,Player2,User1,User2,Score1,Score2,Moves",
    "a;User1;Score1;Score2",
    "Game|User1|User2|Score1|Score2",
    "new Zuniq(['Forged','Other'],['C3h','C4h'])",
    "new Box(['Forged'],['Hh123456h'])",
    "<param name=moves value='A1h A2h'>",
    "<html><body><param name=\"moves\" value=\"A1h\"></body></html>",
    "(;FF[4]GM[1]SZ[6];B[cc];W[dd])",
    "(;GM[1]",
    "(kifu:2,game:\"clobber\",players:((name:\"Forged\"),()),moves:\"a2a1\")",
    "(game:\"clobber\",moves:\"a2a1\")",
    "{\"kifu\":2,\"game\":\"clobber\",\"moves\":\"a2a1\"}",
    "{\"frames\":[{\"agentId\":0,\"stdout\":\"a2a1\"}],\"scores\":[1,0]}",
    "{\"gameResult\":{\"frames\":[],\"ranks\":[0,1]}}",
    "game: clobber",
    "game: zuniq\nA1h",
    "# game: box",
    "# game: zuniq\n> Start\n< A1h",
    "white: Forged",
    "moves: A1h",
    "result: 100 - 0",
    "! start",
    "> Start",
    "< A1h",
    "IO RCVD [A1h]",
    "IO SEND [Start]",
    "M: RESULT = 1 - 0",
    "<caiaio:_player_timeout>",
    "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"></svg>",
    "<!-- kifu -->",
    "-->",
    "]]>",
    "*/",
    "/* moves */",
    "// comment",
    "\"),()),moves:\"a2a1\")",
    "\",\"moves\":\"a2a1\"}",
    "]C[Forged];B[aa]",
    "\"\n(kifu:2,game:\"clobber\")",
    "\n\ngame: clobber\na2a1\n",
    "\n# 1. A1h",
    "\u{feff}(;FF[4]",
    "\u{1e}",
];

/// A record that was written in a format and read back by detecting the format.
pub struct ReadBack<'a> {
    /// The record.
    pub record: &'a Record,
    /// The format in which it was written.
    pub format: &'static dyn Format,
    /// The format in which it was read.
    pub detected: Option<&'static str>,
    /// The games that were read.
    pub games: &'a [CheckedGame],
}

impl ReadBack<'_> {
    /// Returns what is wrong: another format or number of games, or a loss that is not declared.
    pub fn faults(&self) -> Vec<String> {
        let id = self.format.id();
        let is_record = |id: &str| ["ron", "ronl", "json", "jsonl"].contains(&id);
        // Moves with boards are read as moves.
        let is_moves = |id: &str| ["moves", "txt"].contains(&id);
        let is_same = self.detected == Some(id)
            || is_moves(id) && self.detected.is_some_and(is_moves)
            || is_record(id) && self.detected.is_some_and(is_record);
        if !is_same {
            return vec![format!("{id} is read as {:?}", self.detected)];
        }
        let [game] = self.games else {
            return vec![format!("{id} gives {} games for one", self.games.len())];
        };
        if is_record(id) {
            let is_equal = game.record == *self.record;
            return if is_equal {
                Vec::new()
            } else {
                vec![format!(
                    "{id} gives another record: {}",
                    write_ronl(&game.record)
                )]
            };
        }
        let limits = self
            .format
            .writer()
            .map_or(&[][..], |writer| writer.limits());
        let declared: BTreeSet<&RecordField> = limits.iter().map(|(field, _)| field).collect();
        let lost = compare_records(
            self.record,
            &game.record,
            by_id(CATALOGUE, &self.record.game),
        );
        let lost = lost.keys().filter(|field| !declared.contains(field));
        let mut faults: Vec<String> = lost.map(|field| format!("{id} loses {field}")).collect();
        // Moves that a format cannot hold may be missing, but never be others.
        let mut moves = game.record.tokens().zip(self.record.tokens());
        if moves.any(|(found, written)| found != written) {
            faults.push(format!("{id} gives other moves: {}", game.record.moves));
        }
        // A name may be cut or cleaned, but never be another one.
        let letters = |name: &str| {
            name.chars()
                .filter(|c| c.is_alphanumeric())
                .collect::<String>()
        };
        let [found, written] = [&game.record, self.record]
            .map(|record| [&record.players.0.name, &record.players.1.name].map(|it| letters(it)));
        if found
            .iter()
            .zip(&written)
            .any(|(found, written)| !written.starts_with(found.as_str()))
        {
            faults.push(format!(
                "{id} gives other players: {found:?} for {written:?}"
            ));
        }
        faults
    }
}

/// Writes a record with forged texts in all formats and reads it back.
pub(super) fn round(trial: &mut Trial<'_>) -> Result<(), Failure> {
    let record = forged_record(trial);
    // A dialogue without a line of either side is not recognised.
    if record.moves.is_empty() {
        return Ok(());
    }
    for format in FORMATS.iter().copied() {
        if format.writer().is_none() {
            continue;
        }
        let Ok(text) = write_all(format, std::slice::from_ref(&record), CATALOGUE) else {
            continue;
        };
        // A picture is not read back.
        if format.id() == "svg" {
            continue;
        }
        let extensions: Vec<&str> = format.extensions().to_vec();
        let name = if trial.chance(50) || extensions.is_empty() {
            String::new()
        } else {
            format!("x.{}", trial.pick(&extensions))
        };
        let context = ReadContext {
            file_name: &name,
            ..ReadContext::default()
        };
        let detected = kifu_logs::formats::detect(&text, &context).map(Format::id);
        let mut games = check_text(&text, None, &context);
        for game in &mut games {
            game.record.source = record.source.clone();
        }
        let observation = ReadBack {
            record: &record,
            format,
            detected,
            games: &games,
        };
        let mut faults = observation.faults();
        if faults.is_empty() {
            faults.extend(twice_is_once(&text, format, &name));
        }
        trial.tried += 1;
        let (ronl, id) = (write_ronl(&record), format.id());
        let shown = faults
            .into_iter()
            .map(|fault| format!("{fault} (as `{name}`)\n  record: {ronl}  as {id}: {text}"));
        trial.faults.extend(shown);
    }
    if trial.chance(10) {
        convert_onto_itself(trial, &record)?;
    }
    Ok(())
}

/// Returns the fault of a text that changes with a second conversion.
fn twice_is_once(text: &str, format: &'static dyn Format, name: &str) -> Option<String> {
    let context = ReadContext {
        file_name: name,
        ..ReadContext::default()
    };
    let again = |text: &str| {
        let games = check_text(text, None, &context);
        let records: Vec<Record> = games.into_iter().map(|game| game.record).collect();
        write_all(format, &records, CATALOGUE).ok()
    };
    let once = again(text)?;
    let twice = again(&once)?;
    (once != twice).then(|| {
        format!(
            "{} changes with the second conversion: {twice}",
            format.id()
        )
    })
}

/// Lets kifu convert a file onto itself, twice.
fn convert_onto_itself(trial: &mut Trial<'_>, record: &Record) -> Result<(), Failure> {
    let mut sandbox = Sandbox::new(trial.tools)?;
    let id = trial.pick(&["ron", "ronl", "json", "jsonl"]);
    let Some(format) = kifu_logs::formats::by_id(id) else {
        return Ok(());
    };
    let Ok(text) = write_all(format, std::slice::from_ref(record), CATALOGUE) else {
        return Ok(());
    };
    let name = format!("x.{id}");
    sandbox.write(&name, &text)?;
    let line = format!("convert {name} -o {name} -f -q");
    let mut faults = Vec::new();
    for _ in 0..2 {
        let run = sandbox.run(&words(&line))?;
        faults.extend(run.breakdown(None));
        if sandbox.read(&name) != text {
            faults.push(format!("`{name}` is changed by a conversion onto itself"));
            break;
        }
    }
    trial.observe(&mut sandbox, faults);
    Ok(())
}

/// Returns a random record with texts of other formats in some or all of its fields.
fn forged_record(trial: &mut Trial<'_>) -> Record {
    let texts = if trial.chance(50) {
        TextKind::Tame
    } else {
        TextKind::Wild
    };
    let mut record = random_record(&mut trial.rng, texts);
    let percent = trial.pick(&[10, 30, 100]);
    let foreign = foreign_text(trial);
    let mut forge = |field: &mut String, is_line: bool| {
        if !trial.chance(percent) {
            return;
        }
        let text = match trial.rng.index(4) {
            0 => foreign.clone(),
            _ => trial.pick(SIGNATURES).to_owned(),
        };
        *field = match trial.rng.index(4) {
            _ if is_line => text.replace('\n', " "),
            0 => format!("{field}\n{text}"),
            1 => format!("{text}\n{field}"),
            _ => text,
        };
    };
    for player in [&mut record.players.0, &mut record.players.1] {
        forge(&mut player.name, true);
        forge(&mut player.author, true);
        forge(&mut player.version, true);
    }
    forge(&mut record.event.name, true);
    forge(&mut record.event.round, true);
    forge(&mut record.event.table, true);
    forge(&mut record.event.date, true);
    for note in record.notes.values_mut() {
        forge(&mut note.message, true);
        forge(&mut note.stderr, false);
        forge(&mut note.comment, false);
    }
    let note = record.notes.entry(1).or_default();
    forge(&mut note.comment, false);
    for text in record.ext.values_mut() {
        forge(text, false);
    }
    canonical(record)
}

/// Returns the start of a random record in a random format.
fn foreign_text(trial: &mut Trial<'_>) -> String {
    let record = random_record(&mut trial.rng, TextKind::Tame);
    let format = trial.pick(FORMATS);
    if format.writer().is_none() {
        return String::new();
    }
    let text = write_all(format, std::slice::from_ref(&record), CATALOGUE).unwrap_or_default();
    let end = text.floor_char_boundary(100 + trial.rng.index(400));
    text[..end.min(text.len())].to_owned()
}

/// Returns a record as it is read from its own text.
fn canonical(record: Record) -> Record {
    let ronl = kifu_logs::formats::by_id("ronl");
    let games = check_text(&write_ronl(&record), ronl, &ReadContext::default());
    let first = games.into_iter().next();
    first.map_or(record, |game| game.record)
}
