//! The line of a log that a finding is about, with a caret under the part in question.

use super::super::{color, widgets};
use egui::text::CCursor;
use egui::{Color32, FontId, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use kifu_core::findings::TextLocation;
use kifu_core::scene::Role;

/// The space around the excerpt, in points.
const MARGIN: f32 = 4.0;

/// Shows the excerpt of a location, with carets in this colour.
///
/// A line that is wider than the pane is moved to the left until the carets are visible.
pub(super) fn show(ui: &mut Ui, location: &TextLocation, ink: Color32) {
    if location.excerpt.is_empty() {
        return;
    }
    let font = FontId::monospace(widgets::small_font(ui).size);
    let (text, muted) = (color(ui, Role::Text), color(ui, Role::Muted));
    let painter = ui.painter().clone();
    let layout = |text: String, ink: Color32| painter.layout_no_wrap(text, font.clone(), ink);
    let number = layout(format!("{} |", location.line), muted);
    let line = layout(location.excerpt.clone(), text);
    let chars = |bytes: usize| location.excerpt[..bytes].chars().count();
    let x_of = |bytes: usize| line.pos_from_cursor(CCursor::new(chars(bytes))).left();
    let (start, end) = (x_of(location.highlight.start), x_of(location.highlight.end));
    let char_width = layout("^".to_owned(), ink).size().x;
    // A wide character takes the room of two carets.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few hundred at most"
    )]
    let num_carets = (((end - start) / char_width).round() as usize).max(1);
    let carets = layout("^".repeat(num_carets), ink);

    let height = line.size().y + carets.size().y * 0.75 + 2.0 * MARGIN;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    response.widget_info(|| {
        let label = format!("{} | {}", location.line, location.excerpt);
        WidgetInfo::labeled(egui::Role::Label, true, label)
    });
    painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let top_left = rect.left_top() + vec2(MARGIN, MARGIN);
    let gutter = number.size().x + char_width;
    let area = Rect::from_min_max(pos2(top_left.x + gutter, rect.top()), rect.right_bottom());
    painter.galley(top_left, number, muted);
    let overhang = (start + carets.size().x + 2.0 * char_width - area.width()).max(0.0);
    let left = area.left() - overhang.min(start);
    let clipped = painter.with_clip_rect(area.intersect(painter.clip_rect()));
    let below = top_left.y + line.size().y - carets.size().y * 0.15;
    clipped.galley(pos2(left, top_left.y), line, text);
    clipped.galley(pos2(left + start, below), carets, ink);
}
