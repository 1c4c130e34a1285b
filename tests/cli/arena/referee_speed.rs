//! The time that the referee itself takes: `cargo test --release --test cli -- --ignored
//! --nocapture referee_speed_is_measured`.

use super::good;
use kifu::arena::{CommandSpec, Contestant, ContestantKind, GameSpec, MatchRules, play_game};
use kifu::contract::Setup;
use kifu::games::CATALOGUE;
use kifu::search::{Level, Resources};
use std::time::{Duration, Instant};

fn entrants(game: &str, programs: bool) -> [Contestant; 2] {
    ["a", "b"].map(|name| {
        let kind = if programs {
            let words = good(game).split(' ').map(str::to_owned).collect();
            ContestantKind::Contest(CommandSpec {
                argv: words,
                ..CommandSpec::default()
            })
        } else {
            ContestantKind::Builtin {
                level: Level::Engine,
                nodes: Some(1),
                resources: Resources::new(1),
                seed: 0,
            }
        };
        Contestant {
            name: name.to_owned(),
            kind,
            clock: None,
        }
    })
}

#[test]
#[ignore = "measures"]
fn referee_speed_is_measured() {
    for game in CATALOGUE {
        for programs in [true, false] {
            let [one, two] = entrants(game.id(), programs);
            let rules = MatchRules {
                game: *game,
                setup: Setup::default(),
                name: String::new(),
                date: String::new(),
                fingerprint: String::new(),
                grace_period: Duration::from_secs(1),
            };
            let (start, mut plies, mut own) = (Instant::now(), 0_u32, 0);
            let games = 20;
            for index in 0..games {
                let game_spec = GameSpec {
                    index,
                    seed: u64::from(index / 2),
                    ..GameSpec::default()
                };
                let played = play_game(&rules, [&one, &two], &game_spec).unwrap();
                assert!(played.findings.is_empty(), "{:?}", played.findings);
                plies += u32::try_from(played.record.tokens().count()).unwrap();
                let times = [&played.record.players.0, &played.record.players.1];
                own += times
                    .iter()
                    .filter_map(|player| player.time_ms)
                    .sum::<u64>();
            }
            let all = start.elapsed();
            let rest = all.saturating_sub(Duration::from_millis(own));
            println!(
                "{:<11} {:<8} {:>6.1} games/s, {:>4} plies, beside the bots' own time {:>6.3} ms a ply",
                game.id(),
                if programs { "programs" } else { "built-in" },
                f64::from(games) / all.as_secs_f64(),
                plies,
                1000.0 * rest.as_secs_f64() / f64::from(plies),
            );
        }
    }
}
