//! The comparison of a record with the one read back from its text.

use super::field::RecordField;
use super::{FieldLoss, Losses};
use kifu_core::contract::{Player, Setup};
use kifu_core::games::DynGame;
use kifu_core::record::{Attempt, GameResult, Note, Record, ReportedResult, VariationNote};

/// Returns what `record` has and `back` does not have, or has with another value.
///
/// Parts that only `back` has do not count, nor do values that follow from others: an automatic ply,
/// a parameter that does not change the start, a reported value that is the one by
/// the rules. Where in a file the attempt stands is not compared either.
pub fn compare_records(record: &Record, back: &Record, game: Option<&dyn DynGame>) -> Losses {
    let mut comparison = Comparison {
        losses: Losses::new(),
    };
    comparison.compare_game(record, back, game);
    comparison.compare_heads(record, back);
    comparison.compare_results(record, back);
    comparison.compare_plies(record, back);
    comparison.losses
}

struct Comparison {
    losses: Losses,
}

impl Comparison {
    fn add(&mut self, field: RecordField, ply: Option<u32>) {
        let loss: &mut FieldLoss = self.losses.entry(field).or_default();
        loss.count += 1;
        loss.ply = loss.ply.or(ply);
    }

    /// Compares a value that belongs to the game as a whole.
    fn compare<T: PartialEq + Default>(&mut self, field: RecordField, value: &T, back: &T) {
        if *value != T::default() && value != back {
            self.add(field, None);
        }
    }

    /// Compares a value that belongs to a ply.
    fn compare_at<T: PartialEq + Default>(
        &mut self,
        field: RecordField,
        ply: u32,
        value: &T,
        back: &T,
    ) {
        if *value != T::default() && value != back {
            self.add(field, Some(ply));
        }
    }

    fn compare_game(&mut self, record: &Record, back: &Record, game: Option<&dyn DynGame>) {
        use RecordField as Field;
        if record.game != back.game || !same_moves(record, back, game) {
            self.add(Field::Moves, None);
        }
        if let Some(attempt) = &record.attempt
            && !back
                .attempt
                .as_ref()
                .is_some_and(|back| same_attempt(attempt, back))
        {
            self.add(Field::Attempt, None);
        }
        if record.rules != back.rules {
            self.add(Field::Rules, None);
        }
        let known = game.map_or(&[][..], |game| game.info().setup_keys);
        let same_start = || game.is_some_and(|game| starts_alike(game, &record.setup, &back.setup));
        for (key, value) in &record.setup.0 {
            let is_known = known.iter().any(|(known, _)| known == key);
            if back.setup.get(key) != Some(value) && !(is_known && same_start()) {
                self.add(Field::Setup, None);
            }
        }
        for (key, value) in &record.ext {
            if back.ext.get(key) != Some(value) {
                self.add(Field::Ext, None);
            }
        }
    }

    fn compare_heads(&mut self, record: &Record, back: &Record) {
        use RecordField as Field;
        for player in Player::ALL {
            let (one, other) = (record.player(player), back.player(player));
            self.compare(Field::Names, &one.name, &other.name);
            self.compare(Field::Authors, &one.author, &other.author);
            self.compare(Field::Versions, &one.version, &other.version);
            self.compare(Field::TotalTimes, &one.time_ms, &other.time_ms);
        }
        self.compare(Field::Event, &record.event.name, &back.event.name);
        self.compare(Field::Round, &record.event.round, &back.event.round);
        self.compare(Field::Table, &record.event.table, &back.event.table);
        self.compare(Field::Date, &record.event.date, &back.event.date);
        self.compare(Field::Id, &record.source.id, &back.source.id);
        let sources = [&record.source, &back.source].map(|source| (&source.file, &source.sha256));
        if sources[0] != sources[1] && *sources[0].0 != *""
            || sources[0].1 != sources[1].1 && *sources[0].1 != *""
        {
            self.add(Field::Source, None);
        }
    }

    fn compare_results(&mut self, record: &Record, back: &Record) {
        use RecordField as Field;
        if let Some(result) = &record.result
            && back.result.as_ref() != Some(result)
        {
            self.add(Field::Result, None);
        }
        let Some(reported) = &record.reported else {
            return;
        };
        let nothing = ReportedResult::default();
        let found = back.reported.as_ref().unwrap_or(&nothing);
        if !holds_reported(reported, found, back.result.as_ref()) {
            self.add(Field::Reported, None);
        }
        self.compare(Field::StatusWords, &reported.status, &found.status);
        self.compare(Field::ResultText, &reported.text, &found.text);
    }

    fn compare_plies(&mut self, record: &Record, back: &Record) {
        use RecordField as Field;
        for ply in (1..).take(record.times_ms.0.len()) {
            let (time, other) = (record.times_ms.get_ms(ply), back.times_ms.get_ms(ply));
            self.compare_at(Field::Times, ply, &time, &other);
        }
        let nothing = Note::default();
        for (ply, note) in &record.notes {
            let (ply, found) = (*ply, back.notes.get(ply).unwrap_or(&nothing));
            self.compare_at(Field::MovedBy, ply, &note.by, &found.by);
            self.compare_at(Field::Spellings, ply, &note.raw, &found.raw);
            self.compare_at(Field::Messages, ply, &note.message, &found.message);
            self.compare_at(Field::Stderr, ply, &note.stderr, &found.stderr);
            self.compare_at(Field::Comments, ply, &note.comment, &found.comment);
            self.compare_at(Field::Glyphs, ply, &note.glyph, &found.glyph);
            self.compare_at(Field::Evaluations, ply, &note.evals, &found.evals);
            for mark in &note.marks {
                // A format may group the marks of a kind.
                if !found.marks.contains(mark) {
                    self.add(Field::Marks, Some(ply));
                }
            }
            self.compare_variations(ply, note, found);
        }
    }

    fn compare_variations(&mut self, ply: u32, note: &Note, found: &Note) {
        let no_note = VariationNote::default();
        for line in &note.variations {
            // There may be several lines of the same moves with different notes.
            let mut all = found.variations.iter();
            let same = all.find(|other| *other == line).or_else(|| {
                let mut all = found.variations.iter();
                all.find(|other| other.moves == line.moves)
            });
            if same.is_none() {
                self.add(RecordField::Variations, Some(ply));
            }
            for (at, note) in &line.notes {
                let other = same.and_then(|same| same.notes.get(at)).unwrap_or(&no_note);
                let marks = note.marks.iter().all(|mark| other.marks.contains(mark));
                let same = (&note.comment, note.glyph, &note.evals)
                    == (&other.comment, other.glyph, &other.evals);
                if !(marks && same) {
                    self.add(RecordField::VariationNotes, Some(ply));
                }
            }
        }
    }
}

/// Reports whether the moves are the same, but for a ply at the end that the contest plays without
/// asking and that a reader may add.
fn same_moves(record: &Record, back: &Record, game: Option<&dyn DynGame>) -> bool {
    let (mut own, mut found) = (record.tokens(), back.tokens());
    let mut count = 0_usize;
    loop {
        match (own.next(), found.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other => count += 1,
            (None, Some(_)) => {
                let is_automatic = |game: &dyn DynGame| {
                    let ply = count + 1 - game.info().lead_in.min(count);
                    let automatic = game.info().automatic_ply;
                    automatic.is_some_and(|automatic| automatic as usize == ply)
                };
                return game.is_some_and(is_automatic) && found.next().is_none();
            }
            _ => return false,
        }
    }
}

fn same_attempt(one: &Attempt, other: &Attempt) -> bool {
    let without_place = |attempt: &Attempt| Attempt {
        line: 0,
        column: 0,
        ..attempt.clone()
    };
    without_place(one) == without_place(other)
}

/// Reports whether two setups start from the same position.
fn starts_alike(game: &dyn DynGame, one: &Setup, other: &Setup) -> bool {
    let start = |setup: &Setup| game.start(setup).map(|state| state.position());
    let one = start(one);
    one.is_ok() && one == start(other)
}

/// Reports whether a reported result was read back, or follows from the result by the rules.
fn holds_reported(
    reported: &ReportedResult,
    back: &ReportedResult,
    rules: Option<&GameResult>,
) -> bool {
    let nothing = GameResult::default();
    let rules = rules.unwrap_or(&nothing);
    let is_held = |value: Option<(i32, i32)>, back, by_rules| {
        value.is_none() || value == back || value == by_rules
    };
    let fault = |player: &Player| back.faults.get(player).or_else(|| rules.faults.get(player));
    let is_winner_held =
        reported.winner.is_none() || [back.winner, rules.winner].contains(&reported.winner);
    is_winner_held
        && is_held(reported.scores, back.scores, rules.scores)
        && is_held(reported.points, back.points, rules.points)
        && is_held(reported.game_points, back.game_points, rules.game_points)
        && reported
            .faults
            .iter()
            .all(|(player, kind)| fault(player) == Some(kind))
}
