//! The engine pane: the analysis of the shown position.

use super::icons::{self, Icon};
use super::{ViewContext, color, widgets};
use crate::jobs::AnalysisUpdate;
use crate::open_game::{Navigation, NodeId};
use crate::state::{Action, AnalysisSubject, Continuation, EngineAction, command_name};
use egui::{Label, RichText, ScrollArea, Sense, Ui};
use kifu_core::contract::{Player, Proven};
use kifu_core::scene::Role;
use kifu_core::search::{Certainty, SearchLine, Value};
use std::time::Duration;

/// The maximum number of moves shown per line.
const MAX_LINE_MOVES: usize = 12;

/// The interval at which the countdown of a search is updated.
const COUNTDOWN_INTERVAL: Duration = Duration::from_millis(500);

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    if cx.state.open_game().is_none() {
        widgets::no_game_message(ui);
        return;
    }
    controls(ui, cx);
    if !cx.state.live_analysis.is_on {
        let text = match super::command_key(cx.state, "engine") {
            Some(key) => format!("Engine off – press {key}"),
            None => "Engine off".to_owned(),
        };
        widgets::empty_message(ui, &text);
        return;
    }
    if cx.state.exercise().is_some() {
        widgets::empty_message(ui, "No engine hints during an exercise.");
        return;
    }
    let Some(subject) = cx.state.analysis_subject() else {
        widgets::empty_message(ui, "The game is over: nothing to analyze.");
        return;
    };
    let update = cx.state.live_analysis.latest.clone();
    let Some((_, update)) = update.filter(|(known, _)| is_same_position(known, &subject)) else {
        ui.label(widgets::muted_text(ui, "Thinking…"));
        return;
    };
    ScrollArea::vertical()
        .auto_shrink(false)
        .id_salt("engine")
        .show(ui, |ui| {
            search_progress(ui, cx, &update);
            position_value(ui, cx, &subject, &update.result.value);
            lines(ui, cx, &subject, &update);
            bot_line(ui, &subject, &update);
            search_stats(ui, &update);
        });
}

/// Reports whether two subjects are the same position; the number of lines may differ.
fn is_same_position(known: &AnalysisSubject, wanted: &AnalysisSubject) -> bool {
    known.tab_id == wanted.tab_id && known.node == wanted.node && known.position == wanted.position
}

/// Shows the switches of the engine.
fn controls(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.horizontal_wrapped(|ui| {
        let engine = &cx.state.live_analysis;
        let (is_on, locked) = (engine.is_on, engine.locked_subject.clone());
        let name = if is_on { "Stop engine" } else { "Start engine" };
        let button = ui.button(name);
        if button
            .on_hover_text(super::command_with_keys(cx.state, "engine"))
            .clicked()
        {
            cx.dispatch(Action::Engine(EngineAction::ToggleEngine));
        }
        if !is_on {
            return;
        }
        for (id, icon, by) in [
            ("fewer-lines", Icon::Minus, -1),
            ("more-lines", Icon::Plus, 1),
        ] {
            let name = super::command_with_keys(cx.state, id);
            if icons::button(ui, icon, &name).clicked() {
                cx.dispatch(Action::Engine(EngineAction::ChangeLines(by)));
            }
        }
        ui.label(widgets::small_muted_text(
            ui,
            format!("{} lines", cx.state.preferences.line_count),
        ));
        let name = if locked.is_some() {
            "Follow"
        } else {
            "Lock to this position"
        };
        let button = ui.add(egui::Button::new(name).selected(locked.is_some()));
        if button
            .on_hover_text(super::command_with_keys(cx.state, "lock"))
            .clicked()
        {
            cx.dispatch(Action::Engine(EngineAction::ToggleEngineLock));
        }
        if let Some(locked) = locked {
            let text = format!("locked to ply {}", locked.ply);
            let here = cx.tab().is_some_and(|tab| tab.id == locked.tab_id);
            if ui.link(widgets::small_muted_text(ui, text)).clicked() && here {
                cx.dispatch(Action::Navigate(Navigation::Node(locked.node)));
            }
        }
    });
}

/// Shows the depth of the search, the time that it has left, and a button for more.
fn search_progress(ui: &mut Ui, cx: &mut ViewContext<'_>, update: &AnalysisUpdate) {
    let depth = update.result.lines.iter().map(|line| line.depth).max();
    let left = cx.state.analysis_time_left();
    let time = match left {
        Some([left, _]) => {
            let seconds = left.as_secs_f32().ceil();
            format!("{seconds:.0} s left")
        }
        None => "search ended".to_owned(),
    };
    let text = format!("depth {} · {time}", depth.unwrap_or(0));
    ui.horizontal(|ui| {
        let button = ui.button(command_name("deeper"));
        let tooltip = super::command_with_keys(cx.state, "deeper");
        if button.on_hover_text(tooltip).clicked() {
            cx.dispatch(Action::Engine(EngineAction::ThinkDeeper));
        }
        ui.label(widgets::small_muted_text(ui, text));
    });
    let share = left.map_or(1.0, |[left, whole]| {
        1.0 - left.as_secs_f32() / whole.as_secs_f32().max(0.001)
    });
    let bar = egui::ProgressBar::new(share).desired_height(4.0);
    ui.add(bar.fill(color(ui, Role::Muted)));
    if left.is_some() {
        // The countdown goes on without news from the engine.
        ui.ctx().request_repaint_after(COUNTDOWN_INTERVAL);
    }
}

/// Shows the value of the position in large type.
fn position_value(ui: &mut Ui, cx: &ViewContext<'_>, subject: &AnalysisSubject, value: &Value) {
    let side = cx.state.open_game().map_or("", |open_game| {
        open_game.game().sides()[subject.mover.index()]
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new(value_text(value)).strong().size(18.0));
        ui.label(widgets::muted_text(ui, side));
        ui.label(widgets::small_muted_text(ui, certainty_text(value)));
        if let Some(points) = value.points {
            let points = format!("{points:.1} contest points");
            ui.label(widgets::small_muted_text(ui, points));
        }
    });
}

/// Returns a value as text.
fn value_text(value: &Value) -> String {
    format_value(value, ["won", "lost"])
}

/// Returns a value as text, with the given words for a proven win and a proven loss.
pub fn format_value(value: &Value, [win, loss]: [&str; 2]) -> String {
    match value.proven() {
        Some(Proven::Win) => win.to_owned(),
        Some(Proven::Loss) => loss.to_owned(),
        Some(Proven::Draw) => "draw".to_owned(),
        None => format!("{:.0} %", 100.0 * value.win),
    }
}

fn certainty_text(value: &Value) -> &'static str {
    match value.certainty() {
        Certainty::Proven => "proven",
        Certainty::Exact => "exact",
        Certainty::Bounded => "partly proven",
        Certainty::Estimated => "estimate",
    }
}

fn lines(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    subject: &AnalysisSubject,
    update: &AnalysisUpdate,
) {
    for (nth, line) in update.result.lines.iter().enumerate() {
        ui.push_id(nth, |ui| line_row(ui, cx, subject, (nth, line)));
    }
}

/// Shows a line with its value, evidence and moves.
fn line_row(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    subject: &AnalysisSubject,
    (nth, line): (usize, &SearchLine<String>),
) {
    let is_played = subject.include.as_ref() == Some(&line.mv);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(5.0, 2.0);
        ui.label(widgets::small_muted_text(ui, format!("{}.", nth + 1)));
        let ink = color(ui, line_role(nth, is_played));
        let evidence = format!(
            "{}, {} visits, depth {}",
            certainty_text(&line.value),
            widgets::format_count(line.visits),
            line.depth
        );
        let text = value_text(&line.value);
        let value = ui.label(RichText::new(&text).strong().color(ink));
        let label = format!("{text}, {evidence}");
        value.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &label));
        value.on_hover_text(evidence);
        if let Some(points) = line.value.points {
            ui.label(widgets::small_muted_text(ui, format!("{points:.1}")));
        }
        if is_played {
            ui.label(
                RichText::new("played")
                    .font(widgets::small_font(ui))
                    .color(ink),
            );
        }
        line_moves(ui, cx, subject.node, &line.pv);
    });
}

/// Returns the role that colours a line, both here and on the board.
pub(crate) const fn line_role(nth: usize, is_played: bool) -> Role {
    match nth {
        0 => Role::Good,
        _ if is_played => Role::Muted,
        _ => Role::Preview,
    }
}

/// Shows the moves of a line. Hovering over a move previews the line up to it; a click plays it.
pub(super) fn line_moves(ui: &mut Ui, cx: &mut ViewContext<'_>, from: NodeId, pv: &[String]) {
    for (nth, mv) in pv.iter().take(MAX_LINE_MOVES).enumerate() {
        let continuation = || Continuation {
            from,
            moves: pv[..=nth].to_vec(),
        };
        let text = RichText::new(mv).monospace();
        let label = ui.add(Label::new(text).sense(Sense::click()));
        if label.hovered() {
            cx.view_state.is_peeking = true;
            if cx.state.peeked_line.as_ref() != Some(&continuation()) {
                cx.dispatch(Action::Engine(EngineAction::PeekLine(Some(continuation()))));
            }
        }
        if label
            .on_hover_cursor(egui::CursorIcon::PointingHand)
            .clicked()
        {
            cx.dispatch(Action::Engine(EngineAction::PlayContinuation(
                continuation(),
            )));
        }
    }
}

/// Shows the answer of the bot that is asked next to the engine.
fn bot_line(ui: &mut Ui, subject: &AnalysisSubject, update: &AnalysisUpdate) {
    let text = match (&update.bot, &subject.bot) {
        (Some(answer), _) => answer.clone(),
        (None, Some(bot)) => format!("{}: thinking…", bot.contestant.name),
        (None, None) => return,
    };
    ui.label(RichText::new(text).monospace());
}

/// Shows the name of the engine and the search statistics.
fn search_stats(ui: &mut Ui, update: &AnalysisUpdate) {
    let ms = u64::try_from(update.elapsed.as_millis()).unwrap_or(u64::MAX);
    let each = update.result.nodes.saturating_mul(1000) / ms.max(1);
    let text = format!(
        "{} · {} nodes · {}/s · {}",
        update.engine_name,
        widgets::format_count(update.result.nodes),
        widgets::format_count(each),
        widgets::format_time_ms(ms)
    );
    ui.label(widgets::small_muted_text(ui, text));
}

/// Converts a value for the player to move to the first player's win probability, 0 to 1.
pub(crate) fn first_win_probability(value: &Value, mover: Player) -> f64 {
    let win = value.proven().map_or(value.win, Proven::win);
    match mover {
        Player::First => win,
        Player::Second => 1.0 - win,
    }
}
