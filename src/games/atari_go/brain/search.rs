//! Monte-Carlo tree search with RAVE (Gelly and Silver 2011), priors, and proofs.

use super::board::{Board, PASS};
use super::net::Net;
use super::net::kernel::SIZE;
use super::playout::{Habits, Played};
use super::prior::Sight;
use super::settle;
use super::shape::points;
use super::solver::Solver;
use super::tree::{Node, Tree};
use crate::games::atari_go::Move;
use crate::search::{MoveChoice, SplitMix64};

/// The solver is asked about a position after so many games, and again after four times as many.
const FIRST_QUESTION: u32 = 4;
/// And not with more plies left than this.
const SOLVER_PLIES: u16 = 20;
/// A look of the net takes as long as so many games.
const LOOK: u64 = 8;

/// What may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Games that a move's own results must be before they count as much as those of later ones.
    pub later: f32,
    /// How much is tried out (the bound of UCT).
    pub explore: f32,
    /// How much first sight counts.
    pub sight: f32,
    /// How fast more moves are tried, those first that look better; 0: all at once.
    pub widen: f32,
    /// Games through a position before its moves come into the tree.
    pub expand: f32,
    /// How much the margin counts beside the result.
    pub margin: f32,
    /// How much worse than its parent a move without games is thought.
    pub reduction: f32,
    /// Whether results are proven.
    pub is_exact: bool,
    /// Positions that the solver may look at for each game.
    pub solving: f32,
    /// For how many games it counts what the net says of a position; 0: it is not asked.
    pub trust: f32,
    /// How the games are played out.
    pub habits: Habits,
}

impl Tuning {
    /// Plain UCT (Kocsis and Szepesvari 2006) with the same random games, to compare with.
    pub const PLAIN: Self = Self {
        later: 0.0,
        explore: 0.7,
        sight: 0.0,
        widen: 0.0,
        expand: 1.0,
        margin: 0.0,
        reduction: -0.5,
        is_exact: false,
        solving: 0.0,
        trust: 0.0,
        habits: Habits::BEST,
    };

    /// What plays best with the net. Against the dials without it, but for the net: 57, 57, 58 and
    /// 57 % for a step each from `later` 100 by 30 and 8 to 2 and from `sight` 1 to 1.5 (80 to 100
    /// games of 50 ms a move, 4 random plies); `sight` 2.5 won 38 %. With 32 channels
    /// instead of 16 (57 % of 60 games, 100 ms a move) a `trust` of 16 won 60 % of 80 games
    /// against 8 and 32 won 41 % against 16.
    pub const BEST: Self = Self {
        later: 2.0,
        explore: 0.0,
        sight: 1.5,
        widen: 3.0,
        expand: 3.0,
        margin: 0.1,
        reduction: 0.05,
        is_exact: true,
        solving: 16.0,
        trust: 16.0,
        habits: Habits::BEST,
    };

    /// The next value to this one that may come of results between these, both for one player.
    fn within(&self, value: f32, (least, most): (i8, i8)) -> f32 {
        let worst = [0.0, 0.5, 1.0 - self.margin];
        let best = [self.margin, 0.5, 1.0];
        let place = |result: i8| (result + 1).clamp(0, 2) as usize;
        value.min(best[place(most)]).max(worst[place(least)])
    }

    /// The same for boards that the net does not know.
    #[must_use]
    pub fn without_net(self) -> Self {
        if self.trust > 0.0 {
            Self {
                later: 100.0,
                sight: 1.0,
                expand: 4.0,
                trust: 0.0,
                ..self
            }
        } else {
            self
        }
    }
}

/// The search.
#[derive(Debug)]
pub struct Search {
    /// What was tried.
    pub tree: Tree,
    pub(super) solver: Solver,
    /// The dials.
    pub tuning: Tuning,
    /// The position that is thought about.
    pub root: Board,
    /// The two moves before the root.
    last: [usize; 2],
    path: Vec<usize>,
    /// What sees which moves are good, on boards of its size.
    pub net: Option<&'static Net>,
    /// The place of a move of the root that must be valued.
    pub forced: Option<usize>,
    /// Whether more than the best line is asked for.
    is_wide: bool,
    buffer: Vec<Node>,
    /// How deep each move of the root was looked at.
    pub depths: Vec<u32>,
}

impl Search {
    /// A search that takes about so many bytes at most.
    pub fn new(bytes: usize, tuning: Tuning, root: Board) -> Self {
        let mut search = Self {
            tree: Tree::new(bytes - bytes / 4),
            solver: Solver::new(bytes / 4),
            tuning,
            root,
            last: [PASS; 2],
            path: Vec::new(),
            net: Net::embedded(),
            forced: None,
            is_wide: false,
            buffer: Vec::new(),
            depths: Vec::new(),
        };
        search.tree.clear();
        search
    }

    /// Starts anew.
    pub fn set_root(&mut self, board: Board, last: [usize; 2]) {
        self.root = board;
        self.last = last;
        self.tree.clear();
        self.open_root();
    }

    /// Goes on from a position two plies after the root with what is known of it already; false if
    /// it is not that, or nothing is.
    pub fn follow(&mut self, board: &Board, last: [usize; 2]) -> bool {
        let [answer, own] = last;
        let step = |at: usize, mv: usize| {
            let mut children = self.tree.nodes[at].children();
            children.find(|at| usize::from(self.tree.nodes[*at].mv) == mv)
        };
        let Some(at) = step(0, own).and_then(|at| step(at, answer)) else {
            return false;
        };
        let mut after = self.root.clone();
        for mv in [own, answer] {
            if mv != PASS && !after.is_legal(mv) {
                return false;
            }
            after.play(mv);
        }
        if !after.is_same(board) {
            return false;
        }
        self.root = after;
        self.last = last;
        self.tree.descend(at);
        // Which move brings what was proven is known only if the moves are.
        let root = &mut self.tree.nodes[0];
        (root.least, root.most) = (-1, 1);
        self.tree.prove(0, board.mover());
        self.open_root();
        true
    }

    fn open_root(&mut self) {
        if self.root.shape().size != SIZE {
            self.tuning = self.tuning.without_net();
        }
        self.path.clear();
        if self.root.left() > 0 && !self.tree.nodes[0].is_open() {
            let board = self.root.clone();
            self.open(0, &board, self.last, &mut |_| false);
        }
        self.depths = vec![0; self.tree.nodes[0].children().len()];
    }

    /// What is asked: how many lines, and a move of the root that must be valued.
    pub fn ask(&mut self, lines: usize, mv: Option<Move>) {
        self.is_wide = lines > 1;
        let number = mv.and_then(|mv| self.root.to_number(mv));
        let is_it = |at: &usize| Some(usize::from(self.tree.nodes[*at].mv)) == number;
        self.forced = self.tree.nodes[0].children().find(is_it);
    }

    /// One game. `stop` is asked by the solver now and then, with the nodes that it took.
    pub fn simulate(&mut self, random: &mut SplitMix64, stop: &mut dyn FnMut(u64) -> bool) {
        let mut board = self.root.clone();
        let mut last = self.last;
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        loop {
            if at != 0 && self.tuning.is_exact {
                self.try_to_prove(at, &board, stop);
            }
            let node = self.tree.nodes[at];
            let is_known = node.least == node.most && at != 0;
            if is_known || board.left() == 0 {
                break;
            }
            if !node.is_open()
                && (node.visits < self.tuning.expand || !self.open(at, &board, last, stop))
            {
                break;
            }
            at = self.select(at, board.mover());
            let mv = usize::from(self.tree.nodes[at].mv);
            board.play(mv);
            last = [mv, last[0]];
            self.path.push(at);
        }
        let mover = board.mover();
        let node = self.tree.nodes[at];
        let mut played = Played::default();
        let value = if node.least == node.most {
            self.worth(i32::from(node.least), board.lead())
        } else {
            if board.left() > 0 {
                played = Played::game(&mut board, last[0], random, &self.tuning.habits);
            }
            self.worth(board.result(), board.lead())
        };
        self.back_up(value, mover, played);
    }

    /// Sees whether a position is settled, or asks the solver.
    fn try_to_prove(&mut self, at: usize, board: &Board, stop: &mut dyn FnMut(u64) -> bool) {
        let node = &mut self.tree.nodes[at];
        if node.least == node.most {
            return;
        }
        if node.visits == 0.0 {
            (node.least, node.most) = settle::bounds(board);
            return;
        }
        let due = FIRST_QUESTION << (2 * u32::from(node.asked)).min(24);
        if board.left() > SOLVER_PLIES || node.visits < due as f32 {
            return;
        }
        node.asked += 1;
        let budget = (node.visits * self.tuning.solving) as u64;
        if let Some(result) = self.solver.solve(board, budget, stop) {
            let node = &mut self.tree.nodes[at];
            (node.least, node.most) = (result, result);
        }
    }

    /// The value of a result for the first player.
    fn worth(&self, result: i32, lead: i32) -> f32 {
        let margin = self.tuning.margin * (lead as f32 / 8.0).clamp(-1.0, 1.0);
        0.5 + 0.5 * ((1.0 - self.tuning.margin) * result as f32 + margin)
    }

    /// Brings a position's moves into the tree and counts what the net says of it; false if there
    /// is no room.
    fn open(
        &mut self,
        at: usize,
        board: &Board,
        last: [usize; 2],
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        self.buffer.clear();
        let moves = points(board.legal()).chain([PASS]);
        if self.tuning.sight <= 0.0 {
            self.buffer.extend(moves.map(|point| Node::new(point, 0.0)));
            return self.tree.open(at, &self.buffer);
        }
        let sight = Sight::of(board, last);
        let net = self.net.filter(|_| self.tuning.trust > 0.0);
        let answer = net.map(|net| net.look(board, &sight, last));
        for point in moves {
            let weight = match &answer {
                Some(answer) => answer.weight(point),
                None => sight.weight(point),
            };
            self.buffer.push(Node::new(point, weight.exp()));
        }
        let sum: f32 = self.buffer.iter().map(|node| node.prior).sum();
        for node in &mut self.buffer {
            node.prior /= sum;
        }
        self.buffer.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let is_room = self.tree.open(at, &self.buffer);
        if is_room && let Some(answer) = answer {
            self.count_seen(answer.chance(), board.mover());
            stop(LOOK);
        }
        is_room
    }

    /// Counts what the net says of the last position of the path, for the player to move there.
    fn count_seen(&mut self, chance: f32, mover: usize) {
        let mut value = chance;
        let mut player = mover;
        for at in self.path.iter().rev() {
            player = 1 - player;
            let node = &mut self.tree.nodes[*at];
            value = self.tuning.within(1.0 - value, node.bounds(player));
            node.visits += self.tuning.trust;
            node.value += self.tuning.trust * value;
        }
    }

    /// The child to try.
    fn select(&self, at: usize, mover: usize) -> usize {
        let node = &self.tree.nodes[at];
        if at == 0
            && let Some(forced) = self.forced
        {
            let child = &self.tree.nodes[forced];
            if child.least != child.most && child.visits * 8.0 <= node.visits {
                return forced;
            }
        }
        let tuning = &self.tuning;
        let sight = tuning.sight * (node.visits + 1.0).sqrt();
        let explore = tuning.explore * (node.visits + 1.0).ln().sqrt();
        // The node's own value is that of the other player.
        let unseen = tuning.within(1.0 - node.mean(), node.bounds(mover));
        let unseen = (unseen - tuning.reduction).max(0.0);
        // Who wants several lines wants to know of those, too, that are not the best.
        let floor = if at == 0 && self.is_wide {
            -2
        } else {
            node.bounds(mover).0
        };
        let (mut best, mut most) = (node.children().start, f32::MIN);
        let mut room = self.width(at, node.visits);
        for at in node.children() {
            let child = &self.tree.nodes[at];
            if child.least == child.most || child.bounds(mover).1 <= floor {
                continue;
            }
            if room == 0 {
                break;
            }
            room -= 1;
            let later = (child.later_value + 8.0 * unseen) / (child.later_visits + 8.0);
            let mut score = later;
            if child.visits > 0.0 {
                let share = (tuning.later / (tuning.later + 3.0 * child.visits)).sqrt();
                score = share * later + (1.0 - share) * (child.value / child.visits);
            }
            // What is proven since then counts for all games before.
            score = tuning.within(score, child.bounds(mover));
            score += explore / child.visits.max(1.0).sqrt();
            score += sight * child.prior / (1.0 + child.visits);
            if score > most {
                (best, most) = (at, score);
            }
        }
        best
    }

    /// How many of a position's moves are tried, those that look best.
    fn width(&self, at: usize, visits: f32) -> usize {
        if self.tuning.widen > 0.0 && !(at == 0 && self.is_wide) {
            (4.0 + self.tuning.widen * (1.0 + visits).ln()) as usize
        } else {
            usize::MAX
        }
    }

    /// Takes a value for the first player back to the root; `mover` is to move at the end of the
    /// path.
    fn back_up(&mut self, value: f32, mover: usize, mut played: Played) {
        let mut value = value;
        let mut player = mover;
        // Something may be known of the last position of the path since now.
        let mut is_news = true;
        for depth in (0..self.path.len()).rev() {
            let at = self.path[depth];
            if depth + 1 < self.path.len() {
                let mv = self.tree.nodes[self.path[depth + 1]].mv;
                if usize::from(mv) != PASS {
                    played.first[player] |= 1 << mv;
                    played.first[1 - player] &= !(1 << mv);
                }
                is_news = is_news && self.tree.prove(at, player);
            }
            let node = &mut self.tree.nodes[at];
            value = self.tuning.within(value, node.bounds(0));
            let values = [value, 1.0 - value];
            node.visits += 1.0;
            node.value += values[1 - player];
            if depth + 1 < self.path.len() && self.tuning.later > 0.0 {
                self.tree
                    .add_later(at, played.first[player], values[player]);
            }
            player = 1 - player;
        }
        if let Some(child) = self.path.get(1) {
            let depth = &mut self.depths[child - self.tree.nodes[0].children().start];
            *depth = (*depth).max(self.path.len() as u32 - 1);
        }
    }

    /// The place of the move to play: proven to win, or tried most.
    pub fn best(&self) -> Option<usize> {
        let mover = self.root.mover();
        let children = &self.tree.nodes[self.tree.nodes[0].children()];
        let is_draw_sure = children.iter().any(|node| node.bounds(mover).0 == 0);
        // That is better than what cannot win, or what most games lose.
        let is_worse = |node: &Node, most| is_draw_sure && (most == 0 || node.mean() < 0.5);
        let rank = |at: &usize| {
            let node = &self.tree.nodes[*at];
            match node.bounds(mover) {
                (1, _) => (4, node.visits),
                (_, -1) => (0, node.visits),
                (-1, most) if is_worse(node, most) => (1, node.visits),
                (0, 0) => (2, node.visits),
                _ => (3, node.visits),
            }
        };
        self.tree.nodes[0].children().max_by(|a, b| {
            let ((one, visits), (other, more)) = (rank(a), rank(b));
            one.cmp(&other).then(visits.total_cmp(&more))
        })
    }

    /// The move to play.
    pub fn choice(&self, nodes: u64, lines: usize) -> Option<MoveChoice<Move>> {
        let mv = self.tree.nodes[self.best()?].mv;
        let mv = self.root.to_move(usize::from(mv));
        Some(MoveChoice {
            mv,
            reported_move: mv,
            report: self.report(nodes, lines, Some(mv)),
        })
    }

    /// Whether nothing is left to find out: so many moves are proven to be best and the forced one
    /// is proven, or all moves are.
    pub fn is_settled(&self, lines: usize) -> bool {
        let mover = self.root.mover();
        let children = &self.tree.nodes[self.tree.nodes[0].children()];
        let (mut best, mut open) = (0, false);
        for child in children {
            let (least, most) = child.bounds(mover);
            best += usize::from(least == 1);
            open |= least != most;
        }
        let forced = self.forced.map(|at| &self.tree.nodes[at]);
        let is_forced_known = forced.is_none_or(|node| node.least == node.most);
        !open || is_forced_known && (best >= lines.max(1) || lines <= 1 && self.is_proven())
    }

    /// Whether the player to act is proven to lose.
    pub fn is_lost(&self) -> bool {
        self.tree.nodes[0].bounds(self.root.mover()) == (-1, -1)
    }

    /// Whether the result of the root is known.
    pub fn is_proven(&self) -> bool {
        self.tree.nodes[0].least == self.tree.nodes[0].most
    }
}
