//! The notes pane: glyph, comment and marks of the shown ply.

use super::icons::{self, Icon};
use super::moves::glyph_color;
use super::{ViewContext, color, widgets};
use crate::app::open_game::OpenGame;
use crate::app::state::{Action, FocusTarget, command};
use crate::record::{EvalLine, Evaluation, Glyph, Mark, MarkKind, Note, Proven};
use crate::scene::Role;
use egui::{Button, Grid, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

/// The glyphs with their commands.
const GLYPHS: [(Glyph, &str); 6] = [
    (Glyph::Brilliant, "glyph-brilliant"),
    (Glyph::Good, "glyph-good"),
    (Glyph::Interesting, "glyph-interesting"),
    (Glyph::Inaccuracy, "glyph-inaccuracy"),
    (Glyph::Mistake, "glyph-mistake"),
    (Glyph::Blunder, "glyph-blunder"),
];

/// The marks of the palette.
const MARK_TOOLS: [MarkKind; 6] = [
    MarkKind::Arrow,
    MarkKind::Circle,
    MarkKind::Square,
    MarkKind::Triangle,
    MarkKind::Cross,
    MarkKind::Text,
];

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let Some(open_game) = cx.state.open_game() else {
        widgets::empty_message(ui, words.no_game);
        return;
    };
    let none = Note::default();
    let note = open_game.note().unwrap_or(&none);
    let area = ScrollArea::vertical().auto_shrink(false).id_salt("notes");
    area.show(ui, |ui| {
        let is_act = open_game.ply() > 0 || open_game.is_at_failure();
        ui.add_enabled_ui(is_act, |ui| glyph_buttons(ui, cx, note.glyph));
        ui.add_enabled_ui(open_game.annotated_node().is_some(), |ui| {
            comment_field(ui, cx, open_game, note);
        });
        ui.add_space(4.0);
        ui.add_enabled_ui(open_game.annotated_node().is_some(), |ui| {
            mark_palette(ui, cx);
        });
        if !note.marks.is_empty() {
            ui.add_space(4.0);
            mark_list(ui, cx, &note.marks);
        }
        // During an exercise, evaluations would reveal the answer.
        if !note.evals.is_empty() && cx.state.exercise.is_none() {
            ui.add_space(4.0);
            evaluation_table(ui, cx, &note.evals);
        }
    });
}

fn glyph_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, shown: Option<Glyph>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let width = ((ui.available_width() - 5.0 * 3.0) / 6.0).clamp(26.0, 52.0);
        for (glyph, id) in GLYPHS {
            let sign = RichText::new(cx.texts().glyph(glyph)).strong();
            let sign = sign.color(glyph_color(ui, glyph));
            let key = command::by_id(id)
                .and_then(|command| cx.state.key_bindings.shortcuts(command).pop());
            let key = key.map_or(String::new(), |key| key.to_string());
            let key = widgets::small_muted_text(ui, key);
            let selected = shown == Some(glyph);
            let button = Button::new((sign, key))
                .selected(selected)
                .frame_when_inactive(true);
            let response = ui.add(button.min_size(vec2(width, 24.0)));
            let name = cx.texts().command(id);
            response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, selected, name));
            if response.on_hover_text(name).clicked() {
                cx.dispatch(Action::ToggleGlyph(Some(glyph)));
            }
        }
    });
}

fn comment_field(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, note: &Note) {
    let words = &cx.texts().strings;
    let mut text = note.comment.clone();
    let rest = if note.marks.is_empty() && note.evals.is_empty() {
        1.0
    } else {
        0.5
    };
    let line = ui.text_style_height(&egui::TextStyle::Body);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 3"
    )]
    let rows = ((ui.available_height() * rest - 24.0) / line).max(3.0) as usize;
    let edit = TextEdit::multiline(&mut text)
        .hint_text(words.comment_hint)
        .desired_width(f32::INFINITY)
        .desired_rows(rows.min(40));
    let name = format!("{}, {} {}", words.comment, words.ply, open_game.ply());
    let response = ui.add(edit).accessible_name(name);
    if cx.view_state.focus_request == Some(FocusTarget::Comment) {
        response.request_focus();
    }
    if response.changed() {
        cx.dispatch(Action::SetComment(text));
    }
}

/// Shows the tools with which the left button draws marks.
fn mark_palette(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label(widgets::small_muted_text(ui, words.mark_tools));
        for kind in MARK_TOOLS {
            let selected = cx.state.mark_tool == Some(kind);
            let name = cx.texts().mark(kind);
            let button = Button::new("")
                .selected(selected)
                .min_size(vec2(26.0, 24.0));
            let response = ui.add(button.frame_when_inactive(true));
            response.widget_info(|| {
                WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), selected, name)
            });
            let icon = egui::Rect::from_center_size(response.rect.center(), vec2(14.0, 14.0));
            paint_mark_icon(ui, icon, kind);
            let tooltip = match kind {
                MarkKind::Arrow => format!("{name}: {}", words.arrow_hint),
                _ => name.to_owned(),
            };
            if response.on_hover_text(tooltip).clicked() {
                cx.dispatch(Action::ChooseMarkTool(Some(kind)));
            }
        }
    });
}

fn mark_list(ui: &mut Ui, cx: &mut ViewContext<'_>, marks: &[Mark]) {
    let words = &cx.texts().strings;
    ui.horizontal(|ui| {
        widgets::heading(ui, words.marks);
        if ui.small_button(cx.texts().command("clear-marks")).clicked() {
            cx.dispatch(Action::ClearMarks);
        }
    });
    for (nth, mark) in marks.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.push_id(nth, |ui| {
                let kind = cx.texts().mark(mark.kind);
                mark_icon(ui, mark.kind);
                let mut text = mark.at.clone();
                if !mark.to.is_empty() {
                    text.push_str(&format!(" – {}", mark.to));
                }
                if !mark.text.is_empty() {
                    text.push_str(&format!(" “{}”", mark.text));
                }
                ui.label(&text);
                ui.label(widgets::small_muted_text(ui, kind));
                let label = format!("{}: {kind} {text}", words.remove);
                if icons::button(ui, Icon::Close, &label).clicked() {
                    cx.dispatch(Action::ToggleMark(mark.clone()));
                }
            });
        });
    }
}

/// Shows a small icon of a mark.
fn mark_icon(ui: &mut Ui, kind: MarkKind) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
    paint_mark_icon(ui, rect, kind);
}

fn paint_mark_icon(ui: &Ui, rect: egui::Rect, kind: MarkKind) {
    let stroke = egui::Stroke::new(1.6, color(ui, Role::Preview));
    let (painter, inner) = (ui.painter(), rect.shrink(2.0));
    match kind {
        MarkKind::Circle => {
            painter.circle_stroke(rect.center(), 4.6, stroke);
        }
        MarkKind::Cross => {
            painter.line_segment([inner.left_top(), inner.right_bottom()], stroke);
            painter.line_segment([inner.right_top(), inner.left_bottom()], stroke);
        }
        MarkKind::Triangle => {
            let points = vec![
                inner.center_top(),
                inner.right_bottom(),
                inner.left_bottom(),
            ];
            painter.add(egui::Shape::closed_line(points, stroke));
        }
        MarkKind::Square => {
            painter.rect_stroke(inner, 0.0, stroke, egui::StrokeKind::Middle);
        }
        MarkKind::Arrow => painter.arrow(inner.left_bottom(), vec2(10.0, -10.0), stroke),
        MarkKind::Text => {
            let font = egui::FontId::proportional(12.0);
            let (center, ink) = (rect.center(), stroke.color);
            painter.text(center, egui::Align2::CENTER_CENTER, "T", font, ink);
        }
    }
}

fn evaluation_table(ui: &mut Ui, cx: &ViewContext<'_>, evals: &[Evaluation]) {
    let words = &cx.texts().strings;
    widgets::heading(ui, words.evals);
    Grid::new("evals")
        .num_columns(4)
        .striped(true)
        .show(ui, |ui| {
            for eval in evals {
                let name = format!("{} {}", eval.engine, eval.budget_text());
                for line in eval.values() {
                    ui.label(name.trim());
                    ui.label(win_text(cx, line));
                    let points = line.points.map(|points| format!("{points:+.1}"));
                    ui.label(points.unwrap_or_default());
                    ui.add(egui::Label::new(RichText::new(&line.pv).monospace()).truncate());
                    ui.end_row();
                }
            }
        });
}

fn win_text(cx: &ViewContext<'_>, line: &EvalLine) -> String {
    let words = &cx.texts().strings;
    match (line.proven, line.win) {
        (Some(Proven::Win), _) => words.proven_win.to_owned(),
        (Some(Proven::Loss), _) => words.proven_loss.to_owned(),
        (Some(Proven::Draw), _) => words.draw.to_owned(),
        (None, Some(win)) => format!("{:.1} %", win * 100.0),
        (None, None) => String::new(),
    }
}
