//! Layouts that the user left, which another version of the program may have stored.

use super::default_layouts::DefaultLayout;
use super::layout::insert_linear;
use crate::state::Pane;
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles, Tree};
use serde::de::value::{Error as NameError, StrDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer as _, Visitor};
use std::fmt;

/// Parses the layout that the user left; `None` if the text is not a layout or has no board.
///
/// Panes that this version does not have are left out, and those that the text does not have are
/// added where the default layout has them.
pub(super) fn parse_layout(text: &str) -> Option<Tree<Pane>> {
    let stored: Tree<StoredPane> = ron::from_str(text).ok()?;
    let mut tree = with_known_panes(&stored)?;
    // A layout without the board is of no use.
    tree.tiles.find_pane(&Pane::Board)?;
    for pane in Pane::ALL {
        if tree.tiles.find_pane(&pane).is_none() {
            add_pane(&mut tree, pane);
        }
    }
    Some(tree)
}

/// Formats the layout as text for [`parse_layout`].
pub(super) fn format_layout(tree: &Tree<Pane>) -> String {
    ron::to_string(tree).unwrap_or_default()
}

/// A pane as it was stored; `None` if this version does not have it.
struct StoredPane(Option<Pane>);

impl<'de> Deserialize<'de> for StoredPane {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(PaneNameVisitor)
    }
}

struct PaneNameVisitor;

impl Visitor<'_> for PaneNameVisitor {
    type Value = StoredPane;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a pane")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<StoredPane, E> {
        let name: StrDeserializer<'_, NameError> = name.into_deserializer();
        Ok(StoredPane(Pane::deserialize(name).ok()))
    }
}

/// Returns the stored layout without the panes that this version does not have. Of a pane that
/// occurs twice, only the first is kept.
fn with_known_panes(stored: &Tree<StoredPane>) -> Option<Tree<Pane>> {
    let mut tiles: Tiles<Pane> = Tiles::default();
    for (id, tile) in stored.tiles.iter() {
        let id = *id;
        let tile = match tile {
            Tile::Pane(StoredPane(Some(pane))) if tiles.find_pane(pane).is_none() => {
                Tile::Pane(*pane)
            }
            Tile::Pane(_) => continue,
            Tile::Container(container) => Tile::Container(container.clone()),
        };
        tiles.insert(id, tile);
        tiles.set_visible(id, stored.tiles.is_visible(id));
    }
    let known: Vec<TileId> = tiles.tile_ids().collect();
    for tile in tiles.tiles_mut() {
        if let Tile::Container(container) = tile {
            container.retain(|child| known.contains(&child));
        }
    }
    let root = stored.root().filter(|root| known.contains(root))?;
    Some(Tree::new(super::layout::tree_id(), root, tiles))
}

/// Adds a pane behind its neighbors of the default layout, or beside everything if it has none.
///
/// It is not brought to the front, and it is hidden if its neighbors are.
fn add_pane(tree: &mut Tree<Pane>, pane: Pane) {
    let id = tree.tiles.insert_pane(pane);
    let neighbors = default_neighbors(pane);
    let place = neighbors
        .iter()
        .find_map(|neighbor| find_place(tree, neighbor));
    if let Some((parent, index)) = place {
        let is_visible = tree.tiles.is_visible_in_layout(parent);
        if let Some(Tile::Container(Container::Tabs(tabs))) = tree.tiles.get_mut(parent) {
            tabs.children.insert(index, id);
        }
        tree.set_visible(id, is_visible);
        return;
    }
    let tabs = tree.tiles.insert_tab_tile(vec![id]);
    if let Some(root) = tree.root() {
        let sides = [(tabs, 1.0), (root, 3.0)];
        let root = insert_linear(&mut tree.tiles, LinearDir::Horizontal, &sides);
        tree.root = Some(root);
    }
}

/// A pane that shares a place with another one in the default layout.
struct Neighbor {
    pane: Pane,
    /// Whether its tab comes before that of the other pane.
    is_before: bool,
}

/// Returns the panes that share a place with a pane in the default layout: those before it, the
/// nearest first, and then those after it.
fn default_neighbors(pane: Pane) -> Vec<Neighbor> {
    let default = DefaultLayout::Regular.create();
    let id = default.tiles.find_pane(&pane);
    let parent = id.and_then(|id| default.tiles.parent_of(id));
    let Some(Tile::Container(container)) = parent.and_then(|parent| default.tiles.get(parent))
    else {
        return Vec::new();
    };
    let mut before = Vec::new();
    let mut after = Vec::new();
    let mut is_before = true;
    for child in container.children() {
        match default.tiles.get_pane(child) {
            Some(known) if *known == pane => is_before = false,
            Some(known) if is_before => before.push(*known),
            Some(known) => after.push(*known),
            None => {}
        }
    }
    let before = before.into_iter().rev().map(|pane| (pane, true));
    let after = after.into_iter().map(|pane| (pane, false));
    before
        .chain(after)
        .map(|(pane, is_before)| Neighbor { pane, is_before })
        .collect()
}

/// Returns the tabs that contain the neighbor, and the index of a tab next to it.
fn find_place(tree: &Tree<Pane>, neighbor: &Neighbor) -> Option<(TileId, usize)> {
    let id = tree.tiles.find_pane(&neighbor.pane)?;
    let parent = tree.tiles.parent_of(id)?;
    let Some(Tile::Container(Container::Tabs(tabs))) = tree.tiles.get(parent) else {
        return None;
    };
    let index = tabs.children.iter().position(|child| *child == id)?;
    Some((parent, index + usize::from(neighbor.is_before)))
}
