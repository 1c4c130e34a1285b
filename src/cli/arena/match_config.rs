//! The configuration of a match, from a file and the command line together.

use super::args::{self, PairingArg};
use super::bot_spec::BotSpec;
use super::identity::fingerprint;
use super::openings;
use super::sprt_and_jobs::{check_sprt, parse_sprt, resolve_jobs};
use kifu_core::contract::{Player, Setup, Turn};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_logs::files;
use kifu_study::arena::{
    Contestant, Match, MatchPlan, MatchRules, OpeningSource, PairingSystem as Planned, Sprt,
    supports_openings,
};
use kifu_study::failure::{Failure, FailureKind};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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
        time => args
            .clock
            .or(Some(super::super::engine_args::parse_clock(time).map_err(
                |bad| Failure::usage(format!("{bad} as the clock, found `{time}`")),
            )?)),
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
        (_, Some(path)) => OpeningSource::Given(openings::read(&path, game, setup)?),
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
