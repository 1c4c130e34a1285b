use super::{Position, Turn};

/// How many sequences of `depth` acts (moves and deals alike) lead from `position`: the number
/// by which rule books are compared. A game that ends earlier contributes nothing.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    let mut next = |child: P| leaves += perft(&child, depth - 1);
    match position.turn() {
        Turn::Over => {}
        Turn::Chance => position.chance_outcomes(&mut |luck| {
            let mut child = position.clone();
            child.apply_chance(&luck);
            next(child);
        }),
        Turn::Player(_) => position.legal_moves(&mut |mv| {
            let mut child = position.clone();
            child.apply(&mv);
            next(child);
        }),
    }
    leaves
}
