//! A bot's output: a move, and what is said beside it.

use crate::contract::{DialogueEvent, Protocol};

/// What a bot wrote in one turn.
pub(super) struct BotOutput {
    /// The move as the game's `read` takes it, if it is one.
    pub token: Option<String>,
    /// The move as the bot spelled it.
    pub raw: String,
    /// What it said beside it.
    pub message: String,
    /// Why it is no move.
    pub reason: String,
    /// The bot left the move to the referee, and the log does not tell which one that made.
    pub is_move_unknown: bool,
}

/// Splits a bot's output into move and message. Only if the text cannot be put together again
/// from the two is it kept whole.
pub(super) fn split_output(protocol: &mut dyn Protocol, stdout: &str) -> BotOutput {
    let text = stdout.strip_suffix('\n').unwrap_or(stdout);
    let text = text.strip_suffix('\r').unwrap_or(text);
    let line = text.split('\n').next().unwrap_or_default();
    let mut said = BotOutput {
        token: None,
        raw: text.to_owned(),
        message: String::new(),
        reason: String::new(),
        is_move_unknown: false,
    };
    match protocol.on_bot_line(line) {
        Err(bad) => said.reason = bad.to_string(),
        Ok(events) => {
            for event in events {
                match event {
                    DialogueEvent::Token { token, raw } => {
                        said.raw = raw.unwrap_or_else(|| token.clone());
                        said.token = Some(token);
                    }
                    DialogueEvent::Message(message) => said.message = message,
                    _ => {}
                }
            }
        }
    }
    if said.token.as_deref() == Some("") {
        // A blank comes first: nothing of the line is a move.
        said.token = None;
        said.message.clear();
        said.raw.clear();
    }
    let whole = match said.message.as_str() {
        "" => text == said.raw,
        message => text == format!("{} {message}", said.raw),
    };
    if !whole {
        text.clone_into(&mut said.raw);
    }
    said
}
