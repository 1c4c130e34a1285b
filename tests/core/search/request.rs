use kifu_core::contract::{Player, Proven, Setup, Turn};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::search::{Limits, Resources, SearchBudget, SearchRequest, SplitMix64};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

#[test]
fn engine_of_a_catalogue_game_works_on_texts() {
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let mut engine = game.engine(Resources::new(8));
    let request = SearchRequest::new(Limits::nodes(500)).include("b1a1".to_owned());
    let report = engine.analyze("wb./bwb w", &request, &mut |_| {}).unwrap();
    assert_eq!(report.value.proven(), Some(Proven::Win));
    assert!(report.lines.iter().any(|line| line.mv == "b1a1"));
    assert!(engine.analyze("nonsense", &request, &mut |_| {}).is_err());
    engine.new_game("wb./bwb w", Player::First).unwrap();
    engine.observe("wb./bwb w", "b1a1").unwrap();
    let chosen = engine.choose("wb./bwb w", &SearchRequest::new(Limits::nodes(500)));
    assert!(chosen.unwrap().is_some());
}

#[test]
fn apply_chance_deals_the_tile_and_leaves_the_move() {
    let game = by_id(CATALOGUE, "box").unwrap();
    let mut state = game.start(&Setup::default()).unwrap();
    assert_eq!(state.apply_chance("Hh216534h").unwrap(), None);
    let left = state.apply_chance("Ik364521v").unwrap();
    assert_eq!(left.as_deref(), Some("Ikv"));
    assert_eq!(state.turn(), Turn::Player(Player::First));
    assert!(state.apply_chance("Ik364521v").is_err());
    state.play("Ikv").unwrap();
}

#[test]
fn search_budget_stops_at_its_node_time_and_stop_limits() {
    let mut budget = SearchBudget::new(Limits::nodes(10));
    let counted = (1..20).find(|_| budget.count_node());
    assert_eq!(counted, Some(10));

    let now = AtomicU64::new(0);
    let clock = || Duration::from_micros(now.load(Relaxed));
    let mut budget = SearchBudget::new(Limits::time(Duration::from_millis(100), &clock));
    while !budget.count_node() {
        now.fetch_add(10, Relaxed);
        assert!(clock() < Duration::from_millis(103));
    }
    assert!(budget.take_report_due());

    let stop = AtomicBool::new(true);
    let mut budget = SearchBudget::new(Limits::default().stopped_by(&stop));
    assert!(budget.count_node());
}

#[test]
fn random_numbers_are_evenly_distributed() {
    let mut random = SplitMix64::new(7);
    let mut seen = [0; 6];
    for _ in 0..6000 {
        seen[random.index(6)] += 1;
        assert!((0.0..1.0).contains(&random.unit()));
    }
    assert!(
        seen.iter().all(|count| (850..1150).contains(count)),
        "{seen:?}"
    );
}

#[test]
fn time_limit_does_not_end_a_search_below_minimum_nodes() {
    let elapsed = || Duration::from_mins(1);
    let limits = Limits::time(Duration::ZERO, &elapsed);
    assert!(SearchBudget::new(limits).exhausted());
    let mut budget = SearchBudget::new(limits.at_least(200));
    assert!(!budget.exhausted());
    while !budget.count_node() {}
    assert!((200..250).contains(&budget.nodes()), "{}", budget.nodes());
    // A caller that wants no more is not kept waiting.
    let stop = AtomicBool::new(true);
    let mut budget = SearchBudget::new(limits.at_least(200).stopped_by(&stop));
    assert!(budget.count_node());
}
