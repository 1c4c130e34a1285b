//! An exercise: the user looks for a better move than the one that was played.

use super::super::{ViewContext, color, widgets};
use super::moments;
use crate::open_game::{NodeId, OpenGame};
use crate::state::{
    Action, EngineAction, Exercise, ExerciseAction, ExerciseVerdict, QuestionOutcome, SuiteExercise,
};
use egui::{Align2, FontId, Rect, RichText, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use kifu_core::contract::Player;
use kifu_core::scene::Role;

/// Shows the exercise.
pub(super) fn show(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    exercise: &Exercise,
) {
    let all = exercise.plies.len();
    let Some(ply) = exercise.current_ply() else {
        summary(ui, cx, exercise);
        return;
    };
    ui.horizontal(|ui| {
        let heading = format!("Exercise {} of {all}", exercise.current_index + 1);
        ui.label(RichText::new(heading).strong());
        let solved = format!("{} found", exercise.solved_count());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(widgets::muted_text(ui, solved));
        });
    });
    progress(ui, exercise);
    ui.add_space(4.0);
    match &exercise.suite {
        Some(suite) => suite_question(ui, open_game, exercise, suite),
        None => question(ui, open_game, ply),
    }
    for (token, verdict) in &exercise.tried {
        tried_move(ui, token, *verdict);
    }
    if exercise.is_answer_shown {
        answer(ui, cx, open_game, ply);
    }
    ui.horizontal_wrapped(|ui| {
        if exercise.is_answer_shown {
            exercise_button(ui, cx, "Next", Some("lesson-next"), ExerciseAction::Next);
        } else {
            if !cx.state.is_exercise_position_shown() {
                exercise_button(
                    ui,
                    cx,
                    "Back to the position",
                    None,
                    ExerciseAction::BackToQuestion,
                );
            }
            exercise_button(
                ui,
                cx,
                "Show answer",
                Some("lesson-show"),
                ExerciseAction::ShowAnswer,
            );
            exercise_button(ui, cx, "Skip", Some("lesson-next"), ExerciseAction::Next);
        }
        end_button(ui, cx);
    });
}

/// Shows the result of the exercise.
fn summary(ui: &mut Ui, cx: &mut ViewContext<'_>, exercise: &Exercise) {
    let (found, all) = match &exercise.suite {
        Some(suite) => {
            let [all, right, _] = suite.score();
            (right, all)
        }
        None => (exercise.solved_count(), exercise.plies.len()),
    };
    ui.add_space(6.0);
    progress(ui, exercise);
    ui.add_space(6.0);
    if found == all {
        let text = "✔ All found!".to_owned();
        let text = RichText::new(text).strong().size(18.0);
        ui.label(text.color(color(ui, Role::Good)));
    }
    ui.label(match &exercise.suite {
        Some(suite) => {
            let [_, _, later] = suite.score();
            format!(
                "Done. Found at the first try: {found} of {all}; asked again and found: {later}."
            )
        }
        None => format!("Done. Solved: {found} of {all}."),
    });
    ui.horizontal_wrapped(|ui| {
        if found < all && primary_button(ui, "Practise again").clicked() {
            cx.dispatch(Action::Engine(EngineAction::StartExercise(exercise.player)));
        }
        end_button(ui, cx);
    });
}

/// Shows a cell for each question: found with a check mark, missed with a cross, and the current one
/// framed.
fn progress(ui: &mut Ui, exercise: &Exercise) {
    const GAP: f32 = 3.0;
    const HEIGHT: f32 = 14.0;
    let count = exercise.outcomes.len().max(1);
    let width = ui.available_width();
    #[expect(clippy::cast_precision_loss, reason = "questions are few")]
    let each = (width / count as f32 - GAP).clamp(3.0, 28.0);
    let (row, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
    let label = format!("{} / {count}", exercise.solved_count());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &label));
    let mut left = row.left();
    for (nth, outcome) in exercise.outcomes.iter().enumerate() {
        let cell = Rect::from_min_size(pos2(left, row.top()), vec2(each, HEIGHT));
        left += each + GAP;
        let (role, sign) = match outcome {
            QuestionOutcome::Open => (Role::Faint, ""),
            QuestionOutcome::Found => (Role::Good, "✔"),
            QuestionOutcome::Missed => (Role::Mistake, "✖"),
        };
        let fill = color(ui, role).gamma_multiply(if sign.is_empty() { 0.35 } else { 1.0 });
        ui.painter().rect_filled(cell, 3.0, fill);
        if nth == exercise.current_index {
            let ring = Stroke::new(1.5, color(ui, Role::Text));
            ui.painter()
                .rect_stroke(cell, 3.0, ring, StrokeKind::Inside);
        }
        if each >= 10.0 {
            let font = FontId::proportional(9.0);
            let ink = color(ui, Role::Page);
            ui.painter()
                .text(cell.center(), Align2::CENTER_CENTER, sign, font, ink);
        }
    }
}

/// Shows the button of what comes next.
fn primary_button(ui: &mut Ui, name: &str) -> egui::Response {
    let fill = ui.visuals().selection.bg_fill;
    ui.add(egui::Button::new(RichText::new(name).strong()).fill(fill))
}

fn end_button(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let end = ExerciseAction::EndExercise;
    exercise_button(ui, cx, "Stop practising", Some("learn"), end);
}

fn exercise_button(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    name: &str,
    command: Option<&str>,
    lesson: ExerciseAction,
) {
    let mut button = if lesson == ExerciseAction::Next && command.is_some() && is_solved(cx) {
        primary_button(ui, name)
    } else {
        ui.button(name)
    };
    if let Some(command) = command {
        button = button.on_hover_text(super::super::command_with_keys(cx.state, command));
    }
    if button.clicked() {
        cx.dispatch(Action::Exercise(lesson));
    }
}

/// Reports whether the answer of the current question is known, so that the next one can follow.
fn is_solved(cx: &ViewContext<'_>) -> bool {
    let exercise = cx.state.exercise();
    exercise.is_some_and(|exercise| exercise.is_answer_shown)
}

/// Shows the question about a position of a suite; what was played only with the answer.
fn suite_question(ui: &mut Ui, open_game: &OpenGame, exercise: &Exercise, suite: &SuiteExercise) {
    let Some(position) = suite.position(exercise.current_index) else {
        return;
    };
    let game = open_game.game();
    let mover = position.mover(game).unwrap_or(Player::First);
    let side = game.sides()[mover.index()];
    let ply = position.ply;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        if !exercise.is_answer_shown {
            ui.label(format!("Ply {ply}: {side} to move. Find a good move."));
            return;
        }
        ui.label(format!("Ply {ply}: {side} played"));
        ui.label(RichText::new(position.played.as_str()).monospace());
        ui.label(if position.is_mistake() {
            format!("and gave away {:.0} %.", 100.0 * position.loss)
        } else {
            "a good move.".to_owned()
        });
    });
    ui.label(widgets::muted_text(ui, position.source.clone()));
}

fn question(ui: &mut Ui, open_game: &OpenGame, ply: u32) {
    let Some(judged) = open_game.review_summary().ply(ply) else {
        return;
    };
    let side = open_game.game().sides()[judged.player.index()];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(format!("Ply {ply}: {side} played"));
        ui.label(RichText::new(format!("{}.", judged.token)).monospace());
        ui.label("Find a better move.");
    });
}

/// Shows the verdict on a tried move.
fn tried_move(ui: &mut Ui, token: &str, verdict: ExerciseVerdict) {
    let (text, role) = match verdict {
        ExerciseVerdict::Best => ("best move".to_owned(), Role::Good),
        ExerciseVerdict::Good => ("also good".to_owned(), Role::Good),
        ExerciseVerdict::PlayedInGame => ("played in the game".to_owned(), Role::Mistake),
        ExerciseVerdict::Loses(loss) => (format!("loses {:.0} %", 100.0 * loss), Role::Mistake),
        ExerciseVerdict::Pending => ("checking…".to_owned(), Role::Muted),
    };
    // A sign repeats what the colour says.
    let sign = match verdict {
        ExerciseVerdict::Best | ExerciseVerdict::Good => "✔",
        ExerciseVerdict::PlayedInGame | ExerciseVerdict::Loses(_) => "✖",
        ExerciseVerdict::Pending => "…",
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let ink = color(ui, role);
        ui.label(RichText::new(sign).color(ink));
        ui.label(RichText::new(token).monospace());
        ui.label(RichText::new(text).color(ink));
    });
}

/// Shows the best line, and why the move that was played was worse.
fn answer(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, ply: u32) {
    let index = ply as usize + open_game.game().info().lead_in;
    let node = index
        .checked_sub(1)
        .and_then(|at| open_game.tree().main_line().get(at));
    let from = node.and_then(|node| open_game.tree().parent(*node));
    let from = from.unwrap_or(NodeId::ROOT);
    let Some(judged) = open_game.review_summary().ply(ply) else {
        return;
    };
    let pv = judged.evaluation.pv.clone();
    moments::better_line(ui, cx, from, &pv);
    let reasons = moments::reasons(cx, open_game, from, ply);
    moments::show_reasons(ui, &reasons);
    ui.add_space(2.0);
}
