//! The page of one game: a board that is stepped through, moves, graphs, key moments, protocol.
//!
//! The page is one file that loads nothing else. It opens from a disk and inside a frame of another
//! page, in light and dark, on a phone and on paper. `#12` opens it at ply 12.

mod about;
mod board;
mod element_styles;
mod frames;
mod move_list;
mod panels;
mod protocol;
mod shape_key;

use super::frame::{PageScript, render_page};
use super::graphs::GameGraphs;
use super::review_parts::{headline_link, render_summaries};
use super::text::{cut_text, game_and_result};
use crate::review::{PositionsError, ReviewedGame};
use board::PageBoard;
use kifu_core::contract::{Player, Winner, pair_text};
use kifu_core::findings::Finding;
use kifu_core::record::Glyph;
use kifu_core::scene::PlayerBadge;
use kifu_logs::formats::CssPalette;
use maud::{Markup, html};
use panels::Panels;
use protocol::PageProtocol;

/// The number of lines of a failed program's output that stand below the result.
const LAST_LINES: usize = 6;
/// The maximum number of characters of that output.
const MAX_LAST_OUTPUT: usize = 1000;

/// The links from the page of a game to other pages of its folder, relative to the page.
#[derive(Clone, Debug, Default)]
pub struct GamePageLinks {
    /// The page of the whole event.
    pub index: Option<String>,
    /// The pages of the players.
    pub players: [Option<String>; 2],
    /// The page of the game before.
    pub previous: Option<String>,
    /// The page of the game after.
    pub next: Option<String>,
    /// The window in a browser with this game, but for the ply.
    pub viewer: Option<String>,
}

/// Returns the page of a game.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn game_page(
    game: &ReviewedGame,
    findings: &[Finding],
    links: &GamePageLinks,
) -> Result<String, PositionsError> {
    let mut board = PageBoard::new(game)?;
    let mut colors = std::mem::take(&mut board.colors);
    let protocol = PageProtocol::new(game);
    let panels = Panels {
        game,
        board: &board,
    };
    let [first, second] = Player::ALL.map(|player| game.player_name(player));
    let title = format!("{first} – {second}, {}", game.game.name());
    let graphs = GameGraphs {
        game,
        places: game.plies + u32::from(board.failure.is_some()),
        anchor_prefix: "",
    };
    let body = html! {
        (header(game, links))
        main.game {
            (viewer(&panels, &protocol, &mut colors, links))
            section.graphs aria-label="Graphs" {
                (graphs.evaluation())
                (graphs.score(&board.scores()))
                (graphs.time(&board.movers()))
                (graphs.bot_numbers())
            }
            (panels::key_moments(&panels))
            @if !game.judged.is_empty() || game.times.is_some() {
                section aria-labelledby="players" {
                    h2 #players { "Players" }
                    (render_summaries(game))
                }
            }
            (about::findings(game, findings))
            (protocol.render(game))
            (about::render(game))
        }
        (board.frames.render())
        (keys_help())
    };
    let script = match links.viewer {
        Some(_) => PageScript::GameWithViewer,
        None => PageScript::Game,
    };
    Ok(render_page(&title, colors, script, &body))
}

/// Returns the head of the page: the players, the game and its result.
fn header(game: &ReviewedGame, links: &GamePageLinks) -> Markup {
    let [first, second] = Player::ALL.map(|player| game.player_name(player));
    let event = &game.record.event;
    let round = match event.round.as_str() {
        "" => String::new(),
        round => format!("round {round}"),
    };
    let event = [&event.name, &event.table, &round, &event.date];
    let event: Vec<&str> = event
        .into_iter()
        .map(String::as_str)
        .filter(|it| !it.is_empty())
        .collect();
    html! {
        header {
            @if let Some(index) = &links.index {
                nav.pages aria-label="Pages" {
                    a href=(index) { "All games" }
                    @if let Some(previous) = &links.previous { a href=(previous) { "Previous game" } }
                    @if let Some(next) = &links.next { a href=(next) { "Next game" } }
                    @if let Some(viewer) = &links.viewer {
                        a #viewer href=(format_args!("{viewer}&ply={}", game.plies)) { "Open in kifu" }
                    }
                }
            }
            h1 { (first) " – " (second) }
            p.muted {
                (game_and_result(game))
                @if !event.is_empty() { br; (event.join(" · ")) }
            }
            (headline_link(game, ""))
            (last_output(game))
        }
    }
}

/// Returns the last output of a program that failed without a move; nothing if there is none.
fn last_output(game: &ReviewedGame) -> Markup {
    let mut failures = game.failures.iter();
    let failed = failures.find(|failed| failed.ply == game.plies + 1);
    let note = game.record.notes.get(&(game.plies + 1));
    let stderr = note.map_or("", |note| note.stderr.trim_end());
    let lines: Vec<&str> = stderr.lines().collect();
    let shown = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n");
    html! {
        @if let Some(failed) = failed.filter(|_| !shown.is_empty()) {
            figure.output {
                figcaption { "Last output of " (game.game.sides()[failed.player.index()]) }
                pre { (cut_text(&shown, MAX_LAST_OUTPUT).0) }
            }
        }
    }
}

/// Returns the board with its controls, the moves and the panels.
fn viewer(
    panels: &Panels<'_>,
    protocol: &PageProtocol,
    colors: &mut CssPalette,
    links: &GamePageLinks,
) -> Markup {
    let (game, board) = (panels.game, panels.board);
    // The script begins with the last position.
    let last = board.main.last();
    let badges = board
        .badges
        .each_ref()
        .map(|badge| badge_picture(badge, colors));
    let [below, above] =
        Player::ALL.map(|player| player_strip(game, player, &badges[player.index()], links));
    let is_evaluated = !game.judged.is_empty();
    let [first_role, second_role] = board
        .badges
        .each_ref()
        .map(|badge| colors.css_variable(badge.role));
    html! {
        div.viewer {
            div.board-column style={ "--tall:" (format_args!("{:.3}", board.frames.height_share())) } {
                (above)
                div.board-row {
                    @if is_evaluated {
                        div.bar role="img" aria-label="Win probability" data-side=(game.game.sides()[0])
                            style={ "background:" (first_role) } {
                            span.bar-second style={ "background:" (second_role) } {}
                            span.bar-text {}
                        }
                    }
                    svg #board xmlns="http://www.w3.org/2000/svg" viewBox=(board.frames.view_box())
                        role="img" tabindex="0" aria-label=(last.map_or("Board", |last| &last.label)) {
                        @if let Some(last) = last { (board.frames.still(last.frame)) }
                    }
                }
                (below)
                (controls())
                p #status .sr role="status" {}
            }
            div.side-column {
                (move_list::render(game, board))
                (panels.render())
                (protocol.viewer())
            }
        }
        noscript {
            p.muted {
                "The board shows the last position. Stepping through the game needs JavaScript."
            }
        }
    }
}

/// Returns the strip with a player's name, score and time.
fn player_strip(
    game: &ReviewedGame,
    player: Player,
    badge: &Markup,
    links: &GamePageLinks,
) -> Markup {
    let result = game.record.result.as_ref();
    let has_won = result
        .and_then(|result| result.winner)
        .and_then(Winner::player)
        == Some(player);
    let points = result.and_then(|result| result.points);
    let name = game.player_name(player);
    let side = game.game.sides()[player.index()];
    html! {
        div.player data-player=(player.index()) {
            (badge)
            @match &links.players[player.index()] {
                Some(page) => a.name href=(page) { (name) },
                None => span.name { (name) },
            }
            @if name != side { span.muted { (side) } }
            @if has_won {
                span.won title=[points.map(|points| format!("points {}", pair_text(points)))] { "won" }
            }
            span.clock {}
            span.score {}
        }
    }
}

/// Returns the picture of a player's badge.
fn badge_picture(badge: &PlayerBadge, colors: &mut CssPalette) -> Markup {
    let [fill, ink, edge] = [badge.role, badge.role.on(), kifu_core::scene::Role::Muted]
        .map(|role| colors.css_variable(role));
    html! {
        svg.badge xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" aria-hidden="true" {
            circle cx="10" cy="10" r="9" fill=(fill) stroke=(edge) {}
            text x="10" y="14" text-anchor="middle" font-size="11" font-weight="700" fill=(ink) {
                (badge.text)
            }
        }
    }
}

/// Returns the buttons below the board.
fn controls() -> Markup {
    // Pictures, for many fonts lack the symbols.
    let buttons = [
        ("first", "M4 3v14M17 3L7 10l10 7z", "Start (Home)"),
        ("previous", "M15 3L5 10l10 7z", "Previous ply (Left)"),
        ("play", "M5 3l11 7-11 7z", "Play or pause (Space)"),
        ("next", "M5 3l10 7-10 7z", "Next ply (Right)"),
        ("last", "M16 3v14M3 3l10 7-10 7z", "End (End)"),
    ];
    html! {
        div.controls role="toolbar" aria-label="Navigation" {
            @for (id, path, title) in buttons {
                button type="button" data-do=(id) title=(title) aria-label=(title) {
                    svg.icon xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"
                        aria-hidden="true" { path d=(path) {} }
                }
            }
            label.speed {
                span.sr { "Seconds per ply" }
                select #speed {
                    @for seconds in ["0.5", "1", "2", "4"] {
                        @if seconds == "1" {
                            option value=(seconds) selected="" { (seconds) " s" }
                        } @else {
                            option value=(seconds) { (seconds) " s" }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the explanation of keys and gestures.
fn keys_help() -> Markup {
    let keys = [
        (
            "← →",
            "previous and next ply; also the wheel over the board, or a swipe",
        ),
        ("Home End", "start and end"),
        ("↑ ↓", "previous and next key moment"),
        ("Space", "play or pause"),
        (
            "v",
            "into the variation or better line at this ply, and back to the game",
        ),
    ];
    html! {
        footer {
            details.keys {
                summary { "Keys" }
                dl.about { @for (key, text) in keys { dt { kbd { (key) } } dd { (text) } } }
            }
            p.muted { "Made with kifu " (env!("CARGO_PKG_VERSION")) "." }
        }
    }
}

/// Returns the style class of a glyph.
const fn glyph_class(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::Brilliant | Glyph::Good => "better",
        Glyph::Interesting => "muted",
        Glyph::Inaccuracy => "inaccuracy",
        Glyph::Mistake => "mistake",
        Glyph::Blunder => "blunder",
    }
}

/// Converts the win probability of a player to that of the first player.
fn first_player_win(player: Player, win: f64) -> f64 {
    match player {
        Player::First => win,
        Player::Second => 1.0 - win,
    }
}
