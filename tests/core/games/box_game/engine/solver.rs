//! The exact solver against a plain expectimax.

use super::{board, colors, start};
use kifu_core::games::box_game::engine::board::{
    Bitboard, COLUMNS, PlaceIndex, ROWS, RowBits, TilePattern,
};
use kifu_core::games::box_game::engine::kernel::Kernel;
use kifu_core::games::box_game::engine::kernel::SquarePotential;
use kifu_core::games::box_game::engine::payoff::Payoff;
use kifu_core::games::box_game::engine::solver::{ExactSolver, estimate_sequences};
use kifu_core::search::SplitMix64;

/// Returns a late board of two greedy players, so that it has squares, with at most `most`
/// estimated sequences of tiles and places left.
fn late(rng: &mut SplitMix64, most: f64) -> Bitboard {
    let kernel = Kernel::new();
    let mut board = board(&start(colors(rng), rng));
    let mut who = 0;
    while estimate_sequences(kernel, &board, rng.next()) > most {
        let tile = TilePattern::ALL[rng.index(TilePattern::ALL.len())];
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

pub fn places(board: &Bitboard) -> Vec<PlaceIndex> {
    Kernel::PORTABLE.legal_places(board).list()
}

/// Returns the value of a board before the tile is drawn, by all tiles at all places.
fn expectimax(board: &Bitboard, who: usize) -> Payoff {
    let places = places(board);
    if places.is_empty() {
        let points = board.points();
        return Payoff::from_final_lead(points[who] - points[1 - who]);
    }
    let best = |tile: &TilePattern| {
        let worths = places
            .iter()
            .map(|place| -expectimax(&board.after(*place, *tile), 1 - who));
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

/// Reports whether more than `more_than` tiles can follow; their colours do not matter.
fn may_follow(board: &Bitboard, more_than: usize) -> bool {
    let mut places = places(board).into_iter();
    let lasts = |place: PlaceIndex| {
        more_than == 0 || may_follow(&board.after(place, TilePattern::default()), more_than - 1)
    };
    places.any(lasts)
}

/// Returns the largest number of tiles that can still be laid, if it is not above `at_most`.
pub fn depth(board: &Bitboard, at_most: usize) -> Option<usize> {
    (0..=at_most).find(|most| !may_follow(board, *most))
}

#[test]
fn exact_solver_counts_no_more_nodes_after_a_stop() {
    let board = late(&mut SplitMix64::new(22), 1e9);
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

/// Returns the squares that a colour has or can still get, computed square by square.
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
fn row(rng: &mut SplitMix64) -> u32 {
    u32::try_from(rng.index(1 << COLUMNS)).expect("twenty bits")
}

#[test]
fn square_potential_of_kernel_equals_a_count_by_squares() {
    let mut rng = SplitMix64::new(23);
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

mod slow {
    use super::*;

    #[test]
    fn exact_solver_agrees_with_expectimax_over_all_tiles_and_places() {
        let mut rng = SplitMix64::new(21);
        let mut deepest = 0;
        for at in 0..12 {
            // Of one tile a few, then longer ends.
            let board = late(&mut rng, if at < 4 { 500.0 } else { 2e6 });
            deepest = deepest.max(depth(&board, 9).expect("the end is near"));
            for who in [0, 1] {
                let expected = expectimax(&board, who);
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
}
