//! `kifu play` and blank lines.

use crate::{folder, kifu_with};

/// CodeCup's jury sometimes sends empty lines. Between any two lines of a game they change nothing.
#[test]
fn play_ignores_blank_lines_between_any_two_lines() {
    let here = folder(&[]);
    let games = [
        (
            "zuniq",
            include_str!("../../fixtures/arena/play-blank-line.txt").to_owned(),
            2,
        ),
        ("turn-right", "Start\nb2\n".to_owned(), 2),
        ("box", "2\nHh123456h\nStart\n364521\nQuit\n".to_owned(), 1),
    ];
    for (game, dialogue, answers) in games {
        let lines: Vec<&str> = dialogue.lines().filter(|line| !line.is_empty()).collect();
        let args = ["play", "--game", game, "--nodes", "2"];
        let play = |text: String| kifu_with(here.path(), &args, text);
        let plain = play(lines.join("\n") + "\n");
        assert_eq!(
            (plain.code, plain.out.lines().count()),
            (0, answers),
            "{}",
            plain.err
        );
        for blank in ["\n", "\r\n", " \t\n", "\n\n\n"] {
            let separator = format!("\n{blank}");
            let text = format!("{blank}{}\n{blank}", lines.join(&separator));
            let run = play(text);
            assert_eq!(
                (run.code, run.out),
                (0, plain.out.clone()),
                "{game}: {}",
                run.err
            );
        }
        let nothing = play("\n \n".to_owned());
        assert_eq!(nothing.code, 2, "{game}");
    }
}
