//! The texts around the board of a picture.

use crate::formats::statuses::single_line;
use kifu_core::contract::{Faults, Outcome, Player, Turn, Winner, pair_text};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::{Ending, FinalFailure, Glyph, PlayerInfo, Record};

/// The texts around a board.
#[derive(Debug, Default)]
pub(super) struct Caption {
    /// The names of the players.
    pub names: [String; 2],
    /// The lines below the names.
    pub subtitles: [String; 2],
    /// Whether each player has won.
    pub has_won: [bool; 2],
    /// The score between the names.
    pub score: String,
    /// The last move, or the result.
    pub headline: String,
    /// The error that ended the game.
    pub failure: String,
    /// The game and the event.
    pub event_line: String,
    /// All texts together, for a screen reader.
    pub accessible_label: String,
}

/// A position of a game, to be described.
pub(super) struct GameMoment<'a> {
    /// The position.
    pub state: &'a dyn DynState,
    /// The number of plies before it.
    pub ply: usize,
    /// The move that led there, and who made it.
    pub last: Option<(Option<Player>, &'a str)>,
    /// The glyph of that move.
    pub glyph: Option<Glyph>,
    /// Whether it is the last position of the game.
    pub is_end: bool,
    /// The failure that ended the game, if the moment is that of the failure.
    pub failure: Option<FinalFailure>,
    /// The time that each player has used in milliseconds, if it is to be shown.
    pub used_ms: [Option<u64>; 2],
}

impl Caption {
    /// Creates the caption for a position of a game.
    pub fn of_game(record: &Record, game: &dyn DynGame, moment: &GameMoment<'_>) -> Self {
        let &GameMoment {
            state, ply, is_end, ..
        } = moment;
        let outcome = state.outcome(Faults::NONE);
        let played = moment.last.filter(|_| ply > 0).map(|(mover, token)| {
            let side = mover.map_or("chance", |player| game.sides()[player.index()]);
            let glyph = moment.glyph.map_or("", Glyph::symbol);
            format!("{side} {token}{glyph}")
        });
        let mut caption = Self {
            names: Player::ALL.map(|player| player_name(record.player(player), game, player)),
            subtitles: Player::ALL.map(|player| {
                let side = side_subtitle(record.player(player), game, player);
                let used = moment.used_ms[player.index()].map_or(String::new(), used_time_text);
                join_with_dots([side.as_str(), &used])
            }),
            score: outcome
                .scores
                .map(|scores| pair_text(scores.into()))
                .unwrap_or_default(),
            event_line: event_text(record, game),
            ..Self::default()
        };
        let ended = record
            .result
            .as_ref()
            .filter(|result| is_end && result.how != Ending::Unterminated);
        let label = format!("ply {ply}");
        let played = played.map_or(label.clone(), |played| format!("{label}: {played}"));
        if let Some(result) = ended {
            let score = result.scores.or(result.points).map(pair_text);
            caption.score = score.unwrap_or(caption.score);
            caption.headline = result_caption(record, game);
            if let Some(winner) = result.winner.and_then(Winner::player) {
                caption.has_won[winner.index()] = true;
                let below = &mut caption.subtitles[winner.index()];
                *below = join_with_dots([below.as_str(), "winner"]);
            }
            caption.event_line = join_with_dots([caption.event_line.as_str(), &played]);
        } else {
            let next = turn_text(game, state, outcome);
            caption.headline = join_with_dots([capital(&played).as_str(), &next]);
        }
        if let Some(attempt) = record.attempt.as_ref().filter(|_| is_end) {
            let who = attempt.player.map(|player| game.sides()[player.index()]);
            let (raw, reason) = (single_line(&attempt.raw), single_line(&attempt.reason));
            let tried = format!("{} tried {raw}", who.unwrap_or("chance"));
            let lines = [tried, reason].map(|text| text.trim().to_owned());
            caption.failure = lines.join(if lines[1].is_empty() { "" } else { ": " });
        } else if let Some(FinalFailure {
            player: Some(player),
            fault: Some(fault),
        }) = moment.failure
        {
            let (side, how) = (game.sides()[player.index()], Ending::from(fault).words());
            caption.failure = format!("{side} failed at ply {}: {how}", ply + 1);
        }
        caption.accessible_label = caption.make_accessible_label();
        caption
    }

    /// Creates the caption of a game as a whole.
    pub fn of_names(record: &Record, game: &dyn DynGame) -> Self {
        Self {
            names: Player::ALL.map(|player| player_name(record.player(player), game, player)),
            event_line: event_text(record, game),
            ..Self::default()
        }
    }

    /// Creates the caption for a position without a game.
    pub fn of_position(game: &dyn DynGame, state: &dyn DynState) -> Self {
        let outcome = state.outcome(Faults::NONE);
        let mut caption = Self {
            names: game.sides().map(str::to_owned),
            score: outcome
                .scores
                .map(|scores| pair_text(scores.into()))
                .unwrap_or_default(),
            headline: turn_text(game, state, outcome),
            event_line: join_with_dots([game.name(), game.info().contest]),
            ..Self::default()
        };
        caption.accessible_label = caption.make_accessible_label();
        caption
    }

    fn make_accessible_label(&self) -> String {
        let [first, second] = &self.names;
        let mut text = format!("{first} against {second}. {}.", self.headline);
        if !self.failure.is_empty() {
            text.push_str(&format!(" {}.", self.failure));
        }
        text
    }
}

fn player_name(person: &PlayerInfo, game: &dyn DynGame, player: Player) -> String {
    let name = single_line(&person.name);
    if name.is_empty() {
        return game.sides()[player.index()].to_owned();
    }
    join_non_empty(" ", [name.as_str(), &single_line(&person.version)])
}

/// Returns the side, unless it already replaces the missing name.
fn side_subtitle(person: &PlayerInfo, game: &dyn DynGame, player: Player) -> String {
    let side = game.sides()[player.index()];
    if single_line(&person.name).is_empty() {
        String::new()
    } else {
        side.to_owned()
    }
}

/// Formats the time that a player has used: `3.2 s`, `2:05 min`.
fn used_time_text(ms: u64) -> String {
    // Rounded first, so that no text says 60.0 s.
    let tenths = ms.saturating_add(50) / 100;
    if tenths < 600 {
        return format!("{}.{} s", tenths / 10, tenths % 10);
    }
    let seconds = ms.saturating_add(500) / 1000;
    format!("{}:{:02} min", seconds / 60, seconds % 60)
}

fn join_with_dots<const N: usize>(parts: [&str; N]) -> String {
    join_non_empty(" · ", parts)
}

fn join_non_empty<const N: usize>(between: &str, parts: [&str; N]) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(between)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

fn event_text(record: &Record, game: &dyn DynGame) -> String {
    let event = &record.event;
    let round = if event.round.is_empty() {
        String::new()
    } else {
        format!("round {}", single_line(&event.round))
    };
    join_with_dots([
        game.name(),
        game.info().contest,
        &single_line(&event.name),
        &single_line(&event.table),
        &round,
        &single_line(&event.date),
    ])
}

/// Describes whose turn it is, or how the game ended.
fn turn_text(game: &dyn DynGame, state: &dyn DynState, outcome: Outcome) -> String {
    match (state.turn(), outcome.winner) {
        (Turn::Over, Some(winner)) => winner_text(winner, game),
        (Turn::Over, None) => "game over".to_owned(),
        (Turn::Player(player), _) => format!("{} to move", game.sides()[player.index()]),
        (Turn::Chance, _) => match state.mover() {
            Some(player) => format!("{} to move", game.sides()[player.index()]),
            None => "not started".to_owned(),
        },
    }
}

fn winner_text(winner: Winner, game: &dyn DynGame) -> String {
    match winner.player() {
        Some(player) => format!("{} wins", game.sides()[player.index()]),
        None => "Draw".to_owned(),
    }
}

/// Describes a result: `Black wins · illegal move · points 96 - 0`.
fn result_caption(record: &Record, game: &dyn DynGame) -> String {
    let Some(result) = &record.result else {
        return String::new();
    };
    let winner = result.winner.map(|winner| winner_text(winner, game));
    let how = match result.how {
        Ending::Finished | Ending::Unterminated => "",
        ending => ending.words(),
    };
    let labelled = |name: &str, values: Option<(i32, i32)>| match values {
        Some((first, second)) => format!("{name} {}", pair_text((first, second))),
        None => String::new(),
    };
    let points = result.points.filter(|_| result.points != result.scores);
    join_with_dots([
        &winner.unwrap_or_else(|| "No result".to_owned()),
        how,
        &labelled("points", points),
        &labelled("game points", result.game_points),
    ])
}
