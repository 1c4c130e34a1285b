//! The dialogue between the jury and the bots, ply by ply.

use crate::pages::text::cut_text;
use crate::review::ReviewedGame;
use kifu_core::contract::Player;
use kifu_logs::formats::{ExchangedLine, exchanged_lines};
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

    /// Returns the section with the whole dialogue; nothing if there is none.
    ///
    /// A number in `b` begins the lines of a ply.
    pub fn render(&self, game: &ReviewedGame) -> Markup {
        if self.0.is_empty() {
            return Markup::default();
        }
        let seat_lines = |player: Player| {
            let of_ply = move |both: &'_ [Vec<ExchangedLine>; 2]| !both[player.index()].is_empty();
            self.0.iter().filter(move |(_, both)| of_ply(both))
        };
        html! {
            section.protocol-section aria-labelledby="protocol" {
                h2 #protocol { "Protocol" }
                details {
                    summary { "All lines between the jury and the programs, by ply" }
                    div.both {
                        @for player in Player::ALL {
                            div {
                                h3 { "Jury and " (game.game.sides()[player.index()]) }
                                pre.dialogue {
                                    @for (ply, both) in seat_lines(player) {
                                        b { (ply) } "\n"
                                        @for line in &both[player.index()] { (line_text(line)) "\n" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the place below the board where the script shows the lines of the current ply.
    pub fn viewer(&self) -> Markup {
        html! {
            @if !self.0.is_empty() {
                details.protocol hidden="" { summary { "Protocol" } }
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
