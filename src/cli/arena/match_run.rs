//! The command `kifu match`, which plays a match between bots.

use super::{args, match_config, standings_table};
use crate::common::out_file::is_device;
use crate::common::progress::{Interruption, Progress};
use crate::common::text::{format_duration, one_line, pluralize, printable, table_name};
use crate::terminal::{StdoutWriter, print_message, print_stderr};
use annotate_snippets::Level;
use kifu_core::contract::{Player, RankingKey};
use kifu_core::record::Ending;
use kifu_core::search::Clock;
use kifu_logs::files::{Journal, JournalError, JournalPlace, LateJournal, WritePlan, hex};
use kifu_study::arena::{
    CommandSpec, Contestant, ContestantKind, GameFinished, GameScore, Match, MatchObserver,
    MatchPlan, OpeningSource, PairCounter, PairingSystem, Pentanomial, SUPPORTS_MEMORY_LIMIT, Sprt,
    SprtVerdict, Standings, referee_fact,
};
use kifu_study::failure::{Failure, FailureKind};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs the command.
pub(crate) fn run(args: &args::MatchArgs) -> Result<(), Failure> {
    check_output(&args.output)?;
    let (made, sprt) = match_config::build_match(args)?;
    warn_if_memory_unlimited(&made);
    let mut plan = WritePlan::new([&args.config, &args.openings].into_iter().flatten());
    let place = plan.journal(&args.output)?;
    let is_there = args.output.exists();
    let (mut journal, done) = if args.resume && is_there {
        let (journal, done) = resume(place, &made)?;
        (LateJournal::Open(journal), done)
    } else {
        (place.create_late()?, Vec::new())
    };
    let ranked_by = made.rules.game.info().ranked_by;
    let before = done.len();
    let names = made.names();
    let mut live = MatchProgress::new(
        ranked_by,
        names.clone(),
        made.plan.game_count(),
        sprt.as_ref(),
        args.quiet,
    );
    live.progress.add_earlier(before as u64);
    live.progress.set_interruption(Interruption::Resumable {
        path: args.output.clone(),
        has_force: false,
    });
    let played = made.run(&mut journal, done, &mut live);
    live.clear();
    for finding in &live.referee_findings {
        let hint = "this is a bug in kifu, not in the bots: please report it with the record";
        print_message(Level::WARNING, finding, Some(hint));
    }
    if live.paused_games > 0 {
        print_message(Level::WARNING, &live.pause_warning(), Some(PAUSE_HINT));
    }
    let scores = played?;
    if let Some(text) = live.repetition_warning() {
        print_message(Level::WARNING, &text, Some(REPETITION_HINT));
    }
    let standings = Standings::new(&scores, ranked_by);
    let mut text = standings_table::standings_text(&standings, usize::MAX);
    text.push_str(&standings_table::cross_table_text(&standings));
    text.push_str(&standings_table::pairs_text(&standings));
    if let (Some(sprt), [one, two]) = (&sprt, names.as_slice()) {
        let pairs = Pentanomial::from_scores(&scores, one, two);
        text.push_str(&sprt_text(sprt, &pairs, &names));
    }
    let mut out = StdoutWriter::new();
    out.print(&printable(&text))?;
    out.flush()?;
    if !args.quiet {
        let games = scores.len() - before;
        print_stderr(&format!(
            "{} written to {}\n",
            pluralize(games, "game"),
            one_line(&args.output.display().to_string())
        ));
    }
    Ok(())
}

/// Checks that the output is a file, which alone can be continued after an interruption.
fn check_output(output: &Path) -> Result<(), Failure> {
    if output.as_os_str() == "-" || is_device(output) {
        let message = format!(
            "expected a file for the games, found `{}`",
            output.display()
        );
        return Err(Failure::usage(message).hint("give a file name that ends in .ronl"));
    }
    Ok(())
}

fn warn_if_memory_unlimited(made: &Match) {
    let limited = |kind: &ContestantKind| {
        kind.command()
            .is_some_and(|start| start.memory_limit_mb.is_some())
    };
    if !SUPPORTS_MEMORY_LIMIT
        && made
            .contestants
            .iter()
            .any(|entrant| limited(&entrant.kind))
    {
        let hint = "they work on Linux and Windows";
        print_message(
            Level::WARNING,
            "memory limits are not supported on this system",
            Some(hint),
        );
    }
}

/// Opens the file of an interrupted match, and returns it with the scores of the games in it.
fn resume(place: JournalPlace, made: &Match) -> Result<(Journal, Vec<GameScore>), Failure> {
    let path = &place.path().to_owned();
    let mut done: BTreeMap<u32, GameScore> = BTreeMap::new();
    let mut order = Vec::new();
    let total = made.plan.game_count();
    let (journal, torn) = place.resume(|line, game| {
        if let Some(error) = JournalError::of_invalid_game(path, line, &game) {
            return Err(error.into());
        }
        let record = game.record;
        let wrong = |what: &str| {
            let message = format!("`{}:{line}`: {what}", path.display());
            Failure::new(FailureKind::Input, message)
        };
        let id = record.ext.get("arena.match").map_or("", String::as_str);
        if id != made.rules.fingerprint {
            return Err(wrong("expected a game of this match, found one of another match")
                .hint("resume with the same game, bots, seed and openings; for a new match give another output file"));
        }
        let score = GameScore::from_record(&record);
        let index = score
            .index
            .ok_or_else(|| wrong("expected the number of the game, found none"))?;
        if index < total {
            order.push(index);
        }
        match done.insert(index, score) {
            None => Ok(()),
            Some(_) => Err(wrong(&format!(
                "expected each game once, found game {index} again"
            ))),
        }
    })?;
    if torn {
        let message = format!("the last record of `{}` is incomplete", path.display());
        let hint = format!(
            "it was moved to `{}.torn`, and its game is played again",
            path.display()
        );
        print_message(Level::WARNING, &message, Some(&hint));
    }
    let scores = order.iter().filter_map(|index| done.remove(index));
    Ok((journal, scores.collect()))
}

// The progress of a match: the current standings on a terminal, otherwise one line per game.

/// The maximum number of bots shown during a match.
const MAX_ROWS: usize = 20;
/// The minimum interval between two drawings of the table.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// The minimum time of the pauses in a game that is warned of: a busy machine makes shorter ones.
const MIN_PAUSE_WARNED_OF: Duration = Duration::from_secs(1);
/// The hint to the warning of pauses.
const PAUSE_HINT: &str = "`arena.paused_ms` in the records names the plies; if nobody stopped kifu, \
                          a bot may have done so to gain time";

/// The share of games that repeat an earlier one, in percent, from which a match is warned of.
const MIN_REPEATED_PERCENT: usize = 25;
/// The hint to the warning of repeated games.
const REPETITION_HINT: &str = "bots that always play the same need other starts: --random-plies 4, \
                               or --openings FILE";

/// The display of a match in progress.
pub(super) struct MatchProgress<'a> {
    pub ranked_by: &'static [RankingKey],
    pub names: Vec<String>,
    pub total: u32,
    /// The test that stops the match, with the pairs of the games so far.
    sprt: Option<(&'a Sprt, PairCounter)>,
    /// The number of games whose scores are counted for the test.
    counted_games: usize,
    pub quiet: bool,
    progress: Progress,
    last_drawn: Option<Instant>,
    /// The findings on games in which the referee was at fault.
    pub referee_findings: Vec<String>,
    /// The number of games in which kifu was stopped for long, and the time in all of them.
    paused_games: usize,
    paused: Duration,
    /// The hashes of players and moves of the games, and the number of games that repeat one.
    played_games: HashSet<u64>,
    repeated_games: usize,
}

impl<'a> MatchProgress<'a> {
    pub fn new(
        ranked_by: &'static [RankingKey],
        names: Vec<String>,
        total: u32,
        sprt: Option<&'a Sprt>,
        quiet: bool,
    ) -> Self {
        let progress = Progress::start("game", quiet);
        progress.set_total(u64::from(total));
        let counter = |sprt| match names.as_slice() {
            [one, two] => Some((sprt, PairCounter::new(one, two))),
            _ => None,
        };
        Self {
            sprt: sprt.and_then(counter),
            counted_games: 0,
            ranked_by,
            names,
            total,
            quiet,
            progress,
            last_drawn: None,
            referee_findings: Vec::new(),
            paused_games: 0,
            paused: Duration::ZERO,
            played_games: HashSet::new(),
            repeated_games: 0,
        }
    }

    /// Returns the warning of games that have the players and moves of an earlier one; `None` if they
    /// are few.
    fn repetition_warning(&self) -> Option<String> {
        let games = self.played_games.len() + self.repeated_games;
        let is_much = 100 * self.repeated_games >= MIN_REPEATED_PERCENT * games;
        (is_much && self.repeated_games > 0).then(|| {
            format!(
                "{} of {games} games repeat an earlier one move for move: they show nothing new, \
                 and the errors are larger than they look",
                self.repeated_games
            )
        })
    }

    /// Returns the warning of games in which kifu was stopped.
    fn pause_warning(&self) -> String {
        format!(
            "kifu was stopped for {} while bots were thinking, in {}; this time counted for none \
             of them",
            format_duration(self.paused),
            pluralize(self.paused_games, "game")
        )
    }

    /// Removes the table from the terminal.
    pub fn clear(&mut self) {
        self.progress.clear();
    }

    fn redraw(&mut self, scores: &[GameScore]) {
        let last = scores.len() >= self.total as usize;
        if !last
            && self
                .last_drawn
                .is_some_and(|drawn| drawn.elapsed() < REDRAW_INTERVAL)
        {
            return;
        }
        self.last_drawn = Some(Instant::now());
        let standings = Standings::new(scores, self.ranked_by);
        let mut text = standings_table::standings_text(&standings, MAX_ROWS);
        if let Some((sprt, counter)) = &self.sprt {
            text.push_str(&sprt_text(sprt, &counter.pairs(), &self.names));
        }
        self.progress.set_heading(&printable(text.trim_end()));
    }

    fn print_game(&self, finished: &GameFinished<'_>) {
        let record = &finished.game.record;
        let result = record.result.as_ref();
        let (first, second) = (&record.players.0.name, &record.players.1.name);
        let points = result.and_then(|result| result.points);
        let points = points.map_or("? - ?".to_owned(), |(first, second)| {
            format!("{first} - {second}")
        });
        let ending = result
            .map_or(Ending::Unterminated, |result| result.how)
            .as_str();
        let mut text = format!(
            "{}/{}: {first} {points} {second}, {ending}",
            finished.scores.len(),
            self.total
        );
        for (player, name) in Player::ALL.into_iter().zip([first, second]) {
            if let Some(fault) = referee_fact(record, "fault", player) {
                text.push_str(&format!("; {name}: {fault}"));
            }
        }
        print_stderr(&format!("{}\n", one_line(&text)));
    }
}

/// Returns the state of a test as text:
/// `SPRT, 0 against 10 Elo: LLR 1.23, bounds -2.94 and 2.94, 57 pairs: undecided`.
fn sprt_text(sprt: &Sprt, pairs: &Pentanomial, names: &[String]) -> String {
    let one = names.first().map_or("", String::as_str);
    let one = table_name(one);
    let [lower, upper] = sprt.bounds();
    let verdict = match sprt.verdict(pairs) {
        None => "undecided".to_owned(),
        Some(SprtVerdict::AcceptH0) => format!("{one} is not stronger by {} Elo", sprt.elo1),
        Some(SprtVerdict::AcceptH1) => format!("{one} is stronger by more than {} Elo", sprt.elo0),
    };
    format!(
        "SPRT, {} against {} Elo: LLR {:.2}, bounds {lower:.2} and {upper:.2}, {}: {verdict}\n",
        sprt.elo0,
        sprt.elo1,
        sprt.llr(pairs),
        pluralize(pairs.pair_count() as usize, "pair")
    )
}

impl MatchObserver for MatchProgress<'_> {
    fn on_game_finished(&mut self, finished: &GameFinished<'_>) -> bool {
        for finding in &finished.game.findings {
            if finding.severity() > kifu_core::findings::Severity::Note {
                let message = format!("game {}: {}", finished.game_spec.index, finding.message);
                self.referee_findings.push(message);
            }
        }
        let record = &finished.game.record;
        let (first, second) = (&record.players.0.name, &record.players.1.name);
        let mut hasher = DefaultHasher::new();
        (first, second, &record.moves).hash(&mut hasher);
        self.repeated_games += usize::from(!self.played_games.insert(hasher.finish()));
        if finished.game.paused >= MIN_PAUSE_WARNED_OF {
            self.paused_games += 1;
            self.paused += finished.game.paused;
        }
        if let Some((_, pairs)) = &mut self.sprt {
            // The first time these are the games of an earlier run, too.
            for score in &finished.scores[self.counted_games..] {
                pairs.add(score);
            }
            self.counted_games = finished.scores.len();
        }
        self.progress.set_done(finished.scores.len() as u64);
        if self.progress.is_shown() {
            self.redraw(finished.scores);
        } else if !self.quiet {
            self.print_game(finished);
        }
        let test = self.sprt.as_ref();
        test.is_none_or(|(sprt, pairs)| sprt.verdict(&pairs.pairs()).is_none())
    }
}

// The identity of a match.

/// Returns the id of a match: what makes it this one and no other.
///
/// The id is the start of the SHA-256 of [`identity_text`], in hexadecimal.
pub fn fingerprint(plan: &MatchPlan, contestants: &[Contestant]) -> String {
    let digest = Sha256::digest(identity_text(plan, contestants).as_bytes());
    hex(&digest[..8])
}

/// Returns the text that identifies a match, line by line:
///
/// ```text
/// kifu match 1
/// game ID
/// setup "KEY" "VALUE"                     one line per key, in order
/// pairing round-robin | gauntlet | swiss GAMES
/// seed N
/// openings start | random N | given       then one line per opening: opening "TOKEN" ...
/// bot "NAME"                              then the lines of that bot, indented
/// ```
///
/// Strings are quoted and escaped as ASCII, times are in nanoseconds. The text is written by hand
/// so that no renaming in the code changes the ids of matches that were begun before; a change of
/// it needs another number in its first line. More games per pairing make a match longer, not
/// another one, except in a Swiss tournament, where they decide who meets whom.
pub fn identity_text(plan: &MatchPlan, contestants: &[Contestant]) -> String {
    let mut text = format!("kifu match 1\ngame {}\n", plan.game.id());
    for (key, value) in &plan.setup.0 {
        text += &format!("setup {} {}\n", quoted(key), quoted(value));
    }
    text += &match plan.pairing {
        PairingSystem::RoundRobin => "pairing round-robin\n".to_owned(),
        PairingSystem::Gauntlet => "pairing gauntlet\n".to_owned(),
        PairingSystem::Swiss { .. } => format!("pairing swiss {}\n", plan.games_per_meeting),
    };
    text += &format!("seed {}\n", plan.seed);
    match &plan.openings {
        OpeningSource::StartPosition => text += "openings start\n",
        OpeningSource::Random(plies) => text += &format!("openings random {plies}\n"),
        OpeningSource::Given(openings) => {
            text += "openings given\n";
            for tokens in openings {
                text += &format!("opening{}\n", quoted_list(tokens));
            }
        }
    }
    for contestant in contestants {
        text += &contestant_text(contestant);
    }
    text
}

/// Returns the lines of a bot:
///
/// ```text
/// bot "NAME"
///   clock contest | game NS | turn FIRST_NS LATER_NS
///   program contest | gtp                 then: argv "WORD" ..., dir "PATH", env "KEY" "VALUE",
///                                         memory MB, those that are given
///   builtin LEVEL nodes N | - memory MB threads N seed N
/// ```
fn contestant_text(contestant: &Contestant) -> String {
    let mut text = format!("bot {}\n", quoted(&contestant.name));
    text += &match contestant.clock {
        None => "  clock contest\n".to_owned(),
        Some(Clock::Game(time)) => format!("  clock game {}\n", time.as_nanos()),
        Some(Clock::Turn { first, then }) => {
            format!("  clock turn {} {}\n", first.as_nanos(), then.as_nanos())
        }
    };
    text += &match &contestant.kind {
        ContestantKind::Person(_) => "  person\n".to_owned(),
        ContestantKind::Engine(_) => "  engine\n".to_owned(),
        ContestantKind::Contest(program) => program_text("contest", program),
        ContestantKind::Gtp(program) => program_text("gtp", program),
        ContestantKind::Ugi(program) => program_text("ugi", program),
        ContestantKind::Template(program) => program_text("template", program),
        ContestantKind::Builtin {
            level,
            nodes,
            resources,
            seed,
        } => {
            let nodes = nodes.map_or("-".to_owned(), |nodes| nodes.to_string());
            format!(
                "  builtin {level} nodes {nodes} memory {} threads {} seed {seed}\n",
                resources.memory_mb, resources.threads
            )
        }
    };
    text
}

/// Returns the lines of a program.
fn program_text(protocol: &str, program: &CommandSpec) -> String {
    let mut text = format!(
        "  program {protocol}\n  argv{}\n",
        quoted_list(&program.argv)
    );
    if let Some(folder) = &program.working_dir {
        let folder = folder.as_os_str().as_encoded_bytes().escape_ascii();
        text += &format!("  dir \"{folder}\"\n");
    }
    for (key, value) in &program.env {
        text += &format!("  env {} {}\n", quoted(key), quoted(value));
    }
    if let Some(megabytes) = program.memory_limit_mb {
        text += &format!("  memory {megabytes}\n");
    }
    text
}

/// Returns a text quoted and escaped as ASCII.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.escape_default())
}

/// Returns texts quoted, each after a blank.
fn quoted_list(words: &[String]) -> String {
    words.iter().fold(String::new(), |mut list, word| {
        list.push(' ');
        list.push_str(&quoted(word));
        list
    })
}
