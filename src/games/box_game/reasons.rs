//! Why a place was worse: the squares that it makes and breaks, and what an average tile does
//! next.

use super::BoxGame;
use super::board::Board;
use super::colors::Color;
use super::moves::Placement;
use super::position::Position;
use super::score;
use super::tile::Tile;
use crate::contract::{Game, Player, Position as _};

/// With so few places left the end is near.
const FEW_PLACES: usize = 80;
/// Means that differ by less than this are not told.
const TELLING: f64 = 0.15;

/// The reasons, the weightiest first; none where the colours are not known.
pub(super) fn reasons(
    before: &Position,
    played: &[Placement],
    better: &[Placement],
) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let Some(colors) = before.colors().both() else {
        return Vec::new();
    };
    let look = Look {
        before,
        played: *played,
        better: *better,
        colors,
        after: before.after(played),
        other: before.after(better),
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
        look.almost(before.to_move()),
        look.almost(before.to_move().opponent()),
        look.room(),
    ]
    .into_iter()
    .flatten()
    .collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.into_iter().map(|(_, words)| words).collect()
}

/// The two places, and what each leads to.
struct Look<'a> {
    before: &'a Position,
    played: Placement,
    better: Placement,
    colors: [Color; 2],
    after: Position,
    other: Position,
}

/// Points that a step won and lost for one player.
#[derive(Clone, Copy)]
struct Turnover {
    won: i32,
    lost: i32,
}

/// `1 point`, `2 points`.
fn points(count: i32) -> String {
    format!("{count} {}", if count == 1 { "point" } else { "points" })
}

/// What a reason is worth is about the points that it speaks of.
type Weighed = Option<(f64, String)>;

impl Look<'_> {
    fn me(&self) -> Player {
        self.before.to_move()
    }

    fn opponent(&self) -> &'static str {
        BoxGame::SIDES[self.me().opponent().index()]
    }

    fn color(&self, player: Player) -> &'static str {
        self.colors[player.index()].name()
    }

    /// The squares of a player's colour that came and went.
    fn turnover(&self, player: Player, after: &Position) -> Turnover {
        let color = self.colors[player.index()];
        let [old, new] = [self.before, after].map(|position| {
            let all: Vec<_> = score::each_square(position.rows(), color).collect();
            all
        });
        let sum = |some: &[(super::Dot, u8)], others: &[(super::Dot, u8)]| {
            let only = some.iter().filter(|square| !others.contains(square));
            only.map(|(_, points)| i32::from(*points)).sum()
        };
        Turnover {
            won: sum(&new, &old),
            lost: sum(&old, &new),
        }
    }

    fn both(&self, player: Player) -> [Turnover; 2] {
        [&self.after, &self.other].map(|after| self.turnover(player, after))
    }

    /// The game is over, and would go on.
    fn ends(&self) -> Weighed {
        let ends = self.after.is_over() && !self.other.is_over();
        let [me, other] = self.lead(&self.after);
        (ends && me < other).then(|| {
            let behind = points(other - me);
            let weight = f64::from(other - me) + 1000.0;
            (weight, format!("ends the game {behind} behind"))
        })
    }

    /// The mover's points and the opponent's.
    fn lead(&self, position: &Position) -> [i32; 2] {
        let all = position.squares(self.colors);
        [all[self.me().index()], all[self.me().opponent().index()]]
    }

    fn own_points(&self) -> Weighed {
        let [own, other] = self.both(self.me()).map(|turnover| turnover.won);
        (own < other).then(|| {
            let (own, better) = (points(own), self.better);
            let color = self.color(self.me());
            let words = format!("makes {own} of {color} squares, {better} makes {other}");
            (f64::from(other), words)
        })
    }

    fn breaks(&self) -> Weighed {
        let [own, other] = self.both(self.me()).map(|turnover| turnover.lost);
        (own > other).then(|| {
            let color = self.color(self.me());
            let weight = f64::from(own - other);
            (
                weight,
                format!("breaks {} of own {color} squares", points(own)),
            )
        })
    }

    fn gives(&self) -> Weighed {
        let enemy = self.me().opponent();
        let [own, other] = self.both(enemy).map(|turnover| turnover.won);
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

    fn spares(&self) -> Weighed {
        let enemy = self.me().opponent();
        let [own, other] = self.both(enemy).map(|turnover| turnover.lost);
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
    fn next_tile(&self) -> Weighed {
        let enemy = self.me().opponent();
        let [own, other] = [&self.after, &self.other].map(|after| self.mean_gain(after, enemy));
        (own - other >= TELLING).then(|| {
            let words = format!(
                "{}'s next tile gains {own:.1} on the average, after {} {other:.1}",
                self.opponent(),
                self.better
            );
            (own - other, words)
        })
    }

    /// What the mover's own tile would gain there.
    fn own_places(&self) -> Weighed {
        let me = self.me();
        let [own, other] = [&self.after, &self.other].map(|after| self.mean_gain(after, me));
        (other - own >= TELLING).then(|| {
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
        let tiles = self.kinds();
        let places: Vec<Placement> = Placement::all()
            .filter(|place| position.board.check(*place).is_ok())
            .collect();
        if places.is_empty() {
            return 0.0;
        }
        let lead = |board: &Board| {
            let all = score::squares(board.rows(), self.colors);
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
    fn kinds(&self) -> Vec<Tile> {
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
    fn under(&self, player: Player) -> [usize; 2] {
        let color = Some(self.colors[player.index()]);
        [self.played, self.better].map(|place| {
            let dots = place.dots();
            dots.filter(|dot| self.before.dot(*dot) == color).count()
        })
    }

    fn covers(&self) -> Weighed {
        let [own, other] = self.under(self.me());
        (own > other).then(|| {
            let words = format!(
                "covers own {} dots: {own}, {} {other}",
                self.color(self.me()),
                self.better
            );
            (0.2, words)
        })
    }

    fn uncovered(&self) -> Weighed {
        let enemy = self.me().opponent();
        let [own, other] = self.under(enemy);
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
    fn almost(&self, player: Player) -> Weighed {
        let color = self.colors[player.index()];
        let [own, other] =
            [&self.after, &self.other].map(|after| score::three_corners(after.rows(), color));
        let worse = if player == self.me() {
            other - own
        } else {
            own - other
        };
        (worse > 0).then(|| {
            let words = format!(
                "{}'s {} squares that lack one corner: {}, after {} {other}",
                BoxGame::SIDES[player.index()],
                color.name(),
                points(own),
                self.better
            );
            // Not all of them are completed.
            (0.1 * f64::from(worse), words)
        })
    }

    /// How many places are left, near the end.
    fn room(&self) -> Weighed {
        let [own, other] = [&self.after, &self.other].map(|position| {
            let places = Placement::all();
            places
                .filter(|place| position.board.check(*place).is_ok())
                .count()
        });
        (own != other && own.min(other) <= FEW_PLACES).then(|| {
            let places = if own == 1 { "place" } else { "places" };
            let words = format!("leaves {own} {places} for a tile, {} {other}", self.better);
            (0.0, words)
        })
    }
}
