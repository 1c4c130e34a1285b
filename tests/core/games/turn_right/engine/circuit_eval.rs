//! The pattern evaluation of full boards, and the tree search that uses it.

use super::square_sets::{gain, has_3x3, rotate, stones};
use kifu_core::contract::{Game, Player, Proven};
use kifu_core::games::turn_right::engine::circuit_eval::{
    CircuitEval, KIND_COUNT, PATTERN_COUNT, PHASE_COUNT, POINT_SCALE, patterns, phase, rotated_90,
    rotated_180, shared_table_index,
};
use kifu_core::games::turn_right::engine::circuit_position::CircuitPosition;
use kifu_core::games::turn_right::engine::tree::CircuitTree;
use kifu_core::games::turn_right::{Circuit, Move, Position, TurnRight};
use kifu_core::search::{HasEngine, Limits, SearchBudget, SearchRequest, SearchResult, SplitMix64};

const ALL: u64 = (1 << 36) - 1;

/// Returns eighteen random stones, the first `near` of them in one corner, where 3x3 squares are
/// likely.
fn random_stones(rng: &mut SplitMix64, near: usize) -> u64 {
    let is_near = |square: &u32| square % 6 < 4 && square / 6 < 4;
    let (mut corner, mut rest): (Vec<u32>, Vec<u32>) = (0..36).partition(is_near);
    let mut stones = 0;
    for at in 0..18 {
        if at == near {
            rest.append(&mut corner);
        }
        let from = if at < near { &mut corner } else { &mut rest };
        stones |= 1_u64 << from.swap_remove(rng.index(from.len()));
    }
    stones
}

fn node(own: u64, circuits: u8) -> CircuitPosition {
    CircuitPosition {
        own,
        lead: 0,
        circuits_made: circuits,
    }
}

#[test]
fn expected_gain_is_the_same_on_rotated_boards() {
    let mut rng = SplitMix64::new(5);
    for circuits in 0..26 {
        let own = random_stones(&mut rng, 0);
        let mut board = own;
        for _ in 0..4 {
            board = rotated_90(board);
            let [one, other] =
                [own, board].map(|own| CircuitEval::embedded().expected_gain(own, circuits));
            assert_eq!(one, other);
        }
        assert_eq!(board, own, "four quarters are the whole");
        assert_eq!(patterns(own).count(), 10);
        assert_ne!(
            CircuitEval::embedded().expected_gain(own, circuits),
            0,
            "it was learned"
        );
    }
    // Circuits are clockwise on a board that is turned, too.
    let own = random_stones(&mut rng, 0);
    let gains = |own| {
        let circuits = Circuit::legal_on_turn(2).iter();
        let mut gains: Vec<i32> = circuits
            .map(|circuit| gain(rotate(*circuit, own)))
            .collect();
        gains.sort_unstable();
        gains
    };
    assert_eq!(gains(own), gains(rotated_90(own)));
}

#[test]
fn circuit_eval_reads_each_weight_from_its_pattern_index() {
    let count = 26 + PHASE_COUNT * KIND_COUNT * PATTERN_COUNT;
    let mut bytes = vec![0; 2 * count];
    let (circuits, own) = (9, random_stones(&mut SplitMix64::new(6), 0));
    bytes[2 * 9] = 7;
    for (pair, pattern) in patterns(own) {
        let (kind, pattern) = shared_table_index(pair, pattern);
        let at = 26 + (phase(circuits) * KIND_COUNT + kind) * PATTERN_COUNT + pattern;
        bytes[2 * at] = 1;
    }
    let eval = CircuitEval::from_bytes(&bytes).unwrap();
    assert_eq!(eval.expected_gain(own, circuits), 17);
    assert_eq!(
        eval.expected_gain(own, 26),
        0,
        "nothing comes after the last circuit"
    );
    assert_eq!(rotated_180(0b1), 1 << 11);
    for wrong in [&bytes[..bytes.len() - 2], &[&bytes[..], &[0]].concat(), &[]] {
        assert!(CircuitEval::from_bytes(wrong).is_none());
    }
}

/// Reports whether the player to move can force a 3x3 square in `plies` plies.
fn forces_3x3(own: u64, circuits: u8, plies: u32) -> bool {
    let all = Circuit::legal_on_turn(usize::from(circuits) / 2 + 1);
    let after = |circuit: &Circuit| rotate(*circuit, own);
    if all
        .iter()
        .map(after)
        .any(|own| has_3x3(own) && !has_3x3(ALL ^ own))
    {
        return true;
    }
    plies > 2
        && all
            .iter()
            .map(after)
            .any(|own| !has_3x3(ALL ^ own) && allows_3x3(ALL ^ own, circuits + 1, plies - 1))
}

/// Reports whether every circuit of the player to move lets the opponent force a 3x3 square.
fn allows_3x3(own: u64, circuits: u8, plies: u32) -> bool {
    let all = Circuit::legal_on_turn(usize::from(circuits) / 2 + 1);
    all.iter().map(|circuit| rotate(*circuit, own)).all(|own| {
        has_3x3(ALL ^ own) || !has_3x3(own) && forces_3x3(ALL ^ own, circuits + 1, plies - 1)
    })
}

fn position(own: u64) -> Position {
    let rows = (0..6).rev().map(|y| {
        let stone = |x: usize| {
            if own >> (6 * x + y) & 1 == 1 {
                'b'
            } else {
                'w'
            }
        };
        (0..6).map(stone).collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    TurnRight::parse_position(&format!("{} b 0 5-0", rows.join("/"))).unwrap()
}

fn analyze(position: &Position) -> SearchResult<Move> {
    let request = SearchRequest::new(Limits::nodes(6_000)).lines(3);
    TurnRight::new_engine(16).analyze(position, &request, &mut |_| {})
}

mod slow {
    use super::*;

    /// Before the last circuit the true value is known: the gain of the best circuit.
    #[test]
    fn expected_gain_correlates_with_the_best_last_circuit() {
        let mut rng = SplitMix64::new(7);
        let last = Circuit::legal_on_turn(13);
        let pairs = (0..150).map(|_| {
            let own = random_stones(&mut rng, 0);
            let gains = last.iter().map(|circuit| rotate(*circuit, own));
            let gains = gains.filter(|own| !has_3x3(ALL ^ own)).map(gain);
            let truth = gains.max().unwrap_or(0);
            (
                f64::from(CircuitEval::embedded().expected_gain(own, 25)),
                f64::from(truth),
            )
        });
        let pairs: Vec<_> = pairs.collect();
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / 150.0;
        let (seen, truth) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
        let both = mean(&|pair| (pair.0 - seen) * (pair.1 - truth));
        let spread = mean(&|pair| (pair.0 - seen).powi(2)) * mean(&|pair| (pair.1 - truth).powi(2));
        let correlation = both / spread.sqrt();
        assert!(correlation > 0.3, "{correlation}");
    }

    /// With an empty evaluation, a circuit is worth its gain less that of the best answer.
    #[test]
    fn circuit_tree_values_two_plies_as_brute_force() {
        let (mut rng, blind) = (SplitMix64::new(8), CircuitEval::default());
        let mut compared = 0;
        for round in 0..5 {
            let node = node(random_stones(&mut rng, 0), round % 4);
            let mut budget = SearchBudget::new(Limits::default());
            let mut tree = CircuitTree::new(&blind, &node, (1 << 20, 2), (8, None), &mut budget);
            while !tree.is_done() {
                tree.expand_best(&mut budget);
            }
            for branch in tree.branches() {
                let own = rotate(branch.circuit, node.own);
                if branch.visits == 0 || branch.value.abs() > 1000 * POINT_SCALE {
                    // A 3x3 square, or a branch that was not searched.
                    continue;
                }
                let answers =
                    Circuit::legal_on_turn(usize::from(node.circuits_made + 1) / 2 + 1).iter();
                let answers = answers.map(|answer| rotate(*answer, ALL ^ own));
                // Neither ends the game, and who is to answer does not lose by what comes then.
                let safe = answers.filter(|other| {
                    let turn = usize::from(node.circuits_made) / 2 + 2;
                    let mut next = Circuit::legal_on_turn(turn).iter();
                    !has_3x3(ALL ^ other) && !next.any(|next| has_3x3(rotate(*next, ALL ^ other)))
                });
                let best = safe.map(gain).max();
                if let Some(best) = best {
                    assert_eq!(branch.value, (gain(own) - best) * POINT_SCALE, "{branch:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 25, "{compared}");
    }

    /// Checks proven results by the rules.
    #[test]
    fn proven_3x3_results_agree_with_brute_force() {
        let mut rng = SplitMix64::new(9);
        let mut proven = [0; 2];
        for round in 0..100 {
            let own = random_stones(&mut rng, 8 + round % 5);
            let own = if round % 2 == 0 { own } else { ALL ^ own };
            let position = position(own);
            assert_eq!(stones(&position, Player::Second), own);
            let report = analyze(&position);
            match report.value.proven() {
                Some(Proven::Win) if report.lines[0].pv.len() <= 3 => {
                    assert!(forces_3x3(own, 0, 3), "{own:o}");
                    proven[0] += 1;
                }
                Some(Proven::Loss) if report.lines[0].pv.len() <= 2 => {
                    assert!(allows_3x3(own, 0, 2), "{own:o}");
                    proven[1] += 1;
                }
                _ => {}
            }
        }
        assert!(proven.iter().all(|count| *count > 2), "{proven:?}");
    }
}
