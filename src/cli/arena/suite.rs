//! The command `kifu rejudge --suite`, which asks a bot in the positions of a suite.

use super::args::{FailOn, RejudgeArgs, SuiteArgs};
use super::bot_spec::BotSpec;
use super::junit::JunitReport;
use super::suite_asker::SuiteAsker;
use crate::Status;
use crate::common::progress::{Interruption, Progress};
use crate::common::text::{one_line, pluralize, printable, table_name};
use crate::terminal::{self, StdoutWriter, bold};
use annotate_snippets::Level;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_logs::files::WritePlan;
use kifu_logs::formats::to_json;
use kifu_study::arena::{BotAnswer, CommandSpec, Contestant, RejudgeError, split_version, today};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::SearchLimit;
use kifu_study::suite::{
    AnswerVerdict, MoveJudge, Suite, SuiteAnswer, SuitePosition, VersionRow, version_rows,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The memory of the engine that judges answers, in megabytes.
const ENGINE_MEMORY_MB: usize = 64;

/// The result of asking a bot in a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SuiteAnswerJson<'a> {
    /// The id of the position.
    id: &'a str,
    /// The location of the game: the file, and the index in the file.
    source: &'a str,
    /// The number of the ply, from 1.
    ply: u32,
    /// The name of the player who moved.
    player: &'a str,
    /// The move of the game.
    then: &'a str,
    /// The answer that the bot gave most often; null if it failed or was not asked.
    now: Option<&'a str>,
    /// The meaning of the answer after all earlier ones.
    #[schemars(extend("enum" = ["still good", "cured", "relapsed", "still wrong", "new", "not asked"]))]
    verdict: &'static str,
    /// Whether the suite held no answer of the bot before.
    first: bool,
    /// The number of good answers.
    good_count: u32,
    /// The number of answers.
    count: u32,
    /// The good moves that the suite holds.
    good: Vec<&'a str>,
    /// The reason why there is no answer.
    reason: Option<&'a str>,
}

/// The totals over the positions of a suite.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct SuiteTotals {
    /// The name of the bot.
    bot: String,
    /// The version of the bot, if it is known.
    version: Option<String>,
    /// The number of positions.
    positions: u32,
    /// The number of answers that are good, as all earlier ones.
    still_good: u32,
    /// The number of answers that are good, after a wrong one.
    cured: u32,
    /// The number of answers that are wrong, after a wrong one and then a good one.
    relapsed: u32,
    /// The number of answers that are wrong, as the last one.
    still_wrong: u32,
    /// The number of answers that are wrong, while all earlier ones were good.
    new: u32,
    /// The number of positions in which the bot was not asked.
    not_asked: u32,
    /// The number of positions in which the bot was asked for the first time.
    first: u32,
    /// The answers in the suite by version of the bot, with those of this run.
    versions: Vec<VersionRow>,
}

/// All answers of a bot in a position.
struct PositionResult {
    verdict: Option<AnswerVerdict>,
    is_first: bool,
    mv: Option<String>,
    good_count: u32,
    count: u32,
    /// The reason of a failure, or why the bot was not asked.
    reason: Option<String>,
    /// Whether the bot could not be asked because it cannot be led to the position.
    is_out_of_reach: bool,
    /// Whether an answer was a legal move.
    has_moved: bool,
    elapsed: Duration,
}

/// Runs the command.
pub(super) fn run(args: &RejudgeArgs, path: &Path, status: &mut Status) -> Result<(), Failure> {
    let options = &args.suite;
    let contestant = BotSpec::asked(&args.cmd, args.proto.as_deref(), args.clock)?;
    let mut plan = WritePlan::default();
    let file = options.update.then(|| plan.file(path, true)).transpose()?;
    let junit = options.junit.as_deref();
    let junit = junit
        .map(|path| plan.file(path, options.force))
        .transpose()?;
    let suite = Suite::read(path)?;
    let chosen = chosen_positions(args, &suite)?;
    if let Some(build) = &options.build
        && let Some(failure) = build_failure(build)
    {
        terminal::print_failure(&failure);
        status.raise(Status::Untested);
        return Ok(());
    }
    let (bot, version) = bot_name(&args.cmd, options);
    let mut run = SuiteRun {
        args,
        contestant: &contestant,
        judge: MoveJudge::new(args.nodes.map(SearchLimit::Nodes), ENGINE_MEMORY_MB),
        out: StdoutWriter::new(),
        totals: SuiteTotals {
            bot,
            version,
            ..SuiteTotals::default()
        },
        junit: JunitReport::new(path.display().to_string()),
        suite,
        out_of_reach_count: 0,
    };
    if !run.ask_all(&chosen)? {
        status.raise(Status::Untested);
        return Ok(());
    }
    run.print_totals()?;
    if let Some(mut junit) = junit {
        junit.write(run.junit.render(&run.totals.bot).as_bytes())?;
        junit.finish()?;
    }
    if let Some(mut file) = file {
        file.write(run.suite.to_lines().as_bytes())?;
        file.finish()?;
    }
    status.raise(run.status());
    Ok(())
}

/// Returns the indices of the positions in which the bot is asked.
fn chosen_positions(args: &RejudgeArgs, suite: &Suite) -> Result<Vec<usize>, Failure> {
    let player = args.filter.player.as_deref();
    let ids: Result<Vec<usize>, Failure> =
        args.suite.ids.iter().map(|id| suite.by_id(id)).collect();
    let ids = ids?;
    let is_chosen = |index: &usize| ids.is_empty() || ids.contains(index);
    let mut indices: Vec<usize> = match player {
        Some(name) => suite.of_player(name),
        None => (0..suite.positions().len()).collect(),
    };
    indices.retain(is_chosen);
    if indices.is_empty() {
        let message = match player {
            Some(name) => format!(
                "expected positions of {} (a player, a side, `first` or `second`), found none",
                one_line(name)
            ),
            None => "expected positions, found none".to_owned(),
        };
        return Err(Failure::new(FailureKind::Input, message));
    }
    Ok(indices)
}

/// Builds the bot, and returns the failure if that did not work.
fn build_failure(command: &str) -> Option<Failure> {
    let mut shell = if cfg!(windows) {
        let mut shell = Command::new("cmd");
        shell.arg("/C");
        shell
    } else {
        let mut shell = Command::new("sh");
        shell.arg("-c");
        shell
    };
    // Standard output is for the answers.
    let built = shell
        .arg(command)
        .stdin(Stdio::null())
        .stdout(std::io::stderr())
        .status();
    let message = match built {
        Ok(status) if status.success() => return None,
        Ok(status) => format!("cannot build the bot: `{command}` ended with {status}"),
        Err(error) => format!("cannot build the bot: `{command}`: {error}"),
    };
    Some(Failure::new(FailureKind::Input, one_line(&message)))
}

/// Returns the name and the version of the bot: those given, or else those of its program; the
/// version then is that of the name or of the program's repository.
fn bot_name(command: &str, options: &SuiteArgs) -> (String, Option<String>) {
    let program = CommandSpec::parse(command).unwrap_or_default();
    let given = options.name.clone();
    let name = given.unwrap_or_else(|| program.program_name());
    let (base, of_name) = split_version(&name);
    let version = options.bot_version.clone();
    let version = version
        .or_else(|| of_name.map(str::to_owned))
        .or_else(|| git_version(&program));
    (base.to_owned(), version)
}

/// Returns the version of the program's repository by `git describe`, if it is in one.
fn git_version(program: &CommandSpec) -> Option<String> {
    let is_file = |word: &&String| word.contains(['/', '.']) && Path::new(word).is_file();
    let file = program.argv.iter().find(is_file).map(Path::new);
    let folder = file
        .and_then(Path::parent)
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let described = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["describe", "--always", "--tags", "--dirty"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let version = String::from_utf8(described.stdout).ok()?;
    let version = version.trim();
    (described.status.success() && !version.is_empty()).then(|| version.to_owned())
}

/// The state of a run over the positions of a suite.
struct SuiteRun<'a> {
    args: &'a RejudgeArgs,
    contestant: &'a Contestant,
    judge: MoveJudge,
    out: StdoutWriter,
    totals: SuiteTotals,
    suite: Suite,
    junit: JunitReport,
    /// The number of positions to which the bot could not be led.
    out_of_reach_count: u32,
}

impl SuiteRun<'_> {
    /// Asks the bot in all chosen positions and prints the results. Returns whether the bot starts at
    /// all; if not, that is reported.
    fn ask_all(&mut self, chosen: &[usize]) -> Result<bool, Failure> {
        let progress = Progress::start("position", self.args.quiet);
        progress.set_total(chosen.len() as u64);
        if self.args.suite.update || self.args.suite.junit.is_some() {
            progress.set_interruption(Interruption::NoFileWritten);
        }
        let mut asker = SuiteAsker::new(self.contestant, self.args.grace_period);
        let mut has_answered = false;
        let mut results = Vec::new();
        for index in chosen {
            let position = self.suite.positions()[*index].clone();
            let game = by_id(CATALOGUE, &position.game);
            let game = game.ok_or_else(|| Failure::internal("a game of the suite is unknown"))?;
            let result = match self.ask(&mut asker, game, &position) {
                Ok(result) => result,
                Err(AskFailure::Start(failure)) => {
                    progress.clear();
                    terminal::print_failure(&failure);
                    return Ok(false);
                }
                Err(AskFailure::Other(failure)) => return Err(failure),
            };
            has_answered |= result.has_moved;
            progress.add_done(1);
            if has_answered {
                for (index, result) in results.drain(..) {
                    self.add(index, &result)?;
                }
                self.add(*index, &result)?;
            } else {
                // The failures of a bot that does not start are no answers.
                results.push((*index, result));
            }
        }
        progress.clear();
        let failed = results.iter().find(|(_, result)| result.count > 0);
        if let (Some((index, result)), false) = (failed, has_answered) {
            let position = &self.suite.positions()[*index];
            let game = by_id(CATALOGUE, &position.game);
            let starts = game.map(|game| asker.answers_at_start(game, position));
            if !matches!(starts, Some(Ok(true))) {
                let reason = one_line(result.reason.as_deref().unwrap_or_default());
                let message = format!("the bot makes no move at the start of a game: {reason}");
                terminal::print_failure(&Failure::new(FailureKind::Input, message));
                return Ok(false);
            }
        }
        for (index, result) in results {
            self.add(index, &result)?;
        }
        Ok(true)
    }

    /// Asks the bot in one position as often as wanted.
    fn ask(
        &mut self,
        asker: &mut SuiteAsker<'_>,
        game: &'static dyn DynGame,
        position: &SuitePosition,
    ) -> Result<PositionResult, AskFailure> {
        let start = Instant::now();
        let mut result = PositionResult {
            verdict: None,
            is_first: position.is_unasked(&self.totals.bot),
            mv: None,
            good_count: 0,
            count: 0,
            reason: None,
            is_out_of_reach: false,
            has_moved: false,
            elapsed: Duration::ZERO,
        };
        if position.suite < 2 {
            let reason = "the line of the suite has no moves, since an earlier kifu wrote it";
            result.reason = Some(reason.to_owned());
            return Ok(result);
        }
        let mut moves: Vec<(Option<String>, u32)> = Vec::new();
        for _ in 0..self.args.suite.repeat.get() {
            let answer = match asker.ask(game, position)? {
                BotAnswer::NotAsked(reason) => {
                    result.is_out_of_reach |= reason.is_out_of_reach();
                    result.reason.get_or_insert_with(|| reason.to_string());
                    continue;
                }
                BotAnswer::Fails(reason) => {
                    result.reason = Some(reason);
                    None
                }
                BotAnswer::Move(mv) => {
                    result.has_moved = true;
                    Some(mv)
                }
            };
            result.count += 1;
            if let Some(mv) = &answer {
                let is_good = self.judge.is_good(game, position, mv);
                result.good_count += u32::from(is_good.map_err(|error| {
                    let message = format!("{}: {error}", position.id);
                    AskFailure::Other(Failure::new(FailureKind::Input, message))
                })?);
            }
            match moves.iter_mut().find(|(known, _)| *known == answer) {
                Some((_, count)) => *count += 1,
                None => moves.push((answer, 1)),
            }
        }
        // Of several that were given as often, the first.
        let most = moves.iter().map(|(_, count)| *count).max();
        let usual = moves.into_iter().find(|(_, count)| Some(*count) == most);
        result.mv = usual.and_then(|(mv, _)| mv);
        if result.count > 0 {
            result.is_out_of_reach = false;
            result.verdict = Some(position.verdict(&self.suite_answer(&result)));
        }
        result.elapsed = start.elapsed();
        Ok(result)
    }

    /// Returns the answer as the suite keeps it.
    fn suite_answer(&self, result: &PositionResult) -> SuiteAnswer {
        SuiteAnswer {
            bot: self.totals.bot.clone(),
            version: self.totals.version.clone(),
            date: today(),
            mv: result.mv.clone(),
            good: 2 * result.good_count > result.count,
            good_count: result.good_count,
            count: result.count,
        }
    }

    /// Counts a result, prints it and adds the answer to the suite.
    fn add(&mut self, index: usize, result: &PositionResult) -> Result<(), Failure> {
        let totals = &mut self.totals;
        totals.positions += 1;
        *match result.verdict {
            Some(AnswerVerdict::StillGood) => &mut totals.still_good,
            Some(AnswerVerdict::Cured) => &mut totals.cured,
            Some(AnswerVerdict::Relapsed) => &mut totals.relapsed,
            Some(AnswerVerdict::StillWrong) => &mut totals.still_wrong,
            Some(AnswerVerdict::New) => &mut totals.new,
            None => &mut totals.not_asked,
        } += 1;
        totals.first += u32::from(result.is_first && result.verdict.is_some());
        self.out_of_reach_count += u32::from(result.is_out_of_reach);
        let position = &self.suite.positions()[index];
        let text = if self.args.json {
            to_json(&answer_json(position, result)) + "\n"
        } else {
            answer_text(position, result)
        };
        let words = answer_text(position, result);
        self.junit
            .add(position, result.verdict, words.trim_end(), result.elapsed);
        self.out.print(&text)?;
        self.out.flush()?;
        if result.verdict.is_some() {
            let answer = self.suite_answer(result);
            self.suite.positions_mut()[index].add_answer(answer);
        }
        Ok(())
    }

    /// Prints the table of versions and the totals.
    fn print_totals(&mut self) -> Result<(), Failure> {
        self.totals.versions = version_rows(&self.suite, &self.totals.bot);
        let totals = &self.totals;
        let text = if self.args.json {
            to_json(totals) + "\n"
        } else {
            totals_text(totals)
        };
        self.out.print(&text)?;
        self.out.flush()
    }

    /// Returns the status of the run.
    fn status(&self) -> Status {
        let totals = &self.totals;
        let asked = totals.positions - totals.not_asked;
        let failed = match self.args.suite.fail_on {
            FailOn::Wrong => totals.relapsed + totals.still_wrong + totals.new,
            FailOn::Relapsed => totals.relapsed + totals.new,
        };
        if failed > 0 {
            return Status::Findings;
        }
        if asked == 0 || self.out_of_reach_count > 0 {
            let message = match asked {
                0 => "the bot could not be asked in any position".to_owned(),
                _ => format!(
                    "the bot could not be led to {}",
                    pluralize(self.out_of_reach_count as usize, "position")
                ),
            };
            let hint = "the chapter on bots says how a bot is led by a line `Opening`";
            terminal::print_message(Level::WARNING, &message, Some(hint));
            return Status::Untested;
        }
        Status::Valid
    }
}

/// Why a bot was not asked.
enum AskFailure {
    /// The program cannot be started.
    Start(Failure),
    /// Anything else.
    Other(Failure),
}

impl From<RejudgeError> for AskFailure {
    fn from(error: RejudgeError) -> Self {
        match error {
            RejudgeError::Start(_) => Self::Start(error.into()),
            other => Self::Other(other.into()),
        }
    }
}

fn answer_json<'a>(position: &'a SuitePosition, result: &'a PositionResult) -> SuiteAnswerJson<'a> {
    SuiteAnswerJson {
        id: &position.id,
        source: &position.source,
        ply: position.ply,
        player: &position.player,
        then: &position.played,
        now: result.mv.as_deref(),
        verdict: result.verdict.map_or("not asked", AnswerVerdict::text),
        first: result.is_first,
        good_count: result.good_count,
        count: result.count,
        good: good_moves(position),
        reason: result.reason.as_deref(),
    }
}

fn good_moves(position: &SuitePosition) -> Vec<&str> {
    position.good.iter().map(|mv| mv.mv.as_str()).collect()
}

/// Returns the line on a position.
fn answer_text(position: &SuitePosition, result: &PositionResult) -> String {
    let mut text = format!(
        "{}  {} ply {}, {}: was {}, ",
        position.id, position.source, position.ply, position.player, position.played
    );
    let Some(verdict) = result.verdict else {
        let reason = result.reason.as_deref().unwrap_or_default();
        let _ = write!(text, "not asked: {reason}");
        return printable(&format!("{}\n", one_line(&text)));
    };
    match (&result.mv, &result.reason) {
        (Some(mv), _) => {
            let _ = write!(text, "now {mv}");
        }
        (None, reason) => {
            let _ = write!(text, "now none ({})", reason.as_deref().unwrap_or("failed"));
        }
    }
    let _ = write!(text, ": {}", verdict.text());
    if result.count > 1 {
        let _ = write!(text, ", good in {} of {}", result.good_count, result.count);
    }
    if verdict.is_wrong() {
        let _ = write!(text, "; good are {}", good_moves(position).join(" "));
    }
    printable(&format!("{}\n", one_line(&text)))
}

/// Returns the table of versions and the totals as text.
fn totals_text(totals: &SuiteTotals) -> String {
    let name = |version: &Option<String>| {
        let version = version.as_deref().unwrap_or("(unknown)");
        table_name(version)
    };
    let widths = totals
        .versions
        .iter()
        .map(|row| name(&row.version).chars().count());
    let width = widths.max().unwrap_or(0).max("version".len());
    let head = format!(
        "\n{:<width$}  {:<10}{:>7}{:>7}{:>12}{:>7}{:>10}{:>13}{:>5}\n",
        "version",
        "asked on",
        "asked",
        "good",
        "still good",
        "cured",
        "relapsed",
        "still wrong",
        "new"
    );
    let mut text = bold(&head);
    for row in &totals.versions {
        let [still_good, cured, relapsed, still_wrong, new] = row.verdicts;
        let _ = writeln!(
            text,
            "{:<width$}  {:<10}{:>7}{:>7}{still_good:>12}{cured:>7}{relapsed:>10}{still_wrong:>13}{new:>5}",
            name(&row.version),
            table_name(&row.date),
            row.asked,
            row.good,
        );
    }
    let _ = writeln!(
        text,
        "\n{}{}: {}: {} still good, {} cured, {} relapsed, {} still wrong, {} new, {} not asked",
        one_line(&totals.bot),
        totals
            .version
            .as_ref()
            .map_or(String::new(), |version| format!(" {}", one_line(version))),
        pluralize(totals.positions as usize, "position"),
        totals.still_good,
        totals.cured,
        totals.relapsed,
        totals.still_wrong,
        totals.new,
        totals.not_asked,
    );
    if totals.first > 0 {
        let _ = writeln!(
            text,
            "{} asked for the first time",
            pluralize(totals.first as usize, "position")
        );
    }
    printable(&text)
}
