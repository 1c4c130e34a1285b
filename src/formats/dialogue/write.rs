//! Writing a record as the dialogue of one seat.

use super::super::headers;
use crate::contract::{DialogueEnd, DialogueEvent, DialogueLine, Fault, Player, Protocol};
use crate::games::DynGame;
use crate::record::{Attempt, Ending, MovedBy, Note, Record};
use std::borrow::Cow;
use std::fmt::Write as _;

/// A record lacks what the dialogue of a seat needs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its dialogue needs {missing}")]
pub struct NoDialogue {
    /// What is missing.
    pub missing: Cow<'static, str>,
}

/// Writes the dialogue of the seat of which the record knows more.
pub(super) fn write_dialogue(record: &Record, book: &dyn DynGame) -> Result<String, NoDialogue> {
    let own_words = own_note_counts(record, book);
    let ranked = Player::ALL.map(|seat| {
        let script = DialogueWriter::for_seat(record, book, seat)?;
        Ok((own_words[seat.index()], script.told_count, script.out))
    });
    match ranked {
        [Ok(first), Ok(second)] => {
            let is_second = (second.0, second.1) > (first.0, first.1);
            Ok(if is_second { second.2 } else { first.2 })
        }
        [Ok((.., text)), Err(_)] | [Err(_), Ok((.., text))] => Ok(text),
        [Err(why), Err(_)] => Err(why),
    }
}

/// A line between the jury and a program, with the ply that it tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangedLine {
    /// The jury writes and the program reads; otherwise the reverse.
    pub to_bot: bool,
    /// The line; the program's own as it spelled it, with its message.
    pub text: String,
    /// The ply that the line tells, from 1 (a lead-in: 0); `None` for what tells none.
    pub ply: Option<u32>,
}

/// The dialogue of one seat, line by line, the comments of the generic form left out.
///
/// # Errors
/// Why there is none: the dialogue needs what the record does not have.
pub fn exchanged_lines(
    record: &Record,
    book: &dyn DynGame,
    seat: Player,
) -> Result<Vec<ExchangedLine>, NoDialogue> {
    DialogueWriter::for_seat(record, book, seat).map(|script| script.exchanged_lines)
}

/// How much is known of each program's own words.
fn own_note_counts(record: &Record, book: &dyn DynGame) -> [usize; 2] {
    let mut counts = Player::ALL.map(|player| usize::from(record.player(player).time_ms.is_some()));
    let Ok(mut table) = book.start(&record.setup) else {
        return counts;
    };
    for (index, token) in record.tokens().enumerate() {
        let mover = table.mover();
        let ply = ply_of(index, book);
        let note = record.notes.get(&ply);
        if let (Some(player), Some(note)) = (mover, note)
            && (!note.message.is_empty() || !note.stderr.is_empty())
        {
            counts[player.index()] += 1;
        }
        if table.play(token).is_err() {
            break;
        }
    }
    counts
}

fn ply_of(index: usize, book: &dyn DynGame) -> u32 {
    u32::try_from((index + 1).saturating_sub(book.info().lead_in)).unwrap_or(u32::MAX)
}

struct DialogueWriter<'a> {
    record: &'a Record,
    book: &'a dyn DynGame,
    seat: Player,
    tokens: Vec<&'a str>,
    protocol: Box<dyn Protocol>,
    /// Tokens that are written.
    written_count: usize,
    /// Tokens that the dialogue itself tells.
    told_count: usize,
    out: String,
    /// The lines of the dialogue alone.
    exchanged_lines: Vec<ExchangedLine>,
}

impl<'a> DialogueWriter<'a> {
    fn for_seat(
        record: &'a Record,
        book: &'a dyn DynGame,
        seat: Player,
    ) -> Result<Self, NoDialogue> {
        let tokens: Vec<&str> = record.tokens().collect();
        let script = |end| {
            let lines = book.script(&record.setup, &tokens, seat, end);
            lines.map_err(|bad| NoDialogue {
                missing: bad.expected,
            })
        };
        let body = script(DialogueEnd::Open)?;
        let whole = script(jury_ending(record, book, seat))?;
        let closing = whole.get(body.len()..).unwrap_or_default();
        let mut script = DialogueWriter {
            record,
            book,
            seat,
            protocol: book.protocol(&record.setup),
            tokens,
            written_count: 0,
            told_count: 0,
            out: String::new(),
            exchanged_lines: Vec::new(),
        };
        script.write_headers();
        for line in &body {
            script.write_script_line(line);
        }
        script.told_count = script.written_count;
        script.write_hidden_moves();
        if let Some(attempt) = record.failed_attempt() {
            script.write_attempt(attempt);
        }
        for line in closing {
            script.write_line('>', None, &line.text);
        }
        if let Some(ms) = record.player(seat).time_ms {
            let (seconds, rest) = (ms / 1000, ms % 1000);
            script.write_comment(&format!("Total time used: {seconds}.{rest:03} seconds"));
        }
        Ok(script)
    }

    fn write_headers(&mut self) {
        let mut lines = String::new();
        headers::write_headers(self.record, self.book, &mut lines);
        for line in lines.lines() {
            self.write_comment(line);
        }
        self.write_stderr(0);
    }

    fn write_comment(&mut self, text: &str) {
        let _ = writeln!(self.out, "# {text}");
    }

    fn note(&self, ply: u32) -> Option<&'a Note> {
        self.record.notes.get(&ply)
    }

    fn write_stderr(&mut self, ply: u32) {
        let words = self.note(ply).map_or("", |note| &note.stderr);
        if !words.is_empty() {
            for line in words.split('\n') {
                let _ = writeln!(self.out, "! {line}");
            }
        }
    }

    /// A line with its mark, and the time if it is known.
    fn write_line(&mut self, mark: char, ply: Option<u32>, text: &str) {
        if mark != '#' {
            let (to_bot, text) = (mark == '>', text.to_owned());
            self.exchanged_lines
                .push(ExchangedLine { to_bot, text, ply });
        }
        let ms = ply.and_then(|ply| self.record.times_ms.get_ms(ply));
        let time = match ms {
            Some(ms) => format!("[{ms}] "),
            // Else a text that starts like a time would be read as one.
            None if text.starts_with('[') => "[-] ".to_owned(),
            None => String::new(),
        };
        let _ = writeln!(self.out, "{mark} {time}{text}");
    }

    /// What the lines cannot say of an act stands before it.
    fn write_move_comments(&mut self, ply: u32, raw: bool, message: bool) {
        let Some(note) = self.note(ply) else {
            return;
        };
        if let (true, Some(raw)) = (raw, &note.raw) {
            self.write_comment(&format!("raw: {}", blank_controls(raw)));
        }
        if message && !note.message.is_empty() {
            self.write_comment(&format!("message: {}", blank_controls(&note.message)));
        }
        if note.by == Some(MovedBy::Jury) {
            self.write_comment("by: jury");
        }
    }

    /// The next token's ply; one that no line tells, for nobody is asked, is passed over.
    fn advance_to_ply(&mut self, events: &[DialogueEvent]) -> Option<u32> {
        let token = events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => Some(token),
            _ => None,
        })?;
        let automatic =
            self.book.info().automatic_ply == Some(ply_of(self.written_count, self.book));
        if automatic && self.tokens.get(self.written_count) != Some(&&**token) {
            self.written_count += 1;
        }
        Some(ply_of(self.written_count, self.book))
    }

    fn write_script_line(&mut self, line: &DialogueLine) {
        if !line.to_bot {
            return self.write_own_line(line);
        }
        let events = self.protocol.on_jury_line(&line.text).unwrap_or_default();
        let Some(ply) = self.advance_to_ply(&events) else {
            return self.write_line('>', None, &line.text);
        };
        let token = self.heard_token(&events);
        if let Some(own) = self
            .tokens
            .get(self.written_count)
            .filter(|own| token.as_deref() != Some(**own))
        {
            self.write_comment(&format!("token: {own}"));
        }
        let shown = self.conveyed_spelling(&events);
        let raw = self.note(ply).and_then(|note| note.raw.as_deref());
        self.write_move_comments(ply, raw.is_some() && raw != shown.as_deref(), true);
        self.write_line('>', Some(ply), &line.text);
        self.written_count += 1;
    }

    /// The token that a reader finds in a line to the program, which need not be told all.
    fn heard_token(&self, events: &[DialogueEvent]) -> Option<String> {
        events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => Some(self.book.parse(token).ok()?.text),
            _ => None,
        })
    }

    /// The spelling that a reader finds in the dialogue itself, if it is not the token.
    fn conveyed_spelling(&self, events: &[DialogueEvent]) -> Option<String> {
        events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, raw } => {
                let canonical = self.book.parse(token).is_ok_and(|read| read.text == *token);
                let spelled = (!canonical).then(|| token.clone());
                raw.clone().filter(|raw| raw != token).or(spelled)
            }
            _ => None,
        })
    }

    /// The program's own act: as it spelled it and with its message, if the protocol takes that.
    fn write_own_line(&mut self, line: &DialogueLine) {
        let spoken = DialogueEvent::Token {
            token: line.text.clone(),
            raw: None,
        };
        let ply = self.advance_to_ply(&[spoken]).unwrap_or(0);
        let note = self.note(ply);
        let raw = note.and_then(|note| note.raw.as_deref());
        let message = note.map_or("", |note| &note.message);
        let mut text = raw.unwrap_or(&line.text).to_owned();
        if !message.is_empty() {
            text.push(' ');
            text.push_str(message);
        }
        let plain = blank_controls(&text) == text;
        let said = plain.then(|| self.protocol.on_bot_line(&text));
        let fits = match &said {
            Some(Ok(events)) => self.conveys_move(events, raw, message),
            Some(Err(_)) | None => false,
        };
        if !matches!(said, Some(Ok(_))) {
            // So that the protocol knows whose turn is next.
            let _ = self.protocol.on_bot_line(&line.text);
        }
        self.write_stderr(ply);
        self.write_move_comments(ply, !fits, !fits);
        self.write_line('<', Some(ply), if fits { &text } else { &line.text });
        self.written_count += 1;
    }

    fn conveys_move(&self, events: &[DialogueEvent], raw: Option<&str>, message: &str) -> bool {
        let token = events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => self.book.parse(token).ok(),
            _ => None,
        });
        let said = events.iter().find_map(|event| match event {
            DialogueEvent::Message(message) => Some(message.as_str()),
            _ => None,
        });
        let same =
            token.is_some_and(|token| self.tokens.get(self.written_count) == Some(&&*token.text));
        same && said.unwrap_or("") == message
            && (raw.is_none() || raw == self.conveyed_spelling(events).as_deref())
    }

    /// The tokens of which this program is not told.
    fn write_hidden_moves(&mut self) {
        while let Some(token) = self.tokens.get(self.written_count).copied() {
            let ply = ply_of(self.written_count, self.book);
            self.write_move_comments(ply, true, true);
            self.write_commented_move("act", ply, token);
            self.written_count += 1;
        }
    }

    fn write_commented_move(&mut self, key: &str, ply: u32, text: &str) {
        let mut line = std::mem::take(&mut self.out);
        self.write_line('#', Some(ply), text);
        line.push_str(&self.out.replacen("# ", &format!("# {key}: "), 1));
        self.out = line;
    }

    fn write_attempt(&mut self, attempt: &Attempt) {
        let ply = ply_of(self.tokens.len(), self.book);
        let raw = blank_controls(&attempt.raw);
        if attempt.player == Some(self.seat) {
            self.write_stderr(ply);
        }
        let broken = !attempt.rule.is_unspecified() && attempt.rest.is_empty() && !raw.is_empty();
        let result = self.record.result.as_ref();
        let fault = result.and_then(|result| result.faults.get(&self.seat));
        // A program that is out of time has not said what stands there.
        let spoken = fault.is_none_or(|fault| *fault == Fault::Illegal);
        let own = attempt.player == Some(self.seat) && broken && spoken && raw == attempt.raw;
        let told = |script: &mut Self| match script.protocol.on_bot_line(&raw) {
            Ok(events) => events.iter().any(|event| match event {
                DialogueEvent::Token {
                    token,
                    raw: spelled,
                } => spelled.as_ref().unwrap_or(token) == &raw,
                _ => false,
            }),
            // A reader takes the program's last words, if it is to act, for its act.
            Err(_) => true,
        };
        if own && told(self) {
            self.write_move_comments(ply, false, true);
            return self.write_line('<', Some(ply), &raw);
        }
        self.write_move_comments(ply, false, true);
        self.write_commented_move("attempt", ply, &raw);
        for word in attempt.rest.split_whitespace() {
            self.write_commented_move("act", 0, word);
        }
    }
}

/// How the jury ends the dialogue.
fn jury_ending(record: &Record, book: &dyn DynGame, seat: Player) -> DialogueEnd {
    let Some(result) = &record.result else {
        return DialogueEnd::Open;
    };
    let opponent = result.faults.contains_key(&seat.opponent());
    let own = result.faults.contains_key(&seat);
    match result.how {
        Ending::Unterminated => DialogueEnd::Open,
        _ if opponent && !own && !book.info().jury_plays_on => DialogueEnd::OpponentFailed,
        _ => DialogueEnd::Over,
    }
}

/// A text on one line, its blanks kept.
fn blank_controls(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(blank).collect()
}
