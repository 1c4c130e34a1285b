//! The law of accounting: what carries meaning is in the record or named by a finding, and what is
//! in a record is in the file or declared as what the format cannot hold.
//!
//! `PROPTEST_CASES=100000 cargo test --test logs accounting` tries more cases.

mod codingame;
mod corpus;
mod found;
mod native;
mod writing;
