//! The net: its evaluation of moves, and its file.

use super::{never, random_position};
use kifu_core::games::zuniq::engine::ZuniqSolver;
use kifu_core::games::zuniq::engine::net::ValueNet;
use kifu_core::search::SplitMix64;

/// Moves change few rows; a move that closes a zone changes many.
#[test]
fn net_values_a_move_as_the_position_after_it() {
    let mut rng = SplitMix64::new(21);
    let net = ValueNet::embedded().unwrap();
    let (mut moves, mut zones) = (0, 0);
    for plies in 0..36 {
        let Some((_, board)) = random_position(&mut rng, plies) else {
            continue;
        };
        let mut evaluated = 0_u64;
        net.evaluate_moves(&board, &mut |edge, odds| {
            evaluated |= 1 << edge;
            let after = board.after(edge).unwrap();
            let expected = -net.evaluate(&after);
            assert!((odds - expected).abs() < 1e-3, "{odds} {expected}");
            moves += 1;
            zones += u32::from(after.closed_sizes() != board.closed_sizes());
        });
        assert_eq!(evaluated, board.legal_edges());
    }
    assert!(moves > 500 && zones > 20, "{moves} moves, {zones} zones");
}

#[test]
fn net_weights_round_trip_and_broken_files_are_refused() {
    let mut net = ValueNet::embedded().unwrap().clone();
    let bytes = net.encode();
    assert_eq!(ValueNet::decode(&bytes).unwrap().encode(), bytes);
    assert!(ValueNet::decode(&bytes[..bytes.len() - 4]).is_none());
    assert!(ValueNet::decode(&[&bytes[..], &[0]].concat()).is_none());
}

mod slow {
    use super::*;

    /// The net was not trained on random positions.
    #[test]
    fn net_predicts_the_solved_winner_in_most_late_positions() {
        let mut rng = SplitMix64::new(22);
        let net = ValueNet::embedded().unwrap();
        let mut solver = ZuniqSolver::new(1 << 24);
        let (mut right, mut known) = (0, 0);
        while known < 200 {
            let Some((_, board)) = random_position(&mut rng, 29) else {
                continue;
            };
            let Some(wins) = solver.solve(&board, 50_000, &mut never) else {
                continue;
            };
            known += 1;
            right += u32::from((net.evaluate(&board) > 0.0) == wins);
        }
        println!("{right} of {known}");
        assert!(right > 150, "{right} of {known}");
    }
}
