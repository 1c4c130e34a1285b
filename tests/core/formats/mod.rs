//! Readers and writers.

mod caia;
mod codecup_csv;
mod codecup_page;
mod codingame;
mod damaged_text;
mod dialogue;
mod every_format;
mod handwritten_logs;
mod hostile_input;
mod sgf;
mod svg;
