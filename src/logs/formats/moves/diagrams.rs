//! The board diagrams that `txt` writes between the moves, which a list repeats in comments.

use kifu_core::contract::TextStyle;
use kifu_core::games::{DynGame, DynState};

/// The style in which `txt` draws boards.
pub(in crate::formats) const STYLE: TextStyle = TextStyle {
    unicode: true,
    color: false,
};

/// Returns the lines of a board as `txt` writes them, without the `#` before each.
pub(in crate::formats) fn board_lines(state: &dyn DynState) -> Vec<String> {
    let board = state.text_board(STYLE);
    let lines = board.lines();
    lines
        .map(|line| format!("   {line}").trim_end().to_owned())
        .collect()
}

/// Returns the line that `txt` writes before a ply, without its `#`.
pub(in crate::formats) fn ply_heading(
    ply: usize,
    game: &dyn DynGame,
    state: &dyn DynState,
) -> String {
    let mover = state
        .mover()
        .map_or("luck", |player| game.sides()[player.index()]);
    format!(" {ply}. {mover}")
}

/// The kind of a comment line.
pub(super) enum Diagram {
    /// A line of the board or the heading that `txt` writes here.
    Line,
    /// The heading of another ply than the next, which is given.
    OtherPly(u32),
    /// A line of a board that is not the one by the moves so far.
    OtherBoard,
    /// Any other comment.
    No,
}

/// The lines of the board after the moves so far, of which those in the list are compared.
#[derive(Default)]
pub(super) struct DiagramLines {
    /// The ply, and the lines of its board.
    board: Option<(u32, Vec<String>)>,
    /// The number of lines of this board that were found.
    found_count: usize,
    /// Whether the list has boards that `txt` wrote.
    has_boards: bool,
}

impl DiagramLines {
    /// Compares a comment line with the board after the plies so far and with the heading of the next
    /// one.
    pub(super) fn read(
        &mut self,
        line: &str,
        plies: u32,
        game: &dyn DynGame,
        state: &dyn DynState,
    ) -> Diagram {
        let heading = ply_heading(plies as usize + 1, game, state);
        // The lead-in is ply 0.
        let heading_of_lead_in = ply_heading(plies as usize, game, state);
        if line == heading || state.mover().is_none() && line == heading_of_lead_in {
            return Diagram::Line;
        }
        if is_heading(line, game) {
            return Diagram::OtherPly(plies + 1);
        }
        if !line.starts_with("   ") {
            return Diagram::No;
        }
        if self.board.as_ref().is_none_or(|(ply, _)| *ply != plies) {
            self.board = Some((plies, board_lines(state)));
            self.found_count = 0;
        }
        let lines = self.board.as_ref().map_or(&[][..], |(_, lines)| lines);
        let Some(next) = lines.get(self.found_count) else {
            return Diagram::No;
        };
        if line == next {
            self.found_count += 1;
            self.has_boards |= self.found_count == lines.len();
            return Diagram::Line;
        }
        // A list whose other boards are right has one that is not.
        let is_board = self.has_boards || self.found_count > 0;
        if is_board && symbols(line) == symbols(next) {
            return Diagram::OtherBoard;
        }
        Diagram::No
    }
}

/// Returns the number of characters of a line that are no blanks.
fn symbols(line: &str) -> usize {
    line.split_whitespace()
        .map(|word| word.chars().count())
        .sum()
}

/// Reports whether a line is the heading of a ply as `txt` writes it: ` 3. White`.
fn is_heading(line: &str, game: &dyn DynGame) -> bool {
    let Some((number, side)) = line
        .strip_prefix(' ')
        .and_then(|line| line.split_once(". "))
    else {
        return false;
    };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (game.sides().contains(&side) || side == "luck")
}
