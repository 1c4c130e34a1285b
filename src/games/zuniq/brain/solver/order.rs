//! Which of the children is searched first, and which need not be searched any more.
//!
//! Those come first that have the fewest edges left, or whose move often won elsewhere. And moves may be made
//! in either order: where a move is answered by another so that who made it loses, that other is
//! answered by it. Nearly a fifth of the children need not be looked into for that.

use super::super::grid::{self, EDGES};
use super::DEPTHS;
use super::children::Child;
use super::frame::{Frame, Step};

/// What the edge that won most often is worth against edges that are left, in sixteenths: two.
const MERIT: u64 = 32;
/// The same for closing a zone, for a spare move, and for the edge that won last at the same depth.
const CUT_MERIT: u64 = 64;
const SPARE_MERIT: u64 = 32;
const LAST_MERIT: u64 = 16;

/// What won, to try it earlier elsewhere.
#[derive(Debug)]
pub(super) struct Merits {
    /// How much each edge was worth as an answer that wins, by whether it is the root's player's.
    won: [[u64; EDGES]; 2],
    /// The edges that won last and before that, by depth.
    last: [[u8; 2]; DEPTHS],
}

impl Merits {
    pub(super) const fn new() -> Self {
        Self {
            won: [[0; EDGES]; 2],
            last: [[u8::MAX; 2]; DEPTHS],
        }
    }

    /// Sorts children at a depth, the one to search first last.
    pub(super) fn sort(&self, children: &mut [Child], depth: usize) {
        let won = &self.won[depth % 2];
        let last = self.last[depth % DEPTHS];
        let most = won.iter().max().map_or(1, |most| most + 1);
        children.sort_by_cached_key(|child| {
            let merit = match child.step {
                Step::Edge(edge) => {
                    let won = won[usize::from(edge) % EDGES] * MERIT / most;
                    let before = last.iter().position(|known| *known == edge);
                    won + before.map_or(0, |before| LAST_MERIT >> before)
                }
                Step::Cut(_) => CUT_MERIT,
                Step::SpareAt(_) | Step::Spare => SPARE_MERIT,
            };
            i64::from(child.left) * 16 - merit.cast_signed()
        });
        children.reverse();
    }

    /// Remembers a child that won at a depth.
    pub(super) fn reward(&mut self, child: Child, depth: usize) {
        let Step::Edge(edge) = child.step else {
            return;
        };
        self.won[depth % 2][usize::from(edge) % EDGES] += u64::from(child.left);
        let last = &mut self.last[depth % DEPTHS];
        if last[0] != edge {
            *last = [edge, last[0]];
        }
    }
}

/// What a move takes: the number of an edge, or what stands for a spare move. Other than a
/// [`Step`], it is the same before and after other moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken(u8);

impl Taken {
    /// The spare move at the outside; that at a cell has the cell's number after it.
    const SPARE: u8 = EDGES as u8;
}

/// A set of what moves take.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TakenSet(u128);

impl TakenSet {
    pub(super) const fn insert(&mut self, taken: Taken) {
        self.0 |= 1 << taken.0;
    }

    pub(super) const fn contains(self, taken: Taken) -> bool {
        self.0 >> taken.0 & 1 == 1
    }
}

impl Frame {
    /// What a move takes.
    pub(super) fn taken(&self, step: Step) -> Taken {
        Taken(match step {
            Step::Edge(edge) => edge,
            Step::Cut(at) => self.cut(at).0,
            Step::Spare => Taken::SPARE,
            Step::SpareAt(cell) => Taken::SPARE + 1 + cell,
        })
    }

    /// Whether `reply`, a move that can follow `first`, could come before it as well, and `first`
    /// after it, to the same position.
    ///
    /// What edges are drawn tells all of a position, in whatever order they were drawn. So it is
    /// enough that both can be drawn in the other order. `reply` was free before `first`, too; only
    /// where it then closes a zone in which `first` lies, `first` comes too late. And if `first`
    /// closes a zone after it, that is the one which `reply` closed.
    pub(super) fn commute(&self, first: Taken, reply: Taken) -> bool {
        let Some((_, zone)) = self.cuts().iter().find(|cut| cut.0 == reply.0) else {
            return true;
        };
        match first.0 {
            Taken::SPARE => true,
            edge if edge < Taken::SPARE => grid::sides(usize::from(edge)) & !zone != 0,
            spare => 1_u64 << (spare - Taken::SPARE - 1) & !zone != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Board;
    use super::super::frame::CORNERS;
    use super::super::shapes::Shapes;
    use super::*;
    use crate::search::SplitMix64;

    /// A board after so many random edges, or where the game ended before.
    fn random_board(random: &mut SplitMix64, plies: usize) -> Board {
        let mut board = Board::EMPTY;
        for _ in 0..plies {
            let legal: Vec<usize> = grid::bits(board.legal()).collect();
            if !legal.is_empty() {
                board = board.after(legal[random.index(legal.len())]).unwrap();
            }
        }
        board
    }

    fn children(frame: &Frame) -> Vec<Step> {
        let mut steps = Vec::new();
        frame.children(&mut Shapes::new(), &mut |child| {
            steps.push(child.step);
            false
        });
        steps
    }

    #[test]
    fn what_commutes_leads_to_the_same_board_in_either_order() {
        let mut random = SplitMix64::new(26);
        // Both edges of a corner do the same, and the solver may name the other one.
        let named = |taken: Taken| {
            let corner = CORNERS.as_flattened().contains(&usize::from(taken.0));
            (taken.0 < Taken::SPARE && !corner).then_some(usize::from(taken.0))
        };
        let (mut both, mut one) = (0, 0);
        for game in 0..120 {
            let board = random_board(&mut random, 18 + game % 12);
            let frame = Frame::new(&board);
            for step in children(&frame) {
                let Some(first) = named(frame.taken(step)) else {
                    continue;
                };
                let after = frame.child(step);
                for reply in children(&after) {
                    let reply = after.taken(reply);
                    let Some(second) = named(reply) else {
                        continue;
                    };
                    if !frame.commute(frame.taken(step), reply) {
                        one += 1;
                        continue;
                    }
                    let usual = board.after(first).and_then(|board| board.after(second));
                    let turned = board.after(second).and_then(|board| board.after(first));
                    assert!(usual.is_some());
                    assert_eq!(usual, turned, "{board:?}: {first} and {second}");
                    both += 1;
                }
            }
        }
        assert!(both > 10_000 && one > 100, "{both} and {one}");
    }
}
