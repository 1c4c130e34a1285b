//! The search at the root: the places for the tile in hand are evaluated more and more deeply, and
//! the best ones race against each other.
//!
//! Two places are compared for each tile of the reply. The tiles come in five batches, in each of
//! which each colour takes each of the six dots once: after a batch or two it is often clear that
//! a place is worse, and it drops out. After the races come playouts, round by round, as long as
//! the budget allows.

use super::before_chance::Determinization;
use super::board::{PlaceIndex, TilePattern};
use super::expectimax::{Expectimax, MAX_LAYERS};
use super::gains::POINT_SCALE;
use super::kernel::Breadth;
use super::payoff::Payoff;
use super::playout::{self, playout};
use crate::search::SplitMix64;
use std::cmp::Ordering;

/// A place for the tile in hand, with the results of its search.
#[derive(Clone, Debug)]
pub struct PlaceCandidate {
    /// The place of the tile.
    pub place: PlaceIndex,
    /// The payoff to the player who puts the tile there.
    pub payoff: Payoff,
    /// The depth of the search that gave the payoff, in plies.
    pub depth: u32,
    /// The number of boards that were evaluated for this place.
    pub visits: u64,
    /// The payoff before the current race.
    prior_payoff: Payoff,
    /// The payoffs in the current race, by the tile of the reply or by playout.
    samples: Vec<Payoff>,
}

impl PlaceCandidate {
    /// Creates a candidate that was evaluated once.
    pub const fn new(place: PlaceIndex, payoff: Payoff) -> Self {
        Self {
            place,
            payoff,
            depth: 1,
            visits: 1,
            prior_payoff: payoff,
            samples: Vec::new(),
        }
    }
}

/// The number of places that are evaluated by a leaf, then of those that take part in the races
/// over one layer, two layers and so on.
const RACE_WIDTHS: [usize; MAX_LAYERS + 1] = [64, 24, 10, 5, 3];
/// The layers of the last race before the playouts.
///
/// Deeper races are run only if a depth is requested. (10 000 nodes a move: with playouts in their
/// place 47 of 100 games won, 13 drawn, in two thirds of the time.)
const MAX_RACE_LAYERS: usize = 1;
/// The number of places that take part in the playouts.
const PLAYOUT_CANDIDATES: usize = 5;
/// The maximum number of rounds of playouts.
///
/// By then the sampling error of the means is far below their bias.
const MAX_PLAYOUT_ROUNDS: usize = 5 * 2048;
/// The number of playouts at which their mean has the same weight as the previous payoff.
///
/// Playouts are noisy, while the previous payoff is blind to anything beyond its leaves.
const PRIOR_PLAYOUTS: f64 = 60.0;

/// The search from a position in which a tile is in hand.
pub struct BoxRootSearch<'a, 'b> {
    /// The tree search below the root.
    pub expectimax: Expectimax<'b>,
    /// The possible colours with their boards.
    pub determinizations: &'a [Determinization],
    /// The random seed.
    pub seed: u64,
    /// The player who places the tile, 0 or 1.
    pub player: usize,
    /// The number of best places that are never dropped from a race.
    pub lines: usize,
    /// A place that is searched like the best ones, even if it is not among them.
    pub include: Option<PlaceIndex>,
    /// All places with their results, the best first.
    pub candidates: Vec<PlaceCandidate>,
}

impl BoxRootSearch<'_, '_> {
    /// Searches to this depth in plies, or, without a depth, as deep as is useful and then by
    /// playouts until stopped; calls `news` after each improvement.
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

    /// Evaluates all places by their gains.
    fn evaluate_all(&mut self) {
        let mut payoffs: Vec<(PlaceIndex, Payoff)> = Vec::new();
        for determinization in self.determinizations {
            let workspace = &mut self.expectimax.workspaces[0];
            let (board, weights) = (&determinization.board, &self.expectimax.weights.gain);
            self.expectimax
                .kernel
                .evaluate(workspace, board, weights, self.player, Breadth::All);
            (self.expectimax.count_nodes)(1);
            let [own, other] = [self.player, 1 - self.player]
                .map(|player| usize::from(determinization.tile.0[player]));
            for (at, (place, refined)) in workspace.refined_places.iter().enumerate() {
                let gain = refined.for_dots(own, other) as f32 / POINT_SCALE;
                let lead = f64::from(workspace.lead(self.player) + gain);
                let payoff = Payoff::from_expected_lead(lead, workspace.evaluation.phase)
                    * determinization.probability;
                match payoffs.get_mut(at) {
                    Some((_, sum)) => *sum = *sum + payoff,
                    None => payoffs.push((*place, payoff)),
                }
            }
        }
        let candidates = payoffs.into_iter();
        let candidates = candidates.map(|(place, payoff)| PlaceCandidate::new(place, payoff));
        self.candidates = candidates.collect();
        self.candidates.sort_by(by_payoff);
    }

    /// Returns the number of places that take part, after moving the included one among them.
    fn select_width(&mut self, width: usize) -> usize {
        let width = width.max(self.lines).min(self.candidates.len());
        let included = self.include;
        let included_index = self
            .candidates
            .iter()
            .position(|candidate| Some(candidate.place) == included);
        match included_index {
            Some(included_index) if included_index >= width => {
                let candidate = self.candidates.remove(included_index);
                self.candidates.insert(width, candidate);
                width + 1
            }
            _ => width,
        }
    }

    /// Evaluates each of the best places by a leaf; returns `None` when stopped.
    fn evaluate_leaves(&mut self) -> Option<()> {
        let width = self.select_width(RACE_WIDTHS[0]);
        let mut payoffs = Vec::new();
        let mut is_done = Some(());
        for candidate in &self.candidates[..width] {
            let payoff = leaf_payoff(
                &mut self.expectimax,
                self.determinizations,
                self.player,
                candidate.place,
            );
            let Some(payoff) = payoff else {
                is_done = None;
                break;
            };
            payoffs.push(payoff);
        }
        for candidate in &mut self.candidates[..payoffs.len()] {
            candidate.visits += self.determinizations.len() as u64;
        }
        self.apply_payoffs(&payoffs, 2);
        is_done
    }

    /// Applies new payoffs to the first candidates.
    ///
    /// The payoffs of the others shift by the mean change, but stay below those of the first.
    fn apply_payoffs(&mut self, payoffs: &[Payoff], depth: u32) {
        if payoffs.is_empty() {
            return;
        }
        let (new, rest) = self.candidates.split_at_mut(payoffs.len());
        let mut shift = Payoff::default();
        for (candidate, payoff) in new.iter_mut().zip(payoffs) {
            shift = shift + *payoff + -candidate.payoff;
            candidate.payoff = *payoff;
            candidate.depth = depth;
        }
        let shift = shift / payoffs.len() as f64;
        new.sort_by(by_payoff);
        // The included place may be far below those that were not searched.
        let last = new
            .iter()
            .rev()
            .find(|candidate| Some(candidate.place) != self.include);
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

    /// Searches the best places through `layers` layers of tiles; returns `None` when stopped.
    fn race(&mut self, layers: usize) -> Option<()> {
        let mut running = self.start_race(RACE_WIDTHS[layers]);
        let width = running.len();
        let mut is_done = Some(());
        for batch in 0..TilePattern::BATCH_COUNT {
            if self.run_batch(layers, batch, &running).is_none() {
                is_done = None;
                break;
            }
            self.eliminate(&mut running);
        }
        let sample_count = self.max_samples() as f64;
        // With all thirty tiles the payoffs of the layer are complete, so that their part is 1.
        let part = sample_count / (sample_count + 8.0) * (38.0 / 30.0);
        let payoffs = self.combined_payoffs(width, part);
        self.apply_payoffs(&payoffs, layers as u32 + 2);
        is_done
    }

    /// Resets the samples of all places, and returns the indices of those that take part.
    fn start_race(&mut self, width: usize) -> Vec<usize> {
        let width = self.select_width(width);
        for candidate in &mut self.candidates {
            candidate.samples.clear();
            candidate.prior_payoff = candidate.payoff;
        }
        (0..width).collect()
    }

    /// Runs playouts of the best places, round by round; clearly worse places drop out.
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
                let sample_count = self.max_samples() as f64;
                let payoffs =
                    self.combined_payoffs(width, sample_count / (sample_count + PRIOR_PLAYOUTS));
                self.apply_payoffs(&payoffs, playout::PLAYOUT_TILES as u32 + 2);
                news(&self.candidates);
            }
            if is_last {
                return;
            }
            running = self.fully_sampled();
            self.eliminate(&mut running);
        }
    }

    /// Runs one playout for each tile of a batch; returns `None` when stopped.
    fn playout_round(&mut self, round: usize, running: &[usize]) -> Option<()> {
        let (determinizations, player, seed) = (self.determinizations, self.player, self.seed);
        self.collect_samples(running, &mut |tree, place| {
            let numbers =
                round * playout::PLAYOUTS_PER_ROUND..(round + 1) * playout::PLAYOUTS_PER_ROUND;
            let payoffs = numbers.map(|number| {
                // Common random numbers give all places the same tiles and the same colours.
                let mut random = SplitMix64::stream(seed, number as u64);
                let determinization =
                    pick_determinization(determinizations, f64::from(random.unit()))?;
                let board = determinization.board.after(place, determinization.tile);
                Some(-playout(tree, &board, 1 - player, number, &mut random)?)
            });
            payoffs.collect()
        })
    }

    /// Searches one batch of tiles for each running place; returns `None` when stopped.
    fn run_batch(&mut self, layers: usize, batch: usize, running: &[usize]) -> Option<()> {
        let (determinizations, player) = (self.determinizations, self.player);
        let tiles = TilePattern::batch(batch);
        self.collect_samples(running, &mut |tree, place| {
            let mut sums = vec![Payoff::default(); TilePattern::BATCH_SIZE];
            for determinization in determinizations {
                let board = determinization.board.after(place, determinization.tile);
                tree.tile_payoffs(&board, 1 - player, layers, &tiles, &mut |tile, payoff| {
                    sums[tile] = sums[tile] + -payoff * determinization.probability;
                })?;
            }
            Some(sums)
        })
    }

    /// Adds the samples that `answer` returns for each running place.
    ///
    /// Returns `None` when stopped; then no place gets its new samples.
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

    /// Removes the places from the race that are clearly worse than the leader.
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

    /// Returns the running place with the highest mean of samples.
    fn leader(&self, running: &[usize]) -> Option<usize> {
        let mean = |at: &usize| mean_payoff(&self.candidates[*at].samples).points;
        running
            .iter()
            .copied()
            .max_by(|a, b| mean(a).total_cmp(&mean(b)).then(b.cmp(a)))
    }

    /// Returns the largest number of samples of any place.
    fn max_samples(&self) -> usize {
        let counts = self.candidates.iter().map(|one| one.samples.len());
        counts.max().unwrap_or(0)
    }

    /// Returns the places that have the largest number of samples.
    fn fully_sampled(&self) -> Vec<usize> {
        let most = self.max_samples();
        let all = 0..self.candidates.len();
        all.filter(|at| most > 0 && self.candidates[*at].samples.len() == most)
            .collect()
    }

    /// Returns the payoffs of the first `width` places, which took part in the race.
    ///
    /// They are means of the samples with weight `part` and of the prior payoff with the rest. A
    /// place that dropped out gets the leader's payoff plus the mean difference over the samples
    /// that both have. Without samples the result is empty.
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

/// Orders candidates by payoff, the highest first; stable sorts with it are deterministic.
fn by_payoff(one: &PlaceCandidate, other: &PlaceCandidate) -> Ordering {
    other.payoff.points.total_cmp(&one.payoff.points)
}

/// Returns the determinization at a point between 0 and 1 of the cumulative distribution.
fn pick_determinization(
    determinizations: &[Determinization],
    mut point: f64,
) -> Option<&Determinization> {
    let is_chosen = |determinization: &&Determinization| {
        point -= determinization.probability;
        point < 0.0
    };
    determinizations
        .iter()
        .find(is_chosen)
        .or(determinizations.last())
}

fn mean_payoff(payoffs: &[Payoff]) -> Payoff {
    let sum = payoffs
        .iter()
        .fold(Payoff::default(), |sum, payoff| sum + *payoff);
    sum / payoffs.len().max(1) as f64
}

/// Returns the mean leaf payoff of a place over the determinizations; `None` when stopped.
fn leaf_payoff(
    tree: &mut Expectimax<'_>,
    determinizations: &[Determinization],
    player: usize,
    place: PlaceIndex,
) -> Option<Payoff> {
    let mut sum = Payoff::default();
    for determinization in determinizations {
        let board = determinization.board.after(place, determinization.tile);
        sum = sum + -tree.leaf_payoff(&board, 1 - player)? * determinization.probability;
    }
    Some(sum)
}
