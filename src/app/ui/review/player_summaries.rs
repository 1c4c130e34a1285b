//! The review's summary of each player: a line per player, with numbers in columns.

use super::super::{color, widgets};
use crate::open_game::OpenGame;
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use kifu_core::contract::Player;
use kifu_core::scene::Role;
use kifu_study::review::SummaryField;

/// The space between two columns, in points.
const COLUMN_GAP: f32 = 10.0;

/// Returns the heading of a column: the sign of the moves that it counts, or its name.
fn heading(field: &SummaryField) -> String {
    let sign = field.sign.map(|sign| sign.symbol().to_owned());
    sign.unwrap_or_else(|| capitalized(field.name))
}

fn capitalized(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// Shows the summaries, a line for each player. What does not fit is in the tooltip of the line.
pub(super) fn show(ui: &mut Ui, open_game: &OpenGame) {
    let cards = &open_game.review_summary().cards;
    let columns: Vec<(&SummaryField, [String; 2])> = SummaryField::ALL
        .iter()
        .filter_map(|field| {
            let cells = cards.each_ref().map(|card| field.number_text(card));
            let is_known = cells.iter().any(Option::is_some);
            let cells = cells.map(|cell| cell.unwrap_or_else(|| "–".to_owned()));
            is_known.then_some((field, cells))
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
    for (field, cells) in &columns {
        let cells = cells.iter().map(|cell| width_of(cell, &font));
        right += cells.fold(width_of(&heading(field), &small), f32::max) + COLUMN_GAP;
        if right > limit {
            break;
        }
        edges.push(right);
    }
    let height = ui.text_style_height(&egui::TextStyle::Body) + 2.0;
    let (heads, _) = ui.allocate_exact_size(vec2(limit, height), Sense::hover());
    let mut left = heads.left() + side_width[0].max(side_width[1]);
    for ((field, _), edge) in columns.iter().zip(&edges) {
        let right = heads.left() + edge;
        ui.painter().text(
            pos2(right, heads.center().y),
            Align2::RIGHT_CENTER,
            heading(field),
            small.clone(),
            muted,
        );
        let cell = Rect::from_x_y_ranges(left..=right, heads.y_range());
        let id = ui.scope_id().with(("heading of the summary", field.name));
        let about = format!("{}: {}", capitalized(field.name), field.about);
        let response = ui.interact(cell, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &about));
        response.on_hover_text(about);
        left = right;
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
        let card = &cards[player.index()];
        let facts: Vec<String> = columns
            .iter()
            .map(|(field, _)| {
                let text = field.text(card).unwrap_or_else(|| "–".to_owned());
                format!("{}: {text}", capitalized(field.name))
            })
            .collect();
        let label = format!("{side}. {}", facts.join(", "));
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Row, true, &label));
        response.on_hover_text(format!("{side}\n{}", facts.join("\n")));
    }
    ui.add_space(4.0);
}
