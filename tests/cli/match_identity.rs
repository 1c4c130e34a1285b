//! The fingerprint by which a match that is resumed is recognized.

use kifu::arena::{
    CommandSpec, Contestant, ContestantKind, MatchPlan, OpeningSource, PairingSystem,
};
use kifu::contract::Setup;
use kifu::games::{CATALOGUE, by_id};
use kifu::search::{Clock, Level, Resources};
use kifu_cli::arena::match_run::{fingerprint, identity_text};
use std::collections::BTreeMap;
use std::time::Duration;

fn contestants() -> Vec<Contestant> {
    let program = CommandSpec {
        argv: vec!["./bot".to_owned(), "a \"b\"".to_owned()],
        working_dir: Some("bots".into()),
        env: vec![("KEY".to_owned(), "é".to_owned())],
        memory_limit_mb: Some(100),
    };
    let clock = Clock::Turn {
        first: Duration::from_secs(1),
        then: Duration::from_millis(100),
    };
    vec![
        Contestant {
            name: "new".to_owned(),
            kind: ContestantKind::Contest(program),
            clock: Some(clock),
        },
        Contestant {
            name: "old".to_owned(),
            kind: ContestantKind::Builtin {
                level: Level::Engine,
                nodes: Some(5),
                resources: Resources::new(64),
                seed: 7,
            },
            clock: None,
        },
    ]
}

fn plan() -> MatchPlan {
    MatchPlan {
        game: by_id(CATALOGUE, "clobber").unwrap(),
        setup: Setup(BTreeMap::from([("width".to_owned(), "4".to_owned())])),
        bot_count: 2,
        pairing: PairingSystem::RoundRobin,
        games_per_meeting: 2,
        seed: 3,
        openings: OpeningSource::Given(vec![vec!["a2a1".to_owned(), "b2b1".to_owned()]]),
    }
}

#[test]
fn match_identity_text_and_fingerprint_are_stable() {
    let expected = r#"kifu match 1
game clobber
setup "width" "4"
pairing round-robin
seed 3
openings given
opening "a2a1" "b2b1"
bot "new"
  clock turn 1000000000 100000000
  program contest
  argv "./bot" "a \"b\""
  dir "bots"
  env "KEY" "\u{e9}"
  memory 100
bot "old"
  clock contest
  builtin engine nodes 5 memory 64 threads 1 seed 7
"#;
    assert_eq!(identity_text(&plan(), &contestants()), expected);
    assert_eq!(fingerprint(&plan(), &contestants()), "00c23d5ec1591b73");
}

#[test]
fn game_count_changes_fingerprint_only_of_swiss_matches() {
    let id = |pairing, games_per_meeting| {
        let plan = MatchPlan {
            pairing,
            games_per_meeting,
            ..plan()
        };
        fingerprint(&plan, &contestants())
    };
    let swiss = |games| id(PairingSystem::Swiss { rounds: 3 }, games);
    let gauntlet = |games| id(PairingSystem::Gauntlet, games);
    assert_eq!(gauntlet(2), gauntlet(4));
    assert_ne!(swiss(2), swiss(4));
    assert_ne!(swiss(2), gauntlet(2));
}
