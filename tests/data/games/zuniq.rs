//! Zuniq against real games.

use kifu::contract::{Faults, Game, Rules as _, Setup, replay};
use kifu::games::zuniq::{Cells, Position, Zuniq};
use libtest_mimic::Trial;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials!["zuniq/games.txt" => zuniq_games_end_as_their_comments_state]
}

fn played(moves: &str) -> Position {
    let (walk, position) = replay::<Zuniq>(&Setup::default(), moves, Faults::NONE).unwrap();
    assert_eq!(walk.failure, None);
    position
}

fn sizes(position: &Position) -> Vec<u32> {
    let mut sizes: Vec<u32> = position.zones().map(Cells::size).collect();
    sizes.sort_unstable();
    sizes
}

fn zuniq_games_end_as_their_comments_state(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut points = Vec::new();
    let mut lines = text.lines();
    while let Some(comment) = lines.next() {
        let field = |key: &str| comment.split(key).nth(1).unwrap_or_default();
        let over = played(lines.next().unwrap());
        assert!(over.is_over());
        assert!(field("plies=").starts_with(&over.plies().to_string()));
        assert!(field("zones=").starts_with(&format!("{:?}", sizes(&over))));
        let winner = over.outcome(Faults::NONE).winner.unwrap().player().unwrap();
        assert!(field("winner=").starts_with(Zuniq::INFO.sides[winner.index()]));
        points.push(over.outcome(Faults::NONE).points.unwrap());
    }
    // No claim; White at ply 31, rightly; White at 37, wrongly, and Black at 38.
    assert_eq!(points, [[50, 100], [104, 50], [0, 101]]);
}
