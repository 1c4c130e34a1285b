//! The text of a calibration table, with the figures of its fit.

use super::args::CalibrateArgs;
use super::{CalibrationSample, LONGER_FACTOR, Reliability};
use kifu_core::games::DynGame;
use kifu_core::search::{Calibration, Resources};
use std::fmt::Write;

/// Returns the heading: the games and how they were sampled.
pub(super) fn heading(
    args: &CalibrateArgs,
    game: &dyn DynGame,
    calibration: &Calibration,
    (games, samples): (usize, &[CalibrationSample]),
) -> String {
    let (least, most) = calibration.nodes;
    let mut text = format!(
        "{} ({}), engine {}, table {}: win probability between equal bots\n",
        game.name(),
        game.info().contest,
        calibration.engine,
        calibration.version
    );
    let _ = writeln!(
        text,
        "{games} games, {} positions (one ply in {}), {least} to {most} nodes each",
        samples.len(),
        args.every
    );
    text
}

/// Returns the reliability of the estimates without and with the calibration.
pub(super) fn reliability_text(
    before: &Reliability,
    after: &Reliability,
    (error, count): (f64, usize),
) -> String {
    let mut text = format!(
        "tested on {} positions of {} games\n\n",
        after.count, after.games
    );
    let _ = writeln!(
        text,
        "{:<11}{:^26}  {:^26}",
        "", "uncalibrated", "calibrated"
    );
    let head = format!("{:>10}{:>9}{:>7}", "predicted", "observed", "n");
    let _ = writeln!(text, "{:<11}{head:>26}  {head:>26}", "% range");
    for (nth, bins) in before.bins.iter().zip(&after.bins).enumerate() {
        let cells = [bins.0, bins.1].map(|bin| {
            if bin.count == 0 {
                return format!("{:>10}{:>9}{:>7}", "-", "-", 0);
            }
            let percent = [bin.predicted, bin.observed].map(|share| 100.0 * share);
            format!("{:>10.1}{:>9.1}{:>7}", percent[0], percent[1], bin.count)
        });
        let row = format!("{:>4} {:>4}", 10 * nth, 10 * nth + 10);
        let _ = writeln!(text, "{row:<11}{:>26}  {:>26}", cells[0], cells[1]);
    }
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut row = |name: &str, of: &dyn Fn(&Reliability) -> String| {
        let _ = writeln!(text, "{name:<11}{:>26}  {:>26}", of(before), of(after));
    };
    row("ECE", &|all| percent(all.ece));
    row("by chance", &|all| percent(all.ece_by_luck));
    row("Brier", &|all| format!("{:.4}", all.brier));
    if count > 0 {
        let _ = writeln!(
            text,
            "RMS change with {LONGER_FACTOR} times as many nodes: {} ({count} positions)",
            percent(error)
        );
    }
    text
}

/// Returns the text of the file with the table.
pub(super) fn file_text(heading: &str, figures: &str, calibration: &Calibration) -> String {
    let mut text = String::new();
    for line in heading.lines().chain(figures.lines()) {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    let (least, most) = calibration.nodes;
    let _ = writeln!(
        text,
        "(\n    version: {},\n    engine: {:?},\n    nodes: ({least}, {most}),\n    evidence: {:?},\n    error: {:?},\n    knots: [",
        calibration.version, calibration.engine, calibration.evidence, calibration.error
    );
    for knot in &calibration.knots {
        let _ = writeln!(
            text,
            "        (progress: {:?}, slope: {:?}, offset: {:?}, first: {:?}),",
            knot.progress, knot.slope, knot.offset, knot.first
        );
    }
    text.push_str("    ],\n)\n");
    text
}

/// Returns the built-in table of a game as text.
pub(super) fn builtin_table_text(game: &dyn DynGame) -> String {
    let Some(table) = super::builtin_table(game) else {
        return format!(
            "{}: no table; win probabilities are uncalibrated\n\n",
            game.name()
        );
    };
    let now = game.uncalibrated_engine(Resources::new(1)).name();
    let other = if now == table.engine {
        String::new()
    } else {
        format!(
            "// Fitted to {}; the current engine is {now}.\n",
            table.engine
        )
    };
    format!("{other}{}\n", game.calibration())
}
