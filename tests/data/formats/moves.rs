//! Lists of moves.

use kifu::formats::{CheckedGame, ReadContext, check_text};
use libtest_mimic::Trial;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials![
        "zuniq/games.txt" => move_list_with_one_game_per_line_is_read,
        "zuniq/games.txt" => second_claim_in_a_zuniq_game_is_a_warning,
    ]
}

fn check(text: &str) -> Vec<CheckedGame> {
    let context = ReadContext {
        file_name: "games.txt",
        ..ReadContext::default()
    };
    check_text(text, None, &context)
}

fn move_list_with_one_game_per_line_is_read(path: &Path) {
    let games = check(&std::fs::read_to_string(path).unwrap());
    let results: Vec<_> = games
        .iter()
        .map(|game| {
            assert!(game.findings.is_empty(), "{:?}", game.findings);
            (game.ply_count, game.record.result.as_ref().unwrap().points)
        })
        .collect();
    assert_eq!(
        results,
        [
            (40, Some((50, 100))),
            (39, Some((104, 50))),
            (40, Some((0, 101)))
        ]
    );
}

fn second_claim_in_a_zuniq_game_is_a_warning(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let games = check(&text.replace("B4v! C2v D4h", "B4v! C2v D4h!"));
    let finding = &games[1].findings[0];
    assert_eq!(
        (finding.code.to_string().as_str(), finding.ply),
        ("K209", Some(33))
    );
}
