//! What is said around the board.

use crate::contract::{Faults, Outcome, Player, Turn, Winner};
use crate::formats::result_text::one_line;
use crate::games::{DynGame, DynState};
use crate::record::{Ending, PlayerInfo, Record};

/// The words around a board.
#[derive(Debug, Default)]
pub(super) struct Caption {
    /// The players.
    pub names: [String; 2],
    /// What stands below their names.
    pub subtitles: [String; 2],
    /// Who has won.
    pub has_won: [bool; 2],
    /// The score between them.
    pub score: String,
    /// What was played, or the result.
    pub headline: String,
    /// What went wrong.
    pub failure: String,
    /// Game and event.
    pub event_line: String,
    /// All of it for a screen reader.
    pub accessible_label: String,
}

impl Caption {
    /// After `ply`, with the act that led there.
    pub fn of_game(
        record: &Record,
        book: &dyn DynGame,
        table: &dyn DynState,
        ply: usize,
        last: Option<(Option<Player>, &str)>,
        is_end: bool,
    ) -> Self {
        let outcome = table.outcome(Faults::NONE);
        let played = last.filter(|_| ply > 0).map(|(mover, token)| {
            let side = mover.map_or("chance", |player| book.sides()[player.index()]);
            format!("{side} {token}")
        });
        let mut caption = Self {
            names: Player::ALL.map(|player| player_name(record.player(player), book, player)),
            subtitles: Player::ALL.map(|player| side_subtitle(record.player(player), book, player)),
            score: outcome.scores.map(score_text).unwrap_or_default(),
            event_line: event_text(record, book),
            ..Self::default()
        };
        let ended = record
            .result
            .as_ref()
            .filter(|result| is_end && result.how != Ending::Unterminated);
        let at = format!("ply {ply}");
        let played = played.map_or(at.clone(), |played| format!("{at}: {played}"));
        if let Some(result) = ended {
            let score = result
                .scores
                .or(result.points)
                .map(|(a, b)| score_text([a, b]));
            caption.score = score.unwrap_or(caption.score);
            caption.headline = result_text(record, book);
            if let Some(winner) = result.winner.and_then(Winner::player) {
                caption.has_won[winner.index()] = true;
                let below = &mut caption.subtitles[winner.index()];
                *below = join_with_dots([below.as_str(), "winner"]);
            }
            caption.event_line = join_with_dots([caption.event_line.as_str(), &played]);
        } else {
            let next = turn_text(book, table, outcome);
            caption.headline = join_with_dots([capital(&played).as_str(), &next]);
        }
        if let Some(attempt) = record.attempt.as_ref().filter(|_| is_end) {
            let who = attempt.player.map(|player| book.sides()[player.index()]);
            let (raw, reason) = (one_line(&attempt.raw), one_line(&attempt.reason));
            let tried = format!("{} tried {raw}", who.unwrap_or("chance"));
            let said = [tried, reason].map(|text| text.trim().to_owned());
            caption.failure = said.join(if said[1].is_empty() { "" } else { ": " });
        }
        caption.accessible_label = caption.make_accessible_label();
        caption
    }

    /// Of a position alone.
    pub fn of_position(book: &dyn DynGame, table: &dyn DynState) -> Self {
        let outcome = table.outcome(Faults::NONE);
        let mut caption = Self {
            names: book.sides().map(str::to_owned),
            score: outcome.scores.map(score_text).unwrap_or_default(),
            headline: turn_text(book, table, outcome),
            event_line: join_with_dots([book.name(), book.info().contest]),
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

fn player_name(person: &PlayerInfo, book: &dyn DynGame, player: Player) -> String {
    let name = one_line(&person.name);
    if name.is_empty() {
        return book.sides()[player.index()].to_owned();
    }
    join_non_empty(" ", [name.as_str(), &one_line(&person.version)])
}

/// The side, where it does not stand for the name already.
fn side_subtitle(person: &PlayerInfo, book: &dyn DynGame, player: Player) -> String {
    let side = book.sides()[player.index()];
    if one_line(&person.name).is_empty() {
        String::new()
    } else {
        side.to_owned()
    }
}

fn score_text([first, second]: [i32; 2]) -> String {
    // A minus is no dash.
    let number = |number: i32| number.to_string().replace('-', "\u{2212}");
    format!("{} \u{2013} {}", number(first), number(second))
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

fn event_text(record: &Record, book: &dyn DynGame) -> String {
    let event = &record.event;
    let round = if event.round.is_empty() {
        String::new()
    } else {
        format!("round {}", one_line(&event.round))
    };
    join_with_dots([
        book.name(),
        book.info().contest,
        &one_line(&event.name),
        &one_line(&event.table),
        &round,
        &one_line(&event.date),
    ])
}

/// Whose act it is, or how the game came out.
fn turn_text(book: &dyn DynGame, table: &dyn DynState, outcome: Outcome) -> String {
    match (table.turn(), outcome.winner) {
        (Turn::Over, Some(winner)) => winner_text(winner, book),
        (Turn::Over, None) => "game over".to_owned(),
        (Turn::Player(player), _) => format!("{} to move", book.sides()[player.index()]),
        (Turn::Chance, _) => match table.mover() {
            Some(player) => format!("{} to move", book.sides()[player.index()]),
            None => "not started".to_owned(),
        },
    }
}

fn winner_text(winner: Winner, book: &dyn DynGame) -> String {
    match winner.player() {
        Some(player) => format!("{} wins", book.sides()[player.index()]),
        None => "Draw".to_owned(),
    }
}

/// `Black wins · illegal move · points 96 - 0`.
fn result_text(record: &Record, book: &dyn DynGame) -> String {
    let Some(result) = &record.result else {
        return String::new();
    };
    let winner = result.winner.map(|winner| winner_text(winner, book));
    let how = match result.how {
        Ending::Finished | Ending::Unterminated => "",
        Ending::Illegal => "illegal move",
        Ending::Timeout => "timeout",
        Ending::Crash => "crash",
        Ending::Exit => "program exited",
        Ending::Jury => "jury took over",
    };
    let said = |name: &str, values: Option<(i32, i32)>| match values {
        Some((first, second)) => format!("{name} {}", score_text([first, second])),
        None => String::new(),
    };
    let points = result.points.filter(|_| result.points != result.scores);
    join_with_dots([
        &winner.unwrap_or_else(|| "No result".to_owned()),
        how,
        &said("points", points),
        &said("game points", result.game_points),
    ])
}
