//! The desktop app: files, opened games, boards, panes and the whole window, without a screen.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/naive_tree.rs"]
mod naive_tree;
#[path = "../common/opened_game.rs"]
mod opened_game;

mod board;
mod files;
mod open_game;
mod panes;
mod whole_window;

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Guards against a child process that starts while a test relies on a released file lock.
///
/// A starting child keeps the open files of this program, with their locks, until it runs its own
/// program.
static CHILD_START: RwLock<()> = RwLock::new(());

/// Returns a guard for a test that relies on a file lock that it has released.
fn no_child_starts() -> RwLockReadGuard<'static, ()> {
    CHILD_START.read().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a guard that is held while a child process starts.
fn child_starts() -> RwLockWriteGuard<'static, ()> {
    CHILD_START.write().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a click to the input of the next frame: the button goes down and up within it.
fn fast_click(input: &mut egui::RawInput, pos: egui::Pos2) {
    input.events.push(egui::Event::PointerMoved(pos));
    for pressed in [true, false] {
        input.events.push(egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
    }
}
