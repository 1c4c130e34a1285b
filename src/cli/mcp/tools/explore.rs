//! The tool `explore`, which counts what was played in a position.

use super::McpTool;
use crate::common::text::pluralize;
use crate::mcp::answer::{ToolAnswer, name_text, paged};
use crate::mcp::place::Place;
use crate::mcp::session::{Session, ToolCall};
use kifu_study::explore::{ExplorerQuery, Tally};
use kifu_study::failure::{Failure, FailureKind};
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;

/// The number of games named for a move.
const MAX_NAMED_GAMES: usize = 3;

/// The arguments of `explore`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Explore {
    /// The place, FILE#GAME@PLY: the position after PLY plies.
    at: String,
    /// Legal moves after it.
    #[serde(default)]
    moves: Vec<String>,
    /// Only games of this player, spelled as in the logs.
    player: Option<String>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for Explore {
    const NAME: &'static str = "explore";
    const ABOUT: &'static str = "Count what was played in a position FILE#GAME@PLY, up to \
        symmetry, in all opened games: moves, results, and by reviews values and losses.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let library = session.opened()?;
        let place = Place::find(session, call, (&self.at, &self.moves))?;
        let explorer = library.explorer();
        let unknown = self
            .player
            .as_deref()
            .filter(|name| !explorer.has_player(name));
        if let Some(name) = unknown {
            let message = format!(
                "player: expected a name of the logs, found `{}`",
                name_text(name)
            );
            let hint = "`summary` lists the names";
            return Err(Failure::new(FailureKind::Input, message).hint(hint));
        }
        let answer = explorer.answer(&ExplorerQuery {
            ply: place.moves.is_empty().then_some(place.ply),
            player: self.player.as_deref(),
            ..ExplorerQuery::new(place.game.game.id(), place.state.as_ref())
        });
        let sides = place.game.game.sides();
        let heading = format!(
            "{}: {}; {}; positions and moves that a symmetry makes equal are counted as one",
            place.name(),
            place.turn_text(),
            tally_text(&answer.tally, sides)
        );
        let row = |explored: &kifu_study::explore::ExploredMove| {
            let labels = explored.labels.iter().take(MAX_NAMED_GAMES);
            let games = labels.filter_map(|label| library.games.get(*label as usize));
            let games = games
                .map(|game| game.name.as_str())
                .collect::<Vec<_>>()
                .join(", ");
            let tally = tally_text(&explored.tally, sides);
            format!("{}: {tally}; {games}", explored.token)
        };
        let rows: Vec<String> = answer.moves.iter().map(row).collect();
        Ok(paged(&heading, &rows, self.from).into())
    }
}

/// Returns the number of games, their results and means in words.
fn tally_text(tally: &Tally, sides: [&str; 2]) -> String {
    let [first, second] = tally.wins;
    let mut text = format!(
        "{} ({} won {first}, {} won {second}, {} drawn)",
        pluralize(tally.games as usize, "game"),
        sides[0],
        sides[1],
        tally.draws
    );
    if let (Some(win), Some(loss)) = (tally.win(), tally.loss()) {
        let _ = write!(
            text,
            ", reviewed in {}: value {:.0} %, loss {:.0} % (estimated)",
            tally.reviewed(),
            100.0 * win,
            100.0 * loss
        );
    }
    text
}
