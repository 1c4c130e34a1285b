//! The exact end against one that leaves nothing out.

use super::common::told;
use super::{Rng, board, colors, start, tile};
use kifu::contract::{Position as _, Rules as _, Step};
use kifu::games::box_game::Position;
use kifu::games::box_game::engine::BoxEngine;
use kifu::games::box_game::engine::board::{
    Bitboard, COLUMNS, PlaceIndex, ROWS, RowBits, TilePattern,
};
use kifu::games::box_game::engine::kernel::Kernel;
use kifu::games::box_game::engine::payoff::Payoff;
use kifu::games::box_game::engine::solver::{ExactSolver, estimate_sequences};
use kifu::games::box_game::engine::square_potential::SquarePotential;
use kifu::search::{Engine as _, Limits, SearchRequest};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A board of two players who both take what counts most at once, so that there are squares on it,
/// when so many orders of tiles and places at most are left.
fn late(rng: &mut Rng, most: f64) -> Bitboard {
    let kernel = Kernel::new();
    let mut board = board(&start(colors(rng), rng));
    let mut who = 0;
    while estimate_sequences(kernel, &board, rng.next()) > most {
        let tile = TilePattern::ALL[rng.below(TilePattern::ALL.len())];
        let lead = |place: &PlaceIndex| {
            let points = board.after(*place, tile).points();
            points[who] - points[1 - who]
        };
        let best = places(&board).into_iter().max_by_key(lead);
        board.lay(best.expect("a place, for some order is left"), tile);
        who = 1 - who;
    }
    board
}

fn places(board: &Bitboard) -> Vec<PlaceIndex> {
    Kernel::PORTABLE.legal_places(board).to_vec()
}

/// What a board is worth before the deal, by all tiles at all places.
fn plain(board: &Bitboard, who: usize) -> Payoff {
    let places = places(board);
    if places.is_empty() {
        let points = board.points();
        return Payoff::from_final_lead(points[who] - points[1 - who]);
    }
    let best = |tile: &TilePattern| {
        let worths = places
            .iter()
            .map(|place| -plain(&board.after(*place, *tile), 1 - who));
        worths
            .max_by(|a, b| a.points.total_cmp(&b.points))
            .expect("a place")
    };
    let sum = TilePattern::ALL
        .iter()
        .map(best)
        .reduce(|sum, worth| sum + worth);
    sum.expect("tiles") / 30.0
}

/// Whether more tiles than so many may follow: it does not depend on their colours.
fn may_follow(board: &Bitboard, more_than: usize) -> bool {
    let mut places = places(board).into_iter();
    let lasts = |place: PlaceIndex| {
        more_than == 0 || may_follow(&board.after(place, TilePattern::default()), more_than - 1)
    };
    places.any(lasts)
}

/// How many tiles are laid until the end at most, if no more than that.
fn depth(board: &Bitboard, at_most: usize) -> Option<usize> {
    (0..=at_most).find(|most| !may_follow(board, *most))
}

#[test]
fn the_end_is_worth_what_all_tiles_at_all_places_come_to() {
    let mut rng = Rng(21);
    let mut deepest = 0;
    for at in 0..12 {
        // Of one tile a few, then longer ends.
        let board = late(&mut rng, if at < 4 { 500.0 } else { 2e6 });
        deepest = deepest.max(depth(&board, 9).expect("the end is near"));
        for who in [0, 1] {
            let expected = plain(&board, who);
            for (kernel, kept) in [(Kernel::new(), 1 << 16), (Kernel::PORTABLE, 1)] {
                let mut count = |_| false;
                let found = ExactSolver::new(kernel, kept, &mut count).payoff(&board, who);
                let found = found.expect("nothing stops it");
                assert!((found.points - expected.points).abs() < 1e-9);
                assert!((found.win - expected.win).abs() < 1e-9);
            }
        }
    }
    assert!(deepest >= 3, "{deepest}");
}

#[test]
fn it_looks_at_no_more_after_it_was_stopped() {
    let board = late(&mut Rng(22), 1e9);
    let mut nodes = 0;
    let mut count = |more: u64| {
        nodes += more;
        false
    };
    let found = ExactSolver::new(Kernel::new(), 1 << 16, &mut count).payoff(&board, 0);
    assert!(found.is_some() && nodes > 10, "{nodes}");
    let mut left = nodes / 2;
    let mut count = |more: u64| {
        assert!(left > 0, "asked again");
        left = left.saturating_sub(more);
        left == 0
    };
    let found = ExactSolver::new(Kernel::new(), 1 << 16, &mut count).payoff(&board, 0);
    assert!(found.is_none());
    assert_eq!(left, 0);
}

fn has(rows: &RowBits, [row, column]: [usize; 2]) -> bool {
    rows[row] >> column & 1 == 1
}

/// What may become of a colour's squares, square by square.
fn by_squares(marks: &RowBits, open: &RowBits) -> SquarePotential {
    let mut all = SquarePotential {
        live_cells: [0; ROWS],
        certain_points: 0,
        max_points: 0,
    };
    for (side, worth) in (1..ROWS).zip(1..) {
        for row in 0..ROWS - side {
            for column in 0..COLUMNS - side {
                let (down, right) = (row + side, column + side);
                let corners = [[row, column], [row, right], [down, column], [down, right]];
                let may_be = |at: &[usize; 2]| has(marks, *at) || has(open, *at);
                if !corners.iter().all(may_be) {
                    continue;
                }
                all.max_points += worth;
                if corners.iter().any(|at| has(open, *at)) {
                    for [row, column] in corners {
                        all.live_cells[row] |= 1 << column;
                    }
                } else {
                    all.certain_points += worth;
                }
            }
        }
    }
    all
}

/// A row of spots, each with a chance of a half.
fn row(rng: &mut Rng) -> u32 {
    u32::try_from(rng.below(1 << COLUMNS)).expect("twenty bits")
}

#[test]
fn what_may_become_of_squares_is_seen_of_all_at_once() {
    let mut rng = Rng(23);
    let mut seen = [0; 3];
    for at in 0..60 {
        // From few dots to many.
        let mut few = |times: usize| -> RowBits {
            std::array::from_fn(|_| (0..times).fold(u32::MAX, |all, _| all & row(&mut rng)))
        };
        let (marks, open) = (few(1 + at % 3), few(1 + at % 4));
        let expected = by_squares(&marks, &open);
        for kernel in [Kernel::new(), Kernel::PORTABLE] {
            let found = kernel.square_potential(&marks, &open);
            assert_eq!(found.live_cells, expected.live_cells);
            assert_eq!(
                [found.certain_points, found.max_points],
                [expected.certain_points, expected.max_points]
            );
            let points = by_squares(&marks, &[0; ROWS]);
            assert_eq!(kernel.points(&marks), points.certain_points);
            assert_eq!(points.certain_points, points.max_points);
        }
        seen[0] += expected.certain_points;
        seen[1] += expected.max_points - expected.certain_points;
        seen[2] += expected
            .live_cells
            .iter()
            .map(|row| row.count_ones().cast_signed())
            .sum::<i32>();
    }
    assert!(seen.iter().all(|seen| *seen > 100), "{seen:?}");
}

/// Positions of a game of the brain against itself, a tile in hand.
fn own_game(brain: &mut BoxEngine, rng: &mut Rng) -> Vec<Position> {
    let mut all = Vec::new();
    let mut position = start(colors(rng), rng);
    while !position.is_over() {
        position.apply_chance(&tile(rng));
        all.push(position);
        let request = SearchRequest::new(Limits::nodes(400)).seed(rng.next());
        let report = brain.analyze(&position, &request, &mut |_| {});
        position
            .step(&Step::from_move(*report.best_move().expect("a move")))
            .expect("legal");
    }
    all
}

/// How long all places of the tile in hand take, if no more than a second.
fn in_a_second(position: &Position) -> Option<Duration> {
    let (board, began) = (board(position), Instant::now());
    let hand = super::pair(position.tile_in_hand().expect("a tile"), position);
    let who = 1 - position.to_move().index();
    let (mut nodes, mut look_at, mut is_up) = (0, 0, false);
    let mut count = |more: u64| {
        nodes += more;
        if nodes >= look_at {
            look_at = nodes + 100;
            is_up = began.elapsed() > Duration::from_secs(1);
        }
        is_up
    };
    let mut exact = ExactSolver::new(Kernel::new(), 350_000, &mut count);
    let mut values = places(&board)
        .into_iter()
        .map(|at| exact.payoff(&board.after(at, hand), who));
    let is_done = values.all(|value| value.is_some());
    is_done.then(|| began.elapsed())
}

/// Of positions with so many tiles left, how many are told in a second, and how long that takes.
fn tell(what: &str, times: &mut [Option<Duration>]) {
    // What took longer than a second stands last.
    times.sort_unstable_by_key(|time| time.unwrap_or(Duration::MAX));
    let show =
        |time: Option<Duration>| time.map_or("more".to_owned(), |time| format!("{time:.1?}"));
    let found = times.iter().flatten().count();
    let (half, most) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{what}: {found} of {} in a second, half of them in {}, the slowest in {}",
        times.len(),
        show(half),
        show(most)
    );
}

/// `GAMES=60` of the brain's own, of 400 nodes a move.
#[test]
#[ignore = "minutes, see above"]
fn how_many_ends_take_a_second() {
    let games = told("GAMES", 60);
    let (mut brain, mut rng) = (BoxEngine::new(4), Rng(24));
    let games: Vec<_> = (0..games).map(|_| own_game(&mut brain, &mut rng)).collect();
    let mut by_most: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for left in 1..=6 {
        let mut times = Vec::new();
        for position in games
            .iter()
            .filter_map(|game| game.iter().nth_back(left - 1))
        {
            let time = in_a_second(position);
            if let Some(most) = depth(&board(position), 4) {
                by_most.entry(most).or_default().push(time);
            }
            times.push(time);
        }
        tell(&format!("{left} tiles were laid"), &mut times);
    }
    for (most, mut times) in by_most {
        tell(&format!("{most} tiles at most"), &mut times);
    }
}
