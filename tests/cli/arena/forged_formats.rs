//! Bots that write the signature of another format to their standard error.

use super::{LONG_CLOCK, bot_folder, records};
use crate::kifu;
use std::fs;

/// A random player that first writes lines which begin a table, a page, a game of SGF and a log.
const FORGER: &str = "\
    echo 'x,Game,Round,IsSwiss,User1,User2,Score1,Score2,Status1,Status2,Result,x' >&2\n\
    echo \"new Zuniq(['Forged','Other'],['C3h','C4h'])\" >&2\n\
    echo '(;FF[4]GM[1]SZ[9];B[ee])' >&2\n\
    echo 'M: RESULT = 1 - 0 (game marks) PLAYER_1:_WIN;_PLAYER_2:_LOSE' >&2\n\
    exec KIFU play --game zuniq --level random\n";

#[test]
fn match_with_signatures_on_standard_error_is_read_as_records() {
    let here = bot_folder(&[("bot.sh", FORGER)]);
    let path = here.path();
    let mut args = vec!["match", "-q", "--game", "zuniq", "-g", "2", "-o", "m.ronl"];
    args.extend(["--bot", "name=evil,cmd=sh bot.sh"]);
    args.extend(["--bot", "name=good,builtin,level=random"]);
    args.extend(LONG_CLOCK);
    assert_eq!(kifu(path, &args).code, 0);
    let played = records(path, "m.ronl");
    assert_eq!(played.len(), 2);
    let texts = played.iter().flat_map(|record| record.notes.values());
    assert!(
        texts
            .clone()
            .any(|note| note.stderr.contains("x,Game,Round"))
    );
    assert!(texts.clone().any(|note| note.stderr.contains("new Zuniq")));

    let run = kifu(path, &["validate", "m.ronl"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let run = kifu(path, &["standings", "m.ronl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let has_row = |name: &str| run.out.lines().any(|line| line.contains(name));
    assert!(has_row("evil") && has_row("good"), "{}", run.out);
    assert!(!has_row("Forged"), "{}", run.out);

    // Onto itself, under its own name and under one that says nothing of its format.
    let before = fs::read(path.join("m.ronl")).unwrap();
    let run = kifu(path, &["convert", "-f", "m.ronl", "-o", "m.ronl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(fs::read(path.join("m.ronl")).unwrap() == before);
    fs::copy(path.join("m.ronl"), path.join("m")).unwrap();
    let run = kifu(path, &["convert", "m", "--to", "ronl", "-o", "-"]);
    assert!(run.out.as_bytes() == before);

    // One record a file, and the lists and dialogues that kifu writes.
    for to in ["ron", "json", "txt", "moves", "codecup-dialogue"] {
        let args = ["convert", "m.ronl", "--split", "-o", to, "--to", to];
        assert_eq!(kifu(path, &args).code, 0, "{to}");
        let run = kifu(path, &["standings", to]);
        assert_eq!(run.code, 0, "{to}: {}", run.err);
        assert!(!run.out.contains("Forged"), "{to}: {}", run.out);
        let run = kifu(path, &["validate", to]);
        assert_eq!(run.code, 0, "{to}: {}{}", run.out, run.err);
        assert!(run.out.contains("2 games in 2 files"), "{to}: {}", run.out);
    }
}
