//! The configuration of a match, from a file and the command line together.

use super::args;
use super::args::PairingArg;
use super::bot_spec::BotSpec;
use super::match_run::fingerprint;
use kifu_core::contract::{Faults, Player, Setup, Turn};
use kifu_core::games;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_logs::files;
use kifu_logs::files::{InputProblem, LogInput, Origin, Pipeline, ReadOptions, Sink};
use kifu_study::arena::{
    Contestant, Match, MatchPlan, MatchRules, OpeningSource, PairingSystem as Planned, Sprt,
    supports_openings,
};
use kifu_study::failure::{Failure, FailureKind};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// A match as configured in a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MatchConfig {
    game: String,
    name: String,
    bots: Vec<BotSpec>,
    pairing: Option<PairingArg>,
    rounds: Option<u32>,
    games: Option<u32>,
    #[serde(alias = "concurrency")]
    jobs: Option<usize>,
    seed: Option<u64>,
    #[serde(alias = "time")]
    clock: String,
    setup: BTreeMap<String, String>,
    openings: String,
    random_plies: Option<u32>,
    sprt: Option<Sprt>,
}

/// Reads the configuration of a match from a RON file.
fn read_config(path: &Path) -> Result<MatchConfig, Failure> {
    let text = files::read_text(path)?;
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(&text).map_err(|error| {
        let (path, start) = (path.display(), error.span.start);
        let place = format!("{path}:{}:{}", start.line, start.col);
        let message = format!("cannot read `{place}`: {}", error.code);
        let hint = r#"a match file looks like (game: "ID", bots: [(cmd: "./a"), (builtin: true)], games: 100); `kifu games` lists the IDs"#;
        Failure::new(FailureKind::Input, message).hint(hint)
    })
}

/// Builds the match, and its sequential test if there is one.
pub(super) fn build_match(args: &args::MatchArgs) -> Result<(Match, Option<Sprt>), Failure> {
    let mut file = args
        .config
        .as_deref()
        .map(read_config)
        .transpose()?
        .unwrap_or_default();
    let game = match_game(args, &file)?;
    for bot in &args.bots {
        file.bots.push(BotSpec::parse(bot)?);
    }
    let entrants = contestants(&file.bots, args, &file, game)?;
    let setup = setup(game, args, &file)?;
    let pairing = pairing(args, &file)?;
    let games = args.games.or(file.games).unwrap_or(2);
    if games == 0 || games % 2 == 1 {
        let message = format!("expected an even number of games, found {games}");
        return Err(Failure::usage(message)
            .hint("games are played in pairs with the same luck, once with each side"));
    }
    let plan = MatchPlan {
        game,
        setup: setup.clone(),
        bot_count: entrants.len(),
        pairing,
        games_per_meeting: games,
        seed: args.seed.or(file.seed).unwrap_or(1),
        openings: openings(game, &setup, &entrants, args, &file)?,
    };
    let count = plan.exact_game_count();
    if count > u32::MAX.into() {
        let message = format!("expected at most {} games in all, found {count}", u32::MAX);
        return Err(Failure::usage(message).hint("ask for fewer games or rounds"));
    }
    let sprt = parse_sprt(&args.sprt)?.or(file.sprt);
    check_sprt(sprt.as_ref(), entrants.len())?;
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let name = args.name.clone().or_else(|| given(&file.name));
    let terms = MatchRules {
        game,
        setup,
        name: name.unwrap_or_else(|| "kifu match".to_owned()),
        date: kifu_study::arena::today(),
        fingerprint: fingerprint(&plan, &entrants),
        grace_period: args.grace_period,
    };
    let concurrency = args.jobs.or(file.jobs).unwrap_or(1);
    let threads = entrants.iter().map(Contestant::threads).max().unwrap_or(1);
    let made = Match {
        rules: terms,
        contestants: entrants,
        plan,
        concurrency: resolve_jobs(concurrency, threads)?,
    };
    Ok((made, sprt))
}

/// Returns the game of the match.
fn match_game(args: &args::MatchArgs, file: &MatchConfig) -> Result<&'static dyn DynGame, Failure> {
    let ids = || {
        CATALOGUE
            .iter()
            .map(|game| game.id())
            .collect::<Vec<_>>()
            .join(", ")
    };
    match args.game {
        Some(named) => Ok(named.0),
        None if file.game.is_empty() => Err(Failure::usage("expected a game, found none")
            .hint(format!("give --game with one of {}", ids()))),
        None => by_id(CATALOGUE, &file.game).ok_or_else(|| {
            let message = format!("expected a game, found `{}`", file.game);
            Failure::usage(message).hint(format!("the games are {}", ids()))
        }),
    }
}

/// Returns the contestants, after checking that they can play the game.
fn contestants(
    bots: &[BotSpec],
    args: &args::MatchArgs,
    file: &MatchConfig,
    game: &dyn DynGame,
) -> Result<Vec<Contestant>, Failure> {
    let mut entrants = bots
        .iter()
        .map(BotSpec::contestant)
        .collect::<Result<Vec<_>, _>>()?;
    if entrants.len() < 2 {
        let message = format!("expected at least two bots, found {}", entrants.len());
        return Err(Failure::usage(message).hint("for example --bot \"cmd=./mybot\" --bot builtin"));
    }
    let all = match file.clock.as_str() {
        "" => args.clock,
        time => args.clock.or(Some(
            crate::common::shared_args::parse_clock(time)
                .map_err(|bad| Failure::usage(format!("{bad} as the clock, found `{time}`")))?,
        )),
    };
    let mut names = BTreeSet::new();
    for entrant in &mut entrants {
        entrant.clock = entrant.clock.or(all);
        if matches!(entrant.kind, kifu_study::arena::ContestantKind::Gtp(_))
            && game.gtp(&Setup::default()).is_none()
        {
            let message = format!(
                "expected a program that speaks the protocol of {}, found one that speaks GTP",
                game.name()
            );
            return Err(
                Failure::usage(message).hint("GTP works only for games that are played like Go")
            );
        }
        let bare = entrant.name.clone();
        let mut nth = 1;
        while !names.insert(entrant.name.clone()) {
            nth += 1;
            entrant.name = format!("{bare}-{nth}");
        }
    }
    Ok(entrants)
}

/// Returns the setup of the games, after checking that they can start from it.
fn setup(game: &dyn DynGame, args: &args::MatchArgs, file: &MatchConfig) -> Result<Setup, Failure> {
    let mut setup = Setup(file.setup.clone());
    for given in &args.setup {
        let (key, value) = given.split_once('=').ok_or_else(|| {
            Failure::usage(format!("--setup: expected KEY=VALUE, found `{given}`"))
        })?;
        setup.set(key, value);
    }
    let unknown = setup
        .unknown(game.info().setup_keys)
        .next()
        .map(str::to_owned);
    if let Some(key) = unknown {
        let known: Vec<&str> = game.info().setup_keys.iter().map(|(key, _)| *key).collect();
        let message = format!("expected a parameter of {}, found `{key}`", game.name());
        let hint = if known.is_empty() {
            format!("{} has no parameters", game.name())
        } else {
            format!("its parameters are {}", known.join(", "))
        };
        return Err(Failure::usage(message).hint(hint));
    }
    let state = game.start(&setup);
    let state = state.map_err(|error| Failure::usage(error.to_string()))?;
    // Not every setup that kifu can check can be described in the protocol.
    if state.turn() != Turn::Over {
        let player = state.mover().unwrap_or(Player::First);
        // What is drawn by lot is not known yet.
        let mut complete = setup.clone();
        game.draw_lots(&mut complete, &mut |_| 0);
        let protocol = game.protocol(&complete);
        let asked = protocol.script_until_turn(&complete, &[], player, None);
        asked.map_err(|bad| {
            Failure::usage(format!("expected {}", bad.expected))
                .hint("the contest's protocol cannot tell a program about this setup")
        })?;
    }
    Ok(setup)
}

/// Returns the pairing of the match, with the number of rounds of a Swiss tournament.
fn pairing(args: &args::MatchArgs, file: &MatchConfig) -> Result<Planned, Failure> {
    let rounds = args.rounds.or(file.rounds);
    let swiss = args.pairing.or(file.pairing) == Some(PairingArg::Swiss);
    match (args.pairing.or(file.pairing), rounds) {
        (Some(PairingArg::Swiss), Some(rounds @ 1..)) => Ok(Planned::Swiss { rounds }),
        (Some(PairingArg::Swiss), _) => Err(Failure::usage(
            "expected --rounds with --pairing swiss, found none",
        )
        .hint("5 rounds are enough for about 30 bots")),
        (_, Some(_)) if !swiss => Err(Failure::usage("expected --pairing swiss with --rounds")
            .hint("--games sets the number of games per pairing")),
        (Some(PairingArg::Gauntlet), _) => Ok(Planned::Gauntlet),
        _ => Ok(Planned::RoundRobin),
    }
}

/// Returns the source of the openings, after checking that the bots can start from them.
fn openings(
    game: &'static dyn DynGame,
    setup: &Setup,
    entrants: &[Contestant],
    args: &args::MatchArgs,
    file: &MatchConfig,
) -> Result<OpeningSource, Failure> {
    let path = match (&args.openings, file.openings.as_str()) {
        (Some(path), _) => Some(path.clone()),
        (None, "") => None,
        (None, path) => Some(path.into()),
    };
    let random = args
        .random_plies
        .or(file.random_plies.filter(|_| args.openings.is_none()));
    let openings = match (random, path) {
        (Some(plies @ 1..), _) => OpeningSource::Random(plies),
        (_, Some(path)) => OpeningSource::Given(read(&path, game, setup)?),
        _ => return Ok(OpeningSource::StartPosition),
    };
    let all_builtin = entrants.iter().all(Contestant::is_builtin);
    if game.info().lead_in > 0 {
        let message = format!(
            "expected a game without luck for openings, found {}",
            game.name()
        );
        return Err(
            Failure::usage(message).hint("with luck every pair of games is different anyway")
        );
    }
    if !all_builtin && !supports_openings(game) {
        let message = format!("{} does not support openings for programs", game.name());
        let hint = "in this contest a program only learns its opponent's moves, so it cannot start from an opening; built-in bots can";
        return Err(Failure::usage(message).hint(hint));
    }
    Ok(openings)
}

// The openings in a file: the moves of the games in it.

/// The hint for an opening that cannot be used.
const VALIDATE_HINT: &str = "run `kifu validate` on the file for details";

/// A sink that collects the moves of each game.
struct OpeningSink {
    games: Vec<(String, Vec<String>)>,
    failure: Option<Failure>,
}

impl Sink for OpeningSink {
    type Item = (String, Vec<String>);
    type Error = Failure;

    fn on_game(&mut self, _: &Arc<Origin>, _: usize, game: Self::Item) -> Result<(), Failure> {
        self.games.push(game);
        Ok(())
    }
    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        if let InputProblem::Unreadable(error) = problem {
            self.failure.get_or_insert(error.into());
        }
        Ok(())
    }
}

/// Reads the openings of a file in any format that kifu reads. Each must be legal, and its game not
/// over.
pub(super) fn read(
    path: &Path,
    game: &'static dyn DynGame,
    setup: &Setup,
) -> Result<Vec<Vec<String>>, Failure> {
    let input = LogInput::File {
        path: path.to_owned(),
        is_explicit: true,
    };
    let mut gather = OpeningSink {
        games: Vec::new(),
        failure: None,
    };
    let options = ReadOptions {
        format: None,
        game: Some(game),
    };
    let work = |checked: kifu_logs::formats::CheckedGame,
                _: &Origin,
                _: &kifu_logs::files::GameLocation| {
        let record = &checked.record;
        let tokens = record.tokens().map(str::to_owned);
        // A game with a failed move is not used at all.
        let tokens = tokens.filter(|_| record.attempt.is_none());
        (record.game.clone(), tokens.collect())
    };
    Pipeline::new(options, 1, &mut gather, work).run([Ok(input)].into_iter())?;
    if let Some(failure) = gather.failure {
        return Err(failure);
    }
    let mut openings = Vec::new();
    for (nth, (game_id, tokens)) in gather.games.into_iter().enumerate() {
        let place = format!("opening {} of `{}`", nth + 1, path.display());
        if game_id != game.id() {
            let found = match games::by_id(games::CATALOGUE, &game_id) {
                Some(other) => format!("a game of {}", other.name()),
                None => "a game that could not be read".to_owned(),
            };
            let message = format!("{place}: expected a game of {}, found {found}", game.name());
            return Err(Failure::new(FailureKind::Input, message).hint(VALIDATE_HINT));
        }
        let replay = game.replay(setup, &tokens.join(" "), Faults::NONE);
        let replay = replay.map_err(|error| Failure::usage(error.to_string()))?;
        if replay.failure.is_some() || replay.is_over || tokens.is_empty() {
            let message = format!("{place}: expected legal moves that do not end the game");
            return Err(Failure::new(FailureKind::Input, message).hint(VALIDATE_HINT));
        }
        openings.push(tokens);
    }
    Ok(openings)
}

// The sequential test that may end a match, and the number of games played in parallel.

/// Parses the arguments of the sequential test; `None` if there are none.
fn parse_sprt(words: &[String]) -> Result<Option<Sprt>, Failure> {
    if words.is_empty() {
        return Ok(None);
    }
    let mut sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
    };
    for word in words {
        let pair = word.split_once('=');
        let value = pair
            .and_then(|(_, value)| value.parse::<f64>().ok())
            .filter(|value| value.is_finite());
        match (pair.map(|(key, _)| key), value) {
            (Some("elo0"), Some(value)) => sprt.elo0 = value,
            (Some("elo1"), Some(value)) => sprt.elo1 = value,
            (Some("alpha"), Some(value)) => sprt.alpha = value,
            (Some("beta"), Some(value)) => sprt.beta = value,
            _ => {
                let message = format!(
                    "--sprt: expected elo0, elo1, alpha or beta with a number, found `{word}`"
                );
                return Err(
                    Failure::usage(message).hint("--sprt elo0=0 elo1=10 alpha=0.05 beta=0.05")
                );
            }
        }
    }
    Ok(Some(sprt))
}

/// Returns an error if the parameters of a test are out of range or the match does not have two
/// bots.
fn check_sprt(sprt: Option<&Sprt>, bots: usize) -> Result<(), Failure> {
    let Some(sprt) = sprt else {
        return Ok(());
    };
    let rate = |rate: f64| rate > 0.0 && rate < 0.5;
    if !(rate(sprt.alpha)
        && rate(sprt.beta)
        && sprt.elo0 < sprt.elo1
        && sprt.elo0.abs() < 1000.0
        && sprt.elo1.abs() < 1000.0)
    {
        let message = "--sprt: expected elo0 below elo1, and alpha and beta between 0 and 0.5";
        return Err(Failure::usage(message));
    }
    if bots == 2 {
        return Ok(());
    }
    let message = format!("expected two bots for --sprt, found {bots}");
    Err(Failure::usage(message)
        .hint("the test asks whether the first bot is stronger than the second"))
}

/// Returns the number of games to play in parallel, given the number that the user wants and the
/// threads of each bot.
fn resolve_jobs(wanted: usize, threads: usize) -> Result<usize, Failure> {
    let cores = files::thread_count(0);
    let most = (cores / threads.max(1)).max(1);
    match wanted {
        0 => Ok(most),
        wanted if wanted <= most => Ok(wanted),
        _ => {
            let each = match threads {
                0 | 1 => "one per core".to_owned(),
                _ => format!("{cores} cores with {threads} threads per bot"),
            };
            let games = if most == 1 { "game" } else { "games" };
            let message =
                format!("expected at most {most} {games} at once ({each}), found {wanted}");
            Err(Failure::usage(message)
                .hint("with more games at once the bots would slow each other down"))
        }
    }
}
