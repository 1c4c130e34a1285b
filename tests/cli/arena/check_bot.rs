//! `kifu check-bot`: what a beginner is told.

use super::{bot_folder, good};
use crate::kifu;

fn check(game: &str, script: &str, more: &[&str]) -> crate::Run {
    let bots = bot_folder(&[("bot.sh", script)]);
    let args = [
        "check-bot",
        "--game",
        game,
        "--cmd",
        "sh bot.sh",
        "--games",
        "1",
    ];
    kifu(bots.path(), &[&args[..], more].concat())
}

#[test]
fn a_good_bot_keeps_the_protocol_of_every_game() {
    let here = bot_folder(&[]);
    for game in ["turn-right", "atari-go", "clobber", "box", "zuniq"] {
        let args = [
            "check-bot",
            "--game",
            game,
            "--cmd",
            &good(game),
            "--games",
            "1",
            "--clock",
            "60s,60s",
        ];
        let run = kifu(here.path(), &args);
        assert_eq!(run.code, 0, "{game}: {}{}", run.out, run.err);
        assert!(
            run.out.contains("follows the protocol"),
            "{game}: {}",
            run.out
        );
        assert!(!run.out.contains("BAD"), "{}", run.out);
    }
}

#[test]
fn what_goes_wrong_is_told_with_what_to_do() {
    // Without a flush the answer comes when the input ends.
    let late = "read x; cat >/dev/null; echo A1h";
    let clock = ["--clock", "1s"];
    let run = check("zuniq", late, &clock);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(
        run.out.contains("only after the input had ended"),
        "{}",
        run.out
    );
    assert!(run.out.contains("flush"), "{}", run.out);
    let run = check("zuniq", "exit 4", &clock);
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("FAIL  answers the first turn") && run.out.contains("status 4"),
        "{}",
        run.out
    );
    // It plays on one segment.
    let lies = "while read x; do echo thinking >&2; echo A1h; done";
    let run = check("zuniq", lies, &clock);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(
        run.out.contains("pass  answers the first turn"),
        "{}",
        run.out
    );
    assert!(
        run.out
            .contains("FAIL  plays White against a fast opponent: ply 3: illegal"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("> Start") && run.out.contains("< A1h"),
        "{}",
        run.out
    );
    assert!(run.out.contains("! thinking"), "{}", run.out);
    let stays = "KIFU play --game zuniq --nodes 1; sleep 60";
    let run = check("zuniq", stays, &["--grace-period", "200ms"]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(
        run.out.contains("warn  exits after the game"),
        "{}",
        run.out
    );
    let none = check("zuniq", "", &["--dir", "nowhere"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("cannot start"), "{}", none.err);
}
