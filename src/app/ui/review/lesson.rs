//! A lesson: somebody looks for a better move than the one that was played.

use super::super::{Cx, color, engine, parts};
use crate::app::state::{Action, Learn, Lesson, Verdict};
use crate::app::study::{NodeId, Study};
use crate::contract::scene::Role;
use egui::{RichText, Ui};

/// Shows the lesson.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, study: &Study, learn: &Learn) {
    let words = &cx.texts().words;
    let all = learn.plies.len();
    let Some(ply) = learn.ply() else {
        ui.label(format!(
            "{} {} {} {all}.",
            words.lesson_done, learn.solved, words.of
        ));
        button(ui, cx, words.lesson_end, None, Lesson::End);
        return;
    };
    let heading = format!("{} {} {} {all}", words.lesson, learn.at + 1, words.of);
    parts::heading(ui, &heading);
    question(ui, cx, study, ply);
    for (token, verdict) in &learn.tried {
        tried(ui, cx, token, *verdict);
    }
    if learn.is_shown {
        answer(ui, cx, study, ply);
    }
    ui.horizontal_wrapped(|ui| {
        if learn.is_shown {
            button(ui, cx, words.lesson_next, Some("lesson-next"), Lesson::Next);
        } else {
            if !cx.state.is_asked() {
                button(ui, cx, words.lesson_back, None, Lesson::Back);
            }
            button(ui, cx, words.lesson_show, Some("lesson-show"), Lesson::Show);
            button(ui, cx, words.lesson_skip, Some("lesson-next"), Lesson::Next);
        }
        button(ui, cx, words.lesson_end, None, Lesson::End);
    });
}

fn button(ui: &mut Ui, cx: &mut Cx<'_>, name: &str, command: Option<&str>, lesson: Lesson) {
    let mut button = ui.button(name);
    if let Some(command) = command {
        button = button.on_hover_text(super::super::with_keys(cx.state, command));
    }
    if button.clicked() {
        cx.want(Action::Lesson(lesson));
    }
}

fn question(ui: &mut Ui, cx: &Cx<'_>, study: &Study, ply: u32) {
    let words = &cx.texts().words;
    let Some(judged) = study.reviewed().ply(ply) else {
        return;
    };
    let side = study.book().sides()[judged.player.index()];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(format!("{} {ply}: {side}", words.ply));
        ui.label(RichText::new(&judged.token).monospace());
        ui.label(words.lesson_asks);
    });
}

/// What a tried move is worth.
fn tried(ui: &mut Ui, cx: &Cx<'_>, token: &str, verdict: Verdict) {
    let words = &cx.texts().words;
    let (text, role) = match verdict {
        Verdict::Best => (words.lesson_best.to_owned(), Role::Good),
        Verdict::Good => (words.lesson_good.to_owned(), Role::Good),
        Verdict::Played => (words.lesson_played.to_owned(), Role::Bad),
        Verdict::Loses(loss) => (
            format!("{} {:.0} %", words.lesson_loses, 100.0 * loss),
            Role::Bad,
        ),
        Verdict::Asked => (words.lesson_thinking.to_owned(), Role::Muted),
    };
    // A sign beside the colour.
    let sign = match verdict {
        Verdict::Best | Verdict::Good => "✔",
        Verdict::Played | Verdict::Loses(_) => "✖",
        Verdict::Asked => "…",
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let ink = color(ui, role);
        ui.label(RichText::new(sign).color(ink));
        ui.label(RichText::new(token).monospace());
        ui.label(RichText::new(text).color(ink));
    });
}

/// The best line.
fn answer(ui: &mut Ui, cx: &mut Cx<'_>, study: &Study, ply: u32) {
    let index = ply as usize + study.book().lead_in();
    let node = index
        .checked_sub(1)
        .and_then(|at| study.tree().main().get(at));
    let from = node.and_then(|node| study.tree().parent(*node));
    let from = from.unwrap_or(NodeId::ROOT);
    let Some(judged) = study.reviewed().ply(ply) else {
        return;
    };
    let pv = judged.evaluation.pv.clone();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(5.0, 2.0);
        ui.label(parts::muted(ui, cx.texts().words.lesson_answer));
        engine::moves(ui, cx, from, &pv);
    });
}
