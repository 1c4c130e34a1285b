//! The games of an event that are worth a look.

use super::EventGame;
use super::game_table::EventLinks;
use crate::pages::text::{count_text, signed_percent};
use kifu_core::contract::{Player, pair_text};
use kifu_core::record::Ending;
use maud::{Markup, html};
use std::cmp::Reverse;

/// The number of games in each list.
const MAX_ENTRIES: usize = 8;
/// The difference of ratings, in Elo points, from which on a win of the weaker side is an upset.
const MIN_UPSET: f64 = 50.0;

/// A list of games.
pub(super) struct Highlight {
    title: &'static str,
    about: &'static str,
    /// The entries: the figure, the game, and the rest of the line.
    entries: Vec<Markup>,
}

/// Returns all lists that have entries.
pub(super) fn of_event(links: &EventLinks<'_>) -> Vec<Highlight> {
    let all = [
        upsets(links),
        swings(links),
        thrown_away(links),
        closest(links),
        claims(links),
        faults(links),
    ];
    let has_entries = |list: &Highlight| !list.entries.is_empty();
    all.into_iter().filter(has_entries).collect()
}

/// Returns the section with these lists.
pub(super) fn render(all: &[Highlight]) -> Markup {
    html! {
        @if !all.is_empty() {
            section aria-labelledby="highlights" {
                h2 #highlights { "Highlights" }
                div.tiles {
                    @for list in all {
                        div.tile {
                            h3 { (list.title) }
                            p.muted { (list.about) }
                            ol { @for entry in &list.entries { li { (entry) } } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the first entries of a list, in the order of a key.
fn first_by_key<T, K: Ord>(mut all: Vec<T>, key: impl Fn(&T) -> K) -> impl Iterator<Item = T> {
    all.sort_by_key(|it| key(it));
    all.into_iter().take(MAX_ENTRIES)
}

/// Returns a share as a number that can be ordered.
#[expect(
    clippy::cast_possible_truncation,
    reason = "shares and ratings are small"
)]
fn ordered(number: f64) -> i64 {
    (number * 1e6) as i64
}

fn entry(figure: &str, place: &str, game: &EventGame, rest: &str) -> Markup {
    let name = |player: Player| {
        let name = &game.names[player.index()];
        html! {
            @if game.winner() == Some(player) { strong { (name) } } @else { (name) }
        }
    };
    html! {
        b { (figure) } " " a href=(place) { (name(Player::First)) " – " (name(Player::Second)) }
        @if !rest.is_empty() { br; span.muted { (rest) } }
    }
}

fn upsets(links: &EventLinks<'_>) -> Highlight {
    let upset = |game| {
        let game: &EventGame = game;
        let winner = game.winner()?;
        let rating = |player: Player| {
            links
                .event
                .rating(game.game_id, &game.names[player.index()])
        };
        let difference = rating(winner.opponent())? - rating(winner)?;
        (difference >= MIN_UPSET).then_some((difference, game))
    };
    let candidates: Vec<_> = links.event.games.iter().filter_map(upset).collect();
    let largest = first_by_key(candidates, |(difference, _)| Reverse(ordered(*difference)));
    let entries = largest.map(|(difference, game)| {
        entry(&format!("{difference:.0} Elo"), &links.game(game), game, "")
    });
    Highlight {
        title: "Upsets",
        about: "Won by the player with the lower rating",
        entries: entries.collect(),
    }
}

fn swings(links: &EventLinks<'_>) -> Highlight {
    let games = links.event.games.iter();
    let candidates: Vec<_> = games
        .filter_map(|game| Some((game.swing.as_ref()?, game)))
        .collect();
    let largest = first_by_key(candidates, |(swing, _)| Reverse(ordered(swing.loss)));
    let entries = largest.map(|(swing, game)| {
        let rest = format!(
            "{} at ply {}: {}",
            game.names[swing.player.index()],
            swing.ply,
            swing.token
        );
        let place = links.ply(game, swing.ply);
        entry(&signed_percent(-swing.loss), &place, game, &rest)
    });
    Highlight {
        title: "Biggest swings",
        about: "The win probability that one move gave away",
        entries: entries.collect(),
    }
}

fn thrown_away(links: &EventLinks<'_>) -> Highlight {
    let games = links.event.games.iter();
    let candidates: Vec<_> = games
        .filter_map(|game| Some((game.thrown_away?, game)))
        .collect();
    let longest = first_by_key(candidates, |(win, _)| Reverse(win.ply - win.from));
    let entries = longest.map(|(win, game)| {
        let length = (win.ply - win.from) as usize;
        let rest = format!(
            "{} had it from ply {} and lost it at ply {}",
            game.names[win.player.index()],
            win.from,
            win.ply
        );
        let figure = match length {
            0 => "at once".to_owned(),
            length => count_text(length, "ply").replace("plys", "plies"),
        };
        entry(&figure, &links.ply(game, win.ply), game, &rest)
    });
    Highlight {
        title: "Proven wins thrown away",
        about: "The longest first",
        entries: entries.collect(),
    }
}

fn closest(links: &EventLinks<'_>) -> Highlight {
    let games = &links.event.games;
    // A draw is no close win.
    let decided = games.iter().filter(|game| game.winner().is_some());
    let finished: Vec<_> = decided
        .filter_map(|game| Some((game.margin()?, game)))
        .collect();
    // Where all games end alike, none is close.
    let is_alike = finished.iter().all(|(margin, _)| *margin == finished[0].0);
    let candidates = if is_alike { Vec::new() } else { finished };
    let closest = first_by_key(candidates, |(margin, game)| (*margin, Reverse(game.plies)));
    let entries = closest.map(|(margin, game)| {
        let rest = game.score.scores.or(game.score.points);
        let rest = rest.map(|[first, second]| pair_text((first, second)));
        let figure = format!("by {margin}");
        entry(&figure, &links.game(game), game, &rest.unwrap_or_default())
    });
    Highlight {
        title: "Closest games",
        about: "Won by the rules, with the smallest difference",
        entries: entries.collect(),
    }
}

fn claims(links: &EventLinks<'_>) -> Highlight {
    let mut right_claims = Vec::new();
    for game in &links.event.games {
        for player in Player::ALL {
            if let Some((ply, true)) = game.claims[player.index()] {
                right_claims.push((ply, game, player));
            }
        }
    }
    let fastest = first_by_key(right_claims, |(ply, ..)| *ply);
    let entries = fastest.map(|(ply, game, player)| {
        let rest = format!("{} claimed and won", game.names[player.index()]);
        entry(&format!("ply {ply}"), &links.ply(game, ply), game, &rest)
    });
    Highlight {
        title: "Fastest right claims",
        about: "The win was claimed early, and came",
        entries: entries.collect(),
    }
}

fn faults(links: &EventLinks<'_>) -> Highlight {
    let mut failures = Vec::new();
    for game in &links.event.games {
        for player in Player::ALL {
            if let Some(fault) = game.score.faults[player.index()] {
                failures.push((fault, game, player));
            }
        }
    }
    let count = failures.len();
    let mut entries: Vec<Markup> = failures
        .into_iter()
        .take(MAX_ENTRIES)
        .map(|(fault, game, player)| {
            let headline = game.headline.as_ref();
            let place = links.ply(game, headline.and_then(|it| it.ply).unwrap_or(game.plies));
            let name = || game.names[player.index()].clone();
            let what = headline.map_or_else(name, |it| it.sentence.clone());
            entry(Ending::from(fault).words(), &place, game, &what)
        })
        .collect();
    if count > entries.len() {
        let more = count - entries.len();
        entries.push(html! { span.muted { "and " (more) " more" } });
    }
    Highlight {
        title: "Faults",
        about: "Games in which a program failed",
        entries,
    }
}
