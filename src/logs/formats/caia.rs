//! `caia`: logs and game pages of the jury program in CodeCup's home kit.
//!
//! ```text
//! log    = *(game / result / moves / other line)
//! game   = "M: GAME" [number] ["="] player "<>" player
//! result = "M: RESULT =" number "-" number ["(game marks)"] words
//! words  = "PLAYER_1:_" status ";_PLAYER_2:_" status       blanks are written "_"
//! moves  = *(move / marker)                                 see `marker`
//! total  = 1*blank number blanks player                     after the last result
//! ```
//!
//! Lines of the manager that belong to no game are kept with the game before them.
//!
//! A game begins with its line, or with moves after the result of another. It ends with its result,
//! where the next one begins, and at a line that starts like either of the two but is damaged
//! (K110): no moves are joined across it. A word that is no move ends a game; what follows is kept
//! and not judged. The totals are compared with the results of the log if it has all of them.
//!
//! A manager's log has only games and results. Its game page is one of the contest's
//! (`codecup_page`) in which a marker may replace a move.

use super::game_builder::{GameBuilder, MAX_TOKENS, guess_game, split_words};
use super::headers::KeyValueHeader;
use super::{
    Format, ParsedGame, ReadContext, append_line, codecup_page, first_line_span, non_blank_lines,
    statuses,
};
use kifu_core::contract::{Fault, Faults, Player};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{DynGame, DynState, by_id};
use kifu_core::record::{Attempt, MovedBy, Record, ReportedResult};
use nom::bytes::complete::{tag, tag_no_case, take_until, take_while};
use nom::character::complete::{char, digit0, i32, space0};
use nom::combinator::{opt, rest};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::collections::BTreeMap;
use std::ops::Range;

const ID: &str = "caia";

/// The jury's logs and pages.
pub(super) struct CaiaFormat;

impl Format for CaiaFormat {
    fn id(&self) -> &'static str {
        ID
    }
    fn description(&self) -> &'static str {
        "logs and game pages of Caia, CodeCup's jury"
    }
    fn sniff(&self, start: &str, _context: &ReadContext<'_>) -> u8 {
        let is_result = |line: &str| result_line(line).is_ok() || game_line(line).is_ok();
        let is_marked = |line: &str| {
            let words = line.trim_start();
            // A comment of a list and a line of a dialogue may quote the jury.
            let own = words.split('#').next().unwrap_or_default();
            memchr::memmem::find(own.as_bytes(), MARKER_PREFIX.as_bytes()).is_some()
                && !words.starts_with(['!', '>'])
                && !words.starts_with("< ")
                && KeyValueHeader::parse(words, 0).is_none()
        };
        if non_blank_lines(start).any(|(_, line)| is_marked(line) || is_result(line)) {
            90
        } else {
            0
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let is_page =
            source.text().contains('[') && codecup_page::read_page(ID, source, context, out);
        if is_page {
            return;
        }
        let mut any = false;
        let mut sums = PointSums::default();
        let game_of_log = guess_game(context.catalogue, all_words(source.text()));
        split_games(source.text(), &mut |log| {
            any = true;
            sums.add(&log);
            let mut parsed = read_game(&log, game_of_log, source, context);
            sums.compare(&log, source, &mut parsed);
            out(parsed);
        });
        if !any {
            let message = "expected a game or a result of the jury, found neither";
            let finding = Finding::new(Code::NoGame, message)
                .at(source.location(first_line_span(source.text())));
            out(ParsedGame::unreadable(finding));
        }
    }
}

/// The parts of a log that belong to one game.
#[derive(Debug, Default)]
struct CaiaGame<'a> {
    whole: Range<usize>,
    id: &'a str,
    players: Option<(&'a str, &'a str)>,
    result: Option<(ResultLine<'a>, Range<usize>)>,
    moves: Vec<(&'a str, Range<usize>)>,
    /// The manager's other lines, joined by line feeds.
    other_lines: String,
    /// The totals after the last result: player, points and the span of the line.
    totals: Vec<(&'a str, i64, Range<usize>)>,
    /// Lines that look like a game or a result but cannot be parsed.
    broken_lines: Vec<(&'a str, Range<usize>)>,
}

/// A parsed result line.
#[derive(Clone, Copy, Debug)]
struct ResultLine<'a> {
    points: (i32, i32),
    status_text: &'a str,
}

/// Passes the games of a log to `each`: each ends with its result, or where the next one starts.
fn split_games<'a>(text: &'a str, each: &mut dyn FnMut(CaiaGame<'a>)) {
    let mut log = CaiaGame::default();
    // The lines after the last game belong to it.
    let mut held: Option<CaiaGame<'a>> = None;
    let mut emit = |game: CaiaGame<'a>| {
        if let Some(earlier) = held.replace(game) {
            each(earlier);
        }
    };
    for (start, line) in non_blank_lines(text) {
        let line = line.trim_end();
        let span = start..start + line.len();
        let is_new = log.players.is_none() && log.moves.is_empty();
        if let Ok((_, (id, players))) = game_line(line) {
            if !is_new {
                emit(std::mem::take(&mut log));
            }
            log.whole = span;
            (log.id, log.players) = (id, Some(players));
        } else if let Ok((_, result)) = result_line(line) {
            if is_new {
                log.whole = span.clone();
            }
            log.result = Some((result, span));
            emit(std::mem::take(&mut log));
        } else if line.trim_start().starts_with("M:") || is_broken(line) {
            // A move that follows a damaged line belongs to another game, of unknown players.
            if is_broken(line) {
                if !is_new {
                    log.broken_lines.push((line.trim(), span));
                    append_line(&mut log.other_lines, line);
                    emit(std::mem::take(&mut log));
                    continue;
                }
                log.broken_lines.push((line.trim(), span));
            }
            append_line(&mut log.other_lines, line);
        } else if let Some((points, player)) = total(line).filter(|_| is_new) {
            log.totals.push((player, points, span));
            append_line(&mut log.other_lines, line);
        } else {
            if is_new {
                log.whole = span;
            }
            // The moves after those that a game can have are reported, but not kept.
            let room = (MAX_TOKENS + 2).saturating_sub(log.moves.len());
            log.moves.extend(words(line, start, room));
        }
    }
    if log.players.is_some() || !log.moves.is_empty() {
        emit(log);
    } else if let Some(last) = &mut held {
        if !log.other_lines.is_empty() {
            append_line(&mut last.other_lines, &log.other_lines);
        }
        last.broken_lines.append(&mut log.broken_lines);
        last.totals.append(&mut log.totals);
    }
    if let Some(last) = held {
        each(last);
    }
}

/// Reports whether a line that is neither a game nor a result begins or goes on like one.
fn is_broken(line: &str) -> bool {
    let line = line.trim();
    let is_part = ["<>", "PLAYER_1:", "PLAYER_2:"]
        .iter()
        .any(|part| line.contains(part));
    is_part && !line.contains(MARKER_PREFIX)
        || line.strip_prefix("M:").is_some_and(|text| {
            let word = text.split_ascii_whitespace().next().unwrap_or_default();
            let word = word.to_ascii_uppercase();
            let is_torn = |whole: &str| whole.starts_with(&word) || word.starts_with(&whole[..3]);
            is_torn("GAME") || is_torn("RESULT")
        })
}

/// Returns the words of a line, at most some `room`, separated by blanks and commas; a marker is one
/// word up to its `>`.
fn words(line: &str, start: usize, room: usize) -> Vec<(&str, Range<usize>)> {
    let mut words = Vec::new();
    let mut offset = 0;
    while let Some(found) = line[offset..].find(MARKER_PREFIX) {
        let open = offset + found;
        if words.len() >= room {
            return words;
        }
        words.extend(plain_words(line, offset..open, start).take(room));
        let end = line[open..]
            .find('>')
            .map_or(line.len(), |end| open + end + 1);
        words.push((&line[open..end], start + open..start + end));
        offset = end;
    }
    words.extend(plain_words(line, offset..line.len(), start).take(room));
    words
}

fn plain_words(
    line: &str,
    part: Range<usize>,
    start: usize,
) -> impl Iterator<Item = (&str, Range<usize>)> {
    let spans = split_words(&line[part.clone()], part.start);
    spans.map(move |span| (&line[span.clone()], start + span.start..start + span.end))
}

/// Parses one of the totals at the end of the manager's log: ` 52721  player3`.
fn total(line: &str) -> Option<(i64, &str)> {
    let mut words = line.split_ascii_whitespace();
    let points = words.next()?.parse().ok()?;
    let player = words.next()?;
    (words.next().is_none() && line.starts_with(' ')).then_some((points, player))
}

/// The points of the players in all games of a log.
#[derive(Default)]
struct PointSums<'a> {
    by_player: BTreeMap<&'a str, i64>,
    /// Whether a game has no result, or no names.
    has_unknown: bool,
}

impl<'a> PointSums<'a> {
    fn add(&mut self, log: &CaiaGame<'a>) {
        match (log.players, &log.result) {
            (Some((first, second)), Some((result, _))) if log.broken_lines.is_empty() => {
                *self.by_player.entry(first).or_default() += i64::from(result.points.0);
                *self.by_player.entry(second).or_default() += i64::from(result.points.1);
            }
            _ => self.has_unknown = true,
        }
    }

    /// Compares the totals of the log with the sums. Those of a longer contest name other players.
    fn compare(&self, log: &CaiaGame<'_>, source: &SourceText<'_>, parsed: &mut ParsedGame) {
        let is_whole = log.totals.len() == self.by_player.len()
            && log
                .totals
                .iter()
                .all(|(player, ..)| self.by_player.contains_key(player));
        if self.has_unknown || !is_whole {
            return;
        }
        for (player, points, span) in &log.totals {
            let sum = self.by_player[player];
            if sum != *points {
                let message = format!(
                    "expected {sum} points in all for `{}`, as the games give, found {points}",
                    statuses::shorten(player)
                );
                let finding = Finding::new(Code::StatusDisagrees, message);
                parsed
                    .findings
                    .push(finding.at(source.location(span.clone())));
            }
        }
    }
}

/// Returns the words of a log that are outside the manager's lines.
fn all_words(text: &str) -> impl Iterator<Item = &str> {
    let is_managers = |line: &str| line.trim_start().starts_with("M:") || is_broken(line);
    let lines = non_blank_lines(text).filter(move |(_, line)| !is_managers(line));
    let words = lines.flat_map(|(start, line)| words(line.trim_end(), start, MAX_TOKENS));
    words
        .map(|(word, _)| word)
        .filter(|word| !word.starts_with(MARKER_PREFIX))
}

fn read_game(
    log: &CaiaGame<'_>,
    game_of_log: Option<&'static dyn DynGame>,
    source: &SourceText<'_>,
    context: &ReadContext<'_>,
) -> ParsedGame {
    let moves = log.moves.iter().map(|(word, _)| *word);
    let moves = moves.filter(|word| !word.starts_with(MARKER_PREFIX));
    // One word may be a part of a move, and so one of another game than the log has.
    let is_fragment = moves.clone().nth(1).is_none();
    let id = |game: &'static dyn DynGame| game.id();
    let guessed = guess_game(context.catalogue, moves)
        .filter(|game| !is_fragment || Some(game.id()) == game_of_log.map(id));
    let game = context.game.or(guessed);
    let mut parsed = match game {
        Some(game) if !log.moves.is_empty() => {
            let mut draft = GameBuilder::new(game, ID, context);
            push_moves(&mut draft, log.moves.iter().cloned());
            draft.finish()
        }
        _ => without_moves(log, source, context),
    };
    parsed.game_spans.whole = log.whole.clone();
    let record = &mut parsed.record;
    log.id.clone_into(&mut record.source.id);
    if let Some((first, second)) = log.players {
        first.clone_into(&mut record.players.0.name);
        second.clone_into(&mut record.players.1.name);
    }
    if !log.other_lines.is_empty() {
        record
            .ext
            .insert("manager".to_owned(), log.other_lines.clone());
    }
    for (line, span) in &log.broken_lines {
        let message = format!(
            "expected `M: GAME 1 = first <> second` or `M: RESULT = 100 - 50 ...`, found `{}`",
            statuses::shorten(line)
        );
        let location = source.location(span.clone());
        let finding = Finding::new(Code::BadValue, message).at(location);
        parsed.findings.push(finding);
    }
    if let Some((result, span)) = &log.result {
        let game = by_id(context.catalogue, &parsed.record.game);
        apply_result(&mut parsed, game, *result, span.clone(), source);
    }
    parsed
}

/// Returns the record of a result without moves, or of moves of an unknown game.
fn without_moves(
    log: &CaiaGame<'_>,
    source: &SourceText<'_>,
    context: &ReadContext<'_>,
) -> ParsedGame {
    let mut record = Record::default();
    ID.clone_into(&mut record.source.format);
    context.file_name.clone_into(&mut record.source.file);
    if let Some(game) = context.game {
        game.id().clone_into(&mut record.game);
    }
    let moves: Vec<&str> = log.moves.iter().map(|(word, _)| *word).collect();
    record.moves = moves.join(" ");
    let finding = match (log.moves.first(), &log.result) {
        (Some((_, span)), _) => {
            let message = "could not recognise the game from its moves";
            Finding::new(Code::UnknownGame, message).at(source.location(span.clone()))
        }
        (None, Some((_, span))) => {
            let location = source.location(span.clone());
            Finding::new(Code::ResultsOnly, "result only, no moves").at(location)
        }
        (None, None) => {
            let message = "expected a result after the names of the players, found none";
            Finding::new(Code::Truncated, message).at(source.location(log.whole.clone()))
        }
    };
    ParsedGame {
        record,
        findings: vec![finding].into(),
        ..ParsedGame::default()
    }
}

/// Combines the result line with the faults from the markers.
fn apply_result(
    parsed: &mut ParsedGame,
    game: Option<&dyn DynGame>,
    result: ResultLine<'_>,
    span: Range<usize>,
    source: &SourceText<'_>,
) {
    if result.status_text.is_empty() {
        let message = "expected the status words of both players behind the points, found none; \
                       the line may be cut off";
        let location = source.location(span.clone());
        let finding = Finding::new(Code::MissingField, message).at(location);
        parsed.findings.push(finding);
    }
    let points = [Some(result.points.0), Some(result.points.1)];
    let words = statuses::StatusWords::new(result.status_text);
    for finding in words.report(&mut parsed.record, game, points) {
        let location = source.location(span.clone());
        parsed.findings.push(finding.at(location));
    }
    parsed.game_spans.result = Some(span);
}

/// Parses `game = "M: GAME" [number] ["="] player "<>" player`.
fn game_line(line: &str) -> IResult<&str, (&str, (&str, &str))> {
    let head = (space0, tag_no_case("M: GAME"), space0);
    let number = terminated(digit0, (space0, opt(char('=')), space0));
    let players = separated_pair(take_until("<>"), tag("<>"), rest);
    let players = players.map(|(first, second): (&str, &str)| (first.trim(), second.trim()));
    preceded(head, (number, players)).parse(line)
}

/// Parses `result = "M: RESULT =" number "-" number ["(game marks)"] words`.
fn result_line(line: &str) -> IResult<&str, ResultLine<'_>> {
    let head = (space0, tag_no_case("M: RESULT"), space0, char('='), space0);
    let points = separated_pair(i32, delimited(space0, char('-'), space0), i32);
    let unit = opt(delimited(char('('), take_while(|c| c != ')'), char(')')));
    let (words, points) = delimited(head, points, (space0, unit, space0)).parse(line)?;
    let words = words.trim();
    Ok((
        "",
        ResultLine {
            points,
            status_text: words,
        },
    ))
}

// The markers that Caia, CodeCup's jury, writes where a program made no move.
//
// ```text
// marker = "<caiaio:_" words ">"          blanks are written "_"
// words  = "player_stopped" / "player_timeout" / "player_crashed:_" text / "player_sends_" text
// ```

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

impl JuryMarker {
    /// Returns the move that the player sent and the jury refused, without blanks around it.
    fn sent_move(&self, game: &dyn DynGame) -> Option<&str> {
        let sent = self.text.strip_prefix("player sends")?.trim();
        let sent = sent.trim_matches('\'').trim();
        game.parse(sent).is_ok().then_some(sent)
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
        let sent = marker.sent_move(self.draft.game());
        let attempt = match sent {
            // Whether it is legal is judged by the rules.
            Some(sent) => Attempt {
                raw: sent.to_owned(),
                player,
                ..Attempt::default()
            },
            None => Attempt {
                raw: raw.to_owned(),
                player,
                reason: marker.text,
                ..Attempt::default()
            },
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
        if marker.fault == Fault::Jury {
            let message = format!(
                "expected a marker such as `<caiaio:_player_timeout>`, found `{}`; taken for a \
                 fault",
                statuses::shorten(&marker.text)
            );
            let finding = Finding::new(Code::UnknownField, message);
            draft.findings.push(finding.ply(draft.next_ply()));
        }
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
