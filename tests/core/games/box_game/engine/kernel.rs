//! The engine's board and the evaluation kernel.

use super::{board, colors, legal, pair, place, start, tile};
use kifu_core::contract::{Position as _, Rules as _, Step};
use kifu_core::games::box_game::engine::BoxEngine;
use kifu_core::games::box_game::engine::board::{
    Bitboard, COLUMNS, PlaceIndex, PlaceSet, ROWS, TilePattern, coverage,
};
use kifu_core::games::box_game::engine::evaluation::{COLUMN_STRIDE, cell_index};
use kifu_core::games::box_game::engine::kernel::{Breadth, EvalWorkspace, Kernel};
use kifu_core::search::SplitMix64;

fn listed(places: &PlaceSet) -> Vec<PlaceIndex> {
    let mut all = places.list();
    all.sort_unstable();
    all
}

#[test]
fn engine_board_agrees_with_the_rules_at_every_ply() {
    let mut rng = SplitMix64::new(1);
    for _ in 0..60 {
        let mut position = start(colors(&mut rng), &mut rng);
        let mut fast = board(&position);
        loop {
            let dealt = tile(&mut rng);
            let over = position.is_over();
            position.apply_chance(&dealt);
            let all = legal(&position);
            let mut places: Vec<PlaceIndex> = all.iter().map(|mv| place(*mv)).collect();
            places.sort_unstable();
            for kernel in [Kernel::new(), Kernel::PORTABLE] {
                let found = kernel.legal_places(&fast);
                assert_eq!(listed(&found), places);
                assert_eq!(found.count(), places.len());
                assert_eq!(found.is_empty(), over);
                assert!(places.iter().all(|place| found.contains(*place)));
            }
            let points = position.scores(position.colors().both().unwrap());
            assert_eq!(fast.points(), points);
            if over {
                break;
            }
            let mv = all[rng.index(all.len())];
            let laid = fast.after(place(mv), pair(dealt, &position));
            position.step(&Step::from_move(mv)).unwrap();
            fast = board(&position);
            assert_eq!(laid, fast);
        }
    }
}

/// A board in the middle of a random game.
pub fn middle(rng: &mut SplitMix64, plies: usize) -> Bitboard {
    let mut position = start(colors(rng), rng);
    for _ in 0..plies {
        if position.is_over() {
            break;
        }
        position.apply_chance(&tile(rng));
        let all = legal(&position);
        let mv = all[rng.index(all.len())];
        position.step(&Step::from_move(mv)).unwrap();
    }
    board(&position)
}

#[test]
fn coverage_of_each_cell_equals_the_count_of_fitting_places() {
    let mut rng = SplitMix64::new(2);
    for plies in 0..26 {
        let board = middle(&mut rng, plies);
        let fits = board.fitting_places();
        let cover = coverage(&fits);
        let mut counted = [[0u32; COLUMNS]; ROWS];
        fits.for_each(|place| {
            let (top, left, vertical) = place.coordinates();
            let (height, width) = if vertical { (6, 2) } else { (2, 6) };
            for row in &mut counted[top..top + height] {
                for count in &mut row[left..left + width] {
                    *count += 1;
                }
            }
        });
        for (row, counts) in counted.iter().enumerate() {
            for (column, count) in counts.iter().enumerate() {
                let planes = cover.iter().enumerate();
                let found: u32 = planes
                    .map(|(at, plane)| (plane[row] >> column & 1) << at)
                    .sum();
                assert_eq!(found, *count);
            }
        }
    }
}

#[test]
fn kernel_evaluates_the_same_with_and_without_vector_instructions() {
    let mut rng = SplitMix64::new(3);
    let engine = BoxEngine::new(1);
    for plies in 0..26 {
        let board = middle(&mut rng, plies);
        let mut one = EvalWorkspace::default();
        let mut two = EvalWorkspace::default();
        for breadth in [
            Breadth::All,
            Breadth::Best(12, None),
            Breadth::Best(5, Some(TilePattern([2, 4]))),
        ] {
            let weights = &engine.weights().leaf;
            Kernel::new().evaluate(&mut one, &board, weights, 1, breadth);
            Kernel::PORTABLE.evaluate(&mut two, &board, weights, 1, breadth);
            assert_eq!(one.refined_places, two.refined_places);
            assert_eq!(one.evaluation.gradients, two.evaluation.gradients);
            assert_eq!(one.lead(1).to_bits(), two.lead(1).to_bits());
        }
    }
}

/// Returns the weight of a cell.
fn weight(workspace: &EvalWorkspace, who: usize, row: usize, column: usize) -> f64 {
    f64::from(workspace.evaluation.weights[cell_index(column, who, row)]) / 65_536.0
}

#[test]
fn expected_points_and_gradients_are_sums_over_all_squares() {
    let mut rng = SplitMix64::new(4);
    let engine = BoxEngine::new(1);
    for plies in [0, 3, 9, 15, 21, 25] {
        let board = middle(&mut rng, plies);
        let mut workspace = EvalWorkspace::default();
        Kernel::new().evaluate(
            &mut workspace,
            &board,
            &engine.weights().leaf,
            0,
            Breadth::Best(1, None),
        );
        for who in 0..2 {
            let mut worth = 0.0;
            let mut slopes = [[0.0; COLUMNS]; ROWS];
            for side in 1..ROWS {
                for row in 0..ROWS - side {
                    for column in 0..COLUMNS - side {
                        let corners = [(0, 0), (0, side), (side, 0), (side, side)]
                            .map(|(down, right)| (row + down, column + right));
                        let weights =
                            corners.map(|(row, column)| weight(&workspace, who, row, column));
                        let points = f64::from(u32::try_from(side).unwrap());
                        worth += points * weights.iter().product::<f64>();
                        for (at, (row, column)) in corners.into_iter().enumerate() {
                            let others = (0..4).filter(|other| *other != at);
                            let others = others.map(|other| weights[other]).product::<f64>();
                            slopes[row][column] += points * others;
                        }
                    }
                }
            }
            assert!(
                (f64::from(workspace.evaluation.expected_points[who]) - worth).abs()
                    < 0.02 * (1.0 + worth)
            );
            for (row, slopes) in slopes.iter().enumerate() {
                for (column, slope) in slopes.iter().enumerate() {
                    let at = cell_index(column, who, row);
                    assert!(at % COLUMN_STRIDE < COLUMN_STRIDE);
                    let found = f64::from(workspace.evaluation.gradients[at]) / 512.0;
                    assert!((found - slope).abs() < 0.1, "{found} {slope}");
                }
            }
        }
    }
}

#[test]
fn refined_gain_is_close_to_the_change_by_the_move() {
    let mut rng = SplitMix64::new(5);
    let engine = BoxEngine::new(1);
    let (mut error, mut all) = (0.0, 0.0);
    for plies in 0..24 {
        let board = middle(&mut rng, plies);
        let mut before = EvalWorkspace::default();
        let mut after = EvalWorkspace::default();
        Kernel::new().evaluate(&mut before, &board, &engine.weights().leaf, 0, Breadth::All);
        let pair = TilePattern([1, 3]);
        for (place, refined) in &before.refined_places {
            let next = board.after(*place, pair);
            let breadth = Breadth::Best(1, None);
            Kernel::new().evaluate(&mut after, &next, &engine.weights().leaf, 0, breadth);
            let change = f64::from(after.lead(0) - before.lead(0));
            let gain = f64::from(refined.for_dots(1, 3)) / 64.0;
            error += (change - gain).powi(2);
            all += change.powi(2);
        }
    }
    assert!(error < 0.3 * all, "{error} of {all}");
}
