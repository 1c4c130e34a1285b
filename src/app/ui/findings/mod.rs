//! The findings pane: problems found in the log, each with the line in question.

pub(crate) mod badge;

use super::icons::{self, Icon};
use super::plain::{plain_text, window_hint};
use super::{ViewContext, color, widgets};
use crate::open_game::{Navigation, OpenGame};
use crate::state::{Action, CopyTarget, FileAction};
use egui::{Align, Button, Label, Layout, Link, Response, RichText, ScrollArea, Sense, Ui};
use egui::{UiBuilder, WidgetInfo};
use kifu_core::findings::{Finding, Severity};
use kifu_core::scene::Role;

/// The maximum number of findings shown. A completely broken log has thousands, of which the first
/// ones matter.
const MAX_SHOWN: usize = 200;

/// The severities, the worst first.
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

/// The user's choices in the pane, kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct FindingsView {
    /// The finding that is explained, by its tab and index.
    explained: Option<(u64, usize)>,
    /// Whether the explanation was opened in this frame, so that it is to be scrolled into sight.
    is_fresh: bool,
    /// The severities that are not shown, in the order of [`SEVERITIES`].
    is_hidden: [bool; 3],
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(tab) = cx.tab() else {
        widgets::no_game_message(ui);
        return;
    };
    if tab.findings.is_empty() {
        widgets::empty_message(ui, "No problems found in this log.");
        return;
    }
    severity_buttons(ui, cx, badge::counts(&tab.findings));
    let here = tab.open_game.as_ref().map(OpenGame::ply);
    let is_hidden = cx.view_state.cache.findings.is_hidden;
    let is_shown = |finding: &&Finding| !is_hidden[severity_index(finding.severity())];
    let area = ScrollArea::vertical().auto_shrink(false);
    area.id_salt(("findings", tab.id)).show(ui, |ui| {
        let findings = tab.findings.iter().enumerate();
        let mut shown = findings.filter(|(_, finding)| is_shown(finding));
        for (nth, finding) in shown.by_ref().take(MAX_SHOWN) {
            let is_here = finding.ply.is_some() && finding.ply == here;
            if finding_row(ui, cx, (tab.id, nth), finding, is_here).clicked()
                && let Some(ply) = finding.ply
            {
                cx.dispatch(Action::Navigate(Navigation::Ply(ply)));
            }
        }
        let more = shown.count();
        if more > 0 {
            ui.label(widgets::muted_text(ui, format!("+ {more} more")));
        }
    });
}

/// Returns the index of a severity in [`SEVERITIES`].
const fn severity_index(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 2,
    }
}

/// Returns a number of findings of a severity in words: `2 errors`.
fn count_text(severity: Severity, count: usize) -> String {
    let (one, many) = match severity {
        Severity::Error => ("error", "errors"),
        Severity::Warning => ("warning", "warnings"),
        Severity::Note => ("note", "notes"),
    };
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns the icon and the colour of a severity.
pub(super) fn severity_icon(ui: &Ui, severity: Severity) -> (Icon, egui::Color32) {
    let (icon, role) = match severity {
        Severity::Error => (Icon::Error, Role::Bad),
        Severity::Warning => (Icon::Warning, Role::Bad),
        Severity::Note => (Icon::Info, Role::Muted),
    };
    (icon, color(ui, role))
}

/// Shows a button for each severity that occurs, which hides and shows its findings.
fn severity_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, counts: [usize; 3]) {
    // With a single severity there is nothing to filter.
    if counts.iter().filter(|count| **count > 0).count() < 2 {
        cx.view_state.cache.findings.is_hidden = [false; 3];
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (at, severity) in SEVERITIES.into_iter().enumerate() {
            if counts[at] == 0 {
                continue;
            }
            let is_hidden = &mut cx.view_state.cache.findings.is_hidden[at];
            let text = count_text(severity, counts[at]);
            let (icon, ink) = severity_icon(ui, severity);
            let button = Button::selectable(!*is_hidden, format!("      {text}"));
            let response = ui.add(button.frame_when_inactive(true));
            let center = response.rect.left_center() + egui::vec2(13.0, 0.0);
            let sign = egui::Rect::from_center_size(center, egui::vec2(13.0, 13.0));
            icons::paint(ui.painter(), sign, icon, ink);
            response.widget_info(|| {
                WidgetInfo::selected(egui::Role::CheckBox, true, !*is_hidden, &text)
            });
            if response.clicked() {
                *is_hidden = !*is_hidden;
            }
        }
    });
}

fn finding_row(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    id: (u64, usize),
    finding: &Finding,
    is_here: bool,
) -> Response {
    let can_go = finding.ply.is_some();
    let sense = if can_go {
        Sense::click()
    } else {
        Sense::hover()
    };
    let builder = UiBuilder::new().id_salt(("finding", id)).sense(sense);
    let response = ui
        .scope_builder(builder, |ui| {
            let response = ui.response();
            let fill = if is_here {
                ui.visuals().selection.bg_fill.gamma_multiply(0.5)
            } else if (response.hovered() || response.has_focus()) && can_go {
                ui.visuals().widgets.hovered.weak_bg_fill
            } else {
                egui::Color32::TRANSPARENT
            };
            let frame = egui::Frame::NONE.inner_margin(4.0).corner_radius(3.0);
            frame
                .fill(fill)
                .show(ui, |ui| row_contents(ui, cx, id, finding));
        })
        .response;
    let kind = finding.code.kind();
    response.widget_info(|| {
        let message = plain_text(&finding.message);
        let label = format!("{} {}: {message}", kind.severity, finding.code);
        WidgetInfo::labeled(egui::Role::ListBoxOption, can_go, label)
    });
    response
}

fn row_contents(ui: &mut Ui, cx: &mut ViewContext<'_>, id: (u64, usize), finding: &Finding) {
    ui.set_width(ui.available_width());
    let (icon, ink) = severity_icon(ui, finding.severity());
    ui.horizontal_top(|ui| {
        icons::inline_icon(ui, icon, ink, &finding.severity().to_string());
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            unselectable_label(ui, RichText::new(plain_text(&finding.message)));
            if let Some(location) = &finding.location {
                badge::show(ui, location, ink);
            }
            if let Some(hint) = finding.hint.as_deref().and_then(window_hint) {
                let hint = widgets::muted_text(ui, hint);
                unselectable_label(ui, hint);
            }
            reference_line(ui, cx, id, finding);
            if cx.view_state.cache.findings.explained == Some(id) {
                let is_fresh = std::mem::take(&mut cx.view_state.cache.findings.is_fresh);
                explanation(ui, finding, is_fresh);
            }
        });
    });
}

/// Shows the place of a finding, with links that explain and copy it.
fn reference_line(ui: &mut Ui, cx: &mut ViewContext<'_>, id: (u64, usize), finding: &Finding) {
    let mut reference = String::new();
    if let Some(ply) = finding.ply {
        reference.push_str(&format!("ply {ply} · "));
    }
    if let Some(at) = &finding.location {
        reference.push_str(&format!("line {}:{} · ", at.line, at.column));
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let code = finding.code.to_string();
        let text = widgets::small_muted_text(ui, reference);
        unselectable_label(ui, text);
        let name = format!("Explain {code}");
        if small_link(ui, &name, &name).clicked() {
            let view = &mut cx.view_state.cache.findings;
            view.explained = (view.explained != Some(id)).then_some(id);
            view.is_fresh = view.explained.is_some();
        }
        ui.add_space(12.0);
        let name = format!("Copy {code}");
        if small_link(ui, "Copy", &name).clicked() {
            cx.dispatch(Action::File(FileAction::Copy(CopyTarget::Finding(id.1))));
        }
    });
}

fn small_link(ui: &mut Ui, text: &str, name: &str) -> Response {
    let link = Link::new(RichText::new(text).font(widgets::small_font(ui)));
    let response = ui.add(link);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Link, true, name));
    response
}

/// Shows the meaning of this kind of finding, as `kifu explain` does.
fn explanation(ui: &mut Ui, finding: &Finding, is_fresh: bool) {
    let kind = finding.code.kind();
    let fill = ui.visuals().faint_bg_color;
    let frame = egui::Frame::NONE.inner_margin(6.0).corner_radius(3.0);
    let shown = frame.fill(fill).show(ui, |ui| {
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            ui.label(RichText::new(format!("{}: {}", finding.code, kind.title)).strong());
            ui.label(plain_text(kind.explanation));
        });
    });
    if is_fresh {
        shown.response.scroll_to_me(None);
    }
}

/// Shows a text that leaves clicks to its row.
fn unselectable_label(ui: &mut Ui, text: RichText) {
    ui.add(Label::new(text).wrap().selectable(false));
}
