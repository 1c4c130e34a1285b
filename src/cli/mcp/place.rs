//! Places: positions of recorded games, and those that legal moves lead to from there.

use super::answer::{name_text, shortened};
use super::place_name::PlaceName;
use super::session::{JudgedGame, Session, ToolCall};
use crate::common::text::pluralize;
use crate::show::absolute_ply;
use kifu_core::contract::{Player, Turn};
use kifu_core::games::DynState;
use kifu_study::failure::Failure;
use kifu_study::review::positions;
use std::sync::Arc;

/// The maximum number of moves after a recorded position.
const MAX_MOVES: usize = 500;
/// The number of legal moves named in an error.
const MAX_NAMED_MOVES: usize = 12;

/// A position of a recorded game, or one after further moves.
pub(super) struct Place {
    /// The game.
    pub game: Arc<JudgedGame>,
    /// The number of plies of the record before it.
    pub ply: u32,
    /// The moves after that.
    pub moves: Vec<String>,
    /// The position; a chance event before the next recorded move has happened.
    pub state: Box<dyn DynState>,
    /// The move that was made there; `None` at the end and after further moves.
    pub played: Option<String>,
}

impl Place {
    /// Returns the place of a name, after `moves`, of which each must be legal.
    ///
    /// Without a ply it is the end of the game.
    ///
    /// # Errors
    /// Returns an error if there is no such game or ply, or if a move is not legal.
    pub fn find(
        session: &Session,
        call: &ToolCall,
        (at, moves): (&str, &[String]),
    ) -> Result<Self, Failure> {
        let name: PlaceName = parse_name(at)?;
        let game = session.load(&name, call)?;
        let checked = &game.checked;
        let ply = absolute_ply(name.ply.unwrap_or(-1), checked.ply_count).map_err(|failure| {
            let failed_ply = i64::from(checked.ply_count) + 1;
            let is_failure = checked.ending.fault().is_some() && name.ply == Some(failed_ply);
            let hint = format!("the failure came at @{}", checked.ply_count);
            if is_failure {
                failure.hint(hint)
            } else {
                failure
            }
        })?;
        if moves.len() > MAX_MOVES {
            let message = format!("expected at most {MAX_MOVES} moves, found {}", moves.len());
            return Err(Failure::usage(message));
        }
        let mut all = positions(game.game, &checked.record, checked.ply_count)?;
        let position = all.swap_remove(ply as usize);
        let mut state = position.state;
        for (nth, token) in moves.iter().enumerate() {
            state.play(token).map_err(|error| {
                let message = format!("moves: move {}, `{}`: {error}", nth + 1, name_text(token));
                Failure::usage(message).hint(legal_text(state.as_ref()))
            })?;
        }
        Ok(Self {
            ply,
            moves: moves.to_vec(),
            state,
            played: position.played.filter(|_| moves.is_empty()),
            game,
        })
    }

    /// Returns the name of the place: `box.ron#0@31 and 2 moves after it`.
    pub fn name(&self) -> String {
        let recorded = format!("{}@{}", self.game.name, self.ply);
        match self.moves.len() {
            0 => recorded,
            more => format!("{recorded} and {} after it", pluralize(more, "move")),
        }
    }

    /// Returns who is to move, in words.
    pub fn turn_text(&self) -> String {
        let sides = self.game.game.sides();
        match self.state.turn() {
            Turn::Over => "the game is over".to_owned(),
            Turn::Chance => "a random deal comes next".to_owned(),
            Turn::Player(player) => format!("{} to move", sides[player.index()]),
        }
    }

    /// Returns the player to whom the values of a search belong.
    pub fn to_act(&self) -> Player {
        self.state.mover().unwrap_or(Player::First)
    }
}

/// Parses the name of a game or place.
///
/// # Errors
/// Returns an error with the form that is expected.
pub(super) fn parse_name(text: &str) -> Result<PlaceName, Failure> {
    text.parse()
        .map_err(|error: super::place_name::ParsePlaceNameError| {
            Failure::usage(error.to_string()).hint("`open` and `find` list the names of games")
        })
}

/// Returns the first legal moves of a position in words.
fn legal_text(state: &dyn DynState) -> String {
    let legal = state.legal_moves();
    match (state.turn(), legal.len()) {
        (Turn::Over, _) => "the game is over there".to_owned(),
        (Turn::Chance, _) => {
            let outcomes = state.chance_outcomes();
            let first = outcomes.first().map_or("", String::as_str);
            format!("a move there begins with what is dealt, such as {first}")
        }
        (_, count) => {
            let named = legal
                .iter()
                .take(MAX_NAMED_MOVES)
                .cloned()
                .collect::<Vec<_>>();
            let named = shortened(&named.join(" "), 300);
            format!("{count} legal moves, such as {named}")
        }
    }
}
