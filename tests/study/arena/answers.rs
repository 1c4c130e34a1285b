//! Whatever a program answers, the referee plays or judges it.
#![cfg(unix)]

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::games::{CATALOGUE, DynGame};
use kifu_core::record::{Ending, Record, adjudicate};
use kifu_core::search::{Clock, Level, Resources, SplitMix64};
use kifu_study::arena::{
    CommandSpec, Contestant, ContestantKind, GameSpec, MatchRules, PlayedGame, play_game,
};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Plays a game of a program that answers each request with the next line of a file, and exits
/// after the last, against a random player. The program is in `seat` 0 or 1.
fn play(game: &'static dyn DynGame, answers: &Path, seat: usize, seed: u64) -> PlayedGame {
    let script = format!("cat '{}'", answers.display());
    let program = Contestant {
        name: "program".to_owned(),
        kind: ContestantKind::Contest(CommandSpec {
            argv: ["sh", "-c", &script].map(str::to_owned).to_vec(),
            working_dir: None,
            env: Vec::new(),
            memory_limit_mb: None,
        }),
        clock: Some(Clock::Game(Duration::from_mins(1))),
    };
    let random = Contestant {
        name: "random".to_owned(),
        kind: ContestantKind::Builtin {
            level: Level::Random,
            nodes: None,
            resources: Resources::new(1),
            seed: 0,
        },
        clock: Some(Clock::Game(Duration::ZERO)),
    };
    let rules = MatchRules {
        game,
        setup: Setup::default(),
        name: String::new(),
        date: String::new(),
        fingerprint: String::new(),
        grace_period: Duration::from_mins(1),
    };
    let game_spec = GameSpec {
        seed,
        ..GameSpec::default()
    };
    let players = if seat == 0 {
        [&program, &random]
    } else {
        [&random, &program]
    };
    play_game(&rules, players, &game_spec).unwrap()
}

/// Returns the chance outcomes in the tokens of a record.
fn chances(game: &dyn DynGame, record: &Record) -> Vec<Option<String>> {
    record.tokens().map(|token| game.chance_of(token)).collect()
}

/// Returns an answer for a game: a legal or illegal move, a whole token, a tile, changed in some
/// bytes or not, or noise.
fn answer(game: &dyn DynGame, tokens: &[String], rng: &mut SplitMix64) -> Vec<u8> {
    let token = &tokens[rng.index(tokens.len())];
    let bare = game.protocol(&Setup::default()).move_line(token);
    let mut line = match rng.index(6) {
        0 => token.clone().into_bytes(),
        1 => b"364521".to_vec(),
        2 => format!("{bare} {token}").into_bytes(),
        3 => (0..rng.index(12))
            .map(|_| rng.next().to_le_bytes()[0])
            .collect(),
        _ => bare.into_bytes(),
    };
    for _ in 0..rng.index(3) {
        let at = rng.index(line.len() + 1);
        let byte = b"Aa1h6v!- \x00\xff\r"[rng.index(12)];
        if rng.index(2) == 0 && at < line.len() {
            line[at] = byte;
        } else {
            line.insert(at, byte);
        }
    }
    line
}

mod slow {
    use super::*;

    #[test]
    fn any_answers_are_played_or_judged_and_the_record_has_the_dealt_chance() {
        let folder = tempfile::tempdir().unwrap();
        let answers = folder.path().join("answers");
        for game in CATALOGUE {
            let count = if game.info().chance.is_some() { 24 } else { 8 };
            let mut rng = SplitMix64::new(7);
            let setup = Setup::default();
            // Turn Right has too many circuits to list.
            let tokens = match game.id() {
                "turn-right" => ["c3", "a1", "f6", "a1-a4-d4-d1", "a4-d4-d1-a1"]
                    .map(str::to_owned)
                    .to_vec(),
                id => random_game_of(id, &setup, 3),
            };
            fs::write(&answers, "").unwrap();
            let silent = chances(*game, &play(*game, &answers, 0, 5).record);
            for case in 0..count {
                let lines: Vec<Vec<u8>> =
                    (0..3).map(|_| answer(*game, &tokens, &mut rng)).collect();
                fs::write(&answers, [lines.join(&b'\n'), b"\n".to_vec()].concat()).unwrap();
                let played = play(*game, &answers, case % 2, 5);
                assert_eq!(played.findings, [], "{}: {lines:?}", game.id());
                let mut record = played.record;
                let ending = record.result.as_ref().unwrap().how;
                assert_ne!(ending, Ending::Unterminated, "{}: {lines:?}", game.id());
                let judged = adjudicate(&mut record, *game);
                assert_eq!(judged.findings, [], "{}: {lines:?}", game.id());
                // The same seed deals the same, whatever is answered.
                let dealt = chances(*game, &record);
                let common = dealt.len().min(silent.len());
                assert_eq!(dealt[..common], silent[..common], "{lines:?}");
            }
        }
    }
}
