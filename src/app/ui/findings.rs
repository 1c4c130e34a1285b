//! The findings pane: problems found in the log.

use super::icons::{self, Icon};
use super::plain::{plain_text, window_hint};
use super::{ViewContext, color, widgets};
use crate::app::open_game::Navigation;
use crate::app::state::Action;
use crate::findings::{Finding, Severity};
use crate::scene::Role;
use egui::{Label, Response, RichText, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo};

/// The maximum number of findings shown. A completely broken log has thousands, of which the first
/// ones matter.
const MAX_SHOWN: usize = 200;

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let words = &cx.texts().strings;
    let Some(tab) = cx.tab() else {
        widgets::empty_message(ui, words.no_game);
        return;
    };
    if tab.findings.is_empty() {
        widgets::empty_message(ui, words.no_findings);
        return;
    }
    let here = tab
        .open_game
        .as_ref()
        .map(crate::app::open_game::OpenGame::ply);
    let area = ScrollArea::vertical().auto_shrink(false);
    area.id_salt(("findings", tab.id)).show(ui, |ui| {
        for (nth, finding) in tab.findings.iter().take(MAX_SHOWN).enumerate() {
            let shown = finding.ply.is_some() && finding.ply == here;
            if finding_row(ui, cx, nth, finding, shown).clicked()
                && let Some(ply) = finding.ply
            {
                cx.dispatch(Action::Navigate(Navigation::Ply(ply)));
            }
        }
        let more = tab.findings.len().saturating_sub(MAX_SHOWN);
        if more > 0 {
            ui.label(widgets::muted_text(ui, format!("+ {more} {}", words.more)));
        }
    });
}

/// Returns the icon and the colour of a severity.
fn severity_icon(ui: &Ui, severity: Severity) -> (Icon, egui::Color32) {
    match severity {
        Severity::Error => (Icon::Error, color(ui, Role::Bad)),
        Severity::Warning => (Icon::Warning, color(ui, Role::Bad)),
        Severity::Note => (Icon::Info, color(ui, Role::Muted)),
    }
}

fn finding_row(
    ui: &mut Ui,
    cx: &ViewContext<'_>,
    nth: usize,
    finding: &Finding,
    shown: bool,
) -> Response {
    let can_go = finding.ply.is_some();
    let sense = if can_go {
        Sense::click()
    } else {
        Sense::hover()
    };
    let builder = UiBuilder::new().id_salt(("finding", nth)).sense(sense);
    let response = ui
        .scope_builder(builder, |ui| {
            let response = ui.response();
            let fill = if shown {
                ui.visuals().selection.bg_fill
            } else if (response.hovered() || response.has_focus()) && can_go {
                ui.visuals().widgets.hovered.weak_bg_fill
            } else {
                egui::Color32::TRANSPARENT
            };
            let frame = egui::Frame::NONE.inner_margin(4.0).corner_radius(3.0);
            frame
                .fill(fill)
                .show(ui, |ui| row_contents(ui, cx, finding));
        })
        .response;
    let kind = finding.code.kind();
    response.widget_info(|| {
        let message = plain_text(&finding.message);
        let label = format!("{} {}: {message}", kind.severity, finding.code);
        WidgetInfo::labeled(egui::Role::ListBoxOption, can_go, label)
    });
    response.on_hover_ui(|ui| {
        ui.set_max_width(420.0);
        ui.strong(format!("{}: {}", finding.code, kind.title));
        ui.label(plain_text(kind.explanation));
        if let Some(location) = &finding.location {
            ui.label(RichText::new(location.excerpt.trim_end()).monospace());
        }
    })
}

fn row_contents(ui: &mut Ui, cx: &ViewContext<'_>, finding: &Finding) {
    ui.set_width(ui.available_width());
    let words = &cx.texts().strings;
    ui.horizontal_top(|ui| {
        let (icon, ink) = severity_icon(ui, finding.severity());
        icons::inline_icon(ui, icon, ink, &finding.severity().to_string());
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            unselectable_label(ui, RichText::new(plain_text(&finding.message)));
            if let Some(hint) = finding.hint.as_deref().and_then(window_hint) {
                let hint = widgets::muted_text(ui, hint);
                unselectable_label(ui, hint);
            }
            let mut reference = finding.code.to_string();
            if let Some(ply) = finding.ply {
                reference.push_str(&format!(" · {} {ply}", words.ply));
            }
            if let Some(at) = &finding.location {
                reference.push_str(&format!(" · {} {}:{}", words.line, at.line, at.column));
            }
            let reference = widgets::small_muted_text(ui, reference);
            unselectable_label(ui, reference);
        });
    });
}

/// Shows a text that leaves clicks to its row.
fn unselectable_label(ui: &mut Ui, text: RichText) {
    ui.add(Label::new(text).wrap().selectable(false));
}
