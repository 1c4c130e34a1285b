//! Messages to the user, over the window without moving anything in it.

use super::plain::plain_text;
use super::{ViewContext, color};
use crate::state::{Action, Effect, Message, MessageKind};
use egui::{
    Align, Align2, Area, Context, Frame, Id, Label, Layout, Order, Pos2, RichText, Ui, vec2,
};
use kifu_core::scene::Role;

/// The maximum width of a message, in points.
const MAX_WIDTH: f32 = 420.0;
/// The maximum width of a message as a part of the width of the window.
const MAX_WIDTH_SHARE: f32 = 0.36;
/// The distance of messages from the edge, in points.
const MARGIN: f32 = 10.0;

/// Shows the messages of the shown tab and of the whole app.
pub(crate) fn show(ctx: &Context, cx: &mut ViewContext<'_>) {
    let (errors, notices): (Vec<&Message>, Vec<&Message>) = cx
        .state
        .visible_messages()
        .partition(|message| message.is_error() || message.page.is_some());
    let window = ctx.content_rect();
    let width = (window.width() * MAX_WIDTH_SHARE).min(MAX_WIDTH);
    if !notices.is_empty() {
        let board = cx.view_state.board_rect.unwrap_or(window);
        let corner = board.right_top() + vec2(-MARGIN - width, MARGIN);
        // Clicks go to what lies below.
        let area = message_area("notices", corner, Align2::LEFT_TOP).interactable(false);
        area.show(ctx, |ui| {
            for message in notices {
                message_frame(ui, width, |ui| text(ui, message, Role::Text));
            }
        });
    }
    if !errors.is_empty() {
        let corner = window.right_bottom() + vec2(-MARGIN - width, -4.0 * MARGIN);
        message_area("errors", corner, Align2::LEFT_BOTTOM).show(ctx, |ui| {
            for message in errors {
                message_frame(ui, width, |ui| {
                    if ui.small_button("Close").clicked() {
                        cx.actions.push(Action::DismissMessage(message.id));
                    }
                    let Some(page) = &message.page else {
                        text(ui, message, Role::Bad);
                        return;
                    };
                    if ui.small_button("Open in the browser").clicked() {
                        let open = Effect::OpenInBrowser(page.clone());
                        cx.actions.push(Action::Outside(open));
                        cx.actions.push(Action::DismissMessage(message.id));
                    }
                    text(ui, message, Role::Text);
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

/// Shows a message at the right end of this width.
fn message_frame(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    ui.set_max_width(width);
    ui.with_layout(Layout::top_down(Align::Max), |ui| {
        let frame = Frame::popup(ui.style());
        let margins = frame.total_margin().sum().x;
        frame.show(ui, |ui| {
            ui.set_max_width(width - margins);
            ui.with_layout(Layout::right_to_left(Align::Min), contents);
        });
    });
}

fn text(ui: &mut Ui, message: &Message, role: Role) {
    // The reason of a refusal comes from the rules; other messages may quote the names of files.
    let text = match message.kind {
        MessageKind::Refusal => plain_text(&message.text),
        MessageKind::Info | MessageKind::Error => message.text.clone(),
    };
    // The text takes no more than it needs, and more than one line begins at the left.
    let font = egui::TextStyle::Body.resolve(ui.style());
    let ink = color(ui, role);
    let line = ui.painter().layout_no_wrap(text.clone(), font, ink);
    let width = line.size().x.ceil().min(ui.available_width());
    let layout = Layout::top_down(Align::Min);
    ui.allocate_ui_with_layout(vec2(width, 0.0), layout, |ui| {
        let text = RichText::new(text).color(ink);
        ui.add(Label::new(text).wrap().selectable(false));
    });
}
