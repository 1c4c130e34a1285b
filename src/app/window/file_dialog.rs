//! The desktop's file dialogs.

use crate::jobs::Wake;
use crate::state::PathPurpose;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;
use web_time::Instant;

/// The least time that a dialog is shown. One that answers sooner never appeared, since no one
/// cancels that fast.
const MIN_SHOWN_TIME: Duration = Duration::from_millis(300);

/// A request for a file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileDialogRequest {
    /// Choose files to open.
    Files,
    /// Choose folders to open.
    Folder,
    /// Choose where to write the game of the tab with this id.
    SavePath(u64, PathPurpose, PathBuf),
    /// Choose where to write the games that the library lists.
    ListedPath(PathBuf),
    /// Choose the folder for the web pages of the games that the library lists.
    PagesFolder(PathBuf),
}

/// The reply of a file dialog.
pub(super) enum FileDialogReply {
    /// The user chose these paths.
    Chosen(FileDialogRequest, Vec<PathBuf>),
    /// The desktop has no file dialogs.
    NoDialog(FileDialogRequest),
    /// The user cancelled the dialog.
    Cancelled,
}

struct PendingFileDialog {
    request: FileDialogRequest,
    reply: Receiver<TimedSelection>,
}

/// The chosen paths, if any, and the time until the reply.
type TimedSelection = (Option<Vec<PathBuf>>, Duration);

/// The file dialogs, of which one at a time is shown on its own thread.
#[derive(Default)]
pub(super) struct FileDialogs {
    pending: Option<PendingFileDialog>,
}

impl FileDialogs {
    /// Opens a dialog, unless one is open already.
    pub fn open(&mut self, request: FileDialogRequest, wake: Wake) {
        if self.pending.is_some() {
            return;
        }
        let (sender, reply) = channel();
        if !may_have_dialogs() {
            // The dropped sender counts as a reply.
            self.pending = Some(PendingFileDialog { request, reply });
            wake();
            return;
        }
        let request_to_show = request.clone();
        let thread = std::thread::Builder::new().name("dialog".to_owned());
        let handle = thread.spawn(move || {
            // Measured here because a busy window may poll for the reply much later.
            let shown_at = Instant::now();
            let chosen = show_dialog(&request_to_show);
            // A closed window does not wait for a reply.
            let _ = sender.send((chosen, shown_at.elapsed()));
            wake();
        });
        // Without a thread the sender is dropped, which counts as a reply.
        drop(handle);
        self.pending = Some(PendingFileDialog { request, reply });
    }

    /// Returns the reply as soon as there is one.
    pub fn poll(&mut self) -> Option<FileDialogReply> {
        let pending = self.pending.as_ref()?;
        let (chosen, elapsed) = match pending.reply.try_recv() {
            Ok(reply) => reply,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => (None, Duration::ZERO),
        };
        let pending = self.pending.take()?;
        Some(match chosen {
            Some(paths) => FileDialogReply::Chosen(pending.request, paths),
            None if elapsed < MIN_SHOWN_TIME => FileDialogReply::NoDialog(pending.request),
            None => FileDialogReply::Cancelled,
        })
    }
}

/// Reports whether there may be a desktop that can show dialogs. Without one the attempt may take
/// longer to fail than a user to cancel.
fn may_have_dialogs() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let value = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let variables = ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"];
    let bus = value("XDG_RUNTIME_DIR").map(|folder| PathBuf::from(folder).join("bus"));
    variables.into_iter().any(|name| value(name).is_some()) || bus.is_some_and(|bus| bus.exists())
}

/// A browser's files come by another way.
#[cfg(target_arch = "wasm32")]
const fn show_dialog(_request: &FileDialogRequest) -> Option<Vec<PathBuf>> {
    None
}

#[cfg(not(target_arch = "wasm32"))]
fn show_dialog(request: &FileDialogRequest) -> Option<Vec<PathBuf>> {
    let dialog = rfd::FileDialog::new();
    match request {
        FileDialogRequest::Files => dialog.pick_files(),
        FileDialogRequest::Folder => dialog.pick_folders(),
        FileDialogRequest::PagesFolder(_) => dialog.pick_folder().map(|path| vec![path]),
        FileDialogRequest::SavePath(_, _, path) | FileDialogRequest::ListedPath(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let mut dialog = dialog.set_file_name(name);
            if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
                dialog = dialog.set_directory(folder);
            }
            dialog.save_file().map(|path| vec![path])
        }
    }
}
