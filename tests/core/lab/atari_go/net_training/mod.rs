//! How the net was trained: games of the search against itself without a net, a net trained on
//! them, games with that net, and the net that is trained on all of these games. Then rounds of
//! games with the net so far, from which it learns on. The result is `engine/net.bin`, after four
//! such rounds: `GAMES=8100 BATCHES=27000` without GNU Go; 3500 games with `GNUGO=36`, and
//! `BATCHES=10000 RATE=80`; 4900 more with `GNUGO=50`, and `BATCHES=9000 RATE=80` on all 8400;
//! 2200 with `GNUGO=60` and a search that knows what a draw is, and `BATCHES=4000 RATE=60` on
//! these alone.
//!
//! `OUT=net.bin cargo test --release --no-default-features --test core -- --ignored
//! --nocapture train_the_net`, and for one round more with
//!
//! - `FROM=net.bin`: the net so far;
//! - `GAMES`, `BATCHES`: how many games, and how many steps of learning;
//! - `GNUGO=36 LEVEL=6`: of a hundred games so many against GNU Go of that level;
//! - `LOG=games.ronl`: a file that keeps the games; `MORE=games.ronl,others.ronl`: such files to
//!   learn from, too;
//! - `RATE=80`: how fast it learns, in hundred thousandths; `SEED`: where chance begins.

mod cases;
mod games;
mod gradient;

use self::cases::{Case, cases};
use self::games::Player;
use self::gradient::{Loss, Teacher};
use super::gnu_go::GnuGo;
use super::strength::Plays;
use crate::common::setting;
use crate::lab::training::{Adam, fill, on_all, rate};
use kifu::internals::atari_go::net::PolicyValueNet;
use kifu::internals::atari_go::net::kernel::CHANNELS;
use kifu::internals::atari_go::net::weights::NetWeights;
use kifu::search::SplitMix64;
use std::io::Write as _;

const BATCH: u8 = 128;
/// How fast a net learns from nothing.
const RATE: f32 = 0.002;
const DECAY: f32 = 3e-4;

/// Games on all processors, each with a seed of its own; of a hundred so many as `GNUGO` says
/// against GNU Go of that `LEVEL`. They are written into the file `LOG`, too, where one is named.
fn play(net: Option<&'static PolicyValueNet>, games: u32, seed: u64) -> Vec<Case> {
    let (rivals, level) = (setting("GNUGO", 0), setting("LEVEL", 6));
    on_all(games, |thread, share| {
        let mut player = Player::new(net, seed + u64::from(thread));
        let seeds = thread * 10_000;
        let gnugo = || GnuGo::start(level, seeds).expect("the program gnugo");
        let mut rival = (rivals > 0).then(gnugo);
        let mut log = std::env::var("LOG").ok().map(|path| {
            let mut options = std::fs::File::options();
            options.append(true).create(true).open(path).unwrap()
        });
        let mut all = Vec::new();
        for game in 0..share {
            let is_rivals = game * rivals / 100 != (game + 1) * rivals / 100;
            let seat = player.random.index(2);
            let rival = rival.as_mut().filter(|_| is_rivals);
            let game = player.game(rival.map(|rival| (seat, rival as &mut dyn Plays)));
            if let Some(log) = &mut log {
                let line = ron::to_string(&game).unwrap() + "\n";
                log.write_all(line.as_bytes()).unwrap();
            }
            all.extend(cases(&game));
        }
        all
    })
}

/// What a file of games teaches.
fn read(path: &str) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap();
    let games = text.lines().map(|line| ron::from_str(line).unwrap());
    games.flat_map(|game| cases(&game)).collect()
}

/// Weights to start from: what goes through a layer keeps its size (He, Zhang, Ren and Sun 2015).
fn untaught(random: &mut SplitMix64) -> NetWeights {
    let mut net = NetWeights::zero();
    let mut fill = |weights: &mut [f32], width| fill(weights, width, random);
    let layer = (2.0 / 9.0 / f32::from(u8::try_from(CHANNELS).unwrap())).sqrt();
    fill(net.input.as_flattened_mut().as_flattened_mut(), 0.17);
    for block in &mut net.blocks {
        fill(block.first.as_flattened_mut().as_flattened_mut(), layer);
        fill(
            block.second.as_flattened_mut().as_flattened_mut(),
            0.3 * layer,
        );
    }
    fill(net.hidden.as_flattened_mut(), 0.25);
    for head in [&mut net.policy, &mut net.ownership, &mut net.pass] {
        fill(head, 0.2);
    }
    for head in [&mut net.value, &mut net.lead] {
        fill(head, 0.15);
    }
    net
}

/// The sum of slopes over a batch, on all processors.
fn slopes(net: &NetWeights, cases: &[Case], batch: &[(usize, u32)]) -> (NetWeights, Loss) {
    let teacher = Teacher::new(net);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let one = |part: &[(usize, u32)]| {
        let (mut slopes, mut loss) = (NetWeights::zero(), Loss::default());
        for (case, way) in part {
            loss.add(teacher.look(&cases[*case], *way, Some(&mut slopes)));
        }
        (slopes, loss)
    };
    std::thread::scope(|scope| {
        let parts = batch.chunks(batch.len().div_ceil(threads));
        let all: Vec<_> = parts.map(|part| scope.spawn(|| one(part))).collect();
        let all = all.into_iter().map(|one| one.join().unwrap());
        all.reduce(|(mut slopes, mut loss), (mut more, lost)| {
            for (to, more) in slopes.parameters().into_iter().zip(more.parameters()) {
                for (to, more) in to.iter_mut().zip(more) {
                    *to += *more;
                }
            }
            loss.add(lost);
            (slopes, loss)
        })
        .unwrap()
    })
}

/// Adam with decay of weights, the rate falling as a cosine from `top`.
fn train(
    mut net: NetWeights,
    top: f32,
    cases: &[Case],
    batches: u16,
    random: &mut SplitMix64,
) -> NetWeights {
    let count = net.parameters().into_iter().flatten().count();
    let mut adam = Adam::new(count, 1e-7);
    let mut order: Vec<usize> = Vec::new();
    let mut told = Loss::default();
    for round in 0..batches {
        let mut batch = Vec::new();
        while batch.len() < usize::from(BATCH) {
            if order.is_empty() {
                order = (0..cases.len()).collect();
                random.shuffle(&mut order);
            }
            batch.extend(order.pop().map(|case| (case, random.below(8))));
        }
        let (mut slopes, loss) = slopes(&net, cases, &batch);
        told.add(loss);
        let rate = rate(top, round, batches);
        let weights = net.parameters().into_iter().flatten();
        let slopes = slopes.parameters().into_iter().flatten();
        let steps = adam.steps(slopes.map(|slope| *slope / f32::from(BATCH)));
        for (weight, step) in weights.zip(steps) {
            *weight -= rate * (step + DECAY * *weight);
        }
        if (round + 1) % 500 == 0 {
            println!("batch {} of {batches}, loss {told:.0?}", round + 1);
            told = Loss::default();
        }
    }
    net
}

#[test]
#[ignore = "hours; GAMES and BATCHES say how many of both"]
fn train_the_net() {
    let games = setting("GAMES", 5000);
    let batches = setting::<u16>("BATCHES", 20_000);
    let mut net = match std::env::var("FROM") {
        Ok(path) => {
            let net = NetWeights::decode(&std::fs::read(path).unwrap()).unwrap();
            taught_on(net, games, batches)
        }
        Err(_) => taught_from_nothing(games, batches),
    };
    if let Ok(path) = std::env::var("OUT") {
        std::fs::write(path, net.encode()).unwrap();
    }
}

fn ready(net: NetWeights) -> &'static PolicyValueNet {
    Box::leak(Box::new(PolicyValueNet::new(net)))
}

fn taught_from_nothing(games: u32, batches: u16) -> NetWeights {
    let mut random = SplitMix64::new(7);
    let mut cases = play(None, games, 1);
    println!("{} positions without a net", cases.len());
    let net = untaught(&mut random);
    let first = train(net, RATE, &cases, batches / 2, &mut random);
    cases.extend(play(Some(ready(first)), games, 101));
    println!("{} positions in all", cases.len());
    let net = untaught(&mut random);
    train(net, RATE, &cases, batches, &mut random)
}

fn taught_on(net: NetWeights, games: u32, batches: u16) -> NetWeights {
    let mut cases = play(Some(ready(net.clone())), games, setting("SEED", 201));
    println!("{} positions with the net so far", cases.len());
    for path in std::env::var("MORE")
        .iter()
        .flat_map(|paths| paths.split(','))
    {
        cases.extend(read(path));
    }
    println!("{} positions in all", cases.len());
    let top = f32::from(setting::<u16>("RATE", 150)) * 1e-5;
    train(net, top, &cases, batches, &mut SplitMix64::new(11))
}

/// The slopes are what small changes of the weights do to the loss.
#[test]
fn slopes_are_those_of_the_loss() {
    let mut random = SplitMix64::new(3);
    let cases = cases(&Player::new(None, 5).game(None));
    let case = &cases[cases.len() / 2];
    let mut net = untaught(&mut random);
    let mut slopes = NetWeights::zero();
    Teacher::new(&net).look(case, 5, Some(&mut slopes));
    let count = net.parameters().into_iter().flatten().count();
    let mut checked = 0;
    for _ in 0..200 {
        let at = random.index(count);
        let slope = *slopes.parameters().into_iter().flatten().nth(at).unwrap();
        let mut moved = |by: f32| {
            *net.parameters().into_iter().flatten().nth(at).unwrap() += by;
            Teacher::new(&net).look(case, 5, None).total(case)
        };
        let (more, less) = (moved(2e-3), moved(-4e-3));
        moved(2e-3);
        let seen = (more - less) / 4e-3;
        // Where a number passes 0 the slope changes on the way.
        checked += u32::from((seen - slope).abs() <= 0.002 + 0.05 * slope.abs());
    }
    assert!(checked >= 194, "{checked} of 200");
}
