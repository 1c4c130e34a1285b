//! The dialogue between the jury and the bots, ply by ply.

use crate::contract::Player;
use crate::formats::{ExchangedLine, exchanged_lines};
use crate::pages::text::cut_text;
use crate::review::ReviewedGame;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The maximum number of characters of a line that is shown.
const MAX_LINE: usize = 400;

/// The lines that were exchanged with both bots, by the ply that they belong to.
#[derive(Default)]
pub(super) struct PageProtocol(BTreeMap<u32, [Vec<ExchangedLine>; 2]>);

impl PageProtocol {
    /// Returns the dialogue of a game; empty if it needs what the record does not have.
    pub fn new(game: &ReviewedGame) -> Self {
        let mut protocol = Self::default();
        for seat in Player::ALL {
            let lines = exchanged_lines(&game.record, game.game, seat);
            // Lines before the first move belong to the start, those after a move to that move.
            let mut ply = 0;
            for line in lines.unwrap_or_default() {
                ply = line.ply.unwrap_or(ply);
                let both = protocol.0.entry(ply).or_default();
                both[seat.index()].push(line);
            }
        }
        protocol
    }

    /// Returns the lines of a ply.
    pub fn panel(&self, game: &ReviewedGame, ply: u32) -> Markup {
        let Some(both) = self.0.get(&ply) else {
            return Markup::default();
        };
        html! {
            details.protocol {
                summary { "Protocol" }
                @for (player, lines) in Player::ALL.into_iter().zip(both) {
                    @if !lines.is_empty() {
                        p.muted { "Jury and " (game.game.sides()[player.index()]) }
                        pre { @for line in lines { (line_text(line)) "\n" } }
                    }
                }
            }
        }
    }
}

/// Returns a line with its direction: `→` to the bot, `←` from it.
fn line_text(line: &ExchangedLine) -> String {
    let arrow = if line.to_bot { "→" } else { "←" };
    let (text, left_out) = cut_text(&line.text, MAX_LINE);
    let more = if left_out > 0 { "…" } else { "" };
    format!("{arrow} {text}{more}")
}
