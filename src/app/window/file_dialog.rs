//! The desktop's dialogs for files.

use crate::app::jobs::Wake;
use crate::app::state::PathPurpose;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// A dialog that answers sooner was never shown: nobody cancels so fast.
const MIN_SHOWN_TIME: Duration = Duration::from_millis(300);

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileDialogRequest {
    /// Files to open.
    Files,
    /// A folder to open.
    Folder,
    /// Where to write a tab's game, by the tab's number.
    SavePath(u64, PathPurpose, PathBuf),
}

/// What came of it.
pub(super) enum FileDialogReply {
    /// These were chosen.
    Chosen(FileDialogRequest, Vec<PathBuf>),
    /// The desktop has no dialogs.
    NoDialog(FileDialogRequest),
    /// The person does not want to.
    Cancelled,
}

struct PendingFileDialog {
    question: FileDialogRequest,
    reply: Receiver<TimedSelection>,
}

/// What was chosen, if anything, and how long that took.
type TimedSelection = (Option<Vec<PathBuf>>, Duration);

/// Asks, one question at a time, on a thread of its own.
#[derive(Default)]
pub(super) struct FileDialogs {
    pending: Option<PendingFileDialog>,
}

impl FileDialogs {
    /// Asks, unless a dialog is open already.
    pub fn open(&mut self, question: FileDialogRequest, wake: Wake) {
        if self.pending.is_some() {
            return;
        }
        let (sender, answer) = channel();
        let asked = question.clone();
        let thread = std::thread::Builder::new().name("dialog".to_owned());
        let started = thread.spawn(move || {
            // Measured here: a busy window may look for the answer much later.
            let since = Instant::now();
            let chosen = show_dialog(&asked);
            // A window that is gone waits for no answer.
            let _ = sender.send((chosen, since.elapsed()));
            wake();
        });
        // Without a thread the sender is gone, which is an answer at once.
        drop(started);
        self.pending = Some(PendingFileDialog {
            question,
            reply: answer,
        });
    }

    /// The answer, as soon as there is one.
    pub fn poll(&mut self) -> Option<FileDialogReply> {
        let open = self.pending.as_ref()?;
        let (chosen, took) = match open.reply.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => (None, Duration::ZERO),
        };
        let open = self.pending.take()?;
        Some(match chosen {
            Some(paths) => FileDialogReply::Chosen(open.question, paths),
            None if took < MIN_SHOWN_TIME => FileDialogReply::NoDialog(open.question),
            None => FileDialogReply::Cancelled,
        })
    }
}

fn show_dialog(question: &FileDialogRequest) -> Option<Vec<PathBuf>> {
    let dialog = rfd::FileDialog::new();
    match question {
        FileDialogRequest::Files => dialog.pick_files(),
        FileDialogRequest::Folder => dialog.pick_folders(),
        FileDialogRequest::SavePath(_, _, path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let mut dialog = dialog.set_file_name(name);
            if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
                dialog = dialog.set_directory(folder);
            }
            dialog.save_file().map(|path| vec![path])
        }
    }
}
