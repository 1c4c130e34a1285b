//! The weights of cells as corners of squares.
//!
//! A weight is roughly the probability that the cell shows the colour at the end of the game. The
//! expected points of a square are its points times the weights of its four corners.

use std::sync::OnceLock;

/// The number of phases, which are steps of the number of fitting places.
pub const PHASE_COUNT: usize = 64;
/// The number of codes of cells.
///
/// The code of a cell is the number of fitting places that cover it (0 to 24) plus 32 times its
/// state (0 empty, 1 the first player's colour, 2 the second's, 3 another).
pub const CODE_COUNT: usize = 128;
/// The number of states of a cell as a corner of one colour: empty, of the colour, of another.
pub const STATE_COUNT: usize = 3;
/// The numbers of fitting places between which weights are interpolated.
pub const PHASE_KNOTS: [f32; 10] = [0., 8., 20., 40., 70., 110., 160., 220., 300., 434.];
/// The numbers of places that cover a cell between which weights are interpolated.
///
/// A cell that no place covers is decided and needs no weight.
pub const COVER_KNOTS: [f32; 9] = [1., 2., 3., 5., 8., 12., 16., 20., 24.];
/// The parameters of cells: by phase knot, by whether the colour is that of the player to move, by
/// state and by coverage knot.
pub type WeightParams = [[[[f32; 9]; STATE_COUNT]; 2]; 10];
/// The parameters of a freshly laid dot: by phase knot, by whether the colour is that of the player
/// to move, and by whether the dot has this colour.
pub type FreshDotParams = [[[f32; 2]; 2]; 10];

/// The weights of one phase with one player to move.
#[derive(Clone, Debug)]
pub struct PhaseWeights {
    /// The weights of cells by code, for the first player's colour and the second's.
    pub by_code: [[u16; 2]; CODE_COUNT],
    /// The weights of a freshly laid dot by player: with another colour, with this one.
    pub fresh_dot: [[i16; 2]; 2],
}

/// The weights of all phases.
#[derive(Clone, Debug)]
pub struct CellWeights {
    /// The weights by phase and by player to move.
    tables: Vec<[PhaseWeights; 2]>,
}

/// Returns the phase of a board with this number of fitting places.
pub fn phase(places: usize) -> usize {
    static PHASE: OnceLock<[u8; 435]> = OnceLock::new();
    let table = PHASE.get_or_init(|| {
        std::array::from_fn(|places| ((places as f32 / 434.0).sqrt() * 63.0).round() as u8)
    });
    usize::from(table[places.min(434)])
}

/// The weights for the two kinds of evaluation.
///
/// The place that gains most between players that search no further is not the one that gains most
/// between players that search the reply, so each kind has its own weights.
#[derive(Clone, Debug)]
pub struct EvalWeights {
    /// The weights for the gains of places.
    pub gain: CellWeights,
    /// The weights for the leaves of the tree.
    pub leaf: CellWeights,
}

/// Returns the number of fitting places that a phase represents.
pub fn phase_places(phase: usize) -> f32 {
    let part = phase as f32 / 63.0;
    part * part * 434.0
}

/// Returns the knot below a number, and the number's position between it and the next, 0 to 1.
pub fn knot_position(knots: &[f32], number: f32) -> (usize, f32) {
    let mut index = 0;
    while index + 2 < knots.len() && number >= knots[index + 1] {
        index += 1;
    }
    let part = (number - knots[index]) / (knots[index + 1] - knots[index]);
    (index, part.clamp(0.0, 1.0))
}

/// Converts a number from 0 to 1 into fixed point with 15 fractional bits.
fn to_fixed_point(number: f32) -> i16 {
    (number.clamp(0.0, 1.0) * 32_767.0).round() as i16
}

impl CellWeights {
    /// Computes the weights of all phases from their parameters.
    pub fn new(params: &WeightParams, fresh: &FreshDotParams) -> Self {
        let tables = (0..PHASE_COUNT).map(|phase| {
            [0, 1].map(|mover| {
                let (knot, part) = knot_position(&PHASE_KNOTS, phase_places(phase));
                let mix = |low: f32, high: f32| low + (high - low) * part;
                let weight = |is_mover: usize, state: usize, cover: usize| -> u16 {
                    if cover == 0 {
                        return if state == 1 { u16::MAX } else { 0 };
                    }
                    let (at, part) = knot_position(&COVER_KNOTS, cover as f32);
                    let weight_at = |knot: usize| {
                        let row = &params[knot][is_mover][state];
                        row[at] + (row[at + 1] - row[at]) * part
                    };
                    (mix(weight_at(knot), weight_at(knot + 1)).clamp(0.0, 1.0) * 65_535.0).round()
                        as u16
                };
                let by_code = std::array::from_fn(|code| {
                    let (state, cover) = (code / 32, (code % 32).min(24));
                    [0, 1].map(|player| {
                        let state = match state {
                            0 => 0,
                            state if state == player + 1 => 1,
                            _ => 2,
                        };
                        weight(usize::from(player == mover), state, cover)
                    })
                });
                let fresh = [0, 1].map(|player| {
                    let is_mover = usize::from(player == mover);
                    [0, 1].map(|own| {
                        to_fixed_point(mix(
                            fresh[knot][is_mover][own],
                            fresh[knot + 1][is_mover][own],
                        ))
                    })
                });
                PhaseWeights {
                    by_code,
                    fresh_dot: fresh,
                }
            })
        });
        Self {
            tables: tables.collect(),
        }
    }

    /// Returns the weights of a phase with a player to move.
    #[inline]
    pub fn table(&self, phase: usize, mover: usize) -> &PhaseWeights {
        &self.tables[phase % PHASE_COUNT][mover & 1]
    }
}
