//! The review's summary of each player: a line per player, with numbers in columns.

use super::super::{ViewContext, color, widgets};
use crate::open_game::OpenGame;
use crate::state::Words;
use egui::{Align2, Sense, Ui, WidgetInfo, pos2, vec2};
use kifu_core::contract::Player;
use kifu_core::scene::Role;
use kifu_study::review::PlayerSummary;

/// A function that returns the text of a summary's cell, or `None` if there is nothing to show.
type CellText = fn(&PlayerSummary) -> Option<String>;

/// The space between two columns, in points.
const COLUMN_GAP: f32 = 10.0;

/// A column of the table.
struct SummaryColumn {
    /// The short heading.
    heading: &'static str,
    /// The name, for tooltips and screen readers.
    name: &'static str,
    cell: CellText,
}

/// Returns the columns, the most important first.
fn columns(words: &Words) -> [SummaryColumn; 9] {
    let column = |heading, name, cell: CellText| SummaryColumn {
        heading,
        name,
        cell,
    };
    [
        column(words.accuracy, words.accuracy, |card| {
            Some(format!("{:.1}", card.accuracy?))
        }),
        column("??", words.blunders, |card| count_text(card.blunders)),
        column("?", words.mistakes, |card| count_text(card.mistakes)),
        column("?!", words.inaccuracies, |card| {
            count_text(card.inaccuracies)
        }),
        column("!", words.only_moves, |card| count_text(card.only)),
        column(words.wins_lost, words.wins_given_away, |card| {
            Some(format!("{:.2}", card.loss))
        }),
        column(words.points_lost, words.points_given_away, |card| {
            Some(format!("{:.1}", card.points?))
        }),
        column(words.luck, words.luck_wins, |card| {
            Some(format!("{:+.2}", card.luck?).replace('-', "−"))
        }),
        column(words.luck_points, words.luck_points, |card| {
            Some(format!("{:+.1}", card.luck_points?).replace('-', "−"))
        }),
    ]
}

#[expect(clippy::unnecessary_wraps, reason = "a cell may be empty")]
fn count_text(number: usize) -> Option<String> {
    Some(number.to_string())
}

/// Shows the summaries, a line for each player. What does not fit is in the tooltip of the line.
pub(super) fn show(ui: &mut Ui, cx: &ViewContext<'_>, open_game: &OpenGame) {
    let cards = &open_game.review_summary().cards;
    let columns = columns(&cx.texts().strings);
    let columns: Vec<(SummaryColumn, [String; 2])> = columns
        .into_iter()
        .filter_map(|column| {
            let cells = cards.each_ref().map(column.cell);
            let is_known = cells.iter().any(Option::is_some);
            let cells = cells.map(|cell| cell.unwrap_or_else(|| "–".to_owned()));
            is_known.then_some((column, cells))
        })
        .collect();
    let sides = open_game.game().sides();
    let font = widgets::body_font(ui);
    let small = widgets::small_font(ui);
    let muted = color(ui, Role::Muted);
    let width_of = |text: &str, font: &egui::FontId| {
        ui.painter()
            .layout_no_wrap(text.to_owned(), font.clone(), muted)
            .size()
            .x
    };
    let side_width = sides.map(|side| width_of(side, &font));
    let mut right = side_width[0].max(side_width[1]);
    let limit = ui.available_width();
    // The right edges of the columns that fit.
    let mut edges = Vec::new();
    for (column, cells) in &columns {
        let cells = cells.iter().map(|cell| width_of(cell, &font));
        right += cells.fold(width_of(column.heading, &small), f32::max) + COLUMN_GAP;
        if right > limit {
            break;
        }
        edges.push(right);
    }
    let height = ui.text_style_height(&egui::TextStyle::Body) + 2.0;
    let (heads, _) = ui.allocate_exact_size(vec2(limit, height), Sense::hover());
    for ((column, _), edge) in columns.iter().zip(&edges) {
        let at = pos2(heads.left() + edge, heads.center().y);
        ui.painter().text(
            at,
            Align2::RIGHT_CENTER,
            column.heading,
            small.clone(),
            muted,
        );
    }
    let ink = color(ui, Role::Text);
    for player in Player::ALL {
        let (row, response) = ui.allocate_exact_size(vec2(limit, height), Sense::hover());
        let side = sides[player.index()];
        let painter = ui.painter();
        painter.text(
            row.left_center(),
            Align2::LEFT_CENTER,
            side,
            font.clone(),
            ink,
        );
        for ((_, cells), edge) in columns.iter().zip(&edges) {
            let at = pos2(row.left() + edge, row.center().y);
            let cell = &cells[player.index()];
            painter.text(at, Align2::RIGHT_CENTER, cell, font.clone(), ink);
        }
        let facts: Vec<String> = columns
            .iter()
            .map(|(column, cells)| format!("{}: {}", column.name, cells[player.index()]))
            .collect();
        let label = format!("{side}. {}", facts.join(", "));
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Row, true, &label));
        response.on_hover_text(format!("{side}\n{}", facts.join("\n")));
    }
    ui.add_space(4.0);
}
