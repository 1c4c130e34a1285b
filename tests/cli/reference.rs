//! Help, explanations, completions, the manual, colours.

use crate::{BROKEN, KIFU, folder, kifu, kifu_with, run};
use assert_cmd::Command;
use kifu::findings::FINDING_KINDS;

fn out(args: &[&str]) -> String {
    let run = kifu(&std::env::temp_dir(), args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    run.out
}

#[test]
fn help_lists_the_commands_and_the_exit_status() {
    let help = out(&["--help"]);
    for word in [
        "Usage: kifu",
        "validate",
        "convert",
        "show",
        "explain",
        "Exit status",
    ] {
        assert!(help.contains(word), "{help}");
    }
    assert!(out(&["--version"]).starts_with("kifu "));
    assert!(out(&["help", "validate"]).contains("--disable"));
}

#[test]
fn formats_and_games_are_listed() {
    let formats = out(&["formats"]);
    assert_eq!(formats.lines().count(), kifu::formats::FORMATS.len());
    let games = out(&["games"]);
    for game in kifu::games::CATALOGUE {
        assert!(games.contains(game.id()) && games.contains(game.name()));
    }
}

#[test]
fn completions_and_manual_are_written() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = out(&["completions", shell]);
        assert!(
            text.contains("validate") && text.contains("game-index"),
            "{shell}"
        );
    }
    let page = out(&["man"]);
    assert!(page.contains(".TH kifu 1"));
    for command in [
        "VALIDATE",
        "CONVERT",
        "SHOW",
        "EXPLAIN",
        "COMPLETIONS",
        "MAN",
    ] {
        assert!(
            page.contains(&format!(".SH \"KIFU {command}\"")),
            "{command}"
        );
    }
    for option in ["strict", "disable", "split", "force"] {
        assert!(page.contains(option), "{option}");
    }
}

#[test]
fn piped_output_has_colours_only_on_request() {
    let logs = folder(&[("bad.moves", BROKEN)]);
    let colored = |args: &[&str], name: &str, value: &str| {
        let mut command = Command::new(KIFU);
        command.current_dir(logs.path()).args(args);
        for known in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(known);
        }
        run(command.env(name, value)).out.contains('\u{1b}')
    };
    let plain = ["validate", "bad.moves"];
    let always = ["validate", "bad.moves", "--color", "always"];
    let never = ["validate", "bad.moves", "--color=never"];
    assert!(!colored(&plain, "TERM", "xterm"));
    assert!(colored(&always, "TERM", "xterm"));
    assert!(colored(&plain, "CLICOLOR_FORCE", "1"));
    assert!(!colored(&never, "CLICOLOR_FORCE", "1"));
    assert!(!colored(&plain, "NO_COLOR", "1"));
}

#[test]
fn output_without_colour_has_no_control_characters() {
    let text = "b1a1 \u{1b}[31mred\u{7}\n";
    let here = std::env::temp_dir();
    let run = kifu_with(&here, &["validate", "--game", "clobber", "-"], text);
    assert_eq!(run.code, 1);
    let odd = |c: char| c.is_control() && c != '\n';
    assert!(!run.out.contains(odd), "{:?}", run.out);
}

mod slow {
    use super::*;

    #[test]
    fn every_kind_of_finding_is_explained() {
        let list = out(&["explain", "--list"]);
        assert_eq!(list.lines().count(), FINDING_KINDS.len());
        for kind in FINDING_KINDS {
            let code = kind.code.to_string();
            assert!(list.contains(&code));
            let text = out(&["explain", &code]);
            let head = format!("{}[{code}]: {}\n\n", kind.severity, kind.title);
            assert!(text.starts_with(&head), "{text}");
            assert_eq!(text, out(&["explain", &code.to_lowercase()]));
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(words(&text[head.len()..]), words(kind.explanation));
            assert!(text.lines().all(|line| line.chars().count() <= 80));
        }
        assert!(out(&["explain", "K101", "K202"]).contains("K202"));
        for game in kifu::games::CATALOGUE {
            let text = out(&["explain", game.id()]);
            assert!(
                text.starts_with(game.name()) && text.contains("Position text"),
                "{text}"
            );
            assert!(!text.contains("```") && !text.contains("[`"), "{text}");
        }
    }
}
