//! The engine's board and its playouts, against the rules.

use super::{edges, random_position, segments, without_claim};
use kifu_core::contract::{Game, Position as _, Rules as _};
use kifu_core::games::zuniq::engine::{EdgeBoard, LANES, PlayoutKernel, ZuniqEngine};
use kifu_core::games::zuniq::{Position, Zuniq};
use kifu_core::search::SplitMix64;

#[test]
fn engine_board_agrees_with_the_rules_at_every_ply() {
    let mut rng = SplitMix64::new(1);
    let segments = segments();
    for _ in 0..200 {
        let mut position = Position::EMPTY;
        let mut board = EdgeBoard::EMPTY;
        loop {
            let mut legal = 0_u64;
            position.legal_moves(&mut |mv| {
                let edge = segments.iter().position(|known| *known == mv.segment);
                legal |= 1 << edge.unwrap();
            });
            assert_eq!(
                board.legal_edges(),
                legal,
                "{}",
                Zuniq::write_position(&position)
            );
            assert_eq!(board, ZuniqEngine::board_of(&position));
            assert_eq!(position.is_over(), legal == 0);
            for edge in 0..64 {
                assert_eq!(board.after(edge).is_some(), legal >> edge & 1 == 1);
            }
            let legal = edges(legal);
            if legal.is_empty() {
                break;
            }
            let edge = legal[rng.index(legal.len())];
            position.play(&without_claim(segments[edge])).unwrap();
            board = board.after(edge).unwrap();
        }
    }
}

#[test]
fn playouts_alternate_legal_edges_to_the_end_of_the_game() {
    let mut rng = SplitMix64::new(2);
    let mut random = SplitMix64::new(2);
    for plies in [0, 5, 12, 20, 28, 34] {
        let (_, board) = random_position(&mut rng, plies).unwrap();
        let played = PlayoutKernel::new().play(&board, &mut random);
        for lane in 0..LANES {
            let [own, other] = [played.drawn_by_mover[lane], played.drawn_by_opponent[lane]];
            assert_eq!(own & other, 0);
            let end = EdgeBoard::from_drawn(board.drawn() | own | other);
            assert_eq!(end.legal_edges(), 0, "the game went on to its end");
            let made = own.count_ones() + other.count_ones();
            assert_eq!(own.count_ones(), made.div_ceil(2));
            assert_eq!(played.mover_won[lane] & 1, u64::from(made % 2));
        }
    }
}

#[test]
fn playouts_are_the_same_with_and_without_vector_instructions() {
    let mut rng = SplitMix64::new(3);
    for plies in 0..30 {
        let Some((_, board)) = random_position(&mut rng, plies) else {
            continue;
        };
        let kernels = [PlayoutKernel::new(), PlayoutKernel::PORTABLE];
        let [one, two] = kernels.map(|kernel| kernel.play(&board, &mut SplitMix64::new(9)));
        assert_eq!(
            (one.drawn_by_mover, one.drawn_by_opponent, one.mover_won),
            (two.drawn_by_mover, two.drawn_by_opponent, two.mover_won)
        );
    }
}

#[test]
fn playouts_have_the_means_of_uniform_random_games() {
    // The mean of the first player's wins and of the plies, against games played edge by edge.
    let mut rng = SplitMix64::new(4);
    let games = 4_000_u32;
    let (mut wins, mut plies) = (0, 0);
    for _ in 0..games {
        let mut board = EdgeBoard::EMPTY;
        loop {
            let legal = edges(board.legal_edges());
            if legal.is_empty() {
                break;
            }
            board = board.after(legal[rng.index(legal.len())]).unwrap();
        }
        wins += board.plies() % 2;
        plies += board.plies();
    }
    let mut random = SplitMix64::new(4);
    let (mut fast_wins, mut fast_plies) = (0, 0);
    for _ in 0..games / 8 {
        let played = PlayoutKernel::new().play(&EdgeBoard::EMPTY, &mut random);
        fast_wins += played.wins();
        for lane in 0..LANES {
            fast_plies +=
                (played.drawn_by_mover[lane] | played.drawn_by_opponent[lane]).count_ones();
        }
    }
    let mean = |sum: u32| f64::from(sum) / f64::from(games);
    // Four standard deviations.
    assert!((mean(wins) - mean(fast_wins)).abs() < 4.0 * (0.5 / f64::from(games)).sqrt());
    assert!((mean(plies) - mean(fast_plies)).abs() < 0.08);
}

#[test]
fn playout_length_and_winner_follow_from_zones_and_circles() {
    // 35 plies and one for each zone, but for each circle inside a zone that is left undrawn.
    let mut random = SplitMix64::new(8);
    for _ in 0..50 {
        let played = PlayoutKernel::new().play(&EdgeBoard::EMPTY, &mut random);
        for lane in 0..LANES {
            let end =
                EdgeBoard::from_drawn(played.drawn_by_mover[lane] | played.drawn_by_opponent[lane]);
            let zones = end.closed_sizes().count_ones();
            let circles = 35 + zones - end.plies();
            assert!(circles <= 9 && zones <= 6, "{circles} {zones}");
            let won = played.mover_won[lane] & 1 == 1;
            assert_eq!(won, (35 + zones + circles) % 2 == 1);
        }
    }
}
