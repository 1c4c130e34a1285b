//! Texts of the help about the mouse.

/// Gestures and their effects, in English.
pub(super) const ENGLISH: &[(&str, &str)] = &[
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
