//! Reading and writing of files.

mod names;
