//! The page that is shown while no game is open.

use super::icons::{self, Icon};
use super::{ViewContext, widgets};
use crate::bundled::BUNDLED_RECORDS;
use crate::state::command::is_offered;
use crate::state::{Action, Dialog, Effect, command_name};
use egui::{Align, Button, Layout, RichText, ScrollArea, Ui, vec2};
use kifu_core::games::CATALOGUE;

/// The width of the page, in points.
const WIDTH: f32 = 460.0;
/// The maximum number of recent files on the page.
const MAX_RECENT: usize = 6;
/// The part of a row that the name of a recent file takes at most.
const MAX_NAME_SHARE: f32 = 0.72;

/// Shows the page: what can be opened, recent files and examples.
pub(crate) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let width = (ui.available_width() - 24.0).min(WIDTH);
        let left = (ui.available_width() - width) / 2.0;
        ui.add_space((ui.available_height() * 0.15).min(220.0));
        ui.horizontal(|ui| {
            ui.add_space(left);
            let layout = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(vec2(width, 0.0), layout, |ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = 6.0;
                contents(ui, cx);
            });
        });
    });
}

fn contents(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.label(RichText::new("kifu").strong().size(28.0));
    ui.label(widgets::muted_text(
        ui,
        "Validates, converts, replays and reviews games of five programming contests.",
    ));
    ui.add_space(10.0);
    commands(ui, cx);
    ui.label(widgets::small_muted_text(
        ui,
        "or drop files and folders here",
    ));
    if !cx.state.recent_files.is_empty() {
        ui.add_space(10.0);
        widgets::heading(ui, "Recent");
        recent_list(ui, cx, MAX_RECENT);
    }
    ui.add_space(10.0);
    widgets::heading(ui, "Examples");
    ui.horizontal_wrapped(|ui| {
        for (file, name) in examples() {
            if ui.button(name).clicked() {
                cx.dispatch(Action::Outside(Effect::OpenExample(file)));
            }
        }
    });
    ui.add_space(12.0);
}

/// Shows what opens a game, in two columns.
fn commands(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let entries = [
        [
            ("open", Action::Outside(Effect::AskOpen { folder: false })),
            (
                "open-folder",
                Action::Outside(Effect::AskOpen { folder: true }),
            ),
        ],
        [
            ("paste", Action::Outside(Effect::RequestPaste)),
            ("new", Action::OpenDialog(Dialog::NewGame)),
        ],
    ];
    let gap = ui.spacing().item_spacing.x;
    let size = vec2((ui.available_width() - gap) / 2.0, 34.0);
    for row in entries {
        ui.horizontal(|ui| {
            for (id, action) in row {
                if !is_offered(id, cx.state.is_in_browser) {
                    continue;
                }
                let key = super::command_key(cx.state, id).unwrap_or_default();
                let name = command_name(id);
                let button = Button::new(name)
                    .shortcut_text(RichText::new(key).weak())
                    .min_size(size);
                let button = ui.add_sized(size, button);
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
                if button.clicked() {
                    cx.dispatch(action);
                }
            }
        });
    }
}

/// Shows the recent files and folders, each with a button that removes it from the list.
pub(super) fn recent_list(ui: &mut Ui, cx: &mut ViewContext<'_>, max: usize) {
    for recent in cx.state.recent_files.iter().take(max) {
        let path = recent.path.display().to_string();
        let name = recent.path.file_name().unwrap_or(recent.path.as_os_str());
        let name = name.to_string_lossy();
        let (icon, kind) = if recent.is_folder {
            (Icon::Folder, "Folder")
        } else {
            (Icon::File, "File")
        };
        ui.horizontal(|ui| {
            icons::inline_icon(ui, icon, ui.visuals().weak_text_color(), kind);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icons::button(ui, Icon::Close, &format!("Remove from this list: {name}"))
                    .clicked()
                {
                    cx.actions.push(Action::Outside(Effect::ForgetRecent(Some(
                        recent.path.clone(),
                    ))));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    // A long name is cut off, so that the button beside it stays where it is.
                    let room = ui.available_width();
                    let link = ui.scope(|ui| {
                        ui.set_max_width(room * MAX_NAME_SHARE);
                        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                        ui.link(RichText::new(&*name))
                    });
                    if link.inner.on_hover_text(&path).clicked() {
                        cx.actions.push(Action::Outside(Effect::ScanPaths(vec![
                            recent.path.clone(),
                        ])));
                    }
                    let folder = recent
                        .path
                        .parent()
                        .map(|folder| folder.display().to_string());
                    let folder = widgets::small_muted_text(ui, folder.unwrap_or_default());
                    ui.add(egui::Label::new(folder).truncate());
                });
            });
        });
    }
}

/// Returns the bundled games: their file names, and the names that the user sees.
pub(super) fn examples() -> impl Iterator<Item = (&'static str, String)> {
    BUNDLED_RECORDS.iter().map(|(file, _)| {
        let stem = file.trim_end_matches(".ron");
        let game = CATALOGUE.iter().find(|game| stem.starts_with(game.id()));
        let name = game.map_or_else(
            || stem.to_owned(),
            |game| match stem[game.id().len()..].trim_start_matches('-') {
                "" => game.name().to_owned(),
                kind => format!("{} ({kind})", game.name()),
            },
        );
        (*file, name)
    })
}
