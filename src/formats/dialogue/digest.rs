//! From the lines of a dialogue to a record: the game's protocol says what each line tells.

use super::super::draft::Draft;
use super::super::headers;
use super::super::words::shorten;
use super::super::{Context, Reading};
use super::guess::{digest, game_of, headers_of};
use super::lines::{Kind, Spoken};
use crate::contract::{DialogueEvent, Fault, Player, Protocol, ProtocolError, Setup};
use crate::findings::{Code, Finding, SourceText};
use crate::games::DynGame;
use crate::record::{Attempt, MovedBy, ReportedResult};
use std::ops::Range;

/// Findings of one dialogue; after a missing line all that follow may be out of place.
const MOST_FINDINGS: usize = 100;

/// Reads one dialogue.
pub(super) fn read(
    source: &SourceText<'_>,
    lines: &[Spoken<'_>],
    context: &Context<'_>,
) -> Reading {
    let first = lines.first().map_or(0..0, |line| line.span.clone());
    let Some(book) = game_of(lines, context) else {
        let named = headers_of(lines).find(|header| header.name == "game");
        let message = match &named {
            Some(header) => format!("expected a game that kifu knows, found `{}`", header.value),
            None => "expected the dialogue of a known game, found none that fits one".to_owned(),
        };
        let span = named.map_or(first, |header| header.value_span);
        let finding = Finding::new(Code::UnknownGame, message).at(source.location(span));
        return Reading::broken(finding);
    };
    let mut draft = Draft::new(book, "codecup-dialogue", context);
    draft.places.whole = first;
    for header in headers_of(lines) {
        headers::take(&mut draft, source, context.catalogue, &header);
    }
    let mut digest = Digest {
        protocol: book.protocol(&draft.record.setup),
        draft,
        source,
        seat: None,
        spoken: false,
        own: None,
        answered: false,
        words: None,
        aside: Aside::default(),
        refused: None,
        end: None,
    };
    for line in lines {
        digest.take(line);
    }
    digest.finish()
}

/// What comments say of the next act.
#[derive(Default)]
struct Aside<'a> {
    raw: Option<&'a str>,
    token: Option<&'a str>,
    message: Option<&'a str>,
    by: Option<MovedBy>,
}

/// How the jury ended the dialogue.
struct Ended<'a> {
    /// It said that the opponent failed, not just that the game is over.
    opponent: bool,
    text: &'a str,
    span: Range<usize>,
}

struct Digest<'a, 's> {
    draft: Draft,
    protocol: Box<dyn Protocol>,
    source: &'s SourceText<'s>,
    seat: Option<Player>,
    /// The jury or the program has spoken.
    spoken: bool,
    /// The program's last ply.
    own: Option<u32>,
    /// Nothing was heard since.
    answered: bool,
    /// Words that wait for the program's next ply.
    words: Option<String>,
    aside: Aside<'a>,
    /// The program's last line, if the protocol cannot take it, and why.
    refused: Option<(Spoken<'a>, ProtocolError)>,
    end: Option<Ended<'a>>,
}

impl<'a> Digest<'a, '_> {
    fn take(&mut self, line: &Spoken<'a>) {
        match line.kind {
            Kind::Heard | Kind::Said => self.exchange(line),
            Kind::Words => self.word(line.text),
            Kind::Cut => self.misplaced(line, "`]` at the end of the line"),
            Kind::Unmarked => self.misplaced(line, "a line that starts `>`, `<`, `!` or `#`"),
            Kind::Act => {
                let ply = self.draft.push(line.text, line.span.clone());
                self.remark(ply, line);
            }
            Kind::Attempt => self.attempt(line, None),
            Kind::Raw => self.aside.raw = Some(line.text),
            Kind::Token => self.aside.token = Some(line.text),
            Kind::Message => self.aside.message = Some(line.text),
            Kind::By if line.text.trim().eq_ignore_ascii_case("jury") => {
                self.aside.by = Some(MovedBy::Jury);
            }
            Kind::By => self.misplaced(line, "`by: jury`"),
            Kind::Total(ms) => self.total(ms),
            Kind::Comment => {}
        }
    }

    fn total(&mut self, ms: u64) {
        let record = &mut self.draft.record;
        if let Some(seat) = self.seat {
            record.player_mut(seat).time_ms = Some(ms);
        } else {
            let key = "total_time_ms".to_owned();
            record.ext.insert(key, ms.to_string());
        }
    }

    fn exchange(&mut self, line: &Spoken<'a>) {
        let events = digest(&mut *self.protocol, line);
        let events = match events {
            Ok(events) => events,
            Err(bad) if line.kind == Kind::Said => {
                // Perhaps the bot's last, failing words.
                self.give_up_refused();
                self.refused = Some((line.clone(), bad));
                return;
            }
            Err(bad) => return self.misplaced(line, &bad.expected),
        };
        self.spoken = true;
        self.answered = false;
        for event in events {
            self.event(event, line);
        }
    }

    fn event(&mut self, event: DialogueEvent, line: &Spoken<'a>) {
        match event {
            DialogueEvent::Seat(seat) => self.seat = Some(seat),
            DialogueEvent::Setup(key, value) => self.setup(key, &value, line),
            DialogueEvent::Token { token, raw } => {
                self.give_up_refused();
                let ply = match self.aside.token {
                    Some(whole) => self.draft.push(whole.trim(), line.span.clone()),
                    None => self
                        .draft
                        .push_as(&token, raw.as_deref(), line.span.clone()),
                };
                self.remark(ply, line);
                if line.kind == Kind::Said {
                    self.own = Some(ply);
                    self.answered = true;
                    if let Some(words) = self.words.take() {
                        append(&mut self.draft.record.note_mut(ply).stderr, &words);
                    }
                }
            }
            // The token of the move holds the deal, and what the moves make of the board is
            // known better.
            DialogueEvent::Chance(_) | DialogueEvent::Board(_) => {}
            DialogueEvent::Position(_) => self.misplaced(line, "the board to which the moves lead"),
            DialogueEvent::Message(text) => {
                let ply = self.own.unwrap_or(0);
                self.draft.record.note_mut(ply).message = text;
            }
            DialogueEvent::Over | DialogueEvent::OpponentFailed => {
                self.end.get_or_insert(Ended {
                    opponent: event == DialogueEvent::OpponentFailed,
                    text: line.text,
                    span: line.span.clone(),
                });
            }
        }
    }

    /// What stands beside an act.
    fn remark(&mut self, ply: u32, line: &Spoken<'_>) {
        let Aside {
            raw, message, by, ..
        } = std::mem::take(&mut self.aside);
        let record = &mut self.draft.record;
        if let Some(ms) = line.ms {
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
    fn setup(&mut self, key: &'static str, value: &str, line: &Spoken<'_>) {
        let book = self.draft.book();
        let setup = &mut self.draft.record.setup;
        let Some(known) = setup.get(key) else {
            let start = |setup: &Setup| book.start(setup).map(|table| table.position());
            let without = start(setup);
            setup.set(key, value);
            if start(setup) == without && without.is_ok() {
                setup.0.remove(key);
            }
            let place = (key.to_owned(), line.span.clone());
            self.draft.places.setup_keys.push(place);
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
                "expected the setup `{key}` as the dialogue tells it, `{}`; found `{}` in a header",
                shorten(value),
                shorten(known)
            );
            self.find(Code::BadValue, message, line.span.clone());
        }
    }

    /// The bot's own words.
    fn word(&mut self, text: &str) {
        let text = text.strip_suffix('\r').unwrap_or(text);
        if !self.spoken {
            append(&mut self.draft.record.note_mut(0).stderr, text);
        } else if let (true, Some(ply)) = (self.answered, self.own) {
            append(&mut self.draft.record.note_mut(ply).stderr, text);
        } else {
            match &mut self.words {
                Some(words) => append(words, text),
                None => self.words = Some(text.to_owned()),
            }
        }
    }

    fn misplaced(&mut self, line: &Spoken<'_>, expected: &str) {
        let message = format!("expected {expected}, found `{}`", shorten(line.text));
        self.find(Code::UnexpectedLine, message, line.span.clone());
        self.word(line.text);
    }

    fn give_up_refused(&mut self) {
        if let Some((line, bad)) = self.refused.take() {
            self.misplaced(&line, &bad.expected);
        }
    }

    fn find(&mut self, code: Code, message: String, span: Range<usize>) {
        let findings = &mut self.draft.findings;
        if findings.len() < MOST_FINDINGS {
            findings.push(Finding::new(code, message).at(self.source.location(span)));
        }
    }

    /// The act at which the game failed, where it is no token.
    fn attempt(&mut self, line: &Spoken<'_>, player: Option<Player>) {
        self.draft.record.attempt = Some(Attempt {
            raw: line.text.to_owned(),
            player,
            ..Attempt::default()
        });
        self.draft.places.attempt = Some(line.span.clone());
        let ply = self.draft.next_ply();
        self.remark(ply, line);
    }

    /// By the rules the program in this seat is to act.
    fn to_act(&self, seat: Player) -> bool {
        let record = &self.draft.record;
        let replay = self
            .draft
            .book()
            .replay(&record.setup, &record.moves, [false; 2]);
        record.attempt.is_none()
            && replay.is_ok_and(|replay| {
                !replay.is_over && replay.failure.is_none() && replay.next == Some(seat)
            })
    }

    fn finish(mut self) -> Reading {
        let mut own_attempt = false;
        if let Some(seat) = self.seat
            && self.refused.is_some()
            && self.to_act(seat)
            && let Some((line, _)) = self.refused.take()
        {
            own_attempt = true;
            self.attempt(&line, Some(seat));
            self.own = Some(self.draft.next_ply());
        }
        self.give_up_refused();
        if let Some(words) = self.words.take() {
            let ply = self.own.unwrap_or(0);
            append(&mut self.draft.record.note_mut(ply).stderr, &words);
        }
        let book = self.draft.book();
        let mut reading = self.draft.finish();
        if let (Some(seat), Some(end)) = (self.seat, self.end) {
            judge_end(&mut reading, book, seat, own_attempt, &end);
        }
        reading
    }
}

/// What the jury's last word tells of faults; see the module.
fn judge_end(
    reading: &mut Reading,
    book: &dyn DynGame,
    seat: Player,
    own_attempt: bool,
    end: &Ended<'_>,
) {
    let record = &mut reading.record;
    let said = record.reported.as_ref();
    if said.is_some_and(|reported| !reported.faults.is_empty()) {
        return;
    }
    let Ok(replay) = book.replay(&record.setup, &record.moves, [false; 2]) else {
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
    } else if end.opponent {
        (seat.opponent(), Fault::Jury)
    } else if book.jury_plays_on() {
        (seat, Fault::Jury)
    } else {
        return;
    };
    let reported = record.reported.get_or_insert_with(ReportedResult::default);
    reported.faults.insert(player, fault);
    if reported.text.is_empty() {
        end.text.clone_into(&mut reported.text);
    }
    reading.places.result.get_or_insert(end.span.clone());
}

/// Adds a line.
fn append(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
