//! The solver against brute force.

use super::{brute_force_wins, edges, never, random_position};
use kifu_core::games::zuniq::engine::{EdgeBoard, ZuniqSolver};
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

/// Returns the mirror image of a board.
fn mirrored(board: &EdgeBoard) -> EdgeBoard {
    let place = |edge: usize| {
        let (row, column) = (edge / 11, edge % 11);
        // Five horizontals, then six verticals.
        let last = if column < 5 { 4 } else { 15 };
        11 * row + last - column
    };
    let drawn = edges(board.drawn()).into_iter().map(place);
    EdgeBoard::from_drawn(drawn.fold(0, |set, edge| set | 1 << edge))
}

#[test]
fn solver_reuses_its_proofs_for_mirrored_positions() {
    let mut rng = SplitMix64::new(15);
    let (mut first, mut second, mut checked) = (0, 0, 0);
    for _ in 0..300 {
        let Some((_, board)) = random_position(&mut rng, 34) else {
            continue;
        };
        let mut solver = ZuniqSolver::new(1 << 22);
        let wins = solver.solve(&board, u64::MAX, &mut never);
        let before = solver.nodes();
        let mirrored = solver.solve(&mirrored(&board), u64::MAX, &mut never);
        assert_eq!(mirrored, wins);
        assert_eq!(wins, Some(brute_force_wins(&board, &mut HashMap::new())));
        first += before;
        second += solver.nodes() - before;
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
    // All but those of a part with several circles, which goes by its place.
    assert!(4 * second < first, "{second} and {first}");
}

#[test]
fn solver_gives_up_at_its_node_limit_or_when_stopped() {
    let board = random_position(&mut SplitMix64::new(7), 12).unwrap().1;
    let mut solver = ZuniqSolver::new(1 << 20);
    assert_eq!(solver.solve(&board, 5_000, &mut never), None);
    assert!(solver.nodes() <= 5_000);
    let mut asked = 0;
    let proven = solver.solve(&board, u64::MAX, &mut |_| {
        asked += 1;
        asked >= 3
    });
    assert_eq!(proven, None);
    assert!(solver.nodes() < 20_000);
}

mod slow {
    use super::*;

    #[test]
    fn solver_agrees_with_brute_force_in_thousands_of_late_positions() {
        let mut rng = SplitMix64::new(5);
        let mut solver = ZuniqSolver::new(1 << 22);
        let mut checked = 0;
        for game in 0..400 {
            let Some((_, mut board)) = random_position(&mut rng, 31 + game % 3) else {
                continue;
            };
            let mut known = HashMap::new();
            // Continue along a game, so that the solver meets positions that it proved before.
            loop {
                let wins = brute_force_wins(&board, &mut known);
                assert_eq!(solver.solve(&board, u64::MAX, &mut never), Some(wins));
                checked += 1;
                let legal = edges(board.legal_edges());
                if legal.is_empty() {
                    break;
                }
                board = board.after(legal[rng.index(legal.len())]).unwrap();
            }
        }
        assert!(checked > 2_000, "{checked}");
    }

    #[test]
    fn solver_with_a_small_table_finds_the_same_results() {
        let mut rng = SplitMix64::new(6);
        let mut small = ZuniqSolver::new(1 << 10);
        let mut large = ZuniqSolver::new(1 << 22);
        for _ in 0..20 {
            let Some((_, board)) = random_position(&mut rng, 30) else {
                continue;
            };
            let wins = large.solve(&board, u64::MAX, &mut never);
            assert_eq!(small.solve(&board, u64::MAX, &mut never), wins);
        }
    }
}
