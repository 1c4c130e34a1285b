//! Checks and conversions that need the whole game.

use super::property_values::parse_seconds_as_ms;
use super::read::SgfReader;
use kifu_core::contract::{Faults, Player};
use kifu_core::findings::Code;

impl SgfReader<'_, '_> {
    /// Compares the reported margin with the scores by the rules.
    pub fn check_margin(&mut self) {
        let record = &self.draft.record;
        let Some((margin, span)) = self.reported_margin.take() else {
            return;
        };
        let replay = self.game.replay(&record.setup, &record.moves, Faults::NONE);
        let Ok(replay) = replay else {
            return;
        };
        let scores = replay
            .outcome
            .scores
            .filter(|_| replay.is_over && replay.failure.is_none());
        if let Some([first, second]) = scores
            && (f64::from(first.abs_diff(second)) - margin).abs() > 1e-9
        {
            let message = format!(
                "expected a margin of {} by the rules ({first} - {second}), found {margin}",
                first.abs_diff(second)
            );
            self.add_finding(Code::ScoresDiffer, message, span);
        }
    }

    /// Derives the times used from the times left, if there is no overtime.
    pub fn derive_times_used(&mut self) {
        let record = &mut self.draft.record;
        let is_overtime = |key: &String| {
            ["sgf.OT", "sgf.OB", "sgf.OW"]
                .iter()
                .any(|prefix| key.starts_with(prefix))
        };
        if !record.times_ms.0.is_empty() || record.ext.keys().any(is_overtime) {
            return;
        }
        let limit = record.ext.get("sgf.TM");
        let limit = limit.and_then(|raw| parse_seconds_as_ms(raw.trim_matches(['[', ']'])));
        for player in Player::ALL {
            let left = self.times_left_ms.iter().filter(|(of, ..)| *of == player);
            let mut before = limit;
            let mut used = Vec::new();
            for (_, ply, left) in left {
                if let Some(before) = before {
                    used.push(before.checked_sub(*left).map(|ms| (*ply, ms)));
                }
                before = Some(*left);
            }
            // The times are not used if a clock goes backwards, as it then counts something else.
            for (ply, ms) in used
                .into_iter()
                .collect::<Option<Vec<_>>>()
                .into_iter()
                .flatten()
            {
                record
                    .times_ms
                    .set_ms(ply, u32::try_from(ms).unwrap_or(u32::MAX));
            }
        }
    }
}
