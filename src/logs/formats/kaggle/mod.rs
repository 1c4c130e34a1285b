//! `kaggle`: episodes of Kaggle's environments, of the games that they take from `OpenSpiel`.
//!
//! ```text
//! file      = *(value / "[" value *("," value) "]") / page
//! page      = any "window.kaggle" "=" value any
//! value     = episode / {"environment": episode, "logs": [[{"stdout", "stderr"} ...] ...], ...}
//!           / {"result": episode} / {"replay": episode}
//! episode   = {"name": "open_spiel_GAME", "steps": [step ...], "rewards", "statuses", "info", ...}
//! step      = [entry, entry]                       ; of the first and of the second player
//! entry     = {"action", "reward", "info", "observation", "status"}
//! action    = {"submission", "actionString", "thoughts", "failureCategory", "call_details"} / null
//! ```
//!
//! The first two steps set the game up. From then on the player in whose `info` there is
//! `actionSubmitted` has acted. The start is that of `info.openSpielGameStringResolved`, which was
//! played; `configuration` has the environment's default.
//!
//! # What becomes of it
//! - A move is the action that was applied. `thoughts` are the message of its ply; the seconds are
//!   its time; tokens and calls are numbers by ply (see [`calls`]).
//! - A submission that was refused is the attempt at which the game failed, with the word that was
//!   tried. A program that raised or was too late failed as well. Where both rewards are missing
//!   then, the contest did not score the game (K313).
//! - What is said twice is compared: actions by number and text, positions, legal actions, players to
//!   act, rewards, statuses, sizes. Each difference is a finding (K136) with its JSON pointer.
//! - `specification`, `title` and `description` are those of the environment, not of the game, and
//!   are not kept. Any other field that has no place in the record is kept in `ext`: see [`rest`].
//! - A field with the value null is one that was not set, as one that is missing.
//! - An episode of another game is named and left alone (K135).
//!
//! # Where a game begins and ends
//! An episode is a game. No move is played behind a gap: a step that is missing, twice or out of order
//! (K134), a move of the other player (K207), a step without the move that was due, or a move after
//! which none of the positions drawn is the one reached (K220). What follows is kept and not judged. A
//! text that breaks off ends with an error (K105, K106); of lines of JSON the next line is read.

mod calls;
mod ending;
mod episode;
mod follow;
mod position;
mod rest;
mod values;

use super::{Format, ParsedGame, ReadContext};
use kifu_core::findings::SourceText;

pub(super) const ID: &str = "kaggle";

/// Episodes of Kaggle's environments.
pub(super) struct KaggleFormat;

impl Format for KaggleFormat {
    fn id(&self) -> &'static str {
        ID
    }
    fn description(&self) -> &'static str {
        "Kaggle's episodes of OpenSpiel games: JSON, lines of JSON, rendered pages"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["json", "jsonl", "html"]
    }
    fn sniff(&self, start: &str, _context: &ReadContext<'_>) -> u8 {
        let has = |key: &str| memchr::memmem::find(start.as_bytes(), key.as_bytes()).is_some();
        let text = start.trim_start();
        if text.starts_with('<') {
            let is_named = || {
                let lower = text.to_ascii_lowercase();
                lower.contains("visualizer</title>") || lower.contains("<title>kaggle</title>")
            };
            return match values::find_assignment(text, 0) {
                Some(_) => 95,
                // The data may follow a long script.
                None if is_named() => 61,
                None => 0,
            };
        }
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '[');
        let begins = text.strip_prefix('{').map(str::trim_start);
        if !begins.is_some_and(|inside| inside.starts_with('"')) {
            0
        } else if has("\"openSpielGameString") || has("\"openSpielGameName\"") {
            96
        } else if has("\"configuration\"") && (has("\"episodeSteps\"") || has("\"actTimeout\"")) {
            94
        } else if has("\"remainingOverageTime\"")
            || has("\"actionHistory\"") && has("\"stateHistory\"")
        {
            // With its keys in another order an episode begins with its `info` or its steps.
            90
        } else {
            0
        }
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        values::split_point(text)
    }
    fn has_header(&self) -> bool {
        true
    }
    fn header<'t>(&self, start: &'t str) -> Option<&'t str> {
        let text = start.trim_start_matches('\u{feff}').trim_start();
        text.starts_with('[').then(|| &text[..1])
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        if source.text().trim_start().starts_with('<') {
            values::read_page(source, context, out);
        } else {
            values::read_values(source, context, out);
        }
    }
}
