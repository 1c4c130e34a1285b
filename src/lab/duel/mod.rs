//! Duels: matches between an engine and an opponent, which measure its strength.
//!
//! The arena's referee plays the games by the arena's plan: they come in pairs, in which both sides
//! have the same opening and luck. The opponents are engines of the arena's built-in bot
//! ([`EngineSource`]), so that they see what a contest's program would see.

pub(crate) mod args;
pub mod player;

use crate::common::measurement::{Z95, mean_and_error};
use crate::common::session::LabSession;
use kifu_core::contract::{MoveOf, Player, Rules as _, Setup, Step};
use kifu_core::games::{CATALOGUE, DynEngine, DynGame, by_id, erase_engine};
use kifu_core::record::Record;
use kifu_core::search::{Clock, HasEngine, Level, Resources, SplitMix64};
use kifu_study::arena::{
    Contestant, ContestantKind, EngineSource, GameScore, GameSpec, MatchPlan, MatchRules,
    OpeningSource, PairingSystem, SwissRounds, play_game, referee_fact,
};
use kifu_study::failure::Failure;
pub use player::{DuelPlayer, FailureSlot, OpponentSettings, PlayerBudget, PolicyPlayer};
use player::{MEMORY_MB, budgeted};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::time::Duration;

/// The pairs of games between two checkpoints.
const PAIRS_PER_BATCH: u64 = 4;
/// The name of the engine in its games.
const ENGINE_NAME: &str = "kifu";

/// The duels of a game.
pub struct DuelGame {
    /// The id of the game.
    pub id: &'static str,
    /// Creates the engine.
    pub engine: fn(PlayerBudget) -> Box<dyn DynEngine>,
    /// The opponents.
    pub opponents: &'static [Opponent],
    /// The openings of the pairs of games.
    pub openings: DuelOpenings,
    /// The unit of the margin, which is the difference of the game's own points, or in a game without
    /// them 1 for a win and -1 for a loss.
    pub margin_unit: &'static str,
    /// An ending that is counted, if there is one.
    pub counted_ending: Option<CountedEnding>,
}

/// An ending of games that is counted.
#[derive(Clone, Copy)]
pub struct CountedEnding {
    /// The name in the report.
    pub name: &'static str,
    /// Reports whether a game ended like this.
    pub is_met: fn(&GameScore) -> bool,
}

/// The openings of the pairs of games.
#[derive(Clone, Copy)]
pub enum DuelOpenings {
    /// A number of random plies.
    RandomPlies(u32),
    /// Moves that are drawn for the opponent with this name.
    Drawn(fn(&str, &mut SplitMix64) -> Vec<String>),
}

/// Creates the engine of a game with a budget.
pub fn new_engine<G: HasEngine>(budget: PlayerBudget) -> Box<dyn DynEngine> {
    budgeted(G::new_engine(MEMORY_MB), budget)
}

/// The result that a duel must reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bar {
    /// None.
    None,
    /// A score of at least this percentage.
    Score(f64),
    /// A mean margin whose 95 % interval lies above 0.
    Margin,
}

/// An opponent of a game's engine.
#[derive(Clone, Copy)]
pub struct Opponent {
    /// The name on the command line.
    pub name: &'static str,
    /// A description in a few words.
    pub description: &'static str,
    /// The default number of games.
    pub games: u32,
    /// The default budget of the engine.
    pub budget: PlayerBudget,
    /// The divisor by which the opponent's default budget is smaller.
    pub divisor: u32,
    /// The result that the engine must reach by default.
    pub bar: Bar,
    /// Creates the player for a game.
    pub create: fn(&OpponentSettings) -> Box<dyn DynEngine>,
}

impl Opponent {
    /// Creates an opponent with the budget of the engine, for 200 games.
    pub const fn new(
        (name, description): (&'static str, &'static str),
        budget: PlayerBudget,
        bar: Bar,
        create: fn(&OpponentSettings) -> Box<dyn DynEngine>,
    ) -> Self {
        Self {
            name,
            description,
            games: 200,
            budget,
            divisor: 1,
            bar,
            create,
        }
    }

    /// Creates the engine itself, with a quarter of the budget.
    pub const fn itself<G: HasEngine>(budget: PlayerBudget, bar: Bar) -> Self {
        let names = ("itself", "the engine with a quarter of the budget");
        Self {
            divisor: 4,
            ..Self::new(names, budget, bar, |settings| {
                new_engine::<G>(settings.budget)
            })
        }
    }

    /// Creates a player of random moves.
    pub const fn random<G: HasEngine>(budget: PlayerBudget) -> Self {
        let names = ("random", "random legal moves");
        Self::new(names, budget, Bar::Score(99.0), |_| {
            erase_engine::<G>(Level::Random.new_engine(Resources::new(1)))
        })
    }
}

/// The settings of a duel.
#[derive(Clone, Copy)]
pub struct Duel {
    /// The game.
    pub game: &'static DuelGame,
    /// The opponent.
    pub opponent: &'static Opponent,
    /// The opponent's budget.
    pub opponent_budget: PlayerBudget,
    /// The level of an opponent that has levels.
    pub level: u32,
    /// The engine's budget.
    pub budget: PlayerBudget,
    /// The number of games, an even one.
    pub games: u32,
    /// The random seed.
    pub seed: u64,
}

impl Duel {
    /// Returns all settings that determine the result as text.
    pub fn settings(&self) -> String {
        format!(
            "{} against {} with {}, level {}, {} games, seed {}",
            self.budget,
            self.opponent.name,
            self.opponent_budget,
            self.level,
            self.games,
            self.seed
        )
    }

    /// Plays the games.
    ///
    /// # Errors
    /// Returns an error of the session, or if the opponent fails.
    pub fn run(&self, session: &mut LabSession) -> Result<DuelReport, Failure> {
        let game = by_id(CATALOGUE, self.game.id)
            .ok_or_else(|| Failure::internal(format!("no game `{}`", self.game.id)))?;
        let plan = self.plan(game);
        let pair_count = u64::from(self.games.div_ceil(2));
        let pairs = session.items("pairs", pair_count, PAIRS_PER_BATCH, |pair| {
            self.play_pair(&plan, pair)
        })?;
        Ok(DuelReport::new(&pairs))
    }

    fn plan(&self, game: &'static dyn DynGame) -> MatchPlan {
        MatchPlan {
            game,
            setup: Setup::default(),
            bot_count: 2,
            pairing: PairingSystem::Gauntlet,
            games_per_meeting: self.games.next_multiple_of(2),
            seed: self.seed,
            openings: match self.game.openings {
                DuelOpenings::RandomPlies(plies) => OpeningSource::Random(plies),
                DuelOpenings::Drawn(_) => OpeningSource::StartPosition,
            },
        }
    }

    /// Plays the two games of a pair with new players.
    fn play_pair(&self, plan: &MatchPlan, pair: u64) -> Result<PairResult, Failure> {
        let mut result = PairResult::default();
        for number in 0..2 {
            let index = 2 * pair as u32 + number as u32;
            let mut game_spec = plan
                .game_spec(index, &mut SwissRounds::default(), &[])
                .ok_or_else(|| Failure::internal("a game without opponents"))?;
            if let DuelOpenings::Drawn(draw) = self.game.openings {
                let mut random = SplitMix64::stream(self.seed, pair);
                game_spec.opening = draw(self.opponent.name, &mut random);
            }
            let score = self.play_scheduled(plan, &game_spec)?;
            let engine_player = if score.names[0] == ENGINE_NAME {
                Player::First
            } else {
                Player::Second
            };
            result.scores[number] = score.value(engine_player).unwrap_or(0.5);
            result.margins[number] = margin(&score, engine_player);
            let counted = self.game.counted_ending;
            result.counted_endings[number] = counted.is_some_and(|ending| (ending.is_met)(&score));
        }
        Ok(result)
    }

    /// Plays a scheduled game and returns its score.
    fn play_scheduled(&self, plan: &MatchPlan, game_spec: &GameSpec) -> Result<GameScore, Failure> {
        let rules = MatchRules {
            game: plan.game,
            setup: plan.setup.clone(),
            name: "duel".to_owned(),
            date: String::new(),
            fingerprint: String::new(),
            grace_period: Duration::ZERO,
        };
        let settings = OpponentSettings {
            budget: self.opponent_budget,
            level: self.level,
            seed: self
                .seed
                .wrapping_mul(2)
                .wrapping_add(game_spec.index.into()),
            failure: FailureSlot::default(),
        };
        let failure = settings.failure.clone();
        let (engine, budget, create) = (self.game.engine, self.budget, self.opponent.create);
        let bots = [
            contestant(ENGINE_NAME, EngineSource::new(move || engine(budget))),
            contestant(
                self.opponent.name,
                EngineSource::new(move || create(&settings)),
            ),
        ];
        let seats = game_spec.contestant_indices.map(|index| &bots[index]);
        let played = play_game(&rules, seats, game_spec)?;
        if let Some(failure) = failure.take() {
            return Err(failure);
        }
        match fault_text(&played.record) {
            Some(reason) => Err(Failure::internal(reason)),
            None => Ok(GameScore::from_record(&played.record)),
        }
    }
}

/// Returns a contestant whose clock does not run: its engine keeps to its own budget.
fn contestant(name: &str, source: EngineSource) -> Contestant {
    Contestant {
        name: name.to_owned(),
        kind: ContestantKind::Engine(source),
        clock: Some(Clock::Game(Duration::ZERO)),
    }
}

/// Returns the reason why a player failed, if one did.
fn fault_text(record: &Record) -> Option<String> {
    Player::ALL.into_iter().find_map(|player| {
        let reason = referee_fact(record, "fault", player)?;
        Some(format!("{}: {reason}", record.player(player).name))
    })
}

/// Returns the difference of the game's own points from a player's view; in a game without them 1
/// for a win and -1 for a loss.
fn margin(score: &GameScore, own: Player) -> f64 {
    match score.scores {
        Some(scores) => f64::from(scores[own.index()] - scores[own.opponent().index()]),
        None => 2.0 * score.value(own).unwrap_or(0.5) - 1.0,
    }
}

/// The results of the two games of a pair, from the engine's view.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct PairResult {
    /// The score of each game: 1, ½ or 0.
    pub scores: [f64; 2],
    /// The margin of each game.
    pub margins: [f64; 2],
    /// Whether each game ended in the way that is counted.
    pub counted_endings: [bool; 2],
}

/// The result of a duel, from the engine's view.
#[derive(Clone, Copy, Debug, Default)]
pub struct DuelReport {
    /// The numbers of wins, draws and losses.
    pub wins_draws_losses: [u32; 3],
    /// The mean score in percent, and half the width of its 95 % interval.
    pub score: (f64, f64),
    /// The mean margin of a game, and half the width of its 95 % interval.
    pub margin: (f64, f64),
    /// The numbers of wins and other results among the endings that are counted.
    pub counted_endings: [u32; 2],
}

impl DuelReport {
    /// Sums up the results. The unit of the statistics is the pair, whose games are not
    /// independent.
    pub fn new(pairs: &[PairResult]) -> Self {
        let mut report = Self::default();
        let (mut scores, mut margins) = (Vec::new(), Vec::new());
        for pair in pairs {
            scores.push(50.0 * pair.scores.iter().sum::<f64>());
            margins.push(pair.margins.iter().sum::<f64>() / 2.0);
            for (score, is_counted) in pair.scores.iter().zip(pair.counted_endings) {
                let result = ((1.0 - score) * 2.0) as usize;
                report.wins_draws_losses[result.min(2)] += 1;
                if is_counted {
                    report.counted_endings[usize::from(result > 0)] += 1;
                }
            }
        }
        let with_interval = |numbers: &[f64]| {
            let (mean, error) = mean_and_error(numbers);
            (mean, Z95 * error)
        };
        report.score = with_interval(&scores);
        report.margin = with_interval(&margins);
        report
    }

    /// Reports whether the result reaches the bar.
    pub fn reaches(&self, bar: Bar) -> bool {
        match bar {
            Bar::None => true,
            Bar::Score(percent) => self.score.0 >= percent,
            Bar::Margin => self.margin.0 > self.margin.1,
        }
    }

    /// Formats the result.
    pub fn text(&self, unit: &str, counted: Option<&str>) -> String {
        let [wins, draws, losses] = self.wins_draws_losses;
        let (score, error) = self.score;
        let mut text = format!(
            "{wins} wins, {draws} draws, {losses} losses: {score:.1} % ± {error:.1} (95 %)\n"
        );
        let (margin, error) = self.margin;
        let _ = writeln!(text, "margin of a game: {margin:+.2} {unit} ± {error:.2}");
        if let Some(name) = counted {
            let [wins, others] = self.counted_endings;
            let _ = writeln!(text, "{name}: {wins} wins, {others} losses");
        }
        text
    }
}

/// Returns all legal moves.
pub fn legal_moves<G: HasEngine>(position: &G::Position) -> Vec<MoveOf<G>> {
    let mut moves = Vec::new();
    position.legal_moves(&mut |mv| moves.push(mv));
    moves
}

/// Returns the token of a move.
pub fn token<G: HasEngine>(mv: MoveOf<G>) -> String {
    let mut text = String::new();
    G::write(&Step::from_move(mv), &mut text);
    text
}
