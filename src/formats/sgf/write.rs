//! From a record to a tree.

use super::bush::{Bush, Step, Twig};
use super::read::black;
use super::syntax::is_values;
use super::text::{escape, result_value};
use crate::contract::{Fault, Player, Sgf};
use crate::games::DynGame;
use crate::record::{Ending, Glyph, Mark, MarkKind, MovedBy, Note, Record, Variation};

/// Nodes on a line of text.
const A_LINE: u32 = 10;

/// Properties that are written from the record's own fields.
const OWN: &[&str] = &[
    "AB", "AE", "AP", "AR", "AW", "B", "BM", "C", "CA", "CR", "DO", "DT", "EV", "FF", "GM", "IT",
    "KF", "KT", "LB", "MA", "PB", "PL", "PW", "RE", "RO", "SQ", "SZ", "TE", "TR", "W",
];

/// Writes one game, or says why it cannot be written.
pub(super) fn write(record: &Record, book: &dyn DynGame) -> Result<String, String> {
    let sgf = book.sgf().ok_or("SGF does not know this game")?;
    let mut table = book
        .start(&record.setup)
        .map_err(|error| error.to_string())?;
    let mut writer = Writer {
        record,
        book,
        sgf,
        out: String::new(),
        keyed: String::new(),
        on_line: 0,
        in_move: false,
    };
    writer.root();
    writer.in_move = true;
    // After a ply with variations the rest of the main line stands in brackets of its own, and
    // the variations follow it.
    let mut branches: Vec<(Player, u32)> = Vec::new();
    let mut ply = 0;
    for token in record.tokens() {
        let mover = table.mover().ok_or("a ply without a player")?;
        let value = (sgf.value)(&record.setup, token)
            .ok_or_else(|| format!("SGF cannot write the move {token}"))?;
        table
            .play(token)
            .map_err(|_| format!("{token} is illegal"))?;
        ply += 1;
        if writer.branches(ply) {
            writer.out.push_str("\n(");
            branches.push((mover, ply));
        }
        writer.mv(mover, &value);
        writer.note(ply);
        writer.end_node();
    }
    writer.last(ply + 1);
    for (mover, ply) in branches.into_iter().rev() {
        writer.out.push(')');
        writer.variations(mover, ply);
    }
    writer.out.push_str(")\n");
    Ok(writer.out)
}

struct Writer<'a> {
    record: &'a Record,
    book: &'a dyn DynGame,
    sgf: &'static Sgf,
    out: String,
    /// The values of this node's `KF`.
    keyed: String,
    on_line: u32,
    /// The node that is being written has a move, which alone can be judged.
    in_move: bool,
}

impl<'a> Writer<'a> {
    fn property(&mut self, name: &str, value: &str) {
        self.out.push_str(name);
        self.out.push('[');
        escape(value, false, &mut self.out);
        self.out.push(']');
    }

    fn unless_empty(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.property(name, value);
        }
    }

    /// One of kifu's own keys. A property may stand only once in a node, so they are gathered.
    fn key(&mut self, key: &str, value: &str) {
        self.keyed.push('[');
        escape(key, true, &mut self.keyed);
        self.keyed.push(':');
        escape(value, true, &mut self.keyed);
        self.keyed.push(']');
    }

    /// Writes the keys of a node.
    fn end_node(&mut self) {
        if !self.keyed.is_empty() {
            self.out.push_str("KF");
            self.out.push_str(&self.keyed);
            self.keyed.clear();
        }
    }

    fn key_unless_empty(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.key(key, value);
        }
    }

    fn root(&mut self) {
        let record = self.record;
        self.out.push_str("(;FF[4]CA[UTF-8]");
        let version = concat!("AP[kifu:", env!("CARGO_PKG_VERSION"), "]");
        self.out.push_str(version);
        self.property("GM", &self.sgf.game.to_string());
        self.property("SZ", &(self.sgf.size)(&record.setup));
        self.out.push('\n');
        let first = black(self.book);
        let one_line = super::super::words::one_line;
        self.unless_empty("PB", &one_line(&record.player(first).name));
        self.unless_empty("PW", &one_line(&record.player(first.opponent()).name));
        self.unless_empty("EV", &one_line(&record.event.name));
        self.unless_empty("RO", &one_line(&record.event.round));
        self.unless_empty("DT", &one_line(&record.event.date));
        self.result();
        self.root_keys();
        self.kept(None);
        self.note(0);
        self.end_node();
        self.out.push('\n');
        self.on_line = 0;
    }

    fn root_keys(&mut self) {
        let record = self.record;
        self.key_unless_empty("id", &record.source.id);
        self.key_unless_empty("table", &record.event.table);
        if record.rules != 1 {
            self.key("rules", &record.rules.to_string());
        }
        for (key, value) in &record.setup.0 {
            self.key(&format!("setup.{key}"), value);
        }
        for (player, nth) in Player::ALL.into_iter().zip(1..) {
            let person = record.player(player);
            self.key_unless_empty(&format!("author{nth}"), &person.author);
            self.key_unless_empty(&format!("version{nth}"), &person.version);
            if let Some(ms) = person.time_ms {
                self.key(&format!("time{nth}"), &ms.to_string());
            }
        }
        for (key, value) in &record.ext {
            if !key.starts_with("sgf.") {
                self.key(&format!("ext.{key}"), value);
            }
        }
    }

    fn result(&mut self) {
        let Some(result) = &self.record.result else {
            return;
        };
        let pair = |pair: (i32, i32)| format!("{} {}", pair.0, pair.1);
        let mut faults = result.faults.values();
        let by = match (faults.next(), result.scores) {
            (Some(Fault::Timeout), _) => "T".to_owned(),
            (Some(_), _) => "F".to_owned(),
            (None, Some((first, second))) => first.abs_diff(second).to_string(),
            (None, None) => String::new(),
        };
        let black_first = black(self.book) == Player::First;
        let value = match result.how {
            Ending::Unterminated => "?".to_owned(),
            _ => result_value(result.winner, black_first, &by),
        };
        self.property("RE", &value);
        for (player, fault) in &result.faults {
            let word = super::super::words::fault_word(*fault).to_lowercase();
            self.key(&format!("fault{}", player.index() + 1), &word);
        }
        if result.how != Ending::Unterminated {
            let pairs = [("scores", result.scores), ("points", result.points)];
            for (key, value) in pairs {
                if let Some(value) = value {
                    self.key(key, &pair(value));
                }
            }
        }
    }

    fn mv(&mut self, mover: Player, value: &str) {
        if self.on_line == A_LINE {
            self.out.push('\n');
            self.on_line = 0;
        }
        self.on_line += 1;
        let name = if mover == black(self.book) {
            ";B["
        } else {
            ";W["
        };
        for part in [name, value, "]"] {
            self.out.push_str(part);
        }
    }

    /// What is known of a ply, in its node.
    fn note(&mut self, ply: u32) {
        if let Some(ms) = self.record.times_ms.get_ms(ply) {
            self.property("KT", &ms.to_string());
        }
        self.kept(Some(ply));
        let record = self.record;
        let Some(note) = record.notes.get(&ply) else {
            return;
        };
        if let Some(raw) = &note.raw {
            self.key("raw", raw);
        }
        if note.by == Some(MovedBy::Jury) {
            self.key("by", "jury");
        }
        self.key_unless_empty("message", &note.message);
        self.key_unless_empty("stderr", &note.stderr);
        for line in &note.variations {
            if !self.can_spell(line) {
                self.key("variation", &line.moves);
            }
        }
        let glyph = note.glyph.filter(|_| self.in_move);
        self.annotate(glyph, &note.marks, &note.comment);
    }

    fn annotate(&mut self, glyph: Option<Glyph>, marks: &[Mark], comment: &str) {
        self.out.push_str(match glyph {
            None => "",
            Some(Glyph::Brilliant) => "TE[2]",
            Some(Glyph::Good) => "TE[1]",
            Some(Glyph::Interesting) => "IT[]",
            Some(Glyph::Inaccuracy) => "DO[]",
            Some(Glyph::Mistake) => "BM[1]",
            Some(Glyph::Blunder) => "BM[2]",
        });
        self.marks(marks);
        self.unless_empty("C", comment);
    }

    /// Marks of one kind stand together.
    fn marks(&mut self, marks: &[Mark]) {
        let setup = &self.record.setup;
        let point = |at: &str| (self.sgf.value)(setup, at).filter(|value| !value.is_empty());
        let mut lists: Vec<(&str, String)> = Vec::new();
        for mark in marks {
            let Some(mut value) = point(&mark.at) else {
                continue;
            };
            let name = match mark.kind {
                MarkKind::Circle => "CR",
                MarkKind::Cross => "MA",
                MarkKind::Triangle => "TR",
                MarkKind::Square => "SQ",
                MarkKind::Arrow => "AR",
                MarkKind::Text => "LB",
            };
            if mark.kind == MarkKind::Text {
                value.push(':');
                escape(&super::super::words::one_line(&mark.text), true, &mut value);
            } else if mark.kind == MarkKind::Arrow {
                let Some(to) = point(&mark.to) else {
                    continue;
                };
                value.push(':');
                value.push_str(&to);
            }
            let value = format!("[{value}]");
            // A property may stand only once in a node, with all its values.
            match lists.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => values.push_str(&value),
                None => lists.push((name, value)),
            }
        }
        for (name, values) in lists {
            self.out.push_str(name);
            self.out.push_str(&values);
        }
    }

    /// Properties that came from SGF and that the record has no field for.
    fn kept(&mut self, ply: Option<u32>) {
        for (key, values) in &self.record.ext {
            let Some(name) = key.strip_prefix("sgf.") else {
                continue;
            };
            let (name, at) = match name.split_once('.') {
                Some((name, at)) => (name, at.parse().ok()),
                None => (name, None),
            };
            let root = key.matches('.').count() == 1;
            let here = at == ply && (ply.is_some() || root);
            let ident = (1..=8).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_uppercase())
                && !OWN.contains(&name);
            if here && ident && is_values(values) {
                self.out.push_str(name);
                self.out.push_str(values);
            }
        }
    }

    /// The act at which the game failed, and notes of a ply that is not there.
    fn last(&mut self, ply: u32) {
        let record = self.record;
        if record.attempt.is_none() && !record.notes.contains_key(&ply) {
            return;
        }
        self.in_move = false;
        self.out.push_str("\n;");
        self.key("at", &ply.to_string());
        if let Some(attempt) = &record.attempt {
            self.key("attempt", &attempt.raw);
            self.key_unless_empty("rest", &attempt.rest);
        }
        self.note(ply);
        self.end_node();
    }

    fn can_spell(&self, line: &Variation) -> bool {
        let mut tokens = line.moves.split_ascii_whitespace().peekable();
        tokens.peek().is_some()
            && tokens.all(|token| (self.sgf.value)(&self.record.setup, token).is_some())
    }

    fn spelled(&self, ply: u32) -> impl Iterator<Item = &'a Variation> {
        let note: Option<&'a Note> = self.record.notes.get(&ply);
        let lines: &'a [Variation] = note.map_or(&[], |note| &note.variations);
        lines.iter().filter(|line| self.can_spell(line))
    }

    fn branches(&self, ply: u32) -> bool {
        self.spelled(ply).next().is_some()
    }

    fn variations(&mut self, mover: Player, ply: u32) {
        let mut bush = Bush::default();
        let lines: Vec<&Variation> = self.spelled(ply).collect();
        for line in lines {
            bush.insert(line, ply);
        }
        let mut work = bush.open(0, true);
        while let Some(step) = work.pop() {
            match step {
                Step::Open => {
                    self.out.push_str("\n(");
                    self.on_line = 0;
                }
                Step::Close => self.out.push(')'),
                Step::Twig(twig) => {
                    let Twig { token, depth, .. } = bush.twigs[twig];
                    // Games that SGF writes are of strictly alternating moves.
                    let mover = if depth % 2 == 1 {
                        mover
                    } else {
                        mover.opponent()
                    };
                    let value = (self.sgf.value)(&self.record.setup, token).unwrap_or_default();
                    self.mv(mover, &value);
                    if let Some(remark) = bush.twigs[twig].remark {
                        self.annotate(remark.glyph, &remark.marks, &remark.comment);
                    }
                    work.extend(bush.open(twig, false));
                }
            }
        }
    }
}
