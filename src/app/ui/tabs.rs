//! The tab bar: a tab for each open game, and a menu of all of them.

use super::ViewContext;
use crate::app::open_game::OpenGame;
use crate::app::state::{Action, Tab};
use egui::scroll_area::ScrollBarVisibility;
use egui::{Align, Button, Layout, RichText, ScrollArea, Ui};

/// The maximum width of a tab's title, in points.
const MAX_TITLE_WIDTH: f32 = 200.0;

/// Shows the tabs of the open games.
pub(in crate::app) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    if cx.state.tabs.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            all_tabs_menu(ui, cx);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                // Every direction of the wheel moves along the tabs. A scroll bar would lie on them.
                ui.style_mut().always_scroll_the_only_direction = true;
                ScrollArea::horizontal()
                    .id_salt("tabs")
                    .scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden)
                    .auto_shrink([false, true])
                    .show(ui, |ui| {
                        ui.horizontal(|ui| {
                            for (at, tab) in cx.state.tabs.iter().enumerate() {
                                tab_title(ui, cx, at, tab);
                            }
                        });
                    });
            });
        });
    });
}

/// Shows a menu of all open games, for those that are scrolled out of sight.
fn all_tabs_menu(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let name = cx.texts().strings.all_tabs;
    let menu = ui.menu_button("⏷", |ui| {
        for (at, tab) in cx.state.tabs.iter().enumerate() {
            let button = Button::new(full_title(tab)).selected(at == cx.state.active_tab);
            if ui.add(button).clicked() {
                cx.actions.push(Action::SelectTab(at));
            }
        }
    });
    let button = menu.response;
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    button.on_hover_text(name);
}

/// Returns the title of a tab, with a sign for unsaved changes.
fn full_title(tab: &Tab) -> String {
    if tab.open_game.as_ref().is_some_and(OpenGame::is_changed) {
        format!("{} *", tab.title)
    } else {
        tab.title.clone()
    }
}

fn tab_title(ui: &mut Ui, cx: &mut ViewContext<'_>, at: usize, tab: &Tab) {
    let is_active = at == cx.state.active_tab;
    let is_changed = tab.open_game.as_ref().is_some_and(OpenGame::is_changed);
    let mut title = RichText::new(full_title(tab));
    if tab.is_preview && !is_changed {
        title = title.italics();
    }
    let label = ui
        .scope(|ui| {
            ui.set_max_width(MAX_TITLE_WIDTH);
            ui.add(Button::selectable(is_active, title).truncate())
        })
        .inner;
    let label = match &tab.source {
        Some(source) => label.on_hover_text(&source.address.origin.display_name),
        None => label,
    };
    if label.clicked() {
        cx.actions.push(Action::SelectTab(at));
    }
    if label.double_clicked() {
        cx.actions.push(Action::KeepTab(at));
    }
    if is_active && cx.view_state.scrolled_to_tab != Some(tab.id) {
        cx.view_state.scrolled_to_tab = Some(tab.id);
        label.scroll_to_me(None);
    }
    let close = ui.add(Button::new(RichText::new("×").weak()).frame(false));
    let name = format!("{} {}", cx.texts().command("close"), tab.title);
    close.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    if close.clicked() || label.middle_clicked() {
        cx.actions.push(Action::CloseTabAt(at));
    }
    ui.add_space(4.0);
}
