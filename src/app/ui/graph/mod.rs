//! The graph pane: win probability from the review, score and time by ply.

mod chart;
mod series;

use super::player_colors::PlayerColors;
use super::{ViewContext, color, widgets};
use crate::open_game::OpenGame;
use crate::state::{Action, EngineAction};
use egui::{ComboBox, RichText, Sense, Shape, Stroke, Ui, vec2};
use egui_plot::LineStyle;
use kifu_core::contract::{Faults, Player};
use kifu_core::scene::Role;
use kifu_logs::bot_output::common_numbers;
use series::ScoreSeries;

/// The least height of a pane that shows several charts, in points.
const MIN_HEIGHT_OF_SEVERAL: f32 = 200.0;
/// The space between two charts, in points: numbers at their edges do not overlap.
const CHART_GAP: f32 = 8.0;

/// The maximum number of letters of a name in the legend.
const MAX_NAME: usize = 24;

/// The width of a line in the legend, in points.
const LEGEND_LINE_WIDTH: f32 = 22.0;

/// The number of the line for the values of a player's own program.
const PROGRAM_LINE: usize = 3;

/// A chart of the pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartKind {
    /// The win probability from the review.
    WinProbability,
    /// The scores.
    Score,
    /// The times of the moves.
    Time,
    /// A number that the players' bots reported.
    BotNumber,
}

impl ChartKind {
    const fn name(self) -> &'static str {
        match self {
            Self::WinProbability => "Win probability",
            Self::Score => "Score",
            Self::Time => "Time",
            Self::BotNumber => "Bot",
        }
    }
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let (Some(open_game), Some(sides)) = (cx.state.open_game(), cx.player_display()) else {
        widgets::no_game_message(ui);
        return;
    };
    let seen = cx.state.last_visible_ply();
    let scores = ScoreSeries::from_game(open_game, sides.is_hidden, seen);
    let charts = charts(cx, open_game, scores.as_ref());
    if charts.is_empty() {
        empty_pane(ui, cx);
        return;
    }
    let players = PlayerColors::of_badges(&sides.badges, ui.visuals().dark_mode);
    ui.spacing_mut().item_spacing.y = 2.0;
    let all = charts;
    let charts = visible_charts(ui, cx, &all);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        if charts.len() < all.len() {
            chart_buttons(ui, cx, &all, charts[0]);
        }
        legend(ui, open_game, scores.as_ref(), (&charts, players));
        if charts.contains(&ChartKind::BotNumber) {
            number_choice(ui, cx, open_game);
        }
    });
    let number = shown_number(cx, open_game);
    ui.spacing_mut().item_spacing.y = CHART_GAP;
    // The charts share the height evenly, and the lowest has the ply numbers below it. They never
    // take more than there is, or the lowest would be cut off.
    let each = shared_height(ui, ui.available_height(), charts.len());
    for (nth, kind) in charts.iter().enumerate() {
        let is_foot = nth + 1 == charts.len();
        let foot = if is_foot { chart::NUMBERS_HEIGHT } else { 0.0 };
        let height = (each + foot).floor().max(8.0);
        let size = (kind.name(), height, is_foot);
        chart::show(ui, cx, open_game, size, |plot| match kind {
            ChartKind::WinProbability => {
                series::win_probabilities(plot, open_game, players, seen);
            }
            ChartKind::Score => {
                if let Some(scores) = &scores {
                    series::scores(plot, open_game, scores, players, seen);
                }
            }
            ChartKind::Time => series::times(plot, open_game, players, seen),
            ChartKind::BotNumber => {
                if let Some(name) = &number {
                    series::bot_numbers(plot, open_game, name, players, seen);
                }
            }
        });
    }
}

/// Returns the charts that have something to show.
fn charts(
    cx: &ViewContext<'_>,
    open_game: &OpenGame,
    scores: Option<&ScoreSeries>,
) -> Vec<ChartKind> {
    let mut players = Player::ALL.into_iter();
    let has_programs = players.any(|player| !open_game.win_by_program(player).is_empty());
    let has_values = has_programs || !open_game.review_summary().is_empty();
    let is_reviewed = has_values && cx.state.exercise().is_none();
    let times = open_game.plies().iter().filter_map(|ply| ply.time_ms);
    let mut times = times.chain(open_game.failure_time_ms());
    let all = [
        (ChartKind::WinProbability, is_reviewed),
        (ChartKind::Score, scores.is_some()),
        (ChartKind::Time, times.any(|ms| ms > 0)),
        (
            ChartKind::BotNumber,
            cx.state.exercise().is_none() && shown_number(cx, open_game).is_some(),
        ),
    ];
    all.into_iter()
        .filter_map(|(kind, has_content)| has_content.then_some(kind))
        .collect()
}

/// Returns the numbers that the chart of the bots can show: all but the win probability, which has
/// its own chart.
fn chart_numbers(open_game: &OpenGame) -> Vec<String> {
    let mut names = common_numbers(open_game.bot_reports());
    names.retain(|name| name != "win");
    names
}

/// Returns the name of the number that the chart of the bots shows; `None` if there are none.
fn shown_number(cx: &ViewContext<'_>, open_game: &OpenGame) -> Option<String> {
    let names = chart_numbers(open_game);
    let chosen = cx.view_state.chosen_number.as_ref();
    let chosen = chosen.filter(|chosen| names.contains(chosen));
    chosen.or(names.first()).cloned()
}

/// Offers the numbers that the chart of the bots can show.
fn number_choice(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    let Some(shown) = shown_number(cx, open_game) else {
        return;
    };
    let short = |name: &str| kifu_core::contract::printable(name, MAX_NAME);
    let list = ComboBox::from_id_salt("number").selected_text(short(&shown));
    list.show_ui(ui, |ui| {
        for name in chart_numbers(open_game) {
            let text = short(&name);
            if ui.selectable_label(name == shown, text).clicked() {
                cx.view_state.chosen_number = Some(name);
            }
        }
    });
}

/// Says why there is nothing to show, and offers a review.
fn empty_pane(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    if cx.state.live_game().is_some() {
        widgets::empty_message(ui, "Scores and times appear while the game is played.");
        return;
    }
    widgets::empty_message(
        ui,
        "There are no times and no changes of score to show. A review shows win probabilities.",
    );
    ui.vertical_centered(|ui| {
        if cx.state.exercise().is_none() && ui.button("Review this game").clicked() {
            cx.dispatch(Action::Engine(EngineAction::ToggleReview));
        }
    });
}

/// Returns the height of each of several charts in a space of this height, without the ply numbers
/// below the lowest.
fn shared_height(ui: &Ui, height: f32, count: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "at most four charts")]
    let count = count as f32;
    let gaps = ui.spacing().item_spacing.y * count;
    (height - gaps - chart::NUMBERS_HEIGHT) / count
}

/// Returns all charts, or the chosen one where they would be too low to be read.
fn visible_charts(ui: &Ui, cx: &ViewContext<'_>, charts: &[ChartKind]) -> Vec<ChartKind> {
    if ui.available_height() >= MIN_HEIGHT_OF_SEVERAL || charts.len() == 1 {
        return charts.to_vec();
    }
    let chosen = cx.view_state.chosen_chart;
    let chosen = chosen.filter(|kind| charts.contains(kind));
    vec![chosen.unwrap_or(charts[0])]
}

/// Shows a button for each chart where the pane is too low for all.
fn chart_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, charts: &[ChartKind], shown: ChartKind) {
    for kind in charts {
        let text = RichText::new(kind.name()).font(widgets::small_font(ui));
        if ui.selectable_label(*kind == shown, text).clicked() {
            cx.view_state.chosen_chart = Some(*kind);
        }
    }
    ui.add_space(8.0);
}

/// Returns the style and width of a line, so that lines differ by more than colour.
fn line_style(nth: usize) -> (LineStyle, f32) {
    match nth {
        0 => (LineStyle::Solid, 2.0),
        1 => (LineStyle::Dashed { length: 6.0 }, 2.0),
        PROGRAM_LINE => (LineStyle::Dashed { length: 3.0 }, 1.0),
        _ => (LineStyle::Dotted { spacing: 4.0 }, 1.2),
    }
}

/// Shows the legend with the scores at the shown ply.
fn legend(
    ui: &mut Ui,
    open_game: &OpenGame,
    scores: Option<&ScoreSeries>,
    (charts, players): (&[ChartKind], [PlayerColors; 2]),
) {
    let scores = scores.filter(|_| charts.contains(&ChartKind::Score));
    let has_times = charts.contains(&ChartKind::Time);
    for player in Player::ALL {
        let index = player.index();
        let colors = players[index];
        let mut text = open_game.game().sides()[index].to_owned();
        if let Some(scores) = scores {
            player_line(ui, colors, index);
            if let Some(score) = shown_score(open_game, scores, player) {
                text.push_str(&format!(" {score}"));
            }
        }
        if has_times {
            legend_bar(ui, colors);
        }
        if !has_times && scores.is_none() {
            // The line of the win probability is the first player's.
            if player == Player::Second || open_game.review_summary().is_empty() {
                continue;
            }
            player_line(ui, colors, index);
        }
        ui.label(RichText::new(text).font(widgets::small_font(ui)));
        ui.add_space(8.0);
    }
    for player in Player::ALL {
        if charts.contains(&ChartKind::WinProbability)
            && !open_game.win_by_program(player).is_empty()
        {
            player_line(ui, players[player.index()], PROGRAM_LINE);
            let name = &open_game.record().player(player).name;
            let name = kifu_core::contract::printable(name, MAX_NAME);
            ui.label(widgets::small_muted_text(ui, format!("{name} itself")));
            ui.add_space(8.0);
        }
    }
    if scores.is_some_and(|scores| scores.difference().is_some()) {
        legend_line(ui, color(ui, Role::Muted), 2, 0.0);
        ui.label(widgets::small_muted_text(ui, "Difference"));
    }
}

/// Returns the score of a player in the shown position, unless it is hidden.
fn shown_score(open_game: &OpenGame, scores: &ScoreSeries, player: Player) -> Option<i32> {
    if open_game.tree().is_on_main_line(open_game.node()) {
        return scores.at_ply(player, open_game.ply());
    }
    scores.player(player)?;
    let shown = open_game.state().outcome(Faults::NONE).scores;
    shown.map(|pair| pair[player.index()])
}

/// Draws the line of a player: its edge, and the fill over it.
fn player_line(ui: &mut Ui, own: PlayerColors, nth: usize) {
    legend_line(ui, own.edge, nth, 1.5);
    ui.add_space(-LEGEND_LINE_WIDTH - ui.spacing().item_spacing.x);
    legend_line(ui, own.fill, nth, 0.0);
}

fn legend_line(ui: &mut Ui, ink: egui::Color32, nth: usize, wider: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(LEGEND_LINE_WIDTH, 12.0), Sense::hover());
    let line = [rect.left_center(), rect.right_center()];
    let (style, width) = line_style(nth);
    let width = width + wider;
    let stroke = Stroke::new(width, ink);
    match style {
        LineStyle::Solid => {
            ui.painter().line_segment(line, stroke);
        }
        LineStyle::Dashed { length } => {
            let dashes = Shape::dashed_line(&line, stroke, length, length * 0.6);
            ui.painter().extend(dashes);
        }
        LineStyle::Dotted { spacing } => {
            let dots = Shape::dotted_line(&line, ink, spacing, width);
            ui.painter().extend(dots);
        }
    }
}

fn legend_bar(ui: &mut Ui, own: PlayerColors) {
    let (rect, _) = ui.allocate_exact_size(vec2(8.0, 12.0), Sense::hover());
    let (fill, stroke) = (own.fill, Stroke::new(1.0, own.edge));
    let inside = egui::StrokeKind::Inside;
    ui.painter()
        .rect(rect.shrink2(vec2(1.0, 0.0)), 0.0, fill, stroke, inside);
}
