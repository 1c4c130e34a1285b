//! The position text, `rows/from/the/top w`, and positions set up by hand.

use super::Clobber;
use super::board::Position;
use super::moves::{Square, square_from_id};
use crate::contract::{BoardSizes, Edit, EditPiece, ParseError, Player, PositionEdit};
use crate::scene::{Role, Tone};

/// Parses a position text, `position = row *("/" row) SP ("w" | "b")`.
///
/// The 2 to 10 rows are equally long, each of 2 to 10 characters `w`, `b` or `.`. As other programs
/// write them, rows may be joined by `|`, letters may be capital, `o` and `x` are white and black
/// stones, and `-` is an empty square.
pub(super) fn parse(text: &str) -> Result<Position, ParseError> {
    let bad = |at: usize, expected: &'static str| ParseError::new(text.as_bytes(), at, expected);
    let board_end = text.find(' ').unwrap_or(text.len());
    let board = &text[..board_end];
    let rows: Vec<&str> = board.split(['/', '|']).collect();
    let width = rows[0].len();
    if !(2..=10).contains(&width) {
        return Err(bad(0, "a row of 2 to 10 squares: w, b or ."));
    }
    if !(2..=10).contains(&rows.len()) {
        let expected = "2 to 10 rows, joined by /; a board of one row is not supported";
        return Err(bad(board_end, expected));
    }
    let letters = StoneLetters::of(board);
    let to_move = match text.get(board_end..) {
        Some(side) if side.len() == 2 => {
            let side = side.as_bytes()[1];
            let by_color = StoneLetters::Colors.stone(side);
            by_color.or_else(|| letters.stone(side))
        }
        _ => None,
    };
    let Some(to_move) = to_move else {
        return Err(bad(board_end, "a space and the side to move, w or b"));
    };
    let small = |n: usize| u8::try_from(n).expect("at most 10");
    let mut position = Position::empty(small(width), small(rows.len()), to_move);
    let mut offset = 0;
    for (from_top, row) in rows.iter().enumerate() {
        let y = small(rows.len() - 1 - from_top);
        for (x, square) in row.bytes().enumerate().take(width) {
            match letters.stone(square) {
                Some(owner) => position.place_stone(Square::new(small(x), y), owner),
                None if matches!(square, b'.' | b'-') => {}
                None => return Err(bad(offset + x, letters.expected())),
            }
        }
        if row.len() != width {
            return Err(bad(
                offset + row.len().min(width),
                "rows that are all as long",
            ));
        }
        offset += row.len() + 1;
    }
    Ok(position)
}

/// The letters of the stones in a position text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StoneLetters {
    /// `w` and `b`.
    Colors,
    /// `o` and `x`.
    Signs,
}

impl StoneLetters {
    /// Returns the letters of a board, which are those of its first stone.
    fn of(board: &str) -> Self {
        let is_stone = |c: char| c.is_ascii_alphabetic();
        match board.chars().find(|c| is_stone(*c)) {
            Some('x' | 'X' | 'o' | 'O') => Self::Signs,
            _ => Self::Colors,
        }
    }

    /// Returns the owner of the stone that a character is.
    const fn stone(self, c: u8) -> Option<Player> {
        match (self, c) {
            (Self::Colors, b'w' | b'W') | (Self::Signs, b'o' | b'O') => Some(Player::First),
            (Self::Colors, b'b' | b'B') | (Self::Signs, b'x' | b'X') => Some(Player::Second),
            _ => None,
        }
    }

    const fn expected(self) -> &'static str {
        match self {
            Self::Colors => "w, b or .",
            Self::Signs => "o, x or .",
        }
    }
}

pub(super) fn write(position: &Position) -> String {
    format!(
        "{} {}",
        rows_text(position),
        side_letter(position.to_move())
    )
}

/// Returns the rows joined by `/`, the first word of the position text.
pub(super) fn rows_text(position: &Position) -> String {
    row_texts(position).collect::<Vec<_>>().join("/")
}

/// Returns the letter of a side, as in the position text and in the contest's protocol.
pub(super) const fn side_letter(player: Player) -> &'static str {
    match player {
        Player::First => "w",
        Player::Second => "b",
    }
}

/// Returns the rows from the top, as in the position text and in the contest's protocol.
pub(super) fn row_texts(position: &Position) -> impl Iterator<Item = String> {
    (0..position.height()).rev().map(|y| {
        (0..position.width())
            .map(|x| match position.stone(Square::new(x, y)) {
                Some(Player::First) => 'w',
                Some(Player::Second) => 'b',
                None => '.',
            })
            .collect()
    })
}

// Positions set up by hand. Every arrangement of stones is possible.

impl Edit for Clobber {
    const PIECES: &'static [EditPiece] = &[
        EditPiece::new("White stone", Role::Stone(Tone::Light)),
        EditPiece::new("Black stone", Role::Stone(Tone::Dark)),
    ];
    const BOARD_SIZES: Option<BoardSizes> = Some(BoardSizes {
        range: 2..=10,
        is_square: false,
    });

    fn parse_draft(text: &str) -> Option<Position> {
        parse(text).ok()
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        let square = square_from_id(draft, square)?;
        draft.stone(square).map(Player::index)
    }

    fn board_size(draft: &Position) -> Option<[u8; 2]> {
        Some([draft.width(), draft.height()])
    }

    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        let size = [draft.width(), draft.height()];
        let to_move = draft.to_move();
        Some(match change {
            PositionEdit::Put(square, piece) => {
                let changed = square_from_id(draft, square)?;
                let piece = piece.and_then(|piece| Player::ALL.get(piece).copied());
                with_stones(size, to_move, |square| {
                    if square == changed {
                        piece
                    } else {
                        draft.stone(square)
                    }
                })
            }
            PositionEdit::SideToMove(player) => {
                with_stones(size, *player, |square| draft.stone(square))
            }
            PositionEdit::Size(size) => {
                let size = size.map(|side| side.clamp(2, 10));
                with_stones(size, to_move, |square| draft.stone(square))
            }
            PositionEdit::Clear => Position::empty(size[0], size[1], to_move),
        })
    }
}

/// Creates a board with the stone that `stone` returns for each square.
fn with_stones(
    [width, height]: [u8; 2],
    to_move: Player,
    stone: impl Fn(Square) -> Option<Player>,
) -> Position {
    let mut position = Position::empty(width, height, to_move);
    for y in 0..height {
        for square in (0..width).map(|x| Square::new(x, y)) {
            if let Some(owner) = stone(square) {
                position.place_stone(square, owner);
            }
        }
    }
    position
}
