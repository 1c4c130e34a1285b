//! Settings, recent files and drafts of unsaved games.

use super::{child_command, path_from_environment, random_record, run_to_end, spawn_and_wait_for};
use crate::common::names;
use crate::no_child_starts;
use kifu_app::state::Theme;
use kifu_app::store::{
    Draft, DraftSession, DraftSource, Folders, RecentFile, RecentFiles, SessionFile, SessionTab,
    Settings, WindowSession,
};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::tempdir;

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.preferences.theme = Theme::Dark;
    settings.preferences.scale_percent = 125;
    settings
        .keys
        .insert("next".to_owned(), "Ctrl+Right".to_owned());
    settings.layout = "(tiles: \"any text\\n\")".to_owned();
    settings
}

#[test]
fn settings_survive_save_and_load() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(&folder.path().join("not/there/yet"));
    assert_eq!(Settings::load(&folders), (Settings::default(), vec![]));
    settings().save(&folders).unwrap();
    assert_eq!(Settings::load(&folders), (settings(), vec![]));
    assert_eq!(names(&folders.config), ["settings.ron"]);
}

#[test]
fn two_windows_keep_each_others_changed_settings() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    settings().save(&folders).unwrap();
    let base = settings();
    let [mut one, mut other] = [settings(), settings()];
    one.preferences.coordinates = false;
    one.keys
        .insert("previous".to_owned(), "Ctrl+Left".to_owned());
    one.preferences.new_game.seats.0.name = "Ann".to_owned();
    one.save_changes(&base, &folders).unwrap();
    other.preferences.theme = Theme::Light;
    other.keys.remove("next");
    other.preferences.new_game.seats.1.name = "Bob".to_owned();
    other.save_changes(&base, &folders).unwrap();
    let mut expected = one;
    expected.preferences.theme = Theme::Light;
    expected.preferences.new_game.seats.1.name = "Bob".to_owned();
    expected.keys.remove("next");
    assert_eq!(Settings::load(&folders), (expected, vec![]));
}

/// A pipe that nobody writes to must not keep the window waiting.
#[test]
#[cfg(target_os = "linux")]
fn pipes_in_place_of_own_files_are_reported_and_not_opened() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    for name in ["settings.ron", "session.ron", "recent.ron", "recent.lock"] {
        let made = std::process::Command::new("mkfifo")
            .arg(folder.path().join(name))
            .status();
        assert!(made.unwrap().success());
    }
    let notes = [
        Settings::load(&folders).1,
        WindowSession::load(&folders).1,
        RecentFiles::load(&folders).1,
    ];
    for notes in notes {
        assert!(notes[0].contains("is not a file"), "{notes:?}");
    }
    assert!(RecentFiles::clear(&folders).is_err());
}

#[test]
fn session_keeps_files_on_missing_drive_but_not_deleted_ones() {
    let folder = tempdir().unwrap();
    let tab = |path: PathBuf| SessionTab {
        file: SessionFile::Path(path),
        index: 0,
        sha256: None,
        game: None,
        is_only_game: false,
        ply: 3,
        is_preview: false,
    };
    let on_drive = PathBuf::from("/nowhere/at/all/a.ron");
    let deleted = folder.path().join("deleted.ron");
    let mut session = WindowSession {
        roots: vec![on_drive.clone(), deleted.clone()],
        tabs: vec![tab(on_drive.clone()), tab(deleted.clone())],
        ..WindowSession::default()
    };
    let missing = session.take_missing();
    assert_eq!(missing.roots, std::slice::from_ref(&on_drive));
    assert_eq!(missing.tabs, [tab(on_drive)]);
    assert_eq!(
        (session.roots, session.tabs),
        (vec![deleted.clone()], vec![tab(deleted)])
    );
}

#[test]
fn broken_settings_are_set_aside_and_reported() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    let file = folder.path().join("settings.ron");
    let deep = "[".repeat(100_000);
    let broken: [&[u8]; 8] = [
        b"",
        b"(version: 1, taste: (theme: Purple))",
        b"(version: 1",
        b"(version: 1) and more",
        b"\xff\xfe\x00",
        b"(keys: {1: 2})",
        deep.as_bytes(),
        &vec![b' '; 17 << 20],
    ];
    for (number, bytes) in (1..).zip(broken) {
        fs::write(&file, bytes).unwrap();
        let (read, notes) = Settings::load(&folders);
        assert_eq!(read, Settings::default(), "{number}");
        let aside = format!("settings.ron.broken-{number}");
        assert!(
            notes.len() == 1 && notes[0].contains(&aside),
            "{number}: {notes:?}"
        );
        assert_eq!(fs::read(folder.path().join(&aside)).unwrap(), bytes);
        assert!(!file.exists());
    }
    settings().save(&folders).unwrap();
    assert_eq!(Settings::load(&folders).0, settings());
}

#[test]
fn settings_with_retired_language_field_load_without_notes() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    let file = folder.path().join("settings.ron");
    let text = "(version: 1, taste: (theme: Light, language: \"English\"))";
    fs::write(&file, text).unwrap();
    let (read, notes) = Settings::load(&folders);
    assert_eq!(read.preferences.theme, Theme::Light);
    assert_eq!(notes, Vec::<String>::new());
}

#[test]
fn unknown_fields_and_newer_version_are_reported_and_kept() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    let file = folder.path().join("settings.ron");
    let text =
        "(version: 7, taste: (theme: Light, wind: 3), colours: {\"a\": (1, 2)}, layout: \"x\")";
    fs::write(&file, text).unwrap();
    let (read, notes) = Settings::load(&folders);
    assert_eq!((read.preferences.theme, &*read.layout), (Theme::Light, "x"));
    let all = notes.join("\n");
    for word in ["version 7", "`taste.wind`", "`colours`"] {
        assert!(all.contains(word), "{all}");
    }
    read.save(&folders).unwrap();
    let copy = folder.path().join("settings.ron.version-7");
    assert_eq!(fs::read_to_string(copy).unwrap(), text);
    assert_eq!(Settings::load(&folders).1.len(), 0);
}

#[test]
fn handwritten_settings_are_clamped_to_usable_values() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    fs::write(
        folder.path().join("settings.ron"),
        "(taste: (scale: 0, pace_ms: 0))",
    )
    .unwrap();
    let (read, notes) = Settings::load(&folders);
    assert!(
        notes.is_empty()
            && read.preferences.scale_percent >= 50
            && read.preferences.autoplay_ms >= 10
    );
    // A folder in place of the file is reported, too.
    fs::remove_file(folder.path().join("settings.ron")).unwrap();
    fs::create_dir(folder.path().join("settings.ron")).unwrap();
    let (read, notes) = Settings::load(&folders);
    assert_eq!((read, notes.len()), (Settings::default(), 1));
    assert!(settings().save(&folders).is_err());
}

fn recent(path: PathBuf) -> RecentFile {
    RecentFile {
        path,
        is_folder: false,
        game_count: 1,
    }
}

#[test]
fn recent_files_keep_twenty_distinct_paths_newest_first() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    for number in 0..30 {
        let path = folder.path().join(format!("{}.ron", number % 25));
        RecentFiles::add(&folders, recent(path)).unwrap();
    }
    let (read, notes) = RecentFiles::load(&folders);
    let numbers: Vec<String> = read
        .list
        .iter()
        .map(|recent| {
            recent
                .path
                .file_stem()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let expected: Vec<String> = [4, 3, 2, 1, 0]
        .into_iter()
        .chain((10..25).rev())
        .map(|n| n.to_string())
        .collect();
    assert_eq!((numbers, notes.len()), (expected, 0));
    let removed = RecentFiles::remove(&folders, &folder.path().join("3.ron")).unwrap();
    assert_eq!(removed.list.len(), 19);
    assert!(RecentFiles::clear(&folders).unwrap().list.is_empty());
}

#[test]
fn concurrent_programs_lose_no_recent_file() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    std::thread::scope(|scope| {
        for program in 0..4 {
            let folders = &folders;
            scope.spawn(move || {
                for number in 0..5 {
                    let path = PathBuf::from(format!("/games/{program}-{number}.ron"));
                    RecentFiles::add(folders, recent(path)).unwrap();
                }
            });
        }
    });
    assert_eq!(RecentFiles::load(&folders).0.list.len(), 20);
}

fn draft(key: u64) -> Draft {
    Draft {
        tab_id: key,
        title: format!("game {key}"),
        source: key.is_multiple_of(2).then(|| DraftSource {
            path: PathBuf::from("/games/a.ronl"),
            index: 7,
            sha256: [u8::try_from(key).unwrap(); 32],
            game: Some(key),
            is_only_game: false,
        }),
        ply: 3,
        record: random_record(key),
    }
}

#[test]
#[ignore = "a program of its own, to be killed"]
fn child_process_keeps_unsaved_games() {
    let Some(folder) = path_from_environment("KIFU_HOME") else {
        return;
    };
    let folders = Folders::from_environment().unwrap();
    assert_eq!(folders, Folders::all_in(&folder));
    let (session, _) = DraftSession::start(&folders).unwrap();
    for key in 1..4 {
        session.save(&draft(key)).unwrap();
    }
    session.save(&draft(2)).unwrap();
    session.remove(3);
    println!("kept");
    // Wait until the parent process kills this one, or ends.
    let _ = std::io::stdin().read_line(&mut String::new());
}

#[test]
#[cfg(unix)]
fn drafts_are_offered_after_crash_but_not_while_program_runs() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    let mut command = child_command(
        "store::child_process_keeps_unsaved_games",
        &[("KIFU_HOME", folder.path())],
    );
    let mut child = spawn_and_wait_for(&mut command, "kept");
    let _quiet = no_child_starts();
    let (other, orphans) = DraftSession::start(&folders).unwrap();
    assert!(
        orphans.is_empty(),
        "drafts of a running program are offered"
    );
    child.kill().unwrap();
    child.wait().unwrap();
    let (after, mut orphans) = DraftSession::start(&folders).unwrap();
    assert_eq!(orphans.len(), 1);
    assert_eq!(orphans[0].drafts, [draft(1), draft(2)]);
    // Claimed drafts are offered to no other program, and dropped ones are offered again.
    assert!(DraftSession::start(&folders).unwrap().1.is_empty());
    orphans.clear();
    let (_, mut orphans) = DraftSession::start(&folders).unwrap();
    assert_eq!(orphans.len(), 1);
    orphans.remove(0).discard();
    assert!(DraftSession::start(&folders).unwrap().1.is_empty());
    other.remove_all();
    after.remove_all();
}

#[test]
fn broken_draft_stays_in_place_and_others_are_offered() {
    let _quiet = no_child_starts();
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    let (session, _) = DraftSession::start(&folders).unwrap();
    session.save(&draft(1)).unwrap();
    session.save(&draft(2)).unwrap();
    let own = names(&folder.path().join("unsaved"));
    let own = own.iter().find(|name| name.contains('-')).unwrap();
    let own = folder.path().join("unsaved").join(own);
    fs::write(own.join("1.ron"), "(kifu: 1, ga").unwrap();
    fs::write(own.join("2.about"), "garbage").unwrap();
    drop(session);
    let (_, mut orphans) = DraftSession::start(&folders).unwrap();
    let orphan = orphans.remove(0);
    assert_eq!(orphan.unreadable, [own.join("1.ron")]);
    assert_eq!(
        (orphan.drafts.len(), &orphan.drafts[0].record),
        (1, &draft(2).record)
    );
    orphan.discard();
    assert!(own.join("1.ron").exists());
    // It is reported again, as long as it is there.
    let (_, mut orphans) = DraftSession::start(&folders).unwrap();
    let orphan = orphans.remove(0);
    assert_eq!(orphan.unreadable, [own.join("1.ron")]);
    assert!(orphan.drafts.is_empty());
}

#[test]
#[cfg(unix)]
fn drafts_without_lock_are_offered_once_their_process_is_gone() {
    let _quiet = no_child_starts();
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    let (session, _) = DraftSession::start(&folders).unwrap();
    session.save(&draft(1)).unwrap();
    let all = folder.path().join("unsaved");
    let own = names(&all).into_iter().find(|name| name.contains('-'));
    let own = all.join(own.unwrap());
    let running = all.join("1-0");
    let ended = all.join("999999999-0");
    for path in [&running, &ended] {
        fs::create_dir(path).unwrap();
        fs::copy(own.join("1.ron"), path.join("1.ron")).unwrap();
    }
    let (_, orphans) = DraftSession::start(&folders).unwrap();
    assert_eq!(orphans.len(), 1);
    drop(orphans);
    // A session whose folder was removed creates it again with its lock.
    fs::remove_dir_all(&all).unwrap();
    session.save(&draft(2)).unwrap();
    assert!(DraftSession::start(&folders).unwrap().1.is_empty());
    drop(session);
    let (_, orphans) = DraftSession::start(&folders).unwrap();
    assert_eq!(orphans[0].drafts, [draft(2)]);
}

#[test]
#[ignore = "a program of its own, with another environment"]
fn child_process_prints_its_folders() {
    if path_from_environment("KIFU_TEST_TELL").is_some() {
        println!("{:?}", Folders::from_environment().unwrap());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn environment_variables_choose_config_and_data_folders() {
    let folders_with = |set: &[(&str, &Path)]| {
        let mut command = child_command("store::child_process_prints_its_folders", set);
        command.env("KIFU_TEST_TELL", "1");
        for name in ["KIFU_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            if !set.iter().any(|(known, _)| *known == name) {
                command.env_remove(name);
            }
        }
        String::from_utf8(run_to_end(&mut command).stdout).unwrap()
    };
    let (x, y) = (Path::new("/x"), Path::new("/y"));
    let one = folders_with(&[("KIFU_HOME", x), ("XDG_CONFIG_HOME", y)]);
    assert!(one.contains("config: \"/x\", data: \"/x\""), "{one}");
    let two = folders_with(&[("XDG_CONFIG_HOME", x), ("XDG_DATA_HOME", y)]);
    assert!(
        two.contains("config: \"/x/kifu\", data: \"/y/kifu\""),
        "{two}"
    );
    let three = folders_with(&[("HOME", x)]);
    assert!(three.contains("config: \"/x/.config/kifu\""), "{three}");
    assert!(three.contains("data: \"/x/.local/share/kifu\""), "{three}");
}

mod slow {
    use super::*;

    #[test]
    fn stopped_kifu_delays_start_only_a_little() {
        let _quiet = no_child_starts();
        let folder = tempdir().unwrap();
        let folders = Folders::all_in(folder.path());
        fs::create_dir(folder.path().join("unsaved")).unwrap();
        let lock = fs::File::create(folder.path().join("unsaved/lock")).unwrap();
        lock.lock().unwrap();
        let (session, orphans) = DraftSession::start(&folders).unwrap();
        assert!(session.skipped_orphans().is_some() && orphans.is_empty());
        session.save(&draft(1)).unwrap();
    }

    #[test]
    fn truncated_settings_are_reported_without_panic() {
        let folder = tempdir().unwrap();
        let folders = Folders::all_in(folder.path());
        settings().save(&folders).unwrap();
        let file = folder.path().join("settings.ron");
        let text = fs::read(&file).unwrap();
        for end in 0..text.len() - 2 {
            fs::write(&file, &text[..end]).unwrap();
            assert_eq!(Settings::load(&folders).1.len(), 1, "{end}");
        }
    }
}
