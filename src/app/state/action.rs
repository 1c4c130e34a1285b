//! The user's actions, and the panes, dialogs and fields they refer to.

use crate::jobs::JobId;
use crate::library::{Filter, LibraryColumn, RowSelection};
use crate::open_game::{GameHeader, Navigation, NodeId};
use crate::store::{NewGameRequest, Preferences};
use kifu_core::contract::Player;
use kifu_core::record::{Glyph, Mark, MarkColor, MarkKind};
use std::path::PathBuf;

/// An action requested by the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Goes to another position of the game.
    Navigate(Navigation),
    /// Starts or stops autoplay.
    ToggleAutoplay,
    /// Enters a move.
    Input(InputAction),
    /// Edits the shown game.
    Edit(EditAction),
    /// Starts or directs a game in play.
    Play(PlayAction),
    /// Opens, saves or copies a game.
    File(FileAction),
    /// Filters or sorts the library, or selects a row.
    Library(LibraryAction),
    /// Shows or closes tabs, or quits.
    Tab(TabAction),
    /// Changes the settings.
    Settings(SettingsAction),
    /// Directs analysis, reviews and exercises.
    Engine(EngineAction),
    /// Continues or ends the exercise.
    Exercise(ExerciseAction),
    /// Changes from which side and with whose knowledge the game is shown.
    View(ViewAction),
    /// Opens a dialog.
    OpenDialog(Dialog),
    /// Closes the dialog.
    CloseDialog,
    /// Dismisses a message.
    DismissMessage(u64),
    /// Asks for work outside of the state, which is passed on.
    Outside(Effect),
}

/// An action that enters a move on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum InputAction {
    /// Picks a hit area of the board.
    PickArea(String),
    /// Drags from one hit area to another.
    DragArea(String, String),
    /// Moves the pointer over a hit area, or off all of them.
    HoverArea(Option<String>),
    /// Rotates the tile that is about to be placed.
    RotateTile,
    /// Toggles the game's move modifier, if it has one.
    ToggleFlag,
    /// Chooses the chance outcome.
    ChooseChance(String),
    /// Chooses a random chance outcome.
    ChooseRandomChance,
    /// Drops the picks made so far.
    ClearPicks,
    /// Makes the move given by the picks.
    ConfirmMove,
    /// Makes this move.
    PlayMove(String),
}

/// An edit of the shown game: notes, marks, lines, facts.
#[derive(Clone, Debug, PartialEq)]
pub enum EditAction {
    /// Sets the comment of the shown position.
    SetComment(String),
    /// Toggles a glyph on the shown move; `None` removes it.
    ToggleGlyph(Option<Glyph>),
    /// Sets a mark, or removes it if it is set.
    ToggleMark(Mark),
    /// Lets the left button draw this mark on the board, or make moves again.
    ChooseMarkTool(Option<MarkKind>),
    /// Chooses the colour of new marks.
    ChooseMarkColor(MarkColor),
    /// Removes all marks.
    ClearMarks,
    /// Deletes the shown move with everything after it.
    DeleteShown,
    /// Makes the shown line the first variation.
    PromoteLine,
    /// Moves the shown line up (negative) or down among its siblings.
    ReorderLine(isize),
    /// Deletes the line that begins at this node.
    DeleteNode(NodeId),
    /// Undoes the last change.
    Undo,
    /// Redoes the change undone last.
    Redo,
    /// Asks for a word to write on the square under the pointer or the cursor.
    WriteOnSquare,
    /// Sets the facts about the game: players, event and date.
    SetGameInfo(Box<GameHeader>),
}

/// An action on a game in play.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayAction {
    /// Starts a game between the chosen players.
    StartGame(Box<NewGameRequest>),
    /// Pauses the game in play before its next move, or lets it go on.
    TogglePause,
    /// Takes back the last move of the person who plays, or else the last move.
    TakeBack,
    /// Gives up the game in play.
    Resign,
    /// Stops the game in play.
    StopGame,
    /// Asks for the players of a game that begins with the shown position.
    PlayFromHere,
    /// Plays the ended game of the shown tab once more, with the sides swapped.
    Rematch,
}

/// An action that opens, reads, saves or copies a game.
#[derive(Clone, Debug, PartialEq)]
pub enum FileAction {
    /// Starts an empty game, given the id of its rules.
    NewGame(&'static str),
    /// Starts a game from a position given as text, with the engine on if the flag is `true`.
    StartFromPosition(String, bool),
    /// Asks for a position to start from.
    AskPosition,
    /// Follows the file of the shown game as a match writes it, or ends following.
    ToggleFollow,
    /// Opens the newest game of the followed file, or else of the list.
    OpenNewest,
    /// Opens the first game of a file of the library.
    OpenFileOfLibrary(PathBuf),
    /// Reads the game from disk again; asks first if it has changes.
    ReloadTab,
    /// Saves the game to the file it came from.
    Save,
    /// Saves the game to another file.
    SaveAs,
    /// Exports the game in the format with this id.
    ExportTab(&'static str),
    /// Exports the games that the library lists to one file.
    ExportListed,
    /// Makes web pages of the games that the library lists, in a folder.
    PublishListed,
    /// Reads a text as a game: a record, moves or a web page.
    Paste(String),
    /// Copies part of the game to the clipboard.
    Copy(CopyTarget),
}

/// An action on the list of games.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryAction {
    /// Filters the library.
    SetFilter(Box<Filter>),
    /// Lists these games in the library instead of those that it lists now.
    ListGames(RowSelection),
    /// Sorts the library by a column, or reverses the order if it is already sorted by it.
    ToggleSort(LibraryColumn),
    /// Lists the games of the library in the order in which they were found.
    ClearSort,
    /// Selects a row of the library.
    SelectRow(Option<u32>),
    /// Removes a file or folder from the library.
    RemoveFromLibrary(PathBuf),
}

/// An action that shows or closes tabs, or quits.
#[derive(Clone, Debug, PartialEq)]
pub enum TabAction {
    /// Shows another tab, given by index.
    SelectTab(usize),
    /// Shows the next (`true`) or previous (`false`) tab.
    NextTab(bool),
    /// Closes a tab, given by index.
    CloseTabAt(usize),
    /// Closes the shown tab.
    CloseTab,
    /// Closes a tab and discards its changes.
    DiscardAndClose(usize),
    /// Saves the tab and closes it when that is done.
    SaveAndClose(usize),
    /// Keeps a tab that was opened as a preview.
    KeepTab(usize),
    /// Quits the program.
    Quit,
    /// Saves all tabs and quits when that is done.
    SaveAndQuit,
    /// Quits the program and discards all changes.
    DiscardAndQuit,
}

/// An action that changes the settings.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsAction {
    /// Switches between the light, dark and system themes.
    CycleTheme,
    /// Changes the speed of autoplay by this many steps; positive is faster.
    ChangeSpeed(i32),
    /// Changes the scale by this many steps; 0 resets it.
    ChangeScale(i32),
    /// Shows or hides the board's coordinates.
    ToggleCoordinates,
    /// Turns animations on or off.
    ToggleAnimations,
    /// Replaces the preferences.
    SetPreferences(Box<Preferences>),
    /// Restores the default keys of all commands.
    ResetKeys,
    /// Changes the key of a command: `None` restores its defaults, `Some(None)` removes its key.
    SetKey(&'static str, Option<Option<String>>),
}

/// An action that uses engines: analysis, reviews and exercises.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineAction {
    /// Switches the engine on or off.
    ToggleEngine,
    /// Locks the engine to the shown position, or unlocks it.
    ToggleEngineLock,
    /// Gives the engine more time for its position.
    ThinkDeeper,
    /// Changes the number of engine lines by this amount.
    ChangeLines(i32),
    /// Changes the number of search threads by this amount.
    ChangeThreads(i32),
    /// Starts a review of the game, or cancels the one in progress.
    ToggleReview,
    /// Sets the time per position for reviews, in milliseconds.
    SetReviewTime(u32),
    /// Sets the losses from which a move is an inaccuracy, a mistake or a blunder.
    ///
    /// In percent of win probability; `None` restores the defaults.
    SetThresholds(Option<[f64; 3]>),
    /// Previews a line on the board without playing it; `None` ends the preview.
    PeekLine(Option<Continuation>),
    /// Plays a line.
    PlayContinuation(Continuation),
    /// Plays the engine's best move.
    PlayBest,
    /// Starts an exercise with the mistakes of one player, or of both (`None`).
    StartExercise(Option<Player>),
    /// Ends the exercise in progress, or starts one with the mistakes of both players.
    ToggleExercise,
    /// Hides or shows information about plies that were not seen yet.
    ToggleSpoilerFree,
}

/// An action that changes from which side and with whose knowledge a game is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewAction {
    /// Switches between full knowledge and that of the first or second player.
    CycleKnowledge,
    /// Turns the board by 180 degrees.
    FlipBoard,
    /// Switches the player whose dialogue with the jury is shown.
    SwitchDialoguePlayer,
    /// Chooses the player whose knowledge is shown; `None` shows everything.
    SetKnowledge(Option<Player>),
    /// Chooses the player whose dialogue with the jury is shown.
    SetDialoguePlayer(Player),
    /// Looks for words in the shown game; `None` ends the search.
    FindWords(Option<String>),
    /// Goes to the next (or previous) move with the words.
    FindNext(bool),
}

/// A sequence of moves from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    /// The starting position.
    pub from: NodeId,
    /// The moves, without chance outcomes.
    pub moves: Vec<String>,
}

/// An action within an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseAction {
    /// Shows the answer.
    ShowAnswer,
    /// Goes to the next question.
    Next,
    /// Returns to the position of the question.
    BackToQuestion,
    /// Ends the exercise.
    EndExercise,
}

/// The content to copy to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyTarget {
    /// The moves of the shown line.
    Moves,
    /// The position text.
    Position,
    /// The whole record.
    Record,
    /// The board as a picture.
    Picture,
    /// The finding with this index, as the command line prints it.
    Finding(usize),
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
    /// The players with their scores and times.
    Players,
    /// The moves with variations.
    Moves,
    /// Comment, glyph and marks of the ply.
    Notes,
    /// Win probability, score and time by ply.
    Graph,
    /// Findings about the log.
    Findings,
    /// The bot's output.
    Bot,
    /// The dialogue between jury and bot.
    Protocol,
    /// The score changes made by the move.
    Changes,
    /// The engine's analysis.
    Engine,
    /// The review of the game.
    Review,
    /// What was played in the position, over all games of the library.
    Explorer,
}

impl Pane {
    /// All panes.
    pub const ALL: [Self; 13] = [
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
        Self::Explorer,
    ];

    /// Returns the title of the pane.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Library => "Library",
            Self::Board => "Board",
            Self::Players => "Players",
            Self::Moves => "Moves",
            Self::Notes => "Notes",
            Self::Graph => "Graph",
            Self::Findings => "Findings",
            Self::Bot => "Bot",
            Self::Protocol => "Protocol",
            Self::Changes => "Changes",
            Self::Engine => "Engine",
            Self::Review => "Review",
            Self::Explorer => "Explorer",
        }
    }
}

/// A dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// The list of all commands with their keys.
    Help,
    /// Asks for the ply to go to.
    GoToPly,
    /// Asks for the game to start.
    NewGame,
    /// Asks for the text of a position to start from, with a suggestion.
    StartPosition(String),
    /// Asks for the players of a game that begins with the shown position.
    PlayFromHere,
    /// Asks for a path, with a suggestion, where no desktop file dialog is available.
    Path(PathPurpose, PathBuf),
    /// Asks what to do with the unsaved changes of a tab that is being closed.
    CloseTab(usize),
    /// Asks what to do with the unsaved changes of several tabs before quitting.
    Quit,
    /// Asks whether to read a tab's file again although the game has changes.
    Reload(usize),
    /// Warns that the tab's file was changed on disk, or deleted if the flag is `true`.
    FileChanged(usize, bool),
    /// Warns that saving loses the comments between the fields of the record.
    CommentsLost(usize),
    /// Asks whether to overwrite an existing file, with the number of other games in it.
    FileExists(usize, PathBuf, usize),
    /// Asks whether to open so many pasted games.
    ManyPasted(usize),
    /// Offers the unsaved games left by a crash, with their titles.
    RestoreDrafts(Vec<String>),
    /// Asks for the label of a text mark on the hit area with this id.
    MarkLabel(String),
    /// Edits the facts about the game.
    GameInfo,
    /// Shows information about the program.
    AboutKifu,
    /// Changes the settings.
    Settings,
}

/// The purpose of a path asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    /// Opening files or folders.
    Open,
    /// Saving the record.
    Save,
    /// Exporting the game in the format with this id.
    Export(&'static str),
    /// The folder for the web pages of the listed games.
    PublishListed,
    /// Exporting the games that the library lists.
    ExportListed,
}

/// A field that can take the keyboard focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FocusTarget {
    /// The board.
    Board,
    /// The field for a typed move.
    Move,
    /// The comment.
    Comment,
    /// The search field of the library.
    Search,
    /// The field for words in the shown game; without a game, the search field of the library.
    Words,
}

// The effects of actions: what is left to do outside of the state.

/// Work left to do outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Opens so many of the pasted games that wait for an answer.
    OpenPasted(usize),
    /// Asks the desktop for files or a folder to open.
    AskOpen {
        /// Whether to ask for a folder.
        folder: bool,
    },
    /// Asks the desktop where to save a tab, as a record or in the format with this id.
    AskSave(usize, Option<&'static str>),
    /// Asks the desktop where to export the games that the library lists.
    AskExportListed,
    /// Scans files and folders into the library.
    ScanPaths(Vec<PathBuf>),
    /// Opens the bundled game with this file name.
    OpenExample(&'static str),
    /// Removes a path from the recent files and folders, or all of them.
    ForgetRecent(Option<PathBuf>),
    /// Opens a game of the library by its row.
    OpenRow(u32),
    /// Opens a game of the library in a tab that stays.
    OpenRowToKeep(u32),
    /// Opens the next (`true`) or previous (`false`) game of the list.
    OpenNextRow(bool),
    /// Asks for the folder for the web pages of the games that the library lists.
    AskPublishListed,
    /// Opens a file in the browser.
    OpenInBrowser(PathBuf),
    /// Opens the next listed game that has a warning or an error.
    OpenNextProblem,
    /// Saves a tab to the file it came from.
    SaveTab(usize),
    /// Saves a tab although something is lost by it.
    SaveAnyway(usize),
    /// Saves a tab over an existing file.
    Overwrite(usize, PathBuf),
    /// Opens (`true`) or discards (`false`) the unsaved games left by a crash.
    RestoreDrafts(bool),
    /// Cancels a job.
    CancelJob(JobId),
    /// Reads the tab's game from disk again.
    ReloadTab(usize),
    /// Reads a text as a game.
    ParseText(String),
    /// Uses the path given for a purpose.
    PathGiven(PathPurpose, PathBuf),
    /// Asks for the clipboard's text.
    RequestPaste,
    /// Copy a link that opens the shown game in a browser.
    CopyLink,
    /// Copies a text to the clipboard.
    CopyText(String),
    /// Copies the board to the clipboard as a picture.
    CopyBoardImage,
    /// Shows or hides a pane.
    TogglePane(Pane),
    /// Shows a pane.
    RevealPane(Pane),
    /// Starts an engine review of the tab's game.
    StartReview(usize),
    /// Follows a file that a match is writing.
    Follow(PathBuf),
    /// Starts the referee of a tab's game in play.
    StartGame(u64),
    /// Traces the games of the library for the explorer.
    TraceGames,
    /// Restores the default layout of the panes.
    ResetPanes,
    /// Moves the keyboard focus to a field.
    FocusOn(FocusTarget),
    /// Removes the crash draft of a closed tab.
    TabClosed(u64),
    /// Saves the settings.
    SaveSettings,
    /// Quits the program.
    Quit,
}

impl Effect {
    /// Reports whether the effect, if the user asks for it, answers a dialog, which then closes.
    pub(super) const fn answers_dialog(&self) -> bool {
        matches!(
            self,
            Self::SaveAnyway(_)
                | Self::Overwrite(..)
                | Self::OpenPasted(_)
                | Self::RestoreDrafts(_)
                | Self::PathGiven(..)
                | Self::ReloadTab(_)
        )
    }
}
