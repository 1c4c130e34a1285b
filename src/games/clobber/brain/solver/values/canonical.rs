//! Which of two values is the better, and the simplest form of a value.

use super::{Hashed, MAX_OPTIONS, Options, Side, Value, Values};
use crate::contract::mix;

impl Values {
    /// Whether `a <= b`: moving second in `b - a`, Left does not lose.
    pub fn is_at_most(&mut self, a: Value, b: Value) -> bool {
        if let Some(known) = self.form(a).bounds.at_most(self.form(b).bounds, a == b) {
            return known;
        }
        if let Some(known) = self.at_most.get((a, b)) {
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
        self.at_most.put((a, b), result);
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
        options.iter_mut().for_each(make_set);
        let key = Self::key_of(&options);
        if let Some(known) = self.simplest.get(key) {
            return Some(known);
        }
        let value = self.simplified(options)?;
        self.simplest.put(key, value);
        Some(value)
    }

    fn key_of(options: &Options) -> Hashed {
        let hash = options.iter().fold(1, |hash, side| {
            let each = side.iter();
            !each.fold(hash, |hash, value| mix(hash ^ u64::from(value.0)))
        });
        Hashed(mix(hash))
    }

    fn simplified(&mut self, mut options: Options) -> Option<Value> {
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
                    mine.extend_from_slice(self.options(answer, side));
                    make_set(mine);
                    return true;
                }
            }
        }
        false
    }
}

/// Sorts options; each is there once.
fn make_set(options: &mut Vec<Value>) {
    options.sort_unstable();
    options.dedup();
}
