//! The tree of folders and files that the games come from.

use super::super::icons::{self, Icon};
use super::super::{ViewContext, color, widgets};
use super::{LibraryCache, change_filter};
use crate::app::library::FolderNode;
use crate::scene::Role;
use egui::{Align2, CollapsingHeader, Rect, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

/// Shows the tree.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, kept: &mut LibraryCache) {
    // A single file needs no tree.
    if kept.tree.len() < 2 {
        return;
    }
    let words = &cx.texts().strings;
    let below = cx.state.library.filter().path_prefix.clone();
    let mut title = words.folders.to_owned();
    if let Some(name) = below.as_ref().and_then(|path| path.file_name()) {
        title.push_str(&format!(": {}", name.to_string_lossy()));
    }
    let title = widgets::small_muted_text(ui, title);
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
                    let at = visible[nth];
                    if folder_row(ui, cx, kept, at, height) {
                        let path = kept.tree[at].path.clone();
                        let again = below.as_ref() == Some(&path);
                        change_filter(cx, |filter| filter.path_prefix = (!again).then_some(path));
                    }
                }
            });
    });
}

/// Returns the indices of the nodes that are not inside a collapsed folder.
fn visible_nodes(kept: &LibraryCache) -> Vec<usize> {
    let mut visible = Vec::new();
    let mut at = 0;
    while let Some(node) = kept.tree.get(at) {
        visible.push(at);
        let closed = kept.collapsed.contains(&node.path);
        at += 1 + if closed { node.descendant_count } else { 0 };
    }
    visible
}

/// Shows a node and reports whether it was chosen.
fn folder_row(
    ui: &mut Ui,
    cx: &ViewContext<'_>,
    kept: &mut LibraryCache,
    at: usize,
    height: f32,
) -> bool {
    let node: FolderNode = kept.tree[at].clone();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::CLICK);
    let chosen = cx.state.library.filter().path_prefix.as_ref() == Some(&node.path);
    let games = cx.texts().strings.games;
    response.widget_info(|| {
        let label = format!("{}, {} {games}", node.name, node.game_count);
        WidgetInfo::selected(egui::Role::TreeItem, true, chosen, label)
    });
    if chosen {
        let fill = ui.visuals().selection.bg_fill;
        ui.painter().rect_filled(rect, 3.0, fill);
    } else if response.hovered() {
        let fill = ui.visuals().widgets.hovered.weak_bg_fill;
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    #[expect(clippy::cast_precision_loss, reason = "folders are few")]
    let left = rect.left() + 14.0 * node.depth as f32;
    let muted = color(ui, Role::Muted);
    let sign = |x: f32| Rect::from_center_size(pos2(x, rect.center().y), vec2(13.0, 13.0));
    let mut hit = false;
    if !node.is_file {
        let closed = kept.collapsed.contains(&node.path);
        let icon = if closed {
            Icon::TriangleRight
        } else {
            Icon::TriangleDown
        };
        icons::paint(ui.painter(), sign(left + 8.0).shrink(2.0), icon, muted);
        let fold = response
            .interact_pointer_pos()
            .is_some_and(|pos| pos.x < left + 15.0);
        hit = response.clicked() && fold;
        if hit && !kept.collapsed.remove(&node.path) {
            kept.collapsed.insert(node.path.clone());
        }
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
    let chosen = response.clicked() && !hit;
    response.on_hover_text(node.path.display().to_string());
    chosen
}
