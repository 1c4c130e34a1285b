//! The tool `until`, which goes through a game to the next event of a kind.

use super::McpTool;
use super::game::ply_rows;
use crate::mcp::answer::ToolAnswer;
use crate::mcp::opened_game::events;
use crate::mcp::place::parse_name;
use crate::mcp::session::{JudgedGame, Session, ToolCall};
use crate::show::absolute_ply;
use kifu_core::contract::Player;
use kifu_study::failure::Failure;
use kifu_study::review::{MoveClass, ReviewedGame, positions};
use kifu_study::selection::players_of_name;
use schemars::JsonSchema;
use serde::Deserialize;

/// The kind of event to go to.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum UntilEvent {
    /// A move that the review calls an inaccuracy, a mistake or a blunder.
    Loss,
    /// A move that the review calls a mistake or a blunder.
    Mistake,
    /// A move that the review calls a blunder.
    Blunder,
    /// The failure of a player.
    Fault,
    /// An effect of a move, such as a capture.
    Event,
    /// A move that took at least `min_ms`.
    Slow,
    /// A move about which the bot wrote something.
    Output,
    /// The last ply.
    End,
}

/// The arguments of `until`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Until {
    /// The place from which to go on, FILE#GAME@PLY; FILE#GAME@0 for the start.
    at: String,
    /// The kind of event.
    event: UntilEvent,
    /// Only events of this player: a name, or first, second or a side if no one has that name.
    player: Option<String>,
    /// Event: only this kind, such as capture or claim.
    kind: Option<String>,
    /// Loss: at least this much, in percent of win probability.
    #[schemars(range(min = 0, max = 100))]
    min_loss: Option<f64>,
    /// Slow: the time in milliseconds.
    min_ms: Option<u32>,
}

impl McpTool for Until {
    const NAME: &'static str = "until";
    const ABOUT: &'static str = "Go through a game from a place FILE#GAME@PLY to the next loss, \
        mistake, blunder, fault, effect of a move (capture, claim, ...), slow move or output of a \
        bot, and name the place before that move.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let name = parse_name(&self.at)?;
        let loaded = session.load(&name, call)?;
        let plies = loaded.checked.ply_count;
        // The failure after the last move is a place to come to, not one to start from.
        let start = absolute_ply(name.ply.unwrap_or(0), plies)?;
        let game = loaded.reviewed()?;
        let found = self
            .plies(&loaded, &game)?
            .into_iter()
            .find(|ply| *ply > start);
        let Some(ply) = found else {
            let mut text = format!(
                "{}: no such event after ply {start} of {plies}",
                loaded.name
            );
            let needs_review = matches!(
                self.event,
                UntilEvent::Loss | UntilEvent::Mistake | UntilEvent::Blunder
            );
            if needs_review && game.judged.is_empty() {
                text.push_str("; the game is not reviewed: call `review` first");
            }
            return Ok(format!("{text}\n").into());
        };
        let rows = ply_rows(&loaded, false)?;
        let row = rows.into_iter().find(|row| row.ply == ply);
        let row = row.map_or_else(String::new, |row| row.text);
        let before = (ply - 1).min(plies);
        Ok(format!("{}@{before}: ply {row}\n", loaded.name).into())
    }
}

impl Until {
    /// Returns the plies with such an event, in order.
    fn plies(&self, loaded: &JudgedGame, game: &ReviewedGame) -> Result<Vec<u32>, Failure> {
        let names = Player::ALL.map(|player| game.record.player(player).name.as_str());
        let players = match &self.player {
            Some(name) => players_of_name(names, Some(loaded.game), name),
            None => Player::ALL.to_vec(),
        };
        let places = positions(loaded.game, &game.record, game.plies)?;
        let is_own = |ply: &u32| {
            let place = places.get(*ply as usize - 1);
            let mover = place.and_then(|place| place.state.mover());
            mover.is_none_or(|player| players.contains(&player))
        };
        let losses = |class: MoveClass| -> Vec<u32> {
            let min_loss = self.min_loss.unwrap_or(0.0) / 100.0;
            let is_wanted = |ply: &&kifu_study::review::JudgedPly| {
                ply.judgement.class >= class && ply.judgement.counted_loss() >= min_loss
            };
            game.judged
                .iter()
                .filter(is_wanted)
                .map(|ply| ply.ply)
                .collect()
        };
        let all: Vec<u32> = match self.event {
            UntilEvent::Loss => losses(MoveClass::Inaccuracy),
            UntilEvent::Mistake => losses(MoveClass::Mistake),
            UntilEvent::Blunder => losses(MoveClass::Blunder),
            UntilEvent::Fault => {
                let own = game.failures.iter();
                let own = own.filter(|failed| players.contains(&failed.player));
                return Ok(own.map(|failed| failed.ply).collect());
            }
            UntilEvent::Event => {
                let is_kind = |kind: &str| self.kind.as_deref().is_none_or(|own| own == kind);
                let events = events(&places).into_iter();
                events
                    .filter(|event| is_kind(event.kind))
                    .map(|event| event.ply)
                    .collect()
            }
            UntilEvent::Slow => {
                let min_ms = self.min_ms.ok_or_else(|| {
                    Failure::usage("event slow: expected `min_ms`, a time in milliseconds")
                })?;
                let times = &game.record.times_ms;
                let is_slow = |ply: &u32| times.get_ms(*ply).is_some_and(|ms| ms >= min_ms);
                (1..=game.plies).filter(is_slow).collect()
            }
            UntilEvent::Output => {
                let notes = game.record.notes.iter();
                let has_words =
                    notes.filter(|(_, note)| !(note.message.is_empty() && note.stderr.is_empty()));
                has_words.map(|(ply, _)| *ply).collect()
            }
            UntilEvent::End => vec![game.plies],
        };
        Ok(all
            .into_iter()
            .filter(|ply| *ply > 0)
            .filter(is_own)
            .collect())
    }
}
