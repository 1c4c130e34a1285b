//! `kifu check-bot`: its report about a bot.

use super::{LONG_CLOCK, bot_folder, good};
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

fn assert_bot_passes_check(game: &str) {
    let here = bot_folder(&[]);
    let good = good(game);
    let args = ["check-bot", "--game", game, "--cmd", &good, "--games", "1"];
    let run = kifu(
        here.path(),
        &[&args[..], &LONG_CLOCK, &["--grace-period", "60s"]].concat(),
    );
    assert_eq!(run.code, 0, "{game}: {}{}", run.out, run.err);
    assert!(
        run.out.contains("follows the protocol"),
        "{game}: {}",
        run.out
    );
    assert!(!run.out.contains("BAD"), "{}", run.out);
}

// One test each: against the slow opponent a game takes seconds.

#[test]
fn crash_at_the_start_is_reported_with_its_status() {
    let run = check("zuniq", "exit 4", &LONG_CLOCK);
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("FAIL  answers the first turn") && run.out.contains("status 4"),
        "{}",
        run.out
    );
    let none = check("zuniq", "", &["--dir", "nowhere"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("cannot start"), "{}", none.err);
}

mod slow {
    use super::*;

    #[test]
    fn good_bot_passes_protocol_check_of_turn_right() {
        assert_bot_passes_check("turn-right");
    }

    #[test]
    fn good_bot_passes_protocol_check_of_atari_go() {
        assert_bot_passes_check("atari-go");
    }

    #[test]
    fn good_bot_passes_protocol_check_of_clobber() {
        assert_bot_passes_check("clobber");
    }

    #[test]
    fn good_bot_passes_protocol_check_of_box() {
        assert_bot_passes_check("box");
    }

    #[test]
    fn good_bot_passes_protocol_check_of_zuniq() {
        assert_bot_passes_check("zuniq");
    }

    #[test]
    fn answer_at_end_of_input_gets_the_hint_to_flush() {
        // Without a flush the answer comes when the input ends.
        let late = "read x; cat >/dev/null; echo A1h";
        let run = check("zuniq", late, &["--clock", "300ms"]);
        assert_eq!(run.code, 1, "{}", run.out);
        assert!(
            run.out.contains("only after the input had ended"),
            "{}",
            run.out
        );
        assert!(run.out.contains("flush"), "{}", run.out);
    }

    #[test]
    fn check_bot_shows_illegal_move_with_its_dialogue() {
        // It plays on one segment.
        let lies = "while read x; do echo thinking >&2; echo A1h; done";
        let run = check("zuniq", lies, &LONG_CLOCK);
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
    }

    #[test]
    fn check_bot_warns_of_bot_that_runs_on_after_game() {
        let stays = "KIFU play --game zuniq --nodes 1; sleep 1000";
        let more = [&LONG_CLOCK[..], &["--grace-period", "200ms"]].concat();
        let run = check("zuniq", stays, &more);
        assert_eq!(run.code, 0, "{}", run.out);
        assert!(
            run.out.contains("warn  exits after the game"),
            "{}",
            run.out
        );
    }

    /// The first answer is judged like any other, quoted verbatim, and shown once, below all that
    /// the bot has read.
    #[test]
    fn first_answer_that_is_no_move_is_shown_with_dialogue() {
        let all: &[(&str, &str, usize)] = &[
            ("zuniq", "> Start", 1),
            ("turn-right", "> Start", 1),
            ("clobber", "> 112", 12),
            ("atari-go", "> -1 -1", 13),
            ("box", "> Start", 4),
        ];
        for (game, line, count) in all {
            let bot = "read x; echo 'hello, I am  A bot'; cat >/dev/null";
            let run = check(game, bot, &LONG_CLOCK);
            assert_eq!(run.code, 1, "{}", run.out);
            let expected = "FAIL  answers the first turn: `hello, I am  A bot` after ";
            assert!(run.out.contains(expected), "{}", run.out);
            let (_, shown) = run.out.split_once("dialogue before it").unwrap();
            let mut lines = shown.lines().skip(1).map(str::trim);
            let read: Vec<&str> = lines.by_ref().take(*count).collect();
            assert!(
                read.iter().all(|line| line.starts_with("> ")),
                "{}",
                run.out
            );
            assert!(read.contains(line), "{}", run.out);
            assert_eq!(lines.next(), Some("< hello, I am  A bot    (failed here)"));
            assert!(!lines.next().unwrap().starts_with('<'), "{}", run.out);
            assert!(!run.out.contains("hello,Iam"), "{}", run.out);
        }
    }

    /// The first turn and the later turns have different limits.
    #[test]
    fn first_turn_and_later_turns_have_separate_time_limits() {
        let slow = "KIFU play --game clobber --nodes 1 | (read m; sleep 0.4; echo $m; exec cat)";
        let more = ["--clock", "60s,40s", "--grace-period", "60s"];
        let run = check("clobber", slow, &more);
        assert_eq!(run.code, 0, "{}", run.out);
        let line = run
            .out
            .lines()
            .find(|line| line.contains("its clock"))
            .unwrap();
        let numbers: Vec<u32> = line
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        let [first, first_limit, _, later_limit] = numbers[..] else {
            panic!("{line}");
        };
        assert!(line.starts_with("pass"), "{line}");
        assert_eq!((first_limit, later_limit), (60_000, 40_000));
        assert!(first >= 400, "{line}");
    }
}
