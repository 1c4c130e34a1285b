//! Several engines that search at the same time.

use super::brute_force::value_of;
use super::late_positions::late_positions;
use kifu_core::contract::{Game, Position as _, Proven, Rules as _, Setup, Turn};
use kifu_core::games::CATALOGUE;
use kifu_core::games::clobber::{Clobber, Move, Position};
use kifu_core::search::{
    Bounds, Coverage, Engine, Ensemble, HasEngine, Limits, MoveChoice, Resources, SearchBudget,
    SearchLine, SearchRequest, SearchResult, SplitMix64, Value,
};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// An engine that returns a fixed result, at once or when its budget is used up.
struct FixedEngine {
    result: SearchResult<Move>,
    chosen_line: usize,
    waits_for_budget: bool,
}

impl FixedEngine {
    fn boxed(result: SearchResult<Move>) -> Box<dyn Engine<Clobber>> {
        Box::new(Self {
            result,
            chosen_line: 0,
            waits_for_budget: false,
        })
    }
}

impl Engine<Clobber> for FixedEngine {
    fn name(&self) -> String {
        "parrot".to_owned()
    }

    fn analyze(
        &mut self,
        _position: &Position,
        request: &SearchRequest<'_, Move>,
        _progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        let mut budget = SearchBudget::new(request.limits);
        while self.waits_for_budget && !budget.count_node() {}
        SearchResult {
            nodes: self.result.nodes + budget.nodes(),
            ..self.result.clone()
        }
    }

    fn choose_with_report(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Move>,
    ) -> Option<MoveChoice<Move>> {
        let report = self.analyze(position, request, &mut |_| {});
        let mv = report.lines[self.chosen_line].mv;
        Some(MoveChoice {
            mv,
            reported_move: mv,
            report,
        })
    }
}

fn position() -> Position {
    Clobber::parse_position("wbw./bwb./wbwb w").unwrap()
}

fn moves() -> Vec<Move> {
    let mut moves = Vec::new();
    position().legal_moves(&mut |mv| moves.push(mv));
    moves
}

/// A report of these lines: which move, the chance of a win, visits.
fn report(lines: &[(usize, f64, u64)]) -> SearchResult<Move> {
    let all = moves();
    let lines: Vec<_> = lines
        .iter()
        .map(|(at, win, visits)| SearchLine {
            mv: all[*at],
            value: Value::estimate(*win, None),
            visits: *visits,
            depth: 1,
            pv: vec![all[*at]],
        })
        .collect();
    SearchResult {
        value: lines[0].value,
        lines,
        nodes: 10,
        coverage: Coverage::AllMoves,
    }
}

fn analyze_with(engines: Vec<Box<dyn Engine<Clobber>>>, lines: usize) -> SearchResult<Move> {
    let request = SearchRequest::new(Limits::nodes(100)).lines(lines);
    Ensemble::new(engines).analyze(&position(), &request, &mut |_| {})
}

#[test]
fn ensemble_averages_the_values_of_its_members_by_visits() {
    let all = moves();
    let one = report(&[(0, 0.6, 300), (1, 0.5, 100)]);
    let two = report(&[(1, 0.7, 300), (0, 0.2, 100), (2, 0.1, 7)]);
    let found = analyze_with(vec![FixedEngine::boxed(one), FixedEngine::boxed(two)], 3);
    assert_eq!(found.nodes, 20);
    let listed = found.lines.iter().map(|line| (line.mv, line.visits));
    // Each of the two is first once and second once.
    assert_eq!(
        listed.collect::<Vec<_>>(),
        [(all[1], 400), (all[0], 400), (all[2], 7)]
    );
    assert!((found.lines[0].value.win - 0.65).abs() < 1e-9);
    assert!((found.lines[1].value.win - 0.5).abs() < 1e-9);
    assert_eq!(found.value, found.lines[0].value);
}

#[test]
fn ensemble_takes_over_what_one_member_proves() {
    let all = moves();
    let mut one = report(&[(0, 0.9, 300), (1, 0.5, 100)]);
    let mut two = report(&[(0, 0.9, 300), (1, 0.4, 100)]);
    two.lines[0].value = Value::known(Proven::Loss, Some(0.0));
    two.lines.swap(0, 1);
    let found = analyze_with(
        vec![FixedEngine::boxed(one.clone()), FixedEngine::boxed(two)],
        2,
    );
    let listed: Vec<_> = found.lines.iter().map(|line| line.mv).collect();
    assert_eq!(listed, [all[1], all[0]]);
    assert_eq!(found.lines[1].value.proven(), Some(Proven::Loss));
    assert_eq!(found.value.proven(), None);

    let mut three = report(&[(2, 1.0, 1)]);
    three.lines[0].value = Value::known(Proven::Win, Some(1.0));
    three.value = three.lines[0].value;
    one.value.bounds = Bounds {
        lower: Proven::Draw,
        upper: Proven::Win,
    };
    let found = analyze_with(vec![FixedEngine::boxed(one), FixedEngine::boxed(three)], 1);
    assert_eq!(found.best_move(), Some(&all[2]));
    assert_eq!(found.value, Value::known(Proven::Win, Some(1.0)));
}

#[test]
fn ensemble_plays_the_choice_that_ranks_best_overall() {
    let all = moves();
    let one = report(&[(0, 0.55, 300), (1, 0.54, 290)]);
    let two = report(&[(1, 0.56, 300), (2, 0.55, 100), (0, 0.1, 50)]);
    let engines = vec![FixedEngine::boxed(one), FixedEngine::boxed(two)];
    let request = SearchRequest::new(Limits::nodes(10));
    let chosen = Ensemble::new(engines).choose(&position(), &request);
    assert_eq!(chosen, Some(all[1]));
}

/// An engine that draws a few random numbers and records them.
struct RandomNumberEngine(Arc<Mutex<Vec<u64>>>);

impl Engine<Clobber> for RandomNumberEngine {
    fn name(&self) -> String {
        "gambler".to_owned()
    }

    fn analyze(
        &mut self,
        _position: &Position,
        request: &SearchRequest<'_, Move>,
        _progress: &mut dyn FnMut(&SearchResult<Move>),
    ) -> SearchResult<Move> {
        let mut random = SplitMix64::new(request.seed);
        let drawn = (0..50).map(|_| random.next());
        self.0.lock().unwrap().extend(drawn);
        report(&[(0, 0.5, 1)])
    }
}

#[test]
fn ensemble_gives_each_member_its_own_random_numbers() {
    let drawn = Arc::default();
    let engines = (0..4)
        .map(|_| Box::new(RandomNumberEngine(Arc::clone(&drawn))) as Box<dyn Engine<Clobber>>);
    analyze_with(engines.collect(), 1);
    let drawn = drawn.lock().unwrap();
    let different: HashSet<_> = drawn.iter().collect();
    assert_eq!((drawn.len(), different.len()), (200, 200));
}

#[test]
fn ensemble_stops_timed_search_when_one_member_is_done() {
    let result = || report(&[(0, 0.5, 1)]);
    let waiting = || {
        Box::new(FixedEngine {
            result: result(),
            chosen_line: 0,
            waits_for_budget: true,
        })
    };
    // On this clock time is never up.
    let stopped_clock = || Duration::ZERO;
    for first in [true, false] {
        let mut engines: Vec<Box<dyn Engine<Clobber>>> =
            vec![waiting(), FixedEngine::boxed(result())];
        if first {
            engines.swap(0, 1);
        }
        let mut all = Ensemble::new(engines);
        let request = SearchRequest::new(Limits::time(Duration::from_secs(1), &stopped_clock));
        all.analyze(&position(), &request, &mut |_| {});
        all.choose(&position(), &request).unwrap();
        let request = SearchRequest::new(Limits::nodes(1001));
        let found = all.analyze(&position(), &request, &mut |_| {});
        let share = if first { 500 } else { 501 };
        assert_eq!(found.nodes, 20 + share);
    }
    let stop = AtomicBool::new(true);
    let request = SearchRequest::new(Limits::default().stopped_by(&stop));
    Ensemble::new(vec![waiting(), waiting()]).analyze(&position(), &request, &mut |_| {});
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn ensemble_panics_when_one_member_panics() {
    let broken = Box::new(FixedEngine {
        result: report(&[(0, 0.5, 1)]),
        chosen_line: 7,
        waits_for_budget: false,
    });
    let engines = vec![FixedEngine::boxed(report(&[(0, 0.5, 1)])), broken];
    let request = SearchRequest::new(Limits::nodes(10));
    Ensemble::new(engines).choose(&position(), &request);
}

#[test]
fn ensemble_is_deterministic_for_a_node_limit_in_every_game() {
    for game in CATALOGUE {
        let mut rng = SplitMix64::new(5);
        let mut state = game.start(&game.bench_setup()).unwrap();
        for _ in 0..14 {
            if state.turn() == Turn::Chance {
                state.deal(rng.index(state.chance_outcomes().len()));
                continue;
            }
            let mut tokens = state.legal_moves();
            if tokens.is_empty() {
                break;
            }
            let token = tokens.swap_remove(rng.index(tokens.len()));
            state.play(&token).unwrap();
            while let Some(token) = state.automatic_move() {
                state.play(&token).unwrap();
            }
        }
        let resources = Resources::new(12).threads(3);
        let request = SearchRequest::new(Limits::nodes(900)).lines(2).seed(7);
        let mut first = game.engine(resources);
        assert!(first.name().contains(" x3"), "{}", first.name());
        let found = first
            .analyze(&state.position(), &request, &mut |_| {})
            .unwrap();
        for mut engine in [first, game.engine(resources)] {
            let again = engine
                .analyze(&state.position(), &request, &mut |_| {})
                .unwrap();
            assert_eq!(found, again, "{}", game.id());
        }
        assert!(found.nodes >= 900, "{}: {}", game.id(), found.nodes);
        assert!(found.lines.len() <= 2);
        if game.engine(resources).lines_are_comparable() {
            let points: Vec<_> = found.lines.iter().map(|line| line.value.points).collect();
            assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
        }
    }
}

/// Asserts that the bounds of an ensemble in late positions agree with minimax.
fn assert_proofs_agree_with_minimax<G: HasEngine>(positions: &[G::Position]) {
    let mut proven = 0;
    for position in positions {
        let player = position.mover().unwrap();
        let request = SearchRequest::new(Limits::nodes(600)).lines(100);
        let mut engine = Resources::new(4).threads(2).new_engine::<G>();
        let found = engine.analyze(position, &request, &mut |_| {});
        let mut best = None;
        position.legal_moves(&mut |mv| best = best.max(Some(value_of(position, player, &mv))));
        for line in &found.lines {
            let is = value_of(position, player, &line.mv);
            let bounds = line.value.bounds;
            assert!((bounds.lower..=bounds.upper).contains(&is), "{position:?}");
            proven += usize::from(bounds.proven().is_some());
        }
        let bounds = found.value.bounds;
        assert!((bounds.lower..=bounds.upper).contains(&best.unwrap()));
    }
    assert!(proven > positions.len(), "{proven}");
}

#[test]
fn ensemble_proofs_agree_with_minimax() {
    use kifu_core::games::{atari_go::AtariGo, zuniq::Zuniq};
    let mut setup = Setup::default();
    setup.set("size", "5");
    setup.set("turns", "12");
    assert_proofs_agree_with_minimax::<AtariGo>(&late_positions::<AtariGo>(&setup, 10, 3));
    assert_proofs_agree_with_minimax::<Zuniq>(&late_positions::<Zuniq>(&Setup::default(), 10, 4));
}
