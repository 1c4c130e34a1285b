//! The identity of a match.

use kifu_core::search::Clock;
use kifu_logs::files::hex;
use kifu_study::arena::{
    CommandSpec, Contestant, ContestantKind, MatchPlan, OpeningSource, PairingSystem,
};
use sha2::{Digest, Sha256};

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
