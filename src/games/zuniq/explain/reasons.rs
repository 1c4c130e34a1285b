//! Why a move was worse: the zones that it closes or lets close, and who makes the last ply.
//!
//! A game has 35 plies, one more for each zone, and one fewer for each round of segments that is
//! left out inside a zone. So, as long as no zone is closed, it is known who will make the last
//! ply and win; a zone without a round inside turns that over, one with a single round does not.

use super::super::Zuniq;
use super::super::board::Position;
use super::super::cells::{self, Cells};
use super::super::engine::{ZuniqEngine, ZuniqSolver};
use super::super::moves::{Move, Segment};
use crate::contract::{Game, Player, Position as _, Rules as _};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Plies of a game without a zone: so many segments join all dots.
const PLIES_WITHOUT_ZONES: u32 = 35;
/// Positions that the solver may look at for one answer.
const MAX_SOLVER_NODES: u64 = 3000;
/// From so many plies on the solver is asked.
const MIN_SOLVER_PLIES: u32 = 24;
/// What the solver may take.
const SOLVER_BYTES: usize = 1 << 20;
/// So many segments are far away.
const MIN_FAR_SEGMENTS: usize = 4;
/// From so many plies on it counts who makes the last one as the zones lie.
const MIN_PARITY_PLIES: u32 = 16;
/// Positions that are tried out to see whether all that is left is counting.
const MAX_COUNTED_POSITIONS: usize = 2000;

/// The reasons, the weightiest first.
pub(super) fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let look = MoveComparison {
        before,
        played: *played,
        better: *better,
        after_played: before.after(played),
        after_better: before.after(better),
    };
    let all = [
        look.wrong_claim(),
        look.loses_count(),
        look.refuted(),
        look.closes(),
        look.flips_parity(),
        look.allows_zone(),
        look.near_zones(),
        look.parity_stays(),
        look.moves_left(),
    ];
    all.into_iter().flatten().collect()
}

/// A position, the two moves in it, and what each leads to.
struct MoveComparison<'a> {
    before: &'a Position,
    played: Move,
    better: Move,
    after_played: Position,
    after_better: Position,
}

fn side_name(player: Player) -> &'static str {
    Zuniq::INFO.sides[player.index()]
}

impl MoveComparison<'_> {
    fn opponent(&self) -> &'static str {
        side_name(self.before.to_move().opponent())
    }

    /// A claim whose loss is proven.
    fn wrong_claim(&self) -> Option<String> {
        let counts = self.played.claims_win && !self.before.repeats_claim(&self.played);
        (counts && proven_win(&self.after_played) == Some(true))
            .then(|| format!("claims the win, and {} wins", self.opponent()))
    }

    /// Nothing but counting is left after the played move.
    fn loses_count(&self) -> Option<String> {
        if self.after_played.plies() < MIN_SOLVER_PLIES {
            return None;
        }
        let left = plies_left(&self.after_played, &mut HashMap::new())?;
        let plies = if left == 1 { "ply is" } else { "plies are" };
        // The one to act makes the first of them, so of an odd number also the last.
        let last = if left % 2 == 1 {
            self.after_played.to_move()
        } else {
            self.after_played.to_move().opponent()
        };
        (last != self.before.to_move()).then(|| {
            format!(
                "{left} {plies} left whatever is played: {} makes the last",
                side_name(last)
            )
        })
    }

    /// The answers that are proven to win.
    fn refuted(&self) -> Option<String> {
        if self.after_played.plies() < MIN_SOLVER_PLIES {
            return None;
        }
        let mut solver = ZuniqSolver::new(SOLVER_BYTES);
        let answers = legal_segments(&self.after_played);
        let wins: Vec<&Segment> = answers
            .iter()
            .filter(|segment| {
                solve_with(&mut solver, &after_segment(&self.after_played, **segment))
                    == Some(false)
            })
            .collect();
        let first = wins.first()?;
        let zone = self.after_played.zone_closed_by(**first);
        let zone = zone.map_or_else(String::new, |zone| {
            format!(", which closes {}", zone_name(zone))
        });
        let more = match wins.len() {
            1 => String::new(),
            2 => " (or one more move)".to_owned(),
            count => format!(" (or {} more moves)", count - 1),
        };
        Some(format!("{} wins by {first}{zone}{more}", self.opponent()))
    }

    /// The zones that the moves close.
    fn closes(&self) -> Option<String> {
        let own = self.before.zone_closed_by(self.played.segment);
        let other = self.before.zone_closed_by(self.better.segment);
        let better = self.better.segment;
        match (own, other) {
            (None, None) => None,
            (Some(own), None) => Some(format!(
                "closes {}, so that size is used up",
                zone_name(own)
            )),
            (None, Some(other)) => Some(format!(
                "does not close {}, as {better} does",
                zone_name(other)
            )),
            (Some(own), Some(other)) if own.size() == other.size() => None,
            (Some(own), Some(other)) => Some(format!(
                "closes {}, {better} would close {}",
                zone_name(own),
                zone_name(other)
            )),
        }
    }

    /// The two moves lead to games of which, as the zones lie, different players make the last ply.
    fn flips_parity(&self) -> Option<String> {
        let (own, other) = (
            game_length(&self.after_played),
            game_length(&self.after_better),
        );
        let against = player_of_ply(own) != self.before.to_move();
        (against && own % 2 != other % 2).then(|| {
            format!(
                "as the zones then lie {} makes the last ply, the {own}th; with {} {} does, the \
                 {other}th",
                side_name(player_of_ply(own)),
                self.better.segment,
                side_name(player_of_ply(other))
            )
        })
    }

    /// Zones that the opponent can close at once, and could not after the better move.
    fn allows_zone(&self) -> Option<String> {
        let (own, other) = (
            closable_zones(&self.after_played),
            closable_zones(&self.after_better),
        );
        let new: Vec<&(Segment, Cells)> = own
            .iter()
            .filter(|(_, zone)| other.iter().all(|(_, known)| known.size() != zone.size()))
            .collect();
        let (segment, zone) = new.first()?;
        let flips = parity_change(&self.after_played, *zone) == 1;
        let turn = if flips {
            ", which changes the parity"
        } else {
            ""
        };
        Some(format!(
            "lets {} close {} by {segment}{turn}",
            self.opponent(),
            zone_name(*zone)
        ))
    }

    /// Zones that few segments more would close.
    fn near_zones(&self) -> Option<String> {
        let (mut own, mut other) = ([0; MIN_FAR_SEGMENTS + 1], [0; MIN_FAR_SEGMENTS + 1]);
        for (position, count) in [
            (&self.after_played, &mut own),
            (&self.after_better, &mut other),
        ] {
            for zone in small_zones() {
                count[position
                    .missing_segments(zone)
                    .unwrap_or(0)
                    .min(MIN_FAR_SEGMENTS)] += 1;
            }
        }
        // Those that one segment closes are told apart, those that many close are not near.
        let at = (2..MIN_FAR_SEGMENTS).find(|missing| own[*missing] != other[*missing])?;
        Some(format!(
            "small zones that {at} more segments would close: {}, after {} {}",
            own[at], self.better.segment, other[at]
        ))
    }

    /// It is the opponent who makes the last ply, and the move does nothing about it.
    fn parity_stays(&self) -> Option<String> {
        let own = game_length(&self.after_played);
        let me = self.before.to_move();
        // Early it says nothing: there will be zones.
        let quiet = self.before.zone_closed_by(self.played.segment).is_none()
            && self.before.plies() >= MIN_PARITY_PLIES;
        (quiet && player_of_ply(own) != me && game_length(&self.after_better) % 2 == own % 2).then(|| {
            format!(
                "with these zones {} makes the last ply (ply {own}): {} must change that by closing a zone",
                side_name(player_of_ply(own)),
                side_name(me)
            )
        })
    }

    /// How many moves both leave.
    fn moves_left(&self) -> Option<String> {
        let [own, other] =
            [&self.after_played, &self.after_better].map(|position| legal_segments(position).len());
        (own != other).then(|| {
            format!(
                "leaves {} {own} moves, {} would leave {other}",
                self.opponent(),
                self.better.segment
            )
        })
    }
}

/// Zones of at most this size are small.
const MAX_SMALL_ZONE_SIZE: u32 = 3;

/// All connected sets of so few cells.
fn small_zones() -> impl Iterator<Item = Cells> {
    static ALL: LazyLock<Vec<Cells>> = LazyLock::new(|| {
        let mut all: Vec<Cells> = cells::single_cells().collect();
        let mut from = 0;
        for _ in 1..MAX_SMALL_ZONE_SIZE {
            let to = all.len();
            for at in from..to {
                for more in all[at].extended_by_one() {
                    if !all[to..].contains(&more) {
                        all.push(more);
                    }
                }
            }
            from = to;
        }
        all
    });
    ALL.iter().copied()
}

/// `size 4 (B2 B3 C2 C3)`.
fn zone_name(zone: Cells) -> String {
    format!("size {} ({zone})", zone.size())
}

fn after_segment(position: &Position, segment: Segment) -> Position {
    let claim = false;
    position.after(&Move {
        segment,
        claims_win: claim,
    })
}

fn legal_segments(position: &Position) -> Vec<Segment> {
    let mut all = Vec::new();
    position.legal_moves(&mut |mv| all.push(mv.segment));
    all
}

/// The zones that the player to act may close at once, each with the segment that does it.
fn closable_zones(position: &Position) -> Vec<(Segment, Cells)> {
    let closes = |segment: Segment| Some((segment, position.zone_closed_by(segment)?));
    legal_segments(position)
        .into_iter()
        .filter_map(closes)
        .collect()
}

/// With how many plies the game ends if no other zone is closed.
fn game_length(position: &Position) -> u32 {
    position.zones().fold(PLIES_WITHOUT_ZONES, |plies, zone| {
        plies + 1 - position.undrawn_cycles(zone).min(plies)
    })
}

/// By how much, modulo 2, closing a zone changes who makes the last ply.
fn parity_change(position: &Position, zone: Cells) -> u32 {
    (1 + position.undrawn_cycles(zone)) % 2
}

/// Who makes a ply.
fn player_of_ply(ply: u32) -> Player {
    if ply % 2 == 1 {
        Player::First
    } else {
        Player::Second
    }
}

/// Whether the player to act wins, if that is proven soon.
fn proven_win(position: &Position) -> Option<bool> {
    if position.plies() < MIN_SOLVER_PLIES {
        return None;
    }
    solve_with(&mut ZuniqSolver::new(SOLVER_BYTES), position)
}

fn solve_with(solver: &mut ZuniqSolver, position: &Position) -> Option<bool> {
    solver.solve(
        &ZuniqEngine::board_of(position),
        MAX_SOLVER_NODES,
        &mut |_| false,
    )
}

/// How many plies are left, if that is the same whatever is played, and is seen soon. `known` are
/// the positions that were tried out.
fn plies_left(position: &Position, known: &mut HashMap<u64, u32>) -> Option<u32> {
    let key = position.key();
    if let Some(left) = known.get(&key) {
        return Some(*left);
    }
    if known.len() >= MAX_COUNTED_POSITIONS {
        return None;
    }
    let mut found = None;
    for segment in legal_segments(position) {
        let rest = 1 + plies_left(&after_segment(position, segment), known)?;
        if *found.get_or_insert(rest) != rest {
            return None;
        }
    }
    let left = found.unwrap_or(0);
    known.insert(key, left);
    Some(left)
}
