//! The commands: every action that has a name, default keys and a menu.

use super::action::{Action, CopyTarget, Dialog, ExerciseAction, FocusTarget, Pane};
use crate::open_game::Navigation;
use kifu_core::record::Glyph;

/// A command.
pub struct Command {
    /// The id used in the settings; it never changes.
    pub id: &'static str,
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
}

macro_rules! commands {
    ($($menu:ident { $($id:literal [$($key:literal),*] $action:expr;)+ })+) => {
        /// All commands, in the order of the menus.
        pub static COMMANDS: &[Command] = &[$($(
            Command { id: $id, menu: Menu::$menu, default_keys: &[$($key),*], action: || $action },
        )+)+];
    };
}

commands! {
    File {
        "new" ["Ctrl+N"] Action::OpenDialog(Dialog::NewGame);
        "start-position" ["Ctrl+E"] Action::AskPosition;
        "open" ["Ctrl+O"] Action::OpenFiles;
        "open-folder" ["Ctrl+Shift+O"] Action::OpenFolder;
        "paste" ["Ctrl+V"] Action::RequestPaste;
        "reload" ["Ctrl+Shift+R"] Action::ReloadTab;
        "save" ["Ctrl+S"] Action::Save;
        "save-as" ["Ctrl+Shift+S"] Action::SaveAs;
        "export-listed" [] Action::ExportListed;
        "next-game" ["J"] Action::NextRow(true);
        "previous-game" ["K"] Action::NextRow(false);
        "newest-game" ["Shift+J"] Action::OpenNewest;
        "follow" [] Action::ToggleFollow;
        "next-tab" ["Ctrl+Tab", "Ctrl+PageDown"] Action::NextTab(true);
        "previous-tab" ["Ctrl+Shift+Tab", "Ctrl+PageUp"] Action::NextTab(false);
        "settings" ["Ctrl+Comma"] Action::OpenDialog(Dialog::Settings);
        "close" ["Ctrl+W"] Action::CloseTab;
        "quit" ["Ctrl+Q"] Action::Quit;
    }
    Edit {
        "undo" ["Ctrl+Z"] Action::Undo;
        "redo" ["Ctrl+Shift+Z", "Ctrl+Y"] Action::Redo;
        "copy-moves" ["Ctrl+C"] Action::Copy(CopyTarget::Moves);
        "copy-position" ["Ctrl+Shift+C"] Action::Copy(CopyTarget::Position);
        "copy-record" ["Ctrl+Alt+C"] Action::Copy(CopyTarget::Record);
        "copy-picture" ["Ctrl+Shift+P"] Action::Copy(CopyTarget::Picture);
        "type-move" ["Slash", "Enter"] Action::FocusOn(FocusTarget::Move);
        "turn" ["R"] Action::RotateTile;
        "flag" ["Shift+F"] Action::ToggleFlag;
        "cancel" ["Escape"] Action::ClearPicks;
        "comment" ["C"] Action::FocusOn(FocusTarget::Comment);
        "glyph-brilliant" ["1"] Action::ToggleGlyph(Some(Glyph::Brilliant));
        "glyph-good" ["2"] Action::ToggleGlyph(Some(Glyph::Good));
        "glyph-interesting" ["3"] Action::ToggleGlyph(Some(Glyph::Interesting));
        "glyph-inaccuracy" ["4"] Action::ToggleGlyph(Some(Glyph::Inaccuracy));
        "glyph-mistake" ["5"] Action::ToggleGlyph(Some(Glyph::Mistake));
        "glyph-blunder" ["6"] Action::ToggleGlyph(Some(Glyph::Blunder));
        "glyph-none" ["0"] Action::ToggleGlyph(None);
        "write-on-square" ["W"] Action::WriteOnSquare;
        "clear-marks" ["X"] Action::ClearMarks;
        "promote" ["P"] Action::PromoteLine;
        "line-up" ["Alt+Up"] Action::ReorderLine(-1);
        "line-down" ["Alt+Down"] Action::ReorderLine(1);
        "delete" ["Delete"] Action::DeleteShown;
        "game" ["Ctrl+I"] Action::OpenDialog(Dialog::GameInfo);
    }
    Go {
        "next" ["Right"] Action::Navigate(Navigation::Steps(1));
        "back" ["Left"] Action::Navigate(Navigation::Steps(-1));
        "own-next" ["Shift+Right"] Action::Navigate(Navigation::SamePlayer(true));
        "own-back" ["Shift+Left"] Action::Navigate(Navigation::SamePlayer(false));
        "ten-on" ["PageDown", "Ctrl+Right"] Action::Navigate(Navigation::Steps(10));
        "ten-back" ["PageUp", "Ctrl+Left"] Action::Navigate(Navigation::Steps(-10));
        "first" ["Home"] Action::Navigate(Navigation::First);
        "last" ["End"] Action::Navigate(Navigation::Last);
        "ply" ["G"] Action::OpenDialog(Dialog::GoToPly);
        "event" ["E"] Action::Navigate(Navigation::Event(true));
        "event-back" ["Shift+E"] Action::Navigate(Navigation::Event(false));
        "note" ["N"] Action::Navigate(Navigation::Note(true));
        "note-back" ["Shift+N"] Action::Navigate(Navigation::Note(false));
        "other-next" ["Down"] Action::Navigate(Navigation::Sibling(true));
        "other-back" ["Up"] Action::Navigate(Navigation::Sibling(false));
        "main-line" ["M"] Action::Navigate(Navigation::MainLine);
        "autoplay" ["Space"] Action::ToggleAutoplay;
        "faster" ["Period"] Action::ChangeSpeed(1);
        "slower" ["Comma"] Action::ChangeSpeed(-1);
    }
    Play {
        "play-here" ["Ctrl+Shift+N"] Action::PlayFromHere;
        "pause-game" ["Ctrl+Space"] Action::TogglePause;
        "take-back" ["Backspace"] Action::TakeBack;
        "resign" [] Action::Resign;
        "stop-game" [] Action::StopGame;
    }
    Engine {
        "engine" ["L"] Action::ToggleEngine;
        "lock" ["Shift+L"] Action::ToggleEngineLock;
        "deeper" ["Shift+D"] Action::ThinkDeeper;
        "more-lines" ["Plus"] Action::ChangeLines(1);
        "fewer-lines" ["Minus"] Action::ChangeLines(-1);
        "more-threads" [] Action::ChangeThreads(1);
        "fewer-threads" [] Action::ChangeThreads(-1);
        "play-best" ["Shift+Enter"] Action::PlayBest;
        "review" ["A"] Action::ToggleReview;
        "mistake" ["T"] Action::Navigate(Navigation::KeyMoment(true));
        "mistake-back" ["Shift+T"] Action::Navigate(Navigation::KeyMoment(false));
        "learn" ["Q"] Action::StartExercise(None);
        "lesson-show" ["S"] Action::Exercise(ExerciseAction::ShowAnswer);
        "lesson-next" ["D"] Action::Exercise(ExerciseAction::Next);
    }
    View {
        "board" ["B"] Action::FocusOn(FocusTarget::Board);
        "search" ["Ctrl+F", "Ctrl+L"] Action::FocusOn(FocusTarget::Search);
        "knowledge" ["I"] Action::CycleKnowledge;
        "seat" ["O"] Action::SwitchDialoguePlayer;
        "flip" ["F"] Action::FlipBoard;
        "coordinates" ["Ctrl+K"] Action::ToggleCoordinates;
        "animations" [] Action::ToggleAnimations;
        "spoilers" ["H"] Action::ToggleSpoilerFree;
        "theme" ["Ctrl+T"] Action::CycleTheme;
        "larger" ["Ctrl+Plus", "Ctrl+Equals"] Action::ChangeScale(1);
        "smaller" ["Ctrl+Minus"] Action::ChangeScale(-1);
        "normal-size" ["Ctrl+0"] Action::ChangeScale(0);
        "pane-library" ["F2"] Action::TogglePane(Pane::Library);
        "pane-players" ["F3"] Action::TogglePane(Pane::Players);
        "pane-moves" ["F4"] Action::TogglePane(Pane::Moves);
        "pane-notes" ["F6"] Action::TogglePane(Pane::Notes);
        "pane-graph" ["F7"] Action::TogglePane(Pane::Graph);
        "pane-findings" ["F8"] Action::TogglePane(Pane::Findings);
        "pane-bot" ["F9"] Action::TogglePane(Pane::Bot);
        "pane-protocol" ["F10"] Action::TogglePane(Pane::Protocol);
        "pane-changes" ["F11"] Action::TogglePane(Pane::Changes);
        "pane-engine" ["F12"] Action::TogglePane(Pane::Engine);
        "pane-review" ["Shift+F12"] Action::TogglePane(Pane::Review);
        "pane-explorer" ["Shift+F11"] Action::TogglePane(Pane::Explorer);
        "pane-reset" [] Action::ResetPanes;
    }
    Help {
        "help" ["Questionmark", "F1"] Action::OpenDialog(Dialog::Help);
        "about" [] Action::OpenDialog(Dialog::AboutKifu);
    }
}

/// Returns the command with this id.
pub fn by_id(id: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.id == id)
}
