//! A pane on its own, with a game in it.

use super::rasterizer::Textures;
pub use crate::common::unreviewed_record as record;
use egui_kittest::Harness;
use image::RgbaImage;
use kifu_app::state::{Action, AppState, Pane, Preferences, Theme};
use kifu_app::ui::{self, ViewContext, ViewState};
use kifu_app::window::apply_theme;
use kifu_core::record::Record;

/// The state that a pane is shown with, and the actions that it returned.
pub struct Shown {
    pub state: AppState,
    pub drafts: ViewState,
    /// All actions so far.
    pub said: Vec<Action>,
}

pub struct Bench {
    pub harness: Harness<'static, Shown>,
}

/// A state in which this record is open.
pub fn opened(record: Record) -> AppState {
    let mut state = AppState::default();
    state.open_record(record, Vec::new(), None);
    state
}

/// Nothing moves, so that a picture is the same each time.
fn still(dark: bool) -> Preferences {
    Preferences {
        theme: if dark { Theme::Dark } else { Theme::Light },
        animations: false,
        ..Preferences::default()
    }
}

impl Bench {
    pub fn pane(pane: Pane, state: AppState) -> Self {
        Self::new(
            move |ui, cx| ui::show_pane(ui, pane, cx),
            state,
            [420.0, 520.0],
            true,
        )
    }

    pub fn new(
        view: impl Fn(&mut egui::Ui, &mut ViewContext<'_>) + 'static,
        state: AppState,
        size: [f32; 2],
        dark: bool,
    ) -> Self {
        let shown = Shown {
            state,
            drafts: ViewState::default(),
            said: Vec::new(),
        };
        let show = move |ui: &mut egui::Ui, shown: &mut Shown| {
            apply_theme(ui.ctx(), &still(dark));
            let mut out = Vec::new();
            let mut cx = ViewContext {
                state: &shown.state,
                view_state: &mut shown.drafts,
                actions: &mut out,
            };
            view(ui, &mut cx);
            for action in out {
                shown.said.push(action.clone());
                let _ = shown.state.perform(action);
            }
        };
        let harness = Harness::builder()
            .with_size(size)
            .with_max_steps(12)
            .renderer(Textures::default())
            .build_ui_state(show, shown);
        Self { harness }
    }

    /// Lets the pane come to rest, and hands out what it said since the last time.
    pub fn said(&mut self) -> Vec<Action> {
        self.harness.run();
        std::mem::take(&mut self.harness.state_mut().said)
    }

    pub fn picture(&mut self) -> RgbaImage {
        self.harness.render().unwrap()
    }
}
