//! The law of accounting: every part of a tree is in the record or named by a finding, and
//! every part of the record is read again from the text that is written.

use super::{all, written};
use kifu_core::findings::Severity;
use kifu_core::record::{Record, write_ron};
use kifu_logs::formats::CheckedGame;
use proptest::prelude::*;
use std::fmt::Write;

/// A node to be written: its properties in order, each with its value.
#[derive(Clone, Debug)]
struct Node {
    properties: Vec<(&'static str, String)>,
    /// The branches after the node; the first one is the main line.
    branches: Vec<Vec<Node>>,
}

/// A change of the text, at a place given as a fraction of all places.
#[derive(Clone, Copy, Debug)]
enum Mutation {
    DeleteBracket(f64),
    DoubleBracket(f64),
    DeleteProperty(f64),
    DoubleProperty(f64),
}

/// A move: `+` becomes a point of its own, so that no two branches are alike, `=` the point of the
/// move before.
fn point() -> impl Strategy<Value = String> {
    prop_oneof![
        40 => Just("+".to_owned()),
        2 => Just("=".to_owned()),
        1 => "[j-z]{1,3}",
        1 => Just("3 3".to_owned()),
    ]
}

/// A property besides the move; `#` becomes a number of its own, by which it is looked for.
fn extra() -> impl Strategy<Value = (&'static str, String)> {
    prop_oneof![
        6 => Just(("C", "#comment".to_owned())),
        1 => Just(("N", "#node".to_owned())),
        1 => Just(("XY", "#odd".to_owned())),
        1 => Just(("PB", "#black".to_owned())),
        1 => Just(("EV", "#event".to_owned())),
        1 => "[a-i][a-i]".prop_map(|at| ("LB", format!("{at}:#label"))),
        1 => "[a-i][a-i]".prop_map(|at| ("AB", at)),
        1 => "[a-i][a-i]".prop_map(|at| ("AE", at)),
        1 => Just(("AW", String::new())),
        1 => "[BW]".prop_map(|side| ("PL", side)),
        1 => Just(("RE", "#result".to_owned())),
        1 => Just(("RE", "W+3.5".to_owned())),
        1 => Just(("KF", "key:#key".to_owned())),
        1 => Just(("TE", "1".to_owned())),
        1 => Just(("DO", String::new())),
        1 => Just(("BM", "#judgement".to_owned())),
        1 => Just(("FF", "#version".to_owned())),
        1 => "[0-9]{1,3}".prop_map(|ms| ("KT", ms)),
    ]
}

fn node() -> impl Strategy<Value = Node> {
    let has_move = prop::bool::weighted(0.85);
    let is_odd = prop::bool::weighted(0.04);
    let more = prop::collection::vec(extra(), 0..3).prop_filter("few", |_| true);
    let sparse = prop_oneof![3 => Just(Vec::new()), 1 => more];
    (has_move, is_odd, point(), sparse).prop_map(|(has_move, is_odd, at, mut properties)| {
        if has_move {
            properties.insert(0, (if is_odd { "odd" } else { "move" }, at));
        }
        Node {
            properties,
            branches: Vec::new(),
        }
    })
}

fn line() -> impl Strategy<Value = Vec<Node>> {
    let leaf = prop::collection::vec(node(), 1..6);
    leaf.prop_recursive(3, 24, 3, |inner| {
        let branches = prop::collection::vec(inner, 2..4);
        (prop::collection::vec(node(), 1..4), branches).prop_map(|(mut line, branches)| {
            if let Some(last) = line.last_mut() {
                last.branches = branches;
            }
            line
        })
    })
}

fn mutation() -> impl Strategy<Value = Mutation> {
    (0..4, 0.0..1.0).prop_map(|(kind, at)| match kind {
        0 => Mutation::DeleteBracket(at),
        1 => Mutation::DoubleBracket(at),
        2 => Mutation::DeleteProperty(at),
        _ => Mutation::DoubleProperty(at),
    })
}

/// Writes lines with alternating colours, and numbers their texts.
fn write_line(line: &[Node], mut is_black: bool, count: &mut u32, out: &mut String) {
    let mut before = String::new();
    for node in line {
        out.push(';');
        for (name, value) in &node.properties {
            let color = |black: bool| if black { "B" } else { "W" };
            let name = match *name {
                "move" => color(is_black),
                "odd" => color(!is_black),
                other => other,
            };
            *count += 1;
            let letter = |number: u32| char::from(b'a' + u8::try_from(number % 9).unwrap());
            let own: String = [letter(*count), letter(*count / 9)].iter().collect();
            let value = match value.as_str() {
                "+" => own,
                "=" if before.is_empty() => own,
                "=" => before.clone(),
                text => text.replace('#', &format!("m{count}e")),
            };
            if matches!(name, "B" | "W") {
                before.clone_from(&value);
            }
            write!(out, "{name}[{value}]").unwrap();
        }
        if matches!(node.properties.first(), Some(("move" | "odd", _))) {
            is_black = !is_black;
        }
        for branch in &node.branches {
            out.push('(');
            write_line(branch, is_black, count, out);
            out.push(')');
        }
    }
}

fn write_tree(games: &[Vec<Node>]) -> String {
    let (mut out, mut count) = (String::new(), 0);
    for game in games {
        out.push_str("(;GM[1]SZ[9]");
        write_line(game, true, &mut count, &mut out);
        out.push_str(")\n");
    }
    out
}

/// Returns the properties outside of values, found without kifu's own reader.
fn properties(text: &str) -> Vec<(String, std::ops::Range<usize>)> {
    let (mut found, mut name, mut start) = (Vec::new(), String::new(), 0);
    let mut value_start = None;
    for (at, c) in text.char_indices() {
        match (c, value_start) {
            (']', Some(_)) => {
                found.push((std::mem::take(&mut name), start..at + 1));
                value_start = None;
            }
            (_, Some(_)) => {}
            ('[', None) => value_start = Some(at),
            ('A'..='Z', None) => {
                if name.is_empty() {
                    start = at;
                }
                name.push(c);
            }
            _ => name.clear(),
        }
    }
    found
}

fn move_count(text: &str) -> usize {
    let all = properties(text).into_iter();
    all.filter(|(name, _)| name == "B" || name == "W").count()
}

/// Chooses one of several by a fraction.
fn chosen<T>(all: &[T], at: f64) -> Option<&T> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index below the length"
    )]
    all.get((at * all.len() as f64) as usize)
}

fn mutate(text: &mut String, mutation: Mutation) {
    let brackets: Vec<usize> = text
        .char_indices()
        .filter(|(_, c)| "()[];".contains(*c))
        .map(|(at, _)| at)
        .collect();
    match mutation {
        Mutation::DeleteBracket(at) => {
            if let Some(at) = chosen(&brackets, at) {
                text.remove(*at);
            }
        }
        Mutation::DoubleBracket(at) => {
            if let Some(at) = chosen(&brackets, at) {
                let bracket = text[*at..=*at].to_owned();
                text.insert_str(*at, &bracket);
            }
        }
        Mutation::DeleteProperty(at) => {
            if let Some((_, span)) = chosen(&properties(text), at) {
                text.replace_range(span.clone(), "");
            }
        }
        Mutation::DoubleProperty(at) => {
            if let Some((_, span)) = chosen(&properties(text), at) {
                let property = text[span.clone()].to_owned();
                text.insert_str(span.start, &property);
            }
        }
    }
}

/// Counts the moves of a record: its main line, the failed move and what follows, the lines that
/// replace a ply, and those in the texts that were kept.
fn moves_in(record: &Record) -> usize {
    let words = |text: &str| text.split_ascii_whitespace().count();
    let mut count = words(&record.moves);
    if let Some(attempt) = &record.attempt {
        count += 1 + words(&attempt.rest);
    }
    for note in record.notes.values() {
        let mut before: Vec<&str> = Vec::new();
        for line in &note.variations {
            let tokens: Vec<&str> = line.moves.split_ascii_whitespace().collect();
            let shared = tokens
                .iter()
                .zip(&before)
                .take_while(|(one, other)| one == other);
            let shared = shared.count();
            // A branch of its own, even if all of its moves were made before.
            count += (tokens.len() - shared).max(1);
            before = tokens;
        }
    }
    count
        + record
            .ext
            .values()
            .map(|text| move_count(text))
            .sum::<usize>()
}

/// Checks that a text is accounted for; returns its games.
fn check_accounting(text: &str, is_mutated: bool) -> Result<Vec<CheckedGame>, TestCaseError> {
    let games = all(text);
    let is_reported = |game: &CheckedGame| game.worst_severity() >= Some(Severity::Warning);
    let records: String = games.iter().map(|game| write_ron(&game.record)).collect();
    if !games.iter().any(is_reported) {
        let (read, found): (usize, usize) = (
            move_count(text),
            games.iter().map(|game| moves_in(&game.record)).sum(),
        );
        // A line that shares its moves with another one may look shorter than it is.
        prop_assert_eq!(read, found, "{}\n{}", text, records);
    }
    for (_, span) in properties(text) {
        let value = &text[span.clone()];
        let marker = value.find('m').map(|at| &value[at..value.len() - 1]);
        let Some(marker) = marker.filter(|marker| marker.contains('e')) else {
            continue;
        };
        let is_kept = records.contains(marker);
        let is_lost = !is_kept && !games.iter().any(is_reported);
        prop_assert!(!is_lost, "{} of {}\n{}", marker, text, records);
        // Only what breaks the syntax can hide the text of a value.
        prop_assert!(is_kept || is_mutated, "{} of {}\n{}", marker, text, records);
    }
    Ok(games)
}

/// Checks that a record is the same after it was written and read.
fn check_round_trip(record: &Record) -> Result<(), TestCaseError> {
    let text = written(record);
    let mut games = all(&text);
    prop_assert_eq!(games.len(), 1, "{}", text);
    let mut again = games.remove(0).record;
    let mut first = record.clone();
    for record in [&mut first, &mut again] {
        if let Some(attempt) = &mut record.attempt {
            (attempt.line, attempt.column) = (0, 0);
        }
    }
    prop_assert_eq!(&again.moves, &first.moves, "{}", text);
    prop_assert_eq!(&again.attempt, &first.attempt, "{}", text);
    prop_assert_eq!(&again.notes, &first.notes, "{}", text);
    prop_assert_eq!(&again.ext, &first.ext, "{}", text);
    prop_assert_eq!(&again.times_ms, &first.times_ms, "{}", text);
    prop_assert_eq!(&again.players, &first.players, "{}", text);
    prop_assert_eq!(&again.event, &first.event, "{}", text);
    prop_assert_eq!(written(&again), text);
    Ok(())
}

mod slow {
    use super::*;

    proptest! {
        #![proptest_config(crate::common::cases(300))]

        #[test]
        fn every_part_of_an_sgf_tree_is_kept_or_reported(
            games in prop::collection::vec(line(), 1..3),
            mutations in prop::collection::vec(mutation(), 0..3),
        ) {
            let mut text = write_tree(&games);
            for mutation in &mutations {
                mutate(&mut text, *mutation);
            }
            for game in check_accounting(&text, !mutations.is_empty())? {
                if !game.record.game.is_empty() {
                    check_round_trip(&game.record)?;
                }
            }
        }
    }
}
