//! Each way to fail: the record describes exactly what happened, and the score is the contest's.

use super::{LONG_CLOCK, bot_folder, bout, bout_by_contest_clock, exit, fault};
use kifu::contract::{Fault, Player};
use kifu::record::{MovedBy, Record};

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

/// Checks that a game in which `player` failed at their first move has the contest's score.
fn assert_contest_score(record: &Record, player: Player) {
    let result = record.result.as_ref().unwrap();
    let (first, second) = result.points.unwrap();
    let [own, other] = match player {
        Player::First => [first, second],
        Player::Second => [second, first],
    };
    let winner = result.winner.unwrap().player();
    match record.game.as_str() {
        "turn-right" => {
            assert_eq!(own, 0);
            // Nothing is tallied yet but White's 5 points.
            let behind = if player == Player::First { 45 } else { 55 };
            assert_eq!(other, behind + 50);
            assert_eq!(winner, Some(player.opponent()));
        }
        "atari-go" | "clobber" => {
            assert_eq!((own, other), (-1, 0));
            assert_eq!(winner, Some(player.opponent()));
        }
        "box" => {
            assert_eq!(own, 0);
            assert!((1..=400).contains(&other), "{other}");
        }
        _ => {
            assert_eq!(own, 0);
            assert!(
                [0, 50].contains(&other) || (100..=110).contains(&other),
                "{other}"
            );
        }
    }
    // The jury plays on in Box and Zuniq, and its moves are marked.
    let jury = record
        .notes
        .values()
        .filter(|note| note.by == Some(MovedBy::Jury))
        .count();
    let plays_on = ["box", "zuniq"].contains(&record.game.as_str());
    assert_eq!(jury > 5, plays_on, "{jury}");
}

/// Plays both games of a bad bot, which must fail with this fault and a reason with these words.
fn assert_bot_fails(
    game: &str,
    script: &str,
    how: Fault,
    words: &str,
    more: &[&str],
) -> [Record; 2] {
    let bots = bot_folder(&[("bad.sh", script)]);
    let games = bout(bots.path(), game, "cmd=sh bad.sh", more);
    assert_faults(games, game, how, words)
}

/// Checks the fault of the bad bot in both games.
fn assert_faults(games: [Record; 2], game: &str, how: Fault, words: &str) -> [Record; 2] {
    for (record, player) in games.iter().zip(Player::ALL) {
        let result = record.result.as_ref().unwrap();
        assert_eq!(
            result.faults.get(&player),
            Some(&how),
            "{game}: {:?}",
            record.ext
        );
        assert_eq!(result.faults.len(), 1);
        let reason = fault(record, player);
        assert!(reason.contains(words), "{game}: {reason}");
        assert_contest_score(record, player);
    }
    games
}

/// Reads all and never answers.
const SILENT: &str = "while read x; do :; done";

#[test]
fn only_the_start_of_flooded_standard_error_is_kept() {
    let games = assert_bot_fails(
        "clobber",
        "yes words | head -c 300000 >&2; yes words >&2 & echo x",
        Fault::Illegal,
        "illegal",
        &[],
    );
    let kept: usize = games[0].notes.values().map(|note| note.stderr.len()).sum();
    assert!((10_000..40_000).contains(&kept), "{kept}");
    assert!(
        games[0]
            .notes
            .values()
            .any(|note| note.stderr.contains("more bytes were dropped"))
    );
}

#[test]
fn repeated_or_misspelled_move_is_an_illegal_move() {
    // The second time the segment is there already.
    let bots = bot_folder(&[("bad.sh", "while read x; do echo A1h; done")]);
    let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &[]);
    let reason = fault(&games[0], Player::First);
    assert!(reason.starts_with("ply 3: illegal: "), "{reason}");
    assert_eq!(games[0].notes[&3].raw.as_deref(), Some("A1h"));
    assert_eq!(games[0].notes[&3].by, Some(MovedBy::Jury));
    // The contest refuses spellings that only a lenient reader accepts.
    let bots = bot_folder(&[("bad.sh", "read x; read x; echo lkv; cat >/dev/null")]);
    let games = bout(bots.path(), "box", "cmd=sh bad.sh", &[]);
    assert!(
        fault(&games[0], Player::First).contains("small L"),
        "{:?}",
        games[0].ext
    );
}

#[test]
fn opponent_receives_the_contest_end_line_after_a_fault() {
    for (game, last) in [("turn-right", "x"), ("zuniq", "Quit"), ("box", "Quit")] {
        let bots = bot_folder(&[
            ("bad.sh", "read x; exit 0"),
            (
                "good.sh",
                &format!("tee -a heard | KIFU play --game {game} --nodes 1"),
            ),
        ]);
        let args = [
            "match",
            "--game",
            game,
            "--bot",
            "name=bad,cmd=sh bad.sh",
            "--bot",
            "name=good,cmd=sh good.sh",
            "--grace-period",
            "60s",
        ];
        let run = crate::kifu(bots.path(), &[&args[..], &LONG_CLOCK].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let heard = std::fs::read_to_string(bots.path().join("heard")).unwrap();
        assert_eq!(
            heard.lines().filter(|line| *line == last).count(),
            2,
            "{game}: {heard}"
        );
    }
}

mod slow {
    use super::*;

    #[test]
    fn bot_that_writes_no_move_makes_an_illegal_move() {
        for game in GAMES {
            let games = assert_bot_fails(
                game,
                "read x; echo nonsense; cat >/dev/null",
                Fault::Illegal,
                "illegal",
                &[],
            );
            for (record, player) in games.iter().zip(Player::ALL) {
                let raw = match &record.attempt {
                    Some(attempt) => attempt.raw.clone(),
                    None => record
                        .notes
                        .values()
                        .find_map(|note| note.raw.clone())
                        .unwrap(),
                };
                assert_eq!(raw, "nonsense");
                assert!(
                    exit(record, player).contains("exited with status 0"),
                    "{:?}",
                    record.ext
                );
            }
        }
    }

    #[test]
    fn bot_that_exits_early_is_reported_with_its_status() {
        for game in GAMES {
            assert_bot_fails(
                game,
                "read x; exit 0",
                Fault::Exit,
                "it exited with status 0",
                &[],
            );
        }
        assert_bot_fails(
            "zuniq",
            "read x; echo dying >&2; exit 3",
            Fault::Crash,
            "it exited with status 3",
            &[],
        );
        let games = assert_bot_fails(
            "clobber",
            "echo dying >&2; kill -SEGV $$",
            Fault::Crash,
            "was killed by signal 11",
            &[],
        );
        let ply = u32::try_from(games[0].tokens().count()).unwrap() + 1;
        assert_eq!(games[0].notes[&ply].stderr, "dying");
    }

    #[test]
    fn words_after_the_last_failure_are_at_its_ply() {
        let games = assert_bot_fails(
            "clobber",
            "echo thinking >&2; while read x; do :; done; echo ended while thinking >&2",
            Fault::Timeout,
            "no answer within 300 ms",
            &["--clock", "300ms,300ms", "--jobs", "0"],
        );
        let ply = u32::try_from(games[0].tokens().count()).unwrap() + 1;
        let words = &games[0].notes[&ply].stderr;
        assert_eq!(words, "thinking\nended while thinking");
        assert!(!games[0].ext.contains_key("arena.stderr.first"));
    }

    #[test]
    fn silent_bot_runs_out_of_time() {
        let clock = &["--clock", "300ms,300ms", "--jobs", "0"];
        for game in ["turn-right", "clobber", "zuniq"] {
            let games = assert_bot_fails(
                game,
                SILENT,
                Fault::Timeout,
                "no answer within 300 ms",
                clock,
            );
            for record in games {
                let mut times = record.times_ms.0.iter().flatten();
                assert!(times.any(|ms| *ms >= 300), "{:?}", record.times_ms);
            }
        }
        // Half a line is no answer.
        assert_bot_fails(
            "zuniq",
            "read x; printf A1; cat >/dev/null",
            Fault::Timeout,
            "only a line without a line feed",
            clock,
        );
    }

    #[test]
    fn contest_clock_gives_one_second_for_the_first_turn() {
        let bots = bot_folder(&[("bad.sh", SILENT)]);
        let games =
            bout_by_contest_clock(bots.path(), "clobber", "cmd=sh bad.sh", &["--jobs", "0"]);
        assert_faults(games, "clobber", Fault::Timeout, "no answer within 1000 ms");
    }

    #[test]
    fn whole_game_clock_runs_down_from_turn_to_turn() {
        // It takes its time for the first answer and gives no second one.
        let slow = "read x; sleep 0.5; echo A1h; cat >/dev/null";
        let games = assert_bot_fails(
            "zuniq",
            slow,
            Fault::Timeout,
            "no answer within ",
            &["--clock", "8s", "--jobs", "0"],
        );
        for (record, player) in games.iter().zip(Player::ALL) {
            let reason = fault(record, player);
            let (_, rest) = reason.split_once("no answer within ").unwrap();
            let left: u32 = rest.split(' ').next().unwrap().parse().unwrap();
            assert!(left <= 7500, "{reason}");
        }
    }

    #[test]
    fn bot_that_floods_its_output_is_stopped() {
        // They never exit by themselves.
        let kill = &["--grace-period", "100ms"];
        assert_bot_fails("zuniq", "exec yes A1h", Fault::Illegal, "illegal", kill);
        assert_bot_fails(
            "clobber",
            "exec tr '\\0' x </dev/zero",
            Fault::Illegal,
            "",
            kill,
        );
    }

    #[test]
    fn bot_output_that_is_not_text_is_an_illegal_move() {
        for game in GAMES {
            assert_bot_fails(
                game,
                "read x; printf '\\377\\376\\n'; cat >/dev/null",
                Fault::Illegal,
                "not valid UTF-8",
                &[],
            );
        }
        assert_bot_fails(
            "zuniq",
            "read x; echo; cat >/dev/null",
            Fault::Illegal,
            "illegal",
            &[],
        );
        assert_bot_fails(
            "zuniq",
            "read x; printf 'A1h\\033[2J\\n'; cat",
            Fault::Illegal,
            "illegal",
            &[],
        );
    }

    #[test]
    fn bot_that_closes_its_output_counts_as_exited() {
        assert_bot_fails(
            "clobber",
            "exec >&-; exec sleep 1000",
            Fault::Exit,
            "closed its standard output",
            &[],
        );
        // A bot that closes its input is asked nevertheless and does not answer.
        assert_bot_fails(
            "clobber",
            "exec <&-; sleep 0.1; exit 1",
            Fault::Crash,
            "status 1",
            &[],
        );
    }

    #[test]
    fn referee_moves_for_bot_that_answers_random_and_keeps_message() {
        let bots = bot_folder(&[("bad.sh", super::super::RANDOM)]);
        let games = bout(bots.path(), "clobber", "cmd=sh bad.sh", &[]);
        for (record, player) in games.iter().zip(Player::ALL) {
            assert!(
                record.result.as_ref().unwrap().faults.is_empty(),
                "{:?}",
                record.ext
            );
            let ply = u32::try_from(player.index()).unwrap() + 1;
            let note = &record.notes[&ply];
            assert_eq!(note.raw.as_deref(), Some("random"));
            assert_eq!(note.message, "good luck");
            assert_eq!(note.stderr, "win=0.75 nodes=12\n@viz circle a1");
            let line = &note.evals[0].lines[0];
            assert_eq!((line.win, line.nodes), (Some(0.75), 12));
            assert_eq!(note.marks[0].at, "a1");
        }
    }
}
