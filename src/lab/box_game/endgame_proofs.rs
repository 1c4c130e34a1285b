//! A measurement of the exact solver: endgames that it solves within a second.

use crate::common::cpu_time::CpuStopwatch;
use crate::common::experiment::{MeasureSettings, Outcome};
use crate::common::session::Session;
use crate::duel::DuelGame as _;
use kifu_core::contract::{Position as _, Rules as _, Step};
use kifu_core::games::box_game::engine::BoxEngine;
use kifu_core::games::box_game::engine::board::{Bitboard, PlaceIndex, TilePattern};
use kifu_core::games::box_game::engine::kernel::Kernel;
use kifu_core::games::box_game::engine::solver::ExactSolver;
use kifu_core::games::box_game::{BoxGame, Position, Tile};
use kifu_core::search::{Engine as _, Limits, SearchRequest, SplitMix64};
use kifu_study::failure::Failure;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The largest number of tiles still to be laid at which a position is solved.
const MAX_TILES_LEFT: usize = 6;
/// The boards in the solver's cache.
const CACHED_BOARDS: usize = 350_000;
/// The most tiles that may follow for a position to be counted by that.
const MAX_DEPTH: usize = 4;
const SECOND: Duration = Duration::from_secs(1);

/// A solved position: the tiles that were still laid, the most that could have been (if few), and
/// the seconds, if at most one.
type SolvedEndgame = (usize, Option<usize>, Option<f64>);

/// Measures how many endgames of the engine's own games are solved within a second, all places of
/// the tile in hand exactly.
///
/// # Errors
/// Returns an error of the session.
pub fn proofs(session: &mut Session, settings: &MeasureSettings<'_>) -> Result<Outcome, Failure> {
    let games = settings.games.unwrap_or(60);
    let nodes = settings.nodes.unwrap_or(400);
    let solved = session.items("games", games, 4, |game| {
        Ok(solved_endgames(
            nodes,
            &mut SplitMix64::stream(settings.seed, game),
        ))
    })?;
    let (mut by_laid, mut by_depth) = (BTreeMap::new(), BTreeMap::new());
    for (laid, depth, seconds) in solved.into_iter().flatten() {
        by_laid.entry(laid).or_insert_with(Vec::new).push(seconds);
        if let Some(depth) = depth {
            by_depth.entry(depth).or_insert_with(Vec::new).push(seconds);
        }
    }
    let mut outcome = Outcome::default();
    for (laid, mut times) in by_laid {
        write_row(
            &mut outcome.text,
            &format!("{laid} tiles were laid"),
            &mut times,
        );
    }
    for (depth, mut times) in by_depth {
        write_row(
            &mut outcome.text,
            &format!("at most {depth} tiles follow"),
            &mut times,
        );
    }
    Ok(outcome)
}

/// Writes how many positions were solved, and the median and the longest time.
fn write_row(text: &mut String, what: &str, times: &mut [Option<f64>]) {
    // Unsolved positions come last.
    let seconds = |time: &Option<f64>| time.unwrap_or(f64::INFINITY);
    times.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    let show = |time: Option<f64>| match time {
        Some(seconds) => format!("{:.1} ms", 1000.0 * seconds),
        None => "over a second".to_owned(),
    };
    let solved = times.iter().flatten().count();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    let _ = writeln!(
        text,
        "{what}: {solved} of {} within a second, median {}, longest {}",
        times.len(),
        show(median),
        show(longest)
    );
}

/// Plays a game and solves its last positions.
fn solved_endgames(nodes: u64, random: &mut SplitMix64) -> Vec<SolvedEndgame> {
    let positions = game_positions(nodes, random);
    let count = positions.len();
    let last = positions
        .into_iter()
        .enumerate()
        .skip(count.saturating_sub(MAX_TILES_LEFT));
    let solved = last.map(|(number, position)| {
        let depth = board(&position).and_then(|board| tiles_to_follow(&board, MAX_DEPTH));
        (count - number, depth, seconds_to_solve(&position))
    });
    solved.collect()
}

/// Returns the positions of a game of the engine against itself, a tile in hand.
fn game_positions(nodes: u64, random: &mut SplitMix64) -> Vec<Position> {
    let tiles: Vec<Tile> = Tile::all().collect();
    let mut engine = BoxEngine::new(4);
    let mut position = BoxGame::opening("", random).start;
    position.apply_chance(&tiles[random.index(tiles.len())]);
    let mut positions = Vec::new();
    while !position.is_over() {
        position.apply_chance(&tiles[random.index(tiles.len())]);
        positions.push(position);
        let request = SearchRequest::new(Limits::nodes(nodes)).seed(random.next());
        let result = engine.analyze(&position, &request, &mut |_| {});
        let best = result.best_move().map(|mv| Step::from_move(*mv));
        if best.is_none_or(|step| position.step(&step).is_err()) {
            break;
        }
    }
    positions
}

fn board(position: &Position) -> Option<Bitboard> {
    Some(Bitboard::from_position(position, position.colors().both()?))
}

fn legal_places(board: &Bitboard) -> Vec<PlaceIndex> {
    Kernel::new().legal_places(board).list()
}

/// Returns the largest number of tiles that can still be laid, if it is at most `max`.
fn tiles_to_follow(board: &Bitboard, max: usize) -> Option<usize> {
    (0..=max).find(|most| !can_follow(board, *most))
}

/// Reports whether more than `count` tiles can follow; their colours do not matter.
fn can_follow(board: &Bitboard, count: usize) -> bool {
    let mut places = legal_places(board).into_iter();
    let follow = |place: PlaceIndex| {
        count == 0 || can_follow(&board.after(place, TilePattern::default()), count - 1)
    };
    places.any(follow)
}

/// Returns the processor time in seconds that all places of the tile in hand take, if at most one.
fn seconds_to_solve(position: &Position) -> Option<f64> {
    let stopwatch = CpuStopwatch::start();
    let board = board(position)?;
    let tile = TilePattern::of_tile(position.tile_in_hand()?, position.colors().both()?);
    let opponent = 1 - position.to_move().index();
    let (mut nodes, mut next_check, mut is_over) = (0, 0, false);
    let mut count = |more: u64| {
        nodes += more;
        if nodes >= next_check {
            next_check = nodes + 100;
            is_over = stopwatch.elapsed() > SECOND;
        }
        is_over
    };
    let mut solver = ExactSolver::new(Kernel::new(), CACHED_BOARDS, &mut count);
    let mut places = legal_places(&board).into_iter();
    let is_solved =
        places.all(|place| solver.payoff(&board.after(place, tile), opponent).is_some());
    is_solved.then(|| stopwatch.elapsed().as_secs_f64())
}
