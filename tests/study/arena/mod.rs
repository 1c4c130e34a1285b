//! Matches between bots: statistics, pairing, and the reading of output.

mod answers;
mod command_line;
mod luck;
mod normal;
mod openings;
mod process_output;
mod ratings;
mod sprt;
mod standings;
mod swiss;
