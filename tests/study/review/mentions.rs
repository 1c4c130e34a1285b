//! What the words of a ply name, compared with the board.

use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{EvalLine, Evaluation, Record, adjudicate};
use kifu_study::review::{
    CountedShare, MeasuredSum, PlyMentions, Thresholds, judged_plies_without_reasons, mentions,
    word_totals,
};

/// A game on a board of 3 columns and 2 rows, `b2` and `a1` White's, with these words at ply 1.
fn record(words: &str) -> Record {
    let mut record = Record {
        game: "clobber".to_owned(),
        moves: "a1a2 c2c1".to_owned(),
        ..Record::default()
    };
    record.setup.set("position", "bwb/wbw w");
    words.clone_into(&mut record.note_mut(1).message);
    adjudicate(&mut record, by_id(CATALOGUE, "clobber").unwrap());
    record
}

fn named(words: &str) -> PlyMentions {
    let record = record(words);
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let mut all = mentions(&record, game, 2, &[]).unwrap();
    assert_eq!(all.len(), 1, "{words}");
    all.remove(0)
}

/// The moves as text, an illegal one with `!`.
fn moves(words: &str) -> String {
    let found = named(words).moves.into_iter();
    let texts: Vec<String> = found
        .map(|named| format!("{}{}", named.token, if named.is_legal { "" } else { "!" }))
        .collect();
    texts.join(" ")
}

#[test]
fn moves_are_named_in_words_and_marks() {
    for (words, expected) in [
        ("Not a1b1, but a1a2!", "a1b1 a1a2"),
        ("{\"move\": \"a1a2\"}", "a1a2"),
        ("a1-a2 or a1->b1, even a1xb1", "a1a2 a1b1"),
        ("**b2b1** takes; b1b2 is theirs", "b2b1 b1b2!"),
        ("k9k8 is off the board", "k9k8!"),
        ("a1a2a3, A1A2 and 1a2a are no moves", ""),
        ("nothing", ""),
        ("a1a2 a1a2 a1a2", "a1a2"),
    ] {
        assert_eq!(moves(words), expected, "{words}");
    }
}

#[test]
fn squares_exist_or_not() {
    let found = named("From a1 I see d4, c2 and a1 again.");
    let squares: Vec<(&str, bool)> = found
        .squares
        .iter()
        .map(|named| (named.square.as_str(), named.exists))
        .collect();
    assert_eq!(squares, [("a1", true), ("d4", false), ("c2", true)]);
    assert_eq!(found.last_move, None);
    assert_eq!(found.is_last_played, None);
}

#[test]
fn last_named_move_is_compared_with_the_played_one() {
    assert_eq!(named("a1b1? No: a1a2.").is_last_played, Some(true));
    assert_eq!(named("a1a2, no, a1b1").is_last_played, Some(false));
}

#[test]
fn better_named_move_needs_a_review_that_values_it_more() {
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let mut record = record("a1b1 wins, but I play a1a2");
    let line = |pv: &str, win: f64| EvalLine {
        pv: pv.to_owned(),
        win: Some(win),
        ..EvalLine::default()
    };
    record.note_mut(1).evals = vec![Evaluation {
        lines: vec![line("a1b1", 0.9), line("a1a2", 0.2)],
        ..Evaluation::default()
    }];
    let judged = judged_plies_without_reasons(&record, game, 2, &Thresholds::default()).unwrap();
    let all = mentions(&record, game, 2, &judged).unwrap();
    assert_eq!(all[0].better.as_deref(), Some("a1b1"));
    let [first, second] = word_totals(&record, game, 2, &judged).unwrap();
    assert_eq!(first.better_named, CountedShare { hits: 1, all: 1 });
    assert_eq!(first.loss.count, 1);
    assert_eq!(second.plies_with_words, 0);
}

#[test]
fn all_moves_of_a_long_list_are_counted() {
    let square = |at: usize| {
        format!(
            "{}{}",
            char::from(b'a' + u8::try_from(at / 10).unwrap()),
            at % 10
        )
    };
    let words: Vec<String> = (0..200).map(|at| format!("{}b2", square(at))).collect();
    let named = named(&words.join(" "));
    assert_eq!(named.move_counts(), (200, 200));
}

#[test]
fn long_text_without_names_is_read_in_linear_time() {
    let words = "no name at all, ".repeat(200_000);
    assert_eq!(moves(&words), "");
}

#[test]
fn numbers_by_ply_are_summed_with_errors() {
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let mut record = record("a1a2");
    record
        .ext
        .insert("numbers.calls".to_owned(), "3 1".to_owned());
    record
        .ext
        .insert("numbers.total_tokens".to_owned(), "100 200".to_owned());
    let [first, second] = word_totals(&record, game, 2, &[]).unwrap();
    assert_eq!(
        (first.retries.mean(), second.retries.mean()),
        (Some(2.0), Some(0.0))
    );
    assert_eq!(second.tokens.mean(), Some(200.0));
    let mut sum = MeasuredSum::default();
    for value in [2.0, 4.0, 6.0] {
        sum.add(value);
    }
    let error = sum.standard_error().unwrap();
    assert!((error - 2.0 / 3.0_f64.sqrt()).abs() < 1e-12);
}
