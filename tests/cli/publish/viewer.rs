//! The window for browsers next to the pages of an event.

use super::{EVENT, parse_page, values};
use crate::common::names;
use crate::{GAME, Run, folder, kifu};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const WASM: &str = "\0asm\u{1}";
const VIEWER: [(&str, &str); 9] = [
    ("web/index.html", "<!doctype html>"),
    ("web/kifu.css", "css"),
    ("web/kifu.png", "png"),
    ("web/main.js", "main"),
    ("web/worker.js", "worker"),
    ("web/host.js", "host"),
    ("web/kifu.js", "kifu"),
    ("web/kifu_bg.wasm", WASM),
    ("web/notes.txt", "not part of it"),
];
const ARGS: [&str; 5] = ["publish", "event.moves", "-o", "out/", "--viewer=web"];

/// Returns a folder with a viewer and a file of games.
fn folder_with(games: &str) -> TempDir {
    let mut files = VIEWER.to_vec();
    files.push(("event.moves", games));
    folder(&files)
}

fn publish(here: &Path) -> Run {
    kifu(here, &ARGS)
}

/// Returns the link to the viewer on the page of a game.
fn viewer_link(here: &Path, page: &str) -> String {
    let page = fs::read_to_string(here.join("out/games").join(page)).unwrap();
    let links = values(&parse_page(&page), "href");
    let mut links = links.into_iter().filter(|link| link.contains("viewer"));
    let link = links.next().unwrap();
    assert_eq!(links.next(), None);
    link
}

#[test]
fn viewer_is_copied_once_and_linked_by_every_game() {
    let here = folder_with(EVENT);
    let run = publish(here.path());
    assert_eq!(run.code, 1, "one game has an error: {}", run.err);
    assert!(run.err.contains("wrote 8 pages"), "{}", run.err);
    let viewer = here.path().join("out/viewer");
    for (path, text) in &VIEWER[..8] {
        let name = path.trim_start_matches("web/");
        assert_eq!(fs::read_to_string(viewer.join(name)).unwrap(), *text);
    }
    assert_eq!(names(&viewer).len(), 8);
    for (stem, plies) in [("Ada-Charles", 3), ("Grace-Charles", 1)] {
        let expected = format!("../viewer/index.html#game=../games/{stem}.ron&ply={plies}");
        assert_eq!(viewer_link(here.path(), &format!("{stem}.html")), expected);
        let record = format!("out/games/{stem}.ron");
        let shown = kifu(here.path(), &["show", &record]);
        assert!(shown.out.contains("Charles"), "{}{}", shown.out, shown.err);
    }
}

#[test]
fn pages_without_viewer_differ_by_link_alone() {
    let here = folder_with(EVENT);
    publish(here.path());
    kifu(here.path(), &["publish", "event.moves", "-o", "plain/"]);
    let read = |path: &str| fs::read_to_string(here.path().join(path)).unwrap();
    for page in ["index.html", "players/Ada.html"] {
        assert_eq!(read(&format!("out/{page}")), read(&format!("plain/{page}")));
    }
    let page = read("plain/games/Ada-Charles.html");
    assert!(!page.contains("Open in kifu") && !page.contains("MutationObserver"));
    assert!(!here.path().join("plain/viewer").exists());
    assert!(!here.path().join("plain/games/Ada-Charles.ron").exists());
}

#[test]
fn names_with_marks_of_addresses_are_encoded_for_viewer() {
    let game = GAME.replace("Ada", "A&b=c #1 100%25+é");
    let here = folder_with(&game);
    assert_eq!(publish(here.path()).code, 0);
    let games = names(&here.path().join("out/games"));
    let mut stems = games.iter().filter_map(|name| name.strip_suffix(".ron"));
    let stem = stems.next().unwrap();
    let link = viewer_link(here.path(), &format!("{stem}.html"));
    let path = link.split_once("#game=").unwrap().1;
    let path = path.strip_suffix("&ply=3").unwrap();
    assert!(!path.contains(['&', '+', '#', ' ']), "{path}");
    // A browser decodes the fragment's parameter, and then the address.
    let mut decoded = path.to_owned();
    for _ in 0..2 {
        decoded = decode(&decoded);
    }
    assert_eq!(decoded, format!("../games/{stem}.ron"));
}

fn decode(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn second_publish_replaces_older_viewer_and_records() {
    let here = folder_with(EVENT);
    publish(here.path());
    let run = publish(here.path());
    assert!(run.err.contains("wrote 0 pages"), "{}", run.err);
    fs::write(here.path().join("web/main.js"), "newer").unwrap();
    let grown = format!("{EVENT}# a slip\n");
    fs::write(here.path().join("event.moves"), grown).unwrap();
    let list = here.path().join("out/.kifu-pages.json");
    let run = publish(here.path());
    assert!(run.err.contains("wrote 1 page "), "{}", run.err);
    let read = |path: &str| fs::read_to_string(here.path().join("out").join(path)).unwrap();
    assert_eq!(read("viewer/main.js"), "newer");
    assert!(read("games/Grace-Charles.ron").contains("a slip"));
    // A record that was made by a run without its list is known by its hash.
    let stale = fs::read_to_string(&list).unwrap().replace(".ron\"", ".x\"");
    fs::write(&list, stale).unwrap();
    fs::write(here.path().join("event.moves"), EVENT).unwrap();
    assert_eq!(publish(here.path()).code, 1);
    assert!(!read("games/Grace-Charles.ron").contains("a slip"));
}

#[test]
fn viewer_replaces_edited_files_only_with_force() {
    for edited in ["out/viewer/main.js", "out/games/Ada-Charles.ron"] {
        let here = folder_with(EVENT);
        publish(here.path());
        fs::write(here.path().join("web/kifu.js"), "newer").unwrap();
        fs::write(here.path().join(edited), "mine").unwrap();
        let run = publish(here.path());
        assert_eq!(run.code, 2, "{}", run.err);
        let name = edited.rsplit_once('/').unwrap().1;
        assert!(
            run.err.contains(name) && run.err.contains("--force"),
            "{}",
            run.err
        );
        let read = |path: &str| fs::read_to_string(here.path().join(path)).unwrap();
        assert_eq!(read(edited), "mine");
        assert_eq!(read("out/viewer/kifu.js"), "kifu", "nothing is written");
        assert_eq!(kifu(here.path(), &[&ARGS[..], &["-f"]].concat()).code, 1);
        assert_ne!(read(edited), "mine");
    }
}

#[test]
fn records_of_viewer_below_an_input_folder_are_no_inputs() {
    let here = folder_with("");
    fs::create_dir(here.path().join("logs")).unwrap();
    fs::write(here.path().join("logs/event.moves"), EVENT).unwrap();
    let args = ["publish", "logs", "-o", "logs/out/", "--viewer=web"];
    assert_eq!(kifu(here.path(), &args).code, 1);
    let grown = format!("{EVENT}# a slip\n");
    fs::write(here.path().join("logs/event.moves"), grown).unwrap();
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("wrote 1 page "), "{}", run.err);
    let record = here.path().join("logs/out/games/Grace-Charles.ron");
    assert!(fs::read_to_string(record).unwrap().contains("a slip"));
}

#[test]
fn folder_that_is_no_viewer_is_reported_first() {
    let here = folder_with(EVENT);
    let path = here.path();
    fs::create_dir(path.join("empty")).unwrap();
    let error = |viewer: &str, out: &str| {
        let run = kifu(path, &["publish", "missing", "-o", out, viewer]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(
            run.err.contains("expected") && run.err.contains("help:"),
            "{}",
            run.err
        );
        run.err
    };
    assert!(error("--viewer=none", "out/").contains("found nothing at `none`"));
    assert!(error("--viewer=event.moves", "out/").contains("found a file at `event.moves`"));
    assert!(error("--viewer=empty", "out/").contains("found no `index.html` in it"));
    assert!(error("--viewer", "out/").contains("kifu-web"));
    assert!(error("--viewer=web", "a.html").contains("found the page `a.html`"));
    fs::write(path.join("web/kifu_bg.wasm"), "text").unwrap();
    assert!(error("--viewer=web", "out/").contains("not WebAssembly"));
    fs::remove_file(path.join("web/kifu_bg.wasm")).unwrap();
    fs::create_dir(path.join("web/kifu_bg.wasm")).unwrap();
    assert!(error("--viewer=web", "out/").contains("not a file"));
    assert!(!path.join("out").exists());
}

#[cfg(unix)]
#[test]
fn viewer_next_to_installed_program_is_found() {
    use crate::{KIFU, run};
    use assert_cmd::Command;

    for place in ["bin/kifu-web", "share/kifu/web"] {
        let here = folder_with(GAME);
        let path = here.path();
        fs::create_dir_all(path.join("bin")).unwrap();
        let program = path.join("bin/kifu");
        if fs::hard_link(KIFU, &program).is_err() {
            fs::copy(KIFU, &program).unwrap();
        }
        fs::create_dir_all(path.join(place).parent().unwrap()).unwrap();
        fs::rename(path.join("web"), path.join(place)).unwrap();
        let mut command = Command::new(program);
        command.current_dir(path);
        command.args(["publish", "event.moves", "-o", "out", "--viewer"]);
        let run = run(&mut command);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(path.join("out/viewer/kifu_bg.wasm").exists());
    }
}
