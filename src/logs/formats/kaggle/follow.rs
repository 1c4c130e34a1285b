//! Following the steps of an episode: its moves, what was said with them, and what is said twice.

use super::calls::ModelCalls;
use super::ending::EpisodeEnd;
use super::episode::{Episode, EpisodeGame, is_null, is_sound_status, keep, number_of, text_of};
use super::position::ReachedPosition;
use crate::formats::ParsedGame;
use crate::formats::game_builder::GameBuilder;
use crate::formats::json_doc::{JsonDoc, JsonFields, parse_whole_number};
use crate::formats::openspiel::{GameString, SerializedState};
use kifu_core::contract::{OpenSpielSpec, OpenSpielStart, Player, printable};
use kifu_core::findings::{Code, Finding};
use kifu_core::games::DynState;
use kifu_core::record::{Attempt, AttemptRule, PlyNumbers};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The entry of one player in a step.
#[derive(Default)]
pub(super) struct StepEntry<'t> {
    pub raw: Option<&'t RawValue>,
    pub action: JsonFields<'t>,
    /// The action as the text has it; `None` if it is missing.
    pub action_raw: Option<&'t RawValue>,
    pub info: JsonFields<'t>,
    pub observation: JsonFields<'t>,
    pub reward: Option<&'t RawValue>,
    pub status: Option<&'t RawValue>,
    /// The fields that have no place above.
    pub rest: JsonFields<'t>,
}

impl StepEntry<'_> {
    /// Reports whether the player acted in the step.
    fn has_acted(&self) -> bool {
        self.info.contains_key("actionSubmitted")
    }

    /// Returns the status word; empty if there is none.
    pub fn status_word(&self) -> String {
        self.status.and_then(text_of).unwrap_or_default()
    }
}

/// The reader of an episode's steps.
pub(super) struct EpisodeReader<'d, 't> {
    pub doc: &'d mut JsonDoc<'t>,
    pub draft: GameBuilder,
    pub episode: Episode<'t>,
    pub spec: &'static OpenSpielSpec,
    pub start: OpenSpielStart,
    /// The position reached; `None` after a move that is not legal.
    pub state: Option<Box<dyn DynState>>,
    /// The canonical tokens so far.
    pub tokens: Vec<String>,
    /// The lists of `info`, one value for each action or position.
    action_history: Option<Vec<&'t RawValue>>,
    state_history: Option<Vec<&'t RawValue>>,
    pub durations: Option<Vec<&'t RawValue>>,
    numbers: BTreeMap<&'static str, PlyNumbers>,
    models: [Vec<String>; 2],
    overage: [Option<f64>; 2],
    /// The number of steps that the episode has.
    pub step_count: usize,
    /// The values that were kept last, by their names.
    pub kept: BTreeMap<String, &'t str>,
    /// The outputs that are in the record, by step of the logs and place in it.
    pub read_logs: BTreeSet<(usize, usize)>,
    /// Whether a gap or a failed move ended the game.
    pub is_stopped: bool,
    /// Whether a gap or an illegal move ended the game, so that the rest of the episode proves nothing.
    pub has_gap: bool,
    /// The seconds of the moves so far.
    pub seconds: Vec<f64>,
    /// The failures that ended the game.
    pub ends: Vec<EpisodeEnd>,
}

impl<'d, 't> EpisodeReader<'d, 't> {
    pub fn new(
        doc: &'d mut JsonDoc<'t>,
        draft: GameBuilder,
        (game, spec, start): EpisodeGame,
        episode: Episode<'t>,
    ) -> Self {
        let mut list = |name: &str| {
            let raw = episode.info.get(name)?;
            let pointer = format!("{}/info/{name}", episode.pointer);
            doc.parse_bounded(raw, &pointer, "a list")
        };
        let [actions, states, durations] =
            ["actionHistory", "stateHistory", "moveDurations"].map(&mut list);
        let state = game.start(&draft.record.setup).ok();
        Self {
            doc,
            draft,
            spec,
            start,
            state,
            tokens: Vec::new(),
            action_history: actions,
            state_history: states,
            durations,
            numbers: BTreeMap::new(),
            models: Default::default(),
            overage: [None; 2],
            is_stopped: false,
            has_gap: false,
            step_count: 0,
            kept: BTreeMap::new(),
            read_logs: BTreeSet::new(),
            seconds: Vec::new(),
            ends: Vec::new(),
            episode,
        }
    }

    /// Reads the steps to the end.
    pub fn read(mut self, steps: &[&'t RawValue]) -> ParsedGame {
        // The last step of a text that breaks off is not whole.
        let whole = steps.len() - usize::from(self.doc.is_cut_off && !steps.is_empty());
        self.step_count = steps.len();
        let steps = &steps[..whole];
        self.play_initial_actions();
        let last = steps.len().saturating_sub(1);
        let mut last_entries = None;
        for (index, raw) in steps.iter().enumerate() {
            let Some(entries) = self.entries(index, raw) else {
                let reason = "a step without an entry for each of the two players";
                self.stop(reason, None, raw);
                continue;
            };
            self.read_step(index, &entries, index == last);
            last_entries = Some(entries);
        }
        if steps.is_empty() && !self.doc.is_cut_off {
            let message = "expected the steps of a game, found none";
            let raw = self.episode.raw;
            self.doc.add_finding(Code::NoGame, message, raw);
        }
        self.finish(last_entries.as_ref(), last)
    }

    /// Returns the JSON pointer of a value within the text's value.
    pub fn pointer(&self, path: &str) -> String {
        format!("{}{path}", self.episode.pointer)
    }

    /// Adds a finding about two statements that differ.
    pub fn contradict(&mut self, path: &str, (expected, found): (&str, &str), raw: &'t RawValue) {
        let message = format!(
            "`{}`: expected {expected}, found {}",
            self.pointer(path),
            printable(found, 60)
        );
        let location = self.doc.location(self.doc.span(raw));
        let finding = Finding::new(Code::Contradiction, message).at(location);
        let ply = self.draft.next_ply();
        self.doc.findings.push(finding.ply(ply));
    }

    fn entries(&mut self, index: usize, raw: &'t RawValue) -> Option<[StepEntry<'t>; 2]> {
        let path = format!("/steps/{index}");
        let pointer = self.pointer(&path);
        let list: Vec<&RawValue> = self.doc.parse_bounded(raw, &pointer, "a list of two")?;
        let [first, second] = list.as_slice() else {
            let message = format!(
                "`{pointer}`: expected the entries of two players, found {}",
                list.len()
            );
            self.doc.add_finding(Code::BadValue, message, raw);
            return None;
        };
        let mut entry = |at: usize, raw: &'t RawValue| {
            let pointer = format!("{pointer}/{at}");
            let fields: Option<JsonFields> = self.doc.parse_bounded(raw, &pointer, "an object");
            let mut fields = fields?;
            let mut object = |name: &str| {
                let raw = *fields.get(name)?;
                let pointer = format!("{pointer}/{name}");
                self.doc.parse_bounded(raw, &pointer, "an object")
            };
            let action: Option<JsonFields> = object("action");
            let [info, observation] = ["info", "observation"].map(&mut object);
            let mut observation: JsonFields = observation.unwrap_or_default();
            observation.retain(|_, raw| !is_null(raw));
            let mut own = |name: &str| fields.remove(name);
            let [action_raw, reward, status] = ["action", "reward", "status"].map(&mut own);
            fields.retain(|name, _| !matches!(name.as_str(), "info" | "observation"));
            Some(StepEntry {
                raw: Some(raw),
                action: action.unwrap_or_default(),
                action_raw,
                info: info.unwrap_or_default(),
                observation,
                reward,
                status: status.filter(|raw| !is_null(raw)),
                rest: fields,
            })
        };
        Some([entry(0, first)?, entry(1, second)?])
    }

    /// Plays the actions that were given, before the players were asked.
    fn play_initial_actions(&mut self) {
        let Some(raw) = self.episode.info.get("initialActions").copied() else {
            return;
        };
        let pointer = self.pointer("/info/initialActions");
        let list: Option<Vec<&RawValue>> = self.doc.parse_bounded(raw, &pointer, "a list");
        let list = list.unwrap_or_default();
        for (index, raw) in list.iter().enumerate() {
            let path = format!("/info/initialActions/{index}");
            if let Some(token) = self.token_of(raw) {
                self.check_history(raw);
                self.play(&token, raw);
            } else {
                let reason = "the number of no action of this board";
                self.contradict(&path, ("the number of an action", raw.get()), raw);
                self.stop(reason, Some(raw.get()), raw);
            }
        }
        if !list.is_empty() {
            let count = list.len().to_string();
            self.draft
                .record
                .ext
                .insert("kaggle.initialActions".to_owned(), count);
        }
    }

    /// Returns the token of an action's number.
    pub fn token_of(&self, raw: &RawValue) -> Option<String> {
        let number = parse_whole_number(raw.get()).and_then(|number| u32::try_from(number).ok())?;
        (self.spec.token)(&self.start, number)
    }

    /// Appends a move and plays it.
    fn play(&mut self, token: &str, raw: &'t RawValue) {
        self.draft.push_token_as(token, None, self.doc.span(raw));
        self.tokens.push(token.to_owned());
        if self
            .state
            .as_mut()
            .is_some_and(|state| state.play(token).is_err())
        {
            self.state = None;
            self.is_stopped = true;
            self.has_gap = true;
        }
    }

    /// Ends the game at a gap: what follows is kept and not judged.
    fn stop(&mut self, reason: &str, raw_text: Option<&str>, raw: &'t RawValue) {
        self.has_gap |= !self.is_stopped;
        self.is_stopped = true;
        let attempt = Attempt {
            raw: raw_text.unwrap_or_default().to_owned(),
            rule: AttemptRule::NotLogged,
            reason: reason.to_owned(),
            ..Attempt::default()
        };
        let span = self.doc.span(raw);
        self.draft.set_attempt(attempt, span.start..span.start + 1);
    }

    /// Reads a step, and keeps what has no place in the record.
    fn read_step(&mut self, index: usize, entries: &[StepEntry<'t>; 2], is_last: bool) {
        let player = if self.is_stopped {
            None
        } else {
            self.judge_step(index, entries, is_last)
        };
        if player.is_none() && self.is_stopped {
            self.keep_unjudged(entries);
        }
        self.keep_rest(index, entries, player);
    }

    /// Reads a step of the game, and returns the player whose act was read.
    fn judge_step(
        &mut self,
        index: usize,
        entries: &[StepEntry<'t>; 2],
        is_last: bool,
    ) -> Option<Player> {
        if let Some((reason, raw)) = self.misplaced_step(index, entries) {
            self.stop(reason, None, raw);
            return None;
        }
        self.check_rewards_before_end(index, entries, is_last);
        if index == 0 {
            return None;
        }
        let has_acted = |entry: &StepEntry<'_>| {
            let applied = entry.info.get("actionApplied");
            // The step that sets the game up has the keys without values.
            let is_set_up = index == 1 && applied.is_none_or(|raw| is_null(raw));
            entry.has_acted() && !is_set_up
        };
        let acting = [has_acted(&entries[0]), has_acted(&entries[1])];
        let player = match acting {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        };
        let raw = entries[0].raw.unwrap_or(self.episode.raw);
        match player {
            Some(player) => {
                let entry = &entries[player.index()];
                if !self.is_turn_of(player, index, entry) {
                    self.stop("it is the other player's turn", None, raw);
                    return None;
                }
                self.read_act(index, player, entry);
            }
            None if index == 1 => self.read_set_up_failures(entries),
            None => {
                let both = if acting[0] {
                    "both players have"
                } else {
                    "no player has"
                };
                let path = format!("/steps/{index}");
                let expected = "the action of one player";
                self.contradict(&path, (expected, &format!("that {both} acted")), raw);
                self.stop("it is not known who acted", None, raw);
                return None;
            }
        }
        if !self.is_stopped {
            self.check_position(index, entries);
            if !is_last {
                self.check_statuses(index, entries);
            }
        }
        player
    }

    /// Returns why a step is not the one that is due, and where it says so, if it is not.
    fn misplaced_step(
        &mut self,
        index: usize,
        entries: &[StepEntry<'t>; 2],
    ) -> Option<(&'static str, &'t RawValue)> {
        for (player, entry) in entries.iter().enumerate() {
            let Some(raw) = entry.observation.get("step").copied() else {
                continue;
            };
            if parse_whole_number(raw.get()) != i32::try_from(index).ok() {
                let message = format!(
                    "`{}`: expected step {index}, found {}",
                    self.pointer(&format!("/steps/{index}/{player}/observation/step")),
                    printable(raw.get(), 24)
                );
                let location = self.doc.location(self.doc.span(raw));
                let finding = Finding::new(Code::NumbersDisagree, message).at(location);
                let ply = self.draft.next_ply();
                self.doc.findings.push(finding.ply(ply));
                let reason = "steps before this one are missing, twice or in another order";
                return Some((reason, raw));
            }
        }
        None
    }

    /// Reports whether a player is to act, and says so if not.
    fn is_turn_of(&mut self, player: Player, index: usize, entry: &StepEntry<'t>) -> bool {
        let mover = self.state.as_ref().and_then(|state| state.mover());
        let Some(mover) = mover.filter(|mover| *mover != player) else {
            return true;
        };
        let ply = self.draft.next_ply();
        let sides = self.draft.game().sides();
        let message = format!(
            "ply {ply}: expected an action of {} (player {}), found one of {} in \
             `{}`",
            sides[mover.index()],
            mover.index(),
            sides[player.index()],
            self.pointer(&format!("/steps/{index}/{}", player.index()))
        );
        let raw = entry.raw.unwrap_or(self.episode.raw);
        let location = self.doc.location(self.doc.span(raw));
        let finding = Finding::new(Code::WrongTurn, message).at(location);
        self.doc.findings.push(finding.ply(ply));
        false
    }
}

impl<'t> EpisodeReader<'_, 't> {
    fn read_act(&mut self, index: usize, player: Player, entry: &StepEntry<'t>) {
        let path = format!("/steps/{index}/{}", player.index());
        let ply = self.draft.next_ply();
        self.read_words(ply, player, entry, index);
        let applied = entry.info.get("actionApplied").copied();
        match applied.filter(|raw| !is_null(raw)) {
            Some(raw) => {
                if let Some(token) = self.token_of(raw) {
                    self.check_action(&path, &token, raw, entry);
                    self.check_history(raw);
                    self.play(&token, raw);
                } else {
                    let path = format!("{path}/info/actionApplied");
                    self.contradict(&path, ("the number of an action", raw.get()), raw);
                    let reason = "the number of no action of this board";
                    self.stop(reason, Some(raw.get()), raw);
                }
            }
            None => self.read_failure(index, player, entry),
        }
    }

    /// Reads what the player wrote, and what the move took.
    fn read_words(&mut self, ply: u32, player: Player, entry: &StepEntry<'t>, index: usize) {
        let path = format!("/steps/{index}/{}", player.index());
        let mut thoughts = String::new();
        if let Some(raw) = entry.action.get("thoughts").copied() {
            thoughts = self
                .doc
                .text(raw, &self.pointer(&format!("{path}/action/thoughts")));
        }
        let returns = entry.action.get("generate_returns");
        let mut is_said_twice = false;
        let calls = entry.action.get("call_details").copied();
        if let Some(raw) = calls.filter(|raw| !is_null(raw)) {
            let calls: Result<Vec<Map<String, Value>>, _> = serde_json::from_str(raw.get());
            if let Ok(calls) = calls {
                let calls = ModelCalls::of(calls, &thoughts);
                is_said_twice = returns.is_some_and(|raw| calls.agree_with(raw.get()));
                self.add_calls(ply, player, calls);
            } else {
                let message = format!(
                    "`{}`: expected a list of objects, one a call, found another value",
                    self.pointer(&format!("{path}/action/call_details"))
                );
                self.doc.add_finding(Code::BadValue, message, raw);
            }
        }
        for (name, raw) in &entry.action {
            let is_ok = name == "status" && is_sound_status(raw);
            let is_read = matches!(
                name.as_str(),
                "submission" | "actionString" | "thoughts" | "call_details"
            );
            let is_copy = name == "generate_returns" && is_said_twice;
            if !is_read && !is_ok && !is_copy {
                let key = format!("kaggle.action.{name}.{ply}");
                keep(self.doc, &mut self.draft.record, &key, raw);
            }
        }
        if !thoughts.is_empty() {
            self.draft.record.note_mut(ply).message = thoughts;
        }
        self.read_logs(ply, player, index, entry);
        self.read_time(ply, entry, &path);
        if let Some(raw) = entry.observation.get("remainingOverageTime") {
            let left = number_of(raw);
            let before = std::mem::replace(&mut self.overage[player.index()], left);
            if let (Some(before), Some(left)) = (before, left)
                && before.total_cmp(&left).is_ne()
            {
                self.set_number("overage_seconds_left", ply, left);
            }
        }
    }

    fn set_number(&mut self, name: &'static str, ply: u32, number: f64) {
        self.numbers.entry(name).or_default().set(ply, number);
    }

    fn add_calls(&mut self, ply: u32, player: Player, calls: ModelCalls) {
        for (name, number) in &calls.numbers {
            self.set_number(name, ply, *number);
        }
        let known = &mut self.models[player.index()];
        for model in calls.models {
            if !known.contains(&model) {
                known.push(model);
            }
        }
        if !calls.rest.is_empty() {
            let key = format!("kaggle.calls.{ply}");
            self.draft.record.ext.insert(key, calls.rest);
        }
    }

    /// Compares the statements of a step about its action.
    fn check_action(
        &mut self,
        path: &str,
        token: &str,
        applied: &'t RawValue,
        entry: &StepEntry<'t>,
    ) {
        let number = parse_whole_number(applied.get());
        let what = format!("{} ({token}), the action that was applied", applied.get());
        let numbers = [
            ("info/actionSubmitted", entry.info.get("actionSubmitted")),
            ("action/submission", entry.action.get("submission")),
        ];
        for (name, raw) in numbers {
            if let Some(raw) = raw.copied()
                && parse_whole_number(raw.get()) != number
            {
                self.contradict(&format!("{path}/{name}"), (&what, raw.get()), raw);
            }
        }
        let texts = [
            (
                "info/actionSubmittedToString",
                entry.info.get("actionSubmittedToString"),
            ),
            ("action/actionString", entry.action.get("actionString")),
        ];
        for (name, raw) in texts {
            if let Some(raw) = raw.copied().filter(|raw| !is_null(raw))
                && text_of(raw).as_deref() != Some(token)
            {
                self.contradict(&format!("{path}/{name}"), (&what, raw.get()), raw);
            }
        }
    }

    /// Compares the next action with the one in the episode's list.
    fn check_history(&mut self, applied: &'t RawValue) {
        let index = self.tokens.len();
        let listed = self.action_history.as_ref();
        let Some(listed) = listed.and_then(|list| list.get(index)).copied() else {
            return;
        };
        if parse_whole_number(listed.get()) != parse_whole_number(applied.get()) {
            let path = format!("/info/actionHistory/{index}");
            let expected = format!("{}, the action that was applied", applied.get());
            self.contradict(&path, (&expected, listed.get()), listed);
        }
    }

    /// Compares the statements of a step about the position with the one reached; ends the game if all
    /// positions that are drawn are other ones.
    fn check_position(&mut self, index: usize, entries: &[StepEntry<'t>; 2]) {
        let Some(state) = &self.state else {
            return;
        };
        let reached = ReachedPosition::new(&**state, self.spec, &self.start, &self.tokens);
        let listed = self.state_history.as_ref();
        let listed = listed.and_then(|list| list.get(self.tokens.len())).copied();
        let path = |player: usize| format!("/steps/{index}/{player}/observation/observationString");
        let observed = |player: usize| {
            let raw = entries[player].observation.get("observationString");
            Some((path(player), *raw?))
        };
        let in_list = listed.map(|raw| (format!("/info/stateHistory/{}", self.tokens.len()), raw));
        let drawn: Vec<(String, &'t RawValue)> = in_list
            .into_iter()
            .chain(observed(0))
            .chain(observed(1))
            .collect();
        let (mut agreeing, mut others) = (Vec::<&str>::new(), Vec::new());
        for (path, raw) in &drawn {
            // The same text need not be read again.
            if agreeing.contains(&raw.get()) {
                continue;
            }
            let text = text_of(raw).unwrap_or_default();
            // On demand the environment gives the actions so far instead of a position.
            if text == reached.history.join(", ") {
                agreeing.push(raw.get());
                continue;
            }
            let value: Value = serde_json::from_str(&text).unwrap_or_default();
            let (differences, is_other) = reached.compare(&value);
            if value.is_null() {
                let expected = "a position as JSON, or the actions so far";
                self.contradict(path, (expected, raw.get()), raw);
            }
            for difference in &differences {
                let path = format!("{path}{}", difference.pointer);
                self.contradict(&path, (&difference.expected, &difference.found), raw);
            }
            if is_other {
                others.push(*raw);
            } else if differences.is_empty() {
                agreeing.push(raw.get());
            }
        }
        for (player, entry) in entries.iter().enumerate() {
            self.check_observation(index, player, entry, &reached);
        }
        if !others.is_empty() && others.len() == drawn.len() {
            self.stop_at_other_board(others[0]);
        }
    }

    fn stop_at_other_board(&mut self, raw: &'t RawValue) {
        let ply = self.draft.next_ply();
        let message = format!(
            "expected the position after ply {}, found that all positions drawn are other ones",
            ply.saturating_sub(1)
        );
        let location = self.doc.location(self.doc.span(raw));
        let finding = Finding::new(Code::BoardDiffers, message).at(location);
        self.doc.findings.push(finding.ply(ply));
        self.stop("the log draws another position", None, raw);
    }

    /// Compares the other fields of an observation with the position reached.
    fn check_observation(
        &mut self,
        index: usize,
        player: usize,
        entry: &StepEntry<'t>,
        reached: &ReachedPosition,
    ) {
        let path = |name: &str| format!("/steps/{index}/{player}/observation/{name}");
        let field = |name: &str| entry.observation.get(name).copied();
        let is_to_act = reached.player_to_act == i64::from(player == 1);
        let facts = [
            ("currentPlayer", reached.player_to_act.to_string()),
            ("playerId", player.to_string()),
            ("isTerminal", reached.is_over.to_string()),
        ];
        for (name, expected) in facts {
            if let Some(raw) = field(name)
                && raw.get() != expected
            {
                self.contradict(&path(name), (&expected, raw.get()), raw);
            }
        }
        let legal = if is_to_act { &reached.legal[..] } else { &[] };
        if let Some(raw) = field("legalActions") {
            let found: Option<Vec<u32>> = serde_json::from_str(raw.get()).ok();
            let expected: Vec<u32> = legal.iter().map(|(number, _)| *number).collect();
            if found.as_ref() != Some(&expected) {
                self.contradict_list(&path("legalActions"), &expected, found, raw);
            }
        }
        if let Some(raw) = field("legalActionStrings") {
            let found: Option<Vec<String>> = serde_json::from_str(raw.get()).ok();
            let expected: Vec<String> = legal.iter().map(|(_, token)| token.clone()).collect();
            if found.as_ref() != Some(&expected) {
                self.contradict_list(&path("legalActionStrings"), &expected, found, raw);
            }
        }
        if let Some(raw) = field("serializedGameAndState") {
            self.check_serialized(&path("serializedGameAndState"), raw, reached);
        }
    }

    /// Reports the first difference of a list of legal actions.
    fn contradict_list<T: PartialEq + std::fmt::Display>(
        &mut self,
        path: &str,
        expected: &[T],
        found: Option<Vec<T>>,
        raw: &'t RawValue,
    ) {
        let Some(found) = found else {
            return self.contradict(path, ("a list of actions", raw.get()), raw);
        };
        let shown = |item: Option<&T>| {
            item.map_or("the end of the list".to_owned(), |item| {
                format!("the action {item}")
            })
        };
        let same = expected
            .iter()
            .zip(&found)
            .take_while(|(one, other)| one == other);
        let at = same.count();
        let path = format!("{path}/{at}");
        let (expected, found) = (shown(expected.get(at)), shown(found.get(at)));
        self.contradict(&path, (&expected, &found), raw);
    }

    /// Compares the game and the actions of a serialized state with those of the episode.
    fn check_serialized(&mut self, path: &str, raw: &'t RawValue, reached: &ReachedPosition) {
        let Some(text) = text_of(raw) else {
            return self.contradict(path, ("a text", raw.get()), raw);
        };
        let from = text.find("[Meta]").unwrap_or(text.len());
        let Ok(state) = SerializedState::parse(&text, from..text.len()) else {
            return self.contradict(path, ("a serialized game and state", &text), raw);
        };
        let game = &text[state.game.clone()];
        let parsed = GameString::parse(game);
        let is_same_game = parsed.is_some_and(|parsed| {
            let setup = (self.spec.setup)(&parsed.parameters, None);
            parsed.base_name() == self.spec.name
                && setup.is_ok_and(|setup| setup == self.draft.record.setup)
        });
        if !is_same_game {
            let expected = self.start.game_string(self.spec.name);
            self.contradict(path, (&format!("a state of {expected}"), game), raw);
        }
        let actions = state
            .actions
            .iter()
            .map(|action| &text[action.number.clone()]);
        if !actions
            .clone()
            .eq(reached.history.iter().map(String::as_str))
        {
            let found: Vec<&str> = actions.collect();
            let expected = format!("the actions {}", shorten_list(&reached.history));
            self.contradict(path, (&expected, &found.join(",")), raw);
        } else if let Some(stated) = &state.move_number
            && text[stated.clone()] != reached.history.len().to_string()
        {
            let expected = format!("move_number={}", reached.history.len());
            self.contradict(path, (&expected, &text[stated.clone()]), raw);
        }
    }

    /// Moves what was collected into the record.
    pub fn store_numbers(&mut self) {
        let record = &mut self.draft.record;
        for (name, numbers) in &self.numbers {
            record.set_ply_numbers(name, numbers);
        }
        let [first, second] = std::mem::take(&mut self.models);
        record.players.0.version = first.join(", ");
        record.players.1.version = second.join(", ");
    }

    /// Reports lists that are longer or shorter than the game.
    pub fn check_lengths(&mut self) {
        let count = self.tokens.len();
        let lists = [
            (
                "actionHistory",
                &self.action_history,
                count,
                "one an action",
            ),
            (
                "stateHistory",
                &self.state_history,
                count + 1,
                "one a position",
            ),
        ];
        let mut wrong = Vec::new();
        for (name, list, expected, each) in lists {
            let (Some(list), Some(raw)) = (list, self.episode.info.get(name).copied()) else {
                continue;
            };
            if list.len() != expected {
                let message = format!(
                    "`{}`: expected {expected} values, {each} of the steps, found {}",
                    self.pointer(&format!("/info/{name}")),
                    list.len()
                );
                wrong.push((message, raw));
            }
        }
        for (message, raw) in wrong {
            let location = self.doc.location(self.doc.span(raw));
            let finding = Finding::new(Code::NumbersDisagree, message).at(location);
            self.doc.findings.push(finding);
        }
    }
}

/// Returns the words of a list, the last ones if there are many.
fn shorten_list(words: &[String]) -> String {
    let from = words.len().saturating_sub(8);
    let dots = if from > 0 { "..., " } else { "" };
    format!("{dots}{}", words[from..].join(","))
}
