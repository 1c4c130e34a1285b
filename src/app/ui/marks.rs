//! The marks of the shown ply: the palette that draws them, and their list.

use super::icons::{self, Icon};
use super::{ViewContext, color, widgets};
use crate::state::{Action, EditAction, command_name, mark_color_name, mark_name};
use egui::{Button, Ui, WidgetInfo, vec2};
use kifu_core::record::{Mark, MarkColor, MarkKind};

/// The marks of the palette.
const MARK_TOOLS: [MarkKind; 6] = [
    MarkKind::Arrow,
    MarkKind::Circle,
    MarkKind::Square,
    MarkKind::Triangle,
    MarkKind::Cross,
    MarkKind::Text,
];

/// The maximum number of marks that are listed.
const MAX_LISTED_MARKS: usize = 100;

/// Returns the height of the palette, which wraps in a narrow pane.
pub(super) fn palette_height(ui: &Ui) -> f32 {
    /// The width of the palette on one line, in points.
    const WIDTH: f32 = 440.0;
    let lines = (WIDTH / ui.available_width().max(1.0)).ceil();
    lines.min(4.0) * (24.0 + ui.spacing().item_spacing.y) + 4.0
}

/// Shows the tools with which the left button draws marks.
pub(super) fn palette(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label(widgets::small_muted_text(ui, "Draw with the left button"));
        for kind in MARK_TOOLS {
            let selected = cx.state.mark_tool == Some(kind);
            let name = mark_name(kind);
            let button = Button::new("")
                .selected(selected)
                .min_size(vec2(26.0, 24.0));
            let response = ui.add(button.frame_when_inactive(true));
            response.widget_info(|| {
                WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), selected, name)
            });
            let icon = egui::Rect::from_center_size(response.rect.center(), vec2(14.0, 14.0));
            paint_mark_icon(ui, icon, kind, cx.state.mark_color);
            let tooltip = match kind {
                MarkKind::Arrow => format!("{name}: Drag, or click start and end"),
                _ => name.to_owned(),
            };
            if response.on_hover_text(tooltip).clicked() {
                cx.dispatch(Action::Edit(EditAction::ChooseMarkTool(Some(kind))));
            }
        }
        ui.add_space(6.0);
        color_choice(ui, cx);
    });
}

/// Shows the colours of new marks.
fn color_choice(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    for choice in MarkColor::ALL {
        let is_chosen = cx.state.mark_color == choice;
        let name = mark_color_name(choice);
        let button = Button::new("")
            .selected(is_chosen)
            .min_size(vec2(24.0, 24.0));
        let response = ui.add(button.frame_when_inactive(true));
        response.widget_info(|| {
            WidgetInfo::selected(egui::Role::RadioButton, ui.is_enabled(), is_chosen, name)
        });
        let ink = color(ui, choice.role());
        let radius = if is_chosen { 7.0 } else { 5.0 };
        ui.painter()
            .circle_filled(response.rect.center(), radius, ink);
        if response
            .on_hover_text(format!(
                "{name}. Shift, Alt or both draw arrows in red, green and yellow"
            ))
            .clicked()
        {
            cx.dispatch(Action::Edit(EditAction::ChooseMarkColor(choice)));
        }
    }
}

/// Lists the marks of the shown ply.
pub(super) fn list(ui: &mut Ui, cx: &mut ViewContext<'_>, marks: &[Mark]) {
    ui.horizontal(|ui| {
        widgets::heading(ui, "Marks");
        if ui.small_button(command_name("clear-marks")).clicked() {
            cx.dispatch(Action::Edit(EditAction::ClearMarks));
        }
    });
    for (nth, mark) in marks.iter().take(MAX_LISTED_MARKS).enumerate() {
        ui.horizontal(|ui| {
            ui.push_id(nth, |ui| {
                let (kind, color) = (mark_name(mark.kind), mark.color);
                let kind = match color {
                    MarkColor::Blue => kind.to_owned(),
                    color => format!("{} {kind}", mark_color_name(color)),
                };
                mark_icon(ui, mark);
                let mut text = mark.at.clone();
                if !mark.to.is_empty() {
                    text.push_str(&format!(" – {}", mark.to));
                }
                if !mark.text.is_empty() {
                    text.push_str(&format!(" “{}”", mark.text));
                }
                ui.label(&text);
                ui.label(widgets::small_muted_text(ui, &kind));
                let label = format!("Remove: {kind} {text}");
                if icons::button(ui, Icon::Close, &label).clicked() {
                    cx.dispatch(Action::Edit(EditAction::ToggleMark(mark.clone())));
                }
            });
        });
    }
    widgets::note_omitted(ui, marks.len(), MAX_LISTED_MARKS);
}

/// Shows a small icon of a mark.
fn mark_icon(ui: &mut Ui, mark: &Mark) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
    paint_mark_icon(ui, rect, mark.kind, mark.color);
}

fn paint_mark_icon(ui: &Ui, rect: egui::Rect, kind: MarkKind, mark_color: MarkColor) {
    let stroke = egui::Stroke::new(1.6, color(ui, mark_color.role()));
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
