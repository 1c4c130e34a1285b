//! Layout of the move list: the rows and the moves in each of them.

use crate::open_game::{NodeId, OpenGame};
use kifu_core::contract::{Fault, Player};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The length in moves above which a variation is folded initially.
const AUTO_FOLD_ABOVE: usize = 24;
/// The length in moves above which a variation can be folded.
const FOLDABLE_ABOVE: usize = 8;
/// The maximum depth of indentation of nested variations.
const MAX_INDENT_DEPTH: usize = 6;

/// A move of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveRef {
    pub node: NodeId,
    pub ply: u32,
}

/// A move of a variation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VariationMove {
    pub node: NodeId,
    pub ply: u32,
    /// Whether the ply number is shown before it.
    pub is_numbered: bool,
    pub width: f32,
}

/// A row of the list. All rows have the same height, so that only the visible ones are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum MoveListRow {
    /// The position before the first ply.
    Start,
    /// A ply of each player.
    Pair([Option<MoveRef>; 2]),
    /// Part of a variation.
    Variation {
        depth: usize,
        /// The range of moves in [`MoveListLayout::variation_moves`].
        moves: Range<usize>,
        /// For the first row of a foldable variation: its first move, and whether it is folded.
        fold_state: Option<(NodeId, bool)>,
        /// The number of moves folded away after this row.
        hidden_count: usize,
    },
    /// A line of a comment.
    Comment(CommentLine),
    /// The move that failed.
    FailedMove,
    /// The rule that the failed move broke.
    ViolatedRule,
    /// A fault of a player who made no move: a timeout or a crash.
    Fault(Player, Fault),
}

/// A line of the comment on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommentLine {
    /// The move, or `None` for the failure that ended the game.
    pub node: Option<NodeId>,
    pub ply: u32,
    /// The depth of the variation; 0 for the main line.
    pub depth: usize,
    /// The index of the line.
    pub nth: usize,
    pub text: String,
}

/// The layout of the whole list.
#[derive(Debug, Default)]
pub(super) struct MoveListLayout {
    pub rows: Vec<MoveListRow>,
    pub variation_moves: Vec<VariationMove>,
    /// The row index of each position.
    row_by_node: HashMap<NodeId, usize>,
}

impl MoveListLayout {
    /// Returns the row of the shown position.
    pub fn current_row(&self, open_game: &OpenGame) -> usize {
        if open_game.is_at_failure() {
            let failed = open_game.failure().and_then(|failure| failure.player);
            let is_place = |row: &MoveListRow| match row {
                MoveListRow::FailedMove => true,
                MoveListRow::Fault(player, _) => failed == Some(*player),
                _ => false,
            };
            return self.rows.iter().position(is_place).unwrap_or(0);
        }
        // A folded position belongs to the row of its nearest visible ancestor.
        let mut ancestors = open_game.tree().ancestors(open_game.node());
        ancestors
            .find_map(|node| self.row_by_node.get(&node).copied())
            .unwrap_or(0)
    }
}

/// The input of the layout, apart from the game.
pub(super) struct LayoutInput<'a> {
    /// The width of a row, in points.
    pub width: f32,
    /// The indentation per level of variations, in points.
    pub indent: f32,
    /// Returns the width of a move, given its node, its ply and whether it is numbered.
    pub move_width: &'a dyn Fn(NodeId, u32, bool) -> f32,
    /// Breaks a comment into lines that fit a width, in points.
    pub comment_lines: &'a dyn Fn(&str, f32) -> Vec<String>,
    /// Variations folded (`true`) or unfolded (`false`) by the user, by their first move.
    pub fold_overrides: &'a HashMap<NodeId, bool>,
    /// The last ply of the main line that may be shown.
    pub last_visible_ply: u32,
}

/// Lays out the list.
pub(super) fn lay_out(open_game: &OpenGame, measures: &LayoutInput<'_>) -> MoveListLayout {
    let mut layout = LayoutBuilder {
        open_game,
        input: measures,
        subtree_sizes: subtree_sizes(open_game),
        shown_path: open_game.tree().ancestors(open_game.node()).collect(),
        layout: MoveListLayout::default(),
        pending_pair: [None; 2],
    };
    layout.main_line();
    layout.layout
}

/// Returns the number of moves in the subtree of each move, itself included.
fn subtree_sizes(open_game: &OpenGame) -> HashMap<NodeId, usize> {
    let nodes = open_game.tree().preorder();
    let mut sizes: HashMap<NodeId, usize> = nodes.iter().map(|node| (*node, 1)).collect();
    for node in nodes.iter().rev() {
        let size = sizes[node];
        if let Some(parent) = open_game.tree().parent(*node)
            && let Some(sum) = sizes.get_mut(&parent)
        {
            *sum += size;
        }
    }
    sizes
}

/// A part of a variation that is still to be laid out.
struct PendingRun {
    node: NodeId,
    ply: u32,
    depth: usize,
    /// Whether it starts a variation rather than continuing one.
    is_head: bool,
}

struct LayoutBuilder<'a> {
    open_game: &'a OpenGame,
    input: &'a LayoutInput<'a>,
    subtree_sizes: HashMap<NodeId, usize>,
    shown_path: HashSet<NodeId>,
    layout: MoveListLayout,
    pending_pair: [Option<MoveRef>; 2],
}

impl LayoutBuilder<'_> {
    fn main_line(&mut self) {
        let tree = self.open_game.tree();
        let first = self.open_game.game().info().lead_in;
        self.layout.rows.push(MoveListRow::Start);
        self.layout.row_by_node.insert(NodeId::ROOT, 0);
        if first == 0 {
            self.comment_rows(Some(NodeId::ROOT), 0, 0);
        }
        for (index, node) in tree.main_line().iter().enumerate() {
            let ply = self.open_game.ply_of(index + 1);
            if index < first {
                self.layout.row_by_node.insert(*node, 0);
                if index + 1 == first {
                    self.comment_rows(Some(*node), 0, 0);
                }
            } else if ply > self.input.last_visible_ply {
                self.flush_pair();
                return;
            } else {
                self.place_in_pair(MoveRef { node: *node, ply });
                self.comment_rows(Some(*node), ply, 0);
            }
            let parent = tree.parent(*node).unwrap_or(NodeId::ROOT);
            let others = tree.children(parent).iter().filter(|id| *id != node);
            self.variations(others.copied().collect(), ply);
        }
        self.flush_pair();
        if self.open_game.record().attempt.is_some() && self.input.last_visible_ply == u32::MAX {
            self.layout.rows.push(MoveListRow::FailedMove);
            self.layout.rows.push(MoveListRow::ViolatedRule);
            self.comment_rows(None, self.open_game.last_stop(), 0);
        } else if self.input.last_visible_ply == u32::MAX {
            let faults = self.open_game.faults_without_move();
            self.layout
                .rows
                .extend(faults.map(|(player, fault)| MoveListRow::Fault(player, fault)));
            if self.open_game.failure().is_some() {
                self.comment_rows(None, self.open_game.last_stop(), 0);
            }
        }
        let end = tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
        let next = self.open_game.ply_of(tree.main_line().len() + 1);
        self.variations(tree.children(end).to_vec(), next);
    }

    fn place_in_pair(&mut self, cell: MoveRef) {
        let plies = self.open_game.plies();
        let ply = (cell.ply as usize).checked_sub(1);
        let player = ply.and_then(|ply| plies.get(ply)?.player);
        let free = usize::from(self.pending_pair[0].is_some());
        let column = player.map_or(free, Player::index);
        let taken =
            self.pending_pair[column].is_some() || (column == 0 && self.pending_pair[1].is_some());
        if taken {
            self.flush_pair();
        }
        self.pending_pair[column] = Some(cell);
    }

    /// Lays out the comment on a move, if it has one.
    fn comment_rows(&mut self, node: Option<NodeId>, ply: u32, depth: usize) {
        let tree = self.open_game.tree();
        let note = node.map_or(tree.failure_note(), |node| Some(tree.note(node)));
        let comment = note.map_or("", |note| note.comment.trim());
        if comment.is_empty() {
            return;
        }
        self.flush_pair();
        let width = self.input.width - self.input.indent * (to_f32(depth) + 1.0);
        let lines = (self.input.comment_lines)(comment, width);
        let lines = lines.into_iter().enumerate();
        self.layout.rows.extend(lines.map(|(nth, text)| {
            MoveListRow::Comment(CommentLine {
                node,
                ply,
                depth,
                nth,
                text,
            })
        }));
    }

    fn flush_pair(&mut self) {
        let pair = std::mem::take(&mut self.pending_pair);
        if pair.iter().all(Option::is_none) {
            return;
        }
        let row = self.layout.rows.len();
        for cell in pair.iter().flatten() {
            self.layout.row_by_node.insert(cell.node, row);
        }
        self.layout.rows.push(MoveListRow::Pair(pair));
    }

    /// Lays out the variations that start with these moves.
    ///
    /// Iterative rather than recursive, since a hostile record may nest variations arbitrarily
    /// deeply.
    fn variations(&mut self, heads: Vec<NodeId>, ply: u32) {
        if heads.is_empty() {
            return;
        }
        self.flush_pair();
        let new_run = |node, ply, depth| PendingRun {
            node,
            ply,
            depth,
            is_head: true,
        };
        let heads = heads.into_iter().rev();
        let mut pending: Vec<PendingRun> = heads.map(|node| new_run(node, ply, 0)).collect();
        while let Some(next) = pending.pop() {
            let (depth, is_head, head) = (next.depth, next.is_head, next.node);
            let (run, rest) = self.run(&next);
            if is_head && self.is_folded(head) {
                self.variation_rows(&run, depth, Some((head, true)));
                continue;
            }
            let size = self.subtree_sizes.get(&head).copied().unwrap_or(1);
            let fold = (is_head && size > FOLDABLE_ABOVE).then_some((head, false));
            self.variation_rows(&run, depth, fold);
            let Some((siblings, at, on)) = rest else {
                continue;
            };
            pending.extend(on.map(|node| PendingRun {
                node,
                ply: at + 1,
                depth,
                is_head: false,
            }));
            let siblings = siblings.into_iter().rev();
            pending.extend(siblings.map(|node| new_run(node, at, depth + 1)));
        }
    }

    /// Returns the moves of a variation up to the first that has siblings.
    ///
    /// The second value holds those siblings, their ply, and the move that continues the variation.
    #[expect(clippy::type_complexity, reason = "used in one place")]
    fn run(&self, from: &PendingRun) -> (Vec<MoveRef>, Option<(Vec<NodeId>, u32, Option<NodeId>)>) {
        let tree = self.open_game.tree();
        let (mut node, mut ply) = (from.node, from.ply);
        let mut run = Vec::new();
        loop {
            run.push(MoveRef { node, ply });
            let next = tree.children(node).first().copied();
            let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
            let siblings = tree.children(parent);
            let begins = from.is_head && run.len() == 1;
            if !begins && siblings.len() > 1 {
                let others = siblings.iter().filter(|id| **id != node).copied();
                return (run, Some((others.collect(), ply, next)));
            }
            match next {
                Some(next) => (node, ply) = (next, ply + 1),
                None => return (run, None),
            }
        }
    }

    fn is_folded(&self, head: NodeId) -> bool {
        let size = self.subtree_sizes.get(&head).copied().unwrap_or(1);
        let is_long = size > AUTO_FOLD_ABOVE && !self.shown_path.contains(&head);
        let folded = self.input.fold_overrides.get(&head).copied();
        folded.unwrap_or(is_long) && size > FOLDABLE_ABOVE
    }

    /// Breaks moves into rows; only the first row of a folded variation is shown.
    fn variation_rows(&mut self, run: &[MoveRef], depth: usize, fold: Option<(NodeId, bool)>) {
        let depth = depth.min(MAX_INDENT_DEPTH);
        let width = self.input.width - self.input.indent * (to_f32(depth) + 1.0);
        let folded = fold.is_some_and(|(_, folded)| folded);
        let mut fold = fold;
        let mut from = self.layout.variation_moves.len();
        // Leave space for the text that shows the number of folded moves.
        let mut left = if folded { width - 60.0 } else { width };
        for (nth, cell) in run.iter().enumerate() {
            let starts = self.layout.variation_moves.len() == from;
            let numbered = starts || cell.ply % 2 == 1;
            let mut item = self.measure_move(*cell, numbered);
            if item.width > left && !starts {
                if folded {
                    let (head, _) = fold.unwrap_or((run[0].node, true));
                    let all = self.subtree_sizes.get(&head).copied().unwrap_or(run.len());
                    return self.push_variation_row(from, depth, fold, all - nth);
                }
                self.push_variation_row(from, depth, fold.take(), 0);
                from = self.layout.variation_moves.len();
                left = width;
                item = self.measure_move(*cell, true);
            }
            left -= item.width;
            self.layout.variation_moves.push(item);
            self.layout
                .row_by_node
                .insert(cell.node, self.layout.rows.len());
            if !folded && self.has_comment(cell.node) {
                self.push_variation_row(from, depth, fold.take(), 0);
                self.comment_rows(Some(cell.node), cell.ply, depth + 1);
                from = self.layout.variation_moves.len();
                left = width;
            }
        }
        if from == self.layout.variation_moves.len() {
            return;
        }
        let all = fold.filter(|(_, folded)| *folded);
        let all = all.and_then(|(head, _)| self.subtree_sizes.get(&head));
        let hidden = all.map_or(0, |all| all - run.len());
        self.push_variation_row(from, depth, fold, hidden);
    }

    fn has_comment(&self, node: NodeId) -> bool {
        !self.open_game.tree().note(node).comment.trim().is_empty()
    }

    fn measure_move(&self, cell: MoveRef, numbered: bool) -> VariationMove {
        VariationMove {
            node: cell.node,
            ply: cell.ply,
            is_numbered: numbered,
            width: (self.input.move_width)(cell.node, cell.ply, numbered),
        }
    }

    fn push_variation_row(
        &mut self,
        from: usize,
        depth: usize,
        fold: Option<(NodeId, bool)>,
        hidden: usize,
    ) {
        self.layout.rows.push(MoveListRow::Variation {
            depth,
            moves: from..self.layout.variation_moves.len(),
            fold_state: fold,
            hidden_count: hidden,
        });
    }
}

#[expect(clippy::cast_precision_loss, reason = "at most MAX_INDENT_DEPTH")]
pub(super) const fn to_f32(depth: usize) -> f32 {
    depth as f32
}
