//! An exercise: the user looks for a better move than the one that was played.

use super::super::{ViewContext, color, engine, widgets};
use crate::app::open_game::{NodeId, OpenGame};
use crate::app::state::{Action, Exercise, ExerciseAction, ExerciseVerdict};
use crate::scene::Role;
use egui::{RichText, Ui};

/// Shows the exercise.
pub(super) fn show(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    exercise: &Exercise,
) {
    let words = &cx.texts().strings;
    let all = exercise.plies.len();
    let Some(ply) = exercise.current_ply() else {
        ui.label(format!(
            "{} {} {} {all}.",
            words.exercise_done, exercise.solved_count, words.of
        ));
        end_button(ui, cx);
        return;
    };
    let heading = format!(
        "{} {} {} {all}",
        words.exercise,
        exercise.current_index + 1,
        words.of
    );
    widgets::heading(ui, &heading);
    question(ui, cx, open_game, ply);
    for (token, verdict) in &exercise.tried {
        tried_move(ui, cx, token, *verdict);
    }
    if exercise.is_answer_shown {
        answer(ui, cx, open_game, ply);
    }
    ui.horizontal_wrapped(|ui| {
        if exercise.is_answer_shown {
            exercise_button(
                ui,
                cx,
                words.exercise_next,
                Some("lesson-next"),
                ExerciseAction::Next,
            );
        } else {
            if !cx.state.is_exercise_position_shown() {
                exercise_button(
                    ui,
                    cx,
                    words.exercise_back,
                    None,
                    ExerciseAction::BackToQuestion,
                );
            }
            exercise_button(
                ui,
                cx,
                words.exercise_show,
                Some("lesson-show"),
                ExerciseAction::ShowAnswer,
            );
            exercise_button(
                ui,
                cx,
                words.exercise_skip,
                Some("lesson-next"),
                ExerciseAction::Next,
            );
        }
        end_button(ui, cx);
    });
}

fn end_button(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let name = cx.texts().strings.exercise_end;
    exercise_button(ui, cx, name, None, ExerciseAction::EndExercise);
}

fn exercise_button(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    name: &str,
    command: Option<&str>,
    lesson: ExerciseAction,
) {
    let mut button = ui.button(name);
    if let Some(command) = command {
        button = button.on_hover_text(super::super::command_with_keys(cx.state, command));
    }
    if button.clicked() {
        cx.dispatch(Action::Exercise(lesson));
    }
}

fn question(ui: &mut Ui, cx: &ViewContext<'_>, open_game: &OpenGame, ply: u32) {
    let words = &cx.texts().strings;
    let Some(judged) = open_game.review_summary().ply(ply) else {
        return;
    };
    let side = open_game.game().sides()[judged.player.index()];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(format!(
            "{} {ply}: {side} {}",
            words.ply_slider, words.played_move
        ));
        ui.label(RichText::new(format!("{}.", judged.token)).monospace());
        ui.label(words.exercise_question);
    });
}

/// Shows the verdict on a tried move.
fn tried_move(ui: &mut Ui, cx: &ViewContext<'_>, token: &str, verdict: ExerciseVerdict) {
    let words = &cx.texts().strings;
    let (text, role) = match verdict {
        ExerciseVerdict::Best => (words.exercise_best.to_owned(), Role::Good),
        ExerciseVerdict::Good => (words.exercise_good.to_owned(), Role::Good),
        ExerciseVerdict::PlayedInGame => (words.exercise_played.to_owned(), Role::Mistake),
        ExerciseVerdict::Loses(loss) => (
            format!("{} {:.0} %", words.exercise_loses, 100.0 * loss),
            Role::Mistake,
        ),
        ExerciseVerdict::Pending => (words.exercise_thinking.to_owned(), Role::Muted),
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

/// Shows the best line.
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
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(5.0, 2.0);
        ui.label(widgets::muted_text(ui, cx.texts().strings.exercise_answer));
        engine::line_moves(ui, cx, from, &pv);
    });
}
