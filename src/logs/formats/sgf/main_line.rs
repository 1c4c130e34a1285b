//! The main line: its moves, the notes of its plies, and properties that change the position.

use super::node::{NodeContent, SgfMove, add_line};
use super::properties::{NODE_KEYS, rectangle_points, split_compose};
use super::read::{SgfReader, add_word, player_of_ply};
use super::syntax::SgfProperty;
use crate::formats::UnreadableToken;
use crate::formats::statuses::shorten;
use kifu_core::contract::{Player, SgfOccupant};
use kifu_core::findings::{Code, Finding};
use kifu_core::record::{Attempt, Glyph, MovedBy, Note, Variation};
use std::ops::Range;

impl SgfReader<'_, '_> {
    /// Returns the player to move after the moves so far.
    ///
    /// After a move that cannot be made the players alternate, as in all games that SGF knows.
    fn player_to_move(&self) -> Player {
        let mover = self.state.as_ref().and_then(|state| state.mover());
        mover.unwrap_or_else(|| player_of_ply(self.draft.next_ply()))
    }

    /// Appends a move of the main line, and reports the first one of the wrong colour.
    pub fn push_move(&mut self, mv: &SgfMove<'_>) {
        let player = self.player_of_color(mv.is_black);
        let ply = self.draft.next_ply();
        if player != self.player_to_move() {
            let color = if mv.is_black { "B" } else { "W" };
            let ext = &mut self.draft.record.ext;
            ext.insert(format!("sgf.color.{ply}"), color.to_owned());
            let is_due = self
                .state
                .as_ref()
                .is_some_and(|state| state.mover().is_some());
            if self.turn_checked && is_due {
                self.turn_checked = false;
                self.report_wrong_turn(ply, player, "", mv.span.clone());
            }
        }
        let token = (self.nodes.sgf.token)(&self.nodes.setup, mv.value);
        match (token, &mut self.state) {
            (Some(token), state) => {
                self.draft.push_token_as(&token, None, mv.span.clone());
                if state
                    .as_mut()
                    .is_some_and(|state| state.play(&token).is_err())
                {
                    self.state = None;
                }
            }
            (None, state) => {
                let is_first = state.take().is_some();
                self.push_unreadable(mv, is_first);
            }
        }
    }

    /// Reports a move of the wrong colour.
    pub fn report_wrong_turn(
        &mut self,
        ply: u32,
        player: Player,
        where_: &str,
        span: Range<usize>,
    ) {
        let sides = self.game.sides();
        let message = format!(
            "ply {ply}{where_}: expected a move of {}, found one of {}",
            sides[player.opponent().index()],
            sides[player.index()]
        );
        let location = self.source.location(span);
        let finding = Finding::new(Code::WrongTurn, message).at(location).ply(ply);
        self.draft.findings.push(finding);
    }

    /// Appends a value that is no move.
    ///
    /// The game's own notation must not make a move of it, so the token is marked; the value itself
    /// is kept as the spelling.
    fn push_unreadable(&mut self, mv: &SgfMove<'_>, is_first: bool) {
        let word: String = mv
            .value
            .chars()
            .map(|c| {
                if c.is_ascii_whitespace() || c.is_control() {
                    '_'
                } else {
                    c
                }
            })
            .collect();
        let word = if is_first { format!("?{word}") } else { word };
        self.draft
            .push_token_as(&word, Some(mv.value), mv.span.clone());
        if is_first {
            let expected = (self.nodes.sgf.expected)(&self.nodes.setup);
            self.draft.game_spans.unreadable = Some(UnreadableToken {
                reason: format!("expected {expected}, found `{}`", shorten(mv.value)),
                raw: mv.value.to_owned(),
                token: word,
            });
        }
    }
}

// The notes of plies on the main line.

/// The glyphs of nodes without a move, where SGF has no property for them.
const GLYPHS: [Glyph; 6] = [
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
        let offset = self.nodes.tree.nodes[node].at;
        self.draft.game_spans.attempt = Some(offset..offset + 1);
    }

    /// Reports keys that are repeated or have a wrong value, and keeps unknown ones.
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
                let shown = crate::formats::statuses::shorten(value);
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

// Properties that set up stones or the player to move, which the games do not know.

/// The maximum number of points of a property that are compared with the board.
const MAX_POINTS: usize = 1 << 12;

impl SgfReader<'_, '_> {
    /// Reports a property that sets up a position. Returns whether it changes the position, which
    /// ends the line.
    ///
    /// `position` is the text of the position before it and `mover` the player to move; `None`
    /// where they are not known.
    pub fn judge_setup(
        &mut self,
        ident: &str,
        property: &SgfProperty,
        position: Option<&str>,
        mover: Option<Player>,
    ) -> bool {
        let change = self.find_change(ident, property, position, mover);
        let is_effective = change.is_some();
        let (code, message) = if let Some(span) = change {
            let found = &self.source.text()[span];
            let message = format!(
                "expected only moves, as {} starts from its own position; found {ident}[{}], which \
                 sets up a position",
                self.game.name(),
                crate::formats::statuses::shorten(found)
            );
            (Code::BadSetup, message)
        } else {
            let message = format!("{ident} changes nothing here and was kept in `ext`");
            (Code::SetupWithoutEffect, message)
        };
        self.add_finding(code, message, property.span());
        is_effective
    }

    /// Returns the first value that changes the position.
    fn find_change(
        &self,
        ident: &str,
        property: &SgfProperty,
        position: Option<&str>,
        mover: Option<Player>,
    ) -> Option<Range<usize>> {
        let text = self.source.text();
        let mut points_left = MAX_POINTS;
        self.nodes.value_spans(property).find(|span| {
            let value = text[span.clone()].trim();
            let occupant = match ident {
                "PL" => return !value.is_empty() && self.named_player(value) != mover,
                "AB" => SgfOccupant::Black,
                "AW" => SgfOccupant::White,
                _ => SgfOccupant::Nothing,
            };
            if value.is_empty() {
                return false;
            }
            let Some(position) = position else {
                return true;
            };
            let is_there =
                |point: &str| (self.nodes.sgf.occupant)(position, point) == Some(occupant);
            match split_compose(value) {
                None => !is_there(value),
                Some((from, to)) => {
                    let mut points = rectangle_points(from.trim(), to.trim()).peekable();
                    let is_empty = points.peek().is_none();
                    let mut points = points.take(points_left.saturating_add(1));
                    is_empty
                        || points.any(|point| {
                            points_left = points_left.saturating_sub(1);
                            points_left == 0 || !is_there(&point)
                        })
                }
            }
        })
    }

    /// Returns the player whom a value of `PL` names: `B`, `black`, or `1` of old versions.
    fn named_player(&self, value: &str) -> Option<Player> {
        match value.as_bytes()[0].to_ascii_uppercase() {
            b'B' | b'1' => Some(self.player_of_color(true)),
            b'W' | b'2' => Some(self.player_of_color(false)),
            _ => None,
        }
    }
}
