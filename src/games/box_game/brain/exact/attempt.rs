//! A place that is tried, with all tiles.

use super::super::board::Pair;
use super::super::kernel::Kernel;
use super::super::worth::Worth;
use super::ground::{Ground, Lay};
use super::half::{Half, Left};
use super::{DOTS, mixed};
use std::rc::Rc;

/// A place, and what is known of it by the tile.
pub(super) struct Try<'a> {
    lay: &'a Lay,
    /// The places after it, if there are any.
    pub next: Option<Rc<Ground>>,
    /// What it leaves of both colours, by the tile's dot.
    left: [[Left; DOTS]; 2],
    /// The first dot that leaves the same.
    like: [[usize; DOTS]; 2],
    /// What it is worth with those dots, as far as that is known.
    worths: [[Option<Worth>; DOTS]; DOTS],
}

impl<'a> Try<'a> {
    /// A place, and how many boards were looked at for it.
    pub fn new(
        kernel: Kernel,
        halves: &[Half; 2],
        lay: &'a Lay,
        next: Option<Rc<Ground>>,
    ) -> (Self, u64) {
        let last = next.as_deref().filter(|ground| ground.is_last);
        let mut like = [[0; DOTS]; 2];
        let mut left = <[[Left; DOTS]; 2]>::default();
        let mut boards = DOTS;
        for (colour, half) in halves.iter().enumerate() {
            for dot in 0..DOTS {
                let mut new = half.after(kernel, lay, dot);
                let mut before = left[colour][..dot].iter();
                let first = before.position(|old| old.is_like(&new));
                like[colour][dot] = first.unwrap_or(dot);
                if let (None, Some(last)) = (first, last) {
                    new.ends = new.half.ends(kernel, last);
                    boards += DOTS / 2 * last.lays.len();
                }
                left[colour][dot] = new;
            }
        }
        let one = Self {
            lay,
            next,
            left,
            like,
            worths: Default::default(),
        };
        (one, boards as u64)
    }

    /// The dots of a tile, or those that leave the same.
    fn dots(&self, tile: Pair) -> [usize; 2] {
        [0, 1].map(|colour| self.like[colour][usize::from(tile.0[colour])])
    }

    fn left(&self, tile: Pair) -> [&Left; 2] {
        let dots = self.dots(tile);
        [0, 1].map(|colour| &self.left[colour][dots[colour]])
    }

    /// By how much a player leads in the end, at least and at most.
    fn lead(&self, tile: Pair, who: usize) -> [i32; 2] {
        let left = self.left(tile);
        let [own, other] = [who, 1 - who].map(|who| left[who].range);
        [own[0] - other[1], own[1] - other[0]]
    }

    /// Whether it may be worth more for a tile than the best place so far.
    pub fn may_beat(&self, best: Option<Worth>, tile: Pair, who: usize) -> bool {
        let [_, most] = self.lead(tile, who);
        best.is_none_or(|best| Worth::end(most).points > best.points)
    }

    /// What both colours have left.
    pub fn halves(&self, tile: Pair) -> [Half; 2] {
        self.left(tile).map(|left| left.half)
    }

    /// A hash of the board that it leaves, for the player who is next there.
    pub fn key(&self, tile: Pair, next: usize) -> u64 {
        let left = self.left(tile);
        let sure = i64::from(left[0].half.sure - left[1].half.sure);
        let rest = (sure as u64) << 1 | next as u64;
        let words = [left[0].key, left[1].key, rest].into_iter();
        words.fold(self.lay.key, mixed)
    }

    /// What it is worth for a tile, if that was found before, nothing that follows changes it, or
    /// only one tile follows.
    pub fn at_once(&mut self, tile: Pair, who: usize) -> Option<Worth> {
        let dots = self.dots(tile);
        let known = self.worths[dots[0]][dots[1]];
        known.or_else(|| {
            let [least, most] = self.lead(tile, who);
            let worth = match &self.next {
                _ if least == most => Worth::end(least),
                Some(next) if next.is_last => {
                    -last(self.left(tile).map(|left| &left.ends[..]), 1 - who)
                }
                _ => return None,
            };
            Some(self.keep(tile, worth))
        })
    }

    /// What it is worth for a tile from now on.
    pub fn keep(&mut self, tile: Pair, worth: Worth) -> Worth {
        let dots = self.dots(tile);
        self.worths[dots[0]][dots[1]] = Some(worth);
        worth
    }
}

/// What the last tile is worth to who gets it: the mean over all tiles of the best place, by what
/// both colours come to there.
fn last(ends: [&[[i32; DOTS]]; 2], who: usize) -> Worth {
    let mut best = [[i32::MIN; DOTS]; DOTS];
    for (own, other) in ends[who].iter().zip(ends[1 - who]) {
        for (best, own) in best.iter_mut().zip(own) {
            for (best, other) in best.iter_mut().zip(other) {
                *best = (own - other).max(*best);
            }
        }
    }
    let leads = Pair::ALL.iter().map(|tile| {
        let [own, other] = [who, 1 - who].map(|who| usize::from(tile.0[who]));
        best[own][other]
    });
    let (lead, signs) = leads.fold((0, 0), |(lead, signs), one| {
        (lead + one, signs + one.signum())
    });
    Worth::mean(lead, signs, Pair::ALL.len())
}
