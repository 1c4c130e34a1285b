//! The law of accounting: everything that carries meaning in a log is in its records or named by a
//! finding.
//!
//! Two ways to hold a reader to it, for a test of any format:
//!
//! - **Count.** A generator that knows what it wrote into a text says so as a [`Meaning`];
//!   [`Meaning::of_games`] counts what the reader found, and [`Meaning::missing`] gives the
//!   difference, which is empty unless a finding accounts for it.
//! - **Plant.** Put marks made by [`mark`] wherever a text can have one: in a value, under an
//!   unknown key, in a comment. [`unaccounted`] gives the marks that are neither in a record nor
//!   in, or under, a finding.

use kifu_core::record::{Record, write_ron};
use kifu_logs::formats::CheckedGame;
use std::ops::AddAssign;

/// Counts of what carries meaning in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// Moves of main lines, with the failed ones and those that follow them.
    pub moves: usize,
    /// Comments, messages and texts on standard error.
    pub comments: usize,
    /// Names of players.
    pub names: usize,
    /// Results that logs report.
    pub results: usize,
    /// Parameters of starting positions.
    pub setup: usize,
    /// Variations.
    pub branches: usize,
    /// Marks and glyphs.
    pub marks: usize,
    /// Times of plies and of players.
    pub times: usize,
}

impl Meaning {
    /// Counts what carries meaning in a record.
    pub fn of(record: &Record) -> Self {
        let words = |text: &str| text.split_ascii_whitespace().count();
        let has = |text: &str| usize::from(!text.is_empty());
        let mut meaning = Self {
            moves: record.tokens().count(),
            names: has(&record.players.0.name) + has(&record.players.1.name),
            results: usize::from(record.reported.is_some()),
            setup: record.setup.0.len(),
            times: record.times_ms.0.iter().flatten().count(),
            ..Self::default()
        };
        for player in [&record.players.0, &record.players.1] {
            meaning.times += usize::from(player.time_ms.is_some());
        }
        if let Some(attempt) = &record.attempt {
            meaning.moves += 1 + words(&attempt.rest);
        }
        for note in record.notes.values() {
            meaning.comments += has(&note.comment) + has(&note.message) + has(&note.stderr);
            meaning.branches += note.variations.len();
            meaning.marks += note.marks.len() + usize::from(note.glyph.is_some());
            for note in note.variations.iter().flat_map(|line| line.notes.values()) {
                meaning.comments += has(&note.comment);
                meaning.marks += note.marks.len() + usize::from(note.glyph.is_some());
            }
        }
        meaning
    }

    /// Counts what carries meaning in all games of a text.
    pub fn of_games(games: &[CheckedGame]) -> Self {
        let mut sum = Self::default();
        for game in games {
            sum += Self::of(&game.record);
        }
        sum
    }

    fn fields(&self) -> [(&'static str, usize); 8] {
        [
            ("moves", self.moves),
            ("comments", self.comments),
            ("names", self.names),
            ("results", self.results),
            ("setup", self.setup),
            ("branches", self.branches),
            ("marks", self.marks),
            ("times", self.times),
        ]
    }

    /// Returns the fields with a smaller count in `found`, with both counts.
    pub fn missing(&self, found: &Self) -> Vec<(&'static str, usize, usize)> {
        self.fields()
            .into_iter()
            .zip(found.fields())
            .filter(|((_, written), (_, read))| read < written)
            .map(|((name, written), (_, read))| (name, written, read))
            .collect()
    }
}

impl AddAssign for Meaning {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.comments += other.comments;
        self.names += other.names;
        self.results += other.results;
        self.setup += other.setup;
        self.branches += other.branches;
        self.marks += other.marks;
        self.times += other.times;
    }
}

/// Returns a mark that occurs in no log by chance.
pub fn mark(number: usize) -> String {
    format!("zqx{number}zqx")
}

/// Returns the marks of a text that are neither in a record nor named by a finding: in its message
/// or hint, or in the part of the text that it points to.
pub fn unaccounted<'a>(text: &'a str, games: &[CheckedGame]) -> Vec<&'a str> {
    let mut known = String::new();
    for game in games {
        known.push_str(&write_ron(&game.record));
        for finding in &game.findings {
            known.push_str(&finding.message);
            known.push_str(finding.hint.as_deref().unwrap_or_default());
            if let Some(place) = &finding.location {
                known.push_str(&place.excerpt[place.highlight.clone()]);
            }
        }
    }
    let mut marks: Vec<&str> = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("zqx").map(|at| from + at) {
        let end = text[at + 3..]
            .find("zqx")
            .map_or(text.len(), |end| at + 3 + end + 3);
        let mark = &text[at..end];
        if !known.contains(mark) {
            marks.push(mark);
        }
        from = end;
    }
    marks
}
