//! The tree of folders and files that the games come from.

use super::super::icons::{self, Icon};
use super::super::{ViewContext, color, widgets};
use super::{LibraryCache, change_filter, row};
use crate::library::FolderNode;
use crate::state::{Action, FileAction};
use egui::{Align2, CollapsingHeader, Rect, Response, ScrollArea, Sense, Ui, WidgetInfo};
use egui::{pos2, vec2};
use kifu_core::scene::Role;

/// Shows the tree.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, kept: &mut LibraryCache) {
    // A single file needs no tree.
    if kept.tree.len() < 2 {
        return;
    }
    let title = widgets::small_muted_text(ui, "Folders");
    let header = CollapsingHeader::new(title)
        .id_salt("folders")
        .default_open(true);
    header.show_unindented(ui, |ui| {
        let visible = visible_nodes(kept);
        let height = widgets::body_font(ui).size + 6.0;
        let area = ScrollArea::vertical()
            .id_salt("tree")
            .auto_shrink([false, true]);
        let most = (ui.available_height() * 0.35).max(60.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        area.max_height(most)
            .show_rows(ui, height, visible.len(), |ui, rows| {
                for nth in rows {
                    folder_row(ui, cx, kept, visible[nth], height);
                }
            });
    });
}

/// Returns the indices of the nodes that are not inside a collapsed folder.
fn visible_nodes(kept: &LibraryCache) -> Vec<usize> {
    let mut visible = Vec::new();
    let mut index = 0;
    while let Some(node) = kept.tree.get(index) {
        visible.push(index);
        let closed = kept.collapsed.contains(&node.path);
        index += 1 + if closed { node.descendant_count } else { 0 };
    }
    visible
}

/// Shows a node: a click opens the first game of a file, or expands and collapses a folder, and the
/// funnel filters.
fn folder_row(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    kept: &mut LibraryCache,
    at: usize,
    height: f32,
) {
    let node: FolderNode = kept.tree[at].clone();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::CLICK);
    let is_filter = cx.state.library.filter().path_prefix.as_ref() == Some(&node.path);
    response.widget_info(|| {
        let label = format!("{}, {} games", node.name, node.game_count);
        WidgetInfo::selected(egui::Role::TreeItem, true, is_filter, label)
    });
    if is_filter {
        let fill = ui.visuals().selection.bg_fill;
        ui.painter().rect_filled(rect, 3.0, fill);
    } else if response.contains_pointer() {
        let fill = ui.visuals().widgets.hovered.weak_bg_fill;
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let is_collapsed = kept.collapsed.contains(&node.path);
    let right = funnel(
        ui,
        cx,
        &node,
        rect,
        is_filter || response.contains_pointer(),
    );
    paint_node(ui, &node, rect.with_max_x(right), is_collapsed);
    let mut is_toggled = response.clicked() && !node.is_file;
    if response.clicked() && node.is_file {
        cx.dispatch(Action::File(FileAction::OpenFileOfLibrary(
            node.path.clone(),
        )));
    }
    if let Some(menu) = context_menu(&response, cx, &node) {
        is_toggled |= menu;
    }
    if is_toggled && !kept.collapsed.remove(&node.path) {
        kept.collapsed.insert(node.path.clone());
    }
    response.on_hover_text(node.path.display().to_string());
}

/// Shows the menu of a node while it is open. Returns whether the folder is to be expanded or
/// collapsed.
fn context_menu(response: &Response, cx: &mut ViewContext<'_>, node: &FolderNode) -> Option<bool> {
    let menu = egui::Popup::context_menu(response);
    let shown = menu.show(|ui| row::show_for_node(ui, cx, node))?;
    Some(shown.inner)
}

/// Shows the funnel of a node, which lists its games only, or all games again. Returns its left
/// edge.
fn funnel(
    ui: &Ui,
    cx: &mut ViewContext<'_>,
    node: &FolderNode,
    row: Rect,
    is_visible: bool,
) -> f32 {
    // The scroll bar lies over the right edge of the tree.
    let right = row.right() - ui.spacing().scroll.bar_width;
    let rect = Rect::from_min_max(
        pos2(right - row.height(), row.top()),
        pos2(right, row.bottom()),
    );
    let response = ui.interact(
        rect,
        ui.scope_id().with(("funnel", &node.path)),
        Sense::CLICK,
    );
    let is_filter = cx.state.library.filter().path_prefix.as_ref() == Some(&node.path);
    let name = format!("Show only {}", node.name);
    response.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, is_filter, &name));
    if is_visible || response.hovered() {
        let role = if is_filter || response.hovered() {
            Role::Text
        } else {
            Role::Muted
        };
        icons::paint(
            ui.painter(),
            rect.shrink(3.5),
            Icon::Funnel,
            color(ui, role),
        );
    }
    if response.on_hover_text(name).clicked() {
        let path = (!is_filter).then(|| node.path.clone());
        change_filter(cx, |filter| filter.path_prefix = path);
    }
    rect.left()
}

/// Paints the icon, the name and the number of games of a node.
fn paint_node(ui: &Ui, node: &FolderNode, rect: Rect, is_collapsed: bool) {
    #[expect(clippy::cast_precision_loss, reason = "folders are few")]
    let left = rect.left() + 14.0 * node.depth as f32;
    let muted = color(ui, Role::Muted);
    let sign = |x: f32| Rect::from_center_size(pos2(x, rect.center().y), vec2(13.0, 13.0));
    if !node.is_file {
        let icon = if is_collapsed {
            Icon::TriangleRight
        } else {
            Icon::TriangleDown
        };
        icons::paint(ui.painter(), sign(left + 8.0).shrink(2.0), icon, muted);
    }
    let icon = if node.is_file {
        Icon::File
    } else {
        Icon::Folder
    };
    icons::paint(ui.painter(), sign(left + 23.0), icon, muted);
    let small = widgets::small_font(ui);
    let right = pos2(rect.right() - 4.0, rect.center().y);
    let count = ui
        .painter()
        .text(right, Align2::RIGHT_CENTER, node.game_count, small, muted);
    let max_width = count.left() - left - 38.0;
    let name = widgets::elided_galley(
        ui,
        &node.name,
        widgets::body_font(ui),
        color(ui, Role::Text),
        max_width,
    );
    let pos = pos2(left + 33.0, rect.center().y - name.size().y / 2.0);
    ui.painter().galley(pos, name, muted);
}
