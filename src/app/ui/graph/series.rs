//! The series drawn in the charts.

use super::{PROGRAM_LINE, line_style};
use crate::open_game::{OpenGame, PlyInfo};
use crate::ui::player_colors::PlayerColors;
use crate::ui::to_color32;
use egui::Color32;
use egui_plot::{Bar, BarChart, HLine, Line, MarkerShape, PlotPoints, PlotUi, Points};
use kifu_core::contract::{Faults, Player};
use kifu_core::record::Glyph;
use kifu_core::scene::{Palette, Role};
use kifu_logs::bot_output::number_series;

/// Draws the first player's win probability after each ply, in percent, with the key moments, and
/// what the players' own programs thought of it.
pub(super) fn win_probabilities(
    plot: &mut PlotUi<'_>,
    open_game: &OpenGame,
    players: [PlayerColors; 2],
    seen: u32,
) {
    let reviewed = open_game.review_summary();
    let last = open_game.last_stop().min(seen);
    let point_at = |ply: u32| {
        Some([
            f64::from(ply),
            100.0 * reviewed.first_win_probability(ply)?.0,
        ])
    };
    let points: Vec<[f64; 2]> = (0..=last).filter_map(point_at).collect();
    let muted = plot_color(plot, Role::Muted);
    let even = HLine::new("", 50.0).color(muted.gamma_multiply(0.6));
    plot.hline(even.width(1.0).allow_hover(false));
    for (ink, width) in [(players[0].edge, 3.5), (players[0].fill, 2.0)] {
        let line = Line::new("chances", PlotPoints::new(points.clone())).color(ink);
        plot.line(line.width(width).allow_hover(false).allow_band(false));
    }
    for player in Player::ALL {
        program_line(plot, open_game, player, players[player.index()], seen);
    }
    // Each severity has a shape as well; those of the second player are hollow.
    let severities = [
        (Glyph::Inaccuracy, Role::Inaccuracy, MarkerShape::Circle),
        (Glyph::Mistake, Role::Mistake, MarkerShape::Square),
        (Glyph::Blunder, Role::Blunder, MarkerShape::Diamond),
    ];
    for (glyph, role, shape) in severities {
        for player in Player::ALL {
            let positions: Vec<[f64; 2]> = reviewed
                .key_moments
                .iter()
                .filter(|moment| moment.player == player && moment.ply <= last)
                .filter(|moment| moment.class.glyph() == Some(glyph))
                .filter_map(|moment| point_at(moment.ply))
                .collect();
            let marks = Points::new("moments", positions).shape(shape).radius(4.5);
            let marks = marks.filled(player == Player::First);
            plot.points(marks.color(plot_color(plot, role)).allow_hover(false));
        }
    }
    if open_game.failure().is_some() && last == open_game.last_stop() {
        let y = point_at(last).map_or(50.0, |point| point[1]);
        failure_cross(plot, [f64::from(last), y]);
    }
    // Always show the whole range, so that a quiet game looks quiet.
    plot.set_plot_bounds_y(-4.0..=104.0);
}

/// Draws the win probability that a player's own program gave, as a thin dashed line.
fn program_line(
    plot: &mut PlotUi<'_>,
    open_game: &OpenGame,
    player: Player,
    colors: PlayerColors,
    seen: u32,
) {
    let values = open_game.win_by_program(player);
    let visible = values.into_iter().filter(|(ply, _)| *ply <= seen);
    let points: Vec<[f64; 2]> = visible
        .map(|(ply, win)| [f64::from(ply), 100.0 * win])
        .collect();
    let (style, width) = line_style(PROGRAM_LINE);
    for (ink, width) in [(colors.edge, width + 1.5), (colors.fill, width)] {
        let line = Line::new(format!("{player} itself"), points.clone());
        let line = line.color(ink).style(style).width(width);
        plot.line(line.allow_hover(false).allow_band(false));
    }
}

/// Returns the points of a step line that stays level and changes at each ply.
fn step_points(values: &[i32]) -> PlotPoints<'static> {
    let mut points = Vec::with_capacity(values.len() * 2);
    let mut last = None;
    for (x, y) in (0u32..).zip(values) {
        points.extend(last.map(|last| [f64::from(x), last]));
        points.push([f64::from(x), f64::from(*y)]);
        last = Some(f64::from(*y));
    }
    PlotPoints::new(points)
}

fn step_line(plot: &mut PlotUi<'_>, name: &str, values: &[i32], ink: Color32, nth: usize) {
    let (style, width) = line_style(nth);
    styled_step_line(plot, name, values, (ink, width), style);
}

fn styled_step_line(
    plot: &mut PlotUi<'_>,
    name: &str,
    values: &[i32],
    (ink, width): (Color32, f32),
    style: egui_plot::LineStyle,
) {
    let line = Line::new(name, step_points(values)).color(ink).style(style);
    plot.line(line.width(width).allow_hover(false).allow_band(false));
}

/// Draws the scores, their difference and the events.
pub(super) fn scores(
    plot: &mut PlotUi<'_>,
    open_game: &OpenGame,
    scores: &ScoreSeries,
    players: [PlayerColors; 2],
    seen: u32,
) {
    if let Some(difference) = scores.difference() {
        let ink = plot_color(plot, Role::Muted);
        step_line(plot, "difference", &difference, ink, 2);
    }
    for player in [Player::Second, Player::First] {
        if let Some(values) = scores.player(player) {
            let PlayerColors { fill, edge } = players[player.index()];
            let (style, width) = line_style(player.index());
            for (ink, width) in [(edge, width + 1.5), (fill, width)] {
                styled_step_line(plot, &player.to_string(), values, (ink, width), style);
            }
        }
    }
    // Events could reveal squares that the other player does not know.
    if scores.is_fully_visible() {
        events(plot, open_game, scores, seen);
    }
    if open_game.failure().is_some() && seen == u32::MAX {
        let end = open_game.last_ply();
        let y = scores
            .at_ply(Player::First, end)
            .or(scores.at_ply(Player::Second, end));
        failure_cross(plot, [f64::from(end + 1), f64::from(y.unwrap_or(0))]);
    }
}

/// Draws the sign of the failure that ended the game.
fn failure_cross(plot: &mut PlotUi<'_>, point: [f64; 2]) {
    let cross = Points::new("failed", vec![point]).shape(MarkerShape::Cross);
    let ink = plot_color(plot, Role::Bad);
    plot.points(cross.color(ink).radius(5.0).allow_hover(false));
}

fn events(plot: &mut PlotUi<'_>, open_game: &OpenGame, scores: &ScoreSeries, seen: u32) {
    let plies = (1..=seen).zip(open_game.plies());
    let events = plies.filter(|(_, known)| known.has_event());
    let positions: Vec<[f64; 2]> = events
        .map(|(ply, known)| {
            let player = known.player.unwrap_or(Player::First);
            let score = scores.at_ply(player, ply).unwrap_or(0);
            [f64::from(ply), f64::from(score)]
        })
        .collect();
    let ink = plot_color(plot, Role::LastMove);
    let marks = Points::new("events", positions).shape(MarkerShape::Diamond);
    plot.points(marks.color(ink).radius(3.5).allow_hover(false));
}

/// Draws the time of each ply, in seconds.
pub(super) fn times(
    plot: &mut PlotUi<'_>,
    open_game: &OpenGame,
    players: [PlayerColors; 2],
    seen: u32,
) {
    for player in Player::ALL {
        let PlayerColors { fill, edge } = players[player.index()];
        let own = (1..=seen)
            .zip(open_game.plies())
            .filter(|(_, info)| info.player == Some(player))
            .filter_map(|(ply, info)| Some((ply, info.time_ms?)));
        let is_own = open_game
            .failure()
            .is_some_and(|failure| failure.player == Some(player));
        let failed = open_game
            .failure_time_ms()
            .filter(|_| is_own && seen == u32::MAX);
        let failed = failed.map(|ms| (open_game.last_stop(), ms));
        let bars: Vec<Bar> = own
            .chain(failed)
            .map(|(ply, ms)| {
                let bar = Bar::new(f64::from(ply), f64::from(ms) / 1000.0);
                bar.width(0.72).fill(fill).stroke((1.0, edge))
            })
            .collect();
        plot.bar_chart(BarChart::new(player.to_string(), bars).allow_hover(false));
    }
}

/// Draws a number that the players' bots reported, a line for each player.
pub(super) fn bot_numbers(
    plot: &mut PlotUi<'_>,
    open_game: &OpenGame,
    name: &str,
    players: [PlayerColors; 2],
    seen: u32,
) {
    for player in [Player::Second, Player::First] {
        let series = number_series(open_game.bot_reports(), player, name);
        let visible = series.into_iter().filter(|(ply, _)| *ply <= seen);
        let points: Vec<[f64; 2]> = visible
            .map(|(ply, number)| [f64::from(ply), number])
            .collect();
        let PlayerColors { fill, edge } = players[player.index()];
        let (style, width) = line_style(player.index());
        for (ink, width) in [(edge, width + 1.5), (fill, width)] {
            let line = Line::new(format!("{player} {name}"), points.clone());
            let line = line.color(ink).style(style).width(width);
            plot.line(line.allow_hover(false).allow_band(false));
        }
    }
}

fn plot_color(plot: &PlotUi<'_>, role: Role) -> Color32 {
    let dark = plot.ctx().global_style().visuals.dark_mode;
    to_color32(Palette { dark }.color(role))
}

// The series of scores after each ply.

/// The scores after each ply, from ply 0; a hidden score is left out.
pub(super) struct ScoreSeries {
    by_player: [Option<Vec<i32>>; 2],
}

impl ScoreSeries {
    /// Computes the scores up to the ply `seen`; `None` if the game has no running score.
    pub fn from_game(open_game: &OpenGame, hidden: [bool; 2], seen: u32) -> Option<Self> {
        let plies = open_game.plies();
        let plies = &plies[..plies.len().min(seen as usize)];
        let scores = |ply: &PlyInfo| ply.outcome.scores;
        plies.iter().find_map(scores)?;
        // If only the last ply changes the scores, they are a result and not a running score.
        let all_plies = open_game.plies();
        let before = &all_plies[..all_plies.len().saturating_sub(1)];
        let first = before.first().and_then(scores);
        if !before.is_empty() && before.iter().all(|ply| scores(ply) == first) {
            return None;
        }
        // A player may start with points.
        let start = open_game.game().start(&open_game.record().setup).ok();
        let start = start.and_then(|state| state.outcome(Faults::NONE).scores);
        let start = start.unwrap_or_default();
        let by_player = Player::ALL.map(|player| {
            let index = player.index();
            let mut last = start[index];
            let later = plies.iter().map(|ply| {
                last = scores(ply).map_or(last, |pair| pair[index]);
                last
            });
            let all: Vec<i32> = std::iter::once(start[index]).chain(later).collect();
            (!hidden[index]).then_some(all)
        });
        Some(Self { by_player })
    }

    /// Returns the scores of a player, or `None` if they are hidden.
    pub fn player(&self, player: Player) -> Option<&[i32]> {
        self.by_player[player.index()].as_deref()
    }

    /// Returns the score of a player after a ply.
    pub fn at_ply(&self, player: Player, ply: u32) -> Option<i32> {
        let all = self.player(player)?;
        all.get(ply as usize).or(all.last()).copied()
    }

    /// Reports whether no score is hidden.
    pub fn is_fully_visible(&self) -> bool {
        self.by_player.iter().all(Option::is_some)
    }

    /// Returns the first player's lead after each ply.
    pub fn difference(&self) -> Option<Vec<i32>> {
        let [Some(first), Some(second)] = &self.by_player else {
            return None;
        };
        let pairs = first.iter().zip(second);
        Some(pairs.map(|(first, second)| first - second).collect())
    }
}
