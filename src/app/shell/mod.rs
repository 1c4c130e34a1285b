//! The window: draws the state, hears what the person wants, and does it.

mod ask;
mod desk;
mod hints;
pub(in crate::app) mod keyboard;
mod layout;
mod look;
mod report;

pub use look::dress;

use super::start::Options;
use super::state::{Action, Ahead, Effect, Field, Pane, State, Taste};
use super::study::NodeId;
use super::ui::stage::{self, Shown};
use super::ui::{self, Cx, Drafts};
use crate::contract::scene::SceneOptions;
use desk::Desk;
use egui::{CentralPanel, Context, Frame, Margin, Panel, Ui};
use egui_tiles::{Behavior, SimplificationOptions, TileId, Tree, UiResponse};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The window and all that it shows.
pub struct Shell {
    /// What there is to show.
    pub state: State,
    drafts: Drafts,
    panes: Tree<Pane>,
    shown: Option<Shown>,
    shown_key: Option<ShownKey>,
    wanted: Vec<Action>,
    report: Option<report::Report>,
    /// Files and dialogs; a window without them is for tests of what it shows.
    desk: Option<Desk>,
    /// The settings are written when the person has not changed them for a while.
    settings_due: Option<f64>,
    /// The window closes, whatever is in no file.
    quits: bool,
    /// The taste that the window is dressed by.
    worn: Option<Taste>,
    /// A picture of the board that is to be copied.
    picture: Arc<Mutex<Option<egui::ColorImage>>>,
}

/// What the picture and the meaning of the picks depend on.
#[derive(PartialEq)]
struct ShownKey {
    tab: u64,
    revision: u64,
    node: NodeId,
    at_failure: bool,
    view: SceneOptions,
    picked: super::state::Picked,
    peek: Option<Ahead>,
    thought: Option<hints::Key>,
}

impl Default for Shell {
    fn default() -> Self {
        Self {
            state: State::default(),
            drafts: Drafts::default(),
            panes: layout::first(),
            shown: None,
            shown_key: None,
            wanted: Vec::new(),
            report: None,
            desk: None,
            settings_due: None,
            quits: false,
            worn: None,
            picture: Arc::default(),
        }
    }
}

impl Shell {
    /// The window as it is at the start.
    pub fn new(ctx: &Context, options: Options) -> Self {
        let mut shell = Self {
            report: options.report.then(|| report::Report::new(options.start)),
            ..Self::default()
        };
        shell.state.engine.is_on = options.engine;
        // Larger and smaller are commands of ours.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let repaint = ctx.clone();
        let wake = Arc::new(move || repaint.request_repaint());
        let (mut desk, panes) = Desk::new(&mut shell.state, options.home.as_deref(), wake);
        if let Some(panes) = layout::read(&panes) {
            shell.panes = panes;
        }
        if options.paths.is_empty() {
            desk.bundled();
        } else {
            desk.scan(options.paths, options.ply);
        }
        shell.desk = Some(desk);
        shell
    }

    /// The person wants this.
    pub fn want(&mut self, action: Action) {
        self.wanted.push(action);
    }

    /// What goes on without the person.
    pub fn logic(&mut self, ctx: &Context) {
        if self.worn.as_ref() != Some(&self.state.taste) {
            look::dress(ctx, &self.state.taste);
            self.worn = Some(self.state.taste.clone());
        }
        let now = ctx.input(|input| input.time);
        if let Some(wait) = self.state.tick(now) {
            ctx.request_repaint_after(seconds(wait));
        }
        self.dropped(ctx);
        self.closing(ctx);
        let picture = self
            .picture
            .lock()
            .ok()
            .and_then(|mut picture| picture.take());
        if let Some(picture) = picture {
            ctx.copy_image(picture);
            self.state.say(self.state.texts().words.copied);
        }
        self.outside(ctx, now);
        self.measure(ctx);
    }

    /// Somebody closes the window: changes that are in no file are asked for first.
    fn closing(&mut self, ctx: &Context) {
        let wanted = ctx.input(|input| input.viewport().close_requested());
        if wanted && !self.quits && self.state.changed().next().is_some() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.want(Action::Quit);
        }
    }

    /// What came from outside, and what is to be kept.
    fn outside(&mut self, ctx: &Context, now: f64) {
        let Some(desk) = &mut self.desk else { return };
        let due_now = desk.poll(&mut self.state);
        if let Some(wait) = desk.keep(&self.state, now) {
            ctx.request_repaint_after(seconds(wait));
        }
        if let Some(due) = self.settings_due {
            if now >= due {
                self.settings_due = None;
                desk.write_settings(&self.state, layout::write(&self.panes));
            } else {
                ctx.request_repaint_after(seconds(due - now));
            }
        }
        for effect in due_now {
            self.effect(ctx, effect);
        }
    }

    fn measure(&mut self, ctx: &Context) {
        let Some(report) = &mut self.report else {
            return;
        };
        let tab = self.state.tab();
        let game = tab.map_or("", |tab| tab.record.game.as_str());
        let has_next = self
            .state
            .study()
            .is_some_and(super::study::Study::has_next);
        // A game that is still being read is waited for.
        if tab.is_none() || !self.state.running.is_empty() {
            ctx.request_repaint();
            return;
        }
        let row = self.state.row;
        let more = row.is_some_and(|row| self.state.library.neighbour(row, true).is_some());
        let asked = self.state.subject().is_some();
        let action = report.frame(&report::Seen {
            game,
            has_next,
            more_games: more,
            has_hint: asked.then(|| self.state.thought().is_some()),
        });
        if action == Some(Action::QuitForSure) {
            // To a pipe that nobody reads there is nothing to say.
            let _ = std::io::Write::write_all(&mut std::io::stdout(), report.text().as_bytes());
        }
        self.wanted.extend(action);
        ctx.request_repaint();
    }

    /// Files and folders that were dropped on the window.
    fn dropped(&mut self, ctx: &Context) {
        let paths = ctx.input(|input| {
            let dropped = input.raw.dropped_files.iter();
            dropped
                .map(|file| file.path().to_path_buf())
                .collect::<Vec<_>>()
        });
        if !paths.is_empty() {
            self.want(Action::OpenPaths(paths));
        }
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        if self.state.dialog.is_none() {
            let idle = std::mem::take(&mut self.drafts.idle);
            let keys = keyboard::actions(&ctx, &self.state.keys, idle);
            self.wanted.extend(keys);
        }
        self.refresh();
        let mut out = std::mem::take(&mut self.wanted);
        self.drafts.peeks = false;
        self.draw(ui, &mut out);
        self.drafts.focus = None;
        if !self.drafts.peeks && self.state.peek.is_some() {
            out.push(Action::Peek(None));
        }
        for action in out {
            for effect in self.state.perform(action) {
                self.effect(&ctx, effect);
            }
        }
    }

    fn draw(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let ctx = ui.ctx().clone();
        let panes = &mut self.panes;
        let mut cx = Cx {
            state: &self.state,
            drafts: &mut self.drafts,
            out,
        };
        let bar = clear(Frame::side_top_panel(ui.style()));
        Panel::top("menu").frame(bar).show(ui, |ui| {
            let shown = |id: &str| pane_of(id).map(|pane| layout::is_shown(panes, pane));
            ui::menu::show(ui, &mut cx, &shown);
        });
        if !self.state.tabs.is_empty() {
            Panel::top("tabs")
                .frame(bar)
                .show(ui, |ui| ui::menu::tabs(ui, &mut cx));
        }
        let entry = self.shown.as_ref().and_then(|shown| shown.entry.as_ref());
        Panel::bottom("status")
            .frame(bar)
            .show(ui, |ui| ui::status::show(ui, &mut cx, entry));
        if !self.state.messages.is_empty() {
            Panel::bottom("messages")
                .frame(bar)
                .show(ui, |ui| ui::status::messages(ui, &mut cx));
        }
        let frame = clear(Frame::central_panel(ui.style())).inner_margin(Margin::ZERO);
        CentralPanel::default().frame(frame).show(ui, |ui| {
            let mut room = Room {
                cx: &mut cx,
                shown: self.shown.as_ref(),
            };
            panes.ui(&mut room, ui);
        });
        ui::dialogs::show(&ctx, &mut cx);
    }

    /// Makes the picture anew if it is not that of the position any more.
    fn refresh(&mut self) {
        let view = self.state.view();
        let key = self.state.tab().and_then(|tab| {
            let study = tab.study.as_ref()?;
            Some(ShownKey {
                tab: tab.id,
                revision: study.revision(),
                node: study.node(),
                at_failure: study.is_at_failure(),
                view,
                picked: tab.picked.clone(),
                peek: self.state.peek.clone(),
                thought: hints::key(&self.state),
            })
        });
        if key == self.shown_key {
            return;
        }
        self.shown = hints::peeked(&self.state, view).or_else(|| {
            let tab = self.state.tab()?;
            Some(Shown {
                scene: tab.scene(view)?,
                entry: tab.entry(view),
                hints: hints::of(&self.state, view),
                peek: None,
            })
        });
        self.shown_key = key;
    }

    fn effect(&mut self, ctx: &Context, effect: Effect) {
        if let Some(desk) = &mut self.desk
            && desk.effect(&mut self.state, &effect)
        {
            return;
        }
        match effect {
            Effect::Settings => self.settings_later(ctx),
            Effect::Pane(pane) => layout::toggle(&mut self.panes, pane),
            Effect::Reveal(pane) => layout::reveal(&mut self.panes, pane),
            Effect::ResetPanes => self.panes = layout::first(),
            Effect::Focus(field) => self.focus_on(ctx, field),
            Effect::Copy(text) => ctx.copy_text(text),
            Effect::CopyPicture => self.copy_picture(ctx),
            Effect::AskPaste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Effect::Quit => {
                self.quits = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            _ => {}
        }
    }

    fn settings_later(&mut self, ctx: &Context) {
        self.settings_due = Some(ctx.input(|input| input.time) + 1.0);
        ctx.request_repaint();
    }

    /// The picture comes when the frame is painted.
    fn copy_picture(&mut self, ctx: &Context) {
        let Some(rect) = self.drafts.board else {
            return;
        };
        let (waiting, again) = (Arc::clone(&self.picture), ctx.clone());
        let scale = ctx.pixels_per_point();
        ctx.request_screenshot(move |image| {
            let board = image.region(&rect, Some(scale));
            if let Ok(mut waiting) = waiting.lock() {
                *waiting = Some(board);
            }
            again.request_repaint();
        });
    }

    fn focus_on(&mut self, ctx: &Context, field: Field) {
        let pane = match field {
            Field::Board | Field::Move => Pane::Board,
            Field::Comment => Pane::Notes,
            Field::Search => Pane::Library,
        };
        layout::reveal(&mut self.panes, pane);
        self.drafts.focus = Some(field);
        ctx.request_repaint();
    }
}

fn seconds(wait: f64) -> Duration {
    Duration::try_from_secs_f64(wait.max(0.0)).unwrap_or_default()
}

/// The pane that a command shows or hides.
fn pane_of(command: &str) -> Option<Pane> {
    let command = super::state::command::by_id(command)?;
    match (command.action)() {
        Action::Pane(pane) => Some(pane),
        _ => None,
    }
}

/// The window is cleared in the colour of its panels. Without graphics hardware it would cost a
/// good part of the frame to paint that colour again.
fn clear(frame: Frame) -> Frame {
    frame.fill(egui::Color32::TRANSPARENT)
}

/// What the panes are drawn with.
struct Room<'a, 'b> {
    cx: &'a mut Cx<'b>,
    shown: Option<&'a Shown>,
}

impl Behavior<Pane> for Room<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        let margin = if *pane == Pane::Board { 2 } else { 6 };
        Frame::new()
            .inner_margin(Margin::same(margin))
            .show(ui, |ui| match pane {
                Pane::Board => stage::show(ui, self.cx, self.shown),
                other => ui::pane(ui, *other, self.cx),
            });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        self.cx.texts().pane(*pane).into()
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: true,
            ..SimplificationOptions::default()
        }
    }
}

impl eframe::App for Shell {
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
        if let Some(mut desk) = self.desk.take() {
            desk.write_settings(&self.state, layout::write(&self.panes));
            desk.close();
            // Its last work is done when it goes.
        }
    }
}
