//! Score and time by ply.

use super::{Cx, color, parts};
use crate::app::state::Action;
use crate::app::study::{Go, Ply, Study};
use crate::contract::Player;
use crate::contract::scene::Role;
use egui::{Id, Response, Sense, Ui, WidgetInfo, vec2};
use egui_plot::{
    Bar, BarChart, Line, LineStyle, MarkerShape, Plot, PlotPoints, PlotUi, Points, VLine,
};

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = &cx.texts().words;
    let (Some(study), Some(sides)) = (cx.state.study(), cx.sides()) else {
        parts::empty(ui, words.no_game);
        return;
    };
    let scores = Scores::of(study, sides.hidden);
    let has_times = study.plies().iter().any(|ply| ply.time_ms.is_some());
    if scores.is_none() && !has_times {
        parts::empty(ui, words.nothing_to_graph);
        return;
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    legend(ui, cx, study, scores.as_ref());
    let all = ui.available_height();
    if let Some(scores) = &scores {
        let height = if has_times { all * 0.6 } else { all };
        chart(ui, cx, study, words.score, height, |plot| {
            draw_scores(plot, study, scores);
        });
    }
    if has_times {
        chart(ui, cx, study, words.time, ui.available_height(), |plot| {
            draw_times(plot, study);
        });
    }
}

/// The scores after each ply, from ply 0; nothing of a player whose score is hidden.
struct Scores {
    of: [Option<Vec<f64>>; 2],
}

impl Scores {
    fn of(study: &Study, hidden: [bool; 2]) -> Option<Self> {
        let plies = study.plies();
        let scores = |ply: &Ply| ply.outcome.scores;
        plies.iter().find_map(scores)?;
        let of = Player::ALL.map(|player| {
            let at = player.index();
            let mut last = 0.0;
            let told = plies.iter().map(|ply| {
                last = scores(ply).map_or(last, |pair| f64::from(pair[at]));
                last
            });
            let all: Vec<f64> = std::iter::once(0.0).chain(told).collect();
            (!hidden[at]).then_some(all)
        });
        Some(Self { of })
    }

    fn difference(&self) -> Option<Vec<f64>> {
        let [Some(first), Some(second)] = &self.of else {
            return None;
        };
        let pairs = first.iter().zip(second);
        Some(pairs.map(|(first, second)| first - second).collect())
    }
}

/// Points of a line that goes on level and rises at the ply.
fn steps(values: &[f64]) -> PlotPoints<'static> {
    let mut points = Vec::with_capacity(values.len() * 2);
    let mut last = None;
    for (x, y) in (0u32..).zip(values) {
        points.extend(last.map(|last| [f64::from(x), last]));
        points.push([f64::from(x), *y]);
        last = Some(*y);
    }
    PlotPoints::new(points)
}

/// How each line is drawn, so that not colour alone tells them apart.
fn style(nth: usize) -> (LineStyle, f32) {
    match nth {
        0 => (LineStyle::Solid, 2.0),
        1 => (LineStyle::Dashed { length: 6.0 }, 2.0),
        _ => (LineStyle::Dotted { spacing: 4.0 }, 1.2),
    }
}

/// A chart over the plies. `draw` draws what it shows; click and drag go to the ply.
fn chart(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    study: &Study,
    name: &str,
    height: f32,
    draw: impl FnOnce(&mut PlotUi<'_>),
) {
    let last = f64::from(study.last_ply() + u32::from(study.record().attempt.is_some()));
    let at = f64::from(study.ply());
    let cursor = color(ui, Role::Preview);
    let on_main = study.tree().is_main(study.node());
    let words = &cx.texts().words;
    let muted = color(ui, Role::Muted);
    let plot = Plot::new(("chart", name, cx.tab().map(|tab| tab.id)))
        .height(height.max(36.0))
        .default_x_bounds(-0.5, last + 0.5)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .set_margin_fraction(vec2(0.0, 0.08))
        .y_axis_min_width(34.0)
        .grid_color(muted.gamma_multiply(0.35))
        .sense(Sense::CLICK | Sense::DRAG)
        .link_axis(
            Id::unique(("plies", cx.tab().map(|tab| tab.id))),
            [true, false],
        )
        .show_axes([false, true]);
    let shown = plot.show(ui, |plot| {
        let style = if on_main {
            LineStyle::Solid
        } else {
            LineStyle::dashed_dense()
        };
        plot.vline(
            VLine::new("", at)
                .color(cursor)
                .width(1.5)
                .style(style)
                .allow_hover(false),
        );
        draw(plot);
    });
    let response = shown.response;
    response.widget_info(|| {
        let label = format!("{name}, {} {}", words.ply, study.ply());
        WidgetInfo::labeled(egui::Role::Figure, true, label)
    });
    go(ui, cx, study, &response, last, |pos| {
        shown.transform.value_from_position(pos).x
    });
}

fn go(
    ui: &Ui,
    cx: &mut Cx<'_>,
    study: &Study,
    response: &Response,
    last: f64,
    ply_at: impl Fn(egui::Pos2) -> f64,
) {
    let held = response.clicked() || response.dragged();
    let pointer = response.interact_pointer_pos().or(response.hover_pos());
    let Some(pos) = pointer else { return };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped"
    )]
    let ply = ply_at(pos).round().clamp(0.0, last) as u32;
    if held && (ply != study.ply() || !study.tree().is_main(study.node())) {
        cx.want(Action::Go(Go::Ply(ply)));
    }
    if response.hovered() || response.dragged() {
        let x = pos.x;
        let ink = color(ui, Role::Muted).gamma_multiply(0.6);
        ui.painter().vline(x, response.rect.y_range(), (1.0, ink));
        response.show_tooltip_ui(|ui| tell(ui, cx, study, ply));
    }
}

/// What is known of the ply under the pointer.
fn tell(ui: &mut Ui, cx: &Cx<'_>, study: &Study, ply: u32) {
    let words = &cx.texts().words;
    let known = (ply as usize).checked_sub(1);
    let known = known.and_then(|nth| study.plies().get(nth));
    let Some(known) = known else {
        let failed = study.record().attempt.as_ref().filter(|_| ply > 0);
        ui.label(failed.map_or(words.start, |attempt| &attempt.raw));
        return;
    };
    ui.strong(format!("{ply}. {}", known.token));
    if let Some(happening) = &known.happening {
        ui.label(&happening.words);
    }
    if let Some(ms) = known.time_ms {
        ui.label(format!("{}: {}", words.time, parts::time(ms.into())));
    }
}

fn draw_scores(plot: &mut PlotUi<'_>, study: &Study, scores: &Scores) {
    let side = |player| color_in(plot, Role::Side(player));
    let inks = Player::ALL.map(side);
    let (muted, event) = (color_in(plot, Role::Muted), color_in(plot, Role::LastMove));
    let bad = color_in(plot, Role::Bad);
    if let Some(difference) = scores.difference() {
        let (style, width) = style(2);
        let line = Line::new("difference", steps(&difference));
        plot.line(
            line.color(muted)
                .style(style)
                .width(width)
                .allow_hover(false),
        );
    }
    for player in [Player::Second, Player::First] {
        let at = player.index();
        if let Some(values) = &scores.of[at] {
            let (style, width) = style(at);
            let line = Line::new(player.to_string(), steps(values));
            plot.line(
                line.color(inks[at])
                    .style(style)
                    .width(width)
                    .allow_hover(false),
            );
        }
    }
    let shown = scores.of.iter().flatten().next();
    let Some(shown) = shown else { return };
    let mut marks = Vec::new();
    for (ply, known) in (1u32..).zip(study.plies()) {
        let own = known
            .player
            .and_then(|player| scores.of[player.index()].as_ref());
        if known.is_event() {
            let y = own
                .unwrap_or(shown)
                .get(ply as usize)
                .copied()
                .unwrap_or(0.0);
            marks.push([f64::from(ply), y]);
        }
    }
    let marks = Points::new("events", marks).shape(MarkerShape::Diamond);
    plot.points(marks.color(event).radius(4.0).allow_hover(false));
    if study.record().attempt.is_some() {
        let y = shown.last().copied().unwrap_or(0.0);
        let at = vec![[f64::from(study.last_ply() + 1), y]];
        let cross = Points::new("failed", at).shape(MarkerShape::Cross);
        plot.points(cross.color(bad).radius(5.0).allow_hover(false));
    }
}

/// Seconds by ply: the first player's bars are full, the second's hollow.
fn draw_times(plot: &mut PlotUi<'_>, study: &Study) {
    for player in Player::ALL {
        let ink = color_in(plot, Role::Side(player));
        let times = (1u32..).zip(study.plies());
        let own = times.filter(|(_, ply)| ply.player == Some(player));
        let bars: Vec<Bar> = own
            .filter_map(|(ply, known)| {
                let bar = Bar::new(f64::from(ply), f64::from(known.time_ms?) / 1000.0);
                let fill = if player == Player::First {
                    ink
                } else {
                    ink.gamma_multiply(0.25)
                };
                Some(bar.width(0.72).fill(fill).stroke((1.0, ink)))
            })
            .collect();
        plot.bar_chart(BarChart::new(player.to_string(), bars).allow_hover(false));
    }
}

fn color_in(plot: &PlotUi<'_>, role: Role) -> egui::Color32 {
    let dark = plot.ctx().global_style().visuals.dark_mode;
    let palette = crate::contract::scene::Palette { dark };
    let crate::contract::scene::Rgba([red, green, blue, alpha]) = palette.color(role);
    egui::Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// Which line is whose, with the scores at the ply that is shown.
fn legend(ui: &mut Ui, cx: &Cx<'_>, study: &Study, scores: Option<&Scores>) {
    let words = &cx.texts().words;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let ply = study.ply() as usize;
        for player in Player::ALL {
            let at = player.index();
            sample(ui, color(ui, Role::Side(player)), at);
            let mut text = study.book().sides()[at].to_owned();
            let values = scores.and_then(|scores| scores.of[at].as_ref());
            if let Some(value) = values.and_then(|values| values.get(ply.min(values.len() - 1))) {
                text.push_str(&format!(" {value}"));
            }
            ui.label(egui::RichText::new(text).small());
            ui.add_space(6.0);
        }
        if scores.is_some_and(|scores| scores.difference().is_some()) {
            sample(ui, color(ui, Role::Muted), 2);
            ui.label(parts::muted(ui, words.difference).small());
        }
    });
}

fn sample(ui: &mut Ui, ink: egui::Color32, nth: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 12.0), Sense::hover());
    let line = [rect.left_center(), rect.right_center()];
    let (style, width) = style(nth);
    let stroke = egui::Stroke::new(width, ink);
    match style {
        LineStyle::Solid => {
            ui.painter().line_segment(line, stroke);
        }
        LineStyle::Dashed { length } => {
            let dashes = egui::Shape::dashed_line(&line, stroke, length, length * 0.6);
            ui.painter().extend(dashes);
        }
        LineStyle::Dotted { spacing } => {
            let dots = egui::Shape::dotted_line(&line, ink, spacing, width);
            ui.painter().extend(dots);
        }
    }
}
