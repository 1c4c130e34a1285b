//! Readers and writers.

mod accounting;
mod accounting_text;
mod arbiter;
mod caia;
mod codecup_csv;
mod codecup_page;
mod codingame;
mod damaged_text;
mod detection;
mod dialogue;
mod duplicate_keys;
mod every_format;
mod field_spans;
mod gtp;
mod handwritten_logs;
mod hostile_input;
mod kaggle;
mod move_list_blocks;
mod move_list_laws;
mod move_lists;
mod openspiel;
mod sgf;
mod svg;
mod table_accounting;
mod tile_without_place;
mod whole_games;
