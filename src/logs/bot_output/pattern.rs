//! The patterns: compiled expressions, and what their groups mean.

use super::file::{PatternEntry, PatternsError, PatternsFile, find_expression, parse_file};
use super::report::BotReport;
use super::{MAX_LINE_BYTES, MAX_WORDS_BYTES};
use kifu_core::contract::Player;
use kifu_core::record::{Mark, MarkColor, MarkKind, Note};
use regex::{Captures, Regex, RegexBuilder};
use serde::Deserialize;
use std::sync::LazyLock;

/// The maximum size of a compiled expression, in bytes.
const MAX_COMPILED_BYTES: usize = 1 << 20;
/// The maximum depth of nested groups in an expression.
const MAX_NESTING: u32 = 50;
/// The maximum number of matches in a line, so that a long line of small matches stays cheap.
const MAX_MATCHES_PER_LINE: usize = 64;
/// The maximum number of bytes of a text in a drawing, of a name or of a move.
const MAX_TEXT_BYTES: usize = 200;
/// The maximum number of moves in an expected line.
const MAX_LINE_MOVES: usize = 200;

/// The part of a bot's output that a pattern searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum OutputPart {
    /// Standard error and message.
    #[default]
    Both,
    /// Standard error.
    Stderr,
    /// The message with the move.
    Message,
}

/// The player for whom a value is good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum ValueView {
    /// The player who moves.
    #[default]
    Mover,
    /// The opponent of the player who moves.
    Opponent,
    /// The first player.
    First,
    /// The second player.
    Second,
}

impl ValueView {
    /// Reports whether a value is that of the opponent of `mover`.
    fn is_opponent_of(self, mover: Player) -> bool {
        match self {
            Self::Mover => false,
            Self::Opponent => true,
            Self::First => mover == Player::Second,
            Self::Second => mover == Player::First,
        }
    }
}

/// The text that a bot printed for one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BotWords<'a> {
    /// Its standard error.
    pub stderr: &'a str,
    /// The message with its move.
    pub message: &'a str,
}

impl<'a> BotWords<'a> {
    /// Returns the words in a note.
    pub fn of_note(note: &'a Note) -> Self {
        Self {
            stderr: &note.stderr,
            message: &note.message,
        }
    }

    /// Reports whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.stderr.is_empty() && self.message.is_empty()
    }
}

/// Compiled patterns, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub struct BotPatterns {
    patterns: Vec<Pattern>,
    source: String,
}

/// A compiled pattern.
#[derive(Clone, Debug)]
struct Pattern {
    regex: Regex,
    /// The role of each group of the expression, by its index.
    roles: Vec<Option<GroupRole>>,
    entry: PatternEntry,
}

/// The meaning of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
enum GroupRole {
    Best,
    Line,
    Mark,
    At,
    To,
    Text,
    Color,
    Name,
    Number,
    /// A number of this name, among them those with a meaning: `win`, `value`.
    Named(String),
}

impl GroupRole {
    fn of_name(name: &str) -> Self {
        match name {
            "best" => Self::Best,
            "line" => Self::Line,
            "mark" => Self::Mark,
            "at" => Self::At,
            "to" => Self::To,
            "text" => Self::Text,
            "color" => Self::Color,
            "name" => Self::Name,
            "number" => Self::Number,
            name => Self::Named(name.to_owned()),
        }
    }
}

static BUILTIN: LazyLock<BotPatterns> = LazyLock::new(|| {
    let patterns = parse_file(include_str!("builtin.ron"))
        .and_then(|file| BotPatterns::compile(file, include_str!("builtin.ron")));
    debug_assert!(patterns.is_ok(), "{patterns:?}");
    patterns.unwrap_or_default()
});

impl BotPatterns {
    /// Returns the built-in patterns.
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// Parses the text of a file of patterns; the built-in ones follow unless the file declines
    /// them.
    ///
    /// # Errors
    /// Returns an error with its place if the text is no such file or an expression is wrong or
    /// too large.
    ///
    /// ```
    /// use kifu_logs::bot_output::BotPatterns;
    ///
    /// let error = BotPatterns::parse("(patterns: [\n  (regex: \"a(b\"),\n])").unwrap_err();
    /// assert_eq!((error.line, error.column), (2, 13));
    /// ```
    pub fn parse(text: &str) -> Result<Self, PatternsError> {
        let file = parse_file(text)?;
        let has_builtin = file.builtin;
        let mut own = Self::compile(file, text)?;
        text.clone_into(&mut own.source);
        if has_builtin {
            own.patterns
                .extend(Self::builtin().patterns.iter().cloned());
        }
        Ok(own)
    }

    /// Returns the text of the file of patterns; empty for the built-in ones.
    pub fn source(&self) -> &str {
        &self.source
    }

    fn compile(file: PatternsFile, text: &str) -> Result<Self, PatternsError> {
        let mut from = 0;
        let mut patterns = Vec::with_capacity(file.patterns.len());
        for entry in file.patterns {
            let start = find_expression(text, from, &entry.regex);
            patterns.push(Pattern::compile(entry, text, start)?);
            from = text.ceil_char_boundary((start + 1).min(text.len()));
        }
        let source = String::new();
        Ok(Self { patterns, source })
    }

    /// Reads what a bot printed for a ply of the first player; see [`read_for`](Self::read_for).
    pub fn read(&self, words: BotWords<'_>) -> BotReport {
        self.read_for(words, Player::First)
    }

    /// Reads what a bot printed for a ply of `mover`. Values are those of `mover`.
    pub fn read_for(&self, words: BotWords<'_>, mover: Player) -> BotReport {
        let mut report = BotReport::default();
        for (text, part) in [
            (words.message, OutputPart::Message),
            (words.stderr, OutputPart::Stderr),
        ] {
            for line in last_lines(text) {
                self.read_line(line, part, mover, &mut report);
            }
        }
        report
    }

    fn read_line(&self, line: &str, part: OutputPart, mover: Player, report: &mut BotReport) {
        for pattern in &self.patterns {
            if pattern.entry.of != OutputPart::Both && pattern.entry.of != part {
                continue;
            }
            let mut is_taken = false;
            for captures in pattern.regex.captures_iter(line).take(MAX_MATCHES_PER_LINE) {
                pattern.add_match(&captures, mover, report);
                is_taken = true;
            }
            if is_taken {
                return;
            }
        }
    }
}

/// Returns the lines at the end of a text that are short enough to be read.
fn last_lines(text: &str) -> impl Iterator<Item = &str> {
    let start = text.ceil_char_boundary(text.len().saturating_sub(MAX_WORDS_BYTES));
    let cut = &text[start..];
    // A line that is cut is not the line that the bot wrote.
    let cut = match start {
        0 => cut,
        _ => cut.split_once('\n').map_or("", |(_, rest)| rest),
    };
    cut.lines().filter(|line| line.len() <= MAX_LINE_BYTES)
}

impl Pattern {
    fn compile(entry: PatternEntry, text: &str, start: usize) -> Result<Self, PatternsError> {
        let mut syntax = regex_syntax::ParserBuilder::new();
        let parsed = syntax.nest_limit(MAX_NESTING).build().parse(&entry.regex);
        if let Err(error) = parsed {
            let (offset, message) = match &error {
                regex_syntax::Error::Parse(error) => {
                    (error.span().start.offset, error.kind().to_string())
                }
                regex_syntax::Error::Translate(error) => {
                    (error.span().start.offset, error.kind().to_string())
                }
                error => (0, error.to_string()),
            };
            // Letters of the file stand for more or fewer bytes where they are escaped.
            let is_verbatim = text[start..].starts_with(&entry.regex);
            let offset = if is_verbatim { start + offset } else { start };
            let hint = "write an expression with `\\` as a raw text, r\"...\"; look-around and \
                        backreferences do not exist";
            let message = format!("expected a regular expression: {message}");
            return Err(PatternsError::at(text, offset, message).hint(hint));
        }
        let mut builder = RegexBuilder::new(&entry.regex);
        builder
            .size_limit(MAX_COMPILED_BYTES)
            .nest_limit(MAX_NESTING);
        let regex = builder.build().map_err(|error| {
            let message = match error {
                regex::Error::CompiledTooBig(limit) => {
                    format!("expected an expression of at most {limit} bytes when compiled")
                }
                error => error.to_string(),
            };
            let hint = "make its repetitions smaller, such as `{1,100}`";
            PatternsError::at(text, start, message).hint(hint)
        })?;
        let names = regex.capture_names();
        let roles: Vec<_> = names.map(|name| name.map(GroupRole::of_name)).collect();
        let has = |role: &GroupRole| roles.iter().flatten().any(|known| known == role);
        let named = |name: &str| GroupRole::Named(name.to_owned());
        let needs = [
            (GroupRole::Name, GroupRole::Number, "`name` needs `number`"),
            (GroupRole::Number, GroupRole::Name, "`number` needs `name`"),
            (named("wins"), named("visits"), "`wins` needs `visits`"),
            (named("visits"), named("wins"), "`visits` needs `wins`"),
            (GroupRole::Mark, GroupRole::At, "`mark` needs `at`"),
            (GroupRole::To, GroupRole::At, "`to` needs `at`"),
        ];
        for (role, other, message) in needs {
            if has(&role) && !has(&other) {
                let message = format!("the groups do not fit together: {message}");
                return Err(PatternsError::at(text, start, message));
            }
        }
        if !entry.scale.is_finite() || entry.scale == 0.0 {
            let message = format!("expected a `scale` other than 0, found {}", entry.scale);
            return Err(PatternsError::at(text, start, message));
        }
        Ok(Self {
            regex,
            roles,
            entry,
        })
    }

    /// Adds what a match says to a report.
    fn add_match(&self, captures: &Captures<'_>, mover: Player, report: &mut BotReport) {
        let groups = self.roles.iter().zip(captures.iter());
        let groups = || {
            groups
                .clone()
                .filter_map(|(role, found)| Some((role.as_ref()?, found?)))
        };
        let group = |wanted: GroupRole| {
            let mut found = groups().filter(|(role, _)| **role == wanted);
            found.next().map(|(_, found)| found.as_str().trim())
        };
        for (role, found) in groups() {
            if let GroupRole::Named(name) = role {
                self.add_number(name, found.as_str(), mover, report);
            }
        }
        if let (Some(name), Some(number)) = (group(GroupRole::Name), group(GroupRole::Number)) {
            let number = number.trim_matches('"');
            match name {
                "best" => add_best(number, report),
                "line" | "pv" => add_line(number, report),
                name => self.add_number(name, number, mover, report),
            }
        }
        let wins = group(GroupRole::Named("wins".to_owned())).and_then(parse_number);
        let visits = group(GroupRole::Named("visits".to_owned())).and_then(parse_number);
        if let (Some(wins), Some(visits)) = (wins, visits)
            && (0.0..=visits).contains(&wins)
            && visits > 0.0
        {
            report.add_number("visits", visits);
            self.add_win(wins / visits, mover, report);
        }
        if let Some(line) = group(GroupRole::Line) {
            add_line(line, report);
        }
        if let Some(best) = group(GroupRole::Best) {
            add_best(best, report);
        }
        if let Some(at) = group(GroupRole::At).filter(|at| is_short(at)) {
            let word = |role| group(role).filter(|word| is_short(word)).unwrap_or("");
            let kind = group(GroupRole::Mark)
                .and_then(parse_kind)
                .or(self.entry.mark);
            let (to, text) = (word(GroupRole::To), word(GroupRole::Text));
            let kind = kind.unwrap_or(match (to, text) {
                ("", "") => MarkKind::Circle,
                ("", _) => MarkKind::Text,
                _ => MarkKind::Arrow,
            });
            let color = group(GroupRole::Color).and_then(parse_color);
            let color = color.or(self.entry.color).unwrap_or_default();
            report.add_mark(Mark {
                text: text.to_owned(),
                ..Mark::new(kind, at, to).colored(color)
            });
        }
    }

    fn add_number(&self, name: &str, text: &str, mover: Player, report: &mut BotReport) {
        let Some(number) = parse_number(text) else {
            return;
        };
        let is_turned = self.entry.view.is_opponent_of(mover);
        let sign = if is_turned { -1.0 } else { 1.0 };
        let turned = |number: f64| sign * number * self.entry.scale;
        match name {
            "win" if text.contains('%') => self.add_win(number / 100.0, mover, report),
            "win" => self.add_win(number, mover, report),
            "percent" => self.add_win(number / 100.0, mover, report),
            // They count together.
            "wins" | "visits" => {}
            "value" | "points" => report.add_number(name, turned(number)),
            "time_s" => report.add_number("time_ms", number * 1000.0),
            "nodes" | "depth" | "time_ms" => report.add_number(name, number),
            name if is_short(name) => report.add_number(name, number * self.entry.scale),
            _ => {}
        }
    }

    /// Adds a win probability; a number outside of 0 to 1 is none.
    fn add_win(&self, win: f64, mover: Player, report: &mut BotReport) {
        if (0.0..=1.0).contains(&win) {
            let is_turned = self.entry.view.is_opponent_of(mover);
            report.add_number("win", if is_turned { 1.0 - win } else { win });
        }
    }
}

/// Sets the best move; a line that begins with another one is out of date.
fn add_best(best: &str, report: &mut BotReport) {
    if is_short(best) {
        best.clone_into(&mut report.best);
        if report.line.split(' ').next() != Some(best) {
            report.line.clear();
        }
    }
}

fn add_line(line: &str, report: &mut BotReport) {
    let moves = line.split([' ', '\t', ',']).filter(|mv| !mv.is_empty());
    let moves: Vec<&str> = moves.take(MAX_LINE_MOVES).collect();
    if let Some(first) = moves.first() {
        (*first).clone_into(&mut report.best);
        report.line = moves.join(" ");
    }
}

fn is_short(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_TEXT_BYTES
}

/// Parses a number; a unit or punctuation after it is no part of it.
fn parse_number(text: &str) -> Option<f64> {
    let text = text
        .trim()
        .trim_end_matches(['%', ',', ';', '.', ')', ']', 's', 'm']);
    let number = text.parse::<f64>().ok()?;
    number.is_finite().then_some(number)
}

fn parse_kind(word: &str) -> Option<MarkKind> {
    Some(match word.to_ascii_lowercase().as_str() {
        "circle" => MarkKind::Circle,
        "cross" => MarkKind::Cross,
        "triangle" => MarkKind::Triangle,
        "square" => MarkKind::Square,
        "arrow" => MarkKind::Arrow,
        "text" => MarkKind::Text,
        _ => return None,
    })
}

fn parse_color(word: &str) -> Option<MarkColor> {
    Some(match word.to_ascii_lowercase().as_str() {
        "blue" => MarkColor::Blue,
        "green" => MarkColor::Green,
        "red" => MarkColor::Red,
        "yellow" => MarkColor::Yellow,
        _ => return None,
    })
}
