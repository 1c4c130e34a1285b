//! `moves`: bare lists, as people paste them.
//!
//! ```text
//! file     = *(game separator)
//! game     = *(header / moves / comment)
//! separator= blank line / "---"           (a blank line after headers alone separates nothing)
//! header   = key ":" value                key: game, white, black, player1, player2, event, round,
//!                                         table, date, id, result, or a setup key of some game
//! moves    = words parted by blanks, "," or ";"; ply numbers "12." "12:" are skipped
//! comment  = "#" to the end of the line
//! ```

use super::draft::{Draft, game_of, run_words};
use super::words::{self, Said};
use super::{Context, Format, Reading, WriteError, Writer};
use crate::contract::Player;
use crate::findings::{Code, Finding, Source};
use crate::games::{Book, Catalogue, by_id};
use crate::record::Record;
use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_while1};
use nom::character::complete::{char, one_of, space0};
use nom::combinator::{recognize, verify};
use nom::sequence::{pair, terminated};
use nom::{IResult, Parser};
use std::ops::Range;

/// Bare move lists.
pub(super) struct Moves;

impl Format for Moves {
    fn id(&self) -> &'static str {
        "moves"
    }
    fn about(&self) -> &'static str {
        "a bare list of moves, with optional `key: value` headers"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["moves", "txt"]
    }
    fn sniff(&self, start: &str, context: &Context<'_>) -> u8 {
        let mut blocks = Blocks { text: start, at: 0 };
        let Some(block) = blocks.find(|block| block.words(start).next().is_some()) else {
            return 0;
        };
        let known = context.game.is_some() || block.header("game").is_some();
        let fits = game_of(
            context.catalogue,
            block.words(start).map(|span| &start[span]),
        );
        match (fits, known) {
            (Some(_), _) => 30,
            (None, true) => 10,
            (None, false) => 0,
        }
    }
    fn cut(&self, text: &[u8]) -> Option<usize> {
        // After a blank line that follows moves; headers stay with what they head.
        let mut end = text.len();
        while let Some(at) = memchr::memmem::rfind(&text[..end], b"\n\n") {
            let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |start| start + 1);
            if !text[line..at].contains(&b':') {
                return Some(at + 2);
            }
            end = at + 1;
        }
        None
    }
    fn read(&self, source: &Source<'_>, context: &Context<'_>, out: &mut dyn FnMut(Reading)) {
        let mut last: Option<&'static dyn Book> = context.game;
        let mut any = false;
        let blocks = Blocks {
            text: source.text(),
            at: 0,
        };
        for block in blocks {
            any = true;
            let reading = read(source, &block, context, &mut last);
            out(reading);
        }
        if !any {
            let message = "expected moves, found a text without any";
            let finding = Finding::new(Code::NoGame, message).at(source.place(0..0));
            out(Reading::broken(finding));
        }
    }
    fn writer(&self) -> Option<&dyn Writer> {
        Some(self)
    }
}

/// The lines of one game.
#[derive(Default)]
struct Block {
    headers: Vec<(Range<usize>, Range<usize>)>,
    singles: Vec<Range<usize>>,
    /// The words are all of one line and parted by blanks alone.
    run: Option<Range<usize>>,
    names: Vec<String>,
    values: Vec<String>,
}

impl Block {
    /// The words of the moves.
    fn words<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let run = self.run.iter().flat_map(|run| run_words(text, run));
        run.chain(self.singles.iter().cloned())
    }

    fn header(&self, name: &str) -> Option<&str> {
        let at = self.names.iter().position(|known| known == name)?;
        self.values.get(at).map(String::as_str)
    }
}

/// Cuts a text into games.
struct Blocks<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        let mut block = Block::default();
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            let start = self.at;
            let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |end| start + end);
            self.at = end + 1;
            let line = &self.text[start..end];
            if is_separator(line) {
                if block.singles.is_empty() && block.run.is_none() {
                    continue;
                }
                break;
            }
            take_line(&mut block, line, start);
        }
        let empty = block.singles.is_empty() && block.run.is_none() && block.headers.is_empty();
        if let (Some(run), false) = (block.run.clone(), block.singles.is_empty()) {
            // More than one line after all.
            let mut first: Vec<Range<usize>> = run_words(self.text, &run).collect();
            first.append(&mut block.singles);
            block.singles = first;
            block.run = None;
        }
        (!empty).then_some(block)
    }
}

fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || (line.len() >= 3 && line.bytes().all(|byte| byte == b'-'))
}

fn take_line(block: &mut Block, line: &str, start: usize) {
    let plain = |byte: &u8| !matches!(byte, b',' | b';' | b'#' | b':' | b'.');
    let first = line.trim_start().as_bytes().first();
    if block.singles.is_empty()
        && block.run.is_none()
        && first.is_some_and(u8::is_ascii_alphabetic)
        && line.as_bytes().iter().all(plain)
    {
        block.run = Some(start..start + line.len());
        return;
    }
    if let Ok((value, name)) = header(line) {
        let at = start + (line.len() - value.len());
        block.names.push(name.trim().to_ascii_lowercase());
        block.values.push(value.trim().to_owned());
        block
            .headers
            .push((start..start + name.len(), at..start + line.len()));
        return;
    }
    let line = line.split('#').next().unwrap_or_default();
    let mut rest = line;
    while let Ok((after, word)) = word(rest) {
        let at = start + (line.len() - after.len() - word.len());
        if !word.is_empty() {
            block.singles.push(at..at + word.len());
        }
        rest = after;
    }
}

/// `header = name ":"`, a name of letters and digits that starts with a letter.
fn header(line: &str) -> IResult<&str, &str> {
    let name = verify(
        take_while1(|c: char| c.is_alphanumeric() || c == '_'),
        |name: &str| name.starts_with(char::is_alphabetic),
    );
    terminated(recognize(pair(space0, name)), pair(space0, char(':'))).parse(line)
}

/// `word = *gap (number / 1*not-gap)`; a ply number gives an empty word.
fn word(text: &str) -> IResult<&str, &str> {
    let gap = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let (text, _) = nom::bytes::complete::take_while(gap).parse(text)?;
    let number = recognize(pair(
        take_while1(|c: char| c.is_ascii_digit()),
        one_of(".:"),
    ))
    .map(|_| "");
    alt((number, take_till1(gap))).parse(text)
}

fn read(
    source: &Source<'_>,
    block: &Block,
    context: &Context<'_>,
    last: &mut Option<&'static dyn Book>,
) -> Reading {
    let text = source.text();
    let words = || block.words(text);
    let named = block.header("game");
    let book = match (context.game, named) {
        (Some(game), _) => Some(game),
        (None, Some(id)) => by_id(context.catalogue, id),
        (None, None) => last
            .filter(|book| {
                let first = words().next().map(|span| &text[span]);
                first.is_some_and(|word| {
                    book.read(word)
                        .is_ok_and(|token| token.spelling == crate::contract::Spelling::Canonical)
                })
            })
            .or_else(|| game_of(context.catalogue, words().map(|span| &text[span]))),
    };
    let whole = words().next().map_or(0, |span| span.start);
    let Some(book) = book else {
        let message = match named {
            Some(id) => format!("expected a game that kifu knows, found `{id}`"),
            None => "expected moves of a known game, found none that fit one".to_owned(),
        };
        let place = source.place(words().next().unwrap_or(whole..whole));
        return Reading::broken(Finding::new(Code::UnknownGame, message).at(place));
    };
    *last = Some(book);
    let mut draft = Draft::new(book, "moves", context);
    draft.places.whole = whole..whole;
    take_headers(&mut draft, source, block, context);
    if let Some(run) = &block.run {
        return draft.finish_run(text, run);
    }
    push_words(&mut draft, text, &block.singles);
    draft.finish()
}

/// Words one by one, or two at a time where two make a move.
pub(super) fn push_words(draft: &mut Draft, text: &str, words: &[Range<usize>]) {
    let mut at = 0;
    while let Some(span) = words.get(at) {
        let word = &text[span.clone()];
        let number = |word: &str| word.parse::<i64>().is_ok();
        if let Some(next) = words
            .get(at + 1)
            .filter(|next| number(word) && number(&text[(*next).clone()]))
        {
            let pair = format!("{word} {}", &text[next.clone()]);
            draft.push(&pair, span.start..next.end);
            at += 2;
        } else {
            draft.push(word, span.clone());
            at += 1;
        }
    }
}

fn take_headers(draft: &mut Draft, source: &Source<'_>, block: &Block, context: &Context<'_>) {
    let book = draft.book();
    for (at, (name, value)) in block.names.iter().zip(&block.values).enumerate() {
        let (name_span, value_span) = &block.headers[at];
        let side = book
            .sides()
            .iter()
            .position(|side| side.eq_ignore_ascii_case(name));
        let record = &mut draft.record;
        match (name.as_str(), side) {
            (_, Some(side)) => record.player_mut(Player::ALL[side]).name.clone_from(value),
            ("player1", _) => record.players.0.name.clone_from(value),
            ("player2", _) => record.players.1.name.clone_from(value),
            ("event", _) => record.event.name.clone_from(value),
            ("round", _) => record.event.round.clone_from(value),
            ("table", _) => record.event.table.clone_from(value),
            ("date", _) => record.event.date.clone_from(value),
            ("id", _) => record.source.id.clone_from(value),
            ("game", _) => {}
            ("result", _) => match words::result(value, book.sides()) {
                Some(said) => {
                    draft.places.result = Some(value_span.clone());
                    record.reported = Some(said.into());
                }
                None => {
                    let message = format!("expected a result such as `1 - 0`, found `{value}`");
                    let place = source.place(value_span.clone());
                    draft
                        .findings
                        .push(Finding::new(Code::BadValue, message).at(place));
                }
            },
            (key, _) if is_setup_key(context.catalogue, key) => {
                record.setup.set(key, value);
                draft.places.setup = Some(value_span.clone());
            }
            (key, _) => {
                record.ext.insert(key.to_owned(), value.clone());
                let message = format!("expected a known header, found `{key}`; kept in `ext`");
                let place = source.place(name_span.clone());
                draft
                    .findings
                    .push(Finding::new(Code::UnknownField, message).at(place));
            }
        }
    }
}

fn is_setup_key(catalogue: Catalogue, key: &str) -> bool {
    let mut keys = catalogue.iter().flat_map(|book| book.setup_keys());
    keys.any(|(known, _)| *known == key)
}

impl Writer for Moves {
    fn record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let book = super::write::book("moves", record, catalogue)?;
        if nth > 0 {
            out.push('\n');
        }
        write_headers(record, book, out);
        let tokens: Vec<&str> = record.tokens().collect();
        for line in tokens.chunks(10) {
            out.push_str(&line.join(" "));
            out.push('\n');
        }
        if let Some(attempt) = &record.attempt {
            let raw = super::words::one_line(&attempt.raw);
            out.push_str(&raw);
            out.push('\n');
        }
        Ok(())
    }
}

/// Headers in the order in which they are read.
pub(super) fn write_headers(record: &Record, book: &dyn Book, out: &mut String) {
    let mut header = |name: &str, value: &str| {
        if !value.is_empty() {
            out.push_str(&format!("{name}: {}\n", words::one_line(value)));
        }
    };
    header("game", &record.game);
    header("player1", &record.players.0.name);
    header("player2", &record.players.1.name);
    header("event", &record.event.name);
    header("round", &record.event.round);
    header("table", &record.event.table);
    header("date", &record.event.date);
    header("id", &record.source.id);
    for (key, value) in &record.setup.0 {
        header(key, value);
    }
    if let Some(result) = &record.result {
        header("result", &Said::from(result).text(book.sides()));
    }
}
