//! The text of records: it round-trips, is canonical, and gives an error with its place when it is
//! invalid.

use kifu_core::contract::{Fault, Player, Setup, Winner};
use kifu_core::record::*;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

/// Text as people and programs write it: quotes, line feeds, emoji, right-to-left, controls.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[ -~]{0,20}",
        1 => "\\PC{0,8}",
        1 => Just("O'Hara said \"no\"\nand\tleft \\ 🦀 \u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{202e}abc".to_owned()),
        1 => Just("\r\n\u{0}\u{7f}\u{feff}\"#r#\"(),:{}[] // /* */".to_owned()),
        2 => Just(String::new()),
    ]
}

fn token() -> impl Strategy<Value = String> {
    "[!-~]{1,9}"
}

fn tokens() -> impl Strategy<Value = String> {
    vec(token(), 0..25).prop_map(|tokens| tokens.join(" "))
}

fn number() -> impl Strategy<Value = Option<f64>> {
    proptest::option::of(prop_oneof![-1e6..1e6, Just(0.1 + 0.2), Just(1e-300)])
}

fn line() -> impl Strategy<Value = EvalLine> {
    let proven = proptest::option::of(prop_oneof![
        Just(Proven::Win),
        Just(Proven::Loss),
        Just(Proven::Draw)
    ]);
    (proven, number(), number(), any::<u64>(), tokens()).prop_map(
        |(proven, win, points, nodes, pv)| EvalLine {
            proven,
            win,
            points,
            nodes,
            pv,
        },
    )
}

fn evals() -> impl Strategy<Value = Vec<Evaluation>> {
    let budget = prop_oneof![
        any::<u64>().prop_map(EvalBudget::Nodes),
        any::<u64>().prop_map(EvalBudget::TimeMs),
        text().prop_map(EvalBudget::Other)
    ];
    let pass = prop_oneof![
        Just(SearchPass::First),
        Just(SearchPass::Deeper),
        Just(SearchPass::Closer)
    ];
    let eval = (
        text(),
        proptest::option::of(budget),
        any::<Option<u64>>(),
        pass,
        proptest::option::of(line()),
        vec(line(), 0..3),
    );
    let eval = eval.prop_map(
        |(engine, budget, seed, pass, before_chance, lines)| Evaluation {
            engine,
            budget,
            seed,
            pass,
            before_chance,
            lines,
        },
    );
    vec(eval, 0..2)
}

fn marks() -> impl Strategy<Value = Vec<Mark>> {
    let kind = prop_oneof![
        Just(MarkKind::Arrow),
        Just(MarkKind::Circle),
        Just(MarkKind::Text)
    ];
    let color = proptest::sample::select(&MarkColor::ALL[..]);
    let mark = (kind, token(), text(), text(), color);
    let mark = mark.prop_map(|(kind, at, to, text, color)| Mark {
        kind,
        at,
        to,
        text,
        color,
    });
    vec(mark, 0..3)
}

fn glyph() -> impl Strategy<Value = Option<Glyph>> {
    proptest::option::of(prop_oneof![Just(Glyph::Blunder), Just(Glyph::Brilliant)])
}

fn variation_note() -> impl Strategy<Value = VariationNote> {
    (text(), glyph(), marks(), evals()).prop_map(|(comment, glyph, marks, evals)| VariationNote {
        comment,
        glyph,
        marks,
        evals,
    })
}

fn note() -> impl Strategy<Value = Note> {
    let by = proptest::option::of(prop_oneof![Just(MovedBy::Jury), Just(MovedBy::Automatic)]);
    let variation = (tokens(), btree_map(0..90u32, variation_note(), 0..2));
    let variation = variation.prop_map(|(moves, notes)| Variation { moves, notes });
    let texts = (proptest::option::of(text()), text(), text());
    (by, texts, variation_note(), vec(variation, 0..2)).prop_map(
        |(by, (raw, message, stderr), variation_note, variations)| Note {
            by,
            raw,
            message,
            stderr,
            comment: variation_note.comment,
            glyph: variation_note.glyph,
            marks: variation_note.marks,
            evals: variation_note.evals,
            variations,
        },
    )
}

fn result() -> impl Strategy<Value = GameResult> {
    let pair = || proptest::option::of((any::<i32>(), any::<i32>()));
    let winner = proptest::option::of(prop_oneof![Just(Winner::First), Just(Winner::Draw)]);
    let faults = btree_map(Just(Player::Second), Just(Fault::Timeout), 0..2);
    (winner, pair(), pair(), pair(), faults).prop_map(
        |(winner, scores, points, game_points, faults)| GameResult {
            winner,
            scores,
            points,
            game_points,
            how: Ending::Timeout,
            faults,
        },
    )
}

fn player_info() -> impl Strategy<Value = PlayerInfo> {
    (text(), text(), text(), proptest::option::of(0..=1u64 << 53)).prop_map(
        |(name, author, version, time_ms)| PlayerInfo {
            name,
            author,
            version,
            time_ms,
        },
    )
}

fn record() -> impl Strategy<Value = Record> {
    let setup = btree_map(token(), text(), 0..3).prop_map(Setup);
    let event = (text(), text(), text(), text()).prop_map(|(name, round, table, date)| EventInfo {
        name,
        round,
        table,
        date,
    });
    let source =
        (text(), text(), text(), text()).prop_map(|(format, file, id, sha256)| SourceInfo {
            format,
            file,
            id,
            sha256,
        });
    let attempt =
        (text(), text(), any::<u32>(), text()).prop_map(|(raw, reason, line, rest)| Attempt {
            raw,
            player: Some(Player::First),
            reason,
            line,
            rest,
            ..Attempt::default()
        });
    let reported = (result(), proptest::option::of((text(), text())), text());
    let reported = reported.prop_map(|(result, status, text)| ReportedResult {
        winner: result.winner,
        points: result.points,
        status,
        text,
        ..ReportedResult::default()
    });
    let head = (
        text(),
        1..9u32,
        setup,
        event,
        source,
        (player_info(), player_info()),
    );
    let times = vec(proptest::option::of(any::<u32>()), 0..20).prop_map(PlyTimes);
    let body = (tokens(), times, btree_map(0..99u32, note(), 0..4));
    let tail = (
        proptest::option::of(attempt),
        proptest::option::of(result()),
        proptest::option::of(reported),
        btree_map(text(), text(), 0..3),
    );
    (head, body, tail).prop_map(
        |(
            (game, rules, setup, event, source, players),
            (moves, times_ms, notes),
            (attempt, result, reported, ext),
        )| Record {
            kifu: VERSION,
            game,
            rules,
            setup,
            event,
            source,
            players,
            moves,
            times_ms,
            notes,
            attempt,
            result,
            reported,
            ext,
        },
    )
}

/// The fixtures of every format version must stay readable.
#[test]
fn fixtures_of_every_format_version_are_readable() {
    let [old, new] = [
        include_str!("../../../fixtures/ron/version-1.ron"),
        include_str!("../../../fixtures/ron/version-2.ron"),
    ];
    let record = read_ron(old).unwrap();
    assert_eq!(record.times_ms.get_ms(2), Some(80));
    assert_eq!(record.notes[&2].glyph, Some(Glyph::Mistake));
    assert_eq!(record.ext["any.key"], "any text");
    assert_eq!(record, read_ron(new).unwrap());
    assert_eq!(write_ron(&record), new, "and it is canonical");
}

/// `fixtures/ron/v1` and `v2` hold the same reviewed games, written by kifu of either version.
#[test]
fn version_1_files_equal_their_version_2_twins() {
    let folder = crate::common::repository().join("fixtures/ron");
    let mut passes = Vec::new();
    for game in kifu_core::games::CATALOGUE {
        let [old, new] = ["v1", "v2"].map(|version| {
            std::fs::read_to_string(folder.join(format!("{version}/{}.ron", game.id()))).unwrap()
        });
        assert!(old.starts_with("(\n    kifu: 1,") && new.starts_with("(\n    kifu: 2,"));
        let record = read_ron(&old).unwrap();
        assert_eq!(record, read_ron(&new).unwrap(), "{}", game.id());
        assert_eq!(write_ron(&record), new, "{}", game.id());
        let evals = record.notes.values().flat_map(|note| &note.evals);
        passes.extend(evals.map(|eval| (eval.pass, eval.before_chance.is_some())));
        assert!(!new.contains("Other("), "{}", game.id());
    }
    for seen in [
        (SearchPass::First, false),
        (SearchPass::First, true),
        (SearchPass::Deeper, false),
        (SearchPass::Closer, false),
    ] {
        assert!(passes.contains(&seen), "{seen:?}");
    }
}

#[test]
fn fields_of_another_format_version_are_refused() {
    let record = |version, eval| {
        read_ron(&format!(
            "(kifu: {version}, game: \"x\", players: ((), ()), notes: {{1: (evals: [({eval})])}})"
        ))
    };
    let (old, new) = ("budget: \"depth 5\", win: 0.5", "lines: [(win: 0.5)]");
    let budget = record(1, old).unwrap().notes[&1].evals[0].budget.clone();
    assert_eq!(budget, Some(EvalBudget::Other("depth 5".to_owned())));
    assert!(record(2, new).is_ok());
    for wrong in [record(2, old), record(1, new)] {
        assert!(matches!(wrong, Err(RonError::Syntax { .. })), "{wrong:?}");
    }
}

#[test]
fn newer_format_version_is_refused_with_any_content() {
    let text = "(kifu: 3, game: \"go\", moves: [\"a\", \"b\"], stranger: Some((1, 2)))";
    assert_eq!(
        read_ron(text).unwrap_err(),
        RonError::NewerVersion { version: 3 }
    );
    let text = "(kifu: 7, game: \"clobber\", players: ((), ()))";
    assert_eq!(
        read_ron(text).unwrap_err(),
        RonError::NewerVersion { version: 7 }
    );
}

#[test]
fn misspelled_field_is_refused_with_line_and_hint() {
    let text =
        "(\n    kifu: 1,\n    game: \"clobber\",\n    players: ((), ()),\n    move: \"b1a1\",\n)";
    match read_ron(text).unwrap_err() {
        RonError::Syntax {
            message,
            hint,
            line,
            ..
        } => {
            assert_eq!(line, 5, "{message}");
            assert!(message.contains("`move`"), "{message}");
            assert!(hint.unwrap().contains("`moves`"), "{message}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn infinite_and_nan_numbers_are_refused() {
    for number in ["inf", "NaN", "1e400"] {
        for (version, eval) in [
            (1, format!("win: {number}")),
            (2, format!("lines: [(points: {number})]")),
            (2, format!("before_chance: (win: {number})")),
        ] {
            let text = format!(
                "(kifu: {version}, game: \"x\", players: ((), ()), notes: {{1: (evals: [({eval})])}})"
            );
            assert!(
                matches!(read_ron(&text), Err(RonError::InvalidValue { .. })),
                "{text}"
            );
        }
    }
}

#[test]
fn deeply_nested_text_is_refused_without_stack_overflow() {
    for bomb in [
        "(".repeat(100_000),
        "[".repeat(100_000),
        "Some(".repeat(100_000),
    ] {
        assert!(read_ron(&bomb).is_err());
        assert!(read_ron(&format!("(kifu: 1, game: {bomb}")).is_err());
        assert!(read_ron(&format!("(kifu: 9, game: {bomb}")).is_err());
    }
}

/// The fenced blocks of a section of the specification, each with its language.
fn test_vectors(section: &str) -> Vec<(&'static str, &'static str)> {
    let page = include_str!("../../../src/core/record/format.md");
    let (_, rest) = page.split_once(&format!("\n### {section}\n")).unwrap();
    let rest = rest.split("\n### ").next().unwrap();
    let blocks = rest.split("```").skip(1).step_by(2);
    blocks
        .map(|block| block.split_once('\n').unwrap())
        .collect()
}

#[test]
fn examples_of_the_format_specification_hold() {
    let [("ron", minimal), ("json", json)] = test_vectors("Minimal")[..] else {
        panic!("a record in RON and in JSON");
    };
    let record = read_ron(minimal).unwrap();
    assert_eq!(write_ron(&record), minimal);
    assert_eq!(serde_json::to_string(&record).unwrap(), json.trim_end());
    let [("ron", complete)] = test_vectors("Complete")[..] else {
        panic!("a record");
    };
    assert_eq!(write_ron(&read_ron(complete).unwrap()), complete);
    let [("ron", old), ("ron", new)] = test_vectors("Of version 1")[..] else {
        panic!("a record in both versions");
    };
    assert_eq!(write_ron(&read_ron(old).unwrap()), new);
    assert_eq!(write_ron(&read_ron(new).unwrap()), new);
    let [("text", error), ("ron", broken)] = test_vectors("Broken")[..] else {
        panic!("an error and what is wrong");
    };
    match read_ron(broken).unwrap_err() {
        RonError::Syntax {
            message,
            line,
            column,
            ..
        } => assert_eq!(
            format!("line {line}, column {column}: {message}"),
            error.trim_end()
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn total_time_beyond_two_to_53_is_refused() {
    let text = |ms: u64| format!("(kifu:2,game:\"box\",players:((time_ms:{ms}),()),moves:\"\")");
    assert!(read_ron(&text(1 << 53)).is_ok());
    let error = read_ron(&text((1 << 53) + 1)).unwrap_err().to_string();
    assert!(error.contains("up to 9007199254740992"), "{error}");
}

mod slow {
    use super::*;

    proptest! {
        #![proptest_config(crate::common::cases(256))]

        #[test]
        fn record_round_trips_through_ron_ronl_and_json(record in record()) {
            for text in [write_ron(&record), write_ronl(&record)] {
                let read = read_ron(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                prop_assert_eq!(&read, &record, "{}", text);
            }
            prop_assert_eq!(write_ronl(&record).lines().count(), 1);
            let json = serde_json::to_string(&record).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Record>(&json).unwrap(), &record);
        }

        #[test]
        fn record_line_equals_that_of_the_ron_crate(record in record()) {
            let options = ron::Options::default()
                .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
            let expected = options.to_string(&record).unwrap() + "\n";
            prop_assert_eq!(write_ronl(&record), expected);
        }

        #[test]
        fn record_text_is_canonical(record in record()) {
            let text = write_ron(&record);
            prop_assert_eq!(write_ron(&read_ron(&text).unwrap()), text.clone());
            let line = write_ronl(&record);
            prop_assert_eq!(write_ron(&read_ron(&line).unwrap()), text);
        }

        #[test]
        fn read_ron_never_panics_on_random_or_mutated_text(text in "\\PC{0,60}", at in 0..2000usize, byte: u8) {
            let _ = read_ron(&text);
            let mut whole = include_bytes!("../../../fixtures/ron/version-2.ron").to_vec();
            let at = at % whole.len();
            whole[at] = byte;
            let _ = read_ron(&String::from_utf8_lossy(&whole));
            let _ = read_ron(&String::from_utf8_lossy(&whole[..at]));
        }
    }
}
