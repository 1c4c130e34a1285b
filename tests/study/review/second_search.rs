//! The effort of second searches: short ones decide where they can, whole ones where they must.

use super::bundled;
use super::whole_games::{finish, plan};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{EvalBudget, EvalLine, Evaluation, MovedBy, Record, read_ron, write_ron};
use kifu_study::review::{
    JudgedPly, RecheckEffort, Reproduction, ReviewError, ReviewPlan, Reviewer, SearchPass,
    Thresholds, judged_plies, review, reviewed_positions, without_reviews,
};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// The budget of the first searches, far below the engine's default of 28 000 nodes.
const NODES: u64 = 2000;
/// The last ply of the bundled game of Clobber that is reviewed; the rest takes the jury's place.
const LAST: u32 = 7;

/// Returns the bundled game of Clobber, in which only the first plies were a player's choice.
fn opening() -> (Record, u32) {
    let (mut record, _, plies) = bundled("clobber");
    for ply in LAST + 1..=plies {
        record.note_mut(ply).by = Some(MovedBy::Jury);
    }
    (record, plies)
}

fn reviewed(effort: RecheckEffort) -> (Record, Vec<JudgedPly>) {
    let (mut record, plies) = opening();
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let plan = ReviewPlan {
        recheck_effort: effort,
        ..plan(NODES)
    };
    finish(&mut record, game, plies, plan);
    let judged = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
    (record, judged)
}

/// Returns the budgets of the second searches of a ply.
fn second_nodes(record: &Record, ply: u32) -> Vec<u64> {
    let second = record.notes[&ply]
        .evals
        .iter()
        .filter(|eval| eval.pass == SearchPass::Closer);
    let nodes = |eval: &Evaluation| match eval.budget {
        Some(EvalBudget::Nodes(nodes)) => nodes,
        _ => panic!("no nodes"),
    };
    second.map(nodes).collect()
}

/// Returns how far a loss is from the nearest limit between two classes, in its standard errors.
fn distance(ply: &JudgedPly) -> f64 {
    let evaluation = &ply.evaluation;
    let loss = match evaluation.best_alternative {
        Some(second) if evaluation.is_best_move => evaluation.best.win - second.win,
        _ => evaluation.loss(),
    };
    let limits = [0.05, 0.10, 0.15];
    let limits = if evaluation.is_best_move {
        &limits[2..]
    } else {
        &limits[..]
    };
    let distances = limits
        .iter()
        .map(|limit| ((loss - limit) / evaluation.loss_error - 1.0).abs());
    distances.fold(f64::INFINITY, f64::min)
}

/// Returns what a ply's evaluation tells, whatever the values are.
fn fields(ply: &JudgedPly) -> [(&'static str, bool); 6] {
    let evaluation = &ply.evaluation;
    let has_error = evaluation.is_proven() || evaluation.loss_error > 0.0;
    [
        ("points of the best move", evaluation.best.points.is_some()),
        ("points of the move", evaluation.played.points.is_some()),
        ("lost points", ply.judgement.points.is_some()),
        ("variation", evaluation.pv.len() > 1),
        ("variation of the move", evaluation.played_pv.len() > 1),
        ("error", has_error),
    ]
}

/// Returns the judged plies of a bundled game of which only some plies were a player's choice.
fn judged(
    id: &str,
    nodes: u64,
    only: RangeInclusive<u32>,
    effort: RecheckEffort,
) -> Vec<JudgedPly> {
    let (mut record, game, plies) = bundled(id);
    for ply in (1..=plies).filter(|ply| !only.contains(ply)) {
        record.note_mut(ply).by = Some(MovedBy::Jury);
    }
    let plan = ReviewPlan {
        recheck_effort: effort,
        ..plan(nodes)
    };
    finish(&mut record, game, plies, plan);
    judged_plies(&record, game, plies, &Thresholds::default()).unwrap()
}

#[test]
fn review_with_tiny_budget_equals_that_of_older_versions() {
    let older = read_ron(OLDER).unwrap();
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let mut record = without_reviews(&older);
    finish(&mut record, game, 4, plan(60));
    assert_eq!(write_ron(&record), write_ron(&older));
}

/// A review of version 0.1.0 before there were short second searches.
const OLDER: &str = r#"(kifu:2,game:"clobber",players:((name:"A"),(name:"B")),moves:"e4d4 a3b3 a2a1 f4g4",
    notes:{1:(evals:[
    (engine:"clobber 6 c5",budget:Nodes(60),seed:1,lines:[(win:0.6642,points:0.6642,nodes:16,pv:"b1b2 d2c2 c4c5 d4e4 e2e3 e1f1 d5d6"),
        (win:0.6642,points:0.6642,nodes:16,pv:"a2b2 b4b3 d3e3 d4d5 b5c5 a5a6 e4f4"),
        (win:0.531,points:0.531,pv:"e4d4")]),
    (engine:"clobber 6 c5",budget:Nodes(300),seed:1,pass:Closer,lines:[(win:0.7014,points:0.7014,nodes:304,pv:"g8g7 e7f7 e8d8 a7b7 a8b8 a5b5 a6b6 b4c4 e4d4 b7b6 c6d6"),
        (win:0.6587,points:0.6587,nodes:47,pv:"b1b2 g1g2 d1d2 c1c2"),
        (win:0.6298,points:0.6298,nodes:304,pv:"e4d4 h2g2 h7g7 g3f3 g6f6 e5f5 e2e3 d2d3")])]),2:(evals:[
    (engine:"clobber 6 c5",budget:Nodes(60),seed:1,lines:[(win:0.3432,points:0.3432,nodes:22,pv:"a7b7 h7g7 a5b5 g6f6 e5e6"),
        (win:0.3383,points:0.3383,nodes:19,pv:"b8b7 d7c7 c5c4 e8f8 h6h7 e6d6"),
        (win:0.4047,points:0.4047,pv:"a3b3")])]),3:(glyph:Blunder,evals:[
    (engine:"clobber 6 c5",budget:Nodes(60),seed:1,lines:[(win:0.7201,points:0.7201,nodes:62,pv:"b1b2 a5b5 a4b4 c3d3 c6c5 a7b7 b4b5 d8c8 a8b8 e7d7 b8b7 a1a2 e6f6"),
        (win:0.5883,points:0.5883,nodes:2,pv:"d5c5 a5b5"),
        (win:0.531,points:0.531,pv:"a2a1")]),
    (engine:"clobber 6 c5",budget:Nodes(300),seed:1,pass:Closer,lines:[(win:0.7008,points:0.7008,nodes:304,pv:"b1b2 a5b5 b7a7 c3d3 c2d2 b6c6 e6d6 b8c8 f5f4 e7d7 f7f8"),
        (win:0.6683,points:0.6683,nodes:30,pv:"g8g7 a5b5 b1b2 c3d3 c2d2 a7b7 a6b6 e7d7 c6c7"),
        (win:0.3734,points:0.3734,nodes:304,pv:"a2a1 d2c2 b5b4 a5a6 c8b8 c1b1 d7e7 d6e6")])]),4:(glyph:Mistake,evals:[
    (engine:"clobber 6 c5",budget:Nodes(60),seed:1,lines:[(win:0.6011,points:0.6011,nodes:50,pv:"d2c2 d1c1 a5b5 a4b4 a7b7 a6b6 c5d5"),
        (win:0.5066,points:0.5066,nodes:8,pv:"a5b5 a4b4 c3d3 c6c5 a7b7 b4b5 d8c8 a8b8"),
        (win:0.4047,points:0.4047,pv:"f4g4")]),
    (engine:"clobber 6 c5",budget:Nodes(300),seed:1,pass:Closer,lines:[(win:0.6292,points:0.6292,nodes:304,pv:"d2c2 b5b4 a5a6 d1c1 b8b7 d7c7 c3c4"),
        (win:0.5066,points:0.5066,nodes:8,pv:"a5b5 a4b4 c3d3 c6c5 a7b7 b4b5 d8c8 a8b8"),
        (win:0.4028,points:0.4028,nodes:304,pv:"f4g4 h7g7 a5b5 a4b4 a7b7 g6f6 c3d3 c6c5 e7d7")])])},result:(how:Unterminated),ext:{"review.glyphs":"3 4"})"#;

#[test]
fn searches_of_older_reviews_are_reproduced() {
    let record = read_ron(OLDER).unwrap();
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let go = AtomicBool::new(false);
    let mut reviewer = Reviewer::new(game, 16, plan(60), &go);
    let positions = reviewed_positions(&record, game, 4).unwrap();
    assert_eq!(positions.len(), 4);
    for position in positions {
        let found = reviewer.reproduce(&record, &position).unwrap();
        assert_eq!(found, Reproduction::Same, "ply {}", position.ply + 1);
        // And not whatever it says.
        let mut forged = record.clone();
        let evals = &mut forged.note_mut(position.ply + 1).evals;
        evals.last_mut().unwrap().lines[0].win = Some(0.123);
        let found = reviewer.reproduce(&forged, &position).unwrap();
        assert!(matches!(found, Reproduction::Differs { .. }), "{found:?}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn only_doubtful_classes_get_a_whole_second_search() {
        let (record, judged) = reviewed(RecheckEffort::ByNeed);
        let (mut short, mut whole) = (0, 0);
        for ply in &judged {
            match second_nodes(&record, ply.ply)[..] {
                [] => {}
                // 0.15 of an error, and more with so few nodes: by the root of 14.
                [NODES] => {
                    short += 1;
                    assert!(distance(ply) > 0.56, "ply {}", ply.ply);
                }
                [nodes] => {
                    whole += 1;
                    assert_eq!(nodes, 5 * NODES, "ply {}", ply.ply);
                }
                ref nodes => panic!("ply {}: {nodes:?}", ply.ply),
            }
        }
        assert!(short > 1 && whole > 0, "{short} short, {whole} whole");
        let (full, _) = reviewed(RecheckEffort::Full);
        for ply in 1..=LAST {
            let nodes = second_nodes(&full, ply);
            assert!(nodes.iter().all(|nodes| *nodes == 5 * NODES), "ply {ply}");
            // What is searched again at all does not depend on the effort.
            let by_need = second_nodes(&record, ply);
            assert!(nodes.len() <= by_need.len(), "ply {ply}");
        }
    }

    #[test]
    fn short_second_search_reuses_the_value_of_the_next_position() {
        let (record, _) = reviewed(RecheckEffort::ByNeed);
        let mut compared = 0;
        for ply in 1..LAST {
            let token = record.tokens().nth(ply as usize - 1).unwrap();
            let evals = &record.notes[&ply].evals;
            let Some(short) = evals.iter().find(|eval| {
                eval.pass == SearchPass::Closer && eval.budget == Some(EvalBudget::Nodes(NODES))
            }) else {
                continue;
            };
            let is_played = |line: &&EvalLine| line.pv.split(' ').next() == Some(token);
            let played = short.lines.iter().find(is_played).unwrap();
            let next = record.notes[&(ply + 1)].evals[0].lines[0].win.unwrap();
            // The opponent moves there.
            let expected = 1.0 - next;
            assert!((played.win.unwrap() - expected).abs() < 1e-9, "ply {ply}");
            compared += 1;
        }
        assert!(compared > 1, "{compared}");
    }

    #[test]
    fn review_by_need_has_every_field_of_a_full_one() {
        let (mut short, mut points) = (0, 0);
        for (id, nodes, only) in [("clobber", NODES, 1..=LAST), ("zuniq", 7000, 30..=38)] {
            let by_need = judged(id, nodes, only.clone(), RecheckEffort::ByNeed);
            let full = judged(id, nodes, only, RecheckEffort::Full);
            assert_eq!(by_need.len(), full.len());
            for (by_need, full) in by_need.iter().zip(&full) {
                let place = format!("{id} ply {}", full.ply);
                for ((name, has), (_, had)) in fields(by_need).into_iter().zip(fields(full)) {
                    assert!(has || !had, "{place}: no {name}");
                }
                short += usize::from(
                    by_need.evaluation.budget == format!("nodes {nodes} seed 1 closer"),
                );
                // The points of both games depend on the result alone.
                let lost = by_need.judgement.points.unwrap();
                points += usize::from(lost > 0.0);
                assert_eq!(lost > 0.0, by_need.judgement.loss > 0.0, "{place}: {lost}");
            }
        }
        assert!(short > 2 && points > 5, "{short} {points}");
    }

    #[test]
    fn mistake_after_mistake_gets_no_whole_search() {
        let (record, judged) = reviewed(RecheckEffort::ByNeed);
        let game = by_id(CATALOGUE, "clobber").unwrap();
        let is_short = |ply: u32| second_nodes(&record, ply) == [NODES];
        let mistakes = judged.iter().filter(|ply| ply.judgement.loss > 0.15);
        let mistakes: Vec<&JudgedPly> = mistakes
            .filter(|ply| ply.ply > 1 && is_short(ply.ply))
            .collect();
        assert!(!mistakes.is_empty());
        for mistake in mistakes {
            // The player stood worse before the opponent's last move, too.
            let mut after_mistake = record.clone();
            let note = after_mistake.note_mut(mistake.ply - 1);
            let before = 1.0 - (mistake.evaluation.best.win - 0.2).max(0.0);
            for line in note.evals.iter_mut().flat_map(|eval| &mut eval.lines) {
                line.win = Some(before);
            }
            finish(&mut after_mistake, game, opening().1, plan(NODES));
            assert_eq!(second_nodes(&after_mistake, mistake.ply), [NODES]);
        }
    }

    #[test]
    fn short_searches_do_not_depend_on_interruptions_or_worker_count() {
        let (whole, _) = reviewed(RecheckEffort::ByNeed);
        let game = by_id(CATALOGUE, "clobber").unwrap();
        let mut count = 0;
        // During the first searches, at their end, and among the second ones.
        for stop_after in [3, 7, 10] {
            let (mut record, plies) = opening();
            let stop = AtomicBool::new(false);
            let mut done = 0;
            let stopped = review(
                &mut record,
                game,
                plies,
                plan(NODES),
                (1, 16),
                &stop,
                &mut |_, _| {
                    done += 1;
                    stop.store(done >= stop_after, Ordering::Relaxed);
                },
            );
            count += usize::from(matches!(stopped, Err(ReviewError::Cancelled)));
            finish(&mut record, game, plies, plan(NODES));
            assert_eq!(write_ron(&record), write_ron(&whole), "{stop_after}");
        }
        assert_eq!(count, 3);
        let go = AtomicBool::new(false);
        let mut reviewer = Reviewer::new(game, 16, plan(NODES), &go);
        let (_, plies) = opening();
        for position in reviewed_positions(&whole, game, plies).unwrap() {
            let found = reviewer.reproduce(&whole, &position).unwrap();
            assert_eq!(found, Reproduction::Same, "ply {}", position.ply + 1);
        }
    }
}
