//! The rows for comments, below the moves that they are about.

use super::super::{ViewContext, color};
use super::MoveListView;
use super::layout::CommentLine;
use super::style::{paint_background, paint_text};
use crate::open_game::{Navigation, NodeId, OpenGame};
use crate::state::{Action, CopyTarget, EditAction, FileAction, command_name};
use egui::text::LayoutJob;
use egui::{Button, Color32, FontId, Rect, RichText, Sense, Ui, WidgetInfo, pos2};
use kifu_core::scene::Role;

/// The maximum number of lines of a comment in the list; the notes pane has the rest.
const MAX_LINES: usize = 6;
/// The space at both ends of a line, in points.
const MARGIN: f32 = 5.0;

/// Breaks a comment into the lines that the list shows.
pub(super) fn lines(ui: &Ui, font: &FontId, comment: &str, width: f32) -> Vec<String> {
    let width = (width - 2.0 * MARGIN).max(40.0);
    let mut job = LayoutJob::simple(comment.to_owned(), font.clone(), Color32::WHITE, width);
    job.wrap.max_rows = MAX_LINES;
    let galley = ui.painter().layout_job(job);
    let rows = galley.rows.iter().map(|row| row.text().trim().to_owned());
    rows.collect()
}

impl MoveListView<'_, '_> {
    /// Shows a line of a comment. A click goes to the move.
    pub(super) fn comment_row(&mut self, ui: &mut Ui, rect: Rect, line: &CommentLine) {
        let indent =
            self.style.indent * super::layout::to_f32(line.depth) + self.style.indent / 2.0;
        let rect = rect.with_min_x(rect.left() + indent);
        let id = ui.scope_id().with(("comment", line.node, line.nth));
        let response = ui.interact(rect, id, Sense::CLICK);
        let comment = self.comment(line);
        if line.nth == 0 {
            let label = format!("Comment, {}. {comment}", line.ply);
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &label));
        }
        let selected = match line.node {
            Some(node) => node == self.open_game.node() && !self.open_game.is_at_failure(),
            None => self.open_game.is_at_failure(),
        };
        paint_background(ui, &response, rect, false);
        let rail = if selected { Role::Preview } else { Role::Muted };
        let strength = if selected { 1.0 } else { 0.35 };
        let rail = color(ui, rail).gamma_multiply(strength);
        ui.painter().vline(rect.left(), rect.y_range(), (2.0, rail));
        let ink = color(ui, Role::Muted);
        let (font, at) = (
            self.style.font.clone(),
            pos2(rect.left() + MARGIN, rect.center().y),
        );
        let galley = ui.painter().layout_no_wrap(line.text.clone(), font, ink);
        paint_text(&ui.painter().with_clip_rect(rect), at, galley);
        let is_cut = line.text.ends_with('…') && !comment.ends_with('…');
        let clicked = response.clicked();
        if is_cut {
            response.on_hover_text(comment);
        }
        if clicked {
            self.cx.dispatch(Action::Navigate(match line.node {
                Some(node) if line.ply > 0 && line.depth > 0 => Navigation::Node(node),
                _ => Navigation::Ply(line.ply),
            }));
        }
    }

    fn comment(&self, line: &CommentLine) -> &str {
        let tree = self.open_game.tree();
        let note = line
            .node
            .map_or(tree.failure_note(), |node| Some(tree.note(node)));
        note.map_or("", |note| note.comment.trim())
    }
}

// The context menu of a move in the move list.

/// Shows the context menu of a move.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame, node: NodeId) {
    let is_main = open_game.tree().is_on_main_line(node);
    let fixed = is_main && open_game.was_played();
    let entries = [
        ("promote", Action::Edit(EditAction::PromoteLine), !is_main),
        (
            "line-up",
            Action::Edit(EditAction::ReorderLine(-1)),
            !is_main,
        ),
        (
            "line-down",
            Action::Edit(EditAction::ReorderLine(1)),
            !is_main,
        ),
        (
            "copy-moves",
            Action::File(FileAction::Copy(CopyTarget::Moves)),
            true,
        ),
        (
            "copy-position",
            Action::File(FileAction::Copy(CopyTarget::Position)),
            true,
        ),
    ];
    for (id, action, enabled) in entries {
        if menu_entry(ui, cx, id, enabled) {
            // The commands act on the shown position, so go to the move first.
            cx.dispatch(Action::Navigate(Navigation::Node(node)));
            cx.dispatch(action);
        }
    }
    ui.separator();
    if menu_entry(ui, cx, "delete", !fixed && node != NodeId::ROOT) {
        cx.dispatch(Action::Edit(EditAction::DeleteNode(node)));
    }
}

fn menu_entry(ui: &mut Ui, cx: &ViewContext<'_>, id: &str, enabled: bool) -> bool {
    let command = crate::state::command::by_id(id);
    let keys = command.map(|command| cx.state.key_bindings.shortcuts(command));
    let key = keys.and_then(|keys| keys.first().map(ToString::to_string));
    let button =
        Button::new(command_name(id)).shortcut_text(RichText::new(key.unwrap_or_default()).weak());
    ui.add_enabled(enabled, button).clicked()
}
