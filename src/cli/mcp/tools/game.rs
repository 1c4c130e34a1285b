//! The tools `board`, `moves` and `findings`, about one game.

use super::McpTool;
use super::archive::game_heading;
use crate::common::text::{pluralize, proven_word};
use crate::mcp::answer::{ToolAnswer, name_text, paged, shortened};
use crate::mcp::opened_game::events;
use crate::mcp::place::{Place, parse_name};
use crate::mcp::session::{JudgedGame, Session, ToolCall};
use kifu_core::contract::TextStyle;
use kifu_core::findings::Finding;
use kifu_core::record::Note;
use kifu_logs::formats::{PictureParts, position_picture};
use kifu_study::failure::Failure;
use kifu_study::render::{Rasterizer, encode_png, scaled_to};
use kifu_study::review::{JudgedPly, LineValue, PlayerFailure, failure_text, positions};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The width of a picture in pixels.
const PICTURE_WIDTH: u32 = 640;
/// The maximum length of what a bot wrote, in a row of moves.
const MAX_WORDS: usize = 120;

/// The arguments of `board`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Board {
    /// The place, FILE#GAME@PLY: the position after PLY plies, counted from the end if negative.
    at: String,
    /// Legal moves after it, to look at another line.
    #[serde(default)]
    moves: Vec<String>,
    /// Draw a picture (PNG) as well.
    #[serde(default)]
    picture: bool,
    /// List all legal moves.
    #[serde(default)]
    legal: bool,
}

impl McpTool for Board {
    const NAME: &'static str = "board";
    const ABOUT: &'static str = "Show the board at a place FILE#GAME@PLY, perhaps after further \
        legal moves: who is to move, the score, the move that was played there, and its position \
        text. With `legal` all legal moves.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let place = Place::find(session, call, (&self.at, &self.moves))?;
        let style = TextStyle {
            unicode: false,
            color: false,
        };
        let mut text = place_heading(&place);
        let board = place.state.text_board(style);
        let _ = write!(text, "\n{}\n", board.trim_end());
        let outcome = place.state.outcome(kifu_core::contract::Faults::NONE);
        if let Some([first, second]) = outcome.scores {
            let [one, two] = place.game.game.sides();
            let _ = writeln!(text, "score: {one} {first}, {two} {second}");
        }
        let _ = writeln!(text, "position text: {}", place.state.position());
        if self.legal {
            let legal = place.state.legal_moves();
            let count = pluralize(legal.len(), "legal move");
            let _ = writeln!(text, "{count}: {}", legal.join(" "));
        } else {
            let count = pluralize(place.state.count_moves(), "legal move");
            let _ = writeln!(text, "{count}");
        }
        let picture = if self.picture {
            let scene = position_picture(
                place.game.game,
                place.state.as_ref(),
                PictureParts::default(),
            );
            let scene = scaled_to(&scene, PICTURE_WIDTH);
            let palette = kifu_core::scene::Palette::LIGHT;
            Some(encode_png(&Rasterizer::new().draw(
                &scene,
                palette,
                PICTURE_WIDTH,
            )?)?)
        } else {
            None
        };
        Ok(ToolAnswer {
            text: shortened(&text, crate::mcp::answer::MAX_ANSWER_BYTES),
            picture,
        })
    }
}

/// Returns the lines on a place above its board.
fn place_heading(place: &Place) -> String {
    let checked = &place.game.checked;
    let mut text = format!(
        "{}: {}, after ply {} of {}",
        place.name(),
        place.game.game.name(),
        place.ply,
        checked.ply_count
    );
    if !place.moves.is_empty() {
        let moves = shortened(&place.moves.join(" "), 200);
        let _ = write!(text, ", then {moves} (a line to look at, not the record)");
    }
    let _ = write!(text, "\n{}", place.turn_text());
    if let Some(played) = &place.played {
        let _ = write!(text, "; played here: {played}");
    } else if place.moves.is_empty() {
        let how = checked.ending.as_str();
        let _ = write!(text, "; the record ends here ({how})");
    }
    text.push('\n');
    text
}

/// The arguments of `moves`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Moves {
    /// The game, FILE#GAME.
    game: String,
    /// The first ply, from 1.
    #[serde(default)]
    first: u32,
    /// The last ply [default: the last of the game].
    last: Option<u32>,
    /// Leave out what the bots wrote.
    #[serde(default)]
    quiet: bool,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for Moves {
    const NAME: &'static str = "moves";
    const ABOUT: &'static str = "List the moves of a game ply by ply: side, move, time, what it \
        did, what the bot wrote, and by a review its value, its loss and the better move.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let game = session.load(&parse_name(&self.game)?, call)?;
        let rows = ply_rows(&game, self.quiet)?;
        let last = self.last.unwrap_or(u32::MAX);
        let wanted = rows
            .into_iter()
            .filter(|row| (self.first..=last).contains(&row.ply));
        let rows: Vec<String> = wanted.map(|row| row.text).collect();
        if rows.is_empty() {
            let plies = game.checked.ply_count;
            let message =
                format!("expected plies from 1 to {plies}, found none from `first` to `last`");
            return Err(Failure::usage(message));
        }
        Ok(paged(&game_heading(&game), &rows, self.from).into())
    }
}

/// A row on a ply.
pub(super) struct PlyLine {
    /// The ply, from 1.
    pub ply: u32,
    /// The row.
    pub text: String,
}

/// Returns the rows on all plies of a game, and on the failure that ended it.
pub(super) fn ply_rows(loaded: &JudgedGame, is_quiet: bool) -> Result<Vec<PlyLine>, Failure> {
    let reviewed = loaded.reviewed()?;
    let (record, game) = (&reviewed.record, loaded.game);
    let places = positions(game, record, reviewed.plies)?;
    let effects = events(&places);
    let effects: BTreeMap<u32, &str> = effects
        .iter()
        .map(|event| (event.ply, event.description.as_str()))
        .collect();
    let tokens = record.tokens().skip(game.info().lead_in);
    let mut rows = Vec::new();
    for (place, token) in places.iter().zip(tokens).take(reviewed.plies as usize) {
        let ply = place.ply + 1;
        let side = place
            .mover()
            .map_or("chance", |player| game.sides()[player.index()]);
        let judged = reviewed.judged_ply(ply);
        let glyph = judged.and_then(|judged| judged.judgement.class.glyph());
        let glyph = glyph.map_or_else(String::new, |glyph| format!(" {}", glyph.symbol()));
        let mut text = format!("{ply} {side} {token}{glyph}");
        if let Some(by) = place.by {
            let _ = write!(text, ", {by}");
        } else if place.is_given {
            text.push_str(", given by the opening");
        }
        if let Some(effect) = effects.get(&ply) {
            let _ = write!(text, ", {effect}");
        }
        if let Some(judged) = judged {
            let _ = write!(text, ", {}", judged_text(judged));
        }
        add_note(
            &mut text,
            record.times_ms.get_ms(ply),
            record.notes.get(&ply),
            is_quiet,
        );
        rows.push(PlyLine { ply, text });
    }
    let last = reviewed.plies + 1;
    if let Some(failed) = reviewed.failures.iter().find(|failed| failed.ply == last) {
        let mut text = format!("{last} {}", failed_text(loaded, failed));
        add_note(
            &mut text,
            record.times_ms.get_ms(last),
            record.notes.get(&last),
            is_quiet,
        );
        rows.push(PlyLine { ply: last, text });
    }
    Ok(rows)
}

/// Returns the row on a failure after the last ply.
pub(super) fn failed_text(loaded: &JudgedGame, failed: &PlayerFailure) -> String {
    let mut text = failure_text(loaded.game, failed);
    if let Some(attempt) = &loaded.checked.record.attempt {
        let _ = write!(text, " Written: `{}`", name_text(&attempt.raw));
        if !attempt.reason.is_empty() {
            let _ = write!(text, " ({})", shortened(&attempt.reason, MAX_WORDS));
        }
    }
    text
}

/// Returns a value in words, with its certainty: `57 % (estimated)`, `wins (proven)`.
pub(super) fn value_text(value: LineValue) -> String {
    match value.proven {
        Some(proven) => format!("{} (proven)", proven_word(proven)),
        None => format!("{} (estimated)", estimate_text(value.win)),
    }
}

/// Returns an estimated win probability in percent; only what is proven is certain.
fn estimate_text(win: f64) -> String {
    match 100.0 * win {
        percent if percent >= 99.5 => "> 99 %".to_owned(),
        percent if percent < 0.5 => "< 1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// Returns a loss of win probability in words: `lost 22 ± 6 % (estimated)`.
pub(super) fn lost_text(loss: f64, error: f64, is_proven: bool) -> String {
    let loss = 100.0 * loss;
    if is_proven {
        format!("lost {loss:.0} % (proven)")
    } else if error > 0.0 {
        format!("lost {loss:.0} ± {:.0} % (estimated)", 100.0 * error)
    } else {
        format!("lost {loss:.0} % (estimated)")
    }
}

/// Returns the judgement of a ply in words.
fn judged_text(judged: &JudgedPly) -> String {
    let (evaluation, judgement) = (&judged.evaluation, &judged.judgement);
    let mut text = value_text(evaluation.played);
    if judgement.class.is_bad() {
        let lost = lost_text(judgement.loss, judgement.loss_error, judgement.proven);
        let best = evaluation.pv.first().map_or("", String::as_str);
        let _ = write!(
            text,
            ", {lost}, better {best} {}",
            value_text(evaluation.best)
        );
    }
    text
}

/// Adds the time and what the bot wrote.
fn add_note(text: &mut String, time_ms: Option<u32>, note: Option<&Note>, is_quiet: bool) {
    if let Some(ms) = time_ms {
        let _ = write!(text, ", {ms} ms");
    }
    let Some(note) = note.filter(|_| !is_quiet) else {
        return;
    };
    let words = [
        ("message", &note.message),
        ("wrote", &note.stderr),
        ("comment", &note.comment),
    ];
    for (name, words) in words {
        if let Some(last) = words.lines().rev().find(|line| !line.trim().is_empty()) {
            let _ = write!(text, ", {name}: {}", shortened(&name_line(last), MAX_WORDS));
        }
    }
}

/// Returns what a bot wrote as one harmless line.
fn name_line(text: &str) -> String {
    crate::common::text::one_line(text.trim())
}

/// The arguments of `findings`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GameFindings {
    /// The game, FILE#GAME.
    game: String,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for GameFindings {
    const NAME: &'static str = "findings";
    const ABOUT: &'static str = "List what is wrong with the log of a game, as the contest's \
        referee would say it: code, place in the file, ply, expected and found, hint. `explain` \
        explains a code.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let name = parse_name(&self.game)?;
        let (heading, findings) = session.findings(&name, call)?;
        let rows: Vec<String> = findings.iter().map(finding_row).collect();
        let heading = format!("{heading}; {}", pluralize(rows.len(), "finding"));
        Ok(paged(&heading, &rows, self.from).into())
    }
}

/// Returns the row on a finding.
pub(super) fn finding_row(finding: &Finding) -> String {
    let mut text = format!("{} {}", finding.severity(), finding.code);
    if let Some(location) = &finding.location {
        let _ = write!(text, " line {} column {}", location.line, location.column);
    }
    if let Some(ply) = finding.ply {
        let _ = write!(text, " ply {ply}");
    }
    let _ = write!(
        text,
        ": {}",
        crate::common::text::one_line(&finding.message)
    );
    if let Some(hint) = &finding.hint {
        let _ = write!(text, "; hint: {}", crate::common::text::one_line(hint));
    }
    text
}
