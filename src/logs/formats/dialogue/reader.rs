//! From the lines of a dialogue to a record, with the game's protocol to interpret each line.

use super::follow::{DialogueGap, follow_all};
use super::lines::{LineKind, LogLine};
use crate::formats::game_builder::GameBuilder;
use crate::formats::headers::KeyValueHeader;
use crate::formats::statuses::shorten;
use crate::formats::{ParsedGame, ReadContext, append_line, headers};
use kifu_core::contract::{
    AnswerError, DialogueEvent, Fault, Faults, Player, Protocol, ProtocolError, Setup, Spelling,
};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{DynGame, by_name};
use kifu_core::record::{Attempt, AttemptRule, MovedBy, ReportedResult};
use std::ops::Range;

/// Reads a dialogue.
pub(super) fn read_dialogue(
    source: &SourceText<'_>,
    lines: &[LogLine<'_>],
    context: &ReadContext<'_>,
) -> ParsedGame {
    let first = lines.first().map_or(0..0, |line| line.span.clone());
    let Some(game) = find_game(lines, context) else {
        let named = headers_in_comments(lines).find(|header| header.name == "game");
        let message = match &named {
            Some(header) => format!("expected a game that kifu knows, found `{}`", header.value),
            None => "could not recognise the game from its dialogue".to_owned(),
        };
        let span = named.map_or(first, |header| header.value_span);
        let finding = Finding::new(Code::UnknownGame, message).at(source.location(span));
        return ParsedGame::unreadable(finding);
    };
    let mut draft = GameBuilder::new(game, "codecup-dialogue", context);
    draft.game_spans.whole = first;
    for header in headers_in_comments(lines) {
        headers::apply_header(&mut draft, source, context.catalogue, &header);
    }
    let mut reader = DialogueReader {
        protocol: game.protocol(&draft.record.setup),
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
        total_time_ms: None,
        has_gap: false,
    };
    let followed = follow_all(game, lines);
    let gap = followed.gap();
    for (index, line) in lines.iter().enumerate() {
        if let Some(gap) = gap.filter(|gap| gap.line == index) {
            reader.read_gap(gap, lines);
        } else {
            reader.read_line(line);
        }
    }
    if let Some(other) = followed.other_jury_line(lines) {
        let line = &lines[other.line];
        let message = format!(
            "expected `{}`, as the moves give; found `{}`",
            shorten(&other.expected),
            shorten(line.text)
        );
        reader.add_finding(Code::BadValue, message, line.span.clone());
    }
    reader.finish()
}

/// The comments about the next move.
#[derive(Default)]
struct NextMoveComments<'a> {
    raw: Option<LogLine<'a>>,
    token: Option<LogLine<'a>>,
    message: Option<LogLine<'a>>,
    by: Option<LogLine<'a>>,
}

struct DialogueReader<'a, 's> {
    draft: GameBuilder,
    protocol: Box<dyn Protocol>,
    source: &'s SourceText<'s>,
    seat: Option<Player>,
    /// Whether the jury or the program has sent a line.
    has_started: bool,
    /// The program's last ply.
    last_own_ply: Option<u32>,
    /// Whether the program's last ply was the last line exchanged.
    is_last_line_own_move: bool,
    /// Standard error that belongs to the program's next ply.
    pending_stderr: Option<String>,
    next_move_comments: NextMoveComments<'a>,
    /// The program's last line, if the protocol rejects it, with the reason.
    rejected_line: Option<(LogLine<'a>, ProtocolError)>,
    ending: Option<JuryEnding<'a>>,
    total_time_ms: Option<u64>,
    /// Whether a move may be missing in the lines so far, so that the position is not known.
    has_gap: bool,
}

impl<'a> DialogueReader<'a, '_> {
    fn read_line(&mut self, line: &LogLine<'a>) {
        match line.kind {
            LineKind::FromJury | LineKind::FromBot => self.read_exchange(line),
            LineKind::Stderr => self.add_stderr(line.text),
            LineKind::Damaged => {
                self.report_misplaced(line, "an undamaged line such as `IO RCVD [text]`");
            }
            LineKind::Unmarked => {
                self.report_misplaced(line, "a line that starts `>`, `<`, `!` or `#`");
            }
            LineKind::HiddenMove => {
                let ply = self.draft.push_token(line.text, line.span.clone());
                self.annotate_ply(ply, line);
            }
            LineKind::Attempt => self.set_attempt(line, None),
            LineKind::MadeBy if !line.text.trim().eq_ignore_ascii_case("jury") => {
                self.report_misplaced(line, "`by: jury`");
            }
            LineKind::RawSpelling | LineKind::Token | LineKind::Message | LineKind::MadeBy => {
                self.set_next_move_comment(line);
            }
            LineKind::TotalTimeMs(ms) => self.set_total_time(ms, line),
            LineKind::Comment if KeyValueHeader::parse(line.text, 0).is_some() => {}
            LineKind::Comment | LineKind::Remark => self.add_comment(line.text),
        }
    }

    /// Ends the game at a gap: its line and the moves that follow are kept and not judged.
    fn read_gap(&mut self, gap: &DialogueGap, lines: &[LogLine<'a>]) {
        let (line, shown_at) = (&lines[gap.line], &lines[gap.shown_at]);
        let message = format!(
            "expected {}, found `{}`; a move may be missing, so that what follows is not played",
            gap.expected,
            shorten(shown_at.text)
        );
        self.add_finding(Code::UnexpectedLine, message, shown_at.span.clone());
        // In the end it is only known that the protocol takes it or not.
        let _ = feed_protocol(&mut *self.protocol, line);
        self.rejected_line = None;
        self.has_gap = true;
        self.has_started = true;
        self.is_last_line_own_move = false;
        let attempt = Attempt {
            raw: line.text.to_owned(),
            rule: AttemptRule::NotLogged,
            reason: "a line is damaged, missing or out of place".to_owned(),
            ..Attempt::default()
        };
        let ply = self.draft.next_ply();
        self.draft.set_attempt(attempt, line.span.clone());
        self.annotate_ply(ply, line);
    }

    /// Keeps a line behind a gap: a move as one that is not judged.
    fn read_exchange_behind_gap(&mut self, line: &LogLine<'a>) {
        let Ok(events) = feed_protocol(&mut *self.protocol, line) else {
            return self.push_unjudged(line.text, line);
        };
        self.is_last_line_own_move = false;
        for event in events {
            if let DialogueEvent::Token { token, .. } = event {
                self.push_unjudged(&token, line);
            }
        }
    }

    fn push_unjudged(&mut self, text: &str, line: &LogLine<'a>) {
        let ply = self.draft.next_ply();
        let attempt = Attempt {
            raw: text.to_owned(),
            ..Attempt::default()
        };
        self.draft.set_attempt(attempt, line.span.clone());
        self.annotate_ply(ply, line);
        if line.kind == LineKind::FromBot {
            self.last_own_ply = Some(ply);
            self.is_last_line_own_move = true;
            if let Some(words) = self.pending_stderr.take() {
                append_line(&mut self.draft.record.note_mut(ply).stderr, &words);
            }
        }
    }

    /// Keeps a comment about the next move; one of each kind.
    fn set_next_move_comment(&mut self, line: &LogLine<'a>) {
        let comments = &mut self.next_move_comments;
        let slot = match line.kind {
            LineKind::RawSpelling => &mut comments.raw,
            LineKind::Token => &mut comments.token,
            LineKind::Message => &mut comments.message,
            _ => &mut comments.by,
        };
        if let Some(unused) = slot.replace(line.clone()) {
            self.report_misplaced(&unused, "a move after the comment about it");
        }
    }

    /// Stores a person's comment with the ply before it.
    fn add_comment(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            let ply = self.draft.next_ply().saturating_sub(1);
            append_line(&mut self.draft.record.note_mut(ply).comment, text);
        }
    }

    fn set_total_time(&mut self, ms: u64, line: &LogLine<'a>) {
        if self.total_time_ms.is_some_and(|known| known != ms) {
            return self.report_misplaced(line, "one total time");
        }
        self.total_time_ms = Some(ms);
        let record = &mut self.draft.record;
        if let Some(seat) = self.seat {
            record.player_mut(seat).time_ms = Some(ms);
        } else {
            let key = "total_time_ms".to_owned();
            record.ext.insert(key, ms.to_string());
        }
    }

    fn read_exchange(&mut self, line: &LogLine<'a>) {
        // The contest's jury sometimes sends an empty line, which means nothing.
        if line.kind == LineKind::FromJury && line.text.trim().is_empty() {
            return;
        }
        if self.has_gap {
            return self.read_exchange_behind_gap(line);
        }
        if self.ending.is_some() {
            return self.report_misplaced(line, "nothing after the end of the game");
        }
        let events = feed_protocol(&mut *self.protocol, line);
        let events = match events {
            Ok(events) => events,
            Err(error) if line.kind == LineKind::FromBot => {
                // It may be the last, failing line of the bot.
                self.report_rejected_line();
                self.rejected_line = Some((line.clone(), error));
                return;
            }
            Err(error) => return self.report_misplaced(line, &error.expected),
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
                self.check_passed_on(&token, line);
                let ply = match &self.next_move_comments.token {
                    Some(whole) => self.draft.push_token(whole.text.trim(), line.span.clone()),
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
            // The move's token contains the chance outcome, and the moves determine the board.
            DialogueEvent::Chance(_) | DialogueEvent::Board(_) => {}
            DialogueEvent::Position(_) => {
                self.report_misplaced(line, "the board to which the moves lead");
            }
            DialogueEvent::Message(text) => {
                let ply = self.last_own_ply.unwrap_or(0);
                append_line(&mut self.draft.record.note_mut(ply).message, &text);
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

    /// Reports a move that the jury does not pass on like this.
    fn check_passed_on(&mut self, token: &str, line: &LogLine<'_>) {
        if line.kind != LineKind::FromJury {
            return;
        }
        let usual = self.protocol.passed_on(token);
        if usual != token {
            let message = format!(
                "ply {}: expected `{usual}`, as the jury passes this move on, found `{}`",
                self.draft.next_ply(),
                shorten(token)
            );
            self.add_finding(Code::LenientSpelling, message, line.span.clone());
        }
    }

    /// Stores the comments and the time of a ply.
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
                Some(attempt) if attempt.rest.is_empty() && !self.has_gap => {
                    raw.text.clone_into(&mut attempt.raw);
                }
                _ => record.note_mut(ply).raw = Some(raw.text.to_owned()),
            }
        }
        if let Some(message) = message {
            message.text.clone_into(&mut record.note_mut(ply).message);
        }
        if by.is_some() {
            record.note_mut(ply).by = Some(MovedBy::Jury);
        }
    }

    /// Stores a parameter of the setup, or compares it with a header.
    ///
    /// A header may know more than the dialogue (both colours), but not the reverse. A default
    /// value is not stored.
    fn apply_setup(&mut self, key: &'static str, value: &str, line: &LogLine<'_>) {
        let game = self.draft.game();
        let setup = &mut self.draft.record.setup;
        let Some(known) = setup.get(key) else {
            let start = |setup: &Setup| game.start(setup).map(|state| state.position());
            let without = start(setup);
            setup.set(key, value);
            if start(setup) == without && without.is_ok() {
                setup.0.remove(key);
            }
            let entry = (key.to_owned(), line.span.clone());
            self.draft.game_spans.setup_keys.push(entry);
            return;
        };
        let is_hidden = |word: &str| !word.starts_with(char::is_alphanumeric);
        let agree = known.split_whitespace().count() == value.split_whitespace().count()
            && known
                .split_whitespace()
                .zip(value.split_whitespace())
                .all(|(known, heard)| known == heard || is_hidden(heard));
        if !agree {
            let message = format!(
                "expected the setup `{key}` as in the dialogue, `{}`; found `{}` in a header",
                shorten(value),
                shorten(known)
            );
            self.add_finding(Code::BadValue, message, line.span.clone());
        }
    }

    /// Stores a line of the bot's standard error with the ply that it belongs to.
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
        if let Some((line, error)) = self.rejected_line.take() {
            self.report_misplaced(&line, &error.expected);
        }
    }

    fn add_finding(&mut self, code: Code, message: String, span: Range<usize>) {
        let finding = Finding::new(code, message).at(self.source.location(span));
        self.draft.findings.push(finding);
    }

    /// Stores the attempt at which the game failed, if it is not a token.
    fn set_attempt(&mut self, line: &LogLine<'_>, player: Option<Player>) {
        let ply = self.draft.next_ply();
        let attempt = Attempt {
            raw: line.text.to_owned(),
            player,
            ..Attempt::default()
        };
        self.draft.set_attempt(attempt, line.span.clone());
        self.annotate_ply(ply, line);
    }

    /// Stores why the program's last line is no answer: such a text may be a legal move in a record.
    fn explain_attempt(&mut self, line: &LogLine<'_>) {
        let game = self.draft.game();
        let record = &mut self.draft.record;
        let error = match game.parse_answer(&record.setup, line.text) {
            Err(error @ (AnswerError::Unreadable(_) | AnswerError::Form(_))) => error,
            Err(AnswerError::Misspelled(_)) | Ok(_) => return,
        };
        if let Some(attempt) = &mut record.attempt {
            attempt.rule = AttemptRule::Unreadable;
            attempt.reason = error.to_string();
        }
    }

    /// Reports whether by the rules it is this seat's turn.
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
            self.last_own_ply = Some(self.draft.next_ply());
            self.set_attempt(&line, Some(seat));
            self.explain_attempt(&line);
        }
        self.report_rejected_line();
        let NextMoveComments {
            raw,
            token,
            message,
            by,
        } = std::mem::take(&mut self.next_move_comments);
        for unused in [raw, token, message, by].into_iter().flatten() {
            self.report_misplaced(&unused, "a move after the comment about it");
        }
        if let Some(words) = self.pending_stderr.take() {
            let ply = self.last_own_ply.unwrap_or(0);
            append_line(&mut self.draft.record.note_mut(ply).stderr, &words);
        }
        let game = self.draft.game();
        let mut parsed = self.draft.finish();
        if let (Some(seat), Some(end)) = (self.seat, self.ending)
            && let Some(message) = infer_fault(&mut parsed, game, seat, own_attempt, &end)
        {
            let location = self.source.location(end.span);
            let finding = Finding::new(Code::InferredFault, message).at(location);
            parsed.findings.push(finding);
        }
        parsed
    }
}

// Detection of the game of a dialogue.

/// The number of lines from which the game is detected.
const MAX_LINES_SAMPLED: usize = 40;

/// Returns the game whose protocol understands the dialogue best.
pub(super) fn find_game(
    lines: &[LogLine<'_>],
    context: &ReadContext<'_>,
) -> Option<&'static dyn DynGame> {
    if let Some(game) = context.game {
        return Some(game);
    }
    if let Some(header) = headers_in_comments(lines).find(|header| header.name == "game") {
        return by_name(context.catalogue, &header.value);
    }
    let games = context.catalogue.iter().copied();
    let fits = games.map(|game| (dialogue_fit(game, lines), game));
    let fits: Vec<_> = fits.filter(|(fit, _)| fit.score > 0).collect();
    let (best, game) = *fits.iter().rev().max_by_key(|(fit, _)| fit.score)?;
    // Three contests send `Start`, and a number alone may be the size of any board.
    let is_shared = fits
        .iter()
        .filter(|(fit, _)| fit.score == best.score)
        .count()
        > 1;
    let is_evident = best.has_move || best.accepted_count >= MIN_ACCEPTED_LINES && !is_shared;
    is_evident.then_some(game)
}

/// The number of lines without a move from which a game is recognised.
const MIN_ACCEPTED_LINES: usize = 3;

/// The degree to which the first lines of a dialogue fit a game.
#[derive(Clone, Copy, Default)]
struct DialogueFit {
    /// The score, for lines that the protocol allows at that point, and for moves of the game.
    score: i32,
    /// The number of lines that the protocol allows at that point.
    accepted_count: usize,
    /// Whether one of the lines has a move of the game.
    has_move: bool,
}

/// Measures how well the first lines fit a game.
fn dialogue_fit(game: &dyn DynGame, lines: &[LogLine<'_>]) -> DialogueFit {
    let mut protocol = game.protocol(&Setup::default());
    let move_score = |event: &DialogueEvent| match event {
        DialogueEvent::Token { token, .. } => match game.parse(token).map(|token| token.spelling) {
            Ok(Spelling::Canonical) => 4,
            Ok(Spelling::Allowed) => 3,
            Ok(Spelling::Forgiven(_)) => 1,
            Err(_) => -4,
        },
        _ => 0,
    };
    let exchanged = lines.iter().filter(|line| is_exchange(line));
    let mut fit = DialogueFit::default();
    for line in exchanged.take(MAX_LINES_SAMPLED) {
        let Ok(events) = feed_protocol(&mut *protocol, line) else {
            fit.score -= 3;
            continue;
        };
        fit.accepted_count += 1;
        fit.has_move |= events.iter().any(|event| move_score(event) > 0);
        fit.score += 1 + events.iter().map(move_score).sum::<i32>();
        let is_end = |event: &DialogueEvent| {
            matches!(event, DialogueEvent::Over | DialogueEvent::OpponentFailed)
        };
        // What follows may be another game.
        if events.iter().any(is_end) {
            break;
        }
    }
    fit
}

/// Reports whether a line is part of the exchange; an empty line of the jury means nothing.
pub(super) fn is_exchange(line: &LogLine<'_>) -> bool {
    let is_empty = line.kind == LineKind::FromJury && line.text.trim().is_empty();
    matches!(line.kind, LineKind::FromJury | LineKind::FromBot) && !is_empty
}

/// Passes a line to the protocol, as the jury's or the bot's.
pub(super) fn feed_protocol(
    protocol: &mut dyn Protocol,
    line: &LogLine<'_>,
) -> Result<Vec<DialogueEvent>, ProtocolError> {
    if line.kind == LineKind::FromBot {
        protocol.on_bot_line(line.text)
    } else {
        protocol.on_jury_line(line.text)
    }
}

/// Returns the setup that the headers in the comments give.
pub(super) fn setup_in_comments(game: &dyn DynGame, lines: &[LogLine<'_>]) -> Setup {
    let mut setup = Setup::default();
    for header in headers_in_comments(lines) {
        let mut keys = game.info().setup_keys.iter();
        if let Some((key, _)) = keys.find(|(key, _)| *key == header.name)
            && setup.get(key).is_none()
        {
            setup.set(key, &header.value);
        }
    }
    setup
}

/// Returns the headers in the comments of a dialogue.
fn headers_in_comments<'a>(lines: &'a [LogLine<'_>]) -> impl Iterator<Item = KeyValueHeader> + 'a {
    let comments = lines.iter().filter(|line| line.kind == LineKind::Comment);
    comments.filter_map(|line| KeyValueHeader::parse(line.text, line.span.start))
}

// The end of a dialogue, and the fault that it implies.

/// The jury's line that ended the dialogue.
struct JuryEnding<'a> {
    /// Whether the opponent failed; otherwise the game is just over.
    pub is_opponent_failure: bool,
    pub text: &'a str,
    pub span: Range<usize>,
}

/// Infers a fault from the jury's last line, as described in the module documentation.
///
/// Returns a message if nothing else than the early end shows the fault.
fn infer_fault(
    parsed: &mut ParsedGame,
    game: &dyn DynGame,
    seat: Player,
    own_attempt: bool,
    end: &JuryEnding<'_>,
) -> Option<String> {
    let record = &mut parsed.record;
    let reported = record.reported.as_ref();
    if reported.is_some_and(|reported| !reported.faults.is_empty()) {
        return None;
    }
    let replay = game
        .replay(&record.setup, &record.moves, Faults::NONE)
        .ok()?;
    let last = record.tokens().count();
    let refused = replay.failure.as_ref().is_some_and(|failure| {
        failure.player == Some(seat) && failure.index + 1 == last && record.attempt.is_none()
    });
    let mut inferred = None;
    let (player, fault) = if own_attempt || refused {
        (seat, Fault::Illegal)
    } else if replay.failure.is_some() || replay.is_over || record.attempt.is_some() {
        return None;
    } else if end.is_opponent_failure {
        (seat.opponent(), Fault::Jury)
    } else if game.info().jury_plays_on {
        inferred = Some(format!(
            "ply {}: expected the end of the game by its rules before `{}`, found it open; taken \
             for a fault of {}, which the log does not report",
            replay.plies + 1,
            shorten(end.text),
            game.sides()[seat.index()]
        ));
        (seat, Fault::Jury)
    } else {
        return None;
    };
    let reported = record.reported.get_or_insert_with(ReportedResult::default);
    reported.faults.insert(player, fault);
    if reported.text.is_empty() {
        end.text.clone_into(&mut reported.text);
    }
    parsed.game_spans.result.get_or_insert(end.span.clone());
    inferred
}
