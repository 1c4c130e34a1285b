//! What bots print: the patterns, their file, and what enters the record.

use kifu_core::contract::Player;
use kifu_core::record::{Evaluation, Mark, MarkColor, MarkKind, Note, Record};
use kifu_logs::bot_output::{
    BotPatterns, BotReport, BotWords, MAX_LINE_BYTES, MAX_NUMBERS, annotate, bot_reports,
    common_numbers,
};
use kifu_logs::formats::{ReadContext, check_text};

fn read(stderr: &str) -> BotReport {
    let message = "";
    BotPatterns::builtin().read(BotWords { stderr, message })
}

fn numbers(stderr: &str) -> Vec<(String, f64)> {
    read(stderr).numbers.into_iter().collect()
}

fn assert_numbers(stderr: &str, expected: &[(&str, f64)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, it)| ((*name).to_owned(), *it))
        .collect();
    assert_eq!(numbers(stderr), expected, "{stderr}");
}

fn note_of(stderr: &str) -> Note {
    let mut note = Note::default();
    read(stderr).add_to(&mut note, "A");
    note
}

#[test]
fn stderr_marks_and_numbers_are_parsed_and_nonsense_is_ignored() {
    let stderr = "hello\n@viz arrow e2 e3\n@viz text a1 12 of 40\n@viz\n@viz blob e4\n\
                 depth=4 win=0.625 nodes=1200 win=7 points=NaN x=\n@viz circle c3";
    let note = note_of(stderr);
    let at: Vec<&str> = note.marks.iter().map(|mark| mark.at.as_str()).collect();
    assert_eq!(at, ["e2", "a1", "c3"]);
    assert_eq!(note.marks[0].to, "e3");
    assert_eq!(note.marks[1].text, "12 of 40");
    assert_eq!(note.evals.len(), 1);
    let [line] = &note.evals[0].lines[..] else {
        panic!("one line");
    };
    assert_eq!((line.win, line.nodes), (Some(0.625), 1200));
    assert_eq!(line.points, None);
}

#[test]
fn stderr_mark_takes_the_colour_named_before_it() {
    let stderr = "@viz red arrow e2 e3\n@viz Yellow circle c3\n@viz square a1\n@viz green";
    let expected = [
        Mark::new(MarkKind::Arrow, "e2", "e3").colored(MarkColor::Red),
        Mark::new(MarkKind::Circle, "c3", "").colored(MarkColor::Yellow),
        Mark::new(MarkKind::Square, "a1", ""),
    ];
    assert_eq!(note_of(stderr).marks, expected);
}

#[test]
fn builtin_patterns_read_what_is_in_the_wild() {
    assert_numbers(
        "PAUSE 26 33\nMOVES 141 1 -264\nTIME 13 25",
        &[
            ("best_moves", 1.0),
            ("moves", 141.0),
            ("pause_ms", 26.0),
            ("pause_total_ms", 33.0),
            ("time_ms", 13.0),
            ("total_ms", 25.0),
            ("value", -264.0),
        ],
    );
    assert_numbers(
        "MINIMAX 9 2 -1119 5 48211",
        &[
            ("best_moves", 2.0),
            ("depth", 5.0),
            ("moves", 9.0),
            ("nodes", 48_211.0),
            ("value", -1119.0),
        ],
    );
    assert_numbers(
        "mcts\n15687 loops\n73/146\n",
        &[("visits", 146.0), ("win", 0.5)],
    );
    assert_numbers("[PDATA][12] my score = 5.5", &[("my score", 5.5)]);
    assert_numbers(
        "d1=-42 d2=19, (d3=7)",
        &[("d1", -42.0), ("d2", 19.0), ("d3", 7.0)],
    );
    assert_numbers("time=12ms win=62%", &[("time", 12.0), ("win", 0.62)]);
}

#[test]
fn win_with_percent_sign_is_a_share_of_100() {
    assert_numbers("win=1%", &[("win", 0.01)]);
    assert_numbers("win=0.5%, depth=3", &[("depth", 3.0), ("win", 0.005)]);
    assert_numbers("win=101%", &[]);
    assert_numbers("win=1", &[("win", 1.0)]);
}

#[test]
fn percentage_alone_is_a_win_probability_in_a_message_only() {
    let message = BotWords {
        stderr: "",
        message: "62.5 %",
    };
    assert_eq!(BotPatterns::builtin().read(message).win(), Some(0.625));
    assert_eq!(read("62.5 %").win(), None);
    for message in ["120%", "62.5", "at 62 %"] {
        let words = BotWords {
            stderr: "",
            message,
        };
        assert_eq!(BotPatterns::builtin().read(words).win(), None, "{message}");
    }
}

#[test]
fn words_without_a_meaning_give_nothing() {
    for words in [
        "MOVES 3 2",
        "MOVES many best 3",
        "5/0",
        "9/4",
        "10.11.2026 12/31 done",
        "http://host/?q=abc",
        "a == b, x=y, =3",
        "TIME 5",
        "@viz circle",
        "win=1.5",
    ] {
        assert!(read(words).is_empty(), "{words}: {:?}", read(words));
    }
}

#[test]
fn last_line_of_a_ply_counts_for_each_name() {
    assert_numbers(
        "depth=1 value=3\ndepth=2 value=-4",
        &[("depth", 2.0), ("value", -4.0)],
    );
}

#[test]
fn pattern_file_names_value_view_moves_marks_and_scale() {
    let text = r#"(
        builtin: false,
        patterns: [
            (regex: r"^white (?<percent>[\d.]+)%", view: First),
            (regex: r"^cp (?<value>-?\d+) pv (?<line>.+)$", view: Opponent, scale: 0.01),
            (regex: r"^took (?<time_s>[\d.]+)s"),
            (regex: r"^weak (?<at>\w+)", mark: Cross, color: Red),
            (regex: r"^skip "),
            (regex: r"(?<word>\d+)", of: Message),
        ],
    )"#;
    let patterns = BotPatterns::parse(text).expect("patterns");
    let words = BotWords {
        stderr: "white 75%\ncp 120 pv a1a2, b1b2\ntook 1.5s\nweak c3\nskip cp 1 pv x\nwin=0.5 9",
        message: "7",
    };
    let report = patterns.read_for(words, Player::Second);
    assert_eq!(report.win(), Some(0.25));
    assert_eq!(
        (report.best.as_str(), report.line.as_str()),
        ("a1a2", "a1a2 b1b2")
    );
    assert_eq!(report.numbers.get("value"), Some(&-1.2));
    assert_eq!(report.numbers.get("time_ms"), Some(&1500.0));
    assert_eq!(report.numbers.get("word"), Some(&7.0));
    let cross = Mark::new(MarkKind::Cross, "c3", "").colored(MarkColor::Red);
    assert_eq!(report.marks, [cross]);
    assert_eq!(report.numbers.len(), 4);
}

#[test]
fn own_patterns_come_before_the_builtin_ones() {
    let own = BotPatterns::parse(r#"(patterns: [(regex: r"^win=(?<percent>\d+)$")])"#).unwrap();
    let read = |stderr| {
        own.read(BotWords {
            stderr,
            message: "",
        })
    };
    assert_eq!(read("win=40").win(), Some(0.4));
    assert_eq!(read("win=0.3").win(), Some(0.3));
}

#[test]
fn wrong_pattern_file_is_an_error_with_its_place() {
    let error = |text: &str| BotPatterns::parse(text).unwrap_err();
    let cases = [
        ("", 1, 1, "Expected"),
        ("(patterns: [\n(regexp: r\"a\")])", 2, 2, "regexp"),
        (
            "(patterns: [\n  (regex: r\"a\"),\n  (regex: r\"ab(c\"),\n])",
            3,
            15,
            "unclosed",
        ),
        (
            "(patterns: [(regex: r\"a\"), (regex: r\"a\\1\")])",
            1,
            39,
            "backreferences",
        ),
        ("(patterns: [(regex: r\"x(?=y)\")])", 1, 24, "look-around"),
        (
            "(patterns: [(regex: r\"(?:a{1000}){1000}\")])",
            1,
            23,
            "at most",
        ),
        ("(patterns: [(regex: r\"(?<name>a)\")])", 1, 23, "`number`"),
        (
            "(patterns: [(regex: r\"(?<value>.)\", scale: 0)])",
            1,
            23,
            "scale",
        ),
    ];
    for (text, line, column, words) in cases {
        let error = error(text);
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{text}: {error}"
        );
        let whole = format!("{error} {}", error.hint.as_deref().unwrap_or(""));
        assert!(whole.contains(words), "{text}: {whole}");
    }
    let many = format!("(patterns: [{}])", "(regex: \"a\"),".repeat(201));
    assert!(error(&many).message.contains("at most 200"));
    let nested = format!("(patterns: [(regex: r\"{}\")])", "(".repeat(5000));
    assert!(BotPatterns::parse(&nested).is_err());
}

const CLOBBER: &str = "game: clobber\nb1a1 b2a2 b3a3";

fn clobber_record() -> Record {
    let mut games = check_text(CLOBBER, None, &ReadContext::default());
    games.remove(0).record
}

#[test]
fn record_gets_evaluations_and_marks_once_and_keeps_the_words() {
    let mut record = clobber_record();
    record.players.0.name = "A".to_owned();
    record.note_mut(1).stderr = "win=0.5 best=b1a1\n@viz cross a1".to_owned();
    record.note_mut(2).stderr = "nothing".to_owned();
    let words = record.notes[&1].stderr.clone();
    annotate(&mut record, BotPatterns::builtin());
    let once = record.clone();
    annotate(&mut record, BotPatterns::builtin());
    assert_eq!(record, once);
    let note = &record.notes[&1];
    assert_eq!(note.stderr, words);
    assert_eq!((note.evals.len(), note.marks.len()), (1, 1));
    assert_eq!(
        (
            note.evals[0].engine.as_str(),
            note.evals[0].lines[0].pv.as_str()
        ),
        ("A", "b1a1")
    );
    assert!(note.searches().is_empty() && note.own_evaluation().is_some());
    assert!(!record.is_reviewed());
    assert!(record.notes[&2].evals.is_empty());
}

#[test]
fn engine_search_stays_behind_the_reading_of_a_bot() {
    let mut record = clobber_record();
    let search = Evaluation {
        engine: "engine 1".to_owned(),
        ..Evaluation::default()
    };
    record.note_mut(1).evals.push(search.clone());
    record.note_mut(1).stderr = "win=0.25".to_owned();
    annotate(&mut record, BotPatterns::builtin());
    let note = &record.notes[&1];
    assert_eq!(note.searches(), [search]);
    assert_eq!(note.evals[0].lines[0].win, Some(0.25));
    assert!(record.is_reviewed());
}

#[test]
fn reported_moves_are_legal_ones_of_their_position() {
    let mut record = clobber_record();
    record.note_mut(1).stderr = "best=z9z8 depth=3".to_owned();
    record.note_mut(2).stderr = "pv=\"b2a2 b3a3 z1z2 c1c2\"".to_owned();
    let reports = bot_reports(&record, BotPatterns::builtin());
    assert_eq!(reports.len(), 2);
    assert_eq!(
        (reports[0].report.best.as_str(), reports[0].player),
        ("", Player::First)
    );
    assert_eq!(reports[1].report.line, "b2a2 b3a3");
    assert_eq!(common_numbers(&reports), ["depth"]);
}

#[test]
fn words_of_every_format_with_bot_output_are_read() {
    let dialogue = "R L7\nIO RCVD [6]\nIO RCVD [Hh421356h]\nIO RCVD [Start]\nIO RCVD [154326]\n\
                    MOVES 125 2 39\nIO SEND [Chv]\n";
    let games = check_text(dialogue, None, &ReadContext::default());
    let reports = bot_reports(&games[0].record, BotPatterns::builtin());
    assert_eq!(reports[0].report.numbers.get("value"), Some(&39.0));
    assert_eq!(reports[0].ply, 1);
}

mod hostile {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_output_ends_are_read() {
        let line = format!("win=0.5 {}", "x".repeat(MAX_LINE_BYTES));
        assert!(read(&line).is_empty());
        let huge = "depth=1\n".repeat(400_000) + "win=0.75";
        assert_eq!(read(&huge).win(), Some(0.75));
        let endless = "é".repeat(3 << 20);
        assert!(read(&endless).is_empty());
        assert_eq!(read(&(endless + "\nwin=0.75")).win(), Some(0.75));
    }

    #[test]
    fn many_names_and_marks_are_bounded() {
        let names: Vec<String> = (0..500).map(|n| format!("n{n}=1")).collect();
        assert_eq!(read(&names.join("\n")).numbers.len(), MAX_NUMBERS);
        assert_eq!(read(&"@viz circle a1\n".repeat(1000)).marks.len(), 100);
    }

    #[test]
    fn binary_output_is_read_without_a_panic() {
        let bytes: Vec<u8> = (0..200_000_u32)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        let text = String::from_utf8_lossy(&bytes);
        let _ = read(&text);
        assert_eq!(read("\u{0}\u{1b}[31m win=0.5").win(), Some(0.5));
        assert_eq!(read("win=0.5\u{202e}").win(), None);
    }

    #[test]
    fn pattern_with_nested_repetitions_takes_linear_time() {
        let text = r#"(builtin: false, patterns: [(regex: r"^(?:a+)+(?:a*)*b(?<x>\d)$")])"#;
        let patterns = BotPatterns::parse(text).unwrap();
        let stderr = ("a".repeat(4000) + "\n").repeat(50);
        let start = std::time::Instant::now();
        assert!(
            patterns
                .read(BotWords {
                    stderr: &stderr,
                    message: ""
                })
                .is_empty()
        );
        assert!(start.elapsed().as_secs() < 20);
    }
}
