//! Monte-Carlo tree search with a net, then with RAVE (Gelly and Silver 2011), as the winner of
//! 2021 had it, and with the exact solver inside.
//!
//! While the board is open the net tells of each move what it is worth, and that counts until
//! enough was seen of what follows it. Then random games are played. A move that is good now is
//! mostly good later, too, for the edges of a game are drawn in any order. So what came of the
//! games in which a move was made later counts for it until enough games went on with it at once.

use super::board::Board;
use super::grid::{self, EDGES};
use super::net::Net;
use super::playout::{LANES, Played, Playouts};
use super::solver::Solver;
use super::tree::{Branch, NONE, Tree};
use crate::search::SplitMix64;

/// What may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Games that a move's own results must be before they count as much as those of later ones.
    pub later: f32,
    /// How much is tried out.
    pub explore: f32,
    /// Games of a move before the position after it comes into the tree.
    pub expand: f32,
    /// The solver tries a position when it had this many times the games that it will probably
    /// look at positions; 0: never.
    pub patience: f32,
    /// How much a game counts for a move that the other player made in it.
    pub others: f32,
    /// Before so many plies the net tells what a position is worth, then random games.
    pub net_plies: u32,
    /// Whether a player makes the first move of a game by what was learned of it, unsearched.
    pub opens: bool,
}

impl Tuning {
    /// Plain UCT (Kocsis and Szepesvari 2006) with the same random games, to compare with.
    pub const UCT: Self = Self {
        later: 0.0,
        explore: 1.0,
        expand: 16.0,
        patience: 0.0,
        others: 0.0,
        net_plies: 0,
        opens: false,
    };

    /// What plays best.
    pub const BEST: Self = Self {
        later: 300.0,
        explore: 0.25,
        expand: 16.0,
        patience: 0.0625,
        others: 0.0,
        net_plies: 30,
        opens: true,
    };
}

const GAMES: f32 = LANES as f32;

/// The search.
#[derive(Debug)]
pub(super) struct MonteCarlo {
    pub(super) tree: Tree,
    pub(super) solver: Solver,
    playouts: Playouts,
    pub(super) tuning: Tuning,
    path: Vec<(u32, usize)>,
    /// A move of the root that must be valued.
    forced: Option<usize>,
}

/// Where a way through the tree ends.
enum Leaf {
    /// At a position of which random games shall tell.
    Open(Board),
    /// At a new place of the tree, or at none ([`NONE`]), with the net's chance of who moved there.
    Told(u32, f32),
    /// Where the result is proven.
    Proven,
}

/// In how many of the games an edge was drawn, by player (the one to act at the leaf first), and
/// in how many of those by one who won.
struct Tally {
    drawn: [[f32; EDGES]; 2],
    won: [[f32; EDGES]; 2],
}

impl Tally {
    fn new(played: &Played) -> Self {
        let mut tally = Self {
            drawn: [[0.0; EDGES]; 2],
            won: [[0.0; EDGES]; 2],
        };
        for lane in 0..LANES {
            let sets = [
                (played.own[lane], played.won[lane] & 1 == 1),
                (played.other[lane], played.won[lane] & 1 == 0),
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

impl MonteCarlo {
    pub(super) fn new(bytes: usize, tuning: Tuning, net: Option<&'static Net>) -> Self {
        Self {
            tree: Tree::new(bytes / 2, net.map(|net| (net, tuning.net_plies))),
            solver: Solver::new(bytes / 2),
            playouts: Playouts::new(),
            tuning,
            path: Vec::new(),
            forced: None,
        }
    }

    /// Starts anew from a board; the solver remembers what it proved.
    /// `forced` is an edge that must be valued, if it is legal.
    pub(super) fn set_root(&mut self, board: Board, forced: Option<usize>) {
        self.tree.clear();
        let (root, _) = self.tree.place(board);
        self.plan_solving(root);
        let mut branches = self.tree.branches(root).iter();
        self.forced = forced
            .and_then(|forced| branches.position(|branch| usize::from(branch.edge) == forced));
    }

    /// Whether all that was asked is proven: so many winning moves, or every move, and the forced
    /// one.
    pub(super) fn is_done(&self, lines: usize) -> bool {
        let branches = self.tree.branches(0);
        let count = |proven| {
            let same = branches.iter().filter(|branch| branch.proven == proven);
            same.count()
        };
        if count(None) == 0 {
            return true;
        }
        let forced = self.forced.is_none_or(|at| branches[at].proven.is_some());
        count(Some(true)) >= lines.max(1) && forced
    }

    /// When the solver shall try a position.
    fn plan_solving(&mut self, place: u32) {
        let node = self.tree.node(place);
        let expected = Solver::expected_nodes(&node.board);
        node.solve_nodes = (4.0 * expected) as u64 + 16;
        node.solve_at = if self.tuning.patience > 0.0 {
            expected * self.tuning.patience
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
            if self.tree.node(place).proven.is_some() && !is_root {
                break Leaf::Proven;
            }
            let Some(choice) = self.select(place) else {
                break Leaf::Proven;
            };
            self.path.push((place, choice));
            let branch = self.tree.branches(place)[choice];
            if branch.child != NONE {
                place = branch.child;
                continue;
            }
            let board = self.tree.node(place).board.after(usize::from(branch.edge));
            let Some(board) = board else {
                break Leaf::Proven;
            };
            let is_seen = self.tree.node(place).seen;
            let is_early = !is_seen && branch.games < self.tuning.expand;
            if is_early || self.tree.is_full() {
                break if is_seen {
                    Leaf::Told(NONE, branch.later_wins)
                } else {
                    Leaf::Open(board)
                };
            }
            let (child, is_new) = self.tree.place(board);
            self.tree.branches_mut(place)[choice].child = child;
            place = child;
            if is_new {
                self.plan_solving(child);
                break if is_seen {
                    Leaf::Told(child, branch.later_wins)
                } else {
                    Leaf::Open(board)
                };
            }
        };
        match leaf {
            Leaf::Open(board) => {
                let played = self.playouts.play(&board, random);
                self.back_up(place, &played);
            }
            Leaf::Told(child, chance) => self.back_up_chance(child, chance),
            Leaf::Proven => self.back_up_proven(place),
        }
    }

    fn try_to_solve(&mut self, place: u32, stop: &mut dyn FnMut(u64) -> bool) {
        let node = self.tree.node(place);
        if node.proven.is_some() || node.games < node.solve_at {
            return;
        }
        let (board, limit) = (node.board, node.solve_nodes);
        node.solve_at *= 4.0;
        node.solve_nodes *= 4;
        let proven = self.solver.solve(&board, limit, stop);
        self.tree.node(place).proven = proven;
        if let (0, Some(wins)) = (place, proven) {
            self.prove_moves(&board, wins, stop);
        }
    }

    /// Tells the root's moves what was proven for the root: which one wins, or that none does.
    fn prove_moves(&mut self, board: &Board, wins: bool, stop: &mut dyn FnMut(u64) -> bool) {
        for at in 0..self.tree.branches(0).len() {
            let branch = self.tree.branches(0)[at];
            let mut proven = branch.proven;
            if !wins {
                proven = Some(false);
            } else if let Some(after) = board.after(usize::from(branch.edge)) {
                // It stands in the solver's table, unless that was too small.
                let other_wins = self.solver.solve(&after, 1, stop);
                proven = other_wins.map(|wins| !wins).or(proven);
            }
            self.tree.branches_mut(0)[at].proven = proven;
        }
    }

    /// The move to try; `None` if all are proven.
    fn select(&self, place: u32) -> Option<usize> {
        let games = self.tree.nodes[place as usize].games;
        let explore = self.tuning.explore * (games + 1.0).ln().sqrt();
        let worth = |branch: &Branch| {
            let later = if branch.later_games > 0.0 {
                branch.later_wins / branch.later_games
            } else {
                0.5
            };
            let weight = self.tuning.later;
            let share = (weight / (weight + 3.0 * branch.games + 1.0)).sqrt();
            let mean = (1.0 - share) * branch.mean + share * later;
            mean + explore / (branch.games + 8.0).sqrt()
        };
        if place == 0
            && let Some(forced) = self.forced_now(games)
        {
            return Some(forced);
        }
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (at, branch) in self.tree.branches(place).iter().enumerate() {
            if branch.proven.is_some() {
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
    fn forced_now(&self, games: f32) -> Option<usize> {
        let forced = self.forced?;
        let branch = &self.tree.branches(0)[forced];
        (branch.proven.is_none() && branch.games * 8.0 <= games).then_some(forced)
    }

    /// Takes the result of games back to the root. `leaf` is the position in the tree from which
    /// they started, or that before it.
    fn back_up(&mut self, leaf: u32, games: &Played) {
        let tally = Tally::new(games);
        let wins = games.wins() as f32;
        // Who is to act at the place that is looked at: 0 the player who was at the leaf.
        let mut player = 0;
        let leads_to_leaf = self.path.last().is_none_or(|(place, _)| *place != leaf);
        if leads_to_leaf {
            self.add(leaf, player, wins, &tally);
        }
        let mut drawn = [0_u64; 2];
        for at in (0..self.path.len()).rev() {
            player = 1 - player;
            let (place, choice) = self.path[at];
            let won = if player == 0 { wins } else { GAMES - wins };
            self.count(place, choice, won / GAMES);
            drawn[player] |= 1 << self.tree.branches(place)[choice].edge;
            self.add(place, player, wins, &tally);
            if !self.tree.node(place).seen {
                for branch in self.tree.branches_mut(place) {
                    if drawn[player] >> branch.edge & 1 == 1 {
                        branch.later_games += GAMES;
                        branch.later_wins += won;
                    }
                }
            }
            self.tree.prove(place);
        }
    }

    /// Counts games for a position and the moves made later in them.
    fn add(&mut self, place: u32, player: usize, wins: f32, tally: &Tally) {
        let node = self.tree.node(place);
        node.games += GAMES;
        node.wins += if player == 0 { wins } else { GAMES - wins };
        if node.seen {
            return;
        }
        let others = self.tuning.others;
        for branch in self.tree.branches_mut(place) {
            let edge = usize::from(branch.edge);
            branch.later_games += tally.drawn[player][edge];
            branch.later_wins += tally.won[player][edge];
            if others > 0.0 {
                // What the other player won by it, this one would have.
                branch.later_games += others * tally.drawn[1 - player][edge];
                branch.later_wins += others * tally.won[1 - player][edge];
            }
        }
    }

    /// Takes the net's word for a position, or for one that is not in the tree ([`NONE`]), back to
    /// the root: the chance of the player who made the last move. It counts as much as the games
    /// that are played at once.
    fn back_up_chance(&mut self, leaf: u32, mut chance: f32) {
        if leaf != NONE {
            let node = self.tree.node(leaf);
            node.games += GAMES;
            node.wins += GAMES * (1.0 - chance);
        }
        for at in (0..self.path.len()).rev() {
            let (place, choice) = self.path[at];
            self.count(place, choice, chance);
            let node = self.tree.node(place);
            node.games += GAMES;
            node.wins += GAMES * chance;
            self.tree.prove(place);
            chance = 1.0 - chance;
        }
    }

    /// Counts games of a move, of which its player won such a part.
    fn count(&mut self, place: u32, choice: usize, won: f32) {
        let child = self.tree.branches(place)[choice].child;
        let after = (child != NONE).then(|| {
            let child = self.tree.node(child);
            child.wins / child.games
        });
        let branch = &mut self.tree.branches_mut(place)[choice];
        branch.games += GAMES;
        match after {
            Some(after) => branch.mean = 1.0 - after,
            None => branch.mean += (won - branch.mean) * GAMES / branch.games,
        }
    }

    /// Takes a proven result back to the root.
    fn back_up_proven(&mut self, leaf: u32) {
        let mut wins = self.tree.node(leaf).proven;
        for at in (0..self.path.len()).rev() {
            let (place, choice) = self.path[at];
            self.tree.prove(place);
            let won = wins.map_or(0.5, |wins| if wins { 0.0 } else { 1.0 });
            let branch = &mut self.tree.branches_mut(place)[choice];
            branch.games += GAMES;
            branch.mean += (won - branch.mean) * GAMES / branch.games;
            let node = self.tree.node(place);
            node.games += GAMES;
            node.wins += won * GAMES;
            wins = wins.map(|wins| !wins);
        }
    }
}
