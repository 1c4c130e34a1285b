//! Answers of the explorer against a slow and plain count.

use super::archives::{PLAYERS, archive, explorer};
use super::images::PlainGame;
use kifu_core::contract::{Player, Setup, Winner};
use kifu_core::games::{CATALOGUE, DynState, by_id};
use kifu_core::record::MovedBy;
use kifu_logs::formats::CheckedGame;
use kifu_study::explore::{Explorer, ExplorerAnswer, ExplorerQuery};
use kifu_study::review::move_evaluation;
use std::collections::{BTreeMap, BTreeSet};

/// A position of a game, and what became of it there.
struct PlainPosition {
    /// What counts of the position.
    text: String,
    canonical: String,
    /// The move without luck's part, and the win probability and the loss by its review.
    mv: Option<(String, Option<(f64, f64)>)>,
}

/// The positions of a game, up to the first move of the jury.
fn positions(plain: PlainGame, checked: &CheckedGame) -> Vec<PlainPosition> {
    let (record, game) = (&checked.record, by_id(CATALOGUE, plain.id).unwrap());
    let mut state = game.start(&record.setup).unwrap();
    let mut tokens = record.tokens();
    for token in tokens.by_ref().take(game.info().lead_in) {
        state.play(token).unwrap();
    }
    let at = |state: &dyn DynState, mv| {
        let text = state.position();
        PlainPosition {
            canonical: plain.canonical(&text),
            text: plain.counted(&text),
            mv,
        }
    };
    let mut all = Vec::new();
    for (ply, token) in (1..=checked.ply_count).zip(tokens) {
        let note = record.notes.get(&ply);
        if note.is_some_and(|note| note.by == Some(MovedBy::Jury)) {
            break;
        }
        let drawn = game.chance_of(token).unwrap_or_default();
        let mv = token.replacen(&drawn, "", 1);
        // What the rules forced is nobody's choice.
        let note = note.filter(|note| note.by.is_none());
        let evaluation = note.and_then(|note| move_evaluation(&note.evals, &mv));
        let evaluation = evaluation.map(|found| (found.played.win, found.loss()));
        all.push(at(state.as_ref(), Some((mv, evaluation))));
        state.play(token).unwrap();
    }
    if !all.is_empty() {
        all.push(at(state.as_ref(), None));
    }
    all
}

/// The counts of one move, as the explorer gives them.
#[derive(Debug, Default, PartialEq)]
struct PlainCount {
    games: u32,
    results: [u32; 3],
    points: Vec<f64>,
    wins: Vec<f64>,
    losses: Vec<f64>,
    players: BTreeMap<String, u32>,
    labels: Vec<u32>,
}

fn mean(values: &[f64]) -> Option<f64> {
    let count = u32::try_from(values.len()).unwrap();
    (count > 0).then(|| values.iter().sum::<f64>() / f64::from(count))
}

/// A whole plain count of a position: all games, and each move with all that are its images.
fn plain_count(
    plain: PlainGame,
    games: &[(u32, &CheckedGame, Vec<PlainPosition>)],
    state: &dyn DynState,
) -> (u32, BTreeMap<BTreeSet<String>, PlainCount>) {
    let text = plain.counted(&state.position());
    let canonical = plain.canonical(&state.position());
    let mover = state.mover().unwrap_or(Player::First);
    let mut moves: BTreeMap<BTreeSet<String>, PlainCount> = BTreeMap::new();
    let mut total = 0;
    for (label, checked, positions) in games {
        let Some(found) = positions.iter().find(|found| found.canonical == canonical) else {
            continue;
        };
        total += 1;
        let Some((mv, evaluation)) = &found.mv else {
            continue;
        };
        let mut maps = plain.maps_of(&text).into_iter();
        let map = maps
            .find(|map| plain.image(&found.text, *map) == text)
            .unwrap();
        let here = plain.image_of_move(&found.text, mv, map);
        let count = moves.entry(plain.equal_moves(&text, &here)).or_default();
        let result = checked.record.result.as_ref();
        count.games += 1;
        match result.and_then(|result| result.winner) {
            Some(Winner::First) => count.results[0] += 1,
            Some(Winner::Draw) => count.results[1] += 1,
            Some(Winner::Second) => count.results[2] += 1,
            None => {}
        }
        let points = result.and_then(|result| result.points);
        count
            .points
            .extend(points.map(|(first, second)| f64::from([first, second][mover.index()])));
        count.wins.extend(evaluation.map(|(win, _)| win));
        count.losses.extend(evaluation.map(|(_, loss)| loss));
        let name = checked.record.player(mover).name.clone();
        *count.players.entry(name).or_default() += 1;
        count.labels.push(*label);
    }
    (total, moves)
}

fn is_near(found: Option<f64>, expected: Option<f64>) -> bool {
    match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
        (found, expected) => found == expected,
    }
}

/// Holds an answer to the plain count.
fn compare(
    answer: &ExplorerAnswer,
    total: u32,
    mut moves: BTreeMap<BTreeSet<String>, PlainCount>,
    text: &str,
) {
    assert_eq!(answer.tally.games, total, "{text}");
    assert_eq!(answer.labels.len(), total as usize, "{text}");
    for found in &answer.moves {
        let class = moves
            .keys()
            .find(|class| class.contains(&found.token))
            .cloned();
        let class = class.unwrap_or_else(|| panic!("{text}: {} was not played", found.token));
        let plain = moves.remove(&class).unwrap();
        let tally = &found.tally;
        assert_eq!(tally.games, plain.games, "{text}: {}", found.token);
        let results = [tally.wins[0], tally.draws, tally.wins[1]];
        assert_eq!(results, plain.results, "{text}: {}", found.token);
        assert_eq!(found.labels, plain.labels);
        let players: BTreeMap<String, u32> = found.players.iter().cloned().collect();
        assert_eq!(players, plain.players);
        assert!(found.players.is_sorted_by(|a, b| a.1 >= b.1));
        assert!(is_near(tally.points(), mean(&plain.points)), "{text}");
        assert!(is_near(tally.win(), mean(&plain.wins)), "{text}");
        assert!(is_near(tally.loss(), mean(&plain.losses)), "{text}");
        assert_eq!(tally.reviewed() as usize, plain.wins.len());
    }
    assert!(moves.is_empty(), "{text}: not found: {moves:?}");
    assert!(
        answer
            .moves
            .is_sorted_by(|a, b| a.tally.games >= b.tally.games)
    );
}

/// Archives of all games: the setup, the number of games and of plies.
fn archives() -> Vec<(&'static str, Setup, u64, usize)> {
    let setup = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter();
        Setup(
            pairs
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
        )
    };
    vec![
        ("turn-right", setup(&[]), 40, 38),
        ("atari-go", setup(&[("size", "5"), ("turns", "30")]), 40, 40),
        ("clobber", setup(&[("width", "4"), ("height", "4")]), 60, 40),
        ("clobber", setup(&[("width", "3"), ("height", "4")]), 60, 40),
        ("box", setup(&[("colors", "4 1")]), 24, 12),
        ("zuniq", setup(&[]), 40, 60),
    ]
}

fn traced(
    plain: PlainGame,
    archive: &[CheckedGame],
) -> Vec<(u32, &CheckedGame, Vec<PlainPosition>)> {
    let games = (0..).zip(archive);
    games
        .map(|(label, checked)| (label, checked, positions(plain, checked)))
        .collect()
}

/// The start of a game, with its lead-in still to come: the games after any lead-in.
#[test]
fn all_games_count_before_the_lead_in() {
    let setup = Setup::default();
    let archive = archive("box", &setup, 6, 4);
    let state = by_id(CATALOGUE, "box").unwrap().start(&setup).unwrap();
    let explorer = explorer(&archive);
    let answer = explorer.answer(&ExplorerQuery::new("box", state.as_ref()));
    assert_eq!(answer.tally.games, 6);
    let sum: u32 = answer.moves.iter().map(|found| found.tally.games).sum();
    assert_eq!(sum, 6);
}

fn zuniq() -> (Vec<CheckedGame>, Explorer, Box<dyn DynState>) {
    let archive = archive("zuniq", &Setup::default(), 60, 60);
    let explorer = explorer(&archive);
    let state = by_id(CATALOGUE, "zuniq").unwrap().start(&Setup::default());
    (archive, explorer, state.unwrap())
}

#[test]
fn queries_leave_out_rare_moves() {
    let (_, explorer, state) = zuniq();
    let ask = |min_games| {
        explorer.answer(&ExplorerQuery {
            min_games,
            ..ExplorerQuery::new("zuniq", state.as_ref())
        })
    };
    let all = ask(0);
    let median = all.moves[all.moves.len() / 2].tally.games;
    let frequent = ask(median + 1);
    let expected: Vec<_> = all
        .moves
        .iter()
        .filter(|it| it.tally.games > median)
        .collect();
    assert!(!expected.is_empty() && expected.len() < all.moves.len());
    assert_eq!(frequent.moves.iter().collect::<Vec<_>>(), expected);
    assert_eq!(frequent.tally, all.tally);
}

/// Places recur no more after a few tiles; features do.
#[test]
fn features_of_moves_are_counted_by_ply() {
    let setup = Setup::default();
    let archive = archive("box", &setup, 30, 9);
    let explorer = explorer(&archive);
    let game = by_id(CATALOGUE, "box").unwrap();
    for ply in 0..7 {
        let mut expected: BTreeMap<String, u32> = BTreeMap::new();
        for checked in &archive {
            let tokens: Vec<&str> = checked.record.tokens().collect();
            let mut notes = checked.record.notes.iter();
            let jury = notes.find(|(_, note)| note.by == Some(MovedBy::Jury));
            if jury.is_some_and(|(first, _)| *first as usize <= ply + 1) {
                continue;
            }
            let mut state = game.start(&setup).unwrap();
            tokens[..=ply]
                .iter()
                .for_each(|token| state.play(token).unwrap());
            let Some(token) = tokens.get(ply + 1) else {
                continue;
            };
            let dots = |state: &dyn DynState| {
                let text = state.position();
                let rows = text.split(' ').next().unwrap();
                rows.chars().filter(char::is_ascii_digit).count()
            };
            let before = dots(state.as_ref());
            state.play(token).unwrap();
            let direction = if token.ends_with('h') {
                "horizontal"
            } else {
                "vertical"
            };
            let name = match before + 12 - dots(state.as_ref()) {
                0 => format!("{direction}, covers nothing"),
                covered => format!("{direction}, covers {covered}"),
            };
            *expected.entry(name).or_default() += 1;
        }
        let state = game.start(&setup).unwrap();
        let answer = explorer.answer(&ExplorerQuery {
            ply: Some(u32::try_from(ply).unwrap()),
            ..ExplorerQuery::new("box", state.as_ref())
        });
        let found = answer.features.iter();
        let found: BTreeMap<String, u32> = found
            .map(|feature| (feature.name.to_owned(), feature.tally.games))
            .collect();
        assert_eq!(found, expected, "ply {ply}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn explorer_answers_equal_a_plain_count() {
        for (id, setup, games, max_plies) in archives() {
            let plain = PlainGame::of(id);
            let archive = archive(id, &setup, games, max_plies);
            let (explorer, games) = (explorer(&archive), traced(plain, &archive));
            let mut asked = BTreeSet::new();
            let mut united = 0;
            let game = by_id(CATALOGUE, id).unwrap();
            for checked in &archive {
                let mut state = game.start(&checked.record.setup).unwrap();
                let count = game.info().lead_in + checked.ply_count as usize;
                for (nth, token) in checked.record.tokens().take(count).enumerate() {
                    if nth >= game.info().lead_in && asked.insert(state.position()) {
                        let answer = explorer.answer(&ExplorerQuery::new(id, state.as_ref()));
                        let text = state.position();
                        let (total, moves) = plain_count(plain, &games, state.as_ref());
                        united += moves.keys().filter(|class| class.len() > 1).count();
                        compare(&answer, total, moves, &text);
                    }
                    state.play(token).unwrap();
                    if asked.len() > 250 {
                        break;
                    }
                }
                let answer = explorer.answer(&ExplorerQuery::new(id, state.as_ref()));
                let (total, moves) = plain_count(plain, &games, state.as_ref());
                compare(&answer, total, moves, &state.position());
            }
            assert!(asked.len() > 100, "{id}: {}", asked.len());
            assert!(united > 0, "{id}: no moves are images of each other");
        }
    }

    #[test]
    fn queries_select_games_by_player_and_side() {
        let (archive, explorer, state) = zuniq();
        let plain = PlainGame::of("zuniq");
        let all = traced(plain, &archive);
        for name in PLAYERS {
            for side in [None, Some(Player::First), Some(Player::Second)] {
                let plays = |checked: &CheckedGame, side| checked.record.player(side).name == name;
                let is_counted = |checked: &CheckedGame| match side {
                    Some(side) => plays(checked, side),
                    None => plays(checked, Player::First) || plays(checked, Player::Second),
                };
                let games = all.iter().filter(|(_, checked, _)| is_counted(checked));
                let games: Vec<_> = games
                    .map(|(label, checked, _)| (*label, *checked, positions(plain, checked)))
                    .collect();
                let (total, moves) = plain_count(plain, &games, state.as_ref());
                assert!(total > 0);
                let answer = explorer.answer(&ExplorerQuery {
                    player: Some(name),
                    side,
                    ..ExplorerQuery::new("zuniq", state.as_ref())
                });
                compare(&answer, total, moves, name);
            }
        }
        let nobody = explorer.answer(&ExplorerQuery {
            player: Some("Eve"),
            ..ExplorerQuery::new("zuniq", state.as_ref())
        });
        assert_eq!(nobody, ExplorerAnswer::default());
        assert!(explorer.has_player("Ada") && !explorer.has_player("Eve"));
    }

    #[test]
    fn games_can_be_excluded_and_removed() {
        let (archive, mut explorer, state) = zuniq();
        let plain = PlainGame::of("zuniq");
        let is_even = |label: u32| label.is_multiple_of(2);
        let games = traced(plain, &archive).into_iter();
        let games: Vec<_> = games.filter(|(label, ..)| is_even(*label)).collect();
        let even = ExplorerQuery {
            is_counted: &is_even,
            ..ExplorerQuery::new("zuniq", state.as_ref())
        };
        let answer = explorer.answer(&even);
        let (total, moves) = plain_count(plain, &games, state.as_ref());
        compare(&answer, total, moves, "even");
        for label in (0..60).filter(|label| !is_even(*label)) {
            explorer.remove(label);
        }
        let rest = explorer.answer(&ExplorerQuery::new("zuniq", state.as_ref()));
        assert_eq!(rest, answer);
        assert_eq!(explorer.game_counts()[0].1, 30);
    }
}
