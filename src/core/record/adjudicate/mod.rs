//! The adjudication of a record by the rules of its game.

mod compare;
mod failure;

use super::result::{FaultsByPlayer, failed_players};
use super::{Ending, GameResult, MovedBy, Note, Record};
use crate::contract::{Fault, Outcome, Player, Replay, Respelled, Turn};
use crate::findings::{Code, Finding, FindingCounts};
use crate::games::{DynGame, DynState};
use failure::move_error_details;

/// The maximum number of unknown parameters that are reported.
const MAX_UNKNOWN_KEYS: usize = 8;

/// The part of a record that a finding is about, from which a reader derives its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordPart {
    /// The token with this index, from 0.
    Token(usize),
    /// The failed move, where it is not a token of the main line.
    Attempt,
    /// The result that the log reports.
    ReportedResult,
    /// The result by the rules that the record stores.
    StoredResult,
    /// A parameter of the setup, by its key.
    Setup(String),
    /// The times of the plies.
    Times,
    /// The note on a ply, with the index of its token.
    Note(u32, usize),
    /// The name of the game.
    Game,
    /// The version of the format.
    Version,
    /// The version of the rules.
    Rules,
    /// The date of the event.
    Date,
    /// The record as a whole.
    Whole,
}

/// The outcome of adjudicating a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// The number of legal plies, the lead-in not counted.
    pub ply_count: u32,
    /// The way in which the game ended.
    pub ending: Ending,
    /// The findings, each with the part of the record it is about; the reader of the log adds their
    /// locations.
    ///
    /// The first [`MAX_FINDINGS`](crate::findings::MAX_FINDINGS) of each severity are kept.
    pub findings: Vec<(RecordPart, Finding)>,
    /// The numbers of all findings.
    pub counts: FindingCounts,
}

/// Judges a record by the rules of its game and brings it into canonical form.
///
/// `moves` becomes the legal prefix in canonical spelling (other spellings are kept as `raw`, unless
/// the contest's logs always spell the token so), a failed move becomes `attempt`, automatic plies
/// are marked, and `result` becomes the result by the rules. A record of another version of the rules
/// is not judged.
///
/// A record of a game that ended by a fault is valid if the log says so (`reported` or a stored
/// `result` with the fault); otherwise the failure is an error.
///
/// ```
/// use kifu_core::games::{CATALOGUE, by_id};
/// use kifu_core::record::{Record, adjudicate};
///
/// let game = by_id(CATALOGUE, "clobber").expect("a game of the catalogue");
/// let mut record = Record {
///     game: "clobber".to_owned(),
///     moves: "not-a-move".to_owned(),
///     ..Record::default()
/// };
/// let adjudication = adjudicate(&mut record, game);
/// assert_eq!(adjudication.ply_count, 0);
/// assert!(record.attempt.is_some());
/// ```
pub fn adjudicate(record: &mut Record, game: &dyn DynGame) -> Adjudication {
    let mut adjudicator = Adjudicator {
        declared_faults: declared_faults(record),
        record,
        game,
        findings: Vec::new(),
        counts: FindingCounts::default(),
        movers: Vec::new(),
    };
    let unknown = adjudicator.record.setup.unknown(game.info().setup_keys);
    let unknown: Vec<String> = unknown.take(MAX_UNKNOWN_KEYS).map(str::to_owned).collect();
    for key in unknown {
        let known: Vec<&str> = game.info().setup_keys.iter().map(|(key, _)| *key).collect();
        let message = format!(
            "expected a parameter of {} ({}), found `{}`",
            game.name(),
            known.join(", "),
            shorten(&key)
        );
        let finding = Finding::new(Code::UnknownSetup, message);
        adjudicator.report(RecordPart::Setup(key), finding);
    }
    let (known, found) = (game.info().rules_version, adjudicator.record.rules);
    if known != found {
        let message = format!(
            "expected version {known} of the rules of {}, found {found}; not judged",
            game.name()
        );
        let finding = Finding::new(Code::NewerVersion, message);
        adjudicator.report(RecordPart::Rules, finding);
        return adjudicator.finish(0, Ending::Unterminated);
    }
    let failed = failed_players(&adjudicator.declared_faults);
    let replay = match game.replay(&adjudicator.record.setup, &adjudicator.record.moves, failed) {
        Ok(replay) => replay,
        Err(error) => {
            adjudicator.report(
                RecordPart::Setup(error.key.clone()),
                Finding::new(Code::BadSetup, error.to_string()),
            );
            return adjudicator.finish(0, Ending::Unterminated);
        }
    };
    adjudicator.judge_replay(replay)
}

/// Returns the faults that the record or its log declares.
fn declared_faults(record: &Record) -> FaultsByPlayer {
    let mut faults = FaultsByPlayer::new();
    if let Some(result) = &record.result {
        faults.extend(&result.faults);
    }
    if let Some(reported) = &record.reported {
        faults.extend(&reported.faults);
    }
    faults
}

/// The state of an adjudication.
struct Adjudicator<'a> {
    record: &'a mut Record,
    game: &'a dyn DynGame,
    declared_faults: FaultsByPlayer,
    findings: Vec<(RecordPart, Finding)>,
    counts: FindingCounts,
    /// The player of each token, `None` for a chance event; filled only if findings name players.
    movers: Vec<Option<Player>>,
}

impl Adjudicator<'_> {
    /// Judges the record by the replay of its main line.
    fn judge_replay(mut self, mut replay: Replay) -> Adjudication {
        let plies = u32::try_from(replay.plies).unwrap_or(u32::MAX);
        for ply in std::mem::take(&mut replay.automatic) {
            self.record.note_mut(ply).by = Some(MovedBy::Automatic);
        }
        let respelled = std::mem::take(&mut replay.respelled);
        let has_warning = respelled.iter().any(|token| token.warning.is_some());
        if has_warning || !replay.remarks.is_empty() {
            self.movers = self.movers();
        }
        for (index, remark) in std::mem::take(&mut replay.remarks) {
            let token = self.record.tokens().nth(index).unwrap_or_default();
            let message = format!("{}: `{token}`: {remark}", self.ply_label(index));
            let finding = Finding::new(Code::OddMove, message).ply(self.ply(index));
            self.report(RecordPart::Token(index), finding);
        }
        let mut faults = self.declared_faults.clone();
        if let Some(failure) = replay.failure.take() {
            if let Some(player) = failure.player {
                set_illegal_fault(&mut faults, player);
            }
            self.record_failure(failure, &replay);
        } else if self.record.attempt.is_some() {
            let player = self.judge_attempt(&replay);
            if let Some(player) = player {
                let is_undeclared = !faults.contains_key(&player);
                let attempt = self.record.attempt.as_ref();
                if is_undeclared || attempt.is_some_and(|attempt| !attempt.rule.is_unspecified()) {
                    set_illegal_fault(&mut faults, player);
                }
                if is_undeclared {
                    replay.outcome = self.outcome(&faults).unwrap_or(replay.outcome);
                }
            }
        } else {
            self.report_unseen_fault(&replay);
        }
        self.respell(&respelled, replay.end);
        self.drop_usual_spellings();
        let ending = ending(&faults, replay.is_over);
        if self.record.unscored_reason().is_some() {
            replay.outcome = Outcome::default();
        }
        let result = GameResult::new(replay.outcome, ending, faults);
        self.compare_results(&result, &replay);
        self.check_times_and_notes(plies);
        self.check_variations();
        self.record.result = Some(result);
        self.finish(plies, ending)
    }

    /// Returns the adjudication with the findings so far.
    fn finish(self, plies: u32, ending: Ending) -> Adjudication {
        Adjudication {
            ply_count: plies,
            ending,
            findings: self.findings,
            counts: self.counts,
        }
    }

    /// Adds a finding on a part of the record.
    fn report(&mut self, part: RecordPart, finding: Finding) {
        if self.counts.admit(finding.severity()) {
            self.findings.push((part, finding));
        }
    }

    /// Returns the ply of a token: 0 in the lead-in, else counted from 1.
    fn ply(&self, index: usize) -> u32 {
        let ply = (index + 1).saturating_sub(self.game.info().lead_in);
        u32::try_from(ply).unwrap_or(u32::MAX)
    }

    /// Returns the player of each legal token; `None` for a chance event.
    fn movers(&self) -> Vec<Option<Player>> {
        let Ok(mut state) = self.game.start(&self.record.setup) else {
            return Vec::new();
        };
        let tokens = self.record.tokens();
        tokens
            .map_while(|token| {
                let mover = state.mover();
                state.play(token).ok().map(|()| mover)
            })
            .collect()
    }

    /// Returns the label of a token, by its ply and its player: `ply 3, White`.
    fn ply_label(&self, index: usize) -> String {
        let lead_in = index < self.game.info().lead_in;
        let mover = self.movers.get(index).copied().flatten();
        let side = mover
            .filter(|_| !lead_in)
            .map_or("chance", |player| self.game.sides()[player.index()]);
        format!("ply {}, {side}", self.ply(index))
    }

    /// Returns the position after the legal moves.
    fn final_state(&self) -> Option<Box<dyn DynState>> {
        let mut state = self.game.start(&self.record.setup).ok()?;
        for token in self.record.tokens() {
            state.play(token).ok()?;
        }
        Some(state)
    }

    /// Returns the outcome of the game with these faults.
    fn outcome(&self, faults: &FaultsByPlayer) -> Option<Outcome> {
        Some(self.final_state()?.outcome(failed_players(faults)))
    }

    /// Replaces other spellings by the canonical one, and keeps them as `raw`.
    fn respell(&mut self, respelled: &[Respelled], end: usize) {
        if respelled.is_empty() {
            return;
        }
        let old = std::mem::take(&mut self.record.moves);
        let mut moves = String::with_capacity(old.len());
        let mut from = 0;
        for token in respelled {
            moves.push_str(&old[from..token.span.start]);
            moves.push_str(&token.canonical);
            from = token.span.end;
            self.note_spelling(token, &old[token.span.clone()]);
        }
        moves.push_str(&old[from..end.min(old.len())]);
        self.record.moves = moves;
    }

    /// Removes the spellings that the contest's logs always use: they can be derived from the token.
    fn drop_usual_spellings(&mut self) {
        let (record, game) = (&mut *self.record, self.game);
        if record.notes.values().all(|note| note.raw.is_none()) {
            return;
        }
        let tokens = record.moves.split_ascii_whitespace();
        let tokens: Vec<&str> = tokens.skip(game.info().lead_in).collect();
        let setup = &record.setup;
        record.notes.retain(|ply, note| {
            let index = ply.checked_sub(1).map(|index| index as usize);
            let token = index.and_then(|index| tokens.get(index));
            let usual = token.and_then(|token| game.contest_spelling(setup, token));
            if usual.is_none() || note.raw != usual {
                return true;
            }
            note.raw = None;
            *note != Note::default()
        });
    }

    /// Keeps the spelling of a token as `raw`, and reports it.
    fn note_spelling(&mut self, respelled: &Respelled, raw: &str) {
        let ply = self.ply(respelled.index);
        let note = self.record.note_mut(ply);
        if note.raw.is_none() {
            note.raw = Some(raw.to_owned());
        }
        if let Some(warning) = &respelled.warning {
            let message = format!(
                "{}: `{}` read as `{}`: {warning}",
                self.ply_label(respelled.index),
                shorten(raw),
                respelled.canonical
            );
            let finding = Finding::new(Code::LenientSpelling, message).ply(ply);
            self.report(RecordPart::Token(respelled.index), finding);
        } else {
            // Only findings on records show this, other readers drop it: naming the player is not
            // worth another replay.
            let message = format!(
                "ply {ply}: expected `{}`, found `{}`",
                respelled.canonical,
                shorten(raw)
            );
            let finding = Finding::new(Code::NotCanonical, message).ply(ply);
            self.report(RecordPart::Token(respelled.index), finding);
        }
    }

    /// Reports times and notes of plies that the game does not have.
    fn check_times_and_notes(&mut self, plies: u32) {
        // The plies after a failed move are kept but not judged.
        if self.record.attempt.is_some() {
            return;
        }
        let times = self.record.times_ms.0.len();
        // One more time is allowed: that of a player who ran out of time.
        self.check_total_times();
        if times > plies as usize + 1 {
            let message =
                format!("expected at most {plies} times, one for each ply, found {times}");
            self.report(
                RecordPart::Times,
                Finding::new(Code::TimesDisagree, message),
            );
        }
        let last = self.record.notes.keys().next_back().copied().unwrap_or(0);
        if last > plies + 1 {
            let message = format!("expected notes up to ply {plies}, found one at ply {last}");
            let finding = Finding::new(Code::StrayNote, message).ply(last);
            let token = (last as usize + self.game.info().lead_in).saturating_sub(1);
            self.report(RecordPart::Note(last, token), finding);
        }
    }
}

impl Adjudicator<'_> {
    /// Reports a player whose plies took longer than their whole time. A time is known to the
    /// millisecond, and the whole may include the start of the program.
    fn check_total_times(&mut self) {
        if self.record.times_ms.0.is_empty()
            || Player::ALL
                .iter()
                .all(|player| self.record.player(*player).time_ms.is_none())
        {
            return;
        }
        let lead_in = self.game.info().lead_in;
        let movers = self.movers();
        for player in Player::ALL {
            let Some(total) = self.record.player(player).time_ms else {
                continue;
            };
            let own = movers.iter().skip(lead_in).zip(&self.record.times_ms.0);
            let own = own.filter(|(mover, _)| **mover == Some(player));
            let times: Vec<u64> = own.filter_map(|(_, ms)| ms.map(u64::from)).collect();
            let sum: u64 = times.iter().sum();
            if sum > total.saturating_add(times.len() as u64) {
                let side = self.game.sides()[player.index()];
                let message = format!(
                    "expected at most {total} ms for the plies of {side}, their whole time, found \
                     {sum} ms"
                );
                let finding = Finding::new(Code::TimesDisagree, message);
                self.report(RecordPart::Times, finding);
            }
        }
    }
}

/// Records that a player's move broke a rule, unless the log gives another reason for the failure.
fn set_illegal_fault(faults: &mut FaultsByPlayer, player: Player) {
    let fault = faults.entry(player).or_insert(Fault::Illegal);
    if *fault == Fault::Jury {
        *fault = Fault::Illegal;
    }
}

/// Returns the way in which a game with these faults ended.
fn ending(faults: &FaultsByPlayer, over: bool) -> Ending {
    match faults.values().next() {
        Some(fault) => (*fault).into(),
        None if over => Ending::Finished,
        None => Ending::Unterminated,
    }
}

/// Returns the start of a text with its unprintable characters escaped.
fn shorten(raw: &str) -> String {
    crate::contract::printable(raw, 60)
}

// The judgement of variations and of the lines of evaluations by the same rules as the main line.

/// The maximum number of moves of the lines of evaluations that are replayed: those of a short review.
///
/// All lines of a long one would take longer than the game and its record.
const MAX_EVALUATION_MOVES: usize = 64;

/// A branch of the main line.
struct Branch {
    /// The ply that it replaces.
    ply: u32,
    moves: String,
    /// Whether it is the line of an evaluation.
    is_evaluation: bool,
}

impl Adjudicator<'_> {
    /// Replays every variation and every line of an evaluation, and reports the first move of each
    /// that cannot be made.
    fn check_variations(&mut self) {
        let branches = branches(self.record);
        if branches.is_empty() {
            return;
        }
        let Ok(mut state) = self.game.start(&self.record.setup) else {
            return;
        };
        let moves = self.record.moves.clone();
        let mut tokens = moves.split_ascii_whitespace();
        let mut played = 0;
        for branch in branches {
            // A branch starts before its ply; one of ply 0 at the start of the lead-in.
            let due = (branch.ply as usize + self.game.info().lead_in).saturating_sub(1);
            while played < due {
                match tokens.next().map(|token| state.play(token)) {
                    Some(Ok(())) => played += 1,
                    _ => return,
                }
            }
            let chance = tokens
                .clone()
                .next()
                .and_then(|token| self.game.chance_of(token));
            self.check_branch(&branch, state.fork(), (played, chance));
        }
    }

    /// Replays one branch from its position, at the token `at` before which `chance` was drawn, and
    /// reports the first move that cannot be made.
    ///
    /// The line of an evaluation need not say what was drawn. Without it the rest cannot be judged.
    fn check_branch(
        &mut self,
        branch: &Branch,
        mut state: Box<dyn DynState>,
        (at, chance): (usize, Option<String>),
    ) {
        let ply = branch.ply;
        let mut drawn = chance;
        for token in branch.moves.split_ascii_whitespace() {
            let over = state.turn() == Turn::Over;
            let drawn = drawn.take();
            let is_bare = state.turn() == Turn::Chance && self.game.chance_of(token).is_none();
            let whole = if branch.is_evaluation && is_bare {
                let whole = drawn.and_then(|chance| self.game.with_chance(token, &chance));
                match whole {
                    Some(whole) => whole,
                    None => return,
                }
            } else {
                token.to_owned()
            };
            if let Err(kind) = state.play(&whole) {
                let (_, _, reason, hint) = move_error_details(kind, over);
                let what = if branch.is_evaluation {
                    "an evaluation"
                } else {
                    "a variation"
                };
                let message = format!("ply {ply}, {what}: `{}`: {reason}", shorten(token));
                let finding = Finding::new(Code::BadVariation, message);
                self.report(RecordPart::Note(ply, at), finding.ply(ply).hint(hint));
                return;
            }
        }
    }
}

/// Returns the branches of a record that are replayed, by ply.
fn branches(record: &Record) -> Vec<Branch> {
    let mut evaluation_moves = 0;
    let mut all = Vec::new();
    for (&ply, note) in &record.notes {
        let branch = |moves: &str, is_evaluation: bool| Branch {
            ply,
            moves: moves.to_owned(),
            is_evaluation,
        };
        let variations = note.variations.iter();
        all.extend(variations.map(|line| branch(&line.moves, false)));
        for line in note.evals.iter().flat_map(|eval| &eval.lines) {
            if evaluation_moves > MAX_EVALUATION_MOVES {
                break;
            }
            evaluation_moves += line.pv.split_ascii_whitespace().count();
            if !line.pv.is_empty() && evaluation_moves <= MAX_EVALUATION_MOVES {
                all.push(branch(&line.pv, true));
            }
        }
    }
    all
}
