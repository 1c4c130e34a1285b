//! Commands, key bindings and names.

use kifu_app::state::action::{Action, Pane, SettingsAction};
use kifu_app::state::command::{COMMANDS, Menu, by_id};
use kifu_app::state::{AppState, KeyBindings, Shortcut};
use kifu_core::record::{Ending, MovedBy};
use std::collections::{BTreeMap, BTreeSet};

fn chord(text: &str) -> Shortcut {
    text.parse().unwrap_or_else(|bad| panic!("{bad}"))
}

fn settings(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    let owned = pairs
        .iter()
        .map(|(id, key)| ((*id).to_owned(), (*key).to_owned()));
    owned.collect()
}

#[test]
fn command_ids_and_default_keys_are_unique() {
    let ids: BTreeSet<&str> = COMMANDS.iter().map(|command| command.id).collect();
    assert_eq!(ids.len(), COMMANDS.len());
    let mut taken = BTreeMap::new();
    for command in COMMANDS {
        for key in command.default_keys {
            let chord = chord(key);
            assert_eq!(chord.to_string(), *key);
            assert!(egui::Key::from_name(&chord.key).is_some(), "{key}");
            let other = taken.insert(chord, command.id);
            assert_eq!(other, None, "{key} of {}", command.id);
        }
    }
}

#[test]
fn shortcut_accepts_exactly_the_key_names_of_egui() {
    for key in egui::Key::ALL {
        let name = key.name();
        // Modifier and lock keys cannot be keys of commands.
        let modifiers = [
            "Shift",
            "Control",
            "Alt",
            "Super",
            "CapsLock",
            "NumLock",
            "ScrollLock",
            "Fn",
        ];
        if modifiers.iter().any(|modifier| name.starts_with(modifier)) {
            continue;
        }
        assert_eq!(
            name.parse::<Shortcut>().map(|chord| chord.key).as_deref(),
            Ok(name)
        );
    }
    let bad = [
        "",
        "+",
        "Ctrl+",
        "Ctrl",
        "ctrl+A",
        "a",
        "Ctrl+Ctrl+A",
        "A+Ctrl",
        "F0",
        "F36",
        "F+1",
        "F01",
        "Ctrl++",
        "Hyper+A",
        "Ä",
        "AA",
        "Right ",
        "Esc",
        "\u{7f}",
    ];
    for text in bad {
        assert!(text.parse::<Shortcut>().is_err(), "{text:?}");
    }
    let long = "x".repeat(100_000).parse::<Shortcut>().unwrap_err();
    assert!(long.to_string().len() < 200);
}

#[test]
fn key_bindings_survive_round_trip_through_settings() {
    let mut keys = KeyBindings::default();
    keys.rebind("next", Some(Some(chord("Alt+N"))));
    keys.rebind("back", Some(None));
    let (again, warnings) = KeyBindings::from_settings(&keys.to_settings());
    assert_eq!((again, warnings), (keys.clone(), Vec::new()));
    let id = |keys: &KeyBindings, text| keys.command_for(&chord(text)).map(|command| command.id);
    assert_eq!(id(&keys, "Alt+N"), Some("next"));
    assert_eq!((id(&keys, "Right"), id(&keys, "Left")), (None, None));
    keys.rebind("next", None);
    assert_eq!(
        (id(&keys, "Alt+N"), id(&keys, "Right")),
        (None, Some("next"))
    );
}

#[test]
fn rebinding_takes_key_from_its_previous_command() {
    let mut keys = KeyBindings::default();
    keys.rebind("promote", Some(Some(chord("Right"))));
    let of = |keys: &KeyBindings, id| keys.shortcuts(by_id(id).unwrap());
    assert_eq!(of(&keys, "promote"), [chord("Right")]);
    assert!(of(&keys, "next").is_empty());
    keys.rebind("delete", Some(Some(chord("Right"))));
    assert!(of(&keys, "promote").is_empty());
    assert_eq!(keys.command_for(&chord("Right")).unwrap().id, "delete");
    // Each key that a menu shows runs its command.
    for command in COMMANDS {
        for chord in keys.shortcuts(command) {
            assert_eq!(keys.command_for(&chord).unwrap().id, command.id);
        }
    }
    keys.rebind("delete", None);
    assert_eq!(keys.command_for(&chord("Right")).unwrap().id, "next");
}

#[test]
fn invalid_key_settings_are_reported_and_valid_ones_apply() {
    let (keys, warnings) = KeyBindings::from_settings(&settings(&[
        ("next", "Strg+Rechts"),
        ("no-such-command", "A"),
        ("back", "Alt+B"),
        ("first", "Alt+B"),
        ("last", ""),
    ]));
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert!(
        warnings
            .iter()
            .any(|text| text.contains("next") && text.contains("Strg+Rechts"))
    );
    assert!(warnings.iter().any(|text| text.contains("no-such-command")));
    assert!(
        warnings
            .iter()
            .any(|text| text.contains("first") && text.contains("Alt+B"))
    );
    assert_eq!(keys.command_for(&chord("Alt+B")).unwrap().id, "back");
    assert_eq!(keys.command_for(&chord("Right")).unwrap().id, "next");
    assert!(keys.command_for(&chord("End")).is_none());
}

#[test]
fn invalid_key_changes_no_binding() {
    let mut state = AppState::default();
    let key =
        |text: &str| Action::Settings(SettingsAction::SetKey("next", Some(Some(text.to_owned()))));
    assert!(state.perform(key("nonsense")).is_empty());
    assert!(state.messages[0].is_error());
    assert_eq!(state.key_bindings, KeyBindings::default());
    assert!(!state.perform(key("Alt+N")).is_empty());
    assert!(state.key_bindings.is_changed("next"));
    let _ = state.perform(Action::Settings(SettingsAction::SetKey("next", None)));
    assert_eq!(state.key_bindings, KeyBindings::default());
}

#[test]
fn commands_menus_and_panes_have_distinct_names() {
    for command in COMMANDS {
        assert!(!["?", ""].contains(&command.name), "{}", command.id);
    }
    let menus: BTreeSet<&str> = Menu::ALL.iter().map(|menu| menu.name()).collect();
    let panes: BTreeSet<&str> = Pane::ALL.iter().map(|pane| pane.name()).collect();
    assert_eq!(
        (menus.len(), panes.len()),
        (Menu::ALL.len(), Pane::ALL.len())
    );
    for menu in Menu::ALL {
        assert!(COMMANDS.iter().any(|command| command.menu == menu));
    }
    assert_eq!(Pane::Changes.name(), "Changes");
    assert_eq!(Menu::Go.name(), "Go");
    assert_eq!(Ending::Unterminated.words(), "unfinished");
    assert_eq!(Ending::Illegal.words(), "illegal move");
    assert_eq!(MovedBy::Automatic.to_string(), "forced by the rules");
}
