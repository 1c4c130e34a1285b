//! `moves`: bare move lists, as people paste them.
//!
//! ```text
//! file     = *(game separator)
//! game     = *(header / moves / comment)
//! separator= blank line / "---"           (a blank line after headers alone separates nothing)
//!            / line end                    (where the game is over by its rules)
//! header   = key ":" value                key: game, white, black, player1, player2, event, round,
//!                                         table, date, id, result, attempt (the move at which the
//!                                         game failed, if it cannot be among the moves), or a
//!                                         setup key of some game
//! moves    = words separated by blanks, "," or ";"; ply numbers "12." "12:" are skipped
//! comment  = "#" to the end of the line   kept with the ply before it
//! ```
//!
//! The comments of a board diagram, as `txt` writes it, are skipped.

pub mod blocks;

use super::game_builder::{
    GameBuilder, MAX_TOKENS, are_nearly_all_moves, guess_game, looks_like_moves,
};
use super::headers::KeyValueHeader;
use super::parsed_game::HeldGame;
use super::{
    Format, FormatWriter, ParsedGame, ReadContext, UNLIKELY, WriteError, append_line,
    first_line_span, headers,
};
use blocks::{MoveLine, MoveListBlock, MoveListBlocks};
use kifu_core::contract::{Faults, Spelling, Turn};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{Catalogue, DynGame, by_name};
use kifu_core::record::{Attempt, Record};
use std::ops::Range;

/// The number of plies up to which a list is searched for the start of another game; no game is
/// longer.
///
/// The limit keeps the search from costing more than the text is long.
const MAX_PLIES: usize = 1100;

/// The number of legal plies with which a list begins from which a game is guessed.
const MIN_PLIES_OF_GUESS: u32 = 2;

/// The number of lines in which the format of a list of numbers is looked for.
const MAX_LINES_SAMPLED: usize = 200;
/// The size of the largest board of Go.
const MAX_BOARD_SIZE: i64 = 26;

/// Bare move lists.
pub(super) struct MovesFormat;

impl Format for MovesFormat {
    fn id(&self) -> &'static str {
        "moves"
    }
    fn description(&self) -> &'static str {
        "a plain list of moves, with optional `key: value` headers"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["moves", "txt"]
    }
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8 {
        let mut blocks = MoveListBlocks::new(start);
        let names_known_game = |block: &MoveListBlock| {
            let name = block.header("game");
            name.is_some_and(|name| by_name(context.catalogue, name).is_some())
        };
        let Some(block) = blocks.find(|block| !block.lines.is_empty() || names_known_game(block))
        else {
            return 0;
        };
        let is_game_known = context.game.is_some() || block.header("game").is_some();
        if !is_game_known && is_table_of_numbers(start, &block) {
            return 0;
        }
        let words = block.words(start).map(|span| &start[span]);
        match (looks_like_moves(context.catalogue, words), is_game_known) {
            (true, true) => 30,
            (true, false) if begins_as_game(start, &block, context) => 30,
            (true, false) => UNLIKELY,
            (false, true) => 10,
            (false, false) => 0,
        }
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        let mut end = memchr::memrchr(b'\n', text)? + 1;
        loop {
            let (start, line) = last_line(&text[..end])?;
            if separates_games(&text[..start], line) {
                return Some(end);
            }
            end = start;
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let mut last: Option<&'static dyn DynGame> = context.game;
        // Comments may follow the last game.
        let mut games = HeldGame::new(out);
        for block in MoveListBlocks::new(source.text()) {
            if !block.is_empty() {
                let mut add = |parsed| games.add(parsed);
                read_block(source, &block, context, &mut last, &mut add);
            } else if let Some(game) = games.last_mut() {
                add_comments_after(game, source.text(), &block, context);
            }
        }
        if games.last_mut().is_none() {
            let message = "expected moves, found a text without any";
            let finding = Finding::new(Code::NoGame, message)
                .at(source.location(first_line_span(source.text())));
            games.add(ParsedGame::unreadable(finding));
        }
        games.finish();
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

/// Reports whether a list that names no game begins with [`MIN_PLIES_OF_GUESS`] legal plies of one,
/// and nearly all of its words are moves of it.
///
/// Files of other programs hold numbers, squares and words that are spelled as moves, too.
fn begins_as_game(text: &str, block: &MoveListBlock, context: &ReadContext<'_>) -> bool {
    let words = || block.words(text).map(|span| &text[span]);
    let has_letter = |word: &str| word.contains(char::is_alphabetic);
    if !words().any(has_letter) || !are_nearly_all_moves(context.catalogue, words()) {
        return false;
    }
    let source = SourceText::new(text);
    let mut first = None;
    let mut keep_first = |game: ParsedGame| first = first.take().or(Some(game));
    read_block(&source, block, context, &mut None, &mut keep_first);
    first.is_some_and(|game| game.check(&source, context.catalogue).ply_count >= MIN_PLIES_OF_GUESS)
}

/// Reports whether a list has a line that is no pair of numbers, as the moves of Atari Go are, but
/// fractions, larger numbers or another count of them.
fn is_table_of_numbers(text: &str, block: &MoveListBlock) -> bool {
    let is_number = |word: &str| {
        word.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    let has_word = |line: &MoveLine| line.words(text).any(|span| !is_number(&text[span]));
    let lines = &block.lines[..block.lines.len().min(MAX_LINES_SAMPLED)];
    if lines.iter().any(has_word) {
        return false;
    }
    let has_no_pairs = |line: &MoveLine| {
        let spans: Vec<Range<usize>> = line.words(text).take(2 * MAX_TOKENS + 1).collect();
        let is_fraction = |span: &Range<usize>| {
            let before = &text.as_bytes()[..span.start];
            matches!(before, [.., digit, b'.'] if digit.is_ascii_digit())
        };
        let is_coordinate = |span: &Range<usize>| {
            text[span.clone()]
                .parse()
                .is_ok_and(|at: i64| (-1..MAX_BOARD_SIZE).contains(&at))
        };
        spans.len() % 2 == 1 || spans.iter().any(is_fraction) || !spans.iter().all(is_coordinate)
    };
    lines.iter().any(has_no_pairs)
}

/// Returns the last line of a text that ends with a line feed, and the offset at which it starts.
fn last_line(text: &[u8]) -> Option<(usize, &[u8])> {
    let end = text.len().checked_sub(1)?;
    let start = memchr::memrchr(b'\n', &text[..end]).map_or(0, |at| at + 1);
    Some((start, text[start..end].trim_ascii()))
}

/// Reports whether a line ends the game above it, for which the lines above are looked at up to the
/// one that decides: a blank line below moves, or `---` below moves or headers.
///
/// Comments, such as a board below the last move, belong to the game above them.
fn separates_games(above: &[u8], line: &[u8]) -> bool {
    let is_rule = is_rule(line);
    if !line.is_empty() && !is_rule {
        return false;
    }
    let mut end = above.len();
    while let Some((start, line)) = last_line(&above[..end]) {
        end = start;
        match line {
            [b'#', ..] => {}
            [] if is_rule => {}
            [] => return false,
            // The move at which the game failed, if it cannot be among the moves.
            line if !is_rule && line.starts_with(b"attempt:") => {}
            line if self::is_rule(line) => return !is_rule,
            line => return is_rule || !is_header(line),
        }
    }
    false
}

/// Reports whether a line is one of dashes, which ends a game.
fn is_rule(line: &[u8]) -> bool {
    line.len() > 1 && line.iter().all(|byte| *byte == b'-')
}

/// Reports whether a line is a `key: value` header.
fn is_header(line: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', line) else {
        return false;
    };
    let name = line[..colon].trim_ascii();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    name.first().is_some_and(|first| !first.is_ascii_digit()) && name.iter().all(is_part)
}

/// Reads the games of a block: one, or more if a line starts after the end of the game before.
fn read_block(
    source: &SourceText<'_>,
    block: &MoveListBlock,
    context: &ReadContext<'_>,
    last: &mut Option<&'static dyn DynGame>,
    out: &mut dyn FnMut(ParsedGame),
) {
    let text = source.text();
    let Some(game) = find_game(text, block, context, *last) else {
        out(unknown_game(source, block));
        return;
    };
    *last = Some(game);
    let mut draft = GameBuilder::new(game, "moves", context);
    for header in &block.headers {
        headers::apply_header(&mut draft, source, context.catalogue, header);
    }
    if let Some(at) = block.left_out {
        let message = "expected at most 1000 headers and 2000000 lines for a game, found more; \
                       the rest was not read";
        let finding = Finding::new(Code::TooLarge, message).at(source.location(at..at));
        draft.findings.push(finding);
    }
    // The attempts of the block belong to its last game.
    let mut games = HeldGame::new(out);
    let mut add = |parsed| games.add(parsed);
    match plain_run(text, &block.lines).filter(|_| block.comments.is_empty()) {
        Some(run) => read_plain_run(draft, text, run, context, &mut add),
        None => read_lines(draft, text, block, context, &mut add),
    }
    if let Some(last) = games.last_mut() {
        for header in block
            .headers
            .iter()
            .filter(|header| header.name == "attempt")
        {
            add_attempt(last, header);
        }
    }
    games.finish();
}

/// Reads lines of moves one by one, with the comments between them.
fn read_lines(
    mut draft: GameBuilder,
    text: &str,
    block: &MoveListBlock,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) {
    let mut comments = block.comments.iter().peekable();
    let mut add_comments = |draft: &mut GameBuilder, line_count: usize| {
        while let Some((_, span)) = comments.next_if(|(before, _)| *before <= line_count) {
            let ply = draft.next_ply().saturating_sub(1);
            append_comment(&mut draft.record, ply, &text[span.clone()]);
        }
    };
    add_comments(&mut draft, 0);
    for (index, line) in block.lines.iter().enumerate() {
        if index > 0 && is_over(&draft) {
            let next = next_builder(&draft, context);
            out(std::mem::replace(&mut draft, next).finish());
        }
        // Twice as many as a game can have, for two numbers may make a move; the next is reported.
        let words = line.words(text).take(2 * MAX_TOKENS + 2);
        let words: Vec<Range<usize>> = words.collect();
        if draft.record.moves.is_empty() {
            draft.game_spans.whole = words.first().cloned().unwrap_or_default();
        }
        push_words(&mut draft, text, &words);
        add_comments(&mut draft, index + 1);
    }
    out(draft.finish());
}

/// Stores the move of an `attempt` header, with which the game failed.
fn add_attempt(parsed: &mut ParsedGame, header: &KeyValueHeader) {
    let Some(attempt) = &mut parsed.record.attempt else {
        parsed.record.attempt = Some(Attempt {
            raw: header.value.clone(),
            ..Attempt::default()
        });
        parsed.game_spans.attempt = Some(header.value_span.clone());
        return;
    };
    if !attempt.rest.is_empty() {
        attempt.rest.push(' ');
    }
    attempt.rest.push_str(&header.value);
}

/// Creates the builder of the next game in a block.
///
/// Setup and event hold for every game of the block; names and result only for the first.
fn next_builder(draft: &GameBuilder, context: &ReadContext<'_>) -> GameBuilder {
    let mut next = GameBuilder::new(draft.game(), "moves", context);
    next.record.setup.clone_from(&draft.record.setup);
    next.record.event.clone_from(&draft.record.event);
    next
}

/// Returns the span of all lines, if they hold plain words and nothing is between them.
fn plain_run(text: &str, lines: &[MoveLine]) -> Option<Range<usize>> {
    let mut run: Option<Range<usize>> = None;
    for line in lines {
        let MoveLine::Plain(span) = line else {
            return None;
        };
        run = match run {
            None => Some(span.clone()),
            Some(run) if text[run.end..span.start].trim().is_empty() => Some(run.start..span.end),
            Some(_) => return None,
        };
    }
    run
}

/// Reads lines of plain words, which become the record's `moves` as they are.
///
/// A line that starts after the end of a game by its rules starts another game.
fn read_plain_run(
    mut draft: GameBuilder,
    text: &str,
    mut run: Range<usize>,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) {
    while let Some(at) = next_game(&draft, &text[run.clone()]) {
        let next = next_builder(&draft, context);
        draft.game_spans.whole = run.start..run.start + at;
        let first = run.start..run.start + at;
        out(std::mem::replace(&mut draft, next).finish_contiguous(text, &first));
        run.start += at;
    }
    draft.game_spans.whole = run.clone();
    out(draft.finish_contiguous(text, &run));
}

/// Returns the offset of the first line that starts after the end of a game.
fn next_game(draft: &GameBuilder, moves: &str) -> Option<usize> {
    memchr::memchr(b'\n', moves.as_bytes())?;
    let replay = draft
        .game()
        .replay(&draft.record.setup, moves, Faults::NONE);
    let start = replay
        .ok()
        .filter(|replay| replay.is_over)?
        .failure?
        .span
        .start;
    let line = memchr::memrchr(b'\n', &moves.as_bytes()[..start])?;
    moves[line..start].trim().is_empty().then_some(start)
}

fn find_game(
    text: &str,
    block: &MoveListBlock,
    context: &ReadContext<'_>,
    last: Option<&'static dyn DynGame>,
) -> Option<&'static dyn DynGame> {
    let words = || block.words(text).map(|span| &text[span]);
    let canonical = |game: &&dyn DynGame, word: &str| {
        let token = game.parse(word);
        token.is_ok_and(|token| token.spelling == Spelling::Canonical)
    };
    match (context.game, block.header("game")) {
        (Some(game), _) => Some(game),
        (None, Some(id)) => by_name(context.catalogue, id),
        (None, None) => last
            .filter(|game| words().next().is_some_and(|word| canonical(game, word)))
            .or_else(|| guess_game(context.catalogue, words())),
    }
}

fn unknown_game(source: &SourceText<'_>, block: &MoveListBlock) -> ParsedGame {
    let header = block.headers.iter().find(|header| header.name == "game");
    let message = match header {
        Some(header) => format!("expected a game that kifu knows, found `{}`", header.value),
        None => "could not recognise the game from its moves".to_owned(),
    };
    let span = match header {
        Some(header) => Some(header.value_span.clone()),
        None => block.words(source.text()).next(),
    };
    let location = source.location(span.unwrap_or_default());
    ParsedGame::unreadable(Finding::new(Code::UnknownGame, message).at(location))
}

/// Reports whether the game so far is over by its rules.
fn is_over(draft: &GameBuilder) -> bool {
    let record = &draft.record;
    if draft.token_count() > MAX_PLIES {
        return false;
    }
    let replay = draft
        .game()
        .replay(&record.setup, &record.moves, Faults::NONE);
    replay.is_ok_and(|replay| replay.is_over && replay.failure.is_none())
}

/// Appends words as moves, one by one, or two at a time where two numbers make a move.
pub(super) fn push_words(draft: &mut GameBuilder, text: &str, words: &[Range<usize>]) {
    let mut index = 0;
    while let Some(span) = words.get(index) {
        let word = &text[span.clone()];
        let number = |word: &str| word.parse::<i64>().is_ok();
        if let Some(next) = words
            .get(index + 1)
            .filter(|next| number(word) && number(&text[(*next).clone()]))
        {
            let pair = format!("{word} {}", &text[next.clone()]);
            draft.push_token(&pair, span.start..next.end);
            index += 2;
        } else {
            draft.push_token(word, span.clone());
            index += 1;
        }
    }
}

impl FormatWriter for MovesFormat {
    fn limits(&self) -> &'static [super::FieldLimit] {
        super::losses::MOVES
    }

    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        index: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let game = super::writer::require_game("moves", record, catalogue)?;
        headers::check_setup("moves", record, game)?;
        if index > 0 {
            out.push('\n');
        }
        headers::write_headers(record, game, out);
        let tokens: Vec<&str> = record.tokens().collect();
        for line in tokens.chunks(10) {
            out.push_str(&line.join(" "));
            out.push('\n');
        }
        write_attempt(record, game, out);
        if tokens.is_empty() {
            // A blank line after headers alone separates nothing.
            out.push_str("---\n");
        }
        Ok(())
    }
}

/// Writes the attempt at which the game failed: among the moves if a reader recognises it there,
/// otherwise as a header.
pub(super) fn write_attempt(record: &Record, game: &dyn DynGame, out: &mut String) {
    let Some(attempt) = record.failed_attempt() else {
        return;
    };
    let raw = super::statuses::single_line(&attempt.raw);
    if !is_illegal_in_place(record, game, &raw) {
        out.push_str("attempt: ");
    }
    out.push_str(&raw);
    out.push('\n');
}

/// Reports whether a reader would take this text after the moves for the attempt.
fn is_illegal_in_place(record: &Record, game: &dyn DynGame, raw: &str) -> bool {
    let is_separator = |c: char| c.is_whitespace() || ",;#:.<".contains(c);
    let is_word = !raw.is_empty() && !raw.contains(is_separator);
    let is_readable = is_word || game.respell(&record.setup, raw).is_some();
    // After the end of a game it would start another one.
    is_readable && is_illegal_after_moves(record, game, raw, false)
}

/// Reports whether the rules refuse a text after the moves, as it would be read again.
///
/// A list is more lenient than the contest: a text that the contest refuses, such as `pass`, may be
/// accepted.
pub(super) fn is_illegal_after_moves(
    record: &Record,
    game: &dyn DynGame,
    raw: &str,
    allow_over: bool,
) -> bool {
    let Ok(mut state) = game.start(&record.setup) else {
        return true;
    };
    let respelled = game.respell(&record.setup, raw);
    let legal = record.tokens().all(|token| state.play(token).is_ok());
    let open = allow_over || state.turn() != Turn::Over;
    let token = respelled.as_deref().unwrap_or(raw);
    legal && open && state.play(token).is_err()
}

// The comments of move lists, which belong to the ply before them.

/// Stores a comment with a ply.
fn append_comment(record: &mut Record, ply: u32, text: &str) {
    append_line(&mut record.note_mut(ply).comment, text);
}

/// Stores the comments of a block that has no moves with the last ply of the game before it.
fn add_comments_after(
    parsed: &mut ParsedGame,
    text: &str,
    block: &MoveListBlock,
    context: &ReadContext<'_>,
) {
    let game = by_name(context.catalogue, &parsed.record.game);
    let lead_in = game.map_or(0, |game| game.info().lead_in);
    let plies = parsed.record.tokens().count().saturating_sub(lead_in);
    for (_, span) in &block.comments {
        let ply = u32::try_from(plies).unwrap_or(u32::MAX);
        append_comment(&mut parsed.record, ply, &text[span.clone()]);
    }
}
