//! The review's summary of each player.

use super::super::{ViewContext, widgets};
use crate::app::open_game::OpenGame;
use crate::review::PlayerSummary;
use egui::{Align, Grid, Layout, RichText, Ui, vec2};

/// A function that returns the text of a summary's cell, or `None` if there is nothing to show.
type CellText = dyn Fn(&PlayerSummary) -> Option<String>;

/// Shows the summaries side by side.
pub(super) fn show(ui: &mut Ui, cx: &ViewContext<'_>, open_game: &OpenGame) {
    let words = &cx.texts().strings;
    let cards = &open_game.review_summary().cards;
    let rows: [(&str, &CellText); 9] = [
        (words.accuracy, &|card| {
            Some(format!("{:.1}", card.accuracy?))
        }),
        (words.only_moves, &|card| count_text(card.only)),
        (words.inaccuracies, &|card| count_text(card.inaccuracies)),
        (words.mistakes, &|card| count_text(card.mistakes)),
        (words.blunders, &|card| count_text(card.blunders)),
        (words.wins_given_away, &|card| {
            Some(format!("{:.2}", card.loss))
        }),
        (words.points_given_away, &|card| {
            Some(format!("{:.1}", card.points?))
        }),
        (words.luck_wins, &|card| Some(format!("{:+.2}", card.luck?))),
        (words.luck_points, &|card| {
            Some(format!("{:+.1}", card.luck_points?))
        }),
    ];
    let signs = ["", "!", "?!", "?", "??", "", "", "", ""];
    Grid::new("cards")
        .num_columns(4)
        .spacing([12.0, 1.0])
        .min_row_height(0.0)
        .striped(true)
        .show(ui, |ui| {
            ui.label("");
            ui.label("");
            for side in open_game.game().sides() {
                number_cell(ui, RichText::new(side).strong());
            }
            ui.end_row();
            for ((name, of), sign) in rows.into_iter().zip(signs) {
                let cells = cards.each_ref().map(of);
                if cells.iter().all(Option::is_none) {
                    continue;
                }
                ui.label(name);
                ui.label(widgets::muted_text(ui, sign));
                for cell in cells {
                    number_cell(ui, RichText::new(cell.unwrap_or_else(|| "–".to_owned())));
                }
                ui.end_row();
            }
        });
    ui.add_space(4.0);
}

#[expect(clippy::unnecessary_wraps, reason = "a cell may be empty")]
fn count_text(number: usize) -> Option<String> {
    Some(number.to_string())
}

fn number_cell(ui: &mut Ui, text: RichText) {
    let size = vec2(64.0, ui.text_style_height(&egui::TextStyle::Body));
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| ui.label(text));
}
