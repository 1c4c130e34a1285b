//! The tab bar: a tab for each open game, and a menu of all of them.

use super::{ViewContext, color, widgets};
use crate::open_game::OpenGame;
use crate::state::{Action, Tab, TabAction, command_name};
use egui::scroll_area::ScrollBarVisibility;
use egui::{Align, Button, Layout, RichText, ScrollArea, Ui};
use kifu_core::scene::Role;

/// The maximum width of a tab's title, in points.
const MAX_TITLE_WIDTH: f32 = 230.0;

/// Shows the tabs of the open games.
pub(crate) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
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
                            let titles = cx.state.tab_titles();
                            for (at, title) in titles.iter().enumerate() {
                                tab_title(ui, cx, at, title);
                            }
                        });
                    });
            });
        });
    });
}

/// Shows a menu of all open games, for those that are scrolled out of sight.
fn all_tabs_menu(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let name = "All open games";
    let menu = ui.menu_button("⏷", |ui| {
        // The menu of very many games scrolls.
        let max_height = ui.ctx().content_rect().height() * 0.7;
        ScrollArea::vertical()
            .max_height(max_height)
            .show(ui, |ui| {
                for (at, title) in cx.state.tab_titles().iter().enumerate() {
                    let title = full_title(&cx.state.tabs[at], title);
                    let button = Button::new(title)
                        .selected(at == cx.state.active_tab)
                        .wrap_mode(egui::TextWrapMode::Extend);
                    if ui.add(button).clicked() {
                        cx.actions.push(Action::Tab(TabAction::SelectTab(at)));
                    }
                }
            });
    });
    let button = menu.response;
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    button.on_hover_text(name);
}

/// Returns the title of a tab, with a sign for unsaved changes.
fn full_title(tab: &Tab, title: &str) -> String {
    if tab.open_game.as_ref().is_some_and(OpenGame::is_changed) {
        // A long title is cut off at its end.
        format!("* {title}")
    } else {
        title.to_owned()
    }
}

fn tab_title(ui: &mut Ui, cx: &mut ViewContext<'_>, at: usize, own_title: &str) {
    let tab = &cx.state.tabs[at];
    let is_active = at == cx.state.active_tab;
    let is_changed = tab.open_game.as_ref().is_some_and(OpenGame::is_changed);
    let mut title = RichText::new(full_title(tab, own_title));
    if tab.is_preview && !is_changed {
        title = title.italics();
    }
    let badge = tab.exercise.as_ref().map(|_| {
        let badge = RichText::new("practising").font(widgets::small_font(ui));
        badge.color(color(ui, Role::Good))
    });
    let label = ui
        .scope(|ui| {
            ui.set_max_width(MAX_TITLE_WIDTH);
            let button = match badge {
                Some(badge) => Button::selectable(is_active, (title, badge)),
                None => Button::selectable(is_active, title),
            };
            ui.add(button.truncate())
        })
        .inner;
    let label = match &tab.source {
        Some(source) => {
            let (file, index) = (&source.address.origin, source.address.index_in_file);
            label.on_hover_text(format!("{} #{}", file.display_name, index + 1))
        }
        None => label,
    };
    if label.clicked() {
        cx.actions.push(Action::Tab(TabAction::SelectTab(at)));
    }
    if label.double_clicked() {
        cx.actions.push(Action::Tab(TabAction::KeepTab(at)));
    }
    // The shown tab is scrolled into sight when it is another, and when the tabs have moved: others
    // were opened or closed, or the window has become narrower.
    let place = (tab.id, cx.state.tabs.len(), ui.clip_rect().width());
    if is_active && cx.view_state.scrolled_to_tab != Some(place) {
        cx.view_state.scrolled_to_tab = Some(place);
        label.scroll_to_me(None);
    }
    let close = ui.add(Button::new(RichText::new("×").weak()).frame(false));
    let name = format!("{} {own_title}", command_name("close"));
    close.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    if close.clicked() || label.middle_clicked() {
        cx.actions.push(Action::Tab(TabAction::CloseTabAt(at)));
    }
    ui.add_space(4.0);
}
