//! The places for the tile in hand, valued more and more deeply; the best ones race.
//!
//! Two places are compared tile by tile of the answer, and the tiles come in five lots in each of
//! which both colours stand once at each of the six dots: after a lot or two it is often clear
//! that a place is worse, and it is followed no further.

use super::board::{Board, Pair, Place};
use super::gains::PARTS;
use super::kernel::Breadth;
use super::tree::{DEEPEST, Tree};
use super::worth::Worth;

/// The board and the tile in hand as they are if the colours are what they may be.
#[derive(Clone, Debug)]
pub struct World {
    /// The board.
    pub board: Board,
    /// The tile in hand.
    pub hand: Pair,
    /// How likely that is; all together 1.
    pub chance: f64,
}

/// A place, and what is known of it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The place.
    pub place: Place,
    /// What it is worth to the player who takes it.
    pub worth: Worth,
    /// How many plies deep that was found.
    pub depth: u32,
    /// How many boards were looked at for it.
    pub visits: u64,
    /// In a race: what it is worth by the tile of the answer.
    answers: Vec<Worth>,
}

impl Candidate {
    /// One that is known exactly.
    pub const fn exact(place: Place, worth: Worth) -> Self {
        Self {
            place,
            worth,
            depth: 1,
            visits: 1,
            answers: Vec::new(),
        }
    }
}

/// So many places are valued by a leaf, and so many take part in the races over one layer, two
/// and so on.
const WIDTHS: [usize; DEEPEST + 1] = [64, 24, 10, 5, 3];

/// The search from a position in which a tile is in hand.
pub struct Root<'a, 'b> {
    /// The tree under it.
    pub tree: Tree<'b>,
    /// What the colours may be.
    pub worlds: &'a [World],
    /// Who places the tile.
    pub who: usize,
    /// How many of the best places are to be told apart.
    pub lines: usize,
    /// A place that must be valued like the best ones.
    pub wanted: Option<Place>,
    /// What was found, the best first.
    pub found: Vec<Candidate>,
}

impl Root<'_, '_> {
    /// Searches so many plies deep or until stopped; tells when there is something new.
    pub fn search(&mut self, depth: u32, news: &mut dyn FnMut(&[Candidate])) {
        self.glance();
        for layers in 0..=DEEPEST {
            if self.found.len() < 2 && layers > 2 || layers as u32 + 2 > depth {
                return;
            }
            let is_done = if layers == 0 {
                self.leaves()
            } else {
                self.race(layers)
            };
            news(&self.found);
            if is_done.is_none() {
                return;
            }
        }
    }

    /// Values all places at first sight.
    fn glance(&mut self) {
        let mut worths: Vec<(Place, Worth)> = Vec::new();
        for world in self.worlds {
            let sight = &mut self.tree.sights[0];
            let (board, weights) = (&world.board, self.tree.weights);
            self.tree
                .kernel
                .open(sight, board, weights, self.who, Breadth::All);
            (self.tree.count)(1);
            let [own, other] = [self.who, 1 - self.who].map(|who| usize::from(world.hand.0[who]));
            for (at, (place, refined)) in sight.places.iter().enumerate() {
                let gain = refined.of(own, other) as f32 / PARTS;
                let lead = f64::from(sight.lead(self.who) + gain);
                let worth = Worth::expected(lead, sight.field.phase) * world.chance;
                match worths.get_mut(at) {
                    Some((_, sum)) => *sum = *sum + worth,
                    None => worths.push((*place, worth)),
                }
            }
        }
        let candidates = worths.into_iter().map(|(place, worth)| Candidate {
            place,
            worth,
            depth: 1,
            visits: 1,
            answers: Vec::new(),
        });
        self.found = candidates.collect();
        self.sort();
    }

    fn sort(&mut self) {
        // Stable, and so always the same.
        self.found
            .sort_by(|a, b| b.worth.points.total_cmp(&a.worth.points));
    }

    /// How many take part, the wanted one brought among them.
    fn field(&mut self, width: usize) -> usize {
        let width = width.max(self.lines).min(self.found.len());
        let wanted = self.wanted;
        let at = self.found.iter().position(|one| Some(one.place) == wanted);
        match at {
            Some(at) if at >= width => {
                let one = self.found.remove(at);
                self.found.insert(width, one);
                width + 1
            }
            _ => width,
        }
    }

    /// Values the best places by a leaf each.
    fn leaves(&mut self) -> Option<()> {
        let width = self.field(WIDTHS[0]);
        let mut worths = Vec::new();
        let mut is_done = Some(());
        for candidate in &self.found[..width] {
            let worth = leaf(&mut self.tree, self.worlds, self.who, candidate.place);
            let Some(worth) = worth else {
                is_done = None;
                break;
            };
            worths.push(worth);
        }
        for candidate in &mut self.found[..worths.len()] {
            candidate.visits += self.worlds.len() as u64;
        }
        self.take(&worths, 2);
        is_done
    }

    /// Takes new values of the first candidates; the others move with them, behind the best.
    fn take(&mut self, worths: &[Worth], depth: u32) {
        if worths.is_empty() {
            return;
        }
        let (new, rest) = self.found.split_at_mut(worths.len());
        let mut shift = Worth::default();
        for (candidate, worth) in new.iter_mut().zip(worths) {
            shift = shift + *worth + -candidate.worth;
            candidate.worth = *worth;
            candidate.depth = depth;
        }
        let shift = shift / worths.len() as f64;
        let best = worths.iter().map(|worth| worth.points);
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        for candidate in rest {
            candidate.worth = candidate.worth + shift;
            candidate.worth.points = candidate.worth.points.min(best - 0.01);
        }
        self.sort();
    }

    /// Values the best places with so many layers of tiles.
    fn race(&mut self, layers: usize) -> Option<()> {
        let width = self.field(WIDTHS[layers]);
        for candidate in &mut self.found {
            candidate.answers.clear();
        }
        let mut is_done = Some(());
        let mut running: Vec<usize> = (0..width).collect();
        for lot in 0..Pair::LOTS {
            if self.run(layers, lot, &running).is_none() {
                is_done = None;
                break;
            }
            self.drop_out(&mut running);
        }
        let worths = self.results(width);
        self.take(&worths, layers as u32 + 2);
        is_done
    }

    /// Runs one lot of tiles. If it is stopped, the lot does not count for anyone.
    fn run(&mut self, layers: usize, lot: usize, running: &[usize]) -> Option<()> {
        let tiles = Pair::lot(lot);
        let mut answers = Vec::new();
        for at in running {
            let place = self.found[*at].place;
            let mut sums = [Worth::default(); Pair::LOT];
            let mut visits = 0;
            for world in self.worlds {
                let board = world.board.after(place, world.hand);
                let count = &mut *self.tree.count;
                let mut counting = |nodes: u64| {
                    visits += nodes;
                    count(nodes)
                };
                let mut tree = Tree {
                    kernel: self.tree.kernel,
                    weights: self.tree.weights,
                    shape: self.tree.shape,
                    sights: &mut *self.tree.sights,
                    count: &mut counting,
                };
                tree.tiles(&board, 1 - self.who, layers, &tiles, &mut |tile, worth| {
                    sums[tile] = sums[tile] + -worth * world.chance;
                })?;
            }
            answers.push((*at, sums, visits));
        }
        for (at, sums, visits) in answers {
            self.found[at].answers.extend(sums);
            self.found[at].visits += visits;
        }
        Some(())
    }

    /// Takes those out of the race that are clearly worse than the leader.
    fn drop_out(&self, running: &mut Vec<usize>) {
        let Some(leader) = self.leader(running) else {
            return;
        };
        let leading = &self.found[leader].answers;
        running.retain(|at| {
            let one = &self.found[*at];
            if *at == leader || *at < self.lines || Some(one.place) == self.wanted {
                return true;
            }
            let behind = leading
                .iter()
                .zip(&one.answers)
                .map(|(a, b)| a.points - b.points);
            let count = leading.len().max(2) as f64;
            let (sum, squares) = behind.fold((0.0, 0.0), |(sum, squares), by| {
                (sum + by, squares + by * by)
            });
            let mean = sum / count;
            let error = ((squares / count - mean * mean).max(0.0) / (count - 1.0)).sqrt();
            mean < 2.5 * error + 1.0
        });
    }

    fn leader(&self, running: &[usize]) -> Option<usize> {
        let mean = |at: &usize| mean(&self.found[*at].answers).points;
        running
            .iter()
            .copied()
            .max_by(|a, b| mean(a).total_cmp(&mean(b)).then(b.cmp(a)))
    }

    /// What the race says of those who took part. One that dropped out is worth what the leader is
    /// but for the difference over the tiles that both had; and if there were not all tiles, what
    /// was thought before keeps its part.
    fn results(&self, width: usize) -> Vec<Worth> {
        let all: Vec<usize> = (0..width).collect();
        let most = self.found[..width].iter().map(|one| one.answers.len());
        let most = most.max().unwrap_or(0);
        if most == 0 {
            return Vec::new();
        }
        let full = |at: &usize| self.found[*at].answers.len() == most;
        let runners: Vec<usize> = all.iter().copied().filter(full).collect();
        let Some(leader) = self.leader(&runners) else {
            return Vec::new();
        };
        let leading = &self.found[leader];
        let part = most as f64 / (most as f64 + 8.0) * (38.0 / 30.0);
        let top = if most == Pair::ALL.len() {
            mean(&leading.answers)
        } else {
            leading.worth
        };
        let results = all.iter().map(|at| {
            let one = &self.found[*at];
            let same = &leading.answers[..one.answers.len()];
            let by = mean(&one.answers) + -mean(same);
            let before = one.worth + -leading.worth;
            top + by * part + before * (1.0 - part)
        });
        results.collect()
    }
}

fn mean(worths: &[Worth]) -> Worth {
    let sum = worths
        .iter()
        .fold(Worth::default(), |sum, worth| sum + *worth);
    sum / worths.len().max(1) as f64
}

/// What a place is worth by a leaf.
fn leaf(tree: &mut Tree<'_>, worlds: &[World], who: usize, place: Place) -> Option<Worth> {
    let mut sum = Worth::default();
    for world in worlds {
        let board = world.board.after(place, world.hand);
        sum = sum + -tree.leaf(&board, 1 - who)? * world.chance;
    }
    Some(sum)
}
