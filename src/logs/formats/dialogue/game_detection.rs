//! Detection of the game of a dialogue.

use super::super::ReadContext;
use super::super::headers::KeyValueHeader;
use super::log_line::{LineKind, LogLine};
use kifu_core::contract::{DialogueEvent, Protocol, ProtocolError, Setup, Spelling};
use kifu_core::games::{DynGame, by_name};

/// The number of lines from which the game is detected.
const MAX_LINES_SAMPLED: usize = 40;

/// Returns the game whose protocol understands the dialogue best.
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
    let games = context.catalogue.iter().copied();
    games
        .map(|game| (fit_score(game, lines), game))
        .filter(|(fit, _)| *fit > 0)
        .rev()
        .max_by_key(|(fit, _)| *fit)
        .map(|(_, game)| game)
}

/// Scores how well the first lines fit a game: lines that its protocol allows at that point, and
/// moves of this game.
fn fit_score(game: &dyn DynGame, lines: &[LogLine<'_>]) -> i32 {
    let mut protocol = game.protocol(&Setup::default());
    let move_score = |event: &DialogueEvent| match event {
        DialogueEvent::Token { token, .. } => match game.parse(token).map(|token| token.spelling) {
            Ok(Spelling::Canonical) => 4,
            Ok(Spelling::Allowed) => 3,
            Ok(Spelling::Forgiven(_)) => 1,
            Err(_) => -4,
        },
        _ => 0,
    };
    let exchanged = lines.iter().filter(|line| is_exchange(line));
    let mut score = 0;
    for line in exchanged.take(MAX_LINES_SAMPLED) {
        let Ok(events) = feed_protocol(&mut *protocol, line) else {
            score -= 3;
            continue;
        };
        score += 1 + events.iter().map(move_score).sum::<i32>();
        let is_end = |event: &DialogueEvent| {
            matches!(event, DialogueEvent::Over | DialogueEvent::OpponentFailed)
        };
        // What follows may be another game.
        if events.iter().any(is_end) {
            break;
        }
    }
    score
}

/// Reports whether a line is part of the exchange; an empty line of the jury means nothing.
pub(super) fn is_exchange(line: &LogLine<'_>) -> bool {
    let is_empty = line.kind == LineKind::FromJury && line.text.trim().is_empty();
    matches!(line.kind, LineKind::FromJury | LineKind::FromBot) && !is_empty
}

/// Passes a line to the protocol, as the jury's or the bot's.
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

/// Returns the setup that the headers in the comments give.
pub(super) fn setup_in_comments(game: &dyn DynGame, lines: &[LogLine<'_>]) -> Setup {
    let mut setup = Setup::default();
    for header in headers_in_comments(lines) {
        let mut keys = game.info().setup_keys.iter();
        if let Some((key, _)) = keys.find(|(key, _)| *key == header.name)
            && setup.get(key).is_none()
        {
            setup.set(key, &header.value);
        }
    }
    setup
}

/// Returns the headers in the comments of a dialogue.
pub(super) fn headers_in_comments<'a>(
    lines: &'a [LogLine<'_>],
) -> impl Iterator<Item = KeyValueHeader> + 'a {
    let comments = lines.iter().filter(|line| line.kind == LineKind::Comment);
    comments.filter_map(|line| KeyValueHeader::parse(line.text, line.span.start))
}
