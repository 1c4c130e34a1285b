//! The places for the tile in hand, valued more and more deeply; the best ones race.
//!
//! Two places are compared tile by tile of the answer, and the tiles come in five lots in each of
//! which both colours stand once at each of the six dots: after a lot or two it is often clear
//! that a place is worse, and it is followed no further. After the races come rollouts, round by
//! round, as long as there are nodes.

use super::board::{Bitboard, PlaceIndex, TilePattern};
use super::expectimax::{Expectimax, MAX_LAYERS};
use super::gains::POINT_SCALE;
use super::kernel::Breadth;
use super::payoff::Payoff;
use super::playout::{self, playout};
use crate::search::SplitMix64;
use std::cmp::Ordering;

/// The board and the tile in hand as they are if the colours are what they may be.
#[derive(Clone, Debug)]
pub struct Determinization {
    /// The board.
    pub board: Bitboard,
    /// The tile in hand.
    pub tile: TilePattern,
    /// How likely that is; all together 1.
    pub probability: f64,
}

/// A place, and what is known of it.
#[derive(Clone, Debug)]
pub struct PlaceCandidate {
    /// The place.
    pub place: PlaceIndex,
    /// What it is worth to the player who takes it.
    pub payoff: Payoff,
    /// How many plies deep that was found.
    pub depth: u32,
    /// How many boards were looked at for it.
    pub visits: u64,
    /// In a race: what it was worth before.
    prior_payoff: Payoff,
    /// What it is worth by the tile of the answer.
    samples: Vec<Payoff>,
}

impl PlaceCandidate {
    /// One that was looked at once.
    pub const fn new(place: PlaceIndex, worth: Payoff) -> Self {
        Self {
            place,
            payoff: worth,
            depth: 1,
            visits: 1,
            prior_payoff: worth,
            samples: Vec::new(),
        }
    }
}

/// So many places are valued by a leaf, and so many take part in the races over one layer, two
/// and so on.
const RACE_WIDTHS: [usize; MAX_LAYERS + 1] = [64, 24, 10, 5, 3];
/// The last race before the rollouts; deeper ones are run for who asks for a depth. (10 000 nodes a
/// move: with rollouts in their place 47 of 100 games won, 13 drawn, in two thirds of the time.)
const MAX_RACE_LAYERS: usize = 1;
/// So many places are rolled out.
const PLAYOUT_CANDIDATES: usize = 5;
/// So many rounds at most: what chance leaves in their means is far below what is wrong with them.
const MAX_PLAYOUT_ROUNDS: usize = 5 * 2048;
/// With so many rollouts they count as much as what was thought before: chance is in them, and in
/// that what no leaf sees.
const PRIOR_PLAYOUTS: f64 = 60.0;

/// The search from a position in which a tile is in hand.
pub struct BoxRootSearch<'a, 'b> {
    /// The tree under it.
    pub expectimax: Expectimax<'b>,
    /// What the colours may be.
    pub determinizations: &'a [Determinization],
    /// Where random numbers start.
    pub seed: u64,
    /// Who places the tile.
    pub player: usize,
    /// How many of the best places are to be told apart.
    pub lines: usize,
    /// A place that must be valued like the best ones.
    pub include: Option<PlaceIndex>,
    /// What was found, the best first.
    pub candidates: Vec<PlaceCandidate>,
}

impl BoxRootSearch<'_, '_> {
    /// Searches so many plies deep, or as deep as is useful and then by rollouts, until stopped;
    /// tells when there is something new.
    pub fn search(&mut self, depth: Option<u32>, news: &mut dyn FnMut(&[PlaceCandidate])) {
        self.evaluate_all();
        let deepest = depth.map_or(MAX_RACE_LAYERS as u32 + 2, |depth| {
            depth.min(MAX_LAYERS as u32 + 2)
        });
        for layers in 0..(deepest as usize).saturating_sub(1) {
            let is_done = if layers == 0 {
                self.evaluate_leaves()
            } else {
                self.race(layers)
            };
            news(&self.candidates);
            if is_done.is_none() {
                return;
            }
        }
        if depth.is_none() {
            self.run_playouts(news);
        }
    }

    /// Values all places at first sight.
    fn evaluate_all(&mut self) {
        let mut worths: Vec<(PlaceIndex, Payoff)> = Vec::new();
        for world in self.determinizations {
            let sight = &mut self.expectimax.workspaces[0];
            let (board, weights) = (&world.board, &self.expectimax.weights.gain);
            self.expectimax
                .kernel
                .evaluate(sight, board, weights, self.player, Breadth::All);
            (self.expectimax.count_nodes)(1);
            let [own, other] =
                [self.player, 1 - self.player].map(|who| usize::from(world.tile.0[who]));
            for (at, (place, refined)) in sight.refined_places.iter().enumerate() {
                let gain = refined.for_dots(own, other) as f32 / POINT_SCALE;
                let lead = f64::from(sight.lead(self.player) + gain);
                let worth =
                    Payoff::from_expected_lead(lead, sight.evaluation.phase) * world.probability;
                match worths.get_mut(at) {
                    Some((_, sum)) => *sum = *sum + worth,
                    None => worths.push((*place, worth)),
                }
            }
        }
        let candidates = worths.into_iter();
        let candidates = candidates.map(|(place, worth)| PlaceCandidate::new(place, worth));
        self.candidates = candidates.collect();
        self.candidates.sort_by(by_payoff);
    }

    /// How many take part, the wanted one brought among them.
    fn select_width(&mut self, width: usize) -> usize {
        let width = width.max(self.lines).min(self.candidates.len());
        let wanted = self.include;
        let at = self
            .candidates
            .iter()
            .position(|one| Some(one.place) == wanted);
        match at {
            Some(at) if at >= width => {
                let one = self.candidates.remove(at);
                self.candidates.insert(width, one);
                width + 1
            }
            _ => width,
        }
    }

    /// Values the best places by a leaf each.
    fn evaluate_leaves(&mut self) -> Option<()> {
        let width = self.select_width(RACE_WIDTHS[0]);
        let mut worths = Vec::new();
        let mut is_done = Some(());
        for candidate in &self.candidates[..width] {
            let worth = leaf_payoff(
                &mut self.expectimax,
                self.determinizations,
                self.player,
                candidate.place,
            );
            let Some(worth) = worth else {
                is_done = None;
                break;
            };
            worths.push(worth);
        }
        for candidate in &mut self.candidates[..worths.len()] {
            candidate.visits += self.determinizations.len() as u64;
        }
        self.apply_payoffs(&worths, 2);
        is_done
    }

    /// Takes new values of the first candidates; the others move with them, and stay behind.
    fn apply_payoffs(&mut self, worths: &[Payoff], depth: u32) {
        if worths.is_empty() {
            return;
        }
        let (new, rest) = self.candidates.split_at_mut(worths.len());
        let mut shift = Payoff::default();
        for (candidate, worth) in new.iter_mut().zip(worths) {
            shift = shift + *worth + -candidate.payoff;
            candidate.payoff = *worth;
            candidate.depth = depth;
        }
        let shift = shift / worths.len() as f64;
        new.sort_by(by_payoff);
        // The wanted one may be far below those that were not looked at.
        let mut known = new.iter().rev();
        let last = known.find(|one| Some(one.place) != self.include);
        for candidate in &mut *rest {
            candidate.payoff = candidate.payoff + shift;
            if let Some(last) = last
                && candidate.payoff.points > last.payoff.points - 0.01
            {
                candidate.payoff = last.payoff;
                candidate.payoff.points -= 0.01;
            }
        }
        rest.sort_by(by_payoff);
    }

    /// Values the best places with so many layers of tiles.
    fn race(&mut self, layers: usize) -> Option<()> {
        let mut running = self.start_race(RACE_WIDTHS[layers]);
        let width = running.len();
        let mut is_done = Some(());
        for lot in 0..TilePattern::BATCH_COUNT {
            if self.run_batch(layers, lot, &running).is_none() {
                is_done = None;
                break;
            }
            self.eliminate(&mut running);
        }
        let most = self.max_samples() as f64;
        // All tiles are the whole truth of a layer.
        let part = most / (most + 8.0) * (38.0 / 30.0);
        let worths = self.combined_payoffs(width, part);
        self.apply_payoffs(&worths, layers as u32 + 2);
        is_done
    }

    /// Brings the best places to a start; their numbers.
    fn start_race(&mut self, width: usize) -> Vec<usize> {
        let width = self.select_width(width);
        for candidate in &mut self.candidates {
            candidate.samples.clear();
            candidate.prior_payoff = candidate.payoff;
        }
        (0..width).collect()
    }

    /// Rollouts of the best places, round by round; who is clearly worse drops out.
    fn run_playouts(&mut self, news: &mut dyn FnMut(&[PlaceCandidate])) {
        let mut running = self.start_race(PLAYOUT_CANDIDATES);
        let width = running.len();
        if width < 2 {
            return;
        }
        for round in 0..MAX_PLAYOUT_ROUNDS {
            let is_stopped = self.playout_round(round, &running).is_none();
            let is_last = is_stopped || round + 1 == MAX_PLAYOUT_ROUNDS;
            if is_last || (round + 1).is_power_of_two() {
                let most = self.max_samples() as f64;
                let worths = self.combined_payoffs(width, most / (most + PRIOR_PLAYOUTS));
                self.apply_payoffs(&worths, playout::PLAYOUT_TILES as u32 + 2);
                news(&self.candidates);
            }
            if is_last {
                return;
            }
            running = self.fully_sampled();
            self.eliminate(&mut running);
        }
    }

    /// A rollout for each tile of a lot.
    fn playout_round(&mut self, round: usize, running: &[usize]) -> Option<()> {
        let (worlds, who, seed) = (self.determinizations, self.player, self.seed);
        self.collect_samples(running, &mut |tree, place| {
            let numbers =
                round * playout::PLAYOUTS_PER_ROUND..(round + 1) * playout::PLAYOUTS_PER_ROUND;
            let worths = numbers.map(|number| {
                // The same tiles, and the same colours, for all places.
                let mut random = SplitMix64::stream(seed, number as u64);
                let world = pick_determinization(worlds, f64::from(random.unit()))?;
                let board = world.board.after(place, world.tile);
                Some(-playout(tree, &board, 1 - who, number, &mut random)?)
            });
            worths.collect()
        })
    }

    /// Runs one lot of tiles. If it is stopped, the lot does not count for anyone.
    fn run_batch(&mut self, layers: usize, lot: usize, running: &[usize]) -> Option<()> {
        let (worlds, who) = (self.determinizations, self.player);
        let tiles = TilePattern::batch(lot);
        self.collect_samples(running, &mut |tree, place| {
            let mut sums = vec![Payoff::default(); TilePattern::BATCH_SIZE];
            for world in worlds {
                let board = world.board.after(place, world.tile);
                tree.tile_payoffs(&board, 1 - who, layers, &tiles, &mut |tile, worth| {
                    sums[tile] = sums[tile] + -worth * world.probability;
                })?;
            }
            Some(sums)
        })
    }

    /// Asks for more answers to those who run. If it is stopped, they do not count for anyone.
    fn collect_samples(
        &mut self,
        running: &[usize],
        answer: &mut dyn FnMut(&mut Expectimax<'_>, PlaceIndex) -> Option<Vec<Payoff>>,
    ) -> Option<()> {
        let mut all = Vec::new();
        for at in running {
            let mut visits = 0;
            let count = &mut *self.expectimax.count_nodes;
            let mut counting = |nodes: u64| {
                visits += nodes;
                count(nodes)
            };
            let mut tree = Expectimax {
                kernel: self.expectimax.kernel,
                weights: self.expectimax.weights,
                params: self.expectimax.params,
                workspaces: &mut *self.expectimax.workspaces,
                count_nodes: &mut counting,
            };
            let answers = answer(&mut tree, self.candidates[*at].place)?;
            all.push((*at, answers, visits));
        }
        for (at, answers, visits) in all {
            self.candidates[at].samples.extend(answers);
            self.candidates[at].visits += visits;
        }
        Some(())
    }

    /// Takes those out of the race that are clearly worse than the leader.
    fn eliminate(&self, running: &mut Vec<usize>) {
        let Some(leader) = self.leader(running) else {
            return;
        };
        let leading = &self.candidates[leader].samples;
        running.retain(|at| {
            let one = &self.candidates[*at];
            if *at == leader || *at < self.lines || Some(one.place) == self.include {
                return true;
            }
            let behind = leading
                .iter()
                .zip(&one.samples)
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
        let mean = |at: &usize| mean_payoff(&self.candidates[*at].samples).points;
        running
            .iter()
            .copied()
            .max_by(|a, b| mean(a).total_cmp(&mean(b)).then(b.cmp(a)))
    }

    fn max_samples(&self) -> usize {
        let counts = self.candidates.iter().map(|one| one.samples.len());
        counts.max().unwrap_or(0)
    }

    /// Those who have all answers there are.
    fn fully_sampled(&self) -> Vec<usize> {
        let most = self.max_samples();
        let all = 0..self.candidates.len();
        all.filter(|at| most > 0 && self.candidates[*at].samples.len() == most)
            .collect()
    }

    /// What those who took part, who are the first, are worth: for this part what the answers say,
    /// for the rest what was thought before. One that dropped out is worth what the leader is but
    /// for the difference over the answers that both have. Nothing without answers.
    fn combined_payoffs(&self, width: usize, part: f64) -> Vec<Payoff> {
        let Some(leader) = self.leader(&self.fully_sampled()) else {
            return Vec::new();
        };
        let leading = &self.candidates[leader];
        let top = mean_payoff(&leading.samples) * part + leading.prior_payoff * (1.0 - part);
        let results = self.candidates[..width].iter().map(|one| {
            let same = &leading.samples[..one.samples.len()];
            let by = mean_payoff(&one.samples) + -mean_payoff(same);
            let before = one.prior_payoff + -leading.prior_payoff;
            top + by * part + before * (1.0 - part)
        });
        results.collect()
    }
}

/// What is worth more first. (Sorts with it are stable, and so always the same.)
fn by_payoff(one: &PlaceCandidate, other: &PlaceCandidate) -> Ordering {
    other.payoff.points.total_cmp(&one.payoff.points)
}

/// The world at a place between 0 and 1.
fn pick_determinization(worlds: &[Determinization], mut at: f64) -> Option<&Determinization> {
    let is_it = |world: &&Determinization| {
        at -= world.probability;
        at < 0.0
    };
    worlds.iter().find(is_it).or(worlds.last())
}

fn mean_payoff(worths: &[Payoff]) -> Payoff {
    let sum = worths
        .iter()
        .fold(Payoff::default(), |sum, worth| sum + *worth);
    sum / worths.len().max(1) as f64
}

/// What a place is worth by a leaf.
fn leaf_payoff(
    tree: &mut Expectimax<'_>,
    worlds: &[Determinization],
    who: usize,
    place: PlaceIndex,
) -> Option<Payoff> {
    let mut sum = Payoff::default();
    for world in worlds {
        let board = world.board.after(place, world.tile);
        sum = sum + -tree.leaf_payoff(&board, 1 - who)? * world.probability;
    }
    Some(sum)
}
