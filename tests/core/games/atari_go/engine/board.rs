//! The engine's board against the board of the rules.

use super::moves;
use kifu_core::contract::{Faults, Rules as _, Winner};
use kifu_core::games::atari_go::engine::{GoBoard, PASS, PointSet, random_playout};
use kifu_core::games::atari_go::{Move, Position};
use kifu_core::search::SplitMix64;

/// Plays a random game on both boards and compares them at each ply.
fn play_both(size: u32, turns: u32, rng: &mut SplitMix64) {
    let mut position = Position::new(size, turns);
    let mut board = GoBoard::from_position(&position).unwrap();
    loop {
        assert_eq!(position.captures(), board.captures());
        assert_eq!(position.to_move(), board.player_to_move());
        assert_eq!(
            position.total_turns() - position.turns_played(),
            board.plies_left()
        );
        assert!(board.is_same_state(&GoBoard::from_position(&position).unwrap()));
        if position.is_over() {
            break;
        }
        let all = moves(&position);
        let mut legal: PointSet = 0;
        for mv in all.iter().filter(|mv| **mv != Move::Pass) {
            legal |= 1 << board.number_of(*mv).unwrap();
        }
        assert_eq!(board.legal_points(), legal);
        for at in 0..board.empty_count() {
            let point = board.nth_empty(at);
            assert_eq!(board.is_legal(point), legal >> point & 1 == 1);
        }
        let mv = all[rng.index(all.len())];
        position.apply(&mv);
        let number = board.number_of(mv).unwrap();
        assert_eq!(board.move_of(number), mv);
        board.play(number);
    }
    let winner = Winner::of([board.result(), 0]);
    assert_eq!(position.outcome(Faults::NONE).winner, Some(winner));
}

#[test]
fn random_playouts_end_and_reach_all_three_results() {
    let start = GoBoard::from_position(&Position::new(9, 80)).unwrap();
    let mut random = SplitMix64::new(3);
    let mut results = [0; 3];
    for _ in 0..2000 {
        let mut board = start.clone();
        random_playout(&mut board, &mut random);
        assert_eq!(board.plies_left(), 0);
        results[usize::try_from(board.result() + 1).unwrap()] += 1;
    }
    assert!(results.iter().all(|count| *count > 100), "{results:?}");
    assert_eq!(start.legal_points().count_ones(), 81);
    assert_eq!(start.legal_points() >> PASS, 0);
}

mod slow {
    use super::*;

    #[test]
    fn engine_board_agrees_with_the_rules_at_every_ply() {
        let mut rng = SplitMix64::new(1);
        for game in 0..2000 {
            let turns = [80, 81, 20, 300][game % 4];
            play_both(9, turns, &mut rng);
        }
        for size in [5, 6, 7, 8, 10, 11] {
            for _ in 0..150 {
                play_both(size, 130, &mut rng);
            }
        }
        assert!(GoBoard::from_position(&Position::new(12, 80)).is_none());
    }
}
