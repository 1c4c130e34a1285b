//! Writing games in any format.

use super::find::{piece_of, same_piece};
use super::{Progress, Ticket};
use crate::app::library::Place;
use crate::files::{AtomicFile, Failure, FailureKind, check_output_path};
use crate::formats::{Format, FormatWriter, WriteError};
use crate::games::CATALOGUE;
use crate::record::Record;
use std::collections::HashSet;
use std::path::PathBuf;

/// So many refusals are told in words.
const WORDS: usize = 20;
/// So much is gathered before it is written.
const GATHERED: usize = 256 << 10;

/// What is to be written.
#[derive(Debug)]
pub enum What {
    /// A game.
    Record(Box<Record>),
    /// Games of the library; those of one file should follow each other.
    Places(Vec<Place>),
}

/// Games to write in a format.
pub struct Export {
    /// Which.
    pub what: What,
    /// The format.
    pub format: &'static dyn Format,
    /// Where to.
    pub path: PathBuf,
    /// A file that is there may be overwritten.
    pub overwrite: bool,
}

/// What was written.
#[derive(Debug)]
pub struct Exported {
    /// Where to.
    pub path: PathBuf,
    /// How many games.
    pub games: usize,
    /// How many could not be written.
    pub left_out: usize,
    /// Why, for the first of them.
    pub refused: Vec<String>,
}

/// Writes games. A game that the format cannot hold is left out; if that is so of all nothing is
/// written.
///
/// # Errors
/// No game could be written; or the file could not be.
pub(super) fn export(wanted: &Export, ticket: &Ticket) -> Result<Exported, Failure> {
    let format = wanted.format;
    let writer = format.writer().ok_or_else(|| {
        let message = format!("kifu reads `{}` and does not write it", format.id());
        Failure::new(FailureKind::Output, message)
    })?;
    if let What::Places(places) = &wanted.what
        && places.len() > 1
        && !writer.supports_multiple_games()
    {
        let format = format.id();
        return Err(Failure::new(
            FailureKind::Output,
            WriteError::SingleGameOnly { format }.to_string(),
        ));
    }
    check_output_path(&wanted.path, wanted.overwrite)?;
    let mut sheet = Sheet {
        writer,
        text: String::new(),
        file: None,
        wanted,
        games: 0,
        left_out: 0,
        refused: Vec::new(),
    };
    writer.write_prologue(&mut sheet.text);
    match &wanted.what {
        What::Record(record) => sheet.put(record)?,
        What::Places(places) => sheet.places(places, ticket)?,
    }
    sheet.finish()
}

struct Sheet<'a> {
    writer: &'a dyn FormatWriter,
    text: String,
    file: Option<AtomicFile>,
    wanted: &'a Export,
    games: usize,
    left_out: usize,
    refused: Vec<String>,
}

impl Sheet<'_> {
    fn places(&mut self, places: &[Place], ticket: &Ticket) -> Result<(), Failure> {
        let mut progress = Progress {
            total: Some(places.len() as u64),
            ..Progress::default()
        };
        for group in places.chunk_by(same_piece) {
            ticket.check()?;
            self.group(group)?;
            progress.done += group.len() as u64;
            progress.games = self.games as u64;
            ticket.progress(progress);
        }
        Ok(())
    }

    /// Games of one piece.
    fn group(&mut self, group: &[Place]) -> Result<(), Failure> {
        let mut missing: HashSet<u32> = group
            .iter()
            .map(|place| place.spot.index_in_chunk)
            .collect();
        let Some(first) = group.first() else {
            return Ok(());
        };
        let mut records = Vec::new();
        if let Some(piece) = piece_of(first) {
            piece.for_each_game(&mut |checked, spot| {
                if missing.remove(&spot.index_in_chunk) {
                    records.push(checked.record);
                }
            });
        }
        for record in &records {
            self.put(record)?;
        }
        for _ in missing {
            self.refuse(format!(
                "`{}`: the game cannot be read again",
                first.origin.display_name
            ));
        }
        Ok(())
    }

    fn refuse(&mut self, why: String) {
        self.left_out += 1;
        if self.refused.len() < WORDS {
            self.refused.push(why);
        }
    }

    fn put(&mut self, record: &Record) -> Result<(), Failure> {
        match self
            .writer
            .write_record(record, CATALOGUE, self.games, &mut self.text)
        {
            Ok(()) => self.games += 1,
            Err(error) => self.refuse(error.to_string()),
        }
        if self.text.len() >= GATHERED {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), Failure> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(AtomicFile::new(&self.wanted.path, self.wanted.overwrite)?),
        };
        file.write(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<Exported, Failure> {
        if self.games == 0 {
            let why = self.refused.into_iter().next();
            let why = why.unwrap_or_else(|| "there is no game to write".to_owned());
            return Err(Failure::new(FailureKind::Output, why));
        }
        self.writer.write_epilogue(&mut self.text);
        self.write()?;
        if let Some(file) = self.file {
            file.finish()?;
        }
        Ok(Exported {
            path: self.wanted.path.clone(),
            games: self.games,
            left_out: self.left_out,
            refused: self.refused,
        })
    }
}
