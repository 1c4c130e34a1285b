//! The title of the findings pane, with the number of findings of each severity.

use super::{SEVERITIES, count_text, severity_index};
use crate::ui::icons::{self, Icon};
use crate::ui::{palette_of, to_color32};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Rect, Response, WidgetInfo, pos2, vec2};
use kifu_core::findings::{Finding, Severity};
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
    let mut at = name.chars().count();
    for (severity, count) in shown_counts(counts) {
        let Some(number) = glyphs.get(at) else { break };
        at += count.to_string().len();
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
