//! Fits of calibrations: the curve that is found, its error, and the samples of games.

use kifu_core::contract::{Player, Proven};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_core::search::{Calibration, CalibrationContext, CalibrationKnot, Resources, SplitMix64};
use kifu_lab::calibrate::{
    CalibrationSample, Reliability, SamplingConfig, fit, rms_error, samples,
};

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

/// A sample record without its review, its game and the number of its plies.
fn bundled(name: &str) -> (Record, &'static dyn DynGame, u32) {
    let record = crate::common::unreviewed_record(name);
    let game = by_id(CATALOGUE, &record.game).unwrap();
    let plies = record.tokens().count() - game.info().lead_in;
    (record, game, plies.try_into().unwrap())
}

fn stages() -> Vec<CalibrationContext> {
    let mut all = Vec::new();
    for player in Player::ALL {
        for nodes in [1, 300, 10_000, u64::MAX] {
            all.extend((0..=10).map(|tenth| CalibrationContext {
                progress: f64::from(tenth) / 10.0,
                player,
                nodes,
            }));
        }
    }
    all
}

/// A curve for the tests: steeper later, and better for who moves first.
fn table() -> Calibration {
    let knot = |played, slope, first| CalibrationKnot {
        progress: played,
        slope,
        offset: 0.2,
        first,
    };
    Calibration {
        version: 3,
        engine: "toy 1".to_owned(),
        nodes: (100, 10_000),
        evidence: 0.1,
        error: 0.04,
        knots: vec![
            knot(0.1, 0.5, 0.4),
            knot(0.5, 1.0, 0.2),
            knot(0.9, 2.0, 0.0),
        ],
    }
}

/// Results as a table says they come.
fn drawn(table: &Calibration, count: u32, seed: u64) -> Vec<CalibrationSample> {
    let mut random = SplitMix64::new(seed);
    let mut sample = |game| {
        let mut unit = || f64::from(random.unit());
        let nodes = [100, 1000, 10_000][game as usize % 3];
        let stage = CalibrationContext {
            progress: unit(),
            player: if unit() < 0.5 {
                Player::First
            } else {
                Player::Second
            },
            nodes,
        };
        let win = 0.05 + 0.9 * unit();
        let wins = unit() < table.win_probability(win, stage);
        CalibrationSample {
            game_hash: u64::from(game),
            is_held_out: game % 2 == 1,
            context: stage,
            win,
            result: f64::from(u8::from(wins)),
            longer_search: None,
        }
    };
    (0..count).map(&mut sample).collect()
}

#[test]
fn the_fit_finds_the_curve_that_made_the_games() {
    let truth = table();
    let all = drawn(&truth, 30_000, 5);
    let found = fit(&all, "toy 1".to_owned(), 1).unwrap();
    for stage in stages() {
        for win in [0.1, 0.3, 0.5, 0.8] {
            let off = found.win_probability(win, stage) - truth.win_probability(win, stage);
            assert!(off.abs() < 0.06, "{stage:?} {win}: {off}\n{found:?}");
        }
    }
    // So many that luck alone leaves little error.
    let others = drawn(&truth, 40_000, 6);
    let before = Reliability::from_samples(&others, None).unwrap();
    let after = Reliability::from_samples(&others, Some(&found)).unwrap();
    assert!(
        after.ece < 0.03 && before.ece > 2.0 * after.ece,
        "{before:?}\n{after:?}"
    );
    assert!(after.brier < before.brier);
    // Luck alone leaves such an error.
    assert!(
        (0.2..4.0).contains(&(after.ece / after.ece_by_luck)),
        "{after:?}"
    );
    assert!(fit(&[], String::new(), 1).is_none());
}

#[test]
fn an_error_is_how_far_a_longer_look_moves_chances() {
    let truth = table();
    let mut all = drawn(&truth, 400, 9);
    assert_eq!(rms_error(&all, &truth).1, 0);
    // What is said after longer looks is off by a tenth, up and down in turn.
    for (nth, sample) in all.iter_mut().enumerate().step_by(2) {
        let off = if nth % 4 == 0 { 0.1 } else { -0.1 };
        let chance = truth.win_probability(sample.win, sample.context);
        let at = |win: &f64| (truth.win_probability(*win, sample.context) - chance - off).abs();
        let wins = (1..1000).map(|win| f64::from(win) / 1000.0);
        let there = wins.min_by(|a, b| at(a).total_cmp(&at(b))).unwrap();
        if at(&there) < 0.01 {
            sample.longer_search = Some((there, sample.context));
        }
    }
    let (off, count) = rms_error(&all, &truth);
    assert!(count > 100 && (off - 0.1).abs() < 0.01, "{off} {count}");
}

#[test]
fn a_longer_look_is_taken_where_it_is_asked_for() {
    let (record, book, plies) = bundled("clobber");
    let how = SamplingConfig {
        nodes: 20,
        ply_stride: 1,
        longer_stride: 1,
        seed: 1,
    };
    let all = samples(
        book.uncalibrated_engine(Resources::new(16)).as_mut(),
        book,
        &record,
        plies,
        how,
    )
    .unwrap();
    let looked: Vec<_> = all
        .iter()
        .filter_map(|one| Some((one, one.longer_search?)))
        .collect();
    assert!(looked.len() > 3);
    for (one, (_, stage)) in looked {
        assert!(stage.nodes > 8 * one.context.nodes, "{one:?}");
        assert_eq!(stage.player, one.context.player);
    }
}

#[test]
fn a_reliability_says_how_often_came_what_was_said() {
    let sample = |game, win, result| CalibrationSample {
        game_hash: game,
        is_held_out: true,
        context: CalibrationContext {
            progress: 0.5,
            player: Player::First,
            nodes: 10,
        },
        win,
        result,
        longer_search: None,
    };
    let all = [
        sample(1, 0.25, 0.0),
        sample(1, 0.25, 1.0),
        sample(2, 0.95, 1.0),
        sample(3, 0.95, 0.5),
    ];
    let told = Reliability::from_samples(&all, None).unwrap();
    assert_eq!((told.count, told.games), (4, 3));
    assert_eq!((told.bins[2].count, told.bins[9].count), (2, 2));
    let expected = (2.0 * (0.5 - 0.25) + 2.0 * (0.95 - 0.75)) / 4.0;
    assert!((told.ece - expected).abs() < 1e-12, "{told:?}");
    assert!(told.ece_by_luck > 0.0);
}

#[test]
fn samples_are_of_games_that_ended_and_of_plies_that_were_played() {
    let how = SamplingConfig {
        nodes: 40,
        ply_stride: 1,
        longer_stride: 1_000_000,
        seed: 1,
    };
    for name in GAMES {
        let (mut record, book, plies) = bundled(name);
        let look = |record: &_| {
            samples(
                book.uncalibrated_engine(Resources::new(16)).as_mut(),
                book,
                record,
                plies,
                how,
            )
        };
        let all = look(&record).unwrap();
        assert!(!all.is_empty(), "{name}");
        assert_eq!(all, look(&record).unwrap(), "{name}");
        let winner = record.result.as_ref().unwrap().winner.unwrap();
        for sample in &all {
            let wanted = Proven::of(winner, sample.context.player).win();
            assert!((sample.result - wanted).abs() < 1e-9);
        }
        // Of plies that were given nothing is told.
        record
            .ext
            .insert("arena.opening".to_owned(), plies.to_string());
        assert_eq!(look(&record).unwrap(), [], "{name}");
        record.result = None;
        assert_eq!(look(&record).unwrap(), [], "{name}");
    }
}
