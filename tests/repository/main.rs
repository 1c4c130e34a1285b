//! The repository: dependencies and their licences, the files of packages, the plan of the crates.

mod dependencies;
mod layers;
mod no_silent_skips;
mod packages;
mod type_names;
