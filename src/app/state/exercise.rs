//! Exercises: finding better moves than the mistakes played in a game.

use super::AppState;
use super::live_analysis::AnalysisSubject;
use super::suite_exercise::SuiteExercise;
use crate::open_game::{Navigation, OpenGame};
use kifu_core::contract::{Player, Proven};
use kifu_core::search::{SearchLine, SearchResult};
use kifu_study::review::{KeyMoment, MoveClass, Thresholds};

/// The verdict on a move tried in an exercise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExerciseVerdict {
    /// The best move.
    Best,
    /// About as good as the best move.
    Good,
    /// The move played in the game.
    PlayedInGame,
    /// A move that loses this much win probability (0 to 1).
    Loses(f64),
    /// A move that the engine is still analysing.
    Pending,
}

impl ExerciseVerdict {
    /// Reports whether the move solves the question.
    pub const fn is_solved(self) -> bool {
        matches!(self, Self::Best | Self::Good)
    }

    fn from_loss(loss: f64, thresholds: &Thresholds) -> Self {
        if loss < thresholds.inaccuracy {
            Self::Good
        } else {
            Self::Loses(loss)
        }
    }
}

/// The outcome of a question of an exercise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuestionOutcome {
    /// Not answered yet.
    #[default]
    Open,
    /// The user found a move that is as good as the best.
    Found,
    /// The answer was shown, or the question was skipped.
    Missed,
}

/// The time in seconds for which a wrong try stays on the board.
const ATTEMPT_SECONDS: f64 = 1.5;

/// An exercise in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The player whose mistakes are asked about; `None` for both.
    pub player: Option<Player>,
    /// The plies asked about.
    pub plies: Vec<u32>,
    /// The index in `plies` of the current question.
    pub current_index: usize,
    /// The moves tried at the current question, with their verdicts.
    pub tried: Vec<(String, ExerciseVerdict)>,
    /// Whether the answer is shown.
    pub is_answer_shown: bool,
    /// The outcomes of the questions, in the order of `plies`.
    pub outcomes: Vec<QuestionOutcome>,
    /// Whether the move tried last is drawn on the board.
    pub(super) is_attempt_shown: bool,
    /// The time in seconds at which the move tried last disappears from the board; set once its
    /// verdict is known.
    pub(super) attempt_expires_at_s: Option<f64>,
    /// The analysis requested for the move tried last.
    pub(super) pending_subject: Option<AnalysisSubject>,
    /// The suite whose positions are asked; `None` if the questions are those of the tab's game.
    pub suite: Option<Box<SuiteExercise>>,
}

impl Exercise {
    /// Creates an exercise with questions about these plies.
    pub(super) fn new(player: Option<Player>, plies: Vec<u32>) -> Self {
        Self {
            player,
            outcomes: vec![QuestionOutcome::Open; plies.len()],
            plies,
            current_index: 0,
            tried: Vec::new(),
            is_answer_shown: false,
            is_attempt_shown: false,
            attempt_expires_at_s: None,
            pending_subject: None,
            suite: None,
        }
    }

    /// Returns the ply asked about; `None` after the last question.
    pub fn current_ply(&self) -> Option<u32> {
        self.plies.get(self.current_index).copied()
    }

    /// Returns the number of questions that the user solved.
    pub fn solved_count(&self) -> usize {
        let is_solved = |outcome: &&QuestionOutcome| **outcome == QuestionOutcome::Found;
        self.outcomes.iter().filter(is_solved).count()
    }

    /// Returns the tried move that is drawn on the board, with its verdict.
    pub fn shown_attempt(&self) -> Option<&(String, ExerciseVerdict)> {
        self.tried.last().filter(|_| self.is_attempt_shown)
    }

    /// Sets the outcome of the current question, unless it is known.
    fn set_outcome(&mut self, outcome: QuestionOutcome) {
        if let Some(known) = self.outcomes.get_mut(self.current_index)
            && *known == QuestionOutcome::Open
        {
            *known = outcome;
        }
    }

    /// Reports whether the current question is solved.
    pub fn is_solved(&self) -> bool {
        self.tried.iter().any(|(_, verdict)| verdict.is_solved())
    }

    fn add_attempt(&mut self, token: &str, verdict: ExerciseVerdict) {
        self.tried.retain(|(known, _)| known != token);
        self.tried.push((token.to_owned(), verdict));
        self.is_attempt_shown = true;
        self.attempt_expires_at_s = None;
        if verdict.is_solved() {
            self.set_outcome(QuestionOutcome::Found);
        }
        // A solved question may show the full answer.
        self.is_answer_shown |= verdict.is_solved();
    }

    /// Records the engine's verdict on the move tried last.
    pub(super) fn on_search_result(
        &mut self,
        subject: &AnalysisSubject,
        report: &SearchResult<String>,
        thresholds: &Thresholds,
    ) {
        self.pending_subject = None;
        let Some(token) = &subject.include else {
            return;
        };
        let waiting = self
            .tried
            .last()
            .filter(|(_, verdict)| *verdict == ExerciseVerdict::Pending);
        let Some((shown, _)) = waiting.cloned() else {
            return;
        };
        let tried_line = report.lines.iter().find(|line| line.mv == *token);
        let verdict = match (report.lines.first(), tried_line) {
            (Some(best), Some(tried_line)) if best.mv == tried_line.mv => ExerciseVerdict::Good,
            (Some(best), Some(tried_line)) => ExerciseVerdict::from_loss(
                win_probability(best) - win_probability(tried_line),
                thresholds,
            ),
            _ => ExerciseVerdict::Loses(0.0),
        };
        self.add_attempt(&shown, verdict);
    }
}

fn win_probability(line: &SearchLine<String>) -> f64 {
    line.value.proven().map_or(line.value.win, Proven::win)
}

impl AppState {
    /// Returns the exercise in progress in the shown game. Those of other games are not seen here.
    pub fn exercise(&self) -> Option<&Exercise> {
        self.tab()?.exercise.as_ref()
    }

    fn exercise_mut(&mut self) -> Option<&mut Exercise> {
        self.tab_mut()?.exercise.as_mut()
    }

    /// Ends the exercise in progress. Returns whether there was one.
    pub(super) fn end_exercise(&mut self) -> bool {
        self.tab_mut()
            .is_some_and(|tab| tab.exercise.take().is_some())
    }

    /// Starts an exercise with the mistakes of one player, or of both.
    pub(super) fn start_exercise(&mut self, player: Option<Player>) {
        if self.restart_suite_exercise() {
            return;
        }
        let Some(open_game) = self.open_game() else {
            return;
        };
        let plies = exercise_plies(open_game, player);
        if plies.is_empty() {
            let text = if open_game.review_summary().is_empty() {
                "Review the game first."
            } else {
                "No mistakes to practise."
            };
            self.refuse(text);
            return;
        }
        if let Some(tab) = self.tab_mut() {
            tab.exercise = Some(Exercise::new(player, plies));
        }
        self.show_exercise_position();
    }

    /// Goes to the next question. After the last one the exercise stays open to show the result.
    pub(super) fn next_exercise_position(&mut self) {
        if let Some(exercise) = self.exercise_mut() {
            exercise.set_outcome(QuestionOutcome::Missed);
            exercise.record_suite_answer();
            exercise.is_attempt_shown = false;
            exercise.current_index = (exercise.current_index + 1).min(exercise.plies.len());
            exercise.tried.clear();
            exercise.is_answer_shown = false;
            exercise.pending_subject = None;
        }
        self.show_suite_question(false);
        self.show_exercise_position();
    }

    /// Shows the position before the mistake.
    pub(super) fn show_exercise_position(&mut self) {
        let ply = self.exercise().and_then(Exercise::current_ply);
        let open_game = self.open_game_mut();
        if let (Some(ply), Some(open_game)) = (ply, open_game) {
            open_game.navigate(Navigation::Ply(ply - 1));
        }
        if let Some(tab) = self.tab_mut() {
            tab.clear_input();
        }
    }

    /// Shows the answer.
    pub(super) fn show_exercise_answer(&mut self) {
        if let Some(exercise) = self.exercise_mut() {
            exercise.set_outcome(QuestionOutcome::Missed);
            exercise.is_answer_shown = true;
            exercise.is_attempt_shown = false;
        }
        self.show_suite_question(true);
        // The answer is drawn on the position of the question.
        self.show_exercise_position();
    }

    /// Takes a wrong try off the board some time after its verdict. Returns the seconds until then.
    pub fn expire_attempt(&mut self, now_s: f64) -> Option<f64> {
        let exercise = self.exercise_mut()?;
        let (_, verdict) = exercise.shown_attempt()?;
        if verdict.is_solved() || *verdict == ExerciseVerdict::Pending {
            return None;
        }
        let expires_at = exercise
            .attempt_expires_at_s
            .get_or_insert(now_s + ATTEMPT_SECONDS);
        let wait = *expires_at - now_s;
        exercise.is_attempt_shown = wait > 0.0;
        exercise.is_attempt_shown.then_some(wait)
    }

    /// Reports whether a move on the board counts as an attempt at the current question.
    pub fn is_exercise_position_shown(&self) -> bool {
        let (Some(exercise), Some(open_game)) = (self.exercise(), self.open_game()) else {
            return false;
        };
        let ply = exercise
            .current_ply()
            .is_some_and(|ply| open_game.ply() + 1 == ply);
        ply && open_game.tree().is_on_main_line(open_game.node()) && !exercise.is_answer_shown
    }

    /// Tries a legal move at the current question.
    ///
    /// The verdict comes from the review if it knows the move, otherwise from the engine.
    pub(super) fn try_exercise_move(&mut self, token: &str) {
        let Some(open_game) = self.open_game() else {
            return;
        };
        let moved = open_game.state().fork().apply_chance(token).ok().flatten();
        let reviewed = open_game.review_summary().ply(open_game.ply() + 1);
        let by_review = reviewed.zip(moved.as_deref()).and_then(|(ply, moved)| {
            let evaluation = &ply.evaluation;
            if evaluation.pv.first().is_some_and(|best| best == moved) {
                return Some(ExerciseVerdict::Best);
            }
            let played = open_game
                .state()
                .fork()
                .apply_chance(&ply.token)
                .ok()
                .flatten();
            (played.as_deref() == Some(moved)).then_some(ExerciseVerdict::PlayedInGame)
        });
        let by_suite = self
            .exercise()
            .zip(moved.as_deref())
            .and_then(|(exercise, moved)| exercise.suite_verdict(moved));
        let verdict = by_suite.or(by_review);
        let subject = self.shown_subject(Some(token));
        let Some(exercise) = self.exercise_mut() else {
            return;
        };
        let shown = moved.unwrap_or_else(|| token.to_owned());
        exercise.add_attempt(&shown, verdict.unwrap_or(ExerciseVerdict::Pending));
        if verdict.is_none() {
            exercise.pending_subject = subject;
        }
        if verdict.is_some_and(ExerciseVerdict::is_solved) {
            self.show_suite_question(true);
        }
        if let Some(tab) = self.tab_mut() {
            tab.clear_input();
        }
    }
}

/// Returns the plies at which `player` (or either player) made a mistake that is a key moment.
pub fn exercise_plies(open_game: &OpenGame, player: Option<Player>) -> Vec<u32> {
    let is_one = |moment: &&KeyMoment| {
        moment.class >= MoveClass::Mistake && player.is_none_or(|player| moment.player == player)
    };
    let moments = open_game.review_summary().key_moments.iter().filter(is_one);
    moments.map(|moment| moment.ply).collect()
}
