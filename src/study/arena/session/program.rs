//! The session with a program that speaks the contest's protocol.

use super::super::process::{
    CommandSpec, Deadline, PausableTimer, Process, ProgramExit, ReadOutcome,
};
use super::dialogue::{BotDialogue, JoiningLines, led_dialogue, misleading_position};
use super::{BotFault, BotSession, ExitReport, JuryLinesError, MoveAnswer, MoveReply, TurnContext};
use kifu_core::contract::{AnswerChoice, DialogueEnd, DialogueLine, Fault, Player, Setup};
use kifu_core::games::{DynGame, DynState};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The time that a program that closed its output has to end, so that the reason can be reported.
const CLOSED_OUTPUT_GRACE_PERIOD: Duration = Duration::from_millis(500);

/// A session with a program that speaks the contest's protocol.
pub(in crate::arena) struct ProgramSession {
    game: &'static dyn DynGame,
    dialogue: BotDialogue,
    process: Process,
    grace_period: Duration,
    has_begun: bool,
    /// Whether the program may be led through moves that were played before.
    may_replay: bool,
    /// Whether a line with the moves so far leads the program into the game.
    is_led: bool,
    /// The position as the program knows it, if it joined the game in this turn and cannot know
    /// which moves are legal.
    misled_by: Option<Box<dyn DynState>>,
}

/// Joins the lines addressed to the program into its input.
pub(in crate::arena) fn bot_input(lines: &[DialogueLine]) -> String {
    let mut text = String::new();
    for line in lines.iter().filter(|line| line.to_bot) {
        text.push_str(&line.text);
        text.push('\n');
    }
    text
}

impl ProgramSession {
    /// Starts the program. After the game it has `grace_period` to end by itself.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start(
        game: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        command: &CommandSpec,
        grace_period: Duration,
    ) -> io::Result<Self> {
        Ok(Self {
            game,
            dialogue: BotDialogue::new(game, setup, seat),
            process: Process::start(command)?,
            grace_period,
            has_begun: false,
            may_replay: false,
            is_led: false,
            misled_by: None,
        })
    }

    /// Leads the program into a game in progress by a line with the moves so far; see
    /// [`opening_line`](crate::arena::builtin::opening_line).
    pub fn led(self) -> Self {
        Self {
            is_led: true,
            ..self
        }
    }

    /// Returns the new lines up to the request for a move. Lines of the bot itself are among them
    /// only if the program has to be led through a game in progress.
    fn new_lines(&mut self, turn: &TurnContext<'_>) -> Result<Vec<DialogueLine>, JuryLinesError> {
        let mut lines = self.dialogue.new_lines(turn)?;
        if self.is_led && !self.has_begun {
            let seat = self.dialogue.seat;
            let led = led_dialogue(self.game, turn, seat, &lines);
            self.follow(&lines)?;
            return led.ok_or(JuryLinesError::NotFromStart);
        }
        if !self.has_begun && lines.iter().any(|line| !line.to_bot) {
            let protocol = self.game.protocol(turn.setup);
            match JoiningLines::select(&lines, protocol) {
                Some(joined) => lines = joined.into_lines(),
                None if self.may_replay => {}
                None => return Err(JuryLinesError::NotFromStart),
            }
        }
        self.misled_by = None;
        if !self.has_begun && lines.iter().all(|line| line.to_bot) {
            self.misled_by = misleading_position(self.game, turn, &lines);
        }
        self.follow(&lines)?;
        Ok(lines)
    }

    /// Takes the lines into the state of the dialogue, which has then begun.
    fn follow(&mut self, lines: &[DialogueLine]) -> Result<(), JuryLinesError> {
        self.has_begun = true;
        for line in lines {
            if line.to_bot {
                self.dialogue.protocol.on_jury_line(&line.text)?;
            } else {
                self.dialogue.protocol.on_bot_line(&line.text)?;
            }
        }
        Ok(())
    }

    /// Repeats the part of the dialogue that includes the program's own earlier moves, and returns
    /// the lines that follow. A program that answers with another move cannot be asked, because it
    /// is in another position.
    fn replay(
        &mut self,
        lines: Vec<DialogueLine>,
        limit: Option<Duration>,
    ) -> Result<Vec<DialogueLine>, BotFault> {
        let mut pending = Vec::new();
        for line in lines {
            if line.to_bot {
                pending.push(line);
                continue;
            }
            let deadline = PausableTimer::start().deadline(limit);
            self.process.write(&bot_input(&pending), deadline);
            pending.clear();
            let outcome = self.process.read_line(deadline, None);
            let ReadOutcome::Line(answer) = outcome else {
                return Err(no_answer_fault(&mut self.process, outcome, limit));
            };
            let answer = String::from_utf8_lossy(&answer);
            if answer.split_whitespace().next() != line.text.split_whitespace().next() {
                let reason = format!(
                    "in this contest programs only receive moves, so it was led through the game \
                     from its start; there it played {}, not {}",
                    kifu_core::contract::printable(answer.trim(), 60),
                    line.text
                );
                return Err(BotFault::new(Fault::Jury, reason));
            }
        }
        // Output during the replay does not belong to any ply of this game.
        self.process.take_stderr();
        Ok(pending)
    }

    /// Reports whether the move is illegal only because of what the program was not shown.
    fn is_misled(&self, turn: &TurnContext<'_>, answer: &MoveAnswer) -> bool {
        let (Some(shown), AnswerChoice::Move(mv)) = (&self.misled_by, &answer.answer.choice) else {
            return false;
        };
        let actual = self.game.start(turn.setup).ok().and_then(|mut state| {
            let mut tokens = turn.tokens.iter();
            tokens.try_for_each(|token| state.play(token)).ok()?;
            Some(state)
        });
        let is_legal = |mut state: Box<dyn DynState>| state.play(mv).is_ok();
        is_legal(shown.fork()) && !actual.is_some_and(is_legal)
    }

    fn read_answer(
        &mut self,
        outcome: ReadOutcome,
        limit: Option<Duration>,
    ) -> Result<MoveAnswer, BotFault> {
        match outcome {
            ReadOutcome::Line(line) => match std::str::from_utf8(&line) {
                Ok(line) => self.dialogue.parse_answer(line),
                Err(_) => Err(BotFault::unreadable(&line, "the line is not valid UTF-8")),
            },
            other => Err(no_answer_fault(&mut self.process, other, limit)),
        }
    }
}

/// Returns the fault for a missing answer, with the reason.
pub(super) fn no_answer_fault(
    process: &mut Process,
    outcome: ReadOutcome,
    limit: Option<Duration>,
) -> BotFault {
    let raw = |bytes: &[u8]| BotFault::unreadable(bytes, "").raw;
    match outcome {
        ReadOutcome::Line(line) | ReadOutcome::TooLong(line) => {
            let reason = "a line without a line feed, longer than any move";
            BotFault::unreadable(&line, reason)
        }
        ReadOutcome::TimedOut(rest) => {
            let mut reason = "no answer".to_owned();
            if let Some(limit) = limit {
                reason.push_str(&format!(" within {} ms", limit.as_millis()));
            }
            if !rest.is_empty() {
                reason.push_str(", only a line without a line feed");
            }
            BotFault {
                raw: raw(&rest),
                ..BotFault::new(Fault::Timeout, reason)
            }
        }
        ReadOutcome::Excess(excess) => {
            process.wait_or_kill(Duration::ZERO);
            BotFault::new(Fault::Crash, format!("no answer: it was killed, {excess}"))
        }
        ReadOutcome::Closed(rest) => {
            let exit = process.wait_or_kill(CLOSED_OUTPUT_GRACE_PERIOD);
            let (fault, reason) = match exit {
                ProgramExit::Status(0) => (Fault::Exit, format!("no answer: it {exit}")),
                ProgramExit::Killed => {
                    let reason = "no answer: it closed its standard output and ran on";
                    (Fault::Exit, reason.to_owned())
                }
                ProgramExit::Status(_) | ProgramExit::Signal(_) => {
                    (Fault::Crash, format!("no answer: it {exit}"))
                }
            };
            BotFault {
                raw: raw(&rest),
                ..BotFault::new(fault, reason)
            }
        }
    }
}

/// Returns the fault of a program that cannot be asked, which must not be charged to it silently.
fn unasked_fault(reason: &JuryLinesError) -> BotFault {
    BotFault::new(Fault::Jury, format!("it cannot be asked: {reason}"))
}

/// The times of a turn.
pub(super) struct TurnTimes {
    /// The wall time that counts.
    pub wall_time: Duration,
    /// The time for which kifu was stopped.
    pub paused: Duration,
    /// The processor time of the program, where known.
    pub cpu_time: Option<Duration>,
}

impl TurnTimes {
    /// The times of a program that was not asked.
    pub const NONE: Self = Self {
        wall_time: Duration::ZERO,
        paused: Duration::ZERO,
        cpu_time: None,
    };

    /// Returns the reply of a program that took these times.
    pub fn reply(
        self,
        answer: Result<MoveAnswer, BotFault>,
        stderr: String,
        answered_early: bool,
    ) -> MoveReply {
        MoveReply {
            answer,
            wall_time: self.wall_time,
            paused: self.paused,
            cpu_time: self.cpu_time,
            stderr,
            answered_early,
        }
    }
}

/// A measurement of the wall time and processor time of a turn. The time during which kifu itself
/// was stopped does not count.
pub(super) struct Stopwatch {
    timer: PausableTimer,
    cpu_at_start: Option<Duration>,
}

impl Stopwatch {
    pub fn start(process: &mut Process) -> Self {
        let cpu_at_start = process.cpu_time();
        Self {
            timer: PausableTimer::start(),
            cpu_at_start,
        }
    }

    pub fn deadline(&self, limit: Option<Duration>) -> Deadline {
        self.timer.deadline(limit)
    }

    /// Returns the wall time so far that counts.
    pub fn elapsed(&self) -> Duration {
        self.timer.elapsed()
    }

    pub fn stop(self, process: &mut Process) -> TurnTimes {
        let wall_time = self.timer.elapsed();
        let paused = self.timer.paused();
        let cpu_time = process.cpu_time().zip(self.cpu_at_start);
        TurnTimes {
            wall_time,
            paused,
            cpu_time: cpu_time.map(|(now, then)| now.saturating_sub(then)),
        }
    }
}

impl BotSession for ProgramSession {
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> MoveReply {
        let lines = self
            .new_lines(turn)
            .map_err(|reason| unasked_fault(&reason));
        let is_replay = |lines: &Vec<DialogueLine>| lines.iter().any(|line| !line.to_bot);
        let lines = match lines {
            Ok(lines) if is_replay(&lines) && self.may_replay => self.replay(lines, limit),
            lines => lines,
        };
        let answered_early = self.process.has_unread_line();
        let stopwatch = Stopwatch::start(&mut self.process);
        let deadline = stopwatch.deadline(limit);
        let outcome = lines.map(|lines| {
            self.process.write(&bot_input(&lines), deadline);
            self.process.read_line(deadline, other)
        });
        let times = stopwatch.stop(&mut self.process);
        let answer = match outcome {
            _ if self.process.has_flooded() => {
                let reason = "it wrote more than 256 kB that nobody asked for";
                Err(BotFault::unreadable(b"", reason))
            }
            Ok(outcome) => self.read_answer(outcome, limit),
            Err(fault) => Err(fault),
        };
        let answer = answer.and_then(|answer| {
            if self.is_misled(turn, &answer) {
                return Err(unasked_fault(&JuryLinesError::RulesHidden));
            }
            Ok(answer)
        });
        times.reply(answer, self.process.take_stderr(), answered_early)
    }

    fn stop_on(&mut self, stop: &Arc<AtomicBool>) {
        self.process.stop_on(stop);
        self.may_replay = true;
    }

    fn on_move_refused(&mut self) {
        self.dialogue.on_move_refused();
    }

    fn finish(&mut self, turn: &TurnContext<'_>, end: DialogueEnd) -> Option<ExitReport> {
        let lines = self.dialogue.closing_lines(turn, end, self.has_begun);
        Some(ExitReport::await_exit(
            &mut self.process,
            &bot_input(&lines),
            self.grace_period,
        ))
    }

    fn process(&mut self) -> Option<&mut Process> {
        Some(&mut self.process)
    }
}
