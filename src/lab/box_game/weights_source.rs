//! The parameters of the evaluation as the source file `engine/weight_params.rs`.

use kifu_core::games::box_game::engine::weights::{FreshDotParams, WeightParams};
use std::fmt::Write;

/// The number of parameters of the file.
const PARAM_COUNT: usize = 2 * (540 + 40);

/// All parameters of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedWeights {
    /// The parameters of cells for gains.
    pub gain: WeightParams,
    /// The parameters of freshly laid dots for gains.
    pub gain_fresh: FreshDotParams,
    /// The parameters of cells for leaves.
    pub leaf: WeightParams,
    /// The parameters of freshly laid dots for leaves.
    pub leaf_fresh: FreshDotParams,
}

const HEADER: &str = "\
//! The parameters of the weights, fitted to self-play games of the engine
//! (`kifu-lab fit box`; see `weight_params.recipe.ron`).
//!
//! The parameters of cells are indexed by phase, by whether the colour is that of the player to
//! move (0 or 1), by state (empty, of the colour, of another) and by coverage. The parameters of
//! freshly laid dots are indexed by phase, by whether the colour is that of the player to move,
//! and by whether the dot has this colour (0 or 1).

use super::weights::{FreshDotParams, WeightParams};
";

/// Writes the source file.
pub fn write_source(weights: &FittedWeights) -> String {
    let mut text = HEADER.to_owned();
    let gain = "for gains, fitted to games of players that search no further";
    let leaf = "for leaves, fitted to games of players that search the reply to their placement";
    write_cells(&mut text, "GAIN_PARAMS", gain, &weights.gain);
    write_fresh(&mut text, "GAIN_FRESH_PARAMS", &weights.gain_fresh);
    write_cells(&mut text, "LEAF_PARAMS", leaf, &weights.leaf);
    write_fresh(&mut text, "LEAF_FRESH_PARAMS", &weights.leaf_fresh);
    text
}

fn numbers(row: &[f32]) -> String {
    let numbers: Vec<String> = row.iter().map(|number| format!("{number:.3}")).collect();
    numbers.join(", ")
}

fn write_cells(text: &mut String, name: &str, what: &str, params: &WeightParams) {
    let _ = writeln!(
        text,
        "\n/// The parameters {what}.\n#[rustfmt::skip]\npub(super) const {name}: WeightParams = ["
    );
    for phase in params {
        text.push_str("    [\n");
        for mover in phase {
            text.push_str("        [\n");
            for row in mover {
                let _ = writeln!(text, "            [{}],", numbers(row));
            }
            text.push_str("        ],\n");
        }
        text.push_str("    ],\n");
    }
    text.push_str("];\n");
}

fn write_fresh(text: &mut String, name: &str, params: &FreshDotParams) {
    let _ = writeln!(
        text,
        "\n/// The parameters of freshly laid dots, fitted to the games of the table above.\n\
         #[rustfmt::skip]\npub(super) const {name}: FreshDotParams = ["
    );
    for [other, mover] in params {
        let _ = writeln!(text, "    [[{}], [{}]],", numbers(other), numbers(mover));
    }
    text.push_str("];\n");
}

/// Reads all parameters of the source file in order; `None` if it has another number of them.
pub fn read_source(text: &str) -> Option<Vec<f32>> {
    let rows = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with('['));
    let words = rows.flat_map(|row| row.split(['[', ']', ',', ' ']));
    let numbers: Vec<f32> = words.filter_map(|word| word.parse().ok()).collect();
    (numbers.len() == PARAM_COUNT).then_some(numbers)
}
