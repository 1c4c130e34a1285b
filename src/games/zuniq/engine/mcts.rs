//! Monte-Carlo tree search with a net, then with RAVE (Gelly and Silver 2011), as the winner of
//! 2021 had it, and with the exact solver inside.
//!
//! While the board is open the net tells of each move what it is worth, and that counts until
//! enough was seen of what follows it. Then random games are played. A move that is good now is
//! mostly good later, too, for the edges of a game are drawn in any order. So what came of the
//! games in which a move was made later counts for it until enough games went on with it at once.

use super::board::EdgeBoard;
use super::grid::{self, EDGE_COUNT};
use super::net::ValueNet;
use super::playout::{LANES, PlayoutBatch, PlayoutKernel};
use super::solver::ZuniqSolver;
use super::tree::{NO_NODE, ZuniqBranch, ZuniqTree};
use crate::search::SplitMix64;
use crate::search::formulas::{
    exploration_scale, included_move_is_due, mean_value, rave_mean, rave_weight,
};

/// What may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct ZuniqParams {
    /// Games that a move's own results must be before they count as much as those of later ones.
    pub rave_k: f32,
    /// How much is tried out.
    pub exploration: f32,
    /// Games of a move before the position after it comes into the tree.
    pub expand_after: f32,
    /// The solver tries a position when it had this many times the games that it will probably
    /// look at positions; 0: never.
    pub solve_visits_per_node: f32,
    /// How much a game counts for a move that the other player made in it.
    pub opponent_amaf_weight: f32,
    /// Before so many plies the net tells what a position is worth, then random games.
    pub max_net_plies: u32,
    /// Whether a player makes the first move of a game by what was learned of it, unsearched.
    pub uses_opening_move: bool,
}

impl ZuniqParams {
    /// Plain UCT (Kocsis and Szepesvari 2006) with the same random games, to compare with.
    pub const UCT: Self = Self {
        rave_k: 0.0,
        exploration: 1.0,
        expand_after: 16.0,
        solve_visits_per_node: 0.0,
        opponent_amaf_weight: 0.0,
        max_net_plies: 0,
        uses_opening_move: false,
    };

    /// What plays best.
    pub const BEST: Self = Self {
        rave_k: 300.0,
        exploration: 0.25,
        expand_after: 16.0,
        solve_visits_per_node: 0.0625,
        opponent_amaf_weight: 0.0,
        max_net_plies: 30,
        uses_opening_move: true,
    };
}

const BATCH_VISITS: f32 = LANES as f32;

/// The search.
#[derive(Debug)]
pub(super) struct ZuniqMcts {
    pub(super) tree: ZuniqTree,
    pub(super) solver: ZuniqSolver,
    playouts: PlayoutKernel,
    pub(super) params: ZuniqParams,
    path: Vec<(u32, usize)>,
    /// A move of the root that must be valued.
    include: Option<usize>,
}

/// Where a way through the tree ends.
enum Leaf {
    /// At a position of which random games shall tell.
    Playout(EdgeBoard),
    /// At a new place of the tree, or at none ([`NONE`]), with the net's chance of who moved there.
    NetValue(u32, f32),
    /// Where the result is proven.
    Proven,
}

/// In how many of the games an edge was drawn, by player (the one to act at the leaf first), and
/// in how many of those by one who won.
struct AmafTally {
    drawn: [[f32; EDGE_COUNT]; 2],
    won: [[f32; EDGE_COUNT]; 2],
}

impl AmafTally {
    fn new(played: &PlayoutBatch) -> Self {
        let mut tally = Self {
            drawn: [[0.0; EDGE_COUNT]; 2],
            won: [[0.0; EDGE_COUNT]; 2],
        };
        for lane in 0..LANES {
            let sets = [
                (played.drawn_by_mover[lane], played.mover_won[lane] & 1 == 1),
                (
                    played.drawn_by_opponent[lane],
                    played.mover_won[lane] & 1 == 0,
                ),
            ];
            for (player, (edges, won)) in sets.into_iter().enumerate() {
                for edge in grid::bits(edges) {
                    tally.drawn[player][edge] += 1.0;
                    tally.won[player][edge] += if won { 1.0 } else { 0.0 };
                }
            }
        }
        tally
    }
}

impl ZuniqMcts {
    pub(super) fn new(bytes: usize, tuning: ZuniqParams, net: Option<&'static ValueNet>) -> Self {
        Self {
            tree: ZuniqTree::new(bytes / 2, net.map(|net| (net, tuning.max_net_plies))),
            solver: ZuniqSolver::new(bytes / 2),
            playouts: PlayoutKernel::new(),
            params: tuning,
            path: Vec::new(),
            include: None,
        }
    }

    /// Starts anew from a board; the solver remembers what it proved.
    /// `forced` is an edge that must be valued, if it is legal.
    pub(super) fn set_root(&mut self, board: EdgeBoard, forced: Option<usize>) {
        self.tree.clear();
        let (root, _) = self.tree.find_or_insert(board);
        self.schedule_solver(root);
        let mut branches = self.tree.branches(root).iter();
        self.include = forced
            .and_then(|forced| branches.position(|branch| usize::from(branch.edge) == forced));
    }

    /// Whether all that was asked is proven: so many winning moves, or every move, and the forced
    /// one.
    pub(super) fn is_done(&self, lines: usize) -> bool {
        let branches = self.tree.branches(0);
        let count = |proven| {
            let same = branches.iter().filter(|branch| branch.proven_win == proven);
            same.count()
        };
        if count(None) == 0 {
            return true;
        }
        let forced = self
            .include
            .is_none_or(|at| branches[at].proven_win.is_some());
        count(Some(true)) >= lines.max(1) && forced
    }

    /// When the solver shall try a position.
    fn schedule_solver(&mut self, place: u32) {
        let node = self.tree.node_mut(place);
        let expected = ZuniqSolver::expected_nodes(&node.board);
        node.max_solver_nodes = (4.0 * expected) as u64 + 16;
        node.solve_after_visits = if self.params.solve_visits_per_node > 0.0 {
            expected * self.params.solve_visits_per_node
        } else {
            f32::INFINITY
        };
    }

    /// Eight games, or the net's word. `stop` is asked by the solver now and then.
    pub(super) fn simulate(&mut self, random: &mut SplitMix64, stop: &mut dyn FnMut(u64) -> bool) {
        self.path.clear();
        let mut place = 0;
        let leaf = loop {
            self.try_to_solve(place, stop);
            let is_root = self.path.is_empty();
            if self.tree.node_mut(place).proven_win.is_some() && !is_root {
                break Leaf::Proven;
            }
            let Some(choice) = self.select(place) else {
                break Leaf::Proven;
            };
            self.path.push((place, choice));
            let branch = self.tree.branches(place)[choice];
            if branch.child != NO_NODE {
                place = branch.child;
                continue;
            }
            let board = self
                .tree
                .node_mut(place)
                .board
                .after(usize::from(branch.edge));
            let Some(board) = board else {
                break Leaf::Proven;
            };
            let is_seen = self.tree.node_mut(place).is_net_evaluated;
            let is_early = !is_seen && branch.visits < self.params.expand_after;
            if is_early || self.tree.is_full() {
                break if is_seen {
                    Leaf::NetValue(NO_NODE, branch.amaf_wins)
                } else {
                    Leaf::Playout(board)
                };
            }
            let (child, is_new) = self.tree.find_or_insert(board);
            self.tree.branches_mut(place)[choice].child = child;
            place = child;
            if is_new {
                self.schedule_solver(child);
                break if is_seen {
                    Leaf::NetValue(child, branch.amaf_wins)
                } else {
                    Leaf::Playout(board)
                };
            }
        };
        match leaf {
            Leaf::Playout(board) => {
                let played = self.playouts.play(&board, random);
                self.back_up(place, &played);
            }
            Leaf::NetValue(child, chance) => self.back_up_net_value(child, chance),
            Leaf::Proven => self.back_up_proven(place),
        }
    }

    fn try_to_solve(&mut self, place: u32, stop: &mut dyn FnMut(u64) -> bool) {
        let node = self.tree.node_mut(place);
        if node.proven_win.is_some() || node.visits < node.solve_after_visits {
            return;
        }
        let (board, limit) = (node.board, node.max_solver_nodes);
        node.solve_after_visits *= 4.0;
        node.max_solver_nodes *= 4;
        let proven = self.solver.solve(&board, limit, stop);
        self.tree.node_mut(place).proven_win = proven;
        if let (0, Some(wins)) = (place, proven) {
            self.prove_root_moves(&board, wins, stop);
        }
    }

    /// Tells the root's moves what was proven for the root: which one wins, or that none does.
    fn prove_root_moves(
        &mut self,
        board: &EdgeBoard,
        wins: bool,
        stop: &mut dyn FnMut(u64) -> bool,
    ) {
        for at in 0..self.tree.branches(0).len() {
            let branch = self.tree.branches(0)[at];
            let mut proven = branch.proven_win;
            if !wins {
                proven = Some(false);
            } else if let Some(after) = board.after(usize::from(branch.edge)) {
                // It stands in the solver's table, unless that was too small.
                let other_wins = self.solver.solve(&after, 1, stop);
                proven = other_wins.map(|wins| !wins).or(proven);
            }
            self.tree.branches_mut(0)[at].proven_win = proven;
        }
    }

    /// The move to try; `None` if all are proven.
    fn select(&self, place: u32) -> Option<usize> {
        let games = self.tree.nodes[place as usize].visits;
        let explore = exploration_scale(self.params.exploration, games + 1.0);
        let worth = |branch: &ZuniqBranch| {
            let amaf_mean = mean_value(branch.amaf_wins, branch.amaf_visits);
            let weight = rave_weight(self.params.rave_k, branch.visits, 1.0);
            rave_mean(branch.mean_value, amaf_mean, weight) + explore / (branch.visits + 8.0).sqrt()
        };
        if place == 0
            && let Some(forced) = self.include_if_due(games)
        {
            return Some(forced);
        }
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (at, branch) in self.tree.branches(place).iter().enumerate() {
            if branch.proven_win.is_some() {
                continue;
            }
            let worth = worth(branch);
            if worth > most {
                most = worth;
                best = Some(at);
            }
        }
        best
    }

    /// The forced move, in every eighth game, until it is proven.
    fn include_if_due(&self, games: f32) -> Option<usize> {
        let forced = self.include?;
        let branch = &self.tree.branches(0)[forced];
        (branch.proven_win.is_none() && included_move_is_due(branch.visits, games))
            .then_some(forced)
    }

    /// Takes the result of games back to the root. `leaf` is the position in the tree from which
    /// they started, or that before it.
    fn back_up(&mut self, leaf: u32, games: &PlayoutBatch) {
        let tally = AmafTally::new(games);
        let wins = games.wins() as f32;
        // Who is to act at the place that is looked at: 0 the player who was at the leaf.
        let mut player = 0;
        let leads_to_leaf = self.path.last().is_none_or(|(place, _)| *place != leaf);
        if leads_to_leaf {
            self.add_playouts(leaf, player, wins, &tally);
        }
        let mut drawn = [0_u64; 2];
        for at in (0..self.path.len()).rev() {
            player = 1 - player;
            let (place, choice) = self.path[at];
            let won = if player == 0 {
                wins
            } else {
                BATCH_VISITS - wins
            };
            self.count_visits(place, choice, won / BATCH_VISITS);
            drawn[player] |= 1 << self.tree.branches(place)[choice].edge;
            self.add_playouts(place, player, wins, &tally);
            if !self.tree.node_mut(place).is_net_evaluated {
                for branch in self.tree.branches_mut(place) {
                    if drawn[player] >> branch.edge & 1 == 1 {
                        branch.amaf_visits += BATCH_VISITS;
                        branch.amaf_wins += won;
                    }
                }
            }
            self.tree.back_up_proof(place);
        }
    }

    /// Counts games for a position and the moves made later in them.
    fn add_playouts(&mut self, place: u32, player: usize, wins: f32, tally: &AmafTally) {
        let node = self.tree.node_mut(place);
        node.visits += BATCH_VISITS;
        node.wins += if player == 0 {
            wins
        } else {
            BATCH_VISITS - wins
        };
        if node.is_net_evaluated {
            return;
        }
        let others = self.params.opponent_amaf_weight;
        for branch in self.tree.branches_mut(place) {
            let edge = usize::from(branch.edge);
            branch.amaf_visits += tally.drawn[player][edge];
            branch.amaf_wins += tally.won[player][edge];
            if others > 0.0 {
                // What the other player won by it, this one would have.
                branch.amaf_visits += others * tally.drawn[1 - player][edge];
                branch.amaf_wins += others * tally.won[1 - player][edge];
            }
        }
    }

    /// Takes the net's word for a position, or for one that is not in the tree ([`NONE`]), back to
    /// the root: the chance of the player who made the last move. It counts as much as the games
    /// that are played at once.
    fn back_up_net_value(&mut self, leaf: u32, mut chance: f32) {
        if leaf != NO_NODE {
            let node = self.tree.node_mut(leaf);
            node.visits += BATCH_VISITS;
            node.wins += BATCH_VISITS * (1.0 - chance);
        }
        for at in (0..self.path.len()).rev() {
            let (place, choice) = self.path[at];
            self.count_visits(place, choice, chance);
            let node = self.tree.node_mut(place);
            node.visits += BATCH_VISITS;
            node.wins += BATCH_VISITS * chance;
            self.tree.back_up_proof(place);
            chance = 1.0 - chance;
        }
    }

    /// Counts games of a move, of which its player won such a part.
    fn count_visits(&mut self, place: u32, choice: usize, won: f32) {
        let child = self.tree.branches(place)[choice].child;
        let after = (child != NO_NODE).then(|| {
            let child = self.tree.node_mut(child);
            child.wins / child.visits
        });
        let branch = &mut self.tree.branches_mut(place)[choice];
        branch.visits += BATCH_VISITS;
        match after {
            Some(after) => branch.mean_value = 1.0 - after,
            None => branch.mean_value += (won - branch.mean_value) * BATCH_VISITS / branch.visits,
        }
    }

    /// Takes a proven result back to the root.
    fn back_up_proven(&mut self, leaf: u32) {
        let mut wins = self.tree.node_mut(leaf).proven_win;
        for at in (0..self.path.len()).rev() {
            let (place, choice) = self.path[at];
            self.tree.back_up_proof(place);
            let won = wins.map_or(0.5, |wins| if wins { 0.0 } else { 1.0 });
            let branch = &mut self.tree.branches_mut(place)[choice];
            branch.visits += BATCH_VISITS;
            branch.mean_value += (won - branch.mean_value) * BATCH_VISITS / branch.visits;
            let node = self.tree.node_mut(place);
            node.visits += BATCH_VISITS;
            node.wins += won * BATCH_VISITS;
            wins = wins.map(|wins| !wins);
        }
    }
}
