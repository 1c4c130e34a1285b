//! The protocol pane: the lines exchanged between the jury and one bot.

use super::{ViewContext, color, widgets};
use crate::open_game::{Navigation, OpenGame};
use crate::state::{Action, ViewAction, failure_text};
use egui::{Align2, Color32, Rect, ScrollArea, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use kifu_core::contract::Player;
use kifu_core::scene::Role;
use kifu_logs::formats::{ExchangedLine, NoDialogue, exchanged_lines};

/// State of the pane kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct ProtocolCache {
    revision: Option<super::cache::GameRevision>,
    /// The dialogue of each seat, or the reason why there is none.
    dialogues: Vec<Result<Vec<ExchangedLine>, NoDialogue>>,
    /// The ply and seat shown in the previous frame.
    last_shown: Option<(u32, Player)>,
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let (Some(open_game), Some(key)) = (cx.state.open_game(), cx.game_revision()) else {
        widgets::no_game_message(ui);
        return;
    };
    let mut kept = std::mem::take(&mut cx.view_state.cache.protocol);
    if kept.revision != Some(key) {
        let record = open_game.to_record();
        let lines_of = |seat| exchanged_lines(&record, open_game.game(), seat);
        kept.dialogues = Player::ALL.map(lines_of).into();
        kept.revision = Some(key);
        kept.last_shown = None;
    }
    seat_selector(ui, cx, open_game);
    summary(ui, open_game, &kept.dialogues);
    ui.add_space(2.0);
    ui.separator();
    match kept.dialogues.get(cx.state.dialogue_player.index()) {
        Some(Ok(lines)) => {
            let here = Some((open_game.ply(), cx.state.dialogue_player));
            // A program that failed sent nothing: what it received last is before its failure.
            let is_sent = lines.iter().any(|line| line.ply == Some(open_game.ply()));
            let last = lines.iter().rev().find_map(|line| line.ply);
            let failed = last.filter(|_| open_game.is_at_failure() && !is_sent);
            let ply = failed.unwrap_or_else(|| open_game.ply());
            line_list(ui, cx, lines, ply, kept.last_shown != here);
            kept.last_shown = here;
        }
        Some(Err(why)) => widgets::empty_message(ui, &why.to_string()),
        None => {}
    }
    cx.view_state.cache.protocol = kept;
}

/// Shows the selector of the seat whose dialogue is shown.
fn seat_selector(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    let gap = ui.spacing().item_spacing.x;
    let width = (ui.available_width() - gap) / 2.0;
    ui.horizontal(|ui| {
        let sides = open_game.game().sides();
        for player in Player::ALL {
            let name = &open_game.record().player(player).name;
            let side = sides[player.index()];
            let text = if name.is_empty() {
                side.to_owned()
            } else {
                format!("{side}: {name}")
            };
            let shown = cx.state.dialogue_player == player;
            let button = egui::Button::selectable(shown, &text).truncate();
            let button = ui.scope(|ui| {
                ui.set_max_width(width);
                ui.add(button)
            });
            if button.inner.on_hover_text(&text).clicked() && !shown {
                cx.dispatch(Action::View(ViewAction::SwitchDialoguePlayer));
            }
        }
    });
}

/// Shows the current ply: its token, the line that its bot sent and the line that the other
/// received.
fn summary(
    ui: &mut Ui,
    open_game: &OpenGame,
    dialogues: &[Result<Vec<ExchangedLine>, NoDialogue>],
) {
    let ply = open_game.ply();
    let exchanged = |to_bot: bool| {
        let lines = dialogues.iter().flatten().flatten();
        let mut lines = lines.filter(|line| line.to_bot == to_bot && line.ply == Some(ply));
        lines.next().map_or("–", |line| &line.text)
    };
    let token = (ply as usize)
        .checked_sub(1)
        .and_then(|index| open_game.plies().get(index))
        .map(|info| info.token.clone());
    let failed = failure_text(open_game).filter(|_| open_game.is_at_failure());
    let token = failed.or(token).unwrap_or_else(|| "–".to_owned());
    let rows = [
        ("Move", &*token),
        ("Bot sent", exchanged(false)),
        ("Opponent received", exchanged(true)),
    ];
    let grid = egui::Grid::new("exchanged")
        .num_columns(2)
        .spacing([8.0, 1.0]);
    grid.min_row_height(14.0).show(ui, |ui| {
        for (name, text) in rows {
            ui.label(widgets::small_muted_text(ui, name));
            let text = egui::RichText::new(text).monospace();
            ui.add(egui::Label::new(text).truncate());
            ui.end_row();
        }
    });
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lines are far fewer than a float counts, and not negative"
)]
fn line_list(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    lines: &[ExchangedLine],
    ply: u32,
    moved: bool,
) {
    let height = ui.text_style_height(&egui::TextStyle::Monospace) + 4.0;
    let area = ScrollArea::vertical().auto_shrink(false);
    area.id_salt("dialogue").show_viewport(ui, |ui, viewport| {
        ui.set_height(height * lines.len() as f32);
        ui.set_width(ui.available_width());
        let (origin, width) = (ui.max_rect().left_top(), ui.available_width());
        let rect_of = |row: usize| {
            let top = origin + vec2(0.0, height * row as f32);
            Rect::from_min_size(top, vec2(width, height))
        };
        let here = lines.iter().position(|line| line.ply == Some(ply));
        if moved && let Some(here) = here {
            ui.scroll_to_rect(rect_of(here).expand2(vec2(0.0, 2.0 * height)), None);
        }
        let first = (viewport.top() / height).floor().max(0.0) as usize;
        let last = ((viewport.bottom() / height).ceil().max(0.0) as usize).min(lines.len());
        let visible = lines.iter().enumerate().take(last).skip(first);
        for (row, line) in visible {
            line_row(ui, cx, rect_of(row), row, line, ply);
        }
    });
}

fn line_row(
    ui: &Ui,
    cx: &mut ViewContext<'_>,
    rect: Rect,
    row: usize,
    line: &ExchangedLine,
    ply: u32,
) {
    let sense = if line.ply.is_some() {
        Sense::CLICK
    } else {
        Sense::hover()
    };
    let response = ui.interact(rect, ui.scope_id().with(row), sense);
    let way = if line.to_bot {
        "Jury to bot"
    } else {
        "Bot to jury"
    };
    let selected = line.ply == Some(ply);
    response.widget_info(|| {
        let label = format!("{way}: {}", line.text);
        WidgetInfo::selected(egui::Role::ListBoxOption, true, selected, label)
    });
    if selected {
        let fill = ui.visuals().selection.bg_fill;
        ui.painter().rect_filled(rect, 3.0, fill);
    } else if response.hovered() && line.ply.is_some() {
        let fill = ui.visuals().widgets.hovered.weak_bg_fill;
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let (y, muted) = (rect.center().y, color(ui, Role::Muted));
    let small = widgets::small_font(ui);
    if let Some(ply) = line.ply {
        let right_center = pos2(rect.left() + 28.0, y);
        ui.painter()
            .text(right_center, Align2::RIGHT_CENTER, ply, small, muted);
    }
    let ink = if line.to_bot {
        muted
    } else {
        color(ui, Role::Preview)
    };
    direction_arrow(ui, pos2(rect.left() + 41.0, y), line.to_bot, ink);
    let left = rect.left() + 54.0;
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let text = color(ui, Role::Text);
    let galley = widgets::elided_galley(ui, &line.text, font, text, rect.right() - left - 4.0);
    let cut = galley.elided;
    let corner = pos2(left, y - galley.size().y / 2.0);
    ui.painter().galley(corner, galley, text);
    if response.clicked()
        && let Some(ply) = line.ply
    {
        cx.dispatch(Action::Navigate(Navigation::Ply(ply)));
    }
    if cut {
        response.on_hover_text(&line.text);
    }
}

/// Draws an arrow to the right for lines to the bot, to the left for lines from it.
fn direction_arrow(ui: &Ui, center: egui::Pos2, to_bot: bool, ink: Color32) {
    let way = if to_bot { 1.0 } else { -1.0 };
    let stroke = Stroke::new(1.3, ink);
    let (tail, tip) = (center - vec2(6.0 * way, 0.0), center + vec2(6.0 * way, 0.0));
    ui.painter().line_segment([tail, tip], stroke);
    let head = vec![
        tip + vec2(-4.0 * way, -3.0),
        tip,
        tip + vec2(-4.0 * way, 3.0),
    ];
    ui.painter().add(Shape::line(head, stroke));
}
