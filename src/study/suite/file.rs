//! The file of a suite: JSON lines, a position each.

use super::position::{SuiteOrigin, SuitePosition};
use crate::arena::is_name_of;
use crate::failure::{Failure, FailureKind};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_logs::files;
use kifu_logs::formats::to_json;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// The version of the format of the lines that are written.
///
/// New keys are added at the end, and existing ones keep their meaning; a reader of an older version
/// need not know them.
pub const SUITE_VERSION: u32 = 2;

/// The bytes with which a suite begins.
const START: &[u8] = b"{\"suite\":";

/// A suite: positions in the order of the file, those that are equal up to symmetry once.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    positions: Vec<SuitePosition>,
    index_of_id: HashMap<String, usize>,
}

impl Suite {
    /// Reads a suite from a file, or from standard input for `-`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or names the line that is no position.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = if path.as_os_str() == "-" {
            let text = std::io::read_to_string(std::io::stdin());
            text.map_err(|error| Failure::cannot_read(path.display(), error))?
        } else {
            files::read_text(path)?
        };
        Self::parse(&path.display().to_string(), &text)
    }

    /// Parses the lines of a suite. `name` is the file's, for errors.
    ///
    /// # Errors
    /// Returns an error that names the line that is no position.
    pub fn parse(name: &str, text: &str) -> Result<Self, Failure> {
        let mut suite = Self::default();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let bad = |why: String| {
                Failure::new(FailureKind::Input, format!("{name}:{}: {why}", index + 1))
                    .hint("create such a file with `kifu review --suite FILE`")
            };
            let position: SuitePosition =
                serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
            suite.merge(checked(position).map_err(bad)?);
        }
        Ok(suite)
    }

    /// Reports whether a file begins like a suite. Only a regular file is read.
    pub fn is_suite_file(path: &Path) -> bool {
        let mut start = Vec::new();
        let is_read = path.is_file()
            && std::fs::File::open(path).is_ok_and(|file| {
                let length = START.len() as u64;
                file.take(length).read_to_end(&mut start).is_ok()
            });
        is_read && start == START
    }

    /// Returns the indices of the positions of a player, by name, or by `first`, `second` or the name
    /// of a side if no position is of a player with that name.
    pub fn of_player(&self, name: &str) -> Vec<usize> {
        let is_named = |position: &SuitePosition| {
            let mut origins = position.origins();
            origins.any(|origin| is_name_of(&origin.player, name))
        };
        let indices = |is_chosen: &dyn Fn(&SuitePosition) -> bool| {
            let all = self.positions().iter().enumerate();
            let chosen = all.filter(|(_, position)| is_chosen(position));
            chosen.map(|(index, _)| index).collect::<Vec<_>>()
        };
        let named = indices(&is_named);
        if !named.is_empty() {
            return named;
        }
        indices(&|position| {
            let game = by_id(CATALOGUE, &position.game);
            let seat = game.and_then(|game| Some((game, position.mover(game)?.index())));
            seat.is_some_and(|(game, seat)| {
                let words = [["first", "second"][seat], game.sides()[seat]];
                words.iter().any(|word| word.eq_ignore_ascii_case(name))
            })
        })
    }

    /// Returns the positions.
    pub fn positions(&self) -> &[SuitePosition] {
        &self.positions
    }

    /// Returns the positions, to add answers or to change judgements. Their ids stay.
    pub fn positions_mut(&mut self) -> &mut [SuitePosition] {
        &mut self.positions
    }

    /// Returns the position with an id; a unique beginning is enough.
    ///
    /// # Errors
    /// Returns an error if no position has the id, or several begin with it.
    pub fn by_id(&self, id: &str) -> Result<usize, Failure> {
        if let Some(index) = self.index_of_id.get(id) {
            return Ok(*index);
        }
        let is_meant = |(_, position): &(usize, &SuitePosition)| position.id.starts_with(id);
        let mut meant = self.positions.iter().enumerate().filter(is_meant);
        match (meant.next(), meant.next()) {
            (Some((index, _)), None) => Ok(index),
            (None, _) => {
                let message = format!("expected the id of a position, found `{id}`");
                Err(Failure::new(FailureKind::Input, message))
            }
            (Some(_), Some(_)) => {
                let message = format!("expected the id of one position, found `{id}` of several");
                Err(Failure::new(FailureKind::Input, message))
            }
        }
    }

    /// Adds a position, or what is new in it if the suite has one that is equal up to symmetry.
    ///
    /// The moves of the suite's position stay, so that its answers keep their meaning. It takes over
    /// the judgement of the same position text, a mistake in place of a good move, other games with a
    /// mistake, and answers. Returns whether the position is new.
    pub fn merge(&mut self, position: SuitePosition) -> bool {
        let Some(index) = self.index_of_id.get(&position.id) else {
            self.index_of_id
                .insert(position.id.clone(), self.positions.len());
            self.positions.push(position);
            return true;
        };
        merge_equal(&mut self.positions[*index], position);
        false
    }

    /// Returns the lines of the file.
    pub fn to_lines(&self) -> String {
        let mut text = String::new();
        for position in &self.positions {
            // JSON can represent every field, so that the default is never used.
            text.push_str(&to_json(position));
            text.push('\n');
        }
        text
    }
}

/// Returns a position that was read, with its id; the error says what is wrong.
fn checked(mut position: SuitePosition) -> Result<SuitePosition, String> {
    if position.suite > SUITE_VERSION {
        return Err(format!(
            "expected version {SUITE_VERSION} or older, found {}, which a newer kifu has written",
            position.suite
        ));
    }
    let game: &'static dyn DynGame = by_id(CATALOGUE, &position.game)
        .ok_or_else(|| format!("unknown game `{}`", position.game))?;
    let state = position.state(game).map_err(|error| error.to_string())?;
    if state.mover().is_none() {
        return Err("expected a position with a player to move, found none".to_owned());
    }
    position.id = SuitePosition::id_of(game, state.as_ref());
    Ok(position)
}

/// Adds to a position what is new in an equal one.
fn merge_equal(known: &mut SuitePosition, mut other: SuitePosition) {
    let mut answers = std::mem::take(&mut known.answers);
    for answer in std::mem::take(&mut other.answers) {
        answers.retain(|known| !known.is_of_same_bot(&answer));
        answers.push(answer);
    }
    let mut origins = std::mem::take(&mut known.also);
    origins.append(&mut other.also);
    let is_better_known = other.is_mistake() && !known.is_mistake();
    if is_better_known || known.origin().is_same_ply(&other.origin()) {
        *known = other;
    } else {
        if other.is_mistake() {
            origins.push(other.origin());
        }
        // Of a mirror image the moves are others.
        if known.position == other.position {
            known.take_judgement(other);
        }
    }
    let mut also: Vec<SuiteOrigin> = Vec::new();
    for origin in origins {
        let mut all = std::iter::once(known.origin()).chain(also.iter().cloned());
        if !all.any(|known| known.is_same_ply(&origin)) {
            also.push(origin);
        }
    }
    known.also = also;
    known.answers = answers;
}
