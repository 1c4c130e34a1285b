//! The judgement of a record by the rules.

mod compare;
mod failure;
mod variations;

use super::result::{FaultsByPlayer, failed_players};
use super::{Ending, GameResult, MovedBy, Note, Record};
use crate::contract::{Fault, Outcome, Player, Replay, Respelled};
use crate::findings::{Code, Finding};
use crate::games::{DynGame, DynState};

/// So many unknown parameters are told of.
const MAX_UNKNOWN_KEYS: usize = 8;

/// What a finding is about, so that a reader can tell its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordPart {
    /// The token with this index, from 0.
    Token(usize),
    /// The act that failed, where it is no token.
    Attempt,
    /// What the log says of the result.
    ReportedResult,
    /// The result that a record of our own stores.
    StoredResult,
    /// A parameter of the setup.
    Setup(String),
    /// The times of the plies.
    Times,
    /// What is said of a ply, and the index of its token.
    Note(u32, usize),
    /// The name of the game.
    Game,
    /// The version of the format.
    Version,
    /// The record as a whole.
    Whole,
}

/// What the rules say of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Legal plies of players.
    pub ply_count: u32,
    /// How the game ended.
    pub ending: Ending,
    /// What is wrong, each with what it is about; the places are the reader's to fill in.
    pub findings: Vec<(RecordPart, Finding)>,
}

/// Judges a record by its game's rules and brings it into canonical form: `moves` becomes the
/// legal prefix in canonical spelling (other spellings are kept as `raw`, unless the contest's logs
/// always spell the token so), the failure becomes
/// `attempt`, automatic plies are marked, `result` is what the rules give.
///
/// A game that ended by a fault is a valid record of such a game if the log says so (`reported`
/// or a stored `result` with the fault); otherwise its failure is an error.
pub fn adjudicate(record: &mut Record, book: &dyn DynGame) -> Adjudication {
    let mut judge = Adjudicator {
        declared_faults: declared_faults(record),
        record,
        game: book,
        findings: Vec::new(),
        movers: Vec::new(),
    };
    let unknown = judge.record.setup.unknown(book.info().setup_keys);
    let unknown: Vec<String> = unknown.take(MAX_UNKNOWN_KEYS).map(str::to_owned).collect();
    for key in unknown {
        let known: Vec<&str> = book.info().setup_keys.iter().map(|(key, _)| *key).collect();
        let message = format!(
            "expected a parameter of {} ({}), found `{}`",
            book.name(),
            known.join(", "),
            shorten(&key)
        );
        let finding = Finding::new(Code::UnknownSetup, message);
        judge.report(RecordPart::Setup(key), finding);
    }
    let known = failed_players(&judge.declared_faults);
    let replay = match book.replay(&judge.record.setup, &judge.record.moves, known) {
        Ok(replay) => replay,
        Err(error) => {
            judge.report(
                RecordPart::Setup(error.key.clone()),
                Finding::new(Code::BadSetup, error.to_string()),
            );
            return judge.finish(0, Ending::Unterminated);
        }
    };
    judge.judge_replay(replay)
}

/// The faults of which the log tells.
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

struct Adjudicator<'a> {
    record: &'a mut Record,
    game: &'a dyn DynGame,
    declared_faults: FaultsByPlayer,
    findings: Vec<(RecordPart, Finding)>,
    /// Who made each act; filled where findings name them.
    movers: Vec<Option<Player>>,
}

impl Adjudicator<'_> {
    fn judge_replay(mut self, mut replay: Replay) -> Adjudication {
        let plies = u32::try_from(replay.plies).unwrap_or(u32::MAX);
        for ply in std::mem::take(&mut replay.automatic) {
            self.record.note_mut(ply).by = Some(MovedBy::Automatic);
        }
        let respelled = std::mem::take(&mut replay.respelled);
        let odd = respelled.iter().any(|forgiven| forgiven.warning.is_some());
        if odd || !replay.remarks.is_empty() {
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
                let fresh = !faults.contains_key(&player);
                let attempt = self.record.attempt.as_ref();
                if fresh || attempt.is_some_and(|attempt| !attempt.rule.is_unspecified()) {
                    set_illegal_fault(&mut faults, player);
                }
                if fresh {
                    replay.outcome = self.outcome(&faults).unwrap_or(replay.outcome);
                }
            }
        } else {
            self.report_unseen_fault(&replay);
        }
        self.respell(&respelled, replay.end);
        self.drop_usual_spellings();
        let ending = ending(&faults, replay.is_over);
        let result = GameResult::new(replay.outcome, ending, faults);
        self.compare_results(&result, &replay);
        self.check_times_and_notes(plies);
        self.check_variations();
        self.record.result = Some(result);
        self.finish(plies, ending)
    }

    fn finish(self, plies: u32, ending: Ending) -> Adjudication {
        Adjudication {
            ply_count: plies,
            ending,
            findings: self.findings,
        }
    }

    fn report(&mut self, place: RecordPart, finding: Finding) {
        self.findings.push((place, finding));
    }

    fn ply(&self, index: usize) -> u32 {
        let ply = (index + 1).saturating_sub(self.game.info().lead_in);
        u32::try_from(ply).unwrap_or(u32::MAX)
    }

    /// Who makes each legal act.
    fn movers(&self) -> Vec<Option<Player>> {
        let Ok(mut table) = self.game.start(&self.record.setup) else {
            return Vec::new();
        };
        let tokens = self.record.tokens();
        tokens
            .map_while(|token| {
                let mover = table.mover();
                table.play(token).ok().map(|()| mover)
            })
            .collect()
    }

    /// `ply 3, White`: an act by its place and its player.
    fn ply_label(&self, index: usize) -> String {
        let lead_in = index < self.game.info().lead_in;
        let mover = self.movers.get(index).copied().flatten();
        let side = mover
            .filter(|_| !lead_in)
            .map_or("chance", |player| self.game.sides()[player.index()]);
        format!("ply {}, {side}", self.ply(index))
    }

    /// The position after the legal moves.
    fn final_state(&self) -> Option<Box<dyn DynState>> {
        let mut table = self.game.start(&self.record.setup).ok()?;
        for token in self.record.tokens() {
            table.play(token).ok()?;
        }
        Some(table)
    }

    fn outcome(&self, faults: &FaultsByPlayer) -> Option<Outcome> {
        Some(self.final_state()?.outcome(failed_players(faults)))
    }

    /// Puts the canonical spelling in the place of others, which are kept as `raw`.
    fn respell(&mut self, respelled: &[Respelled], end: usize) {
        if respelled.is_empty() {
            return;
        }
        let old = std::mem::take(&mut self.record.moves);
        let mut moves = String::with_capacity(old.len());
        let mut from = 0;
        for forgiven in respelled {
            moves.push_str(&old[from..forgiven.span.start]);
            moves.push_str(&forgiven.canonical);
            from = forgiven.span.end;
            self.note_spelling(forgiven, &old[forgiven.span.clone()]);
        }
        moves.push_str(&old[from..end.min(old.len())]);
        self.record.moves = moves;
    }

    /// What a contest's logs always write for a move goes without saying.
    fn drop_usual_spellings(&mut self) {
        let (record, book) = (&mut *self.record, self.game);
        if record.notes.values().all(|note| note.raw.is_none()) {
            return;
        }
        let tokens = record.moves.split_ascii_whitespace();
        let tokens: Vec<&str> = tokens.skip(book.info().lead_in).collect();
        let setup = &record.setup;
        record.notes.retain(|ply, note| {
            let index = ply.checked_sub(1).map(|index| index as usize);
            let token = index.and_then(|index| tokens.get(index));
            let usual = token.and_then(|token| book.contest_spelling(setup, token));
            if usual.is_none() || note.raw != usual {
                return true;
            }
            note.raw = None;
            *note != Note::default()
        });
    }

    fn note_spelling(&mut self, forgiven: &Respelled, raw: &str) {
        let ply = self.ply(forgiven.index);
        let note = self.record.note_mut(ply);
        if note.raw.is_none() {
            note.raw = Some(raw.to_owned());
        }
        if let Some(warning) = &forgiven.warning {
            let message = format!(
                "{}: `{}` read as `{}`: {warning}",
                self.ply_label(forgiven.index),
                shorten(raw),
                forgiven.canonical
            );
            let finding = Finding::new(Code::LenientSpelling, message).ply(ply);
            self.report(RecordPart::Token(forgiven.index), finding);
        } else {
            // Told of records alone, and otherwise dropped: who made it is not worth a replay.
            let message = format!(
                "ply {ply}: expected `{}`, found `{}`",
                forgiven.canonical,
                shorten(raw)
            );
            let finding = Finding::new(Code::NotCanonical, message).ply(ply);
            self.report(RecordPart::Token(forgiven.index), finding);
        }
    }

    fn check_times_and_notes(&mut self, plies: u32) {
        // What follows a failing act is kept and not judged.
        if self.record.attempt.is_some() {
            return;
        }
        let times = self.record.times_ms.0.len();
        // A player who ran out of time may have used it.
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

/// The player's act broke a rule. If the log does not say why it failed, that is why.
fn set_illegal_fault(faults: &mut FaultsByPlayer, player: Player) {
    let fault = faults.entry(player).or_insert(Fault::Illegal);
    if *fault == Fault::Jury {
        *fault = Fault::Illegal;
    }
}

fn ending(faults: &FaultsByPlayer, over: bool) -> Ending {
    match faults.values().next() {
        Some(fault) => (*fault).into(),
        None if over => Ending::Finished,
        None => Ending::Unterminated,
    }
}

/// The start of a raw text, printable.
fn shorten(raw: &str) -> String {
    crate::contract::printable(raw, 60)
}
