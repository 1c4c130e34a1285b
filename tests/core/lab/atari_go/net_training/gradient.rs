//! How the loss of the net changes with its weights: layers forth and back.

use super::cases::{Case, MOVES, turned};
use kifu::internals::atari_go::net::PolicyValueNet;
use kifu::internals::atari_go::net::kernel::{
    BOARD_SIZE, CHANNELS, ConvWeights, FeatureMap, PADDED_SIZE, channel_maxima, channel_means, dot,
    padded_index, zero_map,
};
use kifu::internals::atari_go::net::planes::PLANE_COUNT;
use kifu::internals::atari_go::net::weights::{HIDDEN_UNITS, NetWeights, ResidualBlock};
use kifu::internals::atari_go::net::winograd::{
    Activation, TransformedWeights, WinogradBuffers, WinogradLayer, transform_weights,
};

const POINTS: usize = BOARD_SIZE * BOARD_SIZE;
const COUNT: f32 = 81.0;
/// How much each part of the loss counts beside the moves.
const VALUE: f32 = 1.2;
const OWNER: f32 = 0.6;
const LEAD: f32 = 0.08;

/// What is lost, in parts: moves and value as cross entropy, owners and lead as squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    pub moves: f32,
    pub value: f32,
    pub owners: f32,
    pub lead: f32,
}

impl Loss {
    /// What training makes small.
    pub fn total(&self, case: &Case) -> f32 {
        case.weight * self.moves + VALUE * self.value + OWNER * self.owners + LEAD * self.lead
    }

    pub fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.value += other.value;
        self.owners += other.owners;
        self.lead += other.lead;
    }
}

/// A net, and the taps of its blocks turned round, through which slopes go back.
pub struct Teacher<'a> {
    weights: &'a NetWeights,
    net: PolicyValueNet,
    back: Vec<[Box<TransformedWeights>; 2]>,
}

/// What the layers gave for a case.
struct Layers {
    sheet: FeatureMap<PLANE_COUNT>,
    /// Before each block, and after the last one.
    trunks: Vec<FeatureMap<CHANNELS>>,
    /// In the midst of each block, and the means of it.
    inners: Vec<(FeatureMap<CHANNELS>, [f32; CHANNELS])>,
}

/// What the net said, and what it should have said.
struct Said {
    mean: [f32; CHANNELS],
    peaks: [f32; CHANNELS],
    hidden: [f32; HIDDEN_UNITS],
    /// By how much each move was thought too likely.
    moves: [f32; MOVES],
    value: f32,
    lead: f32,
    /// The slopes of the owners' loss.
    owners: [f32; POINTS],
    loss: Loss,
}

impl<'a> Teacher<'a> {
    pub fn new(weights: &'a NetWeights) -> Self {
        let back = |block: &ResidualBlock| {
            [&block.first, &block.second].map(|taps| transform_weights(&turn(taps)))
        };
        Self {
            weights,
            net: PolicyValueNet::new(weights.clone()),
            back: weights.blocks.iter().map(back).collect(),
        }
    }

    /// The loss on a case that was turned in one of eight ways; with `slopes` what each weight
    /// adds to it is added to them.
    pub fn look(&self, case: &Case, way: u32, slopes: Option<&mut NetWeights>) -> Loss {
        let layers = self.forth(&case.sheet(way));
        let places: [usize; POINTS] = std::array::from_fn(|point| padded_index(turned(point, way)));
        let said = self.compare(case, &layers.trunks[self.weights.blocks.len()], &places);
        if let Some(slopes) = slopes {
            let trunk = self.heads_back(case, &layers, &said, &places, slopes);
            self.back(&layers, trunk, slopes);
        }
        said.loss
    }

    fn forth(&self, sheet: &FeatureMap<PLANE_COUNT>) -> Layers {
        let (mut trunks, mut inners) = (Vec::new(), Vec::new());
        let last = self.net.run_trunk(sheet, &mut |trunk, inner, means| {
            trunks.push(*trunk);
            inners.push((*inner, *means));
        });
        trunks.push(last);
        Layers {
            sheet: *sheet,
            trunks,
            inners,
        }
    }

    fn compare(&self, case: &Case, trunk: &FeatureMap<CHANNELS>, places: &[usize; POINTS]) -> Said {
        let net = self.weights;
        let (mean, peaks) = (channel_means(trunk), channel_maxima(trunk));
        let hidden = self.net.value_hidden(&mean, &peaks);
        let win = 1.0 / (1.0 + (-net.value_bias - dot(&hidden, &net.value)).exp());
        let lead = net.lead_bias + dot(&hidden, &net.lead) - case.lead;
        let mut moves: [f32; MOVES] = std::array::from_fn(|mv| match places.get(mv) {
            Some(place) if case.legal >> mv & 1 == 1 => dot(&trunk[*place], &net.policy).exp(),
            Some(_) => 0.0,
            None => (net.pass_bias + dot(&mean, &net.pass)).exp(),
        });
        let sum: f32 = moves.iter().sum();
        let mut loss = Loss {
            value: -case.value * win.max(1e-7).ln()
                - (1.0 - case.value) * (1.0 - win).max(1e-7).ln(),
            lead: lead * lead,
            ..Loss::default()
        };
        for (mv, share) in moves.iter_mut().zip(&case.shares) {
            let likely = *mv / sum;
            loss.moves -= share * likely.max(1e-9).ln();
            *mv = likely - share;
        }
        let mut owners = [0.0; POINTS];
        for (point, slope) in owners.iter_mut().enumerate() {
            let owner = dot(&trunk[places[point]], &net.ownership).tanh();
            let off = owner - case.owners[point];
            loss.owners += off * off / COUNT;
            *slope = 2.0 * off * (1.0 - owner * owner) / COUNT;
        }
        Said {
            mean,
            peaks,
            hidden,
            moves,
            value: win - case.value,
            lead,
            owners,
            loss,
        }
    }

    /// The slopes at the last layer.
    fn heads_back(
        &self,
        case: &Case,
        layers: &Layers,
        said: &Said,
        places: &[usize; POINTS],
        slopes: &mut NetWeights,
    ) -> FeatureMap<CHANNELS> {
        let (net, trunk) = (self.weights, &layers.trunks[self.weights.blocks.len()]);
        let (value, lead) = (VALUE * said.value, LEAD * 2.0 * said.lead);
        slopes.value_bias += value;
        slopes.lead_bias += lead;
        let mut hidden = [0.0; HIDDEN_UNITS];
        for (at, slope) in hidden.iter_mut().enumerate() {
            slopes.value[at] += value * said.hidden[at];
            slopes.lead[at] += lead * said.hidden[at];
            if said.hidden[at] > 0.0 {
                *slope = value * net.value[at] + lead * net.lead[at];
            }
            slopes.hidden_bias[at] += *slope;
        }
        let pass = case.weight * said.moves[POINTS];
        slopes.pass_bias += pass;
        let (mut mean, mut peak) = ([0.0; CHANNELS], [0.0; CHANNELS]);
        for at in 0..CHANNELS {
            slopes.pass[at] += pass * said.mean[at];
            mean[at] = pass * net.pass[at] + dot(&hidden, &net.hidden[at]);
            peak[at] = dot(&hidden, &net.hidden[CHANNELS + at]);
            for (to, slope) in slopes.hidden[at].iter_mut().zip(&hidden) {
                *to += said.mean[at] * slope;
            }
            for (to, slope) in slopes.hidden[CHANNELS + at].iter_mut().zip(&hidden) {
                *to += said.peaks[at] * slope;
            }
        }
        let mut back = zero_map();
        for (point, place) in places.iter().enumerate() {
            let good = case.weight * said.moves[point];
            let owner = OWNER * said.owners[point];
            for at in 0..CHANNELS {
                let number = trunk[*place][at];
                slopes.policy[at] += good * number;
                slopes.ownership[at] += owner * number;
                let slope = good * net.policy[at] + owner * net.ownership[at] + mean[at] / COUNT;
                back[*place][at] = slope;
            }
        }
        for (at, slope) in peak.into_iter().enumerate() {
            let is_it = |place: &usize| trunk[*place][at] >= said.peaks[at];
            if said.peaks[at] > 0.0
                && let Some(place) = (0..PADDED_SIZE * PADDED_SIZE).find(is_it)
            {
                back[place][at] += slope;
            }
        }
        back
    }

    /// From the slopes at the last layer to all before it.
    fn back(&self, layers: &Layers, mut trunk: FeatureMap<CHANNELS>, slopes: &mut NetWeights) {
        let mut room = WinogradBuffers::default();
        for (at, (inner, mean)) in layers.inners.iter().enumerate().rev() {
            let (block, to) = (&self.weights.blocks[at], &mut slopes.blocks[at]);
            keep_positive(&mut trunk, &layers.trunks[at + 1]);
            add_slopes(inner, &trunk, &mut to.second);
            let sums = sum(&trunk);
            add_to(&mut to.second_bias, &sums);
            let mut wide = [0.0; CHANNELS];
            for (channel, wide) in wide.iter_mut().enumerate() {
                *wide = dot(&sums, &block.pooling[channel]) / COUNT;
                for (to, sum) in to.pooling[channel].iter_mut().zip(&sums) {
                    *to += mean[channel] * sum;
                }
            }
            let (mut midst, mut before) = (zero_map(), zero_map());
            let [first, second] = &self.back[at];
            through(&trunk, second, &wide, &mut midst, &mut room);
            keep_positive(&mut midst, inner);
            add_slopes(&layers.trunks[at], &midst, &mut to.first);
            add_to(&mut to.first_bias, &sum(&midst));
            let bias = [0.0; CHANNELS];
            through(&midst, first, &bias, &mut before, &mut room);
            add(&mut trunk, &before);
        }
        keep_positive(&mut trunk, &layers.trunks[0]);
        add_slopes(&layers.sheet, &trunk, &mut slopes.input);
        add_to(&mut slopes.input_bias, &sum(&trunk));
    }
}

/// Takes slopes back through a layer.
fn through(
    input: &FeatureMap<CHANNELS>,
    weights: &TransformedWeights,
    bias: &[f32; CHANNELS],
    output: &mut FeatureMap<CHANNELS>,
    room: &mut WinogradBuffers,
) {
    let then = Activation::Identity;
    WinogradLayer {
        input,
        weights,
        bias,
        activation: then,
    }
    .convolve(output, room);
}

/// The taps through which slopes go back.
fn turn(taps: &ConvWeights<CHANNELS>) -> ConvWeights<CHANNELS> {
    std::array::from_fn(|tap| {
        std::array::from_fn(|to| std::array::from_fn(|from| taps[8 - tap][from][to]))
    })
}

fn add(to: &mut FeatureMap<CHANNELS>, more: &FeatureMap<CHANNELS>) {
    let numbers = to.as_flattened_mut().iter_mut();
    for (number, more) in numbers.zip(more.as_flattened()) {
        *number += more;
    }
}

fn add_to(to: &mut [f32; CHANNELS], more: &[f32; CHANNELS]) {
    for (number, more) in to.iter_mut().zip(more) {
        *number += more;
    }
}

fn sum(sheet: &FeatureMap<CHANNELS>) -> [f32; CHANNELS] {
    let mut sums = [0.0; CHANNELS];
    for point in sheet {
        add_to(&mut sums, point);
    }
    sums
}

/// Where a layer gave nothing, nothing goes back.
fn keep_positive(slopes: &mut FeatureMap<CHANNELS>, given: &FeatureMap<CHANNELS>) {
    let numbers = slopes.as_flattened_mut().iter_mut();
    for (slope, given) in numbers.zip(given.as_flattened()) {
        if *given <= 0.0 {
            *slope = 0.0;
        }
    }
}

/// The slopes of a layer's taps.
#[inline(never)]
fn add_slopes<const N: usize>(
    input: &FeatureMap<N>,
    output: &FeatureMap<CHANNELS>,
    taps: &mut ConvWeights<N>,
) {
    for (tap, taps) in taps.iter_mut().enumerate() {
        for y in 0..BOARD_SIZE {
            let from = &input[(y + tap / 3) * PADDED_SIZE + tap % 3..];
            for (point, slopes) in from
                .iter()
                .zip(&output[padded_index(y * BOARD_SIZE)..][..BOARD_SIZE])
            {
                for (taps, number) in taps.iter_mut().zip(point) {
                    for (tap, slope) in taps.iter_mut().zip(slopes) {
                        *tap += number * slope;
                    }
                }
            }
        }
    }
}
