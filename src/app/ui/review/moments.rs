//! The key moments of a reviewed game.

use super::super::moves::glyph_color;
use super::super::{ViewContext, color, engine, widgets};
use crate::open_game::{Navigation, NodeId, OpenGame};
use crate::state::Action;
use egui::style::ScrollAnimation;
use egui::{
    Align2, FontId, Frame, Id, Margin, Rect, RichText, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2,
};
use kifu_core::scene::Role;
use kifu_study::review::{self, KeyMoment, loss_text, moment_label, points_loss_text};

/// The space between two columns, in points.
const COLUMN_GAP: f32 = 9.0;

/// The width that a long move gets before the points, in points of the screen.
const MIN_MOVE_WIDTH: f32 = 56.0;

/// Shows the key moments up to the ply `horizon`.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, horizon: u32) {
    let moments = open_game.review_summary().key_moments.iter();
    let seen: Vec<&KeyMoment> = moments.filter(|moment| moment.ply <= horizon).collect();
    if seen.is_empty() {
        if horizon == u32::MAX {
            ui.label(widgets::muted_text(ui, "No mistakes found."));
        }
        return;
    }
    widgets::heading(ui, "Key moments");
    let columns = MomentColumns::fit(ui, open_game, &seen);
    for moment in seen {
        ui.push_id(moment.ply, |ui| {
            moment_row(ui, cx, open_game, moment, &columns);
        });
    }
}

/// The places of the columns of the list, measured so that numbers are aligned.
struct MomentColumns {
    /// The right edge of the ply.
    ply: f32,
    /// The left edge of the player.
    side: f32,
    /// The left edge of the move.
    played: f32,
    /// The width left for the move.
    played_width: f32,
    /// The left edge of the glyph.
    glyph: f32,
    /// The right edge of the loss of win probability.
    loss: f32,
    /// The right edge of the loss of points; `None` if there is no room for it.
    points: Option<f32>,
}

impl MomentColumns {
    fn fit(ui: &Ui, open_game: &OpenGame, moments: &[&KeyMoment]) -> Self {
        let (body, mono) = (
            widgets::body_font(ui),
            TextStyle::Monospace.resolve(ui.style()),
        );
        let width = |text: String, font: &FontId| {
            let ink = egui::Color32::PLACEHOLDER;
            let laid = ui.painter().layout_no_wrap(text, font.clone(), ink);
            laid.size().x
        };
        let widest = |of: &dyn Fn(&KeyMoment) -> f32| {
            moments.iter().map(|moment| of(moment)).fold(0.0, f32::max)
        };
        let sides = open_game.game().sides();
        let ply = 4.0 + widest(&|moment| width(moment.ply.to_string(), &body));
        let side = ply + COLUMN_GAP;
        let played = side
            + widest(&|moment| width(sides[moment.player.index()].to_owned(), &body))
            + COLUMN_GAP;
        let glyph_width = width("??".to_owned(), &body);
        let loss_width = widest(&|moment| width(loss_text(moment), &body));
        let points_width = widest(&|moment| width(points_text(moment), &body));
        let fixed = 2.0 * COLUMN_GAP + glyph_width + loss_width;
        let room = ui.available_width() - 4.0 - played - fixed;
        let wanted = widest(&|moment| width(moment.played.clone(), &mono));
        // In a narrow pane the move and the loss of win probability say more than the points.
        let points_width = COLUMN_GAP + points_width;
        let has_points = room - points_width >= wanted.min(MIN_MOVE_WIDTH);
        let room = if has_points {
            room - points_width
        } else {
            room
        };
        let played_width = wanted.min(room.max(24.0));
        let glyph = played + played_width + COLUMN_GAP;
        let loss = glyph + glyph_width + COLUMN_GAP + loss_width;
        Self {
            ply,
            side,
            played,
            played_width,
            glyph,
            loss,
            points: has_points.then_some(loss + points_width),
        }
    }
}

fn moment_row(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    moment: &KeyMoment,
    columns: &MomentColumns,
) {
    let is_here =
        open_game.ply() == moment.ply && open_game.tree().is_on_main_line(open_game.node());
    let side = open_game.game().sides()[moment.player.index()];
    let height = ui.text_style_height(&TextStyle::Body) + 4.0;
    let size = vec2(ui.available_width(), height);
    let (row, response) = ui.allocate_exact_size(size, Sense::click());
    if is_here || response.hovered() {
        let fill = if is_here {
            ui.visuals().selection.bg_fill.gamma_multiply(0.5)
        } else {
            ui.visuals().widgets.hovered.weak_bg_fill
        };
        ui.painter().rect_filled(row, 3.0, fill);
    }
    paint_moment(ui, moment, side, row, columns);
    let label = format!(
        "ply {}, {side} {} {}, {} {} {}",
        moment.ply,
        moment.played,
        moment.class.glyph().map_or("", |glyph| glyph.symbol()),
        loss_text(moment),
        points_text(moment),
        moment_label(moment)
    );
    let info = || WidgetInfo::selected(egui::Role::ListBoxOption, true, is_here, &label);
    response.widget_info(info);
    if response.clicked() {
        cx.dispatch(Action::Navigate(Navigation::Ply(moment.ply)));
    }
    if response.has_focus() {
        let ring = ui.visuals().selection.stroke;
        ui.painter()
            .rect_stroke(row, 3.0, ring, egui::StrokeKind::Inside);
    }
    // The row has its numbers; what they are is below the row at the ply.
    let label = moment_label(moment);
    if !is_here && !label.is_empty() {
        response.on_hover_text(label);
    }
    if is_here {
        explanation(ui, cx, open_game, moment);
    }
    // Scroll to a moment when it becomes the shown one, but not again after the user scrolls away.
    if is_here && cx.view_state.last_moment_ply != Some(moment.ply) && may_scroll(ui) {
        cx.view_state.last_moment_ply = Some(moment.ply);
        let whole = row.union(ui.min_rect().with_min_y(row.min.y));
        ui.scroll_to_rect_animation(whole, None, ScrollAnimation::none());
    }
}

/// Reports whether the list can scroll to a moment in this frame; if not, requests another frame.
///
/// egui moves the list in the second frame after a request. It adds any request in between to the
/// first one, although the list has not moved yet.
fn may_scroll(ui: &Ui) -> bool {
    const FRAMES_TO_SCROLL: u64 = 2;
    let id = Id::unique("frame of the last scroll to a key moment");
    let now = ui.ctx().cumulative_frame_nr();
    let last = ui.data(|data| data.get_temp::<u64>(id));
    if last.is_some_and(|last| now < last + FRAMES_TO_SCROLL) {
        ui.ctx().request_repaint();
        return false;
    }
    ui.data_mut(|data| data.insert_temp(id, now));
    true
}

/// Paints the cells of a key moment.
fn paint_moment(ui: &Ui, moment: &KeyMoment, side: &str, row: Rect, columns: &MomentColumns) {
    let (body, mono) = (
        widgets::body_font(ui),
        TextStyle::Monospace.resolve(ui.style()),
    );
    let (ink, muted) = (color(ui, Role::Text), color(ui, Role::Muted));
    let painter = ui.painter();
    let put = |x: f32, align: Align2, text: String, ink| {
        let point = pos2(row.left() + x, row.center().y);
        painter.text(point, align, text, body.clone(), ink);
    };
    put(
        columns.ply,
        Align2::RIGHT_CENTER,
        moment.ply.to_string(),
        muted,
    );
    put(columns.side, Align2::LEFT_CENTER, side.to_owned(), ink);
    let played = widgets::elided_galley(ui, &moment.played, mono, ink, columns.played_width + 1.0);
    let top = row.center().y - played.size().y / 2.0;
    painter.galley(pos2(row.left() + columns.played, top), played, ink);
    if let Some(glyph) = moment.class.glyph() {
        let text = glyph.symbol().to_owned();
        let ink = glyph_color(ui, glyph);
        // Two passes imitate the missing bold font.
        put(columns.glyph, Align2::LEFT_CENTER, text.clone(), ink);
        put(columns.glyph + 0.5, Align2::LEFT_CENTER, text, ink);
    }
    put(columns.loss, Align2::RIGHT_CENTER, loss_text(moment), ink);
    if let Some(points) = columns.points {
        put(points, Align2::RIGHT_CENTER, points_text(moment), muted);
    }
}

/// Returns the loss of contest points as text; empty if there is none.
fn points_text(moment: &KeyMoment) -> String {
    let text = points_loss_text(moment).filter(|text| text != "0.0");
    text.unwrap_or_default()
}

/// Shows what kind of moment it is, why the move was worse and which line was better.
///
/// Hovering over the line previews it on the board; a click plays it.
fn explanation(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, moment: &KeyMoment) {
    let before = open_game
        .tree()
        .parent(open_game.node())
        .unwrap_or(NodeId::ROOT);
    let reasons = reasons(cx, open_game, before, moment.ply);
    Frame::new()
        .inner_margin(Margin {
            left: 10,
            right: 4,
            top: 2,
            bottom: 6,
        })
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            let kind = moment_label(moment);
            if !kind.is_empty() {
                ui.label(widgets::small_muted_text(ui, kind));
            }
            let mut diagnoses = open_game.review_summary().diagnoses.iter();
            if let Some(diagnosis) = diagnoses.find(|diagnosis| diagnosis.ply == moment.ply) {
                let text = format!("bot: {}; {}", diagnosis.cause.name(), diagnosis.facts);
                ui.add(egui::Label::new(widgets::small_muted_text(ui, text)).wrap());
            }
            show_reasons(ui, &reasons);
            better_line(ui, cx, before, &moment.best);
        });
}

/// Shows reasons, the first one as text and the others smaller.
pub(super) fn show_reasons(ui: &mut Ui, reasons: &[String]) {
    for (nth, reason) in reasons.iter().enumerate() {
        let text = if nth == 0 {
            RichText::new(reason)
        } else {
            widgets::muted_text(ui, reason)
        };
        ui.add(egui::Label::new(text).wrap());
    }
}

/// Shows the better line with the sign that it has on the board.
pub(super) fn better_line(ui: &mut Ui, cx: &mut ViewContext<'_>, before: NodeId, best: &[String]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 2.0);
        let good = color(ui, Role::Good);
        ui.label(RichText::new("✔ better".to_owned()).color(good));
        engine::line_moves(ui, cx, before, best);
    });
}

/// Returns the reasons why the move was worse. Finding them takes a few milliseconds, so they are
/// cached.
pub(super) fn reasons(
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    before: NodeId,
    ply: u32,
) -> Vec<String> {
    let Some(key) = cx.game_revision() else {
        return Vec::new();
    };
    if let Some((known, at, reasons)) = &cx.view_state.reasons_cache
        && (*known, *at) == (key, ply)
    {
        return reasons.clone();
    }
    let judged = open_game.review_summary().ply(ply);
    let reasons = judged.and_then(|judged| {
        let mut state = open_game.state_at(before)?;
        // The chance outcome is already known.
        state.apply_chance(&judged.token).ok()?;
        Some(review::reasons(state.as_ref(), &judged.evaluation))
    });
    let reasons = reasons.unwrap_or_default();
    cx.view_state.reasons_cache = Some((key, ply, reasons.clone()));
    reasons
}
