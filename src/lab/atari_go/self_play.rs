//! Games of the search against itself or against GNU Go, to learn from.

use super::gnu_go::GnuGo;
use super::{draw_by_visits, start_board, start_position};
use kifu_core::contract::Rules as _;
use kifu_core::games::atari_go::engine::net::PolicyValueNet;
use kifu_core::games::atari_go::engine::{AtariGoMcts, AtariGoParams, GoBoard, PASS};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};

/// The number of a pass among the shares.
const PASS_NUMBER: u8 = 81;
/// The plies left from which on no move is random, since it would decide the game.
const LAST_RANDOM_PLIES_LEFT: u16 = 44;
/// The nodes of a move when the result is proven: the game goes on for the final owners.
const PROVEN_NODES: u32 = 50;
/// The fewest visits of a search from which something is learned.
const MIN_VISITS: f32 = 32.0;
const MEMORY_BYTES: usize = 32 << 20;

/// A game to learn from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SelfPlayGame {
    /// The moves with the searches before them.
    pub plies: Vec<SelfPlayPly>,
    /// The result of the first player: 1, 0 or -1.
    pub result: i8,
}

/// A move and the search before it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SelfPlayPly {
    /// The number of the move on the engine's board.
    pub mv: u8,
    /// The outcome of the search, if it is worth learning.
    pub search: Option<SearchOutcome>,
}

/// The outcome of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchOutcome {
    /// Whether it had many nodes.
    pub is_deep: bool,
    /// The win probability of the player to move.
    pub value: f32,
    /// The share of the visits of each move that was tried.
    pub shares: Vec<(u8, f32)>,
}

/// A player of training games.
pub struct SelfPlayer {
    search: AtariGoMcts,
    /// The source of all randomness of the game.
    pub random: SplitMix64,
    /// The playouts of a deep and of a shallow search.
    pub playouts: [u32; 2],
}

impl SelfPlayer {
    /// Creates a player with a network or, at the very beginning, without.
    pub fn new(net: Option<&'static PolicyValueNet>, random: SplitMix64) -> Self {
        let (params, playouts) = match net {
            Some(_) => (AtariGoParams::BEST, [700, 150]),
            None => (AtariGoParams::BEST.without_net(), [1600, 300]),
        };
        let mut search = AtariGoMcts::new(MEMORY_BYTES, params, start_board());
        search.net = net;
        Self {
            search,
            random,
            playouts,
        }
    }

    /// Plays a game, some of its moves at random. One search in four is deep.
    ///
    /// A rival makes the moves of one colour (0 or 1) until the result is proven; those positions
    /// are searched, too.
    ///
    /// # Errors
    /// Returns an error if the rival fails.
    pub fn game(
        &mut self,
        mut rival: Option<(usize, &mut GnuGo)>,
    ) -> Result<SelfPlayGame, Failure> {
        let mut position = start_position();
        let mut board = start_board();
        let mut last = [PASS; 2];
        let random_until = 80 - self.random.below(8) as u16;
        let is_wild = self.random.below(4) == 0;
        let (mut plies, mut proven) = (Vec::new(), None);
        while board.plies_left() > 0 {
            let is_deep = self.random.below(4) == 0;
            self.search(&board, last, is_deep, proven.is_some());
            let nodes = &self.search.tree.nodes;
            let best = self
                .search
                .best_child()
                .map_or(PASS, |at| nodes[at].mv.into());
            let mut mv = best;
            let mut outcome = None;
            if proven.is_none() {
                if self.search.is_proven() {
                    proven = Some(nodes[0].bounds.lower as i8 - 1);
                }
                outcome = self.outcome(is_deep);
                mv = self.varied(best, &board, random_until, is_wild);
                if let Some((seat, rival)) = &mut rival {
                    if *seat == board.mover() && board.plies_left() <= random_until {
                        let answer = rival.generate(&position)?;
                        mv = board.number_of(answer).unwrap_or(PASS);
                    }
                    rival.play(&position, board.move_of(mv))?;
                }
            }
            position.apply(&board.move_of(mv));
            board.play(mv);
            last = [mv, last[0]];
            let mv = mv as u8;
            plies.push(SelfPlayPly {
                mv,
                search: outcome,
            });
        }
        let result = proven.unwrap_or_else(|| board.result() as i8);
        Ok(SelfPlayGame { plies, result })
    }

    fn search(&mut self, board: &GoBoard, last: [usize; 2], is_deep: bool, is_proven: bool) {
        let playouts = if is_proven {
            PROVEN_NODES
        } else {
            self.playouts[usize::from(!is_deep)]
        };
        self.search.params.proves_results = !is_proven;
        self.search.set_root(board.clone(), last);
        for _ in 0..playouts {
            self.search.simulate(&mut self.random, &mut |_| false);
            if self.search.is_done(1) {
                break;
            }
        }
    }

    /// Returns the best move or, now and then, another one.
    fn varied(&mut self, best: usize, board: &GoBoard, random_until: u16, is_wild: bool) -> usize {
        if board.plies_left() <= LAST_RANDOM_PLIES_LEFT {
            return best;
        }
        let nodes = &self.search.tree.nodes;
        let children = &nodes[nodes[0].child_range()];
        let draw = self.random.below(100);
        if board.plies_left() > random_until || is_wild && draw >= 94 {
            let at = self.random.index(children.len().min(30));
            return children.get(at).map_or(best, |child| child.mv.into());
        }
        if board.plies_left() > 60 || draw < if is_wild { 25 } else { 8 } {
            return draw_by_visits(&self.search, &mut self.random).unwrap_or(best);
        }
        best
    }

    /// Returns the outcome of the search, if it had enough visits.
    fn outcome(&self, is_deep: bool) -> Option<SearchOutcome> {
        let nodes = &self.search.tree.nodes;
        let children = &nodes[nodes[0].child_range()];
        let total: f32 = children.iter().map(|node| node.visits).sum();
        let tried = children.iter().filter(|node| node.visits > 0.0);
        (total >= MIN_VISITS).then(|| SearchOutcome {
            is_deep,
            value: 1.0 - nodes[0].mean_value(),
            shares: tried
                .map(|node| (node.mv.min(PASS_NUMBER), node.visits / total))
                .collect(),
        })
    }
}
