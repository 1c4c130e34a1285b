//! Monte-Carlo tree search that knows proofs.
//!
//! UCT (Kocsis and Szepesvari 2006) with proven results in the tree (Winands et al. 2008).

use super::bits::Bits;
use super::playout::{BATCH, Playable};
use super::random::Random;
use super::solver::search::Solver;
use super::stones::{Pair, Stones};

/// Who wins, if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    Open,
    /// The player to act wins.
    Won,
    /// The player to act loses.
    Lost,
}

/// A position in the tree, and the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    first_child: u32,
    visits: u32,
    /// For the player who moved here, in wins.
    wins: f32,
    /// The pair: twice its upper or right square, and whether it is upright.
    code: u8,
    children: u8,
    proof: Proof,
    tries: u8,
}

/// How the search is tuned.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Weight of exploring.
    pub explore: f32,
    /// What an unvisited move is worth below its parent's mean.
    pub reduction: f32,
    /// Solver positions per visit of a node
    pub solver: f32,
    /// Solver stones
    pub stones: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { explore: 0.5, reduction: 0.0, solver: 1.0, stones: 50 }
    }
}

/// The tree and the way through it.
pub struct Tree<B> {
    nodes: Vec<Node>,
    root: Stones<B>,
    path: Vec<u32>,
    random: Random,
    most: usize,
    tuning: Tuning,
}

impl<B: Playable> Tree<B> {
    /// A tree over a position that takes at most so many bytes.
    pub fn new(root: Stones<B>, bytes: usize, seed: u64, tuning: Tuning) -> Self {
        let mut tree = Self {
            nodes: vec![Node::new(0)],
            root,
            path: Vec::new(),
            random: Random::new(seed),
            most: bytes / size_of::<Node>(),
            tuning,
        };
        tree.expand(0, root);
        tree
    }

    /// Whether the winner is known.
    pub fn is_proven(&self) -> bool {
        self.nodes[0].proof != Proof::Open
    }

    /// Mean
    pub fn value(&self) -> f32 {
        match self.nodes[0].proof {
            Proof::Won => 1.0,
            Proof::Lost => 0.0,
            Proof::Open => 1.0 - self.nodes[0].wins / self.nodes[0].visits.max(1) as f32,
        }
    }

    pub fn visits(&self) -> u32 { self.nodes[0].visits }
    pub fn len(&self) -> usize { self.nodes.len() }

    /// Walks once down the tree and back.
    pub fn step(&mut self, solver: Option<&mut Solver<B>>) {
        let mut stones = self.root;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let value = loop {
            let node = self.nodes[at as usize];
            if node.proof != Proof::Open {
                break f32::from(u8::from(node.proof == Proof::Won));
            }
            if node.children == 0 {
                if node.visits == 0 || !self.expand(at, stones) {
                    break self.sample(stones);
                }
                if self.nodes[at as usize].proof != Proof::Open {
                    continue;
                }
            }
            at = self.select(at);
            stones = stones.after(pair::<B>(self.nodes[at as usize].code));
            self.path.push(at);
        };
        self.back(value);
        if let Some(solver) = solver { self.try_solve(solver); }
    }

    fn try_solve(&mut self, solver: &mut Solver<B>) {
        let mut stones = self.root;
        for depth in 0..self.path.len() {
            let at = self.path[depth] as usize;
            if depth > 0 { stones = stones.after(pair::<B>(self.nodes[at].code)); }
            let node = &mut self.nodes[at];
            if node.proof != Proof::Open { return; }
            if node.visits >> (3 + 2 * node.tries as u32) == 0 || stones.all().count() > self.tuning.stones { continue; }
            node.tries += 1;
            let budget = (node.visits as f32 * self.tuning.solver) as u64;
            if let Some(won) = solver.solve(stones, budget) {
                self.nodes[at].proof = if won { Proof::Won } else { Proof::Lost };
                self.path.truncate(depth + 1);
                self.prove_up();
                return;
            }
        }
    }

    fn sample(&mut self, stones: Stones<B>) -> f32 {
        B::playouts(stones, &mut self.random) as f32 / BATCH as f32
    }

    /// Gives a node its children; false if there is no room.
    fn expand(&mut self, at: u32, stones: Stones<B>) -> bool {
        let first = self.nodes.len();
        let count = stones.count_moves() as usize;
        if first + count > self.most {
            return false;
        }
        if count == 0 {
            self.nodes[at as usize].proof = Proof::Lost;
            return true;
        }
        let [mut beside, mut above] = stones.pairs();
        while !beside.is_empty() {
            self.nodes.push(Node::new((beside.lowest() * 2) as u8));
            beside = beside.rest();
        }
        while !above.is_empty() {
            self.nodes.push(Node::new((above.lowest() * 2 + 1) as u8));
            above = above.rest();
        }
        for i in (1..count).rev() {
            let j = self.random.below(i as u32 + 1) as usize;
            self.nodes.swap(first + i, first + j);
        }
        self.nodes[at as usize].first_child = first as u32;
        self.nodes[at as usize].children = count as u8;
        true
    }

    fn select(&self, at: u32) -> u32 {
        let node = &self.nodes[at as usize];
        let log = (node.visits.max(1) as f32).ln();
        let explore = self.tuning.explore * log.sqrt();
        let unvisited = 1.0 - node.wins / node.visits.max(1) as f32 - self.tuning.reduction;
        let mut best = (f32::MIN, node.first_child);
        for child in node.first_child..node.first_child + u32::from(node.children) {
            let one = &self.nodes[child as usize];
            if one.proof == Proof::Won { continue; }
            let score = if one.visits == 0 {
                unvisited + explore
            } else {
                let n = one.visits as f32;
                one.wins / n + explore / n.sqrt()
            };
            if score > best.0 {
                best = (score, child);
            }
        }
        best.1
    }

    /// Adds a result, seen by the player to act at the end of the path.
    fn back(&mut self, value: f32) {
        let mut value = 1.0 - value;
        for at in self.path.iter().rev() {
            let node = &mut self.nodes[*at as usize];
            node.visits += 1;
            node.wins += value;
            value = 1.0 - value;
        }
        self.prove_up();
    }

    fn prove_up(&mut self) {
        for depth in (1..self.path.len()).rev() {
            let (child, parent) = (self.path[depth] as usize, self.path[depth - 1] as usize);
            match self.nodes[child].proof {
                Proof::Open => return,
                Proof::Lost => self.nodes[parent].proof = Proof::Won,
                Proof::Won => {
                    let node = self.nodes[parent];
                    let first = node.first_child as usize;
                    let children = &self.nodes[first..first + node.children as usize];
                    if children.iter().all(|child| child.proof == Proof::Won) {
                        self.nodes[parent].proof = Proof::Lost;
                    } else {
                        return;
                    }
                }
            }
        }
    }

    /// The best move.
    pub fn best(&self) -> Option<Pair<B>> {
        let node = &self.nodes[0];
        let first = node.first_child as usize;
        let children = &self.nodes[first..first + node.children as usize];
        let rank = |node: &Node| match node.proof {
            Proof::Lost => (2, node.visits),
            Proof::Open => (1, node.visits),
            Proof::Won => (0, node.visits),
        };
        children.iter().max_by_key(|node| rank(node)).map(|node| pair::<B>(node.code))
    }
}

fn pair<B: Bits>(code: u8) -> Pair<B> {
    let upper = B::bit(u32::from(code / 2));
    upper | if code % 2 == 1 { upper.down(1) } else { upper.left(1) }
}

impl Node {
    const fn new(code: u8) -> Self {
        Self { first_child: 0, visits: 0, wins: 0.0, code, children: 0, proof: Proof::Open, tries: 0 }
    }
}
