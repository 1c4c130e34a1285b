use super::Judge;
use super::table::{Bound, Entry, TO_THE_END, Table};
use crate::contract::{Player, Position, Turn};
use crate::search::Watch;

/// A value for the first player, and how deep it was looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub value: f32,
    /// Nothing was guessed on the way.
    pub exact: bool,
    /// Luck dealt on the way.
    pub luck: bool,
}

impl Found {
    const fn guess(value: f32) -> Self {
        Self {
            value,
            exact: false,
            luck: false,
        }
    }

    /// The same with what else was looked at.
    fn beside(&mut self, other: Self) {
        self.exact &= other.exact;
        self.luck |= other.luck;
    }
}

/// The window of values that matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub low: f32,
    pub high: f32,
}

/// One depth-first search: fail-soft alpha-beta with a table; at luck's nodes Star1 and Star2
/// (Ballard 1983; Hauk, Buro, Schaeffer 2004), which cut deals that cannot matter any more.
pub(super) struct Dive<'a, P: Position, J> {
    pub judge: &'a J,
    pub table: &'a mut Table<P::Move>,
    pub watch: Watch<'a>,
    pub range: [f32; 2],
}

impl<P: Position, J: Judge<P>> Dive<'_, P, J> {
    /// The value of a position within a window; outside of it a bound. Means nothing once the
    /// watch is up.
    pub fn value(&mut self, position: &P, depth: u32, window: Window) -> Found {
        if self.watch.count() {
            return Found::guess(self.range[0]);
        }
        match position.turn() {
            Turn::Over => Found {
                value: self.judge.end(&position.outcome([false; 2])),
                exact: true,
                luck: false,
            },
            // Where luck is to deal nobody can judge better than after it.
            Turn::Luck => self.over_deals(position, depth, window),
            Turn::Player(_) if depth == 0 => Found::guess(self.judge.guess(position)),
            Turn::Player(player) => self.over_moves(position, player, depth, window),
        }
    }

    fn over_moves(&mut self, position: &P, player: Player, depth: u32, window: Window) -> Found {
        let key = position.key();
        let known = self.table.get(key).copied();
        if let Some(known) = known
            && let Some(found) = usable(&known, depth, window)
        {
            return found;
        }
        let moves = self.moves(position, known.and_then(|known| known.best));
        let (mut best, mut best_move) = (None::<Found>, None);
        let mut open = window;
        for mv in moves {
            let mut next = position.clone();
            next.apply(&mv);
            let mut found = self.value(&next, depth - 1, open);
            if self.watch.is_up() {
                return Found::guess(self.range[0]);
            }
            let is_better = best.is_none_or(|best| match player {
                Player::First => found.value > best.value,
                Player::Second => found.value < best.value,
            });
            if is_better {
                best_move = Some(mv);
            }
            if let Some(before) = best {
                found = self.join(before, found, is_better, player);
            }
            best = Some(found);
            match player {
                Player::First => open.low = open.low.max(found.value),
                Player::Second => open.high = open.high.min(found.value),
            }
            if open.low >= open.high || self.is_most(found.value, player) && found.exact {
                break;
            }
        }
        let Some(best) = best else {
            return Found::guess(self.judge.guess(position));
        };
        self.table.put(Entry {
            key,
            value: best.value,
            bound: bound_of(best.value, window),
            depth: if best.exact { TO_THE_END } else { depth },
            luck: best.luck,
            best: best_move,
        });
        best
    }

    /// The value of the best so far and of one move more.
    fn join(&self, before: Found, found: Found, is_better: bool, player: Player) -> Found {
        let mut joined = found;
        joined.beside(before);
        if !is_better {
            joined.value = before.value;
        } else if self.is_most(found.value, player) {
            // Nothing can be better than the most there is.
            joined.exact = found.exact;
        }
        joined
    }

    /// Whether a player can wish for nothing more.
    pub fn is_most(&self, value: f32, player: Player) -> bool {
        match player {
            Player::First => value >= self.range[1],
            Player::Second => value <= self.range[0],
        }
    }

    /// The move that was best before, then the others in the judge's order.
    pub fn moves(&self, position: &P, first: Option<P::Move>) -> Vec<P::Move> {
        let mut moves = Vec::new();
        position.moves(&mut |mv| {
            let order = if first == Some(mv) {
                f32::INFINITY
            } else {
                self.judge.order(position, &mv)
            };
            moves.push((order, mv));
        });
        moves.sort_by(|a, b| b.0.total_cmp(&a.0));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }

    /// The mean over luck's deals.
    fn over_deals(&mut self, position: &P, depth: u32, window: Window) -> Found {
        let mut next = Vec::new();
        position.deals(&mut |luck| {
            let mut dealt = position.clone();
            dealt.deal(&luck);
            next.push(dealt);
        });
        let mut sums = Sums::new(next.len(), self.range);
        if depth > 0
            && let Some(found) = self.probe(&next, depth, window, &mut sums)
        {
            return found;
        }
        let mut mean = Found {
            value: 0.0,
            exact: true,
            luck: true,
        };
        for (index, dealt) in next.iter().enumerate() {
            let [low, high] = sums.window(index, window);
            let inner = Window {
                low: low.max(self.range[0]),
                high: high.min(self.range[1]),
            };
            let found = self.value(dealt, depth, inner);
            if self.watch.is_up() {
                return Found::guess(self.range[0]);
            }
            mean.beside(found);
            sums.set(index, [found.value; 2]);
            if found.value >= high {
                mean.value = sums.mean(0);
                return mean;
            }
            if found.value <= low {
                mean.value = sums.mean(1);
                return mean;
            }
        }
        mean.value = sums.mean(0);
        mean
    }

    /// Star2: one good move after each deal gives a bound of the mean, which may suffice.
    fn probe(&mut self, next: &[P], depth: u32, window: Window, sums: &mut Sums) -> Option<Found> {
        let mover = next.first().and_then(P::mover)?;
        let mut all = Found {
            value: 0.0,
            exact: true,
            luck: true,
        };
        for (index, dealt) in next.iter().enumerate() {
            let Turn::Player(_) = dealt.turn() else {
                continue;
            };
            let mv = *self.moves(dealt, None).first()?;
            let mut after = dealt.clone();
            after.apply(&mv);
            let whole = Window {
                low: self.range[0],
                high: self.range[1],
            };
            let found = self.value(&after, depth - 1, whole);
            if self.watch.is_up() {
                return None;
            }
            all.beside(found);
            let cut = match mover {
                Player::First => {
                    sums.set(index, [found.value, self.range[1]]);
                    all.value = sums.mean(0);
                    all.value >= window.high
                }
                Player::Second => {
                    sums.set(index, [self.range[0], found.value]);
                    all.value = sums.mean(1);
                    all.value <= window.low
                }
            };
            if cut {
                return Some(all);
            }
        }
        None
    }
}

/// Bounds of each of luck's deals, and their sums.
struct Sums {
    each: Vec<[f32; 2]>,
    sum: [f64; 2],
}

impl Sums {
    #[expect(clippy::cast_precision_loss, reason = "deals are few")]
    fn new(count: usize, range: [f32; 2]) -> Self {
        Self {
            each: vec![range; count],
            sum: range.map(|bound| f64::from(bound) * count as f64),
        }
    }

    fn set(&mut self, index: usize, bounds: [f32; 2]) {
        for (side, bound) in bounds.into_iter().enumerate() {
            self.sum[side] += f64::from(bound) - f64::from(self.each[index][side]);
            self.each[index][side] = bound;
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "deals are few, and values are single"
    )]
    fn mean(&self, side: usize) -> f32 {
        (self.sum[side] / self.each.len().max(1) as f64) as f32
    }

    /// The values of one deal at which, with the bounds of all others, the mean leaves the
    /// window: at the first and below it is too low, at the second and above too high.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "deals are few, and values are single"
    )]
    fn window(&self, index: usize, window: Window) -> [f32; 2] {
        let count = self.each.len() as f64;
        let others = |side: usize| self.sum[side] - f64::from(self.each[index][side]);
        [
            (f64::from(window.low) * count - others(1)) as f32,
            (f64::from(window.high) * count - others(0)) as f32,
        ]
    }
}

fn bound_of(value: f32, window: Window) -> Bound {
    if value >= window.high {
        Bound::AtLeast
    } else if value <= window.low {
        Bound::AtMost
    } else {
        Bound::Exactly
    }
}

/// What the table knows, if it is enough.
fn usable<M>(known: &Entry<M>, depth: u32, window: Window) -> Option<Found> {
    let enough = match known.bound {
        Bound::Exactly => true,
        Bound::AtLeast => known.value >= window.high,
        Bound::AtMost => known.value <= window.low,
    };
    (enough && known.depth >= depth).then_some(Found {
        value: known.value,
        exact: known.depth == TO_THE_END,
        luck: known.luck,
    })
}
