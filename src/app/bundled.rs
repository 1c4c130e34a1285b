//! The records that come with the program.

macro_rules! records {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../records/", $name)))),+]
    };
}

/// The file names and texts of the bundled records. A window without files opens the first.
pub(super) const BUNDLED_RECORDS: &[(&str, &str)] = records![
    "zuniq.ron",
    "clobber.ron",
    "atari-go.ron",
    "turn-right.ron",
    "turn-right-illegal.ron",
    "box.ron",
    // Games of the built-in engines at the contests' clocks.
    "zuniq-engines.ron",
    "clobber-engines.ron",
    "atari-go-engines.ron",
    "turn-right-engines.ron",
    "box-engines.ron",
];
