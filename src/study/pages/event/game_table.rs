//! The table of games, with filters.

use super::{Event, EventGame};
use crate::pages::text::signed_percent;
use kifu_core::contract::{Player, Winner, pair_text};
use kifu_core::record::Ending;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The links of a page to the pages of games and players.
pub(super) struct EventLinks<'a> {
    pub event: &'a Event<'a>,
    /// The way from the page to the folder of the index: empty, or `../`.
    pub base: &'a str,
}

impl EventLinks<'_> {
    /// Returns the link to a game's page.
    pub fn game(&self, game: &EventGame) -> String {
        format!("{}{}", self.base, game.file.link())
    }

    /// Returns the link to a ply of a game.
    pub fn ply(&self, game: &EventGame, ply: u32) -> String {
        format!("{}#{ply}", self.game(game))
    }

    /// Returns the link to a player's page.
    pub fn player(&self, name: &str) -> Option<String> {
        let file = self.event.player_files.get(name)?;
        Some(format!("{}{}", self.base, file.link()))
    }

    /// Returns the name of a player as a link.
    pub fn player_name(&self, name: &str) -> Markup {
        html! {
            @match self.player(name) {
                Some(page) => a href=(page) { (name) },
                None => (name),
            }
        }
    }
}

/// Returns the keyword of a game's result, for the filter.
fn result_key(game: &EventGame) -> &'static str {
    match game.score.winner {
        Some(Winner::First) => "first",
        Some(Winner::Second) => "second",
        Some(Winner::Draw) => "draw",
        None => "none",
    }
}

/// Returns the result of a game as a score: `1 – 0`.
fn score_text(game: &EventGame) -> &'static str {
    match game.score.winner {
        Some(Winner::First) => "1 – 0",
        Some(Winner::Second) => "0 – 1",
        Some(Winner::Draw) => "½ – ½",
        None => "? – ?",
    }
}

/// Returns the table of some games with its filters.
pub(super) fn render(
    links: &EventLinks<'_>,
    games: &[&EventGame],
    has_player_filter: bool,
) -> Markup {
    let has_kinds = games.iter().any(|game| game.game_id != games[0].game_id);
    let has_swings = games.iter().any(|game| game.swing.is_some());
    let has_rounds = games.iter().any(|game| !game.round.is_empty());
    let has_endings = games.iter().any(|game| !ending_cell(game).is_empty());
    let has_points = games.iter().any(|game| game.score.points.is_some());
    html! {
        (filters(games, has_player_filter, has_kinds))
        div.wide {
            table #games-table .sortable.games {
                thead {
                    tr {
                        th scope="col" { "No." }
                        @if has_kinds { th.name scope="col" { "Game" } }
                        @if has_rounds { th.name scope="col" { "Round" } }
                        th.name scope="col" { "First" }
                        th.name scope="col" { "Second" }
                        th scope="col" { "Result" }
                        @if has_points { th scope="col" { "Points" } }
                        th scope="col" { "Plies" }
                        @if has_swings { th scope="col" { "Worst move" } }
                        @if has_endings { th.name scope="col" { "Ending" } }
                    }
                }
                tbody {
                    @for (nth, game) in (1..).zip(games) {
                        tr data-player=(game.names.join("\n")) data-result=(result_key(game))
                            data-ending=(game.ending.as_str()) data-kind=(game.game_id)
                            data-round=(game.round) {
                            td { @if game.id.is_empty() { (nth) } @else { (game.id) } }
                            @if has_kinds { td.name { (game.game_name) } }
                            @if has_rounds { td class=(round_class(game)) { (game.round) } }
                            (player_cell(links, game, Player::First))
                            (player_cell(links, game, Player::Second))
                            (result_cell(links, game))
                            @if has_points {
                                td.points { (game.score.points.map(|[a, b]| pair_text((a, b))).unwrap_or_default()) }
                            }
                            td.plies { (game.plies) }
                            @if has_swings { (swing_cell(links, game)) }
                            @if has_endings { td.name { (ending_cell(game)) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the class of the cell with the round; on a narrow page a number needs the word.
fn round_class(game: &EventGame) -> &'static str {
    if game.round.starts_with(|first: char| first.is_ascii_digit()) {
        "name round"
    } else {
        "name"
    }
}

/// Returns the cell of a player, the winner in bold.
fn player_cell(links: &EventLinks<'_>, game: &EventGame, player: Player) -> Markup {
    let name = links.player_name(&game.names[player.index()]);
    let class = ["name first-player", "name second-player"][player.index()];
    html! {
        td class=(class) {
            @if game.winner() == Some(player) { b { (name) } } @else { (name) }
        }
    }
}

/// Returns the cell with the result, which leads to the page of the game.
fn result_cell(links: &EventLinks<'_>, game: &EventGame) -> Markup {
    let [first, second] = &game.names;
    let result = score_text(game);
    html! {
        td.result {
            a href=(links.game(game)) aria-label={ (first) " – " (second) ": " (result) } { (result) }
        }
    }
}

fn swing_cell(links: &EventLinks<'_>, game: &EventGame) -> Markup {
    html! {
        @match &game.swing {
            Some(swing) => td.worst data-v=(format!("{:.3}", swing.loss)) {
                a href=(links.ply(game, swing.ply)) { (signed_percent(-swing.loss)) }
            },
            None => td data-v="0" {},
        }
    }
}

/// Returns the way in which a game ended, with the number of errors in its log.
fn ending_cell(game: &EventGame) -> String {
    let ending = match game.ending {
        Ending::Finished => "",
        other => other.words(),
    };
    match game.error_count {
        0 => ending.to_owned(),
        _ if ending.is_empty() => "errors in the log".to_owned(),
        _ => format!("{ending}, errors in the log"),
    }
}

/// Returns the filters of the table; the script shows them.
fn filters(games: &[&EventGame], has_player_filter: bool, has_kinds: bool) -> Markup {
    let endings: BTreeSet<&str> = games.iter().map(|game| game.ending.as_str()).collect();
    let kinds: BTreeSet<(&str, &str)> = games
        .iter()
        .map(|game| (game.game_id, game.game_name))
        .collect();
    let label = if has_player_filter {
        "Player"
    } else {
        "Opponent"
    };
    html! {
        form.filters hidden="" data-table="games-table" {
            label { (label) input type="search" data-key="player"; }
            @if games.iter().any(|game| !game.round.is_empty()) {
                label { "Round" input type="search" data-key="round"; }
            }
            (select("Result", "result", &[
                ("first", "first player won"), ("second", "second player won"), ("draw", "draw"),
                ("none", "no result"),
            ]))
            @if endings.len() > 1 {
                (select("Ending", "ending", &endings.iter().map(|it| (*it, *it)).collect::<Vec<_>>()))
            }
            @if has_kinds {
                (select("Game", "kind", &kinds.into_iter().collect::<Vec<_>>()))
            }
            output.muted {}
        }
    }
}

fn select(label: &str, key: &str, options: &[(&str, &str)]) -> Markup {
    html! {
        label {
            (label)
            select data-key=(key) {
                option value="" { "all" }
                @for (value, text) in options { option value=(value) { (text) } }
            }
        }
    }
}
