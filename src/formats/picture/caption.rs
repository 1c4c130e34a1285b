//! What is said around the board.

use crate::contract::{Outcome, Player, Turn, Winner};
use crate::formats::words::one_line;
use crate::games::{DynGame, DynState};
use crate::record::{Ending, PlayerInfo, Record};

/// The words around a board.
#[derive(Debug, Default)]
pub(super) struct Caption {
    /// The players.
    pub names: [String; 2],
    /// What stands below their names.
    pub below: [String; 2],
    /// Who has won.
    pub won: [bool; 2],
    /// The score between them.
    pub score: String,
    /// What was played, or the result.
    pub headline: String,
    /// What went wrong.
    pub alarm: String,
    /// Game and event.
    pub about: String,
    /// All of it for a screen reader.
    pub spoken: String,
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
        let outcome = table.outcome([false; 2]);
        let played = last.filter(|_| ply > 0).map(|(mover, token)| {
            let side = mover.map_or("luck", |player| book.sides()[player.index()]);
            format!("{side} {token}")
        });
        let mut caption = Self {
            names: Player::ALL.map(|player| name(record.player(player), book, player)),
            below: Player::ALL.map(|player| side_below(record.player(player), book, player)),
            score: outcome.scores.map(pair).unwrap_or_default(),
            about: about(record, book),
            ..Self::default()
        };
        let ended = record
            .result
            .as_ref()
            .filter(|result| is_end && result.how != Ending::Unterminated);
        let at = format!("ply {ply}");
        let played = played.map_or(at.clone(), |played| format!("{at}: {played}"));
        if let Some(result) = ended {
            let score = result.scores.or(result.points).map(|(a, b)| pair([a, b]));
            caption.score = score.unwrap_or(caption.score);
            caption.headline = result_words(record, book);
            if let Some(winner) = result.winner.and_then(Winner::player) {
                caption.won[winner.index()] = true;
                let below = &mut caption.below[winner.index()];
                *below = joined([below.as_str(), "winner"]);
            }
            caption.about = joined([caption.about.as_str(), &played]);
        } else {
            let next = turn(book, table, outcome);
            caption.headline = joined([capital(&played).as_str(), &next]);
        }
        if let Some(attempt) = record.attempt.as_ref().filter(|_| is_end) {
            let who = attempt.player.map(|player| book.sides()[player.index()]);
            let (raw, reason) = (one_line(&attempt.raw), one_line(&attempt.reason));
            let tried = format!("{} tried {raw}", who.unwrap_or("luck"));
            let said = [tried, reason].map(|text| text.trim().to_owned());
            caption.alarm = said.join(if said[1].is_empty() { "" } else { ": " });
        }
        caption.spoken = caption.speech();
        caption
    }

    /// Of a position alone.
    pub fn of_position(book: &dyn DynGame, table: &dyn DynState) -> Self {
        let outcome = table.outcome([false; 2]);
        let mut caption = Self {
            names: book.sides().map(str::to_owned),
            score: outcome.scores.map(pair).unwrap_or_default(),
            headline: turn(book, table, outcome),
            about: joined([book.name(), book.contest()]),
            ..Self::default()
        };
        caption.spoken = caption.speech();
        caption
    }

    fn speech(&self) -> String {
        let [first, second] = &self.names;
        let mut text = format!("{first} against {second}. {}.", self.headline);
        if !self.alarm.is_empty() {
            text.push_str(&format!(" {}.", self.alarm));
        }
        text
    }
}

fn name(person: &PlayerInfo, book: &dyn DynGame, player: Player) -> String {
    let name = one_line(&person.name);
    if name.is_empty() {
        return book.sides()[player.index()].to_owned();
    }
    joined_by(" ", [name.as_str(), &one_line(&person.version)])
}

/// The side, where it does not stand for the name already.
fn side_below(person: &PlayerInfo, book: &dyn DynGame, player: Player) -> String {
    let side = book.sides()[player.index()];
    if one_line(&person.name).is_empty() {
        String::new()
    } else {
        side.to_owned()
    }
}

fn pair([first, second]: [i32; 2]) -> String {
    // A minus is no dash.
    let number = |number: i32| number.to_string().replace('-', "\u{2212}");
    format!("{} \u{2013} {}", number(first), number(second))
}

fn joined<const N: usize>(parts: [&str; N]) -> String {
    joined_by(" · ", parts)
}

fn joined_by<const N: usize>(between: &str, parts: [&str; N]) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(between)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

fn about(record: &Record, book: &dyn DynGame) -> String {
    let event = &record.event;
    let round = if event.round.is_empty() {
        String::new()
    } else {
        format!("round {}", one_line(&event.round))
    };
    joined([
        book.name(),
        book.contest(),
        &one_line(&event.name),
        &one_line(&event.table),
        &round,
        &one_line(&event.date),
    ])
}

/// Whose act it is, or how the game came out.
fn turn(book: &dyn DynGame, table: &dyn DynState, outcome: Outcome) -> String {
    match (table.turn(), outcome.winner) {
        (Turn::Over, Some(winner)) => winner_words(winner, book),
        (Turn::Over, None) => "over".to_owned(),
        (Turn::Player(player), _) => format!("{} to act", book.sides()[player.index()]),
        (Turn::Chance, _) => match table.mover() {
            Some(player) => format!("{} to act", book.sides()[player.index()]),
            None => "not begun".to_owned(),
        },
    }
}

fn winner_words(winner: Winner, book: &dyn DynGame) -> String {
    match winner.player() {
        Some(player) => format!("{} wins", book.sides()[player.index()]),
        None => "Draw".to_owned(),
    }
}

/// `Black wins · illegal move · points 96 - 0`.
fn result_words(record: &Record, book: &dyn DynGame) -> String {
    let Some(result) = &record.result else {
        return String::new();
    };
    let winner = result.winner.map(|winner| winner_words(winner, book));
    let how = match result.how {
        Ending::Finished | Ending::Unterminated => "",
        Ending::Illegal => "illegal move",
        Ending::Timeout => "timeout",
        Ending::Crash => "crash",
        Ending::Exit => "program ended",
        Ending::Jury => "jury took over",
    };
    let said = |name: &str, values: Option<(i32, i32)>| match values {
        Some((first, second)) => format!("{name} {}", pair([first, second])),
        None => String::new(),
    };
    let points = result.points.filter(|_| result.points != result.scores);
    joined([
        &winner.unwrap_or_else(|| "No result".to_owned()),
        how,
        &said("points", points),
        &said("game points", result.game_points),
    ])
}
