//! How the dials of the weights were found: games of the engine against itself, and least squares
//! on what came of them. Prints the dials as `weight_params.rs` holds them.
//!
//! - What a place gains: games of the first glance, again and again, `GAMES=40000 ROUNDS=8 cargo
//!   test --release --no-default-features --test core -- --ignored --nocapture the_dials`.
//! - What a board comes to: games of those who value the best places by a leaf with these weights,
//!   once, `GAMES=12200 ... the_leaves`. (13 600 games more with what came of that, and least
//!   squares again, gave nothing more: 49 % against the first.)
//!
//! The worth of a colour is linear in each spot's weight, so a dial's gradient is the sum of the
//! slopes of the spots that it weighs.

use crate::common::setting;
use kifu::internals::box_game::BoxEngine;
use kifu::internals::box_game::board::{
    Bitboard, COLUMNS, PlaceIndex, ROWS, TilePattern, coverage,
};
use kifu::internals::box_game::evaluation::cell_index;
use kifu::internals::box_game::expectimax::{Expectimax, ExpectimaxParams};
use kifu::internals::box_game::kernel::{Breadth, EvalWorkspace, Kernel};
use kifu::internals::box_game::root_search::{BoxRootSearch, Determinization};
use kifu::internals::box_game::weights::{
    COVER_KNOTS, CellWeights, EvalWeights, FreshDotParams, PHASE_COUNT, PHASE_KNOTS, WeightParams,
    knot_position, phase, phase_places,
};
use kifu::search::SplitMix64;

/// A board, who is to act, and the points in the end.
struct Sample {
    board: Bitboard,
    mover: usize,
    points: [f32; 2],
}

/// A board, who places, and which tile.
type Asked<'a> = (&'a Bitboard, usize, TilePattern);
/// What places are worth.
type Worths<'a> = &'a mut dyn FnMut(Asked<'_>, &mut SplitMix64) -> Vec<(PlaceIndex, f32)>;

/// How often a dot just laid lies in so many places, by phase.
type Laid = [[f32; 25]; PHASE_KNOTS.len()];

const BATCH: usize = 1024;
/// Numbers by phase, by whether it is the colour of the player to act, by state, by cover.
type Gradient = Vec<[[[f32; 25]; 3]; 2]>;

fn unit(rng: &mut SplitMix64) -> f32 {
    f32::from(u16::try_from(rng.index(65_535)).unwrap() + 1) / 65_536.0
}

/// A game in which both take the place that is worth most and a little noise; some of its boards,
/// one in so many.
fn play(
    rng: &mut SplitMix64,
    one_in: usize,
    worths: Worths<'_>,
    samples: &mut Vec<Sample>,
    laid: &mut Laid,
) {
    let from = samples.len();
    let mut board = Bitboard::EMPTY;
    board.lay(
        PlaceIndex::new(7, 7, false),
        TilePattern::ALL[rng.index(30)],
    );
    let mut who = 0;
    loop {
        let tile = TilePattern::ALL[rng.index(30)];
        let worths = worths((&board, who, tile), rng);
        let best = worths
            .into_iter()
            .reduce(|best, one| if one.1 > best.1 { one } else { best });
        let Some((place, _)) = best else { break };
        board.lay(place, tile);
        who = 1 - who;
        if rng.index(one_in) == 0 {
            samples.push(Sample {
                board,
                mover: who,
                points: [0.0; 2],
            });
            count(&board, place, laid);
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let points = board.points().map(|points| points as f32);
    for sample in &mut samples[from..] {
        sample.points = points;
    }
}

/// A number by Gumbel's distribution: with it the best of several is drawn by their worths.
fn noise(rng: &mut SplitMix64) -> f32 {
    -(-unit(rng).ln()).ln()
}

/// What the best places gain at first sight, with noise.
fn glance(
    weights: &CellWeights,
    sight: &mut EvalWorkspace,
    (board, who, tile): Asked<'_>,
    rng: &mut SplitMix64,
) -> Vec<(PlaceIndex, f32)> {
    let breadth = Breadth::Best(16, Some(tile));
    Kernel::new().evaluate(sight, board, weights, who, breadth);
    let [own, other] = [who, 1 - who].map(|who| usize::from(tile.0[who]));
    let scale = if rng.index(10) == 0 { 72.0 } else { 12.0 };
    let gains = sight.refined_places.iter().map(|(place, refined)| {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let gain = refined.for_dots(own, other) as f32;
        (*place, gain + scale * noise(rng))
    });
    gains.collect()
}

/// What the best places are worth by a leaf, in contest points, with noise.
fn leaves(
    eyes: &EvalWeights,
    sights: &mut [EvalWorkspace; 5],
    (board, who, tile): Asked<'_>,
    rng: &mut SplitMix64,
) -> Vec<(PlaceIndex, f32)> {
    let world = Determinization {
        board: *board,
        tile,
        probability: 1.0,
    };
    let mut root = BoxRootSearch {
        expectimax: Expectimax {
            kernel: Kernel::new(),
            weights: eyes,
            params: ExpectimaxParams::BEST,
            workspaces: sights,
            count_nodes: &mut |_| false,
        },
        determinizations: &[world],
        seed: 1,
        player: who,
        lines: 1,
        include: None,
        candidates: Vec::new(),
    };
    root.search(Some(2), &mut |_| {});
    let scale = if rng.index(12) == 0 { 9.0 } else { 1.0 };
    let found = root.candidates.iter().take(24).map(|one| {
        #[expect(clippy::cast_possible_truncation, reason = "contest points")]
        let points = one.payoff.points as f32;
        (one.place, points + scale * noise(rng))
    });
    found.collect()
}

fn count(board: &Bitboard, place: PlaceIndex, laid: &mut Laid) {
    let fits = board.fitting_places();
    let (knot, part) = knot_position(&PHASE_KNOTS, phase_places(phase(fits.count())));
    let cover = coverage(&fits);
    let (top, left, vertical) = place.coordinates();
    let (height, width) = if vertical { (6, 2) } else { (2, 6) };
    for row in top..top + height {
        for column in left..left + width {
            let planes = cover.iter().enumerate();
            let bits = planes.map(|(at, plane)| ((plane[row] >> column & 1) as usize) << at);
            let cover = bits.sum::<usize>();
            laid[knot][cover] += 1.0 - part;
            laid[knot + 1][cover] += part;
        }
    }
}

/// The mean weights of dots just laid.
fn fresh(dials: &WeightParams, laid: &Laid) -> FreshDotParams {
    let mut fresh = [[[0.0; 2]; 2]; PHASE_KNOTS.len()];
    for (knot, laid) in laid.iter().enumerate() {
        for acts in 0..2 {
            for (own, fresh) in fresh[knot][acts].iter_mut().enumerate() {
                let mut sum = if own == 1 { laid[0] } else { 0.0 };
                for (cover, laid) in laid.iter().enumerate().skip(1) {
                    let (at, part) = cover_knot(cover);
                    let row = &dials[knot][acts][2 - own];
                    sum += laid * (row[at] + (row[at + 1] - row[at]) * part);
                }
                *fresh = sum / laid.iter().sum::<f32>().max(1.0);
            }
        }
    }
    fresh
}

fn cover_knot(cover: usize) -> (usize, f32) {
    knot_position(&COVER_KNOTS, f32::from(u8::try_from(cover).unwrap()))
}

/// The gradient of the squared error of the lead, and a little of that of both scores; the sum of
/// the squared errors of the lead.
fn gradient(
    batch: &[&Sample],
    weights: &CellWeights,
    sight: &mut EvalWorkspace,
) -> (Gradient, f32) {
    let mut gradient = vec![[[[0.0; 25]; 3]; 2]; PHASE_COUNT];
    let mut squares = 0.0;
    for sample in batch {
        let breadth = Breadth::Best(1, None);
        Kernel::new().evaluate(sight, &sample.board, weights, 1 - sample.mover, breadth);
        let field = &sight.evaluation;
        let errors = [0, 1].map(|who| field.expected_points[who] - sample.points[who]);
        let lead = errors[0] - errors[1];
        squares += lead * lead;
        for who in 0..2 {
            let sign = if who == 0 { 1.0 } else { -1.0 };
            let error = sign * lead + 0.5 * errors[who];
            let phase = &mut gradient[field.phase][usize::from(who == sample.mover)];
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    let code = usize::from(field.cell_codes[row][column]);
                    let state = match code / 32 {
                        0 => 0,
                        state if state == who + 1 => 1,
                        _ => 2,
                    };
                    let slope = f32::from(field.gradients[cell_index(column, who, row)]) / 512.0;
                    phase[state][code % 32] += error * slope;
                }
            }
        }
    }
    (gradient, squares)
}

/// The gradient by the dials.
fn by_dial(gradient: &Gradient, count: f32) -> WeightParams {
    let mut dials: WeightParams = [[[[0.0; 9]; 3]; 2]; 10];
    for (phase, gradient) in gradient.iter().enumerate() {
        let (knot, part) = knot_position(&PHASE_KNOTS, phase_places(phase));
        for acts in 0..2 {
            for state in 0..3 {
                let covers = gradient[acts][state].iter().enumerate().skip(1);
                for (cover, slope) in covers {
                    let slope = slope / count;
                    let (at, across) = cover_knot(cover);
                    for (knot, part) in [(knot, 1.0 - part), (knot + 1, part)] {
                        dials[knot][acts][state][at] += slope * part * (1.0 - across);
                        dials[knot][acts][state][at + 1] += slope * part * across;
                    }
                }
            }
        }
    }
    dials
}

fn flat(dials: &mut WeightParams) -> impl Iterator<Item = &mut f32> {
    dials.iter_mut().flatten().flatten().flatten()
}

/// Adam (Kingma and Ba 2014), so many times through all samples, at a rate by the part that is
/// done.
fn fit(
    dials: &mut WeightParams,
    samples: &[Sample],
    rng: &mut SplitMix64,
    epochs: usize,
    rate: impl Fn(f32) -> f32,
) {
    let [mut means, mut squares] = [[[[[0.0; 9]; 3]; 2]; 10]; 2];
    let mut sight = EvalWorkspace::default();
    let mut order: Vec<&Sample> = samples.iter().collect();
    let mut bias = [1.0, 1.0];
    let steps = epochs * order.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 0..epochs {
        for end in (1..order.len()).rev() {
            order.swap(end, rng.index(end + 1));
        }
        let mut error = 0.0;
        for batch in order.chunks(BATCH) {
            let weights = CellWeights::new(dials, &[[[0.0; 2]; 2]; 10]);
            let (gradient, sum) = gradient(batch, &weights, &mut sight);
            error += sum;
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let mut gradient = by_dial(&gradient, batch.len() as f32);
            bias = [bias[0] * 0.9, bias[1] * 0.99];
            #[expect(clippy::cast_precision_loss, reason = "a part")]
            let rate = rate(step as f32 / steps as f32);
            step += 1;
            let moments = flat(&mut means).zip(flat(&mut squares));
            for ((dial, slope), (mean, square)) in flat(dials).zip(flat(&mut gradient)).zip(moments)
            {
                *mean = 0.9 * *mean + 0.1 * *slope;
                *square = 0.99 * *square + 0.01 * *slope * *slope;
                let root = (*square / (1.0 - bias[1])).sqrt() + 1e-4;
                *dial = (*dial - rate * *mean / (1.0 - bias[0]) / root).clamp(0.0, 1.0);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let error = (error / order.len() as f32).sqrt();
        println!("  {epoch}: the lead is missed by {error:.3}");
    }
}

#[test]
#[ignore = "an hour, see above"]
fn the_dials_are_found_by_games() {
    let mut dials: WeightParams = [[[[0.0; 9]; 3]; 2]; 10];
    for row in dials.iter_mut().flatten() {
        *row = [[0.25; 9], [0.7; 9], [0.1; 9]];
    }
    let mut found: FreshDotParams = [[[0.1, 0.7]; 2]; 10];
    for round in 0..setting("ROUNDS", 8) {
        let weights = CellWeights::new(&dials, &found);
        let mut rng = SplitMix64::new(round as u64);
        let (mut samples, mut laid) = (Vec::new(), [[0.0; 25]; 10]);
        let mut sight = EvalWorkspace::default();
        for _ in 0..setting("GAMES", 40_000) {
            let mut worths =
                |asked: Asked<'_>, rng: &mut SplitMix64| glance(&weights, &mut sight, asked, rng);
            play(&mut rng, 3, &mut worths, &mut samples, &mut laid);
        }
        println!("round {round}: {} boards", samples.len());
        let rate = [0.02, 0.01, 0.007, 0.005]
            .get(round)
            .copied()
            .unwrap_or(0.003);
        fit(&mut dials, &samples, &mut rng, 3, |_| rate);
        found = fresh(&dials, &laid);
    }
    println!("DIALS {dials:.3?}\nFRESH {found:.3?}");
}

#[test]
#[ignore = "half an hour, see above"]
fn the_leaves_are_found_by_games() {
    let engine = BoxEngine::new(1);
    let weights = engine.weights().gain.clone();
    let eyes = EvalWeights {
        leaf: weights.clone(),
        gain: weights,
    };
    let mut rng = SplitMix64::new(11);
    let mut sights: [EvalWorkspace; 5] = std::array::from_fn(|_| EvalWorkspace::default());
    let (mut samples, mut laid) = (Vec::new(), [[0.0; 25]; 10]);
    for _ in 0..setting("GAMES", 12_200) {
        let mut worths =
            |asked: Asked<'_>, rng: &mut SplitMix64| leaves(&eyes, &mut sights, asked, rng);
        play(&mut rng, 2, &mut worths, &mut samples, &mut laid);
    }
    println!("{} boards", samples.len());
    let mut dials = BoxEngine::gain_params();
    let rate = |done: f32| 0.004 * (1.0 - done).max(0.02);
    fit(&mut dials, &samples, &mut rng, 6, rate);
    println!("DIALS {dials:.3?}\nFRESH {:.3?}", fresh(&dials, &laid));
}
