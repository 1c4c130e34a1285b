//! A file is replaced only if no game is lost: games that cannot be read stay in it.

use crate::{GAME, folder, kifu};
use std::fs;
use std::path::Path;

/// Two records of which the second is torn.
fn torn_archive(folder: &Path) -> String {
    fs::write(folder.join("game.moves"), GAME).unwrap();
    let run = kifu(folder, &["convert", "game.moves", "-o", "one.ronl", "-q"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let one = fs::read_to_string(folder.join("one.ronl")).unwrap();
    let text = format!("{one}{}\n", &one[..one.len() / 2]);
    fs::write(folder.join("all.ronl"), &text).unwrap();
    text
}

/// Commands that write the file that they read.
const IN_PLACE: [&[&str]; 3] = [
    &["convert", "all.ronl", "-o", "all.ronl"],
    &["merge", "all.ronl", "-o", "all.ronl"],
    &["review", "all.ronl", "--nodes", "1", "-o", "all.ronl"],
];

#[test]
fn writing_in_place_is_refused_when_a_game_is_unreadable() {
    for args in IN_PLACE {
        let here = folder(&[]);
        let path = here.path();
        let before = torn_archive(path);
        let run = kifu(path, &[args, &["--force"]].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(
            run.err.contains("1 game would be missing"),
            "{args:?}: {}",
            run.err
        );
        assert_eq!(fs::read_to_string(path.join("all.ronl")).unwrap(), before);
        // The work is not lost either.
        let part = fs::read_to_string(path.join("all.ronl.part"));
        assert_eq!(part.is_ok_and(|part| part.lines().count() == 1), {
            args[0] == "review"
        });
        let hidden = fs::read_dir(path).unwrap();
        let hidden = hidden.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert_eq!(hidden.filter(|name| name.starts_with('.')).count(), 0);
    }
}

#[test]
fn one_shard_does_not_replace_all_games() {
    let here = folder(&[]);
    let path = here.path();
    torn_archive(path);
    let one = fs::read_to_string(path.join("one.ronl")).unwrap();
    let args = ["review", "one.ronl", "--nodes", "1", "-o", "one.ronl"];
    let codes = ["1/2", "2/2"].map(|shard| {
        fs::write(path.join("one.ronl"), &one).unwrap();
        let run = kifu(path, &[&args[..], &["--force", "--shard", shard]].concat());
        (
            run.code,
            fs::read_to_string(path.join("one.ronl")).unwrap() == one,
        )
    });
    // One part has the game, and the other one has none.
    assert!(codes.contains(&(2, true)), "{codes:?}");
}

#[test]
fn missing_input_leaves_earlier_output_unchanged() {
    for args in [
        &["convert", "one.ronl", "gone.ronl", "-o", "old.ronl"][..],
        &["merge", "one.ronl", "gone.ronl", "-o", "old.ronl"],
        &["merge", "gone.ronl", "-o", "old.ronl"],
        &[
            "review",
            "one.ronl",
            "gone.ronl",
            "--nodes",
            "1",
            "-o",
            "old.ronl",
        ],
    ] {
        let here = folder(&[("old.ronl", "as it was\n")]);
        let path = here.path();
        torn_archive(path);
        let run = kifu(path, &[args, &["--force"]].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(
            run.err.contains("1 input would be missing"),
            "{args:?}: {}",
            run.err
        );
        let old = fs::read_to_string(path.join("old.ronl")).unwrap();
        assert_eq!(old, "as it was\n", "{args:?}");
    }
}

#[test]
fn other_output_is_replaced_by_the_readable_games() {
    for command in [
        &["convert", "all.ronl"][..],
        &["merge", "all.ronl"],
        &["review", "all.ronl", "--nodes", "1"],
    ] {
        let here = folder(&[("old.ronl", "as it was\n")]);
        let path = here.path();
        torn_archive(path);
        let run = kifu(path, &[command, &["-o", "old.ronl", "--force"]].concat());
        assert_eq!(run.code, 1, "{command:?}: {}", run.err);
        let new = fs::read_to_string(path.join("old.ronl")).unwrap();
        assert!(new.starts_with("(kifu:") && new.lines().count() == 1);
    }
}

#[test]
fn folder_is_converted_in_place_only_without_loss() {
    let here = folder(&[]);
    let path = here.path();
    let torn = torn_archive(path);
    let one = fs::read_to_string(path.join("one.ronl")).unwrap();
    // Read before `one.ronl`, and written to that name.
    fs::rename(path.join("game.moves"), path.join("one.moves")).unwrap();
    let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
    let args = ["convert", ".", "-o", ".", "--to", "ronl", "--force", "-q"];
    let run = kifu(path, &args);
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!((read("all.ronl"), read("one.ronl")), (torn, one.clone()));
    for message in [
        "all.ronl`: 1 game would be missing",
        "one.ronl`: it is an input",
    ] {
        assert!(run.err.contains(message), "{}", run.err);
    }
    // A separate output folder is not read and may be replaced.
    for _ in 0..2 {
        let args = [
            "convert", ".", "-o", "out/", "--to", "ronl", "--force", "-q",
        ];
        assert_eq!(kifu(path, &args).code, 1);
    }
    assert_eq!(read("out/all.ronl").lines().count(), 1);
    // A file whose games can all be read is written in place.
    fs::remove_file(path.join("one.moves")).unwrap();
    fs::remove_file(path.join("all.ronl")).unwrap();
    fs::remove_dir_all(path.join("out")).unwrap();
    let old = format!("// a comment\n{one}");
    fs::write(path.join("one.ronl"), old).unwrap();
    let run = kifu(
        path,
        &["convert", ".", "-o", ".", "--to", "ronl", "--force"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(read("one.ronl"), one);
}

#[test]
fn split_does_not_replace_its_input_with_one_game() {
    let here = folder(&[]);
    let path = here.path();
    let torn = torn_archive(path);
    let one = fs::read_to_string(path.join("one.ronl")).unwrap();
    let own = path.join("Ada-Charles.ronl");
    let args = ["--split", "--to", "ronl", "-o", ".", "--force", "-q"];
    for (text, code) in [(torn, 2), (format!("{one}{one}"), 2), (one, 0)] {
        fs::write(&own, &text).unwrap();
        let run = kifu(
            path,
            &[&["convert", "Ada-Charles.ronl"][..], &args].concat(),
        );
        assert_eq!(run.code, code, "{}", run.err);
        assert_eq!(fs::read_to_string(&own).unwrap(), text);
    }
}
