//! Which act stands in which row of the move list.

use crate::app::study::{NodeId, OpenGame};
use crate::contract::Player;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A variation with more acts than this is folded until somebody unfolds it.
const LONG: usize = 24;
/// One with more acts than this can be folded.
const FOLDABLE: usize = 8;
/// Variations of variations are moved in so many times at most.
const DEEPEST: usize = 6;

/// An act of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub node: NodeId,
    pub ply: u32,
}

/// An act of a variation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Item {
    pub node: NodeId,
    pub ply: u32,
    /// The ply's number stands before it.
    pub numbered: bool,
    pub width: f32,
}

/// A row of the list. All are of one height, so that only those to be seen are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Row {
    /// The position before the first ply.
    Start,
    /// A ply of each player.
    Pair([Option<Cell>; 2]),
    /// Part of a variation.
    Line {
        depth: usize,
        /// Which of [`Rows::items`].
        items: Range<usize>,
        /// At the head of a variation that can be folded: its first act, and whether it is.
        fold: Option<(NodeId, bool)>,
        /// So many acts are folded away after this row.
        hidden: usize,
    },
    /// The act with which the game failed.
    Failure,
    /// The rule that it broke.
    Rule,
}

/// The whole list.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub list: Vec<Row>,
    pub items: Vec<Item>,
    /// In which row a position stands.
    at: HashMap<NodeId, usize>,
}

impl Rows {
    /// The row of the position that is shown.
    pub fn row_of(&self, study: &OpenGame) -> usize {
        if study.is_at_failure() {
            let failure = self.list.iter().position(|row| *row == Row::Failure);
            return failure.unwrap_or(0);
        }
        // What is folded away stands where its nearest ancestor stands.
        let mut ancestors = study.tree().ancestors(study.node());
        ancestors
            .find_map(|node| self.at.get(&node).copied())
            .unwrap_or(0)
    }
}

/// What the layout depends on beside the game.
pub(super) struct Measures<'a> {
    /// How wide a row is.
    pub width: f32,
    /// How far each level of variations is moved in.
    pub indent: f32,
    /// How wide an act is, with its number or without.
    pub item: &'a dyn Fn(NodeId, u32, bool) -> f32,
    /// What somebody folded or unfolded.
    pub folds: &'a HashMap<NodeId, bool>,
    /// The last ply of the main line that may be shown.
    pub seen: u32,
}

/// Lays the list out.
pub(super) fn rows(study: &OpenGame, measures: &Measures<'_>) -> Rows {
    let mut layout = Layout {
        study,
        measures,
        sizes: sizes(study),
        shown: study.tree().ancestors(study.node()).collect(),
        rows: Rows::default(),
        pair: [None; 2],
    };
    layout.main();
    layout.rows
}

/// How many acts hang on each act, itself included.
fn sizes(study: &OpenGame) -> HashMap<NodeId, usize> {
    let walk = study.tree().preorder();
    let mut sizes: HashMap<NodeId, usize> = walk.iter().map(|node| (*node, 1)).collect();
    for node in walk.iter().rev() {
        let size = sizes[node];
        if let Some(parent) = study.tree().parent(*node)
            && let Some(sum) = sizes.get_mut(&parent)
        {
            *sum += size;
        }
    }
    sizes
}

/// A piece of a variation that is still to be laid out.
struct Piece {
    node: NodeId,
    ply: u32,
    depth: usize,
    /// It begins a variation; otherwise it goes on after another.
    is_head: bool,
}

struct Layout<'a> {
    study: &'a OpenGame,
    measures: &'a Measures<'a>,
    sizes: HashMap<NodeId, usize>,
    shown: HashSet<NodeId>,
    rows: Rows,
    pair: [Option<Cell>; 2],
}

impl Layout<'_> {
    fn main(&mut self) {
        let tree = self.study.tree();
        let first = self.study.game().lead_in();
        self.rows.list.push(Row::Start);
        self.rows.at.insert(NodeId::ROOT, 0);
        for (index, node) in tree.main_line().iter().enumerate() {
            let ply = self.study.ply_of(index + 1);
            if index < first {
                self.rows.at.insert(*node, 0);
            } else if ply > self.measures.seen {
                self.flush();
                return;
            } else {
                self.cell(Cell { node: *node, ply });
            }
            let parent = tree.parent(*node).unwrap_or(NodeId::ROOT);
            let others = tree.children(parent).iter().filter(|id| *id != node);
            self.variations(others.copied().collect(), ply);
        }
        self.flush();
        if self.study.record().attempt.is_some() && self.measures.seen == u32::MAX {
            self.rows.list.push(Row::Failure);
            self.rows.list.push(Row::Rule);
        }
        let end = tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
        let next = self.study.ply_of(tree.main_line().len() + 1);
        self.variations(tree.children(end).to_vec(), next);
    }

    fn cell(&mut self, cell: Cell) {
        let plies = self.study.plies();
        let ply = (cell.ply as usize).checked_sub(1);
        let player = ply.and_then(|ply| plies.get(ply)?.player);
        let free = usize::from(self.pair[0].is_some());
        let column = player.map_or(free, Player::index);
        let taken = self.pair[column].is_some() || (column == 0 && self.pair[1].is_some());
        if taken {
            self.flush();
        }
        self.pair[column] = Some(cell);
    }

    fn flush(&mut self) {
        let pair = std::mem::take(&mut self.pair);
        if pair.iter().all(Option::is_none) {
            return;
        }
        let row = self.rows.list.len();
        for cell in pair.iter().flatten() {
            self.rows.at.insert(cell.node, row);
        }
        self.rows.list.push(Row::Pair(pair));
    }

    /// The variations that begin with these acts. Without recursion: a hostile record may nest
    /// them as deeply as it likes.
    fn variations(&mut self, heads: Vec<NodeId>, ply: u32) {
        if heads.is_empty() {
            return;
        }
        self.flush();
        let piece = |node, ply, depth| Piece {
            node,
            ply,
            depth,
            is_head: true,
        };
        let heads = heads.into_iter().rev();
        let mut waiting: Vec<Piece> = heads.map(|node| piece(node, ply, 0)).collect();
        while let Some(next) = waiting.pop() {
            let (depth, is_head, head) = (next.depth, next.is_head, next.node);
            let (run, rest) = self.run(&next);
            if is_head && self.is_folded(head) {
                self.line(&run, depth, Some((head, true)));
                continue;
            }
            let size = self.sizes.get(&head).copied().unwrap_or(1);
            let fold = (is_head && size > FOLDABLE).then_some((head, false));
            self.line(&run, depth, fold);
            let Some((siblings, at, on)) = rest else {
                continue;
            };
            waiting.extend(on.map(|node| Piece {
                node,
                ply: at + 1,
                depth,
                is_head: false,
            }));
            let siblings = siblings.into_iter().rev();
            waiting.extend(siblings.map(|node| piece(node, at, depth + 1)));
        }
    }

    /// The acts up to the first to which there are others; then those, their ply, and the act
    /// that goes on after it.
    #[expect(clippy::type_complexity, reason = "used in one place")]
    fn run(&self, from: &Piece) -> (Vec<Cell>, Option<(Vec<NodeId>, u32, Option<NodeId>)>) {
        let tree = self.study.tree();
        let (mut node, mut ply) = (from.node, from.ply);
        let mut run = Vec::new();
        loop {
            run.push(Cell { node, ply });
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
        let size = self.sizes.get(&head).copied().unwrap_or(1);
        let is_long = size > LONG && !self.shown.contains(&head);
        let folded = self.measures.folds.get(&head).copied();
        folded.unwrap_or(is_long) && size > FOLDABLE
    }

    /// Breaks acts into rows; of a folded variation only the first is shown.
    fn line(&mut self, run: &[Cell], depth: usize, fold: Option<(NodeId, bool)>) {
        let depth = depth.min(DEEPEST);
        #[expect(clippy::cast_precision_loss, reason = "at most DEEPEST")]
        let width = self.measures.width - self.measures.indent * (depth as f32 + 1.0);
        let folded = fold.is_some_and(|(_, folded)| folded);
        let mut fold = fold;
        let mut from = self.rows.items.len();
        // Room for the words that tell how many are folded away.
        let mut left = if folded { width - 60.0 } else { width };
        for (nth, cell) in run.iter().enumerate() {
            let starts = self.rows.items.len() == from;
            let numbered = starts || cell.ply % 2 == 1;
            let mut item = self.item(*cell, numbered);
            if item.width > left && !starts {
                if folded {
                    let (head, _) = fold.unwrap_or((run[0].node, true));
                    let all = self.sizes.get(&head).copied().unwrap_or(run.len());
                    return self.push(from, depth, fold, all - nth);
                }
                self.push(from, depth, fold.take(), 0);
                from = self.rows.items.len();
                left = width;
                item = self.item(*cell, true);
            }
            left -= item.width;
            self.rows.items.push(item);
            self.rows.at.insert(cell.node, self.rows.list.len());
        }
        let all = fold.filter(|(_, folded)| *folded);
        let all = all.and_then(|(head, _)| self.sizes.get(&head));
        let hidden = all.map_or(0, |all| all - run.len());
        self.push(from, depth, fold, hidden);
    }

    fn item(&self, cell: Cell, numbered: bool) -> Item {
        Item {
            node: cell.node,
            ply: cell.ply,
            numbered,
            width: (self.measures.item)(cell.node, cell.ply, numbered),
        }
    }

    fn push(&mut self, from: usize, depth: usize, fold: Option<(NodeId, bool)>, hidden: usize) {
        self.rows.list.push(Row::Line {
            depth,
            items: from..self.rows.items.len(),
            fold,
            hidden,
        });
    }
}
