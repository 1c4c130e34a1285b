//! The comparison of values and the canonical form of a value.

use super::{GameValue, MAX_OPTIONS, Options, OptionsKey, Side, ValueStore};
use crate::contract::mix;

impl ValueStore {
    /// Reports whether `a <= b`, that is, whether Left wins `b - a` moving second.
    pub fn is_at_most(&mut self, a: GameValue, b: GameValue) -> bool {
        if let Some(known) = self.form(a).bounds.at_most(self.form(b).bounds, a == b) {
            return known;
        }
        if let Some(known) = self.at_most_cache.get((a, b)) {
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
        self.at_most_cache.put((a, b), result);
        result
    }

    /// Reports whether `a` is at least as good as `b` for a side.
    fn is_as_good(&mut self, side: Side, a: GameValue, b: GameValue) -> bool {
        match side {
            Side::Left => self.is_at_most(b, a),
            Side::Right => self.is_at_most(a, b),
        }
    }

    /// Reports whether the game with these options is at least as good as `b` for a side.
    fn options_are_as_good(&mut self, side: Side, options: &Options, b: GameValue) -> bool {
        let opponent = side.other();
        if options[opponent as usize]
            .iter()
            .any(|option| self.is_as_good(opponent, *option, b))
        {
            return false;
        }
        (0..self.options(b, side).len()).all(|at| {
            let option = self.options(b, side)[at];
            !self.options_are_as_good(opponent, options, option)
        })
    }

    /// Returns the value of the game with these options; `None` if it is too large to be kept.
    pub fn with_options(&mut self, mut options: Options) -> Option<GameValue> {
        options.iter_mut().for_each(sort_and_dedup);
        let key = Self::key_of(&options);
        if let Some(known) = self.canonical_cache.get(key) {
            return Some(known);
        }
        let value = self.canonical_form(options)?;
        self.canonical_cache.put(key, value);
        Some(value)
    }

    fn key_of(options: &Options) -> OptionsKey {
        let hash = options.iter().fold(1, |hash, side| {
            let each = side.iter();
            !each.fold(hash, |hash, value| mix(hash ^ u64::from(value.0)))
        });
        OptionsKey(mix(hash))
    }

    fn canonical_form(&mut self, mut options: Options) -> Option<GameValue> {
        loop {
            for side in [Side::Left, Side::Right] {
                self.remove_dominated(side, &mut options[side as usize]);
            }
            if !self.bypass_reversible(&mut options) {
                break;
            }
        }
        let is_large = self.is_full() || options.iter().any(|side| side.len() > MAX_OPTIONS);
        (!is_large).then(|| self.intern(options))
    }

    /// Removes dominated options, those that another option is at least as good as.
    fn remove_dominated(&mut self, side: Side, options: &mut Vec<GameValue>) {
        let mut index = 0;
        while index < options.len() {
            let one = options[index];
            if options
                .iter()
                .any(|other| *other != one && self.is_as_good(side, *other, one))
            {
                options.swap_remove(index);
            } else {
                index += 1;
            }
        }
    }

    /// Bypasses one reversible option and reports whether there was one.
    ///
    /// An option is reversible if an answer of the opponent makes the game no better than before;
    /// it is replaced by the options that follow that answer.
    fn bypass_reversible(&mut self, options: &mut Options) -> bool {
        for side in [Side::Left, Side::Right] {
            for at in 0..options[side as usize].len() {
                let option = options[side as usize][at];
                let answers = self.options(option, side.other()).to_vec();
                let undoing = answers
                    .into_iter()
                    .find(|answer| self.options_are_as_good(side, options, *answer));
                if let Some(answer) = undoing {
                    let mine = &mut options[side as usize];
                    mine.swap_remove(at);
                    mine.extend_from_slice(self.options(answer, side));
                    sort_and_dedup(mine);
                    return true;
                }
            }
        }
        false
    }
}

/// Sorts options and removes duplicates.
fn sort_and_dedup(options: &mut Vec<GameValue>) {
    options.sort_unstable();
    options.dedup();
}
