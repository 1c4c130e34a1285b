//! The submenus: choices of one among several, recent files, examples and export formats.

use super::menu::{self, EntryMark};
use super::{ViewContext, start_page};
use crate::state::WEB_PAGE;
use crate::state::command::by_id;
use crate::state::{
    Action, EditAction, Effect, FileAction, MAX_LINES, Preferences, SCALE_STEPS_PERCENT,
    SettingsAction, Theme, ViewAction, max_threads,
};
use egui::Ui;
use kifu_core::contract::Player;
use kifu_logs::formats;
use kifu_study::render::PictureFormat;

/// Shows the contents of a submenu.
type Contents = fn(&mut Ui, &mut ViewContext<'_>);

/// The commands that are listed in a submenu, with the first command of the submenu.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "glyph-brilliant",
        &[
            "glyph-brilliant",
            "glyph-good",
            "glyph-interesting",
            "glyph-inaccuracy",
            "glyph-mistake",
            "glyph-blunder",
            "glyph-none",
        ],
    ),
    ("more-lines", &["more-lines", "fewer-lines"]),
    ("more-threads", &["more-threads", "fewer-threads"]),
    ("theme", &["theme"]),
    ("larger", &["larger", "smaller", "normal-size"]),
    ("knowledge", &["knowledge"]),
    ("seat", &["seat"]),
];

/// Reports whether a command is listed in a submenu.
pub(super) fn is_in_submenu(id: &str) -> bool {
    GROUPS.iter().any(|(_, ids)| ids.contains(&id))
}

/// Shows the submenu that follows or replaces a command.
pub(super) fn show_after(ui: &mut Ui, cx: &mut ViewContext<'_>, id: &str) {
    let has_game = cx.state.open_game().is_some();
    let (name, is_enabled, contents): (_, _, Contents) = match id {
        "open-folder" => {
            if !cx.state.is_in_browser {
                let has_recent = !cx.state.recent_files.is_empty();
                menu::submenu(ui, cx, "Open recent", has_recent, recent);
            }
            ("Examples", true, examples)
        }
        "save-as" => ("Export", has_game, export),
        "glyph-brilliant" => ("Judgement", has_game, glyphs),
        "more-lines" => ("Lines", true, lines),
        "more-threads" if cx.state.is_in_browser => return,
        "more-threads" => ("Search threads", true, threads),
        "theme" => ("Theme", true, themes),
        "larger" => ("Zoom", true, zoom),
        "knowledge" => ("View as", true, view_as),
        "seat" => ("Protocol of", true, protocol_of),
        _ => return,
    };
    menu::submenu(ui, cx, name, is_enabled, contents);
}

/// Shows the commands of a group, which have keys.
fn commands(ui: &mut Ui, cx: &mut ViewContext<'_>, first: &str) {
    let group = GROUPS.iter().find(|(known, _)| *known == first);
    for id in group.map_or(&[][..], |(_, ids)| ids) {
        if let Some(command) = by_id(id) {
            let is_available = menu::is_available(cx.state, id);
            menu::command(ui, cx, command, EntryMark::None, is_available);
        }
    }
}

/// Returns the action that changes the preferences.
fn change(cx: &ViewContext<'_>, change: impl FnOnce(&mut Preferences)) -> Action {
    let mut preferences = cx.state.preferences.clone();
    change(&mut preferences);
    Action::Settings(SettingsAction::SetPreferences(Box::new(preferences)))
}

fn recent(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    for file in &cx.state.recent_files {
        let path = file.path.display().to_string();
        if menu::entry(ui, EntryMark::None, &path, "", true).clicked() {
            cx.actions
                .push(Action::Outside(Effect::ScanPaths(vec![file.path.clone()])));
        }
    }
    ui.separator();
    if menu::entry(ui, EntryMark::None, "Clear list", "", true).clicked() {
        cx.dispatch(Action::Outside(Effect::ForgetRecent(None)));
    }
}

fn examples(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    for (file, name) in start_page::examples() {
        if menu::entry(ui, EntryMark::None, &name, "", true).clicked() {
            cx.dispatch(Action::Outside(Effect::OpenExample(file)));
        }
    }
}

fn export(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let about = "the game with its review, for any browser";
    let entry = menu::entry(
        ui,
        EntryMark::None,
        "Web page…",
        about,
        cx.state.can_publish,
    );
    if entry.clicked() {
        cx.dispatch(Action::File(FileAction::ExportTab(WEB_PAGE)));
    }
    ui.separator();
    for format in formats::writable() {
        let about = super::plain::plain_text(format.description());
        let entry = menu::entry(ui, EntryMark::None, format.id(), &about, true);
        if entry.clicked() {
            cx.dispatch(Action::File(FileAction::ExportTab(format.id())));
        }
    }
    picture_entries(ui, cx);
}

fn glyphs(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let note = cx.state.open_game().and_then(|open_game| open_game.note());
    let current = note.and_then(|note| note.glyph);
    let group = GROUPS.iter().find(|(first, _)| *first == "glyph-brilliant");
    for id in group.map_or(&[][..], |(_, ids)| ids) {
        let Some(command) = by_id(id) else { continue };
        let mark = match (command.action)() {
            Action::Edit(EditAction::ToggleGlyph(glyph)) => EntryMark::Radio(glyph == current),
            _ => EntryMark::None,
        };
        menu::command(ui, cx, command, mark, true);
    }
}

fn lines(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let current = cx.state.preferences.line_count;
    let options: Vec<_> = (1..=MAX_LINES)
        .map(|count| {
            let action = change(cx, |preferences| preferences.line_count = count);
            (count.to_string(), count == current, action)
        })
        .collect();
    menu::radio_entries(ui, cx, options);
    ui.separator();
    commands(ui, cx, "more-lines");
}

fn threads(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let (current, max) = (cx.state.preferences.thread_count, max_threads());
    // On machines with many cores, doubling is enough.
    let is_listed =
        |count: &u8| max <= 8 || count.is_power_of_two() || [current, max].contains(count);
    let options: Vec<_> = (1..=max)
        .filter(is_listed)
        .map(|count| {
            let action = change(cx, |preferences| preferences.thread_count = count);
            (count.to_string(), count == current, action)
        })
        .collect();
    menu::radio_entries(ui, cx, options);
    ui.separator();
    commands(ui, cx, "more-threads");
}

fn themes(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let current = cx.state.preferences.theme;
    let options = [Theme::System, Theme::Light, Theme::Dark].map(|theme| {
        let name = theme.name().to_owned();
        let action = change(cx, |preferences| preferences.theme = theme);
        (name, theme == current, action)
    });
    menu::radio_entries(ui, cx, options);
    ui.separator();
    commands(ui, cx, "theme");
}

fn zoom(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let current = cx.state.preferences.scale_percent;
    let options = SCALE_STEPS_PERCENT.map(|percent| {
        let action = change(cx, |preferences| preferences.scale_percent = percent);
        (format!("{percent} %"), percent == current, action)
    });
    menu::radio_entries(ui, cx, options);
    ui.separator();
    commands(ui, cx, "larger");
}

/// Returns what the players are called in the shown game.
fn sides(cx: &ViewContext<'_>) -> [&'static str; 2] {
    let open_game = cx.state.open_game();
    open_game.map_or(["First", "Second"], |open_game| open_game.game().sides())
}

fn view_as(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let current = cx.state.knowledge_of;
    let mut options = vec![(
        "Everything".to_owned(),
        current.is_none(),
        Action::View(ViewAction::SetKnowledge(None)),
    )];
    for (player, side) in Player::ALL.into_iter().zip(sides(cx)) {
        let action = Action::View(ViewAction::SetKnowledge(Some(player)));
        options.push((side.to_owned(), current == Some(player), action));
    }
    menu::radio_entries(ui, cx, options);
    ui.separator();
    commands(ui, cx, "knowledge");
}

fn protocol_of(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let current = cx.state.dialogue_player;
    let options: Vec<_> = Player::ALL
        .into_iter()
        .zip(sides(cx))
        .map(|(player, side)| {
            let action = Action::View(ViewAction::SetDialoguePlayer(player));
            (side.to_owned(), player == current, action)
        })
        .collect();
    menu::radio_entries(ui, cx, options);
    ui.separator();
    commands(ui, cx, "seat");
}

// The entries of the Export menu that write pictures.

/// Shows an entry for each format of pictures.
pub(super) fn picture_entries(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    ui.separator();
    for format in PictureFormat::ALL {
        let about = match format {
            PictureFormat::Svg | PictureFormat::Png => "a picture of the shown position",
            PictureFormat::Gif => "an animation of the game",
        };
        let entry = menu::entry(ui, EntryMark::None, format.id(), about, true);
        if entry.clicked() {
            cx.dispatch(Action::File(FileAction::ExportTab(format.id())));
        }
    }
}
