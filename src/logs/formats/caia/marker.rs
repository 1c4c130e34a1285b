//! The markers that Caia, CodeCup's jury, writes where a program made no move.
//!
//! ```text
//! marker = "<caiaio:_" words ">"          blanks are written "_"
//! words  = "player_stopped" / "player_timeout" / "player_crashed:_" text / "player_sends_" text
//! ```

use crate::formats::append_line;
use crate::formats::game_builder::GameBuilder;
use kifu_core::contract::{Fault, Faults, Player};
use kifu_core::games::DynState;
use kifu_core::record::{Attempt, MovedBy, ReportedResult};
use nom::bytes::complete::{tag, tag_no_case, take_while};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::ops::Range;

/// The start of every marker.
pub(in crate::formats) const MARKER_PREFIX: &str = "<caiaio:";

/// A marker: the reason why there is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct JuryMarker {
    pub fault: Fault,
    /// The jury's explanation, with blanks restored.
    pub text: String,
}

impl JuryMarker {
    /// Parses a text that is a marker.
    pub fn parse(text: &str) -> Option<Self> {
        let (_, words) = marker(text.trim()).ok()?;
        let words = words.replace('_', " ");
        Some(Self {
            fault: fault_of(&words),
            text: words.trim().to_owned(),
        })
    }
}

/// Parses `marker = "<caiaio:" *"_" words [">"]`.
fn marker(text: &str) -> IResult<&str, &str> {
    let mut opens = preceded(tag(MARKER_PREFIX), take_while(|c| c == '_' || c == ' '));
    let (words, _) = opens.parse(text)?;
    Ok(("", words.strip_suffix('>').unwrap_or(words)))
}

fn fault_of(words: &str) -> Fault {
    let is = |what: &'static str| {
        let parsed: IResult<&str, &str> =
            preceded(tag_no_case("player "), tag_no_case(what)).parse(words);
        parsed.is_ok()
    };
    if is("stopped") {
        Fault::Exit
    } else if is("timeout") {
        Fault::Timeout
    } else if is("crashed") {
        Fault::Crash
    } else if is("sends") {
        Fault::Illegal
    } else {
        Fault::Jury
    }
}

/// Appends the moves of a log that may contain markers.
///
/// A marker is a fault of the player to move. If moves follow it, and the jury plays on in this
/// game, they belong to the game, and those of the player who failed were made by the jury.
pub(in crate::formats) fn push_moves<'a>(
    draft: &mut GameBuilder,
    moves: impl IntoIterator<Item = (&'a str, Range<usize>)>,
) {
    let mut reader = MarkedMovesReader {
        draft,
        state: None,
        failed: Faults::NONE,
    };
    let mut pending: Option<(JuryMarker, &str, Range<usize>)> = None;
    for (text, span) in moves {
        if let Some(marker) = JuryMarker::parse(text) {
            reader.end_at_marker(pending.take());
            pending = Some((marker, text, span));
            continue;
        }
        match pending.take() {
            Some((marker, raw, _)) if reader.draft.game().info().jury_plays_on => {
                let ply = reader.draft.next_ply();
                reader.record_fault(&marker);
                reader.draft.record.note_mut(ply).raw = Some(raw.to_owned());
            }
            marker => reader.end_at_marker(marker),
        }
        reader.push(text, span);
    }
    reader.end_at_marker(pending);
}

struct MarkedMovesReader<'a> {
    draft: &'a mut GameBuilder,
    /// The position, tracked from the first marker on.
    state: Option<Box<dyn DynState>>,
    failed: Faults,
}

impl MarkedMovesReader<'_> {
    fn push(&mut self, text: &str, span: Range<usize>) {
        let mover = self.state.as_ref().and_then(|state| state.mover());
        let ply = self.draft.push_token(text, span);
        if mover.is_some_and(|player| self.failed.contains(player)) {
            self.draft.record.note_mut(ply).by = Some(MovedBy::Jury);
        }
        let token = self
            .draft
            .record
            .moves
            .rsplit(' ')
            .next()
            .unwrap_or_default();
        if self
            .state
            .as_mut()
            .is_some_and(|state| state.play(token).is_err())
        {
            self.state = None;
        }
    }

    /// Ends the game at a marker.
    fn end_at_marker(&mut self, marker: Option<(JuryMarker, &str, Range<usize>)>) {
        let Some((marker, raw, span)) = marker else {
            return;
        };
        let player = self.record_fault(&marker);
        let attempt = Attempt {
            raw: raw.to_owned(),
            player,
            reason: marker.text,
            ..Attempt::default()
        };
        self.draft.set_attempt(attempt, span);
    }

    /// Records a fault of the player to move.
    fn record_fault(&mut self, marker: &JuryMarker) -> Option<Player> {
        let draft = &mut *self.draft;
        if self.failed.is_empty() {
            self.state = state_after_moves(draft);
        }
        let player = self.state.as_ref().and_then(|state| state.mover());
        let reported = draft
            .record
            .reported
            .get_or_insert_with(ReportedResult::default);
        append_line(&mut reported.text, &marker.text);
        let player = player?;
        reported.faults.entry(player).or_insert(marker.fault);
        self.failed.insert(player);
        Some(player)
    }
}

/// Returns the position after the moves so far, if they are legal.
fn state_after_moves(draft: &GameBuilder) -> Option<Box<dyn DynState>> {
    let mut state = draft.game().start(&draft.record.setup).ok()?;
    for token in draft.record.tokens() {
        state.play(token).ok()?;
    }
    Some(state)
}
