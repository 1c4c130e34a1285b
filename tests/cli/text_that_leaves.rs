//! Texts from outside are escaped for where they go: a terminal, a page, a table, lines of a file.

use crate::xml::html;
use crate::{Run, folder, kifu};
use kifu::record::{Attempt, MovedBy, Record, read_ron, write_ron};
use kifu_cli::common::text::{one_line, table_name, terminal_text};
use proptest::prelude::*;
use std::path::Path;

/// Characters that must not reach a terminal.
const ODD: &str = "\u{1b}]8;;x\u{7}\u{1b}[2J\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200f}\u{61c}\u{2028}\u{2029}\u{200b}\u{feff}\u{ad}\u{e0041}\u{fe0f}\r";

fn is_odd(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
        || matches!(
            c,
            '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{fe0f}' | '\u{e0041}'
        )
}

/// A record whose texts try to forge lines.
fn hostile_record() -> Record {
    let records = crate::common::records_folder().join("clobber.ron");
    let mut record = read_ron(&std::fs::read_to_string(records).unwrap()).unwrap();
    let text = format!("A{ODD}\nFORGED: valid");
    record.players.0.name.clone_from(&text);
    record.players.1.name = format!("B{ODD}\nFORGED");
    record.players.0.author.clone_from(&text);
    record.players.0.version.clone_from(&text);
    record.event.name.clone_from(&text);
    record.event.round.clone_from(&text);
    record.event.table.clone_from(&text);
    record.event.date.clone_from(&text);
    record.source.id.clone_from(&text);
    for ply in [1, 2] {
        let note = record.note_mut(ply);
        note.comment.clone_from(&text);
        note.message.clone_from(&text);
        note.stderr.clone_from(&text);
        note.raw = Some(text.clone());
        for eval in &mut note.evals {
            eval.engine.clone_from(&text);
        }
    }
    record.ext.insert("arena.fault.first".to_owned(), text);
    record
}

fn check_output(run: &Run, args: &[&str]) {
    for text in [&run.out, &run.err] {
        let odd = text.chars().find(|c| is_odd(*c));
        assert_eq!(odd, None, "{args:?}: {text:?}");
        let forged = text.lines().find(|line| line.starts_with("FORGED"));
        assert_eq!(forged, None, "{args:?}: {text}");
    }
}

#[test]
fn json_preserves_hostile_texts() {
    let record = hostile_record();
    let here = folder(&[("a.ron", &write_ron(&record))]);
    let run = kifu(
        here.path(),
        &["convert", "a.ron", "--to", "jsonl", "-o", "-"],
    );
    let back: Record = serde_json::from_str(&run.out).unwrap();
    assert_eq!(back.players, record.players);
    assert_eq!(back.event, record.event);
}

#[test]
fn hostile_arguments_are_escaped_in_error_messages() {
    let here = folder(&[]);
    let odd = format!("x{ODD}\nFORGED");
    for args in [
        vec!["validate", &*format!("--{odd}")],
        vec![&*odd],
        vec!["convert", "a", "--to", &*odd],
        vec!["analyze", "--game", &*odd],
        vec!["validate", &*odd],
        vec!["show", "--position", &*odd, "--game", "clobber"],
    ] {
        let run = kifu(here.path(), &args);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        check_output(&run, &args);
    }
}

proptest! {
    #![proptest_config(crate::common::cases(256))]

    #[test]
    fn terminal_text_keeps_no_escape_sequences_but_colours(text in "[a-z\n\u{1b}\\[0-9;m\u{9b}\u{7f}\u{202e}\u{200f}\u{61c}\u{2028}\u{2069}\u{200b}\u{feff}\u{ad}\u{e0041}\u{fe0f}\r\u{7}]{0,40}") {
        let strict = terminal_text(&text, false);
        prop_assert!(!strict.chars().any(is_odd), "{strict:?}");
        prop_assert_eq!(strict.chars().count(), text.chars().count());
        // With colours, each escape begins a sequence of digits that ends with `m`.
        let styled = terminal_text(&text, true);
        for rest in styled.split('\u{1b}').skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';' && c != '[');
            prop_assert!(end.is_some_and(|end| rest[end..].starts_with('m')), "{styled:?}");
        }
        let is_left = styled.chars().any(|c| is_odd(c) && c != '\u{1b}');
        prop_assert!(!is_left, "{}", styled);
        let line = one_line(&text);
        prop_assert!(!line.contains('\n') && !line.chars().any(is_odd));
    }
}

#[test]
fn long_names_are_shortened_only_in_text_tables() {
    let name = "x".repeat(150) + &"y".repeat(50);
    assert_eq!(table_name("short"), "short");
    let shown = table_name(&name);
    assert!(shown.chars().count() <= 40 && shown.contains('…') && shown.ends_with('y'));
    let mut record = hostile_record();
    record.players.0.name.clone_from(&name);
    let here = folder(&[("a.ron", &write_ron(&record))]);
    let text = kifu(here.path(), &["standings", "a.ron"]).out;
    assert!(text.contains(&shown) && !text.contains(&name), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() < 200),
        "{text}"
    );
    for form in ["--json", "--csv", "--html"] {
        assert!(
            kifu(here.path(), &["standings", form, "a.ron"])
                .out
                .contains(&name)
        );
    }
}

/// Writes a record in a format; returns the text if the format holds it.
fn written(here: &Path, record: &Record, format: &str) -> Option<String> {
    std::fs::write(here.join("in.ron"), write_ron(record)).unwrap();
    let run = kifu(here, &["convert", "in.ron", "--to", format, "-o", "-"]);
    (run.code < 2).then_some(run.out)
}

#[test]
fn converting_a_record_twice_changes_nothing_more() {
    let here = folder(&[]);
    for raw in ["-1", "E4D4", "h8e4", "e4-d4", "h8-e4"] {
        let mut record = Record {
            game: "clobber".to_owned(),
            moves: "h8e4".to_owned(),
            ..Record::default()
        };
        record.note_mut(1).raw = Some(raw.to_owned());
        record.note_mut(1).by = Some(MovedBy::Jury);
        let once = written(here.path(), &record, "ron").unwrap();
        let twice = written(here.path(), &read_ron(&once).unwrap(), "ron").unwrap();
        assert_eq!(once, twice);
        let attempt: Attempt = read_ron(&once).unwrap().attempt.unwrap();
        assert_ne!(attempt.rule.as_str(), "unreadable", "{once}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn record_texts_cannot_forge_output_lines_or_escape_sequences() {
        // Windows has no names of several lines.
        let name = ["a\nFORGED\u{202e}.ron", "a FORGED\u{202e}.ron"][usize::from(cfg!(windows))];
        let here = folder(&[
            ("a.ron", &write_ron(&hostile_record())),
            (name, &write_ron(&hostile_record())),
        ]);
        let commands: &[&[&str]] = &[
            &["validate"],
            &["validate", "--json"],
            &["show"],
            &["show", "--all"],
            &["show", "-p", "1"],
            &["standings"],
            &["standings", "--json"],
            &["review", "--nodes", "2"],
            &["review", "--nodes", "2", "--report", "json"],
            &["review", "--nodes", "2", "--by", "player"],
            &[
                "review", "--nodes", "2", "--by", "player", "--report", "json",
            ],
            &["convert", "--to", "jsonl", "-o", "-"],
            &["convert", "--to", "ronl", "-o", "-"],
        ];
        for file in ["a.ron", name] {
            for command in commands {
                let args = [command, &[file][..]].concat();
                let run = kifu(here.path(), &args);
                assert!(
                    run.code < 2 || command.contains(&"-p"),
                    "{args:?}: {}",
                    run.err
                );
                check_output(&run, &args);
            }
        }
    }

    #[test]
    fn html_totals_by_player_escape_names() {
        let mut record = hostile_record();
        let name = "</td><script>alert(1)</script>&amp;\"";
        name.clone_into(&mut record.players.0.name);
        let here = folder(&[("a.ron", &write_ron(&record))]);
        let args = [
            "review", "--nodes", "2", "--by", "player", "--report", "html", "a.ron",
        ];
        let run = kifu(here.path(), &args);
        assert_eq!(run.code, 0, "{}", run.err);
        let page = html(&run.out).unwrap_or_else(|why| panic!("{why}\n{}", run.out));
        assert!(
            page.texts.iter().any(|text| text.contains(name)),
            "{:?}",
            page.texts
        );
        // No name adds a script to that of the page.
        assert_eq!(run.out.matches("<script").count(), 1, "{}", run.out);
        assert!(page.raw.iter().all(|raw| !raw.contains("alert(1)")));
        assert!(
            run.out.contains("Content-Security-Policy") && run.out.contains("default-src 'none'")
        );
    }

    #[test]
    fn setup_keys_that_would_forge_headers_are_refused() {
        let here = folder(&[]);
        for key in [
            "a\nplayer1: Eve",
            "player1",
            "white",
            "game",
            "result",
            "a]b",
            "unknown",
            "",
            "id",
        ] {
            let mut record = Record {
                game: "atari-go".to_owned(),
                moves: "E5 E4".to_owned(),
                ..Record::default()
            };
            "A".clone_into(&mut record.players.0.name);
            record.setup.set(key, "v");
            for format in ["moves", "txt", "codecup-dialogue"] {
                let text = written(here.path(), &record, format);
                assert_eq!(text, None, "{format} holds `{key}`");
            }
            record.setup = kifu::contract::Setup::default();
            record.setup.set("size", "9");
            for format in ["moves", "txt", "codecup-dialogue"] {
                let text = written(here.path(), &record, format).unwrap();
                assert!(text.contains("size: 9"), "{text}");
            }
        }
    }
}
