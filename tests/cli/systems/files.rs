//! Paths of every kind, files that other programs have open, and locks between two kifus.

use crate::common::{names, wait_until};
use crate::{GAME, KIFU, folder, kifu};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs kifu, which must succeed.
#[track_caller]
fn succeed(here: &Path, args: &[&str]) -> String {
    let run = kifu(here, args);
    assert_eq!(run.code, 0, "{args:?}: {}{}", run.out, run.err);
    run.out
}

/// Reads and writes files of each command in a folder, and checks that nothing else is left there.
#[track_caller]
fn use_folder(folder: &Path) {
    let path = |name: &str| folder.join(name).into_os_string().into_string().unwrap();
    fs::write(folder.join("game.moves"), GAME).unwrap();
    // The names are given, and the folder that kifu works in is another one.
    let [game, record, lines] = ["game.moves", "game.ron", "games.ronl"].map(path);
    let here = crate::folder(&[]);
    let here = here.path();
    succeed(here, &["validate", "--strict", &game]);
    succeed(here, &["convert", "-q", &game, "-o", &record]);
    succeed(here, &["convert", "-q", "--force", &game, "-o", &record]);
    let to_moves = succeed(here, &["convert", &record, "--to", "moves", "-o", "-"]);
    assert!(to_moves.contains("a2a1"), "{to_moves}");
    let args = ["match", "-q", "--game", "zuniq", "-o", &lines];
    let bots = [
        "--bot",
        "name=a,builtin,nodes=1",
        "--bot",
        "name=b,builtin,nodes=1",
    ];
    succeed(here, &[&args[..], &bots].concat());
    let more = ["--games", "4", "--resume"];
    succeed(here, &[&args[..], &bots, &more].concat());
    succeed(here, &["standings", &lines]);
    succeed(here, &["validate", "--strict", &path("")]);
    succeed(here, &["publish", "-q", &lines, "-o", &path("pages")]);
    succeed(
        here,
        &["publish", "-q", "--force", &lines, "-o", &path("pages")],
    );
    assert!(folder.join("pages/index.html").exists());
    assert_eq!(
        names(folder),
        ["game.moves", "game.ron", "games.ronl", "pages"]
    );
    assert!(
        names(&folder.join("pages"))
            .iter()
            .all(|name| Path::new(name).extension().is_none_or(|it| it != "lock"))
    );
}

#[test]
fn path_with_blanks_and_unicode_is_read_and_written() {
    let here = folder(&[]);
    let inner = here.path().join("Ga mes öß 囲碁 🎲");
    fs::create_dir(&inner).unwrap();
    use_folder(&inner);
}

#[test]
fn path_of_more_than_260_characters_is_read_and_written() {
    let here = folder(&[]);
    let mut deep = here.path().to_owned();
    while deep.as_os_str().len() < 400 {
        deep.push("a folder whose name has fifty letters, or nearly so");
    }
    fs::create_dir_all(&deep).unwrap();
    use_folder(&deep);
}

#[cfg(windows)]
#[test]
fn drive_letters_slashes_and_verbatim_paths_are_read_and_written() {
    let here = folder(&[]);
    let absolute = std::path::absolute(here.path()).unwrap();
    assert!(absolute.to_str().unwrap()[1..].starts_with(":\\"));
    let spellings = [
        absolute.to_str().unwrap().replace('\\', "/"),
        absolute.to_str().unwrap().to_lowercase(),
        format!("\\\\?\\{}", absolute.display()),
    ];
    for (number, spelling) in spellings.iter().enumerate() {
        let inner = Path::new(spelling).join(number.to_string());
        fs::create_dir(&inner).unwrap();
        use_folder(&inner);
    }
}

#[test]
fn file_that_another_program_reads_is_replaced_whole() {
    let here = folder(&[("game.moves", GAME), ("out.ron", "old")]);
    let open = fs::File::open(here.path().join("out.ron")).unwrap();
    succeed(
        here.path(),
        &["convert", "-q", "--force", "game.moves", "-o", "out.ron"],
    );
    drop(open);
    succeed(here.path(), &["validate", "--strict", "out.ron"]);
    assert_eq!(names(here.path()), ["game.moves", "out.ron"]);
}

#[cfg(windows)]
#[test]
fn file_that_another_program_keeps_is_not_changed() {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_SHARE_READ: u32 = 1;
    let here = folder(&[("game.moves", GAME), ("out.ron", "old")]);
    let mut options = fs::OpenOptions::new();
    let options = options.read(true).share_mode(FILE_SHARE_READ);
    let open = options.open(here.path().join("out.ron")).unwrap();
    let args = ["convert", "-q", "--force", "game.moves", "-o", "out.ron"];
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("out.ron"), "{}", run.err);
    assert!(run.err.contains("another program"), "{}", run.err);
    assert_eq!(
        fs::read_to_string(here.path().join("out.ron")).unwrap(),
        "old"
    );
    drop(open);
    // The work is not lost, and nothing else is left.
    assert_eq!(
        names(here.path()),
        ["game.moves", "out.ron", "out.ron.rescued"]
    );
    succeed(here.path(), &["validate", "--strict", "out.ron.rescued"]);
    succeed(here.path(), &args);
}

#[test]
fn file_of_running_match_can_be_read_but_not_replaced() {
    let here = folder(&[("other.moves", GAME)]);
    let file = here.path().join("m.ronl");
    let bots = [
        "--bot",
        "name=a,builtin,nodes=1",
        "--bot",
        "name=b,builtin,nodes=1",
    ];
    let args = [
        "match", "-q", "--game", "zuniq", "--games", "100000", "-o", "m.ronl",
    ];
    let mut child = Command::new(KIFU)
        .current_dir(here.path())
        .args([&args[..], &bots].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the first games", || {
        fs::read(&file).is_ok_and(|text| text.split(|byte| *byte == b'\n').count() > 3)
    });
    let read = kifu(here.path(), &["standings", "m.ronl"]);
    let replaced = kifu(
        here.path(),
        &["convert", "other.moves", "-o", "m.ronl", "--force"],
    );
    let resumed = kifu(here.path(), &[&args[..], &bots, &["--resume"]].concat());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(read.code, 0, "{}", read.err);
    for refused in [replaced, resumed] {
        assert_eq!(refused.code, 2, "{}", refused.err);
        let why = "another kifu is writing to it";
        assert!(refused.err.contains(why), "{}", refused.err);
    }
    // What was killed holds no lock.
    let args = [
        "match", "-q", "--game", "zuniq", "--games", "2", "-o", "n.ronl",
    ];
    succeed(here.path(), &[&args[..], &bots].concat());
    succeed(
        here.path(),
        &["convert", "-q", "other.moves", "-o", "m.ronl", "--force"],
    );
    assert_eq!(names(here.path()), ["m.ronl", "n.ronl", "other.moves"]);
}
