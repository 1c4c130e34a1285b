//! The evaluations of records of version 1.

use kifu_core::record::{EvalBudget, Evaluation, SearchPass, read_ron};
use proptest::prelude::*;

/// Returns an entry of version 1 as text.
fn entry(budget: &str, pv: &str, nodes: u64) -> String {
    format!("(engine: \"e 1\", budget: {budget:?}, win: 0.5, nodes: {nodes}, pv: {pv:?})")
}

/// Reads the evaluations of a ply from entries of version 1.
fn read_evals(entries: &[String]) -> Vec<Evaluation> {
    let text = format!(
        "(kifu: 1, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), moves: \"b1a1\", \
         notes: {{1: (evals: [{}])}})",
        entries.join(", ")
    );
    let mut record = read_ron(&text).unwrap();
    record.notes.remove(&1).unwrap().evals
}

fn parse_budget(text: &str) -> (Option<EvalBudget>, Option<u64>, SearchPass) {
    let evals = read_evals(&[entry(text, "a", 1)]);
    let [eval] = <[Evaluation; 1]>::try_from(evals).unwrap();
    (eval.budget, eval.seed, eval.pass)
}

#[test]
fn version_1_budgets_are_parsed_by_kind_and_pass() {
    let nodes = Some(EvalBudget::Nodes(20_000));
    for (text, expected) in [
        (
            "nodes 20000 seed 1",
            (nodes.clone(), Some(1), SearchPass::First),
        ),
        (
            "nodes 20000 seed 7 deeper",
            (nodes, Some(7), SearchPass::Deeper),
        ),
        (
            "time 100ms seed 1 closer",
            (Some(EvalBudget::TimeMs(100)), Some(1), SearchPass::Closer),
        ),
        ("", (None, None, SearchPass::First)),
    ] {
        assert_eq!(parse_budget(text), expected, "{text}");
    }
    for text in ["depth 5", "nodes 5", "nodes 05 seed 1", "closer", " "] {
        let other = Some(EvalBudget::Other(text.to_owned()));
        assert_eq!(parse_budget(text), (other, None, SearchPass::First));
    }
}

#[test]
fn adjacent_version_1_entries_of_one_budget_form_one_evaluation() {
    let (first, closer) = ("nodes 9 seed 1", "nodes 45 seed 1 closer");
    let evals = read_evals(&[
        entry(first, "a b", 3),
        entry(first, "c", 2),
        entry(first, "", 0),
        entry(closer, "c", 45),
        entry("", "", 7),
    ]);
    let lines: Vec<usize> = evals.iter().map(|eval| eval.lines.len()).collect();
    assert_eq!(lines, [2, 1, 1]);
    assert!(evals[0].before_chance.is_some());
    assert_eq!(evals[1].pass, SearchPass::Closer);
    // A value without lines is that of the position itself.
    assert_eq!(evals[2].before_chance, None);
    assert_eq!(evals[2].lines[0].nodes, 7);
}

proptest! {
    #![proptest_config(crate::common::cases(256))]

    #[test]
    fn version_1_budget_text_round_trips(text in prop_oneof![
        ".{0,30}",
        "(nodes|time) [0-9]{1,21}(ms)? seed [0-9]{1,21}( closer| deeper|)"
    ]) {
        let (budget, seed, pass) = parse_budget(&text);
        let eval = Evaluation { budget, seed, pass, ..Evaluation::default() };
        prop_assert_eq!(eval.budget_text(), text);
    }
}
