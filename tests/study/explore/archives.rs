//! Archives of random games with recurring openings, results, players and evaluations.

use super::images::PlainGame;
use kifu_core::contract::{Setup, Turn};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::{EvalBudget, EvalLine, Evaluation, MovedBy, Record, write_ron};
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{CheckedGame, ReadContext, by_id as format_by_id, check_text};
use kifu_study::explore::{Explorer, GameTrace};

pub const PLAYERS: [&str; 4] = ["Ada", "Bo", "Cy", "Dee"];

/// Random games of one game: few openings, each also as its image, so that positions recur.
pub fn archive(id: &'static str, setup: &Setup, games: u64, max_plies: usize) -> Vec<CheckedGame> {
    (0..games)
        .map(|seed| checked_game(id, setup, seed, max_plies))
        .collect()
}

fn checked_game(id: &'static str, setup: &Setup, seed: u64, max_plies: usize) -> CheckedGame {
    let game = by_id(CATALOGUE, id).unwrap();
    let mut rng = SplitMix64::new(seed);
    let mut record = Record {
        game: id.to_owned(),
        setup: setup.clone(),
        ..Record::default()
    };
    record.players.0.name = PLAYERS[rng.index(4)].to_owned();
    record.players.1.name = PLAYERS[rng.index(4)].to_owned();
    let tokens = random_tokens(game, setup, &mut rng, max_plies);
    let tokens = random_image(id, game, setup, &tokens, &mut rng);
    add_notes(game, &tokens, &mut record, &mut rng);
    record.moves = tokens.join(" ");
    let text = write_ron(&record);
    let mut all = check_text(&text, format_by_id("ron"), &ReadContext::default());
    assert_eq!(all.len(), 1);
    all.swap_remove(0)
}

/// A game of which the first plies are one of few.
fn random_tokens(
    game: &dyn DynGame,
    setup: &Setup,
    rng: &mut SplitMix64,
    max_plies: usize,
) -> Vec<String> {
    let mut state = game.start(setup).unwrap();
    let mut tokens: Vec<String> = Vec::new();
    while tokens.len() < max_plies {
        let mut dealt = state.fork();
        let mut outcome = None;
        match state.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let all = state.chance_outcomes();
                let drawn = all[rng.index(all.len())].clone();
                dealt.apply_chance(&game.lead_in_token(&drawn)).unwrap();
                outcome = Some(drawn);
            }
            Turn::Player(_) => {}
        }
        let token = if let (Some(drawn), None) = (&outcome, state.mover()) {
            game.lead_in_token(drawn)
        } else {
            let moves = dealt.legal_moves();
            let choices = if tokens.len() < 5 { 2 } else { moves.len() };
            let mv = &moves[rng.index(choices.min(moves.len()))];
            outcome.map_or(mv.clone(), |drawn| game.with_chance(mv, &drawn).unwrap())
        };
        state.play(&token).unwrap();
        tokens.push(token);
    }
    tokens
}

/// The tokens as they are or as an image, if the start is its own image.
fn random_image(
    id: &'static str,
    game: &dyn DynGame,
    setup: &Setup,
    tokens: &[String],
    rng: &mut SplitMix64,
) -> Vec<String> {
    let plain = PlainGame::of(id);
    let start = game.start(setup).unwrap().position();
    let maps = plain.maps_of(&start);
    let fixing: Vec<_> = maps
        .into_iter()
        .filter(|map| plain.image(&start, *map) == start)
        .collect();
    let map = fixing[rng.index(fixing.len())];
    let images = tokens
        .iter()
        .map(|token| plain.image_of_move(&start, token, map));
    images.collect()
}

/// Gives some games evaluations, and a few a jury that plays on.
fn add_notes(game: &dyn DynGame, tokens: &[String], record: &mut Record, rng: &mut SplitMix64) {
    let lead_in = game.info().lead_in;
    let is_reviewed = rng.index(3) == 0;
    for (ply, token) in (1..).zip(tokens.iter().skip(lead_in)) {
        // Without the tile that luck drew.
        let mv: String = match game.chance_of(token) {
            Some(drawn) => token.replace(&drawn, ""),
            None => token.clone(),
        };
        if is_reviewed && rng.index(2) == 0 {
            let share =
                |rng: &mut SplitMix64| f64::from(u32::try_from(rng.index(10_001)).unwrap()) / 1e4;
            let line = |win: f64, pv: &str| EvalLine {
                win: Some(win),
                pv: pv.to_owned(),
                ..EvalLine::default()
            };
            let (best, own) = (share(rng), share(rng));
            record.note_mut(ply).evals = vec![Evaluation {
                engine: "any".to_owned(),
                budget: Some(EvalBudget::Nodes(1)),
                lines: vec![line(best, "other"), line(own, &mv)],
                ..Evaluation::default()
            }];
        }
        if game.info().jury_plays_on && ply == 4 && rng.index(8) == 0 {
            record.note_mut(ply).by = Some(MovedBy::Jury);
        }
    }
}

/// The explorer of an archive, whose labels are the numbers of the games.
pub fn explorer(archive: &[CheckedGame]) -> Explorer {
    let mut explorer = Explorer::default();
    for (label, checked) in (0..).zip(archive) {
        if let Some(trace) = GameTrace::new(checked) {
            let (first, second) = &checked.record.players;
            explorer.add(&trace, label, [&first.name, &second.name]);
        }
    }
    explorer
}
