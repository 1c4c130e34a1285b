//! The gradient of the value net's loss.

use super::self_play::TrainingPosition;
use kifu_core::games::zuniq::engine::net::{HIDDEN1_UNITS, HIDDEN2_UNITS, NetInput, ValueNet};

fn add_scaled<const N: usize>(sums: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += factor * number;
    }
}

/// Returns the loss of a position under a symmetry, and adds its gradient to `gradient`.
pub fn add_gradient(
    net: &ValueNet,
    position: &TrainingPosition,
    symmetry: u32,
    gradient: &mut ValueNet,
) -> f32 {
    let input = NetInput::new(&position.board(symmetry));
    let output = net.forward(&input);
    let sign = if input.is_for_mover() == position.is_won {
        1.0
    } else {
        -1.0
    };
    let loss = (1.0 + (-sign * output.logit).exp()).ln();
    let slope = -sign / (1.0 + (sign * output.logit).exp());
    gradient.value_bias += slope;
    let mut hidden2 = [0.0; HIDDEN2_UNITS];
    for (at, activation) in output.hidden2.iter().enumerate() {
        if *activation > 0.0 {
            gradient.value[at] += slope * activation;
            hidden2[at] = slope * net.value[at];
        }
    }
    add_scaled(&mut gradient.hidden_bias, 1.0, &hidden2);
    let mut hidden1 = [0.0; HIDDEN1_UNITS];
    for (at, activation) in output.hidden1.iter().enumerate() {
        if *activation > 0.0 {
            add_scaled(&mut gradient.hidden[at], *activation, &hidden2);
            let products = net.hidden[at].iter().zip(&hidden2);
            hidden1[at] = products.map(|(weight, slope)| weight * slope).sum();
        }
    }
    add_scaled(&mut gradient.input_bias, 1.0, &hidden1);
    input.for_each_row(&mut |row| add_scaled(&mut gradient.input[row], 1.0, &hidden1));
    loss
}
