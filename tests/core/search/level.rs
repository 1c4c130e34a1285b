//! The simple opponents, which exist for every game.

use super::brute_force::{minimax, value_of};
use super::late_positions::late_positions;
use crate::common::{random_step, work_clock};
use kifu_core::contract::{Faults, Game, Position, Proven, Rules as _, Setup, Turn};
use kifu_core::games::atari_go::AtariGo;
use kifu_core::games::box_game::BoxGame;
use kifu_core::games::clobber::Clobber;
use kifu_core::games::turn_right::TurnRight;
use kifu_core::games::zuniq::Zuniq;
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_core::search::{Coverage, HasEngine, Level, Limits, Resources, SearchRequest, SplitMix64};
use std::collections::BTreeMap;
use std::time::Duration;

/// Asks a player for a move as the arena does.
fn choose(game: &dyn DynGame, level: Level, position: &str, seed: u64) -> Option<String> {
    let request = SearchRequest::new(Limits::nodes(50)).seed(seed);
    let mut engine = game.engine_at_level(level, Resources::new(4));
    engine.choose(position, &request).unwrap()
}

/// Returns the value of a move for the player who makes it: the result if the game ended there,
/// and the lead in points, or else minus the number of replies.
fn worth(state: &dyn DynState, token: &str) -> (Proven, i64) {
    let mover = state.mover().unwrap();
    let mut after = state.fork();
    after.play(token).unwrap();
    let outcome = after.outcome(Faults::NONE);
    let result = outcome
        .winner
        .map_or(Proven::Draw, |winner| Proven::of(winner, mover));
    let margin = match outcome.scores {
        Some([first, second]) => [first - second, second - first][mover.index()],
        None => -i32::try_from(after.legal_moves().len()).unwrap(),
    };
    (result, margin.into())
}

/// Returns random positions of a game with a player to move, as texts.
fn positions<G: HasEngine>(plies: u32, rng: &mut SplitMix64) -> Vec<String> {
    let setup = Setup(
        G::INFO
            .bench_setup
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
    );
    let mut position = G::start(&setup).unwrap();
    let mut texts = Vec::new();
    for _ in 0..plies {
        let Some(step) = random_step::<G>(&position, rng) else {
            break;
        };
        // Where luck deals before the move, the mover sees what it dealt.
        if let Some(luck) = step.chance {
            position.apply_chance(&luck);
        }
        if step.mv.is_some() && position.mover().is_some() {
            texts.push(G::write_position(&position));
        }
        if let Some(mv) = step.mv {
            position.play(&mv).unwrap();
        }
    }
    texts
}

#[test]
fn greedy_level_plays_the_best_move_after_one_ply() {
    let mut rng = SplitMix64::new(1);
    let games = [
        (AtariGo::INFO.id, positions::<AtariGo>(80, &mut rng)),
        (Clobber::INFO.id, positions::<Clobber>(60, &mut rng)),
        (Zuniq::INFO.id, positions::<Zuniq>(40, &mut rng)),
        (BoxGame::INFO.id, positions::<BoxGame>(30, &mut rng)),
    ];
    for (id, texts) in games {
        let game = by_id(CATALOGUE, id).unwrap();
        let mut distinguished = 0;
        for text in &texts {
            let state = game.parse_position(text).unwrap();
            let all = state.legal_moves();
            let most = all.iter().map(|token| worth(&*state, token)).max();
            let chosen = choose(game, Level::Greedy, text, 7).unwrap();
            assert_eq!(Some(worth(&*state, &chosen)), most, "{id} {text}");
            distinguished += u32::from(all.iter().any(|token| Some(worth(&*state, token)) < most));
        }
        assert!(distinguished > 10, "{id}: {distinguished}");
    }
}

#[test]
fn random_level_plays_every_legal_move_equally_often() {
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let start = game.start(&Setup::default()).unwrap();
    let all = start.legal_moves();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..11_200 {
        let chosen = choose(game, Level::Random, &start.position(), seed).unwrap();
        *seen.entry(chosen).or_default() += 1;
    }
    assert_eq!(seen.len(), all.len());
    // A hundred each: five times the deviation to either side.
    assert!(
        seen.values().all(|count| (50..150).contains(count)),
        "{seen:?}"
    );
    // The same seed and position give the same move.
    let one = choose(game, Level::Random, &start.position(), 1);
    assert_eq!(one, choose(game, Level::Random, &start.position(), 1));
}

#[test]
fn every_level_returns_no_move_without_legal_moves() {
    let game = by_id(CATALOGUE, "clobber").unwrap();
    for level in Level::ALL {
        assert_eq!(choose(game, level, "w./.b w", 1), None, "{level}");
        assert_eq!(level.name().parse(), Ok(level));
    }
    assert!("best".parse::<Level>().is_err());
}

/// A game of Turn Right up to the last circuit but one: first 36 stones, at the end 1.2 million
/// circuits to choose from.
fn late_turn_right() -> Vec<String> {
    let mut games = (0..100).map(|seed| positions::<TurnRight>(61, &mut SplitMix64::new(seed)));
    // A 3x3 square ends a game early.
    games.find(|texts| texts.len() == 61).unwrap()
}

/// Returns positions of every game, early and late, with a player to move.
fn positions_of_all_games() -> Vec<(&'static str, Vec<String>)> {
    let mut rng = SplitMix64::new(2);
    vec![
        (TurnRight::INFO.id, late_turn_right()),
        (AtariGo::INFO.id, positions::<AtariGo>(60, &mut rng)),
        (Clobber::INFO.id, positions::<Clobber>(60, &mut rng)),
        (BoxGame::INFO.id, positions::<BoxGame>(30, &mut rng)),
        (Zuniq::INFO.id, positions::<Zuniq>(40, &mut rng)),
    ]
}

#[test]
fn minimax_level_plays_the_best_move_in_late_positions() {
    let mut decided = 0;
    for position in late_positions::<Zuniq>(&Setup::default(), 20, 5) {
        let Turn::Player(player) = position.turn() else {
            continue;
        };
        let text = Zuniq::write_position(&position);
        let game = by_id(CATALOGUE, Zuniq::INFO.id).unwrap();
        let request = SearchRequest::new(Limits::default());
        let mut engine = game.engine_at_level(Level::Minimax, Resources::new(4));
        let chosen = engine.choose(&text, &request).unwrap().unwrap();
        let mv = Zuniq::parse(chosen.as_bytes()).unwrap().step.mv.unwrap();
        let best = minimax(&position);
        assert_eq!(value_of(&position, player, &mv), best, "{text} {chosen}");
        decided += u32::from(best == Proven::Win);
    }
    assert!(decided > 3, "{decided}");
}

mod slow {
    use super::*;

    #[test]
    fn minimax_level_keeps_its_time_limit_in_every_game() {
        for (id, texts) in positions_of_all_games() {
            let game = by_id(CATALOGUE, id).unwrap();
            let last = texts.len() - 1;
            for text in [0, last / 2, last].map(|index| &texts[index]) {
                let mut engine = game.engine_at_level(Level::Minimax, Resources::new(16));
                let clock = work_clock();
                let limits = Limits::time(Duration::from_millis(100), &clock);
                let chosen = engine.choose(text, &SearchRequest::new(limits)).unwrap();
                // Generous, for builds that are not optimised.
                let worked = clock();
                assert!(
                    worked < Duration::from_millis(1100),
                    "{id} {text}: {worked:?}"
                );
                let mut position = game.parse_position(text).unwrap();
                position.play(&chosen.unwrap()).unwrap();
            }
        }
    }

    #[test]
    fn minimax_level_reports_subset_coverage_when_moves_are_left_out() {
        let texts = late_turn_right();
        let game = by_id(CATALOGUE, TurnRight::INFO.id).unwrap();
        let position = game.parse_position(texts.last().unwrap()).unwrap();
        let moves = position.legal_moves();
        assert!(moves.len() > 1_000_000, "{}", moves.len());
        let included = moves.last().unwrap();
        for nodes in [1, 50, 5000] {
            let request = SearchRequest::new(Limits::nodes(nodes)).include(included.clone());
            let mut engine = game.engine_at_level(Level::Minimax, Resources::new(4));
            let result = engine
                .analyze(&position.position(), &request, &mut |_| {})
                .unwrap();
            assert_eq!(result.coverage, Coverage::Subset);
            assert_eq!(result.nodes, nodes);
            assert!(result.lines.iter().any(|line| line.mv == *included));
            let again = engine
                .analyze(&position.position(), &request, &mut |_| {})
                .unwrap();
            assert_eq!(result, again);
        }
    }
}
