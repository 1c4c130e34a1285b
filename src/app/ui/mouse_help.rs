//! The part of the help that explains the mouse.

use super::widgets;
use egui::{RichText, Ui};

/// The gestures and their effects.
const GESTURES: &[(&str, &str)] = &[
    (
        "Click a square",
        "Pick it: a move is complete when all its squares are picked",
    ),
    ("Drag from square to square", "Move"),
    (
        "Double-click",
        "Confirm a move that could go on (a circuit)",
    ),
    ("Wheel over the board", "Step through the game"),
    ("Right click", "Circle; in Box, turn the tile"),
    ("Shift + right click", "Triangle"),
    ("Ctrl + right click", "Cross"),
    ("Ctrl + Shift + right click", "Square"),
    ("Ctrl + Alt + right click", "Circle, in Box as well"),
    ("Alt + right click", "Word (or the key W over the square)"),
    ("Right drag", "Arrow, in the colour of the palette"),
    (
        "Shift, Alt or both + right drag",
        "Red, green or yellow arrow",
    ),
    (
        "The same mark again",
        "Remove it, or give it the other colour",
    ),
    (
        "Marks in the Notes pane",
        "Draw with the left button; Escape ends",
    ),
    (
        "Point at an engine line",
        "See it on the board; click to play it",
    ),
    (
        "Click in the explorer",
        "A move plays it; its number of games lists these in the library",
    ),
    ("Click the graph", "Go to that ply; Ctrl + wheel zooms"),
    (
        "Right click a move",
        "Promote, move or delete its variation",
    ),
    (
        "Middle click a tab",
        "Close it; double-click keeps a preview",
    ),
    ("Drag the title of a pane", "Move the pane"),
    (
        "Click in the library",
        "Open a game for a look; the next one takes its place",
    ),
    ("Drop files or folders", "Open them"),
];

/// Yields what the mouse does, as far as it matches a search.
fn mouse_rows(
    wanted: &str,
) -> impl Iterator<Item = &'static (&'static str, &'static str)> + use<'_> {
    let is_section = "mouse".contains(wanted);
    let rows = GESTURES.iter();
    rows.filter(move |(gesture, effect)| {
        let mut texts = [gesture, effect].into_iter();
        is_section || texts.any(|text| text.to_lowercase().contains(wanted))
    })
}

/// Shows what the mouse does, as far as it matches the search. Reports whether anything does.
pub(super) fn show(ui: &mut Ui, wanted: &str) -> bool {
    let rows: Vec<_> = mouse_rows(wanted).collect();
    if rows.is_empty() {
        return false;
    }
    ui.add_space(4.0);
    widgets::heading(ui, "Mouse");
    let width = ui.available_width();
    egui::Grid::new("mouse")
        .num_columns(2)
        .spacing([12.0, 4.0])
        .show(ui, |ui| {
            for (gesture, effect) in rows {
                ui.allocate_ui(egui::vec2(width * 0.42, 0.0), |ui| {
                    ui.set_width(width * 0.42);
                    ui.add(egui::Label::new(RichText::new(*gesture).strong()).wrap());
                });
                ui.add(egui::Label::new(*effect).wrap());
                ui.end_row();
            }
        });
    true
}
