//! The window with what only a browser needs: dropped files, and the question before the page is
//! left.

use crate::host::WebBrowser;
use eframe::{App, CreationContext, Frame};
use egui::{Context, Ui};
use kifu_app::AppOptions;
use kifu_app::open_game::OpenGame;
use kifu_app::window::AppWindow;
use serde_json::json;
use std::any::Any;
use std::rc::Rc;

/// The window in a browser.
pub struct WebApp {
    window: AppWindow,
    browser: Rc<WebBrowser>,
}

impl WebApp {
    /// Creates the window. `problem` says why the game of the address cannot be shown.
    pub fn new(
        cc: &CreationContext<'_>,
        options: AppOptions,
        browser: Rc<WebBrowser>,
        problem: Option<String>,
    ) -> Self {
        let mut window = AppWindow::new(&cc.egui_ctx, options);
        if let Some(problem) = problem {
            window.state.notify_error(problem);
        }
        Self { window, browser }
    }

    /// Returns what the window shows, as JSON.
    pub fn describe(&self) -> String {
        let state = &self.window.state;
        let open_game = state.open_game();
        let best = state.shown_analysis().and_then(|(_, shown)| {
            let line = shown.result.lines.first()?;
            Some(json!({ "move": line.mv, "nodes": shown.result.nodes, "done": shown.is_done }))
        });
        let messages: Vec<&str> = state.messages.iter().map(|it| it.text.as_str()).collect();
        let tabs: Vec<&str> = state.tabs.iter().map(|tab| tab.title.as_str()).collect();
        let comment = open_game.and_then(|game| Some(game.note()?.comment.clone()));
        json!({
            "tabs": tabs,
            "games": state.library.len(),
            "game": open_game.map(|game| game.game().id()),
            "ply": open_game.map(OpenGame::ply),
            "comment": comment,
            "best": best,
            "time_limit_s": state.analysis_time_left().map(|[_, whole]| whole.as_secs()),
            "review": state.running_review().map(|it| [it.done_plies, it.total_plies]),
            "reviewed": open_game.is_some_and(|game| !game.review_summary().is_empty()),
            "findings": state.tab().map_or(0, |tab| tab.findings.len()),
            "changed": state.changed_tabs().count(),
            "messages": messages,
            "dialog": state.dialog.is_some(),
            "typing": self.browser.is_typing(),
        })
        .to_string()
    }
}

impl App for WebApp {
    fn logic(&mut self, ctx: &Context, frame: &mut Frame) {
        for file in ctx.input(|input| input.raw.dropped_files.clone()) {
            self.browser.read_dropped(file);
        }
        if let Some(problem) = self.browser.take_problem() {
            self.window.state.notify_error(problem);
        }
        App::logic(&mut self.window, ctx, frame);
        let is_changed = self.window.state.changed_tabs().next().is_some();
        self.browser.set_unsaved(is_changed);
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut Frame) {
        App::ui(&mut self.window, ui, frame);
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        App::clear_color(&self.window, visuals)
    }

    fn on_exit(&mut self, gl: Option<&eframe::glow::Context>) {
        App::on_exit(&mut self.window, gl);
    }
}
