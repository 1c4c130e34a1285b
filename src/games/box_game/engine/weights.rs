//! What a spot is worth as the corner of a square: the chance, so to speak, that in the end it
//! shows the colour. A square is worth its points times those of its four corners.

use std::sync::OnceLock;

/// How many places fit on the board is told apart in so many steps.
pub const PHASE_COUNT: usize = 64;
/// Codes of spots: in how many places that fit a spot lies (0 to 24), and 32 times its state
/// (0 empty, 1 the first player's colour, 2 the second's, 3 another).
pub const CODE_COUNT: usize = 128;
/// What is told of a spot as a corner of one colour: empty, of the colour, of another.
pub const STATE_COUNT: usize = 3;
/// Numbers of places between which weights are interpolated.
pub const PHASE_KNOTS: [f32; 10] = [0., 8., 20., 40., 70., 110., 160., 220., 300., 434.];
/// Numbers of places over a spot between which weights are interpolated; over 0 all is known.
pub const COVER_KNOTS: [f32; 9] = [1., 2., 3., 5., 8., 12., 16., 20., 24.];
/// The dials: by phase, by whether it is the colour of the player to act, by state, by cover.
pub type WeightParams = [[[[f32; 9]; STATE_COUNT]; 2]; 10];
/// Weights of a dot that was just laid: by phase, by whether it is the colour of the player to
/// act, first where it has another colour, then where it has this one.
pub type FreshDotParams = [[[f32; 2]; 2]; 10];

/// The weights of one phase with one player to act.
#[derive(Clone, Debug)]
pub struct PhaseWeights {
    /// By code, for the first player's colour and the second's.
    pub by_code: [[u16; 2]; CODE_COUNT],
    /// By player, what a dot just laid is worth: with another colour, with this one.
    pub fresh_dot: [[i16; 2]; 2],
}

/// All weights.
#[derive(Clone, Debug)]
pub struct CellWeights {
    /// By phase and player to act.
    tables: Vec<[PhaseWeights; 2]>,
}

/// The phase of a board on which so many places fit.
pub fn phase(places: usize) -> usize {
    static PHASE: OnceLock<[u8; 435]> = OnceLock::new();
    let table = PHASE.get_or_init(|| {
        std::array::from_fn(|places| ((places as f32 / 434.0).sqrt() * 63.0).round() as u8)
    });
    usize::from(table[places.min(434)])
}

/// The weights of those who look at boards in two ways. A place that gains most at first sight
/// between players who see no further is not the one that gains most between players who see the
/// answer; so each has weights of its own.
#[derive(Clone, Debug)]
pub struct EvalWeights {
    /// What a place gains, at first sight.
    pub gain: CellWeights,
    /// What a board comes to, as a leaf.
    pub leaf: CellWeights,
}

/// The number of places for which a phase stands.
pub fn phase_places(phase: usize) -> f32 {
    let part = phase as f32 / 63.0;
    part * part * 434.0
}

/// Between which knots a number lies: the lower one, and how far on the way to the next.
pub fn knot_position(knots: &[f32], number: f32) -> (usize, f32) {
    let mut at = 0;
    while at + 2 < knots.len() && number >= knots[at + 1] {
        at += 1;
    }
    let part = (number - knots[at]) / (knots[at + 1] - knots[at]);
    (at, part.clamp(0.0, 1.0))
}

/// A number from 0 to 1 with fifteen bits behind the point.
fn to_fixed_point(number: f32) -> i16 {
    (number.clamp(0.0, 1.0) * 32_767.0).round() as i16
}

impl CellWeights {
    /// The weights with these dials.
    pub fn new(dials: &WeightParams, fresh: &FreshDotParams) -> Self {
        let tables = (0..PHASE_COUNT).map(|phase| {
            [0, 1].map(|mover| {
                let (knot, part) = knot_position(&PHASE_KNOTS, phase_places(phase));
                let mix = |low: f32, high: f32| low + (high - low) * part;
                let weight = |acts: usize, state: usize, cover: usize| -> u16 {
                    if cover == 0 {
                        return if state == 1 { u16::MAX } else { 0 };
                    }
                    let (at, part) = knot_position(&COVER_KNOTS, cover as f32);
                    let of = |knot: usize| {
                        let row = &dials[knot][acts][state];
                        row[at] + (row[at + 1] - row[at]) * part
                    };
                    (mix(of(knot), of(knot + 1)).clamp(0.0, 1.0) * 65_535.0).round() as u16
                };
                let spot = std::array::from_fn(|code| {
                    let (state, cover) = (code / 32, (code % 32).min(24));
                    [0, 1].map(|who| {
                        let state = match state {
                            0 => 0,
                            state if state == who + 1 => 1,
                            _ => 2,
                        };
                        weight(usize::from(who == mover), state, cover)
                    })
                });
                let fresh = [0, 1].map(|who| {
                    let acts = usize::from(who == mover);
                    [0, 1].map(|own| {
                        to_fixed_point(mix(fresh[knot][acts][own], fresh[knot + 1][acts][own]))
                    })
                });
                PhaseWeights {
                    by_code: spot,
                    fresh_dot: fresh,
                }
            })
        });
        Self {
            tables: tables.collect(),
        }
    }

    /// The weights of a phase with a player to act.
    #[inline]
    pub fn table(&self, phase: usize, mover: usize) -> &PhaseWeights {
        &self.tables[phase % PHASE_COUNT][mover & 1]
    }
}
