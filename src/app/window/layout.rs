//! Showing and hiding panes.

use crate::state::Pane;
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

/// Returns the id of the tree of panes.
pub(super) fn tree_id() -> egui::Id {
    egui::Id::unique("panes")
}

/// Adds a container of tiles that stand side by side, each with its share of the space.
pub(super) fn insert_linear(
    tiles: &mut Tiles<Pane>,
    dir: LinearDir,
    children: &[(TileId, f32)],
) -> TileId {
    let ids: Vec<TileId> = children.iter().map(|(id, _)| *id).collect();
    let mut linear = Linear::new(dir, ids);
    for (id, share) in children {
        linear.shares.set_share(*id, *share);
    }
    tiles.insert_new(Tile::Container(Container::Linear(linear)))
}

/// Reports whether a pane is visible, not hidden or behind another.
pub(super) fn is_pane_shown(tree: &Tree<Pane>, pane: Pane) -> bool {
    let id = tree.tiles.find_pane(&pane);
    id.is_some_and(|id| tree.is_visible_in_layout(id) && tree.active_tiles().contains(&id))
}

/// Shows a pane, or hides it if it is visible.
pub(super) fn toggle_pane(tree: &mut Tree<Pane>, pane: Pane) {
    let Some(id) = tree.tiles.find_pane(&pane) else {
        return;
    };
    if is_pane_shown(tree, pane) {
        tree.set_visible(id, false);
    } else {
        reveal_pane(tree, pane);
    }
}

/// Shows a pane in front of the others.
pub(super) fn reveal_pane(tree: &mut Tree<Pane>, pane: Pane) {
    if let Some(id) = tree.tiles.find_pane(&pane) {
        tree.set_visible(id, true);
        tree.make_active(|tile, _| tile == id);
    }
}

/// Shows a pane in front of the others and returns the one that it covers.
///
/// A pane that is shown already, that the user has hidden or that lies behind no other stays as it
/// is.
pub(super) fn cover_with(tree: &mut Tree<Pane>, pane: Pane) -> Option<Pane> {
    let id = tree.tiles.find_pane(&pane)?;
    if !tree.is_visible_in_layout(id) || is_pane_shown(tree, pane) {
        return None;
    }
    let parent = tree.tiles.parent_of(id)?;
    let Some(Tile::Container(Container::Tabs(tabs))) = tree.tiles.get(parent) else {
        return None;
    };
    let covered = tabs.active.and_then(|active| tree.tiles.get(active));
    let covered = match covered {
        Some(Tile::Pane(covered)) => Some(*covered),
        _ => None,
    };
    reveal_pane(tree, pane);
    covered
}
