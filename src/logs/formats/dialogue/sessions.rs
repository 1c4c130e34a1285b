//! Splitting the lines of a log into games: the jury may start another one without a separator.

use super::follow::DialogueFollower;
use super::lines::{LineKind, LogLine};
use super::reader::{feed_protocol, find_game, is_exchange};
use crate::formats::ReadContext;
use kifu_core::contract::{DialogueEvent, Setup};
use kifu_core::games::DynGame;

/// The number of exchanged lines in which the start of another game must show the seat and its
/// first act; the longest start is that of a 19x19 board.
const MAX_OPENING_LINES: usize = 32;

/// The number of lines in which the headers of a game are looked for, so that a text of many games
/// takes linear time.
const MAX_HEAD_LINES: usize = 1000;

/// Passes the lines of each game to `each`, in order.
///
/// Another game starts at a line of the jury that cannot belong to the game so far, if the lines
/// from there on are the start of a dialogue. The lines between the two games (headers, standard
/// error) belong to the later one.
pub(super) fn for_each_session<'a, 'l>(
    lines: &'l [LogLine<'a>],
    context: &ReadContext<'_>,
    each: &mut dyn FnMut(&'l [LogLine<'a>]),
) {
    let mut rest = lines;
    let mut last_game = None;
    loop {
        let start = &rest[..rest.len().min(MAX_HEAD_LINES)];
        let Some(game) = find_game(start, context).or(last_game) else {
            break;
        };
        last_game = Some(game);
        let Some(length) = SessionTracker::new(game, start, context).length(rest) else {
            break;
        };
        let (session, more) = rest.split_at(length);
        each(session);
        rest = more;
    }
    each(rest);
}

/// A dialogue followed up to its end, to find the start of the next one.
struct SessionTracker<'c, 'x> {
    game: &'static dyn DynGame,
    context: &'c ReadContext<'x>,
    follower: DialogueFollower,
    /// Whether a line after the end belongs to no game, so that lines of the next one may be
    /// missing.
    has_surplus: bool,
}

impl<'c, 'x> SessionTracker<'c, 'x> {
    fn new(
        game: &'static dyn DynGame,
        lines: &[LogLine<'_>],
        context: &'c ReadContext<'x>,
    ) -> Self {
        Self {
            game,
            context,
            follower: DialogueFollower::new(game, lines),
            has_surplus: false,
        }
    }

    /// Returns the number of lines of the first game; `None` if there is only one.
    fn length(mut self, lines: &[LogLine<'_>]) -> Option<usize> {
        // The index after the last line that surely belongs to this game.
        let mut end = 0;
        for (index, line) in lines.iter().enumerate() {
            match line.kind {
                LineKind::FromJury | LineKind::FromBot if line.text.trim().is_empty() => {}
                LineKind::FromJury | LineKind::FromBot => {
                    if self.follower.is_over() && self.starts_another(&lines[index..], true) {
                        return Some(end);
                    }
                    let is_accepted = self.follower.follow(index, line);
                    let is_over = self.follower.is_over();
                    if !is_accepted && self.starts_another(&lines[index..], is_over) {
                        return Some(end);
                    }
                    self.has_surplus |= is_over && !is_accepted;
                    end = index + 1;
                }
                LineKind::Stderr if self.follower.is_over() => {}
                LineKind::Comment => {}
                _ => {
                    self.has_surplus |=
                        !self.follower.follow(index, line) && self.follower.is_over();
                    end = index + 1;
                }
            }
        }
        None
    }

    /// Reports whether another game starts with these lines.
    fn starts_another(&self, lines: &[LogLine<'_>], after_end: bool) -> bool {
        let is_jury = lines
            .first()
            .is_some_and(|line| line.kind == LineKind::FromJury);
        if !is_jury || self.follower.token_count() == 0 {
            return false;
        }
        let after_end = after_end && !self.has_surplus;
        let games = self.context.catalogue.iter().copied();
        let mut games = games.filter(|game| after_end || game.id() == self.game.id());
        games.any(|game| opens_game(game, lines, after_end))
    }
}

/// Reports whether these lines are the start of a dialogue of the game, up to its first act.
///
/// In the midst of another game (`after_end` is false) the first line must be one that can only
/// start a dialogue: it is no move.
fn opens_game(game: &dyn DynGame, lines: &[LogLine<'_>], after_end: bool) -> bool {
    let mut protocol = game.protocol(&Setup::default());
    let (mut has_seat, mut starts_with_move) = (false, false);
    let exchanged = lines.iter().filter(|line| is_exchange(line));
    for (index, line) in exchanged.take(MAX_OPENING_LINES).enumerate() {
        let Ok(events) = feed_protocol(&mut *protocol, line) else {
            return false;
        };
        let is_token = |event: &DialogueEvent| matches!(event, DialogueEvent::Token { .. });
        let has_token = events.iter().any(is_token);
        if index == 0 {
            starts_with_move = has_token;
        }
        if starts_with_move && !after_end {
            return false;
        }
        has_seat |= events
            .iter()
            .any(|event| matches!(event, DialogueEvent::Seat(_)));
        if has_seat && index > 0 && has_token {
            return true;
        }
    }
    // A dialogue that breaks off before its first act.
    has_seat && after_end && !starts_with_move
}
