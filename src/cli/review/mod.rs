//! The command `kifu review`, which finds the mistakes in games.

pub(super) mod args;
mod export_suite;
mod extra_sections;
mod html;
mod jobs;
pub(super) mod json;
mod output;
pub(super) mod players;
mod review_job;
mod text;
mod verify;

use super::Status;
use super::terminal::StdoutWriter;
use crate::contract::Player;
use crate::failure::Failure;
use crate::files::{self, AtomicFile};
use crate::games::DynGame;
use crate::record::Record;
use crate::review::{
    self, JudgedPly, KeyMoment, PlayerClaims, PlayerFailure, PlayerSummary, Thresholds, TimeUse,
};
use args::{GroupBy, ReportFormat, ReviewArgs};
use review_job::ReviewJob;

/// A reviewed game.
struct ReviewedGame {
    location: String,
    game: &'static dyn DynGame,
    record: Record,
    /// The number of legal plies.
    plies: u32,
    judged: Vec<JudgedPly>,
    cards: [PlayerSummary; 2],
    moments: Vec<KeyMoment>,
    claims: Option<[PlayerClaims; 2]>,
    times: Option<[TimeUse; 2]>,
    failures: Vec<PlayerFailure>,
}

impl ReviewedGame {
    fn new(game: ReviewJob, thresholds: &Thresholds) -> Result<Self, Failure> {
        let ReviewJob {
            location: name,
            game,
            record,
            plies,
            ..
        } = game;
        let judged = review::judged_plies(&record, game, plies, thresholds)?;
        Ok(Self {
            cards: review::player_summaries(&judged),
            moments: review::key_moments(&judged, plies),
            claims: review::claims(&record, &judged),
            times: review::time_use(&record, game, plies, &judged)?,
            failures: review::player_failures(&record, game, plies)?,
            location: name,
            game,
            record,
            plies,
            judged,
        })
    }

    /// Returns the name of a player, or of their side if the name is unknown.
    fn player_name(&self, player: Player) -> &str {
        let name = self.record.player(player).name.as_str();
        if name.is_empty() {
            self.game.sides()[player.index()]
        } else {
            name
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &ReviewArgs, status: &mut Status) -> Result<(), Failure> {
    files::install_signal_handlers();
    if args.verify {
        return verify::run(args, status);
    }
    let suite = args.suite.as_deref();
    let mut suite = suite
        .map(|path| AtomicFile::new(path, args.force))
        .transpose()?;
    let mut out = StdoutWriter::new();
    let mut players = players::PlayerSummaries::default();
    let mut page = html::ReviewPage::default();
    let mut gap = "";
    jobs::run_all(args, status, &mut |game| {
        let reviewed = ReviewedGame::new(game, &args.thresholds)?;
        if let Some(suite) = &mut suite {
            for position in export_suite::suite_positions(&reviewed, &args.thresholds)? {
                suite.write(position.to_json_line().as_bytes())?;
            }
        }
        match (args.by, args.report) {
            (Some(GroupBy::Player), _) => players.add(&reviewed),
            (None, ReportFormat::Text) => {
                out.print(gap)?;
                out.print(&text::render(&reviewed))?;
                gap = "\n";
            }
            (None, ReportFormat::Json) => out.print(&json::to_line(&reviewed))?,
            (None, ReportFormat::Html) => page.add(&reviewed)?,
            (None, ReportFormat::None) => {}
        }
        // A reader of the output need not wait for the next game.
        out.flush()
    })?;
    if let Some(suite) = suite {
        suite.finish()?;
    }
    if args.by.is_some() {
        out.print(&players.render(args.report))?;
    } else if args.report == ReportFormat::Html {
        out.print(&page.render())?;
    }
    out.flush()
}
