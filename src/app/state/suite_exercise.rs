//! Exercises over a whole suite: positions of many games, asked in one tab.
//!
//! While a question is open, the tab holds the game up to its position, so that nothing gives the
//! answer away; then it holds the game with the move that was played and the engine's lines. What was
//! answered wrong is asked again some questions later.

use super::exercise::{Exercise, ExerciseVerdict, QuestionOutcome};
use super::{AppState, Effect, Pane};
use crate::open_game::Navigation;
use kifu_core::contract::Player;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::{EvalBudget, EvalLine, Evaluation, Record, adjudicate};
use kifu_study::suite::{Suite, SuitePosition};
use std::sync::Arc;

/// The number of questions after which one that was answered wrong is asked again, for each time
/// that it was.
const REPEAT_GAPS: [usize; 3] = [3, 6, 12];

/// A suite that is practised.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteExercise {
    /// The name of the file.
    pub name: String,
    positions: Arc<Vec<SuitePosition>>,
    /// The index of the position of each question.
    queue: Vec<usize>,
    /// The number of times that each position was answered wrong.
    wrong_counts: Vec<usize>,
    /// How each position was answered.
    answers: Vec<PositionState>,
}

/// How a position of a suite was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PositionState {
    /// Not yet.
    Open,
    /// Right at the first try.
    Right,
    /// Wrong so far.
    Wrong,
    /// Right when it was asked again.
    FoundLater,
}

impl SuiteExercise {
    /// Creates the exercise of the positions that moves lead to; `None` if there are none.
    fn new(name: String, suite: &Suite) -> Option<Self> {
        let positions = suite.positions().iter();
        let mut positions: Vec<SuitePosition> = positions
            .filter(|position| question_game(position, false).is_some())
            .cloned()
            .collect();
        // The hash in the id mixes games, and mistakes with good moves; the order is always the same.
        let hash = |position: &SuitePosition| {
            let hash = position.id.rsplit('-').next();
            hash.unwrap_or_default().to_owned()
        };
        positions.sort_by_key(hash);
        (!positions.is_empty()).then(|| Self {
            name,
            queue: (0..positions.len()).collect(),
            wrong_counts: vec![0; positions.len()],
            answers: vec![PositionState::Open; positions.len()],
            positions: Arc::new(positions),
        })
    }

    /// Returns the position of a question.
    pub fn position(&self, question: usize) -> Option<&SuitePosition> {
        self.positions.get(*self.queue.get(question)?)
    }

    /// Returns the token of the move that was played in the position of a question, with the chance
    /// outcome of the position.
    pub fn played_token(&self, question: usize) -> Option<String> {
        let position = self.position(question)?;
        let game = by_id(CATALOGUE, &position.game)?;
        Some(full_token(position, game))
    }

    /// Returns the number of positions, those whose first answer was right, and those that were asked
    /// again and found.
    pub fn score(&self) -> [usize; 3] {
        let count = |state| self.answers.iter().filter(|known| **known == state).count();
        let [right, later] = [PositionState::Right, PositionState::FoundLater].map(count);
        [self.positions.len(), right, later]
    }

    /// Records the answer to a question. Returns the place in the queue at which it is asked again.
    fn record_answer(&mut self, question: usize, is_right: bool) -> Option<usize> {
        let index = *self.queue.get(question)?;
        let state = &mut self.answers[index];
        *state = match (*state, is_right) {
            (PositionState::Open, true) => PositionState::Right,
            (PositionState::Wrong, true) => PositionState::FoundLater,
            (PositionState::Open, false) => PositionState::Wrong,
            (known, _) => known,
        };
        if is_right {
            return None;
        }
        let gap = REPEAT_GAPS.get(self.wrong_counts[index]).copied();
        self.wrong_counts[index] += 1;
        let place = (question + 1 + gap?).min(self.queue.len());
        self.queue.insert(place, index);
        Some(place)
    }
}

impl Exercise {
    /// Returns the verdict on a move by what the suite knows; `None` if it does not know the move.
    pub(super) fn suite_verdict(&self, mv: &str) -> Option<ExerciseVerdict> {
        let position = self.suite.as_ref()?.position(self.current_index)?;
        if mv == position.best {
            Some(ExerciseVerdict::Best)
        } else if position.good.iter().any(|good| good.mv == mv) {
            Some(ExerciseVerdict::Good)
        } else if mv == position.played && position.is_mistake() {
            Some(ExerciseVerdict::PlayedInGame)
        } else if mv == position.played {
            Some(ExerciseVerdict::Good)
        } else {
            None
        }
    }

    /// Records how the current question of a suite was answered, before the next one.
    pub(super) fn record_suite_answer(&mut self) {
        let is_right = self.outcomes.get(self.current_index) == Some(&QuestionOutcome::Found)
            && self.tried.iter().all(|(_, verdict)| verdict.is_solved());
        let Some(suite) = &mut self.suite else { return };
        if let Some(place) = suite.record_answer(self.current_index, is_right) {
            let ply = self.plies[self.current_index];
            self.plies.insert(place, ply);
            self.outcomes.insert(place, QuestionOutcome::Open);
        }
    }
}

impl AppState {
    /// Opens a suite in a new tab, as an exercise over all of its positions.
    pub fn open_suite(&mut self, name: String, suite: &Suite) -> Vec<Effect> {
        let Some(exercise) = SuiteExercise::new(name, suite) else {
            self.refuse("The suite has no positions to practise.");
            return Vec::new();
        };
        let first = exercise
            .position(0)
            .and_then(|first| question_game(first, false));
        let Some((record, _)) = first else {
            return Vec::new();
        };
        let place = self.open_record(record, Vec::new(), None);
        self.tabs[place].title = format!("Practice: {}", exercise.name);
        self.start_suite_exercise(exercise);
        vec![Effect::RevealPane(Pane::Review)]
    }

    /// Starts an exercise over a suite in the shown tab.
    fn start_suite_exercise(&mut self, suite: SuiteExercise) {
        let plies: Vec<u32> = suite
            .queue
            .iter()
            .filter_map(|index| Some(question_game(suite.positions.get(*index)?, false)?.1))
            .collect();
        let exercise = Exercise {
            suite: Some(Box::new(suite)),
            ..Exercise::new(None, plies)
        };
        if let Some(tab) = self.tab_mut() {
            tab.exercise = Some(exercise);
        }
        self.show_suite_question(false);
    }

    /// Starts the exercise over the suite of the shown tab from its beginning. Returns whether there
    /// is one.
    pub(super) fn restart_suite_exercise(&mut self) -> bool {
        let suite = self
            .exercise()
            .and_then(|exercise| exercise.suite.as_deref());
        let Some(suite) = suite.cloned() else {
            return false;
        };
        let count = suite.positions.len();
        self.start_suite_exercise(SuiteExercise {
            queue: (0..count).collect(),
            wrong_counts: vec![0; count],
            answers: vec![PositionState::Open; count],
            ..suite
        });
        true
    }

    /// Shows the game of the current question in its tab, with the answer if that is known.
    pub(super) fn show_suite_question(&mut self, has_answer: bool) {
        let active_tab = self.active_tab;
        self.show_suite_question_in(active_tab, has_answer);
    }

    /// Shows the game of the current question in a tab, with the answer if that is known.
    pub(super) fn show_suite_question_in(&mut self, place: usize, has_answer: bool) {
        let exercise = self.tabs.get(place).and_then(|tab| tab.exercise.as_ref());
        let position = exercise.and_then(|exercise| {
            let suite = exercise.suite.as_ref()?;
            suite.position(exercise.current_index)
        });
        let Some(position) = position else { return };
        let chance = position.chance.clone();
        let Some((record, ply)) = question_game(position, has_answer) else {
            return;
        };
        let Some(mut open_game) = self.new_open_game(&record) else {
            return;
        };
        open_game.navigate(Navigation::Ply(ply - 1));
        let Some(tab) = self.tabs.get_mut(place) else {
            return;
        };
        if let Some(replaced) = &tab.open_game {
            open_game.follow_revisions_of(replaced);
        }
        tab.dealt_chance = chance.map(|chance| (open_game.node(), chance));
        tab.open_game = Some(open_game);
        tab.record = record;
        tab.clear_input();
    }
}

/// Returns the game of a position, and the number of the ply that is asked for; `None` if the moves
/// do not lead to the position. With the answer it has the move that was played and the engine's
/// lines, else it ends with the position.
fn question_game(position: &SuitePosition, has_answer: bool) -> Option<(Record, u32)> {
    let game = by_id(CATALOGUE, &position.game)?;
    let state = position.state(game).ok()?;
    let mut moves: Vec<&str> = position.moves.split_whitespace().collect();
    let mut reached = game.start(&position.setup).ok()?;
    moves.iter().try_for_each(|mv| reached.play(mv)).ok()?;
    let ply = u32::try_from(moves.len().checked_sub(game.info().lead_in)?).ok()? + 1;
    let played = full_token(position, game);
    reached.apply_chance(&played).ok()?;
    if reached.position() != state.position() {
        return None;
    }
    if has_answer {
        moves.push(&played);
    }
    let mut record = Record {
        game: position.game.clone(),
        setup: position.setup.clone(),
        moves: moves.join(" "),
        ..Record::default()
    };
    let players = match state.mover()? {
        Player::First => [&position.player, &position.opponent],
        Player::Second => [&position.opponent, &position.player],
    };
    record.players.0.name.clone_from(players[0]);
    record.players.1.name.clone_from(players[1]);
    adjudicate(&mut record, game);
    if has_answer {
        record.note_mut(ply).evals.push(evaluation(position));
    }
    Some((record, ply))
}

/// Returns the token of the played move with its chance outcome.
fn full_token(position: &SuitePosition, game: &dyn DynGame) -> String {
    let chance = position.chance.as_deref();
    let full = chance.and_then(|chance| game.with_chance(&position.played, chance));
    full.unwrap_or_else(|| position.played.clone())
}

/// Returns what the suite says of the moves of a position, as an evaluation for its game.
fn evaluation(position: &SuitePosition) -> Evaluation {
    let known = position.good.iter().map(|good| good.win);
    let best_win = known.reduce(f64::max).unwrap_or(0.5);
    let line = |pv: String, win: f64, proven| EvalLine {
        pv,
        win: Some(win),
        proven,
        ..EvalLine::default()
    };
    let best_line = if position.line.is_empty() {
        position.best.clone()
    } else {
        position.line.join(" ")
    };
    let mut lines = vec![line(best_line, best_win, position.proven)];
    let others = position.good.iter().filter(|good| good.mv != position.best);
    lines.extend(others.map(|good| line(good.mv.clone(), good.win, good.proven)));
    let is_known = |line: &EvalLine| line.first_move() == position.played;
    if !lines.iter().any(is_known) {
        let win = (best_win - position.loss).max(0.0);
        lines.push(line(position.played.clone(), win, None));
    }
    Evaluation {
        engine: position.engine.clone(),
        budget: Some(EvalBudget::Other(position.budget.clone())),
        lines,
        ..Evaluation::default()
    }
}
