//! A plan refuses what would cost files before any work, and what it writes replaces nothing that
//! another program has written meanwhile.

use kifu_core::record::Record;
use kifu_logs::files::{
    AtomicFile, FolderSharing, JournalError, OutputError, UnsyncedFolders, WritePlan,
    open_to_replace,
};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::tempdir;

fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn record(moves: &str) -> Record {
    Record {
        game: "clobber".to_owned(),
        moves: moves.to_owned(),
        ..Record::default()
    }
}

#[test]
fn input_is_not_replaced_by_something_else() {
    let here = tempdir().unwrap();
    let input = here.path().join("in.ronl");
    fs::write(&input, "games").unwrap();
    let other_name = here.path().join("sub/../in.ronl");
    fs::create_dir(here.path().join("sub")).unwrap();
    for inputs in [&input, here.path()] {
        let mut plan = WritePlan::new([inputs]);
        for target in [&input, &other_name] {
            let refused = plan.file(target, true).unwrap_err();
            assert!(matches!(refused, OutputError::IsInput { .. }), "{refused}");
            let refused = plan.journal(target).unwrap_err();
            assert!(matches!(refused, OutputError::IsInput { .. }), "{refused}");
        }
        plan.file_of_games(&input, true).unwrap();
    }
    let mut plan = WritePlan::new([&input]);
    let refused = plan.file_set(here.path(), true).unwrap_err();
    assert!(matches!(refused, OutputError::IsInput { .. }), "{refused}");
}

#[test]
fn two_outputs_of_a_command_are_different_files() {
    let here = tempdir().unwrap();
    let mut plan = WritePlan::default();
    let out = here.path().join("out");
    let _file = plan.file(&out, true).unwrap();
    let same = here.path().join(".").join("out");
    let refused = plan.journal(&same).unwrap_err();
    assert!(
        matches!(refused, OutputError::IsOtherOutput { .. }),
        "{refused}"
    );
}

/// Another program's write.
type Change = fn(&Path);

#[test]
fn file_changed_by_another_program_is_kept_and_the_new_one_rescued() {
    let here = tempdir().unwrap();
    let target = here.path().join("a");
    let changes: [(&str, Change); 3] = [
        ("appended", |path| {
            let mut file = File::options().append(true).open(path).unwrap();
            file.write_all(b" and more").unwrap();
        }),
        ("replaced", |path| {
            let other = path.with_extension("other");
            fs::write(&other, "old").unwrap();
            fs::rename(&other, path).unwrap();
        }),
        ("written in place", |path| fs::write(path, "new").unwrap()),
    ];
    for (name, change) in changes {
        fs::write(&target, "old").unwrap();
        let mut file = WritePlan::default().file(&target, true).unwrap();
        file.write(b"mine").unwrap();
        change(&target);
        let theirs = fs::read(&target).unwrap();
        let OutputError::Rescued { error, rescued } = file.finish().unwrap_err() else {
            panic!("{name}");
        };
        assert!(
            matches!(*error, OutputError::Changed { .. }),
            "{name}: {error}"
        );
        assert_eq!(fs::read(&target).unwrap(), theirs, "{name}");
        assert_eq!(fs::read(&rescued).unwrap(), b"mine", "{name}");
        fs::remove_file(rescued).unwrap();
    }
}

#[test]
fn change_during_the_sync_is_found_before_the_rename() {
    let here = tempdir().unwrap();
    let target = here.path().join("a");
    fs::write(&target, "old").unwrap();
    let compared = open_to_replace(&target).unwrap().unwrap();
    let mut file = AtomicFile::replacing(&target, &compared).unwrap();
    file.write(b"mine").unwrap();
    let synced = file.without_rescue().sync().unwrap();
    fs::write(&target, "theirs").unwrap();
    let refused = synced.publish(&mut UnsyncedFolders::default()).unwrap_err();
    assert!(matches!(refused, OutputError::Changed { .. }), "{refused}");
    assert_eq!(fs::read(&target).unwrap(), b"theirs");
    assert_eq!(file_names(here.path()), ["a"]);
}

#[test]
fn file_that_appears_meanwhile_is_not_replaced_even_with_force() {
    let here = tempdir().unwrap();
    let target = here.path().join("a");
    for force in [false, true] {
        let mut file = WritePlan::default().file(&target, force).unwrap();
        file.write(b"mine").unwrap();
        fs::write(&target, "theirs").unwrap();
        let OutputError::Rescued { error, rescued } = file.finish().unwrap_err() else {
            panic!("force: {force}");
        };
        assert!(matches!(*error, OutputError::Exists { .. }), "{error}");
        assert_eq!(fs::read(&rescued).unwrap(), b"mine");
        assert_eq!(fs::read(&target).unwrap(), b"theirs");
        fs::remove_file(rescued).unwrap();
        fs::remove_file(&target).unwrap();
    }
}

#[test]
fn checkpoints_notice_a_change_between_two_versions() {
    let here = tempdir().unwrap();
    let target = here.path().join("game.ron");
    let mut file = WritePlan::default().checkpoints(&target, false).unwrap();
    file.save(b"one").unwrap();
    file.save(b"two").unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"two");
    fs::write(&target, "theirs").unwrap();
    let refused = file.save(b"three").unwrap_err();
    assert!(matches!(refused, OutputError::Rescued { .. }), "{refused}");
    assert_eq!(fs::read(&target).unwrap(), b"theirs");
}

#[cfg(unix)]
#[test]
fn part_of_a_linked_output_is_next_to_the_file() {
    let here = tempdir().unwrap();
    let (one, other) = (here.path().join("one"), here.path().join("other"));
    fs::create_dir(&one).unwrap();
    fs::create_dir(&other).unwrap();
    let (link, real) = (one.join("link.ronl"), other.join("real.ronl"));
    fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let place = WritePlan::default().part_journal(&link).unwrap();
    assert_eq!(place.path(), other.join("real.ronl.part"));
    let mut journal = place.create().unwrap();
    journal.append(&record("b1a1")).unwrap();
    journal.finish().unwrap();
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("b1a1"));
}

#[cfg(unix)]
#[test]
fn journal_goes_through_a_dangling_link_to_no_folder() {
    let here = tempdir().unwrap();
    let (link, real) = (here.path().join("link.ronl"), here.path().join("real.ronl"));
    std::os::unix::fs::symlink("real.ronl", &link).unwrap();
    let place = WritePlan::default().journal(&link).unwrap();
    place
        .create_late()
        .unwrap()
        .append(&record("b1a1"))
        .unwrap();
    assert!(link.is_symlink() && real.is_file());
    let refused = WritePlan::default().journal(here.path()).unwrap_err();
    assert!(matches!(refused, OutputError::Folder { .. }), "{refused}");
}

#[test]
fn part_journal_does_not_replace_what_another_program_wrote() {
    let here = tempdir().unwrap();
    let out = here.path().join("out.ronl");
    fs::write(&out, "old").unwrap();
    let place = WritePlan::default().part_journal(&out).unwrap();
    let part = place.path().to_owned();
    let mut journal = place.create().unwrap();
    journal.append(&record("b1a1")).unwrap();
    fs::write(&out, "theirs").unwrap();
    let refused = journal.finish().unwrap_err();
    assert!(matches!(refused, OutputError::Changed { .. }), "{refused}");
    assert_eq!(fs::read(&out).unwrap(), b"theirs");
    assert!(part.exists());
}

#[test]
fn journal_is_not_started_in_a_file_that_another_kifu_has_filled() {
    let here = tempdir().unwrap();
    let path = here.path().join("m.ronl");
    let filled = AtomicBool::new(false);
    // The other program finds the new file before it is locked.
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            let file = loop {
                if let Ok(file) = File::options().append(true).open(&path)
                    && file.try_lock().is_ok()
                {
                    break file;
                }
                if filled.load(Ordering::Relaxed) {
                    return false;
                }
            };
            (&file).write_all(b"game\n").unwrap();
            true
        });
        let mut outcomes = Vec::new();
        for _ in 0..200 {
            let created = WritePlan::default().journal(&path).unwrap().create();
            let is_filled = fs::metadata(&path).is_ok_and(|meta| meta.len() > 0);
            outcomes.push((created.is_ok(), is_filled));
            if is_filled {
                break;
            }
        }
        filled.store(true, Ordering::Relaxed);
        let was_filled = other.join().unwrap();
        let last = outcomes.last().copied().unwrap();
        assert!(!(was_filled && last == (true, true)), "{outcomes:?}");
    });
}

#[test]
fn journal_without_a_record_leaves_no_file() {
    let here = tempdir().unwrap();
    let path = here.path().join("m.ronl");
    drop(
        WritePlan::default()
            .journal(&path)
            .unwrap()
            .create()
            .unwrap(),
    );
    assert_eq!(file_names(here.path()), [""; 0]);
    let mut journal = WritePlan::default()
        .journal(&path)
        .unwrap()
        .create()
        .unwrap();
    journal.append(&record("b1a1")).unwrap();
    drop(journal);
    assert_eq!(file_names(here.path()), ["m.ronl"]);
}

#[test]
fn rest_of_an_interrupted_review_is_moved_aside_and_a_text_refused() {
    let here = tempdir().unwrap();
    let out = here.path().join("out.ronl");
    let plan = WritePlan::default();
    assert_eq!(plan.put_part_aside(&out).unwrap(), None);
    let part = here.path().join("out.ronl.part");
    fs::write(&part, "my notes\n").unwrap();
    let refused = plan.put_part_aside(&out).unwrap_err();
    assert!(
        matches!(refused, JournalError::NotARecord { .. }),
        "{refused}"
    );
    let line = kifu_core::record::write_ronl(&record("b1a1"));
    fs::write(&part, &line).unwrap();
    let aside = plan.put_part_aside(&out).unwrap().unwrap();
    assert_eq!(fs::read_to_string(aside).unwrap(), line);
    assert!(!part.exists());
}

#[test]
fn set_of_files_replaces_its_predecessor_in_one_step() {
    let here = tempdir().unwrap();
    let folder = here.path().join("tables");
    let write = |force: bool, content: &str, extra: &[&str]| {
        let set = WritePlan::default().file_set(&folder, force)?;
        for name in ["games", "plies"] {
            let path = folder.join(name);
            let before = fs::read(&path).ok();
            let mut file = set.file(name)?;
            file.write(content.as_bytes())?;
            drop(file);
            assert_eq!(fs::read(&path).ok(), before, "nothing is changed yet");
        }
        for name in extra {
            fs::write(folder.join(name), "theirs").unwrap();
        }
        let files = ["games", "plies"].map(|name| {
            let mut file = set.file(name).unwrap();
            file.write(content.as_bytes()).unwrap();
            file.sync().unwrap()
        });
        set.publish(files.into())
    };
    write(false, "one", &[]).unwrap();
    let refused = write(false, "two", &[]).unwrap_err();
    assert!(matches!(refused, OutputError::Exists { .. }), "{refused}");
    fs::write(folder.join("games.csv"), "kept").unwrap();
    write(true, "two", &[]).unwrap();
    assert_eq!(file_names(&folder), ["games", "games.csv", "plies"]);
    for name in ["games", "plies"] {
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "two");
    }
    // What another program writes there meanwhile is not replaced.
    let refused = write(true, "three", &["plies"]).unwrap_err();
    assert!(matches!(refused, OutputError::Changed { .. }), "{refused}");
    assert_eq!(fs::read_to_string(folder.join("games")).unwrap(), "two");
    assert_eq!(fs::read_to_string(folder.join("plies")).unwrap(), "theirs");
    assert_eq!(
        file_names(here.path()),
        ["tables"],
        "nothing is left behind"
    );
}

#[test]
fn planned_folders_are_removed_if_they_stay_empty() {
    let here = tempdir().unwrap();
    let path = here.path().join("a/b");
    let mut plan = WritePlan::default();
    let mut folder = plan.folder(&path, FolderSharing::Shared).unwrap();
    folder.make_folder("games").unwrap();
    drop(folder);
    assert_eq!(file_names(here.path()), [""; 0]);
    let folder = plan.folder(&path, FolderSharing::Shared).unwrap();
    let mut folders = UnsyncedFolders::default();
    folder
        .file("x", false)
        .unwrap()
        .finish_in(&mut folders)
        .unwrap();
    drop(folder);
    assert_eq!(file_names(&path), ["x"]);
    fs::write(here.path().join("file"), "").unwrap();
    let refused = plan
        .folder(&here.path().join("file"), FolderSharing::Shared)
        .unwrap_err();
    assert!(
        matches!(refused, OutputError::NotAFolder { .. }),
        "{refused}"
    );
}

#[cfg(unix)]
mod slow {
    use super::*;

    #[test]
    fn folder_whose_files_belong_together_has_one_writer() {
        let here = tempdir().unwrap();
        let mut plan = WritePlan::default();
        let first = plan.folder(here.path(), FolderSharing::Exclusive).unwrap();
        let refused = plan
            .folder(here.path(), FolderSharing::Exclusive)
            .unwrap_err();
        assert!(matches!(refused, OutputError::Locked { .. }), "{refused}");
        drop(first);
        plan.folder(here.path(), FolderSharing::Exclusive).unwrap();
    }
}
