//! Widgets and helpers shared by several panes.

use super::menu_keys::shortcut_from_key;
use super::{ViewContext, color};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, Event, FontId, Galley, InputState, Key, Modifiers, Rect, RichText, Stroke,
    TextStyle, Ui,
};
use kifu_core::scene::{PlayerBadge, Role};
use std::sync::Arc;

/// The message where no game is open.
pub(super) const NO_GAME: &str = "Open a game from the library, drop files here, or paste moves.";

/// Runs commands by their keys while a list, in which nothing can be typed, has the focus.
pub(super) fn handle_command_keys(ui: &Ui, cx: &mut ViewContext<'_>) {
    let keys = &cx.state.key_bindings;
    let wanted = ui.input_mut(|input| {
        take_keys(input, |key, modifiers| {
            let command = keys.command_for(&shortcut_from_key(key, modifiers))?;
            Some((command.action)())
        })
    });
    for action in wanted {
        cx.dispatch(action);
    }
}

/// Removes the pressed keys to which `meaning` assigns a value, and returns the values in order.
pub(super) fn take_keys<T>(
    input: &mut InputState,
    meaning: impl Fn(Key, Modifiers) -> Option<T>,
) -> Vec<T> {
    let mut taken = Vec::new();
    input.events.retain(|event| {
        let Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } = event
        else {
            return true;
        };
        let value = meaning(*key, *modifiers);
        let stays = value.is_none();
        taken.extend(value);
        stays
    });
    taken
}

/// Shows a message in the middle of an empty pane.
pub(super) fn empty_message(ui: &mut Ui, text: &str) {
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.3).min(60.0));
        ui.label(RichText::new(text).color(color(ui, Role::Muted)));
    });
}

/// Shows that no game is open.
pub(super) fn no_game_message(ui: &mut Ui) {
    empty_message(ui, NO_GAME);
}

/// Returns a text in the muted colour.
pub(super) fn muted_text(ui: &Ui, text: impl Into<String>) -> RichText {
    RichText::new(text).color(color(ui, Role::Muted))
}

/// Returns a small text in the muted colour.
pub(super) fn small_muted_text(ui: &Ui, text: impl Into<String>) -> RichText {
    muted_text(ui, text).font(small_font(ui))
}

/// Formats a large number in short form: `12.3 k`.
pub(super) fn format_count(number: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a few digits are shown")]
    let in_units = |unit: u64, name: &str| format!("{:.1} {name}", number as f64 / unit as f64);
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => in_units(1000, "k"),
        1_000_000..1_000_000_000 => in_units(1_000_000, "M"),
        _ => in_units(1_000_000_000, "G"),
    }
}

/// Shows a heading inside a pane.
pub(super) fn heading(ui: &mut Ui, text: &str) {
    ui.label(small_muted_text(ui, text).strong());
}

/// Returns the font of text in panes.
pub(super) fn body_font(ui: &Ui) -> FontId {
    TextStyle::Body.resolve(ui.style())
}

/// Returns the font of small text, which is still easy to read.
pub(super) fn small_font(ui: &Ui) -> FontId {
    let size = TextStyle::Body.resolve(ui.style()).size;
    FontId::proportional((size * 0.84).round())
}

/// Lays out a text on one line, cut with an ellipsis if it is wider than `width` points.
pub(super) fn elided_galley(
    ui: &Ui,
    text: &str,
    font: FontId,
    color: Color32,
    width: f32,
) -> Arc<Galley> {
    elided_text(ui, text, TextFormat::simple(font, color), width)
}

/// Lays out a text of this format on one line, cut with an ellipsis if it is wider than `width`
/// points.
pub(super) fn elided_text(ui: &Ui, text: &str, format: TextFormat, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(one_line(text), format);
    job.wrap.max_width = width.max(1.0);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    ui.painter().layout_job(job)
}

/// Replaces control characters by spaces and limits the length of a text.
pub fn one_line(text: &str) -> String {
    let end = text
        .char_indices()
        .nth(400)
        .map_or(text.len(), |(at, _)| at);
    text[..end]
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// Paints the badge that identifies a player on the board.
pub(super) fn paint_badge(ui: &Ui, rect: Rect, badge: &PlayerBadge) {
    let (center, radius) = (rect.center(), rect.width().min(rect.height()) / 2.0);
    let edge = match badge.role {
        Role::Stone(tone) => color(ui, Role::Edge(tone)),
        _ => Color32::TRANSPARENT,
    };
    let fill = color(ui, badge.role);
    ui.painter()
        .circle(center, radius - 0.5, fill, Stroke::new(1.0, edge));
    let font = FontId::proportional(radius * 1.25);
    let on = color(ui, badge.role.on());
    ui.painter()
        .text(center, Align2::CENTER_CENTER, &badge.text, font, on);
}

/// Formats milliseconds for display: `0.32 s`, `12.3 s`, `2:05`.
pub fn format_time_ms(ms: u64) -> String {
    // Times are far below the integers that a float cannot represent.
    #[expect(clippy::cast_precision_loss, reason = "see above")]
    let seconds = ms as f64 / 1000.0;
    match ms {
        0..10_000 => format!("{seconds:.2} s"),
        10_000..100_000 => format!("{seconds:.1} s"),
        _ => format!("{}:{:02}", ms / 60_000, ms / 1000 % 60),
    }
}

/// Tells how many items a list of limited length leaves out.
pub(crate) fn note_omitted(ui: &mut Ui, count: usize, max_count: usize) {
    if count > max_count {
        let text = format!("and {} more", count - max_count);
        ui.label(small_muted_text(ui, text));
    }
}
