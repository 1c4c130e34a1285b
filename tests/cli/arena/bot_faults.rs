//! Each way to fail: the record says exactly what happened, and the score is the contest's.

use super::{LONG_CLOCK, bot_folder, bout, bout_by_contest_clock, exit, fault};
use kifu::contract::{Fault, Player};
use kifu::record::{MovedBy, Record};

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

/// The contest's score of a game in which `player` failed at the first act of its own.
fn is_the_contests(record: &Record, player: Player) {
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

/// Both games of a bad bot, whose fault must be this for a reason with these words.
fn fails(game: &str, script: &str, how: Fault, words: &str, more: &[&str]) -> [Record; 2] {
    let bots = bot_folder(&[("bad.sh", script)]);
    let games = bout(bots.path(), game, "cmd=sh bad.sh", more);
    have_failed(games, game, how, words)
}

/// Checks the fault of the bad bot in both games.
fn have_failed(games: [Record; 2], game: &str, how: Fault, words: &str) -> [Record; 2] {
    for (record, player) in games.iter().zip(Player::ALL) {
        let result = record.result.as_ref().unwrap();
        assert_eq!(
            result.faults.get(&player),
            Some(&how),
            "{game}: {:?}",
            record.ext
        );
        assert_eq!(result.faults.len(), 1);
        let told = fault(record, player);
        assert!(told.contains(words), "{game}: {told}");
        is_the_contests(record, player);
    }
    games
}

#[test]
fn bot_that_writes_no_move_makes_an_illegal_move() {
    for game in GAMES {
        let games = fails(
            game,
            "read x; echo nonsense; cat >/dev/null",
            Fault::Illegal,
            "illegal",
            &[],
        );
        for (record, player) in games.iter().zip(Player::ALL) {
            let told = match &record.attempt {
                Some(attempt) => attempt.raw.clone(),
                None => record
                    .notes
                    .values()
                    .find_map(|note| note.raw.clone())
                    .unwrap(),
            };
            assert_eq!(told, "nonsense");
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
        fails(
            game,
            "read x; exit 0",
            Fault::Exit,
            "it exited with status 0",
            &[],
        );
    }
    fails(
        "zuniq",
        "read x; echo dying >&2; exit 3",
        Fault::Crash,
        "it exited with status 3",
        &[],
    );
    let games = fails(
        "clobber",
        "echo dying >&2; kill -SEGV $$",
        Fault::Crash,
        "was killed by signal 11",
        &[],
    );
    let ply = u32::try_from(games[0].tokens().count()).unwrap() + 1;
    assert_eq!(games[0].notes[&ply].stderr, "dying");
}

/// Reads all and never answers.
const SILENT: &str = "while read x; do :; done";

#[test]
fn silent_bot_runs_out_of_time() {
    let clock = &["--clock", "300ms,300ms", "--jobs", "0"];
    for game in ["turn-right", "clobber", "zuniq"] {
        let games = fails(
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
    fails(
        "zuniq",
        "read x; printf A1; cat >/dev/null",
        Fault::Timeout,
        "only a line without a line feed",
        clock,
    );
}

#[test]
fn the_clock_of_the_contest_has_a_second_for_the_first_turn() {
    let bots = bot_folder(&[("bad.sh", SILENT)]);
    let games = bout_by_contest_clock(bots.path(), "clobber", "cmd=sh bad.sh", &["--jobs", "0"]);
    have_failed(games, "clobber", Fault::Timeout, "no answer within 1000 ms");
}

#[test]
fn the_clock_of_a_whole_game_runs_down() {
    // It takes its time for the first answer and gives no second one.
    let slow = "read x; sleep 0.5; echo A1h; cat >/dev/null";
    let games = fails(
        "zuniq",
        slow,
        Fault::Timeout,
        "no answer within ",
        &["--clock", "4s", "--jobs", "0"],
    );
    for (record, player) in games.iter().zip(Player::ALL) {
        let told = fault(record, player);
        let (_, rest) = told.split_once("no answer within ").unwrap();
        let left: u32 = rest.split(' ').next().unwrap().parse().unwrap();
        assert!(left <= 3500, "{told}");
    }
}

#[test]
fn bot_that_floods_its_output_is_stopped() {
    // They never exit by themselves.
    let kill = &["--grace-period", "100ms"];
    fails("zuniq", "exec yes A1h", Fault::Illegal, "illegal", kill);
    fails(
        "clobber",
        "exec tr '\\0' x </dev/zero",
        Fault::Illegal,
        "",
        kill,
    );
}

#[test]
fn of_a_flood_of_standard_error_the_start_is_kept() {
    let games = fails(
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
fn bytes_that_are_not_text_are_an_illegal_move() {
    for game in GAMES {
        fails(
            game,
            "read x; printf '\\377\\376\\n'; cat >/dev/null",
            Fault::Illegal,
            "not valid UTF-8",
            &[],
        );
    }
    fails(
        "zuniq",
        "read x; echo; cat >/dev/null",
        Fault::Illegal,
        "illegal",
        &[],
    );
    fails(
        "zuniq",
        "read x; printf 'A1h\\033[2J\\n'; cat",
        Fault::Illegal,
        "illegal",
        &[],
    );
}

#[test]
fn bot_that_closes_its_output_has_exited() {
    fails(
        "clobber",
        "exec >&-; exec sleep 1000",
        Fault::Exit,
        "closed its standard output",
        &[],
    );
    // Who closes its input is asked all the same, and has nothing to say.
    fails(
        "clobber",
        "exec <&-; sleep 0.1; exit 1",
        Fault::Crash,
        "status 1",
        &[],
    );
}

#[test]
fn a_lie_is_found_by_the_rules() {
    // The second time the segment is there already.
    let bots = bot_folder(&[("bad.sh", "while read x; do echo A1h; done")]);
    let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &[]);
    let told = fault(&games[0], Player::First);
    assert!(told.starts_with("ply 3: illegal: "), "{told}");
    assert_eq!(games[0].notes[&3].raw.as_deref(), Some("A1h"));
    assert_eq!(games[0].notes[&3].by, Some(MovedBy::Jury));
    // What only lenient reading takes the contest does not.
    let bots = bot_folder(&[("bad.sh", "read x; read x; echo lkv; cat >/dev/null")]);
    let games = bout(bots.path(), "box", "cmd=sh bad.sh", &[]);
    assert!(
        fault(&games[0], Player::First).contains("small L"),
        "{:?}",
        games[0].ext
    );
}

#[test]
fn the_referee_chooses_for_who_asks_it_to_and_keeps_the_message() {
    let bots = bot_folder(&[("bad.sh", super::RANDOM)]);
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

#[test]
fn the_opponent_hears_of_the_fault_as_the_contest_tells_it() {
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
