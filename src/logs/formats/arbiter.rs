//! `arbiter`: transcripts of an arbiter that contestants run at home.
//!
//! ```text
//! file    = 1*game
//! game    = setup LF *(token LF) [refused LF]
//! setup   = the values that the contest lists next to the players: the secret colours `4 1`
//! token   = a whole token; those of the lead-in come first
//! refused = "#" [" "] text              the line of the program that failed, unchanged
//! ```
//!
//! The arbiter stops at a refused line, which is a fault of the player to move. Blanks around the
//! refused move are not what it was refused for (K204), nor are words behind it (K113); a word for a
//! fault in its place, such as `Crash`, is that fault (K121). The names of the players are only in
//! the name of the file: `game-1-of-6-A-vs-B-transcript.txt`.
//!
//! A game begins at a line with as many numbers as the setup has, if moves follow. It ends there,
//! or at a line that is no move or is refused: the lines behind it are kept and not judged.

use super::game_builder::GameBuilder;
use super::{Format, ParsedGame, ReadContext, first_line_span, non_blank_lines, statuses};
use kifu_core::contract::{Fault, Setup};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::DynGame;
use kifu_core::record::{Attempt, ReportedResult};
use std::ops::Range;

const ID: &str = "arbiter";

/// The maximum length, in bytes, of the line with the setup.
const MAX_SETUP_BYTES: usize = 100;
/// The number of lines after the setup that are looked at to recognise the game.
const MAX_LINES_SAMPLED: usize = 3;

/// Transcripts of a home arbiter.
pub(super) struct ArbiterFormat;

impl Format for ArbiterFormat {
    fn id(&self) -> &'static str {
        ID
    }
    fn description(&self) -> &'static str {
        "transcripts of a home arbiter: the setup, then a move a line, `#` before a refused one"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["txt"]
    }
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8 {
        match Transcript::find(start, context) {
            Some(transcript) if transcript.is_recognised => 50,
            _ => 0,
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let text = source.text();
        let Some(mut transcript) = Transcript::find(text, context) else {
            let message = "expected a line with the setup of a game, such as two secret colours \
                           `4 1`, found none";
            let span = first_line_span(text);
            let finding = Finding::new(Code::NoGame, message).at(source.location(span));
            return out(ParsedGame::unreadable(finding));
        };
        // Only one game has the name of the file.
        let mut file_name = context.file_name;
        loop {
            let next = transcript.find_next(text, context);
            let end = next.as_ref().map_or(text.len(), |next| next.span.start);
            out(transcript.read(source, context, end, file_name));
            let Some(next) = next else {
                return;
            };
            transcript = next;
            file_name = "";
        }
    }
}

/// The first line of a transcript: its game and setup.
struct Transcript {
    game: &'static dyn DynGame,
    setup: Setup,
    /// The error of values that the game does not accept.
    bad_setup: Option<String>,
    span: Range<usize>,
    /// The number of values in the setup.
    value_count: usize,
    /// Whether a token of the game is among the next lines.
    is_recognised: bool,
}

impl Transcript {
    /// Finds the game whose contest lists such values next to the players, and whose tokens follow.
    fn find(text: &str, context: &ReadContext<'_>) -> Option<Self> {
        let mut lines = non_blank_lines(text);
        let (start, line) = lines.next()?;
        let line = line.trim_end();
        let values: Vec<&str> = line.split_whitespace().collect();
        let is_number = |value: &&str| value.bytes().all(|byte| byte.is_ascii_digit());
        if line.len() > MAX_SETUP_BYTES || values.is_empty() || !values.iter().all(is_number) {
            return None;
        }
        let next: Vec<&str> = lines
            .take(MAX_LINES_SAMPLED)
            .map(|(_, line)| line)
            .collect();
        let games = context.catalogue.iter().copied();
        let candidates = games
            .filter(|game| context.game.is_none_or(|named| named.id() == game.id()))
            .filter_map(|game| {
                let (setup, bad_setup) = match game.setup_from_extras(&values) {
                    Ok(setup) => (setup, None),
                    // A game that knows such values says which one is wrong.
                    Err(error) if is_setup_key(game, &error.key) => {
                        (Setup::default(), Some(error.to_string()))
                    }
                    Err(_) => return None,
                };
                let is_token = |line: &&str| {
                    let text = line.trim_start_matches(['#', ' ', '\t']).trim_end();
                    // A number alone may be anything.
                    !text.starts_with(|c: char| c.is_ascii_digit()) && game.parse(text).is_ok()
                };
                let has_values = setup != Setup::default() || bad_setup.is_some();
                has_values.then(|| Self {
                    game,
                    setup,
                    bad_setup,
                    span: start..start + line.len(),
                    value_count: values.len(),
                    is_recognised: next.iter().any(is_token),
                })
            });
        candidates.max_by_key(|found| found.is_recognised)
    }

    /// Finds the next transcript in a text of several: a line with as many values, which is no
    /// token, before tokens.
    fn find_next(&self, text: &str, context: &ReadContext<'_>) -> Option<Self> {
        let rest = self.span.end;
        let is_setup = |line: &str| {
            let mut values = line.split_whitespace();
            let is_number = |value: &str| value.bytes().all(|byte| byte.is_ascii_digit());
            line.len() <= MAX_SETUP_BYTES
                && values.clone().count() == self.value_count
                && values.all(is_number)
                && self.game.parse(line.trim()).is_err()
        };
        let starts = non_blank_lines(&text[rest..]).filter(|(_, line)| is_setup(line));
        starts.map(|(at, _)| rest + at).find_map(|start| {
            let next = Self::find(&text[start..], context).filter(|next| next.is_recognised)?;
            Some(Self {
                span: start + next.span.start..start + next.span.end,
                ..next
            })
        })
    }

    /// Reads the transcript, which goes to `end`.
    fn read(
        self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        end: usize,
        file_name: &str,
    ) -> ParsedGame {
        let text = source.text();
        let mut draft = GameBuilder::new(self.game, ID, context);
        draft.record.setup = self.setup;
        draft.game_spans.setup = Some(self.span.clone());
        draft.game_spans.whole = self.span.clone();
        if let Some(message) = self.bad_setup {
            let location = source.location(self.span.clone());
            let finding = Finding::new(Code::BadSetup, message).at(location);
            draft.findings.push(finding);
        }
        if let Some((id, players)) = names_in_file_name(file_name) {
            id.clone_into(&mut draft.record.source.id);
            players.0.clone_into(&mut draft.record.players.0.name);
            players.1.clone_into(&mut draft.record.players.1.name);
        }
        for (at, line) in non_blank_lines(&text[self.span.end..end]) {
            let start = self.span.end + at;
            let line = line.strip_suffix('\r').unwrap_or(line);
            match line.trim_start().strip_prefix('#') {
                Some(refused) => {
                    push_refused(&mut draft, source, refused, start..start + line.len());
                }
                None => {
                    draft.push_token(line, start..start + line.len());
                }
            }
        }
        draft.finish()
    }
}

fn is_setup_key(game: &dyn DynGame, key: &str) -> bool {
    let mut keys = game.info().setup_keys.iter();
    keys.any(|(known, _)| *known == key)
}

/// Ends the game with a line that the arbiter refused, a fault of the player to move.
fn push_refused(draft: &mut GameBuilder, source: &SourceText<'_>, text: &str, span: Range<usize>) {
    let player = player_to_move(draft).filter(|_| draft.record.attempt.is_none());
    let raw = text.strip_prefix(' ').unwrap_or(text);
    let (refused, behind) = split_refused(draft.game(), raw);
    let fault = player.and(statuses::parse_fault(refused));
    let shown = statuses::shorten(refused);
    let forgiven = if fault.is_some() {
        let message = format!("expected the move that was refused, found the fault `{shown}`");
        Some((Code::ForgivenSyntax, message))
    } else if !behind.is_empty() {
        let behind = statuses::shorten(behind);
        let message = format!("expected nothing behind the refused `{shown}`, found `{behind}`");
        Some((Code::TrailingText, message))
    } else {
        let message = format!(
            "`{}` read as `{shown}`: there are blanks around the refused move",
            statuses::shorten(raw)
        );
        (refused != raw).then_some((Code::LenientSpelling, message))
    };
    if let Some((code, message)) = forgiven {
        let finding = Finding::new(code, message).at(source.location(span.clone()));
        draft.findings.push(finding);
    }
    if fault.is_none() {
        let attempt = Attempt {
            raw: refused.to_owned(),
            player,
            ..Attempt::default()
        };
        draft.set_attempt(attempt, span.clone());
    }
    if let Some(player) = player {
        let reported = draft.record.reported.insert(ReportedResult::default());
        reported
            .faults
            .insert(player, fault.unwrap_or(Fault::Illegal));
        behind.clone_into(&mut reported.text);
        if fault.is_some() {
            raw.trim().clone_into(&mut reported.text);
        }
        draft.game_spans.result = Some(span);
    }
}

/// Splits the text of a refused line into what was refused and the words behind it, if the first
/// word is a move; any other text is what a program wrote.
fn split_refused<'t>(game: &dyn DynGame, raw: &'t str) -> (&'t str, &'t str) {
    let text = raw.trim();
    let (first, behind) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if game.parse(first).is_ok() {
        (first, behind.trim())
    } else {
        (text, "")
    }
}

/// Returns the player who moves after the moves so far, if they are legal and the game is not over.
fn player_to_move(draft: &GameBuilder) -> Option<kifu_core::contract::Player> {
    let record = &draft.record;
    let none = kifu_core::contract::Faults::NONE;
    let replay = draft
        .game()
        .replay(&record.setup, &record.moves, none)
        .ok()?;
    let is_open = !replay.is_over && replay.failure.is_none();
    replay.next.filter(|_| is_open)
}

/// Parses `game-1-of-6-A-vs-B-transcript.txt`; `None` if it is not clear where a name ends.
fn names_in_file_name(name: &str) -> Option<(&str, (&str, &str))> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let (id, rest) = stem.strip_prefix("game-")?.split_once("-of-")?;
    let (total, rest) = rest.split_once('-')?;
    let (first, second) = rest.strip_suffix("-transcript")?.split_once("-vs-")?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_clear = is_number(id) && is_number(total) && !second.contains("-vs-");
    is_clear.then_some((id, (first, second)))
}
