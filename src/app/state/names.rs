//! Names of parts of a record, as the window shows them.

use kifu_core::record::{Ending, MarkColor, MarkKind, MovedBy};

/// Returns the name of an ending.
pub const fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Finished => "finished",
        Ending::Illegal => "illegal move",
        Ending::Timeout => "timeout",
        Ending::Crash => "crash",
        Ending::Exit => "program exited",
        Ending::Jury => "jury took over",
        Ending::Unterminated => "unfinished",
    }
}

/// Returns the one-letter label of a ply that was not made by its player.
pub const fn moved_by_letter(by: MovedBy) -> &'static str {
    match by {
        MovedBy::Jury => "J",
        MovedBy::Automatic => "A",
    }
}

/// Returns the name of a mark.
pub const fn mark_name(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Circle => "circle",
        MarkKind::Cross => "cross",
        MarkKind::Triangle => "triangle",
        MarkKind::Square => "square",
        MarkKind::Arrow => "arrow",
        MarkKind::Text => "text",
    }
}

/// Returns the name of a colour of marks.
pub const fn mark_color_name(color: MarkColor) -> &'static str {
    match color {
        MarkColor::Blue => "blue",
        MarkColor::Green => "green",
        MarkColor::Red => "red",
        MarkColor::Yellow => "yellow",
    }
}
