//! A bot's output in a turn: a move, and perhaps a message.

use kifu_core::contract::{DialogueEvent, Protocol};

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
