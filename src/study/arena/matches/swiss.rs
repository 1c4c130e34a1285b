//! The Swiss system: each round pairs bots with about equal scores that have not met.

use super::score::GameScore;
use kifu_core::contract::Player;
use std::collections::{HashMap, HashSet};

/// The number of pairings tried before bots may meet twice. Many bots need two tries each.
const MAX_TRIES: usize = 20_000;

/// The rounds of a Swiss tournament. Each is paired once, when all games before it have a score.
#[derive(Clone, Debug, Default)]
pub struct SwissRounds {
    /// The indices of the bots by their names.
    bots: HashMap<String, usize>,
    half_points: Vec<u32>,
    /// The number of games that each bot has played.
    games: Vec<u32>,
    /// The bots that have met, the smaller index first.
    met: HashSet<[usize; 2]>,
    /// The round that was paired last, with its pairs.
    current: Option<(u32, Vec<[usize; 2]>)>,
    /// The number of scores that were looked at.
    seen_scores: usize,
    /// The scores that were looked at and belong to the current round or a later one.
    pending_scores: Vec<usize>,
    counted_games: u32,
}

impl SwissRounds {
    /// Creates the rounds of bots with these names, in the order of the match.
    pub fn new(names: &[String]) -> Self {
        let mut bots = HashMap::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            bots.entry(name.clone()).or_insert(index);
        }
        Self {
            bots,
            half_points: vec![0; names.len()],
            games: vec![0; names.len()],
            ..Self::default()
        }
    }

    /// Counts a game of an earlier round. A game of other bots changes nothing.
    pub fn count_game(&mut self, score: &GameScore) {
        let bots = [0, 1].map(|seat| self.bots.get(&score.names[seat]).copied());
        let [Some(first), Some(second)] = bots else {
            return;
        };
        self.met.insert([first.min(second), first.max(second)]);
        for (bot, player) in [(first, Player::First), (second, Player::Second)] {
            self.games[bot] += 1;
            self.half_points[bot] += match score.value(player) {
                Some(value) if value > 0.75 => 2,
                Some(value) if value > 0.25 => 1,
                _ => 0,
            };
        }
    }

    /// Returns the pairs of the next round, the leaders' first. With an odd number of bots, a
    /// low-ranked bot that has played in every round so far gets the bye.
    pub fn pair_next(&self) -> Vec<[usize; 2]> {
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        order.sort_by_key(|bot| (std::cmp::Reverse(self.half_points[*bot]), *bot));
        if order.len() % 2 == 1 {
            let most = self.games.iter().max().copied().unwrap_or(0);
            let bye = order.iter().rposition(|bot| self.games[*bot] == most);
            order.remove(bye.unwrap_or(order.len() - 1));
        }
        let pairs = pair_unmet(&order, &self.met, MAX_TRIES.max(2 * order.len()));
        // All bots have met, or too many pairings were tried.
        pairs.unwrap_or_else(|| order.chunks(2).map(|pair| [pair[0], pair[1]]).collect())
    }

    /// Returns the pairs of a round, from 0, given the scores of the match so far, in the order in
    /// which its games ended; `None` if a game of an earlier round has no score yet.
    ///
    /// The rounds are asked for in their order, and scores are only added at the end.
    pub(super) fn pairs_of_round(
        &mut self,
        round: u32,
        games_per_round: u32,
        scores: &[GameScore],
    ) -> Option<&[[usize; 2]]> {
        if self
            .current
            .as_ref()
            .is_none_or(|(paired, _)| *paired != round)
        {
            let first_game = round * games_per_round;
            self.pending_scores.extend(self.seen_scores..scores.len());
            self.seen_scores = scores.len();
            let is_earlier = |at: &usize| scores[*at].index.is_some_and(|game| game < first_game);
            let pending = std::mem::take(&mut self.pending_scores).into_iter();
            let (earlier, later): (Vec<usize>, _) = pending.partition(is_earlier);
            self.pending_scores = later;
            for at in earlier {
                self.count_game(&scores[at]);
                self.counted_games += 1;
            }
            if self.counted_games < first_game {
                return None;
            }
            self.current = Some((round, self.pair_next()));
        }
        self.current.as_ref().map(|(_, pairs)| pairs.as_slice())
    }
}

/// Pairs the best unpaired bot with the nearest one it has not met, such that the others can be
/// paired, too. Returns `None` if that is impossible or the tries run out.
///
/// The search goes back to the last pair when a bot finds no opponent.
fn pair_unmet(
    order: &[usize],
    met: &HashSet<[usize; 2]>,
    mut tries_left: usize,
) -> Option<Vec<[usize; 2]>> {
    let mut unpaired = UnpairedPlaces::new(order.len());
    let mut pairs: Vec<[usize; 2]> = Vec::with_capacity(order.len() / 2);
    let mut first = unpaired.first();
    let mut other = unpaired.after(first);
    while first != unpaired.end() {
        if other == unpaired.end() {
            let [last_first, last_other] = pairs.pop()?;
            unpaired.restore(last_other);
            unpaired.restore(last_first);
            (first, other) = (last_first, unpaired.after(last_other));
            continue;
        }
        tries_left = tries_left.checked_sub(1)?;
        let (one, two) = (order[first], order[other]);
        if met.contains(&[one.min(two), one.max(two)]) {
            other = unpaired.after(other);
            continue;
        }
        unpaired.remove(first);
        unpaired.remove(other);
        pairs.push([first, other]);
        first = unpaired.first();
        other = unpaired.after(first);
    }
    let bots = pairs.into_iter().map(|pair| pair.map(|place| order[place]));
    Some(bots.collect())
}

/// The places of the unpaired bots in the order of their ranks: a doubly linked list from which
/// places are removed and to which they return in the opposite order (Knuth's *dancing links*).
struct UnpairedPlaces {
    next: Vec<usize>,
    previous: Vec<usize>,
}

impl UnpairedPlaces {
    fn new(count: usize) -> Self {
        // The place after the last one closes the ring.
        let size = count + 1;
        Self {
            next: (0..size).map(|place| (place + 1) % size).collect(),
            previous: (0..size).map(|place| (place + count) % size).collect(),
        }
    }

    fn end(&self) -> usize {
        self.next.len() - 1
    }

    fn first(&self) -> usize {
        self.next[self.end()]
    }

    fn after(&self, place: usize) -> usize {
        self.next[place]
    }

    fn remove(&mut self, place: usize) {
        let (previous, next) = (self.previous[place], self.next[place]);
        self.next[previous] = next;
        self.previous[next] = previous;
    }

    /// Returns the place that was removed last of all that are still removed.
    fn restore(&mut self, place: usize) {
        let (previous, next) = (self.previous[place], self.next[place]);
        self.next[previous] = place;
        self.previous[next] = place;
    }
}
