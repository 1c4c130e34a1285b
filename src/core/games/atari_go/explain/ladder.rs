//! Chains, and ladders read out with the rules themselves.

use crate::contract::{Player, Position as _, Rules as _};
use crate::games::atari_go::{Move, Point, Position};

/// The most stones that are placed to read out one ladder.
const MAX_LADDER_STONES: u32 = 400;

/// Returns the chains of a player, each as one of its points and its size.
pub(super) fn chains(position: &Position, owner: Player) -> Vec<(Point, usize)> {
    let mut seen: Vec<Point> = Vec::new();
    let mut chains = Vec::new();
    for point in position.points() {
        if position.stone(point) == Some(owner) && !seen.contains(&point) {
            let before = seen.len();
            seen.extend(position.chain(point));
            chains.push((point, seen.len() - before));
        }
    }
    chains
}

/// Returns the liberties of the chain on a point.
pub(super) fn liberty_points(position: &Position, at: Point) -> Vec<Point> {
    let chain: Vec<Point> = position.chain(at).collect();
    let beside = |point: &Point| chain.iter().any(|stone| are_adjacent(*stone, *point));
    let empty = position
        .points()
        .filter(|point| position.stone(*point).is_none());
    empty.filter(beside).collect()
}

/// Reports whether two points share a side.
pub(super) fn are_adjacent(one: Point, other: Point) -> bool {
    one.x().abs_diff(other.x()) + one.y().abs_diff(other.y()) == 1
}

/// Finds the largest of `owner`'s chains that the player to move can capture in a ladder.
///
/// Returns a point of the chain, its size, and the point to play.
pub(super) fn find_ladder(position: &Position, owner: Player) -> Option<(Point, usize, Point)> {
    let weak = chains(position, owner).into_iter();
    let found = weak.filter_map(|(at, count)| {
        let open = liberty_points(position, at);
        if open.len() != 2 {
            return None;
        }
        let mut liberties = open.into_iter();
        let start = liberties.find(|point| captures_in_ladder(position, at, *point))?;
        Some((at, count, start))
    });
    found.max_by_key(|(_, count, _)| *count)
}

/// Reports whether playing on a point captures the opponent's chain on `prey` in a ladder, whatever
/// the answer.
pub(super) fn captures_in_ladder(position: &Position, prey: Point, point: Point) -> bool {
    captures_within(position, prey, point, &mut MAX_LADDER_STONES.clone())
}

/// Reads out a ladder with at most `left` more stones; if they do not suffice, the chain escapes.
fn captures_within(position: &Position, prey: Point, point: Point, stones_left: &mut u32) -> bool {
    let Some(remaining) = stones_left.checked_sub(1) else {
        return false;
    };
    *stones_left = remaining;
    let mv = Move::Stone(point);
    if position.check(&mv).is_err() {
        return false;
    }
    let after = position.after(&mv);
    if after.stone(prey).is_none() {
        return true;
    }
    // If the game ends first, nothing is captured.
    !after.is_over()
        && after.liberty_count(prey) == 1
        && escape_moves(&after, prey).iter().all(|mv| {
            let next = after.after(mv);
            // Whether or not the chain was extended, it must be left with at most two liberties.
            let open = liberty_points(&next, prey);
            open.len() <= 2
                && open
                    .into_iter()
                    .any(|liberty| captures_within(&next, prey, liberty, stones_left))
        })
}

/// Returns the legal answers for a chain in atari: extend, capture an adjacent chain that is in
/// atari itself, or pass.
fn escape_moves(position: &Position, prey: Point) -> Vec<Move> {
    let mut escapes = liberty_points(position, prey);
    let owner = position.stone(prey);
    let beside = position.points().filter(|near| {
        let enemy = position.stone(*near).is_some() && position.stone(*near) != owner;
        enemy
            && position.liberty_count(*near) == 1
            && position.chain(prey).any(|at| are_adjacent(at, *near))
    });
    for hunter in beside.collect::<Vec<_>>() {
        for escape in liberty_points(position, hunter) {
            if !escapes.contains(&escape) {
                escapes.push(escape);
            }
        }
    }
    let mut all: Vec<Move> = escapes.into_iter().map(Move::Stone).collect();
    all.push(Move::Pass);
    all.retain(|mv| position.check(mv).is_ok());
    all
}
