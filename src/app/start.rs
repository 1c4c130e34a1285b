//! Opening the window, and the advice to give where no window can be opened.

use super::options::AppOptions;
use super::window::{AppWindow, handle_signals};
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The icon, a PNG picture.
const ICON: &[u8] = include_bytes!("icon/kifu-128.png");

/// The reason why no window can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowError {
    /// The missing part of the system.
    pub message: String,
    /// Advice on how to get it.
    pub hint: String,
}

impl fmt::Display for WindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// Returns an error if there is no display or no graphics, or if a library is missing.
pub fn run(options: AppOptions) -> Result<(), WindowError> {
    if let Some(missing) = missing_display() {
        return Err(missing);
    }
    let native = eframe::NativeOptions {
        // The report measures how long a frame takes, not when the screen shows it.
        glow_options: eframe::egui_glow::GlowConfiguration {
            vsync: !options.has_frame_report,
            ..Default::default()
        },
        // Our colours have no gradients to smooth, and on a machine without graphics each pixel
        // pays for it.
        dithering: false,
        viewport: egui::ViewportBuilder::default()
            .with_title("kifu")
            .with_app_id("kifu")
            .with_icon(icon())
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([360.0, 400.0])
            .with_drag_and_drop(true),
        ..Default::default()
    };
    // The window library panics where a system library is missing. Its message is hidden, since
    // the error below has a hint.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let is_open = Arc::new(AtomicBool::new(false));
    let opened = Arc::clone(&is_open);
    let done = catch_unwind(AssertUnwindSafe(|| {
        eframe::run_native(
            "kifu",
            native,
            Box::new(move |cc| {
                // The window is open: from here on a panic is a bug in kifu.
                std::panic::set_hook(hook);
                opened.store(true, Ordering::Relaxed);
                let ctx = cc.egui_ctx.clone();
                handle_signals(Arc::new(move || ctx.request_repaint()));
                Ok(Box::new(AppWindow::new(&cc.egui_ctx, options)))
            }),
        )
    }));
    let reason = match done {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) => error.to_string(),
        Err(panic) => panic_message(&*panic).to_owned(),
    };
    if is_open.load(Ordering::Relaxed) {
        return Err(WindowError {
            message: format!("the window was closed: {reason}"),
            hint: "unsaved changes are offered at the next start".to_owned(),
        });
    }
    Err(WindowError {
        message: format!("cannot open the window: {reason}"),
        hint: missing_libraries_hint(),
    })
}

/// Returns the icon of the window, the one of the desktop entry.
///
/// The app id and the class of the window are the name of that entry, so that desktops find it.
fn icon() -> egui::IconData {
    // A picture that is part of the program can be read; a test does so.
    eframe::icon_data::from_png_bytes(ICON).unwrap_or_default()
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    let first = owned.or_else(|| panic.downcast_ref::<&str>().copied());
    first
        .and_then(|text| text.lines().next())
        .unwrap_or("no reason given")
}

/// Reports whether no display is named, on systems where displays have names.
fn missing_display() -> Option<WindowError> {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return None;
    }
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let any = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .into_iter()
        .any(named);
    (!any).then(|| WindowError {
        message: "cannot open a window: there is no display (DISPLAY and WAYLAND_DISPLAY are not set)".to_owned(),
        hint: "use the command line: `kifu show FILE` draws a game, `kifu validate FILE` checks it, `kifu --help` lists all commands".to_owned(),
    })
}

fn missing_libraries_hint() -> String {
    let packages =
        "on Debian and Ubuntu: apt install libx11-6 libxcursor1 libxi6 libxkbcommon-x11-0 libgl1";
    format!("{packages}; or use the command line: `kifu --help`")
}
