//! How the weights of `lead` were found.

use super::Rng;
use kifu::games::clobber::Position;
use kifu::games::clobber::brain::patterns::{PATTERNS, Weights};
use kifu::games::clobber::brain::solver::shapes::{Shapes, each_component};
use kifu::games::clobber::brain::stones::Stones;

/// For each pattern the least of its eight images and of those with the colours exchanged, and
/// whether that has them exchanged.
pub fn classes() -> Vec<(usize, f32)> {
    let class = |pattern: usize| {
        let digits: Vec<usize> = (0..9)
            .rev()
            .map(|at| pattern / 3usize.pow(at) % 3)
            .collect();
        let mut least = (usize::MAX, 1.0);
        for sign in [1.0, -1.0] {
            let exchanged = |digit: &usize| if sign < 0.0 { (3 - digit) % 3 } else { *digit };
            let mut image: Vec<usize> = digits.iter().map(exchanged).collect();
            for step in 0..8 {
                let from = |at: usize| {
                    let (y, x) = (at / 3, at % 3);
                    if step % 2 == 1 {
                        3 * y + 2 - x
                    } else {
                        3 * x + y
                    }
                };
                image = (0..9).map(|at| image[from(at)]).collect();
                let number = image.iter().fold(0, |number, digit| 3 * number + digit);
                if number < least.0 {
                    least = (number, sign);
                }
            }
        }
        least
    };
    (0..PATTERNS).map(class).collect()
}

/// The pattern round each stone of a component.
fn patterns(stones: Stones<u64>) -> Vec<usize> {
    let digit = |x: i32, y: i32| {
        let bit = 1u64 << (8 * y + x).clamp(0, 63);
        let is_on = (0..8).contains(&x) && (0..8).contains(&y);
        let own = usize::from(is_on && stones.own & bit != 0);
        let other = usize::from(is_on && stones.other & bit != 0);
        own + 2 * other
    };
    let squares = (0..64).filter(|at| stones.all() >> at & 1 != 0);
    squares
        .map(|at| {
            let (x, y) = (at % 8, at / 8);
            (0..9).fold(0, |number, near| {
                3 * number + digit(x + near % 3 - 1, y + near / 3 - 1)
            })
        })
        .collect()
}

/// The weights of all patterns in 64ths, as they stand in the file.
pub fn table(classes: &[(usize, f32)], weights: &[f32]) -> Weights {
    #[expect(clippy::cast_possible_truncation, reason = "clamped")]
    std::array::from_fn(|pattern| {
        let (class, sign) = classes[pattern];
        let weight = (64.0 * weights[class] * sign).round();
        (weight.clamp(-127.0, 127.0) as i8).cast_unsigned()
    })
}

type Example = (Vec<(usize, f32)>, f32);

fn examples(classes: &[(usize, f32)], count: usize) -> Vec<Example> {
    let mut rng = Rng(3);
    let mut shapes = Shapes::<u64>::new(12, 1 << 30);
    let mut all = Vec::new();
    while all.len() < count {
        let mut stones = Stones::<u64>::of(&Position::full(8, 8)).unwrap();
        while !stones.is_over() {
            let pairs = super::pairs(stones);
            stones = stones.after(pairs[rng.below(pairs.len())]);
            each_component(stones, |part| {
                let size = part.all().count_ones();
                let value = (size >= 5).then(|| shapes.value(part)).flatten();
                let bounds = value.map(|value| shapes.values.bounds(value));
                if let Some(bounds) = bounds.filter(|bounds| bounds.low > -30 && bounds.high < 30) {
                    let classes = patterns(part).into_iter().map(|at| classes[at]);
                    let weight = f32::from(bounds.low + bounds.high) / 2.0;
                    all.push((classes.collect(), weight));
                }
            });
        }
    }
    all
}

fn guess(weights: &[f32], parts: &[(usize, f32)]) -> f32 {
    parts
        .iter()
        .map(|(class, sign)| weights[*class] * sign)
        .sum()
}

/// Least squares by small steps. Writes the table where `LEAD` in the environment says:
/// `LEAD=src/games/clobber/brain/lead.bin cargo test --release --no-default-features
/// --test clobber_brain -- --ignored --nocapture weights`.
#[test]
#[ignore = "a minute; writes the table of weights"]
fn the_weights_of_patterns_are_fitted() {
    let classes = classes();
    let examples = examples(&classes, 2_000_000);
    let (learnt, kept) = examples.split_at(examples.len() / 10 * 9);
    let mut weights = vec![0.0; PATTERNS];
    let mut rate = 1.0;
    for round in 1..=30_u8 {
        for (parts, weight) in learnt {
            let error = guess(&weights, parts) - weight;
            let count = parts.iter().fold(0.0, |count, _| count + 1.0);
            for (class, sign) in parts {
                weights[*class] -= 0.5 * rate * error * sign / count;
            }
        }
        rate = 1.0 / (1.0 + 0.3 * f32::from(round));
    }
    let square = |x: f32| f64::from(x * x);
    let error: f64 = kept
        .iter()
        .map(|(parts, weight)| square(guess(&weights, parts) - weight))
        .sum();
    let spread: f64 = kept.iter().map(|(_, weight)| square(*weight)).sum();
    println!(
        "{:.1} % of the variance explained",
        100.0 * (1.0 - error / spread)
    );
    assert!(error < 0.5 * spread);
    let Ok(path) = std::env::var("LEAD") else {
        return;
    };
    std::fs::write(path, table(&classes, &weights)).unwrap();
}
