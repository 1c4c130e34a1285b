//! The targets of the fuzzer: every reader, the detection of formats, and the record.

use super::generate::{TextKind, random_record};
use super::laws::{
    Broken, check_bytes, check_record, check_sequence, check_tame_record, is_foreign,
};
use kifu_core::record::Record;
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{FORMATS, Format, by_id};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The part of kifu that a fuzzer gives its inputs to.
#[derive(Clone, Copy)]
pub enum LawTarget {
    /// The reader of a format.
    Reader(&'static dyn Format),
    /// The detection of the format, and the reader that it finds.
    Detection,
    /// The writers, with random records; the input is the seed.
    Record,
}

impl LawTarget {
    /// Returns all targets.
    pub fn all() -> Vec<Self> {
        let readers = FORMATS.iter().map(|format| Self::Reader(*format));
        readers.chain([Self::Detection, Self::Record]).collect()
    }

    /// Returns the name for the command line and the corpus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reader(format) => format.id(),
            Self::Detection => "detection",
            Self::Record => "record",
        }
    }

    /// Returns the target with a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|target| target.name() == name)
    }

    /// Checks all laws for an input and returns the shapes of what was read.
    ///
    /// # Errors
    /// Returns the law that is broken; a panic breaks the first one.
    pub fn check(self, input: &[u8]) -> Result<BTreeSet<String>, Broken> {
        let checked = catch_unwind(AssertUnwindSafe(|| match self {
            Self::Reader(format) => check_bytes(input, Some(format)),
            Self::Detection => check_bytes(input, None),
            Self::Record => check_seed(input),
        }));
        checked.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("law 1: a panic: {}", text.unwrap_or_default()))
        })
    }
}

/// Makes records of a seed and checks the laws of writing for them.
fn check_seed(input: &[u8]) -> Result<BTreeSet<String>, Broken> {
    let seed = std::str::from_utf8(input).ok();
    let seed = seed.and_then(|seed| seed.trim().parse().ok());
    let Some(seed) = seed else {
        return Ok(BTreeSet::new());
    };
    let mut rng = SplitMix64::new(seed);
    let texts = if seed % 2 == 0 {
        TextKind::Tame
    } else {
        TextKind::Wild
    };
    let records: Vec<Record> = (0..2).map(|_| random_record(&mut rng, texts)).collect();
    let mut shapes = BTreeSet::new();
    for record in &records {
        check_record(record)?;
        if texts == TextKind::Tame {
            check_tame_record(record)?;
        }
        shapes.insert(format!(
            "{} {:?}",
            record.game,
            record.result.as_ref().map(|r| r.how)
        ));
    }
    let line_based = ["ronl", "jsonl"].into_iter().filter_map(by_id);
    for format in FORMATS
        .iter()
        .copied()
        .filter(|format| is_foreign(*format))
        .chain(line_based)
    {
        check_sequence(&records, format)?;
    }
    Ok(shapes)
}
