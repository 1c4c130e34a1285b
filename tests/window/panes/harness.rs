//! A pane without the rest of the window, with a game in it.

use super::rasterizer::Textures;
pub use crate::common::unreviewed_record as record;
use egui_kittest::Harness;
use image::RgbaImage;
use kifu_app::state::{Action, AppState, Pane, Preferences, Theme};
use kifu_app::ui::{self, ViewContext, ViewState};
use kifu_app::window::apply_theme;
use kifu_core::record::Record;

/// The state that a pane is shown with, and the actions that it has returned.
pub struct Shown {
    pub state: AppState,
    pub view_state: ViewState,
    /// All actions since they were last taken.
    pub actions: Vec<Action>,
}

/// A pane that is shown without a screen.
pub struct PaneHarness {
    pub harness: Harness<'static, Shown>,
}

/// Returns a state in which this record is open.
pub fn opened(record: Record) -> AppState {
    let mut state = AppState::default();
    state.open_record(record, Vec::new(), None);
    state
}

/// Returns preferences without animations, so that a picture is the same each time.
fn preferences_without_animations(dark: bool) -> Preferences {
    Preferences {
        theme: if dark { Theme::Dark } else { Theme::Light },
        animations: false,
        ..Preferences::default()
    }
}

impl PaneHarness {
    pub fn for_pane(pane: Pane, state: AppState) -> Self {
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
            view_state: ViewState::default(),
            actions: Vec::new(),
        };
        let show = move |ui: &mut egui::Ui, shown: &mut Shown| {
            apply_theme(ui.ctx(), &preferences_without_animations(dark));
            let mut out = Vec::new();
            let mut cx = ViewContext {
                state: &shown.state,
                view_state: &mut shown.view_state,
                actions: &mut out,
            };
            view(ui, &mut cx);
            for action in out {
                shown.actions.push(action.clone());
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

    /// Runs the pane until it stops repainting, and returns the actions since the last call.
    pub fn take_actions(&mut self) -> Vec<Action> {
        self.harness.run();
        std::mem::take(&mut self.harness.state_mut().actions)
    }

    pub fn picture(&mut self) -> RgbaImage {
        self.harness.render().unwrap()
    }
}
