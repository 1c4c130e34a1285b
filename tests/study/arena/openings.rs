//! Games from openings of every length.

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Record, read_ron};
use kifu_core::search::{Clock, Level, Resources};
use kifu_study::arena::{Contestant, ContestantKind, GameSpec, MatchRules, play_game};
use std::time::Duration;

/// Plays a game of random players from an opening.
fn play(game: &str, opening: &[String]) -> Record {
    let random = |name: &str| Contestant {
        name: name.to_owned(),
        kind: ContestantKind::Builtin {
            level: Level::Random,
            nodes: None,
            resources: Resources::new(1),
            seed: 0,
        },
        clock: Some(Clock::Game(Duration::ZERO)),
    };
    let rules = MatchRules {
        game: by_id(CATALOGUE, game).unwrap(),
        setup: Setup::default(),
        name: String::new(),
        date: String::new(),
        fingerprint: String::new(),
        grace_period: Duration::ZERO,
    };
    let game_spec = GameSpec {
        opening: opening.to_vec(),
        ..GameSpec::default()
    };
    let played = play_game(&rules, [&random("a"), &random("b")], &game_spec).unwrap();
    assert_eq!(played.findings, []);
    played.record
}

/// The rules place the 36th stone of Turn Right, which an opening contains all the same.
#[test]
fn opening_may_contain_the_automatic_stone() {
    let text = include_str!("../../../fixtures/arena/tr-opening-36.ron");
    let opening = read_ron(text).unwrap();
    let tokens: Vec<String> = opening.tokens().map(str::to_owned).collect();
    assert_eq!(tokens.len(), 36);
    let record = play("turn-right", &tokens);
    assert!(record.tokens().count() > 36);
}

mod slow {
    use super::*;

    #[test]
    fn game_starts_from_an_opening_of_any_length() {
        for game in CATALOGUE.iter().filter(|game| game.info().lead_in == 0) {
            let tokens = random_game_of(game.id(), &Setup::default(), 7);
            for length in 0..=tokens.len() {
                let record = play(game.id(), &tokens[..length]);
                let played: Vec<&str> = record.tokens().take(length).collect();
                assert_eq!(played, tokens[..length], "{}, {length} plies", game.id());
                let plies = record.ext.get("arena.opening").map_or("0", String::as_str);
                assert_eq!(plies, length.to_string());
            }
        }
    }
}
