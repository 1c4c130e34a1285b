//! Why a place was worse: the squares that it makes and breaks, and what an average tile does
//! next.

use super::super::BoxGame;
use super::super::board::Position;
use super::super::colors::Color;
use super::super::grid::Grid;
use super::super::moves::Move;
use super::super::score;
use super::super::tile::Tile;
use crate::contract::{Game, Player, Position as _, Rules as _};

/// With so few places left the end is near.
const MAX_ENDGAME_PLACES: usize = 80;
/// Means that differ by less than this are not told.
const MIN_MEAN_DIFFERENCE: f64 = 0.15;

/// The reasons, the weightiest first; none where the colours are not known.
pub(in super::super) fn reasons(
    before: &Position,
    played: &[Move],
    better: &[Move],
) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let Some(colors) = before.colors().both() else {
        return Vec::new();
    };
    let look = MoveComparison {
        before,
        played: *played,
        better: *better,
        colors,
        after_played: before.after(played),
        after_better: before.after(better),
    };
    let mut weighed: Vec<(f64, String)> = [
        look.ends(),
        look.own_points(),
        look.breaks(),
        look.gives(),
        look.spares(),
        look.next_tile(),
        look.own_places(),
        look.covers(),
        look.uncovered(),
        look.three_corner_squares(before.to_move()),
        look.three_corner_squares(before.to_move().opponent()),
        look.places_left(),
    ]
    .into_iter()
    .flatten()
    .collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.into_iter().map(|(_, words)| words).collect()
}

/// The two places, and what each leads to.
struct MoveComparison<'a> {
    before: &'a Position,
    played: Move,
    better: Move,
    colors: [Color; 2],
    after_played: Position,
    after_better: Position,
}

/// Points that a step won and lost for one player.
#[derive(Clone, Copy)]
struct PointsChange {
    won: i32,
    lost: i32,
}

/// `1 point`, `2 points`.
fn points(count: i32) -> String {
    format!("{count} {}", if count == 1 { "point" } else { "points" })
}

/// What a reason is worth is about the points that it speaks of.
type WeightedReason = Option<(f64, String)>;

impl MoveComparison<'_> {
    fn mover(&self) -> Player {
        self.before.to_move()
    }

    fn opponent(&self) -> &'static str {
        BoxGame::INFO.sides[self.mover().opponent().index()]
    }

    fn color(&self, player: Player) -> &'static str {
        self.colors[player.index()].name()
    }

    /// The squares of a player's colour that came and went.
    fn points_change(&self, player: Player, after: &Position) -> PointsChange {
        let color = self.colors[player.index()];
        let [old, new] = [self.before, after].map(|position| {
            let all: Vec<_> = score::squares_of_color(position.rows(), color).collect();
            all
        });
        let sum = |some: &[(super::super::Cell, u8)], others: &[(super::super::Cell, u8)]| {
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

    /// The game is over, and would go on.
    fn ends(&self) -> WeightedReason {
        let ends = self.after_played.is_over() && !self.after_better.is_over();
        let [me, other] = self.lead(&self.after_played);
        (ends && me < other).then(|| {
            let behind = points(other - me);
            let weight = f64::from(other - me) + 1000.0;
            (weight, format!("ends the game {behind} behind"))
        })
    }

    /// The mover's points and the opponent's.
    fn lead(&self, position: &Position) -> [i32; 2] {
        let all = position.scores(self.colors);
        [
            all[self.mover().index()],
            all[self.mover().opponent().index()],
        ]
    }

    fn own_points(&self) -> WeightedReason {
        let [own, other] = self
            .points_changes(self.mover())
            .map(|turnover| turnover.won);
        (own < other).then(|| {
            let (own, better) = (points(own), self.better);
            let color = self.color(self.mover());
            let words = format!("makes {own} of {color} squares, {better} makes {other}");
            (f64::from(other), words)
        })
    }

    fn breaks(&self) -> WeightedReason {
        let [own, other] = self
            .points_changes(self.mover())
            .map(|turnover| turnover.lost);
        (own > other).then(|| {
            let color = self.color(self.mover());
            let weight = f64::from(own - other);
            (
                weight,
                format!("breaks {} of its own {color} squares", points(own)),
            )
        })
    }

    fn gives(&self) -> WeightedReason {
        let enemy = self.mover().opponent();
        let [own, other] = self.points_changes(enemy).map(|turnover| turnover.won);
        (own > other).then(|| {
            let color = self.color(enemy);
            let words = format!(
                "gives {} {} of {color} squares",
                self.opponent(),
                points(own)
            );
            (f64::from(own - other), words)
        })
    }

    fn spares(&self) -> WeightedReason {
        let enemy = self.mover().opponent();
        let [own, other] = self.points_changes(enemy).map(|turnover| turnover.lost);
        (own < other).then(|| {
            let (better, color) = (self.better, self.color(enemy));
            let words = format!(
                "{better} breaks {} of {}'s {color} squares",
                points(other),
                self.opponent()
            );
            (f64::from(other - own), words)
        })
    }

    /// What the opponent's next tile gains on the average, put where it gains most at once.
    fn next_tile(&self) -> WeightedReason {
        let enemy = self.mover().opponent();
        let [own, other] =
            [&self.after_played, &self.after_better].map(|after| self.mean_gain(after, enemy));
        (own - other >= MIN_MEAN_DIFFERENCE).then(|| {
            let words = format!(
                "{}'s next tile gains {own:.1} on average, after {} {other:.1}",
                self.opponent(),
                self.better
            );
            (own - other, words)
        })
    }

    /// What the mover's own tile would gain there.
    fn own_places(&self) -> WeightedReason {
        let me = self.mover();
        let [own, other] =
            [&self.after_played, &self.after_better].map(|after| self.mean_gain(after, me));
        (other - own >= MIN_MEAN_DIFFERENCE).then(|| {
            let words = format!(
                "prepares less: an own tile would gain {own:.1} there on the average, after {} \
                 {other:.1}",
                self.better
            );
            // The opponent moves first.
            ((other - own) / 2.0, words)
        })
    }

    /// The mean over all tiles of the best that a player gains at once: own points more, the
    /// other's less.
    fn mean_gain(&self, position: &Position, player: Player) -> f64 {
        let tiles = self.tile_kinds();
        let places: Vec<Move> = Move::all()
            .filter(|place| position.board.check(*place).is_ok())
            .collect();
        if places.is_empty() {
            return 0.0;
        }
        let lead = |board: &Grid| {
            let all = score::scores(board.rows(), self.colors);
            all[player.index()] - all[player.opponent().index()]
        };
        let now = lead(&position.board);
        let best = |tile: &Tile| {
            let after = places.iter().map(|place| {
                let mut board = position.board;
                board.lay(*tile, *place);
                lead(&board)
            });
            after.max().unwrap_or(now) - now
        };
        let all: i32 = tiles.iter().map(best).sum();
        #[expect(clippy::cast_precision_loss, reason = "at most 30 kinds")]
        let count = tiles.len() as f64;
        f64::from(all) / count
    }

    /// A tile of each kind: only where the two colours stand matters, and all ways for them to
    /// stand are equally likely.
    fn tile_kinds(&self) -> Vec<Tile> {
        let places = |tile: &Tile| {
            let colors = tile.colors();
            self.colors
                .map(|color| colors.iter().position(|known| *known == color))
        };
        let mut kinds: Vec<Tile> = Vec::new();
        for tile in Tile::all() {
            if kinds.iter().all(|known| places(known) != places(&tile)) {
                kinds.push(tile);
            }
        }
        kinds
    }

    /// Dots of a player's colour that the tiles lie on.
    fn covered_counts(&self, player: Player) -> [usize; 2] {
        let color = Some(self.colors[player.index()]);
        [self.played, self.better].map(|place| {
            let dots = place.cells();
            dots.filter(|dot| self.before.color_at(*dot) == color)
                .count()
        })
    }

    fn covers(&self) -> WeightedReason {
        let [own, other] = self.covered_counts(self.mover());
        (own > other).then(|| {
            let words = format!(
                "covers {own} of its own {} dots, {} {other}",
                self.color(self.mover()),
                self.better
            );
            (0.2, words)
        })
    }

    fn uncovered(&self) -> WeightedReason {
        let enemy = self.mover().opponent();
        let [own, other] = self.covered_counts(enemy);
        (own < other).then(|| {
            let words = format!(
                "covers {own} of {}'s {} dots, {} {other}",
                self.opponent(),
                self.color(enemy),
                self.better
            );
            (0.2, words)
        })
    }

    /// Points of the squares of a player's colour that lack one corner.
    fn three_corner_squares(&self, player: Player) -> WeightedReason {
        let color = self.colors[player.index()];
        let [own, other] = [&self.after_played, &self.after_better]
            .map(|after| score::three_corner_points(after.rows(), color));
        let worse = if player == self.mover() {
            other - own
        } else {
            own - other
        };
        (worse > 0).then(|| {
            let words = format!(
                "{}'s {} squares with one corner missing: {}, after {} {other}",
                BoxGame::INFO.sides[player.index()],
                color.name(),
                points(own),
                self.better
            );
            // Not all of them are completed.
            (0.1 * f64::from(worse), words)
        })
    }

    /// How many places are left, near the end.
    fn places_left(&self) -> WeightedReason {
        let [own, other] = [&self.after_played, &self.after_better].map(|position| {
            let places = Move::all();
            places
                .filter(|place| position.board.check(*place).is_ok())
                .count()
        });
        (own != other && own.min(other) <= MAX_ENDGAME_PLACES).then(|| {
            let places = if own == 1 { "place" } else { "places" };
            let words = format!("leaves {own} {places} for a tile, {} {other}", self.better);
            (0.0, words)
        })
    }
}
