//! Tables from estimates to win probabilities: the fitted ones, and how results pass through them.

use super::bundled;
use crate::calibrations::{calibration, contexts};
use kifu_core::contract::{Player, Proven};
use kifu_core::games::CATALOGUE;
use kifu_core::search::{
    Bounds, Calibration, Coverage, Limits, Resources, SearchLine, SearchRequest, SearchResult,
    Value,
};
use kifu_study::review::positions;

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

#[test]
fn bundled_calibrations_parse_and_rise() {
    for game in CATALOGUE
        .iter()
        .filter(|game| !game.calibration().is_empty())
    {
        let calibration: Calibration = game.calibration().parse().unwrap();
        assert!(
            game.uncalibrated_engine(Resources::new(1))
                .name()
                .starts_with(game.id()),
            "{}",
            calibration.engine
        );
        for stage in contexts() {
            let chance = |win: u32| calibration.win_probability(f64::from(win) / 100.0, stage);
            let chances: Vec<f64> = (0..=100).map(chance).collect();
            assert!(chances.is_sorted(), "{} {stage:?}", game.id());
            assert!(chances[0] >= 0.0 && chances[100] <= 1.0);
            assert!(chances[90] > chances[10], "{} {stage:?}", game.id());
        }
    }
}

fn line(mv: &str, value: Value) -> SearchLine<String> {
    SearchLine {
        mv: mv.to_owned(),
        value,
        visits: 10,
        depth: 1,
        pv: vec![mv.to_owned()],
    }
}

#[test]
fn calibration_keeps_proofs_exact_values_points_and_order() {
    let values = [
        Value::known(Proven::Win, Some(100.0)),
        Value::estimate(0.7, Some(61.5)),
        Value::estimate(0.6, None).within(Bounds {
            lower: Proven::Draw,
            upper: Proven::Win,
        }),
        Value::estimate(0.1, Some(20.0)),
        Value::known(Proven::Loss, Some(0.0)),
    ];
    let report = SearchResult {
        value: values[1],
        lines: values.iter().map(|value| line("a", *value)).collect(),
        nodes: 1000,
        coverage: Coverage::AllMoves,
    };
    for player in Player::ALL {
        let after = calibration().apply(report.clone(), 0.9, Some(player), false);
        let win: Vec<f64> = after.lines.iter().map(|line| line.value.win).collect();
        assert!(win.is_sorted_by(|a, b| a >= b), "{win:?}");
        assert!((win[1] - 0.7).abs() > 0.05 && win[2] >= 0.5, "{win:?}");
        for (line, before) in after.lines.iter().zip(&values) {
            assert_eq!(line.value.points, before.points);
            assert_eq!(line.value.bounds, before.bounds);
            if before.proven().is_some() {
                assert_eq!(line.value, *before);
            }
        }
    }
    // Points that follow from who wins move with the chances: a win is worth 100 more.
    let mut linear = report.clone();
    for line in &mut linear.lines {
        line.value.points = Some(50.0 + 100.0 * line.value.win);
    }
    let after = calibration().apply(linear, 0.9, Some(Player::First), true);
    for line in after
        .lines
        .iter()
        .filter(|line| line.value.proven().is_none())
    {
        let wanted = 50.0 + 100.0 * line.value.win;
        // But where a bound cut the estimate.
        if line.value.win > 0.5 || line.value.win < 0.4 {
            assert!((line.value.points.unwrap() - wanted).abs() < 1e-9);
        }
    }
    // Where luck is left, and all else is known, nothing is guessed.
    let mut exact = report;
    exact.lines[2].value.exact = true;
    assert_eq!(
        calibration().apply(exact.clone(), 0.9, Some(Player::First), false),
        exact
    );
}

#[test]
fn engine_reports_calibrated_and_uncalibrated_engine_raw_values() {
    for name in GAMES {
        let (record, game, plies) = bundled(name);
        let places = positions(game, &record, plies).unwrap();
        let place = &places[places.len() / 2];
        let think = |mut engine: Box<dyn kifu_core::games::DynEngine>| {
            let request = SearchRequest::new(Limits::nodes(60)).lines(4);
            let report = engine.analyze(&place.state.position(), &request, &mut |_| {});
            (engine.name(), report.unwrap())
        };
        let (name, calibrated) = think(game.engine(Resources::new(16)));
        let (bare_name, bare) = think(game.uncalibrated_engine(Resources::new(16)));
        match game.calibration().parse::<Calibration>() {
            Err(_) => assert_eq!((name, calibrated), (bare_name, bare)),
            Ok(calibration) => {
                assert_eq!(name, format!("{bare_name} c{}", calibration.version));
                let player = place.state.mover();
                // There a margin counts, too.
                let follow = !matches!(record.game.as_str(), "box" | "turn-right");
                let played = place.state.progress();
                let applied = calibration.apply(bare.clone(), played, player, follow);
                assert_eq!(calibrated, applied);
                assert_eq!(calibrated.best_move(), bare.best_move());
            }
        }
    }
}

#[test]
fn played_share_grows_from_zero_to_nearly_one() {
    for name in GAMES {
        let (record, game, plies) = bundled(name);
        let places = positions(game, &record, plies).unwrap();
        let played: Vec<f64> = places.iter().map(|place| place.state.progress()).collect();
        assert!(played.is_sorted(), "{name}: {played:?}");
        assert!(played[0] < 0.1, "{name}: {played:?}");
        let last = *played.last().unwrap();
        assert!((0.6..=1.0).contains(&last), "{name}: {played:?}");
    }
}
