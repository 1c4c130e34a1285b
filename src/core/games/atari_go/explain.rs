//! Explanations of what a move does and why it is worse than another, from the rules alone.

use super::AtariGo;
use super::board::Position;
use super::moves::{Move, Point, move_from_id};
use crate::contract::{
    Explain, Game, MoveEvent, Player, Position as _, Rules as _, ScoreChange, StepOf,
};
use crate::scene::SceneOptions;

impl Explain for AtariGo {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, step.mv?)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        let mv = step.mv;
        mv.and_then(|mv| score_change(before, mv))
            .into_iter()
            .collect()
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons(before, played, better)
    }

    /// Describes a square: the chain and liberties of a stone, or why an empty point is illegal.
    fn describe_square(
        position: &Position,
        square: &str,
        _options: SceneOptions,
    ) -> Option<String> {
        let Some(Move::Stone(point)) = move_from_id(position, square) else {
            return None;
        };
        if position.stone(point).is_none() {
            let violation = position.check(&Move::Stone(point)).err()?;
            return (!position.is_over()).then(|| violation.to_string());
        }
        let stones = position.chain(point).count();
        let liberties = usize::try_from(position.liberty_count(point)).unwrap_or(0);
        let liberty_text = pluralize(liberties, "liberty", "liberties");
        Some(match stones {
            1 => format!("a single stone, {liberty_text}"),
            _ => format!("a chain of {stones} stones, {liberty_text}"),
        })
    }
}

// Descriptions of what a move captures and of what is on a point.

/// Returns the points of the stones that a legal move captures.
pub(super) fn captured_points(before: &Position, mv: Move) -> Vec<Point> {
    let mut after = before.clone();
    after.apply(&mv);
    let opponent = Some(before.to_move().opponent());
    let gone = |point: &Point| before.stone(*point) == opponent && after.stone(*point).is_none();
    before.points().filter(gone).collect()
}

/// Formats a number with the singular or plural of its noun.
pub(super) fn pluralize(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// Returns the event of a move that captures something.
fn move_event(before: &Position, mv: Move) -> Option<MoveEvent> {
    let taken = captured_points(before, mv).len();
    (taken > 0).then(|| MoveEvent {
        kind: "capture",
        description: format!("takes {taken} at {mv}"),
    })
}

/// Returns the score that a move gains, one point for each captured stone.
fn score_change(before: &Position, mv: Move) -> Option<ScoreChange> {
    let taken: Vec<String> = captured_points(before, mv)
        .iter()
        .map(Point::to_string)
        .collect();
    (!taken.is_empty()).then(|| ScoreChange {
        player: before.to_move(),
        gained: true,
        points: i32::try_from(taken.len()).unwrap_or(i32::MAX),
        description: format!(
            "{}: {}",
            pluralize(taken.len(), "stone taken", "stones taken"),
            taken.join(" ")
        ),
        squares: taken,
    })
}

// Reasons why a move is worse than another, such as stones it loses and captures it misses.

/// The most moves of a line that are examined.
const MAX_LINE_MOVES: usize = 8;

/// Returns the reasons why the played line is worse than the better one, most important first.
fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(first), Some(best)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let comparison = MoveComparison {
        before,
        played: *first,
        better: *best,
        after_played: before.after(first),
        after_better: before.after(best),
        mover: before.to_move(),
    };
    let lost = comparison.loses_stones();
    let is_lost = lost.is_some();
    let all = [
        comparison.misses_capture(),
        lost,
        comparison.misses_rescue().filter(|_| !is_lost),
        comparison.allows_ladder(),
        comparison.misses_ladder(),
        comparison.loses_in_line(played),
        comparison.misses_line(better, played),
        comparison.misses_atari(),
        comparison.few_liberties().filter(|_| !is_lost),
        comparison.needless_pass(),
        comparison.fills_own_liberty(),
        comparison.misses_connection(),
        comparison.fewer_liberties(),
    ];
    all.into_iter().flatten().collect()
}

fn side_name(player: Player) -> &'static str {
    AtariGo::INFO.sides[player.index()]
}

/// Formats a group of stones: `the stone at C4`, `the 3 stones at C4`.
fn stones_phrase(count: usize, at: Point) -> String {
    if count == 1 {
        format!("the stone at {at}")
    } else {
        format!("the {count} stones at {at}")
    }
}

/// Formats a number of stones, as `1 stone` or `2 stones`.
fn stone_count(count: u16) -> String {
    format!("{count} {}", if count == 1 { "stone" } else { "stones" })
}

/// Returns the pronoun of a number of stones as an object.
const fn pronoun(count: usize) -> &'static str {
    if count == 1 { "it" } else { "them" }
}

/// Returns the move that captures the most stones at once, and how many.
fn best_capture(position: &Position) -> Option<(Point, usize)> {
    let mut best: Option<(Point, usize)> = None;
    position.legal_moves(&mut |mv| {
        let count = captured_points(position, mv).len();
        if let Move::Stone(point) = mv
            && count > best.map_or(0, |(_, count)| count)
        {
            best = Some((point, count));
        }
    });
    best
}

/// Counts the stones that each player captures in a line and returns the index of the last
/// capturing move.
fn captures_in_line(before: &Position, line: &[Move]) -> ([u16; 2], usize) {
    let mut position = before.clone();
    let mut last = 0;
    for (at, mv) in line.iter().take(MAX_LINE_MOVES).enumerate() {
        let old = position.captures();
        position.apply(mv);
        if position.captures() != old {
            last = at;
        }
    }
    let (old, new) = (before.captures(), position.captures());
    ([new[0] - old[0], new[1] - old[1]], last)
}

fn joined_moves(line: &[Move]) -> String {
    let names: Vec<String> = line.iter().map(Move::to_string).collect();
    names.join(" ")
}

/// A position with the played and the better move and the positions after them.
struct MoveComparison<'a> {
    before: &'a Position,
    played: Move,
    better: Move,
    after_played: Position,
    after_better: Position,
    mover: Player,
}

impl MoveComparison<'_> {
    fn opponent(&self) -> &'static str {
        side_name(self.mover.opponent())
    }

    /// Reports a capture by the better move that is larger than that of the played one.
    fn misses_capture(&self) -> Option<String> {
        let [own, other] = [self.played, self.better].map(|mv| captured_points(self.before, mv));
        let first = *other.first()?;
        (other.len() > own.len()).then(|| {
            let stones = stones_phrase(other.len(), first);
            let instead = match own.len() {
                0 => "does not".to_owned(),
                count => format!("captures only {count}"),
            };
            format!(
                "{} captures {stones}; {} {instead}.",
                self.better, self.played
            )
        })
    }

    /// Reports that the opponent can capture more at once than after the better move.
    fn loses_stones(&self) -> Option<String> {
        let (point, count) = best_capture(&self.after_played)?;
        let other = best_capture(&self.after_better).map_or(0, |(_, count)| count);
        if count <= other {
            return None;
        }
        let lost = captured_points(&self.after_played, Move::Stone(point));
        let first = *lost.first()?;
        let stones = stones_phrase(count, first);
        // A stone that was already on the board with a single liberty was threatened before.
        let existing = lost
            .iter()
            .find(|stone| self.before.stone(**stone) == Some(self.mover));
        let threatened = existing.is_some_and(|stone| self.before.liberty_count(*stone) == 1);
        let verb = if threatened { "leaves" } else { "puts" };
        Some(format!(
            "{} {verb} {stones} in atari: {} captures {} at {point}.",
            self.played,
            self.opponent(),
            pronoun(count)
        ))
    }

    /// Reports a chain that the better move saves from atari and the played one does not.
    fn misses_rescue(&self) -> Option<String> {
        let chains = chains(self.before, self.mover).into_iter();
        let mut threatened = chains.filter(|(at, _)| self.before.liberty_count(*at) == 1);
        let (at, count) = threatened.find(|(at, _)| {
            self.after_better.liberty_count(*at) > 1 && self.after_played.liberty_count(*at) == 1
        })?;
        let stones = stones_phrase(count, at);
        Some(format!(
            "{} saves {stones} from capture; {} does not.",
            self.better, self.played
        ))
    }

    /// Reports that a chain can be captured in a ladder, unlike after the better move.
    fn allows_ladder(&self) -> Option<String> {
        let (at, count, point) = find_ladder(&self.after_played, self.mover)?;
        if find_ladder(&self.after_better, self.mover).is_some() {
            return None;
        }
        let stones = stones_phrase(count, at);
        Some(format!(
            "After {} {} can catch {stones} in a ladder that begins with {point}.",
            self.played,
            self.opponent()
        ))
    }

    /// Reports that the better move captures a chain in a ladder.
    fn misses_ladder(&self) -> Option<String> {
        let Move::Stone(point) = self.better else {
            return None;
        };
        let enemy = self.mover.opponent();
        let prey = chains(self.before, enemy).into_iter().find(|(at, _)| {
            let near = liberty_points(self.before, *at);
            near.len() == 2 && near.contains(&point) && captures_in_ladder(self.before, *at, point)
        })?;
        let still = self.after_played.stone(prey.0) == Some(enemy)
            && self.after_played.liberty_count(prey.0) > 1;
        still.then(|| {
            let stones = stones_phrase(prey.1, prey.0);
            format!(
                "{point} catches {stones} in a ladder; {} lets {} escape.",
                self.played,
                pronoun(prey.1)
            )
        })
    }

    /// Reports the stones that the opponent captures in the expected continuation.
    fn loses_in_line(&self, played: &[Move]) -> Option<String> {
        let (taken, last) = captures_in_line(self.before, played);
        let [own, lost] = self.own_first(taken);
        (lost > own && last > 1).then(|| {
            format!(
                "After {} and then {} {} has captured {} for {own}.",
                self.played,
                joined_moves(&played[1..=last]),
                self.opponent(),
                stone_count(lost)
            )
        })
    }

    /// Reports the stones that the better line captures.
    fn misses_line(&self, better: &[Move], played: &[Move]) -> Option<String> {
        let (taken, last) = captures_in_line(self.before, better);
        let [own, lost] = self.own_first(taken);
        let [had, _] = self.own_first(captures_in_line(self.before, played).0);
        (own > lost && own > had && last > 0).then(|| {
            format!(
                "With {} {} captures {} for {lost}.",
                joined_moves(&better[..=last]),
                side_name(self.mover),
                stone_count(own)
            )
        })
    }

    /// Orders a pair of both players' values so that the mover's comes first.
    fn own_first(&self, pair: [u16; 2]) -> [u16; 2] {
        [
            pair[self.mover.index()],
            pair[self.mover.opponent().index()],
        ]
    }

    /// Reports that the better move puts a larger enemy chain in atari.
    fn misses_atari(&self) -> Option<String> {
        let enemy = self.mover.opponent();
        let in_atari = |position: &Position| {
            let chains = chains(position, enemy).into_iter();
            chains
                .filter(|(at, _)| position.liberty_count(*at) == 1)
                .max_by_key(|(_, count)| *count)
        };
        let (at, count) = in_atari(&self.after_better)?;
        let played_count = in_atari(&self.after_played).map_or(0, |(_, count)| count);
        (count > played_count).then(|| {
            let stones = stones_phrase(count, at);
            format!("{} would put {stones} in atari.", self.better)
        })
    }

    /// Reports an own chain with few liberties that has more after the better move.
    fn few_liberties(&self) -> Option<String> {
        let chains = chains(self.before, self.mover).into_iter();
        let weak = chains.filter_map(|(at, count)| {
            let [own, other] =
                [&self.after_played, &self.after_better].map(|position| position.liberty_count(at));
            (own < other && own <= 3).then_some((at, count, own, other))
        });
        let (at, count, own, other) = weak.min_by_key(|weak| (weak.2, usize::MAX - weak.1))?;
        let stones = stones_phrase(count, at);
        let liberties = if own == 1 { "liberty" } else { "liberties" };
        Some(format!(
            "{} leaves {stones} with {own} {liberties}; with {} {} would have {other}.",
            self.played,
            self.better,
            if count == 1 { "it" } else { "they" }
        ))
    }

    /// Reports a pass while legal points remain.
    fn needless_pass(&self) -> Option<String> {
        (self.played == Move::Pass).then(|| {
            let all = self.before.points();
            let open = all
                .filter(|at| self.before.check(&Move::Stone(*at)).is_ok())
                .count();
            let me = side_name(self.mover);
            format!("{me} passes although {open} points are open.")
        })
    }

    /// Reports a move that reduces the liberties of its own chain.
    fn fills_own_liberty(&self) -> Option<String> {
        let Move::Stone(point) = self.played else {
            return None;
        };
        let previous = self
            .before
            .points()
            .filter(|near| are_adjacent(*near, point))
            .filter(|near| self.before.stone(*near) == Some(self.mover))
            .map(|near| self.before.liberty_count(near))
            .max()?;
        let now = self.after_played.liberty_count(point);
        let me = side_name(self.mover);
        (now < previous).then(|| {
            format!(
                "{point} fills a liberty of {me}'s own chain, which has {now} left instead of \
                 {previous}."
            )
        })
    }

    /// Reports own chains that the better move connects, or enemy chains that it separates or
    /// leaves with two liberties.
    fn misses_connection(&self) -> Option<String> {
        let Move::Stone(point) = self.better else {
            return None;
        };
        let near = |owner: Player| {
            let chains = chains(self.before, owner).into_iter();
            let touching = chains.filter(|(at, _)| {
                self.before
                    .chain(*at)
                    .any(|stone| are_adjacent(stone, point))
            });
            touching.collect::<Vec<_>>()
        };
        let own_chains = near(self.mover);
        if own_chains.len() > 1 {
            let (count, me) = (own_chains.len(), side_name(self.mover));
            return Some(format!("{point} would connect {count} of {me}'s chains."));
        }
        let enemies = near(self.mover.opponent());
        if enemies.len() > 1 {
            return Some(format!(
                "{point} would stand between {} chains of {}'s.",
                enemies.len(),
                self.opponent()
            ));
        }
        let (at, count) = *enemies.first()?;
        let left = self.after_better.liberty_count(at);
        let stones = stones_phrase(count, at);
        (left == 2).then(|| format!("{point} would leave {stones} with 2 liberties."))
    }

    /// Reports that the chain of the played stone has fewer liberties than that of the better one.
    fn fewer_liberties(&self) -> Option<String> {
        let (Move::Stone(played), Move::Stone(better)) = (self.played, self.better) else {
            return None;
        };
        let [own, other] = [(&self.after_played, played), (&self.after_better, better)]
            .map(|(at, point)| at.liberty_count(point));
        let liberties = if own == 1 { "liberty" } else { "liberties" };
        (own < other).then(|| {
            format!(
                "The chain at {played} has {own} {liberties}; the one at {better} would have {other}."
            )
        })
    }
}

// Chains, and ladders read out with the rules themselves.

/// The most stones that are placed to read out one ladder.
const MAX_LADDER_STONES: u32 = 400;

/// Returns the chains of a player, each as one of its points and its size.
fn chains(position: &Position, owner: Player) -> Vec<(Point, usize)> {
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
fn liberty_points(position: &Position, at: Point) -> Vec<Point> {
    let chain: Vec<Point> = position.chain(at).collect();
    let beside = |point: &Point| chain.iter().any(|stone| are_adjacent(*stone, *point));
    let empty = position
        .points()
        .filter(|point| position.stone(*point).is_none());
    empty.filter(beside).collect()
}

/// Reports whether two points share a side.
fn are_adjacent(one: Point, other: Point) -> bool {
    one.x().abs_diff(other.x()) + one.y().abs_diff(other.y()) == 1
}

/// Finds the largest of `owner`'s chains that the player to move can capture in a ladder.
///
/// Returns a point of the chain, its size, and the point to play.
fn find_ladder(position: &Position, owner: Player) -> Option<(Point, usize, Point)> {
    let weak = chains(position, owner).into_iter();
    let ladders = weak.filter_map(|(at, count)| {
        let open = liberty_points(position, at);
        if open.len() != 2 {
            return None;
        }
        let mut liberties = open.into_iter();
        let start = liberties.find(|point| captures_in_ladder(position, at, *point))?;
        Some((at, count, start))
    });
    ladders.max_by_key(|(_, count, _)| *count)
}

/// Reports whether playing on a point captures the opponent's chain on `prey` in a ladder, against
/// any answer.
fn captures_in_ladder(position: &Position, prey: Point, point: Point) -> bool {
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
