//! Reading and writing of files.

mod atomic;
mod journal;
mod names;
mod plan;
mod spool;
