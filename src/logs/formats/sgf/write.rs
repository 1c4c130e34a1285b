//! From a record to an SGF tree.

use super::properties::{format_result, parse_result, write_escaped};
use super::read::{black_player, player_of_ply};
use super::syntax::{MAX_NODES, SgfTree, is_tree_list, is_value_list};
use super::variations::{VariationNode, VariationTree, WriteStep};
use kifu_core::contract::{Fault, Player, SetupError, SgfSpec};
use kifu_core::games::DynGame;
use kifu_core::record::{
    Ending, GameResult, Glyph, Mark, MarkKind, MovedBy, Note, Record, ReportedResult, Variation,
};
use std::collections::BTreeSet;

/// The number of nodes per line of text.
const NODES_PER_LINE: u32 = 10;

/// The properties that are written from the record's own fields.
const WRITTEN_PROPERTIES: &[&str] = &[
    "AP", "AR", "B", "BM", "C", "CA", "CR", "DO", "DT", "EV", "FF", "GM", "IT", "KF", "KT", "LB",
    "MA", "PB", "PW", "RE", "RO", "SQ", "SZ", "TE", "TR", "W",
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
    writer.write_node_before_moves();
    writer.has_move = true;
    // After a ply with variations the rest of the main line is in separate brackets, and the
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
        writer.open_branch(mover, ply, &mut branches);
        let color = record.ext.get(&format!("sgf.color.{ply}"));
        let is_black = match color.map(String::as_str) {
            Some("B") => true,
            Some("W") => false,
            _ => mover == black_player(game),
        };
        writer.write_move(is_black, &value);
        writer.write_note(ply);
        writer.end_node();
    }
    for later in writer.later_plies(ply) {
        writer.open_branch(player_of_ply(later), later, &mut branches);
        writer.write_later_node(later, later == ply + 1);
    }
    writer.write_unread();
    for (mover, ply) in branches.into_iter().rev() {
        writer.out.push(')');
        writer.write_variations(mover, ply);
    }
    writer.out.push_str(")\n");
    Ok(writer.out)
}

struct SgfWriter<'a> {
    pub record: &'a Record,
    pub game: &'a dyn DynGame,
    pub sgf: &'static SgfSpec,
    pub out: String,
    /// The values of the current node's `KF`.
    kifu_keys: String,
    pub nodes_on_line: u32,
    /// Whether the current node has a move; only then may it have a glyph.
    pub has_move: bool,
}

impl<'a> SgfWriter<'a> {
    pub fn write_property(&mut self, name: &str, value: &str) {
        self.out.push_str(name);
        self.out.push('[');
        write_escaped(value, false, &mut self.out);
        self.out.push(']');
    }

    pub fn write_property_unless_empty(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.write_property(name, value);
        }
    }

    /// Adds one of kifu's own keys, to be written with the others, as a property may occur only
    /// once in a node.
    pub fn add_kifu_key(&mut self, key: &str, value: &str) {
        self.kifu_keys.push('[');
        write_escaped(key, true, &mut self.kifu_keys);
        self.kifu_keys.push(':');
        write_escaped(value, true, &mut self.kifu_keys);
        self.kifu_keys.push(']');
    }

    /// Ends a node by writing the collected keys.
    pub fn end_node(&mut self) {
        if !self.kifu_keys.is_empty() {
            self.out.push_str("KF");
            self.out.push_str(&self.kifu_keys);
            self.kifu_keys.clear();
        }
    }

    pub fn add_kifu_key_unless_empty(&mut self, key: &str, value: &str) {
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
        let single_line = crate::formats::statuses::single_line;
        self.write_property_unless_empty("PB", &single_line(&record.player(first).name));
        self.write_property_unless_empty("PW", &single_line(&record.player(first.opponent()).name));
        self.write_property_unless_empty("EV", &single_line(&record.event.name));
        self.write_property_unless_empty("RO", &single_line(&record.event.round));
        self.write_property_unless_empty("DT", &single_line(&record.event.date));
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
            if !self.has_place(key, value) {
                self.add_kifu_key(&format!("ext.{key}"), value);
            }
        }
    }

    /// Writes the result that the log reports, or else the one by the rules; with the faults of
    /// both.
    fn write_result(&mut self) {
        let nothing = GameResult::default();
        let rules = self.record.result.as_ref();
        let reported = self.record.reported.as_ref();
        if rules.is_none() && reported.is_none() {
            return;
        }
        let stated = stated_result(rules.unwrap_or(&nothing), reported);
        let black_first = black_player(self.game) == Player::First;
        let by = match (stated.faults.values().next(), stated.scores) {
            (Some(Fault::Timeout), _) => "T".to_owned(),
            (Some(Fault::Resignation), _) => "R".to_owned(),
            (Some(_), _) => "F".to_owned(),
            (None, Some((first, second))) => first.abs_diff(second).to_string(),
            (None, None) => String::new(),
        };
        let derived = format_result(stated.winner, black_first, &by);
        let is_wording = !stated.text.is_empty()
            && parse_result(&stated.text).is_some()
            && names_winner(&stated.text, &derived);
        let value = if is_wording { &stated.text } else { &derived };
        self.write_property("RE", value);
        if !is_wording {
            self.add_kifu_key_unless_empty("result", &stated.text);
        }
        for (player, fault) in &stated.faults {
            let word = crate::formats::statuses::fault_word(*fault).to_lowercase();
            self.add_kifu_key(&format!("fault{}", player.index() + 1), &word);
        }
        let pairs = [
            ("scores", stated.scores),
            ("points", stated.points),
            ("game_points", stated.game_points),
        ];
        for (key, value) in pairs {
            if let Some((first, second)) = value {
                self.add_kifu_key(key, &format!("{first} {second}"));
            }
        }
        if let Some((first, second)) = &stated.status {
            self.add_kifu_key("status1", first);
            self.add_kifu_key("status2", second);
        }
    }

    /// Starts a node with a move.
    pub fn write_move(&mut self, is_black: bool, value: &str) {
        if self.nodes_on_line == NODES_PER_LINE {
            self.out.push('\n');
            self.nodes_on_line = 0;
        }
        self.nodes_on_line += 1;
        let name = if is_black { ";B[" } else { ";W[" };
        for part in [name, value, "]"] {
            self.out.push_str(part);
        }
    }

    /// Writes the properties from an SGF file for which the record has no field.
    pub fn write_kept_properties(&mut self, ply: Option<u32>) {
        for (key, values) in &self.record.ext {
            if let Some((name, at)) = kept_property(key, values)
                && at == ply
            {
                self.out.push_str(name);
                self.out.push_str(values);
            }
        }
    }

    /// Writes the properties of nodes between the root and the first move.
    fn write_node_before_moves(&mut self) {
        let mut kept = self.record.ext.iter();
        if kept.any(|(key, values)| kept_property(key, values).is_some_and(|(_, at)| at == Some(0)))
        {
            self.out.push(';');
            self.write_kept_properties(Some(0));
        }
    }

    /// Reports whether an entry of `ext` is written at its own place in the tree.
    fn has_place(&self, key: &str, value: &str) -> bool {
        if !key.starts_with("sgf.") {
            return false;
        }
        let count = self.record.tokens().count();
        let color = key
            .strip_prefix("sgf.color.")
            .and_then(|ply| ply.parse().ok());
        kept_property(key, value).is_some()
            || self.unread_trees(key, value).is_some()
            || (key == "sgf.unread" && self.unread_text().is_some())
            || color.is_some_and(|ply| (1..=count).contains(&ply) && ["B", "W"].contains(&value))
    }

    /// Returns the text below the setup at which reading stopped, if there still is such a setup
    /// and the text is well-formed.
    fn unread_text(&self) -> Option<&'a str> {
        let text = self.record.ext.get("sgf.unread")?;
        let is_setup = |(key, values): (&String, &String)| {
            let name = kept_property(key, values).map(|(name, _)| name);
            name.is_some_and(|name| ["AB", "AE", "AW", "PL"].contains(&name))
        };
        let tree = format!("(;{text})");
        let parsed = SgfTree::parse(&tree, 0);
        let is_whole = parsed.error.is_none() && parsed.end == tree.len();
        (is_whole && self.record.ext.iter().any(is_setup)).then_some(text)
    }

    fn write_unread(&mut self) {
        if let Some(text) = self.unread_text() {
            self.out.push('\n');
            self.out.push_str(text);
        }
    }

    /// Returns the plies after the last move that have something to write, and those before them
    /// that lead to their variations.
    fn later_plies(&self, last: u32) -> BTreeSet<u32> {
        let record = self.record;
        let times = (1..).zip(&record.times_ms.0);
        let kept = record
            .ext
            .iter()
            .filter_map(|(key, values)| kept_property(key, values)?.1);
        let trees = record
            .ext
            .iter()
            .filter_map(|(key, text)| Some(self.unread_trees(key, text)?.0));
        let plies = record.notes.keys().copied();
        let plies = plies.chain(times.filter_map(|(ply, time)| time.map(|_| ply)));
        let is_later = |ply: &u32| *ply > last && (*ply as usize) <= MAX_NODES;
        let mut later: BTreeSet<u32> = plies.chain(kept).chain(trees).filter(is_later).collect();
        later.extend(record.attempt.as_ref().map(|_| last + 1));
        let branching: Vec<u32> = later
            .iter()
            .copied()
            .filter(|ply| self.has_variations(*ply))
            .collect();
        later.extend(
            branching
                .iter()
                .map(|ply| ply - 1)
                .filter(|ply| *ply > last),
        );
        later
    }

    /// Writes a node of a ply after the last move, with the failed move if it is the next one.
    fn write_later_node(&mut self, ply: u32, is_next: bool) {
        let record = self.record;
        self.has_move = false;
        self.out.push_str("\n;");
        self.add_kifu_key("at", &ply.to_string());
        if let Some(attempt) = record.attempt.as_ref().filter(|_| is_next) {
            self.add_kifu_key("attempt", &attempt.raw);
            self.add_kifu_key_unless_empty("rest", &attempt.rest);
            self.add_kifu_key_unless_empty("rule", attempt.rule.as_str());
            self.add_kifu_key_unless_empty("reason", &attempt.reason);
            if let Some(player) = attempt.player {
                self.add_kifu_key("player", &(player.index() + 1).to_string());
            }
        }
        self.write_note(ply);
        self.end_node();
    }
}

/// Returns the name and the ply of a property in `ext` that can be in a node.
fn kept_property<'k>(key: &'k str, values: &str) -> Option<(&'k str, Option<u32>)> {
    let name = key.strip_prefix("sgf.")?;
    let (name, ply) = match name.split_once('.') {
        Some((name, ply)) => (name, Some(ply.parse().ok()?)),
        None => (name, None),
    };
    let is_ident = (1..=8).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_uppercase())
        && !WRITTEN_PROPERTIES.contains(&name);
    let is_near = ply.is_none_or(|ply| ply as usize <= MAX_NODES);
    (is_ident && is_near && is_value_list(values)).then_some((name, ply))
}

/// Returns what the log reports, completed by the result by the rules where it is silent.
fn stated_result(rules: &GameResult, reported: Option<&ReportedResult>) -> ReportedResult {
    let mut stated = reported.cloned().unwrap_or_default();
    let is_silent = stated.winner.is_none() && stated.points.is_none() && stated.text.is_empty();
    if is_silent && rules.how != Ending::Unterminated {
        stated.winner = rules.winner;
        stated.scores = stated.scores.or(rules.scores);
        stated.points = rules.points;
        stated.game_points = stated.game_points.or(rules.game_points);
    }
    for (player, fault) in &rules.faults {
        stated.faults.entry(*player).or_insert(*fault);
    }
    stated
}

/// Reports whether the wording of a result names the same winner as a value of `RE`.
fn names_winner(wording: &str, value: &str) -> bool {
    use super::properties::SgfResult;
    match (parse_result(wording), parse_result(value)) {
        (Some(SgfResult::Won(one, _)), Some(SgfResult::Won(other, _))) => one == other,
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

// The notes and variations of plies in an SGF tree.

impl<'a> SgfWriter<'a> {
    /// Writes the properties of a ply into its node.
    pub fn write_note(&mut self, ply: u32) {
        if let Some(ms) = self.record.times_ms.get_ms(ply) {
            self.write_property("KT", &ms.to_string());
        }
        // Those before the first move have a separate node.
        if ply > 0 {
            self.write_kept_properties(Some(ply));
        }
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
        let glyph = note.glyph.filter(|_| self.has_move && ply > 0);
        if let Some(other) = note.glyph.filter(|_| glyph.is_none()) {
            self.add_kifu_key("glyph", other.symbol());
        }
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
                    &crate::formats::statuses::single_line(&mark.text),
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

    pub fn has_variations(&self, ply: u32) -> bool {
        let ext = self.record.ext.iter();
        self.writable_variations(ply).next().is_some()
            || ext
                .filter_map(|(key, text)| self.unread_trees(key, text))
                .any(|(at, _)| at == ply)
    }

    /// Opens the bracket of the main line before a ply that has variations.
    pub fn open_branch(&mut self, mover: Player, ply: u32, branches: &mut Vec<(Player, u32)>) {
        if self.has_variations(ply) {
            self.out.push_str("\n(");
            branches.push((mover, ply));
        }
    }

    /// Returns the ply that the trees of an entry of `ext` replace, and the moves before them.
    pub fn unread_trees<'k>(&self, key: &'k str, text: &str) -> Option<(u32, &'k str)> {
        let place = key.strip_prefix("sgf.unread.")?;
        let (ply, moves) = place.split_once('.').unwrap_or((place, ""));
        let mut tokens = moves.split_ascii_whitespace();
        let ply: u32 = ply.parse().ok().filter(|ply| *ply > 0)?;
        let is_placed = (ply as usize) <= MAX_NODES
            && tokens.all(|token| (self.sgf.value)(&self.record.setup, token).is_some())
            && is_tree_list(text);
        is_placed.then_some((ply, moves))
    }

    pub fn write_variations(&mut self, mover: Player, ply: u32) {
        let mut tree = VariationTree::default();
        for line in self.writable_variations(ply) {
            tree.insert(line, ply);
        }
        for (key, text) in &self.record.ext {
            if let Some((at, moves)) = self.unread_trees(key, text)
                && at == ply
            {
                tree.insert_text(moves, text);
            }
        }
        let mut steps = tree.child_steps(0, true);
        while let Some(step) = steps.pop() {
            match step {
                WriteStep::Open => {
                    self.out.push_str("\n(");
                    self.nodes_on_line = 0;
                }
                WriteStep::Close => self.out.push(')'),
                WriteStep::Text(text) => {
                    self.out.push('\n');
                    self.out.push_str(text);
                }
                WriteStep::Node(node) => {
                    let VariationNode { token, depth, .. } = tree.nodes[node];
                    // The games that SGF can write have strictly alternating moves.
                    let mover = if depth % 2 == 1 {
                        mover
                    } else {
                        mover.opponent()
                    };
                    let value = (self.sgf.value)(&self.record.setup, token).unwrap_or_default();
                    self.write_move(mover == black_player(self.game), &value);
                    if let Some(remark) = tree.nodes[node].remark {
                        self.write_annotations(remark.glyph, &remark.marks, &remark.comment);
                    }
                    steps.extend(tree.child_steps(node, false));
                }
            }
        }
    }
}
