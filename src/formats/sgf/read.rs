//! From an SGF tree to a record.

use super::super::game_builder::GameBuilder;
use super::super::result_text::shorten;
use super::super::{ParsedGame, ReadContext};
use super::kifu_keys::apply_kifu_key;
use super::known_properties::is_known_property;
use super::node::{NodeContent, NodeReader, add_line};
use super::property_values::{SgfResult, WinReason as WonBy, parse_result, parse_simple_text};
use super::syntax::{SgfProperty, SgfTree};
use crate::contract::{Fault, Player, SgfSpec, Winner, printable};
use crate::findings::{Code, Finding, SourceText};
use crate::games::DynGame;
use crate::record::{Attempt, MovedBy, ReportedResult, Variation};
use std::ops::Range;

/// The maximum number of findings for a game.
const MAX_FINDINGS: usize = 100;
/// The maximum number of tokens in all variations of a game.
///
/// Each variation is stored as a whole line, so a hostile tree of many short branches could need
/// the square of its length.
pub(super) const MAX_VARIATION_TOKENS: usize = 1 << 20;

/// Reads one game.
pub(super) fn read_game(
    source: &SourceText<'_>,
    tree: &SgfTree,
    start: usize,
    context: &ReadContext<'_>,
) -> ParsedGame {
    let found = match find_game(source, tree, context) {
        Ok(found) => found,
        Err(finding) => return ParsedGame::unreadable(with_default_place(*finding, source, start)),
    };
    let (game, sgf) = found;
    let mut draft = GameBuilder::new(game, "sgf", context);
    draft.game_spans.whole = start..start + 1;
    let mut nodes = NodeReader::new(source.text(), tree, sgf, crate::contract::Setup::default());
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
    for (key, value) in &nodes.read_node(0).kifu_keys {
        if let Some(key) = key.strip_prefix("setup.") {
            draft.record.setup.set(key, value);
        }
    }
    draft.game_spans.setup_keys = nodes.setup_keys();
    nodes.setup.clone_from(&draft.record.setup);
    let mut reader = SgfReader {
        draft,
        nodes,
        source,
        game,
        black_player: black_player(game),
        ply_after_node: Vec::new(),
        movers: Vec::new(),
        times_left_ms: Vec::new(),
        setup_stones: None,
        reported_margin: None,
        variation_tokens_left: MAX_VARIATION_TOKENS,
    };
    reader.read_main_line();
    reader.read_variations();
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
    let mut known = context
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
    known
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
    /// The player of each move according to the file, with its span.
    pub movers: Vec<(Player, Range<usize>)>,
    /// The milliseconds that a player has left after a ply.
    pub times_left_ms: Vec<(Player, u32, u64)>,
    /// The span of setup stones, after which moves cannot be judged.
    pub setup_stones: Option<Range<usize>>,
    /// The margin that the file reports, with its span.
    pub reported_margin: Option<(f64, Range<usize>)>,
    /// The number of tokens that variations may still use.
    pub variation_tokens_left: usize,
}

impl SgfReader<'_, '_> {
    pub fn add_finding(&mut self, code: Code, message: String, span: Range<usize>) {
        if self.draft.findings.len() < MAX_FINDINGS {
            let finding = Finding::new(code, message).at(self.source.location(span));
            self.draft.findings.push(finding);
        }
    }

    fn player_of_color(&self, black: bool) -> Player {
        if black {
            self.black_player
        } else {
            self.black_player.opponent()
        }
    }

    /// Reads the main line, which consists of first children and therefore comes first in the text.
    fn read_main_line(&mut self) {
        let nodes = &self.nodes.tree.nodes;
        let follows = |at: &usize| at.checked_sub(1) == nodes[*at].parent;
        let length = (0..nodes.len()).take_while(follows).count();
        for node in 0..length {
            let content = self.nodes.read_node(node);
            self.read_main_node(node, &content);
        }
    }

    fn read_main_node(&mut self, node: usize, content: &NodeContent<'_>) {
        for (message, span) in &content.bad_values {
            self.add_finding(Code::BadValue, message.clone(), span.clone());
        }
        if let Some(property) = &content.setup
            && self.setup_stones.is_none()
        {
            self.refuse_setup(property);
        }
        for mv in &content.moves {
            if self.setup_stones.is_some() {
                let words = &self.source.text()[mv.span.clone()];
                add_word(&mut self.draft.record.ext, "sgf.unread", words);
                continue;
            }
            let token = (self.nodes.sgf.token)(&self.nodes.setup, mv.value);
            let player = self.player_of_color(mv.is_black);
            self.draft
                .push_token_as(token.as_deref().unwrap_or(mv.value), None, mv.span.clone());
            self.movers.push((player, mv.span.clone()));
        }
        let ply_count = self.draft.next_ply().saturating_sub(1);
        self.ply_after_node.push(ply_count);
        let at = content.kifu_key("at").and_then(|at| at.parse().ok());
        let ply = at.filter(|at| *at == ply_count + 1).unwrap_or(ply_count);
        for (black, ms) in &content.times_left_ms {
            self.times_left_ms
                .push((self.player_of_color(*black), ply, *ms));
        }
        self.annotate_ply(ply, content);
        for property in &content.other_properties {
            self.read_other_property(node, ply, property);
        }
    }

    fn refuse_setup(&mut self, property: &SgfProperty) {
        let ident = self.nodes.ident(property);
        let first = self.game.sides()[0];
        let value = self.nodes.first_value(property).trim();
        let to_move = value.chars().next();
        if ident == "PL" && self.movers.is_empty() && to_move == first.chars().next() {
            return;
        }
        let message = format!(
            "expected only moves, as {} starts from its own position; found {ident}, which \
             sets up a position",
            self.game.name()
        );
        self.add_finding(
            Code::BadSetup,
            message,
            property.ident.start..property.values.end,
        );
        self.setup_stones = Some(property.values.clone());
    }

    /// Stores the content of a node with its ply.
    fn annotate_ply(&mut self, ply: u32, content: &NodeContent<'_>) {
        if let Some(ms) = content.time_used_ms {
            let ms = u32::try_from(ms).unwrap_or(u32::MAX);
            self.draft.record.times_ms.set_ms(ply, ms);
        }
        if let Some(raw) = content.kifu_key("attempt") {
            self.draft.record.attempt = Some(Attempt {
                raw: raw.to_owned(),
                rest: content.kifu_key("rest").unwrap_or("").to_owned(),
                ..Attempt::default()
            });
            self.draft.game_spans.attempt = self
                .nodes
                .tree
                .nodes
                .last()
                .map(|node| node.at..node.at + 1);
        }
        let by = content
            .kifu_key("by")
            .filter(|by| *by == "jury")
            .map(|_| MovedBy::Jury);
        let variations: Vec<Variation> = content
            .kifu_keys
            .iter()
            .filter(|(key, _)| key == "variation")
            .map(|(_, moves)| Variation {
                moves: moves.clone(),
                ..Variation::default()
            })
            .collect();
        let words = ["message", "stderr"].map(|key| content.kifu_key(key).unwrap_or(""));
        let raw = content.kifu_key("raw");
        if content.comment.is_empty()
            && content.marks.is_empty()
            && variations.is_empty()
            && (content.glyph, by, raw) == (None, None, None)
            && words == ["", ""]
        {
            return;
        }
        let note = self.draft.record.note_mut(ply);
        add_line(&mut note.comment, &content.comment);
        add_line(&mut note.message, words[0]);
        add_line(&mut note.stderr, words[1]);
        note.glyph = content.glyph.or(note.glyph);
        note.by = by.or(note.by);
        note.raw = raw.map(str::to_owned).or(note.raw.take());
        note.marks.extend(content.marks.iter().cloned());
        note.variations.extend(variations);
    }

    /// Stores a property of the game as a whole, or keeps an unknown one.
    fn read_other_property(&mut self, node: usize, ply: u32, property: &SgfProperty) {
        let ident = self.nodes.ident(property);
        let value = self.nodes.first_value(property);
        let record = &mut self.draft.record;
        let black = self.black_player;
        match &*ident {
            "FF" | "GM" | "SZ" | "CA" if node == 0 => {}
            "AP" if value.starts_with("kifu:") => {}
            "PB" => record.player_mut(black).name = parse_simple_text(value),
            "PW" => record.player_mut(black.opponent()).name = parse_simple_text(value),
            "EV" => record.event.name = parse_simple_text(value),
            "RO" => record.event.round = parse_simple_text(value),
            "DT" => record.event.date = parse_simple_text(value),
            "RE" => self.read_result(value, property),
            _ => {
                let key = if node == 0 {
                    format!("sgf.{ident}")
                } else {
                    format!("sgf.{ident}.{ply}")
                };
                let values = &self.source.text()[property.values.clone()];
                record.ext.entry(key).or_default().push_str(values);
                if !is_known_property(&ident) {
                    let message =
                        format!("expected a property of FF[4], found `{ident}`; kept in `ext`");
                    self.add_finding(Code::UnknownField, message, property.ident.clone());
                }
            }
        }
    }

    fn read_result(&mut self, value: &str, property: &SgfProperty) {
        let words = parse_simple_text(value);
        let Some(result) = parse_result(&words) else {
            let found = shorten(&words);
            let message = format!("expected a result such as `B+3`, `W+T` or `0`, found `{found}`");
            return self.add_finding(Code::BadValue, message, property.values.clone());
        };
        let reported = match result {
            SgfResult::Unknown if words == "?" => return,
            SgfResult::Unknown => ReportedResult::default(),
            SgfResult::Draw => ReportedResult {
                winner: Some(Winner::Draw),
                ..ReportedResult::default()
            },
            SgfResult::Won(black, by) => {
                let winner = self.player_of_color(black);
                if let WonBy::Margin(margin) = by {
                    self.reported_margin = Some((margin, property.values.clone()));
                }
                let fault = match by {
                    WonBy::NotStated | WonBy::Margin(_) => None,
                    WonBy::Time => Some(Fault::Timeout),
                    WonBy::Resignation => Some(Fault::Exit),
                    WonBy::Forfeit => Some(Fault::Jury),
                };
                ReportedResult {
                    winner: Some(winner.into()),
                    faults: fault
                        .map(|fault| (winner.opponent(), fault))
                        .into_iter()
                        .collect(),
                    ..ReportedResult::default()
                }
            }
        };
        self.draft.game_spans.result = Some(property.values.clone());
        self.draft.record.reported = Some(ReportedResult {
            text: words,
            ..reported
        });
    }

    fn finish(mut self, tree: &SgfTree) -> ParsedGame {
        let root = self.nodes.read_node(0);
        for (key, value) in root.kifu_keys {
            apply_kifu_key(&mut self.draft.record, &key, value);
        }
        self.check_turns();
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
            self.draft.findings.truncate(MAX_FINDINGS - 1);
            self.add_finding(fault.code, message, fault.at..fault.at + 1);
        }
        self.draft.finish()
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
