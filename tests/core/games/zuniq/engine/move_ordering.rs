//! The pruning of moves that commute.

use super::edges;
use kifu_core::games::zuniq::engine::EdgeBoard;
use kifu_core::games::zuniq::engine::solver::component_keys::ComponentKeys;
use kifu_core::games::zuniq::engine::solver::move_ordering::MoveId;
use kifu_core::games::zuniq::engine::solver::position::{CORNER_EDGES, SolverMove, SolverPosition};
use kifu_core::search::SplitMix64;

/// Returns a board after `plies` random edges, or fewer if the game ends before.
fn random_board(random: &mut SplitMix64, plies: usize) -> EdgeBoard {
    let mut board = EdgeBoard::EMPTY;
    for _ in 0..plies {
        let legal = edges(board.legal_edges());
        if !legal.is_empty() {
            board = board.after(legal[random.index(legal.len())]).unwrap();
        }
    }
    board
}

fn children(position: &SolverPosition) -> Vec<SolverMove> {
    let mut moves = Vec::new();
    position.children(&mut ComponentKeys::default(), &mut |child| {
        moves.push(child.mv);
        false
    });
    moves
}

#[test]
fn commuting_moves_lead_to_the_same_board_in_either_order() {
    let mut random = SplitMix64::new(26);
    // The two edges of a corner are equivalent, and the solver may return the other one.
    let drawn_edge = |id: MoveId| {
        let corner = CORNER_EDGES.as_flattened().contains(&usize::from(id.0));
        (id.0 < MoveId::OUTSIDE_SPARE && !corner).then_some(usize::from(id.0))
    };
    let (mut both, mut one) = (0, 0);
    for game in 0..120 {
        let board = random_board(&mut random, 18 + game % 12);
        let position = SolverPosition::new(&board);
        for mv in children(&position) {
            let Some(first) = drawn_edge(position.move_id(mv)) else {
                continue;
            };
            let after = position.child(mv);
            for reply in children(&after) {
                let reply = after.move_id(reply);
                let Some(second) = drawn_edge(reply) else {
                    continue;
                };
                if !position.commute(position.move_id(mv), reply) {
                    one += 1;
                    continue;
                }
                let first_order = board.after(first).and_then(|board| board.after(second));
                let second_order = board.after(second).and_then(|board| board.after(first));
                assert!(first_order.is_some());
                assert_eq!(first_order, second_order, "{board:?}: {first} and {second}");
                both += 1;
            }
        }
    }
    assert!(both > 10_000 && one > 100, "{both} and {one}");
}
