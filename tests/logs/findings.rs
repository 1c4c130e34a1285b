//! A game has a bounded number of findings, and the others are counted.

use crate::common::work_clock;
use kifu_core::findings::{Code, Finding, Findings, MAX_FINDINGS, Severity};
use kifu_logs::formats::{ReadContext, check_text};

#[test]
fn many_notes_do_not_hide_an_error() {
    let mut findings = Findings::new();
    for _ in 0..3 * MAX_FINDINGS {
        findings.push(Finding::new(Code::NotCanonical, "a note"));
    }
    findings.push(Finding::new(Code::IllegalMove, "an error"));
    findings.insert(0, Finding::new(Code::NotCanonical, "kept in any case"));
    let mut other: Findings = vec![Finding::new(Code::NotCanonical, "a note")].into();
    findings.append(&mut other);
    let all = findings.into_vec();
    assert_eq!(all.len(), MAX_FINDINGS + 3);
    assert_eq!(all[0].message, "kept in any case");
    assert!(
        all.iter()
            .any(|finding| finding.severity() == Severity::Error)
    );
    let last = all.last().unwrap();
    assert_eq!(last.code, Code::FindingsLeftOut);
    let rest = 2 * MAX_FINDINGS + 1;
    assert!(
        last.message.ends_with(&format!("found {rest} notes more")),
        "{}",
        last.message
    );
}

/// Returns a record with `count` variations, each of an illegal move.
fn record_with_variations(count: usize) -> String {
    let variations = "(moves:\"a1a9\"),".repeat(count);
    format!(
        r#"(kifu: 2, game: "clobber", players: ((name: "A"), (name: "B")), moves: "b1a1",
            notes: {{1: (variations: [{variations}])}})"#
    )
}

#[test]
fn illegal_variations_are_counted_in_linear_time() {
    let seconds = |count: usize| {
        let text = record_with_variations(count);
        let measured = |_| {
            let clock = work_clock();
            let games = check_text(&text, None, &ReadContext::default());
            let spent = clock().as_secs_f64();
            let findings = &games[0].findings;
            let shown = findings
                .iter()
                .filter(|found| found.code == Code::BadVariation);
            assert_eq!(shown.count(), MAX_FINDINGS);
            let rest = format!("found {} warnings", count - MAX_FINDINGS);
            assert!(findings.iter().any(|found| found.message.contains(&rest)));
            // All variations are in one note, which is located once.
            let lines = findings.iter().filter_map(|found| found.location.as_ref());
            assert!(lines.filter(|location| location.line == 2).count() >= MAX_FINDINGS);
            spent
        };
        (0..3).map(measured).fold(f64::MAX, f64::min)
    };
    let (some, many) = (seconds(4_000), seconds(32_000));
    // Eight times as many take eight times as long. With quadratic time it was 64 times.
    assert!(many < 24.0 * some, "{some} s, {many} s");
}
