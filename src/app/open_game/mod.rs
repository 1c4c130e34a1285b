//! One opened game: its lines, where the reader stands in it, and what he changes.
//!
//! Knows no window. Everything that a person does to a game is a method here, and everything that
//! changes it can be undone.

mod continuation;
mod edit;
mod game_info;
mod history;
mod navigation;
mod ply_info;
mod review_summary;
mod tree;

pub use game_info::GameInfo;
pub use navigation::Navigation;
pub use ply_info::PlyInfo;
pub use review_summary::ReviewSummary;
pub use tree::{EditError, GameTree, NodeId};

use crate::contract::MoveError;
use crate::contract::{Player, Turn};
use crate::games::{DynGame, DynState};
use crate::record::{Note, Record, adjudicate};
use crate::review;
use history::History;
use std::collections::HashMap;

/// A game that is looked at.
pub struct OpenGame {
    game: &'static dyn DynGame,
    /// As it was opened, but for what a person says [about](About) the game.
    record: Record,
    /// Somebody played it.
    was_played: bool,
    tree: GameTree,
    /// The positions from the start through the cursor to the end of the line it is on.
    line: Vec<NodeId>,
    /// The cursor: an index into the line.
    cursor_index: usize,
    /// The cursor is at the act with which the game failed, after the last position.
    is_at_failure: bool,
    /// The tables of the first positions of the line, as far as somebody looked.
    states: Vec<Box<dyn DynState>>,
    /// The first act of the line that the rules refuse, as far as somebody looked.
    illegal_next: Option<(usize, MoveError)>,
    /// Which way was taken where a line branches.
    chosen_children: HashMap<NodeId, NodeId>,
    plies: Vec<PlyInfo>,
    review_summary: ReviewSummary,
    history: History,
}

impl OpenGame {
    /// Opens a record whose moves are legal, as [`settle`] leaves them. `None` if the game cannot
    /// start from its setup.
    pub fn new(record: Record, book: &'static dyn DynGame) -> Option<Self> {
        let start = book.start(&record.setup).ok()?;
        // What a review calls the moves is seen from what engines think.
        let mut bare = record.clone();
        review::remove_glyphs(&mut bare);
        let mut study = Self {
            game: book,
            was_played: game_info::was_played(&record),
            tree: GameTree::new(&bare, book.info().lead_in),
            record,
            line: vec![NodeId::ROOT],
            cursor_index: 0,
            is_at_failure: false,
            states: vec![start],
            illegal_next: None,
            chosen_children: HashMap::new(),
            plies: Vec::new(),
            review_summary: ReviewSummary::default(),
            history: History::default(),
        };
        study.go_to_main_line_end();
        study.navigate(Navigation::First);
        study.plies = ply_info::main_line_plies(&study).0;
        study.update_review_summary();
        Some(study)
    }

    /// A game without moves.
    pub fn without_moves(book: &'static dyn DynGame) -> Option<Self> {
        let mut about = GameInfo::default();
        about.mark_as_handmade();
        let mut record = Record {
            game: book.id().to_owned(),
            ..Record::default()
        };
        about.swap_with_record(&mut record);
        adjudicate(&mut record, book);
        Self::new(record, book)
    }

    /// The rule book.
    pub fn game(&self) -> &'static dyn DynGame {
        self.game
    }

    /// What is known of the game beside its lines: `moves` and `notes` are those it was opened
    /// with; [`to_record`](Self::to_record) has them as they are now.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The lines.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The record as it is now; where nothing was changed, as it was opened.
    pub fn to_record(&self) -> Record {
        let mut record = self.record.clone();
        if self.revision() == 0 {
            return record;
        }
        self.tree.write_to(&mut record);
        self.review_summary
            .write_glyphs(&mut record, self.game, self.last_ply());
        if !self.was_played {
            // The moves may be others than those of the result that is stored.
            record.result = None;
            adjudicate(&mut record, self.game);
        }
        record
    }

    /// Whether somebody played this game, so that its main line is evidence and stays as it is;
    /// otherwise it is a study, whose main line may be changed.
    pub fn was_played(&self) -> bool {
        self.was_played
    }

    /// The position that is shown.
    pub fn node(&self) -> NodeId {
        self.line[self.cursor_index]
    }

    /// The positions from the start through the cursor to the end of the line it is on.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The cursor's index in the [line](Self::line).
    pub fn cursor_index(&self) -> usize {
        self.cursor_index
    }

    /// Whether the act with which the game failed is shown, on the last position before it.
    pub fn is_at_failure(&self) -> bool {
        self.is_at_failure
    }

    /// The board as it is shown, with the act that led there.
    pub fn state(&self) -> &dyn DynState {
        // `enter` and `step` keep a table for every position up to the cursor.
        let last = self.states.len() - 1;
        &*self.states[self.cursor_index.min(last)]
    }

    /// The ply that led to the position with this index in a line; 0 before the first one.
    pub fn ply_of(&self, index: usize) -> u32 {
        u32::try_from(index.saturating_sub(self.game.info().lead_in)).unwrap_or(u32::MAX)
    }

    /// The ply that is shown; at the failure the one that failed.
    pub fn ply(&self) -> u32 {
        self.ply_of(self.cursor_index) + u32::from(self.is_at_failure)
    }

    /// How many plies the game as played has.
    pub fn last_ply(&self) -> u32 {
        self.ply_of(self.tree.main_line().len())
    }

    /// What is known of each ply of the main line; the first is ply 1.
    pub fn plies(&self) -> &[PlyInfo] {
        &self.plies
    }

    /// What is said of the act that is shown.
    pub fn note(&self) -> Option<&Note> {
        if self.is_at_failure {
            self.tree.failure_note()
        } else {
            Some(self.tree.note(self.node()))
        }
    }

    /// Whose act comes next in the position that is shown.
    pub fn turn(&self) -> Turn {
        self.state().turn()
    }

    /// Who moves next, luck's deal aside; `None` when the game is over.
    pub fn mover(&self) -> Option<Player> {
        let table = self.state();
        table.mover().filter(|_| table.turn() != Turn::Over)
    }

    /// What luck dealt next in the line that is shown, for those who try another move with it.
    pub fn next_chance(&self) -> Option<String> {
        let next = self.line.get(self.cursor_index + 1)?;
        self.game.chance_of(self.tree.token(*next))
    }

    /// Whether a step forward leads anywhere.
    pub fn has_next(&self) -> bool {
        let beyond = !self.line_ends_in_failure() && self.first_move_after_end().is_some();
        self.illegal_next().is_none() && (!self.is_at_end() || beyond)
    }

    /// Whether the end of the line is shown, its failing act if it has one.
    pub fn is_at_end(&self) -> bool {
        self.cursor_index + 1 == self.line.len()
            && (self.is_at_failure || !self.line_ends_in_failure())
    }

    /// Why the next act of the line cannot be made, if the rules refuse it and somebody tried to
    /// go there.
    pub fn illegal_next(&self) -> Option<&MoveError> {
        let refusal = self.illegal_next.as_ref();
        refusal.and_then(|(at, mishap)| (*at == self.cursor_index + 1).then_some(mishap))
    }

    /// The tokens that lead to the position that is shown, with blanks between them.
    pub fn moves_text(&self) -> String {
        let tokens: Vec<&str> = self.line[1..=self.cursor_index]
            .iter()
            .map(|node| self.tree.token(*node))
            .collect();
        tokens.join(" ")
    }

    /// The index of the first position that is shown: after what luck lays out.
    fn first_shown_index(&self) -> usize {
        self.game.info().lead_in.min(self.line.len() - 1)
    }

    /// What somebody tried after the end of the line.
    fn first_move_after_end(&self) -> Option<NodeId> {
        let end = self.line.last()?;
        self.tree.children(*end).first().copied()
    }

    /// Makes the line that runs through this position the current one, and goes there. A position
    /// that the rules do not reach is entered as far as they do.
    fn go_to_node(&mut self, node: NodeId) {
        let mut line: Vec<NodeId> = self.tree.ancestors(node).collect();
        line.reverse();
        for pair in line.windows(2) {
            self.chosen_children.insert(pair[0], pair[1]);
        }
        let wanted = line.len() - 1;
        while let Some(next) = line.last().and_then(|last| self.next_on_line(*last)) {
            line.push(next);
        }
        let same = line.iter().zip(&self.line);
        let same = same.take_while(|(new, old)| new == old).count().max(1);
        self.states.truncate(same);
        self.illegal_next.take_if(|(at, _)| *at >= same);
        self.line = line;
        self.go_to_index(wanted);
    }

    /// Makes the main line the current one, and goes to its end.
    fn go_to_main_line_end(&mut self) {
        let end = self.tree.main_line_end();
        self.chosen_children.remove(&end);
        self.go_to_node(end);
    }

    /// Where a step forward from here leads: the way taken last, or the first one. The main line
    /// ends where the game ended.
    fn next_on_line(&self, node: NodeId) -> Option<NodeId> {
        let children = self.tree.children(node);
        let taken = self
            .chosen_children
            .get(&node)
            .filter(|id| children.contains(id));
        let first = children
            .first()
            .filter(|_| node != self.tree.main_line_end());
        taken.or(first).copied()
    }

    /// Puts the cursor on an index of the line, or as near to it as the moves are legal.
    fn go_to_index(&mut self, index: usize) {
        let index = index.min(self.line.len() - 1);
        while self.states.len() <= index && self.illegal_next.is_none() {
            let at = self.states.len();
            let Some(last) = self.states.last() else {
                break;
            };
            let mut table = last.fork();
            match table.play(self.tree.token(self.line[at])) {
                Ok(()) => self.states.push(table),
                Err(mishap) => self.illegal_next = Some((at, mishap)),
            }
        }
        self.cursor_index = index.min(self.states.len() - 1);
        self.is_at_failure = false;
    }
}
