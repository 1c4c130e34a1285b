//! Dialogues that were copied from a terminal or a page.

use super::{codes, one};
use kifu_core::findings::Code;
use kifu_logs::formats::{Format, ReadContext, check_text, decode, detect};

const PLAIN: &str = "> Start\n! deep & wide\n< [12] E5v\n> A2h\n< B3h\n";

fn assert_read(text: &str, expected_codes: &[&str]) {
    let format = detect(text, &ReadContext::default());
    assert_eq!(
        format.map(<dyn Format>::id),
        Some("codecup-dialogue"),
        "{text}"
    );
    let game = one(text);
    assert_eq!(game.record.moves, "E5v A2h B3h", "{text}");
    assert_eq!(game.record.notes[&1].stderr.trim(), "deep & wide", "{text}");
    assert_eq!(game.record.times_ms.get_ms(1), Some(12), "{text}");
    assert_eq!(codes(&game), expected_codes, "{text}");
}

#[test]
fn blank_behind_a_dialogue_mark_is_optional() {
    assert_read(PLAIN, &["K308"]);
    assert_read(">Start\n!deep & wide\n<[12]E5v\n>A2h\n<B3h\n", &["K308"]);
    assert_read(&PLAIN.replace("> ", ">\t").replace("< ", "<\t"), &["K308"]);
}

#[test]
fn indent_of_a_whole_dialogue_is_no_part_of_it() {
    for indent in ["  ", "\t", "    \t"] {
        let text = format!(
            "{indent}{}",
            PLAIN.trim_end().replace('\n', &format!("\n{indent}"))
        );
        assert_read(&text, &["K308"]);
        let place = one(&text).findings[0].location.clone().unwrap();
        assert_eq!((place.line, place.column as usize), (1, indent.len() + 3));
    }
}

#[test]
fn html_entities_for_dialogue_marks_are_read_with_warning() {
    let text = PLAIN
        .replace('&', "&amp;")
        .replace('>', "&gt;")
        .replace('<', "&lt;");
    assert_read(&text, &["K121", "K308"]);
}

#[test]
fn colours_of_a_terminal_are_removed_with_warning() {
    let coloured = |line: &str| format!("\u{1b}[1;32m{line}\u{1b}[0m\u{1b}[K\n");
    let all: String = PLAIN.lines().map(coloured).collect();
    assert_read(&all, &["K121", "K308"]);
    let one_line = PLAIN.replace("> A2h", "\u{1b}[31m> A2h\u{1b}[m");
    assert_read(&one_line, &["K121", "K308"]);
    let within = PLAIN.replace("> A2h", "> \u{1b}[31mA2h\u{1b}[39m");
    assert_read(&within, &["K121", "K308"]);
    // A file is decoded first.
    assert_read(&decode(one_line.as_bytes()).text, &["K121", "K308"]);
    let log = "IO RCVD [Hh216534h]\n";
    assert_eq!(decode(log.as_bytes()).text, log);
}

#[test]
fn sequence_that_is_no_colour_leaves_a_gap() {
    let text = PLAIN.replace("> A2h", "\u{1b}\u{1b}> A2h");
    let game = one(&text);
    assert_eq!(game.record.moves, "E5v");
    assert!(
        game.findings
            .iter()
            .any(|found| found.code == Code::MoveNotLogged)
    );
}

#[test]
fn dialogue_of_a_start_alone_names_no_game() {
    for text in [
        "> Start\n! cannot load the book\n",
        "IO RCVD [Start]\n",
        ">Start\n",
    ] {
        assert_eq!(codes(&one(text)), ["K102"], "{text}");
    }
    let zuniq = kifu_core::games::by_id(kifu_core::games::CATALOGUE, "zuniq");
    let context = ReadContext {
        game: zuniq,
        ..ReadContext::default()
    };
    let game = check_text("> Start\n! cannot load the book\n", None, &context).remove(0);
    assert!(game.is_valid());
    assert_eq!((game.ply_count, codes(&game)), (0, vec!["K308".to_owned()]));
}
