//! From a record to an SGF tree.

use super::property_values::{format_result, write_escaped};
use super::read::black_player;
use super::syntax::is_value_list;
use super::variation_tree::{VariationNode, VariationTree, WriteStep};
use crate::contract::{Fault, Player, SetupError, SgfSpec};
use crate::games::DynGame;
use crate::record::{Ending, Glyph, Mark, MarkKind, MovedBy, Note, Record, Variation};

/// The number of nodes per line of text.
const NODES_PER_LINE: u32 = 10;

/// The properties that are written from the record's own fields.
const WRITTEN_PROPERTIES: &[&str] = &[
    "AB", "AE", "AP", "AR", "AW", "B", "BM", "C", "CA", "CR", "DO", "DT", "EV", "FF", "GM", "IT",
    "KF", "KT", "LB", "MA", "PB", "PL", "PW", "RE", "RO", "SQ", "SZ", "TE", "TR", "W",
];

/// The reason why a record cannot be written as SGF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SgfWriteError {
    #[error("SGF has no such game")]
    UnknownGame,
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("a ply without a player")]
    NoPlayer,
    #[error("SGF cannot write the move {token}")]
    NoValue { token: String },
    #[error("{token} is illegal")]
    Illegal { token: String },
}

/// Writes one game.
pub(super) fn write_game(record: &Record, game: &dyn DynGame) -> Result<String, SgfWriteError> {
    let sgf = game.info().sgf.ok_or(SgfWriteError::UnknownGame)?;
    let mut state = game.start(&record.setup)?;
    let mut writer = SgfWriter {
        record,
        game,
        sgf,
        out: String::new(),
        kifu_keys: String::new(),
        nodes_on_line: 0,
        has_move: false,
    };
    writer.write_root();
    writer.has_move = true;
    // After a ply with variations the rest of the main line is in brackets of its own, and the
    // variations follow it.
    let mut branches: Vec<(Player, u32)> = Vec::new();
    let mut ply = 0;
    for token in record.tokens() {
        let mover = state.mover().ok_or(SgfWriteError::NoPlayer)?;
        let value = (sgf.value)(&record.setup, token);
        let value = value.ok_or_else(|| SgfWriteError::NoValue {
            token: token.to_owned(),
        })?;
        state.play(token).map_err(|_| SgfWriteError::Illegal {
            token: token.to_owned(),
        })?;
        ply += 1;
        if writer.has_variations(ply) {
            writer.out.push_str("\n(");
            branches.push((mover, ply));
        }
        writer.write_move(mover, &value);
        writer.write_note(ply);
        writer.end_node();
    }
    writer.write_attempt_node(ply + 1);
    for (mover, ply) in branches.into_iter().rev() {
        writer.out.push(')');
        writer.write_variations(mover, ply);
    }
    writer.out.push_str(")\n");
    Ok(writer.out)
}

struct SgfWriter<'a> {
    record: &'a Record,
    game: &'a dyn DynGame,
    sgf: &'static SgfSpec,
    out: String,
    /// The values of the current node's `KF`.
    kifu_keys: String,
    nodes_on_line: u32,
    /// Whether the current node has a move; only then may it have a glyph.
    has_move: bool,
}

impl<'a> SgfWriter<'a> {
    fn write_property(&mut self, name: &str, value: &str) {
        self.out.push_str(name);
        self.out.push('[');
        write_escaped(value, false, &mut self.out);
        self.out.push(']');
    }

    fn write_property_unless_empty(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.write_property(name, value);
        }
    }

    /// Adds one of kifu's own keys, to be written with the others, as a property may occur only
    /// once in a node.
    fn add_kifu_key(&mut self, key: &str, value: &str) {
        self.kifu_keys.push('[');
        write_escaped(key, true, &mut self.kifu_keys);
        self.kifu_keys.push(':');
        write_escaped(value, true, &mut self.kifu_keys);
        self.kifu_keys.push(']');
    }

    /// Ends a node by writing the collected keys.
    fn end_node(&mut self) {
        if !self.kifu_keys.is_empty() {
            self.out.push_str("KF");
            self.out.push_str(&self.kifu_keys);
            self.kifu_keys.clear();
        }
    }

    fn add_kifu_key_unless_empty(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.add_kifu_key(key, value);
        }
    }

    fn write_root(&mut self) {
        let record = self.record;
        self.out.push_str("(;FF[4]CA[UTF-8]");
        let version = concat!("AP[kifu:", env!("CARGO_PKG_VERSION"), "]");
        self.out.push_str(version);
        self.write_property("GM", &self.sgf.game.to_string());
        self.write_property("SZ", &(self.sgf.size)(&record.setup));
        self.out.push('\n');
        let first = black_player(self.game);
        let one_line = super::super::result_text::one_line;
        self.write_property_unless_empty("PB", &one_line(&record.player(first).name));
        self.write_property_unless_empty("PW", &one_line(&record.player(first.opponent()).name));
        self.write_property_unless_empty("EV", &one_line(&record.event.name));
        self.write_property_unless_empty("RO", &one_line(&record.event.round));
        self.write_property_unless_empty("DT", &one_line(&record.event.date));
        self.write_result();
        self.add_root_keys();
        self.write_kept_properties(None);
        self.write_note(0);
        self.end_node();
        self.out.push('\n');
        self.nodes_on_line = 0;
    }

    fn add_root_keys(&mut self) {
        let record = self.record;
        self.add_kifu_key_unless_empty("id", &record.source.id);
        self.add_kifu_key_unless_empty("table", &record.event.table);
        if record.rules != 1 {
            self.add_kifu_key("rules", &record.rules.to_string());
        }
        for (key, value) in &record.setup.0 {
            self.add_kifu_key(&format!("setup.{key}"), value);
        }
        for (player, nth) in Player::ALL.into_iter().zip(1..) {
            let info = record.player(player);
            self.add_kifu_key_unless_empty(&format!("author{nth}"), &info.author);
            self.add_kifu_key_unless_empty(&format!("version{nth}"), &info.version);
            if let Some(ms) = info.time_ms {
                self.add_kifu_key(&format!("time{nth}"), &ms.to_string());
            }
        }
        for (key, value) in &record.ext {
            if !key.starts_with("sgf.") {
                self.add_kifu_key(&format!("ext.{key}"), value);
            }
        }
    }

    fn write_result(&mut self) {
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
        let black_first = black_player(self.game) == Player::First;
        let value = match result.how {
            Ending::Unterminated => "?".to_owned(),
            _ => format_result(result.winner, black_first, &by),
        };
        self.write_property("RE", &value);
        for (player, fault) in &result.faults {
            let word = super::super::result_text::fault_word(*fault).to_lowercase();
            self.add_kifu_key(&format!("fault{}", player.index() + 1), &word);
        }
        if result.how != Ending::Unterminated {
            let pairs = [("scores", result.scores), ("points", result.points)];
            for (key, value) in pairs {
                if let Some(value) = value {
                    self.add_kifu_key(key, &pair(value));
                }
            }
        }
    }

    fn write_move(&mut self, mover: Player, value: &str) {
        if self.nodes_on_line == NODES_PER_LINE {
            self.out.push('\n');
            self.nodes_on_line = 0;
        }
        self.nodes_on_line += 1;
        let name = if mover == black_player(self.game) {
            ";B["
        } else {
            ";W["
        };
        for part in [name, value, "]"] {
            self.out.push_str(part);
        }
    }

    /// Writes what is known of a ply into its node.
    fn write_note(&mut self, ply: u32) {
        if let Some(ms) = self.record.times_ms.get_ms(ply) {
            self.write_property("KT", &ms.to_string());
        }
        self.write_kept_properties(Some(ply));
        let record = self.record;
        let Some(note) = record.notes.get(&ply) else {
            return;
        };
        if let Some(raw) = &note.raw {
            self.add_kifu_key("raw", raw);
        }
        if note.by == Some(MovedBy::Jury) {
            self.add_kifu_key("by", "jury");
        }
        self.add_kifu_key_unless_empty("message", &note.message);
        self.add_kifu_key_unless_empty("stderr", &note.stderr);
        for line in &note.variations {
            if !self.can_spell(line) {
                self.add_kifu_key("variation", &line.moves);
            }
        }
        let glyph = note.glyph.filter(|_| self.has_move);
        self.write_annotations(glyph, &note.marks, &note.comment);
    }

    fn write_annotations(&mut self, glyph: Option<Glyph>, marks: &[Mark], comment: &str) {
        self.out.push_str(match glyph {
            None => "",
            Some(Glyph::Brilliant) => "TE[2]",
            Some(Glyph::Good) => "TE[1]",
            Some(Glyph::Interesting) => "IT[]",
            Some(Glyph::Inaccuracy) => "DO[]",
            Some(Glyph::Mistake) => "BM[1]",
            Some(Glyph::Blunder) => "BM[2]",
        });
        self.write_marks(marks);
        self.write_property_unless_empty("C", comment);
    }

    /// Writes marks, those of each kind together.
    fn write_marks(&mut self, marks: &[Mark]) {
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
                write_escaped(
                    &super::super::result_text::one_line(&mark.text),
                    true,
                    &mut value,
                );
            } else if mark.kind == MarkKind::Arrow {
                let Some(to) = point(&mark.to) else {
                    continue;
                };
                value.push(':');
                value.push_str(&to);
            }
            let value = format!("[{value}]");
            // A property may occur only once in a node, with all its values.
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

    /// Writes the properties from an SGF file for which the record has no field.
    fn write_kept_properties(&mut self, ply: Option<u32>) {
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
                && !WRITTEN_PROPERTIES.contains(&name);
            if here && ident && is_value_list(values) {
                self.out.push_str(name);
                self.out.push_str(values);
            }
        }
    }

    /// Writes a node with the attempt at which the game failed and the notes of its ply.
    fn write_attempt_node(&mut self, ply: u32) {
        let record = self.record;
        if record.attempt.is_none() && !record.notes.contains_key(&ply) {
            return;
        }
        self.has_move = false;
        self.out.push_str("\n;");
        self.add_kifu_key("at", &ply.to_string());
        if let Some(attempt) = &record.attempt {
            self.add_kifu_key("attempt", &attempt.raw);
            self.add_kifu_key_unless_empty("rest", &attempt.rest);
        }
        self.write_note(ply);
        self.end_node();
    }

    fn can_spell(&self, line: &Variation) -> bool {
        let mut tokens = line.moves.split_ascii_whitespace().peekable();
        tokens.peek().is_some()
            && tokens.all(|token| (self.sgf.value)(&self.record.setup, token).is_some())
    }

    fn writable_variations(&self, ply: u32) -> impl Iterator<Item = &'a Variation> {
        let note: Option<&'a Note> = self.record.notes.get(&ply);
        let lines: &'a [Variation] = note.map_or(&[], |note| &note.variations);
        lines.iter().filter(|line| self.can_spell(line))
    }

    fn has_variations(&self, ply: u32) -> bool {
        self.writable_variations(ply).next().is_some()
    }

    fn write_variations(&mut self, mover: Player, ply: u32) {
        let mut tree = VariationTree::default();
        let lines: Vec<&Variation> = self.writable_variations(ply).collect();
        for line in lines {
            tree.insert(line, ply);
        }
        let mut steps = tree.child_steps(0, true);
        while let Some(step) = steps.pop() {
            match step {
                WriteStep::Open => {
                    self.out.push_str("\n(");
                    self.nodes_on_line = 0;
                }
                WriteStep::Close => self.out.push(')'),
                WriteStep::Node(node) => {
                    let VariationNode { token, depth, .. } = tree.nodes[node];
                    // The games that SGF can write have strictly alternating moves.
                    let mover = if depth % 2 == 1 {
                        mover
                    } else {
                        mover.opponent()
                    };
                    let value = (self.sgf.value)(&self.record.setup, token).unwrap_or_default();
                    self.write_move(mover, &value);
                    if let Some(remark) = tree.nodes[node].remark {
                        self.write_annotations(remark.glyph, &remark.marks, &remark.comment);
                    }
                    steps.extend(tree.child_steps(node, false));
                }
            }
        }
    }
}
