//! The records that come with the program.

macro_rules! records {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../records/", $name)))),+]
    };
}

/// The file names and texts of the bundled records.
pub(super) const BUNDLED_RECORDS: &[(&str, &str)] = records![
    "atari-go.ron",
    "box.ron",
    "clobber.ron",
    "turn-right.ron",
    "turn-right-illegal.ron",
    "zuniq.ron",
];
