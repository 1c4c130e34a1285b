//! OpenSpiel's numbers of actions, sizes and board strings.

use kifu_core::contract::Setup;
use kifu_core::games::{CATALOGUE, by_id};

#[test]
fn action_numbers_and_moves_convert_both_ways() {
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let spec = game.info().openspiel.unwrap();
    for (rows, columns) in [
        ("2", "2"),
        ("5", "6"),
        ("8", "8"),
        ("10", "10"),
        ("2", "10"),
    ] {
        let setup = (spec.setup)(&[("rows", rows), ("columns", columns)], None).unwrap();
        let start = (spec.start)(&setup).unwrap();
        assert_eq!(start.starting_state, None);
        let expected = format!("clobber(columns={columns},rows={rows})");
        assert_eq!(start.game_string(spec.name), expected);
        let count: u32 = rows.parse::<u32>().unwrap() * columns.parse::<u32>().unwrap() * 4;
        let tokens = (0..count).filter_map(|action| {
            let token = (spec.token)(&start, action)?;
            assert_eq!((spec.action)(&start, &token), Some(action), "{token}");
            Some(token)
        });
        let tokens: Vec<String> = tokens.collect();
        let legal = game.start(&setup).unwrap().legal_moves();
        assert!(legal.iter().all(|token| tokens.contains(token)));
        assert_eq!((spec.token)(&start, count), None);
    }
}

#[test]
fn actions_of_a_known_episode_are_its_moves() {
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let spec = game.info().openspiel.unwrap();
    let setup = (spec.setup)(&[("rows", "8"), ("columns", "8")], None).unwrap();
    let start = (spec.start)(&setup).unwrap();
    for (action, token) in [(76, "d6d7"), (82, "e6e5"), (198, "b2b1"), (255, "h1g1")] {
        assert_eq!((spec.token)(&start, action).as_deref(), Some(token));
    }
    // Off the board, upwards and to the right.
    assert_eq!((spec.token)(&start, 0), None);
    assert_eq!((spec.token)(&start, 29), None);
}

#[test]
fn start_of_other_boards_is_a_board_string() {
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let spec = game.info().openspiel.unwrap();
    let start = (spec.start)(&Setup::default()).unwrap();
    let board = start.starting_state.unwrap();
    // The contest's board has a black stone in the corner a1.
    assert!(
        board.starts_with("0oxoxoxox") && board.ends_with("xoxoxoxo"),
        "{board}"
    );
    let setup = (spec.setup)(&[("rows", "8"), ("columns", "8")], Some(&board)).unwrap();
    let position = game.start(&setup).unwrap().position();
    assert_eq!(position, game.start(&Setup::default()).unwrap().position());
    for wrong in ["", "0", "2oxox", "0oxo!"] {
        assert!((spec.setup)(&[("rows", "2"), ("columns", "2")], Some(wrong)).is_err());
    }
}
