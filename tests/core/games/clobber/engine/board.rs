//! The engine's board and its random games.

use super::pairs;
use kifu_core::contract::Rules as _;
use kifu_core::games::clobber::engine::bitboard::BitboardWord;
use kifu_core::games::clobber::engine::playout::{
    PLAYOUTS_PER_BATCH, PlayoutWord, portable_playouts,
};
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::games::clobber::{Move, Position};
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

fn assert_same_moves<B: BitboardWord>(position: &Position) {
    let stones = Stones::<B>::from_position(position).unwrap();
    let mut legal = Vec::new();
    position.legal_moves(&mut |mv| legal.push(mv));
    let key = |mv: &Move| (mv.from.to_string(), mv.to.to_string());
    let mut found: Vec<_> = pairs(stones)
        .into_iter()
        .map(|pair| stones.move_of_pair(pair))
        .collect();
    legal.sort_by_key(key);
    found.sort_by_key(key);
    assert_eq!(found, legal);
    assert_eq!(stones.is_over(), position.is_over());
    assert_eq!(stones.count_moves(), position.count_moves());
    for mv in legal {
        let pair = stones.pair_of_move(mv).unwrap();
        let mut after = *position;
        after.apply(&mv);
        assert_eq!(stones.after(pair), Stones::from_position(&after).unwrap());
    }
}

#[test]
fn board_too_large_for_its_word_is_refused() {
    assert!(Stones::<u64>::from_position(&Position::full(9, 2)).is_none());
    assert!(Stones::<u64>::from_position(&Position::full(2, 9)).is_none());
    assert!(Stones::<u128>::from_position(&Position::full(10, 10)).is_some());
}

#[test]
fn playouts_are_the_same_with_and_without_special_instructions() {
    fn check<B: PlayoutWord>(width: u32, height: u32) {
        let stones = Stones::<B>::from_position(&Position::full(width, height)).unwrap();
        let (mut fast, mut plain) = (SplitMix64::new(7), SplitMix64::new(7));
        for _ in 0..300 {
            let expected = portable_playouts(stones, &mut plain);
            assert_eq!(B::playouts(stones, &mut fast), expected);
        }
    }
    check::<u64>(8, 8);
    check::<u64>(3, 5);
    check::<u128>(10, 10);
    check::<u128>(8, 8);
}

/// Returns the chance that the player to move wins when all moves are equally likely.
fn chance(stones: Stones<u64>, known: &mut HashMap<Stones<u64>, f64>) -> f64 {
    if let Some(known) = known.get(&stones) {
        return *known;
    }
    let pairs = pairs(stones);
    let sum: f64 = pairs
        .iter()
        .map(|pair| 1.0 - chance(stones.after(*pair), known))
        .sum();
    let chance = if pairs.is_empty() {
        0.0
    } else {
        sum / f64::from(u32::try_from(pairs.len()).unwrap())
    };
    known.insert(stones, chance);
    chance
}

#[test]
fn playouts_win_as_often_as_uniform_random_moves_should() {
    for (width, height) in [(3, 3), (4, 3), (5, 3)] {
        let stones = Stones::<u64>::from_position(&Position::full(width, height)).unwrap();
        let expected = chance(stones, &mut HashMap::new());
        let mut random = SplitMix64::new(3);
        let batches = 50_000;
        let wins: u32 = (0..batches)
            .map(|_| u64::playouts(stones, &mut random))
            .sum();
        let share = f64::from(wins) / f64::from(batches * u32::from(PLAYOUTS_PER_BATCH));
        // Five standard deviations of 200 000 games.
        assert!((share - expected).abs() < 0.0056, "{share} {expected}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn engine_board_agrees_with_the_rules_at_every_ply() {
        let mut rng = SplitMix64::new(1);
        for (width, height) in [(8, 8), (2, 8), (7, 5), (10, 10), (3, 10), (10, 2)] {
            for _ in 0..20 {
                let mut position = Position::full(width, height);
                while !position.is_over() {
                    if width.max(height) <= 8 {
                        assert_same_moves::<u64>(&position);
                    }
                    assert_same_moves::<u128>(&position);
                    let mut legal = Vec::new();
                    position.legal_moves(&mut |mv| legal.push(mv));
                    position.apply(&legal[rng.index(legal.len())]);
                }
                assert_same_moves::<u128>(&position);
            }
        }
    }
}
