//! Moves and squares that a player's words mention, compared with the board: which squares exist,
//! which moves are legal, and whether the last move named is the one that was played.
//!
//! No language is interpreted. A word is a run of letters and digits; it names a move or a square if
//! it has the shape of one there, letters and digits in the same places. Two squares joined by `-`,
//! `x`, `>` or `→` are read as one word, as people write moves. What is not named this way is not
//! counted.

use super::positions::{PositionsError, ReviewPosition, positions};
use super::{JudgedPly, move_evaluation};
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_core::scene::SceneOptions;
use std::collections::BTreeSet;

/// The maximum number of different moves, and of squares, that are counted at a ply: far more than a
/// board has.
const MAX_KEPT: usize = 4096;

/// A move that a player's words name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMention {
    /// The move as a token.
    pub token: String,
    /// Whether it is legal in the position.
    pub is_legal: bool,
}

/// A square that a player's words name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareMention {
    /// The name.
    pub square: String,
    /// Whether the board has it.
    pub exists: bool,
}

/// The moves and squares that the words at one ply name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlyMentions {
    /// The number of the ply, from 1; one more than the plies for the act that failed.
    pub ply: u32,
    /// The player who wrote the words.
    pub player: Option<Player>,
    /// The moves, each once, in the order in which they are named first.
    pub moves: Vec<MoveMention>,
    /// The squares that are no moves, each once, in the order in which they are named first.
    pub squares: Vec<SquareMention>,
    /// The move named last; `None` if none is named.
    pub last_move: Option<String>,
    /// Whether the move named last is the one that was played; `None` without either.
    pub is_last_played: Option<bool>,
    /// A named move that the review values more than the played one, beyond the engine's error;
    /// `None` without one, or without a review.
    pub better: Option<String>,
    /// Whether the ply is judged by a review.
    pub is_judged: bool,
}

impl PlyMentions {
    /// Returns the number of moves named, and of those that are not legal.
    pub fn move_counts(&self) -> (usize, usize) {
        let illegal = self.moves.iter().filter(|named| !named.is_legal);
        (self.moves.len(), illegal.count())
    }
}

/// Returns what the messages of a game's plies name, for each ply with a message, in order.
///
/// # Errors
/// Returns an error if the game cannot be replayed for `plies` plies.
pub fn mentions(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
    judged: &[JudgedPly],
) -> Result<Vec<PlyMentions>, PositionsError> {
    if record.notes.values().all(|note| note.message.is_empty()) {
        return Ok(Vec::new());
    }
    let positions = positions(game, record, plies)?;
    let Some(start) = positions.first() else {
        return Ok(Vec::new());
    };
    let names = BoardNames::new(start);
    let mut all = Vec::new();
    for position in &positions {
        let ply = position.ply + 1;
        let Some(note) = record
            .notes
            .get(&ply)
            .filter(|note| !note.message.is_empty())
        else {
            continue;
        };
        let judged = judged.iter().find(|judged| judged.ply == ply);
        let mut found = names.find(position, &note.message);
        found.ply = ply;
        let played = position.played.as_deref();
        found.is_last_played = found
            .last_move
            .as_deref()
            .zip(played)
            .map(|(one, other)| one == other);
        found.is_judged = judged.is_some();
        found.better = judged.and_then(|judged| better_named(record, judged, &found.moves));
        all.push(found);
    }
    Ok(all)
}

/// Returns the most valuable named move that the review values more than the played one.
fn better_named(record: &Record, judged: &JudgedPly, named: &[MoveMention]) -> Option<String> {
    let note = record.notes.get(&judged.ply)?;
    let played = judged.evaluation.played.win + judged.evaluation.loss_error;
    let better = named.iter().filter_map(|named| {
        let value = move_evaluation(&note.evals, &named.token)?.played;
        (named.is_legal && value.win > played).then_some((value.win, &named.token))
    });
    let best = better.max_by(|one, other| one.0.total_cmp(&other.0));
    best.map(|(_, token)| token.clone())
}

/// The names of a board's squares, and the shapes of squares and moves.
struct BoardNames {
    squares: BTreeSet<String>,
    square_shapes: BTreeSet<String>,
    move_shapes: BTreeSet<String>,
}

impl BoardNames {
    fn new(start: &ReviewPosition) -> Self {
        let scene = start.state.scene(SceneOptions::default());
        let squares: BTreeSet<String> = scene.hit_areas.into_iter().map(|area| area.id).collect();
        Self {
            square_shapes: squares.iter().map(|square| shape(square)).collect(),
            move_shapes: start
                .state
                .legal_moves()
                .iter()
                .map(|token| shape(token))
                .collect(),
            squares,
        }
    }

    /// Finds the moves and squares that a text names.
    fn find(&self, position: &ReviewPosition, text: &str) -> PlyMentions {
        let legal: BTreeSet<String> = position.state.legal_moves().into_iter().collect();
        let mut found = PlyMentions {
            player: position.mover(),
            ..PlyMentions::default()
        };
        let (mut moves, mut squares) = (BTreeSet::new(), BTreeSet::new());
        for word in Words::of(text, self) {
            if legal.contains(&*word) || self.move_shapes.contains(&shape(&word)) {
                if moves.len() < MAX_KEPT && moves.insert(word.clone().into_owned()) {
                    found.moves.push(MoveMention {
                        is_legal: legal.contains(&*word),
                        token: word.clone().into_owned(),
                    });
                }
                found.last_move = Some(word.into_owned());
            } else if self.square_shapes.contains(&shape(&word))
                && squares.len() < MAX_KEPT
                && squares.insert(word.clone().into_owned())
            {
                found.squares.push(SquareMention {
                    exists: self.squares.contains(&*word),
                    square: word.into_owned(),
                });
            }
        }
        found
    }
}

/// Returns the shape of a word: `a` for a small letter, `A` for a capital one, `0` for a number.
fn shape(word: &str) -> String {
    let mut shape = String::new();
    for c in word.chars() {
        let kind = match c {
            'a'..='z' => 'a',
            'A'..='Z' => 'A',
            '0'..='9' => '0',
            other => other,
        };
        if !(kind == '0' && shape.ends_with('0')) {
            shape.push(kind);
        }
    }
    shape
}

/// The words of a text, two squares that are joined as one.
struct Words<'t, 'n> {
    text: &'t str,
    at: usize,
    names: &'n BoardNames,
}

/// The maximum length of a word that may name something, in bytes.
const MAX_WORD_BYTES: usize = 16;

impl<'t, 'n> Words<'t, 'n> {
    const fn of(text: &'t str, names: &'n BoardNames) -> Self {
        Self { text, at: 0, names }
    }

    /// Returns the next run of letters and digits from an offset on, with its end.
    fn run(&self, from: usize) -> Option<(usize, &'t str)> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let start = from + self.text[from..].find(is_part)?;
        let rest = &self.text[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        Some((start, &rest[..end]))
    }

    /// Returns the word of two squares, if a mark of a move and a square follow the square.
    fn joined(&self, square: &str, end: usize) -> Option<(usize, String)> {
        let rest = &self.text[end..];
        let marks = ["->", "→", "-", "–", "×", ">"];
        let mark = marks.into_iter().find(|mark| rest.starts_with(mark))?;
        let (start, other) = self.run(end + mark.len())?;
        let is_square = |word: &str| self.names.square_shapes.contains(&shape(word));
        let is_close = start == end + mark.len();
        (is_close && is_square(square) && is_square(other))
            .then(|| (start + other.len(), format!("{square}{other}")))
    }

    /// Returns a word without the `x` of a capture between two squares: `a1xb1`.
    fn without_capture(&self, word: &str) -> Option<String> {
        let (from, to) = word.split_once('x')?;
        let is_square = |word: &str| self.names.square_shapes.contains(&shape(word));
        (is_square(from) && is_square(to)).then(|| format!("{from}{to}"))
    }
}

impl<'t> Iterator for Words<'t, '_> {
    type Item = std::borrow::Cow<'t, str>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (start, word) = self.run(self.at)?;
            self.at = start + word.len();
            if word.len() > MAX_WORD_BYTES || !word.is_ascii() {
                continue;
            }
            if let Some((end, joined)) = self.joined(word, self.at) {
                self.at = end;
                return Some(joined.into());
            }
            return Some(match self.without_capture(word) {
                Some(token) => token.into(),
                None => word.into(),
            });
        }
    }
}
