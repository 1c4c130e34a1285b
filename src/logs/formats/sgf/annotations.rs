//! The notes of plies on the main line.

use super::kifu_keys::NODE_KEYS;
use super::node::{NodeContent, add_line};
use super::read::{SgfReader, add_word};
use kifu_core::contract::Player;
use kifu_core::findings::Code;
use kifu_core::record::{Attempt, Glyph, MovedBy, Note, Variation};

/// The glyphs of nodes without a move, where SGF has no property for them.
pub(super) const GLYPHS: [Glyph; 6] = [
    Glyph::Brilliant,
    Glyph::Good,
    Glyph::Interesting,
    Glyph::Inaccuracy,
    Glyph::Mistake,
    Glyph::Blunder,
];

impl SgfReader<'_, '_> {
    /// Stores the content of a node with its ply.
    pub fn annotate_ply(&mut self, node: usize, ply: u32, content: &NodeContent<'_>) {
        if let Some(ms) = content.time_used_ms {
            let ms = u32::try_from(ms).unwrap_or(u32::MAX);
            self.draft.record.times_ms.set_ms(ply, ms);
        }
        self.read_attempt(node, content);
        self.check_node_keys(node, ply, content);
        for text in &content.surplus {
            add_word(&mut self.draft.record.ext, "sgf.surplus", text);
        }
        let by = content.kifu_key("by").filter(|by| *by == "jury");
        let glyph = content.kifu_key("glyph");
        let glyph = glyph.and_then(|text| GLYPHS.into_iter().find(|glyph| glyph.symbol() == text));
        let keys = content.kifu_keys.iter();
        let variations = keys.filter(|found| found.key == "variation");
        let text = |key| content.kifu_key(key).unwrap_or("").to_owned();
        let note = Note {
            by: by.map(|_| MovedBy::Jury),
            raw: content.kifu_key("raw").map(str::to_owned),
            message: text("message"),
            stderr: text("stderr"),
            comment: content.comment.clone(),
            glyph: content.glyph.or(glyph),
            marks: content.marks.clone(),
            variations: variations
                .map(|found| Variation {
                    moves: found.value.clone(),
                    ..Variation::default()
                })
                .collect(),
            ..Note::default()
        };
        if note != Note::default() {
            self.merge_note(ply, note);
        }
    }

    /// Adds to the note of a ply, which several nodes may share.
    pub fn merge_note(&mut self, ply: u32, more: Note) {
        let note = self.draft.record.note_mut(ply);
        add_line(&mut note.comment, &more.comment);
        add_line(&mut note.message, &more.message);
        add_line(&mut note.stderr, &more.stderr);
        let surplus = more
            .glyph
            .filter(|_| note.glyph.is_some_and(|known| more.glyph != Some(known)));
        note.glyph = note.glyph.or(more.glyph);
        note.by = more.by.or(note.by);
        note.raw = more.raw.or(note.raw.take());
        note.marks.extend(more.marks);
        note.variations.extend(more.variations);
        if let Some(glyph) = surplus {
            let key = format!("sgf.glyph.{ply}");
            add_word(&mut self.draft.record.ext, &key, glyph.symbol());
        }
    }

    /// Reads the failed move of a game from kifu's own keys.
    fn read_attempt(&mut self, node: usize, content: &NodeContent<'_>) {
        let Some(raw) = content.kifu_key("attempt") else {
            return;
        };
        let text = |key| content.kifu_key(key).unwrap_or("").to_owned();
        self.draft.record.attempt = Some(Attempt {
            raw: raw.to_owned(),
            player: match content.kifu_key("player") {
                Some("1") => Some(Player::First),
                Some("2") => Some(Player::Second),
                _ => None,
            },
            rule: text("rule").into(),
            reason: text("reason"),
            rest: text("rest"),
            ..Attempt::default()
        });
        let at = self.nodes.tree.nodes[node].at;
        self.draft.game_spans.attempt = Some(at..at + 1);
    }

    /// Reports keys that stand twice or have a wrong value, and keeps unknown ones.
    fn check_node_keys(&mut self, node: usize, ply: u32, content: &NodeContent<'_>) {
        for (index, found) in content.kifu_keys.iter().enumerate() {
            let (key, value) = (found.key.as_str(), found.value.as_str());
            let is_node_key = NODE_KEYS.contains(&key);
            if !is_node_key && node > 0 {
                let key = format!("sgf.KF.{key}.{ply}");
                add_word(&mut self.draft.record.ext, &key, value);
                continue;
            }
            let expected = match key {
                "at" if value.parse::<u32>().is_err() => "a ply",
                "by" if value != "jury" => "`jury`",
                "player" if !["1", "2"].contains(&value) => "1 or 2",
                "glyph" if !GLYPHS.iter().any(|glyph| glyph.symbol() == value) => {
                    "a glyph, as `!?`"
                }
                _ => "",
            };
            if !expected.is_empty() {
                let shown = super::super::result_text::shorten(value);
                let message = format!("expected {expected}, found `{shown}`");
                self.add_finding(Code::BadValue, message, found.span.clone());
            }
            let is_repeated = || {
                content.kifu_keys[..index]
                    .iter()
                    .any(|other| other.key == key)
            };
            if is_node_key && key != "variation" && is_repeated() {
                let message =
                    format!("expected each key of KF once in a node, found `{key}` again");
                add_word(&mut self.draft.record.ext, "sgf.surplus", value);
                self.add_finding(Code::RepeatedEntry, message, found.span.clone());
            }
        }
    }
}
