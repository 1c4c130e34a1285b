//! The sentences on a result that differs from that of the rules.

use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::findings::Code;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Ending, GameResult, Record, ReportedResult, adjudicate};

/// Returns the messages on the results of a game that Black left by a crash.
fn messages(change: impl FnOnce(&mut GameResult, &mut ReportedResult)) -> Vec<(Code, String)> {
    let mut result = GameResult {
        winner: Some(Winner::First),
        scores: Some((0, -1)),
        points: Some((0, -1)),
        how: Ending::Crash,
        faults: [(Player::Second, Fault::Crash)].into(),
        ..GameResult::default()
    };
    let mut reported = ReportedResult::default();
    change(&mut result, &mut reported);
    let mut record = Record {
        game: "clobber".to_owned(),
        moves: "b1a1".to_owned(),
        result: Some(result),
        reported: Some(reported),
        ..Record::default()
    };
    let adjudication = adjudicate(&mut record, by_id(CATALOGUE, "clobber").unwrap());
    let findings = adjudication.findings.into_iter();
    let findings = findings.map(|(_, finding)| (finding.code, finding.message));
    findings.collect()
}

#[test]
fn stored_result_names_only_what_differs() {
    assert_eq!(messages(|_, _| {}), []);
    let one = messages(|stored, _| stored.scores = Some((1, -1)));
    let text = "White's score: the record says 1, the rules give 0";
    assert_eq!(one, [(Code::StoredResultDiffers, text.to_owned())]);
    let several = messages(|stored, _| {
        stored.winner = Some(Winner::Draw);
        stored.how = Ending::Finished;
        stored.scores = None;
        stored.points = Some((-1, 0));
    });
    let text = "result: the record says a draw, the rules give a win for White; ending: the record \
                says finished, the rules give crash; score: the record says none, the rules give \
                0 – (−1); contest points: the record says −1 – 0, the rules give 0 – (−1)";
    assert_eq!(several, [(Code::StoredResultDiffers, text.to_owned())]);
}

#[test]
fn reported_result_names_only_what_differs() {
    let one = messages(|_, reported| {
        reported.points = Some((0, 0));
    });
    let text = "Black's contest points: the log says 0, the rules give −1";
    assert_eq!(one, [(Code::PointsDiffer, text.to_owned())]);
    let winner = messages(|_, reported| {
        reported.winner = Some(Winner::Second);
        reported.points = Some((-1, 0));
    });
    let text = "the log says a win for Black (−1 – 0), the rules give a win for White (0 – (−1))";
    assert_eq!(winner, [(Code::WinnerDiffers, text.to_owned())]);
}
