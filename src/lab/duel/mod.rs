//! Duels: matches between an engine and an opponent, which measure its strength.
//!
//! Games come in pairs: both sides play the same opening with the same luck.

pub(crate) mod args;
pub mod player;
mod report;

pub use player::{Budget, DuelPlayer, EnginePlayer, PolicyPlayer};
pub use report::{DuelReport, PairResult};

use crate::common::session::Session;
use kifu_core::contract::{
    Faults, MoveOf, Player, Position as _, Proven, Rules as _, Step, StepOf, Turn,
};
use kifu_core::search::{HasEngine, SplitMix64};
use kifu_study::failure::Failure;

/// The pairs of games between two checkpoints.
const PAIRS_PER_BATCH: u64 = 4;

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
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// The name on the command line.
    pub name: &'static str,
    /// A description in a few words.
    pub description: &'static str,
    /// The default number of games.
    pub games: u64,
    /// The default budget of the engine.
    pub budget: Budget,
    /// The divisor by which the opponent's default budget is smaller.
    pub divisor: u32,
    /// The result that the engine must reach by default.
    pub bar: Bar,
}

impl Opponent {
    const ITSELF: &str = "itself";
    const RANDOM: &str = "random";

    /// Creates an opponent with the budget of the engine, for 200 games.
    pub const fn new(
        name: &'static str,
        description: &'static str,
        budget: Budget,
        bar: Bar,
    ) -> Self {
        Self {
            name,
            description,
            games: 200,
            budget,
            divisor: 1,
            bar,
        }
    }

    /// Creates the engine itself, with a quarter of the budget.
    pub const fn itself(budget: Budget, bar: Bar) -> Self {
        let description = "the engine with a quarter of the budget";
        Self {
            divisor: 4,
            ..Self::new(Self::ITSELF, description, budget, bar)
        }
    }

    /// Creates a player of random moves.
    pub const fn random(budget: Budget) -> Self {
        let bar = Bar::Score(99.0);
        Self::new(Self::RANDOM, "random legal moves", budget, bar)
    }
}

/// The settings of the opponent.
#[derive(Clone, Copy, Debug)]
pub struct OpponentConfig {
    /// The name of the opponent.
    pub name: &'static str,
    /// Its budget.
    pub budget: Budget,
    /// The level of a program that has levels.
    pub level: u32,
}

impl OpponentConfig {
    /// Creates the opponent of a pair of games.
    fn create<G: DuelGame>(self, seed: u64) -> Result<Box<dyn DuelPlayer<G>>, Failure> {
        Ok(match self.name {
            Opponent::ITSELF => {
                let engine = G::new_engine(player::MEMORY_MB);
                Box::new(EnginePlayer::new(engine, self.budget))
            }
            Opponent::RANDOM => {
                Box::new(PolicyPlayer::new(|_: &G::Position, _: MoveOf<G>| 0, seed))
            }
            _ => return G::own_opponent(self, seed),
        })
    }

    /// Returns the error of a game that has no opponent of this name.
    pub fn unknown(self) -> Failure {
        Failure::internal(format!("no opponent `{}`", self.name))
    }
}

/// The start of the two games of a pair.
pub struct Opening<G: HasEngine> {
    /// The first position.
    pub start: G::Position,
    /// The first position as each player sees it.
    pub views: [G::Position; 2],
    /// The steps that are played before the players choose.
    pub steps: Vec<StepOf<G>>,
}

impl<G: HasEngine> Opening<G> {
    /// Creates an opening without hidden information.
    pub fn open(start: G::Position, steps: Vec<StepOf<G>>) -> Self {
        Self {
            views: [start.clone(), start.clone()],
            start,
            steps,
        }
    }
}

/// A game whose engine can be put to duels.
pub trait DuelGame: HasEngine {
    /// The opponents.
    const OPPONENTS: &'static [Opponent];
    /// The unit of the margin.
    const MARGIN_UNIT: &'static str;
    /// An ending that is counted, if there is one.
    const COUNTED_ENDING: Option<&'static str> = None;

    /// Returns the opening of a pair of games against an opponent.
    fn opening(opponent: &str, random: &mut SplitMix64) -> Opening<Self>;

    /// Creates an opponent that only this game has, for a pair of games.
    ///
    /// # Errors
    /// Returns an error if there is none of this name, or its program cannot be started.
    fn own_opponent(
        config: OpponentConfig,
        seed: u64,
    ) -> Result<Box<dyn DuelPlayer<Self>>, Failure>;

    /// Returns the margin of the first player at the end.
    fn margin(end: &Self::Position) -> f64;

    /// Reports whether a game ended in the way that is counted.
    fn is_counted_ending(_end: &Self::Position) -> bool {
        false
    }
}

/// The settings of a duel.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// The opponent.
    pub opponent: OpponentConfig,
    /// The engine's budget.
    pub budget: Budget,
    /// The number of games, an even one.
    pub games: u64,
    /// The random seed.
    pub seed: u64,
}

impl Duel {
    /// Plays the games.
    ///
    /// # Errors
    /// Returns an error of the session, or if the opponent fails.
    pub fn run<G: DuelGame>(&self, session: &mut Session) -> Result<DuelReport, Failure> {
        let pairs = session.items("pairs", self.games.div_ceil(2), PAIRS_PER_BATCH, |pair| {
            self.play_pair::<G>(pair)
        })?;
        Ok(DuelReport::new(&pairs))
    }

    /// Plays the two games of a pair with new players.
    fn play_pair<G: DuelGame>(&self, pair: u64) -> Result<PairResult, Failure> {
        let mut engine = EnginePlayer::<G>::new(G::new_engine(player::MEMORY_MB), self.budget);
        let mut opponent = self.opponent.create::<G>(self.seed.wrapping_add(pair))?;
        let mut result = PairResult::default();
        for (game, own) in Player::ALL.into_iter().enumerate() {
            let mut random = SplitMix64::stream(self.seed, pair);
            let opening = G::opening(self.opponent.name, &mut random);
            let players: [&mut dyn DuelPlayer<G>; 2] = match own {
                Player::First => [&mut engine, opponent.as_mut()],
                Player::Second => [opponent.as_mut(), &mut engine],
            };
            let end = play_game(opening, players, &mut random)?;
            let winner = end.outcome(Faults::NONE).winner;
            let score = winner.map_or(0.5, |winner| Proven::of(winner, own).win());
            let sign = if own == Player::First { 1.0 } else { -1.0 };
            result.scores[game] = score;
            result.margins[game] = sign * G::margin(&end);
            result.counted_endings[game] = G::is_counted_ending(&end);
        }
        Ok(result)
    }
}

/// Draws the outcome of a chance event.
fn draw_chance<G: HasEngine>(
    position: &G::Position,
    random: &mut SplitMix64,
) -> kifu_core::contract::ChanceOf<G> {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut |outcome| outcomes.push(outcome));
    outcomes[random.index(outcomes.len())]
}

/// Plays a game and returns its last position.
///
/// # Errors
/// Returns an error if a player fails or makes an illegal move.
pub fn play_game<G: HasEngine>(
    opening: Opening<G>,
    mut players: [&mut dyn DuelPlayer<G>; 2],
    random: &mut SplitMix64,
) -> Result<G::Position, Failure> {
    let (mut truth, mut views) = (opening.start, opening.views);
    // Moves must not change the luck of the second game of a pair.
    let mut luck = SplitMix64::new(random.next());
    for seat in Player::ALL {
        players[seat.index()].new_game(&views[seat.index()], seat)?;
    }
    let mut opening = opening.steps.into_iter();
    loop {
        let step = match opening.next() {
            Some(step) => step,
            None => match next_step(&truth, &views, &mut players, (&mut luck, random))? {
                Some(step) => step,
                None => return Ok(truth),
            },
        };
        for (view, player) in views.iter_mut().zip(&mut players) {
            player.observe(view, &step)?;
            take_step::<G>(view, &step)?;
        }
        take_step::<G>(&mut truth, &step)?;
    }
}

/// Returns the next step of a game; `None` at the end.
fn next_step<G: HasEngine>(
    truth: &G::Position,
    views: &[G::Position; 2],
    players: &mut [&mut dyn DuelPlayer<G>; 2],
    (luck, random): (&mut SplitMix64, &mut SplitMix64),
) -> Result<Option<StepOf<G>>, Failure> {
    let mut dealt = truth.clone();
    let mut chance = None;
    if dealt.turn() == Turn::Chance {
        let outcome = draw_chance::<G>(&dealt, luck);
        dealt.apply_chance(&outcome);
        chance = Some(outcome);
    }
    let mv = match dealt.turn() {
        Turn::Over if chance.is_none() => return Ok(None),
        Turn::Over | Turn::Chance => None,
        Turn::Player(player) => {
            let mut view = views[player.index()].clone();
            if let Some(outcome) = &chance {
                view.apply_chance(outcome);
            }
            let seed = random.next();
            Some(match view.automatic_move() {
                Some(mv) => mv,
                None => players[player.index()].choose(&view, seed)?,
            })
        }
    };
    Ok(Some(Step { chance, mv }))
}

fn take_step<G: HasEngine>(position: &mut G::Position, step: &StepOf<G>) -> Result<(), Failure> {
    let taken = position.step(step);
    taken.map_err(|error| Failure::internal(format!("an illegal step: {error:?}")))
}

/// Returns random legal moves as the steps of an opening.
pub fn random_steps<G: HasEngine>(
    start: &G::Position,
    plies: u32,
    random: &mut SplitMix64,
) -> Vec<StepOf<G>> {
    let (mut position, mut steps) = (start.clone(), Vec::new());
    for _ in 0..plies {
        let legal = legal_moves::<G>(&position);
        let Some(mv) = legal.get(random.index(legal.len())).copied() else {
            break;
        };
        position.apply(&mv);
        steps.push(Step::from_move(mv));
    }
    steps
}

/// Returns all legal moves.
pub fn legal_moves<G: HasEngine>(position: &G::Position) -> Vec<MoveOf<G>> {
    let mut moves = Vec::new();
    position.legal_moves(&mut |mv| moves.push(mv));
    moves
}
