//! The places for the tile in hand, valued more and more deeply; the best ones race.
//!
//! Two places are compared tile by tile of the answer, and the tiles come in five lots in each of
//! which both colours stand once at each of the six dots: after a lot or two it is often clear
//! that a place is worse, and it is followed no further. After the races come rollouts, round by
//! round, as long as there are nodes.

use super::board::{Board, Pair, Place};
use super::gains::PARTS;
use super::kernel::Breadth;
use super::rollout::{self, rollout};
use super::tree::{DEEPEST, Tree};
use super::worth::Worth;
use crate::search::SplitMix64;
use std::cmp::Ordering;

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
    /// In a race: what it was worth before.
    before: Worth,
    /// What it is worth by the tile of the answer.
    answers: Vec<Worth>,
}

impl Candidate {
    /// One that was looked at once.
    pub const fn new(place: Place, worth: Worth) -> Self {
        Self {
            place,
            worth,
            depth: 1,
            visits: 1,
            before: worth,
            answers: Vec::new(),
        }
    }
}

/// So many places are valued by a leaf, and so many take part in the races over one layer, two
/// and so on.
const WIDTHS: [usize; DEEPEST + 1] = [64, 24, 10, 5, 3];
/// The last race before the rollouts; deeper ones are run for who asks for a depth. (10 000 nodes a
/// move: with rollouts in their place 47 of 100 games won, 13 drawn, in two thirds of the time.)
const LAYERS: usize = 1;
/// So many places are rolled out.
const ROLLED: usize = 5;
/// So many rounds at most: what chance leaves in their means is far below what is wrong with them.
const ROUNDS: usize = 5 * 2048;
/// With so many rollouts they count as much as what was thought before: chance is in them, and in
/// that what no leaf sees.
const EQUAL: f64 = 60.0;

/// The search from a position in which a tile is in hand.
pub struct Root<'a, 'b> {
    /// The tree under it.
    pub tree: Tree<'b>,
    /// What the colours may be.
    pub worlds: &'a [World],
    /// Where random numbers start.
    pub seed: u64,
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
    /// Searches so many plies deep, or as deep as is useful and then by rollouts, until stopped;
    /// tells when there is something new.
    pub fn search(&mut self, depth: Option<u32>, news: &mut dyn FnMut(&[Candidate])) {
        self.glance();
        let deepest = depth.map_or(LAYERS as u32 + 2, |depth| depth.min(DEEPEST as u32 + 2));
        for layers in 0..(deepest as usize).saturating_sub(1) {
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
        if depth.is_none() {
            self.roll_out(news);
        }
    }

    /// Values all places at first sight.
    fn glance(&mut self) {
        let mut worths: Vec<(Place, Worth)> = Vec::new();
        for world in self.worlds {
            let sight = &mut self.tree.sights[0];
            let (board, weights) = (&world.board, &self.tree.eyes.glance);
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
        let candidates = worths.into_iter();
        let candidates = candidates.map(|(place, worth)| Candidate::new(place, worth));
        self.found = candidates.collect();
        self.found.sort_by(in_order);
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

    /// Takes new values of the first candidates; the others move with them, and stay behind.
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
        new.sort_by(in_order);
        // The wanted one may be far below those that were not looked at.
        let mut known = new.iter().rev();
        let last = known.find(|one| Some(one.place) != self.wanted);
        for candidate in &mut *rest {
            candidate.worth = candidate.worth + shift;
            if let Some(last) = last
                && candidate.worth.points > last.worth.points - 0.01
            {
                candidate.worth = last.worth;
                candidate.worth.points -= 0.01;
            }
        }
        rest.sort_by(in_order);
    }

    /// Values the best places with so many layers of tiles.
    fn race(&mut self, layers: usize) -> Option<()> {
        let mut running = self.line_up(WIDTHS[layers]);
        let width = running.len();
        let mut is_done = Some(());
        for lot in 0..Pair::LOTS {
            if self.run(layers, lot, &running).is_none() {
                is_done = None;
                break;
            }
            self.drop_out(&mut running);
        }
        let most = self.most_answers() as f64;
        // All tiles are the whole truth of a layer.
        let part = most / (most + 8.0) * (38.0 / 30.0);
        let worths = self.results(width, part);
        self.take(&worths, layers as u32 + 2);
        is_done
    }

    /// Brings the best places to a start; their numbers.
    fn line_up(&mut self, width: usize) -> Vec<usize> {
        let width = self.field(width);
        for candidate in &mut self.found {
            candidate.answers.clear();
            candidate.before = candidate.worth;
        }
        (0..width).collect()
    }

    /// Rollouts of the best places, round by round; who is clearly worse drops out.
    fn roll_out(&mut self, news: &mut dyn FnMut(&[Candidate])) {
        let mut running = self.line_up(ROLLED);
        let width = running.len();
        if width < 2 {
            return;
        }
        for round in 0..ROUNDS {
            let is_stopped = self.round(round, &running).is_none();
            let is_last = is_stopped || round + 1 == ROUNDS;
            if is_last || (round + 1).is_power_of_two() {
                let most = self.most_answers() as f64;
                let worths = self.results(width, most / (most + EQUAL));
                self.take(&worths, rollout::LENGTH as u32 + 2);
                news(&self.found);
            }
            if is_last {
                return;
            }
            running = self.runners();
            self.drop_out(&mut running);
        }
    }

    /// A rollout for each tile of a lot.
    fn round(&mut self, round: usize, running: &[usize]) -> Option<()> {
        let (worlds, who, seed) = (self.worlds, self.who, self.seed);
        self.ask(running, &mut |tree, place| {
            let numbers = round * rollout::ROUND..(round + 1) * rollout::ROUND;
            let worths = numbers.map(|number| {
                // The same tiles, and the same colours, for all places.
                let mut random = SplitMix64::stream(seed, number as u64);
                let world = drawn(worlds, f64::from(random.unit()))?;
                let board = world.board.after(place, world.hand);
                Some(-rollout(tree, &board, 1 - who, number, &mut random)?)
            });
            worths.collect()
        })
    }

    /// Runs one lot of tiles. If it is stopped, the lot does not count for anyone.
    fn run(&mut self, layers: usize, lot: usize, running: &[usize]) -> Option<()> {
        let (worlds, who) = (self.worlds, self.who);
        let tiles = Pair::lot(lot);
        self.ask(running, &mut |tree, place| {
            let mut sums = vec![Worth::default(); Pair::LOT];
            for world in worlds {
                let board = world.board.after(place, world.hand);
                tree.tiles(&board, 1 - who, layers, &tiles, &mut |tile, worth| {
                    sums[tile] = sums[tile] + -worth * world.chance;
                })?;
            }
            Some(sums)
        })
    }

    /// Asks for more answers to those who run. If it is stopped, they do not count for anyone.
    fn ask(
        &mut self,
        running: &[usize],
        answer: &mut dyn FnMut(&mut Tree<'_>, Place) -> Option<Vec<Worth>>,
    ) -> Option<()> {
        let mut all = Vec::new();
        for at in running {
            let mut visits = 0;
            let count = &mut *self.tree.count;
            let mut counting = |nodes: u64| {
                visits += nodes;
                count(nodes)
            };
            let mut tree = Tree {
                kernel: self.tree.kernel,
                eyes: self.tree.eyes,
                shape: self.tree.shape,
                sights: &mut *self.tree.sights,
                count: &mut counting,
            };
            let answers = answer(&mut tree, self.found[*at].place)?;
            all.push((*at, answers, visits));
        }
        for (at, answers, visits) in all {
            self.found[at].answers.extend(answers);
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

    fn most_answers(&self) -> usize {
        let counts = self.found.iter().map(|one| one.answers.len());
        counts.max().unwrap_or(0)
    }

    /// Those who have all answers there are.
    fn runners(&self) -> Vec<usize> {
        let most = self.most_answers();
        let all = 0..self.found.len();
        all.filter(|at| most > 0 && self.found[*at].answers.len() == most)
            .collect()
    }

    /// What those who took part, who are the first, are worth: for this part what the answers say,
    /// for the rest what was thought before. One that dropped out is worth what the leader is but
    /// for the difference over the answers that both have. Nothing without answers.
    fn results(&self, width: usize, part: f64) -> Vec<Worth> {
        let Some(leader) = self.leader(&self.runners()) else {
            return Vec::new();
        };
        let leading = &self.found[leader];
        let top = mean(&leading.answers) * part + leading.before * (1.0 - part);
        let results = self.found[..width].iter().map(|one| {
            let same = &leading.answers[..one.answers.len()];
            let by = mean(&one.answers) + -mean(same);
            let before = one.before + -leading.before;
            top + by * part + before * (1.0 - part)
        });
        results.collect()
    }
}

/// What is worth more first. (Sorts with it are stable, and so always the same.)
fn in_order(one: &Candidate, other: &Candidate) -> Ordering {
    other.worth.points.total_cmp(&one.worth.points)
}

/// The world at a place between 0 and 1.
fn drawn(worlds: &[World], mut at: f64) -> Option<&World> {
    let is_it = |world: &&World| {
        at -= world.chance;
        at < 0.0
    };
    worlds.iter().find(is_it).or(worlds.last())
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
