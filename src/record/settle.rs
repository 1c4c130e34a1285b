//! The judgement of a record by the rules.

use super::result::{FaultsByPlayer, failed};
use super::{Attempt, By, Ending, GameResult, Record, Reported};
use crate::contract::{Failure, FailureKind, Fault, Forgiven, Replay};
use crate::findings::{Code, Finding};
use crate::games::Book;

/// The rule that a text breaks which is no move at all.
pub(crate) const UNREADABLE: &str = "unreadable";

/// What a finding is about, so that a reader can tell its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// The token with this index, from 0.
    Token(usize),
    /// The act that failed, where it is no token.
    Attempt,
    /// What the log says of the result.
    Result,
    /// The setup.
    Setup,
    /// The record as a whole.
    Whole,
}

/// What the rules say of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Legal plies of players.
    pub plies: u32,
    /// How the game ended.
    pub ending: Ending,
    /// What is wrong, each with what it is about; the places are the reader's to fill in.
    pub findings: Vec<(Where, Finding)>,
}

/// Judges a record by its game's rules and brings it into canonical form: `moves` becomes the
/// legal prefix in canonical spelling (other spellings are kept as `raw`), the failure becomes
/// `attempt`, automatic plies are marked, `result` is what the rules give.
///
/// A game that ended by a fault is a valid record of such a game if the log says so (`reported`
/// or a stored `result` with the fault); otherwise its failure is an error.
pub fn settle(record: &mut Record, book: &dyn Book) -> Settled {
    let mut judge = Judge {
        declared: declared(record),
        record,
        book,
        findings: Vec::new(),
    };
    match judge.record.setup.unknown_key(book) {
        None => {}
        Some(key) => {
            let message = format!("{} has no parameter `{key}`", book.name());
            judge.find(Where::Setup, Finding::new(Code::UnknownSetup, message));
        }
    }
    let known = failed(&judge.declared);
    let replay = match book.replay(&judge.record.setup, &judge.record.moves, known) {
        Ok(replay) => replay,
        Err(error) => {
            judge.find(
                Where::Setup,
                Finding::new(Code::BadSetup, error.to_string()),
            );
            return judge.done(0, Ending::Unterminated);
        }
    };
    judge.judge(replay)
}

impl crate::contract::Setup {
    fn unknown_key(&self, book: &dyn Book) -> Option<&str> {
        let known = |key: &str| book.setup_keys().iter().any(|(name, _)| *name == key);
        self.0.keys().map(String::as_str).find(|key| !known(key))
    }
}

/// The faults of which the log tells.
fn declared(record: &Record) -> FaultsByPlayer {
    let mut faults = FaultsByPlayer::new();
    if let Some(result) = &record.result {
        faults.extend(&result.faults);
    }
    if let Some(reported) = &record.reported {
        faults.extend(&reported.faults);
    }
    faults
}

struct Judge<'a> {
    record: &'a mut Record,
    book: &'a dyn Book,
    declared: FaultsByPlayer,
    findings: Vec<(Where, Finding)>,
}

impl Judge<'_> {
    fn judge(mut self, mut replay: Replay) -> Settled {
        let plies = u32::try_from(replay.plies).unwrap_or(u32::MAX);
        for ply in std::mem::take(&mut replay.automatic) {
            self.record.note(ply).by = Some(By::Automatic);
        }
        for (index, remark) in std::mem::take(&mut replay.remarks) {
            let finding = Finding::new(Code::OddMove, remark).ply(self.ply(index));
            self.find(Where::Token(index), finding);
        }
        let respelled = std::mem::take(&mut replay.respelled);
        let mut faults = self.declared.clone();
        if let Some(failure) = replay.failure.take() {
            if let Some(player) = failure.player {
                faults.entry(player).or_insert(Fault::Illegal);
            }
            self.fail(failure, &replay);
        } else if self.record.attempt.is_some() {
            let player = self.attempted(&replay);
            if let Some(player) = player {
                let fresh = !faults.contains_key(&player);
                faults.entry(player).or_insert(Fault::Illegal);
                if fresh {
                    replay.outcome = self.outcome(&faults).unwrap_or(replay.outcome);
                }
            }
        }
        self.respell(&respelled, replay.end);
        let ending = ending(&faults, replay.over);
        let result = GameResult::new(replay.outcome, ending, faults);
        self.compare(&result, &replay);
        self.count_notes(plies);
        self.record.result = Some(result);
        self.done(plies, ending)
    }

    fn done(self, plies: u32, ending: Ending) -> Settled {
        Settled {
            plies,
            ending,
            findings: self.findings,
        }
    }

    fn find(&mut self, place: Where, finding: Finding) {
        self.findings.push((place, finding));
    }

    fn ply(&self, index: usize) -> u32 {
        let ply = (index + 1).saturating_sub(self.book.lead_in());
        u32::try_from(ply).unwrap_or(u32::MAX)
    }

    /// The moves' legal part stays, the failing token becomes the attempt.
    fn fail(&mut self, failure: Failure, replay: &Replay) {
        let Failure {
            index,
            span,
            player,
            kind,
        } = failure;
        let ply = self.ply(index);
        let moves = std::mem::take(&mut self.record.moves);
        let token = moves[span.clone()].to_owned();
        let rest = moves[span.end..].trim().to_owned();
        moves[..replay.end].clone_into(&mut self.record.moves);
        let said = player.and_then(|player| self.declared.get(&player));
        let is_declared = said == Some(&Fault::Illegal) && rest.is_empty();
        let side = player.map_or("luck", |player| self.book.sides()[player.index()]);
        let (code, rule, reason, hint) = put(kind, replay.over);
        if !is_declared {
            let message = format!("ply {ply}, {side}: `{}`: {reason}", shorten(&token));
            let finding = Finding::new(code, message).ply(ply).hint(hint);
            self.find(Where::Token(index), finding);
            self.not_judged(index, &rest);
        }
        let raw = self
            .record
            .notes
            .get(&ply)
            .and_then(|note| note.raw.clone());
        self.record.attempt = Some(Attempt {
            raw: raw.unwrap_or(token),
            player,
            rule: rule.to_owned(),
            reason,
            rest,
            ..Attempt::default()
        });
    }

    fn not_judged(&mut self, index: usize, rest: &str) {
        let count = rest.split_ascii_whitespace().count();
        if count > 0 {
            let message = format!("{count} more after the failing one, not judged");
            self.find(
                Where::Token(index + 1),
                Finding::new(Code::NotJudged, message),
            );
        }
    }

    /// The log itself tells of a failing act. Returns who made it, if it is a failure.
    fn attempted(&mut self, replay: &Replay) -> Option<crate::contract::Player> {
        let ply = self.ply(replay.tokens);
        let next = replay.next;
        let table = self.table();
        let attempt = self.record.attempt.as_mut()?;
        attempt.player = attempt.player.or(next);
        let player = attempt.player?;
        // The log spells it as the contest does.
        let token = self.book.respell(&self.record.setup, &attempt.raw);
        let token = token.as_ref().unwrap_or(&attempt.raw);
        let failure = table.and_then(|mut table| table.play(token).err());
        // A text that is no move in the contest's dialogue may be one in a record (`E5`).
        let unreadable = attempt.rule == UNREADABLE && !attempt.reason.is_empty();
        let failure = match failure {
            Some(kind @ FailureKind::Unreadable(_)) => Some(put(kind, replay.over)),
            _ if unreadable => {
                let reason = attempt.reason.clone();
                Some((Code::UnreadableMove, UNREADABLE, reason, None))
            }
            failure => failure.map(|kind| put(kind, replay.over)),
        };
        let illegal = self
            .declared
            .get(&player)
            .is_none_or(|fault| *fault == Fault::Illegal);
        match failure {
            Some((code, rule, reason, hint)) => {
                rule.clone_into(&mut attempt.rule);
                if attempt.reason.is_empty() {
                    attempt.reason.clone_from(&reason);
                }
                let raw = shorten(&attempt.raw);
                if !self.declared.contains_key(&player) {
                    let side = self.book.sides()[player.index()];
                    let message = format!("ply {ply}, {side}: `{raw}`: {reason}");
                    let finding = Finding::new(code, message).ply(ply).hint(hint);
                    self.find(Where::Attempt, finding);
                }
                Some(player)
            }
            None if illegal => {
                let message = format!(
                    "ply {ply}: expected a move that breaks a rule, for the log says that `{}` was \
                     refused; found a legal one",
                    shorten(&attempt.raw)
                );
                self.find(
                    Where::Attempt,
                    Finding::new(Code::FaultNotSeen, message).ply(ply),
                );
                Some(player)
            }
            None => Some(player),
        }
    }

    /// The position after the legal moves.
    fn table(&self) -> Option<Box<dyn crate::games::Table>> {
        let mut table = self.book.start(&self.record.setup).ok()?;
        for token in self.record.tokens() {
            table.play(token).ok()?;
        }
        Some(table)
    }

    fn outcome(&self, faults: &FaultsByPlayer) -> Option<crate::contract::Outcome> {
        Some(self.table()?.outcome(failed(faults)))
    }

    /// Puts the canonical spelling in the place of others, which are kept as `raw`.
    fn respell(&mut self, respelled: &[Forgiven], end: usize) {
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

    fn note_spelling(&mut self, forgiven: &Forgiven, raw: &str) {
        let ply = self.ply(forgiven.index);
        let note = self.record.note(ply);
        if note.raw.is_none() {
            note.raw = Some(raw.to_owned());
        }
        if let Some(warning) = &forgiven.warning {
            let message = format!(
                "`{}` read as `{}`: {warning}",
                shorten(raw),
                forgiven.canonical
            );
            let finding = Finding::new(Code::Forgiven, message).ply(ply);
            self.find(Where::Token(forgiven.index), finding);
        }
    }

    /// What the log said against what the rules give.
    fn compare(&mut self, rules: &GameResult, replay: &Replay) {
        if let Some(stored) = self.record.result.take() {
            // A stored result is a copy of ours: one finding is enough.
            if stored != *rules && !(stored == GameResult::default()) {
                let message = format!("expected {}, found {}", brief(rules), brief(&stored));
                self.find(Where::Result, Finding::new(Code::RecordDiffers, message));
            }
        }
        match self.record.reported.take() {
            Some(reported) => {
                self.compare_reported(rules, &reported);
                self.record.reported = Some(reported);
            }
            None if rules.how == Ending::Unterminated => {
                let side = replay
                    .next
                    .map_or("luck", |next| self.book.sides()[next.index()]);
                let message = format!("the game is not over: {side} is to act");
                self.find(Where::Whole, Finding::new(Code::Unterminated, message));
            }
            None => {}
        }
    }

    fn compare_reported(&mut self, rules: &GameResult, reported: &Reported) {
        if rules.how == Ending::Unterminated {
            if reported.winner.is_some() || reported.points.is_some() {
                let message = "expected a finished game or a player's fault, for the log reports a \
                               result; found a game that is not over";
                self.find(Where::Result, Finding::new(Code::NotOver, message));
            }
            return;
        }
        let pairs = [
            (Code::PointsDiffer, "points", rules.points, reported.points),
            (Code::ScoresDiffer, "scores", rules.scores, reported.scores),
            (
                Code::GamePointsDiffer,
                "game points",
                rules.game_points,
                reported.game_points,
            ),
        ];
        for (code, what, rules, said) in pairs {
            if let (Some(rules), Some(said)) = (rules, said)
                && rules != said
            {
                let message = format!(
                    "expected {what} {} - {} by the rules, found {} - {}",
                    rules.0, rules.1, said.0, said.1
                );
                self.find(Where::Result, Finding::new(code, message));
            }
        }
        if let (Some(rules), Some(said)) = (rules.winner, reported.winner)
            && rules != said
        {
            let message = format!(
                "expected {} by the rules, found {}",
                self.winner(rules),
                self.winner(said)
            );
            self.find(Where::Result, Finding::new(Code::WinnerDiffers, message));
        }
        if rules.points.is_none() && reported.points.is_some() {
            let message = "the points depend on what the log does not tell";
            self.find(Where::Result, Finding::new(Code::NoScore, message));
        }
    }

    fn winner(&self, winner: crate::contract::Winner) -> String {
        winner.player().map_or("a draw".to_owned(), |player| {
            format!("a win of {}", self.book.sides()[player.index()])
        })
    }

    fn count_notes(&mut self, plies: u32) {
        let times = self.record.times_ms.0.len();
        // The failing act may have its time too.
        if times > plies as usize + 1 {
            let message = format!("expected at most {plies} times, one a ply, found {times}");
            self.find(Where::Whole, Finding::new(Code::TimesDisagree, message));
        }
        let failed = self.record.attempt.is_some();
        let last = self.record.notes.keys().next_back().copied().unwrap_or(0);
        if last > plies + 1 && !failed {
            let message = format!("expected notes up to ply {plies}, found one at ply {last}");
            let finding = Finding::new(Code::StrayNote, message).ply(last);
            self.find(Where::Whole, finding);
        }
    }
}

/// Code, rule, words and hint of a failure.
fn put(kind: FailureKind, over: bool) -> (Code, &'static str, String, Option<String>) {
    match kind {
        FailureKind::Unreadable(bad) => {
            (Code::UnreadableMove, UNREADABLE, bad.to_string(), bad.hint)
        }
        FailureKind::Illegal {
            rule,
            message,
            hint,
        } if !over => (Code::IllegalMove, rule, message, hint),
        FailureKind::Illegal { rule, message, .. } => (
            Code::AfterTheEnd,
            rule,
            format!("the game is over ({message})"),
            None,
        ),
        FailureKind::WrongKind { expected } => (
            Code::UnreadableMove,
            "wrong-kind",
            format!("expected {expected}"),
            None,
        ),
    }
}

fn ending(faults: &FaultsByPlayer, over: bool) -> Ending {
    match faults.values().next() {
        Some(fault) => (*fault).into(),
        None if over => Ending::Finished,
        None => Ending::Unterminated,
    }
}

fn brief(result: &GameResult) -> String {
    let pair = |name: &str, pair: Option<(i32, i32)>| {
        pair.map_or(String::new(), |(first, second)| {
            format!(", {name} {first} - {second}")
        })
    };
    let winner = result.winner.map_or("no winner".to_owned(), |winner| {
        format!("winner {winner:?}")
    });
    format!(
        "{winner}{}{}{}, {}",
        pair("scores", result.scores),
        pair("points", result.points),
        pair("game points", result.game_points),
        result.how.word()
    )
}

/// The start of a raw text, printable.
fn shorten(raw: &str) -> String {
    let mut start: String = raw.chars().take(60).flat_map(char::escape_debug).collect();
    if raw.chars().nth(60).is_some() {
        start.push_str("...");
    }
    start
}
