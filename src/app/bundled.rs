//! The records that come with the program.

macro_rules! records {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../records/", $name)))),+]
    };
}

/// Their file names and texts.
pub(super) const BUNDLED_RECORDS: &[(&str, &str)] = records![
    "atari-go.ron",
    "box.ron",
    "clobber.ron",
    "turn-right.ron",
    "turn-right-illegal.ron",
    "zuniq.ron",
];
