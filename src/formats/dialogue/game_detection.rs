//! Which game a dialogue is of.

use super::super::ReadContext;
use super::super::headers::KeyValueHeader;
use super::log_line::{LineKind, LogLine};
use crate::contract::{DialogueEvent, Protocol, ProtocolError, Setup, Spelling};
use crate::games::{DynGame, by_name};

/// So many lines tell which game it is.
const MAX_LINES_SAMPLED: usize = 40;

/// The game whose protocol digests the dialogue best.
pub(super) fn find_game(
    lines: &[LogLine<'_>],
    context: &ReadContext<'_>,
) -> Option<&'static dyn DynGame> {
    if let Some(game) = context.game {
        return Some(game);
    }
    if let Some(header) = headers_in_comments(lines).find(|header| header.name == "game") {
        return by_name(context.catalogue, &header.value);
    }
    let books = context.catalogue.iter().copied();
    books
        .map(|book| (fit_score(book, lines), book))
        .filter(|(fit, _)| *fit > 0)
        .rev()
        .max_by_key(|(fit, _)| *fit)
        .map(|(_, book)| book)
}

/// How well the first lines fit a game: lines that can stand where they stand, and acts that are
/// acts of this game.
fn fit_score(book: &dyn DynGame, lines: &[LogLine<'_>]) -> i32 {
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
    let spoken = lines.iter().filter(|line| is_exchange(line));
    spoken
        .take(MAX_LINES_SAMPLED)
        .map(|line| match feed_protocol(&mut *protocol, line) {
            Ok(events) => 1 + events.iter().map(act).sum::<i32>(),
            Err(_) => -3,
        })
        .sum()
}

fn is_exchange(line: &LogLine<'_>) -> bool {
    matches!(line.kind, LineKind::FromJury | LineKind::FromBot)
}

pub(super) fn feed_protocol(
    protocol: &mut dyn Protocol,
    line: &LogLine<'_>,
) -> Result<Vec<DialogueEvent>, ProtocolError> {
    if line.kind == LineKind::FromBot {
        protocol.on_bot_line(line.text)
    } else {
        protocol.on_jury_line(line.text)
    }
}

pub(super) fn headers_in_comments<'a>(
    lines: &'a [LogLine<'_>],
) -> impl Iterator<Item = KeyValueHeader> + 'a {
    let comments = lines.iter().filter(|line| line.kind == LineKind::Comment);
    comments.filter_map(|line| KeyValueHeader::parse(line.text, line.span.start))
}
