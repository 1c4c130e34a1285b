//! What each weight does to the loss.

use super::games::Case;
use kifu::games::zuniq::brain::net::{NARROW, Net, View, WIDTH};

fn add<const N: usize>(sums: &mut [f32; N], times: f32, row: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += times * number;
    }
}

/// The loss of a position; adds its slopes.
pub fn look(net: &Net, case: &Case, way: u32, slopes: &mut Net) -> f32 {
    let view = View::new(&case.board(way));
    let pass = net.pass(&view);
    let sign = if view.is_straight() == case.won {
        1.0
    } else {
        -1.0
    };
    let loss = (1.0 + (-sign * pass.answer).exp()).ln();
    let slope = -sign / (1.0 + (sign * pass.answer).exp());
    slopes.value_bias += slope;
    let mut narrow = [0.0; NARROW];
    for (at, number) in pass.narrow.iter().enumerate() {
        if *number > 0.0 {
            slopes.value[at] += slope * number;
            narrow[at] = slope * net.value[at];
        }
    }
    add(&mut slopes.middle_bias, 1.0, &narrow);
    let mut wide = [0.0; WIDTH];
    for (at, number) in pass.wide.iter().enumerate() {
        if *number > 0.0 {
            add(&mut slopes.middle[at], *number, &narrow);
            let products = net.middle[at].iter().zip(&narrow);
            wide[at] = products.map(|(weight, slope)| weight * slope).sum();
        }
    }
    add(&mut slopes.entry_bias, 1.0, &wide);
    view.rows(&mut |row| add(&mut slopes.entry[row], 1.0, &wide));
    loss
}
