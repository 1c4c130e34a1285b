//! Explanations of moves by the rules alone: their effects, and why one was worse than another.

use super::Zuniq;
use super::board::Position;
use super::cells::{self, Cells};
use super::engine::{ZuniqEngine, ZuniqSolver};
use super::moves::{Move, Segment, segment_from_id};
use super::result::{Violation, claim_bonus};
use crate::contract::{Claim, Explain, Game, MoveEvent, Player, Position as _, Rules as _, StepOf};
use crate::scene::SceneOptions;
use std::collections::HashMap;
use std::sync::LazyLock;

impl Explain for Zuniq {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, step.mv?)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons(before, played, better)
    }

    fn claim(before: &Position, mv: &Move) -> Option<Claim> {
        claim(before, *mv)
    }

    /// Describes the zone that a segment would close, or why it cannot be drawn.
    ///
    /// For a drawn segment the adjacent zones are described.
    fn describe_square(position: &Position, id: &str, _options: SceneOptions) -> Option<String> {
        let segment = segment_from_id(id)?;
        if position.is_drawn(segment) {
            let zones = position.zones().filter(|zone| {
                let [one, two] = segment.adjacent_cells();
                zone.0 & (one | two) != 0
            });
            let zones: Vec<String> = zones
                .map(|zone| format!("zone of size {}: {zone}", zone.size()))
                .collect();
            return (!zones.is_empty()).then(|| zones.join("; "));
        }
        let mv = Move {
            segment,
            claims_win: false,
        };
        match position.check(&mv) {
            Err(Violation::GameOver(_)) => None,
            Err(violation) => Some(violation.to_string()),
            Ok(()) => {
                let zone = position.zone_closed_by(segment)?;
                Some(format!(
                    "would close a zone of size {}: {zone}",
                    zone.size()
                ))
            }
        }
    }
}

// Descriptions of segments, of the zones they close and of claims.

/// Returns the value of a claim with a move; `None` if the player has already claimed the win.
fn claim(before: &Position, mv: Move) -> Option<Claim> {
    let player = before.to_move();
    before.claim_ply(player).is_none().then(|| Claim {
        made: mv.claims_win,
        bonus: claim_bonus(player, before.plies() + 1),
        stake: 50,
    })
}

fn move_event(before: &Position, mv: Move) -> Option<MoveEvent> {
    let claims = mv.claims_win && !before.repeats_claim(&mv);
    let zone = before.zone_closed_by(mv.segment);
    let zone = zone.map(|zone| format!("closes a zone of size {}: {zone}", zone.size()));
    let (kind, words) = match (claims, zone) {
        (false, None) => return None,
        (false, Some(zone)) => ("zone", zone),
        (true, None) => ("claim", "claims the win".to_owned()),
        (true, Some(zone)) => ("claim", format!("claims the win, {zone}")),
    };
    Some(MoveEvent {
        kind,
        description: words,
    })
}

// Reasons why a move was worse than another, from zones and the parity of the plies.
//
// A game has 35 plies, plus one for each zone and minus one for each cycle of passages inside a
// zone. So as long as no zone is closed, it is known which player will make the last ply and win.
// Closing a zone without a cycle inside changes this parity, closing one with a single cycle does
// not.

/// The number of plies of a game without zones, the segments of a spanning tree of the dots.
const PLIES_WITHOUT_ZONES: u32 = 35;
/// The largest number of positions that the solver searches for one answer.
const MAX_SOLVER_NODES: u64 = 3000;
/// The number of plies from which on the solver is asked.
const MIN_SOLVER_PLIES: u32 = 24;
/// The memory of the solver, in bytes.
const SOLVER_BYTES: usize = 1 << 20;
/// The number of missing segments from which on a zone is not near.
const MIN_FAR_SEGMENTS: usize = 4;
/// The number of plies from which on the parity is a reason.
const MIN_PARITY_PLIES: u32 = 16;
/// The largest number of positions searched to see whether the number of plies left is fixed.
const MAX_COUNTED_POSITIONS: usize = 2000;

/// Returns the reasons why a line was worse than another, the most important first.
fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let comparison = MoveComparison {
        before,
        played: *played,
        better: *better,
        after_played: before.after(played),
        after_better: before.after(better),
    };
    let refuted = comparison.refuted();
    // A refutation names the zone that it closes, and says who wins.
    let is_refuted = refuted.is_some();
    let allows_zone = comparison.allows_zone().filter(|_| !is_refuted);
    let parity_stays = comparison.parity_stays().filter(|_| !is_refuted);
    let telling = [
        comparison.wrong_claim(),
        refuted,
        comparison.loses_count(),
        comparison.flips_parity(),
        allows_zone,
        comparison.closes(),
        parity_stays,
    ];
    let telling: Vec<String> = telling.into_iter().flatten().collect();
    if !telling.is_empty() {
        return telling;
    }
    // Counts explain little, and nothing next to a zone or the parity.
    let counts = [comparison.near_zones(), comparison.moves_left()];
    counts.into_iter().flatten().collect()
}

/// Two moves in a position, and the positions after them.
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

    /// Gives the reason that the move claims a win that is a proven loss.
    fn wrong_claim(&self) -> Option<String> {
        let counts = self.played.claims_win && !self.before.repeats_claim(&self.played);
        (counts && proven_win(&self.after_played) == Some(true)).then(|| {
            let (me, other) = (side_name(self.before.to_move()), self.opponent());
            format!("{me} claims the win, but {other} wins.")
        })
    }

    /// Gives the reason that the number of plies left is fixed and favours the opponent.
    fn loses_count(&self) -> Option<String> {
        if self.after_played.plies() < MIN_SOLVER_PLIES {
            return None;
        }
        let left = plies_left(&self.after_played, &mut HashMap::new())?;
        let plies = if left == 1 { "ply is" } else { "plies are" };
        let played = self.played.segment;
        // The player to move makes the first of them, and so also the last of an odd number.
        let last = if left % 2 == 1 {
            self.after_played.to_move()
        } else {
            self.after_played.to_move().opponent()
        };
        (last != self.before.to_move()).then(|| {
            format!(
                "After {played} {left} {plies} left whatever is played: {} makes the last one and wins.",
                side_name(last)
            )
        })
    }

    /// Gives the reason that some answers are proven to win.
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
            1 => ", the only winning reply".to_owned(),
            2 => " (or with one other reply)".to_owned(),
            count => format!(" (or with {} other replies)", count - 1),
        };
        let (played, opponent) = (self.played.segment, self.opponent());
        Some(format!(
            "After {played} {opponent} wins with {first}{zone}{more}."
        ))
    }

    /// Gives the reason that the moves close different zones.
    fn closes(&self) -> Option<String> {
        let own_zone = self.before.zone_closed_by(self.played.segment);
        let other_zone = self.before.zone_closed_by(self.better.segment);
        let (played, better) = (self.played.segment, self.better.segment);
        match (own_zone, other_zone) {
            (None, None) => None,
            (Some(own_zone), None) => Some(format!(
                "{played} closes {}, so no other zone of that size can be closed.",
                zone_name(own_zone)
            )),
            (None, Some(other_zone)) => Some(format!(
                "{better} would close {}; {played} closes none.",
                zone_name(other_zone)
            )),
            (Some(own_zone), Some(other_zone)) if own_zone.size() == other_zone.size() => None,
            (Some(own_zone), Some(other_zone)) => Some(format!(
                "{played} closes {}; {better} would close {}.",
                zone_name(own_zone),
                zone_name(other_zone)
            )),
        }
    }

    /// Gives the reason that the move gives the opponent the last ply, unless more zones are
    /// closed.
    fn flips_parity(&self) -> Option<String> {
        let (own, other) = (
            game_length(&self.after_played),
            game_length(&self.after_better),
        );
        let against = player_of_ply(own) != self.before.to_move();
        (against && own % 2 != other % 2).then(|| {
            format!(
                "If no more zones are closed, {} makes the game {own} plies long and {} wins; with \
                 {} it lasts {other} and {} wins.",
                self.played.segment,
                side_name(player_of_ply(own)),
                self.better.segment,
                side_name(player_of_ply(other))
            )
        })
    }

    /// Gives the reason that the opponent can close a zone of a size they could not otherwise.
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
            ", which changes who makes the last ply"
        } else {
            ""
        };
        Some(format!(
            "After {} {} can close {} with {segment}{turn}.",
            self.played.segment,
            self.opponent(),
            zone_name(*zone)
        ))
    }

    /// Gives the reason that the moves bring different small zones near, with the smallest of
    /// them.
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
        // Zones that one segment closes have a separate reason; those that need many are not near.
        let distance = (2..MIN_FAR_SEGMENTS).find(|missing| own[*missing] != other[*missing])?;
        let (played, better) = (self.played.segment, self.better.segment);
        let missing = |position: &Position, zone| position.missing_segments(zone);
        let nearer = |near: &Position, far: &Position| {
            let is_nearer = |zone: &Cells| {
                missing(near, *zone) == Some(distance)
                    && missing(far, *zone).is_none_or(|far| far > distance)
            };
            small_zones().find(is_nearer).map(zone_name)
        };
        if own[distance] > other[distance] {
            let zone = nearer(&self.after_played, &self.after_better)?;
            Some(format!(
                "{played} lets {distance} more segments close {zone}; {better} keeps that zone \
                 farther away."
            ))
        } else {
            let zone = nearer(&self.after_better, &self.after_played)?;
            Some(format!(
                "{better} would let {distance} more segments close {zone}; after {played} that \
                 zone is farther away."
            ))
        }
    }

    /// Gives the reason that the opponent makes the last ply and the move does not change that.
    fn parity_stays(&self) -> Option<String> {
        let own_length = game_length(&self.after_played);
        let me = self.before.to_move();
        // Early in the game this means little, because more zones will be closed.
        let quiet = self.before.zone_closed_by(self.played.segment).is_none()
            && self.before.plies() >= MIN_PARITY_PLIES;
        let stays = quiet
            && player_of_ply(own_length) != me
            && game_length(&self.after_better) % 2 == own_length % 2;
        stays.then(|| {
            format!(
                "If no more zones are closed, the game is {own_length} plies long and {} wins, so \
                 {} has to close one.",
                side_name(player_of_ply(own_length)),
                side_name(me)
            )
        })
    }

    /// Gives the reason that the number of moves left differs.
    fn moves_left(&self) -> Option<String> {
        let [own, other] =
            [&self.after_played, &self.after_better].map(|position| legal_segments(position).len());
        (own != other).then(|| {
            format!(
                "{} leaves {} {own} legal moves; {} would leave {other}.",
                self.played.segment,
                self.opponent(),
                self.better.segment
            )
        })
    }
}

/// The largest size of a small zone.
const MAX_SMALL_ZONE_SIZE: u32 = 3;

/// Returns all connected sets of at most [`MAX_SMALL_ZONE_SIZE`] cells.
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

/// Formats a zone as `a zone of size 4 (B2 B3 C2 C3)`.
fn zone_name(zone: Cells) -> String {
    format!("a zone of size {} ({zone})", zone.size())
}

fn after_segment(position: &Position, segment: Segment) -> Position {
    let claims_win = false;
    position.after(&Move {
        segment,
        claims_win,
    })
}

fn legal_segments(position: &Position) -> Vec<Segment> {
    let mut all = Vec::new();
    position.legal_moves(&mut |mv| all.push(mv.segment));
    all
}

/// Returns the zones that the player to move may close at once, each with the segment.
fn closable_zones(position: &Position) -> Vec<(Segment, Cells)> {
    let closes = |segment: Segment| Some((segment, position.zone_closed_by(segment)?));
    legal_segments(position)
        .into_iter()
        .filter_map(closes)
        .collect()
}

/// Returns the number of plies of the game if no other zone is closed.
fn game_length(position: &Position) -> u32 {
    position.zones().fold(PLIES_WITHOUT_ZONES, |plies, zone| {
        plies + 1 - position.undrawn_cycles(zone).min(plies)
    })
}

/// Returns 1 if closing a zone changes the player who makes the last ply, and 0 otherwise.
fn parity_change(position: &Position, zone: Cells) -> u32 {
    (1 + position.undrawn_cycles(zone)) % 2
}

/// Returns the player who makes a ply, counted from 1.
fn player_of_ply(ply: u32) -> Player {
    if ply % 2 == 1 {
        Player::First
    } else {
        Player::Second
    }
}

/// Reports whether the player to move wins, if the solver proves it within its budget.
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

/// Returns the number of plies left if it is the same for all continuations.
///
/// `None` also if too many positions must be searched; `known` caches those searched.
fn plies_left(position: &Position, known: &mut HashMap<u64, u32>) -> Option<u32> {
    let key = position.key();
    if let Some(left) = known.get(&key) {
        return Some(*left);
    }
    if known.len() >= MAX_COUNTED_POSITIONS {
        return None;
    }
    let mut common = None;
    for segment in legal_segments(position) {
        let rest = 1 + plies_left(&after_segment(position, segment), known)?;
        if *common.get_or_insert(rest) != rest {
            return None;
        }
    }
    let left = common.unwrap_or(0);
    known.insert(key, left);
    Some(left)
}
