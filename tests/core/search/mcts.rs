use super::brute_force::{minimax, value_of};
use super::late_positions::late_positions;
use crate::noughts::Noughts;
use kifu_core::contract::{Game, Position, Proven, Rules, Setup, Turn};
use kifu_core::games::clobber::Clobber;
use kifu_core::games::{atari_go, box_game, turn_right, zuniq};
use kifu_core::search::{
    Coverage, HasEngine, Limits, Mcts, MctsParams, PlayoutPolicy, SearchRequest, SearchResult,
    SplitMix64,
};

fn analyze<G: Game>(
    position: &G::Position,
    request: &SearchRequest<'_, <G::Position as Rules>::Move>,
) -> SearchResult<<G::Position as Rules>::Move> {
    Mcts::new(16).search(position, request, &mut |_| {})
}

/// Checks the proofs of a position and of its lines, and reports whether the position was
/// proven.
fn assert_proofs_agree_with_minimax<G: Game>(position: &G::Position, nodes: u64) -> bool {
    let Turn::Player(player) = position.turn() else {
        return true;
    };
    let truth = minimax(position);
    let request = SearchRequest::new(Limits::nodes(nodes)).lines(usize::MAX);
    let report = analyze::<G>(position, &request);
    let bounds = report.value.bounds;
    assert!(
        bounds.lower <= truth && truth <= bounds.upper,
        "{}: {truth:?}, {report:?}",
        G::write_position(position)
    );
    for line in &report.lines {
        let truth = value_of(position, player, &line.mv);
        let bounds = line.value.bounds;
        assert!(bounds.lower <= truth && truth <= bounds.upper, "{line:?}");
    }
    if let Some(proven) = report.value.proven() {
        assert_eq!(proven, truth);
        let first = report.lines[0].value.proven();
        assert_eq!(first, Some(truth), "{}", G::write_position(position));
    }
    report.value.proven().is_some()
}

#[test]
fn mcts_proves_noughts_and_crosses_a_draw() {
    let start = Noughts::start(&Setup::default()).unwrap();
    let report = analyze::<Noughts>(&start, &SearchRequest::new(Limits::nodes(200_000)));
    assert_eq!(report.value.proven(), Some(Proven::Draw));
    assert_eq!(report.coverage, Coverage::AllMoves);
}

/// Keeps two moves of a position below the root.
struct TwoMovesPolicy;

impl<P: Position> PlayoutPolicy<P> for TwoMovesPolicy {
    const MAX_CHILDREN: usize = 2;
}

/// Looks into nothing below the root.
struct NoExpansionPolicy;

impl<P: Position> PlayoutPolicy<P> for NoExpansionPolicy {
    fn should_expand(&self, _: &P) -> bool {
        false
    }
}

#[test]
fn mcts_lines_have_one_move_when_nothing_is_expanded() {
    let start = Noughts::start(&Setup::default()).unwrap();
    let mut search = Mcts::with_policy(NoExpansionPolicy, MctsParams::default(), 16);
    let request = SearchRequest::new(Limits::nodes(500)).lines(9);
    let report = search.search(&start, &request, &mut |_| {});
    assert_eq!(report.lines.len(), 9);
    assert!(report.lines.iter().all(|line| line.pv.len() == 1));
}

/// Every game has an engine that gives a legal move from the first position on, and the same one
/// for the same budget and seed.
fn assert_engine_is_legal_and_deterministic<G: HasEngine>(setup: &Setup) {
    let mut position = G::start(setup).unwrap();
    let mut rng = SplitMix64::new(5);
    for _ in 0..4 {
        if position.turn() == Turn::Chance {
            let mut deals = Vec::new();
            position.chance_outcomes(&mut |luck| deals.push(luck));
            position.apply_chance(&deals[rng.index(deals.len())]);
        }
        if position.turn() == Turn::Chance {
            continue;
        }
        let mut forced = Vec::new();
        position.legal_moves(&mut |mv| forced.push(mv));
        let forced = forced[forced.len() / 2];
        let request = SearchRequest::new(Limits::nodes(40))
            .lines(3)
            .include(forced);
        let report = G::new_engine(8).analyze(&position, &request, &mut |_| {});
        let again = G::new_engine(8).analyze(&position, &request, &mut |_| {});
        assert_eq!(report, again);
        let listed = report.lines.iter().any(|line| line.mv == forced);
        assert!(listed, "{}: {forced:?}", G::INFO.id);
        // An engine may look at its budget after a step of more than one node.
        assert!(report.lines.len() <= 4 && report.nodes <= 80);
        let best = *report.best_move().unwrap();
        assert!(position.check(&best).is_ok());
        position.apply(&best);
    }
}

#[test]
fn engine_of_every_game_is_legal_and_deterministic() {
    assert_engine_is_legal_and_deterministic::<Noughts>(&Setup::default());
    assert_engine_is_legal_and_deterministic::<Clobber>(&Setup::default());
    assert_engine_is_legal_and_deterministic::<zuniq::Zuniq>(&Setup::default());
    assert_engine_is_legal_and_deterministic::<atari_go::AtariGo>(&Setup::default());
    let mut setup = Setup::default();
    let board = "wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw b 0 5-0";
    setup.set("position", board);
    assert_engine_is_legal_and_deterministic::<turn_right::TurnRight>(&setup);
    let mut setup = Setup::default();
    setup.set("colors", "4 -");
    assert_engine_is_legal_and_deterministic::<box_game::BoxGame>(&setup);
}

mod slow {
    use super::*;

    #[test]
    fn mcts_proofs_agree_with_minimax() {
        for position in late_positions::<Noughts>(&Setup::default(), 40, 7) {
            assert!(assert_proofs_agree_with_minimax::<Noughts>(
                &position, 80_000
            ));
            assert_proofs_agree_with_minimax::<Noughts>(&position, 60);
        }
        let mut setup = Setup::default();
        setup.set("width", "4");
        setup.set("height", "4");
        for position in late_positions::<Clobber>(&setup, 40, 6) {
            assert!(assert_proofs_agree_with_minimax::<Clobber>(
                &position, 200_000
            ));
            assert_proofs_agree_with_minimax::<Clobber>(&position, 100);
        }
        for position in late_positions::<zuniq::Zuniq>(&Setup::default(), 20, 4) {
            assert!(assert_proofs_agree_with_minimax::<zuniq::Zuniq>(
                &position, 100_000
            ));
        }
        let mut setup = Setup::default();
        setup.set("size", "5");
        setup.set("turns", "12");
        for position in late_positions::<atari_go::AtariGo>(&setup, 10, 3) {
            assert_proofs_agree_with_minimax::<atari_go::AtariGo>(&position, 5_000);
        }
    }

    #[test]
    fn mcts_that_drops_moves_proves_nothing_wrong() {
        // With three squares left two moves are all that there are below the root, with seven not.
        for left in [3, 7] {
            let mut proven = 0;
            for position in late_positions::<Noughts>(&Setup::default(), 40, left) {
                let mut search = Mcts::with_policy(TwoMovesPolicy, MctsParams::default(), 16);
                let request = SearchRequest::new(Limits::nodes(2_000));
                let bounds = search.search(&position, &request, &mut |_| {}).value.bounds;
                let truth = minimax(&position);
                assert!(bounds.lower <= truth && truth <= bounds.upper, "{bounds:?}");
                proven += u32::from(bounds.proven().is_some());
            }
            assert!(left > 3 || proven > 20, "{proven}");
        }
    }

    #[test]
    fn mcts_finds_the_known_winners_of_small_clobber_boards() {
        use Proven::{Loss, Win};
        for (width, height, value) in [(2, 3, Loss), (2, 4, Win), (3, 3, Win), (4, 4, Win)] {
            let mut setup = Setup::default();
            setup.set("width", width.to_string());
            setup.set("height", height.to_string());
            let start = Clobber::start(&setup).unwrap();
            let report = analyze::<Clobber>(&start, &SearchRequest::new(Limits::nodes(1_000_000)));
            assert_eq!(report.value.proven(), Some(value), "{width}x{height}");
        }
    }
}
