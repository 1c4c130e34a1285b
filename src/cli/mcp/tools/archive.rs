//! The tools `summary` and `standings`, about all opened games or one of them.

use super::McpTool;
use super::game::{failed_text, finding_row, lost_text};
use crate::Status;
use crate::arena::standings::{StandingsCounter, standings_of};
use crate::common::text::{pluralize, result_text};
use crate::mcp::answer::{ToolAnswer, lines, name_text, paged};
use crate::mcp::opened_game::OpenedGame;
use crate::mcp::place::parse_name;
use crate::mcp::session::{JudgedGame, Session, ToolCall};
use kifu_core::contract::{Player, Winner};
use kifu_core::findings::Severity;
use kifu_core::record::{Ending, Glyph};
use kifu_core::search::Resources;
use kifu_study::failure::Failure;
use kifu_study::review::{KeyMoment, claim_rows, engine_text, summary_rows, turning_text};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// Returns the line on a game: its name, players, result, length and findings.
pub(super) fn game_row(opened: &OpenedGame) -> String {
    let digest = &opened.digest;
    let id = digest.game.map_or("unknown game", |game| game.id());
    let [first, second] = Player::ALL.map(|player| name_text(digest.player_name(player)));
    let mut text = format!("{}  {id}  {first} – {second}  ", opened.name);
    text.push_str(&match digest.score.winner {
        None => "no result".to_owned(),
        Some(winner) => match winner.player() {
            None => "draw".to_owned(),
            Some(player) => {
                let side = digest.game.map_or("", |game| game.sides()[player.index()]);
                let name = name_text(digest.player_name(player));
                if name == side {
                    format!("{name} won")
                } else {
                    format!("{name} ({side}) won")
                }
            }
        },
    });
    if let Some([first, second]) = digest.score.points {
        let _ = write!(text, ", points {first} - {second}");
    }
    let plies = plies_text(digest.ply_count);
    let _ = write!(text, "  {}, {plies}", digest.ending.as_str());
    for code in digest.findings.keys() {
        let severity = code.kind().severity;
        if severity > Severity::Note {
            let _ = write!(text, ", {severity} {code}");
        }
    }
    if digest.is_reviewed {
        let _ = write!(text, ", reviewed");
    }
    text
}

/// Returns a number of plies in words.
fn plies_text(plies: u32) -> String {
    match plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    }
}

/// The arguments of `summary`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Summary {
    /// A game, FILE#GAME [default: all opened games together].
    game: Option<String>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for Summary {
    const NAME: &'static str = "summary";
    const ABOUT: &'static str = "Sum up one game (players, result, what decided it, both players' \
        accuracy, every mistake with the better move), or all opened games (counts by game, \
        ending, finding and player).";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        if let Some(name) = &self.game {
            let game = session.load(&parse_name(name)?, call)?;
            let (heading, rows) = game_summary(&game)?;
            return Ok(paged(&heading, &rows, self.from).into());
        }
        let library = session.opened()?;
        let (heading, rows) = archive_summary(&library.games);
        Ok(paged(&heading, &rows, self.from).into())
    }
}

/// Returns the players and the result of a game in words.
pub(super) fn game_heading(loaded: &JudgedGame) -> String {
    let (record, game) = (&loaded.checked.record, loaded.game);
    let [first, second] = Player::ALL.map(|player| {
        let side = game.sides()[player.index()];
        format!("{} ({side})", name_text(&record.player(player).name))
    });
    let result = record.result.as_ref();
    let how = loaded.checked.ending.as_str();
    let result = result.map_or_else(String::new, |result| result_text(result, game));
    format!(
        "{}: {}, {first} – {second}; {how}{result}; {}",
        loaded.name,
        game.name(),
        plies_text(loaded.checked.ply_count)
    )
}

/// Returns the heading and the rows on one game.
pub(super) fn game_summary(loaded: &JudgedGame) -> Result<(String, Vec<String>), Failure> {
    let game = loaded.reviewed()?;
    let mut heading = game_heading(loaded);
    if let Some(headline) = game.headline() {
        let _ = write!(heading, "\n{}", headline.sentence);
    }
    let mut rows: Vec<String> = game
        .failures
        .iter()
        .map(|it| failed_text(loaded, it))
        .collect();
    let bad = loaded
        .checked
        .findings
        .iter()
        .filter(|it| it.severity() > Severity::Note);
    rows.extend(bad.map(finding_row));
    let Some(last) = game.judged.last() else {
        rows.push("not reviewed: `review` finds the mistakes".to_owned());
        return Ok((heading, rows));
    };
    rows.push(format!("review: {}", engine_text(&game)));
    let engine = loaded.game.engine(Resources::new(1)).name();
    if last.evaluation.engine != engine {
        rows.push(format!(
            "by another engine than today's {engine}: `review` judges anew"
        ));
    }
    let [first, second] = loaded.game.sides();
    for row in summary_rows(&game.cards) {
        let [of_first, of_second] = &row.cells;
        rows.push(format!(
            "{}: {first} {of_first}, {second} {of_second}",
            row.name
        ));
    }
    for (side, text) in claim_rows(loaded.game, game.claims.as_ref()) {
        rows.push(format!("{side}: {text}"));
    }
    let mut moments: Vec<&KeyMoment> = game.moments.iter().collect();
    moments.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    rows.push(format!(
        "{}, the largest first",
        pluralize(moments.len(), "key moment")
    ));
    rows.extend(moments.into_iter().map(|moment| moment_row(loaded, moment)));
    Ok((heading, rows))
}

/// Returns the row on a key moment: the place before it, the ply, the move and what it lost.
fn moment_row(loaded: &JudgedGame, moment: &KeyMoment) -> String {
    let side = loaded.game.sides()[moment.player.index()];
    let glyph = moment.class.glyph().map_or("", Glyph::symbol);
    let lost = lost_text(moment.loss, moment.loss_error, moment.proven);
    let mut text = format!(
        "@{} ply {} {side} {} {glyph} {lost}",
        moment.ply - 1,
        moment.ply,
        moment.played
    );
    if let Some(best) = moment.best.first() {
        let _ = write!(text, "; better {best}");
    }
    if let Some(turning) = moment.turning {
        let _ = write!(text, "; {}", turning_text(turning));
    }
    match moment.punished {
        Some(true) => text.push_str("; punished"),
        Some(false) => text.push_str("; not punished"),
        None => {}
    }
    for reason in &moment.reasons {
        let _ = write!(text, "; {}", reason.trim_end_matches('.'));
    }
    text
}

/// The counts of a player over many games.
#[derive(Default)]
struct PlayerTally {
    games: u32,
    /// Won, drawn, lost.
    results: [u32; 3],
    faults: u32,
    /// The sum of the losses beyond the engine's error, and the number of reviewed games.
    loss: f64,
    reviewed: u32,
}

/// Returns the heading and the rows on all games.
fn archive_summary(games: &[Arc<OpenedGame>]) -> (String, Vec<String>) {
    let mut by_game: BTreeMap<&str, u32> = BTreeMap::new();
    let mut endings: BTreeMap<&str, u32> = BTreeMap::new();
    let mut findings = BTreeMap::new();
    let mut players: BTreeMap<&str, PlayerTally> = BTreeMap::new();
    let (mut reviewed, mut without_result) = (0, 0);
    for opened in games {
        let digest = &opened.digest;
        *by_game
            .entry(digest.game.map_or("unknown", |game| game.id()))
            .or_default() += 1;
        *endings.entry(digest.ending.as_str()).or_default() += 1;
        for (code, count) in &digest.findings {
            let (games, all) = findings.entry(*code).or_insert((0, 0));
            *games += 1;
            *all += count;
        }
        reviewed += u32::from(digest.is_reviewed);
        without_result += u32::from(digest.score.winner.is_none());
        for player in Player::ALL {
            let tally = players.entry(digest.player_name(player)).or_default();
            tally.games += 1;
            let result = match digest.score.winner {
                Some(Winner::Draw) => Some(1),
                Some(winner) if winner.player() == Some(player) => Some(0),
                Some(_) => Some(2),
                None => None,
            };
            if let Some(at) = result {
                tally.results[at] += 1;
            }
            tally.faults += u32::from(digest.score.faults[player.index()].is_some());
            tally.reviewed += u32::from(digest.is_reviewed);
            let own = digest.losses.iter().filter(|loss| loss.player == player);
            tally.loss += own.map(KeyMoment::counted_loss).sum::<f64>();
        }
    }
    let heading = format!(
        "{}, {reviewed} reviewed, {without_result} without a result",
        pluralize(games.len(), "game")
    );
    let count = |(name, count): (&&str, &u32)| format!("{name} {count}");
    let mut rows = vec![
        format!(
            "games: {}",
            by_game.iter().map(count).collect::<Vec<_>>().join(", ")
        ),
        format!(
            "endings: {}",
            endings.iter().map(count).collect::<Vec<_>>().join(", ")
        ),
    ];
    for (code, (games, all)) in findings {
        let kind = code.kind();
        rows.push(format!(
            "{} {code}: {all} in {}: {}",
            kind.severity,
            pluralize(games, "game"),
            kind.title
        ));
    }
    let mut players: Vec<_> = players.into_iter().collect();
    players.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
    for (name, tally) in players {
        let [won, drawn, lost] = tally.results;
        let mut row = format!(
            "player {}: {}, {won} won, {drawn} drawn, {lost} lost, {} with a fault",
            name_text(name),
            pluralize(tally.games as usize, "game"),
            tally.faults
        );
        if tally.reviewed > 0 {
            let mean = tally.loss / f64::from(tally.reviewed);
            let _ = write!(row, ", gave away {mean:.2} wins a reviewed game");
        }
        rows.push(row);
    }
    (heading, rows)
}

/// The arguments of `standings`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RankPlayers {
    /// Only this game: turn-right, atari-go, clobber, box or zuniq.
    game: Option<String>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for RankPlayers {
    const NAME: &'static str = "standings";
    const ABOUT: &'static str = "Rank the players of the opened games: results, points, Elo with \
        its 95 % interval, faults; a table for each game.";

    fn answer(self, session: &Session, _: &ToolCall) -> Result<ToolAnswer, Failure> {
        let library = session.opened()?;
        let mut counter = StandingsCounter::new(None);
        for opened in &library.games {
            counter.add(&opened.name, opened.digest.counted.clone());
        }
        let mut tables = standings_of(counter, None, &mut Status::default());
        let games: Vec<String> = tables.iter().map(|table| table.id().to_owned()).collect();
        if let Some(wanted) = self
            .game
            .as_deref()
            .filter(|id| !games.iter().any(|it| it == id))
        {
            let found = name_text(wanted);
            let message = format!(
                "game: expected one of {}, found `{found}`",
                games.join(", ")
            );
            return Err(Failure::usage(message));
        }
        tables.retain(|table| {
            self.game
                .as_deref()
                .is_none_or(|wanted| wanted == table.id())
        });
        let rows: Vec<String> = tables
            .iter()
            .flat_map(|table| lines(&table.text()))
            .collect();
        let heading = format!(
            "standings over the {} open games; Elo is estimated and relative to the mean of the players, ± \
             its 95 % interval",
            library.games.len()
        );
        Ok(paged(&heading, &rows, self.from).into())
    }
}

/// Returns the ending with a keyword.
///
/// # Errors
/// Returns an error that lists the keywords.
pub(super) fn ending_of(keyword: &str) -> Result<Ending, Failure> {
    let named = Ending::ALL
        .into_iter()
        .find(|ending| ending.as_str() == keyword);
    named.ok_or_else(|| {
        let keywords = Ending::KEYWORDS.join(", ");
        Failure::usage(format!(
            "ending: expected one of {keywords}, found `{keyword}`"
        ))
    })
}
