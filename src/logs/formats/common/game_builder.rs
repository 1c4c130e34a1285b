//! A builder for records, with the handling of moves that all readers share.

use super::statuses;
use crate::formats::{GameSpans, ParsedGame, ReadContext, TokenSpans};
use kifu_core::contract::{Setup, Spelling};
use kifu_core::findings::{Code, Finding, Findings};
use kifu_core::games::{Catalogue, DynGame};
use kifu_core::record::{Attempt, AttemptRule, Record};
use std::ops::Range;

/// The number of words from which a text is taken for moves.
const MAX_WORDS_SAMPLED: usize = 12;
/// The number of words from which a text's game is guessed.
const MAX_WORDS_COMPARED: usize = 64;

/// The maximum number of moves that are read for a game; no real one has more than some thousand.
pub(in crate::formats) const MAX_TOKENS: usize = 100_000;

/// A record under construction.
pub(in crate::formats) struct GameBuilder {
    pub record: Record,
    pub findings: Findings,
    pub game_spans: GameSpans,
    game: &'static dyn DynGame,
    token_spans: Vec<Range<usize>>,
    has_too_many: bool,
}

impl GameBuilder {
    pub fn new(game: &'static dyn DynGame, format: &str, context: &ReadContext<'_>) -> Self {
        let mut record = Record {
            game: game.id().to_owned(),
            rules: game.info().rules_version,
            ..Record::default()
        };
        format.clone_into(&mut record.source.format);
        context.file_name.clone_into(&mut record.source.file);
        Self {
            record,
            findings: Findings::new(),
            game_spans: GameSpans::default(),
            game,
            token_spans: Vec::new(),
            has_too_many: false,
        }
    }

    pub fn game(&self) -> &'static dyn DynGame {
        self.game
    }

    /// Returns the number of tokens so far.
    pub fn token_count(&self) -> usize {
        self.token_spans.len()
    }

    /// Returns the ply of the next token; 0 for a lead-in.
    pub fn next_ply(&self) -> u32 {
        let ply = (self.token_spans.len() + 1).saturating_sub(self.game.info().lead_in);
        u32::try_from(ply).unwrap_or(u32::MAX)
    }

    /// Appends the next move as the log spells it, and returns its ply.
    pub fn push_token(&mut self, raw: &str, span: Range<usize>) -> u32 {
        match self.game.respell(&self.record.setup, raw) {
            Some(token) => self.push_token_as(&token, Some(raw), span),
            None => self.push_token_as(raw, None, span),
        }
    }

    /// Appends the next move as `token`, with the log's spelling `raw` if it differs, and returns
    /// its ply.
    ///
    /// Blanks around a token are forgiven. A text that cannot be a token becomes the attempt at
    /// which the game failed. Moves after an attempt are kept and not judged.
    pub fn push_token_as(&mut self, token: &str, raw: Option<&str>, span: Range<usize>) -> u32 {
        let ply = self.next_ply();
        if self.token_spans.len() >= MAX_TOKENS {
            self.report_too_many();
            return ply;
        }
        let word = token.trim();
        let is_token = !word.is_empty() && word.bytes().all(|byte| byte > b' ');
        if self.record.attempt.is_some() || !is_token {
            self.set_attempt(unreadable_attempt(token, raw), span);
            return ply;
        }
        if word.len() < token.len() {
            let message = format!(
                "ply {ply}: `{}` read as `{word}`: there are blanks around the move",
                statuses::shorten(token)
            );
            // The finding is located by its ply.
            let finding = Finding::new(Code::LenientSpelling, message).ply(ply);
            self.findings.push(finding);
        }
        if !self.record.moves.is_empty() {
            self.record.moves.push(' ');
        }
        self.record.moves.push_str(word);
        if let Some(raw) = raw.or(Some(token)).filter(|raw| *raw != word) {
            self.record.note_mut(ply).raw = Some(raw.to_owned());
        }
        self.token_spans.push(span);
        ply
    }

    /// Ends the game with an act that is not a token; after another such act it is one of the moves
    /// that are kept and not judged.
    pub fn set_attempt(&mut self, attempt: Attempt, span: Range<usize>) {
        if self.token_spans.len() >= MAX_TOKENS {
            return self.report_too_many();
        }
        self.token_spans.push(span.clone());
        let Some(first) = &mut self.record.attempt else {
            self.record.attempt = Some(attempt);
            self.game_spans.attempt = Some(span);
            return;
        };
        for text in [&attempt.raw, &attempt.rest] {
            if !first.rest.is_empty() && !text.is_empty() {
                first.rest.push(' ');
            }
            first.rest.push_str(text);
        }
    }

    /// Reports once that there are more moves than are read.
    fn report_too_many(&mut self) {
        if !self.has_too_many {
            self.has_too_many = true;
            let message = format!("expected at most {MAX_TOKENS} moves, found more");
            let ply = self.next_ply() - 1;
            // The finding is located by its ply.
            self.findings
                .push(Finding::new(Code::TooLarge, message).ply(ply));
        }
    }

    pub fn finish(mut self) -> ParsedGame {
        self.add_automatic_move();
        if !self.token_spans.is_empty() {
            self.game_spans.tokens = TokenSpans::Separate(std::mem::take(&mut self.token_spans));
        }
        self.into_parsed_game()
    }

    fn into_parsed_game(self) -> ParsedGame {
        ParsedGame {
            record: self.record,
            findings: self.findings,
            game_spans: self.game_spans,
            is_native: false,
        }
    }

    /// Finishes a game whose moves are words separated by blanks, which become the record's `moves`
    /// as they are.
    pub fn finish_contiguous(mut self, text: &str, run: &Range<usize>) -> ParsedGame {
        if self.lacks_automatic_move(&text[run.clone()]) {
            for span in kifu_core::contract::tokens(text[run.clone()].as_bytes()) {
                let span = run.start + span.start..run.start + span.end;
                self.push_token(&text[span.clone()], span);
            }
            return self.finish();
        }
        text[run.clone()].clone_into(&mut self.record.moves);
        kifu_core::record::normalize_whitespace(&mut self.record.moves);
        self.game_spans.tokens = TokenSpans::Contiguous(run.clone());
        self.into_parsed_game()
    }

    /// Reports whether a list may lack the ply that the contest plays without asking.
    fn lacks_automatic_move(&self, moves: &str) -> bool {
        let Some(ply) = self.game.info().automatic_ply else {
            return false;
        };
        let index = ply as usize - 1 + self.game.info().lead_in;
        let mut lengths = kifu_core::contract::tokens(moves.as_bytes()).map(|span| span.len());
        match (lengths.nth(index.saturating_sub(1)), lengths.next()) {
            // A token no longer than the one before it is that ply, or an attempt at it.
            (Some(before), Some(token_length)) => token_length > before,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// Inserts the ply that the contest plays without asking, which some logs leave out.
    fn add_automatic_move(&mut self) {
        let Some(ply) = self.game.info().automatic_ply else {
            return;
        };
        let index = ply as usize - 1 + self.game.info().lead_in;
        let tokens: Vec<&str> = self.record.tokens().collect();
        let Some(before) = index.checked_sub(1).and_then(|last| tokens.get(last)) else {
            return;
        };
        if tokens
            .get(index)
            .is_some_and(|token| token.len() <= before.len())
        {
            return;
        }
        let Some(token) = automatic_move_after(self.game, &self.record.setup, &tokens[..index])
        else {
            return;
        };
        let mut all = tokens;
        all.insert(index, &token);
        self.record.moves = all.join(" ");
        let after = self.token_spans.get(index).map(|span| span.start);
        let before = || self.token_spans.last().map(|span| span.end);
        let offset = after.or_else(before).unwrap_or(0);
        self.token_spans.insert(index, offset..offset);
        let notes = std::mem::take(&mut self.record.notes);
        let moved = |(key, note)| (if key >= ply { key + 1 } else { key }, note);
        self.record.notes = notes.into_iter().map(moved).collect();
        for finding in &mut self.findings {
            let is_after = |known: u32| finding.location.is_none() && known >= ply;
            if let Some(known) = finding.ply.filter(|known| is_after(*known)) {
                finding.ply = Some(known + 1);
            }
        }
        let times = &mut self.record.times_ms.0;
        if times.len() >= ply as usize {
            times.insert(ply as usize - 1, None);
        }
        let message = format!(
            "ply {ply}: `{token}`, which the contest plays without asking, is not in the log and \
             was added"
        );
        // The finding is located by its ply.
        let finding = Finding::new(Code::AutomaticAdded, message).ply(ply);
        self.findings.push(finding);
    }
}

/// Returns the attempt of an act whose text cannot be a token.
///
/// A reader that gives the text apart from an empty token says by this that the move failed; any
/// other text is unreadable as a move.
fn unreadable_attempt(token: &str, raw: Option<&str>) -> Attempt {
    let is_reported = token.is_empty() && raw.is_some();
    let reason = match token.trim() {
        _ if is_reported => "",
        "" => "expected a move, found nothing",
        _ => "expected a move without blanks",
    };
    Attempt {
        raw: raw.unwrap_or(token).to_owned(),
        rule: if is_reported {
            AttemptRule::Unspecified
        } else {
            AttemptRule::Unreadable
        },
        reason: reason.to_owned(),
        ..Attempt::default()
    }
}

/// Reports whether a character separates words: a blank, a comma or a semicolon.
pub(in crate::formats) fn is_word_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

/// Returns the spans of the words in a part of a text that starts at byte `start`; words are
/// separated by blanks, commas or semicolons.
pub(in crate::formats) fn split_words(
    part: &str,
    start: usize,
) -> impl Iterator<Item = Range<usize>> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        offset += part[offset..].find(|c| !is_word_separator(c))?;
        let length = part[offset..]
            .find(is_word_separator)
            .unwrap_or(part.len() - offset);
        let span = start + offset..start + offset + length;
        offset += length;
        Some(span)
    })
}

/// Returns the automatic move after these tokens, if they are legal.
fn automatic_move_after(game: &dyn DynGame, setup: &Setup, tokens: &[&str]) -> Option<String> {
    let mut state = game.start(setup).ok()?;
    for token in tokens {
        state.play(token).ok()?;
    }
    state.automatic_move()
}

/// Guesses the game from the spelling of its moves; a move may be two words (`4 4`).
///
/// It is the one that reads most of the words, then the one in which they are spelled best. `None` if
/// two games are equal in both.
pub(in crate::formats) fn guess_game<'a>(
    catalogue: Catalogue,
    words: impl Iterator<Item = &'a str>,
) -> Option<&'static dyn DynGame> {
    let words: Vec<&str> = words.take(MAX_WORDS_COMPARED).collect();
    let (best, fit) = best_fit(catalogue, &words)?;
    let mut others = catalogue.iter().filter(|game| game.id() != best.id());
    let is_tie = others.any(|game| game_fit(*game, &words) == fit);
    (!is_tie).then_some(best)
}

/// Reports whether words are moves of some game rather than any other text: the first of them is a
/// move, or most of them are.
pub(in crate::formats) fn looks_like_moves<'a>(
    catalogue: Catalogue,
    words: impl Iterator<Item = &'a str>,
) -> bool {
    let words: Vec<&str> = words.take(MAX_WORDS_SAMPLED).collect();
    best_fit(catalogue, &words)
        .is_some_and(|(_, fit)| fit.is_first_understood || 2 * fit.understood_count > words.len())
}

/// Reports whether at least nine of ten words are moves of one game.
pub(in crate::formats) fn are_nearly_all_moves<'a>(
    catalogue: Catalogue,
    words: impl Iterator<Item = &'a str>,
) -> bool {
    let words: Vec<&str> = words.take(MAX_WORDS_SAMPLED).collect();
    best_fit(catalogue, &words).is_some_and(|(_, fit)| 10 * fit.understood_count >= 9 * words.len())
}

/// The degree to which words are spelled like moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SpellingFit {
    /// The number of words that are moves, or parts of moves.
    understood_count: usize,
    /// The score; canonical spellings give more.
    score: usize,
    /// Whether the first word is a move.
    is_first_understood: bool,
}

fn best_fit(catalogue: Catalogue, words: &[&str]) -> Option<(&'static dyn DynGame, SpellingFit)> {
    catalogue
        .iter()
        .copied()
        .map(|game| (game, game_fit(game, words)))
        .filter(|(_, fit)| fit.score > 0)
        .rev()
        // The last word may be the move with which the game failed.
        .max_by_key(|(game, fit)| (fit_before_last(*game, words), *fit))
}

/// Returns the fit of the words before the last one, or before the last pair.
fn fit_before_last(game: &dyn DynGame, words: &[&str]) -> SpellingFit {
    let before = |count: usize| &words[..words.len().saturating_sub(count)];
    single_word_fit(game, before(1)).max(word_pair_fit(game, before(2)))
}

fn game_fit(game: &dyn DynGame, words: &[&str]) -> SpellingFit {
    single_word_fit(game, words).max(word_pair_fit(game, words))
}

fn single_word_fit(game: &dyn DynGame, words: &[&str]) -> SpellingFit {
    let score = |word: &&str| match game.parse(word).map(|token| token.spelling) {
        Ok(Spelling::Canonical) => 6,
        Ok(Spelling::Allowed) => 3,
        Ok(Spelling::Forgiven(_)) => 1,
        Err(_) => 0,
    };
    let scores: Vec<usize> = words.iter().map(score).collect();
    SpellingFit {
        score: scores.iter().sum(),
        understood_count: scores.iter().filter(|score| **score > 0).count(),
        is_first_understood: scores.first().is_some_and(|score| *score > 0),
    }
}

fn word_pair_fit(game: &dyn DynGame, words: &[&str]) -> SpellingFit {
    let setup = Setup::default();
    let fits = |pair: &[&str]| game.respell(&setup, &pair.join(" ")).is_some();
    let count = words.chunks_exact(2).filter(|pair| fits(pair)).count();
    SpellingFit {
        score: 12 * count,
        understood_count: 2 * count,
        is_first_understood: words.get(..2).is_some_and(fits),
    }
}
