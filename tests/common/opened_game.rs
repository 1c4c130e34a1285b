//! Properties that hold for every record that the desktop app opens.
#![allow(dead_code, reason = "each program uses its own part")]

use super::naive_tree::sound;
use kifu_app::library::{Library, load};
use kifu_app::open_game::{GameTree, Navigation, OpenGame};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;

fn game(record: &Record) -> &'static dyn DynGame {
    by_id(CATALOGUE, &record.game).expect("a game of the catalogue")
}

/// Returns the record as its tree writes it.
pub fn written_by_tree(record: &Record) -> Record {
    let tree = GameTree::new(record, game(record).info().lead_in);
    let mut written = record.clone();
    tree.write_to(&mut written);
    written
}

/// Asserts that an opened, unchanged game equals the record that it was read from.
///
/// Reports whether the game can be opened at all.
pub fn opens_as_its_record(record: &Record) -> bool {
    let Some(opened) = OpenGame::new(record.clone(), game(record)) else {
        return false;
    };
    assert_eq!(opened.to_record(), *record);
    assert_eq!(written_by_tree(record), *record, "the tree loses notes");
    assert!(!opened.is_changed());
    sound(&opened);
    true
}

/// Asserts that every ply of an opened game can be shown, forwards and backwards.
///
/// Reports whether the game can be opened at all.
pub fn every_ply_can_be_shown(record: &Record) -> bool {
    let Some(mut opened) = OpenGame::new(record.clone(), game(record)) else {
        return false;
    };
    assert_eq!(opened.plies().len(), opened.last_ply() as usize);
    let mut steps = opened.ply();
    while opened.has_next() && !opened.is_at_end() {
        assert!(opened.navigate(Navigation::Steps(1)));
        steps += 1;
        assert_eq!(opened.ply(), steps);
        assert_eq!(opened.is_at_failure(), steps > opened.last_ply());
    }
    let has_failure = opened.is_at_failure();
    assert!(has_failure || record.attempt.is_none());
    assert_eq!(steps, opened.last_ply() + u32::from(has_failure));
    while opened.navigate(Navigation::Steps(-1)) {
        steps -= 1;
        assert_eq!(opened.ply(), steps);
    }
    assert_eq!(steps, 0);
    true
}

/// Asserts that a game with players opens as a played game, not as a study.
///
/// Reports whether the game can be opened at all.
pub fn opens_as_played(record: &Record) -> bool {
    let opened = OpenGame::new(record.clone(), game(record));
    opened.is_some_and(|opened| {
        assert!(opened.was_played());
        true
    })
}

/// Asserts that each row of the library opens the game that it lists. Tries at most about 500 rows.
pub fn rows_open_as_listed(library: &Library) {
    let count = u32::try_from(library.len()).unwrap();
    for row in (0..count).step_by(1 + library.len() / 500) {
        let (listed, address) = (library.row(row).unwrap(), library.address(row).unwrap());
        let opened = load(&address).unwrap_or_else(|error| panic!("{}: {error}", listed.file()));
        assert_eq!(opened.game.record.game, listed.game(), "{}", listed.file());
        assert_eq!(opened.game.record.players.0.name, listed.players()[0]);
        assert_eq!(opened.game.ply_count, listed.plies(), "{}", listed.file());
        assert_eq!(
            opened.game.worst_severity(),
            listed.worst_severity(),
            "{}",
            listed.file()
        );
    }
}
