use super::brute_force::{expectimax, minimax, value_of};
use super::late_positions::late_positions;
use super::race::Race;
use crate::noughts::Noughts;
use kifu_core::contract::{Game, Player, Position, Rules as _, Setup, Turn};
use kifu_core::games::{atari_go::AtariGo, clobber::Clobber, zuniq::Zuniq};
use kifu_core::search::{AlphaBeta, Limits, Mcts, SearchRequest, SearchResult};

fn analyze<P: Position>(position: &P, lines: usize) -> SearchResult<P::Move> {
    let request = SearchRequest::new(Limits::default()).lines(lines);
    AlphaBeta::new(4).search(position, &request, &mut |_| {})
}

/// Asserts that a search to the end gives the value and all lines of plain minimax.
fn assert_equals_minimax<G: Game>(position: &G::Position) {
    let Turn::Player(player) = position.turn() else {
        panic!("nobody is to move in {position:?}");
    };
    let truth = minimax(position);
    let text = G::write_position(position);
    let report = analyze(position, 1);
    assert_eq!(report.value.proven(), Some(truth), "{text}");
    let mut count = 0;
    position.legal_moves(&mut |_| count += 1);
    let report = analyze(position, usize::MAX);
    assert_eq!(report.lines.len(), count);
    for line in &report.lines {
        let truth = value_of(position, player, &line.mv);
        assert_eq!(line.value.proven(), Some(truth), "{text}: {line:?}");
    }
    let values = report.lines.iter().map(|line| line.value.win);
    assert!(values.is_sorted_by(|a, b| a >= b));
}

#[test]
fn mcts_comes_near_expectimax_in_a_game_of_chance() {
    for (left, lead) in [(3, 0), (4, -1), (5, 2)] {
        let mut race = Race::new(left, lead);
        race.apply_chance(&3);
        let truth = expectimax(&race);
        let request = SearchRequest::new(Limits::nodes(60_000));
        let report = Mcts::new(16).search(&race, &request, &mut |_| {});
        assert!(
            (report.value.win - truth).abs() < 0.03,
            "{truth} {report:?}"
        );
        if let Some(proven) = report.value.proven() {
            assert!((proven.win() - truth).abs() < 1e-9);
        }
    }
}

#[test]
fn alpha_beta_values_every_included_move_exactly() {
    let start = Noughts::parse_position(".../.o./xx. o").unwrap();
    let mut moves = Vec::new();
    start.legal_moves(&mut |mv| moves.push(mv));
    for mv in moves {
        let request = SearchRequest::new(Limits::default()).include(mv);
        let report = AlphaBeta::new(1).search(&start, &request, &mut |_| {});
        let line = report.lines.iter().find(|line| line.mv == mv).unwrap();
        let truth = value_of(&start, Player::Second, &mv);
        // A worse move may be known only as bounded.
        let bounds = line.value.bounds;
        assert!(bounds.lower <= truth && truth <= bounds.upper);
        assert_eq!(line.value.proven(), Some(truth));
    }
}

#[test]
fn alpha_beta_keeps_its_depth_and_node_limits() {
    let start = Clobber::start(&Setup::default()).unwrap();
    let limits = Limits {
        depth: Some(2),
        ..Limits::default()
    };
    let report = AlphaBeta::new(1).search(&start, &SearchRequest::new(limits), &mut |_| {});
    assert_eq!(report.lines[0].depth, 2);
    let request = SearchRequest::new(Limits::nodes(5000));
    let report = AlphaBeta::new(1).search(&start, &request, &mut |_| {});
    assert_eq!(report.nodes, 5000);
    let again = AlphaBeta::new(1).search(&start, &request, &mut |_| {});
    assert_eq!(report, again);
}

mod slow {
    use super::*;

    #[test]
    fn alpha_beta_agrees_with_minimax_in_late_positions() {
        for position in late_positions::<Noughts>(&Setup::default(), 40, 7) {
            assert_equals_minimax::<Noughts>(&position);
        }
        let mut setup = Setup::default();
        setup.set("width", "4");
        setup.set("height", "4");
        for position in late_positions::<Clobber>(&setup, 60, 6) {
            assert_equals_minimax::<Clobber>(&position);
        }
        for position in late_positions::<Zuniq>(&Setup::default(), 20, 5) {
            assert_equals_minimax::<Zuniq>(&position);
        }
        let mut setup = Setup::default();
        setup.set("size", "5");
        setup.set("turns", "12");
        for position in late_positions::<AtariGo>(&setup, 20, 2) {
            assert_equals_minimax::<AtariGo>(&position);
        }
    }

    #[test]
    fn alpha_beta_agrees_with_expectimax_in_a_game_of_chance() {
        for lead in -3..=3 {
            for left in 1..=6 {
                let race = Race::new(left, lead);
                let truth = expectimax(&race);
                let report = analyze(&race, 1);
                assert!(
                    (report.value.win - truth).abs() < 1e-5,
                    "{left} {lead}: {report:?}"
                );
                assert!(report.value.exact && report.lines.is_empty());
                for tile in 1..=3 {
                    let mut dealt = race.clone();
                    dealt.apply_chance(&tile);
                    let report = analyze(&dealt, usize::MAX);
                    assert!((report.value.win - expectimax(&dealt)).abs() < 1e-5);
                    for line in &report.lines {
                        let mut next = dealt.clone();
                        next.apply(&line.mv);
                        assert!((line.value.win - expectimax(&next)).abs() < 1e-5);
                    }
                    let one = analyze(&dealt, 1);
                    assert!((one.value.win - report.value.win).abs() < 1e-5);
                }
            }
        }
    }
}
