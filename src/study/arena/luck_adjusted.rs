//! Standings without luck: each result minus what the draws were worth, with its standard error.

use super::luck::{GameLuck, LUCK_PARTS, sign};
use super::luck::{LuckSample, cross_fitted};
use super::matches::GameScore;
use kifu_core::contract::{Player, RankingKey};
use std::collections::{BTreeMap, HashMap};

/// A mean of games with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean of a game.
    pub mean: f64,
    /// The standard error of the mean; 0 if there are too few games to tell.
    pub error: f64,
}

/// A game with its luck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdjustedGame {
    /// The score.
    pub score: GameScore,
    /// The luck; `None` if the moves are not known.
    pub luck: Option<GameLuck>,
    /// A number that games with the same chance outcomes share.
    pub draws: Option<u64>,
}

/// The results of one bot, plain and without luck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdjustedRow {
    /// The name of the bot.
    pub name: String,
    /// The rank without luck, from 1.
    pub rank: usize,
    /// The number of games that count.
    pub games: u32,
    /// The number of these games whose luck is known.
    pub games_with_luck: u32,
    /// The contest points of a game.
    pub points: Estimate,
    /// The contest points of a game without luck.
    pub adjusted_points: Estimate,
    /// The share of games won, a draw counting half.
    pub score: Estimate,
    /// The share of games won without luck; it may lie outside of 0 to 1.
    pub adjusted_score: Estimate,
}

/// The standings of a set of games without luck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdjustedStandings {
    /// The rows, best bot first.
    pub rows: Vec<AdjustedRow>,
    /// The number of games that count.
    pub games: usize,
    /// The number of these games whose luck is known.
    pub games_with_luck: usize,
    /// How much of the luck of each part of a game counts at the end, in contest points; the mean of
    /// both halves of the games.
    pub points_coefficients: [f64; LUCK_PARTS],
    /// How much of the luck of each part of a game counts at the end, in win probability.
    pub win_coefficients: [f64; LUCK_PARTS],
}

/// The number of results of a game: points, adjusted points, score, adjusted score.
const RESULTS: usize = 4;

/// A game with the indices of its bots.
struct IndexedGame {
    bots: [usize; 2],
    /// The contest points and the score of both players.
    points: [f64; 2],
    score: [f64; 2],
    luck: GameLuck,
    has_luck: bool,
    /// The index of the group of games with the same chance outcomes.
    group: usize,
}

impl IndexedGame {
    /// Returns half of the margin of the first player, in points and in score.
    fn half_margins(&self) -> [f64; 2] {
        [self.points, self.score].map(|[first, second]| (first - second) / 2.0)
    }
}

impl AdjustedStandings {
    /// Ranks the bots of these games without luck; see [`Standings::new`](super::Standings::new).
    ///
    /// The luck of each part of a game is subtracted with a coefficient that is fitted on other
    /// games. The standard errors allow for games with the same chance outcomes, such as the two
    /// games of a pair with seats exchanged, which are not independent, and leave out how much the
    /// opponents differ in strength.
    ///
    /// ```
    /// use kifu_study::arena::{AdjustedGame, AdjustedStandings, GameLuck, GameScore};
    /// use kifu_core::contract::Winner;
    ///
    /// let game = |points, luck| AdjustedGame {
    ///     score: GameScore {
    ///         names: ["Ann".to_owned(), "Bob".to_owned()],
    ///         winner: Some(Winner::First),
    ///         points: Some([points, 300 - points]),
    ///         ..GameScore::default()
    ///     },
    ///     luck: Some(GameLuck { points: [0.0, 0.0, 0.0, luck], ..GameLuck::default() }),
    ///     draws: None,
    /// };
    /// // Ten points more and ten less, all by luck.
    /// let standings = AdjustedStandings::new(&[game(190, -10.0), game(210, 10.0)], &[]);
    /// let ann = &standings.rows[0];
    /// assert_eq!((ann.points.mean, ann.points.error), (200.0, 10.0));
    /// assert_eq!((ann.adjusted_points.mean, ann.adjusted_points.error), (200.0, 0.0));
    /// ```
    pub fn new(games: &[AdjustedGame], ranked_by: &[RankingKey]) -> Self {
        let (names, indexed) = index(games);
        let [points, win] = coefficients(&indexed, names.len());
        let mut bots: Vec<BotGames> = names.iter().map(|_| BotGames::default()).collect();
        for game in &indexed {
            let half = game.group % 2;
            let adjust = |luck: &[f64; LUCK_PARTS], by: &[[f64; LUCK_PARTS]; 2]| {
                let parts = luck.iter().zip(&by[half]);
                parts.map(|(luck, by)| luck * by).sum::<f64>()
            };
            let [points, win] = [
                adjust(&game.luck.points, &points),
                adjust(&game.luck.win, &win),
            ];
            for player in Player::ALL {
                bots[game.bots[player.index()]].add(game, player, [points, win]);
            }
        }
        let share = own_share(bots.len());
        let strengths = bots.iter().map(|bot| bot.means().map(|mean| share * mean));
        let strengths: Vec<[f64; RESULTS]> = strengths.collect();
        let rows = names.into_iter().zip(&bots);
        let mut rows: Vec<AdjustedRow> =
            rows.map(|(name, bot)| bot.row(name, &strengths)).collect();
        rank(&mut rows, ranked_by);
        let mean = |[one, two]: [[f64; LUCK_PARTS]; 2]| {
            std::array::from_fn(|part| f64::midpoint(one[part], two[part]))
        };
        Self {
            rows,
            games: indexed.len(),
            games_with_luck: indexed.iter().filter(|game| game.has_luck).count(),
            points_coefficients: mean(points),
            win_coefficients: mean(win),
        }
    }

    /// Returns the mean ratio (geometric) of the standard errors without luck to those with it, for
    /// points and for the score; `None` if no error is known.
    pub fn error_ratios(&self) -> Option<[f64; 2]> {
        let ratio = |of: fn(&AdjustedRow) -> [Estimate; 2]| {
            let (sum, count) = self
                .rows
                .iter()
                .map(of)
                .filter(|pair| pair.iter().all(|estimate| estimate.error > 0.0))
                .fold((0.0, 0.0), |(sum, count), [plain, adjusted]| {
                    (sum + (adjusted.error / plain.error).ln(), count + 1.0)
                });
            (count > 0.0).then(|| f64::exp(sum / count))
        };
        Some([
            ratio(|row| [row.points, row.adjusted_points])?,
            ratio(|row| [row.score, row.adjusted_score])?,
        ])
    }
}

/// Gives the bots and the groups of games with the same chance outcomes indices, in the order in
/// which they appear.
fn index(games: &[AdjustedGame]) -> (Vec<String>, Vec<IndexedGame>) {
    let mut names: Vec<String> = Vec::new();
    let mut indices: BTreeMap<&str, usize> = BTreeMap::new();
    let mut groups: HashMap<u64, usize> = HashMap::new();
    let mut group_count = 0;
    let mut indexed = Vec::new();
    for game in games.iter().filter(|game| game.score.winner.is_some()) {
        let bots = [0, 1].map(|seat| {
            let name = game.score.names[seat].as_str();
            *indices.entry(name).or_insert_with(|| {
                names.push(name.to_owned());
                names.len() - 1
            })
        });
        let mut new_group = || {
            group_count += 1;
            group_count - 1
        };
        let group = match game.draws {
            Some(draws) => *groups.entry(draws).or_insert_with(new_group),
            None => new_group(),
        };
        indexed.push(IndexedGame {
            bots,
            points: game
                .score
                .points
                .map_or([0.0; 2], |both| both.map(f64::from)),
            score: Player::ALL.map(|player| game.score.value(player).unwrap_or_default()),
            luck: game.luck.unwrap_or_default(),
            has_luck: game.luck.is_some(),
            group,
        });
    }
    (names, indexed)
}

/// Fits the coefficients of luck for the games of each half, in points and in win probability.
fn coefficients(games: &[IndexedGame], bot_count: usize) -> [[[f64; LUCK_PARTS]; 2]; 2] {
    let mut sums = vec![([0.0; 2], 0.0_f64); bot_count];
    for game in games {
        for player in Player::ALL {
            let (sum, count) = &mut sums[game.bots[player.index()]];
            for (sum, margin) in sum.iter_mut().zip(game.half_margins()) {
                *sum += sign(player) * margin;
            }
            *count += 1.0;
        }
    }
    [0, 1].map(|kind| {
        let strength = |bot: usize| own_share(bot_count) * sums[bot].0[kind] / sums[bot].1;
        let samples = games.iter().map(|game| LuckSample {
            residual: game.half_margins()[kind] - strength(game.bots[0]) + strength(game.bots[1]),
            luck: [game.luck.points, game.luck.win][kind],
            half: game.group % 2,
        });
        cross_fitted(&samples.collect::<Vec<_>>())
    })
}

/// Returns the share of a bot's own strength in its mean margin over all other bots, if each meets
/// each other equally often: their mean differs from that of all bots by what the bot itself adds.
#[expect(clippy::cast_precision_loss, reason = "bots are few")]
fn own_share(bot_count: usize) -> f64 {
    1.0 - 1.0 / bot_count.max(1) as f64
}

/// The games of one bot.
#[derive(Default)]
struct BotGames {
    with_luck: u32,
    results: Vec<[f64; RESULTS]>,
    /// The opponent in each game, by their index.
    opponents: Vec<usize>,
    /// The group of each game.
    groups: Vec<usize>,
}

impl BotGames {
    /// Adds a game with what is to be subtracted from the first player's points and score.
    fn add(&mut self, game: &IndexedGame, player: Player, [points, win]: [f64; 2]) {
        let (own_points, own_score) = (game.points[player.index()], game.score[player.index()]);
        self.with_luck += u32::from(game.has_luck);
        self.results.push([
            own_points,
            own_points - sign(player) * points,
            own_score,
            own_score - sign(player) * win,
        ]);
        self.opponents.push(game.bots[player.opponent().index()]);
        self.groups.push(game.group);
    }

    #[expect(clippy::cast_precision_loss, reason = "games are few")]
    fn count(&self) -> f64 {
        self.results.len().max(1) as f64
    }

    fn means(&self) -> [f64; RESULTS] {
        std::array::from_fn(|column| {
            let values = self.results.iter().map(|results| results[column]);
            values.sum::<f64>() / self.count()
        })
    }

    fn row(&self, name: String, strengths: &[[f64; RESULTS]]) -> AdjustedRow {
        let [points, adjusted_points, score, adjusted_score] =
            std::array::from_fn(|column| self.estimate(column, strengths));
        AdjustedRow {
            name,
            rank: 0,
            games: u32::try_from(self.results.len()).unwrap_or(u32::MAX),
            games_with_luck: self.with_luck,
            points,
            adjusted_points,
            score,
            adjusted_score,
        }
    }

    /// Returns the mean of a column of the results, with its standard error by groups of games.
    ///
    /// The error is that of the deviations from the expected results, which are lower against
    /// stronger opponents.
    fn estimate(&self, column: usize, strengths: &[[f64; RESULTS]]) -> Estimate {
        let count = self.count();
        let mean = self.means()[column];
        let opponents = || self.opponents.iter().map(|bot| strengths[*bot][column]);
        let mean_opponent = opponents().sum::<f64>() / count;
        let mut groups: BTreeMap<usize, f64> = BTreeMap::new();
        for ((results, opponent), group) in self.results.iter().zip(opponents()).zip(&self.groups) {
            let residual = results[column] - mean + opponent - mean_opponent;
            *groups.entry(*group).or_default() += residual;
        }
        #[expect(clippy::cast_precision_loss, reason = "groups are few")]
        let group_count = groups.len() as f64;
        if group_count < 2.0 {
            return Estimate { mean, error: 0.0 };
        }
        let squares: f64 = groups.values().map(|sum| sum * sum).sum();
        Estimate {
            mean,
            error: (squares * group_count / (group_count - 1.0)).sqrt() / count,
        }
    }
}

/// Sorts the rows by the contest's first key without luck, then by name, and gives them their ranks.
fn rank(rows: &mut [AdjustedRow], ranked_by: &[RankingKey]) {
    let total = |row: &AdjustedRow| {
        let estimate = match ranked_by.first() {
            Some(RankingKey::Wins) => row.adjusted_score,
            _ => row.adjusted_points,
        };
        f64::from(row.games) * estimate.mean
    };
    rows.sort_by(|one, two| {
        total(two)
            .total_cmp(&total(one))
            .then_with(|| one.name.cmp(&two.name))
    });
    for (index, row) in rows.iter_mut().enumerate() {
        row.rank = index + 1;
    }
}
