//! The review's summary of each player: a line per player, with numbers in columns.

use super::super::{color, widgets};
use crate::open_game::OpenGame;
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
fn columns() -> [SummaryColumn; 9] {
    let column = |heading, name, cell: CellText| SummaryColumn {
        heading,
        name,
        cell,
    };
    [
        column("Accuracy", "Accuracy", |card| {
            Some(format!("{:.1}", card.accuracy?))
        }),
        column("??", "Blunders", |card| count_text(card.blunders)),
        column("?", "Mistakes", |card| count_text(card.mistakes)),
        column("?!", "Inaccuracies", |card| count_text(card.inaccuracies)),
        column("!", "Only moves", |card| count_text(card.only)),
        column("Wins lost", "Wins given away", |card| {
            Some(format!("{:.2}", card.loss))
        }),
        column("Points lost", "Points given away", |card| {
            Some(format!("{:.1}", card.points?))
        }),
        column("Luck", "Luck (wins)", |card| {
            Some(format!("{:+.2}", card.luck?).replace('-', "−"))
        }),
        column("Luck (points)", "Luck (points)", |card| {
            Some(format!("{:+.1}", card.luck_points?).replace('-', "−"))
        }),
    ]
}

#[expect(clippy::unnecessary_wraps, reason = "a cell may be empty")]
fn count_text(number: usize) -> Option<String> {
    Some(number.to_string())
}

/// Shows the summaries, a line for each player. What does not fit is in the tooltip of the line.
pub(super) fn show(ui: &mut Ui, open_game: &OpenGame) {
    let cards = &open_game.review_summary().cards;
    let columns = columns();
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
        let right_center = pos2(heads.left() + edge, heads.center().y);
        ui.painter().text(
            right_center,
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
            let right_center = pos2(row.left() + edge, row.center().y);
            let cell = &cells[player.index()];
            painter.text(right_center, Align2::RIGHT_CENTER, cell, font.clone(), ink);
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
