//! Proofs by the solver and the static bounds.

use super::{minimax, random_position};
use kifu_core::contract::Rules as _;
use kifu_core::games::atari_go::engine::solver::AtariGoSolver;
use kifu_core::games::atari_go::engine::{GoBoard, PASS, PointSet, static_bounds};
use kifu_core::search::SplitMix64;

/// Reports whether the attacker can capture some of these stones if the owner always passes.
fn can_be_captured(board: &GoBoard, owner: usize, stones: PointSet, depth: u32) -> bool {
    if board.stones(owner) & stones != stones {
        return true;
    }
    if depth == 0 {
        return false;
    }
    let mut turn = board.clone();
    if turn.mover() == owner {
        turn.play(PASS);
    }
    (0..PASS)
        .filter(|point| turn.legal_points() >> point & 1 == 1)
        .any(|point| {
            let mut after = turn.clone();
            after.play(point);
            can_be_captured(&after, owner, stones, depth - 1)
        })
}

#[test]
fn pass_alive_stones_are_never_captured() {
    let mut rng = SplitMix64::new(12);
    let mut safe_ones = 0;
    for _ in 0..4000 {
        let plies = 12 + u16::try_from(rng.index(20)).unwrap();
        let position = random_position(5, 200, plies, &mut rng);
        let board = GoBoard::from_position(&position).unwrap();
        for owner in [0, 1] {
            let safe = static_bounds::pass_alive_stones(&board, owner);
            if safe != 0 {
                safe_ones += 1;
                let depth = if board.empty_count() > 8 { 3 } else { 4 };
                assert!(!can_be_captured(&board, owner, safe, depth), "{position:?}");
            }
        }
    }
    assert!(safe_ones > 100, "{safe_ones}");
}

#[test]
fn solver_gives_up_at_its_node_limit_or_when_stopped() {
    let mut rng = SplitMix64::new(13);
    let board = GoBoard::from_position(&random_position(9, 80, 50, &mut rng)).unwrap();
    let mut solver = AtariGoSolver::new(1 << 20);
    assert_eq!(solver.solve(&board, 1000, &mut |_| false), None);
    assert!(solver.nodes() <= 1001);
    assert_eq!(solver.solve(&board, u64::MAX, &mut |_| true), None);
}

mod slow {
    use super::*;

    #[test]
    fn solver_and_static_bounds_agree_with_minimax_late_in_games() {
        let mut rng = SplitMix64::new(11);
        let mut solver = AtariGoSolver::new(1 << 20);
        let (mut seen, mut settled) = ([0; 3], 0);
        for round in 0..6000 {
            let size = 5 + round % 3;
            let turns = 16 + u32::try_from(rng.index(40)).unwrap();
            let left = 2 + round % 3;
            let position =
                random_position(size, turns, u16::try_from(turns - left).unwrap(), &mut rng);
            let board = GoBoard::from_position(&position).unwrap();
            if board.capture_lead().abs() > 4 || left == 4 && board.legal_points().count_ones() > 12
            {
                continue;
            }
            let result = minimax(&board);
            let found = solver.solve(&board, u64::MAX, &mut |_| false);
            assert_eq!(found, Some(result), "{position:?}");
            let (least, most) = static_bounds::bounds(&board);
            assert!(least <= result && result <= most, "{position:?}");
            settled += u32::from(least == most);
            seen[usize::try_from(result + 1).unwrap()] += 1;
            assert!(!position.is_over());
        }
        assert!(seen.iter().all(|count| *count > 150), "{seen:?}");
        assert!(settled > 500, "{settled}");
    }
}
