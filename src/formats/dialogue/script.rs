//! Writing a record as the dialogue of one seat.

use super::super::headers;
use crate::contract::{DialogueEnd, DialogueEvent, DialogueLine, Fault, Player, Protocol};
use crate::games::DynGame;
use crate::record::{Attempt, Ending, MovedBy, Note, Record};
use std::fmt::Write as _;

/// The dialogue, or why there is none.
pub(super) fn write(record: &Record, book: &dyn DynGame) -> Result<String, String> {
    let own_words = own_words(record, book);
    let mut best: Option<((usize, usize), String)> = None;
    let mut why = String::new();
    for seat in Player::ALL {
        match Script::of(record, book, seat) {
            Ok(script) => {
                let rank = (own_words[seat.index()], script.told);
                if best.as_ref().is_none_or(|(best, _)| rank > *best) {
                    best = Some((rank, script.out));
                }
            }
            Err(reason) if why.is_empty() => why = reason,
            Err(_) => {}
        }
    }
    best.map(|(_, text)| text).ok_or(why)
}

/// A line between the jury and a program, with the ply that it tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchanged {
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
pub fn exchange(
    record: &Record,
    book: &dyn DynGame,
    seat: Player,
) -> Result<Vec<Exchanged>, String> {
    Script::of(record, book, seat).map(|script| script.exchanged)
}

/// How much is known of each program's own words.
fn own_words(record: &Record, book: &dyn DynGame) -> [usize; 2] {
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
    u32::try_from((index + 1).saturating_sub(book.lead_in())).unwrap_or(u32::MAX)
}

struct Script<'a> {
    record: &'a Record,
    book: &'a dyn DynGame,
    seat: Player,
    tokens: Vec<&'a str>,
    protocol: Box<dyn Protocol>,
    /// Tokens that are written.
    at: usize,
    /// Tokens that the dialogue itself tells.
    told: usize,
    out: String,
    /// The lines of the dialogue alone.
    exchanged: Vec<Exchanged>,
}

impl<'a> Script<'a> {
    fn of(record: &'a Record, book: &'a dyn DynGame, seat: Player) -> Result<Self, String> {
        let tokens: Vec<&str> = record.tokens().collect();
        let script = |end| {
            let lines = book.script(&record.setup, &tokens, seat, end);
            lines.map_err(|bad| format!("its dialogue needs {}", bad.expected))
        };
        let body = script(DialogueEnd::Open)?;
        let whole = script(end(record, book, seat))?;
        let closing = whole.get(body.len()..).unwrap_or_default();
        let mut script = Script {
            record,
            book,
            seat,
            protocol: book.protocol(&record.setup),
            tokens,
            at: 0,
            told: 0,
            out: String::new(),
            exchanged: Vec::new(),
        };
        script.headers();
        for line in &body {
            script.line(line);
        }
        script.told = script.at;
        script.untold();
        if let Some(attempt) = record.failed_attempt() {
            script.attempt(attempt);
        }
        for line in closing {
            script.put('>', None, &line.text);
        }
        if let Some(ms) = record.player(seat).time_ms {
            let (seconds, rest) = (ms / 1000, ms % 1000);
            script.comment(&format!("Total time used: {seconds}.{rest:03} seconds"));
        }
        Ok(script)
    }

    fn headers(&mut self) {
        let mut lines = String::new();
        headers::write(self.record, self.book, &mut lines);
        for line in lines.lines() {
            self.comment(line);
        }
        self.words(0);
    }

    fn comment(&mut self, text: &str) {
        let _ = writeln!(self.out, "# {text}");
    }

    fn note(&self, ply: u32) -> Option<&'a Note> {
        self.record.notes.get(&ply)
    }

    fn words(&mut self, ply: u32) {
        let words = self.note(ply).map_or("", |note| &note.stderr);
        if !words.is_empty() {
            for line in words.split('\n') {
                let _ = writeln!(self.out, "! {line}");
            }
        }
    }

    /// A line with its mark, and the time if it is known.
    fn put(&mut self, mark: char, ply: Option<u32>, text: &str) {
        if mark != '#' {
            let (to_bot, text) = (mark == '>', text.to_owned());
            self.exchanged.push(Exchanged { to_bot, text, ply });
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
    fn asides(&mut self, ply: u32, raw: bool, message: bool) {
        let Some(note) = self.note(ply) else {
            return;
        };
        if let (true, Some(raw)) = (raw, &note.raw) {
            self.comment(&format!("raw: {}", flat(raw)));
        }
        if message && !note.message.is_empty() {
            self.comment(&format!("message: {}", flat(&note.message)));
        }
        if note.by == Some(MovedBy::Jury) {
            self.comment("by: jury");
        }
    }

    /// The next token's ply; one that no line tells, for nobody is asked, is passed over.
    fn next(&mut self, events: &[DialogueEvent]) -> Option<u32> {
        let token = events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => Some(token),
            _ => None,
        })?;
        let automatic = self.book.automatic_ply() == Some(ply_of(self.at, self.book));
        if automatic && self.tokens.get(self.at) != Some(&&**token) {
            self.at += 1;
        }
        Some(ply_of(self.at, self.book))
    }

    fn line(&mut self, line: &DialogueLine) {
        if !line.to_bot {
            return self.own(line);
        }
        let events = self.protocol.on_jury_line(&line.text).unwrap_or_default();
        let Some(ply) = self.next(&events) else {
            return self.put('>', None, &line.text);
        };
        let token = self.heard_token(&events);
        if let Some(own) = self
            .tokens
            .get(self.at)
            .filter(|own| token.as_deref() != Some(**own))
        {
            self.comment(&format!("token: {own}"));
        }
        let shown = self.shown(&events);
        let raw = self.note(ply).and_then(|note| note.raw.as_deref());
        self.asides(ply, raw.is_some() && raw != shown.as_deref(), true);
        self.put('>', Some(ply), &line.text);
        self.at += 1;
    }

    /// The token that a reader finds in a line to the program, which need not be told all.
    fn heard_token(&self, events: &[DialogueEvent]) -> Option<String> {
        events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => Some(self.book.parse(token).ok()?.text),
            _ => None,
        })
    }

    /// The spelling that a reader finds in the dialogue itself, if it is not the token.
    fn shown(&self, events: &[DialogueEvent]) -> Option<String> {
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
    fn own(&mut self, line: &DialogueLine) {
        let spoken = DialogueEvent::Token {
            token: line.text.clone(),
            raw: None,
        };
        let ply = self.next(&[spoken]).unwrap_or(0);
        let note = self.note(ply);
        let raw = note.and_then(|note| note.raw.as_deref());
        let message = note.map_or("", |note| &note.message);
        let mut text = raw.unwrap_or(&line.text).to_owned();
        if !message.is_empty() {
            text.push(' ');
            text.push_str(message);
        }
        let plain = flat(&text) == text;
        let said = plain.then(|| self.protocol.on_bot_line(&text));
        let fits = match &said {
            Some(Ok(events)) => self.tells(events, raw, message),
            Some(Err(_)) | None => false,
        };
        if !matches!(said, Some(Ok(_))) {
            // So that the protocol knows whose turn is next.
            let _ = self.protocol.on_bot_line(&line.text);
        }
        self.words(ply);
        self.asides(ply, !fits, !fits);
        self.put('<', Some(ply), if fits { &text } else { &line.text });
        self.at += 1;
    }

    fn tells(&self, events: &[DialogueEvent], raw: Option<&str>, message: &str) -> bool {
        let token = events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => self.book.parse(token).ok(),
            _ => None,
        });
        let said = events.iter().find_map(|event| match event {
            DialogueEvent::Message(message) => Some(message.as_str()),
            _ => None,
        });
        let same = token.is_some_and(|token| self.tokens.get(self.at) == Some(&&*token.text));
        same && said.unwrap_or("") == message
            && (raw.is_none() || raw == self.shown(events).as_deref())
    }

    /// The tokens of which this program is not told.
    fn untold(&mut self) {
        while let Some(token) = self.tokens.get(self.at).copied() {
            let ply = ply_of(self.at, self.book);
            self.asides(ply, true, true);
            self.act("act", ply, token);
            self.at += 1;
        }
    }

    fn act(&mut self, key: &str, ply: u32, text: &str) {
        let mut line = std::mem::take(&mut self.out);
        self.put('#', Some(ply), text);
        line.push_str(&self.out.replacen("# ", &format!("# {key}: "), 1));
        self.out = line;
    }

    fn attempt(&mut self, attempt: &Attempt) {
        let ply = ply_of(self.tokens.len(), self.book);
        let raw = flat(&attempt.raw);
        if attempt.player == Some(self.seat) {
            self.words(ply);
        }
        let broken = !attempt.rule.is_empty() && attempt.rest.is_empty() && !raw.is_empty();
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
            self.asides(ply, false, true);
            return self.put('<', Some(ply), &raw);
        }
        self.asides(ply, false, true);
        self.act("attempt", ply, &raw);
        for word in attempt.rest.split_whitespace() {
            self.act("act", 0, word);
        }
    }
}

/// How the jury ends the dialogue.
fn end(record: &Record, book: &dyn DynGame, seat: Player) -> DialogueEnd {
    let Some(result) = &record.result else {
        return DialogueEnd::Open;
    };
    let opponent = result.faults.contains_key(&seat.opponent());
    let own = result.faults.contains_key(&seat);
    match result.how {
        Ending::Unterminated => DialogueEnd::Open,
        _ if opponent && !own && !book.jury_plays_on() => DialogueEnd::OpponentFailed,
        _ => DialogueEnd::Over,
    }
}

/// A text on one line, its blanks kept.
fn flat(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(blank).collect()
}
