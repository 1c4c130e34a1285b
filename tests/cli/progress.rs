//! Long work on a terminal: a line of progress, and what is left when it is interrupted.

use crate::{GAME, folder, kifu};

#[test]
fn every_command_with_progress_can_be_quiet() {
    let commands = [
        "convert",
        "explore",
        "export",
        "match",
        "merge",
        "publish",
        "rejudge",
        "review",
        "standings",
        "validate",
    ];
    let here = folder(&[]);
    for command in commands {
        let help = kifu(here.path(), &[command, "-h"]).out;
        assert!(help.contains("-q, --quiet"), "{command}: {help}");
    }
}

#[test]
fn pipe_gets_no_progress() {
    let here = folder(&[("a.moves", GAME)]);
    let args = ["review", "a.moves", "--report", "none", "--nodes", "10"];
    let run = kifu(here.path(), &args);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
}

/// The program on a terminal, which the tool `script` makes.
#[cfg(target_os = "linux")]
mod slow {
    use crate::{GAME, KIFU, folder};
    use std::io::{Read, Write};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use tempfile::TempDir;

    /// Runs a command line on a terminal, presses Ctrl-C once it shows a text, and returns its
    /// output and exit status.
    fn on_terminal(folder: &Path, line: &str, interrupt_at: &str) -> (String, Option<i32>) {
        // Tests that run in the background ignore Ctrl-C.
        let kifu = format!("env --default-signal=INT {KIFU}");
        let line = format!("stty cols 120; exec {kifu} {line}");
        let mut script = Command::new("script")
            .current_dir(folder)
            .args(["-qfec", &line, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut keyboard = script.stdin.take().unwrap();
        let mut screen = script.stdout.take().unwrap();
        let (mut text, mut is_interrupted) = (String::new(), false);
        let mut buffer = [0; 4096];
        loop {
            match screen.read(&mut buffer).unwrap() {
                0 => break,
                count => text.push_str(&String::from_utf8_lossy(&buffer[..count])),
            }
            if !is_interrupted && text.contains(interrupt_at) {
                keyboard.write_all(b"\x03").unwrap();
                is_interrupted = true;
            }
        }
        (text, script.wait().unwrap().code())
    }

    /// A folder with a short game and a long one.
    fn two_games() -> TempDir {
        let long = crate::common::records_folder().join("clobber.ron");
        let long = std::fs::read_to_string(long).unwrap();
        folder(&[("games/a.moves", GAME), ("games/b.ron", &long)])
    }

    #[test]
    fn interrupted_review_names_games_done_and_resume() {
        let here = two_games();
        let line = "review games -j 1 --report none --seed 7 --time 300ms -o rev.ronl";
        let (text, code) = on_terminal(here.path(), line, " s left");
        assert_eq!(code, Some(130), "{text}");
        let left = "1 of 2 games are in rev.ronl; the same command with --resume goes on";
        assert!(text.contains(left), "{text}");
        assert!(text.contains("1 of 2 games, ply "), "{text}");
    }

    #[test]
    fn interrupt_before_the_first_game_names_no_file() {
        let here = two_games();
        let line = "review games/b.ron --seed 7 --time 300ms -o rev.ronl";
        let (text, code) = on_terminal(here.path(), line, "of 1 game");
        assert_eq!(code, Some(130), "{text}");
        assert!(
            text.contains("interrupted before the first game was done"),
            "{text}"
        );
    }

    #[test]
    fn luck_of_one_file_is_counted_game_by_game() {
        let game = crate::common::records_folder().join("box.ron");
        let game = std::fs::read_to_string(game).unwrap();
        let game = kifu::record::read_ron(&game).unwrap();
        let line = kifu::record::write_ronl(&game);
        let here = folder(&[("games.ronl", &line.repeat(20))]);
        let line = "standings games.ronl --luck-adjusted --luck-nodes 20000";
        let (text, code) = on_terminal(here.path(), line, "] 1 of 20 games");
        assert_eq!(code, Some(130), "{text}");
        assert!(text.contains("interrupted after "), "{text}");
    }

    #[test]
    fn interrupted_report_of_review_hints_at_output() {
        let here = two_games();
        let line = "review games -j 1 --report none --seed 7 --time 300ms";
        let (text, code) = on_terminal(here.path(), line, "1 of 2 games");
        assert_eq!(code, Some(130), "{text}");
        assert!(text.contains("with -o FILE.ronl"), "{text}");
    }

    #[test]
    fn quiet_review_on_terminal_shows_no_progress() {
        let here = two_games();
        let line = "review games/b.ron --quiet --report none --seed 7 --time 50ms";
        let (text, code) = on_terminal(here.path(), line, "of 1 game");
        assert_eq!((text.as_str(), code), ("", Some(0)));
    }
}
