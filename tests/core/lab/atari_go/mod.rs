//! Atari Go: strength, and how the weights of the prior and of the net were found.

mod gnu_go;
mod net_training;
mod prior_fit;
mod random_choice;
mod strength;
