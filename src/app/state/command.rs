//! The commands: each action that has a name, a key and a place in a menu.

use super::action::{Action, Copied, Dialog, Field, Lesson, Pane};
use crate::app::study::Go;
use crate::record::Glyph;

/// A command.
pub struct Command {
    /// The name in the settings; stays the same for ever.
    pub id: &'static str,
    /// The menu it stands in.
    pub menu: Menu,
    /// Its keys as they are at first.
    pub keys: &'static [&'static str],
    /// What it does.
    pub action: fn() -> Action,
}

/// A menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files and tabs.
    File,
    /// Changing a game.
    Edit,
    /// Going through a game.
    Go,
    /// What engines think.
    Engine,
    /// What is shown.
    View,
    /// Help.
    Help,
}

impl Menu {
    /// All menus, in order.
    pub const ALL: [Self; 6] = [
        Self::File,
        Self::Edit,
        Self::Go,
        Self::Engine,
        Self::View,
        Self::Help,
    ];
}

macro_rules! commands {
    ($($menu:ident { $($id:literal [$($key:literal),*] $action:expr;)+ })+) => {
        /// All commands, in the order of the menus.
        pub static COMMANDS: &[Command] = &[$($(
            Command { id: $id, menu: Menu::$menu, keys: &[$($key),*], action: || $action },
        )+)+];
    };
}

commands! {
    File {
        "new" ["Ctrl+N"] Action::Ask(Dialog::New);
        "open" ["Ctrl+O"] Action::Open;
        "open-folder" ["Ctrl+Shift+O"] Action::OpenFolder;
        "paste" ["Ctrl+V"] Action::AskPaste;
        "reload" ["F5"] Action::Reload;
        "save" ["Ctrl+S"] Action::Save;
        "save-as" ["Ctrl+Shift+S"] Action::SaveAs;
        "next-game" ["J"] Action::NextRow(true);
        "previous-game" ["K"] Action::NextRow(false);
        "next-tab" ["Ctrl+Tab", "Ctrl+PageDown"] Action::NextTab(true);
        "previous-tab" ["Ctrl+Shift+Tab", "Ctrl+PageUp"] Action::NextTab(false);
        "close" ["Ctrl+W"] Action::CloseTab;
        "quit" ["Ctrl+Q"] Action::Quit;
    }
    Edit {
        "undo" ["Ctrl+Z"] Action::Undo;
        "redo" ["Ctrl+Shift+Z", "Ctrl+Y"] Action::Redo;
        "copy-moves" ["Ctrl+C"] Action::Copy(Copied::Moves);
        "copy-position" ["Ctrl+Shift+C"] Action::Copy(Copied::Position);
        "copy-record" ["Ctrl+Alt+C"] Action::Copy(Copied::Record);
        "copy-picture" ["Ctrl+Shift+P"] Action::Copy(Copied::Picture);
        "type-move" ["Slash", "Enter"] Action::Focus(Field::Move);
        "turn" ["R"] Action::Turn;
        "flag" ["F"] Action::Flag;
        "cancel" ["Escape"] Action::Cancel;
        "comment" ["C"] Action::Focus(Field::Comment);
        "glyph-brilliant" ["1"] Action::Glyph(Some(Glyph::Brilliant));
        "glyph-good" ["2"] Action::Glyph(Some(Glyph::Good));
        "glyph-interesting" ["3"] Action::Glyph(Some(Glyph::Interesting));
        "glyph-inaccuracy" ["4"] Action::Glyph(Some(Glyph::Inaccuracy));
        "glyph-mistake" ["5"] Action::Glyph(Some(Glyph::Mistake));
        "glyph-blunder" ["6"] Action::Glyph(Some(Glyph::Blunder));
        "glyph-none" ["0"] Action::Glyph(None);
        "clear-marks" ["X"] Action::ClearMarks;
        "promote" ["P"] Action::Promote;
        "line-up" ["Alt+Up"] Action::Reorder(-1);
        "line-down" ["Alt+Down"] Action::Reorder(1);
        "delete" ["Delete"] Action::Delete;
        "game" ["Ctrl+I"] Action::Ask(Dialog::Game);
    }
    Go {
        "next" ["Right"] Action::Go(Go::By(1));
        "back" ["Left"] Action::Go(Go::By(-1));
        "own-next" ["Shift+Right"] Action::Go(Go::OwnTurn(true));
        "own-back" ["Shift+Left"] Action::Go(Go::OwnTurn(false));
        "ten-on" ["PageDown", "Ctrl+Right"] Action::Go(Go::By(10));
        "ten-back" ["PageUp", "Ctrl+Left"] Action::Go(Go::By(-10));
        "first" ["Home"] Action::Go(Go::First);
        "last" ["End"] Action::Go(Go::Last);
        "ply" ["G"] Action::Ask(Dialog::Ply);
        "event" ["E"] Action::Go(Go::Event(true));
        "event-back" ["Shift+E"] Action::Go(Go::Event(false));
        "note" ["N"] Action::Go(Go::Note(true));
        "note-back" ["Shift+N"] Action::Go(Go::Note(false));
        "other-next" ["Down"] Action::Go(Go::Sibling(true));
        "other-back" ["Up"] Action::Go(Go::Sibling(false));
        "main-line" ["M"] Action::Go(Go::Main);
        "autoplay" ["Space"] Action::Autoplay;
        "faster" ["Period"] Action::Speed(1);
        "slower" ["Comma"] Action::Speed(-1);
    }
    Engine {
        "engine" ["L"] Action::Engine;
        "lock" ["Shift+L"] Action::Lock;
        "more-lines" ["Plus"] Action::Lines(1);
        "fewer-lines" ["Minus"] Action::Lines(-1);
        "more-threads" [] Action::Threads(1);
        "fewer-threads" [] Action::Threads(-1);
        "play-best" ["Shift+Enter"] Action::PlayBest;
        "review" ["A"] Action::Review;
        "mistake" ["T"] Action::Go(Go::Mistake(true));
        "mistake-back" ["Shift+T"] Action::Go(Go::Mistake(false));
        "learn" ["Q"] Action::Learn(None);
        "lesson-show" ["S"] Action::Lesson(Lesson::Show);
        "lesson-next" ["D"] Action::Lesson(Lesson::Next);
    }
    View {
        "board" ["B"] Action::Focus(Field::Board);
        "search" ["Ctrl+F", "Ctrl+L"] Action::Focus(Field::Search);
        "knowledge" ["I"] Action::Knowledge;
        "seat" ["O"] Action::Seat;
        "coordinates" ["Ctrl+K"] Action::Coordinates;
        "theme" ["Ctrl+T"] Action::Theme;
        "animations" [] Action::Animations;
        "spoilers" ["H"] Action::SpoilerFree;
        "larger" ["Ctrl+Plus", "Ctrl+Equals"] Action::Scale(1);
        "smaller" ["Ctrl+Minus"] Action::Scale(-1);
        "normal-size" ["Ctrl+0"] Action::Scale(0);
        "pane-library" ["F2"] Action::Pane(Pane::Library);
        "pane-players" ["F3"] Action::Pane(Pane::Players);
        "pane-moves" ["F4"] Action::Pane(Pane::Moves);
        "pane-notes" ["F6"] Action::Pane(Pane::Notes);
        "pane-graph" ["F7"] Action::Pane(Pane::Graph);
        "pane-findings" ["F8"] Action::Pane(Pane::Findings);
        "pane-bot" ["F9"] Action::Pane(Pane::Bot);
        "pane-protocol" ["F10"] Action::Pane(Pane::Protocol);
        "pane-changes" ["F11"] Action::Pane(Pane::Changes);
        "pane-engine" ["F12"] Action::Pane(Pane::Engine);
        "pane-review" ["Shift+F12"] Action::Pane(Pane::Review);
        "pane-reset" [] Action::ResetPanes;
    }
    Help {
        "help" ["Questionmark", "F1"] Action::Ask(Dialog::Help);
        "about" [] Action::Ask(Dialog::About);
    }
}

/// The command with this name.
pub fn by_id(id: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.id == id)
}
