//! `moves`: bare move lists, as people paste them.
//!
//! ```text
//! file     = *(game separator)
//! game     = *(header / moves / comment)
//! separator= blank line / "---"           (a blank line after headers alone separates nothing)
//! header   = key ":" value                key: game, white, black, player1, player2, event, round,
//!                                         table, date, id, result, attempt (the move at which the
//!                                         game failed, if it cannot be among the moves), or a
//!                                         setup key of some game
//! moves    = *([number] move) [result]    separated by blanks, "," or ";", or all by "|" or "-"
//!          / array                        of a program: see [`array`]
//! number   = 1*digit ("." / ":" / "...")  of the ply or of the pair; dots for the first player's
//!                                         move: `1... c`, `1. .. c`; `0.5` is none
//! result   = "1-0" / "0-1" / "1/2-1/2" / "½-½" / "*"
//! comment  = "#" to the end of the line   kept with the ply before it
//! ```
//!
//! The lines of a board diagram, as `txt` writes it for the position, are no comments. A byte order
//! mark at the start of a line, as where files were joined, is skipped with a warning.
//!
//! **What begins a game**: the first line of moves or headers; one below a separator; a header that
//! the game above has already, below a blank line or below moves; headers with more moves below them;
//! a line whose number is 1 again; a line below the end of a game by its rules or below its result.
//! A heading without moves is a game. Below a blank line the game above goes on, with a warning, only
//! if the first number is the next one, or if each paragraph of it is a single legal move.
//!
//! **What ends a game**: the beginning of another one, and a result word.
//!
//! **Behind what cannot be read** nothing is played. A word that is no move, or an illegal one, is the
//! failed move of the game. At a number that does not fit the count of moves, a heading or a board of
//! `txt` that is not of this position, a number without a move, or a move behind the result, the
//! reader reports the place and stops. What follows is kept as the rest of the attempt, not judged.
//! A list that begins with a later number is only read from a given position.

pub mod array;
pub mod blocks;
pub(super) mod diagrams;
pub(super) mod list_game;
pub(super) mod numbering;
mod read;
pub mod words;
mod write;

pub(super) use write::{is_illegal_after_moves, write_attempt};

use super::game_builder::{GameBuilder, MAX_TOKENS, are_nearly_all_moves, looks_like_moves};
use super::{Format, FormatWriter, ParsedGame, ReadContext, UNLIKELY};
use blocks::{MoveLine, MoveListBlock, MoveListBlocks};
use kifu_core::findings::SourceText;
use kifu_core::games::by_name;
use std::ops::Range;

/// The number of legal plies with which a list begins from which a game is guessed.
const MIN_PLIES_OF_GUESS: u32 = 2;
/// The number of bytes at the start of a list that are read to find them.
const MAX_BYTES_TRIED: usize = 4 << 10;

/// The number of lines in which the format of a list of numbers is looked for.
const MAX_LINES_SAMPLED: usize = 200;
/// The size of the largest board of Go.
const MAX_BOARD_SIZE: i64 = 26;

/// Bare move lists.
pub(super) struct MovesFormat;

impl Format for MovesFormat {
    fn id(&self) -> &'static str {
        "moves"
    }
    fn description(&self) -> &'static str {
        "a plain list of moves, with optional `key: value` headers"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["moves", "txt"]
    }
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8 {
        let mut blocks = MoveListBlocks::new(start, context.catalogue);
        let names_known_game = |block: &MoveListBlock| {
            let name = block.header("game");
            name.is_some_and(|name| by_name(context.catalogue, name).is_some())
        };
        let Some(block) = blocks.find(|block| !block.lines.is_empty() || names_known_game(block))
        else {
            return 0;
        };
        let is_game_known = context.game.is_some() || block.header("game").is_some();
        if !is_game_known && is_table_of_numbers(start, &block) {
            return 0;
        }
        let words = block.words(start).map(|span| &start[span]);
        match (looks_like_moves(context.catalogue, words), is_game_known) {
            (true, true) => 30,
            (true, false) if begins_as_game(start, &block, context) => 30,
            (true, false) => UNLIKELY,
            (false, true) => 10,
            (false, false) => 0,
        }
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        let mut end = memchr::memrchr(b'\n', text)? + 1;
        loop {
            let (start, line) = last_line(&text[..end])?;
            if separates_games(&text[..start], line) {
                return Some(end);
            }
            end = start;
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        read::read_lists(source, context, out);
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

/// Reports whether a list that names no game begins with [`MIN_PLIES_OF_GUESS`] legal plies of one,
/// and nearly all of its words are moves of it.
///
/// Files of other programs hold numbers, squares and words that are spelled as moves, too.
fn begins_as_game(text: &str, block: &MoveListBlock, context: &ReadContext<'_>) -> bool {
    let words = || block.words(text).map(|span| &text[span]);
    let has_letter = |word: &str| word.contains(char::is_alphabetic);
    if !words().any(has_letter) || !are_nearly_all_moves(context.catalogue, words()) {
        return false;
    }
    let source = SourceText::new(&text[..text.floor_char_boundary(MAX_BYTES_TRIED)]);
    let mut first = None;
    let mut keep_first = |game: ParsedGame| first = first.take().or(Some(game));
    read::read_lists(&source, context, &mut keep_first);
    first.is_some_and(|game| game.check(&source, context.catalogue).ply_count >= MIN_PLIES_OF_GUESS)
}

/// Reports whether a list has a line that is no pair of numbers, as the moves of Atari Go are, but
/// fractions, larger numbers or another count of them.
fn is_table_of_numbers(text: &str, block: &MoveListBlock) -> bool {
    let is_number = |word: &str| {
        word.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'.')
    };
    let has_word = |line: &MoveLine| line.words(text).any(|span| !is_number(&text[span]));
    let lines = &block.lines[..block.lines.len().min(MAX_LINES_SAMPLED)];
    if lines.iter().any(has_word) {
        return false;
    }
    let has_no_pairs = |line: &MoveLine| {
        let spans: Vec<Range<usize>> = line.words(text).take(2 * MAX_TOKENS + 1).collect();
        let is_coordinate = |span: &Range<usize>| {
            text[span.clone()]
                .parse()
                .is_ok_and(|at: i64| (-1..MAX_BOARD_SIZE).contains(&at))
        };
        spans.len() % 2 == 1 || !spans.iter().all(is_coordinate)
    };
    lines.iter().any(has_no_pairs)
}

/// Returns the last line of a text that ends with a line feed, and the offset at which it starts.
fn last_line(text: &[u8]) -> Option<(usize, &[u8])> {
    let end = text.len().checked_sub(1)?;
    let start = memchr::memrchr(b'\n', &text[..end]).map_or(0, |at| at + 1);
    Some((start, text[start..end].trim_ascii()))
}

/// Reports whether a line ends the game above it, for which the lines above are looked at up to the
/// one that decides: a blank line below moves, or `---` below moves or headers.
///
/// Comments, such as a board below the last move, belong to the game above them.
fn separates_games(above: &[u8], line: &[u8]) -> bool {
    let is_rule = is_rule(line);
    if !line.is_empty() && !is_rule {
        return false;
    }
    let mut end = above.len();
    while let Some((start, line)) = last_line(&above[..end]) {
        end = start;
        match line {
            [b'#', ..] => {}
            [] if is_rule => {}
            [] => return false,
            // The move at which the game failed, if it cannot be among the moves.
            line if !is_rule && line.starts_with(b"attempt:") => {}
            line if self::is_rule(line) => return !is_rule,
            line => return is_rule || !is_header(line),
        }
    }
    false
}

/// Reports whether a line is one of dashes, which ends a game.
fn is_rule(line: &[u8]) -> bool {
    line.len() > 1 && line.iter().all(|byte| *byte == b'-')
}

/// Reports whether a line is a `key: value` header.
fn is_header(line: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', line) else {
        return false;
    };
    let name = line[..colon].trim_ascii();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    name.first().is_some_and(|first| !first.is_ascii_digit()) && name.iter().all(is_part)
}

/// Appends words as moves, one by one, or two at a time where two numbers make a move.
pub(super) fn push_words(draft: &mut GameBuilder, text: &str, words: &[Range<usize>]) {
    let mut index = 0;
    while let Some(span) = words.get(index) {
        let word = &text[span.clone()];
        let number = |word: &str| word.parse::<i64>().is_ok();
        if let Some(next) = words
            .get(index + 1)
            .filter(|next| number(word) && number(&text[(*next).clone()]))
        {
            let pair = format!("{word} {}", &text[next.clone()]);
            draft.push_token(&pair, span.start..next.end);
            index += 2;
        } else {
            draft.push_token(word, span.clone());
            index += 1;
        }
    }
}
