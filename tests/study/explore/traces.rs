//! Traces of single games: what counts of a game, and what does not.

use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::formats::{CheckedGame, ReadContext, check_text};
use kifu_study::explore::{Explorer, ExplorerQuery, GameTrace};

fn check(log: &str) -> Vec<CheckedGame> {
    check_text(log, None, &ReadContext::default())
}

fn explorer(games: &[CheckedGame]) -> Explorer {
    let mut explorer = Explorer::default();
    for (label, checked) in (0..).zip(games) {
        if let Some(trace) = GameTrace::new(checked) {
            explorer.add(&trace, label, ["", ""]);
        }
    }
    explorer
}

/// The numbers of games after moves from the start.
fn games_after(
    explorer: &Explorer,
    id: &str,
    setup: &kifu_core::contract::Setup,
    moves: &str,
) -> u32 {
    let mut state = by_id(CATALOGUE, id).unwrap().start(setup).unwrap();
    for token in moves.split_whitespace() {
        state.play(token).unwrap();
    }
    let answer = explorer.answer(&ExplorerQuery::new(id, state.as_ref()));
    answer.tally.games
}

#[test]
fn traces_end_at_the_last_legal_move() {
    let games = check("game: clobber\nb1a1 b2a2 h8h7\n\ngame: clobber\nh8h8\n");
    let explorer = explorer(&games);
    let setup = kifu_core::contract::Setup::default();
    assert_eq!(
        games_after(&explorer, "clobber", &setup, ""),
        1,
        "one has no legal move"
    );
    assert_eq!(games_after(&explorer, "clobber", &setup, "b1a1 b2a2"), 1);
    assert_eq!(games_after(&explorer, "clobber", &setup, "b1a1 b2b3"), 0);
}

#[test]
fn transposed_games_meet_in_one_position() {
    let games = check("game: zuniq\nA1h C3v F5h D2v\n---\ngame: zuniq\nF5h D2v A1h C3v\n");
    let explorer = explorer(&games);
    let setup = kifu_core::contract::Setup::default();
    assert_eq!(
        games_after(&explorer, "zuniq", &setup, "A1h D2v F5h C3v"),
        2
    );
    assert_eq!(games_after(&explorer, "zuniq", &setup, "A1h C3v"), 1);
    assert_eq!(
        games_after(&explorer, "zuniq", &setup, "F5h C4v"),
        1,
        "turned"
    );
}

#[test]
fn traces_leave_out_unknown_games_and_results_without_moves() {
    let table = include_str!("../../../fixtures/codecup-csv/box.csv");
    let with_moves = check(table)
        .iter()
        .filter(|game| GameTrace::new(game).is_some())
        .count();
    assert_eq!(with_moves, 4);
    for log in [
        "(kifu: 1, game: \"chess\", players: ((), ()), moves: \"e4\")",
        "rubbish",
    ] {
        assert!(check(log).iter().all(|game| GameTrace::new(game).is_none()));
    }
}

#[test]
fn boards_of_different_sizes_are_different_positions() {
    let small = "game: clobber\nwidth: 3\nheight: 3\nb1a1\n";
    let games = check(small);
    assert!(games[0].is_valid() || games[0].ply_count == 1);
    let explorer = explorer(&games);
    let setup = games[0].record.setup.clone();
    assert_eq!(games_after(&explorer, "clobber", &setup, ""), 1);
    let usual = kifu_core::contract::Setup::default();
    assert_eq!(games_after(&explorer, "clobber", &usual, ""), 0);
}

#[test]
fn traces_need_a_few_bytes_a_ply() {
    let game = include_str!("../../../fixtures/moves/whole-turn-right.txt");
    let games: Vec<CheckedGame> = (0..2000).flat_map(|_| check(game)).collect();
    let mut explorer = explorer(&games);
    explorer.shrink_to_fit();
    // Eight for the key and the move, and a few for what is known of the game.
    let bytes = explorer.memory() / explorer.position_count();
    assert!((8..=9).contains(&bytes), "{bytes} bytes a position");
}
