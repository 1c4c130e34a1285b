//! Messages to the user, over the window without moving anything in it.

use super::plain::plain_text;
use super::{ViewContext, color};
use crate::app::state::{Action, Message, MessageKind};
use crate::scene::Role;
use egui::{
    Align, Align2, Area, Context, Frame, Id, Label, Layout, Order, Pos2, RichText, Ui, vec2,
};

/// The maximum width of a message, in points.
const MAX_WIDTH: f32 = 420.0;
/// The distance of messages from the edge, in points.
const MARGIN: f32 = 10.0;

/// Shows the messages of the shown tab and of the whole app.
pub(in crate::app) fn show(ctx: &Context, cx: &mut ViewContext<'_>) {
    let (errors, notices): (Vec<&Message>, Vec<&Message>) = cx
        .state
        .visible_messages()
        .partition(|message| message.is_error());
    let window = ctx.content_rect();
    if !notices.is_empty() {
        let board = cx.view_state.board_rect.unwrap_or(window);
        let corner = board.right_top() + vec2(-MARGIN, MARGIN);
        // Clicks go to what lies below.
        let area = message_area("notices", corner, Align2::RIGHT_TOP).interactable(false);
        area.show(ctx, |ui| {
            for message in notices {
                message_frame(ui, |ui| text(ui, message, Role::Text));
            }
        });
    }
    if !errors.is_empty() {
        let corner = window.right_bottom() + vec2(-MARGIN, -4.0 * MARGIN);
        message_area("errors", corner, Align2::RIGHT_BOTTOM).show(ctx, |ui| {
            for message in errors {
                message_frame(ui, |ui| {
                    if ui.small_button(cx.texts().strings.close).clicked() {
                        cx.actions.push(Action::DismissMessage(message.id));
                    }
                    text(ui, message, Role::Bad);
                });
            }
        });
    }
}

fn message_area(id: &str, corner: Pos2, pivot: Align2) -> Area {
    Area::new(Id::unique(("messages", id)))
        .order(Order::Foreground)
        .pivot(pivot)
        .fixed_pos(corner)
}

fn message_frame(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::top_down(Align::Max), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(MAX_WIDTH);
            ui.horizontal_wrapped(contents);
        });
    });
}

fn text(ui: &mut Ui, message: &Message, role: Role) {
    // The reason of a refusal comes from the rules; other messages may quote the names of files.
    let text = match message.kind {
        MessageKind::Refusal => plain_text(&message.text),
        MessageKind::Info | MessageKind::Error => message.text.clone(),
    };
    let text = RichText::new(text).color(color(ui, role));
    ui.add(Label::new(text).wrap().selectable(false));
}
