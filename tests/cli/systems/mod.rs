//! What each system does in its own way, and kifu the same on all of them: programs, paths, open files
//! and locks.

mod files;
mod programs;
