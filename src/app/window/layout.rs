//! Showing and hiding panes.

use crate::state::Pane;
use crate::ui::board_pane::{self, BoardFrame};
use crate::ui::findings::badge;
use crate::ui::{self, ViewContext};
use egui::{Frame, Margin, Ui};
use egui_tiles::{
    Behavior, Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree,
    UiResponse,
};
use std::sync::Arc;

/// Returns the id of the tree of panes.
pub(super) fn tree_id() -> egui::Id {
    egui::Id::unique("panes")
}

/// Adds a container of tiles side by side, each with its share of the space.
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

// The drawing of panes and their titles, as the tiles of the window ask for it.

/// Reports whether a pane shows nothing but parts of a game that can be replayed.
const fn needs_game(pane: Pane) -> bool {
    !matches!(
        pane,
        Pane::Library | Pane::Board | Pane::Findings | Pane::Bot | Pane::Protocol
    )
}

/// The callbacks that draw the panes.
pub(super) struct PaneBehavior<'a, 'b> {
    pub style: Arc<egui::Style>,
    pub cx: &'a mut ViewContext<'b>,
    pub board_frame: Option<&'a BoardFrame>,
}

impl PaneBehavior<'_, '_> {
    fn finding_counts(&self) -> [usize; 3] {
        let tab = self.cx.tab();
        tab.map_or([0; 3], |tab| badge::counts(&tab.findings))
    }

    fn title_font(&self) -> egui::FontId {
        egui::TextStyle::Button.resolve(&self.style)
    }
}

impl Behavior<Pane> for PaneBehavior<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        let margin = if *pane == Pane::Board { 2 } else { 6 };
        Frame::new()
            .inner_margin(Margin::same(margin))
            .show(ui, |ui| match pane {
                Pane::Board => board_pane::show(ui, self.cx, self.board_frame),
                // The board's pane says why there is no game.
                other if needs_game(*other) && self.cx.state.open_game().is_none() => {}
                other => ui::show_pane(ui, *other, self.cx),
            });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        let name = pane.name();
        match pane {
            Pane::Findings => badge::title(name, self.finding_counts(), self.title_font()).into(),
            _ => name.into(),
        }
    }

    fn on_tab_button(
        &mut self,
        tiles: &mut Tiles<Pane>,
        tile: TileId,
        button: egui::Response,
    ) -> egui::Response {
        if let Some(Tile::Pane(Pane::Findings)) = tiles.get(tile) {
            let title = (Pane::Findings.name(), self.finding_counts());
            let margin = self.tab_title_spacing(&self.style.visuals);
            badge::paint(&button, title, self.title_font(), margin);
        }
        button
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: true,
            ..SimplificationOptions::default()
        }
    }
}
