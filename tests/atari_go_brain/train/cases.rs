//! Positions to learn from: games of the search against itself.

use super::super::learn::drawn;
use kifu::games::atari_go::Position;
use kifu::games::atari_go::brain::net::Net;
use kifu::games::atari_go::brain::net::kernel::{SIZE, Sheet, blank, framed};
use kifu::games::atari_go::brain::net::planes::{PLANES, planes};
use kifu::games::atari_go::brain::prior::Sight;
use kifu::games::atari_go::brain::{Board, PASS, Search, Set, Tuning, points};
use kifu::search::Random;

/// Points, and a pass.
pub const MOVES: usize = SIZE * SIZE + 1;

/// A position and what became of it, for the player to move.
pub struct Case {
    /// Where the planes are not 0.
    sets: [Set; PLANES],
    /// What they are there, plane by plane.
    values: Vec<f32>,
    /// Where a stone may be put.
    pub legal: Set,
    /// The share of the search's visits, by move.
    pub shares: [f32; MOVES],
    /// How much these count: more where more was searched.
    pub weight: f32,
    /// The result, 0 to 1, mixed with what the search thought.
    pub value: f32,
    /// Whose stone stood on each point in the end: 1, -1, or 0 for nobody's.
    pub owners: [f32; SIZE * SIZE],
    /// Stones captured more by the player than by the other in the end, in eighths.
    pub lead: f32,
}

impl Case {
    /// What the net is shown, turned or mirrored in one of eight ways.
    pub fn sheet(&self, way: u32) -> Sheet<PLANES> {
        let mut sheet = blank();
        let mut values = self.values.iter();
        for (plane, set) in self.sets.iter().enumerate() {
            for (point, value) in points(*set).zip(&mut values) {
                sheet[framed(turned(point, way))][plane] = *value;
            }
        }
        sheet
    }
}

/// Where a point comes by one of the eight ways to turn and mirror the board.
pub fn turned(point: usize, way: u32) -> usize {
    let (mut x, mut y) = (point % SIZE, point / SIZE);
    if way & 1 == 1 {
        x = SIZE - 1 - x;
    }
    if way & 2 == 2 {
        y = SIZE - 1 - y;
    }
    if way & 4 == 4 {
        (x, y) = (y, x);
    }
    y * SIZE + x
}

/// A position of a game that is not over yet.
struct Seen {
    case: Case,
    mover: usize,
    thought: f32,
}

/// One who plays games against himself.
pub struct Player {
    search: Search,
    random: Random,
    /// Games played out for a move where much is searched, and where little is.
    nodes: [u32; 2],
}

impl Player {
    /// Without a net, or with one.
    pub fn new(net: Option<&'static Net>, seed: u64) -> Self {
        let board = Board::of(&Position::new(9, 80)).unwrap();
        let (tuning, nodes) = match net {
            Some(_) => (Tuning::BEST, [700, 150]),
            None => (Tuning::BEST.without_net(), [1600, 300]),
        };
        let mut search = Search::new(32 << 20, tuning, board);
        search.net = net;
        Self {
            search,
            random: Random::new(seed),
            nodes,
        }
    }

    /// Plays a game; some of its moves by chance. Of every four moves one is searched deeper.
    pub fn game(&mut self, cases: &mut Vec<Case>) {
        let mut board = Board::of(&Position::new(9, 80)).unwrap();
        let mut last = [PASS; 2];
        let by_chance = 80 - u16::try_from(self.random.below(8)).unwrap();
        let is_wild = self.random.below(4) == 0;
        let (mut seen, mut proven) = (Vec::new(), None);
        while board.left() > 0 {
            let is_deep = self.random.below(4) == 0;
            self.think(&board, last, is_deep, proven.is_some());
            let nodes = &self.search.tree.nodes;
            let mut mv = usize::from(nodes[self.search.best().unwrap()].mv);
            if proven.is_none() {
                if self.search.is_proven() {
                    proven = Some(i32::from(nodes[0].bounds(0).0));
                }
                seen.extend(self.see(&board, last, is_deep));
                mv = self.stray(mv, &board, by_chance, is_wild);
            }
            board.play(mv);
            last = [mv, last[0]];
        }
        let result = proven.unwrap_or_else(|| board.result());
        cases.extend(seen.into_iter().map(|seen| finish(seen, &board, result)));
    }

    fn think(&mut self, board: &Board, last: [usize; 2], is_deep: bool, is_over: bool) {
        // Where the result is proven the game goes on for the stones.
        let nodes = if is_over {
            50
        } else {
            self.nodes[usize::from(!is_deep)]
        };
        self.search.tuning.is_exact = !is_over;
        self.search.set_root(board.clone(), last);
        for _ in 0..nodes {
            self.search.simulate(&mut self.random, &mut |_| false);
            if self.search.is_settled(1) {
                break;
            }
        }
    }

    /// Another move than the best one, now and then.
    fn stray(&mut self, best: usize, board: &Board, by_chance: u16, is_wild: bool) -> usize {
        let nodes = &self.search.tree.nodes;
        let children = &nodes[nodes[0].children()];
        let chance = self.random.below(100);
        let any = |random: &mut Random| random.place(children.len().min(30));
        if board.left() > by_chance || is_wild && chance >= 94 {
            return usize::from(children[any(&mut self.random)].mv);
        }
        if board.left() > 60 || chance < if is_wild { 25 } else { 8 } {
            return drawn(&self.search, &mut self.random).unwrap_or(best);
        }
        best
    }

    fn see(&self, board: &Board, last: [usize; 2], is_deep: bool) -> Option<Seen> {
        let nodes = &self.search.tree.nodes;
        let children = &nodes[nodes[0].children()];
        let total: f32 = children.iter().map(|node| node.visits).sum();
        if total < 32.0 {
            return None;
        }
        let mut shares = [0.0; MOVES];
        for node in children {
            shares[usize::from(node.mv).min(MOVES - 1)] = node.visits / total;
        }
        let sheet = planes(board, &Sight::of(board, last), last);
        let (mut sets, mut values) = ([0; PLANES], Vec::new());
        for (plane, set) in sets.iter_mut().enumerate() {
            for point in 0..SIZE * SIZE {
                let value = sheet[framed(point)][plane];
                if value != 0.0 {
                    *set |= 1 << point;
                    values.push(value);
                }
            }
        }
        let case = Case {
            sets,
            values,
            legal: board.legal(),
            shares,
            weight: if is_deep { 1.0 } else { 0.35 },
            value: 0.0,
            owners: [0.0; SIZE * SIZE],
            lead: 0.0,
        };
        Some(Seen {
            case,
            mover: board.mover(),
            thought: 1.0 - nodes[0].mean(),
        })
    }
}

fn finish(seen: Seen, end: &Board, result: i32) -> Case {
    let (mover, sign) = (seen.mover, [1.0, -1.0][seen.mover]);
    let small = |number: i32| f32::from(i16::try_from(number).unwrap());
    let outcome = 0.5 + 0.5 * sign * small(result);
    Case {
        value: 0.6 * outcome + 0.4 * seen.thought,
        owners: std::array::from_fn(|point| {
            let has = |player: usize| f32::from(u8::from(end.stones(player) >> point & 1 == 1));
            has(mover) - has(1 - mover)
        }),
        lead: (sign * small(end.lead()) / 8.0).clamp(-3.0, 3.0),
        ..seen.case
    }
}
