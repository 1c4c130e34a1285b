//! The kifu program on real logs.

mod standings;
mod validate;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    [standings::trials(), validate::trials()]
        .into_iter()
        .flatten()
        .collect()
}
