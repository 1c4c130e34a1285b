//! The scans of all circuits, with and without vector instructions.

use super::square_sets::{ALL_SQUARES, gain, has_3x3, rotate};
use kifu_core::games::turn_right::Circuit;
use kifu_core::games::turn_right::engine::scan::{
    best_gain, circuit_gains, drop_answered, fill_gains_portable, indices_with_gain, max_gain,
};
use kifu_core::search::SplitMix64;

#[test]
fn vectorized_scan_agrees_with_the_portable_one() {
    let circuits = Circuit::legal_on_turn(6);
    let (mut fast, mut plain) = (Vec::new(), vec![0; circuits.len()]);
    let mut found = Vec::new();
    let mut random = SplitMix64::new(1);
    for _ in 0..20 {
        let own = random.next() & ALL_SQUARES;
        circuit_gains(own, circuits, &mut fast);
        fill_gains_portable(own, circuits, &mut plain);
        assert_eq!(fast, plain);
        let top = plain.iter().copied().max().unwrap();
        assert_eq!(max_gain(&fast), top);
        let one = best_gain(own, circuits, u8::MAX);
        assert_eq!((one.gain, plain[one.index]), (top, top));
        assert_eq!(one.scanned, circuits.len());
        assert!(best_gain(own, circuits, top - 1).gain >= top - 1);
        indices_with_gain(&fast, top, &mut found);
        let all = (0..).zip(&plain).filter(|(_, gain)| **gain == top);
        assert!(all.map(|(place, _)| place).eq(found.iter().copied()));
    }
}

#[test]
fn drop_answered_removes_exactly_the_boards_the_answer_refutes() {
    let circuits = Circuit::legal_on_turn(3);
    let mut random = SplitMix64::new(2);
    let (mut marks, mut dropped) = (Vec::new(), 0);
    for round in 0..50 {
        let answer = circuits[random.index(circuits.len())];
        // With few own stones, the opponent has many 3x3 squares.
        let few = round % 2 == 1;
        let board = |_| {
            random.next()
                & if few {
                    random.next() & ALL_SQUARES
                } else {
                    ALL_SQUARES
                }
        };
        let boards: Vec<u64> = (0..100).map(board).collect();
        let enough = if few { 15 } else { 24 } + round % 4;
        let mut left = boards.clone();
        drop_answered(&mut left, answer, enough, &mut marks);
        let stays = |board: &u64| {
            let own = rotate(answer, *board);
            gain(own) + 25 < i32::from(enough) || has_3x3(ALL_SQUARES ^ own)
        };
        assert!(boards.iter().filter(|board| stays(board)).eq(&left));
        dropped += boards.len() - left.len();
    }
    assert!((500..4500).contains(&dropped), "{dropped}");
}
