//! The commands: every action that has a name, default keys and a menu.

use super::action::Effect;
use super::action::{
    Action, CopyTarget, Dialog, EditAction, EngineAction, ExerciseAction, FileAction, FocusTarget,
    InputAction, Pane, PlayAction, SettingsAction, TabAction, ViewAction,
};
use crate::open_game::{Navigation, OpenGame};
use kifu_core::record::{Ending, Glyph, MarkColor, MarkKind, MovedBy};

/// A command.
pub struct WindowCommand {
    /// The id used in the settings; it never changes.
    pub id: &'static str,
    /// Its name in menus and in the help.
    pub name: &'static str,
    /// The menu that lists it.
    pub menu: Menu,
    /// Its default keys.
    pub default_keys: &'static [&'static str],
    /// Creates its action.
    pub action: fn() -> Action,
}

/// A menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files and tabs.
    File,
    /// Editing a game.
    Edit,
    /// Navigation in a game.
    Go,
    /// Games in play.
    Play,
    /// Engine analysis and reviews.
    Engine,
    /// Display options.
    View,
    /// Help.
    Help,
}

impl Menu {
    /// All menus, in order.
    pub const ALL: [Self; 7] = [
        Self::File,
        Self::Edit,
        Self::Go,
        Self::Play,
        Self::Engine,
        Self::View,
        Self::Help,
    ];

    /// Returns the name of the menu.
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Go => "Go",
            Self::Play => "Play",
            Self::Engine => "Engine",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

macro_rules! commands {
    ($($menu:ident { $($id:literal $name:literal [$($key:literal),*] $action:expr;)+ })+) => {
        /// All commands, in the order of the menus.
        pub static COMMANDS: &[WindowCommand] = &[$($(
            WindowCommand { id: $id, name: $name, menu: Menu::$menu, default_keys: &[$($key),*], action: || $action },
        )+)+];
    };
}

commands! {
    File {
        "new" "New game…" ["Ctrl+N"] Action::OpenDialog(Dialog::NewGame);
        "start-position" "Set up a position…" ["Ctrl+E"] Action::File(FileAction::AskPosition);
        "open" "Open files…" ["Ctrl+O"] Action::Outside(Effect::AskOpen { folder: false });
        "open-folder" "Open folder…" ["Ctrl+Shift+O"] Action::Outside(Effect::AskOpen { folder: true });
        "paste" "Paste game" ["Ctrl+V"] Action::Outside(Effect::RequestPaste);
        "reload" "Reload from disk" ["Ctrl+Shift+R"] Action::File(FileAction::ReloadTab);
        "save" "Save" ["Ctrl+S"] Action::File(FileAction::Save);
        "save-as" "Save as…" ["Ctrl+Shift+S"] Action::File(FileAction::SaveAs);
        "copy-link" "Copy link to this game" [] Action::Outside(Effect::CopyLink);
        "export-listed" "Export listed games…" [] Action::File(FileAction::ExportListed);
        "publish-listed" "Export listed games as web pages…" [] Action::File(FileAction::PublishListed);
        "next-game" "Next game in the list" ["J"] Action::Outside(Effect::OpenNextRow(true));
        "previous-game" "Previous game in the list" ["K"] Action::Outside(Effect::OpenNextRow(false));
        "next-problem" "Next game with problems" ["Ctrl+J"] Action::Outside(Effect::OpenNextProblem);
        "newest-game" "Newest game" ["Shift+J"] Action::File(FileAction::OpenNewest);
        "follow" "Follow file / stop following" [] Action::File(FileAction::ToggleFollow);
        "next-tab" "Next tab" ["Ctrl+Tab", "Ctrl+PageDown"] Action::Tab(TabAction::NextTab(true));
        "previous-tab" "Previous tab" ["Ctrl+Shift+Tab", "Ctrl+PageUp"] Action::Tab(TabAction::NextTab(false));
        "settings" "Settings…" ["Ctrl+Comma"] Action::OpenDialog(Dialog::Settings);
        "close" "Close tab" ["Ctrl+W"] Action::Tab(TabAction::CloseTab);
        "quit" "Quit" ["Ctrl+Q"] Action::Tab(TabAction::Quit);
    }
    Edit {
        "undo" "Undo" ["Ctrl+Z"] Action::Edit(EditAction::Undo);
        "redo" "Redo" ["Ctrl+Shift+Z", "Ctrl+Y"] Action::Edit(EditAction::Redo);
        "copy-moves" "Copy moves" ["Ctrl+C"] Action::File(FileAction::Copy(CopyTarget::Moves));
        "copy-position" "Copy position" ["Ctrl+Shift+C"] Action::File(FileAction::Copy(CopyTarget::Position));
        "copy-record" "Copy record" ["Ctrl+Alt+C"] Action::File(FileAction::Copy(CopyTarget::Record));
        "copy-picture" "Copy picture" ["Ctrl+Shift+P"] Action::File(FileAction::Copy(CopyTarget::Picture));
        "type-move" "Type a move" ["Slash", "Enter"] Action::Outside(Effect::FocusOn(FocusTarget::Move));
        "turn" "Rotate tile" ["R"] Action::Input(InputAction::RotateTile);
        "flag" "Claim with the move" ["Shift+F"] Action::Input(InputAction::ToggleFlag);
        "cancel" "Cancel" ["Escape"] Action::Input(InputAction::ClearPicks);
        "comment" "Comment on this ply" ["C"] Action::Outside(Effect::FocusOn(FocusTarget::Comment));
        "glyph-brilliant" "Brilliant !!" ["1"] Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Brilliant)));
        "glyph-good" "Good !" ["2"] Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Good)));
        "glyph-interesting" "Interesting !?" ["3"] Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Interesting)));
        "glyph-inaccuracy" "Inaccuracy ?!" ["4"] Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Inaccuracy)));
        "glyph-mistake" "Mistake ?" ["5"] Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Mistake)));
        "glyph-blunder" "Blunder ??" ["6"] Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Blunder)));
        "glyph-none" "Remove judgement" ["0"] Action::Edit(EditAction::ToggleGlyph(None));
        "write-on-square" "Write a word on the square under the pointer" ["W"] Action::Edit(EditAction::WriteOnSquare);
        "clear-marks" "Clear marks" ["X"] Action::Edit(EditAction::ClearMarks);
        "promote" "Promote variation" ["P"] Action::Edit(EditAction::PromoteLine);
        "line-up" "Move variation up" ["Alt+Up"] Action::Edit(EditAction::ReorderLine(-1));
        "line-down" "Move variation down" ["Alt+Down"] Action::Edit(EditAction::ReorderLine(1));
        "delete" "Delete from here" ["Delete"] Action::Edit(EditAction::DeleteShown);
        "game" "Game info…" ["Ctrl+I"] Action::OpenDialog(Dialog::GameInfo);
    }
    Go {
        "next" "Next ply" ["Right"] Action::Navigate(Navigation::Steps(1));
        "back" "Previous ply" ["Left"] Action::Navigate(Navigation::Steps(-1));
        "own-next" "Next ply of the same player" ["Shift+Right"] Action::Navigate(Navigation::SamePlayer(true));
        "own-back" "Previous ply of the same player" ["Shift+Left"] Action::Navigate(Navigation::SamePlayer(false));
        "ten-on" "Ten plies forward" ["PageDown", "Ctrl+Right"] Action::Navigate(Navigation::Steps(10));
        "ten-back" "Ten plies back" ["PageUp", "Ctrl+Left"] Action::Navigate(Navigation::Steps(-10));
        "first" "Go to start" ["Home"] Action::Navigate(Navigation::First);
        "last" "Go to end" ["End"] Action::Navigate(Navigation::Last);
        "ply" "Go to ply…" ["G"] Action::OpenDialog(Dialog::GoToPly);
        "event" "Next event" ["E"] Action::Navigate(Navigation::Event(true));
        "event-back" "Previous event" ["Shift+E"] Action::Navigate(Navigation::Event(false));
        "note" "Next note" ["N"] Action::Navigate(Navigation::Note(true));
        "note-back" "Previous note" ["Shift+N"] Action::Navigate(Navigation::Note(false));
        "find" "Find words…" ["Ctrl+F"] Action::Outside(Effect::FocusOn(FocusTarget::Words));
        "find-next" "Next ply with the words" ["Ctrl+G"] Action::View(ViewAction::FindNext(true));
        "find-back" "Previous ply with the words" ["Ctrl+Shift+G"] Action::View(ViewAction::FindNext(false));
        "other-next" "Next variation" ["Down"] Action::Navigate(Navigation::Sibling(true));
        "other-back" "Previous variation" ["Up"] Action::Navigate(Navigation::Sibling(false));
        "main-line" "Back to main line" ["M"] Action::Navigate(Navigation::MainLine);
        "autoplay" "Play / Pause" ["Space"] Action::ToggleAutoplay;
        "faster" "Faster" ["Period"] Action::Settings(SettingsAction::ChangeSpeed(1));
        "slower" "Slower" ["Comma"] Action::Settings(SettingsAction::ChangeSpeed(-1));
    }
    Play {
        "play-here" "Play on from here…" ["Ctrl+Shift+N"] Action::Play(PlayAction::PlayFromHere);
        "pause-game" "Pause game / go on" ["Ctrl+Space"] Action::Play(PlayAction::TogglePause);
        "take-back" "Take back" ["Backspace"] Action::Play(PlayAction::TakeBack);
        "resign" "Resign" [] Action::Play(PlayAction::Resign);
        "stop-game" "Stop game" [] Action::Play(PlayAction::StopGame);
        "rematch" "Rematch with swapped sides" [] Action::Play(PlayAction::Rematch);
    }
    Engine {
        "engine" "Start / stop engine" ["L"] Action::Engine(EngineAction::ToggleEngine);
        "lock" "Lock engine to this position" ["Shift+L"] Action::Engine(EngineAction::ToggleEngineLock);
        "deeper" "Think deeper" ["Shift+D"] Action::Engine(EngineAction::ThinkDeeper);
        "more-lines" "More lines" ["Plus"] Action::Engine(EngineAction::ChangeLines(1));
        "fewer-lines" "Fewer lines" ["Minus"] Action::Engine(EngineAction::ChangeLines(-1));
        "more-threads" "More search threads" [] Action::Engine(EngineAction::ChangeThreads(1));
        "fewer-threads" "Fewer search threads" [] Action::Engine(EngineAction::ChangeThreads(-1));
        "play-best" "Play best move" ["Shift+Enter"] Action::Engine(EngineAction::PlayBest);
        "review" "Review game / stop review" ["A"] Action::Engine(EngineAction::ToggleReview);
        "mistake" "Next mistake" ["T"] Action::Navigate(Navigation::KeyMoment(true));
        "mistake-back" "Previous mistake" ["Shift+T"] Action::Navigate(Navigation::KeyMoment(false));
        "learn" "Practise mistakes / stop" ["Q"] Action::Engine(EngineAction::ToggleExercise);
        "lesson-show" "Show answer" ["S"] Action::Exercise(ExerciseAction::ShowAnswer);
        "lesson-next" "Next exercise" ["D"] Action::Exercise(ExerciseAction::Next);
    }
    View {
        "board" "Go to board" ["B"] Action::Outside(Effect::FocusOn(FocusTarget::Board));
        "search" "Search library" ["Ctrl+L", "Ctrl+Shift+F"] Action::Outside(Effect::FocusOn(FocusTarget::Search));
        "knowledge" "View as next player" ["I"] Action::View(ViewAction::CycleKnowledge);
        "seat" "Protocol of other player" ["O"] Action::View(ViewAction::SwitchDialoguePlayer);
        "flip" "Flip board" ["F"] Action::View(ViewAction::FlipBoard);
        "coordinates" "Coordinates" ["Ctrl+K"] Action::Settings(SettingsAction::ToggleCoordinates);
        "animations" "Animations" [] Action::Settings(SettingsAction::ToggleAnimations);
        "spoilers" "Hide results and future moves (spoiler-free)" ["H"] Action::Engine(EngineAction::ToggleSpoilerFree);
        "theme" "Next theme" ["Ctrl+T"] Action::Settings(SettingsAction::CycleTheme);
        "larger" "Zoom in" ["Ctrl+Plus", "Ctrl+Equals"] Action::Settings(SettingsAction::ChangeScale(1));
        "smaller" "Zoom out" ["Ctrl+Minus"] Action::Settings(SettingsAction::ChangeScale(-1));
        "normal-size" "Reset zoom" ["Ctrl+0"] Action::Settings(SettingsAction::ChangeScale(0));
        "pane-library" "Library" ["F2"] Action::Outside(Effect::TogglePane(Pane::Library));
        "pane-players" "Players" ["F3"] Action::Outside(Effect::TogglePane(Pane::Players));
        "pane-moves" "Moves" ["F4"] Action::Outside(Effect::TogglePane(Pane::Moves));
        "pane-notes" "Notes" ["F6"] Action::Outside(Effect::TogglePane(Pane::Notes));
        "pane-graph" "Graph" ["F7"] Action::Outside(Effect::TogglePane(Pane::Graph));
        "pane-findings" "Findings" ["F8"] Action::Outside(Effect::TogglePane(Pane::Findings));
        "pane-bot" "Bot" ["F9"] Action::Outside(Effect::TogglePane(Pane::Bot));
        "pane-protocol" "Protocol" ["F10"] Action::Outside(Effect::TogglePane(Pane::Protocol));
        "pane-changes" "Changes" ["F11"] Action::Outside(Effect::TogglePane(Pane::Changes));
        "pane-engine" "Engine" ["F12"] Action::Outside(Effect::TogglePane(Pane::Engine));
        "pane-review" "Review" ["Shift+F12"] Action::Outside(Effect::TogglePane(Pane::Review));
        "pane-explorer" "Explorer" ["Shift+F11"] Action::Outside(Effect::TogglePane(Pane::Explorer));
        "pane-reset" "Reset layout" [] Action::Outside(Effect::ResetPanes);
    }
    Help {
        "help" "Commands and keys" ["Questionmark", "F1"] Action::OpenDialog(Dialog::Help);
        "about" "About kifu" [] Action::OpenDialog(Dialog::AboutKifu);
    }
}

/// The commands for which a browser has no folders, programs or threads.
const NOT_IN_BROWSERS: [&str; 16] = [
    "new",
    "open-folder",
    "reload",
    "export-listed",
    "publish-listed",
    "newest-game",
    "follow",
    "quit",
    "pause-game",
    "take-back",
    "stop-game",
    "resign",
    "rematch",
    "play-here",
    "more-threads",
    "fewer-threads",
];

/// The commands that only a browser has.
const ONLY_IN_BROWSERS: [&str; 1] = ["copy-link"];

/// Reports whether the window offers a command, in a browser or elsewhere.
pub fn is_offered(id: &str, is_in_browser: bool) -> bool {
    if is_in_browser {
        !NOT_IN_BROWSERS.contains(&id)
    } else {
        !ONLY_IN_BROWSERS.contains(&id)
    }
}

/// Returns the menus that have a command which is offered.
pub fn offered_menus(is_in_browser: bool) -> Vec<Menu> {
    let has_offered = |menu: &Menu| {
        let mut commands = COMMANDS.iter().filter(|command| command.menu == *menu);
        commands.any(|command| is_offered(command.id, is_in_browser))
    };
    Menu::ALL.into_iter().filter(has_offered).collect()
}

/// Returns the command with this id.
pub fn by_id(id: &str) -> Option<&'static WindowCommand> {
    COMMANDS.iter().find(|command| command.id == id)
}

/// Returns the name of the command with this id, or `?` if there is none.
pub fn command_name(id: &str) -> &'static str {
    by_id(id).map_or("?", |command| command.name)
}

// Names of parts of a record, as the window shows them.

/// Describes the failure that ended a game: the player and the kind of failure.
pub fn failure_text(open_game: &OpenGame) -> Option<String> {
    let failure = open_game.failure()?;
    let sides = open_game.game().sides();
    let who = failure.player.map_or("?", |player| sides[player.index()]);
    Some(match failure.fault {
        Some(fault) => format!("{who} failed: {}", Ending::from(fault).words()),
        None => format!("{who}: the log does not have this move"),
    })
}

/// Returns the one-letter label of a ply that was not made by its player.
pub const fn moved_by_letter(by: MovedBy) -> &'static str {
    match by {
        MovedBy::Jury => "J",
        MovedBy::Automatic => "A",
    }
}

/// Returns the name of a mark.
pub const fn mark_name(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Circle => "circle",
        MarkKind::Cross => "cross",
        MarkKind::Triangle => "triangle",
        MarkKind::Square => "square",
        MarkKind::Arrow => "arrow",
        MarkKind::Text => "text",
    }
}

/// Returns the name of a colour of marks.
pub const fn mark_color_name(color: MarkColor) -> &'static str {
    match color {
        MarkColor::Blue => "blue",
        MarkColor::Green => "green",
        MarkColor::Red => "red",
        MarkColor::Yellow => "yellow",
    }
}
