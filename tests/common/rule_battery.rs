//! The battery that the rules of every game must pass.

use kifu_core::contract::{
    Faults, Game, Parsed, Position, Rules, Setup, Spelling, StepError, StepOf, Turn, perft, replay,
};

use super::random_step;
use kifu_core::search::SplitMix64;

/// Checks the properties of all rules on `games` random games from `setup`.
///
/// `spell` gives, for a position, every move that can be written there, legal or not: the brute
/// force to which the listing is compared.
pub fn battery<G: Game>(
    setup: &Setup,
    games: u64,
    spell: impl Fn(&G::Position) -> Vec<<G::Position as Rules>::Move>,
) {
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
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
            assert_ne!(position, before, "a move changes the position");
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

/// Returns the step of a token that must be readable.
pub fn step<G: Game>(token: &str) -> StepOf<G> {
    G::parse(token.as_bytes())
        .unwrap_or_else(|bad| panic!("{token}: {bad}"))
        .step
}

/// Returns the message with which a token is refused after `moves`.
pub fn refusal<G: Game>(setup: &Setup, moves: &str, token: &str) -> String {
    let (walk, mut position) = replay::<G>(setup, moves, Faults::NONE).expect("starts");
    assert_eq!(walk.failure, None, "the moves before are legal");
    match position.step(&step::<G>(token)) {
        Ok(()) => panic!("{token} is legal"),
        Err(StepError::Violation(broken)) => broken.to_string(),
        Err(StepError::WrongKind(expected)) => expected.to_owned(),
    }
}
