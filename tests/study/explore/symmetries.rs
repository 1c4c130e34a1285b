//! The symmetries of each game: legal moves and results map onto each other, and exactly the images
//! of a position have its key.

use super::images::{BoardMap, PlainGame};
use kifu_core::contract::{Faults, Setup, Turn};
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_core::search::SplitMix64;
use std::collections::{BTreeSet, HashMap};

/// The id of a game, a setup, and up to which ply its games are played.
type Case = (&'static str, &'static [(&'static str, &'static str)], usize);

const CASES: [Case; 9] = [
    ("turn-right", &[], 39),
    ("atari-go", &[("size", "5"), ("turns", "60")], 60),
    ("atari-go", &[], 80),
    ("clobber", &[], 99),
    ("clobber", &[("width", "5"), ("height", "5")], 99),
    ("clobber", &[("width", "5"), ("height", "3")], 99),
    ("clobber", &[("width", "10"), ("height", "10")], 99),
    ("box", &[("colors", "4 1")], 99),
    ("zuniq", &[], 99),
];

fn setup(pairs: &[(&str, &str)]) -> Setup {
    let pairs = pairs.iter();
    Setup(
        pairs
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
    )
}

/// A random step of a game as a token, its chance outcome first.
fn random_token(game: &dyn DynGame, state: &dyn DynState, rng: &mut SplitMix64) -> Option<String> {
    match state.turn() {
        Turn::Over => None,
        Turn::Player(_) => {
            let moves = state.legal_moves();
            Some(moves[rng.index(moves.len())].clone())
        }
        Turn::Chance => {
            let outcomes = state.chance_outcomes();
            let outcome = &outcomes[rng.index(outcomes.len())];
            let lead_in = game.lead_in_token(outcome);
            if state.mover().is_none() {
                return Some(lead_in);
            }
            let mut dealt = state.fork();
            dealt.apply_chance(&lead_in).unwrap();
            let moves = dealt.legal_moves();
            game.with_chance(&moves[rng.index(moves.len())], outcome)
        }
    }
}

/// The legal moves, whatever luck draws.
fn legal_moves(game: &dyn DynGame, state: &dyn DynState) -> BTreeSet<String> {
    let mut state = state.fork();
    if state.turn() == Turn::Chance && state.mover().is_some() {
        let outcome = state.chance_outcomes()[0].clone();
        state.apply_chance(&game.lead_in_token(&outcome)).unwrap();
    }
    state.legal_moves().into_iter().collect()
}

/// The image of a start position, which may be another one (Clobber's board mirrored).
fn image_of_start(
    plain: PlainGame,
    game: &dyn DynGame,
    setup: &Setup,
    map: BoardMap,
) -> Box<dyn DynState> {
    let start = game.start(setup).unwrap();
    let text = start.position();
    let image = plain.image(&text, map);
    if image == text {
        return start;
    }
    game.parse_position(&image).unwrap()
}

/// Plays a random game and its image side by side.
fn play_beside_image(case: usize, map_index: usize, seed: u64) -> usize {
    let (id, pairs, max_plies) = CASES[case];
    let (plain, game, setup) = (
        PlainGame::of(id),
        by_id(CATALOGUE, id).unwrap(),
        setup(pairs),
    );
    let mut state = game.start(&setup).unwrap();
    let maps = plain.maps_of(&state.position());
    let Some(map) = maps.get(map_index).copied() else {
        return 0;
    };
    let mut image = image_of_start(plain, game, &setup, map);
    let mut rng = SplitMix64::new(seed);
    let mut plies = 0;
    loop {
        let text = state.position();
        assert_eq!(plain.image(&text, map), image.position(), "{id}");
        assert_eq!(state.canonical_key(), image.canonical_key(), "{text}");
        assert_eq!(
            state.outcome(Faults::NONE),
            image.outcome(Faults::NONE),
            "{text}"
        );
        // A late circuit has a million others beside it.
        if !(id == "turn-right" && plies > 37) {
            let legal = legal_moves(game, state.as_ref());
            let mapped = legal
                .iter()
                .map(|token| plain.image_of_move(&text, token, map));
            assert_eq!(
                mapped.collect::<BTreeSet<_>>(),
                legal_moves(game, image.as_ref()),
                "{text}"
            );
        }
        let Some(token) =
            random_token(game, state.as_ref(), &mut rng).filter(|_| plies < max_plies)
        else {
            return plies;
        };
        let mapped = plain.image_of_move(&text, &token, map);
        state.play(&token).unwrap();
        image
            .play(&mapped)
            .unwrap_or_else(|bad| panic!("{text}: {token} as {mapped}: {bad}"));
        plies += 1;
    }
}

/// Colours may be exchanged in Box: with the secret colours exchanged alike, results stay.
#[test]
fn keys_ignore_exchanged_tile_colours() {
    let game = by_id(CATALOGUE, "box").unwrap();
    let exchanged = |text: &str| -> String {
        let other = |c: char| "351624".chars().nth(c as usize - '1' as usize).unwrap();
        text.chars()
            .map(|c| if c.is_ascii_digit() { other(c) } else { c })
            .collect()
    };
    for seed in 0..4 {
        let mut rng = SplitMix64::new(seed);
        let colors = "4 1";
        let mut state = game.start(&setup(&[("colors", colors)])).unwrap();
        let mut other = game
            .start(&setup(&[("colors", &exchanged(colors))]))
            .unwrap();
        while let Some(token) = random_token(game, state.as_ref(), &mut rng) {
            state.play(&token).unwrap();
            other.play(&exchanged(&token)).unwrap();
            assert_eq!(state.outcome(Faults::NONE), other.outcome(Faults::NONE));
            assert_eq!(state.canonical_key(), other.canonical_key());
        }
    }
}

/// Positions of random games with few first moves, so that many are equal up to symmetry.
fn positions(case: usize, games: u64, first_moves: usize) -> BTreeSet<String> {
    let (id, pairs, max_plies) = CASES[case];
    let game = by_id(CATALOGUE, id).unwrap();
    let mut found = BTreeSet::new();
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut state = game.start(&setup(pairs)).unwrap();
        for ply in 0..max_plies.min(37) {
            let token = if ply < 4 && matches!(state.turn(), Turn::Player(_)) {
                let moves = state.legal_moves();
                let nth = rng.index(first_moves.min(moves.len()));
                let other = rng.index(2) * (moves.len() - 1);
                moves.get(other.abs_diff(nth)).cloned()
            } else {
                random_token(game, state.as_ref(), &mut rng)
            };
            let Some(token) = token else { break };
            state.play(&token).unwrap();
            found.insert(state.position());
        }
    }
    found
}

/// Mirrored boards are different positions where circuits run clockwise.
#[test]
fn mirrored_turn_right_boards_have_different_keys() {
    let game = by_id(CATALOGUE, "turn-right").unwrap();
    let key = |tokens: &[&str]| {
        let mut state = game.start(&Setup::default()).unwrap();
        for token in tokens {
            state.play(token).unwrap();
        }
        state.canonical_key()
    };
    assert_eq!(key(&["a1", "b1"]), key(&["a6", "a5"]), "turned");
    assert_eq!(key(&["a1", "b1"]), key(&["f6", "e6"]), "turned twice");
    assert_ne!(key(&["a1", "b1"]), key(&["a6", "b6"]), "mirrored");
}

/// The number of a move in a position from which a game starts, and the key after it.
fn traced_move(
    game: &dyn DynGame,
    setup: &Setup,
    lead_in: Option<&str>,
    token: &str,
) -> Option<(u32, u64)> {
    // A game of Box that starts from a position draws its first tile there.
    let needs_tile = game.info().lead_in > 0;
    let draw = needs_tile.then(|| lead_in.unwrap_or("Hh123456h"));
    let moves = draw
        .into_iter()
        .chain([token])
        .collect::<Vec<_>>()
        .join(" ");
    assert!(game.move_token(token).is_some());
    let (mut numbers, mut keys) = (Vec::new(), Vec::new());
    game.trace(setup, &moves, 1, &mut |position| {
        keys.push(position.key);
        numbers.extend(position.move_number);
    });
    Some((*numbers.first()?, keys[1]))
}

mod slow {
    use super::*;

    #[test]
    fn symmetric_games_have_equal_keys() {
        for (case, (id, setup, _)) in CASES.iter().enumerate() {
            let mut plies = 0;
            for map in 0..8 {
                for seed in 0..2 {
                    plies += play_beside_image(case, map, seed);
                }
            }
            assert!(plies > 60, "{id} {setup:?}: {plies} plies");
        }
    }

    #[test]
    fn only_images_of_a_position_share_its_key() {
        for (case, (id, ..)) in CASES.iter().enumerate() {
            let (plain, game) = (PlainGame::of(id), by_id(CATALOGUE, id).unwrap());
            let mut by_key: HashMap<u64, String> = HashMap::new();
            let mut by_text: HashMap<String, u64> = HashMap::new();
            let found = positions(case, 60, 3);
            for text in &found {
                let key = game.parse_position(text).unwrap().canonical_key();
                let canonical = plain.canonical(text);
                let known = by_key.entry(key).or_insert_with(|| canonical.clone());
                assert_eq!(*known, canonical, "{id}: two positions with one key");
                let known = by_text.entry(canonical).or_insert(key);
                assert_eq!(*known, key, "{id}: two keys of one position: {text}");
            }
            let merged = found.len() - by_key.len();
            assert!(merged > 10, "{id}: {merged} of {} are images", found.len());
        }
    }

    /// Whatever moves are legal in a position, each is found again by the number of its images.
    #[test]
    fn moves_are_found_by_their_numbers() {
        for (case, (id, pairs, _)) in CASES.iter().enumerate() {
            let (plain, game) = (PlainGame::of(id), by_id(CATALOGUE, id).unwrap());
            for text in positions(case, 2, 3) {
                let state = game.parse_position(&text).unwrap();
                let (setup, lead_in) = game.setup_at(&text).unwrap();
                let legal = legal_moves(game, state.as_ref());
                let mut numbers = HashMap::new();
                // The trace of a game of one move has the number of that move.
                for token in legal.iter().step_by(7) {
                    let Some((number, key_after)) =
                        traced_move(game, &setup, lead_in.as_deref(), token)
                    else {
                        continue;
                    };
                    let found = state.canonical_move(number).unwrap();
                    let equal = plain.equal_moves(&text, token);
                    assert!(equal.contains(&found.token), "{text} {pairs:?}: {token}");
                    assert_eq!(found.key_after, key_after, "{text}: {token}");
                    let known = numbers.entry(number).or_insert_with(|| equal.clone());
                    assert_eq!(
                        *known, equal,
                        "{text}: {token} has the number of another move"
                    );
                }
                assert_eq!(state.canonical_move(u32::MAX), None);
            }
        }
    }
}
