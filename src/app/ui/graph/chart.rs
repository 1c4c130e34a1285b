//! A chart by ply.

use super::super::{ViewContext, color, widgets};
use crate::open_game::{Navigation, OpenGame};
use crate::state::{Action, failure_text};
use egui::{Id, Rangef, Response, Sense, Ui, WidgetInfo, vec2};
use egui_plot::{AxisHints, LineStyle, Plot, PlotUi, VLine};
use kifu_core::scene::Role;

/// The height of the ply numbers below the lowest chart, in points.
pub(super) const NUMBERS_HEIGHT: f32 = 16.0;
/// The width of the numbers beside a chart, in points: the same for all charts, so that their plies
/// are aligned.
const AXIS_WIDTH: f32 = 38.0;
/// The least number of plies for which a chart has room, so that the bars of a short game stay
/// narrow.
const MIN_PLIES: f64 = 12.0;
/// The minimum height of a chart with ply numbers below it, in points.
const MIN_HEIGHT_WITH_NUMBERS: f32 = 34.0;

/// Shows a chart of this name and height. Clicking and dragging go to a ply.
///
/// `draw` draws the contents; only the lowest chart shows ply numbers.
pub(super) fn show(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    (name, height, is_foot): (&str, f32, bool),
    draw: impl FnOnce(&mut PlotUi<'_>),
) {
    let last = f64::from(open_game.last_stop());
    let (at, cursor) = (f64::from(open_game.ply()), color(ui, Role::Preview));
    let on_main = open_game.tree().is_on_main_line(open_game.node());
    let numbered = is_foot && height > MIN_HEIGHT_WITH_NUMBERS;
    let shown = fixed_plot(ui, cx, name)
        .height(height)
        .default_x_bounds(-0.5, last.max(MIN_PLIES) + 0.5)
        .show_axes([numbered, true])
        .show(ui, |plot| {
            let style = if on_main {
                LineStyle::Solid
            } else {
                LineStyle::dashed_dense()
            };
            let line = VLine::new("", at).color(cursor).width(1.5);
            plot.vline(line.style(style).allow_hover(false));
            draw(plot);
        });
    let response = shown.response;
    response.widget_info(|| {
        let label = format!("{name}, ply {}", open_game.ply());
        WidgetInfo::labeled(egui::Role::Figure, true, label)
    });
    handle_pointer(ui, cx, open_game, &response, last, |pos| {
        shown.transform.value_from_position(pos).x
    });
}

/// Creates a plot that cannot be dragged, in the colours of the window.
fn fixed_plot<'a>(ui: &Ui, cx: &ViewContext<'_>, name: &str) -> Plot<'a> {
    let tab = cx.tab().map(|tab| tab.id);
    let (muted, small) = (color(ui, Role::Muted), widgets::small_font(ui));
    let axis = |hints: AxisHints<'a>| hints.tick_label_color(muted).tick_label_font(small.clone());
    let across = axis(AxisHints::new_x());
    let down = axis(AxisHints::new_y()).min_thickness(AXIS_WIDTH);
    Plot::new(("chart", name, tab))
        .custom_x_axes(vec![across])
        .custom_y_axes(vec![down.label_spacing(Rangef::new(10.0, 20.0))])
        .grid_spacing(Rangef::new(14.0, 120.0))
        // Ctrl and the wheel zoom; a double-click shows the whole game again.
        .allow_zoom([true, false])
        .allow_scroll(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(true)
        .allow_axis_zoom_drag(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .show_crosshair(false)
        .set_margin_fraction(vec2(0.0, 0.08))
        .grid_color(muted.gamma_multiply(0.3))
        // The keys navigate the game, so charts do not take the focus.
        .sense(Sense::CLICK | Sense::DRAG)
        .link_axis(Id::unique(("plies", tab)), [true, false])
}

fn handle_pointer(
    ui: &Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    response: &Response,
    last: f64,
    ply_at: impl Fn(egui::Pos2) -> f64,
) {
    let held = response.clicked() || response.dragged();
    let pointer = response.interact_pointer_pos().or(response.hover_pos());
    let Some(pos) = pointer else { return };
    let ply = ply_at(pos).round().clamp(0.0, last);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped"
    )]
    let ply = ply as u32;
    if held && (ply != open_game.ply() || !open_game.tree().is_on_main_line(open_game.node())) {
        cx.dispatch(Action::Navigate(Navigation::Ply(ply)));
    }
    if response.hovered() || response.dragged() {
        let ink = color(ui, Role::Muted).gamma_multiply(0.6);
        ui.painter()
            .vline(pos.x, response.rect.y_range(), (1.0, ink));
        response.show_tooltip_ui(|ui| ply_tooltip(ui, cx, open_game, ply));
    }
}

/// Shows the facts about the failure that ended the game.
fn failure_tooltip(ui: &mut Ui, open_game: &OpenGame, text: &str) {
    let attempt = open_game.record().attempt.as_ref();
    let raw = attempt.map_or("", |attempt| &attempt.raw);
    ui.strong(format!("{}. {raw}", open_game.last_stop()));
    ui.label(text);
    if let Some(ms) = open_game.failure_time_ms() {
        ui.label(format!("Time: {}", widgets::format_time_ms(ms.into())));
    }
}

/// Shows a tooltip with the facts about the ply under the pointer.
fn ply_tooltip(ui: &mut Ui, cx: &ViewContext<'_>, open_game: &OpenGame, ply: u32) {
    let nth = (ply as usize).checked_sub(1);
    let Some(known) = nth.and_then(|nth| open_game.plies().get(nth)) else {
        match failure_text(open_game).filter(|_| ply > 0) {
            Some(failed) => failure_tooltip(ui, open_game, &failed),
            None => {
                ui.label("Start");
            }
        }
        return;
    };
    ui.strong(format!("{ply}. {}", known.token));
    if let Some(event) = known
        .event
        .as_ref()
        .filter(|_| cx.state.knowledge_of.is_none())
    {
        ui.label(&event.description);
    }
    if let Some([first, second]) = known
        .outcome
        .scores
        .filter(|_| cx.state.knowledge_of.is_none())
    {
        ui.label(format!("Score: {first} : {second}"));
    }
    let may_show = ply <= cx.state.last_visible_ply() && cx.state.exercise().is_none();
    if let Some((first, is_proven)) = open_game
        .review_summary()
        .first_win_probability(ply)
        .filter(|_| may_show)
    {
        let sure = if is_proven { "proven" } else { "estimate" };
        let side = open_game.game().sides()[0];
        let chances = format!("{side}: {:.0} %", 100.0 * first);
        ui.label(format!("{chances}, {sure}"));
    }
    if let Some(ms) = known.time_ms {
        ui.label(format!("Time: {}", widgets::format_time_ms(ms.into())));
    }
}
