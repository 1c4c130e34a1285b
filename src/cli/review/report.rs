//! The report of a review as text and as JSON.

use crate::common::text::{one_line, printable, result_text, truncate_text};
use crate::terminal::bold;
use kifu_core::contract::Player;
use kifu_core::record::Glyph;
use kifu_logs::bot_output::PlyReport;
use kifu_logs::formats::to_json;
use kifu_study::arena::BotLine;
use kifu_study::review::{
    ChoiceKind, Diagnosis, Headline, JudgedPly, Judgement, KeyMoment, LineValue, Luck,
    PlayerClaims, PlayerFailure, PlayerSummary, ReviewRow, ReviewedGame, TimeUse, claim_rows,
    engine_text, failure_text, loss_text, moment_label, points_loss_text, summary_rows, time_rows,
    word_rows,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The maximum width of the better line, in characters.
const PV_WIDTH: usize = 36;

/// Returns the report of a game.
pub(super) fn render(game: &ReviewedGame, answers: &[MomentAnswer]) -> String {
    let mut text = heading(game);
    text.push_str(&cards_section(game));
    text.push_str(&moments_section(game, answers));
    text.push_str(&extra_sections(game));
    printable(&text)
}

/// Returns the heading of the report.
fn heading(game: &ReviewedGame) -> String {
    let dyn_game = game.game;
    let label = |player| one_line(&game.player_label(player));
    let [first, second] = Player::ALL.map(label);
    let mut text = format!(
        "{} ({}): {first} - {second}",
        dyn_game.name(),
        dyn_game.info().contest
    );
    if let Some(result) = &game.record.result {
        text.push_str(&result_text(result, dyn_game));
    }
    text.push('\n');
    text.push_str(&location_and_engine(game));
    if let Some(headline) = game.headline() {
        let _ = writeln!(text, "\n{}", bold(&one_line(&headline.sentence)));
    }
    text
}

/// Returns the lines on the location of the game and the engine of the review.
fn location_and_engine(game: &ReviewedGame) -> String {
    let (location, engine) = (one_line(&game.location), one_line(&engine_text(game)));
    format!("{location}\n{engine}\n")
}

/// Returns the section with the summaries of both players.
fn cards_section(game: &ReviewedGame) -> String {
    table(game, &summary_rows(&game.cards))
}

/// Returns a table on both players.
fn table(game: &ReviewedGame, rows: &[ReviewRow]) -> String {
    let sides = game.game.sides();
    let mut text = format!("\n{:<22}{:>20}{:>20}\n", "", sides[0], sides[1]);
    for row in rows {
        let sign = row.sign.map_or("", Glyph::symbol);
        let [first, second] = &row.cells;
        let _ = writeln!(text, "{:<18}{sign:>2}  {first:>20}{second:>20}", row.name);
    }
    text
}

/// Returns the section with the key moments.
fn moments_section(game: &ReviewedGame, answers: &[MomentAnswer]) -> String {
    if game.moments.is_empty() {
        return String::from("\nNo mistakes found.\n");
    }
    let widest = game.moments.iter().map(|moment| moment.played.len()).max();
    let width = widest.unwrap_or(0).clamp(4, 24);
    let sides = game.game.sides();
    let head = format!(
        "{:>5}  {:<7}{:<width$}    {:>6}{:>8}  {:<PV_WIDTH$}\n",
        "ply", "player", "played", "loss", "points", "better"
    );
    let mut text = format!("\n{}", bold(&head));
    for moment in &game.moments {
        let sign = moment.class.glyph().map_or("", Glyph::symbol);
        let points = points_loss_text(moment).unwrap_or_else(|| "–".to_owned());
        let row = format!(
            "{:>5}  {:<7}{:<width$} {sign:<2} {:>6}{points:>8}  {:<PV_WIDTH$}  {}",
            moment.ply,
            sides[moment.player.index()],
            truncate_text(&moment.played, width, "…"),
            loss_text(moment),
            truncate_text(&moment.best.join(" "), PV_WIDTH, "…"),
            moment_label(moment),
        );
        let _ = writeln!(text, "{}", one_line(row.trim_end()));
        for answer in answers.iter().filter(|answer| answer.ply == moment.ply) {
            let _ = writeln!(text, "{:>9}{}", "", one_line(&answer.answer.text()));
        }
        for reason in &moment.reasons {
            let _ = writeln!(text, "{:>9}{}", "", one_line(reason));
        }
        if let Some(diagnosis) = game.diagnosis(moment.ply) {
            let (cause, facts) = (diagnosis.cause.name(), one_line(&diagnosis.facts));
            let _ = writeln!(text, "{:>9}bot: {cause}; {facts}", "");
        }
    }
    text
}

// The other sections of a report: claims, time and failures.

/// Returns the sections as text; empty if there is nothing to report.
fn extra_sections(game: &ReviewedGame) -> String {
    let mut text = claims_section(game);
    text.push_str(&times_section(game));
    text.push_str(&words_section(game));
    for failed in &game.failures {
        let _ = writeln!(text, "\n{}", one_line(&failure_text(game.game, failed)));
    }
    text
}

/// Returns the section on claims.
fn claims_section(game: &ReviewedGame) -> String {
    let lines = claim_rows(game.game, game.claims.as_ref());
    if lines.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nClaims of a win\n");
    for (side, words) in lines {
        let _ = writeln!(text, "  {side:<7}{words}");
    }
    text
}

/// Returns the section on time.
fn times_section(game: &ReviewedGame) -> String {
    let rows = time_rows(game);
    if rows.is_empty() {
        return String::new();
    }
    table(game, &rows)
}

/// Returns the section on what the players said.
fn words_section(game: &ReviewedGame) -> String {
    let rows = word_rows(game);
    if rows.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nSaid and true (± standard error, 95 % intervals)\n");
    for player in Player::ALL {
        let _ = writeln!(text, "  {}", one_line(&game.player_label(player)));
        for row in &rows {
            let cell = one_line(&row.cells[player.index()]);
            let _ = writeln!(text, "    {:<22}{cell}", row.name);
        }
    }
    text
}

// The JSON line of a reviewed game, an interface for scripts.

/// A reviewed game. Pairs are `[first, second]`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewJson<'a> {
    /// The location of the game: the file, and the index in the file.
    name: &'a str,
    /// The id of the game.
    game: &'a str,
    /// The names of the players.
    players: [&'a str; 2],
    /// The number of legal plies.
    plies: u32,
    /// The summaries of the players' moves.
    cards: &'a [PlayerSummary; 2],
    /// The key moments, in the order of their plies.
    moments: &'a [KeyMoment],
    /// The claims of a win; null in a game without claims.
    claims: &'a Option<[PlayerClaims; 2]>,
    /// The players' use of time; null if the log gives no times.
    times: &'a Option<[TimeUse; 2]>,
    /// What decided the game; null if that cannot be said.
    headline: Option<Headline>,
    /// The failures of players.
    failed: &'a [PlayerFailure],
    /// The judged plies.
    judged: Vec<PlyJson<'a>>,
    /// The answers of the bot of `--engine-cmd` at the key moments; empty without one.
    bot: &'a [MomentAnswer],
    /// The reports of the players' bots, by ply.
    bots: Vec<BotReportJson<'a>>,
    /// The causes of the losses of players whose bots reported something.
    diagnoses: &'a [Diagnosis],
}

/// The answer of a bot at a key moment.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MomentAnswer {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The answer.
    #[serde(flatten)]
    pub answer: BotLine,
}

/// The report of a bot on a ply.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "BotReport")]
struct BotReportJson<'a> {
    /// The number of the ply, from 1.
    ply: u32,
    /// The player whose bot it is.
    player: Player,
    /// The best move; empty if unknown.
    best: &'a str,
    /// The expected moves, separated by blanks; empty if unknown.
    line: &'a str,
    /// The numbers by name; `win`, `points` and `value` are those of the player.
    numbers: &'a BTreeMap<String, f64>,
}

/// A judged ply.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JudgedPly")]
struct PlyJson<'a> {
    /// The number of the ply, from 1.
    ply: u32,
    /// The player who moved.
    player: Player,
    /// The token of the played move.
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(flatten)]
    judged: &'a Judgement,
    /// The value of the best line.
    best: LineValue,
    /// The value of the played move.
    played: LineValue,
    /// The gain from the chance event before the move; null if there was none.
    luck: Option<Luck>,
    /// The kind of choice: whether anything was at stake.
    stake: ChoiceKind,
    /// The best line: the best move and its expected continuation.
    pv: &'a [String],
    /// The name and version of the engine.
    engine: &'a str,
    /// The budget of the search: `nodes 20000 seed 1`.
    budget: &'a str,
}

/// Returns the JSON line of a game, with its line feed.
pub(super) fn to_line(game: &ReviewedGame, answers: &[MomentAnswer]) -> String {
    let report = ReviewJson {
        name: &game.location,
        game: game.game.id(),
        players: Player::ALL.map(|player| game.record.player(player).name.as_str()),
        plies: game.plies,
        cards: &game.cards,
        moments: &game.moments,
        claims: &game.claims,
        times: &game.times,
        headline: game.headline(),
        failed: &game.failures,
        judged: game.judged.iter().map(ply_json).collect(),
        bot: answers,
        bots: game.bot_reports.iter().map(bot_report_json).collect(),
        diagnoses: &game.diagnoses,
    };
    // JSON can represent every field, so that the default is never used.
    let mut text = to_json(&report);
    text.push('\n');
    text
}

/// Converts what a bot reported.
fn bot_report_json(reported: &PlyReport) -> BotReportJson<'_> {
    BotReportJson {
        ply: reported.ply,
        player: reported.player,
        best: &reported.report.best,
        line: &reported.report.line,
        numbers: &reported.report.numbers,
    }
}

/// Converts a judged ply.
fn ply_json(ply: &JudgedPly) -> PlyJson<'_> {
    PlyJson {
        ply: ply.ply,
        player: ply.player,
        mv: &ply.token,
        judged: &ply.judgement,
        best: ply.evaluation.best,
        played: ply.evaluation.played,
        luck: ply.evaluation.luck,
        stake: ply.choice,
        pv: &ply.evaluation.pv,
        engine: &ply.evaluation.engine,
        budget: &ply.evaluation.budget,
    }
}
