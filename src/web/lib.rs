//! kifu's window in a browser, from the same code as the desktop app.
//!
//! The page calls `start` once. Engines run in workers, each of which calls `run_task` for one task;
//! a worker that is no longer wanted is ended, which stops its engine at once.

#![cfg(target_arch = "wasm32")]

mod address;
mod app;
mod host;

use app::WebApp;
use host::WebBrowser;
use kifu_app::AppOptions;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// The window on the page.
#[wasm_bindgen]
pub struct KifuWindow {
    runner: eframe::WebRunner,
}

#[wasm_bindgen]
impl KifuWindow {
    /// Returns what the window shows as JSON, for tests and for pages around it.
    pub fn describe(&self) -> String {
        let app = self.runner.app_mut::<WebApp>();
        app.map_or_else(String::new, |app| app.describe())
    }
}

/// Opens the window on a canvas of the page.
///
/// # Errors
/// Returns an error if the browser has no WebGL.
#[wasm_bindgen]
pub async fn start(canvas: web_sys::HtmlCanvasElement) -> Result<KifuWindow, JsValue> {
    let browser = Rc::new(WebBrowser::new().await);
    let (browser_files, problem) = match address::files_of_address().await {
        Ok(files) => (files, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    let options = eframe::WebOptions {
        dithering: false,
        ..Default::default()
    };
    let create: eframe::AppCreator<'_> = Box::new(move |cc| {
        browser.set_context(&cc.egui_ctx);
        let options = AppOptions {
            browser: Some(Rc::<WebBrowser>::clone(&browser)),
            browser_files,
            ..AppOptions::default()
        };
        Ok(Box::new(WebApp::new(cc, options, browser, problem)))
    });
    let runner = eframe::WebRunner::new();
    runner.start(canvas, options, create).await?;
    Ok(KifuWindow { runner })
}

/// Does the work of an engine in a worker, and posts its messages.
#[wasm_bindgen]
pub fn run_task(task: &str) {
    kifu_app::jobs::run_engine_task(task, host::post_message);
}
