//! The tool `find`, which finds games and places in them among all opened games.

use super::McpTool;
use super::archive::{ending_of, game_row};
use super::game::lost_text;
use crate::common::text::pluralize;
use crate::mcp::answer::{ToolAnswer, name_text, paged, shortened};
use crate::mcp::opened_game::{OpenedGame, PlyEvent};
use crate::mcp::session::{Session, ToolCall};
use kifu_core::contract::{Fault, Player};
use kifu_core::findings::{Code, Severity};
use kifu_core::record::{Ending, Glyph};
use kifu_study::failure::Failure;
use kifu_study::review::KeyMoment;
use kifu_study::selection::players_of_name;
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;

/// The kind of place to find.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Wanted {
    /// Moves that lost win probability by the review in the records, the largest loss first.
    Losses,
    /// Failures of players: illegal moves, timeouts, crashes.
    Faults,
    /// Effects of moves, such as captures and claims.
    Events,
    /// Games with how they ended.
    Endings,
    /// Games with errors and warnings of their logs; with `kind` also those with a note.
    Findings,
}

/// The arguments of `find`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Find {
    /// The kind of places to find.
    what: Wanted,
    /// Only what this player did: a name, or first, second or a side if no one has that name.
    player: Option<String>,
    /// Only in games against this player.
    opponent: Option<String>,
    /// Losses: only those of at least this much beyond the engine's error, in percent of win
    /// probability.
    #[schemars(range(min = 0, max = 100))]
    min_loss: Option<f64>,
    /// Only this kind: of faults (illegal, timeout, crash, exit, resignation), of events (capture,
    /// claim, ...), of endings (finished, illegal, timeout, ...) or the code of a finding (K202).
    kind: Option<String>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for Find {
    const NAME: &'static str = "find";
    const ABOUT: &'static str = "Find places in the opened games: losses of a player, faults, \
        events such as captures, endings, findings. Each row names its place FILE#GAME@PLY for \
        `board`, `analyze` and the others; PLY is the number of plies before it.";

    fn answer(self, session: &Session, _: &ToolCall) -> Result<ToolAnswer, Failure> {
        let library = session.opened()?;
        let min_loss = self.min_loss.unwrap_or(0.0);
        if !(0.0..=100.0).contains(&min_loss) {
            let message = format!("min_loss: expected 0 to 100 percent, found {min_loss}");
            return Err(Failure::usage(message));
        }
        for name in [&self.player, &self.opponent].into_iter().flatten() {
            let is_known = |opened: &Arc<OpenedGame>| !players_named(opened, name).is_empty();
            if !library.games.iter().any(is_known) {
                let message = format!(
                    "expected a player of the open games, found `{}`",
                    name_text(name)
                );
                return Err(Failure::usage(message).hint("`summary` lists the names"));
            }
        }
        let games = library.games.iter().map(AsRef::as_ref);
        let (noun, rows) = match self.what {
            Wanted::Losses => ("loss", self.losses(games)),
            Wanted::Faults => ("fault", self.faults(games)?),
            Wanted::Events => ("event", self.events(games)),
            Wanted::Endings => ("game", self.endings(games)?),
            Wanted::Findings => ("game with findings", self.findings(games)?),
        };
        let noun = match (noun, rows.len()) {
            (noun, 1) => noun.to_owned(),
            ("loss", _) => "losses".to_owned(),
            ("game with findings", _) => "games with findings".to_owned(),
            (noun, _) => format!("{noun}s"),
        };
        let mut heading = format!(
            "{} {noun} in {}",
            rows.len(),
            pluralize(library.games.len(), "open game")
        );
        if self.what == Wanted::Losses {
            let reviewed = library.games.iter().filter(|game| game.digest.is_reviewed);
            let _ = write!(heading, ", of which {} are reviewed", reviewed.count());
        }
        Ok(paged(&heading, &rows, self.from).into())
    }
}

impl Find {
    /// Returns the players of a game whose deeds are wanted; none if the game is not.
    fn players(&self, opened: &OpenedGame) -> Vec<Player> {
        let named = |name: &Option<String>| match name {
            Some(name) => players_named(opened, name),
            None => Player::ALL.to_vec(),
        };
        let (own, others) = (named(&self.player), named(&self.opponent));
        let is_wanted =
            |player: &Player| own.contains(player) && others.contains(&player.opponent());
        Player::ALL.into_iter().filter(is_wanted).collect()
    }

    /// Returns the rows on losses, the largest first.
    fn losses<'a>(&self, games: impl Iterator<Item = &'a OpenedGame>) -> Vec<String> {
        let min_loss = self.min_loss.unwrap_or(0.0) / 100.0;
        let mut found: Vec<(&OpenedGame, &KeyMoment)> = Vec::new();
        for opened in games {
            let players = self.players(opened);
            let losses = opened.digest.losses.iter();
            let wanted = losses
                .filter(|loss| players.contains(&loss.player) && loss.counted_loss() >= min_loss);
            found.extend(wanted.map(|loss| (opened, loss)));
        }
        found.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
        found
            .into_iter()
            .map(|(opened, loss)| loss_row(opened, loss))
            .collect()
    }

    /// Returns the rows on faults.
    fn faults<'a>(
        &self,
        games: impl Iterator<Item = &'a OpenedGame>,
    ) -> Result<Vec<String>, Failure> {
        let kind = self.kind.as_deref().map(ending_of).transpose()?;
        let mut rows = Vec::new();
        for opened in games {
            let players = self.players(opened);
            for (player, ply, fault) in &opened.digest.failures {
                let is_kind = kind.is_none_or(|kind| kind == Ending::from(*fault));
                if players.contains(player) && is_kind {
                    rows.push(fault_row(opened, (*player, *ply, *fault)));
                }
            }
        }
        Ok(rows)
    }

    /// Returns the rows on events.
    fn events<'a>(&self, games: impl Iterator<Item = &'a OpenedGame>) -> Vec<String> {
        let mut rows = Vec::new();
        for opened in games {
            let players = self.players(opened);
            let wanted = opened.digest.events.iter().filter(|event| {
                let is_kind = self.kind.as_deref().is_none_or(|kind| kind == event.kind);
                players.contains(&event.player) && is_kind
            });
            rows.extend(wanted.map(|event| event_row(opened, event)));
        }
        rows
    }

    /// Returns the rows on games by their ending.
    fn endings<'a>(
        &self,
        games: impl Iterator<Item = &'a OpenedGame>,
    ) -> Result<Vec<String>, Failure> {
        let ending = self.kind.as_deref().map(ending_of).transpose()?;
        let wanted = games.filter(|opened| {
            let is_ending = ending.is_none_or(|ending| ending == opened.digest.ending);
            is_ending && !self.players(opened).is_empty()
        });
        Ok(wanted.map(game_row).collect())
    }

    /// Returns the rows on games with findings.
    fn findings<'a>(
        &self,
        games: impl Iterator<Item = &'a OpenedGame>,
    ) -> Result<Vec<String>, Failure> {
        let code = self.kind.as_deref().map(code_of).transpose()?;
        let row = |opened: &OpenedGame| {
            let counts = opened.digest.findings.iter();
            // Notes are many, and are named by their code.
            let wanted = counts.filter(|(found, _)| match code {
                Some(code) => code == **found,
                None => found.kind().severity > Severity::Note,
            });
            let words = wanted.map(|(code, count)| {
                let kind = code.kind();
                format!("{} {code} x {count}: {}", kind.severity, kind.title)
            });
            let words: Vec<String> = words.collect();
            let is_wanted = !words.is_empty() && !self.players(opened).is_empty();
            is_wanted.then(|| format!("{}  {}", opened.name, words.join("; ")))
        };
        Ok(games.filter_map(row).collect())
    }
}

/// Returns the players of a game who are meant by a name.
fn players_named(opened: &OpenedGame, name: &str) -> Vec<Player> {
    let names = opened.digest.score.names.each_ref().map(String::as_str);
    players_of_name(names, opened.digest.game, name)
}

/// Parses the code of a finding.
pub(super) fn code_of(text: &str) -> Result<Code, Failure> {
    Code::parse(text).ok_or_else(|| {
        let found = shortened(text, 20);
        let message = format!("expected the code of a finding such as K202, found `{found}`");
        Failure::usage(message).hint("`find` with what=findings names the codes in the games")
    })
}

/// Returns the name and the side of a player.
fn player_text(opened: &OpenedGame, player: Player) -> String {
    let name = name_text(opened.digest.player_name(player));
    match opened.digest.game.map(|game| game.sides()[player.index()]) {
        Some(side) if side != name => format!("{name} ({side})"),
        _ => name,
    }
}

fn loss_row(opened: &OpenedGame, loss: &KeyMoment) -> String {
    let mut text = format!(
        "{}@{}  ply {} of {}, {}: {}",
        opened.name,
        loss.ply - 1,
        loss.ply,
        opened.digest.ply_count,
        player_text(opened, loss.player),
        loss.played
    );
    let glyph = loss.class.glyph().map_or("", Glyph::symbol);
    let lost = lost_text(loss.loss, loss.loss_error, loss.proven);
    let _ = write!(text, " {glyph} {lost}");
    if let Some(best) = loss.best.first() {
        let _ = write!(text, ", better {best}");
    }
    text
}

fn fault_row(opened: &OpenedGame, (player, ply, fault): (Player, u32, Fault)) -> String {
    format!(
        "{}@{}  ply {ply}, {}: {}",
        opened.name,
        ply.saturating_sub(1).min(opened.digest.ply_count),
        player_text(opened, player),
        Ending::from(fault).as_str()
    )
}

fn event_row(opened: &OpenedGame, event: &PlyEvent) -> String {
    format!(
        "{}@{}  ply {}, {}: {} ({})",
        opened.name,
        event.ply - 1,
        event.ply,
        player_text(opened, event.player),
        event.description,
        event.kind
    )
}
