//! The table of moves that were played, with a bar of results for each.

use super::super::{ViewContext, color, widgets};
use super::{continuation, list_games, play};
use crate::open_game::OpenGame;
use crate::state::{Action, EngineAction};
use egui::{
    Align2, Button, Grid, Link, Rect, Response, RichText, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use kifu_core::scene::{PlayerBadge, Role};
use kifu_study::explore::{ExploredMove, ExplorerAnswer, Tally};
use std::fmt::Write;

/// The maximum number of characters of a move in the table.
const MAX_MOVE_CHARS: usize = 14;
/// The maximum number of players named in a tooltip.
const MAX_PLAYERS: usize = 8;
/// The width of a column of numbers, in points.
const NUMBER_WIDTH: f32 = 48.0;
/// The width of the two columns before the bar, in points.
const MOVE_AND_GAMES_WIDTH: f32 = 118.0;
/// The least width of a bar of results, in points.
const MIN_BAR_WIDTH: f32 = 60.0;
/// The least width of a part of a bar that holds a number, in points.
const MIN_LABELLED_WIDTH: f32 = 30.0;

/// The columns of numbers for which there is room and something to show.
struct NumberColumns {
    shows: [bool; 3],
    bar_width: f32,
}

impl NumberColumns {
    /// Chooses columns: points first, then loss, then the evaluation.
    fn new<'a>(width: f32, tallies: &(impl Iterator<Item = &'a Tally> + Clone)) -> Self {
        let mut left = width - MOVE_AND_GAMES_WIDTH - MIN_BAR_WIDTH;
        let mut shows = [false; 3];
        for column in [0, 2, 1] {
            let is_known = tallies.clone().any(|tally| values(tally)[column].is_some());
            if is_known && left >= NUMBER_WIDTH {
                shows[column] = true;
                left -= NUMBER_WIDTH;
            }
        }
        Self {
            shows,
            bar_width: MIN_BAR_WIDTH + left.clamp(0.0, 120.0),
        }
    }
}

/// Returns points, evaluation and loss as text, as far as they are known.
fn values(tally: &Tally) -> [Option<String>; 3] {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    [
        tally.points().map(|points| format!("{points:.1}")),
        tally.win().map(percent),
        tally.loss().map(percent),
    ]
}

/// Shows the moves that were played.
pub(super) fn moves(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    answer: &ExplorerAnswer,
) {
    if answer.moves.is_empty() {
        return;
    }
    let tallies = answer.moves.iter().map(|explored| &explored.tally);
    let columns = NumberColumns::new(ui.available_width(), &tallies);
    let grid = Grid::new("explored moves")
        .striped(true)
        .spacing([6.0, 4.0]);
    grid.show(ui, |ui| {
        headings(ui, &columns, true);
        for explored in &answer.moves {
            move_cell(ui, cx, open_game, explored);
            games_cell(ui, cx, explored);
            tally_cells(
                ui,
                cx,
                open_game,
                &explored.tally,
                &columns,
                &explored.players,
            );
            ui.end_row();
        }
    });
}

/// Shows the features of all moves at this ply, in a game that has such features.
pub(super) fn features(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    answer: &ExplorerAnswer,
) {
    if answer.features.is_empty() {
        return;
    }
    ui.add_space(6.0);
    let heading = "All games at ply";
    widgets::heading(ui, &format!("{heading} {}", open_game.ply() + 1));
    let tallies = answer.features.iter().map(|feature| &feature.tally);
    // The names of features are longer than moves.
    let columns = NumberColumns::new(ui.available_width() - 90.0, &tallies);
    let grid = Grid::new("explored features")
        .striped(true)
        .spacing([6.0, 4.0]);
    grid.show(ui, |ui| {
        headings(ui, &columns, false);
        for feature in &answer.features {
            ui.label(feature.name);
            ui.label(RichText::new(feature.tally.games.to_string()).monospace());
            tally_cells(ui, cx, open_game, &feature.tally, &columns, &[]);
            ui.end_row();
        }
    });
}

/// The headings of the columns.
const COLUMNS: [&str; 6] = ["Move", "Games", "Results", "Points", "Eval", "Loss"];

/// Shows the headings of the columns.
fn headings(ui: &mut Ui, columns: &NumberColumns, has_moves: bool) {
    for (nth, name) in COLUMNS.into_iter().enumerate() {
        let is_shown = nth < 3 || columns.shows[nth - 3];
        if is_shown {
            let name = if nth == 0 && !has_moves { "" } else { name };
            ui.label(widgets::small_muted_text(ui, name));
        }
    }
    ui.end_row();
}

/// Returns a move, shortened if it is long.
fn shortened(token: &str) -> String {
    if token.chars().count() <= MAX_MOVE_CHARS {
        return token.to_owned();
    }
    token
        .chars()
        .take(MAX_MOVE_CHARS - 1)
        .chain(['…'])
        .collect()
}

/// Shows a move: hovering previews it on the board, a click plays it.
fn move_cell(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, explored: &ExploredMove) {
    let label = format!("Play {}", explored.token);
    let text = RichText::new(shortened(&explored.token))
        .monospace()
        .strong();
    let button = ui.add(Button::new(text).small());
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &label));
    if button.hovered() || button.has_focus() {
        cx.view_state.is_peeking = true;
        let line = continuation(open_game.node(), &explored.token);
        if cx.state.peeked_line.as_ref() != Some(&line) {
            cx.dispatch(Action::Engine(EngineAction::PeekLine(Some(line))));
        }
    }
    if button.on_hover_text(label).clicked() {
        play(cx, open_game, &explored.token);
    }
}

/// Shows in how many games a move was played; a click lists them in the library.
fn games_cell(ui: &mut Ui, cx: &mut ViewContext<'_>, explored: &ExploredMove) {
    let text = RichText::new(explored.tally.games.to_string()).monospace();
    let link = ui.add(Link::new(text));
    let label = format!(
        "List games with {}: {}",
        explored.token, explored.tally.games
    );
    link.widget_info(|| WidgetInfo::labeled(egui::Role::Link, true, &label));
    let tooltip = format!("List games with {}", explored.token);
    if link.on_hover_text(tooltip).clicked() {
        let name = format!("Games with {}", explored.token);
        list_games(cx, name, &explored.labels);
    }
}

/// Shows the results as a bar, and the columns of numbers.
fn tally_cells(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    tally: &Tally,
    columns: &NumberColumns,
    players: &[(String, u32)],
) {
    let badges = cx.player_display().map(|sides| sides.badges);
    let sides = open_game.game().sides();
    let bar = results_bar(ui, tally, badges.as_ref(), columns.bar_width);
    let results = results_text(sides, tally);
    bar.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &results));
    bar.on_hover_text(tooltip(results.clone(), tally, players));
    for (value, _) in values(tally)
        .iter()
        .zip(columns.shows)
        .filter(|(_, shows)| *shows)
    {
        ui.label(RichText::new(value.as_deref().unwrap_or("–")).monospace());
    }
}

/// Returns the results in words.
fn results_text(sides: [&str; 2], tally: &Tally) -> String {
    let [first, second] = tally.wins;
    let mut text = format!("{} {first}", sides[0]);
    if tally.draws > 0 {
        let _ = write!(text, ", draw {}", tally.draws);
    }
    let _ = write!(text, ", {} {second}", sides[1]);
    text
}

/// Returns all that is known of a move: results, means, and players.
fn tooltip(mut text: String, tally: &Tally, players: &[(String, u32)]) -> String {
    for (name, value) in COLUMNS.into_iter().skip(3).zip(values(tally)) {
        if let Some(value) = value {
            let _ = write!(text, "\n{name}: {value}");
        }
    }
    let named = players.iter().filter(|(name, _)| !name.is_empty());
    for (name, games) in named.clone().take(MAX_PLAYERS) {
        let _ = write!(text, "\n{} {games}", widgets::one_line(name));
    }
    if named.count() > MAX_PLAYERS {
        text.push_str("\n…");
    }
    text
}

/// Paints the shares of won, drawn and lost games, in the colours of the players.
fn results_bar(
    ui: &mut Ui,
    tally: &Tally,
    badges: Option<&[PlayerBadge; 2]>,
    width: f32,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(width, 16.0), Sense::hover());
    let [first, second] = tally.wins;
    let decided = first + tally.draws + second;
    let role = |nth: usize| badges.map_or(Role::Text, |badges| badges[nth].role);
    let parts = [
        (first, role(0)),
        (tally.draws, Role::Muted),
        (second, role(1)),
    ];
    let painter = ui.painter();
    let mut left = rect.left();
    for (count, role) in parts.into_iter().filter(|(count, _)| *count > 0) {
        #[expect(clippy::cast_possible_truncation, reason = "a width in points")]
        let share = (f64::from(count) / f64::from(decided)) as f32;
        let part = Rect::from_min_max(
            pos2(left, rect.top()),
            pos2(left + share * rect.width(), rect.bottom()),
        );
        left = part.right();
        painter.rect_filled(part, 0.0, color(ui, role));
        if part.width() >= MIN_LABELLED_WIDTH {
            let text = format!("{:.0} %", 100.0 * share);
            let font = widgets::small_font(ui);
            let ink = color(ui, role.on());
            painter.text(part.center(), Align2::CENTER_CENTER, text, font, ink);
        }
    }
    let edge = Stroke::new(1.0, color(ui, Role::Muted));
    painter.rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
    response
}
