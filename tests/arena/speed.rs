//! How much time the referee itself takes: `cargo test --release --test arena -- --ignored
//! --nocapture speed`.

use crate::good;
use kifu::arena::{Entrant, Fixture, Kind, Start, Terms, play};
use kifu::contract::Setup;
use kifu::games::CATALOGUE;
use kifu::search::{Level, Resources};
use std::time::{Duration, Instant};

fn entrants(game: &str, programs: bool) -> [Entrant; 2] {
    ["a", "b"].map(|name| {
        let kind = if programs {
            let words = good(game).split(' ').map(str::to_owned).collect();
            Kind::Contest(Start {
                words,
                ..Start::default()
            })
        } else {
            Kind::Builtin {
                level: Level::Engine,
                nodes: Some(1),
                means: Resources::new(1),
                seed: 0,
            }
        };
        Entrant {
            name: name.to_owned(),
            kind,
            clock: None,
        }
    })
}

#[test]
#[ignore = "measures"]
fn speed_of_the_referee() {
    for book in CATALOGUE {
        for programs in [true, false] {
            let [one, two] = entrants(book.id(), programs);
            let terms = Terms {
                book: *book,
                setup: Setup::default(),
                name: String::new(),
                date: String::new(),
                id: String::new(),
                patience: Duration::from_secs(1),
            };
            let (began, mut plies, mut own) = (Instant::now(), 0_u32, 0);
            let games = 20;
            for index in 0..games {
                let fixture = Fixture {
                    index,
                    seed: u64::from(index / 2),
                    ..Fixture::default()
                };
                let played = play(&terms, [&one, &two], &fixture).unwrap();
                assert!(played.findings.is_empty(), "{:?}", played.findings);
                plies += u32::try_from(played.record.tokens().count()).unwrap();
                let times = [&played.record.players.0, &played.record.players.1];
                own += times
                    .iter()
                    .filter_map(|player| player.time_ms)
                    .sum::<u64>();
            }
            let all = began.elapsed();
            let rest = all.saturating_sub(Duration::from_millis(own));
            println!(
                "{:<11} {:<8} {:>6.1} games/s, {:>4} plies, beside the bots' own time {:>6.3} ms a ply",
                book.id(),
                if programs { "programs" } else { "built-in" },
                f64::from(games) / all.as_secs_f64(),
                plies,
                1000.0 * rest.as_secs_f64() / f64::from(plies),
            );
        }
    }
}
