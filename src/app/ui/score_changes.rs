//! The changes pane: points and structures that the shown move gained or lost.

use super::icons::{self, Icon};
use super::{ViewContext, color, widgets};
use egui::{Label, RichText, ScrollArea, Ui, vec2};
use kifu_core::contract::{Player, ScoreChange};
use kifu_core::scene::Role;

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let (Some(open_game), Some(sides)) = (cx.state.open_game(), cx.player_display()) else {
        widgets::no_game_message(ui);
        return;
    };
    if open_game.is_at_failure() {
        widgets::empty_message(ui, "The failure changed nothing.");
        return;
    }
    let state = open_game.state();
    // Hidden information stays hidden, and descriptions of events could reveal it.
    let is_open = sides.is_hidden == [false; 2];
    if let Some(event) = state.move_event().filter(|_| is_open) {
        ui.horizontal(|ui| {
            let ink = color(ui, Role::LastMove);
            icons::inline_icon(ui, Icon::Event, ink, event.kind);
            ui.add(Label::new(RichText::new(&event.description).strong()).wrap());
        });
        ui.add_space(2.0);
    }
    let mut changes = state.score_changes();
    changes.retain(|change| !sides.is_hidden[change.player.index()]);
    if changes.is_empty() {
        ui.label(widgets::muted_text(ui, "No change in score."));
        return;
    }
    let id = cx.tab().map(|tab| tab.id);
    let area = ScrollArea::vertical()
        .auto_shrink(false)
        .id_salt(("changes", id));
    area.show(ui, |ui| {
        for player in Player::ALL {
            let of: Vec<&ScoreChange> = changes.iter().filter(|c| c.player == player).collect();
            if !of.is_empty() {
                let name = open_game.game().sides()[player.index()];
                let [first, second] = &sides.badges;
                let badge = if player == Player::First {
                    first
                } else {
                    second
                };
                player_header(ui, name, badge, &of);
                for change in of {
                    change_row(ui, change);
                }
                ui.add_space(6.0);
            }
        }
    });
}

/// Returns the points of a change with their sign.
fn signed_points(change: &ScoreChange) -> i32 {
    if change.gained {
        change.points
    } else {
        -change.points
    }
}

fn format_signed(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        more if more > 0 => format!("+{more}"),
        less => format!("−{}", less.unsigned_abs()),
    }
}

fn player_header(
    ui: &mut Ui,
    name: &str,
    badge: &kifu_core::scene::PlayerBadge,
    of: &[&ScoreChange],
) {
    let sum: i32 = of.iter().map(|change| signed_points(change)).sum();
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
        widgets::paint_badge(ui, rect, badge);
        ui.strong(name);
        right_aligned(ui, RichText::new(format_signed(sum)).strong());
    });
}

fn change_row(ui: &mut Ui, change: &ScoreChange) {
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        let (icon, role, name) = if change.gained {
            (Icon::Plus, Role::Good, "made")
        } else {
            (Icon::Minus, Role::Text, "broken")
        };
        icons::inline_icon(ui, icon, color(ui, role), name);
        ui.label(&change.description);
        ui.label(widgets::small_muted_text(ui, name));
        if change.points != 0 {
            right_aligned(ui, RichText::new(format_signed(signed_points(change))));
        }
    });
}

fn right_aligned(ui: &mut Ui, text: RichText) {
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.with_layout(layout, |ui| ui.label(text.monospace()));
}
