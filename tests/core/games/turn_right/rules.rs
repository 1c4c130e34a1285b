//! Moves against a naive implementation, and the battery of properties.

use super::*;
use crate::common::rule_battery;
use kifu_core::contract::Faults;
use kifu_core::search::SplitMix64;

/// Every spelling worth trying: each square, each circuit of up to 8 corners, and the circuit
/// listed the other way round.
fn every_spelling(_: &Position) -> Vec<Move> {
    let stones = Square::all().map(Move::Place);
    let circuits = Circuit::legal_on_turn(3).iter();
    let both = circuits.flat_map(|circuit| {
        let corners: Vec<String> = circuit.corner_squares().map(|c| c.to_string()).collect();
        let other_way: Vec<&str> = corners.iter().rev().map(String::as_str).collect();
        [Move::Circuit(*circuit), mv(&other_way.join("-"))]
    });
    stones.chain(both).collect()
}

/// The battery of all games, but listing by brute force only where that is affordable.
#[test]
fn rules_pass_the_battery_on_random_games() {
    let spelled = every_spelling(&Position::START);
    for seed in 0..4 {
        let mut rng = SplitMix64::new(seed);
        let mut position = Position::START;
        let mut tokens = Vec::new();
        while !position.is_over() {
            rule_battery::position_text_round_trip::<TurnRight>(&position);
            if position.circuits_made() < 3 && (position.circuits_made() < 2 || seed == 0) {
                rule_battery::listing_equals_brute_force::<TurnRight>(&position, &spelled);
            }
            let (before, mv) = (position, random_move(&position, &mut rng));
            position.play(&mv).unwrap();
            assert_ne!(position, before);
            assert_ne!(position.key(), before.key());
            let step = kifu_core::contract::Step::from_move(mv);
            rule_battery::token_round_trip::<TurnRight>(&mv.to_string(), &step);
            tokens.push(mv.to_string());
        }
        rule_battery::position_text_round_trip::<TurnRight>(&position);
        assert!(spelled.iter().all(|mv| position.check(mv).is_err()));
        assert_eq!(perft(&position, 1), 0);
        rule_battery::replay_equals_stepping::<TurnRight>(&Setup::default(), &tokens, &position);
    }
}

#[test]
fn perft_equals_the_counts_of_the_rules() {
    assert_eq!(perft(&Position::START, 3), 36 * 35 * 34);
    assert_eq!(perft(&at(&format!("{CHECKERED} b 0 5-0")), 2), 225 * 225);
    for circuits in [2, 11, 24, 25] {
        let actor = if circuits % 2 == 0 { "b" } else { "w" };
        let position = at(&format!("{CHECKERED} {actor} {circuits} 5-0"));
        assert_eq!(perft(&position, 1), LEGAL[circuits / 2] as u64);
    }
}

/// Returns points, winner by 3x3 and stones after a circuit, by a naive implementation.
fn naive_circuit(position: &Position, circuit: Circuit) -> ([u16; 2], Option<Player>, Vec<Stone>) {
    let mut stones: Vec<Stone> = Square::all().map(|square| position.stone(square)).collect();
    let number = |square: &Square| usize::from(6 * square.x() + square.y());
    let path: Vec<usize> = circuit.path().map(|square| number(&square)).collect();
    let before = stones.clone();
    for (index, from) in path.iter().enumerate() {
        stones[path[(index + 1) % path.len()]] = before[*from];
    }
    let squares = |player: Player, size: usize| {
        let corners = (0..=6 - size).flat_map(|x| (0..=6 - size).map(move |y| (x, y)));
        let full = corners.filter(|(x, y)| {
            let mut cells = (0..size * size).map(|n| 6 * (x + n / size) + y + n % size);
            cells.all(|cell| stones[cell] == Some(player))
        });
        full.count()
    };
    let gain = Player::ALL.map(|player| u16::try_from(squares(player, 2)).unwrap());
    let [white, black] = Player::ALL.map(|player| squares(player, 3) > 0);
    let Actor::Player(mover) = position.actor() else {
        unreachable!()
    };
    let three = match (white, black) {
        (true, true) => Some(mover.opponent()),
        (true, false) => Some(Player::First),
        (false, true) => Some(Player::Second),
        (false, false) => None,
    };
    (
        [0, 1].map(|n| position.points()[n] + gain[n]),
        three,
        stones,
    )
}
type Stone = Option<Player>;

#[test]
fn circuits_agree_with_a_naive_implementation() {
    let mut ended = 0;
    for seed in 0..3_000 {
        let mut rng = SplitMix64::new(seed);
        // Boards with large areas of a colour, so that 3x3 squares are frequent.
        let board = ["wwwwww/wwwwww/wwwwww/bbbbbb/bbbbbb/bbbbbb", CHECKERED];
        let mut position = at(&format!("{} b 0 5-0", board[usize::from(seed % 8 == 0)]));
        while !position.is_over() {
            let mv = random_move(&position, &mut rng);
            let Move::Circuit(circuit) = mv else {
                unreachable!()
            };
            let (points, three, stones) = naive_circuit(&position, circuit);
            position.play(&mv).unwrap();
            assert_eq!(position.points(), points);
            assert_eq!(position.winner_by_3x3(), three);
            assert!(Square::all().map(|s| position.stone(s)).eq(stones));
            ended += usize::from(three.is_some());
        }
    }
    assert!(ended > 2_000);
}

#[test]
fn circuit_moves_the_stone_on_a_corner_around_it() {
    // The statement's example: the stone on b3 goes to c3.
    let mut position = at(&format!("{CHECKERED} b 2 5-0"));
    assert_eq!(position.stone(Square::new(1, 2)), Some(Player::First));
    assert_eq!(position.stone(Square::new(2, 2)), Some(Player::Second));
    position.play(&mv("a1-a2-b2-b3-f3-f1")).unwrap();
    assert_eq!(position.stone(Square::new(1, 2)), Some(Player::Second));
    assert_eq!(position.stone(Square::new(2, 2)), Some(Player::First));
}

#[test]
fn placed_3x3_counts_only_after_the_first_circuit() {
    let block = "wwwbwb/wwwbbw/wwwbwb/bwbwbb/bbwbbw/bwb.bw b 0 5-0";
    let mut position = at(block);
    assert_eq!(position.stones_placed(), 35);
    assert_eq!(position.automatic_move(), Some(mv("d1")));
    position.play(&mv("d1")).unwrap();
    assert!(!position.is_over() && position.points() == [5, 0]);
    let mut far = position;
    far.play(&mv("e1-e2-f2-f1")).unwrap();
    assert_eq!(
        (far.is_over(), far.winner_by_3x3()),
        (true, Some(Player::First))
    );
    let mut torn = position;
    torn.play(&mv("a5-a6-f6-f5")).unwrap();
    assert!(!torn.is_over());
}

#[test]
fn black_moves_next_after_the_automatic_last_stone() {
    let position = at("wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/.wbwbw b 0 5-0");
    assert_eq!(position.actor(), Actor::Player(Player::Second));
    let full = "a1 a2-a3-b3-b2 a2-a3-b3-b2";
    let setup = from("wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/.wbwbw b 0 5-0");
    let (walk, end) = replay::<TurnRight>(&setup, full, Faults::NONE).unwrap();
    assert_eq!(
        (walk.plies, walk.automatic, walk.failure),
        (3, vec![1], None)
    );
    assert_eq!(end.actor(), Actor::Player(Player::Second));
}
