//! From evaluations to judgements, without an engine.

use kifu_core::contract::Proven;
use kifu_core::record::{EvalBudget, EvalLine, Evaluation, Glyph};
use kifu_study::review::{
    Judgement, MoveClass, SearchPass, Thresholds, TurningPoint, accuracy, judge, move_evaluation,
};

fn line(pv: &str, win: f64, proven: Option<Proven>) -> EvalLine {
    EvalLine {
        proven,
        win: Some(win),
        points: Some(100.0 * win),
        nodes: 10,
        pv: pv.to_owned(),
    }
}

/// One search with two lines.
fn eval(lines: [EvalLine; 2]) -> Evaluation {
    Evaluation {
        engine: "e 1".to_owned(),
        budget: Some(EvalBudget::Nodes(10)),
        seed: Some(1),
        lines: lines.into(),
        ..Evaluation::default()
    }
}

fn judged(best: (f64, Option<Proven>), played: (f64, Option<Proven>)) -> Judgement {
    let evals = [eval([
        line("a b", best.0, best.1),
        line("c d", played.0, played.1),
    ])];
    judge(
        &move_evaluation(&evals, "c").unwrap(),
        &Thresholds::default(),
    )
}

#[test]
fn move_class_follows_from_the_loss() {
    let class = |loss: f64| judged((0.8, None), (0.8 - loss, None)).class;
    assert_eq!(class(0.049), MoveClass::Good);
    assert_eq!(class(0.051), MoveClass::Inaccuracy);
    assert_eq!(class(0.101), MoveClass::Mistake);
    assert_eq!(class(0.151), MoveClass::Blunder);
    assert_eq!(
        class(-0.3),
        MoveClass::Good,
        "better than the engine thought"
    );
    assert_eq!(MoveClass::Blunder.glyph(), Some(Glyph::Blunder));
}

#[test]
fn engines_own_choice_is_never_bad() {
    // A search may like a move best whose value is not the highest.
    let evals = [eval([line("c d", 0.5, None), line("a b", 0.9, None)])];
    let judged = judge(
        &move_evaluation(&evals, "c").unwrap(),
        &Thresholds::default(),
    );
    assert_eq!((judged.class, judged.loss), (MoveClass::Good, 0.0));
}

#[test]
fn last_search_decides_the_judgement() {
    let first = eval([line("a b", 0.8, None), line("c d", 0.74, None)]);
    let class_by = |pass: SearchPass, lines: [EvalLine; 2]| {
        let second = Evaluation {
            budget: Some(EvalBudget::Nodes(30)),
            pass,
            ..eval(lines)
        };
        judge(
            &move_evaluation(&[first.clone(), second], "c").unwrap(),
            &Thresholds::default(),
        )
        .class
    };
    let class = |lines| class_by(SearchPass::Closer, lines);
    let estimated = [line("a b", 0.8, None), line("c d", 0.4, None)];
    assert_eq!(class(estimated), MoveClass::Blunder);
    let taken_back = [line("a b", 0.8, None), line("c d", 0.78, None)];
    assert_eq!(class(taken_back), MoveClass::Good);
    let (win, loss) = (Some(Proven::Win), Some(Proven::Loss));
    let proven = [line("a b", 1.0, win), line("c d", 0.0, loss)];
    assert_eq!(class(proven), MoveClass::Blunder);
    let estimated = [line("a b", 0.8, None), line("c d", 0.4, None)];
    assert_eq!(class_by(SearchPass::Deeper, estimated), MoveClass::Blunder);
}

#[test]
fn loss_within_the_engines_error_is_no_mistake() {
    let calibration = "(version: 1, engine: \"e 1\", nodes: (1, 9), evidence: 0.0, error: 0.05, \
                 knots: [(progress: 0.5, slope: 1.0, offset: 0.0, first: 0.0)])";
    let calibration = calibration.parse().unwrap();
    let judged = |played: f64, proven: Option<Proven>| {
        let evals = [eval([line("a b", 0.8, None), line("c d", played, proven)])];
        let mut weighed = move_evaluation(&evals, "c").unwrap();
        weighed.loss_error = weighed.estimated_loss_error(Some(&calibration));
        judge(&weighed, &Thresholds::default())
    };
    // Two estimates are off by 0.05 each.
    let doubt = 0.05 * 2.0_f64.sqrt();
    let close = judged(0.8 - doubt - 0.04, None);
    assert_eq!(close.class, MoveClass::Good);
    assert!((close.loss_error - doubt).abs() < 1e-9 && close.loss > 0.1);
    assert_eq!(judged(0.8 - doubt - 0.16, None).class, MoveClass::Blunder);
    // Of a proven one nothing is in doubt, the other still is.
    let proven = judged(0.0, Some(Proven::Loss));
    assert!((proven.loss_error - 0.05).abs() < 1e-9, "{proven:?}");
}

#[test]
fn thresholds_parse_only_three_rising_numbers() {
    let read: Thresholds = "3, 8.5,20".parse().unwrap();
    assert_eq!(
        (read.inaccuracy, read.mistake, read.blunder),
        (0.03, 0.085, 0.2)
    );
    let usual: Thresholds = "5,10,15".parse().unwrap();
    assert_eq!(usual, Thresholds::default());
    for wrong in [
        "",
        "5,10",
        "5,10,15,20",
        "10,5,15",
        "0,1,2",
        "5,10,101",
        "a,b,c",
        "5,NaN,15",
    ] {
        assert!(wrong.parse::<Thresholds>().is_err(), "{wrong}");
    }
}

#[test]
fn only_good_move_is_recognized() {
    let evals = [eval([line("c d", 0.7, None), line("a b", 0.5, None)])];
    let judged = judge(
        &move_evaluation(&evals, "c").unwrap(),
        &Thresholds::default(),
    );
    assert_eq!(judged.class, MoveClass::Only);
    let evals = [eval([line("c d", 0.7, None), line("a b", 0.6, None)])];
    let judged = judge(
        &move_evaluation(&evals, "c").unwrap(),
        &Thresholds::default(),
    );
    assert_eq!(judged.class, MoveClass::Good);
}

#[test]
fn turning_points_are_classified() {
    let (win, loss) = (Some(Proven::Win), Some(Proven::Loss));
    let turning = |best, played| judged(best, played).turning;
    assert_eq!(
        turning((1.0, win), (0.0, loss)),
        Some(TurningPoint::ThrewAwayWin)
    );
    assert_eq!(
        turning((1.0, win), (0.6, None)),
        Some(TurningPoint::MissedWin)
    );
    assert_eq!(turning((1.0, win), (0.99, None)), None, "as good as won");
    assert_eq!(
        turning((0.0, loss), (0.0, loss)),
        Some(TurningPoint::AlreadyLost)
    );
    assert_eq!(turning((0.5, None), (0.3, None)), None);
    let points = |best, played| {
        let mut evals = [eval([line("a b", 1.0, win), line("c d", 1.0, win)])];
        evals[0].lines[0].points = Some(best);
        evals[0].lines[1].points = Some(played);
        judge(
            &move_evaluation(&evals, "c").unwrap(),
            &Thresholds::default(),
        )
    };
    assert_eq!(points(230.0, 210.0).turning, Some(TurningPoint::LostMargin));
    assert_eq!(points(230.0, 210.0).points, Some(20.0));
    assert_eq!(points(230.0, 229.0).turning, None);
}

#[test]
fn evaluation_of_the_last_engine_counts() {
    let other = Evaluation {
        engine: "f 1".to_owned(),
        budget: Some(EvalBudget::Nodes(10)),
        lines: vec![line("c d", 0.6, None)],
        before_chance: Some(line("", 0.4, None)),
        ..Evaluation::default()
    };
    let evals = [
        eval([line("a b", 0.9, None), line("c d", 0.1, None)]),
        other,
    ];
    let weighed = move_evaluation(&evals, "c").unwrap();
    assert!(weighed.is_best_move);
    assert_eq!(weighed.engine, "f 1");
    assert!((weighed.luck.unwrap().win - 0.2).abs() < 1e-9);
    assert_eq!(weighed.best_alternative, None);
    assert_eq!(
        move_evaluation(&evals, "x"),
        None,
        "the played move was not looked at"
    );
    assert_eq!(move_evaluation(&[], "x"), None);
}

#[test]
fn accuracy_falls_with_the_loss() {
    assert!((accuracy(0.0) - 100.0).abs() < 0.01);
    assert!(accuracy(1.0) < 0.01);
    let all: Vec<f64> = (0..=100)
        .map(|loss| accuracy(f64::from(loss) / 100.0))
        .collect();
    assert!(all.is_sorted_by(|a, b| a >= b));
}
