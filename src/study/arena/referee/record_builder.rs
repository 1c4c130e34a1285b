//! The record of a game in progress, built from what the players do.

use super::super::contestant::Contestant;
use super::super::game_spec::GameSpec;
use super::super::session::{BotFault, ExitReport, MoveReply};
use super::{MatchRules, PlayedGame};
use kifu_core::contract::{Fault, Outcome, Player, Setup};
use kifu_core::findings::{Code, Finding};
use kifu_core::games::DynGame;
use kifu_core::record::{
    Attempt, Ending, EventInfo, GIVEN_PLIES_KEY, GameResult, MovedBy, PlayerInfo, Record,
    SourceInfo, adjudicate,
};
use kifu_logs::bot_output::{BotPatterns, BotWords, annotate};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Builds the record of a game. Its `ext` holds what belongs to no ply:
///
/// | key | value |
/// |---|---|
/// | `arena.match` | the fingerprint of the match |
/// | `arena.game`, `arena.pair`, `arena.seed` | the number, pair and seed of the game in the match |
/// | `arena.opening` | the number of plies that were given and not played by the bots |
/// | `arena.bot.first` | how the bot was run (also `.second`, as below) |
/// | `arena.fault.first` | at which ply the bot failed, and why |
/// | `arena.exit.first` | how its program ended |
/// | `arena.stderr.first` | its standard error after its last move; after a failure that ended the game, what it wrote then is in the note of that ply |
/// | `arena.cpu_ms` | processor time in milliseconds, one word per ply, `-` if unknown |
/// | `arena.cpu_ms.first` | the total processor time of its program in milliseconds |
/// | `arena.ahead` | plies whose answer was written before the bot was asked |
/// | `arena.paused_ms` | plies during which kifu was stopped, each with the milliseconds that did not count: `5:2998 9:120` |
pub(super) struct RecordBuilder {
    record: Record,
    names: [String; 2],
    /// The ply in progress, from 1.
    ply: u32,
    opening_plies: u32,
    faults: BTreeMap<Player, Fault>,
    /// The player whose failure ended the game.
    last_failed: Option<Player>,
    wall_time: [Duration; 2],
    cpu_ms: Vec<(u32, u128)>,
    /// The plies during which kifu was stopped, with the time that did not count.
    pauses: Vec<(u32, Duration)>,
    early_answer_plies: Vec<String>,
}

const SEAT_KEYS: [&str; 2] = ["first", "second"];

/// Returns what the referee says of a player in a record of a match: `fault`, at which ply the bot
/// failed and why, or another of the keys that end with a seat.
pub fn referee_fact<'a>(record: &'a Record, name: &str, player: Player) -> Option<&'a str> {
    let key = format!("arena.{name}.{}", SEAT_KEYS[player.index()]);
    record.ext.get(&key).map(String::as_str)
}

fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

impl RecordBuilder {
    pub fn new(
        rules: &MatchRules,
        contestants: [&Contestant; 2],
        game_spec: &GameSpec,
        setup: &Setup,
    ) -> Self {
        let player_info = |player: Player| PlayerInfo {
            name: contestants[player.index()].name.clone(),
            ..PlayerInfo::default()
        };
        let mut record = Record {
            game: rules.game.id().to_owned(),
            rules: rules.game.info().rules_version,
            setup: setup.clone(),
            event: EventInfo {
                name: rules.name.clone(),
                round: game_spec.round.to_string(),
                date: rules.date.clone(),
                ..EventInfo::default()
            },
            source: SourceInfo {
                format: "arena".to_owned(),
                id: game_spec.index.to_string(),
                ..SourceInfo::default()
            },
            players: (player_info(Player::First), player_info(Player::Second)),
            ..Record::default()
        };
        let mut set_ext = |key: &str, text: String| record.ext.insert(format!("arena.{key}"), text);
        set_ext("match", rules.fingerprint.clone());
        set_ext("game", game_spec.index.to_string());
        set_ext("pair", game_spec.pair.to_string());
        set_ext("seed", game_spec.seed.to_string());
        for player in Player::ALL {
            let key = SEAT_KEYS[player.index()];
            set_ext(
                &format!("bot.{key}"),
                contestants[player.index()].command_line(),
            );
        }
        Self {
            record,
            names: contestants.map(|contestant| contestant.name.clone()),
            ply: 1,
            opening_plies: 0,
            faults: BTreeMap::new(),
            last_failed: None,
            wall_time: [Duration::ZERO; 2],
            cpu_ms: Vec::new(),
            pauses: Vec::new(),
            early_answer_plies: Vec::new(),
        }
    }

    fn set_ext(&mut self, key: &str, text: String) {
        self.record.ext.insert(format!("arena.{key}"), text);
    }

    /// Ends the ply in progress; a token of the lead-in is not a ply.
    pub fn finish_ply(&mut self, is_ply: bool) {
        self.ply += u32::from(is_ply);
    }

    /// Returns the ply in progress, from 1.
    pub const fn current_ply(&self) -> u32 {
        self.ply
    }

    /// Copies time and note of a ply that was played in this game before.
    pub fn keep_ply(&mut self, earlier: &Record, ply: u32, player: Player) {
        if let Some(ms) = earlier.times_ms.get_ms(ply) {
            self.record.times_ms.set_ms(ply, ms);
            self.wall_time[player.index()] += Duration::from_millis(ms.into());
        }
        if let Some(note) = earlier.notes.get(&ply) {
            *self.record.note_mut(ply) = note.clone();
        }
    }

    /// Copies the number of given plies from an earlier record of this game.
    pub fn keep_opening_count(&mut self, earlier: &Record) {
        self.opening_plies = earlier.given_plies().min(self.ply - 1);
    }

    /// Returns the record of the game so far, which has no result yet.
    pub fn snapshot(&self, game: &dyn DynGame, tokens: &[String]) -> Record {
        let mut record = self.record.clone();
        record.moves = tokens.join(" ");
        for player in Player::ALL {
            let total_ms = u64::from(millis(self.wall_time[player.index()]));
            record.player_mut(player).time_ms = Some(total_ms);
        }
        if self.opening_plies > 0 {
            let opening = self.opening_plies.to_string();
            record.ext.insert(GIVEN_PLIES_KEY.to_owned(), opening);
        }
        adjudicate(&mut record, game);
        record
    }

    /// Counts the ply in progress as part of the opening.
    pub fn count_opening_ply(&mut self) {
        self.opening_plies += 1;
    }

    /// Adds time, early answer and standard error of a player's reply to the ply in progress.
    pub fn add_reply(&mut self, player: Player, reply: &MoveReply) {
        self.record
            .times_ms
            .set_ms(self.ply, millis(reply.wall_time));
        self.wall_time[player.index()] += reply.wall_time;
        if let Some(cpu) = reply.cpu_time {
            self.cpu_ms.push((self.ply, cpu.as_millis()));
        }
        if reply.paused.as_millis() > 0 {
            self.pauses.push((self.ply, reply.paused));
        }
        if reply.answered_early {
            self.early_answer_plies.push(self.ply.to_string());
        }
        self.add_stderr(player, &reply.stderr);
    }

    /// Adds a player's standard error to the ply in progress.
    fn add_stderr(&mut self, player: Player, text: &str) {
        if text.is_empty() {
            return;
        }
        let note = self.record.note_mut(self.ply);
        if !note.stderr.is_empty() {
            note.stderr.push('\n');
        }
        note.stderr.push_str(text);
        let mut report = BotPatterns::builtin().read_for(BotWords::of_note(note), player);
        // Whether its moves are legal is known when the game is complete.
        report.best.clear();
        report.line.clear();
        report.add_to(note, &self.names[player.index()]);
    }

    /// Adds the player's spelling of the move of the ply in progress, if it is not the usual one,
    /// and the message.
    pub fn add_move(&mut self, spelling: Option<String>, message: String) {
        if spelling.is_some() {
            self.record.note_mut(self.ply).raw = spelling;
        }
        if !message.is_empty() {
            self.record.note_mut(self.ply).message = message;
        }
    }

    /// Marks the ply in progress as made by the jury.
    pub fn mark_jury_move(&mut self) {
        self.record.note_mut(self.ply).by = Some(MovedBy::Jury);
    }

    /// Adds a player's fault in the ply in progress; `is_last` if no ply follows.
    pub fn add_fault(&mut self, player: Player, fault: BotFault, is_last: bool) {
        let BotFault {
            fault,
            raw,
            rule,
            reason,
        } = fault;
        self.faults.insert(player, fault);
        self.last_failed = is_last.then_some(player);
        let seat = SEAT_KEYS[player.index()];
        let at_ply = format!("ply {}: {}", self.ply, Ending::from(fault).as_str());
        self.set_ext(&format!("fault.{seat}"), format!("{at_ply}: {reason}"));
        if raw.is_empty() {
            return;
        }
        if is_last && fault == Fault::Illegal {
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

    /// Adds the end of a player's program.
    pub fn add_exit(&mut self, player: Player, exit_report: &ExitReport) {
        let seat = SEAT_KEYS[player.index()];
        self.set_ext(&format!("exit.{seat}"), exit_report.exit.to_string());
        if let Some(cpu) = exit_report.cpu_time {
            self.set_ext(&format!("cpu_ms.{seat}"), cpu.as_millis().to_string());
        }
        if self.last_failed == Some(player) {
            // Its last words after the failure, such as those of a program that is ended.
            self.add_stderr(player, &exit_report.stderr);
        } else if !exit_report.stderr.is_empty() {
            self.set_ext(&format!("stderr.{seat}"), exit_report.stderr.clone());
        }
    }

    /// Completes the record with moves, times and result, and compares it with the chance outcomes
    /// that were dealt in its tokens.
    pub fn finish(
        mut self,
        game: &dyn DynGame,
        tokens: &[String],
        dealt: &[Option<String>],
        outcome: Outcome,
    ) -> PlayedGame {
        self.record.moves = tokens.join(" ");
        for player in Player::ALL {
            let total_ms = u64::from(millis(self.wall_time[player.index()]));
            self.record.player_mut(player).time_ms = Some(total_ms);
        }
        if self.opening_plies > 0 {
            self.set_ext("opening", self.opening_plies.to_string());
        }
        if !self.early_answer_plies.is_empty() {
            let plies = self.early_answer_plies.join(" ");
            self.set_ext("ahead", plies);
        }
        if !self.cpu_ms.is_empty() {
            let mut cpu_times = vec!["-".to_owned(); self.ply as usize];
            for (ply, ms) in &self.cpu_ms {
                cpu_times[*ply as usize - 1] = ms.to_string();
            }
            while cpu_times.last().is_some_and(|cpu_time| cpu_time == "-") {
                cpu_times.pop();
            }
            self.set_ext("cpu_ms", cpu_times.join(" "));
        }
        let paused: Duration = self.pauses.iter().map(|(_, paused)| *paused).sum();
        if !self.pauses.is_empty() {
            let pause = |(ply, paused): &(u32, Duration)| format!("{ply}:{}", paused.as_millis());
            let pauses: Vec<String> = self.pauses.iter().map(pause).collect();
            self.set_ext("paused_ms", pauses.join(" "));
        }
        let fault = self.faults.values().next();
        let ending = fault.map_or(Ending::Finished, |fault| (*fault).into());
        self.record.result = Some(GameResult::new(outcome, ending, self.faults));
        annotate(&mut self.record, BotPatterns::builtin());
        let adjudication = adjudicate(&mut self.record, game);
        let by_rules = adjudication.findings.into_iter();
        let by_rules = by_rules.map(|(_, finding)| finding);
        PlayedGame {
            findings: by_rules
                .chain(chance_findings(&self.record, game, dealt))
                .collect(),
            record: self.record,
            paused,
        }
    }
}

/// Yields a finding for each token of a record whose chance outcome is not the one that was dealt.
fn chance_findings<'a>(
    record: &'a Record,
    game: &'a dyn DynGame,
    dealt: &'a [Option<String>],
) -> impl Iterator<Item = Finding> + 'a {
    let tokens = record.tokens().zip(dealt).enumerate();
    tokens.filter_map(|(index, (token, dealt))| {
        let recorded = game.chance_of(token);
        if recorded == *dealt {
            return None;
        }
        let name = |chance: Option<&str>| chance.unwrap_or("none").to_owned();
        let ply = (index + 1).saturating_sub(game.info().lead_in);
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        let message = format!(
            "ply {ply}: expected the chance outcome that was dealt, {}, found {}",
            name(dealt.as_deref()),
            name(recorded.as_deref())
        );
        Some(Finding::new(Code::BadValue, message).ply(ply))
    })
}

/// Returns today's date in UTC, by the civil calendar (Howard Hinnant, *chrono-compatible low-level
/// date algorithms*).
pub fn today() -> String {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let days = i64::try_from(since.as_secs() / 86_400).unwrap_or(0) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
