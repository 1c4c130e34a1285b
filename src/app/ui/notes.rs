//! The notes pane: glyph, comment, marks and evaluations of the shown ply.

use super::moves::glyph_color;
use super::{ViewContext, widgets};
use crate::open_game::OpenGame;
use crate::state::{Action, EditAction, FocusTarget, command, command_name};
use egui::{Button, CollapsingHeader, Grid, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};
use kifu_core::contract::Player;
use kifu_core::record::{EvalLine, Evaluation, Glyph, Note, Proven};
use kifu_study::review::LineValue;

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
            evaluation_line(ui, open_game, &note.evals);
            let searches = CollapsingHeader::new("searches").id_salt("searches");
            searches.show(ui, |ui| evaluation_table(ui, open_game, &note.evals));
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

/// Shows in one line what kifu and the players' programs think of the move.
fn evaluation_line(ui: &mut Ui, open_game: &OpenGame, evals: &[Evaluation]) {
    let text = evaluation_text(open_game, evals);
    if !text.is_empty() {
        ui.add(egui::Label::new(text).wrap());
    }
}

/// Returns what kifu and the players' programs think of the move, in percent for its player:
/// `kifu: h1h2 54 %, best g6f6 66 %; mybot: 68 %`.
fn evaluation_text(open_game: &OpenGame, evals: &[Evaluation]) -> String {
    let is_main = open_game.tree().is_on_main_line(open_game.node());
    let judged = open_game.review_summary().ply(open_game.ply());
    let mut parts = Vec::new();
    if let Some(judged) = judged.filter(|_| is_main && !open_game.is_at_failure()) {
        let evaluation = &judged.evaluation;
        let value = |value: &LineValue| share_text(value.proven, Some(value.win));
        let mut text = format!("kifu: {} {}", judged.token, value(&evaluation.played));
        if let Some(best) = evaluation.pv.first().filter(|best| **best != judged.token) {
            text.push_str(&format!(", best {best} {}", value(&evaluation.best)));
        }
        parts.push(text);
    }
    let names = Player::ALL.map(|player| open_game.record().player(player).name.as_str());
    let is_own = |eval: &&Evaluation| !eval.engine.is_empty() && names.contains(&&*eval.engine);
    for eval in evals.iter().filter(is_own) {
        if let Some(line) = eval.values().next() {
            let name = kifu_core::contract::printable(&eval.engine, 40);
            parts.push(format!("{name}: {}", share_text(line.proven, line.win)));
        }
    }
    parts.join("; ")
}

/// Returns a value as text: the proven result, or else the win probability.
fn share_text(proven: Option<Proven>, win: Option<f64>) -> String {
    match (proven, win) {
        (Some(Proven::Win), _) => "won".to_owned(),
        (Some(Proven::Loss), _) => "lost".to_owned(),
        (Some(Proven::Draw), _) => "draw".to_owned(),
        (None, Some(win)) => format!("{:.0} %", 100.0 * win),
        (None, None) => "–".to_owned(),
    }
}

fn evaluation_table(ui: &mut Ui, open_game: &OpenGame, evals: &[Evaluation]) {
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
