//! What Caia, CodeCup's jury, writes where a program made no move.
//!
//! ```text
//! marker = "<caiaio:_" words ">"          blanks are written "_"
//! words  = "player_stopped" / "player_timeout" / "player_crashed:_" text / "player_sends_" text
//! ```

use crate::contract::{Fault, Faults, Player};
use crate::formats::game_builder::GameBuilder;
use crate::games::DynState;
use crate::record::{Attempt, MovedBy, ReportedResult};
use nom::bytes::complete::{tag, tag_no_case, take_while};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::ops::Range;

/// How a marker begins.
pub(in crate::formats) const MARKER_PREFIX: &str = "<caiaio:";

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct JuryMarker {
    pub fault: Fault,
    /// The jury's words, blanks restored.
    pub text: String,
}

impl JuryMarker {
    /// The marker that a text is.
    pub fn parse(text: &str) -> Option<Self> {
        let (_, words) = marker(text.trim()).ok()?;
        let words = words.replace('_', " ");
        Some(Self {
            fault: fault_of(&words),
            text: words.trim().to_owned(),
        })
    }
}

/// `marker = "<caiaio:" *"_" words [">"]`
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

/// Takes the moves of a log, in which markers may stand. A marker is the fault of the player to
/// act. If moves follow it in a game in which the jury plays on, they are the game's; those of
/// the player who failed are the jury's.
pub(in crate::formats) fn push_moves<'a>(
    draft: &mut GameBuilder,
    moves: impl IntoIterator<Item = (&'a str, Range<usize>)>,
) {
    let mut taker = MarkedMovesReader {
        draft,
        state: None,
        failed: Faults::NONE,
    };
    let mut waiting: Option<(JuryMarker, &str, Range<usize>)> = None;
    for (text, span) in moves {
        if let Some(marker) = JuryMarker::parse(text) {
            taker.end_at_marker(waiting.take());
            waiting = Some((marker, text, span));
            continue;
        }
        match waiting.take() {
            Some((marker, raw, _)) if taker.draft.game().info().jury_plays_on => {
                let ply = taker.draft.next_ply();
                taker.record_fault(&marker);
                taker.draft.record.note_mut(ply).raw = Some(raw.to_owned());
            }
            marker => taker.end_at_marker(marker),
        }
        taker.push(text, span);
    }
    taker.end_at_marker(waiting);
}

struct MarkedMovesReader<'a> {
    draft: &'a mut GameBuilder,
    /// The position, from the first marker on.
    state: Option<Box<dyn DynState>>,
    failed: Faults,
}

impl MarkedMovesReader<'_> {
    fn push(&mut self, text: &str, span: Range<usize>) {
        let mover = self.state.as_ref().and_then(|table| table.mover());
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
            .is_some_and(|table| table.play(token).is_err())
        {
            self.state = None;
        }
    }

    /// The game stops at a marker.
    fn end_at_marker(&mut self, marker: Option<(JuryMarker, &str, Range<usize>)>) {
        let Some((marker, raw, place)) = marker else {
            return;
        };
        let player = self.record_fault(&marker);
        let draft = &mut *self.draft;
        if let Some(attempt) = &mut draft.record.attempt {
            attempt.rest.push(' ');
            attempt.rest.push_str(raw);
            return;
        }
        draft.record.attempt = Some(Attempt {
            raw: raw.to_owned(),
            player,
            reason: marker.text,
            ..Attempt::default()
        });
        draft.game_spans.attempt = Some(place);
    }

    /// Notes the fault of the player to act.
    fn record_fault(&mut self, marker: &JuryMarker) -> Option<Player> {
        let draft = &mut *self.draft;
        if self.failed.is_empty() {
            self.state = state_after_moves(draft);
        }
        let player = self.state.as_ref().and_then(|table| table.mover());
        let reported = draft
            .record
            .reported
            .get_or_insert_with(ReportedResult::default);
        if !reported.text.is_empty() {
            reported.text.push('\n');
        }
        reported.text.push_str(&marker.text);
        let player = player?;
        reported.faults.entry(player).or_insert(marker.fault);
        self.failed.insert(player);
        Some(player)
    }
}

/// The position after the moves taken so far, if they are legal.
fn state_after_moves(draft: &GameBuilder) -> Option<Box<dyn DynState>> {
    let mut table = draft.game().start(&draft.record.setup).ok()?;
    for token in draft.record.tokens() {
        table.play(token).ok()?;
    }
    Some(table)
}
