//! Splitting the lines of a log into games: the jury may start another one without a separator.

use super::lines::{LineKind, LogLine};
use super::reader::{feed_protocol, find_game, is_exchange, setup_in_comments};
use crate::formats::ReadContext;
use kifu_core::contract::{DialogueEvent, Protocol, Setup, Turn};
use kifu_core::games::{DynGame, DynState};

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
    setup: Setup,
    protocol: Box<dyn Protocol>,
    /// The position; `None` after a token that cannot be played.
    state: Option<Box<dyn DynState>>,
    token_count: usize,
    /// Whether the jury has said that the game is over.
    is_ended: bool,
}

impl<'c, 'x> SessionTracker<'c, 'x> {
    fn new(
        game: &'static dyn DynGame,
        lines: &[LogLine<'_>],
        context: &'c ReadContext<'x>,
    ) -> Self {
        let setup = setup_in_comments(game, lines);
        Self {
            game,
            context,
            protocol: game.protocol(&setup),
            state: game.start(&setup).ok(),
            setup,
            token_count: 0,
            is_ended: false,
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
                    if self.is_over() && self.starts_another(&lines[index..], true) {
                        return Some(end);
                    }
                    let is_accepted = self.feed(line);
                    if !is_accepted && self.starts_another(&lines[index..], self.is_over()) {
                        return Some(end);
                    }
                    end = index + 1;
                }
                LineKind::HiddenMove => {
                    self.play(line.text);
                    end = index + 1;
                }
                LineKind::Stderr if self.is_over() => {}
                LineKind::Comment => {}
                _ => end = index + 1,
            }
        }
        None
    }

    /// Reports whether the game is over, by the jury's word or by the rules.
    fn is_over(&self) -> bool {
        let state = self.state.as_ref();
        self.is_ended || state.is_some_and(|state| state.turn() == Turn::Over)
    }

    /// Follows a line; returns whether the protocol accepts it.
    fn feed(&mut self, line: &LogLine<'_>) -> bool {
        if self.is_ended {
            return false;
        }
        let Ok(events) = feed_protocol(&mut *self.protocol, line) else {
            return false;
        };
        for event in events {
            match event {
                DialogueEvent::Token { token, .. } => self.play(&token),
                DialogueEvent::Over | DialogueEvent::OpponentFailed => self.is_ended = true,
                DialogueEvent::Setup(key, value) if self.setup.get(key).is_none() => {
                    self.setup.set(key, &value);
                    if self.token_count == 0 {
                        self.state = self.game.start(&self.setup).ok();
                    }
                }
                _ => {}
            }
        }
        true
    }

    fn play(&mut self, token: &str) {
        self.token_count += 1;
        let respelled = self.game.respell(&self.setup, token);
        let token = respelled.as_deref().unwrap_or(token);
        let state = self.state.as_mut();
        if state.is_some_and(|state| state.play(token).is_err()) {
            self.state = None;
        }
    }

    /// Reports whether another game starts with these lines.
    fn starts_another(&self, lines: &[LogLine<'_>], after_end: bool) -> bool {
        let is_jury = lines
            .first()
            .is_some_and(|line| line.kind == LineKind::FromJury);
        if !is_jury || self.token_count == 0 {
            return false;
        }
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
