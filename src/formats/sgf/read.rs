//! From a tree to a record.

use super::super::draft::Draft;
use super::super::words::shorten;
use super::super::{Context, Reading};
use super::judge;
use super::known::is_known;
use super::node::{Content, Nodes, add_line};
use super::syntax::{Property, Tree};
use super::text::{By as WonBy, Said, result, simple};
use crate::contract::{Fault, Player, Sgf, Winner, printable};
use crate::findings::{Code, Finding, SourceText};
use crate::games::DynGame;
use crate::record::{Attempt, MovedBy, ReportedResult, Variation};
use std::ops::Range;

/// Findings of one game.
const MOST_FINDINGS: usize = 100;
/// Tokens of all variations of a game: each is a whole line, so a hostile tree of many short
/// branches could need the square of its length.
pub(super) const MOST_TOKENS: usize = 1 << 20;

/// Reads one game.
pub(super) fn read(
    source: &SourceText<'_>,
    tree: &Tree,
    start: usize,
    context: &Context<'_>,
) -> Reading {
    let book = match game_of(source, tree, context) {
        Ok(book) => book,
        Err(finding) => return Reading::broken(with_place(*finding, source, start)),
    };
    let (book, sgf) = book;
    let mut draft = Draft::new(book, "sgf", context);
    draft.places.whole = start..start + 1;
    let mut nodes = Nodes::new(source.text(), tree, sgf, crate::contract::Setup::default());
    let size = nodes.find(0, "SZ");
    match (sgf.setup)(size.as_ref().map(|(value, _)| value.trim())) {
        Ok(setup) => draft.record.setup = setup,
        Err(error) => {
            let place = size.as_ref().map_or(start..start, |(_, span)| span.clone());
            let finding = Finding::new(Code::BadSetup, error.to_string());
            draft.findings.push(finding.at(source.location(place)));
        }
    }
    draft.places.setup = size.map(|(_, span)| span);
    for (key, value) in &nodes.read(0).keyed {
        if let Some(key) = key.strip_prefix("setup.") {
            draft.record.setup.set(key, value);
        }
    }
    draft.places.setup_keys = nodes.setup_keys();
    nodes.setup.clone_from(&draft.record.setup);
    let mut reader = Reader {
        draft,
        nodes,
        source,
        book,
        black: black(book),
        line: Vec::new(),
        movers: Vec::new(),
        left: Vec::new(),
        stopped: None,
        margin: None,
        budget: MOST_TOKENS,
    };
    reader.main_line();
    reader.variations();
    reader.finish(tree)
}

fn with_place(finding: Finding, source: &SourceText<'_>, start: usize) -> Finding {
    match finding.location {
        Some(_) => finding,
        None => finding.at(source.location(start..start + 1)),
    }
}

/// The player whose moves are `B`.
pub(super) fn black(book: &dyn DynGame) -> Player {
    if book.sides()[1].starts_with('B') {
        Player::Second
    } else {
        Player::First
    }
}

type Found = (&'static dyn DynGame, &'static Sgf);

/// The game by its number; Go's if none is given.
fn game_of(
    source: &SourceText<'_>,
    tree: &Tree,
    context: &Context<'_>,
) -> Result<Found, Box<Finding>> {
    let mut written = context
        .catalogue
        .iter()
        .filter_map(|book| Some((*book, book.sgf()?)));
    if let Some(game) = context.game {
        return game.sgf().map(|sgf| (game, sgf)).ok_or_else(|| {
            let message = format!("expected a game that SGF knows, found {}", game.name());
            Box::new(Finding::new(Code::UnknownGame, message))
        });
    }
    let number = tree.properties(0).iter().find_map(|property| {
        let name = &source.text()[property.ident.clone()];
        (name == "GM").then(|| property.values.clone())
    });
    let text = number.clone().map_or("[1]", |span| &source.text()[span]);
    let value = text.trim_matches(['[', ']']).trim();
    written
        .find(|(_, sgf)| value == sgf.game.to_string())
        .ok_or_else(|| {
            let shown = shorten(value);
            let message = format!("expected the number of a game that kifu knows, found `{shown}`");
            let place = number.map(|span| source.location(span));
            Box::new(Finding::new(Code::UnknownGame, message).at(place))
        })
}

pub(super) struct Reader<'a, 't> {
    pub draft: Draft,
    pub nodes: Nodes<'a, 't>,
    pub source: &'t SourceText<'a>,
    pub book: &'static dyn DynGame,
    pub black: Player,
    /// The plies after each node of the main line.
    pub line: Vec<u32>,
    /// Who made each move by the file, and where.
    pub movers: Vec<(Player, Range<usize>)>,
    /// Milliseconds left after a ply.
    pub left: Vec<(Player, u32, u64)>,
    /// Where stones were put, after which no move can be judged.
    pub stopped: Option<Range<usize>>,
    /// The margin that the file reports.
    pub margin: Option<(f64, Range<usize>)>,
    /// Tokens that variations may still hold.
    pub budget: usize,
}

impl Reader<'_, '_> {
    pub fn find(&mut self, code: Code, message: String, span: Range<usize>) {
        if self.draft.findings.len() < MOST_FINDINGS {
            let finding = Finding::new(code, message).at(self.source.location(span));
            self.draft.findings.push(finding);
        }
    }

    fn player(&self, black: bool) -> Player {
        if black {
            self.black
        } else {
            self.black.opponent()
        }
    }

    /// The first node of each tree of nodes is its main line's: they stand first in the text.
    fn main_line(&mut self) {
        let nodes = &self.nodes.tree.nodes;
        let follows = |at: &usize| at.checked_sub(1) == nodes[*at].parent;
        let length = (0..nodes.len()).take_while(follows).count();
        for node in 0..length {
            let content = self.nodes.read(node);
            self.main_node(node, &content);
        }
    }

    fn main_node(&mut self, node: usize, content: &Content<'_>) {
        for (message, span) in &content.bad {
            self.find(Code::BadValue, message.clone(), span.clone());
        }
        if let Some(property) = &content.setup
            && self.stopped.is_none()
        {
            self.refuse_setup(property);
        }
        for mv in &content.moves {
            if self.stopped.is_some() {
                let words = &self.source.text()[mv.span.clone()];
                add_word(&mut self.draft.record.ext, "sgf.unread", words);
                continue;
            }
            let token = (self.nodes.sgf.token)(&self.nodes.setup, mv.value);
            let player = self.player(mv.black);
            self.draft
                .push_as(token.as_deref().unwrap_or(mv.value), None, mv.span.clone());
            self.movers.push((player, mv.span.clone()));
        }
        let made = self.draft.next_ply().saturating_sub(1);
        self.line.push(made);
        let at = content.key("at").and_then(|at| at.parse().ok());
        let ply = at.filter(|at| *at == made + 1).unwrap_or(made);
        for (black, ms) in &content.left {
            self.left.push((self.player(*black), ply, *ms));
        }
        self.remark(ply, content);
        for property in &content.others {
            self.other(node, ply, property);
        }
    }

    fn refuse_setup(&mut self, property: &Property) {
        let ident = self.nodes.ident(property);
        let first = self.book.sides()[0];
        let value = self.nodes.value(property).trim();
        let plays = value.chars().next();
        if ident == "PL" && self.movers.is_empty() && plays == first.chars().next() {
            return;
        }
        let message = format!(
            "expected moves alone, for {} starts from its own position; found {ident}, which \
             sets the position up",
            self.book.name()
        );
        self.find(
            Code::BadSetup,
            message,
            property.ident.start..property.values.end,
        );
        self.stopped = Some(property.values.clone());
    }

    /// What a node says of its ply.
    fn remark(&mut self, ply: u32, content: &Content<'_>) {
        if let Some(ms) = content.time {
            let ms = u32::try_from(ms).unwrap_or(u32::MAX);
            self.draft.record.times_ms.set_ms(ply, ms);
        }
        if let Some(raw) = content.key("attempt") {
            self.draft.record.attempt = Some(Attempt {
                raw: raw.to_owned(),
                rest: content.key("rest").unwrap_or("").to_owned(),
                ..Attempt::default()
            });
            self.draft.places.attempt = self
                .nodes
                .tree
                .nodes
                .last()
                .map(|node| node.at..node.at + 1);
        }
        let by = content
            .key("by")
            .filter(|by| *by == "jury")
            .map(|_| MovedBy::Jury);
        let others: Vec<Variation> = content
            .keyed
            .iter()
            .filter(|(key, _)| key == "variation")
            .map(|(_, moves)| Variation {
                moves: moves.clone(),
                ..Variation::default()
            })
            .collect();
        let words = ["message", "stderr"].map(|key| content.key(key).unwrap_or(""));
        let raw = content.key("raw");
        if content.comment.is_empty()
            && content.marks.is_empty()
            && others.is_empty()
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
        note.variations.extend(others);
    }

    /// Properties of the game as a whole, and those that are only kept.
    fn other(&mut self, node: usize, ply: u32, property: &Property) {
        let ident = self.nodes.ident(property);
        let value = self.nodes.value(property);
        let record = &mut self.draft.record;
        let black = self.black;
        match &*ident {
            "FF" | "GM" | "SZ" | "CA" if node == 0 => {}
            "AP" if value.starts_with("kifu:") => {}
            "PB" => record.player_mut(black).name = simple(value),
            "PW" => record.player_mut(black.opponent()).name = simple(value),
            "EV" => record.event.name = simple(value),
            "RO" => record.event.round = simple(value),
            "DT" => record.event.date = simple(value),
            "RE" => self.result(value, property),
            _ => {
                let place = if node == 0 {
                    format!("sgf.{ident}")
                } else {
                    format!("sgf.{ident}.{ply}")
                };
                let values = &self.source.text()[property.values.clone()];
                record.ext.entry(place).or_default().push_str(values);
                if !is_known(&ident) {
                    let message =
                        format!("expected a property of FF[4], found `{ident}`; kept in `ext`");
                    self.find(Code::UnknownField, message, property.ident.clone());
                }
            }
        }
    }

    fn result(&mut self, value: &str, property: &Property) {
        let words = simple(value);
        let Some(said) = result(&words) else {
            let found = shorten(&words);
            let message = format!("expected a result such as `B+3`, `W+T` or `0`, found `{found}`");
            return self.find(Code::BadValue, message, property.values.clone());
        };
        let reported = match said {
            Said::Unknown if words == "?" => return,
            Said::Unknown => ReportedResult::default(),
            Said::Draw => ReportedResult {
                winner: Some(Winner::Draw),
                ..ReportedResult::default()
            },
            Said::Won(black, by) => {
                let winner = self.player(black);
                if let WonBy::Margin(margin) = by {
                    self.margin = Some((margin, property.values.clone()));
                }
                let fault = match by {
                    WonBy::Nothing | WonBy::Margin(_) => None,
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
        self.draft.places.result = Some(property.values.clone());
        self.draft.record.reported = Some(ReportedResult {
            text: words,
            ..reported
        });
    }

    fn finish(mut self, tree: &Tree) -> Reading {
        let root = self.nodes.read(0);
        for (key, value) in root.keyed {
            judge::info(&mut self.draft.record, &key, value);
        }
        self.check_turns();
        self.check_margin();
        self.derive_times();
        if let Some(fault) = &tree.fault {
            let rest = self.source.text()[fault.at..].lines().next();
            let found = match rest.unwrap_or_default() {
                "" => "the end".to_owned(),
                line => format!("`{}`", printable(line, 12)),
            };
            let message = format!("expected {}, found {found}", fault.expected);
            // The finding that explains all others is never one too many.
            self.draft.findings.truncate(MOST_FINDINGS - 1);
            self.find(fault.code, message, fault.at..fault.at + 1);
        }
        self.draft.finish()
    }
}

/// Adds a word to a text of `ext`.
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
