//! Reading of move lists: which lines make a game, and what follows the one above.

use super::super::game_builder::{GameBuilder, MAX_TOKENS, guess_game};
use super::super::headers::{self, KeyValueHeader};
use super::super::native::joined_files;
use super::super::parsed_game::HeldGame;
use super::super::{ParsedGame, ReadContext, append_line, first_line_span};
use super::blocks::{MoveLine, MoveListBlock, MoveListBlocks};
use super::list_game::ListGame;
use super::numbering::NumberPlace;
use super::words::{ListItem, MoveNumber};
use kifu_core::contract::{Faults, Spelling};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{DynGame, by_name};
use kifu_core::record::{Attempt, Record};
use std::ops::Range;

/// The number of moves in which the numbers before them are compared at once.
const MAX_MOVES_SAMPLED: usize = 1100;
/// The number of words from which the game of a list must be the one of the list above it.
const MAX_WORDS_SAMPLED: usize = 12;
/// The number of words up to which a paragraph may be a part of the game above it.
const MAX_PART_WORDS: usize = 4;

/// Reads all games of a text.
pub(super) fn read_lists(
    source: &SourceText<'_>,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) {
    let mut reader = ListReader {
        source,
        context,
        last: context.game,
        open: None,
        games: HeldGame::new(out),
    };
    for block in MoveListBlocks::new(source.text(), context.catalogue) {
        reader.read_block(&block);
    }
    reader.finish();
}

/// A reader of the blocks of a text.
struct ListReader<'t, 'o> {
    source: &'t SourceText<'t>,
    context: &'t ReadContext<'t>,
    /// The game that was played last.
    last: Option<&'static dyn DynGame>,
    /// The last game, if the next block may continue it.
    open: Option<ListGame<'t>>,
    /// The games before it; comments may follow the last one.
    games: HeldGame<'o>,
}

impl<'t> ListReader<'t, '_> {
    fn finish(mut self) {
        self.close();
        if self.games.last_mut().is_none() {
            let message = "expected moves, found a text without any";
            let text = self.source.text();
            let finding =
                Finding::new(Code::NoGame, message).at(self.source.location(first_line_span(text)));
            self.games.add(ParsedGame::unreadable(finding));
        }
        self.games.finish();
    }

    /// Ends the last game.
    fn close(&mut self) {
        if let Some(game) = self.open.take() {
            self.games.add(game.finish());
        }
    }

    /// Reads a block: the rest of the game above it, or one game or more.
    fn read_block(&mut self, block: &MoveListBlock) {
        if block.is_empty() {
            return self.add_comments(block);
        }
        if let Some(mut game) = self.open.take() {
            if self.is_part_of(&game, block) {
                report_marks(&mut game, self.source, block);
                return self.read_lines(game, block);
            }
            self.open = Some(game);
        }
        let is_doubtful = self.may_be_part(block);
        self.close();
        let text = self.source.text();
        let Some(game) = find_game(text, block, self.context, self.last) else {
            self.games.add(unknown_game(self.source, block));
            return;
        };
        self.last = Some(game);
        let mut draft = GameBuilder::new(game, "moves", self.context);
        for header in &block.headers {
            headers::apply_header(&mut draft, self.source, self.context.catalogue, header);
        }
        if let Some(at) = block.left_out {
            let message = "expected at most 1000 headers and 2000000 lines for a game, found more; \
                           the rest was not read";
            let finding = Finding::new(Code::TooLarge, message).at(self.source.location(at..at));
            draft.findings.push(finding);
        }
        let run = plain_run(text, &block.lines).filter(|_| block.comments.is_empty());
        let is_short = block.words(text).nth(MAX_PART_WORDS).is_none();
        if let Some(run) = run.filter(|_| !is_short && block.marks.is_empty()) {
            read_plain_run(draft, text, run, self.context, &mut |parsed| {
                self.games.add(parsed);
            });
            if let Some(last) = self.games.last_mut() {
                attempts(block).for_each(|header| add_attempt(last, header));
            }
            return;
        }
        let mut game = ListGame::new(draft, self.source);
        report_marks(&mut game, self.source, block);
        report_other_count(&mut game, self.source, block);
        if is_doubtful {
            let span = block.words(text).next().unwrap_or_default();
            let message = "expected a game, found moves that could also go on in the game above the \
                           blank line; read as a game of their own";
            let finding = Finding::new(Code::ForgivenSyntax, message);
            game.draft
                .findings
                .push(finding.at(self.source.location(span)));
        }
        let is_single = block.lines.len() == 1 && is_one_move(text, &block.lines[0]).is_some();
        game.single_moves = is_single.then_some(1);
        self.read_lines(game, block);
    }

    /// Reports whether a block continues the game above it: it has no headers, and the number of
    /// its first move is the next one, or each paragraph of the game and this one are one move.
    fn is_part_of(&self, game: &ListGame<'_>, block: &MoveListBlock) -> bool {
        if !block.headers.is_empty() || !block.is_after_blank || game.has_ended() {
            return false;
        }
        let text = self.source.text();
        let Some(line) = block.lines.first() else {
            return false;
        };
        if let Some(number) = first_number(text, line) {
            return game.is_due(&number);
        }
        let single = is_one_move(text, line).filter(|_| block.lines.len() == 1);
        game.single_moves.is_some() && single.is_some_and(|word| game.can_go_on_with(&word))
    }

    /// Reports whether a block is so short that it may be a part of the unfinished game above it.
    fn may_be_part(&mut self, block: &MoveListBlock) -> bool {
        let text = self.source.text();
        let is_short = block.words(text).nth(MAX_PART_WORDS).is_none();
        let has_number = || {
            block
                .lines
                .first()
                .is_some_and(|line| first_number(text, line).is_some())
        };
        // A number says whether the block is a part.
        if !is_short || !block.headers.is_empty() || !block.is_after_blank || has_number() {
            return false;
        }
        let words: Vec<&str> = block.words(text).map(|span| &text[span]).collect();
        match (&self.open, self.games.last_mut()) {
            (Some(game), _) => {
                !game.has_ended() && goes_on(&game.draft.record, game.game(), &words)
            }
            (None, Some(parsed)) => by_name(self.context.catalogue, &parsed.record.game)
                .is_some_and(|game| goes_on(&parsed.record, game, &words)),
            (None, None) => false,
        }
    }

    /// Reads the lines of a block into a game, and into further games where they begin.
    fn read_lines(&mut self, mut game: ListGame<'t>, block: &MoveListBlock) {
        let text = self.source.text();
        if game.token_count() > 0 {
            // One paragraph of a game whose paragraphs are not games.
            self.report_blank_line(&mut game, block);
        }
        let mut comments = block.comments.iter().peekable();
        let mut add_comments = |game: &mut ListGame<'_>, line_count: usize| {
            while let Some(comment) = comments.next_if(|found| found.lines_before <= line_count) {
                game.push_comment(comment);
            }
        };
        add_comments(&mut game, 0);
        let mut has_numbers = false;
        for (index, line) in block.lines.iter().enumerate() {
            let number = first_number(text, line);
            if game.token_count() > 0 && begins_game(&game, number.as_ref()) {
                let next = game.next_in_block(self.context);
                let restarts = !game.is_over() && !game.has_ended();
                let before = std::mem::replace(&mut game, next);
                self.games.add(before.finish());
                has_numbers = false;
                if let Some(number) = number.filter(|_| restarts) {
                    report_restart(&mut game, self.source, &number);
                }
            }
            if !has_numbers {
                let numbers = numbers_below(text, &block.lines[index..], &game);
                has_numbers = true;
                game.expect_numbers(&numbers);
            }
            push_line(&mut game, text, line);
            add_comments(&mut game, index + 1);
        }
        // The attempts of the block belong to its last game.
        for header in attempts(block) {
            game.settle_refused(Some(&header.value));
            game.attempts
                .push((header.value.clone(), header.value_span.clone()));
        }
        self.open = Some(game);
    }

    /// Reports once that a blank line separates the moves of a game.
    fn report_blank_line(&self, game: &mut ListGame<'_>, block: &MoveListBlock) {
        game.single_moves = game.single_moves.map(|count| count + 1);
        let known = Code::ForgivenSyntax;
        if game
            .draft
            .findings
            .iter()
            .any(|finding| finding.code == known)
        {
            return;
        }
        let span = block.words(self.source.text()).next().unwrap_or_default();
        let message = "expected no blank line between the moves of a game, found one; the moves \
                       below it continue the game";
        let finding = Finding::new(known, message).at(self.source.location(span));
        game.draft.findings.push(finding);
    }

    /// Adds the comments of a block without moves to the last ply of the game before it.
    fn add_comments(&mut self, block: &MoveListBlock) {
        if let Some(game) = &mut self.open {
            block
                .comments
                .iter()
                .for_each(|comment| game.push_comment(comment));
        } else if let Some(parsed) = self.games.last_mut() {
            let game = by_name(self.context.catalogue, &parsed.record.game);
            let lead_in = game.map_or(0, |game| game.info().lead_in);
            let plies = parsed.record.tokens().count().saturating_sub(lead_in);
            let ply = u32::try_from(plies).unwrap_or(u32::MAX);
            for comment in &block.comments {
                let text = &self.source.text()[comment.span.clone()];
                append_line(&mut parsed.record.note_mut(ply).comment, text);
            }
        }
    }
}

/// Returns the headers with a move at which the game failed.
fn attempts(block: &MoveListBlock) -> impl Iterator<Item = &KeyValueHeader> {
    let headers = block.headers.iter();
    headers.filter(|header| header.name == "attempt")
}

/// Reports whether a line begins another game than the one above it: the game above is over or has
/// its result, and the line does not go on with the next number; or the numbers start again.
fn begins_game(game: &ListGame<'_>, number: Option<&MoveNumber>) -> bool {
    if number.is_some_and(|number| game.is_due(number)) {
        return false;
    }
    let restarts = number.is_some_and(|number| number.value <= 1 && !number.is_continued);
    game.is_over() || game.has_ended() || restarts
}

/// Returns the number that a line begins with.
fn first_number(text: &str, line: &MoveLine) -> Option<MoveNumber> {
    match line.items(text).next()? {
        ListItem::Number(number) => Some(number),
        ListItem::Move(_) | ListItem::Result(..) => None,
    }
}

/// Returns the move of a line that is one move: one word, or two numbers.
fn is_one_move(text: &str, line: &MoveLine) -> Option<String> {
    let items: Vec<ListItem> = line.items(text).take(3).collect();
    match &items[..] {
        [ListItem::Move(word)] => Some(text[word.clone()].to_owned()),
        [ListItem::Move(first), ListItem::Move(second)] => {
            let pair = [first, second].map(|span| &text[span.clone()]);
            pair.iter()
                .all(|word| is_number(word))
                .then(|| pair.join(" "))
        }
        _ => None,
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

/// Returns the numbers of the rest of a game, which begins with these lines, each with the count of
/// moves before it.
fn numbers_below(text: &str, lines: &[MoveLine], game: &ListGame<'_>) -> Vec<NumberPlace> {
    let mut numbers = Vec::new();
    let start = game.token_count();
    let mut count = start;
    let lead_in = game.game().info().lead_in;
    for line in lines {
        if count > start.max(lead_in)
            && first_number(text, line).is_some_and(|first| first.value <= 1 && !first.is_continued)
            || count > start + MAX_MOVES_SAMPLED
        {
            break;
        }
        let mut is_half = false;
        for item in line.items(text).take(2 * MAX_TOKENS) {
            match item {
                ListItem::Number(number) => {
                    is_half = false;
                    numbers.push(NumberPlace::new(&number, count));
                }
                ListItem::Move(span) => {
                    let is_second = is_half && is_number(&text[span.clone()]);
                    is_half = !is_second && is_number(&text[span]);
                    count += usize::from(!is_second);
                }
                ListItem::Result(..) => return numbers,
            }
        }
    }
    numbers
}

/// Reads a line of moves into a game; two numbers make a move.
fn push_line(game: &mut ListGame<'_>, text: &str, line: &MoveLine) {
    let mut half: Option<Range<usize>> = None;
    // Twice as many as a game can have, for two numbers may make a move; the next is reported.
    for item in line.items(text).take(2 * MAX_TOKENS + 2) {
        match (half.take(), item) {
            (Some(first), ListItem::Move(second)) if is_number(&text[second.clone()]) => {
                let pair = format!("{} {}", &text[first.clone()], &text[second.clone()]);
                game.push_move(&pair, first.start..second.end);
            }
            (first, item) => {
                if let Some(first) = first {
                    game.push_move(&text[first.clone()], first);
                }
                match item {
                    ListItem::Move(span) if is_number(&text[span.clone()]) => half = Some(span),
                    ListItem::Move(span) => game.push_move(&text[span.clone()], span),
                    ListItem::Number(number) => game.push_number(&number),
                    ListItem::Result(span, result) => game.push_result(result, span),
                }
            }
        }
    }
    if let Some(last) = half {
        game.push_move(&text[last.clone()], last);
    }
}

/// Reports that the numbers of moves start again below a move.
fn report_restart(game: &mut ListGame<'_>, source: &SourceText<'_>, number: &MoveNumber) {
    let found = &source.text()[number.span.clone()];
    let message = format!(
        "expected the number of the next move, found `{found}`; read as the start of another game"
    );
    let finding = Finding::new(Code::ForgivenSyntax, message);
    let location = source.location(number.span.clone());
    game.draft.findings.push(finding.at(location));
}

/// Reports the byte order marks in a block.
fn report_marks(game: &mut ListGame<'_>, source: &SourceText<'_>, block: &MoveListBlock) {
    for mark in block.marks.iter().filter(|mark| mark.start > 0) {
        game.draft.findings.push(joined_files(source, mark.clone()));
    }
}

/// Compares the number of elements that a console states for an array with their number.
fn report_other_count(game: &mut ListGame<'_>, source: &SourceText<'_>, block: &MoveListBlock) {
    let Some(array) = &block.array else {
        return;
    };
    if let Some((stated, span)) = array
        .stated
        .clone()
        .filter(|(stated, _)| *stated != array.len)
    {
        let message = format!(
            "expected {stated} elements, as the array states; found {}",
            array.len
        );
        let finding = Finding::new(Code::NumbersDisagree, message);
        game.draft.findings.push(finding.at(source.location(span)));
    }
}

/// Reports whether words are legal moves after those of an unfinished record.
fn goes_on(record: &Record, game: &dyn DynGame, words: &[&str]) -> bool {
    if record.attempt.is_some() || record.moves.is_empty() || words.is_empty() {
        return false;
    }
    let before = record.tokens().count();
    let all = format!("{} {}", record.moves, words.join(" "));
    let replay = game.replay(&record.setup, &all, Faults::NONE);
    replay.is_ok_and(|replay| replay.failure.is_none() && replay.tokens > before)
}

/// Stores the move of an `attempt` header, with which the game failed.
pub(super) fn add_attempt(parsed: &mut ParsedGame, header: &KeyValueHeader) {
    store_attempt(parsed, &header.value, header.value_span.clone());
}

/// Stores a move with which the game failed.
pub(super) fn store_attempt(parsed: &mut ParsedGame, raw: &str, span: Range<usize>) {
    let Some(attempt) = &mut parsed.record.attempt else {
        parsed.record.attempt = Some(Attempt {
            raw: raw.to_owned(),
            ..Attempt::default()
        });
        parsed.game_spans.attempt = Some(span);
        return;
    };
    if !attempt.rest.is_empty() {
        attempt.rest.push(' ');
    }
    attempt.rest.push_str(raw);
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
        let first = run.start..run.start + at;
        draft.game_spans.whole = first.clone();
        out(std::mem::replace(&mut draft, next).finish_contiguous(text, &first));
        run.start += at;
    }
    draft.game_spans.whole = run.clone();
    out(draft.finish_contiguous(text, &run));
}

/// Creates the builder of the next game in a block.
///
/// Setup and event hold for every game of the block; names and result only for the first.
pub(super) fn next_builder(draft: &GameBuilder, context: &ReadContext<'_>) -> GameBuilder {
    let mut next = GameBuilder::new(draft.game(), "moves", context);
    next.record.setup.clone_from(&draft.record.setup);
    next.record.event.clone_from(&draft.record.event);
    next
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

/// Returns the game of a block: the one that is named, the one of the list above it if the first
/// words are spelled as its moves, or the one that reads most of the words.
fn find_game(
    text: &str,
    block: &MoveListBlock,
    context: &ReadContext<'_>,
    last: Option<&'static dyn DynGame>,
) -> Option<&'static dyn DynGame> {
    let words = || block.words(text).map(|span| &text[span]);
    let is_canonical = |game: &dyn DynGame, word: &str| {
        let token = game.parse(word);
        token.is_ok_and(|token| token.spelling == Spelling::Canonical)
    };
    let is_of = |game: &&dyn DynGame| {
        let mut sample = words().take(MAX_WORDS_SAMPLED).peekable();
        sample.peek().is_some() && sample.all(|word| is_canonical(*game, word))
    };
    match (context.game, block.header("game")) {
        (Some(game), _) => Some(game),
        (None, Some(id)) => by_name(context.catalogue, id),
        (None, None) => last
            .filter(|game| is_of(&&**game))
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
    let heading = || block.headers.first().map(|header| header.name_span.clone());
    let location = source.location(span.or_else(heading).unwrap_or_default());
    ParsedGame::unreadable(Finding::new(Code::UnknownGame, message).at(location))
}
