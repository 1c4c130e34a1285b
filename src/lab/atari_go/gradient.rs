//! The gradient of the network's loss: the layers forward and backward.

use super::self_play::{MOVE_COUNT, TrainingSample, transformed};
use kifu_core::games::atari_go::engine::net::PolicyValueNet;
use kifu_core::games::atari_go::engine::net::kernel::{
    BOARD_SIZE, CHANNELS, ConvWeights, FeatureMap, PADDED_SIZE, channel_maxima, channel_means, dot,
    padded_index, zero_map,
};
use kifu_core::games::atari_go::engine::net::weights::PLANE_COUNT;
use kifu_core::games::atari_go::engine::net::weights::{HIDDEN_UNITS, NetWeights, ResidualBlock};
use kifu_core::games::atari_go::engine::net::winograd::{
    Activation, TransformedWeights, WinogradBuffers, WinogradLayer, transform_weights,
};

const POINT_COUNT: usize = BOARD_SIZE * BOARD_SIZE;
const POINTS_F32: f32 = 81.0;
/// The weights of the parts of the loss other than that of the policy.
const VALUE_WEIGHT: f32 = 1.2;
const OWNER_WEIGHT: f32 = 0.6;
const LEAD_WEIGHT: f32 = 0.08;

/// The loss in its parts: cross entropies of policy and value, squared errors of owners and lead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    /// The cross entropy of the policy.
    pub policy: f32,
    /// The cross entropy of the value.
    pub value: f32,
    /// The mean squared error of the owners.
    pub owners: f32,
    /// The squared error of the lead.
    pub lead: f32,
}

impl Loss {
    /// Returns the sum that training minimizes.
    pub fn total(&self, sample: &TrainingSample) -> f32 {
        sample.weight * self.policy
            + VALUE_WEIGHT * self.value
            + OWNER_WEIGHT * self.owners
            + LEAD_WEIGHT * self.lead
    }

    /// Adds another loss.
    pub fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.value += other.value;
        self.owners += other.owners;
        self.lead += other.lead;
    }
}

/// A network prepared for backpropagation.
pub struct Backpropagation<'a> {
    weights: &'a NetWeights,
    net: PolicyValueNet,
    /// The transposed convolutions of each block.
    transposed: Vec<[Box<TransformedWeights>; 2]>,
}

/// The activations of a forward pass.
struct Activations {
    input: FeatureMap<PLANE_COUNT>,
    /// The trunk before each block, and after the last one.
    trunks: Vec<FeatureMap<CHANNELS>>,
    /// The output of each block's first layer, and its channel means.
    inners: Vec<(FeatureMap<CHANNELS>, [f32; CHANNELS])>,
}

/// The outputs of the heads, and their errors.
struct HeadErrors {
    mean: [f32; CHANNELS],
    maxima: [f32; CHANNELS],
    hidden: [f32; HIDDEN_UNITS],
    /// The probability of each move minus its target.
    policy: [f32; MOVE_COUNT],
    value: f32,
    lead: f32,
    /// The gradient of the owners' loss.
    owners: [f32; POINT_COUNT],
    loss: Loss,
}

impl<'a> Backpropagation<'a> {
    /// Prepares weights.
    pub fn new(weights: &'a NetWeights) -> Self {
        let transposed = |block: &ResidualBlock| {
            [&block.first, &block.second].map(|taps| transform_weights(&transpose(taps)))
        };
        Self {
            weights,
            net: PolicyValueNet::new(weights.clone()),
            transposed: weights.blocks.iter().map(transposed).collect(),
        }
    }

    /// Returns the loss of a sample under one of the eight symmetries, and adds its gradient to
    /// `gradient`, if there is one.
    pub fn loss(
        &self,
        sample: &TrainingSample,
        symmetry: u32,
        gradient: Option<&mut NetWeights>,
    ) -> Loss {
        let layers = self.forward(&sample.planes(symmetry));
        let places: [usize; POINT_COUNT] =
            std::array::from_fn(|point| padded_index(transformed(point, symmetry)));
        let errors = self.head_errors(sample, &layers.trunks[self.weights.blocks.len()], &places);
        if let Some(gradient) = gradient {
            let trunk = self.heads_backward(sample, &layers, &errors, &places, gradient);
            self.blocks_backward(&layers, trunk, gradient);
        }
        errors.loss
    }

    fn forward(&self, input: &FeatureMap<PLANE_COUNT>) -> Activations {
        let (mut trunks, mut inners) = (Vec::new(), Vec::new());
        let last = self.net.run_trunk(input, &mut |trunk, inner, means| {
            trunks.push(*trunk);
            inners.push((*inner, *means));
        });
        trunks.push(last);
        Activations {
            input: *input,
            trunks,
            inners,
        }
    }

    fn head_errors(
        &self,
        sample: &TrainingSample,
        trunk: &FeatureMap<CHANNELS>,
        places: &[usize; POINT_COUNT],
    ) -> HeadErrors {
        let net = self.weights;
        let (mean, maxima) = (channel_means(trunk), channel_maxima(trunk));
        let hidden = self.net.value_hidden(&mean, &maxima);
        let win = 1.0 / (1.0 + (-net.value_bias - dot(&hidden, &net.value)).exp());
        let lead = net.lead_bias + dot(&hidden, &net.lead) - sample.lead;
        let mut policy: [f32; MOVE_COUNT] = std::array::from_fn(|mv| match places.get(mv) {
            Some(place) if sample.legal >> mv & 1 == 1 => dot(&trunk[*place], &net.policy).exp(),
            Some(_) => 0.0,
            None => (net.pass_bias + dot(&mean, &net.pass)).exp(),
        });
        let sum: f32 = policy.iter().sum();
        let mut loss = Loss {
            value: -sample.value * win.max(1e-7).ln()
                - (1.0 - sample.value) * (1.0 - win).max(1e-7).ln(),
            lead: lead * lead,
            ..Loss::default()
        };
        for (mv, share) in policy.iter_mut().zip(&sample.shares) {
            let likely = *mv / sum;
            loss.policy -= share * likely.max(1e-9).ln();
            *mv = likely - share;
        }
        let mut owners = [0.0; POINT_COUNT];
        for (point, slope) in owners.iter_mut().enumerate() {
            let owner = dot(&trunk[places[point]], &net.ownership).tanh();
            let off = owner - sample.owners[point];
            loss.owners += off * off / POINTS_F32;
            *slope = 2.0 * off * (1.0 - owner * owner) / POINTS_F32;
        }
        HeadErrors {
            mean,
            maxima,
            hidden,
            policy,
            value: win - sample.value,
            lead,
            owners,
            loss,
        }
    }

    /// Backpropagates through the heads; returns the gradient at the end of the trunk.
    fn heads_backward(
        &self,
        sample: &TrainingSample,
        layers: &Activations,
        errors: &HeadErrors,
        places: &[usize; POINT_COUNT],
        gradient: &mut NetWeights,
    ) -> FeatureMap<CHANNELS> {
        let (net, trunk) = (self.weights, &layers.trunks[self.weights.blocks.len()]);
        let (value, lead) = (VALUE_WEIGHT * errors.value, LEAD_WEIGHT * 2.0 * errors.lead);
        gradient.value_bias += value;
        gradient.lead_bias += lead;
        let mut hidden = [0.0; HIDDEN_UNITS];
        for (at, slope) in hidden.iter_mut().enumerate() {
            gradient.value[at] += value * errors.hidden[at];
            gradient.lead[at] += lead * errors.hidden[at];
            if errors.hidden[at] > 0.0 {
                *slope = value * net.value[at] + lead * net.lead[at];
            }
            gradient.hidden_bias[at] += *slope;
        }
        let pass = sample.weight * errors.policy[POINT_COUNT];
        gradient.pass_bias += pass;
        let (mut mean, mut peak) = ([0.0; CHANNELS], [0.0; CHANNELS]);
        for at in 0..CHANNELS {
            gradient.pass[at] += pass * errors.mean[at];
            mean[at] = pass * net.pass[at] + dot(&hidden, &net.hidden[at]);
            peak[at] = dot(&hidden, &net.hidden[CHANNELS + at]);
            for (to, slope) in gradient.hidden[at].iter_mut().zip(&hidden) {
                *to += errors.mean[at] * slope;
            }
            for (to, slope) in gradient.hidden[CHANNELS + at].iter_mut().zip(&hidden) {
                *to += errors.maxima[at] * slope;
            }
        }
        let mut back = zero_map();
        for (point, place) in places.iter().enumerate() {
            let good = sample.weight * errors.policy[point];
            let owner = OWNER_WEIGHT * errors.owners[point];
            for at in 0..CHANNELS {
                let number = trunk[*place][at];
                gradient.policy[at] += good * number;
                gradient.ownership[at] += owner * number;
                let slope =
                    good * net.policy[at] + owner * net.ownership[at] + mean[at] / POINTS_F32;
                back[*place][at] = slope;
            }
        }
        for (at, slope) in peak.into_iter().enumerate() {
            let is_it = |place: &usize| trunk[*place][at] >= errors.maxima[at];
            if errors.maxima[at] > 0.0
                && let Some(place) = (0..PADDED_SIZE * PADDED_SIZE).find(is_it)
            {
                back[place][at] += slope;
            }
        }
        back
    }

    /// Backpropagates through the blocks and the input layer.
    fn blocks_backward(
        &self,
        layers: &Activations,
        mut trunk: FeatureMap<CHANNELS>,
        gradient: &mut NetWeights,
    ) {
        let mut buffers = WinogradBuffers::default();
        for (at, (inner, mean)) in layers.inners.iter().enumerate().rev() {
            let (block, to) = (&self.weights.blocks[at], &mut gradient.blocks[at]);
            rectifier_backward(&mut trunk, &layers.trunks[at + 1]);
            add_tap_gradient(inner, &trunk, &mut to.second);
            let sums = sum(&trunk);
            add_to(&mut to.second_bias, &sums);
            let mut wide = [0.0; CHANNELS];
            for (channel, wide) in wide.iter_mut().enumerate() {
                *wide = dot(&sums, &block.pooling[channel]) / POINTS_F32;
                for (to, sum) in to.pooling[channel].iter_mut().zip(&sums) {
                    *to += mean[channel] * sum;
                }
            }
            let (mut inner_gradient, mut before) = (zero_map(), zero_map());
            let [first, second] = &self.transposed[at];
            convolve(&trunk, second, &wide, &mut inner_gradient, &mut buffers);
            rectifier_backward(&mut inner_gradient, inner);
            add_tap_gradient(&layers.trunks[at], &inner_gradient, &mut to.first);
            add_to(&mut to.first_bias, &sum(&inner_gradient));
            let bias = [0.0; CHANNELS];
            convolve(&inner_gradient, first, &bias, &mut before, &mut buffers);
            add(&mut trunk, &before);
        }
        rectifier_backward(&mut trunk, &layers.trunks[0]);
        add_tap_gradient(&layers.input, &trunk, &mut gradient.input);
        add_to(&mut gradient.input_bias, &sum(&trunk));
    }
}

/// Applies a convolution without a rectifier.
fn convolve(
    input: &FeatureMap<CHANNELS>,
    weights: &TransformedWeights,
    bias: &[f32; CHANNELS],
    output: &mut FeatureMap<CHANNELS>,
    buffers: &mut WinogradBuffers,
) {
    WinogradLayer {
        input,
        weights,
        bias,
        activation: Activation::Identity,
    }
    .convolve(output, buffers);
}

/// Returns the convolution that takes gradients from the output of another to its input.
fn transpose(taps: &ConvWeights<CHANNELS>) -> ConvWeights<CHANNELS> {
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

fn sum(map: &FeatureMap<CHANNELS>) -> [f32; CHANNELS] {
    let mut sums = [0.0; CHANNELS];
    for point in map {
        add_to(&mut sums, point);
    }
    sums
}

/// Sets the gradient to 0 where the rectifier gave 0.
fn rectifier_backward(gradient: &mut FeatureMap<CHANNELS>, output: &FeatureMap<CHANNELS>) {
    let numbers = gradient.as_flattened_mut().iter_mut();
    for (slope, output) in numbers.zip(output.as_flattened()) {
        if *output <= 0.0 {
            *slope = 0.0;
        }
    }
}

/// Adds the gradient of the weights of a convolution, from its input and the gradient of its output.
#[inline(never)]
fn add_tap_gradient<const N: usize>(
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
