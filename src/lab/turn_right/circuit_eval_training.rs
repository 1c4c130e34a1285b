//! The training of `engine/circuit_eval.bin`: games of the search against itself, after each of
//! which the weights move a little towards what came of the positions (TD(λ)).
//!
//! [`TurnRightStage::DEFAULTS`] are those of the embedded table: more and more of the search, then two runs
//! whose weights are averaged; a third of the boards came from real games (`--logs`). One game
//! needs the weights after the one before, so the games of a run are played one after another.

use super::square_sets::{ALL_SQUARES, gain, has_3x3, rotate};
use super::td_learner::{TdLearner, TdStage, decode_points};
use crate::common::args::Spec;
use crate::common::session::LabSession;
use kifu_cli::{Status, collect_games};
use kifu_core::contract::{Game as _, Player, Position as _};
use kifu_core::games::turn_right::engine::circuit_eval::{
    CircuitEval, KIND_COUNT, PATTERN_COUNT, PHASE_COUNT, POINT_SCALE, patterns, phase,
    shared_table_index,
};
use kifu_core::games::turn_right::engine::circuit_position::CircuitPosition;
use kifu_core::games::turn_right::engine::tree::CircuitTree;
use kifu_core::games::turn_right::{Circuit, TurnRight};
use kifu_core::record::Record;
use kifu_core::search::{Limits, SearchBudget, SplitMix64};
use kifu_logs::files::ReadOptions;
use kifu_study::failure::Failure;
use std::path::PathBuf;
use std::str::FromStr;

/// The value of a 3x3 square in points.
const BONUS: f32 = 15.0;
/// The decay of later values, λ.
const LAMBDA: f32 = 0.6;
/// The number of circuits of a game.
const CIRCUIT_COUNT: usize = 26;
/// The games after which the players' evaluation is replaced by the one learned so far.
const REFRESH_INTERVAL: u64 = 20;
/// The games between two checkpoints, a multiple of [`REFRESH_INTERVAL`].
const GAMES_PER_BATCH: u64 = 100;
/// The games after which the error is reported.
const REPORT_INTERVAL: u64 = 500;

/// A stage of the training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRightStage {
    /// The number of games of a run.
    pub games: u64,
    /// The number of positions that are expanded for a move.
    pub expanded: u32,
    /// The highest learning rate, in hundredths.
    pub rate: u32,
    /// The number of runs from the same weights, whose results are averaged.
    pub runs: u64,
}

impl TurnRightStage {
    /// The stages behind `engine/circuit_eval.bin`.
    pub const DEFAULTS: [&'static str; 3] = [
        "games=11000,expanded=1,rate=100",
        "games=12000,expanded=5",
        "games=4400,expanded=7,runs=2",
    ];
}

impl FromStr for TurnRightStage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec = Spec::new(text);
        let stage = Self {
            games: spec.take("games", 10_000)?,
            expanded: spec.take("expanded", 5)?,
            rate: spec.take("rate", 30)?,
            runs: spec.take("runs", 1)?,
        };
        spec.finish("games, expanded, rate or runs")?;
        Ok(stage)
    }
}

/// Trains the evaluation in stages and returns its file.
///
/// `real_boards` are full boards of real games, as the stones of Black; one board in three is drawn
/// from them, if there are any.
///
/// # Errors
/// Returns an error of the session, or of the file to start from.
pub fn train(
    session: &mut LabSession,
    stages: &[TurnRightStage],
    real_boards: &[u64],
    from: Option<&[u8]>,
    seed: u64,
) -> Result<Vec<u8>, Failure> {
    let mut learner = CircuitLearner::default().0;
    if let Some(bytes) = from {
        learner.set_from(bytes)?;
    }
    for (number, stage) in stages.iter().enumerate() {
        let mut results = Vec::new();
        for run in 0..stage.runs {
            let stream = 1000 * number as u64 + run;
            let seed = SplitMix64::stream(seed, stream).next();
            let section = format!("stage {}, run {}", number + 1, run + 1);
            let start = learner.clone();
            results.push(run_stage(
                session,
                &section,
                stage,
                (start, real_boards),
                seed,
            )?);
        }
        learner.set_to_mean(&results);
    }
    Ok(learner.encode())
}

/// Returns the full boards of the games below these paths, as the stones of Black.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub(crate) fn real_boards(paths: &[PathBuf], status: &mut Status) -> Result<Vec<u64>, Failure> {
    let options = ReadOptions::default();
    let boards = collect_games(paths, options, 0, status, |game, _, _| {
        full_board_of(&game.record)
    })?;
    Ok(boards.into_iter().filter_map(|(_, board)| board).collect())
}

/// Returns the stones of Black when all stones are placed, if the game came so far.
fn full_board_of(record: &Record) -> Option<u64> {
    if record.game != TurnRight::INFO.id {
        return None;
    }
    let mut position = TurnRight::start(&record.setup).ok()?;
    for token in record.tokens() {
        let step = TurnRight::parse(token.as_bytes()).ok()?.step;
        position.step(&step).ok()?;
        if position.circuits_made() == 0 && position.mover() == Some(Player::Second) {
            let circuits = CircuitPosition::from_position(&position);
            let is_full = circuits.own.count_ones() == 18 && position.stones_placed() == 36;
            if is_full {
                return Some(circuits.own);
            }
        }
    }
    None
}

/// Plays the games of one run of a stage.
fn run_stage(
    session: &mut LabSession,
    section: &str,
    stage: &TurnRightStage,
    (start, real_boards): (TdLearner, &[u64]),
    seed: u64,
) -> Result<TdLearner, Failure> {
    let mut eval = CircuitEval::default();
    let games = TdStage {
        section,
        games: stage.games,
        games_per_batch: GAMES_PER_BATCH,
        report_interval: REPORT_INTERVAL,
    };
    games.run(session, start, |learner, game| {
        let mut circuits = CircuitLearner(learner);
        if game % REFRESH_INTERVAL == 0 {
            eval = circuits.eval();
        }
        let done = game as f32 / stage.games as f32;
        let rate = stage.rate as f32 / 100.0 * (1.0 - 0.9 * done);
        let mut random = SplitMix64::stream(seed, game);
        let board = if real_boards.is_empty() || random.below(3) > 0 {
            random_board(&eval, &mut random)
        } else {
            real_boards[random.index(real_boards.len())]
        };
        let square = circuits.game(&eval, board, (stage.expanded, rate), &mut random);
        (circuits.0, square)
    })
}

/// Returns the stones of Black on a full board without a 3x3 square in reach.
///
/// The stones are random, or placed by players who try a few squares and fill the rest at random.
pub fn random_board(eval: &CircuitEval, random: &mut SplitMix64) -> u64 {
    loop {
        let tries = 6 * random.below(2);
        let mut free: Vec<u32> = (0..36).collect();
        let mut stones = [0_u64; 2];
        for ply in 0..36 {
            let mut best = (i32::MIN, random.index(free.len()));
            for _ in 0..tries {
                let index = random.index(free.len());
                let mut rest = free.clone();
                let square = rest.swap_remove(index);
                random.shuffle(&mut rest);
                let mut filled = stones;
                for (offset, square) in std::iter::once(square).chain(rest).enumerate() {
                    filled[(ply + offset) % 2] |= 1 << square;
                }
                // Black makes the first circuit.
                let black = eval.expected_gain(filled[1], 0);
                let value = if ply % 2 == 1 { black } else { -black };
                best = best.max((value, index));
            }
            stones[ply % 2] |= 1 << free.swap_remove(best.1);
        }
        let mut first = Circuit::legal_on_turn(1).iter();
        if !first.any(|circuit| has_3x3(rotate(*circuit, stones[1]))) {
            return stones[1];
        }
    }
}

/// Converts a value of the search to points, a 3x3 square to [`BONUS`].
fn points(value: i32) -> f32 {
    let points = value as f32 / POINT_SCALE as f32;
    if points.abs() > 1000.0 {
        BONUS.copysign(points)
    } else {
        points
    }
}

/// A position of a game.
struct SearchedPosition {
    own: u64,
    circuits: u8,
    /// The points that its circuit gained.
    gained: f32,
    /// The points to come by the search.
    searched: f32,
}

/// The weights while they are learned.
#[derive(Clone, Debug)]
pub struct CircuitLearner(pub TdLearner);

impl Default for CircuitLearner {
    fn default() -> Self {
        let weights = PHASE_COUNT * KIND_COUNT * PATTERN_COUNT;
        Self(TdLearner::new(CIRCUIT_COUNT, weights))
    }
}

impl CircuitLearner {
    /// Returns the evaluation with the weights learned so far.
    pub fn eval(&self) -> CircuitEval {
        CircuitEval::from_bytes(&self.0.encode()).unwrap_or_default()
    }

    /// Moves the value of a position towards a target, and returns the error before.
    pub fn learn(&mut self, own: u64, circuits: u8, target: f32, rate: f32) -> f32 {
        let patterns = patterns(own).map(|(pair, pattern)| {
            let (kind, pattern) = shared_table_index(pair, pattern);
            (phase(circuits) * KIND_COUNT + kind) * PATTERN_COUNT + pattern
        });
        let patterns: Vec<usize> = patterns.collect();
        self.0.learn(circuits.into(), &patterns, target, rate)
    }

    /// Plays a game from a full board and learns from it; returns the mean squared error.
    ///
    /// Positions of the searches that were visited more than once teach, too.
    pub fn game(
        &mut self,
        eval: &CircuitEval,
        board: u64,
        (expanded, rate): (u32, f32),
        random: &mut SplitMix64,
    ) -> f32 {
        let mut position = CircuitPosition {
            own: board,
            lead: 0,
            circuits_made: 0,
        };
        let noise = if random.below(4) == 0 { 1.5 } else { 0.4 };
        let mut seen: Vec<SearchedPosition> = Vec::new();
        while position.circuits_left() > 0 {
            let (circuit, value) = self.search(eval, &position, (expanded, rate, noise), random);
            let rotated = rotate(circuit, position.own);
            let bonus = match (has_3x3(ALL_SQUARES ^ rotated), has_3x3(rotated)) {
                (true, _) => -BONUS,
                (_, true) => BONUS,
                _ => 0.0,
            };
            seen.push(SearchedPosition {
                own: position.own,
                circuits: position.circuits_made,
                gained: gain(rotated) as f32 + bonus,
                searched: value - position.lead as f32,
            });
            if bonus != 0.0 {
                break;
            }
            position = position.after(rotated, gain(rotated));
        }
        let (mut came, mut next, mut squares) = (0.0, 0.0, 0.0);
        for one in seen.iter().rev() {
            came = one.gained - ((1.0 - LAMBDA) * next + LAMBDA * came);
            next = one.searched;
            let target = 0.5 * (one.searched + came);
            squares += self.learn(one.own, one.circuits, target, rate).powi(2);
        }
        squares / seen.len() as f32
    }

    /// Searches a position and learns from what the search visited; returns the circuit to make and
    /// the value in points.
    fn search(
        &mut self,
        eval: &CircuitEval,
        position: &CircuitPosition,
        (expanded, rate, noise): (u32, f32, f32),
        random: &mut SplitMix64,
    ) -> (Circuit, f32) {
        let mut budget = SearchBudget::new(Limits::default());
        let limits = ((1 << 20, CIRCUIT_COUNT), (12, None));
        let mut tree = CircuitTree::new(eval, position, limits.0, limits.1, &mut budget);
        for _ in 1..expanded {
            tree.expand_best(&mut budget);
        }
        for node in tree.nodes.iter().skip(1).filter(|node| node.visits > 1) {
            let target = points(node.value) - node.position.lead as f32;
            let (own, circuits) = (node.position.own, node.position.circuits_made);
            self.learn(own, circuits, target, 0.5 * rate);
        }
        let (mut chosen, mut most) = (position.legal_circuits()[0], f32::MIN);
        for branch in tree.branches() {
            let luck = random.unit() + random.unit() - 1.0;
            let preference = points(branch.value) + noise * luck;
            if preference >= most {
                (chosen, most) = (branch.circuit, preference);
            }
        }
        (chosen, points(tree.nodes[0].value))
    }
}

/// Decodes a table, in points; `None` if the engine would refuse it.
pub fn decode(bytes: &[u8]) -> Option<Vec<f32>> {
    CircuitEval::from_bytes(bytes).map(|_| decode_points(bytes))
}
