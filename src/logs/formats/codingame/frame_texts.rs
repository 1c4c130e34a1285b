//! The texts in a replay's frames: the referee's and the bots'.

use kifu_core::contract::{DialogueEvent, Fault, Player, Protocol};
use kifu_core::games::DynGame;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{alphanumeric1, char};
use nom::combinator::value;
use nom::sequence::delimited;
use nom::{IResult, Parser};

/// Phrases that the referees of all games use for a fault.
const COMMON_FAULT_TEXTS: &[(&str, Fault)] = &[
    ("timeout", Fault::Timeout),
    ("timed out", Fault::Timeout),
    ("in time", Fault::Timeout),
];

/// Removes the colours from a text: `text = *(chars [colour])`.
pub fn strip_colors(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let is_mark = |c: char| c == '¤' || c == '§';
        let Ok((after, chars)) = chars(rest, is_mark) else {
            break;
        };
        plain.push_str(chars);
        if let Ok((after, ())) = colour(after) {
            rest = after;
        } else {
            let mut mark = after.chars();
            plain.extend(mark.next());
            rest = mark.as_str();
        }
    }
    plain
}

fn chars(text: &str, end: impl Fn(char) -> bool) -> IResult<&str, &str> {
    take_till(end).parse(text)
}

/// Parses `colour = "¤" name "¤" / "§" name "§"`.
fn colour(text: &str) -> IResult<&str, ()> {
    let begin = delimited(char('¤'), alphanumeric1, char('¤'));
    let end = delimited(char('§'), alphanumeric1, char('§'));
    value((), alt((begin, end))).parse(text)
}

/// Returns the number of the frame at the start of its view: `KEY_FRAME 7` of the local runner,
/// ` 7` of the site.
pub fn view_number(view: &str) -> Option<usize> {
    let line = view.split('\n').next()?.trim();
    let number = line.split(' ').next_back()?;
    let is_plain = line.len() == number.len() || line.starts_with("KEY_FRAME ");
    number.parse().ok().filter(|_| is_plain)
}

/// Parses `player = "$0" / "$1"`.
fn player(text: &str) -> IResult<&str, Player> {
    alt((
        value(Player::First, tag("$0")),
        value(Player::Second, tag("$1")),
    ))
    .parse(text)
}

/// Returns the winner that a line names: `won = player " won" ...`.
pub fn parse_winner(line: &str) -> Option<Player> {
    let (_, (player, _)) = (player, tag(" won")).parse(line.trim()).ok()?;
    Some(player)
}

/// Returns the first player that a line names.
pub fn named_player(line: &str) -> Option<Player> {
    let mut rest = line;
    loop {
        rest = &rest[memchr::memchr(b'$', rest.as_bytes())?..];
        match player(rest) {
            Ok((_, player)) => return Some(player),
            Err(_) => rest = &rest[1..],
        }
    }
}

/// Returns the fault that a line reports, in the words of the game's referee or of any.
pub(super) fn find_fault(line: &str, game: &dyn DynGame) -> Option<Fault> {
    game.info()
        .referee_words
        .iter()
        .chain(COMMON_FAULT_TEXTS)
        .find(|(words, _)| line.contains(words))
        .map(|(_, fault)| *fault)
}

/// Replaces `$0` and `$1` by the players' names.
pub fn insert_names(line: &str, names: &[String; 2]) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = memchr::memchr(b'$', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        match player(rest) {
            Ok((after, player)) if !names[player.index()].is_empty() => {
                text.push_str(&names[player.index()]);
                rest = after;
            }
            _ => {
                text.push('$');
                rest = &rest[1..];
            }
        }
    }
    text.push_str(rest);
    text
}

// A bot's output in a turn: a move, and perhaps a message.

/// The parsed output of a bot in one turn.
pub(super) struct BotOutput {
    /// The move in the spelling that the game parses; `None` if the output is not a move.
    pub token: Option<String>,
    /// The move as the bot spelled it.
    pub raw: String,
    /// The message after the move.
    pub message: String,
    /// The reason why the output is not a move.
    pub reason: String,
    /// Whether the bot left the move to the referee and the log does not say which one that was.
    pub is_move_unknown: bool,
}

/// Splits a bot's output into move and message.
///
/// The output is kept whole if move and message together do not give the same text again.
pub(super) fn split_output(protocol: &mut dyn Protocol, stdout: &str) -> BotOutput {
    let text = stdout.strip_suffix('\n').unwrap_or(stdout);
    let text = text.strip_suffix('\r').unwrap_or(text);
    let line = text.split('\n').next().unwrap_or_default();
    let mut output = BotOutput {
        token: None,
        raw: text.to_owned(),
        message: String::new(),
        reason: String::new(),
        is_move_unknown: false,
    };
    match protocol.on_bot_line(line) {
        Err(error) => output.reason = error.to_string(),
        Ok(events) => {
            for event in events {
                match event {
                    DialogueEvent::Token { token, raw } => {
                        output.raw = raw.unwrap_or_else(|| token.clone());
                        output.token = Some(token);
                    }
                    DialogueEvent::Message(message) => output.message = message,
                    _ => {}
                }
            }
        }
    }
    if output.token.as_deref() == Some("") {
        // The line starts with a blank, so no part of it is a move.
        output.token = None;
        output.message.clear();
        output.raw.clear();
    }
    let is_lossless = match output.message.as_str() {
        "" => text == output.raw,
        message => text == format!("{} {message}", output.raw),
    };
    if !is_lossless {
        text.clone_into(&mut output.raw);
    }
    output
}
