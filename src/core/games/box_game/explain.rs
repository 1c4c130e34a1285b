//! Explanations of moves by the rules alone: their effects, and why one is worse than another.

use super::BoxGame;
use super::board::Position;
use super::colors::Color;
use super::draw::visible_colors;
use super::grid::{self, Grid, squares_of_color};
use super::moves::{Cell, Move, cell_from_id};
use super::tile::Tile;
use crate::contract::{
    Explain, Game, MoveEvent, Player, Position as _, Rules as _, ScoreChange, Step, StepOf,
};
use crate::scene::SceneOptions;

impl Explain for BoxGame {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, *step)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        score_changes(before, *step)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons(before, played, better)
    }

    /// Describes the squares of the visible colours that have a corner at a cell, the largest first.
    ///
    /// Returns `None` if the cell shows none of these colours.
    fn describe_square(
        position: &Position,
        cell_id: &str,
        options: SceneOptions,
    ) -> Option<String> {
        let cell = cell_from_id(cell_id)?;
        let color = position.color_at(cell)?;
        let mut text = Vec::new();
        for (player, secret) in Player::ALL
            .into_iter()
            .zip(visible_colors(position, options))
        {
            if secret != Some(color) {
                continue;
            }
            let mut here = squares(position, color);
            here.retain(|square| corners(*square).contains(&cell));
            here.sort_by_key(|(_, side)| std::cmp::Reverse(*side));
            let points: u32 = here.iter().map(|(_, side)| u32::from(*side)).sum();
            let list: Vec<String> = here
                .iter()
                .map(|square| {
                    let names = corners(*square).map(|cell| cell.to_string());
                    format!("{} ({})", names.join(" "), square.1)
                })
                .collect();
            let side = BoxGame::INFO.sides[player.index()];
            text.push(match here.len() {
                0 => format!("{side}'s colour, corner of no square"),
                1 => format!("{side}: corner of a square, points {points}: {}", list[0]),
                count => format!(
                    "{side}: corner of {count} squares, points {points}: {}",
                    list.join(", ")
                ),
            });
        }
        (!text.is_empty()).then(|| text.join("; "))
    }
}

// The effects of a tile: the squares of the secret colours that it makes and breaks.

/// Returns the position with the step's tile on the board, whether or not the step is legal.
///
/// A step without a tile or a placement leaves the board unchanged.
pub(super) fn after_step(before: &Position, step: Step<Move, Tile>) -> Position {
    let mut after = *before;
    if before.draws_first_tile() {
        return after;
    }
    if let (Some(tile), Some(placement)) = (step.chance.or(before.tile_in_hand()), step.mv) {
        after.board.lay(tile, placement);
    }
    after
}

/// Returns the squares whose four corners show a colour, each as its upper left cell and its
/// points (its side less one).
pub(super) fn squares(position: &Position, color: Color) -> Vec<(Cell, u8)> {
    squares_of_color(position.rows(), color).collect()
}

/// Returns the four corners of a square, row by row.
pub(super) fn corners((corner, side): (Cell, u8)) -> [Cell; 4] {
    [(0, 0), (0, side), (side, 0), (side, side)].map(|(down, right)| Cell {
        row: corner.row + down,
        column: corner.column + right,
    })
}

/// Returns the squares that a step makes and breaks, for each known colour.
pub(super) fn score_changes(before: &Position, step: Step<Move, Tile>) -> Vec<ScoreChange> {
    let after = after_step(before, step);
    let mut changes = Vec::new();
    for (player, color) in Player::ALL.into_iter().zip(before.colors().0) {
        let Some(color) = color else { continue };
        let [old, new] = [before, &after].map(|position| squares(position, color));
        let made = new.iter().filter(|square| !old.contains(square));
        let broken = old.iter().filter(|square| !new.contains(square));
        let all = made
            .map(|square| (true, square))
            .chain(broken.map(|square| (false, square)));
        changes.extend(all.map(|(made, square)| score_change(player, color, made, *square)));
    }
    changes
}

fn score_change(player: Player, color: Color, made: bool, square: (Cell, u8)) -> ScoreChange {
    let cells = corners(square).map(|dot| dot.to_string());
    let side = square.1 + 1;
    ScoreChange {
        player,
        gained: made,
        points: i32::from(square.1),
        description: format!("{} {side}x{side}: {}", color.name(), cells.join(" ")),
        squares: cells.into(),
    }
}

/// Returns the event of a step that makes a square; `None` if it makes none.
fn move_event(before: &Position, step: Step<Move, Tile>) -> Option<MoveEvent> {
    let changes = score_changes(before, step);
    let makes = changes.iter().any(|change| change.gained);
    let description = describe_changes(&changes)?;
    makes.then_some(MoveEvent {
        kind: "square",
        description,
    })
}

/// Describes changes of the score, as `First: makes 2 squares (+5), breaks 1 (-1); Second: ...`.
///
/// Returns `None` if nothing changes.
pub(super) fn describe_changes(changes: &[ScoreChange]) -> Option<String> {
    let describe = |player: Player| {
        let count_and_points = |made: bool| {
            let which = changes
                .iter()
                .filter(|change| change.player == player && change.gained == made);
            which.fold((0, 0), |(count, points), change| {
                (count + 1, points + change.points)
            })
        };
        let squares = |count: i32| if count == 1 { "square" } else { "squares" };
        let words = match (count_and_points(true), count_and_points(false)) {
            ((0, _), (0, _)) => return None,
            ((made, won), (0, _)) => format!("makes {made} {} (+{won})", squares(made)),
            ((0, _), (broken, lost)) => {
                format!("breaks {broken} {} (\u{2212}{lost})", squares(broken))
            }
            ((made, won), (broken, lost)) => format!(
                "makes {made} {} (+{won}), breaks {broken} (\u{2212}{lost})",
                squares(made)
            ),
        };
        Some(format!("{}: {words}", BoxGame::INFO.sides[player.index()]))
    };
    let words: Vec<String> = Player::ALL.into_iter().filter_map(describe).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

// Reasons why one placement is worse than another: the squares that it makes and breaks, and the
// mean gain of the next tile.

/// The number of legal placements up to which the end of the game is near.
const MAX_ENDGAME_PLACES: usize = 80;
/// The smallest difference of mean gains, in points, that is reported.
const MIN_MEAN_DIFFERENCE: f64 = 0.15;

/// Returns the reasons, the weightiest first; none unless both colours are known.
fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let Some(colors) = before.colors().both() else {
        return Vec::new();
    };
    let comparison = MoveComparison {
        before,
        played: *played,
        better: *better,
        colors,
        after_played: before.after(played),
        after_better: before.after(better),
    };
    let mut weighted: Vec<(f64, String)> = [
        comparison.ends(),
        comparison.own_points(),
        comparison.breaks(),
        comparison.gives(),
        comparison.spares(),
        comparison.next_tile(),
        comparison.own_places(),
        comparison.covers(),
        comparison.uncovered(),
        comparison.three_corner_squares(before.to_move()),
        comparison.three_corner_squares(before.to_move().opponent()),
        comparison.places_left(),
    ]
    .into_iter()
    .flatten()
    .collect();
    weighted.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighted.into_iter().map(|(_, words)| words).collect()
}

/// The two placements that are compared, with the positions after them.
struct MoveComparison<'a> {
    before: &'a Position,
    played: Move,
    better: Move,
    colors: [Color; 2],
    after_played: Position,
    after_better: Position,
}

/// The points that a step won and lost for one player.
#[derive(Clone, Copy)]
struct PointsChange {
    won: i32,
    lost: i32,
}

/// Formats a number of points, as `1 point` or `2 points`.
fn points(count: i32) -> String {
    format!("{count} {}", if count == 1 { "point" } else { "points" })
}

/// Formats what the other move does in comparison: `breaks none`, `breaks only 2`.
fn only(count: i32, verb: &str) -> String {
    match count {
        0 => format!("{verb} none"),
        count => format!("{verb} only {count}"),
    }
}

/// Formats what the other move does in comparison, with a count: see [`only`].
fn only_count(count: usize, verb: &str) -> String {
    only(i32::try_from(count).unwrap_or(i32::MAX), verb)
}

/// A reason and its weight, roughly the points at stake; `None` if the reason does not apply.
type WeightedReason = Option<(f64, String)>;

/// Returns the name of a player's side.
fn side(player: Player) -> &'static str {
    BoxGame::INFO.sides[player.index()]
}

impl MoveComparison<'_> {
    fn mover(&self) -> Player {
        self.before.to_move()
    }

    fn opponent(&self) -> &'static str {
        side(self.mover().opponent())
    }

    fn color(&self, player: Player) -> &'static str {
        self.colors[player.index()].name()
    }

    /// Returns the points of the squares of a player's colour that a placement makes and breaks.
    fn points_change(&self, player: Player, after: &Position) -> PointsChange {
        let color = self.colors[player.index()];
        let [old, new] = [self.before, after].map(|position| {
            let all: Vec<_> = grid::squares_of_color(position.rows(), color).collect();
            all
        });
        let sum = |some: &[(super::Cell, u8)], others: &[(super::Cell, u8)]| {
            let only = some.iter().filter(|square| !others.contains(square));
            only.map(|(_, points)| i32::from(*points)).sum()
        };
        PointsChange {
            won: sum(&new, &old),
            lost: sum(&old, &new),
        }
    }

    fn points_changes(&self, player: Player) -> [PointsChange; 2] {
        [&self.after_played, &self.after_better].map(|after| self.points_change(player, after))
    }

    /// Reports that the played move ends the game with the mover behind, but the better one does
    /// not end it.
    fn ends(&self) -> WeightedReason {
        let ends = self.after_played.is_over() && !self.after_better.is_over();
        let [me, other] = self.lead(&self.after_played);
        (ends && me < other).then(|| {
            let behind = points(other - me);
            let weight = f64::from(other - me) + 1000.0;
            let (played, me) = (self.played, side(self.mover()));
            (
                weight,
                format!("{played} ends the game while {me} is {behind} behind."),
            )
        })
    }

    /// Returns the points of the mover and of the opponent.
    fn lead(&self, position: &Position) -> [i32; 2] {
        let all = position.scores(self.colors);
        [
            all[self.mover().index()],
            all[self.mover().opponent().index()],
        ]
    }

    /// Reports that the played move makes fewer points for the mover.
    fn own_points(&self) -> WeightedReason {
        let [own, other] = self.points_changes(self.mover()).map(|change| change.won);
        (own < other).then(|| {
            let words = format!(
                "{} makes {} of {} squares for {}; {} {}.",
                self.better,
                points(other),
                self.color(self.mover()),
                side(self.mover()),
                self.played,
                only(own, "makes")
            );
            (f64::from(other), words)
        })
    }

    /// Reports that the played move breaks more of the mover's own squares.
    fn breaks(&self) -> WeightedReason {
        let [own, other] = self.points_changes(self.mover()).map(|change| change.lost);
        (own > other).then(|| {
            let words = format!(
                "{} breaks {} of {}'s own {} squares; {} {}.",
                self.played,
                points(own),
                side(self.mover()),
                self.color(self.mover()),
                self.better,
                only(other, "breaks")
            );
            (f64::from(own - other), words)
        })
    }

    /// Reports that the played move makes more points for the opponent.
    fn gives(&self) -> WeightedReason {
        let enemy = self.mover().opponent();
        let [own, other] = self.points_changes(enemy).map(|turnover| turnover.won);
        (own > other).then(|| {
            let words = format!(
                "{} gives {} {} of {} squares; {} {}.",
                self.played,
                self.opponent(),
                points(own),
                self.color(enemy),
                self.better,
                only(other, "gives")
            );
            (f64::from(own - other), words)
        })
    }

    /// Reports that the played move breaks fewer of the opponent's squares.
    fn spares(&self) -> WeightedReason {
        let enemy = self.mover().opponent();
        let [own, other] = self.points_changes(enemy).map(|turnover| turnover.lost);
        (own < other).then(|| {
            let words = format!(
                "{} breaks {} of {}'s {} squares; {} {}.",
                self.better,
                points(other),
                self.opponent(),
                self.color(enemy),
                self.played,
                only(own, "breaks")
            );
            (f64::from(other - own), words)
        })
    }

    /// Reports that the opponent's next tile gains more on average after the played move.
    fn next_tile(&self) -> WeightedReason {
        let enemy = self.mover().opponent();
        let [own, other] =
            [&self.after_played, &self.after_better].map(|after| self.mean_gain(after, enemy));
        (own - other >= MIN_MEAN_DIFFERENCE).then(|| {
            let words = format!(
                "After {} {}'s next tile gains {own:.1} points on average; after {} it would gain \
                 {other:.1}.",
                self.played,
                self.opponent(),
                self.better
            );
            (own - other, words)
        })
    }

    /// Reports that a tile of the mover would gain less on average after the played move.
    fn own_places(&self) -> WeightedReason {
        let me = self.mover();
        let [own, other] =
            [&self.after_played, &self.after_better].map(|after| self.mean_gain(after, me));
        (other - own >= MIN_MEAN_DIFFERENCE).then(|| {
            let words = format!(
                "{} prepares less: {}'s own next tile would gain {own:.1} points on average, after {} \
                 {other:.1}.",
                self.played,
                side(me),
                self.better
            );
            // Halved because the opponent moves first and may spoil it.
            ((other - own) / 2.0, words)
        })
    }

    /// Returns a player's best immediate gain of lead, in points, averaged over all tiles.
    fn mean_gain(&self, position: &Position, player: Player) -> f64 {
        let tiles = self.tile_kinds();
        let placements: Vec<Move> = Move::all()
            .filter(|placement| position.board.check(*placement).is_ok())
            .collect();
        if placements.is_empty() {
            return 0.0;
        }
        let lead = |board: &Grid| {
            let scores = grid::scores(board.rows(), self.colors);
            scores[player.index()] - scores[player.opponent().index()]
        };
        let now = lead(&position.board);
        let best = |tile: &Tile| {
            let after = placements.iter().map(|placement| {
                let mut board = position.board;
                board.lay(*tile, *placement);
                lead(&board)
            });
            after.max().unwrap_or(now) - now
        };
        let sum: i32 = tiles.iter().map(best).sum();
        #[expect(clippy::cast_precision_loss, reason = "at most 30 kinds")]
        let count = tiles.len() as f64;
        f64::from(sum) / count
    }

    /// Returns one tile of each kind.
    ///
    /// Only the indices of the two secret colours within the tile matter, and all pairs of indices
    /// are equally likely.
    fn tile_kinds(&self) -> Vec<Tile> {
        let indices = |tile: &Tile| {
            let colors = tile.colors();
            self.colors
                .map(|color| colors.iter().position(|known| *known == color))
        };
        let mut kinds: Vec<Tile> = Vec::new();
        for tile in Tile::all() {
            if kinds.iter().all(|known| indices(known) != indices(&tile)) {
                kinds.push(tile);
            }
        }
        kinds
    }

    /// Returns the number of dots of a player's colour that the played and the better move cover.
    fn covered_counts(&self, player: Player) -> [usize; 2] {
        let color = Some(self.colors[player.index()]);
        [self.played, self.better].map(|placement| {
            let dots = placement.cells();
            dots.filter(|dot| self.before.color_at(*dot) == color)
                .count()
        })
    }

    /// Reports that the played move covers more dots of the mover's colour.
    fn covers(&self) -> WeightedReason {
        let [own, other] = self.covered_counts(self.mover());
        (own > other).then(|| {
            let words = format!(
                "{} covers {own} of {}'s own {} dots; {} {}.",
                self.played,
                side(self.mover()),
                self.color(self.mover()),
                self.better,
                only_count(other, "covers")
            );
            (0.2, words)
        })
    }

    /// Reports that the played move covers fewer dots of the opponent's colour.
    fn uncovered(&self) -> WeightedReason {
        let enemy = self.mover().opponent();
        let [own, other] = self.covered_counts(enemy);
        (own < other).then(|| {
            let words = format!(
                "{} covers {other} of {}'s {} dots; {} {}.",
                self.better,
                self.opponent(),
                self.color(enemy),
                self.played,
                only_count(own, "covers")
            );
            (0.2, words)
        })
    }

    /// Reports that the squares of a player's colour that lack one corner favour the better move.
    fn three_corner_squares(&self, player: Player) -> WeightedReason {
        let color = self.colors[player.index()];
        let [own, other] = [&self.after_played, &self.after_better]
            .map(|after| grid::three_corner_points(after.rows(), color));
        let worse = if player == self.mover() {
            other - own
        } else {
            own - other
        };
        (worse > 0).then(|| {
            let words = format!(
                "After {} {} has {} squares worth {} that lack one corner; after {} it would be \
                 {other}.",
                self.played,
                side(player),
                color.name(),
                points(own),
                self.better
            );
            // Not all of these squares are ever completed.
            (0.1 * f64::from(worse), words)
        })
    }

    /// Reports how many placements are left, near the end of the game.
    fn places_left(&self) -> WeightedReason {
        let [own, other] = [&self.after_played, &self.after_better].map(|position| {
            let places = Move::all();
            places
                .filter(|place| position.board.check(*place).is_ok())
                .count()
        });
        (own != other && own.min(other) <= MAX_ENDGAME_PLACES).then(|| {
            let places = if own == 1 { "place" } else { "places" };
            let words = format!(
                "{} leaves {own} {places} for the next tile; {} would leave {other}.",
                self.played, self.better
            );
            (0.0, words)
        })
    }
}
