//! The parts of an episode next to its moves: times, the output of programs, and the fields that have
//! no place in the record and are kept in `ext`.

use super::episode::{is_null, is_sound_status, keep, number_of, text_of};
use super::follow::{EpisodeReader, StepEntry};
use crate::formats::json_doc::{JsonFields, fields_of};
use kifu_core::contract::{Player, printable};
use kifu_core::findings::{Code, Finding};
use serde_json::value::RawValue;

/// The fields of an entry's `info` that are read or compared.
const READ_INFO: [&str; 4] = [
    "actionSubmitted",
    "actionSubmittedToString",
    "actionApplied",
    "timeTaken",
];
/// The fields of an observation that are read or compared, and the one that repeats the configuration.
const READ_OBSERVATION: [&str; 10] = [
    "observationString",
    "currentPlayer",
    "playerId",
    "isTerminal",
    "serializedGameAndState",
    "legalActions",
    "legalActionStrings",
    "remainingOverageTime",
    "step",
    "imageConfig",
];
/// The difference in seconds that two roundings of a time may make.
const MAX_ROUNDING_SECONDS: f64 = 0.000_51;

impl<'t> EpisodeReader<'_, 't> {
    /// Keeps the moves of a step after the one at which the game failed.
    pub fn keep_unjudged(&mut self, entries: &[StepEntry<'t>; 2]) {
        for entry in entries {
            let applied = entry.info.get("actionApplied").copied();
            if let Some(raw) = applied.filter(|raw| !is_null(raw)) {
                let token = self.token_of(raw).unwrap_or_else(|| raw.get().to_owned());
                let span = self.doc.span(raw);
                self.draft.push_token_as(&token, None, span);
            }
        }
    }

    /// Keeps the fields of a step that are not read; `player` is the one whose act was read.
    pub fn keep_rest(
        &mut self,
        index: usize,
        entries: &[StepEntry<'t>; 2],
        player: Option<Player>,
    ) {
        for own in Player::ALL {
            let entry = &entries[own.index()];
            for (name, raw) in &entry.rest {
                self.keep_value(name, index, own, raw);
            }
            for (name, raw) in &entry.observation {
                if !READ_OBSERVATION.contains(&name.as_str()) {
                    self.keep_value(&format!("observation.{name}"), index, own, raw);
                }
            }
            let own_status = entry.action.get("status").map(|raw| raw.get());
            for (name, raw) in &entry.info {
                let is_copy = name == "agentSelfReportedStatus"
                    && (raw.get() == "\"unknown\"" || Some(raw.get()) == own_status);
                if !READ_INFO.contains(&name.as_str()) && !is_copy {
                    self.keep_value(&format!("info.{name}"), index, own, raw);
                }
            }
            if player == Some(own) {
                continue;
            }
            let applied = entry.info.get("actionApplied").copied();
            let is_move = applied.is_some_and(|raw| !is_null(raw));
            for (name, raw) in &entry.action {
                let is_read = match name.as_str() {
                    "submission" => is_move || raw.get() == "-1",
                    "actionString" => is_move,
                    "status" => is_sound_status(raw),
                    _ => false,
                };
                if !is_read {
                    self.keep_value(&format!("action.{name}"), index, own, raw);
                }
            }
        }
    }

    /// Keeps a value of a step, unless it is the one that was kept last by this name.
    fn keep_value(&mut self, name: &str, index: usize, player: Player, raw: &'t RawValue) {
        let player = player.index();
        let before = self.kept.insert(format!("{name}.{player}"), raw.get());
        if before != Some(raw.get()) {
            let key = format!("kaggle.step.{name}.{index}.{player}");
            keep(self.doc, &mut self.draft.record, &key, raw);
        }
    }

    /// Reads what the program wrote while it was asked, which a rendered page may have.
    ///
    /// The environment adds an entry at each step, and one each time that it was set up before: the
    /// last entry is that of the last step.
    pub fn read_logs(&mut self, ply: u32, player: Player, index: usize, entry: &StepEntry<'t>) {
        let after = self.step_count.saturating_sub(index);
        let Some(at) = self.episode.logs.len().checked_sub(after) else {
            return;
        };
        let slot = player.index();
        let Some(own) = self.output_at(at, slot) else {
            return;
        };
        self.read_logs.insert((at, slot));
        for name in ["stdout", "stderr"] {
            let words = own.get(name).and_then(|raw| text_of(raw));
            if let Some(words) = words.filter(|words| !words.is_empty()) {
                self.draft.record.note_mut(ply).stderr.push_str(&words);
            }
        }
        let taken = entry.info.get("timeTaken").and_then(|raw| number_of(raw));
        let duration = own.get("duration").copied();
        if let Some(taken) = taken
            && let Some(raw) = duration
            && number_of(raw).is_some_and(|own| (own - taken).abs() > MAX_ROUNDING_SECONDS)
        {
            let message = format!(
                "`/logs/{at}/{slot}/duration`: expected {taken} seconds, the time that the move took, \
                 found {}",
                printable(raw.get(), 24)
            );
            let location = self.doc.location(self.doc.span(raw));
            let finding = Finding::new(Code::Contradiction, message).at(location);
            self.doc.findings.push(finding.ply(ply));
        }
    }

    /// Returns an output of a program, or of the environment behind those of the players.
    fn output_at(&self, at: usize, slot: usize) -> Option<JsonFields<'t>> {
        let raw: &'t RawValue = self.episode.logs.get(at)?;
        let outputs: Vec<&'t RawValue> = serde_json::from_str(raw.get()).ok()?;
        fields_of(outputs.get(slot)?)
    }

    /// Keeps the words that were written at no ply: while the game was set up, or by the environment.
    pub fn keep_logs(&mut self) {
        let logs = std::mem::take(&mut self.episode.logs);
        for (at, raw) in logs.into_iter().enumerate() {
            let outputs: Vec<&'t RawValue> = serde_json::from_str(raw.get()).unwrap_or_default();
            for (slot, raw) in outputs.into_iter().enumerate() {
                let fields = fields_of(raw).unwrap_or_default();
                let has_words = |name: &str| {
                    let raw = fields.get(name);
                    raw.is_some_and(|raw| !is_null(raw) && raw.get() != "\"\"")
                };
                let is_read = self.read_logs.contains(&(at, slot));
                if !is_read && (has_words("stdout") || has_words("stderr")) {
                    let key = format!("kaggle.logs.{at}.{slot}");
                    keep(self.doc, &mut self.draft.record, &key, raw);
                }
            }
        }
    }

    /// Reads the time that an act took.
    pub fn read_time(&mut self, ply: u32, entry: &StepEntry<'t>, path: &str) {
        let taken = entry.info.get("timeTaken").copied();
        let Some((raw, seconds)) = taken.and_then(|raw| Some((raw, number_of(raw)?))) else {
            return;
        };
        self.seconds.push(seconds);
        if !(0.0..4_000_000.0).contains(&seconds) {
            let message = format!(
                "`{}`: expected seconds, found {}",
                self.pointer(&format!("{path}/info/timeTaken")),
                printable(raw.get(), 24)
            );
            return self.doc.add_finding(Code::BadValue, message, raw);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the seconds are in range"
        )]
        let ms = (seconds * 1000.0).round() as u32;
        self.draft.record.times_ms.set_ms(ply, ms);
    }

    /// Compares the times of the acts with the list of all times. Some versions have the time of the
    /// set-up first.
    pub fn check_durations(&mut self) {
        let Some(list) = &self.durations else { return };
        let numbers = list.iter().enumerate();
        let numbers = numbers.filter_map(|(at, raw)| Some((at, *raw, number_of(raw)?)));
        let mut stated: Vec<(usize, &'t RawValue, f64)> = numbers.collect();
        if stated.len() == self.seconds.len() + 1 {
            stated.remove(0);
        }
        if stated.len() != self.seconds.len() {
            let message = format!(
                "`{}`: expected {} numbers, one a time of the steps, found {}",
                self.pointer("/info/moveDurations"),
                self.seconds.len(),
                stated.len()
            );
            if let Some(raw) = self.episode.info.get("moveDurations").copied() {
                self.doc.add_finding(Code::NumbersDisagree, message, raw);
            }
            return;
        }
        let all = stated.into_iter().zip(std::mem::take(&mut self.seconds));
        for ((at, raw, stated), seconds) in all {
            if stated.total_cmp(&seconds).is_ne() {
                let path = format!("/info/moveDurations/{at}");
                let expected = format!("{seconds} seconds, the time that the move took");
                self.contradict(&path, (&expected, raw.get()), raw);
            }
        }
    }
}
