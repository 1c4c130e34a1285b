//! Claims, time, and failures.

use super::bundled;
use kifu_core::contract::{Fault, Player, Proven, Winner};
use kifu_core::games::DynGame;
use kifu_core::record::{Ending, EvalBudget, EvalLine, Evaluation, GameResult, MovedBy, Record};
use kifu_study::review::{
    ChoiceKind, Reproduction, ReviewBudget, ReviewPlan, Reviewer, SearchLimit, Thresholds, claims,
    judged_plies, player_failures, review, reviewed_positions, time_use,
};
use std::sync::atomic::AtomicBool;

fn plan() -> ReviewPlan {
    ReviewPlan::new(ReviewBudget::first_pass(SearchLimit::Nodes(30), 1))
}

fn look(record: &mut Record, game: &dyn DynGame, plies: u32) {
    let go = AtomicBool::new(false);
    review(record, game, plies, plan(), (2, 16), &go, &mut |_, _| {}).unwrap();
}

fn line(pv: &str, win: f64, proven: Option<Proven>) -> EvalLine {
    EvalLine {
        proven,
        win: Some(win),
        pv: pv.to_owned(),
        ..EvalLine::default()
    }
}

fn eval(lines: Vec<EvalLine>) -> Evaluation {
    Evaluation {
        engine: "e 1".to_owned(),
        budget: Some(EvalBudget::Nodes(10)),
        seed: Some(1),
        lines,
        ..Evaluation::default()
    }
}

/// Zuniq's record, of whose plies an engine knows nothing, but from the 30th on who wins: Black.
/// White claims at ply 31, Black at ply 34.
fn claimed() -> (Record, &'static dyn DynGame, u32) {
    let (mut record, game, plies) = bundled("zuniq");
    let tokens = record.tokens().map(|token| token.trim_end_matches('!'));
    let tokens = (1..).zip(tokens).map(|(ply, token)| match ply {
        31 | 34 => format!("{token}!"),
        _ => token.to_owned(),
    });
    let tokens: Vec<String> = tokens.collect();
    record.moves = tokens.join(" ");
    record.notes.clear();
    for (ply, token) in (1..).zip(&tokens) {
        let known = (ply >= 30).then_some(match ply % 2 {
            0 => Proven::Win,
            _ => Proven::Loss,
        });
        let win = known.map_or(0.5, Proven::win);
        record.note_mut(ply).evals = vec![eval(vec![line(token, win, known)])];
    }
    let winner = record.result.as_ref().and_then(|result| result.winner);
    assert_eq!((winner, plies), (Some(Winner::Second), 38));
    (record, game, plies)
}

#[test]
fn claims_are_compared_with_proofs_and_waiting_costs_points() {
    let (record, game, plies) = claimed();
    let judged = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
    assert_eq!(judged.len(), 38, "a move with a claim is judged as well");
    let [white, black] = claims(&record, &judged).unwrap();
    assert_eq!((white.earliest, white.waiting_cost), (None, None));
    let wrong = white.claimed.unwrap();
    assert_eq!((wrong.ply, wrong.bonus, wrong.stake), (31, 4, 50));
    assert_eq!(
        (wrong.proven, wrong.was_right),
        (Some(Proven::Loss), Some(false))
    );
    let chance = black.earliest.unwrap();
    assert_eq!((chance.ply, chance.bonus), (30, 5));
    let right = black.claimed.unwrap();
    assert_eq!(
        (right.ply, right.bonus, right.was_right),
        (34, 3, Some(true))
    );
    assert_eq!(black.waiting_cost, Some(2));
    let (other, game, plies) = bundled("clobber");
    let judged =
        kifu_study::review::judged_plies(&other, game, plies, &Thresholds::default()).unwrap();
    assert_eq!(claims(&other, &judged), None, "a game without claims");
}

#[test]
fn time_is_split_by_what_was_at_stake() {
    let (mut record, game, plies) = claimed();
    let list = (1..=plies).map(|ply| Some(if ply % 2 == 1 { 100 } else { 10 * ply }));
    record.times_ms.0 = list.collect();
    // A bad move of White's at ply 5, and one at ply 7 that was made faster.
    record.times_ms.set_ms(5, 900);
    for ply in [5, 7] {
        let own = record.notes[&ply].evals[0].lines[0].clone();
        record.note_mut(ply).evals = vec![eval(vec![line("F5h", 0.9, None), own])];
    }
    let judged = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
    let [white, black] = time_use(&record, game, plies, &judged).unwrap().unwrap();
    assert_eq!(
        (white.total_ms, black.total_ms),
        (18 * 100 + 900, 10 * (2..=38).step_by(2).sum::<u64>())
    );
    // Proven are 31 to 37 and 30 to 38.
    assert_eq!((white.proven_plies, white.idle_ms), (4, 400));
    assert_eq!(
        (black.proven_plies, black.idle_ms),
        (5, 10 * (30 + 32 + 34 + 36 + 38))
    );
    assert_eq!(
        white.slowest_bad.map(|timed| (timed.ply, timed.ms)),
        Some((5, 900))
    );
    assert_eq!(
        white.fastest_bad.map(|timed| (timed.ply, timed.ms)),
        Some((7, 100))
    );
    assert_eq!(black.slowest_bad, None);
    assert_eq!(judged[0].choice, ChoiceKind::Open);
    record.times_ms.0.clear();
    assert_eq!(time_use(&record, game, plies, &judged).unwrap(), None);
}

#[test]
fn position_of_a_failure_is_searched_and_stored() {
    let (mut record, game, plies) = bundled("turn-right-illegal");
    let plies = plies.min(u32::try_from(record.tokens().count()).unwrap());
    record.notes.clear();
    let [before] = &player_failures(&record, game, plies).unwrap()[..] else {
        panic!("one player failed");
    };
    assert_eq!((before.ply, before.value), (plies + 1, None));
    look(&mut record, game, plies);
    let [after] = &player_failures(&record, game, plies).unwrap()[..] else {
        panic!("one player failed");
    };
    assert!(after.value.is_some() && !after.best.is_empty());
    assert_eq!(
        after.best,
        record.notes[&(plies + 1)].evals[0].lines[0]
            .pv
            .split(' ')
            .collect::<Vec<_>>()
    );
    let all = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
    assert!(
        all.iter().all(|ply| ply.ply <= plies),
        "what was not played is not judged"
    );
    // Looked at again the same comes out.
    let go = AtomicBool::new(false);
    let mut reviewer = Reviewer::new(game, 16, plan(), &go);
    let places = reviewed_positions(&record, game, plies).unwrap();
    let last = places.last().unwrap();
    assert_eq!(last.ply, plies);
    assert_eq!(
        reviewer.reproduce(&record, last).unwrap(),
        Reproduction::Same
    );
}

fn fails(record: &mut Record, player: Player, fault: Fault) {
    record.result = Some(GameResult {
        winner: Some(player.opponent().into()),
        how: Ending::from(fault),
        faults: [(player, fault)].into(),
        ..GameResult::default()
    });
}

#[test]
fn failure_is_at_the_first_ply_of_the_jury() {
    let (mut record, game, plies) = bundled("zuniq");
    record.notes.clear();
    for ply in (21..=plies).step_by(2) {
        record.note_mut(ply).by = Some(MovedBy::Jury);
    }
    fails(&mut record, Player::First, Fault::Timeout);
    look(&mut record, game, plies);
    let [failure] = &player_failures(&record, game, plies).unwrap()[..] else {
        panic!("one player failed");
    };
    assert_eq!((failure.ply, failure.fault), (21, Fault::Timeout));
    assert!(failure.value.is_some());
    let all = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
    assert!(
        all.iter()
            .all(|ply| ply.ply < 21 || ply.player == Player::Second)
    );
}

#[test]
fn failure_before_a_chance_event_has_the_expected_value() {
    let (mut record, game, _) = bundled("box");
    record.notes.clear();
    let tokens: Vec<&str> = record.tokens().take(9).collect();
    record.moves = tokens.join(" ");
    // The start tile is nobody's ply; the first player is to act.
    fails(&mut record, Player::First, Fault::Crash);
    look(&mut record, game, 8);
    let [failure] = &player_failures(&record, game, 8).unwrap()[..] else {
        panic!("one player failed");
    };
    assert_eq!((failure.ply, failure.best.len()), (9, 0));
    let win = failure.value.unwrap().win;
    assert!((0.0..=1.0).contains(&win));
    assert_eq!(record.notes[&9].evals.len(), 1);
}

mod slow {
    use super::*;

    #[test]
    fn engine_searches_a_move_together_with_its_claim() {
        let (mut record, game, plies) = claimed();
        record.notes.clear();
        look(&mut record, game, plies);
        let judged = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
        assert_eq!(judged.len(), 38);
        assert_eq!(
            judged[33].evaluation.played_pv[0],
            record.tokens().nth(33).unwrap()
        );
        assert!(judged[33].claim.unwrap().made && judged[35].claim.is_none());
        let [white, black] = claims(&record, &judged).unwrap();
        assert_eq!(white.claimed.unwrap().was_right, Some(false));
        assert_eq!(black.claimed.unwrap().was_right, Some(true));
    }
}
