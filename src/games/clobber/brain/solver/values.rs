//! Values of positions as combinatorial games, in their simplest form.
//!
//! A position's value is what it is worth as one summand of a larger position. Equal values have
//! the same simplest ("canonical") form: no option that another beats, none that the opponent's
//! answer undoes. Clobber is all-small (while one side can move, so can the other), so values are
//! infinitesimal, and integers bound them: the *atomic weight*, by how many `up`s a side leads.
//!
//! Conway, *On Numbers and Games* (1976); Siegel, *Combinatorial Game Theory* (2013), II.2
//! (canonical form) and II.7 (atomic weight); Albert et al. (2005) for Clobber.

use super::cache::{Cache, mix};
use std::collections::HashMap;

/// A value: its number in the store. Equal values have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Value(u32);

impl Value {
    /// Nothing to gain for who moves first.
    pub const ZERO: Self = Self(0);
}

/// One of the two sides of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side whose view counts: what is good for it is positive.
    Left,
    /// The other.
    Right,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The options of both sides.
type Options = [Vec<Value>; 2];

struct Form {
    options: [Box<[Value]>; 2],
    negative: Value,
    /// Of the form alone, whatever its number is.
    hash: u64,
    /// The most plies that it can last.
    height: u8,
    /// The positions below it, counted with every way to them: how much work it is.
    weight: u32,
    /// The largest nimber `*n` at or below it.
    star: u8,
    bounds: Bounds,
}

/// What is known of a summand without looking at the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Left does not lose as second player: the value is at least zero.
    pub at_least_zero: bool,
    /// Right does not lose as second player: the value is at most zero.
    pub at_most_zero: bool,
    /// The atomic weight is at least this.
    pub low: i8,
    /// The atomic weight is at most this.
    pub high: i8,
}

/// The highest form that sums are made of. Below it, `*16` is a star far from all others.
const MAX_HEIGHT: u8 = 15;
/// The most options of one side.
const MAX_OPTIONS: usize = 40;
/// The most work that a sum may be.
const MAX_SUM: u64 = 100_000;
/// Atomic weights from `-RANGE` to `RANGE` are told apart.
const RANGE: i8 = 6;
const WEIGHTS: usize = 13;
/// Stars that are far from every value whose own stars are smaller. The nearest serves best.
const FAR_STARS: [u8; 3] = [4, 8, 16];
/// A bound that bounds nothing.
const UNBOUNDED: i8 = 64;

/// All values met so far.
pub struct Values {
    forms: Vec<Form>,
    known: HashMap<u64, Value>,
    at_most: Cache<(Value, Value), bool>,
    sums: Cache<(Value, Value), Option<Value>>,
    /// For each far star `(n - 1) up + *far` for `n` from `-RANGE` to `RANGE`: at most `g` if and
    /// only if the atomic weight of `g` is at least `n`.
    far: Vec<[Value; WEIGHTS]>,
    most: usize,
}

impl Values {
    /// A store of at most about `most` values.
    pub fn new(most: usize) -> Self {
        let mut values = Self {
            forms: Vec::new(),
            known: HashMap::new(),
            at_most: Cache::new(1 << 18),
            sums: Cache::new(1 << 17),
            far: Vec::new(),
            most,
        };
        values.keep(Options::default());
        values.far = values.far_ups();
        for at in 0..values.forms.len() {
            values.find_bounds(Value(u32::try_from(at).unwrap_or(0)));
        }
        values
    }

    fn far_ups(&mut self) -> Vec<[Value; WEIGHTS]> {
        let mut stars = vec![Value::ZERO];
        for n in 1..=FAR_STARS[2] {
            let star = self.keep([stars.clone(), stars.clone()]);
            self.forms[star.0 as usize].star = n;
            stars.push(star);
        }
        let up = self.keep([vec![Value::ZERO], vec![stars[1]]]);
        FAR_STARS
            .map(|far| self.ups_and(up, stars[usize::from(far)]))
            .to_vec()
    }

    fn ups_and(&mut self, up: Value, star: Value) -> [Value; WEIGHTS] {
        let (mut ups, mut all) = (Value::ZERO, [star; WEIGHTS]);
        let middle = WEIGHTS / 2 + 1;
        for n in 1..=middle {
            ups = self.sum_of(ups, up).unwrap_or_default();
            let sum = self.sum_of(ups, star).unwrap_or_default();
            if let Some(place) = all.get_mut(middle + n) {
                *place = sum;
            }
            all[middle - n] = self.negative(sum);
        }
        all
    }

    /// How many values are kept.
    pub const fn len(&self) -> usize {
        self.forms.len()
    }

    /// Whether no further value will be kept.
    pub const fn is_full(&self) -> bool {
        self.forms.len() + 2 > self.most
    }

    fn form(&self, value: Value) -> &Form {
        &self.forms[value.0 as usize]
    }

    /// The value seen from the other side.
    pub fn negative(&self, value: Value) -> Value {
        self.form(value).negative
    }

    /// A hash of the value alone, whatever values were met before it.
    pub fn hash(&self, value: Value) -> u64 {
        self.form(value).hash
    }

    /// What is known of the value.
    pub fn bounds(&self, value: Value) -> Bounds {
        self.form(value).bounds
    }

    /// Where a side can move to.
    pub fn options(&self, value: Value, side: Side) -> &[Value] {
        &self.form(value).options[side as usize]
    }

    /// The positions below the value, counted with every way to them.
    pub fn weight(&self, value: Value) -> u32 {
        self.form(value).weight
    }

    /// Whether `a <= b`: moving second in `b - a`, Left does not lose.
    pub fn is_at_most(&mut self, a: Value, b: Value) -> bool {
        if let Some(known) = self.form(a).bounds.at_most(self.form(b).bounds, a == b) {
            return known;
        }
        let hash = pair_hash(a, b);
        if let Some(known) = self.at_most.get(hash, (a, b)) {
            return known;
        }
        let (mut result, mut at) = (true, 0);
        while result && at < self.options(a, Side::Left).len() {
            let option = self.options(a, Side::Left)[at];
            result = !self.is_at_most(b, option);
            at += 1;
        }
        at = 0;
        while result && at < self.options(b, Side::Right).len() {
            let option = self.options(b, Side::Right)[at];
            result = !self.is_at_most(option, a);
            at += 1;
        }
        self.at_most.put(hash, (a, b), result);
        result
    }

    /// Whether `a` is as good as `b` for a side, or better.
    fn is_as_good(&mut self, side: Side, a: Value, b: Value) -> bool {
        match side {
            Side::Left => self.is_at_most(b, a),
            Side::Right => self.is_at_most(a, b),
        }
    }

    /// Whether the game with these options is as good as `b` for a side, or better.
    fn are_as_good(&mut self, side: Side, options: &Options, b: Value) -> bool {
        let foe = side.other();
        if options[foe as usize]
            .iter()
            .any(|option| self.is_as_good(foe, *option, b))
        {
            return false;
        }
        (0..self.options(b, side).len()).all(|at| {
            let option = self.options(b, side)[at];
            !self.are_as_good(foe, options, option)
        })
    }

    /// The value with these options; `None` if it is too large to be kept.
    pub fn with_options(&mut self, mut options: Options) -> Option<Value> {
        loop {
            for side in [Side::Left, Side::Right] {
                self.drop_beaten(side, &mut options[side as usize]);
            }
            if !self.bypass_one(&mut options) {
                break;
            }
        }
        let is_large = self.is_full() || options.iter().any(|side| side.len() > MAX_OPTIONS);
        (!is_large).then(|| self.keep(options))
    }

    /// Drops options that another is as good as.
    fn drop_beaten(&mut self, side: Side, options: &mut Vec<Value>) {
        options.sort_unstable();
        options.dedup();
        let mut at = 0;
        while at < options.len() {
            let one = options[at];
            if options
                .iter()
                .any(|other| *other != one && self.is_as_good(side, *other, one))
            {
                options.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Replaces an option that the opponent's answer undoes by what can be played after that
    /// answer. Says whether there was one.
    fn bypass_one(&mut self, options: &mut Options) -> bool {
        for side in [Side::Left, Side::Right] {
            for at in 0..options[side as usize].len() {
                let option = options[side as usize][at];
                let answers = self.options(option, side.other()).to_vec();
                let undoing = answers
                    .into_iter()
                    .find(|answer| self.are_as_good(side, options, *answer));
                if let Some(answer) = undoing {
                    let mine = &mut options[side as usize];
                    mine.swap_remove(at);
                    mine.extend_from_slice(&self.forms[answer.0 as usize].options[side as usize]);
                    return true;
                }
            }
        }
        false
    }

    /// The number of a form that is the simplest of its value.
    fn keep(&mut self, mut options: Options) -> Value {
        for side in &mut options {
            side.sort_unstable_by_key(|value| self.hash(*value));
        }
        let hash = self.hash_of(&options[0], &options[1]);
        if let Some(known) = self.known.get(&hash) {
            return *known;
        }
        let [mut right, mut left] = options.clone().map(|side| -> Vec<Value> {
            side.into_iter().map(|value| self.negative(value)).collect()
        });
        for side in [&mut left, &mut right] {
            side.sort_unstable_by_key(|value| self.hash(*value));
        }
        let value = self.push(&options, hash);
        let negative_hash = self.hash_of(&left, &right);
        let negative = if negative_hash == hash {
            value
        } else {
            self.push(&[left, right], negative_hash)
        };
        self.forms[value.0 as usize].negative = negative;
        self.forms[negative.0 as usize].negative = value;
        self.find_bounds(value);
        value
    }

    fn push(&mut self, options: &Options, hash: u64) -> Value {
        let below = || options.iter().flatten().map(|value| self.form(*value));
        let below_side = |side: Side| {
            let side = options[side as usize].iter();
            side.map(|value| self.form(*value).bounds)
        };
        let form = Form {
            height: below().map(|form| form.height + 1).max().unwrap_or(0),
            weight: below().fold(1, |sum: u32, form| sum.saturating_add(form.weight)),
            star: below().map(|form| form.star).max().unwrap_or(0),
            options: options.clone().map(Vec::into_boxed_slice),
            negative: Value::ZERO,
            hash,
            bounds: Bounds {
                // Nobody can move to where the other, to act, does not win.
                at_least_zero: !below_side(Side::Right).any(|bounds| bounds.at_most_zero),
                at_most_zero: !below_side(Side::Left).any(|bounds| bounds.at_least_zero),
                low: -UNBOUNDED,
                high: UNBOUNDED,
            },
        };
        let value = Value(u32::try_from(self.forms.len()).unwrap_or(0));
        self.forms.push(form);
        self.known.insert(hash, value);
        value
    }

    fn hash_of(&self, left: &[Value], right: &[Value]) -> u64 {
        let side = |start: u64, side: &[Value]| {
            side.iter()
                .fold(start, |hash, value| mix(hash ^ self.hash(*value)))
        };
        side(side(1, left) ^ 0x5bd1_e995_5bd1_e995, right)
    }

    fn find_bounds(&mut self, value: Value) {
        let negative = self.negative(value);
        let bounds = Bounds {
            low: self.least_weight(value),
            high: -self.least_weight(negative),
            ..self.bounds(value)
        };
        self.forms[value.0 as usize].bounds = bounds;
        self.forms[negative.0 as usize].bounds = bounds.swapped();
    }

    /// The largest integer that the atomic weight is at least (Siegel, II.7: the far star).
    fn least_weight(&mut self, value: Value) -> i8 {
        let star = self.form(value).star;
        let Some(far) = FAR_STARS.iter().position(|far| *far > star) else {
            return -UNBOUNDED;
        };
        let Some(ups) = self.far.get(far).copied() else {
            return -UNBOUNDED;
        };
        // Most weights are small: from the middle up or down.
        let mut at = WEIGHTS / 2;
        if self.is_at_most(ups[at], value) {
            while at + 1 < WEIGHTS && self.is_at_most(ups[at + 1], value) {
                at += 1;
            }
        } else {
            loop {
                if at == 0 {
                    return -UNBOUNDED;
                }
                at -= 1;
                if self.is_at_most(ups[at], value) {
                    break;
                }
            }
        }
        i8::try_from(at).unwrap_or(0) - RANGE
    }

    /// The sum of two values; `None` if it would be too much work.
    pub fn sum(&mut self, a: Value, b: Value) -> Option<Value> {
        if b == self.negative(a) {
            return Some(Value::ZERO);
        }
        let work = u64::from(self.weight(a)) * u64::from(self.weight(b));
        let height = self.form(a).height + self.form(b).height;
        if work > MAX_SUM || height > MAX_HEIGHT {
            return None;
        }
        self.sum_of(a, b)
    }

    fn sum_of(&mut self, a: Value, b: Value) -> Option<Value> {
        if a == Value::ZERO || b == Value::ZERO {
            return Some(a.max(b));
        }
        if b == self.negative(a) {
            return Some(Value::ZERO);
        }
        let (a, b) = (a.min(b), a.max(b));
        let hash = pair_hash(a, b);
        if let Some(known) = self.sums.get(hash, (a, b)) {
            return known;
        }
        let sum = self.sum_by_options(a, b);
        self.sums.put(hash, (a, b), sum);
        sum
    }

    fn sum_by_options(&mut self, a: Value, b: Value) -> Option<Value> {
        let mut options = Options::default();
        for side in [Side::Left, Side::Right] {
            for (from, with) in [(a, b), (b, a)] {
                for at in 0..self.options(from, side).len() {
                    let option = self.options(from, side)[at];
                    let sum = self.sum_of(option, with)?;
                    options[side as usize].push(sum);
                }
            }
        }
        self.with_options(options)
    }
}

impl Bounds {
    /// The bounds of the negative.
    const fn swapped(self) -> Self {
        Self {
            at_least_zero: self.at_most_zero,
            at_most_zero: self.at_least_zero,
            low: -self.high,
            high: -self.low,
        }
    }
}

impl Bounds {
    /// Whether a value with these bounds is at most another, if the bounds tell.
    const fn at_most(self, other: Self, is_same: bool) -> Option<bool> {
        if is_same || self.at_most_zero && other.at_least_zero || self.high + 2 <= other.low {
            return Some(true);
        }
        if self.low > other.high
            || other.at_most_zero && !self.at_most_zero
            || self.at_least_zero && !other.at_least_zero
        {
            return Some(false);
        }
        None
    }
}

fn pair_hash(a: Value, b: Value) -> u64 {
    mix(u64::from(a.0) << 32 | u64::from(b.0))
}
