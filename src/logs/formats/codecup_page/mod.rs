//! `codecup-page`: saved pages of the contest's site, from three periods.
//!
//! - 2024 and later, a script: `new Box(["User 1", "User 2"], ["Hh564231h", ...], [4, 1])`, or one
//!   in which the moves are a variable: `var moves = [...]`. See [`script`].
//! - 2006, the parameters of an applet: `white`, `black`, `moves`. See [`applet`].
//! - Older, the text of a report: names, result, numbered plies. See [`report`].
//!
//! A jury's marker in place of a move (see [`caia`]) means that the player failed.
//!
//! - **A game begins** with a call of a game's class, with the parameters of an applet, or with the
//!   line of the first side of a report. What is in a comment, in a string or in an element that
//!   browsers do not run is no game; a finding names it.
//! - **A game ends** with its call, its applet, or where the next report begins.
//! - **Behind something unreadable** nothing more of the call is read. The next call is another game.
//! - A text that cannot be assigned to one of several games is named by a finding, as is a list of
//!   moves that no call uses.
//!
//! The archive of a page with its pictures (MHTML) is unpacked by [`decode()`](super::decode()).

mod applet;
mod dead_parts;
mod page_info;
mod report;
mod script;

use super::game_builder::{GameBuilder, guess_game, looks_like_moves, split_words};
use super::headers::KeyValueHeader;
use super::{
    Format, ParsedGame, ReadContext, UNLIKELY, append_line, caia, first_line_span, moves, statuses,
};
use applet::Applet;
pub(super) use dead_parts::DeadParts;
use kifu_core::contract::{Player, printable};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{DynGame, by_id, by_name};
use report::PageReport;
use script::{ConstructorCall, PageScripts, ScriptList};
use std::ops::Range;

const ID: &str = "codecup-page";

/// Saved pages of CodeCup games.
pub(super) struct CodeCupPageFormat;

impl Format for CodeCupPageFormat {
    fn id(&self) -> &'static str {
        ID
    }
    fn description(&self) -> &'static str {
        "saved pages of CodeCup games: scripts of 2024, applets of 2006, older reports"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["html", "htm", "mhtml", "mht"]
    }
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8 {
        let text = start.trim_start();
        if may_have_scripts(text) && has_game(text, context) {
            85
        } else if report::is_report(text) {
            60
        } else if is_page(text) {
            UNLIKELY
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
        if !read_page(ID, source, context, out) {
            let message =
                "expected a page with a game, such as `new Box([...], [...])`, found none";
            let finding = Finding::new(Code::NoGame, message)
                .at(source.location(first_line_span(source.text())));
            out(ParsedGame::unreadable(finding));
        }
    }
}

/// Reports whether a text begins as a page, perhaps below comments.
fn is_page(text: &str) -> bool {
    let mut text = text;
    while let Some(comment) = text.strip_prefix("<!--") {
        text = comment
            .split_once("-->")
            .map_or("", |(_, after)| after.trim_start());
    }
    let starts = |mark: &str| {
        let head = text.get(..mark.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(mark))
    };
    starts("<html") || starts("<!doc")
}

/// Reports whether a text may be a page, or a script copied from one: texts of other formats quote
/// scripts in names, comments and bots' lines.
fn may_have_scripts(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let begins_other = |c: char| "([{#>!".contains(c) || c.is_ascii_digit();
    text.starts_with('<')
        || !text.starts_with(begins_other) && KeyValueHeader::parse(line, 0).is_none()
}

/// Reports whether a text has a script or an applet with a game, outside of comments of a list.
fn has_game(text: &str, context: &ReadContext<'_>) -> bool {
    let dead = DeadParts::of(text);
    let text = &*dead.blank(text);
    let is_game = |class: &str| by_name(context.catalogue, class).is_some();
    let is_markup = text.starts_with('<');
    let is_commented = |at: usize| {
        let line = memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1);
        let before = &text[line..at];
        before.trim_start().starts_with(['#', '!', '>']) || before.contains(" #")
    };
    let calls = script::find_calls(text, &dead, &is_game).calls;
    let mut own_calls = calls
        .iter()
        .filter(|call| is_markup || !is_commented(call.span.start));
    own_calls.next().is_some() || is_markup && !applet::applets(text).is_empty()
}

/// Reads the games of a page as the format with id `format`; returns whether there are any.
pub(super) fn read_page(
    format: &'static str,
    source: &SourceText<'_>,
    context: &ReadContext<'_>,
    out: &mut dyn FnMut(ParsedGame),
) -> bool {
    let dead = DeadParts::of(source.text());
    let live = dead.blank(source.text());
    let live = &SourceText::with_first_line(&live, source.first_line());
    let page = PageReader {
        format,
        source: live,
        context,
    };
    let mut dead_games = page.report_dead_games(source, &dead);
    let is_game = |class: &str| by_name(context.catalogue, class).is_some();
    let PageScripts {
        calls,
        unused_lists,
    } = script::find_calls(live.text(), &dead, &is_game);
    let mut unused_lists: Vec<ScriptList<'_>> = unused_lists
        .into_iter()
        .filter(|list| page.holds_moves(list))
        .collect();
    let mut applets = Vec::new();
    let mut reports = Vec::new();
    if calls.is_empty() {
        applets = applet::applets(live.text());
    }
    if calls.is_empty() && applets.is_empty() {
        reports = report::reports(live.text());
    }
    let game_count = calls.len() + applets.len() + reports.len();
    let mut texts = page_info::assign_texts(source.text(), live, game_count).into_iter();
    let mut emit = |mut parsed: ParsedGame| {
        if let Some(texts) = texts.next() {
            texts.apply(&mut parsed, live, context.catalogue);
        }
        parsed.findings.extend(dead_games.drain(..));
        for list in std::mem::take(&mut unused_lists) {
            parsed.findings.push(page.report_unused_list(&list));
        }
        out(parsed);
    };
    for call in &calls {
        emit(page.read_call(call));
    }
    for applet in &applets {
        emit(page.read_applet(applet));
    }
    for report in &reports {
        emit(page.read_report(report));
    }
    if game_count == 0 && format == ID && !dead_games.is_empty() {
        let message = "expected a page with a game, found one only where browsers do not run it";
        let location = source.location(first_line_span(source.text()));
        let mut parsed = ParsedGame::unreadable(Finding::new(Code::NoGame, message).at(location));
        parsed.findings.extend(dead_games);
        out(parsed);
        return true;
    }
    game_count > 0
}

/// Appends the words of a repeated field.
fn append_field(kept: &mut String, words: &str) {
    if !kept.lines().any(|line| line == words) {
        append_line(kept, words);
    }
}

/// The context of reading a page.
struct PageReader<'a> {
    format: &'static str,
    source: &'a SourceText<'a>,
    context: &'a ReadContext<'a>,
}

impl PageReader<'_> {
    /// Reports whether a list looks like the moves of a game.
    fn holds_moves(&self, list: &ScriptList<'_>) -> bool {
        let words = || list.items.iter().map(|item| item.text.as_ref());
        list.items.iter().any(|item| item.is_string)
            && looks_like_moves(self.context.catalogue, words())
    }

    fn report_unused_list(&self, list: &ScriptList<'_>) -> Finding {
        let first = list.items.first().map_or(0..0, |item| item.span.clone());
        let message = format!(
            "expected a game that uses this list of {} moves, found none",
            list.items.len()
        );
        Finding::new(Code::UnassignedText, message).at(self.source.location(first))
    }

    /// Reports the games in the dead parts of a page.
    fn report_dead_games(&self, source: &SourceText<'_>, dead: &DeadParts) -> Vec<Finding> {
        let is_game = |class: &str| by_name(self.context.catalogue, class).is_some();
        let spans = dead.spans.iter().chain(&dead.strings);
        let games = spans.filter_map(|span| {
            let text = &source.text()[span.clone()];
            let calls = script::find_calls(text, &DeadParts::default(), &is_game).calls;
            let mut calls = calls.iter().filter(|call| is_game(call.class));
            let game = match (calls.next(), applet::applets(text).first()) {
                (Some(call), _) => span.start + call.span.start..span.start + call.span.end,
                (None, Some(_)) => span.start..span.start,
                (None, None) => return None,
            };
            let message = "found a game in a comment, a string or an element that browsers do not \
                           run; it was not read";
            let location = source.location(game);
            Some(Finding::new(Code::UnassignedText, message).at(location))
        });
        games.collect()
    }

    fn read_call(&self, call: &ConstructorCall<'_>) -> ParsedGame {
        let words = || call.moves.items.iter().map(|item| item.text.as_ref());
        let moves = words().filter(|word| !word.starts_with(caia::MARKER_PREFIX));
        let named = by_name(self.context.catalogue, call.class);
        let game = self.context.game.or(named);
        let Some(game) = game.or_else(|| guess_game(self.context.catalogue, moves)) else {
            let moves = words().collect::<Vec<_>>().join(" ");
            return self.unknown_game(call.class, &moves, call.span.clone());
        };
        let mut draft = GameBuilder::new(game, self.format, self.context);
        draft.game_spans.whole = call.span.clone();
        for player in Player::ALL {
            if let Some(name) = call.names.items.get(player.index()) {
                name.text
                    .as_ref()
                    .clone_into(&mut draft.record.player_mut(player).name);
            }
        }
        self.read_setup(call, &mut draft);
        let items = call.moves.items.iter();
        caia::push_moves(
            &mut draft,
            items.map(|item| (item.text.as_ref(), item.span.clone())),
        );
        self.check_call(call, &mut draft);
        draft.finish()
    }

    /// Reads the game's setup from the arguments after players and moves.
    fn read_setup(&self, call: &ConstructorCall<'_>, draft: &mut GameBuilder) {
        let values: Vec<&str> = call
            .extras
            .items
            .iter()
            .map(|item| item.text.as_ref())
            .collect();
        let Some(first) = call.extras.items.first() else {
            return;
        };
        let span = first.span.start..call.extras.end;
        match draft.game().setup_from_extras(&values) {
            Ok(setup) => draft.record.setup = setup,
            Err(error) => {
                let location = self.source.location(span.clone());
                let finding = Finding::new(Code::BadSetup, error.to_string()).at(location);
                draft.findings.push(finding);
                draft
                    .record
                    .ext
                    .insert("extras".to_owned(), values.join(" "));
            }
        }
        draft.game_spans.setup = Some(span);
    }

    /// Reports a call that breaks off or lacks its moves.
    fn check_call(&self, call: &ConstructorCall<'_>, draft: &mut GameBuilder) {
        if let Some(quote) = &call.unescaped_quote {
            let names: Vec<&str> = call.names.items.iter().map(|item| &*item.text).collect();
            let message = format!(
                "expected an escaped quote in a name, found a bare one; read as `{}`",
                printable(&names.join("` and `"), 100)
            );
            let location = self.source.location(quote.clone());
            let finding = Finding::new(Code::UnescapedQuote, message).at(location);
            draft.findings.push(finding);
        }
        if let Some(name) = call.missing_list {
            let message = if call.is_list_used {
                format!("expected a list of its own, found `{name}`, the moves of another game")
            } else {
                format!("expected the moves, or a list `{name}` before, found none")
            };
            let location = self.source.location(call.span.clone());
            draft
                .findings
                .push(Finding::new(Code::MissingField, message).at(location));
        }
        if let Some(change) = &call.changed_at {
            let message = "expected the moves as they are played, found a script that makes another \
                           list of them; only the list itself was read";
            let location = self.source.location(change.clone());
            let finding = Finding::new(Code::Syntax, message).at(location);
            draft.findings.push(finding);
        }
        let Some(at) = call.broken_at else {
            return;
        };
        if call.names.is_complete && call.names.items.len() != 2 {
            let count = call.names.items.len();
            let message = format!("expected a list of two names, found {count} items");
            let location = self.source.location(call.span.clone());
            let finding = Finding::new(Code::Syntax, message).at(location);
            return draft.findings.push(finding);
        }
        let rest = self.source.text()[at..].trim_start();
        let location = self.source.location(at..at + 1);
        let next = rest.chars().next();
        let finding = match next {
            // The string is not closed on its line.
            Some(quote @ ('"' | '\''))
                if rest.trim_end().lines().count() == 1 && !rest[1..].contains(quote) =>
            {
                let message = format!("expected the closing {quote}, found the end of the page");
                Finding::new(Code::Truncated, message)
            }
            None => Finding::new(Code::Truncated, "expected `]`, found the end of the page"),
            Some(c) => {
                let shown = printable(&c.to_string(), 1);
                let message = format!("expected a string, `,` or `]`, found `{shown}`");
                Finding::new(Code::Syntax, message)
            }
        };
        draft.findings.push(finding.at(location));
    }

    fn read_applet(&self, applet: &Applet<'_>) -> ParsedGame {
        let text = self.source.text();
        let value = applet.get("moves").unwrap_or_default();
        let span = applet::span_within(text, value);
        let words: Vec<Range<usize>> = split_words(value, span.start).collect();
        let spelled = words.iter().map(|word| &text[word.clone()]);
        let game = self
            .context
            .game
            .or_else(|| guess_game(self.context.catalogue, spelled));
        let mut parsed = match game {
            None => self.unknown_game("applet", value, span),
            Some(game) => {
                let mut draft = GameBuilder::new(game, self.format, self.context);
                draft.game_spans.whole = span;
                moves::push_words(&mut draft, text, &words);
                draft.finish()
            }
        };
        for param in &applet.params {
            let value = html_escape::decode_html_entities(param.value);
            let record = &mut parsed.record;
            match param.name.to_ascii_lowercase().as_str() {
                "moves" => {}
                "white" => value.as_ref().clone_into(&mut record.players.0.name),
                "black" => value.as_ref().clone_into(&mut record.players.1.name),
                "result" => self.read_applet_result(&mut parsed, param.value),
                name => append_field(record.ext.entry(name.to_owned()).or_default(), &value),
            }
        }
        if applet.get("moves").is_none() {
            let first_value = applet.params.first().map_or("", |param| param.value);
            let location = self.source.location(applet::span_within(text, first_value));
            let message = "expected a parameter `moves` beside the names, found none";
            let finding = Finding::new(Code::MissingField, message).at(location);
            // Without moves the game is unknown, for the same reason.
            parsed
                .findings
                .retain(|found| found.code != Code::UnknownGame);
            parsed.findings.push(finding);
        }
        parsed
    }

    /// Stores the result that an applet shows.
    fn read_applet_result(&self, parsed: &mut ParsedGame, value: &str) {
        let game = by_id(self.context.catalogue, &parsed.record.game);
        let sides = game.map_or(["White", "Black"], <dyn DynGame>::sides);
        let span = applet::span_within(self.source.text(), value);
        if let Some(stated) = statuses::parse_result(value, sides) {
            parsed.record.reported = Some(stated.into());
        } else {
            let shown = printable(value, 40);
            let message = format!("expected a result such as `1 - 0`, found `{shown}`");
            let location = self.source.location(span.clone());
            let finding = Finding::new(Code::BadValue, message).at(location);
            parsed.findings.push(finding);
        }
        parsed.game_spans.result = Some(span);
    }

    fn read_report(&self, report: &PageReport<'_>) -> ParsedGame {
        let words = report.moves.iter().map(|(word, _)| *word);
        let game = self
            .context
            .game
            .or_else(|| guess_game(self.context.catalogue, words.clone()));
        let mut parsed = match game {
            None => {
                let moves = words.collect::<Vec<_>>().join(" ");
                let span = report.moves.first().map_or(&report.whole, |(_, span)| span);
                self.unknown_game("report", &moves, span.clone())
            }
            Some(game) => {
                let mut draft = GameBuilder::new(game, self.format, self.context);
                caia::push_moves(&mut draft, report.moves.iter().cloned());
                draft.finish()
            }
        };
        parsed.game_spans.whole = report.whole.clone();
        parsed.game_spans.result.clone_from(&report.result_span);
        for (player, person) in Player::ALL.into_iter().zip(&report.players) {
            if let Some(person) = person {
                *parsed.record.player_mut(player) = person.clone();
            }
        }
        report.store_result(&mut parsed.record);
        report.id.clone_into(&mut parsed.record.source.id);
        for (key, words) in &report.fields {
            let kept = parsed.record.ext.entry((*key).to_owned()).or_default();
            append_field(kept, words);
        }
        for (finding, span) in &report.findings {
            let location = self.source.location(span.clone());
            parsed.findings.push(finding.clone().at(location));
        }
        if report.moves.is_empty() {
            self.report_missing_moves(report, &mut parsed);
        }
        parsed
    }

    /// Reports a report without moves: a result alone, or names alone.
    fn report_missing_moves(&self, report: &PageReport<'_>, parsed: &mut ParsedGame) {
        parsed
            .findings
            .retain(|found| found.code != Code::UnknownGame);
        let finding = if report.stated_result.is_some() {
            Finding::new(Code::ResultsOnly, "result only, no moves")
        } else {
            let message = "expected moves or a result after the names of the players, found none";
            Finding::new(Code::Truncated, message)
        };
        let location = self.source.location(report.whole.clone());
        parsed.findings.push(finding.at(location));
    }

    /// Keeps the text of a game that is unknown.
    fn unknown_game(&self, kind: &str, moves: &str, span: Range<usize>) -> ParsedGame {
        let mut parsed = ParsedGame::default();
        self.format.clone_into(&mut parsed.record.source.format);
        self.context
            .file_name
            .clone_into(&mut parsed.record.source.file);
        moves.clone_into(&mut parsed.record.moves);
        let message = format!("could not recognise the game from its moves (`{kind}`)");
        let finding =
            Finding::new(Code::UnknownGame, message).at(self.source.location(span.clone()));
        parsed.findings.push(finding);
        parsed.game_spans.whole = span;
        parsed
    }
}
