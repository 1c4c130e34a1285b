//! From an SGF tree to a record.

use super::node::{NodeContent, NodeReader, SgfStep};
use super::properties::{NODE_KEYS, apply_root_key, parse_seconds_as_ms};
use super::syntax::{MAX_NODES, SgfTree};
use crate::formats::game_builder::GameBuilder;
use crate::formats::statuses::shorten;
use crate::formats::{ParsedGame, ReadContext};
use encoding_rs::Encoding;
use kifu_core::contract::{Faults, Player, SgfSpec, printable};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{DynGame, DynState};
use std::collections::HashSet;
use std::ops::Range;

/// The maximum number of tokens in all variations of a game.
///
/// Each variation is stored as a whole line, so a hostile tree of many short branches could need
/// the square of its length.
pub(super) const MAX_VARIATION_TOKENS: usize = 1 << 20;

/// The text round the tree of a game that belongs to no game.
#[derive(Clone, Debug, Default)]
pub(super) struct OutsideText {
    /// The text before the first game of the file; empty for the later games.
    pub before: Range<usize>,
    /// The text after the game, up to the next game.
    pub after: Range<usize>,
    /// The encoding that the file declares first, and in which all of it was read.
    pub encoding: Option<&'static Encoding>,
}

/// Reads one game.
pub(super) fn read_game(
    source: &SourceText<'_>,
    tree: &SgfTree,
    start: usize,
    outside: &OutsideText,
    context: &ReadContext<'_>,
) -> ParsedGame {
    let (game, sgf) = match find_game(source, tree, context) {
        Ok(found) => found,
        Err(finding) => return ParsedGame::unreadable(with_default_place(*finding, source, start)),
    };
    let mut draft = GameBuilder::new(game, "sgf", context);
    draft.game_spans.whole = start..start + 1;
    let mut nodes = NodeReader::new(
        source.text(),
        tree,
        sgf,
        kifu_core::contract::Setup::default(),
    );
    let size = nodes.find_property(0, "SZ");
    match (sgf.setup)(size.as_ref().map(|(value, _)| value.trim())) {
        Ok(setup) => draft.record.setup = setup,
        Err(error) => {
            let span = size.as_ref().map_or(start..start, |(_, span)| span.clone());
            let finding = Finding::new(Code::BadSetup, error.to_string());
            draft.findings.push(finding.at(source.location(span)));
        }
    }
    draft.game_spans.setup = size.map(|(_, span)| span);
    for found in &nodes.read_node(0).kifu_keys {
        if let Some(key) = found.key.strip_prefix("setup.") {
            draft.record.setup.set(key, &found.value);
        }
    }
    draft.game_spans.setup_keys = nodes.setup_keys();
    nodes.setup.clone_from(&draft.record.setup);
    let mut reader = SgfReader {
        state: game.start(&draft.record.setup).ok(),
        draft,
        nodes,
        source,
        game,
        black_player: black_player(game),
        ply_after_node: Vec::new(),
        encoding: outside.encoding,
        is_ascii: source.text()[start..outside.after.start.max(start)].is_ascii(),
        turn_checked: true,
        times_left_ms: Vec::new(),
        info_seen: HashSet::new(),
        reported_margin: None,
        variation_tokens_left: MAX_VARIATION_TOKENS,
    };
    reader.read_outside_text(outside, start);
    reader.read_tree_flaws(tree);
    let from = reader.read_main_line();
    reader.read_variations(from);
    reader.finish(tree)
}

fn with_default_place(finding: Finding, source: &SourceText<'_>, start: usize) -> Finding {
    match finding.location {
        Some(_) => finding,
        None => finding.at(source.location(start..start + 1)),
    }
}

/// Returns the player whose moves are `B`.
pub(super) fn black_player(game: &dyn DynGame) -> Player {
    if game.sides()[1].starts_with('B') {
        Player::Second
    } else {
        Player::First
    }
}

type SgfGame = (&'static dyn DynGame, &'static SgfSpec);

/// Finds the game by its number, `GM`; 1, the number of Go, if there is none.
fn find_game(
    source: &SourceText<'_>,
    tree: &SgfTree,
    context: &ReadContext<'_>,
) -> Result<SgfGame, Box<Finding>> {
    let mut sgf_games = context
        .catalogue
        .iter()
        .filter_map(|game| Some((*game, game.info().sgf?)));
    if let Some(game) = context.game {
        return game.info().sgf.map(|sgf| (game, sgf)).ok_or_else(|| {
            let message = format!("expected a game that SGF supports, found {}", game.name());
            Box::new(Finding::new(Code::UnknownGame, message))
        });
    }
    let number = tree.properties(0).iter().find_map(|property| {
        let name = &source.text()[property.ident.clone()];
        (name == "GM").then(|| property.values.clone())
    });
    let text = number.clone().map_or("[1]", |span| &source.text()[span]);
    let value = text.trim_matches(['[', ']']).trim();
    sgf_games
        .find(|(_, sgf)| value == sgf.game.to_string())
        .ok_or_else(|| {
            let shown = shorten(value);
            let message = format!("expected the number of a game that kifu knows, found `{shown}`");
            let location = number.map(|span| source.location(span));
            Box::new(Finding::new(Code::UnknownGame, message).at(location))
        })
}

pub(super) struct SgfReader<'a, 't> {
    pub draft: GameBuilder,
    pub nodes: NodeReader<'a, 't>,
    pub source: &'t SourceText<'a>,
    pub game: &'static dyn DynGame,
    pub black_player: Player,
    /// The ply after each node of the main line.
    pub ply_after_node: Vec<u32>,
    /// The position after the moves so far; `None` after one that cannot be made.
    pub state: Option<Box<dyn DynState>>,
    /// The encoding in which the file was read, if it declares one.
    pub encoding: Option<&'static Encoding>,
    /// Whether the text of the game is the same in all encodings.
    pub is_ascii: bool,
    /// Whether the colours of all moves so far were right; the first wrong one is reported.
    pub turn_checked: bool,
    /// The milliseconds that a player has left after a ply.
    pub times_left_ms: Vec<(Player, u32, u64)>,
    /// The names of the game's properties so far.
    pub info_seen: HashSet<String>,
    /// The margin that the file reports, with its span.
    pub reported_margin: Option<(f64, Range<usize>)>,
    /// The number of tokens that variations may still use.
    pub variation_tokens_left: usize,
}

impl SgfReader<'_, '_> {
    pub fn add_finding(&mut self, code: Code, message: String, span: Range<usize>) {
        let finding = Finding::new(code, message).at(self.source.location(span));
        self.draft.findings.push(finding);
    }

    /// Returns the player whose moves have a colour.
    pub fn player_of_color(&self, black: bool) -> Player {
        if black {
            self.black_player
        } else {
            self.black_player.opponent()
        }
    }

    /// Reads the main line, which consists of first children and therefore comes first in the text.
    ///
    /// Returns the index of the first node that is not read, behind it or behind the setup at which
    /// it stops.
    fn read_main_line(&mut self) -> usize {
        let tree = self.nodes.tree;
        let follows = |at: &usize| at.checked_sub(1) == tree.nodes[*at].parent;
        let length = (0..tree.nodes.len()).take_while(follows).count();
        for node in 0..length {
            let content = self.nodes.read_node(node);
            if self.read_main_node(node, &content) {
                return tree.subtree_end(node);
            }
        }
        length
    }

    /// Reads a node of the main line; returns whether the line ends there by a setup.
    fn read_main_node(&mut self, node: usize, content: &NodeContent<'_>) -> bool {
        self.report_issues(content);
        let before = self.draft.next_ply();
        let declared = self.declared_ply(content);
        if content.kifu_key("attempt").is_some() || declared.is_some_and(|ply| ply > before) {
            // The position after a move that failed is not known.
            self.state = None;
        }
        let mut unread = None;
        let mut setup = Vec::new();
        for step in &content.steps {
            match (step, &mut unread) {
                (SgfStep::Move(mv), None) => self.push_move(mv),
                (SgfStep::Move(mv), Some(unread)) => {
                    *unread = format!("{unread};{}", &self.source.text()[mv.span.clone()]);
                }
                (SgfStep::Setup(ident, property), None) => {
                    let position = self.state.as_ref().map(|state| state.position());
                    let mover = self.state.as_ref().and_then(|state| state.mover());
                    if self.judge_setup(ident, property, position.as_deref(), mover) {
                        unread = Some(String::new());
                        setup.push((ident, property));
                    } else {
                        // Setup properties describe the position before the next move.
                        let ply = declared.unwrap_or(self.draft.next_ply().saturating_sub(1));
                        self.keep_property(ident, (node > 0 || ply > 0).then_some(ply), property);
                    }
                }
                (SgfStep::Setup(ident, property), Some(_)) => setup.push((ident, property)),
            }
        }
        let ply_count = self.draft.next_ply().saturating_sub(1);
        // A setup in a separate node is before the next ply, which other lines may replace.
        let is_before_next = unread.is_some() && node > 0 && before == self.draft.next_ply();
        let ply = declared.unwrap_or(ply_count + u32::from(is_before_next));
        self.ply_after_node.push(ply);
        for (ident, property) in setup {
            self.keep_property(ident, (node > 0 || ply > 0).then_some(ply), property);
        }
        for (black, ms) in &content.times_left_ms {
            self.times_left_ms
                .push((self.player_of_color(*black), ply, *ms));
        }
        self.annotate_ply(node, ply, content);
        for property in &content.other_properties {
            self.read_other_property(node, ply, property);
        }
        let Some(mut unread) = unread else {
            return false;
        };
        unread.push_str(&self.nodes.tree.text_below(self.source.text(), node));
        if !unread.is_empty() {
            let ext = &mut self.draft.record.ext;
            ext.insert("sgf.unread".to_owned(), unread);
        }
        true
    }

    /// Reports the issues of a node.
    pub fn report_issues(&mut self, content: &NodeContent<'_>) {
        for (code, message, span) in &content.issues {
            self.add_finding(*code, message.clone(), span.clone());
        }
        let moves = content.steps.iter();
        let mut moves = moves.filter(|step| matches!(step, SgfStep::Move(_)));
        if let Some(second) = moves.nth(1) {
            let message = "expected one move in a node, found another one".to_owned();
            self.add_finding(Code::ForgivenSyntax, message, second.span());
        }
    }

    /// Returns the ply that kifu's own key `at` names: one after the moves, of a node without one.
    fn declared_ply(&self, content: &NodeContent<'_>) -> Option<u32> {
        let at: usize = content.kifu_key("at")?.parse().ok()?;
        let is_later = at >= self.draft.next_ply() as usize && !content.has_move();
        // A list of times up to a ply of any size would cost as much memory.
        u32::try_from(at)
            .ok()
            .filter(|_| is_later && at <= MAX_NODES)
    }

    fn finish(mut self, tree: &SgfTree) -> ParsedGame {
        let root = self.nodes.read_node(0);
        for found in &root.kifu_keys {
            if NODE_KEYS.contains(&found.key.as_str()) {
                continue;
            }
            let record = &mut self.draft.record;
            if let Err(expected) = apply_root_key(record, &found.key, &found.value) {
                let shown = shorten(&found.value);
                let message = format!("expected {expected}, found `{shown}`");
                self.add_finding(Code::BadValue, message, found.span.clone());
            }
        }
        self.check_margin();
        self.derive_times_used();
        if let Some(fault) = &tree.error {
            let rest = self.source.text()[fault.at..].lines().next();
            let found = match rest.unwrap_or_default() {
                "" => "the end".to_owned(),
                line => format!("`{}`", printable(line, 12)),
            };
            let message = format!("expected {}, found {found}", fault.expected);
            // This finding explains all others, so it is never dropped.
            let location = self.source.location(fault.at..fault.at + 1);
            let finding = Finding::new(fault.code, message).at(location);
            let last = self.draft.findings.len();
            self.draft.findings.insert(last, finding);
        }
        self.draft.finish()
    }
}

/// Returns the player of a ply in the games that SGF knows, whose players alternate.
pub(super) fn player_of_ply(ply: u32) -> Player {
    if ply % 2 == 1 {
        Player::First
    } else {
        Player::Second
    }
}

/// Appends a word to a text in `ext`.
pub(super) fn add_word(
    ext: &mut std::collections::BTreeMap<String, String>,
    key: &str,
    word: &str,
) {
    let words = ext.entry(key.to_owned()).or_default();
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
}

// Checks and conversions that need the whole game.

impl SgfReader<'_, '_> {
    /// Compares the reported margin with the scores by the rules.
    pub fn check_margin(&mut self) {
        let record = &self.draft.record;
        let Some((margin, span)) = self.reported_margin.take() else {
            return;
        };
        let replay = self.game.replay(&record.setup, &record.moves, Faults::NONE);
        let Ok(replay) = replay else {
            return;
        };
        let scores = replay
            .outcome
            .scores
            .filter(|_| replay.is_over && replay.failure.is_none());
        if let Some([first, second]) = scores
            && (f64::from(first.abs_diff(second)) - margin).abs() > 1e-9
        {
            let message = format!(
                "expected a margin of {} by the rules ({first} - {second}), found {margin}",
                first.abs_diff(second)
            );
            self.add_finding(Code::ScoresDiffer, message, span);
        }
    }

    /// Derives the times used from the times left, if there is no overtime.
    pub fn derive_times_used(&mut self) {
        let record = &mut self.draft.record;
        let is_overtime = |key: &String| {
            ["sgf.OT", "sgf.OB", "sgf.OW"]
                .iter()
                .any(|prefix| key.starts_with(prefix))
        };
        if !record.times_ms.0.is_empty() || record.ext.keys().any(is_overtime) {
            return;
        }
        let limit = record.ext.get("sgf.TM");
        let limit = limit.and_then(|raw| parse_seconds_as_ms(raw.trim_matches(['[', ']'])));
        for player in Player::ALL {
            let left = self.times_left_ms.iter().filter(|(of, ..)| *of == player);
            let mut before = limit;
            let mut used = Vec::new();
            for (_, ply, left) in left {
                if let Some(before) = before {
                    used.push(before.checked_sub(*left).map(|ms| (*ply, ms)));
                }
                before = Some(*left);
            }
            // The times are not used if a clock goes backwards, as it then counts something else.
            for (ply, ms) in used
                .into_iter()
                .collect::<Option<Vec<_>>>()
                .into_iter()
                .flatten()
            {
                record
                    .times_ms
                    .set_ms(ply, u32::try_from(ms).unwrap_or(u32::MAX));
            }
        }
    }
}

// Text outside of the trees, and flaws of a tree's syntax.

/// The maximum length of a text outside of trees that is kept.
const MAX_KEPT_TEXT: usize = 64 << 10;
impl SgfReader<'_, '_> {
    /// Keeps the text outside of the tree, and reports what looks like a part of it.
    pub fn read_outside_text(&mut self, outside: &OutsideText, start: usize) {
        for (key, span) in [
            ("sgf.before", &outside.before),
            ("sgf.after", &outside.after),
        ] {
            let text = &self.source.text()[span.clone()];
            let offset = span.start + (text.len() - text.trim_start().len());
            let text = text.trim();
            let kept = &text[..text.floor_char_boundary(MAX_KEPT_TEXT)];
            if kept.is_empty() {
                continue;
            }
            self.draft
                .record
                .ext
                .insert(key.to_owned(), kept.to_owned());
            if offset > start && self.nodes.tree.error.is_some() {
                // The syntax error is reported already.
                continue;
            }
            let line = shorten(text.lines().next().unwrap_or_default());
            let message = if offset > start {
                format!("expected the end of the text or `(;` after a game, found `{line}`")
            } else if looks_like_nodes(text) || kept.len() < text.len() {
                format!("expected `(;` before the first node, found `{line}`")
            } else {
                continue;
            };
            self.add_finding(Code::TrailingText, message, offset..offset + 1);
        }
    }

    /// Reports what breaks the grammar and was read as it was meant.
    pub fn read_tree_flaws(&mut self, tree: &SgfTree) {
        for flaw in &tree.flaws {
            let message = flaw.message.to_owned();
            self.add_finding(Code::ForgivenSyntax, message, flaw.span.clone());
        }
    }
}

/// Reports whether a text outside of trees has nodes or properties, which belong into one.
fn looks_like_nodes(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'[', bytes).any(|at| at > 0 && bytes[at - 1].is_ascii_uppercase())
}
