//! What each weight does to the loss.

use super::games::Case;
use kifu::internals::zuniq::net::{HIDDEN1_UNITS, HIDDEN2_UNITS, NetInput, ValueNet};

fn add<const N: usize>(sums: &mut [f32; N], times: f32, row: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += times * number;
    }
}

/// The loss of a position; adds its slopes.
pub fn look(net: &ValueNet, case: &Case, way: u32, slopes: &mut ValueNet) -> f32 {
    let view = NetInput::new(&case.board(way));
    let pass = net.forward(&view);
    let sign = if view.is_for_mover() == case.won {
        1.0
    } else {
        -1.0
    };
    let loss = (1.0 + (-sign * pass.logit).exp()).ln();
    let slope = -sign / (1.0 + (sign * pass.logit).exp());
    slopes.value_bias += slope;
    let mut narrow = [0.0; HIDDEN2_UNITS];
    for (at, number) in pass.hidden2.iter().enumerate() {
        if *number > 0.0 {
            slopes.value[at] += slope * number;
            narrow[at] = slope * net.value[at];
        }
    }
    add(&mut slopes.hidden_bias, 1.0, &narrow);
    let mut wide = [0.0; HIDDEN1_UNITS];
    for (at, number) in pass.hidden1.iter().enumerate() {
        if *number > 0.0 {
            add(&mut slopes.hidden[at], *number, &narrow);
            let products = net.hidden[at].iter().zip(&narrow);
            wide[at] = products.map(|(weight, slope)| weight * slope).sum();
        }
    }
    add(&mut slopes.input_bias, 1.0, &wide);
    view.for_each_row(&mut |row| add(&mut slopes.input[row], 1.0, &wide));
    loss
}
