//! Which game a dialogue is of.

use super::super::Context;
use super::super::headers::Header;
use super::lines::{Kind, Spoken};
use crate::contract::{DialogueEvent, Protocol, ProtocolError, Setup, Spelling};
use crate::games::{DynGame, by_name};

/// So many lines tell which game it is.
const LOOKED_AT: usize = 40;

/// The game whose protocol digests the dialogue best.
pub(super) fn game_of(lines: &[Spoken<'_>], context: &Context<'_>) -> Option<&'static dyn DynGame> {
    if let Some(game) = context.game {
        return Some(game);
    }
    if let Some(header) = headers_of(lines).find(|header| header.name == "game") {
        return by_name(context.catalogue, &header.value);
    }
    let books = context.catalogue.iter().copied();
    books
        .map(|book| (fit(book, lines), book))
        .filter(|(fit, _)| *fit > 0)
        .rev()
        .max_by_key(|(fit, _)| *fit)
        .map(|(_, book)| book)
}

/// How well the first lines fit a game: lines that can stand where they stand, and acts that are
/// acts of this game.
fn fit(book: &dyn DynGame, lines: &[Spoken<'_>]) -> i32 {
    let mut protocol = book.protocol(&Setup::default());
    let act = |event: &DialogueEvent| match event {
        DialogueEvent::Token { token, .. } => match book.parse(token).map(|token| token.spelling) {
            Ok(Spelling::Canonical) => 4,
            Ok(Spelling::Allowed) => 3,
            Ok(Spelling::Forgiven(_)) => 1,
            Err(_) => -4,
        },
        _ => 0,
    };
    let spoken = lines.iter().filter(|line| is_spoken(line));
    spoken
        .take(LOOKED_AT)
        .map(|line| match digest(&mut *protocol, line) {
            Ok(events) => 1 + events.iter().map(act).sum::<i32>(),
            Err(_) => -3,
        })
        .sum()
}

fn is_spoken(line: &Spoken<'_>) -> bool {
    matches!(line.kind, Kind::Heard | Kind::Said)
}

pub(super) fn digest(
    protocol: &mut dyn Protocol,
    line: &Spoken<'_>,
) -> Result<Vec<DialogueEvent>, ProtocolError> {
    if line.kind == Kind::Said {
        protocol.on_bot_line(line.text)
    } else {
        protocol.on_jury_line(line.text)
    }
}

pub(super) fn headers_of<'a>(lines: &'a [Spoken<'_>]) -> impl Iterator<Item = Header> + 'a {
    let comments = lines.iter().filter(|line| line.kind == Kind::Comment);
    comments.filter_map(|line| Header::read(line.text, line.span.start))
}
