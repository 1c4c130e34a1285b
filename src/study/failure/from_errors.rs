//! The errors of the library layers as failures: the kind and the hint of each.

use super::{Failure, FailureKind};
use crate::arena::{
    BuiltinBotError, GameError, MatchError, RecordedInputError, RejudgeError, StartError,
};
use crate::render::RenderError;
use crate::review::{PositionsError, ReviewError};
#[cfg(not(target_arch = "wasm32"))]
use crate::tables::TableFolderError;
use kifu_logs::files::{
    InputError, InputProblem, JournalError, OutputError, ReaderPanicked, SpoolError,
};
use std::io::ErrorKind;

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        let hint = match &error {
            InputError::Io { error, .. } if error.kind() == ErrorKind::PermissionDenied => {
                Some("check the permissions of the file")
            }
            InputError::PipeOrDevice { .. } => Some("save its output to a file and open that"),
            InputError::Changed { .. } => Some("reload it"),
            InputError::Io { .. }
            | InputError::TooLarge { .. }
            | InputError::Unreachable { .. }
            | InputError::NotRereadable { .. } => None,
        };
        Self {
            hint: hint.map(str::to_owned),
            ..Self::new(FailureKind::Input, error.to_string())
        }
    }
}

impl From<InputProblem> for Failure {
    fn from(problem: InputProblem) -> Self {
        match problem {
            InputProblem::LinkLoop { .. } => Self::new(FailureKind::Input, problem.to_string())
                .hint("it was not followed; everything else was read"),
            InputProblem::Unreadable(error) => error.into(),
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl From<TableFolderError> for Failure {
    fn from(error: TableFolderError) -> Self {
        match error {
            TableFolderError::Output(error) => error.into(),
            TableFolderError::Foreign { .. } => {
                Self::usage(error.to_string()).hint("give a new folder; nothing was written")
            }
        }
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        if let OutputError::Replaced {
            rescued: Some(rescued),
            ..
        } = &error
        {
            let hint = format!("its records were saved to `{}`", rescued.display());
            return Self::new(FailureKind::Output, error.to_string()).hint(hint);
        }
        if let OutputError::Rescued { error, rescued } = error {
            let hint = format!("the finished file is `{}`", rescued.display());
            return Self::from(*error).hint(hint);
        }
        let hint = match &error {
            OutputError::Io { error, .. } => match error.kind() {
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                    Some("the disk is full; nothing incomplete was left behind")
                }
                ErrorKind::NotFound => Some("does the folder exist?"),
                _ => None,
            },
            OutputError::Locked { .. } => Some("wait until it has ended, or give another file"),
            OutputError::IsInput { .. } => Some("give another output"),
            OutputError::IsOtherOutput { .. } => Some("give each output a file of its own"),
            OutputError::OtherOwner { .. } => Some("give a file in another folder"),
            OutputError::Folder { .. }
            | OutputError::NotAFolder { .. }
            | OutputError::Rescued { .. }
            | OutputError::Replaced { .. }
            | OutputError::Changed { .. }
            | OutputError::PipeOrDevice { .. }
            | OutputError::Exists { .. } => None,
        };
        let kind = match error {
            OutputError::Exists { .. } => FailureKind::AlreadyExists,
            OutputError::NotAFolder { .. } => FailureKind::Usage,
            _ => FailureKind::Output,
        };
        Self {
            hint: hint.map(str::to_owned),
            ..Self::new(kind, error.to_string())
        }
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        let message = error.to_string();
        match error {
            JournalError::Input(error) => error.into(),
            JournalError::Output(error) => error.into(),
            JournalError::Exists { .. } => Self::new(FailureKind::Output, message)
                .hint("use --resume to continue it, or give another file"),
            JournalError::Locked { .. } => Self::new(FailureKind::Output, message),
            JournalError::InvalidGame { path, .. } | JournalError::NotARecord { path, .. } => {
                Self::new(FailureKind::Input, message).hint(format!(
                    "run `kifu validate {}` for details",
                    path.display()
                ))
            }
        }
    }
}

impl From<ReaderPanicked> for Failure {
    fn from(error: ReaderPanicked) -> Self {
        Self::internal(error.to_string())
            .hint("this is a bug in kifu, not in the log: please report it with the log")
    }
}

impl From<PositionsError> for Failure {
    fn from(error: PositionsError) -> Self {
        let kind = match error {
            PositionsError::Setup(_) => FailureKind::Input,
            PositionsError::MoveRefused { .. } => FailureKind::Internal,
        };
        Self::new(kind, error.to_string())
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Game(error) => error.into(),
            RenderError::TooLarge { .. } => {
                Self::usage(error.to_string()).hint("choose a smaller width with --width")
            }
            RenderError::Png(_) | RenderError::Gif(_) => Self::internal(error.to_string()),
        }
    }
}

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::Cancelled => Self::new(FailureKind::Cancelled, error.to_string()),
            ReviewError::Positions(error) => error.into(),
            ReviewError::EngineParse(_) | ReviewError::EngineMoveRefused { .. } => {
                Self::internal(error.to_string())
            }
        }
    }
}

impl From<StartError> for Failure {
    fn from(start: StartError) -> Self {
        let hint = match (start.error.kind(), &start.working_dir) {
            (ErrorKind::NotFound, Some(folder)) => Some(format!(
                "the program is looked for in the PATH or, with a `/` in it, from the folder \
                 `{}`; is that there?",
                folder.display()
            )),
            (ErrorKind::NotFound, None) => Some(
                "write `./bot` for a program in this folder, `python3 bot.py` for a script"
                    .to_owned(),
            ),
            (ErrorKind::PermissionDenied, _) => {
                Some("is it executable? `chmod +x` makes it so".to_owned())
            }
            _ => None,
        };
        Self {
            hint,
            ..Self::new(FailureKind::Input, start.to_string())
        }
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        match error {
            GameError::Setup(error) => Self::usage(error.to_string()),
            GameError::Start(error) => error.into(),
            GameError::Opening { .. } => Self::new(FailureKind::Input, error.to_string())
                .hint("run `kifu validate` on the file with the opening for details"),
        }
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Game(error) => error.into(),
            MatchError::Journal(error) => error.into(),
        }
    }
}

impl From<RejudgeError> for Failure {
    fn from(error: RejudgeError) -> Self {
        match error {
            RejudgeError::Start(error) => error.into(),
            RejudgeError::Setup(_)
            | RejudgeError::MoveRefused { .. }
            | RejudgeError::ChanceRefused { .. }
            | RejudgeError::NoTurn { .. } => Self::usage(error.to_string()),
        }
    }
}

impl From<RecordedInputError> for Failure {
    fn from(error: RecordedInputError) -> Self {
        let hint = match &error {
            RecordedInputError::NoTurn { .. } => {
                Some("`kifu show FILE --all` lists the plies with their players")
            }
            RecordedInputError::View(_) => Some("--player chooses the other player"),
            RecordedInputError::Setup(_) | RecordedInputError::MoveRefused { .. } => None,
        };
        Self {
            hint: hint.map(str::to_owned),
            ..Self::usage(error.to_string())
        }
    }
}

impl From<BuiltinBotError> for Failure {
    fn from(error: BuiltinBotError) -> Self {
        let message = error.to_string();
        match error {
            BuiltinBotError::NoInput => Self::new(FailureKind::Input, message).hint(
                "a contest bot reads the lines of the jury there; `kifu match` can be the jury",
            ),
            BuiltinBotError::Internal(_) => Self::internal(message),
            _ => Self::new(FailureKind::Input, message),
        }
    }
}

impl From<SpoolError> for Failure {
    fn from(error: SpoolError) -> Self {
        Self::new(FailureKind::Output, error.to_string())
            .hint("it is in the folder of the output, or in that for temporary files")
    }
}
