//! What a person can do, and the commands that have a key.

use crate::app::jobs::JobId;
use crate::app::library::{Column, Filter};
use crate::app::open_game::{GameInfo, Navigation, NodeId};
use crate::contract::Player;
use crate::record::{Glyph, Mark};
use std::path::PathBuf;

/// Something that a person wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Go somewhere in the game.
    Navigate(Navigation),
    /// Let the game run, or stop it.
    ToggleAutoplay,
    /// Another speed of the running game: so many steps faster.
    ChangeSpeed(i32),
    /// A spot of the board was picked.
    PickArea(String),
    /// Something was dragged from spot to spot.
    DragArea(String, String),
    /// The pointer is over this spot.
    HoverArea(Option<String>),
    /// Turn what is about to be placed.
    RotateTile,
    /// The game's one modifier, if it has one.
    ToggleFlag,
    /// Luck deals this.
    ChooseChance(String),
    /// Luck deals anything.
    ChooseRandomChance,
    /// Forget the spots picked.
    ClearPicks,
    /// Make the move that the picks spell.
    ConfirmMove,
    /// Make this move.
    PlayMove(String),
    /// The comment of the position that is shown.
    SetComment(String),
    /// The judgement of the act that is shown.
    ToggleGlyph(Option<Glyph>),
    /// Put a mark or take it away.
    ToggleMark(Mark),
    /// Take all marks away.
    ClearMarks,
    /// Take the act that is shown away, with all that follows it.
    DeleteShown,
    /// Make the line that is shown the first.
    PromoteLine,
    /// Move the line among its neighbours.
    ReorderLine(isize),
    /// Take a line away that is not shown.
    DeleteNode(NodeId),
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// A new, empty game.
    NewGame(&'static str),
    /// Ask for files to open.
    OpenFiles,
    /// Ask for a folder to open.
    OpenFolder,
    /// Open these files and folders in the library.
    OpenPaths(Vec<PathBuf>),
    /// Open a game of the library, by its row.
    OpenRow(u32),
    /// Open the next (or the previous) game of the list.
    NextRow(bool),
    /// Read the game again from the disk, changes lost.
    ReloadTab,
    /// Save the game where it came from.
    Save,
    /// Save the game somewhere else.
    SaveAs,
    /// Write the game in the format with this id.
    ExportTab(&'static str),
    /// Read a text as a game: a record, moves, a page.
    Paste(String),
    /// Ask for the clipboard's text.
    RequestPaste,
    /// Copy something of the game.
    Copy(CopyTarget),
    /// Show another tab.
    SelectTab(usize),
    /// Show the next (or the previous) tab.
    NextTab(bool),
    /// Close a tab.
    CloseTabAt(usize),
    /// Close the tab that is shown.
    CloseTab,
    /// Close it and lose its changes.
    DiscardAndClose(usize),
    /// End the program.
    Quit,
    /// End it and lose all changes.
    DiscardAndQuit,
    /// Show or hide a pane.
    TogglePane(Pane),
    /// Bring the panes back to where they were at first.
    ResetPanes,
    /// Light, dark, or as the system has it.
    CycleTheme,
    /// Larger or smaller; 0 is back to normal.
    ChangeScale(i32),
    /// Show or hide letters and numbers at the board.
    ToggleCoordinates,
    /// Movement on the screen, or none.
    ToggleAnimations,
    /// Whose knowledge is shown: all, the first player's, the second's.
    CycleKnowledge,
    /// Whose dialogue with the jury is shown.
    SwitchDialoguePlayer,
    /// Open a dialog.
    OpenDialog(Dialog),
    /// Close the dialog.
    CloseDialog,
    /// Put the keyboard into a field.
    FocusOn(FocusTarget),
    /// Another key for a command; `None` takes its own away, the outer one is back to the first.
    SetKey(&'static str, Option<Option<String>>),
    /// Forget a message.
    DismissMessage(u64),
    /// Save although something is lost by it.
    SaveAnyway(usize),
    /// Save in the place of a file that is there.
    Overwrite(usize, PathBuf),
    /// Open the unsaved games of a program that crashed, or throw them away.
    RestoreDrafts(bool),
    /// Nobody wants this job any more.
    CancelJob(JobId),
    /// Show only such games in the library.
    SetFilter(Box<Filter>),
    /// Sort the library by a column; by the same again, the other way round.
    ToggleSort(Column),
    /// Another row of the library is the one that is meant.
    SelectRow(Option<u32>),
    /// Save the tab, and close it when that is done.
    SaveAndClose(usize),
    /// Save all tabs, and end when that is done.
    SaveAndQuit,
    /// A path was typed for what was asked.
    PathGiven(PathPurpose, PathBuf),
    /// What is known of the game as a whole is this.
    SetGameInfo(Box<GameInfo>),
    /// Switch the engine on or off.
    ToggleEngine,
    /// Let the engine stay with the position that is shown, or go along again.
    ToggleEngineLock,
    /// So many lines more.
    ChangeLines(i32),
    /// So many more threads of the engine, or fewer.
    ChangeThreads(i32),
    /// Begin a review of the game, or end the one that runs.
    ToggleReview,
    /// So many milliseconds a position for reviews.
    SetReviewTime(u32),
    /// From which losses on, in points of 100, a move is an inaccuracy, a mistake, a blunder; `None`
    /// for the usual ones.
    SetThresholds(Option<[f64; 3]>),
    /// Show a line on the board without playing it; nothing ends that.
    PeekLine(Option<Continuation>),
    /// Play a line.
    PlayContinuation(Continuation),
    /// Play what the engine thinks best.
    PlayBest,
    /// Learn from a player's mistakes, or from both players'.
    StartExercise(Option<Player>),
    /// What somebody who learns wants.
    Exercise(ExerciseAction),
    /// Tell of plies that were not seen yet, or do not.
    ToggleSpoilerFree,
}

impl Action {
    /// Whether it answers what a dialog asks, which closes by it.
    pub(super) const fn closes_dialog(&self) -> bool {
        matches!(
            self,
            Self::SaveAnyway(_)
                | Self::Overwrite(..)
                | Self::RestoreDrafts(_)
                | Self::PathGiven(..)
        )
    }
}

/// Moves that could be made from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    /// The position.
    pub from: NodeId,
    /// The moves, without what luck deals.
    pub moves: Vec<String>,
}

/// What somebody who learns wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseAction {
    /// The answer.
    ShowAnswer,
    /// The next question.
    Next,
    /// Back to the position of the question.
    BackToQuestion,
    /// No more.
    EndExercise,
}

/// What can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyTarget {
    /// The moves up to the position.
    Moves,
    /// The position text.
    Position,
    /// The whole record.
    Record,
    /// The board as a picture.
    Picture,
}

/// A pane of the window.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Pane {
    /// The list of games.
    Library,
    /// The board.
    Board,
    /// The players, with scores and times.
    Players,
    /// The moves with variations.
    Moves,
    /// What is said of the ply.
    Notes,
    /// Scores and times by ply.
    Graph,
    /// What is wrong with the log.
    Findings,
    /// What the bot said.
    Bot,
    /// The dialogue of the contest.
    Protocol,
    /// What the move made and broke.
    Changes,
    /// What the engine thinks.
    Engine,
    /// What a review says of the game.
    Review,
}

impl Pane {
    /// All panes.
    pub const ALL: [Self; 12] = [
        Self::Library,
        Self::Board,
        Self::Players,
        Self::Moves,
        Self::Notes,
        Self::Graph,
        Self::Findings,
        Self::Bot,
        Self::Protocol,
        Self::Changes,
        Self::Engine,
        Self::Review,
    ];
}

/// A dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// All commands with their keys.
    Help,
    /// Which ply to go to.
    GoToPly,
    /// Which game to start.
    NewGame,
    /// Path of a file or folder, where no dialog of the desktop is to be had, and a suggestion.
    Path(PathPurpose, PathBuf),
    /// A tab has changes that are in no file.
    CloseTab(usize),
    /// So do several.
    Quit,
    /// The file was changed on disk since the tab was opened, or is gone.
    FileChanged(usize, bool),
    /// Saving would lose the comments between the fields of the record.
    CommentsLost(usize),
    /// There is such a file already.
    FileExists(usize, PathBuf),
    /// A program that crashed left unsaved games.
    RestoreDrafts,
    /// The words of a mark on the spot with this id.
    MarkLabel(String),
    /// What is known of the game as a whole.
    GameInfo,
    /// What the program is.
    AboutKifu,
}

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    /// To open files or folders.
    Open,
    /// To save the record.
    Save,
    /// To write the game in the format with this id.
    Export(&'static str),
}

/// A field that takes the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FocusTarget {
    /// The board.
    Board,
    /// The field for a typed move.
    Move,
    /// The comment.
    Comment,
    /// The search of the library.
    Search,
}
