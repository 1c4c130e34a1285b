//! Helpers that all test programs and the benches share. The files next to this one are parts
//! that only some programs need; those name them by their path.
#![allow(dead_code, unused_imports, reason = "each program uses its own part")]

pub mod rule_battery;
mod unreviewed;

pub use rule_battery::{battery, refusal, step};
pub use unreviewed::unreviewed;

use kifu_core::contract::{Game, Position, Rules as _, Setup, Step, StepOf, Turn};

use kifu_core::games::{self, GameVisitor};
use kifu_core::record::{Record, read_ron};
use kifu_core::search::SplitMix64;
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// A number from the environment.
pub fn setting<T: FromStr<Err: Debug>>(name: &str, default: T) -> T {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Returns the settings of a property with this many random cases, which are the same in every run:
/// a test that fails by chance gives no information about the change that it is run for.
/// `PROPTEST_RNG_SEED` gives other cases, `PROPTEST_CASES` more.
pub fn cases(count: u32) -> ProptestConfig {
    let mut config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = count;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(2026);
    }
    config
}

/// The time that this thread had a processor; elsewhere than on Unix the time since `start`.
#[cfg_attr(unix, allow(unused_variables))]
pub fn worked(start: Instant) -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).expect("a time that passes")
    }
    #[cfg(not(unix))]
    start.elapsed()
}

/// A clock that runs only while this thread has a processor, so that other work on the machine
/// does not count.
pub fn work_clock() -> impl Fn() -> Duration + Sync {
    let start = Instant::now();
    let before = worked(start);
    move || worked(start).saturating_sub(before)
}

/// The time after which a test that waits for an event fails. Only a hang takes so long.
pub const HANG: Duration = Duration::from_mins(2);

/// Waits until something holds.
///
/// # Panics
/// Panics if it does not hold within [`HANG`].
#[track_caller]
pub fn wait_until(event: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < HANG, "waited in vain: {event}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The folder of the whole repository, which holds that of the package being tested.
pub fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_root = |folder: &&Path| folder.join("Cargo.lock").exists();
    package.ancestors().find(is_root).expect("a workspace")
}

/// The folder of the real logs: `KIFU_DATA`, or `../shared/data` next to the repository.
pub fn data_folder() -> PathBuf {
    std::env::var_os("KIFU_DATA").map_or_else(|| repository().join("../shared/data"), PathBuf::from)
}

/// A file or folder of the real logs for an experiment of the lab, or `None` where it is missing.
///
/// Tests take theirs in the program `data` alone, which reports as ignored what has no data.
pub fn data(path: &str) -> Option<PathBuf> {
    let full = data_folder().join(path);
    full.exists().then_some(full)
}

/// A step of chance or of the player to move, chosen at random; `None` at the end.
pub fn random_step<G: Game>(position: &G::Position, rng: &mut SplitMix64) -> Option<StepOf<G>> {
    let mut dealt = position.clone();
    let mut luck = None;
    if position.turn() == Turn::Chance {
        let mut all = Vec::new();
        position.chance_outcomes(&mut |one| all.push(one));
        let one = all[rng.index(all.len())];
        dealt.apply_chance(&one);
        luck = Some(one);
    }
    // Before the first ply there are only chance steps.
    let is_lead_in = luck.is_some() && position.mover().is_none();
    match dealt.turn() {
        Turn::Over if luck.is_none() => None,
        _ if is_lead_in || !matches!(dealt.turn(), Turn::Player(_)) => Some(Step {
            chance: luck,
            mv: None,
        }),
        _ => {
            // Counted first: some positions have a hundred thousand moves.
            let mut count = 0;
            dealt.legal_moves(&mut |_| count += 1);
            let (chosen, mut at, mut mv) = (rng.index(count), 0, None);
            dealt.legal_moves(&mut |one| {
                if at == chosen {
                    mv = Some(one);
                }
                at += 1;
            });
            Some(Step { chance: luck, mv })
        }
    }
}

/// A whole random game as canonical tokens.
pub fn random_game<G: Game>(setup: &Setup, rng: &mut SplitMix64) -> Vec<String> {
    let mut position = G::start(setup).expect("a setup that works");
    let mut tokens = Vec::new();
    while let Some(step) = random_step::<G>(&position, rng) {
        position.step(&step).expect("a listed move is legal");
        let mut token = String::new();
        G::write(&step, &mut token);
        tokens.push(token);
    }
    tokens
}

/// A whole random game of one of kifu's games, as canonical tokens.
pub fn random_game_of(id: &str, setup: &Setup, seed: u64) -> Vec<String> {
    struct RandomGame<'a>(&'a Setup, SplitMix64);
    impl GameVisitor for RandomGame<'_> {
        type Output = Vec<String>;
        fn visit<G: Game>(mut self) -> Vec<String> {
            random_game::<G>(self.0, &mut self.1)
        }
    }
    games::visit(id, RandomGame(setup, SplitMix64::new(seed))).expect("a known game")
}

/// The folder of the records that come with kifu.
pub fn records_folder() -> PathBuf {
    repository().join("records")
}

/// A record that comes with kifu, without its reviews.
pub fn unreviewed_record(name: &str) -> Record {
    let path = records_folder().join(format!("{name}.ron"));
    unreviewed(read_ron(&std::fs::read_to_string(path).unwrap()).unwrap())
}

/// The names of the files in a folder, hidden ones too.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
