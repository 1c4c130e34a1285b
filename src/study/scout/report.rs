//! The collection of a player's games, and the report on them.

use super::PhaseSums;
use super::estimate::{ScoutMean, ScoutShare, rounded};
use super::report_types::{
    ScoutClaims, ScoutFault, ScoutHeldClaim, ScoutLoss, ScoutLossGroup, ScoutOpening, ScoutPhase,
    ScoutReport, ScoutResults, ScoutSecret, ScoutSecretStep, ScoutThought, ScoutTime,
    ScoutTimePhase,
};
use super::scouted_game::ScoutedGame;
use crate::review::{DecidedBy, GamePhase};
use crate::selection::PlayerResult;
use kifu_core::contract::{Fault, Player};
use kifu_core::record::{Ending, GameKey};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The share of the clock from which a player is in time trouble.
const TROUBLE_SHARE: f64 = 0.9;
/// The maximum number of long thoughts and of worst games.
const MAX_WORST: usize = 5;
/// The number of own moves up to which each is a step of the guesses at a secret; then every fifth is.
const MAX_SINGLE_STEPS: usize = 3;
/// The distance between later steps of the guesses.
const STEP: usize = 5;

/// The moves of an opening with its games.
type OpeningGroup<'g> = (String, Vec<&'g (String, ScoutedGame)>);

/// A collection of a player's games.
#[derive(Debug, Default)]
pub struct Scout {
    games: Vec<ScoutedGame>,
    known: HashSet<(GameKey, String, Player)>,
    /// The number of games that came again, by the id of the game that was played.
    repeated: BTreeMap<&'static str, u32>,
}

impl Scout {
    /// Adds a game, unless it came before: the same moves between the same players under the same
    /// number, as in downloads that overlap.
    pub fn add(&mut self, game: ScoutedGame) {
        if let Some(key) = game.key
            && !self.known.insert((key, game.id.clone(), game.seat))
        {
            *self.repeated.entry(game.game.id()).or_default() += 1;
            return;
        }
        self.games.push(game);
    }

    /// Returns the report on each game that was played, in the order of their ids.
    pub fn reports(self, player: &str) -> Vec<ScoutReport> {
        let mut kinds: BTreeMap<&'static str, Vec<ScoutedGame>> = BTreeMap::new();
        for game in self.games {
            kinds.entry(game.game.id()).or_default().push(game);
        }
        let repeated = self.repeated;
        let report = |(id, games): (&'static str, Vec<ScoutedGame>)| {
            let named = NamedGames::new(games);
            ScoutReport {
                repeated: repeated.get(id).copied().unwrap_or(0),
                ..named.report(player, id)
            }
        };
        kinds.into_iter().map(report).collect()
    }
}

/// The games of one kind, each with the name by which the report names it.
struct NamedGames {
    games: Vec<(String, ScoutedGame)>,
}

impl NamedGames {
    /// Names games by their numbers, or by their locations where several have the same number.
    fn new(games: Vec<ScoutedGame>) -> Self {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for game in &games {
            *counts.entry(game.id.clone()).or_default() += 1;
        }
        let named = games.into_iter().map(|game| {
            let is_unique = !game.id.is_empty() && counts[&game.id] == 1;
            let name = if is_unique { &game.id } else { &game.location };
            (name.clone(), game)
        });
        Self {
            games: named.collect(),
        }
    }

    fn report(&self, player: &str, id: &str) -> ScoutReport {
        let all = self.games.iter();
        let of_seat = |seat: Player| {
            let name = self
                .games
                .first()
                .map_or("", |(_, game)| game.game.sides()[seat.index()]);
            let games = all.clone().filter(move |(_, game)| game.seat == seat);
            results(name, games)
        };
        ScoutReport {
            player: player.to_owned(),
            game: id.to_owned(),
            games: count(self.games.len()),
            repeated: 0,
            reviewed: count(all.clone().filter(|(_, game)| game.is_reviewed).count()),
            all: results("", all.clone()),
            seats: Player::ALL.map(of_seat),
            openings: self.openings(),
            phases: self.phases(),
            time: self.time(),
            faults: self.faults(),
            opponents: self.opponents(),
            losses: self.losses(),
            secret: self.secret(),
            claims: self.claims(),
        }
    }

    fn openings(&self) -> Vec<ScoutOpening> {
        let mut groups: BTreeMap<(Player, u64), OpeningGroup<'_>> = BTreeMap::new();
        for named in &self.games {
            if let Some(opening) = &named.1.opening {
                let group = groups.entry((named.1.seat, opening.key));
                let group = group.or_insert_with(|| (opening.moves.clone(), Vec::new()));
                group.1.push(named);
            }
        }
        let opening =
            |((seat, _), (moves, games)): ((Player, u64), OpeningGroup<'_>)| ScoutOpening {
                side: games[0].1.game.sides()[seat.index()].to_owned(),
                results: results(&moves, games.into_iter()),
            };
        let mut openings: Vec<ScoutOpening> = groups.into_iter().map(opening).collect();
        openings.sort_by_key(|opening| {
            (
                Reverse(opening.results.games()),
                opening.results.name.clone(),
            )
        });
        openings
    }

    fn phases(&self) -> Vec<ScoutPhase> {
        let phase = |phase: GamePhase| {
            let sums = || {
                self.games
                    .iter()
                    .map(move |(name, game)| (name, game.phases.of(phase)))
            };
            let losses: Vec<(f64, u32)> =
                sums().map(|(_, sums)| (sums.loss, sums.judged)).collect();
            let points = self.games.iter().filter_map(|(_, game)| {
                Some((game.points[phase as usize]?, game.phases.of(phase).judged))
            });
            let points: Vec<(f64, u32)> = points.collect();
            let mut bad = [0; 3];
            for (_, sums) in sums() {
                for (total, count) in bad.iter_mut().zip(sums.bad) {
                    *total += count;
                }
            }
            let worst = sums().filter(|(_, sums)| sums.loss > 0.0);
            ScoutPhase {
                phase,
                moves: losses.iter().map(|(_, moves)| moves).sum(),
                loss: ScoutMean::of(&losses),
                points: ScoutMean::of(&points),
                bad,
                worst_games: largest(worst.map(|(name, sums)| (sums.loss, name))),
            }
        };
        let phases = PhaseSums::PHASES.into_iter().map(phase);
        phases.filter(|phase| phase.moves > 0).collect()
    }

    fn time(&self) -> Option<ScoutTime> {
        #[expect(clippy::cast_precision_loss, reason = "milliseconds of games")]
        let ms = |ms: u64| ms as f64;
        let games: Vec<(f64, u32)> = self
            .games
            .iter()
            .filter_map(|(_, game)| Some((ms(game.time_ms?), 1)))
            .collect();
        if games.is_empty() {
            return None;
        }
        let sums = |phase: GamePhase| {
            self.games
                .iter()
                .map(move |(_, game)| game.phases.of(phase))
        };
        let total: u64 = PhaseSums::PHASES
            .into_iter()
            .flat_map(sums)
            .map(|sums| sums.time_ms)
            .sum();
        let phase = |phase: GamePhase| {
            let times: Vec<(f64, u32)> = sums(phase)
                .map(|sums| (ms(sums.time_ms), sums.timed))
                .collect();
            let of_phase: u64 = sums(phase).map(|sums| sums.time_ms).sum();
            ScoutTimePhase {
                phase,
                moves: times.iter().map(|(_, moves)| moves).sum(),
                ms: ScoutMean::of(&times),
                share: rounded(ms(of_phase) / ms(total.max(1))),
            }
        };
        let thought = |(name, game): &(String, ScoutedGame)| {
            let longest = game.longest?;
            Some(ScoutThought {
                game: name.clone(),
                ply: longest.ply,
                ms: longest.ms,
            })
        };
        let mut longest: Vec<ScoutThought> = self.games.iter().filter_map(thought).collect();
        longest.sort_by_key(|thought| Reverse(thought.ms));
        longest.truncate(MAX_WORST);
        let shares: Vec<(f64, &String)> = self
            .games
            .iter()
            .filter_map(|(name, game)| Some((game.clock_share?, name)))
            .collect();
        let above = |least: f64| {
            let mut above: Vec<(f64, &String)> = shares
                .iter()
                .filter(|(share, _)| *share >= least)
                .copied()
                .collect();
            above.sort_by(|one, two| two.0.total_cmp(&one.0));
            above
                .into_iter()
                .map(|(_, name)| name.clone())
                .collect::<Vec<_>>()
        };
        let (trouble_games, over_games) = (above(TROUBLE_SHARE), above(1.0 + f64::EPSILON));
        Some(ScoutTime {
            games: count(games.len()),
            game_ms: ScoutMean::of(&games),
            phases: PhaseSums::PHASES
                .into_iter()
                .map(phase)
                .filter(|phase| phase.moves > 0)
                .collect(),
            longest,
            trouble: ScoutShare::of(f64::from(count(trouble_games.len())), count(shares.len())),
            trouble_games,
            over: ScoutShare::of(f64::from(count(over_games.len())), count(shares.len())),
            over_games,
        })
    }

    fn faults(&self) -> Vec<ScoutFault> {
        let mut kinds: BTreeMap<Fault, Vec<String>> = BTreeMap::new();
        for (name, game) in &self.games {
            if let Some(fault) = game.fault {
                kinds.entry(fault).or_default().push(name.clone());
            }
        }
        let fault = |(fault, games): (Fault, Vec<String>)| ScoutFault {
            fault: Ending::from(fault).as_str().to_owned(),
            share: ScoutShare::of(f64::from(count(games.len())), count(self.games.len())),
            games,
        };
        kinds.into_iter().map(fault).collect()
    }

    fn opponents(&self) -> Vec<ScoutResults> {
        let mut groups: BTreeMap<&str, Vec<&(String, ScoutedGame)>> = BTreeMap::new();
        for named in &self.games {
            groups.entry(&named.1.opponent).or_default().push(named);
        }
        let groups = groups.into_iter();
        let mut opponents: Vec<ScoutResults> = groups
            .map(|(name, games)| results(name, games.into_iter()))
            .collect();
        opponents.sort_by_key(|opponent| Reverse(opponent.games()));
        opponents
    }

    fn losses(&self) -> Vec<ScoutLossGroup> {
        let mut groups: BTreeMap<Option<DecidedBy>, Vec<ScoutLoss>> = BTreeMap::new();
        for (name, game) in &self.games {
            if game.result != Some(PlayerResult::Lost) {
                continue;
            }
            let headline = game.headline.as_ref();
            let group = groups
                .entry(headline.map(|headline| headline.decided_by))
                .or_default();
            group.push(ScoutLoss {
                game: name.clone(),
                opponent: game.opponent.clone(),
                ply: headline.and_then(|headline| headline.ply),
                headline: headline.map_or_else(String::new, |headline| headline.sentence.clone()),
            });
        }
        let total = count(groups.values().map(Vec::len).sum());
        let group = |(decided_by, games): (_, Vec<ScoutLoss>)| ScoutLossGroup {
            decided_by,
            share: ScoutShare::of(f64::from(count(games.len())), total),
            games,
        };
        let mut losses: Vec<ScoutLossGroup> = groups.into_iter().map(group).collect();
        losses.sort_by_key(|group| Reverse(group.games.len()));
        losses
    }

    fn secret(&self) -> Option<ScoutSecret> {
        let known = || {
            self.games
                .iter()
                .filter(|(_, game)| !game.guesses.is_empty())
        };
        let first = known().next()?;
        let candidates = first.1.guesses[0].candidates.max(1);
        let longest = known()
            .map(|(_, game)| game.guesses.len())
            .max()
            .unwrap_or(0);
        let is_step = |moves: &usize| *moves <= MAX_SINGLE_STEPS || moves.is_multiple_of(STEP);
        let step = |moves: usize| {
            let guesses: Vec<_> = known()
                .filter_map(|(_, game)| game.guesses.get(moves - 1))
                .collect();
            let right = guesses.iter().filter(|guess| guess.is_right).count();
            let games = count(guesses.len());
            let sum: f64 = guesses.iter().map(|guess| guess.probability).sum();
            ScoutSecretStep {
                moves: count(moves),
                games,
                right: ScoutShare::of(f64::from(count(right)), games),
                probability: rounded(sum / f64::from(games.max(1))),
            }
        };
        // The number of moves after which the guess stays right; none if it is wrong at the end.
        let settled = |game: &ScoutedGame| {
            let wrong = game.guesses.iter().rposition(|guess| !guess.is_right);
            let from = wrong.map_or(1, |wrong| wrong + 2);
            (from <= game.guesses.len()).then_some(from)
        };
        let mut moves: Vec<usize> = known()
            .map(|(_, game)| settled(game).unwrap_or(usize::MAX))
            .collect();
        moves.sort_unstable();
        let median = moves[moves.len() / 2];
        let named = |is_named: &dyn Fn(&ScoutedGame) -> bool| {
            let games = known().filter(|(_, game)| is_named(game));
            games.map(|(name, _)| name.clone()).collect()
        };
        Some(ScoutSecret {
            games: count(moves.len()),
            chance: rounded(1.0 / f64::from(candidates)),
            median_moves: (median != usize::MAX).then(|| count(median)),
            steps: (1..=longest).filter(is_step).map(step).collect(),
            early_games: named(&|game| {
                settled(game).is_some_and(|from| 2 * from <= game.guesses.len())
            }),
            hidden_games: named(&|game| settled(game).is_none()),
        })
    }

    fn claims(&self) -> Option<ScoutClaims> {
        let claims: Vec<_> = self
            .games
            .iter()
            .filter_map(|(name, game)| Some((name, game.claims?)))
            .collect();
        if claims.is_empty() {
            return None;
        }
        let made = |was_right: bool| {
            let made = claims.iter().filter(move |(_, claims)| {
                claims
                    .claimed
                    .is_some_and(|claim| claim.was_right == Some(was_right))
            });
            made.map(|(name, _)| (*name).clone()).collect::<Vec<_>>()
        };
        let held = claims.iter().filter_map(|(name, claims)| {
            let earliest = claims.earliest?;
            let claimed = claims.claimed.map(|claim| claim.ply);
            let is_held = claimed.is_none_or(|ply| ply > earliest.ply);
            is_held.then(|| ScoutHeldClaim {
                game: (*name).clone(),
                ply: earliest.ply,
                claimed,
                cost: claims.waiting_cost,
            })
        });
        let mut held: Vec<ScoutHeldClaim> = held.collect();
        held.sort_by_key(|held| Reverse(held.cost));
        let (right_games, wrong_games) = (made(true), made(false));
        let total = count(right_games.len() + wrong_games.len());
        Some(ScoutClaims {
            games: count(claims.len()),
            right: ScoutShare::of(f64::from(count(right_games.len())), total),
            right_games,
            wrong_games,
            cost: held.iter().filter_map(|held| held.cost).sum(),
            held,
        })
    }
}

/// Sums up the results of games.
fn results<'g>(name: &str, games: impl Iterator<Item = &'g (String, ScoutedGame)>) -> ScoutResults {
    let mut results = ScoutResults {
        name: name.to_owned(),
        ..ScoutResults::default()
    };
    for (name, game) in games {
        match game.result {
            Some(PlayerResult::Won) => results.won_games.push(name.clone()),
            Some(PlayerResult::Drawn) => results.drawn_games.push(name.clone()),
            Some(PlayerResult::Lost) => results.lost_games.push(name.clone()),
            None => results.unknown += 1,
        }
    }
    let counts = [
        &results.won_games,
        &results.drawn_games,
        &results.lost_games,
    ];
    let [won, drawn, lost] = counts.map(|games| count(games.len()));
    let score = f64::from(won) + f64::from(drawn) / 2.0;
    ScoutResults {
        won,
        drawn,
        lost,
        score: ScoutShare::of(score, won + drawn + lost),
        ..results
    }
}

/// Returns the names with the largest numbers, the largest first.
fn largest<'n>(numbers: impl Iterator<Item = (f64, &'n String)>) -> Vec<String> {
    let mut numbers: Vec<(f64, &String)> = numbers.collect();
    numbers.sort_by(|one, two| two.0.total_cmp(&one.0));
    numbers.truncate(MAX_WORST);
    numbers.into_iter().map(|(_, name)| name.clone()).collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
