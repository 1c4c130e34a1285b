//! Games of the search against itself, or against another.

use crate::lab::atari_go::random_choice::drawn;
use crate::lab::atari_go::strength::Plays;
use kifu::contract::Rules as _;
use kifu::games::atari_go::Position;
use kifu::internals::atari_go::net::PolicyValueNet;
use kifu::internals::atari_go::{AtariGoMcts, AtariGoParams, GoBoard, PASS};
use kifu::search::SplitMix64;
use serde::{Deserialize, Serialize};

/// The number of a pass among the shares.
const LAST: u8 = 81;
/// With so many plies left no move is by chance.
const LATE: u16 = 44;

/// A game to learn from.
#[derive(Serialize, Deserialize)]
pub struct Game {
    pub plies: Vec<Ply>,
    /// For the first player: 1, 0 or -1.
    pub result: i32,
}

/// A move, and what was thought before it.
#[derive(Serialize, Deserialize)]
pub struct Ply {
    pub mv: usize,
    pub seen: Option<Seen>,
}

/// What the search thought.
#[derive(Serialize, Deserialize)]
pub struct Seen {
    /// Much was searched.
    pub is_deep: bool,
    /// The chance of the player to move.
    pub thought: f32,
    /// The share of the visits of each move that was tried.
    pub shares: Vec<(u8, f32)>,
}

/// One who plays games against himself.
pub struct Player {
    search: AtariGoMcts,
    pub random: SplitMix64,
    /// Games played out for a move where much is searched, and where little is.
    nodes: [u32; 2],
}

impl Player {
    /// Without a net, or with one.
    pub fn new(net: Option<&'static PolicyValueNet>, seed: u64) -> Self {
        let board = GoBoard::from_position(&Position::new(9, 80)).unwrap();
        let (tuning, nodes) = match net {
            Some(_) => (AtariGoParams::BEST, [700, 150]),
            None => (AtariGoParams::BEST.without_net(), [1600, 300]),
        };
        let mut search = AtariGoMcts::new(32 << 20, tuning, board);
        search.net = net;
        Self {
            search,
            random: SplitMix64::new(seed),
            nodes,
        }
    }

    /// Plays a game; some of its moves by chance. Of every four moves one is searched deeper. A
    /// rival makes the moves of one colour until the result is proven; those positions are
    /// searched, too.
    pub fn game(&mut self, mut rival: Option<(usize, &mut dyn Plays)>) -> Game {
        let mut position = Position::new(9, 80);
        let mut board = GoBoard::from_position(&position).unwrap();
        let mut last = [PASS; 2];
        let by_chance = 80 - u16::try_from(self.random.below(8)).unwrap();
        let is_wild = self.random.below(4) == 0;
        let (mut plies, mut proven) = (Vec::new(), None);
        if let Some((_, rival)) = &mut rival {
            rival.begin();
        }
        while board.plies_left() > 0 {
            let is_deep = self.random.below(4) == 0;
            self.think(&board, last, is_deep, proven.is_some());
            let nodes = &self.search.tree.nodes;
            let mut mv = usize::from(nodes[self.search.best_child().unwrap()].mv);
            let mut seen = None;
            if proven.is_none() {
                if self.search.is_proven() {
                    proven = Some(nodes[0].bounds.lower as i32 - 1);
                }
                seen = self.see(is_deep);
                mv = self.stray(mv, &board, by_chance, is_wild);
                if let Some((seat, rival)) = &mut rival {
                    if *seat == board.mover() && board.plies_left() <= by_chance {
                        let answer = rival.play(&position, 0);
                        mv = board.number_of(answer).unwrap_or(PASS);
                    }
                    rival.see(&position, board.move_of(mv));
                }
            }
            position.apply(&board.move_of(mv));
            board.play(mv);
            last = [mv, last[0]];
            plies.push(Ply { mv, seen });
        }
        let result = proven.unwrap_or_else(|| board.result());
        Game { plies, result }
    }

    fn think(&mut self, board: &GoBoard, last: [usize; 2], is_deep: bool, is_over: bool) {
        // Where the result is proven the game goes on for the stones.
        let nodes = if is_over {
            50
        } else {
            self.nodes[usize::from(!is_deep)]
        };
        self.search.params.proves_results = !is_over;
        self.search.set_root(board.clone(), last);
        for _ in 0..nodes {
            self.search.simulate(&mut self.random, &mut |_| false);
            if self.search.is_done(1) {
                break;
            }
        }
    }

    /// Another move than the best one, now and then; not late, where it would decide the game.
    fn stray(&mut self, best: usize, board: &GoBoard, by_chance: u16, is_wild: bool) -> usize {
        if board.plies_left() <= LATE {
            return best;
        }
        let nodes = &self.search.tree.nodes;
        let children = &nodes[nodes[0].child_range()];
        let chance = self.random.below(100);
        let any = |random: &mut SplitMix64| random.index(children.len().min(30));
        if board.plies_left() > by_chance || is_wild && chance >= 94 {
            return usize::from(children[any(&mut self.random)].mv);
        }
        if board.plies_left() > 60 || chance < if is_wild { 25 } else { 8 } {
            return drawn(&self.search, &mut self.random).unwrap_or(best);
        }
        best
    }

    fn see(&self, is_deep: bool) -> Option<Seen> {
        let nodes = &self.search.tree.nodes;
        let children = &nodes[nodes[0].child_range()];
        let total: f32 = children.iter().map(|node| node.visits).sum();
        let tried = children.iter().filter(|node| node.visits > 0.0);
        (total >= 32.0).then(|| Seen {
            is_deep,
            thought: 1.0 - nodes[0].mean_value(),
            shares: tried
                .map(|node| (node.mv.min(LAST), node.visits / total))
                .collect(),
        })
    }
}
