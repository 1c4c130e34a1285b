//! Counting the sequences of steps from a position, to compare implementations of the rules.

use super::{Position, Turn};

/// Returns the number of sequences of `depth` actions from `position`, where an action is a move or
/// a chance outcome. Games that end earlier do not count.
///
/// Equal numbers from two implementations of the rules are strong evidence that they agree.
///
/// ```
/// use kifu_core::contract::{Game, perft};
/// use kifu_core::games::clobber::Clobber;
///
/// let position = Clobber::parse_position("wb/bw w")?;
/// assert_eq!(perft(&position, 1), 4);
/// # Ok::<(), kifu_core::contract::ParseError>(())
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    let mut next = |child: P| leaves += perft(&child, depth - 1);
    match position.turn() {
        Turn::Over => {}
        Turn::Chance => position.chance_outcomes(&mut |outcome| {
            let mut child = position.clone();
            child.apply_chance(&outcome);
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
