//! Rechecks of a ply: by the values of later plies, and of moves that were not searched before.

use super::bundled;
use super::whole_games::{finish, plan};
use kifu_core::contract::Proven;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Evaluation, Record};
use kifu_logs::formats::{ReadContext, check_text};
use kifu_study::review::{SearchPass, Thresholds, TurningPoint, judged_plies};

/// Returns the value of a position by each search of it.
fn values(record: &Record, ply: u32) -> Vec<(Option<Proven>, f64)> {
    let evals = record.notes.get(&ply).map_or(&[][..], |note| &note.evals);
    let best = evals.iter().filter_map(|eval| eval.lines.first());
    best.map(|line| (line.proven, line.win.unwrap())).collect()
}

#[test]
fn value_that_both_neighbours_contradict_is_searched_again() {
    let (mut record, game, plies) = bundled("zuniq");
    finish(&mut record, game, plies, plan(40));
    let mut tried = 0;
    for ply in 2..plies {
        let value = |ply: u32| {
            let values = values(&record, ply);
            values.last().filter(|one| one.0.is_none()).map(|one| one.1)
        };
        // Players alternate, so that the neighbours are seen by the opponent.
        let (Some(before), Some(_), Some(after)) = (value(ply - 1), value(ply), value(ply + 1))
        else {
            continue;
        };
        if before.max(after) > 0.7 {
            continue;
        }
        let mut spiked = record.clone();
        let note = spiked.note_mut(ply);
        // A search that saw next to nothing thinks that all is lost.
        note.evals.truncate(1);
        note.evals[0].pass = SearchPass::First;
        for line in &mut note.evals[0].lines {
            (line.win, line.proven) = (Some(0.01), None);
        }
        finish(&mut spiked, game, plies, plan(40));
        let evals = &spiked.notes[&ply].evals;
        assert!(
            evals.iter().any(|eval| eval.pass == SearchPass::Closer),
            "ply {ply}"
        );
        tried += 1;
        if tried == 4 {
            return;
        }
    }
    panic!("only {tried} plies");
}

/// Two plies before the end of a game between kifu's own players. A lost line is found at once, and
/// that others do not lose after some thousand nodes.
const LATE: &str = "game: turn-right
position: wbwwbb/wbwwwb/bbwwwb/bwbwww/bbbbwb/bwwbbw b 14 31-27

a1-a2-b2-b5-f5-f4-e4-e1 b1-b4-c4-c6-f6-f5-d5-d4-f4-f3-c3-c2-e2-e1
";

mod slow {
    use super::*;

    #[test]
    fn positions_before_proofs_and_refutations_get_a_second_search() {
        let (mut ends, mut shown) = (0, 0);
        for name in ["clobber", "zuniq", "atari-go"] {
            let (mut record, game, plies) = bundled(name);
            finish(&mut record, game, plies, plan(40));
            for ply in 1..plies {
                let (here, next) = (values(&record, ply), values(&record, ply + 1));
                let is_proven =
                    |values: &[(Option<Proven>, f64)]| values.iter().any(|one| one.0.is_some());
                let evals = &record.notes[&ply].evals;
                let was_second = evals.iter().any(|eval| eval.pass == SearchPass::Closer);
                let played = evals[0].lines.first().unwrap();
                if is_proven(&next) && !is_proven(&here) {
                    ends += 1;
                    assert!(was_second, "{name} ply {ply}: proofs end here");
                }
                let first = here[0].1;
                let lost = next.iter().any(|(_, win)| first - (1.0 - win) >= 0.15);
                if lost && played.proven.is_none() {
                    shown += 1;
                    let mut lines = evals.iter().flat_map(Evaluation::values);
                    let known = lines.any(|value| value.proven == Some(Proven::Loss));
                    assert!(
                        was_second || known,
                        "{name} ply {ply}: {first} and {next:?}"
                    );
                }
            }
        }
        assert!(ends > 3 && shown > 10, "{ends} {shown}");
    }

    #[test]
    fn lost_lines_do_not_prove_the_position_lost() {
        let checked = check_text(LATE, None, &ReadContext::default()).remove(0);
        let game = by_id(CATALOGUE, "turn-right").unwrap();
        for nodes in [300, 8000] {
            let mut record = checked.record.clone();
            finish(&mut record, game, checked.ply_count, plan(nodes));
            let values = values(&record, 1);
            let is_lost = |one: &(Option<Proven>, f64)| one.0 == Some(Proven::Loss);
            assert!(!values.iter().any(is_lost), "{nodes} nodes: {values:?}");
            let ply =
                &judged_plies(&record, game, checked.ply_count, &Thresholds::default()).unwrap()[0];
            assert_ne!(
                ply.judgement.turning,
                Some(TurningPoint::AlreadyLost),
                "{nodes} nodes"
            );
            assert_eq!(
                ply.evaluation.played.proven,
                Some(Proven::Loss),
                "{nodes} nodes"
            );
        }
    }
}
