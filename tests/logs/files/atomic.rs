//! Files appear whole or not at all, and nothing stays behind.

use kifu_logs::files::atomic::{TempFile, move_to_placeholder};
use kifu_logs::files::lock::LockFile;
use kifu_logs::files::{OutputError, WritePlan, check_output_path};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use tempfile::{TempPath, tempdir};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn write(target: &Path, force: bool, text: &str) -> Result<(), OutputError> {
    let mut file = WritePlan::default().file(target, force)?;
    file.write(text.as_bytes())?;
    file.finish()
}

#[cfg(target_os = "linux")]
#[test]
fn atomic_file_has_no_name_until_it_is_complete() {
    let here = tempdir().unwrap();
    let target = here.path().join("a");
    for text in ["one", "two"] {
        let mut file = WritePlan::default().file(&target, true).unwrap();
        file.write(text.as_bytes()).unwrap();
        let before = names(here.path());
        assert!(before.iter().all(|name| name == "a"), "{before:?}");
        file.finish().unwrap();
        assert_eq!(names(here.path()), ["a"]);
        assert_eq!(fs::read_to_string(&target).unwrap(), text);
    }
}

#[test]
fn abandoned_temporary_files_are_removed_by_the_next_write() {
    let here = tempdir().unwrap();
    let path = here.path();
    // The first one was left by a killed program; the others have other names.
    for name in [
        ".kifu-abc123.tmp",
        ".kifu-abc1234.tmp",
        ".other.tmp",
        "kifu-abc123.tmp",
    ] {
        fs::write(path.join(name), "x").unwrap();
    }
    let locked = TempFile::create_named_in(path).unwrap();
    write(&path.join("a"), false, "x").unwrap();
    let after = names(path);
    assert!(!after.contains(&".kifu-abc123.tmp".to_owned()), "{after:?}");
    assert_eq!(after.len(), 5, "{after:?}");
    drop(locked);
    assert_eq!(names(path).len(), 4);
}

#[test]
fn named_temporary_file_replaces_target_only_with_force() {
    let here = tempdir().unwrap();
    let target = here.path().join("a");
    let named = |text: &str| {
        let mut temp = TempFile::create_named_in(here.path()).unwrap();
        temp.file.write_all(text.as_bytes()).unwrap();
        temp
    };
    named("one").publish(&target, false).unwrap();
    let refused = named("two").publish(&target, false).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
    assert_eq!(fs::read_to_string(&target).unwrap(), "one");
    named("three").publish(&target, true).unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), "three");
    assert_eq!(names(here.path()), ["a"]);
}

#[test]
fn move_to_placeholder_does_not_replace_an_existing_file() {
    let here = tempdir().unwrap();
    let target = here.path().join("a");
    let source = |text: &str| {
        let path = here.path().join("temp");
        fs::write(&path, text).unwrap();
        TempPath::try_from_path(path).unwrap()
    };
    move_to_placeholder(source("one"), &target).unwrap();
    let refused = move_to_placeholder(source("two"), &target).unwrap_err();
    assert_eq!(refused.error.kind(), ErrorKind::AlreadyExists);
    drop(refused);
    assert_eq!(fs::read_to_string(&target).unwrap(), "one");
    assert_eq!(names(here.path()), ["a"]);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    #[test]
    fn replaced_file_keeps_permissions_but_not_set_user_id() {
        let here = tempdir().unwrap();
        let target = here.path().join("a");
        for (before, after) in [
            (0o666, 0o666),
            (0o600, 0o600),
            (0o640, 0o640),
            (0o4755, 0o755),
        ] {
            fs::write(&target, "old").unwrap();
            fs::set_permissions(&target, fs::Permissions::from_mode(before)).unwrap();
            write(&target, true, "new").unwrap();
            let mode = fs::metadata(&target).unwrap().mode() & 0o7777;
            assert_eq!(mode, after, "{before:o}");
            fs::remove_file(&target).unwrap();
        }
    }

    #[test]
    fn replaced_file_keeps_its_owner_if_root_writes() {
        let here = tempdir().unwrap();
        let target = here.path().join("a");
        fs::write(&target, "old").unwrap();
        let changed = std::os::unix::fs::chown(&target, Some(65534), Some(65534)).is_ok();
        let owner = fs::metadata(&target).unwrap().uid();
        assert_eq!(changed, owner == 65534);
        write(&target, true, "new").unwrap();
        assert_eq!(fs::metadata(&target).unwrap().uid(), owner);
    }

    #[test]
    fn atomic_file_writes_through_existing_and_dangling_links() {
        let here = tempdir().unwrap();
        let path = here.path();
        fs::create_dir(path.join("sub")).unwrap();
        symlink("sub/real", path.join("link")).unwrap();
        symlink("link", path.join("chain")).unwrap();
        for text in ["one", "two"] {
            write(&path.join("chain"), true, text).unwrap();
            assert_eq!(fs::read_to_string(path.join("sub/real")).unwrap(), text);
        }
        assert!(path.join("link").is_symlink() && path.join("chain").is_symlink());
        symlink("loop", path.join("loop")).unwrap();
        let refused = write(&path.join("loop"), true, "x").unwrap_err();
        assert!(refused.to_string().contains("symbolic links"), "{refused}");
        assert!(path.join("loop").is_symlink());
        // A dangling link is a name that is taken.
        symlink("nowhere", path.join("dangling")).unwrap();
        let refused = write(&path.join("dangling"), false, "x").unwrap_err();
        assert!(matches!(refused, OutputError::Exists { .. }), "{refused}");
    }

    #[test]
    fn hard_link_to_replaced_file_keeps_the_old_content() {
        let here = tempdir().unwrap();
        let (one, other) = (here.path().join("a"), here.path().join("b"));
        fs::write(&one, "old").unwrap();
        fs::hard_link(&one, &other).unwrap();
        write(&one, true, "new").unwrap();
        assert_eq!(fs::read_to_string(&one).unwrap(), "new");
        assert_eq!(fs::read_to_string(&other).unwrap(), "old");
    }
}

mod slow {
    use super::*;

    #[test]
    fn lock_file_is_held_until_dropped_or_its_process_ends() {
        let here = tempdir().unwrap();
        let target = here.path().join("a");
        let lock = LockFile::acquire(&target).unwrap().unwrap();
        assert!(LockFile::acquire(&target).unwrap().is_none());
        drop(lock);
        assert_eq!(names(here.path()), [""; 0]);
        // No process has this id.
        fs::write(LockFile::path_for(&target), i32::MAX.to_string()).unwrap();
        #[cfg(unix)]
        assert!(LockFile::acquire(&target).unwrap().is_some());
        // This process has the id, and has started later.
        #[cfg(target_os = "linux")]
        {
            let other = format!("{} 1", std::process::id());
            fs::write(LockFile::path_for(&target), other).unwrap();
            assert!(LockFile::acquire(&target).unwrap().is_some());
        }
        // A process that was killed before it had written its id.
        let empty = fs::File::create(LockFile::path_for(&target)).unwrap();
        let long_ago = std::time::SystemTime::now() - std::time::Duration::from_mins(1);
        empty.set_modified(long_ago).unwrap();
        drop(empty);
        assert!(LockFile::acquire(&target).unwrap().is_some());
    }

    #[cfg(unix)]
    #[test]
    fn second_writer_of_a_file_is_refused_before_it_begins() {
        let here = tempdir().unwrap();
        let target = here.path().join("a");
        fs::write(&target, "old").unwrap();
        let first = WritePlan::default().file(&target, true).unwrap();
        let refused = WritePlan::default().file(&target, true).unwrap_err();
        assert!(matches!(refused, OutputError::Locked { .. }), "{refused}");
        drop(first);
        write(&target, true, "new").unwrap();
        let journal = fs::File::open(&target).unwrap();
        journal.lock().unwrap();
        let refused = check_output_path(&target, true).unwrap_err();
        assert!(matches!(refused, OutputError::Locked { .. }), "{refused}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
    }
}
