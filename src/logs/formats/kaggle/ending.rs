//! The end of an episode: a refused submission, a program that failed, rewards and statuses.

use super::episode::{is_null, number_of, text_of};
use super::follow::{EpisodeReader, StepEntry};
use crate::formats::ParsedGame;
use crate::formats::json_doc::{fields_of, parse_whole_number};
use kifu_core::contract::{Fault, Player, Winner, printable};
use kifu_core::findings::{Code, Finding};
use kifu_core::record::{Attempt, AttemptRule, ReportedResult, UNSCORED_KEY};
use serde_json::value::RawValue;
use std::cmp::Ordering;

/// The number with which a program reports an error of its own.
const ERROR_SUBMISSION: i32 = -2;

/// The failure that ended an episode.
#[derive(Clone, Copy)]
pub(super) struct EpisodeEnd {
    pub player: Player,
    pub fault: Fault,
}

impl<'t> EpisodeReader<'_, 't> {
    /// Reads the step of a player whose action was not applied.
    pub fn read_failure(&mut self, index: usize, player: Player, entry: &StepEntry<'t>) {
        let status = entry.status_word();
        let submission = entry.action.get("submission").copied();
        let number = submission.and_then(|raw| parse_whole_number(raw.get()));
        let has_action = entry.action_raw.is_some_and(|raw| !is_null(raw));
        let fault = match status.as_str() {
            "TIMEOUT" => Fault::Timeout,
            "ERROR" => Fault::Crash,
            _ if !has_action || number == Some(ERROR_SUBMISSION) => Fault::Crash,
            _ => Fault::Illegal,
        };
        self.is_stopped = true;
        self.ends.push(EpisodeEnd { player, fault });
        if fault != Fault::Illegal {
            return;
        }
        let raw = entry.raw.unwrap_or(self.episode.raw);
        let span = [
            entry.action.get("actionString"),
            entry.action.get("submission"),
        ]
        .into_iter()
        .flatten()
        .find(|raw| !is_null(raw))
        .map_or_else(|| self.doc.span(raw), |raw| self.doc.span(raw));
        let word = entry
            .action
            .get("actionString")
            .and_then(|raw| text_of(raw));
        let category = entry
            .action
            .get("failureCategory")
            .and_then(|raw| text_of(raw));
        let own = entry.info.get("agentSelfReportedStatus");
        let own = own.and_then(|raw| text_of(raw)).unwrap_or_default();
        let is_odd_shape = entry.action.len() > 1 && self.is_strict();
        let (tried, rule, reason) = match (&word, number) {
            _ if is_odd_shape => {
                let reason = "with `strictMode` an action has `submission` alone".to_owned();
                let tried = submission.map_or("", |raw| raw.get());
                (tried.to_owned(), AttemptRule::Unreadable, reason)
            }
            // Such an answer was never taken for a move.
            (tried, _)
                if category
                    .as_deref()
                    .is_some_and(|category| category != "ILLEGAL") =>
            {
                let category = category.clone().unwrap_or_default();
                let reason = format!("{category}: {}", explain_category(&category));
                let tried = tried.clone().unwrap_or_default();
                (tried, AttemptRule::Unreadable, reason)
            }
            (Some(word), _) => (word.clone(), AttemptRule::Unspecified, String::new()),
            (None, Some(number)) => {
                let token = u32::try_from(number).ok();
                let token = token.and_then(|number| (self.spec.token)(&self.start, number));
                if let Some(token) = token {
                    (token, AttemptRule::Unspecified, String::new())
                } else {
                    let reason = "expected the number of a legal action".to_owned();
                    (number.to_string(), AttemptRule::Unreadable, reason)
                }
            }
            (None, None) => {
                let text = submission.map_or("", |raw| raw.get());
                let reason = "expected the number of a legal action".to_owned();
                (printable(text, 200), AttemptRule::Unreadable, reason)
            }
        };
        let ply = self.draft.next_ply();
        let ext = &mut self.draft.record.ext;
        if let Some(category) = category {
            ext.insert("kaggle.failureCategory".to_owned(), category);
        }
        if !matches!(own.as_str(), "" | "OK" | "INACTIVE" | "unknown") {
            ext.insert("kaggle.agentStatus".to_owned(), own);
            ext.remove(&format!("kaggle.action.status.{ply}"));
        }
        ext.remove(&format!("kaggle.action.failureCategory.{ply}"));
        let location = self.doc.location(span.clone());
        let attempt = Attempt {
            raw: tried,
            player: Some(player),
            rule,
            reason,
            line: location.line,
            column: location.column,
            ..Attempt::default()
        };
        self.draft.set_attempt(attempt, span);
        if status != "DONE" && !status.is_empty() {
            let path = format!("/steps/{index}/{}/status", player.index());
            if let Some(raw) = entry.status {
                self.contradict(&path, ("DONE, as a submission was refused", &status), raw);
            }
        }
    }

    /// Reports whether actions may have nothing but a submission.
    fn is_strict(&self) -> bool {
        let configuration = self.episode.fields.get("configuration");
        let fields = configuration.and_then(|raw| fields_of(raw));
        fields.is_some_and(|fields| {
            fields
                .get("strictMode")
                .is_some_and(|raw| raw.get() == "true")
        })
    }

    /// Reads the failures of programs that were called while the game was set up.
    pub fn read_set_up_failures(&mut self, entries: &[StepEntry<'t>; 2]) {
        for player in Player::ALL {
            let entry = &entries[player.index()];
            let fault = match entry.status_word().as_str() {
                "TIMEOUT" => Fault::Timeout,
                "ERROR" => Fault::Crash,
                _ => continue,
            };
            // The other program has the status too, but an action.
            if entry.action_raw.is_none_or(is_null) {
                self.ends.push(EpisodeEnd { player, fault });
                self.is_stopped = true;
            }
        }
    }

    /// Reports rewards before the last step: the environment gives none.
    pub fn check_rewards_before_end(
        &mut self,
        index: usize,
        entries: &[StepEntry<'t>; 2],
        is_last: bool,
    ) {
        if is_last {
            return;
        }
        for (player, entry) in entries.iter().enumerate() {
            let Some(raw) = entry.reward else { continue };
            let is_none = is_null(raw) || index == 0 && number_of(raw) == Some(0.0);
            if !is_none {
                let path = format!("/steps/{index}/{player}/reward");
                self.contradict(&path, ("no reward before the end", raw.get()), raw);
            }
        }
    }

    /// Reports statuses that are not those of the position reached.
    pub fn check_statuses(&mut self, index: usize, entries: &[StepEntry<'t>; 2]) {
        let mover = self.state.as_ref().and_then(|state| state.mover());
        for player in Player::ALL {
            let entry = &entries[player.index()];
            let Some(raw) = entry.status else { continue };
            let expected = match mover {
                Some(mover) if mover == player => "ACTIVE",
                Some(_) => "INACTIVE",
                None => "DONE",
            };
            let found = entry.status_word();
            if found != expected {
                let path = format!("/steps/{index}/{}/status", player.index());
                self.contradict(&path, (expected, &found), raw);
            }
        }
    }

    /// Finishes the game with the result that the episode reports.
    pub fn finish(mut self, last: Option<&[StepEntry<'t>; 2]>, last_index: usize) -> ParsedGame {
        if !self.has_gap && !self.doc.is_cut_off {
            self.check_lengths();
            self.check_durations();
        }
        self.keep_logs();
        let rewards = self.pair_of_values("rewards");
        let statuses = self.pair_of_values("statuses");
        if let Some(last) = last {
            let own_rewards = [last[0].reward, last[1].reward];
            let own_statuses = [last[0].status, last[1].status];
            self.compare_pair("rewards", rewards, own_rewards, ("reward", last_index));
            self.compare_pair("statuses", statuses, own_statuses, ("status", last_index));
        }
        let step = |of: fn(&StepEntry<'t>) -> Option<&'t RawValue>| {
            let last = last?;
            Some([of(&last[0])?, of(&last[1])?])
        };
        let rewards = rewards.or_else(|| step(|entry| entry.reward));
        let statuses = statuses.or_else(|| step(|entry| entry.status));
        self.report(rewards, statuses);
        self.store_numbers();
        let mut findings = std::mem::take(&mut self.doc.findings);
        findings.append(&mut self.draft.findings);
        self.draft.findings = findings;
        self.draft.finish()
    }

    /// Returns the two values of a field of the episode, one a player.
    fn pair_of_values(&mut self, name: &str) -> Option<[&'t RawValue; 2]> {
        let raw = self.episode.fields.get(name).copied()?;
        let pointer = self.pointer(&format!("/{name}"));
        let list: Vec<&RawValue> = self.doc.parse_bounded(raw, &pointer, "a list of two")?;
        let pair = <[&RawValue; 2]>::try_from(list.as_slice());
        if pair.is_err() {
            let message = format!(
                "`{pointer}`: expected two values, one a player, found {}",
                list.len()
            );
            self.doc.add_finding(Code::BadValue, message, raw);
        }
        pair.ok()
    }

    fn compare_pair(
        &mut self,
        name: &str,
        pair: Option<[&'t RawValue; 2]>,
        own: [Option<&'t RawValue>; 2],
        (field, step): (&str, usize),
    ) {
        let Some(pair) = pair else { return };
        for (player, (raw, own)) in pair.into_iter().zip(own).enumerate() {
            let Some(own) = own else { continue };
            let is_same = raw.get() == own.get()
                || number_of(raw).is_some() && number_of(raw) == number_of(own);
            if !is_same {
                let expected = format!(
                    "{}, as in `{}`",
                    own.get(),
                    self.pointer(&format!("/steps/{step}/{player}/{field}"))
                );
                self.contradict(&format!("/{name}/{player}"), (&expected, raw.get()), raw);
            }
        }
    }

    /// Stores the result that the episode reports.
    fn report(&mut self, rewards: Option<[&'t RawValue; 2]>, statuses: Option<[&'t RawValue; 2]>) {
        let numbers = rewards.map(|pair| pair.map(number_of));
        let words = statuses.map(|pair| pair.map(|raw| text_of(raw).unwrap_or_default()));
        let mut reported = ReportedResult {
            winner: numbers.and_then(winner_of_rewards),
            ..ReportedResult::default()
        };
        for end in &self.ends {
            reported.faults.insert(end.player, end.fault);
        }
        if let Some(pair) = rewards {
            self.draft.game_spans.result = Some(self.doc.span(pair[0]));
            reported.text = format!("rewards {}, {}", pair[0].get(), pair[1].get());
        }
        if let Some([first, second]) = &words {
            reported.status = Some((first.clone(), second.clone()));
        }
        let is_ended = words.as_ref().is_some_and(|words| {
            let is_open = |word: &String| matches!(word.as_str(), "ACTIVE" | "INACTIVE" | "");
            !words.iter().any(is_open)
        });
        if is_ended && numbers == Some([None, None]) {
            self.report_unscored(rewards, words.as_ref());
        }
        self.draft.record.reported = Some(reported);
    }

    /// Says why the contest did not score the game.
    fn report_unscored(&mut self, rewards: Option<[&'t RawValue; 2]>, words: Option<&[String; 2]>) {
        let sides = self.draft.game().sides();
        let reason = match self.ends.first() {
            Some(end) => {
                let how = match end.fault {
                    Fault::Timeout => "was too late",
                    _ => "failed",
                };
                let ply = self.draft.next_ply();
                format!(
                    "the program of {} {how} at ply {ply}",
                    sides[end.player.index()]
                )
            }
            None => "the environment gave no rewards".to_owned(),
        };
        let statuses = words.map_or_else(String::new, |words| words.join(" and "));
        let message = format!("not scored: {reason}; the statuses are {statuses}");
        let ext = &mut self.draft.record.ext;
        ext.insert(UNSCORED_KEY.to_owned(), reason);
        let mut finding = Finding::new(Code::NotScored, message);
        if let Some([first, _]) = rewards {
            finding = finding.at(self.doc.location(self.doc.span(first)));
        }
        self.doc.findings.push(finding);
    }
}

/// Returns the winner by the rewards; `None` if no player has one.
fn winner_of_rewards(rewards: [Option<f64>; 2]) -> Option<Winner> {
    match rewards {
        [Some(first), Some(second)] => Some(match first.total_cmp(&second) {
            Ordering::Equal => Winner::Draw,
            Ordering::Greater => Winner::First,
            Ordering::Less => Winner::Second,
        }),
        // With `strictMode` the one who failed has no reward.
        [Some(_), None] => Some(Winner::First),
        [None, Some(_)] => Some(Winner::Second),
        [None, None] => None,
    }
}

/// Returns what a category of failures means.
fn explain_category(category: &str) -> &'static str {
    match category {
        "UNPARSABLE" => "no move could be read in the answer",
        "EMPTY" => "the answer was empty",
        "TRUNCATED" => "the answer was cut off",
        _ => "the answer was refused",
    }
}
