//! Fits of calibrations: the curve that is found, its error, the samples of games, and
//! `kifu-lab calibrate`, which fits to one half of the games and tests with the other.

use crate::calibrations::{calibration, contexts};
use crate::common::random_game_of;
use crate::{folder, kifu_lab};
use kifu_core::contract::{Player, Proven, Setup};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_core::search::{Calibration, CalibrationContext, Resources, SplitMix64};
use kifu_lab::calibrate::{
    CalibrationSample, Reliability, SamplingConfig, fit, rms_error, samples,
};
use std::fs;
use std::path::Path;

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

/// A sample record without its review, its game and the number of its plies.
fn bundled(name: &str) -> (Record, &'static dyn DynGame, u32) {
    let record = crate::common::unreviewed_record(name);
    let game = by_id(CATALOGUE, &record.game).unwrap();
    let plies = record.tokens().count() - game.info().lead_in;
    (record, game, plies.try_into().unwrap())
}

/// Draws results with the probabilities of a table.
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
fn fit_recovers_curve_that_generated_results() {
    let truth = calibration();
    let all = drawn(&truth, 30_000, 5);
    let found = fit(&all, "toy 1".to_owned(), 1).unwrap();
    for stage in contexts() {
        for win in [0.1, 0.3, 0.5, 0.8] {
            let off = found.win_probability(win, stage) - truth.win_probability(win, stage);
            assert!(off.abs() < 0.06, "{stage:?} {win}: {off}\n{found:?}");
        }
    }
    // With 40 000 samples luck alone leaves little error.
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
fn rms_error_is_mean_shift_by_longer_searches() {
    let truth = calibration();
    let mut all = drawn(&truth, 400, 9);
    assert_eq!(rms_error(&all, &truth).1, 0);
    // Estimates after longer searches are off by a tenth, up and down in turn.
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
fn longer_searches_are_made_at_the_longer_stride() {
    let (record, game, plies) = bundled("clobber");
    let how = SamplingConfig {
        nodes: 20,
        ply_stride: 1,
        longer_stride: 1,
        seed: 1,
    };
    let all = samples(
        game.uncalibrated_engine(Resources::new(16)).as_mut(),
        game,
        &record,
        plies,
        how,
    )
    .unwrap();
    let searched: Vec<_> = all
        .iter()
        .filter_map(|one| Some((one, one.longer_search?)))
        .collect();
    assert!(searched.len() > 3);
    for (one, (_, stage)) in searched {
        assert!(stage.nodes > 8 * one.context.nodes, "{one:?}");
        assert_eq!(stage.player, one.context.player);
    }
}

#[test]
fn reliability_compares_predictions_with_results_by_bin() {
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
    let reliability = Reliability::from_samples(&all, None).unwrap();
    assert_eq!((reliability.count, reliability.games), (4, 3));
    assert_eq!(
        (reliability.bins[2].count, reliability.bins[9].count),
        (2, 2)
    );
    let expected = (2.0 * (0.5 - 0.25) + 2.0 * (0.95 - 0.75)) / 4.0;
    assert!(
        (reliability.ece - expected).abs() < 1e-12,
        "{reliability:?}"
    );
    assert!(reliability.ece_by_luck > 0.0);
}

#[test]
fn samples_come_from_finished_games_and_chosen_plies() {
    let how = SamplingConfig {
        nodes: 40,
        ply_stride: 1,
        longer_stride: 1_000_000,
        seed: 1,
    };
    for name in GAMES {
        let (mut record, game, plies) = bundled(name);
        let sampled = |record: &_| {
            samples(
                game.uncalibrated_engine(Resources::new(16)).as_mut(),
                game,
                record,
                plies,
                how,
            )
        };
        let all = sampled(&record).unwrap();
        assert!(!all.is_empty(), "{name}");
        assert_eq!(all, sampled(&record).unwrap(), "{name}");
        let winner = record.result.as_ref().unwrap().winner.unwrap();
        for sample in &all {
            let wanted = Proven::of(winner, sample.context.player).win();
            assert!((sample.result - wanted).abs() < 1e-9);
        }
        // Plies of an opening give no samples.
        record
            .ext
            .insert("arena.opening".to_owned(), plies.to_string());
        assert_eq!(sampled(&record).unwrap(), [], "{name}");
        record.result = None;
        assert_eq!(sampled(&record).unwrap(), [], "{name}");
    }
}

/// A whole game of three plies.
const GAME: &str =
    "game: clobber\nplayer1: Ada\nplayer2: Charles\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n";

/// Random games, which have little to do with what the engine thinks of them.
fn random_games(path: &Path, count: u64) {
    let mut text = String::new();
    for seed in 0..count {
        let tokens = random_game_of("zuniq", &Setup::default(), seed);
        text += &format!("game: zuniq\n{}\n\n", tokens.join(" "));
    }
    fs::write(path, text).unwrap();
}

#[test]
fn calibrate_writes_reproducible_table_with_its_figures() {
    let place = folder(&[]);
    let path = place.path();
    random_games(&path.join("games.moves"), 40);
    let args = [
        "calibrate",
        "games.moves",
        "--nodes",
        "100",
        "-o",
        "table.ron",
    ];
    let run = kifu_lab(path, &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("ECE"), "{}", run.out);
    let text = fs::read_to_string(path.join("table.ron")).unwrap();
    let table: kifu_core::search::Calibration = text.parse().unwrap();
    assert!(table.engine.starts_with("zuniq "), "{text}");
    // The figures are comments in the file.
    let is_in_file = |line: &str| text.contains(format!("// {line}").trim_end());
    assert!(run.out.lines().all(is_in_file), "{text}");
    // An existing file is not overwritten.
    let run = kifu_lab(path, &args);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--force"), "{}", run.err);
    let run = kifu_lab(
        path,
        &[
            "calibrate",
            "games.moves",
            "--nodes",
            "100",
            "-o",
            "b.ron",
            "-j",
            "1",
        ],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(fs::read_to_string(path.join("b.ron")).unwrap(), text);
}

#[test]
fn calibrate_refuses_unfinished_games_and_several_games() {
    let place = folder(&[
        ("open.moves", "game: clobber\nb1a1\n"),
        ("two/a.moves", GAME),
        ("two/b.moves", "game: zuniq\nE5v A2h\n"),
    ]);
    let run = kifu_lab(place.path(), &["calibrate", "open.moves"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("too few"), "{}", run.err);
    let run = kifu_lab(place.path(), &["calibrate", "two"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("only games of"), "{}", run.err);
}

#[test]
fn calibrate_show_prints_built_in_tables() {
    let place = folder(&[]);
    let run = kifu_lab(place.path(), &["calibrate", "--show"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = kifu_lab(place.path(), &["calibrate", "--show", "--game", "clobber"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Clobber"), "{}", run.out);
    assert!(!run.out.contains("Zuniq"), "{}", run.out);
}
