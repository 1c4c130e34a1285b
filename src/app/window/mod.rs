//! The window: draws the state, collects the user's actions and performs them.

mod annotations;
mod default_layouts;
mod file_dialog;
mod frame_report;
mod keyboard;
mod layout;
mod platform;
mod stored_layout;
#[cfg(not(target_arch = "wasm32"))]
mod termination;
mod theme;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use termination::handle_signals;
pub use theme::apply_theme;

use super::open_game::{NodeId, ShownPicture};
use super::options::AppOptions;
use super::state::{
    Action, AppState, Continuation, Effect, EngineAction, FocusTarget, Pane, Preferences, TabAction,
};
use super::ui::board_pane::BoardFrame;
use super::ui::{self, ViewContext, ViewState};
use crate::state::command::offered_menus;
use default_layouts::DefaultLayout;
use egui::{CentralPanel, Context, FontId, Frame, Margin, OpenUrl, Panel, Ui};
use egui_tiles::Tree;
use kifu_core::scene::{Palette, SceneOptions};
use kifu_study::pages::PageFile;
use kifu_study::render::{FallbackFont, Rasterizer};
use layout::PaneBehavior;
use platform::Platform;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The window with everything that it shows.
pub struct AppWindow {
    /// The state that the window shows.
    pub state: AppState,
    view_state: ViewState,
    layout: Tree<Pane>,
    /// The default layout for the size of the window that was last looked at.
    fitted_layout: Option<DefaultLayout>,
    board_frame: Option<BoardFrame>,
    board_frame_key: Option<BoardFrameKey>,
    pending_actions: Vec<Action>,
    frame_report: Option<frame_report::FrameReport>,
    /// Files and dialogs; `None` in tests of the display.
    platform: Option<Platform>,
    /// The time in seconds at which the settings are to be written, after no change for a while.
    settings_due_s: Option<f64>,
    /// Whether the window closes regardless of unsaved changes.
    is_quitting: bool,
    /// The preferences that were applied to the theme.
    applied_preferences: Option<Preferences>,
    raised_findings: annotations::RaisedFindings,
    /// The title that the desktop shows.
    title: String,
}

/// The state on which the picture of the board and its input depend.
#[derive(PartialEq)]
struct BoardFrameKey {
    tab_id: u64,
    revision: u64,
    node: NodeId,
    is_at_failure: bool,
    scene_options: SceneOptions,
    pending_input: super::state::PendingInput,
    chance: Option<String>,
    peeked_line: Option<Continuation>,
    hints_key: Option<annotations::HintsKey>,
    annotations: annotations::BoardAnnotations,
}

impl Default for AppWindow {
    fn default() -> Self {
        Self {
            state: AppState::default(),
            view_state: ViewState::default(),
            layout: DefaultLayout::Regular.create(),
            fitted_layout: None,
            board_frame: None,
            board_frame_key: None,
            pending_actions: Vec::new(),
            frame_report: None,
            platform: None,
            settings_due_s: None,
            is_quitting: false,
            applied_preferences: None,
            raised_findings: annotations::RaisedFindings::default(),
            title: String::new(),
        }
    }
}

impl AppWindow {
    /// Creates the window with its initial state.
    pub fn new(ctx: &Context, options: AppOptions) -> Self {
        let mut window = Self::default();
        window.state.live_analysis.is_on = options.is_engine_on;
        window.state.bot_patterns.clone_from(&options.bot_patterns);
        window.frame_report = options
            .has_frame_report
            .then(|| frame_report::FrameReport::new(options.started_at));
        // Zooming in and out are commands of the application.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let repaint = ctx.clone();
        let wake = Arc::new(move || repaint.request_repaint());
        let (mut platform, layout_text) = Platform::new(&mut window.state, &options, wake);
        if let Some(layout) = stored_layout::parse_layout(&layout_text) {
            window.layout = layout;
        }
        let fonts = ctx.clone();
        platform.set_font_source(Box::new(move |picture| window_fonts(&fonts, picture)));
        platform.note_layout(stored_layout::format_layout(&window.layout));
        if !options.browser_files.is_empty() {
            // They are being read.
        } else if let Some(path) = options.follow {
            platform.follow(&mut window.state, path);
        } else if options.paths.is_empty() {
            if !platform.restore_session(&mut window.state) {
                platform.scan_bundled();
            }
        } else {
            platform.scan(&mut window.state, options.paths, options.ply);
        }
        window.platform = Some(platform);
        window
    }

    /// Requests an action, to be performed in the next frame.
    pub fn request(&mut self, action: Action) {
        self.pending_actions.push(action);
    }

    /// Updates everything that does not depend on input from the user.
    pub fn logic(&mut self, ctx: &Context) {
        if self.applied_preferences.as_ref() != Some(&self.state.preferences) {
            theme::apply_theme(ctx, &self.state.preferences);
            self.applied_preferences = Some(self.state.preferences.clone());
        }
        let now = ctx.input(|input| input.time);
        if let Some(wait) = self.state.advance_autoplay(now) {
            ctx.request_repaint_after(seconds(wait));
        }
        if let Some(wait) = self.state.expire_messages(now) {
            ctx.request_repaint_after(seconds(wait));
        }
        if let Some(wait) = self.state.expire_attempt(now) {
            ctx.request_repaint_after(seconds(wait));
        }
        self.open_dropped_paths(ctx);
        self.confirm_close(ctx);
        self.poll_platform(ctx, now);
        self.raised_findings
            .update(&mut self.layout, self.state.tab());
        self.update_title(ctx);
        self.measure_frame(ctx);
        #[cfg(not(target_arch = "wasm32"))]
        if termination::is_requested() {
            self.store_unsaved_work();
            termination::confirm();
        }
    }

    /// Writes the drafts of unsaved changes and the session, and waits for it, because the program
    /// ends without a question: by a signal, or with its display.
    pub fn store_unsaved_work(&mut self) {
        if let Some(platform) = &mut self.platform {
            if self.frame_report.is_none() {
                platform.write_session();
            }
            platform.write_final_drafts(&self.state);
        }
    }

    /// Gives the window the name of the shown game.
    fn update_title(&mut self, ctx: &Context) {
        let title = self.state.window_title();
        if title != self.title {
            self.title.clone_from(&title);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title));
        }
    }

    /// Holds up a request to close the window until the user has decided on unsaved changes.
    fn confirm_close(&mut self, ctx: &Context) {
        let is_close_requested = ctx.input(|input| input.viewport().close_requested());
        if is_close_requested && !self.is_quitting && self.state.changed_tabs().next().is_some() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.request(Action::Tab(TabAction::Quit));
        }
    }

    /// Takes the results of background work, and saves drafts and settings when due.
    fn poll_platform(&mut self, ctx: &Context, now: f64) {
        let Some(platform) = &mut self.platform else {
            return;
        };
        let effects = platform.poll(&mut self.state);
        if let Some(wait) = platform.autosave(&self.state, now) {
            ctx.request_repaint_after(seconds(wait));
        }
        if self.frame_report.is_none()
            && let Some(wait) = platform.autosave_session(now)
        {
            ctx.request_repaint_after(seconds(wait));
        }
        if let Some(due) = self.settings_due_s {
            if now >= due {
                self.settings_due_s = None;
                platform.write_settings(&self.state, stored_layout::format_layout(&self.layout));
            } else {
                ctx.request_repaint_after(seconds(due - now));
            }
        }
        for effect in effects {
            self.apply_effect(ctx, effect);
        }
    }

    fn measure_frame(&mut self, ctx: &Context) {
        let Some(report) = &mut self.frame_report else {
            return;
        };
        let tab = self.state.tab();
        let game = tab.map_or("", |tab| tab.record.game.as_str());
        let has_next = self
            .state
            .open_game()
            .is_some_and(super::open_game::OpenGame::has_next);
        // A game that is still being read is waited for.
        if tab.is_none() || !self.state.running_jobs.is_empty() {
            ctx.request_repaint();
            return;
        }
        let row = self.state.selected_row;
        let has_next_game = row.is_some_and(|row| self.state.library.neighbor(row, true).is_some());
        let is_analysing = self.state.analysis_subject().is_some();
        let action = report.on_frame(&frame_report::FrameInfo {
            game,
            has_next,
            has_next_game,
            has_hint: is_analysing.then(|| self.state.shown_analysis().is_some()),
        });
        if action == Some(Action::Tab(TabAction::DiscardAndQuit)) {
            // If no one reads the output, an error does not matter.
            let _ = std::io::Write::write_all(&mut std::io::stdout(), report.text().as_bytes());
        }
        self.pending_actions.extend(action);
        ctx.request_repaint();
    }

    /// Opens files and folders that were dropped on the window.
    fn open_dropped_paths(&mut self, ctx: &Context) {
        if self.state.is_in_browser {
            // It hands over their content, not their paths.
            return;
        }
        let paths = ctx.input(|input| {
            let dropped = input.raw.dropped_files.iter();
            dropped
                .map(|file| file.path().to_path_buf())
                .collect::<Vec<_>>()
        });
        if !paths.is_empty() {
            self.request(Action::Outside(Effect::ScanPaths(paths)));
        }
    }

    /// Draws one frame and performs the requested actions.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        if self.state.dialog.is_none() {
            let menus = offered_menus(self.state.is_in_browser);
            let menu_names: Vec<&str> = menus.iter().map(|menu| menu.name()).collect();
            ui::menu_keys::take_letters(
                &ctx,
                &menu_names,
                &self.state.key_bindings,
                &mut self.view_state,
            );
            let key_actions = keyboard::pressed_actions(&ctx, &self.state, &mut self.view_state);
            self.pending_actions.extend(key_actions);
        }
        self.fit_layout(ctx.content_rect().size());
        self.refresh_board_frame();
        let mut actions = std::mem::take(&mut self.pending_actions);
        self.view_state.is_peeking = false;
        self.draw(ui, &mut actions);
        self.view_state.focus_request = None;
        if !self.view_state.is_peeking && self.state.peeked_line.is_some() {
            actions.push(Action::Engine(EngineAction::PeekLine(None)));
        }
        if !actions.is_empty() {
            // The next frame starts or cancels the jobs that these actions affect.
            ctx.request_repaint();
        }
        for action in actions {
            for effect in self.state.perform(action) {
                self.apply_effect(&ctx, effect);
            }
        }
    }

    /// Gives the panes the default layout for this size of the window, unless the user has moved
    /// them.
    fn fit_layout(&mut self, size: egui::Vec2) {
        let wanted = DefaultLayout::for_size(size);
        if self.fitted_layout.replace(wanted) == Some(wanted) {
            return;
        }
        if DefaultLayout::of(&self.layout).is_some_and(|layout| layout != wanted) {
            self.layout = wanted.create_like(&self.layout);
            if self.state.followed.is_some() {
                // The standings are what a match is followed for.
                layout::reveal_pane(&mut self.layout, Pane::Library);
            }
        }
    }

    fn draw(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let ctx = ui.ctx().clone();
        let panes = &mut self.layout;
        let mut cx = ViewContext {
            state: &self.state,
            view_state: &mut self.view_state,
            actions,
        };
        let bar = without_fill(Frame::side_top_panel(ui.style()));
        Panel::top("menu").frame(bar).show(ui, |ui| {
            let is_shown = |id: &str| pane_of(id).map(|pane| layout::is_pane_shown(panes, pane));
            ui::menu::show(ui, &mut cx, &is_shown);
        });
        if !self.state.tabs.is_empty() {
            Panel::top("tabs")
                .frame(bar)
                .show(ui, |ui| ui::tabs::show(ui, &mut cx));
        }
        let input_state = self
            .board_frame
            .as_ref()
            .and_then(|frame| frame.input.as_ref());
        Panel::bottom("status")
            .frame(bar)
            .show(ui, |ui| ui::status_bar::show(ui, &mut cx, input_state));
        if cx.state.tabs.is_empty() {
            start_page(ui, &mut cx, layout::is_pane_shown(panes, Pane::Library));
            ui::messages::show(&ctx, &mut cx);
            ui::dialogs::show(&ctx, &mut cx);
            return;
        }
        let frame = without_fill(Frame::central_panel(ui.style())).inner_margin(Margin::ZERO);
        CentralPanel::default().frame(frame).show(ui, |ui| {
            let mut behavior = PaneBehavior {
                style: Arc::clone(ui.style()),
                cx: &mut cx,
                board_frame: self.board_frame.as_ref(),
            };
            panes.ui(&mut behavior, ui);
        });
        ui::messages::show(&ctx, &mut cx);
        ui::dialogs::show(&ctx, &mut cx);
    }

    /// Updates the picture of the board if it is out of date.
    fn refresh_board_frame(&mut self) {
        let scene_options = self.state.scene_options();
        let key = self.state.tab().and_then(|tab| {
            let open_game = tab.open_game.as_ref()?;
            Some(BoardFrameKey {
                tab_id: tab.id,
                revision: open_game.revision(),
                node: open_game.node(),
                is_at_failure: open_game.is_at_failure(),
                scene_options,
                pending_input: tab.pending_input.clone(),
                chance: tab.chance(),
                peeked_line: self.state.peeked_line.clone(),
                hints_key: annotations::hints_key(&self.state),
                annotations: annotations::board_annotations(&self.state),
            })
        });
        if key == self.board_frame_key {
            return;
        }
        self.board_frame = annotations::peeked_board(&self.state, scene_options).or_else(|| {
            let tab = self.state.tab()?;
            let annotations = key.as_ref().zip(tab.open_game.as_ref());
            let annotations =
                annotations.map(|(key, game)| key.annotations.draw(game, scene_options));
            Some(BoardFrame {
                annotations: annotations.unwrap_or_default(),
                scene: tab.scene(scene_options)?,
                input: tab.input_state(scene_options),
                hints: annotations::board_hints(&self.state, scene_options),
                peek: None,
            })
        });
        self.board_frame_key = key;
    }

    fn apply_effect(&mut self, ctx: &Context, effect: Effect) {
        if let Some(platform) = &mut self.platform
            && platform.apply_effect(&mut self.state, &effect)
        {
            return;
        }
        match effect {
            Effect::SaveSettings => self.schedule_settings_save(ctx),
            Effect::TogglePane(pane) => layout::toggle_pane(&mut self.layout, pane),
            Effect::RevealPane(pane) => layout::reveal_pane(&mut self.layout, pane),
            Effect::ResetPanes => {
                let size = ctx.content_rect().size();
                self.layout = DefaultLayout::for_size(size).create();
            }
            Effect::FocusOn(field) => self.focus_field(ctx, field),
            Effect::CopyText(text) => ctx.copy_text(text),
            Effect::CopyBoardImage => self.copy_picture(ctx),
            Effect::OpenInBrowser(path) => ctx.open_url(OpenUrl::new_tab(file_url(&path))),
            Effect::RequestPaste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Effect::Quit => {
                self.is_quitting = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            _ => {}
        }
    }

    fn schedule_settings_save(&mut self, ctx: &Context) {
        self.settings_due_s = Some(ctx.input(|input| input.time) + 1.0);
        ctx.request_repaint();
    }

    /// Copies the picture of the shown position, in the colours of the window.
    fn copy_picture(&mut self, ctx: &Context) {
        let Some(picture) = self.state.shown_picture(self.state.active_tab) else {
            return;
        };
        let dark = ctx.theme() == egui::Theme::Dark;
        let rasterizer = Rasterizer::with_fallbacks(window_fonts(ctx, &picture));
        match picture.raster(Palette { dark }, &rasterizer) {
            Ok(raster) => {
                let size = [raster.width, raster.height].map(|length| length as usize);
                let pixels = raster.pixels.as_flattened();
                ctx.copy_image(egui::ColorImage::from_rgb(size, pixels));
                self.state.notify("Copied the picture.");
                let letters = picture.missing_letters(&rasterizer);
                self.state.notify_missing_letters(&letters);
            }
            Err(error) => self.state.notify_error(error.to_string()),
        }
    }

    fn focus_field(&mut self, ctx: &Context, field: FocusTarget) {
        let field = match field {
            FocusTarget::Words if self.state.open_game().is_none() => FocusTarget::Search,
            field => field,
        };
        let pane = match field {
            FocusTarget::Board | FocusTarget::Move => Pane::Board,
            FocusTarget::Comment => Pane::Notes,
            FocusTarget::Search => Pane::Library,
            FocusTarget::Words => Pane::Bot,
        };
        layout::reveal_pane(&mut self.layout, pane);
        self.view_state.focus_request = Some(field);
        ctx.request_repaint();
    }
}

/// Shows the page for a window without games, with the library beside it if it has any or a file is
/// followed.
fn start_page(ui: &mut Ui, cx: &mut ViewContext<'_>, is_library_shown: bool) {
    cx.view_state.board_rect = None;
    let frame = without_fill(Frame::central_panel(ui.style()));
    let has_content = !cx.state.library.is_empty() || cx.state.followed.is_some();
    if is_library_shown && has_content {
        Panel::left("library")
            .frame(frame)
            .default_size(320.0)
            .show(ui, |ui| ui::show_pane(ui, Pane::Library, cx));
    }
    CentralPanel::default()
        .frame(frame)
        .show(ui, |ui| ui::start_page::show(ui, cx));
}

/// Returns the fonts of the window, with those of the system that have the letters of a picture.
fn window_fonts(ctx: &Context, picture: &ShownPicture) -> Vec<FallbackFont> {
    let letters = picture.letters();
    ctx.fonts_mut(|fonts| {
        for letter in letters {
            // The window looks for a font of the system when it is asked for a letter.
            let _ = fonts.has_glyph(&FontId::default(), letter);
        }
        let own = fonts.definitions().font_data.values();
        let own = own.map(|data| FallbackFont::new(Arc::clone(&data.font), data.index));
        let found = fonts.discovered_fonts().iter();
        let found =
            found.map(|found| FallbackFont::new(Arc::clone(&found.data.font), found.data.index));
        own.chain(found).collect()
    })
}

/// Returns the address of a file for a browser.
fn file_url(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = path.to_string_lossy().replace('\\', "/");
    // A path that begins with a drive has no slash of its own before it.
    let slash = if path.starts_with('/') { "" } else { "/" };
    let link = PageFile { path }.link();
    format!("file://{slash}{link}")
}

fn seconds(wait: f64) -> Duration {
    Duration::try_from_secs_f64(wait.max(0.0)).unwrap_or_default()
}

/// Returns the pane that a command shows or hides.
fn pane_of(command: &str) -> Option<Pane> {
    let command = super::state::command::by_id(command)?;
    match (command.action)() {
        Action::Outside(Effect::TogglePane(pane)) => Some(pane),
        _ => None,
    }
}

/// Removes the fill of a frame. The window is already cleared in the colour of its panels, and
/// without graphics hardware painting it again would take a good part of the frame.
fn without_fill(frame: Frame) -> Frame {
    frame.fill(egui::Color32::TRANSPARENT)
}

impl eframe::App for AppWindow {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        Self::logic(self, ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        let is_decided = self.is_quitting || self.state.changed_tabs().next().is_none();
        if !is_decided {
            self.store_unsaved_work();
        }
        if let Some(mut platform) = self.platform.take() {
            platform.write_settings(&self.state, stored_layout::format_layout(&self.layout));
            if self.frame_report.is_none() {
                platform.write_session();
            }
            if is_decided {
                platform.end_session();
            }
            // Dropping the platform finishes its pending work.
        }
    }
}

impl Drop for AppWindow {
    /// Stores unsaved work if the program fails, for example because its display is gone.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.store_unsaved_work();
        }
    }
}
