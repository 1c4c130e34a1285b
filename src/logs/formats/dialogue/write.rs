//! Writing a record as the dialogue of one seat.

use crate::formats::headers;
use kifu_core::contract::{
    DialogueEnd, DialogueEvent, DialogueLine, Fault, Faults, Player, Protocol,
};
use kifu_core::games::DynGame;
use kifu_core::record::{Attempt, Ending, MovedBy, Note, Record};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The reason why a record cannot be written as a dialogue: something is missing in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its dialogue needs {missing}")]
pub struct NoDialogue {
    /// The missing part.
    pub missing: Cow<'static, str>,
}

/// Writes the dialogue of the seat about which the record knows more.
pub(super) fn write_dialogue(record: &Record, game: &dyn DynGame) -> Result<String, NoDialogue> {
    if fails_at_automatic_ply(record, game) {
        let missing = "the ply before the failed move, which the contest plays without asking";
        return Err(NoDialogue {
            missing: missing.into(),
        });
    }
    let note_counts = own_note_counts(record, game);
    let ranked = Player::ALL.map(|seat| {
        let writer = DialogueWriter::for_seat(record, game, seat)?;
        let rank = (note_counts[seat.index()], writer.exchanged_count);
        Ok((rank, writer.out))
    });
    match ranked {
        [Ok((first, _)), Ok((second, text))] if second > first => Ok(text),
        [Ok((_, text)), _] | [Err(_), Ok((_, text))] => Ok(text),
        [Err(why), Err(_)] => Err(why),
    }
}

/// A line exchanged between the jury and a program, with the ply that it contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangedLine {
    /// Whether the line goes from the jury to the program; otherwise from the program to the jury.
    pub to_bot: bool,
    /// The text of the line. A program's move has the program's own spelling and its message,
    /// such as `random`.
    pub text: String,
    /// The ply in the line, from 1 (0 for a lead-in); `None` if it contains no move.
    pub ply: Option<u32>,
}

/// Returns the dialogue of one seat line by line, without the comments of the generic form.
///
/// ```
/// use kifu_core::contract::Player;
/// use kifu_logs::formats::exchanged_lines;
/// use kifu_core::games::{CATALOGUE, by_id};
/// use kifu_core::record::Record;
///
/// let record = Record {
///     game: "turn-right".to_owned(),
///     moves: "a1 b2".to_owned(),
///     ..Record::default()
/// };
/// let game = by_id(CATALOGUE, "turn-right").unwrap();
/// let lines = exchanged_lines(&record, game, Player::First)?;
/// let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
/// assert_eq!(texts, ["Start", "a1", "b2"]);
/// assert!(lines[0].to_bot && !lines[1].to_bot);
/// # Ok::<(), kifu_logs::formats::NoDialogue>(())
/// ```
///
/// # Errors
/// Returns an error if the dialogue needs something that the record does not have.
pub fn exchanged_lines(
    record: &Record,
    game: &dyn DynGame,
    seat: Player,
) -> Result<Vec<ExchangedLine>, NoDialogue> {
    DialogueWriter::for_seat(record, game, seat).map(|writer| writer.exchanged_lines)
}

/// Counts the notes about each program's own output.
fn own_note_counts(record: &Record, game: &dyn DynGame) -> [usize; 2] {
    let mut counts = Player::ALL.map(|player| usize::from(record.player(player).time_ms.is_some()));
    let Ok(mut state) = game.start(&record.setup) else {
        return counts;
    };
    for (index, token) in record.tokens().enumerate() {
        let mover = state.mover();
        let ply = ply_of(index, game);
        let note = record.notes.get(&ply);
        if let (Some(player), Some(note)) = (mover, note)
            && (!note.message.is_empty() || !note.stderr.is_empty())
        {
            counts[player.index()] += 1;
        }
        if state.play(token).is_err() {
            break;
        }
    }
    counts
}

struct DialogueWriter<'a> {
    record: &'a Record,
    game: &'a dyn DynGame,
    seat: Player,
    tokens: Vec<&'a str>,
    protocol: Box<dyn Protocol>,
    /// The number of tokens written so far.
    written_count: usize,
    /// The number of tokens contained in the dialogue itself.
    exchanged_count: usize,
    out: String,
    /// The lines of the dialogue, without comments.
    exchanged_lines: Vec<ExchangedLine>,
}

impl<'a> DialogueWriter<'a> {
    fn for_seat(
        record: &'a Record,
        game: &'a dyn DynGame,
        seat: Player,
    ) -> Result<Self, NoDialogue> {
        let tokens: Vec<&str> = record.tokens().collect();
        let script = |end| {
            let lines = game.script(&record.setup, &tokens, seat, end);
            lines.map_err(|error| NoDialogue {
                missing: error.expected,
            })
        };
        let open = script(DialogueEnd::Open)?;
        let whole = script(jury_ending(record, game, seat))?;
        let closing = whole.get(open.len()..).unwrap_or_default();
        let body = prompt_of_failed_turn(record, game, seat, &tokens).unwrap_or(open.clone());
        let mut writer = DialogueWriter {
            record,
            game,
            seat,
            protocol: game.protocol(&record.setup),
            tokens,
            written_count: 0,
            exchanged_count: 0,
            out: String::new(),
            exchanged_lines: Vec::new(),
        };
        writer.write_headers();
        for line in &body {
            writer.write_script_line(line);
        }
        writer.exchanged_count = writer.written_count;
        writer.write_hidden_moves();
        if let Some(attempt) = record.failed_attempt() {
            writer.write_attempt(attempt);
        }
        for line in closing {
            writer.write_line('>', None, &line.text);
        }
        if let Some(ms) = record.player(seat).time_ms {
            let (seconds, rest) = (ms / 1000, ms % 1000);
            writer.write_comment(&format!("Total time used: {seconds}.{rest:03} seconds"));
        }
        Ok(writer)
    }

    fn write_headers(&mut self) {
        let mut lines = String::new();
        headers::write_headers(self.record, self.game, &mut lines);
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

    /// Writes a line with its mark, and with the time if it is known.
    fn write_line(&mut self, mark: char, ply: Option<u32>, text: &str) {
        if mark != '#' {
            self.add_exchanged_line(mark == '>', ply, text);
        }
        self.write_marked(mark, ply, text);
    }

    fn add_exchanged_line(&mut self, to_bot: bool, ply: Option<u32>, text: &str) {
        let text = text.to_owned();
        self.exchanged_lines
            .push(ExchangedLine { to_bot, text, ply });
    }

    fn write_marked(&mut self, mark: char, ply: Option<u32>, text: &str) {
        let ms = ply.and_then(|ply| self.record.times_ms.get_ms(ply));
        let time = match ms {
            Some(ms) => format!("[{ms}] "),
            // Without this, a text that starts like a time would be read as one.
            None if text.starts_with('[') => "[-] ".to_owned(),
            None => String::new(),
        };
        let _ = writeln!(self.out, "{mark} {time}{text}");
    }

    /// Writes comments before a move about what its line cannot express.
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

    /// Returns the ply of the next token, after skipping an automatic ply, which no line contains.
    fn advance_to_ply(&mut self, events: &[DialogueEvent]) -> Option<u32> {
        let token = events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => Some(token),
            _ => None,
        })?;
        let automatic =
            self.game.info().automatic_ply == Some(ply_of(self.written_count, self.game));
        if automatic && self.tokens.get(self.written_count) != Some(&&**token) {
            self.written_count += 1;
        }
        Some(ply_of(self.written_count, self.game))
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

    /// Returns the token that a reader finds in a line to the program, which may lack a part of it.
    fn heard_token(&self, events: &[DialogueEvent]) -> Option<String> {
        events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => Some(self.game.parse(token).ok()?.text),
            _ => None,
        })
    }

    /// Returns the spelling that a reader finds in the dialogue itself, if it differs from the
    /// token.
    fn conveyed_spelling(&self, events: &[DialogueEvent]) -> Option<String> {
        events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, raw } => {
                let canonical = self.game.parse(token).is_ok_and(|read| read.text == *token);
                let spelled = (!canonical).then(|| token.clone());
                raw.clone().filter(|raw| raw != token).or(spelled)
            }
            _ => None,
        })
    }

    /// Writes the program's own move with its spelling and message, if the protocol allows.
    fn write_own_line(&mut self, line: &DialogueLine) {
        let own_move = DialogueEvent::Token {
            token: line.text.clone(),
            raw: None,
        };
        let ply = self.advance_to_ply(&[own_move]).unwrap_or(0);
        let note = self.note(ply);
        let raw = note.and_then(|note| note.raw.as_deref());
        let message = note.map_or("", |note| &note.message);
        let mut text = raw.unwrap_or(&line.text).to_owned();
        if !message.is_empty() {
            text.push(' ');
            text.push_str(message);
        }
        let plain = blank_controls(&text) == text;
        let events = plain.then(|| self.protocol.on_bot_line(&text));
        let fits = match &events {
            Some(Ok(events)) => self.conveys_move(events, raw, message),
            Some(Err(_)) | None => false,
        };
        if !matches!(events, Some(Ok(_))) {
            // The protocol must see a move to know whose turn is next.
            let _ = self.protocol.on_bot_line(&line.text);
        }
        self.write_stderr(ply);
        self.write_move_comments(ply, !fits, !fits);
        // Where the jury moved for a program that sent nothing, there is no line of the program.
        if raw.is_some() || note.is_none_or(|note| note.by != Some(MovedBy::Jury)) {
            self.add_exchanged_line(false, Some(ply), &blank_controls(&text));
        }
        // A reader has to understand the line; another spelling, such as `random`, is a comment.
        self.write_marked('<', Some(ply), if fits { &text } else { &line.text });
        self.written_count += 1;
    }

    fn conveys_move(&self, events: &[DialogueEvent], raw: Option<&str>, message: &str) -> bool {
        let token = events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => self.game.parse(token).ok(),
            _ => None,
        });
        let sent_message = events.iter().find_map(|event| match event {
            DialogueEvent::Message(message) => Some(message.as_str()),
            _ => None,
        });
        let same =
            token.is_some_and(|token| self.tokens.get(self.written_count) == Some(&&*token.text));
        same && sent_message.unwrap_or("") == message
            && (raw.is_none() || raw == self.conveyed_spelling(events).as_deref())
    }

    /// Writes the tokens that this program does not see.
    fn write_hidden_moves(&mut self) {
        while let Some(token) = self.tokens.get(self.written_count).copied() {
            let ply = ply_of(self.written_count, self.game);
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

    /// Reports whether the rules allow a token after all moves, so that a reader would take it for a
    /// move that was made.
    fn is_legal_next(&self, token: &str) -> bool {
        let Ok(mut state) = self.game.start(&self.record.setup) else {
            return false;
        };
        let mut tokens = self.tokens.iter().copied().chain([token]);
        tokens.all(|token| state.play(token).is_ok())
    }

    fn write_attempt(&mut self, attempt: &Attempt) {
        let ply = ply_of(self.tokens.len(), self.game);
        let raw = blank_controls(&attempt.raw);
        if attempt.player == Some(self.seat) {
            self.write_stderr(ply);
        }
        let is_illegal =
            !attempt.rule.is_unspecified() && attempt.rest.is_empty() && !raw.is_empty();
        let result = self.record.result.as_ref();
        let fault = result.and_then(|result| result.faults.get(&self.seat));
        // If a program ran out of time, the attempt is not its output.
        let is_output = fault.is_none_or(|fault| *fault == Fault::Illegal);
        let own =
            attempt.player == Some(self.seat) && is_illegal && is_output && raw == attempt.raw;
        let is_readable = |writer: &mut Self| match writer.protocol.on_bot_line(&raw) {
            Ok(events) => events.iter().any(|event| match event {
                DialogueEvent::Token {
                    token,
                    raw: spelled,
                } => spelled.as_ref().unwrap_or(token) == &raw && !writer.is_legal_next(token),
                _ => false,
            }),
            // If it is the program's turn, a reader takes its last line for its move.
            Err(_) => true,
        };
        if own && is_readable(self) {
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

/// Replaces the control characters of a text by blanks, so that it stays on one line.
fn blank_controls(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(blank).collect()
}

// The last lines of a dialogue that is written from a record: a turn in which the program failed,
// and the closing lines of the jury.

/// Returns the ply that the token with this index begins.
fn ply_of(index: usize, game: &dyn DynGame) -> u32 {
    u32::try_from((index + 1).saturating_sub(game.info().lead_in)).unwrap_or(u32::MAX)
}

/// Returns the dialogue up to the turn in which the program in `seat` failed, with all that it read
/// before its answer; `None` if the game did not end in such a turn.
fn prompt_of_failed_turn(
    record: &Record,
    game: &dyn DynGame,
    seat: Player,
    tokens: &[&str],
) -> Option<Vec<DialogueLine>> {
    let attempted = record.failed_attempt().is_some_and(|attempt| {
        // An attempt without a player was made by the player to move.
        attempt.player.is_none_or(|player| player == seat)
    });
    let result = record.result.as_ref();
    let has_fault = result.is_some_and(|result| result.faults.contains_key(&seat));
    let replay = game
        .replay(&record.setup, &record.moves, Faults::NONE)
        .ok()?;
    let is_asked = !replay.is_over && replay.failure.is_none() && replay.next == Some(seat);
    if !is_asked || !attempted && !has_fault {
        return None;
    }
    let protocol = game.protocol(&record.setup);
    protocol
        .script_until_turn(&record.setup, tokens, seat, None)
        .ok()
}

/// Returns the jury's way of ending the dialogue.
fn jury_ending(record: &Record, game: &dyn DynGame, seat: Player) -> DialogueEnd {
    let Some(result) = &record.result else {
        return DialogueEnd::Open;
    };
    let opponent_failed = result.faults.contains_key(&seat.opponent());
    let own_failed = result.faults.contains_key(&seat);
    match result.how {
        Ending::Unterminated => DialogueEnd::Open,
        _ if opponent_failed && !own_failed && !game.info().jury_plays_on => {
            DialogueEnd::OpponentFailed
        }
        _ => DialogueEnd::Over,
    }
}

/// Reports whether a move failed at the ply that the contest plays without asking: in a dialogue it
/// would appear after that ply.
fn fails_at_automatic_ply(record: &Record, game: &dyn DynGame) -> bool {
    let next = ply_of(record.tokens().count(), game);
    record.failed_attempt().is_some() && game.info().automatic_ply == Some(next)
}
