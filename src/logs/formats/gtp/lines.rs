//! The lines of a session.

use super::super::ReadContext;
use super::super::moves::words::{self, ListItem, MoveNumber};
use kifu_core::games::DynGame;
use std::ops::Range;

/// A word for a side, in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SideWord {
    pub word: String,
    pub span: Range<usize>,
}

impl SideWord {
    /// Returns the index of the side among those of a game.
    pub fn index(&self, game: &dyn DynGame) -> Option<usize> {
        let is_side = |side: &str| {
            let side = side.to_ascii_lowercase();
            side == self.word || self.word.len() == 1 && side.starts_with(&self.word)
        };
        game.sides().iter().position(|side| is_side(side))
    }
}

/// A line of a session; spans are offsets in the text.
#[derive(Debug)]
pub(super) enum SessionLine {
    /// The command to play a move.
    Play {
        id: Option<u32>,
        side: SideWord,
        mv: Range<usize>,
    },
    /// The command to choose a move.
    Genmove { id: Option<u32>, side: SideWord },
    /// The command that sets the size of the board.
    BoardSize(Range<usize>),
    /// The command that starts a game.
    ClearBoard,
    /// The command that takes a move back.
    Undo,
    /// A command that changes the position in a way that the log does not say.
    SetUp,
    /// Any other command.
    Command(Option<u32>),
    /// The answer to a command.
    Answer {
        is_success: bool,
        id: Option<u32>,
        text: Range<usize>,
    },
    /// A move with its side.
    Move {
        number: Option<MoveNumber>,
        side: SideWord,
        mv: Range<usize>,
        /// Whether the move is spelled as one of a game.
        is_readable: bool,
        /// Whether more text follows the move.
        has_more: bool,
    },
    /// The side that won.
    Winner(SideWord),
    /// A row of a board in circles: White's, Black's and empty squares as in a position text.
    BoardRow(String),
    /// A comment, with the span of its text.
    Comment(Range<usize>),
    /// Any other line.
    Other,
}

/// The commands of GTP that change nothing on the board.
const COMMANDS: [&str; 16] = [
    "komi",
    "name",
    "version",
    "protocol_version",
    "list_commands",
    "known_command",
    "quit",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "kgs-time_settings",
    "kgs-game_over",
    "lz-analyze",
    "clear_cache",
];
/// The commands of GTP that set up a position.
const SETUPS: [&str; 5] = [
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "loadsgf",
    "set_position",
];

/// A reader of lines.
pub(super) struct SessionLineReader<'a> {
    context: &'a ReadContext<'a>,
    sides: Vec<String>,
}

impl<'a> SessionLineReader<'a> {
    pub fn new(context: &'a ReadContext<'a>) -> Self {
        let mut sides = vec!["black".to_owned(), "white".to_owned()];
        let games = context
            .catalogue
            .iter()
            .filter(|game| context.game.is_none_or(|own| own.id() == game.id()));
        for side in games.flat_map(|game| game.sides()) {
            sides.push(side.to_ascii_lowercase());
        }
        Self { context, sides }
    }

    /// Reads a line that starts at byte `start` of the text.
    pub fn read(&self, line: &str, start: usize) -> SessionLine {
        let line = line.trim_end();
        let words: Vec<(usize, &str)> = words_of(line).take(6).collect();
        let span = |index: usize| {
            let (at, word) = words[index];
            start + at..start + at + word.len()
        };
        let Some((first_at, first)) = words.first().copied() else {
            return SessionLine::Other;
        };
        if let Some(comment) = line.trim_start().strip_prefix('#') {
            let text = comment.trim_start();
            return SessionLine::Comment(start + line.len() - text.len()..start + line.len());
        }
        if let Some(rest) = line.trim_start().strip_prefix(['=', '?'])
            && !rest.starts_with(['=', '?'])
        {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let text = rest[digits..].trim();
            let at = start + (text.as_ptr() as usize - line.as_ptr() as usize);
            return SessionLine::Answer {
                is_success: line.as_bytes()[first_at] == b'=',
                id: rest[..digits].parse().ok(),
                text: at..at + text.len(),
            };
        }
        let id: Option<u32> = first.parse().ok();
        let command_at = usize::from(id.is_some());
        if let Some((_, command)) = words.get(command_at)
            && let Some(found) = self.command(command, id, &words[command_at + 1..], |index| {
                span(command_at + 1 + index)
            })
        {
            return found;
        }
        self.move_with_side(line, start)
            .or_else(|| self.winner(line, start))
            .or_else(|| board_row(line))
            .unwrap_or(SessionLine::Other)
    }

    fn command(
        &self,
        command: &str,
        id: Option<u32>,
        rest: &[(usize, &str)],
        span: impl Fn(usize) -> Range<usize>,
    ) -> Option<SessionLine> {
        let side = |index: usize| {
            let (_, word) = rest.get(index)?;
            self.side(word, span(index))
        };
        Some(match command {
            "play" | "kgs-play" if rest.len() >= 2 => SessionLine::Play {
                id,
                side: side(0)?,
                mv: span(1).start..span(rest.len() - 1).end,
            },
            "genmove" | "kgs-genmove_cleanup" => SessionLine::Genmove { id, side: side(0)? },
            "boardsize" if rest.len() == 1 => SessionLine::BoardSize(span(0)),
            "clear_board" if rest.is_empty() => SessionLine::ClearBoard,
            "undo" if rest.is_empty() => SessionLine::Undo,
            command if SETUPS.contains(&command) => SessionLine::SetUp,
            command if COMMANDS.contains(&command) => SessionLine::Command(id),
            _ => return None,
        })
    }

    fn side(&self, word: &str, span: Range<usize>) -> Option<SideWord> {
        let word = word.to_ascii_lowercase();
        let is_side = |side: &String| *side == word || word.len() == 1 && side.starts_with(&word);
        let is_known = self.sides.iter().any(is_side);
        is_known.then_some(SideWord { word, span })
    }

    /// Reads a move with its side, and perhaps its number.
    fn move_with_side(&self, line: &str, start: usize) -> Option<SessionLine> {
        let mut items = words::items(line, start);
        let mut next = items.next()?;
        let mut number = None;
        if let ListItem::Number(found) = next {
            number = Some(found);
            next = items.next()?;
        }
        let ListItem::Move(side) = next else {
            return None;
        };
        let word = &line[side.start - start..side.end - start];
        let name = word.trim_end_matches([':', '.']);
        let side = self.side(name, side.start..side.start + name.len())?;
        let mut words = items.map(|item| match item {
            ListItem::Move(span) | ListItem::Result(span, _) => span,
            ListItem::Number(number) => number.span,
        });
        let first = words.next()?;
        let text = |span: &Range<usize>| &line[span.start - start..span.end - start];
        let is_number = |span: &Range<usize>| text(span).parse::<i64>().is_ok();
        let mut second = words.next();
        let mut mv = first.clone();
        if let Some(pair) = second.take_if(|second| is_number(&first) && is_number(second)) {
            mv.end = pair.end;
        }
        let is_readable = self.is_move(text(&mv));
        // `B wins` is no move, `3: B b2` is a torn one.
        (is_readable || number.is_some()).then_some(SessionLine::Move {
            number,
            side,
            mv,
            is_readable,
            has_more: second.is_some() || words.next().is_some(),
        })
    }

    fn is_move(&self, word: &str) -> bool {
        let setup = kifu_core::contract::Setup::default();
        let reads =
            |game: &dyn DynGame| game.parse(word).is_ok() || game.respell(&setup, word).is_some();
        match self.context.game {
            Some(game) => reads(game),
            None => self.context.catalogue.iter().any(|game| reads(*game)),
        }
    }

    fn winner(&self, line: &str, start: usize) -> Option<SessionLine> {
        let text = line.trim_start();
        let at = line.len() - text.len();
        let head = text
            .get(..6)
            .filter(|head| head.eq_ignore_ascii_case("winner"));
        let rest = head.map_or(text, |_| text[6..].trim_start_matches([':', ' ', '=']));
        let at = at + text.len() - rest.len();
        let (side, verb) = rest.split_once(' ')?;
        let is_verb = ["wins", "won", "wins."].contains(&verb.trim());
        let span = start + at..start + at + side.len();
        self.side(side, span)
            .filter(|_| is_verb)
            .map(SessionLine::Winner)
    }
}

/// Returns the words of a line with their offsets.
fn words_of(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = line.split_whitespace();
    words.map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// Reads a row of circles, which may have its number before or behind it, as in a position text.
fn board_row(line: &str) -> Option<SessionLine> {
    let is_number = |word: &&str| word.parse::<u8>().is_ok();
    let squares: Option<String> = line
        .split_whitespace()
        .filter(|word| !is_number(word))
        .flat_map(str::chars)
        .map(|c| match c {
            '○' => Some('w'),
            '●' => Some('b'),
            '·' => Some('.'),
            _ => None,
        })
        .collect();
    squares
        .filter(|row| row.len() > 1)
        .map(SessionLine::BoardRow)
}
