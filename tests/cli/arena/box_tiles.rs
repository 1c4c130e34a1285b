//! Bots of Box that name a tile: an illegal answer, whatever the command that asks them.

use super::{bot_folder, bout, fault};
use crate::kifu;
use kifu::contract::Player;
use kifu::record::{MovedBy, Record};

/// Answers the first turn as first player with a tile of its own choice, at a legal place.
const OWN_TILE: &str = "read c; read start; read go; read tile; echo Gj123456h; cat >/dev/null";

/// Plays its first turn well, then answers each turn with a tile of its own choice.
const OWN_TILE_LATER: &str = "d=$(mktemp -d); mkfifo $d/in $d/out; \
    KIFU play --game box --level random --clock 900s <$d/in >$d/out & \
    exec 3>$d/in 4<$d/out; rm -r $d; n=0; \
    while read l; do echo $l >&3; \
    case $l in Quit) exit;; [1-6][1-6][1-6][1-6][1-6][1-6]) read m <&4; n=$((n+1)); \
    if [ $n = 1 ]; then echo $m; else echo ${m%?}123456${m#??}; fi;; esac; done";

/// Answers each turn with a tile and no place.
const TILE_ALONE: &str = "read c; read start; while read l; do \
    case $l in Quit) exit;; [1-6][1-6][1-6][1-6][1-6][1-6]) echo 364521;; esac; done";

/// Answers each turn with the tile that was dealt and no place.
const ECHO: &str = "read c; read start; while read l; do \
    case $l in Quit) exit;; [1-6][1-6][1-6][1-6][1-6][1-6]) echo $l;; esac; done";

/// The tiles of a game, the start tile first.
fn tiles(record: &Record) -> Vec<String> {
    let digits = |token: &str| token.chars().filter(char::is_ascii_digit).collect();
    record.tokens().map(digits).collect()
}

#[test]
fn match_goes_on_after_an_answer_with_a_tile() {
    for (script, failing_turn) in [
        (OWN_TILE, 1),
        (OWN_TILE_LATER, 2),
        (TILE_ALONE, 1),
        (ECHO, 1),
    ] {
        let bots = bot_folder(&[("bad.sh", script)]);
        let games = bout(bots.path(), "box", "cmd=sh bad.sh", &[]);
        for (record, player) in games.iter().zip(Player::ALL) {
            if script == OWN_TILE && player == Player::Second {
                continue;
            }
            let ply = 2 * failing_turn - u32::from(player == Player::First);
            let reason = fault(record, player);
            assert!(
                reason.starts_with(&format!("ply {ply}: illegal: ")),
                "{reason}"
            );
            assert!(reason.contains("tile"), "{reason}");
            assert_eq!(record.notes[&ply].by, Some(MovedBy::Jury));
            let result = record.result.as_ref().unwrap();
            let (first, second) = result.points.unwrap();
            assert_eq!([first, second][player.index()], 0);
            assert!(
                record.notes[&ply]
                    .raw
                    .as_ref()
                    .unwrap()
                    .contains(|c: char| c.is_ascii_digit())
            );
        }
        // Both games of a pair have the same luck, whatever is answered.
        let [first, second] = games.each_ref().map(tiles);
        let common = first.len().min(second.len());
        assert!(common > 5);
        assert_eq!(first[..common], second[..common]);
    }
}

#[test]
fn check_bot_reports_an_answer_with_a_tile_as_illegal() {
    for script in [OWN_TILE, TILE_ALONE] {
        let bots = bot_folder(&[("bad.sh", script)]);
        let args = [
            "check-bot",
            "--game",
            "box",
            "--cmd",
            "sh bad.sh",
            "--games",
            "1",
            "--clock",
            "60s",
        ];
        let run = kifu(bots.path(), &args);
        assert_eq!(run.code, 1, "{}{}", run.out, run.err);
        assert!(
            run.out.contains("FAIL  answers the first turn"),
            "{}",
            run.out
        );
        assert!(run.out.contains("tile"), "{}", run.out);
        assert!(!run.err.contains("bug in kifu"), "{}", run.err);
    }
}

#[test]
fn rejudged_answer_with_a_tile_fails_and_is_never_better() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/records/box.ron");
    for script in [OWN_TILE, TILE_ALONE] {
        let bots = bot_folder(&[("bad.sh", script)]);
        let args = [
            "rejudge",
            "--fail-on-regression",
            "--nodes",
            "1",
            "--clock",
            "60s",
            "--cmd",
            "sh bad.sh",
            record,
        ];
        let run = kifu(bots.path(), &args);
        assert_ne!(run.code, 0, "{}", run.out);
        assert!(run.out.contains("0 better"), "{}", run.out);
        assert!(!run.out.contains("0 failed"), "{}", run.out);
        assert!(run.out.contains("tile"), "{}", run.out);
    }
}
