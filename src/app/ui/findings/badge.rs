//! The title of the findings pane, with the number of findings of each severity.

use super::super::{color, widgets};
use super::{SEVERITIES, count_text, severity_index};
use crate::ui::icons::{self, Icon};
use crate::ui::{palette_of, to_color32};
use egui::text::{CCursor, LayoutJob, TextFormat};
use egui::{Color32, FontId, Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};
use kifu_core::findings::{Finding, Severity, TextLocation};
use kifu_core::scene::Role;

/// The space for an icon before its number, in points.
const ICON_SPACE: f32 = 20.0;
/// The size of an icon, in points.
const ICON_SIZE: f32 = 12.0;

/// Returns the numbers of errors, warnings and notes.
pub fn counts(findings: &[Finding]) -> [usize; 3] {
    let mut counts = [0; 3];
    for finding in findings {
        counts[severity_index(finding.severity())] += 1;
    }
    counts
}

/// Returns the title of the pane: its name and the numbers, with space for an icon before each.
pub fn title(name: &str, counts: [usize; 3], font: FontId) -> LayoutJob {
    let format = TextFormat::simple(font, Color32::PLACEHOLDER);
    let mut job = LayoutJob::single_section(name.to_owned(), format.clone());
    for (_, count) in shown_counts(counts) {
        job.append(&count.to_string(), ICON_SPACE, format.clone());
    }
    job
}

/// Yields the severities that occur.
fn shown_counts(counts: [usize; 3]) -> impl Iterator<Item = (Severity, usize)> {
    let severities = SEVERITIES.into_iter().zip(counts);
    severities.filter(|(_, count)| *count > 0)
}

/// Paints the icons on the button of the pane, whose title begins `margin` points from its left
/// edge, and describes them for screen readers.
pub fn paint(response: &Response, (name, counts): (&str, [usize; 3]), font: FontId, margin: f32) {
    let in_words: Vec<String> = shown_counts(counts)
        .map(|(severity, count)| count_text(severity, count))
        .collect();
    if in_words.is_empty() {
        return;
    }
    let label = format!("{name}: {}", in_words.join(", "));
    let palette = palette_of(response.ctx.global_style().visuals.dark_mode);
    let galley = response
        .ctx
        .fonts_mut(|fonts| fonts.layout_job(title(name, counts, font)));
    let painter = response
        .ctx
        .layer_painter(response.layer_id)
        .with_clip_rect(response.interact_rect);
    let glyphs = galley.rows.first().map_or(&[][..], |row| &row.glyphs);
    let mut glyph_index = name.chars().count();
    for (severity, count) in shown_counts(counts) {
        let Some(number) = glyphs.get(glyph_index) else {
            break;
        };
        glyph_index += count.to_string().len();
        let (icon, role) = match severity {
            Severity::Error => (Icon::Error, Role::Bad),
            Severity::Warning => (Icon::Warning, Role::Bad),
            Severity::Note => (Icon::Info, Role::Muted),
        };
        let x = response.rect.left() + margin + number.pos.x - ICON_SIZE / 2.0 - 3.0;
        let center = pos2(x, response.rect.center().y);
        let sign = Rect::from_center_size(center, vec2(ICON_SIZE, ICON_SIZE));
        icons::paint(&painter, sign, icon, to_color32(palette.color(role)));
    }
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &label));
}

// The line of a log that a finding is about, with a caret under the part in question.

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
