//! What the test files share: the battery that every rule book must pass, a small random number
//! generator, and the way to the data outside the repository.
#![allow(dead_code, reason = "each test file uses its own part")]

use kifu::contract::{
    Faults, Game, Parsed, Position, Rules, Setup, Spelling, Step, StepError, StepOf, Turn, perft,
    replay,
};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// `SplitMix64`: repeatable on every machine.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("below a usize")
    }
}

/// A number from the environment.
pub fn setting(name: &str, default: u32) -> u32 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The time that this thread had a processor; the time that passed where that is not told.
pub fn worked(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// A file or folder of the shared test data, or `None` (said on standard error) where it is not.
pub fn data(path: &str) -> Option<PathBuf> {
    let full = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data")
        .join(path);
    if full.exists() {
        return Some(full);
    }
    eprintln!("skipped: no shared test data ({path}) on this machine");
    None
}

/// What a number in the environment says.
pub fn told(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// A step that luck or the player to act may take, chosen at random; `None` at the end.
pub fn random_step<G: Game>(position: &G::Position, rng: &mut Rng) -> Option<StepOf<G>> {
    let mut dealt = position.clone();
    let mut luck = None;
    if position.turn() == Turn::Chance {
        let mut all = Vec::new();
        position.chance_outcomes(&mut |one| all.push(one));
        let one = all[rng.below(all.len())];
        dealt.apply_chance(&one);
        luck = Some(one);
    }
    match dealt.turn() {
        Turn::Over if luck.is_none() => None,
        Turn::Over | Turn::Chance => Some(Step {
            chance: luck,
            mv: None,
        }),
        Turn::Player(_) => {
            let mut moves = Vec::new();
            dealt.legal_moves(&mut |mv| moves.push(mv));
            let mv = moves[rng.below(moves.len())];
            Some(Step {
                chance: luck,
                mv: Some(mv),
            })
        }
    }
}

/// A whole random game as canonical tokens.
pub fn random_game<G: Game>(setup: &Setup, rng: &mut Rng) -> Vec<String> {
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

/// The properties of every rule book, on `games` random games from `setup`. `spell` gives, for a
/// position, every move that one could spell there, legal or not: the brute force against which
/// the listing is held.
pub fn battery<G: Game>(
    setup: &Setup,
    games: u64,
    spell: impl Fn(&G::Position) -> Vec<<G::Position as Rules>::Move>,
) {
    for seed in 0..games {
        let mut rng = Rng(seed);
        let mut position = G::start(setup).expect("a setup that works");
        let mut tokens: Vec<String> = Vec::new();
        loop {
            position_text_round_trip::<G>(&position);
            if let Turn::Player(_) = position.turn() {
                listing_equals_brute_force::<G>(&position, &spell(&position));
            }
            let Some(step) = random_step::<G>(&position, &mut rng) else {
                break;
            };
            let before = position.clone();
            position.step(&step).expect("a listed move is legal");
            assert_ne!(position, before, "an act changes the position");
            assert_ne!(position.key(), before.key());
            let mut token = String::new();
            G::write(&step, &mut token);
            token_round_trip::<G>(&token, &step);
            tokens.push(token);
        }
        assert!(position.is_over());
        assert!(
            spell(&position)
                .iter()
                .all(|mv| position.check(mv).is_err())
        );
        assert_eq!(perft(&position, 1), 0);
        replay_equals_stepping::<G>(setup, &tokens, &position);
    }
}

pub fn position_text_round_trip<G: Game>(position: &G::Position) {
    let text = G::write_position(position);
    let read = G::parse_position(&text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
    assert_eq!(&read, position, "{text}");
    assert_eq!(read.key(), position.key(), "{text}");
    assert_eq!(read.outcome(Faults::NONE), position.outcome(Faults::NONE));
}

pub fn listing_equals_brute_force<G: Game>(
    position: &G::Position,
    spelled: &[<G::Position as Rules>::Move],
) {
    let mut listed = Vec::new();
    position.legal_moves(&mut |mv| listed.push(mv));
    let legal = spelled.iter().filter(|mv| position.check(mv).is_ok());
    let mut count = 0;
    for mv in legal {
        count += 1;
        assert!(listed.contains(mv), "{mv:?} is legal and not listed");
        let (mut played, mut applied) = (position.clone(), position.clone());
        played.play(mv).expect("checked");
        applied.apply(mv);
        assert_eq!(played, applied, "play is check and apply");
    }
    assert_eq!(
        count,
        listed.len(),
        "a listed move is illegal or listed twice"
    );
    for mv in spelled.iter().filter(|mv| position.check(mv).is_err()) {
        let mut played = position.clone();
        assert!(played.play(mv).is_err());
        assert_eq!(&played, position, "a refused move changes nothing");
    }
}

pub fn token_round_trip<G: Game>(token: &str, step: &StepOf<G>) {
    let Parsed {
        step: read,
        spelling,
    } = G::parse(token.as_bytes()).unwrap_or_else(|bad| panic!("{token}: {bad}"));
    assert_eq!(spelling, Spelling::Canonical, "{token}");
    let mut again = String::new();
    G::write(&read, &mut again);
    assert_eq!(again, token);
    // A deal alone is a lead-in, which may be spelled as a move.
    if step.mv.is_some() {
        assert_eq!(&read, step, "{token}");
    }
}

pub fn replay_equals_stepping<G: Game>(setup: &Setup, tokens: &[String], last: &G::Position) {
    let (walk, position) = replay::<G>(setup, &tokens.join(" "), Faults::NONE).expect("starts");
    assert_eq!(&position, last);
    assert_eq!(walk.tokens, tokens.len());
    assert_eq!(walk.plies, tokens.len() - G::INFO.lead_in);
    assert!(walk.is_over && walk.failure.is_none() && walk.respelled.is_empty());
    assert!(walk.outcome.winner.is_some() || walk.outcome.points.is_none());
    assert_eq!(walk.outcome, last.outcome(Faults::NONE));
}

/// The step of a token that must be readable.
pub fn step<G: Game>(token: &str) -> StepOf<G> {
    G::parse(token.as_bytes())
        .unwrap_or_else(|bad| panic!("{token}: {bad}"))
        .step
}

/// The words in which a token is refused after `moves`.
pub fn refusal<G: Game>(setup: &Setup, moves: &str, token: &str) -> String {
    let (walk, mut position) = replay::<G>(setup, moves, Faults::NONE).expect("starts");
    assert_eq!(walk.failure, None, "the moves before are legal");
    match position.step(&step::<G>(token)) {
        Ok(()) => panic!("{token} is legal"),
        Err(StepError::Violation(broken)) => broken.to_string(),
        Err(StepError::WrongKind(expected)) => expected.to_owned(),
    }
}
