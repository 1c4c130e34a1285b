//! The titles of the tabs and of the window.

use super::{AppState, GameSource, Tab};
use crate::open_game::OpenGame;
use std::collections::HashMap;

/// The maximum length of a title that is followed by what tells it from equal ones.
const MAX_NAMES_LEN: usize = 22;

impl AppState {
    /// Returns the titles of the tabs, told apart where they are equal: by the number of the game
    /// if all are of one file, else by the file, and new games by their order.
    pub fn tab_titles(&self) -> Vec<String> {
        let mut equal_tabs: HashMap<&str, Vec<&Tab>> = HashMap::new();
        for tab in &self.tabs {
            equal_tabs.entry(&tab.title).or_default().push(tab);
        }
        let titles = self.tabs.iter().map(|tab| {
            let equal = &equal_tabs[tab.title.as_str()];
            if equal.len() == 1 {
                return tab.title.clone();
            }
            let suffix = distinction(tab, equal);
            format!("{} {suffix}", shortened(&tab.title, MAX_NAMES_LEN))
        });
        titles.collect()
    }

    /// Returns the title of the window: the shown game with its file, and a sign for unsaved
    /// changes.
    pub fn window_title(&self) -> String {
        let Some(tab) = self.tab() else {
            return "kifu".to_owned();
        };
        let is_changed = tab.open_game.as_ref().is_some_and(OpenGame::is_changed);
        let sign = if is_changed { "● " } else { "" };
        let file = tab.source.as_ref().map(GameSource::file_name);
        match file.filter(|file| *file != tab.title) {
            Some(file) => format!("{sign}{} · {file} – kifu", tab.title),
            None => format!("{sign}{} – kifu", tab.title),
        }
    }
}

/// Returns what tells a tab from others with the same title.
fn distinction(tab: &Tab, equal: &[&Tab]) -> String {
    let Some(source) = &tab.source else {
        let unsaved = equal.iter().filter(|other| other.source.is_none());
        let order = unsaved.take_while(|other| other.id != tab.id).count();
        return format!("({})", order + 1);
    };
    let number = source.address.index_in_file + 1;
    let file = &source.address.origin.display_name;
    let in_file = equal.iter().filter(|other| {
        let other = other.source.as_ref();
        other.is_some_and(|other| other.address.origin.display_name == *file)
    });
    let file_name = shortened(&name_of_file(source, equal), MAX_NAMES_LEN);
    match in_file.count() {
        count if count == equal.len() => format!("#{number}"),
        1 => format!("· {file_name}"),
        _ => format!("· {file_name} #{number}"),
    }
}

/// Returns the name of a tab's file, after its folder if another file has the same name.
fn name_of_file(source: &GameSource, equal: &[&Tab]) -> String {
    let origin = &source.address.origin;
    let is_namesake = |other: &&GameSource| {
        other.file_name() == source.file_name()
            && other.address.origin.display_name != origin.display_name
    };
    let mut others = equal.iter().filter_map(|other| other.source.as_ref());
    let folder = origin.path().and_then(|path| path.parent()?.file_name());
    match folder.filter(|_| others.any(|other| is_namesake(&other))) {
        Some(folder) => format!("{}/{}", folder.to_string_lossy(), source.file_name()),
        None => source.file_name().to_owned(),
    }
}

/// Shortens a text to this number of characters, with an ellipsis in place of its end.
fn shortened(text: &str, max_len: usize) -> String {
    if text.chars().count() <= max_len {
        return text.to_owned();
    }
    let start: String = text.chars().take(max_len - 1).collect();
    format!("{}…", start.trim_end())
}
