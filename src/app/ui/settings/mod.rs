//! The settings, in a dialog: each change applies at once.

mod pages;

use super::dialog_buttons::{DialogAnswer, DialogButtons};
use super::{ViewContext, color};
use crate::state::{Action, SettingsAction};
use egui::{Align, Layout, RichText, ScrollArea, Stroke, Ui, vec2};
use kifu_core::scene::Role;

/// The width of the settings, in points.
const WIDTH: f32 = 620.0;
/// The width of the list of pages, in points.
const PAGES_WIDTH: f32 = 150.0;

/// A page of the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsPage {
    /// Theme, zoom, and animations.
    #[default]
    Appearance,
    /// The board and playback.
    Board,
    /// The engine.
    Engine,
    /// Reviews.
    Review,
    /// The keys of the commands.
    Keys,
    /// Recent files.
    Files,
}

impl SettingsPage {
    const ALL: [Self; 6] = [
        Self::Appearance,
        Self::Board,
        Self::Engine,
        Self::Review,
        Self::Keys,
        Self::Files,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Appearance => "Appearance",
            Self::Board => "Board and playback",
            Self::Engine => "Engine",
            Self::Review => "Review",
            Self::Keys => "Keys",
            Self::Files => "Files",
        }
    }
}

/// The state of the settings that belongs to the view alone.
#[derive(Debug, Default)]
pub struct SettingsView {
    /// The page that is shown.
    pub page: SettingsPage,
    /// Whether the question is shown whether to restore the defaults.
    pub confirms_reset: bool,
}

/// Shows the settings.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let room = ui.ctx().content_rect();
    let width = (room.width() - 48.0).min(WIDTH);
    ui.set_width(width);
    ui.label(RichText::new("Settings").strong().size(15.0));
    let height = (room.height() - 190.0).clamp(150.0, 380.0);
    ui.allocate_ui_with_layout(
        vec2(width, height),
        Layout::left_to_right(Align::Min),
        |ui| {
            ui.set_min_size(vec2(width, height));
            ui.allocate_ui_with_layout(
                vec2(PAGES_WIDTH, height),
                Layout::top_down_justified(Align::Min),
                |ui| page_list(ui, cx),
            );
            ui.separator();
            ui.allocate_ui_with_layout(
                vec2(ui.available_width(), height),
                Layout::top_down(Align::Min),
                |ui| page(ui, cx, height),
            );
        },
    );
    buttons(ui, cx);
}

fn page_list(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.spacing_mut().button_padding.y = 4.0;
    for page in SettingsPage::ALL {
        let is_shown = page == cx.view_state.settings.page;
        if ui.selectable_label(is_shown, page.name()).clicked() {
            cx.view_state.settings.page = page;
            cx.view_state.settings.confirms_reset = false;
            cx.view_state.key_capture = None;
            // What was drawn before still shows the other page.
            ui.ctx().request_repaint();
        }
    }
}

fn page(ui: &mut Ui, cx: &mut ViewContext<'_>, height: f32) {
    if cx.view_state.settings.page == SettingsPage::Keys {
        let field = ui.spacing().interact_size.y + 12.0;
        // Enter closes the settings; a command is run from the help.
        super::help::command_list(ui, cx, height - field, false);
        return;
    }
    // Boxes that are not checked are seen as well.
    let edge = Stroke::new(1.0, color(ui, Role::Muted));
    ui.visuals_mut().widgets.inactive.bg_stroke = edge;
    let area = ScrollArea::vertical().auto_shrink(false).max_height(height);
    area.id_salt(cx.view_state.settings.page as u8)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            let mut preferences = cx.state.preferences.clone();
            match cx.view_state.settings.page {
                SettingsPage::Appearance => pages::appearance(ui, &mut preferences),
                SettingsPage::Board => pages::board(ui, &mut preferences),
                SettingsPage::Engine => {
                    pages::engine(ui, &mut preferences, cx.state.is_in_browser);
                }
                SettingsPage::Review => pages::review(ui, &mut preferences),
                SettingsPage::Files => pages::files(ui, cx),
                SettingsPage::Keys => {}
            }
            if preferences != cx.state.preferences {
                cx.dispatch(Action::Settings(SettingsAction::SetPreferences(Box::new(
                    preferences,
                ))));
            }
        });
}

/// Shows the buttons, or the question whether to restore the defaults.
fn buttons(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let is_keys = cx.view_state.settings.page == SettingsPage::Keys;
    if !cx.view_state.settings.confirms_reset {
        let buttons = DialogButtons {
            primary: "Done",
            others: &["Restore defaults…"],
            ..DialogButtons::default()
        };
        match buttons.show(ui) {
            Some(DialogAnswer::Other(_)) => {
                cx.view_state.settings.confirms_reset = true;
                ui.ctx().request_repaint();
            }
            Some(_) => cx.dispatch(Action::CloseDialog),
            None => {}
        }
        return;
    }
    ui.label(if is_keys {
        "Restore the default keys of all commands?"
    } else {
        "Restore the defaults of all settings?"
    });
    let buttons = DialogButtons {
        primary: "Restore defaults",
        cancel: Some("Cancel"),
        ..DialogButtons::default()
    };
    let Some(answer) = buttons.show(ui) else {
        return;
    };
    cx.view_state.settings.confirms_reset = false;
    ui.ctx().request_repaint();
    if answer == DialogAnswer::Primary {
        cx.dispatch(if is_keys {
            Action::Settings(SettingsAction::ResetKeys)
        } else {
            Action::Settings(SettingsAction::SetPreferences(Box::default()))
        });
    }
}
