//! The solver: values, sums and proofs.

use super::{Brute, pairs, random_stones};
use kifu_core::contract::{Game, mix};
use kifu_core::games::clobber::engine::bitboard::BitboardWord;
use kifu_core::games::clobber::engine::solver::ClobberSolver;
use kifu_core::games::clobber::engine::solver::cache::Cache;
use kifu_core::games::clobber::engine::solver::components::{
    ComponentValues, canonical_images, for_each_component,
};
use kifu_core::games::clobber::engine::solver::dominance::DominanceCache;
use kifu_core::games::clobber::engine::solver::sum::GameSum;
use kifu_core::games::clobber::engine::solver::transposition_table::{
    ProofNumbers, TranspositionTable,
};
use kifu_core::games::clobber::engine::solver::values::GameValue;
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::games::clobber::{Clobber, Position};
use kifu_core::search::{Limits, SearchBudget, SplitMix64};

fn solve<B: BitboardWord>(solver: &mut ClobberSolver<B>, stones: Stones<B>) -> bool {
    let mut budget = SearchBudget::new(Limits::default());
    solver.solve(stones, u64::MAX, &mut budget).unwrap()
}

#[test]
fn results_proven_by_sum_values_agree_with_brute_force() {
    let (mut rng, mut brute) = (SplitMix64::new(5), Brute::default());
    let mut shapes = ComponentValues::<u64>::new(10, 64 << 20);
    let mut decided = 0;
    for round in 0..3000 {
        let stones = random_stones::<u64>((4, 5), 8 + round % 10, &mut rng);
        for stones in [stones, stones.swapped()] {
            let sum = GameSum::of(stones, &mut shapes);
            if let Some(verdict) = sum.proven_result(&shapes) {
                assert_eq!(verdict, brute.wins(stones), "{stones:?}");
                decided += 1;
            }
        }
    }
    assert!(decided > 3000, "{decided}");
}

#[test]
fn component_values_and_bounds_agree_with_brute_force() {
    let (mut rng, mut brute) = (SplitMix64::new(6), Brute::default());
    let mut shapes = ComponentValues::<u64>::new(12, 64 << 20);
    for round in 0..2000 {
        let stones = random_stones::<u64>((4, 4), 2 + round % 9, &mut rng);
        for_each_component(stones, |part| {
            let Some(value) = shapes.value(part) else {
                return;
            };
            let [first, second] = [part, part.swapped()].map(|part| brute.wins(part));
            assert_eq!(value == GameValue::ZERO, !first && !second);
            let bounds = shapes.store.bounds(value);
            assert_eq!(
                (bounds.at_most_zero, bounds.at_least_zero),
                (!first, !second)
            );
            // A lead of two wins for either player to move; a lead of one wins for the player to move.
            assert!(bounds.min_weight < 2 || first && !second);
            assert!(bounds.min_weight < 1 || first);
            assert!(bounds.max_weight > -2 || !first && second);
            assert!(bounds.max_weight > -1 || second);
            assert!(bounds.min_weight <= bounds.max_weight);
        });
    }
}

/// Sums of three small components, each in its corner of a board, so that weights add up.
#[test]
fn wins_claimed_by_atomic_weights_agree_with_brute_force() {
    let (mut rng, mut brute) = (SplitMix64::new(8), Brute::default());
    let mut shapes = ComponentValues::<u64>::new(9, 64 << 20);
    let mut promised = [0; 2];
    for _ in 0..400 {
        let mut all = Stones::<u64>::default();
        let (mut low, mut high) = (0, 0);
        for corner in 0..3 {
            let part = random_stones::<u64>((3, 3), 3 + rng.index(2), &mut rng);
            let part = if rng.index(2) == 0 {
                part
            } else {
                part.swapped()
            };
            let Some(value) = shapes.position_value(part) else {
                continue;
            };
            let bounds = shapes.store.bounds(value);
            low += i32::from(bounds.min_weight);
            high += i32::from(bounds.max_weight);
            all.own |= part.own << [0, 4, 32][corner];
            all.other |= part.other << [0, 4, 32][corner];
        }
        let wins = [all, all.swapped()].map(|stones| brute.wins(stones));
        if low >= 1 {
            promised[0] += 1;
            assert!(wins[0]);
        }
        if low >= 2 || high <= -2 {
            promised[1] += 1;
            assert_eq!(wins, [low >= 2, low < 2]);
        }
    }
    assert!(promised[0] > 20 && promised[1] > 3, "{promised:?}");
}

/// The late value equals the value that an unlimited table gives at once.
#[test]
fn large_component_gets_its_value_after_repeated_requests() {
    let mut rng = SplitMix64::new(16);
    let (mut at_once, mut later) = (
        ComponentValues::new(9, 64 << 20),
        ComponentValues::new(6, 64 << 20),
    );
    let mut requests = [Vec::new(), Vec::new(), Vec::new()];
    while requests.iter().any(|times| times.len() < 20) {
        let stones = random_stones::<u64>((4, 3), 1 + rng.index(4), &mut rng);
        for_each_component(stones, |part| {
            let Some(more) = part.all().count().checked_sub(7).filter(|more| *more < 3) else {
                return;
            };
            requests[more as usize].extend((0..100).find(|_| later.value(part).is_some()));
            let [one, other] = [&mut at_once, &mut later].map(|shapes| {
                let value = shapes.value(part).unwrap();
                shapes.store.hash(value)
            });
            assert_eq!(one, other, "{part:?}");
        });
    }
    // Some have been met before, alone or inside of others.
    let longest = requests.map(|times| times.into_iter().max());
    assert_eq!(longest, [Some(8), Some(16), Some(32)]);
}

#[test]
fn table_and_cache_find_most_entries_again_after_growing() {
    let mut table = TranspositionTable::new(8 << 20);
    let mut cache = Cache::new(1 << 17);
    let stones = |key: u32| Stones {
        own: u64::from(key),
        other: !u64::from(key),
    };
    let effort = |key: u32| ProofNumbers {
        pn: key + 1,
        dn: key + 2,
    };
    for key in 0..30_000 {
        table.put(mix(key.into()), effort(key), 1);
        cache.put(stones(key), key);
    }
    let (mut kept, mut cached) = (0, 0);
    for key in 0..30_000 {
        let found = table.get(mix(key.into()));
        assert!(found.is_none_or(|found| found == effort(key)));
        kept += u32::from(found.is_some());
        let found = cache.get(stones(key));
        assert!(found.is_none_or(|found| found == key));
        cached += u32::from(found.is_some());
    }
    assert!(kept > 27_000 && cached > 24_000, "{kept} and {cached}");
    table.clear();
    assert_eq!(table.get(mix(0)), None);
}

#[test]
fn canonical_image_is_the_same_for_all_eight_symmetries() {
    let mut rng = SplitMix64::new(9);
    for round in 0..500 {
        let narrow = random_stones::<u64>((5, 4), round % 12, &mut rng);
        let wide = random_stones::<u128>((10, 7), round % 40, &mut rng);
        if narrow.all() != 0 {
            check_images(narrow);
        }
        check_images(wide);
    }
}

fn check_images<B: BitboardWord>(stones: Stones<B>) {
    let [least, exchanged] = canonical_images(stones);
    assert_eq!(least.all().count(), stones.all().count());
    assert_eq!(canonical_images(stones.swapped()), [exchanged, least]);
    assert_eq!(canonical_images(stones.map(B::mirrored))[0], least);
    assert_eq!(canonical_images(stones.map(B::flipped))[0], least);
    assert_eq!(canonical_images(stones.map(B::transposed))[0], least);
    assert_eq!(stones.map(B::mirrored).map(B::mirrored), stones);
    assert_eq!(stones.map(B::transposed).map(B::transposed), stones);
    assert_eq!(least.count_moves(), stones.count_moves());
}

#[test]
fn solver_finds_the_known_winners_of_start_positions() {
    let mut solver = ClobberSolver::<u64>::new(64 << 20);
    let mut check = |width, height, expected| {
        let stones = Stones::from_position(&Position::full(width, height)).unwrap();
        solver.refresh();
        assert_eq!(solve(&mut solver, stones), expected, "{width}x{height}");
    };
    for length in 2..=8 {
        check(2, length, length % 3 != 0);
    }
    check(4, 4, true);
    check(4, 5, true);
    let mut solver = ClobberSolver::<u128>::new(64 << 20);
    for length in [9, 10] {
        let stones = Stones::from_position(&Position::full(2, length)).unwrap();
        assert_eq!(solve(&mut solver, stones), length % 3 != 0);
    }
}

#[test]
fn solver_reproduces_the_solved_endgames_of_the_fixture() {
    let text = include_str!("../../../../../fixtures/solved/clobber.solved");
    let mut solver = ClobberSolver::<u64>::new(64 << 20);
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (position, value) = line.rsplit_once(' ').unwrap();
        let stones = Stones::from_position(&Clobber::parse_position(position).unwrap()).unwrap();
        solver.refresh();
        assert_eq!(solve(&mut solver, stones), value == "win", "{line}");
        lines += 1;
    }
    assert_eq!(lines, 45);
}

#[test]
fn proven_line_is_legal_and_ends_with_the_proven_result() {
    let mut rng = SplitMix64::new(13);
    let mut solver = ClobberSolver::<u64>::new(16 << 20);
    for _ in 0..50 {
        let mut stones = random_stones::<u64>((5, 5), 6, &mut rng);
        let won = solve(&mut solver, stones);
        let line = solver.proven_line(stones);
        for pair in &line {
            assert!(pairs(stones).contains(pair));
            stones = stones.after(*pair);
        }
        if stones.is_over() {
            assert_eq!(line.len() % 2 == 1, won);
        }
    }
}

#[test]
fn solver_gives_up_at_its_node_limit() {
    let stones = Stones::<u64>::from_position(&Position::full(8, 8)).unwrap();
    let mut solver = ClobberSolver::new(16 << 20);
    let mut budget = SearchBudget::new(Limits::default());
    assert_eq!(solver.solve(stones, 5000, &mut budget), None);
    assert!(budget.nodes() >= 5000 && budget.nodes() < 6000);
    let mut budget = SearchBudget::new(Limits::nodes(5000));
    assert_eq!(solver.solve(stones, u64::MAX, &mut budget), None);
    assert!(budget.nodes() >= 5000 && budget.nodes() < 6000);
}

mod slow {
    use super::*;

    /// Builds sums of a large component and two small ones, each in its corner.
    #[test]
    fn results_by_dominance_from_other_sums_agree_with_brute_force() {
        let (mut rng, mut brute) = (SplitMix64::new(15), Brute::default());
        let mut shapes = ComponentValues::<u64>::new(4, 64 << 20);
        let mut dominance = DominanceCache::new(1 << 16);
        let (mut decided, mut count) = ([0; 2], 0);
        while count < 1500 {
            let large = random_stones::<u64>((3, 3), 1 + rng.index(2), &mut rng);
            for _ in 0..30 {
                let mut all = large;
                for corner in [4, 32] {
                    let small = random_stones::<u64>((3, 2), rng.index(4), &mut rng);
                    let small = [small, small.swapped()][rng.index(2)];
                    all.own |= small.own << corner;
                    all.other |= small.other << corner;
                }
                let sum = GameSum::of(all, &mut shapes);
                if sum.components.is_empty() {
                    continue;
                }
                let won = brute.wins(all);
                if let Some(verdict) = dominance.proven_result(&sum, &mut shapes.store) {
                    assert_eq!(verdict, won, "{all:?}");
                    decided[usize::from(won)] += 1;
                }
                dominance.store(&sum, won);
                count += 1;
            }
        }
        assert!(decided.iter().all(|decided| *decided > 100), "{decided:?}");
        dominance.clear();
        let stones = random_stones::<u64>((3, 3), 1, &mut rng);
        let sum = GameSum::of(stones, &mut shapes);
        assert_eq!(dominance.proven_result(&sum, &mut shapes.store), None);
    }

    #[test]
    fn solver_agrees_with_brute_force_on_thousands_of_positions() {
        let (mut rng, mut brute) = (SplitMix64::new(11), Brute::default());
        let mut solver = ClobberSolver::<u64>::new(16 << 20);
        for round in 0..2500 {
            let size = [(4, 4), (5, 4), (3, 6)][round % 3];
            let stones = random_stones::<u64>(size, 3 + rng.index(6), &mut rng);
            assert_eq!(solve(&mut solver, stones), brute.wins(stones), "{stones:?}");
        }
        let mut brute = Brute::default();
        let mut solver = ClobberSolver::<u128>::new(16 << 20);
        for _ in 0..300 {
            let stones = random_stones::<u128>((2, 9), 3 + rng.index(6), &mut rng);
            assert_eq!(solve(&mut solver, stones), brute.wins(stones), "{stones:?}");
        }
    }

    #[test]
    fn solver_agrees_with_brute_force_while_value_store_is_full() {
        let (mut rng, mut brute) = (SplitMix64::new(12), Brute::default());
        // Room for some hundred values.
        let mut solver = ClobberSolver::<u64>::new(1 << 18);
        for _ in 0..250 {
            let stones = random_stones::<u64>((5, 4), 3 + rng.index(6), &mut rng);
            assert_eq!(solve(&mut solver, stones), brute.wins(stones), "{stones:?}");
        }
    }
}
