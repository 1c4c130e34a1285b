//! An opened game: its tree of lines, the cursor of the reader, and the edits.
//!
//! The module does not depend on the window. Everything that a user does to a game is a method of
//! [`OpenGame`], and every change can be undone.

mod continuation;
mod edit;
mod failure;
mod game_header;
mod history;
mod navigation;
mod played;
mod ply_info;
mod review_summary;
mod shown_picture;
mod tree;

pub use game_header::GameHeader;
pub use navigation::Navigation;
pub use ply_info::PlyInfo;
pub use review_summary::ReviewSummary;
pub use shown_picture::ShownPicture;
pub use tree::{EditError, GameTree, NodeId};

use history::History;
use kifu_core::contract::{MoveError, Player, Turn};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::{FinalFailure, Note, Record, adjudicate};
use kifu_logs::bot_output::{BotPatterns, PlyReport, bot_reports};
use kifu_study::review;
use std::collections::HashMap;

/// An opened game.
pub struct OpenGame {
    game: &'static dyn DynGame,
    /// The record as it was opened, except for changes of the [header](GameHeader).
    record: Record,
    /// Whether the game was really played.
    was_played: bool,
    tree: GameTree,
    /// The positions from the start through the cursor to the end of the current line.
    line: Vec<NodeId>,
    /// The index of the cursor in the line.
    cursor_index: usize,
    /// The failure that ended the game.
    failure: Option<FinalFailure>,
    /// Whether the cursor is at the failure after the last position.
    is_at_failure: bool,
    /// The states of the first positions of the line, as far as they were needed.
    states: Vec<Box<dyn DynState>>,
    /// The index of the first illegal move of the line and its error, as far as known.
    illegal_next: Option<(usize, MoveError)>,
    /// The child chosen last at each branching.
    chosen_children: HashMap<NodeId, NodeId>,
    plies: Vec<PlyInfo>,
    review_summary: ReviewSummary,
    /// The reports of the players' bots on the game as it was opened.
    bot_reports: Vec<PlyReport>,
    history: History,
}

impl OpenGame {
    /// Opens a record whose moves are legal, as [`adjudicate`] leaves them. `None` if the game
    /// cannot start from its setup.
    pub fn new(record: Record, game: &'static dyn DynGame) -> Option<Self> {
        let start_state = game.start(&record.setup).ok()?;
        // Glyphs of a review are derived from the evaluations.
        let mut record_without_glyphs = record.clone();
        review::remove_glyphs(&mut record_without_glyphs);
        let mut open_game = Self {
            game,
            was_played: game_header::was_played(&record),
            tree: GameTree::new(&record_without_glyphs, game.info().lead_in),
            record,
            line: vec![NodeId::ROOT],
            cursor_index: 0,
            failure: None,
            is_at_failure: false,
            states: vec![start_state],
            illegal_next: None,
            chosen_children: HashMap::new(),
            plies: Vec::new(),
            review_summary: ReviewSummary::default(),
            bot_reports: Vec::new(),
            history: History::default(),
        };
        open_game.go_to_main_line_end();
        open_game.place_failure(None);
        open_game.navigate(Navigation::First);
        open_game.plies = ply_info::main_line_plies(&open_game).0;
        open_game.update_review_summary();
        Some(open_game)
    }

    /// Creates a game without moves.
    pub fn without_moves(game: &'static dyn DynGame) -> Option<Self> {
        let mut info = GameHeader::default();
        info.mark_as_handmade();
        let mut record = Record {
            game: game.id().to_owned(),
            ..Record::default()
        };
        info.swap_with_record(&mut record);
        adjudicate(&mut record, game);
        Self::new(record, game)
    }

    /// Creates a game that starts from a position given as text.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the game, or if the game cannot start from
    /// it.
    pub fn from_position(game: &'static dyn DynGame, position: &str) -> Result<Self, String> {
        let (setup, lead_in) = game.setup_at(position).map_err(|error| error.to_string())?;
        game.start(&setup).map_err(|error| error.to_string())?;
        let mut info = GameHeader::default();
        info.mark_as_handmade();
        let mut record = Record {
            game: game.id().to_owned(),
            setup,
            moves: lead_in.unwrap_or_default(),
            ..Record::default()
        };
        info.swap_with_record(&mut record);
        adjudicate(&mut record, game);
        Self::new(record, game).ok_or_else(|| position.to_owned())
    }

    /// Returns the game that is played.
    pub fn game(&self) -> &'static dyn DynGame {
        self.game
    }

    /// Returns the record apart from its lines: `moves` and `notes` are as they were opened, while
    /// [`to_record`](Self::to_record) has them as they are now.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Finds what the players' bots reported of the game as it was opened.
    pub fn read_bots(&mut self, patterns: &BotPatterns) {
        self.bot_reports = bot_reports(&self.record, patterns);
        if !self.bot_reports.is_empty() {
            self.update_review_summary();
        }
    }

    /// Returns what the players' bots reported, by ply.
    pub fn bot_reports(&self) -> &[PlyReport] {
        &self.bot_reports
    }

    /// Returns what the bot reported of the current move, if that was played in the game.
    pub fn bot_report(&self) -> Option<&PlyReport> {
        let is_played = self.is_at_failure || self.tree.is_on_main_line(self.node());
        let ply = self.ply();
        let mut reports = self.bot_reports.iter().filter(|_| is_played);
        reports.find(|report| report.ply == ply)
    }

    /// Returns the tree of lines.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Returns the record as it is now; without changes, as it was opened.
    pub fn to_record(&self) -> Record {
        let mut record = self.record.clone();
        if self.revision() == 0 {
            return record;
        }
        self.tree.write_to(&mut record);
        self.review_summary
            .write_glyphs(&mut record, self.game, self.last_ply());
        if !self.was_played {
            // The moves may differ from those of the stored result.
            record.result = None;
            adjudicate(&mut record, self.game);
        }
        record
    }

    /// Reports whether the game was really played, so that its main line is evidence and cannot be
    /// changed. The main line of any other game, such as a study, may be changed.
    pub fn was_played(&self) -> bool {
        self.was_played
    }

    /// Returns the current position.
    pub fn node(&self) -> NodeId {
        self.line[self.cursor_index]
    }

    /// Returns the positions from the start through the cursor to the end of the current line.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// Returns the index of the cursor in the [line](Self::line).
    pub fn cursor_index(&self) -> usize {
        self.cursor_index
    }

    /// Reports whether the cursor is at the failure, which leaves the board as it was before.
    pub fn is_at_failure(&self) -> bool {
        self.is_at_failure
    }

    /// Returns the state of the game in the current position.
    pub fn state(&self) -> &dyn DynState {
        // `go_to_index` keeps a state for every position up to the cursor.
        let last = self.states.len() - 1;
        &*self.states[self.cursor_index.min(last)]
    }

    /// Returns the ply that led to the position with this index in a line; 0 before the first ply.
    pub fn ply_of(&self, index: usize) -> u32 {
        u32::try_from(index.saturating_sub(self.game.info().lead_in)).unwrap_or(u32::MAX)
    }

    /// Returns the current ply; at the failure, the ply that failed.
    pub fn ply(&self) -> u32 {
        self.ply_of(self.cursor_index) + u32::from(self.is_at_failure)
    }

    /// Returns the number of plies of the main line.
    pub fn last_ply(&self) -> u32 {
        self.ply_of(self.tree.main_line().len())
    }

    /// Returns what is known of each ply of the main line, starting with ply 1.
    pub fn plies(&self) -> &[PlyInfo] {
        &self.plies
    }

    /// Returns the note of the current move.
    pub fn note(&self) -> Option<&Note> {
        if self.is_at_failure {
            self.tree.failure_note()
        } else {
            Some(self.tree.note(self.node()))
        }
    }

    /// Returns whose turn it is in the current position.
    pub fn turn(&self) -> Turn {
        self.state().turn()
    }

    /// Returns the player whose ply led to the current position, or failed in it.
    pub fn last_mover(&self) -> Option<Player> {
        if self.is_at_failure {
            let failed = self.failure.and_then(|failure| failure.player);
            return failed.or_else(|| self.mover());
        }
        let before = self.cursor_index.checked_sub(1)?;
        self.states.get(before)?.mover()
    }

    /// Returns the player to move, disregarding chance events; `None` when the game is over.
    pub fn mover(&self) -> Option<Player> {
        let state = self.state();
        state.mover().filter(|_| state.turn() != Turn::Over)
    }

    /// Returns the chance outcome of the next move in the current line, for trying other moves with
    /// it.
    pub fn next_chance(&self) -> Option<String> {
        let next = self.line.get(self.cursor_index + 1)?;
        self.game.chance_of(self.tree.token(*next))
    }

    /// Reports whether a step forward changes the position.
    pub fn has_next(&self) -> bool {
        let continues_after_end =
            !self.line_ends_in_failure() && self.first_move_after_end().is_some();
        self.illegal_next().is_none() && (!self.is_at_end() || continues_after_end)
    }

    /// Reports whether the cursor is at the end of the line, including its failed move if it has
    /// one.
    pub fn is_at_end(&self) -> bool {
        self.cursor_index + 1 == self.line.len()
            && (self.is_at_failure || !self.line_ends_in_failure())
    }

    /// Returns the error of the next move in the line, if the rules refuse it and the reader has
    /// tried to go there.
    pub fn illegal_next(&self) -> Option<&MoveError> {
        let illegal = self.illegal_next.as_ref();
        illegal.and_then(|(index, error)| (*index == self.cursor_index + 1).then_some(error))
    }

    /// Returns the tokens that lead to the current position, separated by spaces.
    pub fn moves_text(&self) -> String {
        self.tokens_text(&self.line[1..=self.cursor_index])
    }

    /// Returns the tokens of the whole current line, separated by spaces, and the number of its
    /// plies.
    pub fn line_text(&self) -> (String, u32) {
        let nodes = &self.line[1..];
        (self.tokens_text(nodes), self.ply_of(nodes.len()))
    }

    fn tokens_text(&self, nodes: &[NodeId]) -> String {
        let tokens: Vec<&str> = nodes.iter().map(|node| self.tree.token(*node)).collect();
        tokens.join(" ")
    }

    /// Returns the index of the first position that is shown, which follows the lead-in.
    fn first_shown_index(&self) -> usize {
        self.game.info().lead_in.min(self.line.len() - 1)
    }

    /// Returns the first move that was tried after the end of the line.
    fn first_move_after_end(&self) -> Option<NodeId> {
        let end = self.line.last()?;
        self.tree.children(*end).first().copied()
    }

    /// Makes the line through a position current and goes there, or as far as the moves are legal.
    fn go_to_node(&mut self, node: NodeId) {
        let mut line: Vec<NodeId> = self.tree.ancestors(node).collect();
        line.reverse();
        for pair in line.windows(2) {
            self.chosen_children.insert(pair[0], pair[1]);
        }
        let index = line.len() - 1;
        while let Some(next) = line.last().and_then(|last| self.next_on_line(*last)) {
            line.push(next);
        }
        let pairs = line.iter().zip(&self.line);
        let common = pairs.take_while(|(new, old)| new == old).count().max(1);
        self.states.truncate(common);
        self.illegal_next
            .take_if(|(illegal_index, _)| *illegal_index >= common);
        self.line = line;
        self.go_to_index(index);
    }

    /// Makes the main line current and goes to its end.
    fn go_to_main_line_end(&mut self) {
        let end = self.tree.main_line_end();
        self.chosen_children.remove(&end);
        self.go_to_node(end);
    }

    /// Returns the next position on the current line: the child chosen last, or the first one. The
    /// main line ends where the game ended.
    fn next_on_line(&self, node: NodeId) -> Option<NodeId> {
        let children = self.tree.children(node);
        let chosen = self
            .chosen_children
            .get(&node)
            .filter(|id| children.contains(id));
        let first = children
            .first()
            .filter(|_| node != self.tree.main_line_end());
        chosen.or(first).copied()
    }

    /// Moves the cursor to an index of the line, or as near to it as the moves are legal.
    fn go_to_index(&mut self, index: usize) {
        let index = index.min(self.line.len() - 1);
        while self.states.len() <= index && self.illegal_next.is_none() {
            let next_index = self.states.len();
            let Some(last) = self.states.last() else {
                break;
            };
            let mut state = last.fork();
            match state.play(self.tree.token(self.line[next_index])) {
                Ok(()) => self.states.push(state),
                Err(error) => self.illegal_next = Some((next_index, error)),
            }
        }
        self.cursor_index = index.min(self.states.len() - 1);
        self.is_at_failure = false;
    }
}
