//! The notes pane: glyph, comment, marks and evaluations of the shown ply.

use super::moves::glyph_color;
use super::{ViewContext, widgets};
use crate::open_game::OpenGame;
use crate::state::{Action, EditAction, FocusTarget, command, command_name};
use egui::{Button, Grid, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};
use kifu_core::record::{EvalLine, Evaluation, Glyph, Note, Proven};

/// The glyphs with their commands.
const GLYPHS: [(Glyph, &str); 6] = [
    (Glyph::Brilliant, "glyph-brilliant"),
    (Glyph::Good, "glyph-good"),
    (Glyph::Interesting, "glyph-interesting"),
    (Glyph::Inaccuracy, "glyph-inaccuracy"),
    (Glyph::Mistake, "glyph-mistake"),
    (Glyph::Blunder, "glyph-blunder"),
];

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let Some(open_game) = cx.state.open_game() else {
        widgets::no_game_message(ui);
        return;
    };
    let none = Note::default();
    let note = open_game.note().unwrap_or(&none);
    let area = ScrollArea::vertical().auto_shrink(false).id_salt("notes");
    area.show(ui, |ui| {
        let is_act = open_game.ply() > 0 || open_game.is_at_failure();
        ui.add_enabled_ui(is_act, |ui| glyph_buttons(ui, cx, note.glyph));
        ui.add_enabled_ui(open_game.annotated_node().is_some(), |ui| {
            comment_field(ui, cx, open_game, note);
        });
        ui.add_space(4.0);
        ui.add_enabled_ui(open_game.annotated_node().is_some(), |ui| {
            super::marks::palette(ui, cx);
        });
        if !note.marks.is_empty() {
            ui.add_space(4.0);
            super::marks::list(ui, cx, &note.marks);
        }
        // During an exercise, evaluations would reveal the answer.
        if !note.evals.is_empty() && cx.state.exercise().is_none() {
            ui.add_space(4.0);
            evaluation_table(ui, open_game, &note.evals);
        }
    });
}

fn glyph_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, shown: Option<Glyph>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let width = ((ui.available_width() - 5.0 * 3.0) / 6.0).clamp(26.0, 52.0);
        for (glyph, id) in GLYPHS {
            let sign = RichText::new(glyph.symbol()).strong();
            let sign = sign.color(glyph_color(ui, glyph));
            let key = command::by_id(id)
                .and_then(|command| cx.state.key_bindings.shortcuts(command).pop());
            let key = key.map_or(String::new(), |key| key.to_string());
            let key = widgets::small_muted_text(ui, key);
            let selected = shown == Some(glyph);
            let button = Button::new((sign, key))
                .selected(selected)
                .frame_when_inactive(true);
            let response = ui.add(button.min_size(vec2(width, 24.0)));
            let name = command_name(id);
            response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, selected, name));
            if response.on_hover_text(name).clicked() {
                cx.dispatch(Action::Edit(EditAction::ToggleGlyph(Some(glyph))));
            }
        }
    });
}

fn comment_field(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, note: &Note) {
    let mut text = note.comment.clone();
    let rest = if note.marks.is_empty() && note.evals.is_empty() {
        1.0
    } else {
        0.5
    };
    let line = ui.text_style_height(&egui::TextStyle::Body);
    // The palette of marks stays visible below.
    let palette = super::marks::palette_height(ui);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 3"
    )]
    let rows = ((ui.available_height() * rest - palette) / line).max(3.0) as usize;
    let edit = TextEdit::multiline(&mut text)
        .hint_text("Comment on this ply…")
        .desired_width(f32::INFINITY)
        .desired_rows(rows.min(40));
    let name = format!("Comment, ply {}", open_game.ply());
    let response = ui.add(edit).accessible_name(name);
    if cx.view_state.focus_request == Some(FocusTarget::Comment) {
        response.request_focus();
    }
    if response.changed() {
        cx.dispatch(Action::Edit(EditAction::SetComment(text)));
    }
}

/// The part of a row that the name of an engine takes at most.
const MAX_ENGINE_SHARE: f32 = 0.6;

/// The maximum number of evaluations that are listed.
const MAX_LISTED_EVALS: usize = 100;

fn evaluation_table(ui: &mut Ui, open_game: &OpenGame, evals: &[Evaluation]) {
    widgets::heading(ui, "Engines");
    // All values are those of the player who made the move.
    if let Some(player) = open_game.last_mover() {
        let side = open_game.game().sides()[player.index()];
        let text = format!("Win probability · {side}");
        ui.label(widgets::small_muted_text(ui, text));
    }
    let width = ui.available_width();
    Grid::new("evals")
        .num_columns(4)
        .striped(true)
        .show(ui, |ui| {
            for eval in evals.iter().take(MAX_LISTED_EVALS) {
                let name = format!("{} {}", eval.engine, eval.budget_text());
                for line in eval.values() {
                    // A long name leaves room for the values.
                    ui.scope(|ui| {
                        ui.set_max_width(width * MAX_ENGINE_SHARE);
                        ui.add(egui::Label::new(name.trim()).truncate());
                    });
                    ui.label(win_text(line));
                    let points = line.points.map(|points| format!("{points:+.1}"));
                    ui.label(points.unwrap_or_default());
                    ui.add(egui::Label::new(RichText::new(&line.pv).monospace()).truncate());
                    ui.end_row();
                }
            }
        });
    widgets::note_omitted(ui, evals.len(), MAX_LISTED_EVALS);
}

fn win_text(line: &EvalLine) -> String {
    match (line.proven, line.win) {
        (Some(Proven::Win), _) => "won".to_owned(),
        (Some(Proven::Loss), _) => "lost".to_owned(),
        (Some(Proven::Draw), _) => "Draw".to_owned(),
        (None, Some(win)) => format!("{:.1} %", win * 100.0),
        (None, None) => String::new(),
    }
}
