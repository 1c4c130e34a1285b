//! The desktop's dialogs for files.

use crate::app::jobs::Wake;
use crate::app::state::PathFor;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// A dialog that answers sooner was never shown: nobody cancels so fast.
const AT_ONCE: Duration = Duration::from_millis(300);

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Files to open.
    Files,
    /// A folder to open.
    Folder,
    /// Where to write a tab's game, by the tab's number.
    Save(u64, PathFor, PathBuf),
}

/// What came of it.
pub(super) enum Reply {
    /// These were chosen.
    Chosen(Question, Vec<PathBuf>),
    /// The desktop has no dialogs.
    NoDialog(Question),
    /// The person does not want to.
    Cancelled,
}

struct Open {
    question: Question,
    answer: Receiver<Answer>,
}

/// What was chosen, if anything, and how long that took.
type Answer = (Option<Vec<PathBuf>>, Duration);

/// Asks, one question at a time, on a thread of its own.
#[derive(Default)]
pub(super) struct Asker {
    open: Option<Open>,
}

impl Asker {
    /// Asks, unless a dialog is open already.
    pub fn ask(&mut self, question: Question, wake: Wake) {
        if self.open.is_some() {
            return;
        }
        let (sender, answer) = channel();
        let asked = question.clone();
        let thread = std::thread::Builder::new().name("dialog".to_owned());
        let started = thread.spawn(move || {
            // Measured here: a busy window may look for the answer much later.
            let since = Instant::now();
            let chosen = show(&asked);
            // A window that is gone waits for no answer.
            let _ = sender.send((chosen, since.elapsed()));
            wake();
        });
        // Without a thread the sender is gone, which is an answer at once.
        drop(started);
        self.open = Some(Open { question, answer });
    }

    /// The answer, as soon as there is one.
    pub fn poll(&mut self) -> Option<Reply> {
        let open = self.open.as_ref()?;
        let (chosen, took) = match open.answer.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => (None, Duration::ZERO),
        };
        let open = self.open.take()?;
        Some(match chosen {
            Some(paths) => Reply::Chosen(open.question, paths),
            None if took < AT_ONCE => Reply::NoDialog(open.question),
            None => Reply::Cancelled,
        })
    }
}

fn show(question: &Question) -> Option<Vec<PathBuf>> {
    let dialog = rfd::FileDialog::new();
    match question {
        Question::Files => dialog.pick_files(),
        Question::Folder => dialog.pick_folders(),
        Question::Save(_, _, path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let mut dialog = dialog.set_file_name(name);
            if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
                dialog = dialog.set_directory(folder);
            }
            dialog.save_file().map(|path| vec![path])
        }
    }
}
