//! The parts of a serialized game.

use crate::formats::game_builder::GameBuilder;
use crate::formats::non_blank_lines;
use kifu_core::contract::printable;
use kifu_core::findings::{Code, Finding, SourceText};
use std::ops::Range;

/// The line with which a board string begins.
const STARTING_STATE: &str = "starting_state=";
/// The end of the names of the games that an environment of Kaggle wraps.
const PROXY: &str = "_proxy";

/// A game's name with its parameters: `name(rows=5,columns=6)`.
#[derive(Debug)]
pub(in crate::formats) struct GameString<'t> {
    pub name: &'t str,
    /// The parameters as text, in the order of the text.
    pub parameters: Vec<(&'t str, &'t str)>,
}

impl<'t> GameString<'t> {
    /// Parses the text; `None` if it is no name with parameters in brackets.
    pub fn parse(text: &'t str) -> Option<Self> {
        let text = text.trim();
        let (name, rest) = text.split_once('(').unwrap_or((text, ")"));
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_word) {
            return None;
        }
        let inside = rest.strip_suffix(')')?;
        // Games within games, and texts with commas, are no parameters of a board.
        let pairs = inside.split(',').filter(|pair| !pair.is_empty());
        let parameters = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        Some(Self {
            name,
            parameters: parameters.collect(),
        })
    }

    /// Returns the library's name of the game, without the mark of an environment that wraps it.
    pub fn base_name(&self) -> &'t str {
        self.name.strip_suffix(PROXY).unwrap_or(self.name)
    }
}

/// An action in a state.
#[derive(Debug)]
pub(in crate::formats) struct SerializedAction {
    /// The span of its number.
    pub number: Range<usize>,
    /// The number of the player, where the text has it.
    pub player: Option<usize>,
}

/// The sections of a serialized game, as spans of the text.
#[derive(Debug)]
pub(in crate::formats) struct SerializedState {
    /// The span of the game's name and parameters.
    pub game: Range<usize>,
    /// The span of the board string, if there is one.
    pub starting_state: Option<Range<usize>>,
    pub actions: Vec<SerializedAction>,
    /// The span of the number of moves that the text states.
    pub move_number: Option<Range<usize>>,
    /// Lines that have no place in the text.
    pub strays: Vec<Range<usize>>,
}

/// Returns the spans of the games of a text; each begins with `[Meta]`.
pub(super) fn split(text: &str) -> Vec<Range<usize>> {
    let lines = non_blank_lines(text);
    let starts: Vec<usize> = lines
        .filter(|(_, line)| line.trim_end() == "[Meta]")
        .map(|(at, _)| at)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(from, to)| from..to)
        .collect()
}

impl SerializedState {
    /// Parses a part of a text that begins with `[Meta]`.
    ///
    /// # Errors
    /// Returns the name of a section that is missing.
    pub fn parse(text: &str, part: Range<usize>) -> Result<Self, &'static str> {
        let mut sections: [Option<Vec<Range<usize>>>; 4] = [const { None }; 4];
        let mut current = 0;
        for (at, line) in non_blank_lines(&text[part.clone()]) {
            let from = part.start + at;
            let line = line.trim_end();
            let names = ["[Meta]", "[Game]", "[State]", "[GameRNGState]"];
            if let Some(section) = names.iter().position(|name| *name == line) {
                current = section;
                sections[section].get_or_insert_default();
            } else if !line.starts_with('#')
                && let Some(lines) = &mut sections[current]
            {
                lines.push(from..from + line.len());
            }
        }
        let [_, game, state, _] = sections;
        let game = game.filter(|lines| !lines.is_empty()).ok_or("[Game]")?;
        let state = state.ok_or("[State]")?;
        let mut parsed = Self {
            game: game[0].clone(),
            starting_state: None,
            actions: Vec::new(),
            move_number: None,
            strays: game[1..].to_vec(),
        };
        for (index, line) in state.into_iter().enumerate() {
            parsed.read_line(text, line, index == 0);
        }
        Ok(parsed)
    }

    fn read_line(&mut self, text: &str, line: Range<usize>, is_first: bool) {
        let content = &text[line.clone()];
        let value = |key: &str| {
            let value = content.strip_prefix(key)?;
            Some(line.end - value.len()..line.end)
        };
        if is_first && let Some(board) = value(STARTING_STATE) {
            self.starting_state = Some(board);
        } else if let Some(history) = value("history=") {
            self.read_history(text, &history);
        } else if let Some(number) = value("move_number=") {
            self.move_number = Some(number);
        } else if content.bytes().all(|byte| byte.is_ascii_digit()) {
            self.actions.push(SerializedAction {
                number: line,
                player: None,
            });
        } else if !content.starts_with("__dict__=") {
            // The Python object that the environment adds repeats the state in its own encoding.
            self.strays.push(line);
        }
    }

    fn read_history(&mut self, text: &str, history: &Range<usize>) {
        let mut from = history.start;
        for word in text[history.clone()].split(',') {
            let end = from + word.len();
            let (player, number) = word.split_once(':').unwrap_or(("", word));
            if !word.is_empty() {
                self.actions.push(SerializedAction {
                    number: end - number.len()..end,
                    player: player.parse().ok(),
                });
            }
            from = end + 1;
        }
    }

    /// Reports a number of moves that is not that of the actions, and lines without a place.
    pub(super) fn check(&self, source: &SourceText<'_>, draft: &mut GameBuilder) {
        let text = source.text();
        let count = self.actions.len();
        if let Some(stated) = &self.move_number
            && text[stated.clone()].trim() != count.to_string()
        {
            let message = format!(
                "expected `move_number={count}`, the number of actions, found `{}`",
                printable(&text[stated.clone()], 24)
            );
            let location = source.location(stated.clone());
            draft
                .findings
                .push(Finding::new(Code::NumbersDisagree, message).at(location));
        }
        for stray in &self.strays {
            let message = format!(
                "expected an action, found `{}`; it was ignored",
                printable(&text[stray.clone()], 40)
            );
            let location = source.location(stray.clone());
            draft
                .findings
                .push(Finding::new(Code::TrailingText, message).at(location));
        }
    }
}
