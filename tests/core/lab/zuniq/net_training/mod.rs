//! How a net is trained: games of the search against itself without a net, a net trained on them,
//! games with that net, and so on; each net is trained on all games so far.
//!
//! `OUT=net.bin cargo test --release --no-default-features --test core -- --ignored
//! --nocapture train_the_net`; with `FROM=net.bin` the first games are played with a net.
//!
//! The games behind `engine/net.bin` are those of `kifu match` between two built-in players, with
//! random openings of up to 14 plies, and were learned from in the same way, to the end of each or
//! its 30th ply: 13 000 without a net and with 4 000 to 12 000 nodes a move, 10 500 with the net of
//! these and 4 000 nodes, 3 900 with the net of both and 6 000.

mod games;
mod gradient;

use self::games::{Case, play};
use self::gradient::look;
use crate::common::setting;
use crate::lab::training::{Adam, fill, rate};
use kifu::internals::zuniq::net::ValueNet;
use kifu::search::SplitMix64;

const BATCH: u16 = 256;
/// How fast it learns.
const RATE: f32 = 0.002;
const DECAY: f32 = 0.1;
/// How often each position is looked at.
const LOOKS: usize = 4;

/// Weights to start from.
fn untaught(random: &mut SplitMix64) -> ValueNet {
    let mut net = ValueNet::zero();
    let mut fill = |weights: &mut [f32], width| fill(weights, width, random);
    fill(net.input.as_flattened_mut(), 0.1);
    fill(net.hidden.as_flattened_mut(), 0.17);
    fill(&mut net.value, 0.1);
    net
}

/// Adam with decay of weights, the rate falling as a cosine.
fn train(cases: &[Case], random: &mut SplitMix64) -> ValueNet {
    let mut net = untaught(random);
    let count = net.parameters().into_iter().flatten().count();
    let mut adam = Adam::new(count, 1e-8);
    let batches = u16::try_from(LOOKS * cases.len() / usize::from(BATCH)).unwrap_or(u16::MAX);
    let mut told = 0.0;
    for round in 0..batches {
        let mut slopes = ValueNet::zero();
        for _ in 0..BATCH {
            let case = &cases[random.index(cases.len())];
            told += look(&net, case, random.below(8), &mut slopes);
        }
        let rate = rate(RATE, round, batches);
        let slopes = slopes.parameters().into_iter().flatten();
        let steps = adam.steps(slopes.map(|slope| *slope / f32::from(BATCH)));
        for (weight, step) in net.parameters().into_iter().flatten().zip(steps) {
            *weight -= rate * (step + DECAY * *weight);
        }
        if (round + 1) % 1000 == 0 {
            let loss = told / 1000.0 / f32::from(BATCH);
            println!("batch {} of {batches}, loss {loss:.4}", round + 1);
            told = 0.0;
        }
    }
    net
}

/// What a net is worth on games that it has not seen.
fn test(net: &ValueNet, cases: &[Case]) {
    for plies in [0..8, 8..14, 14..20, 20..26] {
        let here = cases.iter().filter(|case| plies.contains(&case.plies()));
        let (mut loss, mut right, mut count) = (0.0, 0_u16, 0_u16);
        for case in here {
            let odds = net.evaluate(&case.board(0));
            let odds = if case.won { odds } else { -odds };
            loss += (1.0 + (-odds).exp()).ln();
            right += u16::from(odds > 0.0);
            count += 1;
        }
        let share = |sum: f32| sum / f32::from(count.max(1));
        let right = 100.0 * share(f32::from(right));
        println!(
            "{plies:?} plies: {count}, loss {:.4}, right {right:.1} %",
            share(loss)
        );
    }
}

#[test]
#[ignore = "an hour; GAMES, ROUNDS and NODES say how many games, how often, and how much is searched for a move"]
fn train_the_net() {
    let (games, rounds) = (setting("GAMES", 12_000), setting::<u32>("ROUNDS", 3));
    let nodes: u64 = setting("NODES", 4_000);
    let from = std::env::var("FROM").ok();
    let mut net = from.map(|path| ValueNet::decode(&std::fs::read(path).unwrap()).unwrap());
    let mut cases = Vec::new();
    for round in 0..rounds {
        let ready = net.map(|net| &*Box::leak(Box::new(net)));
        let mut played = play(ready, games, nodes, 1 + 1000 * u64::from(round));
        let held: Vec<Case> = played
            .split_off(played.len() - played.len() / 20)
            .into_iter()
            .flatten()
            .collect();
        cases.extend(played.into_iter().flatten());
        println!("{} positions", cases.len());
        let taught = train(&cases, &mut SplitMix64::new(7));
        test(&taught, &held);
        net = Some(taught);
    }
    if let (Ok(path), Some(mut net)) = (std::env::var("OUT"), net) {
        std::fs::write(path, net.encode()).unwrap();
    }
}

/// The slopes are what small changes of the weights do to the loss.
#[test]
fn slopes_are_those_of_the_loss() {
    let mut random = SplitMix64::new(3);
    let mut net = untaught(&mut random);
    let games = play(None, 2, 64, 5);
    let case = &games[0][games[0].len() / 2];
    let mut slopes = ValueNet::zero();
    look(&net, case, 5, &mut slopes);
    let slopes: Vec<f32> = slopes
        .parameters()
        .into_iter()
        .flatten()
        .map(|slope| *slope)
        .collect();
    let (mut checked, mut moving) = (0, 0);
    for (at, slope) in slopes.iter().enumerate() {
        if *slope == 0.0 && at % 200 != 0 {
            continue;
        }
        let mut moved = |by: f32| {
            **net
                .parameters()
                .into_iter()
                .flatten()
                .nth(at)
                .as_mut()
                .unwrap() += by;
            look(&net, case, 5, &mut ValueNet::zero())
        };
        let (more, less) = (moved(1e-2), moved(-2e-2));
        moved(1e-2);
        let seen = (more - less) / 2e-2;
        moving += u32::from(*slope != 0.0);
        // Where a number passes 0 the slope changes on the way.
        checked += u32::from((seen - slope).abs() > 0.002 + 0.05 * slope.abs());
    }
    assert!(
        moving > 300 && checked * 20 < moving,
        "{checked} of {moving} wrong"
    );
}
