//! What happens becomes the record.

use super::super::contestant::Contestant;
use super::super::game_spec::GameSpec;
use super::super::session::{BotFault, ExitReport, MoveReply};
use super::{MatchRules, PlayedGame, stderr_notes};
use crate::contract::{Fault, Outcome, Player, Setup};
use crate::games::DynGame;
use crate::record::{
    Attempt, Ending, EventInfo, GameResult, MovedBy, PlayerInfo, Record, SourceInfo, adjudicate,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// The record in the making. Its `ext` has what belongs to no ply:
///
/// | key | what |
/// |---|---|
/// | `arena.match` | the fingerprint of the match |
/// | `arena.game`, `arena.pair`, `arena.seed` | which game of it |
/// | `arena.opening` | plies that were given and not played by the bots |
/// | `arena.bot.first` | how the bot was run (also `.second`, as below) |
/// | `arena.fault.first` | at which ply it failed, and why |
/// | `arena.exit.first` | how its program ended |
/// | `arena.stderr.first` | what it said on standard error after its last act |
/// | `arena.cpu_ms` | processor time, a word a ply |
/// | `arena.cpu_ms.first` | all its processor time |
/// | `arena.ahead` | plies whose answer stood there before the question |
pub(super) struct RecordBuilder {
    record: Record,
    names: [String; 2],
    /// The ply in progress, from 1.
    ply: u32,
    opening_plies: u32,
    faults: BTreeMap<Player, Fault>,
    wall_time: [Duration; 2],
    cpu_ms: Vec<(u32, u128)>,
    early_answer_plies: Vec<String>,
}

const SEAT_KEYS: [&str; 2] = ["first", "second"];

fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

impl RecordBuilder {
    pub fn new(
        terms: &MatchRules,
        entrants: [&Contestant; 2],
        fixture: &GameSpec,
        setup: &Setup,
    ) -> Self {
        let person = |player: Player| PlayerInfo {
            name: entrants[player.index()].name.clone(),
            ..PlayerInfo::default()
        };
        let mut record = Record {
            game: terms.game.id().to_owned(),
            rules: terms.game.info().rules_version,
            setup: setup.clone(),
            event: EventInfo {
                name: terms.name.clone(),
                round: fixture.round.to_string(),
                date: terms.date.clone(),
                ..EventInfo::default()
            },
            source: SourceInfo {
                format: "arena".to_owned(),
                id: fixture.index.to_string(),
                ..SourceInfo::default()
            },
            players: (person(Player::First), person(Player::Second)),
            ..Record::default()
        };
        let mut say = |key: &str, text: String| record.ext.insert(format!("arena.{key}"), text);
        say("match", terms.fingerprint.clone());
        say("game", fixture.index.to_string());
        say("pair", fixture.pair.to_string());
        say("seed", fixture.seed.to_string());
        for player in Player::ALL {
            let seat = SEAT_KEYS[player.index()];
            say(
                &format!("bot.{seat}"),
                entrants[player.index()].command_line(),
            );
        }
        Self {
            record,
            names: entrants.map(|entrant| entrant.name.clone()),
            ply: 1,
            opening_plies: 0,
            faults: BTreeMap::new(),
            wall_time: [Duration::ZERO; 2],
            cpu_ms: Vec::new(),
            early_answer_plies: Vec::new(),
        }
    }

    fn set_ext(&mut self, key: &str, text: String) {
        self.record.ext.insert(format!("arena.{key}"), text);
    }

    /// The act was made; a lead-in is no ply.
    pub fn finish_ply(&mut self, is_ply: bool) {
        self.ply += u32::from(is_ply);
    }

    /// The ply in progress was given.
    pub fn count_opening_ply(&mut self) {
        self.opening_plies += 1;
    }

    /// What a player did in the ply in progress.
    pub fn add_reply(&mut self, player: Player, reply: &MoveReply) {
        self.record
            .times_ms
            .set_ms(self.ply, millis(reply.wall_time));
        self.wall_time[player.index()] += reply.wall_time;
        if let Some(cpu) = reply.cpu_time {
            self.cpu_ms.push((self.ply, cpu.as_millis()));
        }
        if reply.answered_early {
            self.early_answer_plies.push(self.ply.to_string());
        }
        self.add_stderr(player, &reply.stderr);
    }

    /// What a player said on its standard error belongs to the ply in progress.
    fn add_stderr(&mut self, player: Player, words: &str) {
        if words.is_empty() {
            return;
        }
        let note = self.record.note_mut(self.ply);
        if !note.stderr.is_empty() {
            note.stderr.push('\n');
        }
        note.stderr.push_str(words);
        stderr_notes::add_to_note(words, &self.names[player.index()], note);
    }

    /// The move of the ply in progress, as the player spelled it.
    pub fn add_move(&mut self, token: &str, raw: &str, message: String) {
        if raw != token {
            self.record.note_mut(self.ply).raw = Some(raw.to_owned());
        }
        if !message.is_empty() {
            self.record.note_mut(self.ply).message = message;
        }
    }

    /// The jury makes the ply in progress.
    pub fn mark_jury_move(&mut self) {
        self.record.note_mut(self.ply).by = Some(MovedBy::Jury);
    }

    /// A player failed in the ply in progress; `last` if nothing follows.
    pub fn add_fault(&mut self, player: Player, trouble: BotFault, last: bool) {
        let BotFault {
            fault,
            raw,
            rule,
            reason,
        } = trouble;
        self.faults.insert(player, fault);
        let seat = SEAT_KEYS[player.index()];
        let place = format!("ply {}: {}", self.ply, Ending::from(fault).as_str());
        self.set_ext(&format!("fault.{seat}"), format!("{place}: {reason}"));
        if raw.is_empty() {
            return;
        }
        if last && fault == Fault::Illegal {
            self.record.attempt = Some(Attempt {
                raw,
                player: Some(player),
                rule,
                reason,
                ..Attempt::default()
            });
        } else {
            self.record.note_mut(self.ply).raw = Some(raw);
        }
    }

    /// A player has left.
    pub fn add_exit(&mut self, player: Player, farewell: &ExitReport) {
        let seat = SEAT_KEYS[player.index()];
        self.set_ext(&format!("exit.{seat}"), farewell.exit.to_string());
        if let Some(cpu) = farewell.cpu_time {
            self.set_ext(&format!("cpu_ms.{seat}"), cpu.as_millis().to_string());
        }
        if !farewell.stderr.is_empty() {
            self.set_ext(&format!("stderr.{seat}"), farewell.stderr.clone());
        }
    }

    /// The game is over, and gives this.
    pub fn finish(mut self, book: &dyn DynGame, tokens: &[String], outcome: Outcome) -> PlayedGame {
        self.record.moves = tokens.join(" ");
        for player in Player::ALL {
            let all = u64::from(millis(self.wall_time[player.index()]));
            self.record.player_mut(player).time_ms = Some(all);
        }
        if self.opening_plies > 0 {
            self.set_ext("opening", self.opening_plies.to_string());
        }
        if !self.early_answer_plies.is_empty() {
            let ahead = self.early_answer_plies.join(" ");
            self.set_ext("ahead", ahead);
        }
        if !self.cpu_ms.is_empty() {
            let mut words = vec!["-".to_owned(); self.ply as usize];
            for (ply, ms) in &self.cpu_ms {
                words[*ply as usize - 1] = ms.to_string();
            }
            while words.last().is_some_and(|word| word == "-") {
                words.pop();
            }
            self.set_ext("cpu_ms", words.join(" "));
        }
        let fault = self.faults.values().next();
        let how = fault.map_or(Ending::Finished, |fault| (*fault).into());
        self.record.result = Some(GameResult::new(outcome, how, self.faults));
        let settled = adjudicate(&mut self.record, book);
        PlayedGame {
            findings: settled
                .findings
                .into_iter()
                .map(|(_, found)| found)
                .collect(),
            record: self.record,
        }
    }
}
