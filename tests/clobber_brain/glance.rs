//! What is seen at a glance, and how its weights are learned.

use super::common::setting;
use super::fit::{classes, table};
use super::teach::{Adam, on_all, rate};
use super::{Rng, pairs, random_stones};
use kifu::contract::Proven;
use kifu::games::clobber::brain::bits::Bits;
use kifu::games::clobber::brain::glance::{Glance, PARTS, TURN, chance};
use kifu::games::clobber::brain::patterns::{self, PATTERNS};
use kifu::games::clobber::brain::solver::Solver;
use kifu::games::clobber::brain::tree::{Tree, Tuning};
use kifu::search::{Limits, Random, Watch};

fn seen_after_moves_as_anew<B: Bits>(size: (u32, u32)) {
    let mut rng = Rng(7);
    for plies in 0..40 {
        let stones = random_stones::<B>(size, plies, &mut rng);
        let glance = Glance::of(stones);
        for pair in pairs(stones) {
            // The other player sees it then, and what is his gain is our loss.
            let after = Glance::of(stones.after(pair));
            assert_eq!(glance.lead_after(stones, pair), -after.lead());
        }
        assert_eq!(Glance::of(stones.swapped()).lead(), -glance.lead());
    }
}

#[test]
fn a_move_changes_what_is_seen_as_if_looked_at_anew() {
    seen_after_moves_as_anew::<u64>((8, 8));
    seen_after_moves_as_anew::<u128>((10, 10));
    seen_after_moves_as_anew::<u64>((5, 4));
}

/// Who wins is known of every position here (the solver's word), and a glance sees it better than
/// by chance: of so many positions two in three.
#[test]
fn a_glance_tells_mostly_who_wins() {
    let (mut rng, mut solver) = (Rng(8), Solver::<u64>::new(16 << 20));
    let (mut right, mut count) = (0, 0);
    while count < 200 {
        let stones = random_stones((8, 8), 30 + rng.below(4), &mut rng);
        let mut watch = Watch::new(Limits::default());
        let Some(won) = solver.solve(stones, 100_000, &mut watch) else {
            continue;
        };
        right += u32::from((chance(Glance::of(stones).lead()) > 0.5) == won);
        count += 1;
    }
    assert!(right > 133, "{right} of {count}");
}

/// A position of a game: the class and the sign of each stone's pattern, and who won.
type Example = (Vec<(usize, f32)>, f32);

/// A game of the search against itself up to the first proof, after up to twelve random plies; now
/// and then a move is random, and then only what follows tells who wins.
fn game(
    steps: u32,
    random: &mut Random,
    solver: &mut Solver<u64>,
    classes: &[(usize, f32)],
) -> Vec<Example> {
    let mut stones = random_stones::<u64>((8, 8), 0, &mut Rng(0));
    let (mut seen, mut left) = (Vec::new(), random.place(13));
    solver.refresh();
    let mut won = loop {
        let pairs = pairs(stones);
        if pairs.is_empty() {
            // Who moved last has won.
            break true;
        }
        if left > 0 || random.place(24) == 0 {
            left = left.saturating_sub(1);
            seen.clear();
            stones = stones.after(pairs[random.place(pairs.len())]);
            continue;
        }
        seen.push(stones);
        let mut tree = Tree::new(stones, 16 << 20, random.next(), Tuning::BEST);
        let mut watch = Watch::new(Limits::default());
        for _ in 0..steps {
            tree.step(solver, &mut watch);
            if tree.is_settled(1, None) {
                break;
            }
        }
        let report = tree.report(None, None, 0, (1, None));
        if let Some(proven) = report.value.proven() {
            break proven == Proven::Win;
        }
        stones = stones.after(stones.to_pair(report.lines[0].mv).unwrap());
    };
    let examples = seen.into_iter().rev().map(|stones| {
        let mut parts = Vec::new();
        patterns::each(stones, |_, _, pattern| {
            parts.push(classes[usize::from(pattern)]);
        });
        let example = (parts, f32::from(u8::from(won)));
        won = !won;
        example
    });
    examples.collect()
}

/// A pattern that is its own opposite counts for neither player.
fn fair_classes() -> Vec<(usize, f32)> {
    let mut classes = classes();
    for pattern in 0..PATTERNS {
        let digits = (0..9).map(|at| pattern / 3usize.pow(at) % 3);
        let swapped = digits.enumerate().fold(0, |sum, (at, digit)| {
            sum + 3usize.pow(u32::try_from(at).unwrap()) * ((3 - digit) % 3)
        });
        if classes[pattern] == classes[swapped] {
            classes[pattern].1 = 0.0;
        }
    }
    classes
}

fn error(weights: &[f32], (parts, won): &Example) -> f32 {
    let lead: f32 = parts
        .iter()
        .map(|(class, sign)| weights[*class] * sign)
        .sum();
    1.0 / (1.0 + (-lead - TURN / PARTS).exp()) - won
}

/// Learns the weights from `GAMES` (20 000) games with `STEPS` (320) visits a move, and writes them
/// where `GLANCE` in the environment says:
/// `GLANCE=src/games/clobber/brain/glance.bin cargo test --release --no-default-features
/// --test clobber_brain -- --ignored --nocapture learned`. The embedded ones were learned in this
/// way from 205 000 positions of games with 320 and 400 visits a move, by a program beside the
/// repository; this one was run to its end with 2 500 games of 60 visits.
#[test]
#[ignore = "an hour; writes the table of weights"]
fn what_a_glance_tells_is_learned_from_games() {
    let classes = fair_classes();
    let steps = setting("STEPS", 320);
    let examples = on_all(setting("GAMES", 20_000), |thread, games| {
        let mut random = Random::stream(1, thread.into());
        let mut solver = Solver::new(32 << 20);
        let games = (0..games).map(|_| game(steps, &mut random, &mut solver, &classes));
        games.flatten().collect()
    });
    let (learnt, kept) = examples.split_at(examples.len() / 10 * 9);
    let (mut weights, mut random) = (vec![0.0; PATTERNS], Random::new(2));
    let mut adam = Adam::new(PATTERNS, 1e-6);
    let rounds = u16::try_from(learnt.len() * 30 / 512).unwrap();
    for round in 0..rounds {
        let mut slopes: Vec<f32> = weights.iter().map(|weight| 2e-5 * weight).collect();
        for _ in 0..512 {
            let example = &learnt[random.place(learnt.len())];
            let by = error(&weights, example) / 512.0;
            for (class, sign) in &example.0 {
                slopes[*class] += by * sign;
            }
        }
        let rate = rate(0.003, round, rounds);
        for (weight, step) in weights.iter_mut().zip(adam.steps(slopes.into_iter())) {
            *weight -= rate * step;
        }
    }
    let square = |x: f32| f64::from(x * x);
    let count = |part: &[Example]| part.iter().fold(0.0, |count, _| count + 1.0);
    let mean = kept
        .iter()
        .map(|example| square(error(&weights, example)))
        .sum::<f64>()
        / count(kept);
    println!(
        "{} positions; off by {mean:.4} squared, a coin by 0.25",
        examples.len()
    );
    assert!(mean < 0.24);
    let Ok(path) = std::env::var("GLANCE") else {
        return;
    };
    std::fs::write(path, table(&classes, &weights)).unwrap();
}
