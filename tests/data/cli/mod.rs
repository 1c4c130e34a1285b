//! The kifu program on real logs.

mod cases;
mod standings;
mod validate;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    [cases::trials(), standings::trials(), validate::trials()]
        .into_iter()
        .flatten()
        .collect()
}
