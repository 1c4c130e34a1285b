//! From the lines of a dialogue to a record: the game's protocol says what each line tells.

use super::super::game_builder::GameBuilder;
use super::super::headers;
use super::super::result_text::shorten;
use super::super::{ParsedGame, ReadContext};
use super::game_detection::{feed_protocol, find_game, headers_in_comments};
use super::log_line::{LineKind, LogLine};
use crate::contract::{DialogueEvent, Fault, Faults, Player, Protocol, ProtocolError, Setup};
use crate::findings::{Code, Finding, SourceText};
use crate::games::DynGame;
use crate::record::{Attempt, MovedBy, ReportedResult};
use std::ops::Range;

/// Findings of one dialogue; after a missing line all that follow may be out of place.
const MAX_FINDINGS: usize = 100;

/// Reads one dialogue.
pub(super) fn read_dialogue(
    source: &SourceText<'_>,
    lines: &[LogLine<'_>],
    context: &ReadContext<'_>,
) -> ParsedGame {
    let first = lines.first().map_or(0..0, |line| line.span.clone());
    let Some(book) = find_game(lines, context) else {
        let named = headers_in_comments(lines).find(|header| header.name == "game");
        let message = match &named {
            Some(header) => format!("expected a game that kifu knows, found `{}`", header.value),
            None => "could not recognise the game from its dialogue".to_owned(),
        };
        let span = named.map_or(first, |header| header.value_span);
        let finding = Finding::new(Code::UnknownGame, message).at(source.location(span));
        return ParsedGame::unreadable(finding);
    };
    let mut draft = GameBuilder::new(book, "codecup-dialogue", context);
    draft.game_spans.whole = first;
    for header in headers_in_comments(lines) {
        headers::apply_header(&mut draft, source, context.catalogue, &header);
    }
    let mut digest = DialogueReader {
        protocol: book.protocol(&draft.record.setup),
        draft,
        source,
        seat: None,
        has_started: false,
        last_own_ply: None,
        is_last_line_own_move: false,
        pending_stderr: None,
        next_move_comments: NextMoveComments::default(),
        rejected_line: None,
        ending: None,
    };
    for line in lines {
        digest.read_line(line);
    }
    digest.finish()
}

/// What comments say of the next act.
#[derive(Default)]
struct NextMoveComments<'a> {
    raw: Option<&'a str>,
    token: Option<&'a str>,
    message: Option<&'a str>,
    by: Option<MovedBy>,
}

/// How the jury ended the dialogue.
struct JuryEnding<'a> {
    /// It said that the opponent failed, not just that the game is over.
    is_opponent_failure: bool,
    text: &'a str,
    span: Range<usize>,
}

struct DialogueReader<'a, 's> {
    draft: GameBuilder,
    protocol: Box<dyn Protocol>,
    source: &'s SourceText<'s>,
    seat: Option<Player>,
    /// The jury or the program has spoken.
    has_started: bool,
    /// The program's last ply.
    last_own_ply: Option<u32>,
    /// Nothing was heard since.
    is_last_line_own_move: bool,
    /// Words that wait for the program's next ply.
    pending_stderr: Option<String>,
    next_move_comments: NextMoveComments<'a>,
    /// The program's last line, if the protocol cannot take it, and why.
    rejected_line: Option<(LogLine<'a>, ProtocolError)>,
    ending: Option<JuryEnding<'a>>,
}

impl<'a> DialogueReader<'a, '_> {
    fn read_line(&mut self, line: &LogLine<'a>) {
        match line.kind {
            LineKind::FromJury | LineKind::FromBot => self.read_exchange(line),
            LineKind::Stderr => self.add_stderr(line.text),
            LineKind::Unclosed => self.report_misplaced(line, "`]` at the end of the line"),
            LineKind::Unmarked => {
                self.report_misplaced(line, "a line that starts `>`, `<`, `!` or `#`")
            }
            LineKind::HiddenMove => {
                let ply = self.draft.push_token(line.text, line.span.clone());
                self.annotate_ply(ply, line);
            }
            LineKind::Attempt => self.set_attempt(line, None),
            LineKind::RawSpelling => self.next_move_comments.raw = Some(line.text),
            LineKind::Token => self.next_move_comments.token = Some(line.text),
            LineKind::Message => self.next_move_comments.message = Some(line.text),
            LineKind::MadeBy if line.text.trim().eq_ignore_ascii_case("jury") => {
                self.next_move_comments.by = Some(MovedBy::Jury);
            }
            LineKind::MadeBy => self.report_misplaced(line, "`by: jury`"),
            LineKind::TotalTimeMs(ms) => self.set_total_time(ms),
            LineKind::Comment => {}
        }
    }

    fn set_total_time(&mut self, ms: u64) {
        let record = &mut self.draft.record;
        if let Some(seat) = self.seat {
            record.player_mut(seat).time_ms = Some(ms);
        } else {
            let key = "total_time_ms".to_owned();
            record.ext.insert(key, ms.to_string());
        }
    }

    fn read_exchange(&mut self, line: &LogLine<'a>) {
        let events = feed_protocol(&mut *self.protocol, line);
        let events = match events {
            Ok(events) => events,
            Err(bad) if line.kind == LineKind::FromBot => {
                // Perhaps the bot's last, failing words.
                self.report_rejected_line();
                self.rejected_line = Some((line.clone(), bad));
                return;
            }
            Err(bad) => return self.report_misplaced(line, &bad.expected),
        };
        self.has_started = true;
        self.is_last_line_own_move = false;
        for event in events {
            self.apply_event(event, line);
        }
    }

    fn apply_event(&mut self, event: DialogueEvent, line: &LogLine<'a>) {
        match event {
            DialogueEvent::Seat(seat) => self.seat = Some(seat),
            DialogueEvent::Setup(key, value) => self.apply_setup(key, &value, line),
            DialogueEvent::Token { token, raw } => {
                self.report_rejected_line();
                let ply = match self.next_move_comments.token {
                    Some(whole) => self.draft.push_token(whole.trim(), line.span.clone()),
                    None => self
                        .draft
                        .push_token_as(&token, raw.as_deref(), line.span.clone()),
                };
                self.annotate_ply(ply, line);
                if line.kind == LineKind::FromBot {
                    self.last_own_ply = Some(ply);
                    self.is_last_line_own_move = true;
                    if let Some(words) = self.pending_stderr.take() {
                        append_line(&mut self.draft.record.note_mut(ply).stderr, &words);
                    }
                }
            }
            // The token of the move holds the deal, and what the moves make of the board is
            // known better.
            DialogueEvent::Chance(_) | DialogueEvent::Board(_) => {}
            DialogueEvent::Position(_) => {
                self.report_misplaced(line, "the board to which the moves lead")
            }
            DialogueEvent::Message(text) => {
                let ply = self.last_own_ply.unwrap_or(0);
                self.draft.record.note_mut(ply).message = text;
            }
            DialogueEvent::Over | DialogueEvent::OpponentFailed => {
                self.ending.get_or_insert(JuryEnding {
                    is_opponent_failure: event == DialogueEvent::OpponentFailed,
                    text: line.text,
                    span: line.span.clone(),
                });
            }
        }
    }

    /// What stands beside an act.
    fn annotate_ply(&mut self, ply: u32, line: &LogLine<'_>) {
        let NextMoveComments {
            raw, message, by, ..
        } = std::mem::take(&mut self.next_move_comments);
        let record = &mut self.draft.record;
        if let Some(ms) = line.time_ms {
            record.times_ms.set_ms(ply, ms);
        }
        if let Some(raw) = raw {
            match &mut record.attempt {
                Some(attempt) if attempt.rest.is_empty() => raw.clone_into(&mut attempt.raw),
                _ => record.note_mut(ply).raw = Some(raw.to_owned()),
            }
        }
        if let Some(message) = message {
            message.clone_into(&mut record.note_mut(ply).message);
        }
        if by.is_some() {
            record.note_mut(ply).by = by;
        }
    }

    /// A header may know more than the dialogue (both colours), but not otherwise. What stands
    /// without saying is not said.
    fn apply_setup(&mut self, key: &'static str, value: &str, line: &LogLine<'_>) {
        let book = self.draft.game();
        let setup = &mut self.draft.record.setup;
        let Some(known) = setup.get(key) else {
            let start = |setup: &Setup| book.start(setup).map(|table| table.position());
            let without = start(setup);
            setup.set(key, value);
            if start(setup) == without && without.is_ok() {
                setup.0.remove(key);
            }
            let place = (key.to_owned(), line.span.clone());
            self.draft.game_spans.setup_keys.push(place);
            return;
        };
        let open = |word: &str| !word.starts_with(char::is_alphanumeric);
        let agree = known.split_whitespace().count() == value.split_whitespace().count()
            && known
                .split_whitespace()
                .zip(value.split_whitespace())
                .all(|(known, said)| known == said || open(said));
        if !agree {
            let message = format!(
                "expected the setup `{key}` as in the dialogue, `{}`; found `{}` in a header",
                shorten(value),
                shorten(known)
            );
            self.add_finding(Code::BadValue, message, line.span.clone());
        }
    }

    /// The bot's own words.
    fn add_stderr(&mut self, text: &str) {
        let text = text.strip_suffix('\r').unwrap_or(text);
        if !self.has_started {
            append_line(&mut self.draft.record.note_mut(0).stderr, text);
        } else if let (true, Some(ply)) = (self.is_last_line_own_move, self.last_own_ply) {
            append_line(&mut self.draft.record.note_mut(ply).stderr, text);
        } else {
            match &mut self.pending_stderr {
                Some(words) => append_line(words, text),
                None => self.pending_stderr = Some(text.to_owned()),
            }
        }
    }

    fn report_misplaced(&mut self, line: &LogLine<'_>, expected: &str) {
        let message = format!("expected {expected}, found `{}`", shorten(line.text));
        self.add_finding(Code::UnexpectedLine, message, line.span.clone());
        self.add_stderr(line.text);
    }

    fn report_rejected_line(&mut self) {
        if let Some((line, bad)) = self.rejected_line.take() {
            self.report_misplaced(&line, &bad.expected);
        }
    }

    fn add_finding(&mut self, code: Code, message: String, span: Range<usize>) {
        let findings = &mut self.draft.findings;
        if findings.len() < MAX_FINDINGS {
            findings.push(Finding::new(code, message).at(self.source.location(span)));
        }
    }

    /// The act at which the game failed, where it is no token.
    fn set_attempt(&mut self, line: &LogLine<'_>, player: Option<Player>) {
        self.draft.record.attempt = Some(Attempt {
            raw: line.text.to_owned(),
            player,
            ..Attempt::default()
        });
        self.draft.game_spans.attempt = Some(line.span.clone());
        let ply = self.draft.next_ply();
        self.annotate_ply(ply, line);
    }

    /// By the rules the program in this seat is to act.
    fn is_to_act(&self, seat: Player) -> bool {
        let record = &self.draft.record;
        let replay = self
            .draft
            .game()
            .replay(&record.setup, &record.moves, Faults::NONE);
        record.attempt.is_none()
            && replay.is_ok_and(|replay| {
                !replay.is_over && replay.failure.is_none() && replay.next == Some(seat)
            })
    }

    fn finish(mut self) -> ParsedGame {
        let mut own_attempt = false;
        if let Some(seat) = self.seat
            && self.rejected_line.is_some()
            && self.is_to_act(seat)
            && let Some((line, _)) = self.rejected_line.take()
        {
            own_attempt = true;
            self.set_attempt(&line, Some(seat));
            self.last_own_ply = Some(self.draft.next_ply());
        }
        self.report_rejected_line();
        if let Some(words) = self.pending_stderr.take() {
            let ply = self.last_own_ply.unwrap_or(0);
            append_line(&mut self.draft.record.note_mut(ply).stderr, &words);
        }
        let book = self.draft.game();
        let mut reading = self.draft.finish();
        if let (Some(seat), Some(end)) = (self.seat, self.ending) {
            infer_fault(&mut reading, book, seat, own_attempt, &end);
        }
        reading
    }
}

/// What the jury's last word tells of faults; see the module.
fn infer_fault(
    reading: &mut ParsedGame,
    book: &dyn DynGame,
    seat: Player,
    own_attempt: bool,
    end: &JuryEnding<'_>,
) {
    let record = &mut reading.record;
    let said = record.reported.as_ref();
    if said.is_some_and(|reported| !reported.faults.is_empty()) {
        return;
    }
    let Ok(replay) = book.replay(&record.setup, &record.moves, Faults::NONE) else {
        return;
    };
    let last = record.tokens().count();
    let refused = replay.failure.as_ref().is_some_and(|failure| {
        failure.player == Some(seat) && failure.index + 1 == last && record.attempt.is_none()
    });
    let (player, fault) = if own_attempt || refused {
        (seat, Fault::Illegal)
    } else if replay.failure.is_some() || replay.is_over || record.attempt.is_some() {
        return;
    } else if end.is_opponent_failure {
        (seat.opponent(), Fault::Jury)
    } else if book.info().jury_plays_on {
        (seat, Fault::Jury)
    } else {
        return;
    };
    let reported = record.reported.get_or_insert_with(ReportedResult::default);
    reported.faults.insert(player, fault);
    if reported.text.is_empty() {
        end.text.clone_into(&mut reported.text);
    }
    reading.game_spans.result.get_or_insert(end.span.clone());
}

/// Adds a line.
fn append_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
