//! The drawing of panes and their titles, as the tiles of the window ask for it.

use crate::state::Pane;
use crate::ui::board_pane::{self, BoardFrame};
use crate::ui::findings::badge;
use crate::ui::{self, ViewContext};
use egui::{Frame, Margin, Ui};
use egui_tiles::{Behavior, SimplificationOptions, Tile, TileId, Tiles, UiResponse};
use std::sync::Arc;

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
