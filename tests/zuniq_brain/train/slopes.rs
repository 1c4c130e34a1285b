//! What each weight does to the loss.

use super::games::Case;
use kifu::games::zuniq::brain::net::{NARROW, Net, View, WIDTH};

/// What the net made of a position on the way.
struct Pass {
    rows: Vec<usize>,
    is_straight: bool,
    wide: [f32; WIDTH],
    narrow: [f32; NARROW],
    answer: f32,
}

fn pass(net: &Net, case: &Case, way: u32) -> Pass {
    let view = View::new(&case.board(way));
    let mut rows = Vec::new();
    view.rows(&mut |row| rows.push(row));
    let mut wide = net.entry_bias;
    for row in &rows {
        add(&mut wide, 1.0, &net.entry[*row]);
    }
    let mut narrow = net.middle_bias;
    for (number, row) in wide.iter().zip(&net.middle) {
        add(&mut narrow, number.max(0.0), row);
    }
    let products = narrow.iter().zip(&net.value);
    let products = products.map(|(number, weight)| number.max(0.0) * weight);
    Pass {
        rows,
        is_straight: view.is_straight(),
        wide,
        narrow,
        answer: net.value_bias + products.sum::<f32>(),
    }
}

fn add<const N: usize>(sums: &mut [f32; N], times: f32, row: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += times * number;
    }
}

/// The logarithm of the odds of who won.
pub fn odds(net: &Net, case: &Case, way: u32) -> f32 {
    let pass = pass(net, case, way);
    if pass.is_straight == case.won {
        pass.answer
    } else {
        -pass.answer
    }
}

/// The loss of a position; adds its slopes.
pub fn look(net: &Net, case: &Case, way: u32, slopes: &mut Net) -> f32 {
    let pass = pass(net, case, way);
    let sign = if pass.is_straight == case.won {
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
    for row in pass.rows {
        add(&mut slopes.entry[row], 1.0, &wide);
    }
    loss
}
