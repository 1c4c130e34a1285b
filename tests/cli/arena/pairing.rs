//! Pairings, openings and the luck that both games of a pair share.

use super::{bot_folder, records};
use crate::kifu;
use kifu::record::Record;
use std::collections::BTreeMap;

fn pairs(all: &[Record]) -> BTreeMap<u32, Vec<&Record>> {
    let mut pairs: BTreeMap<u32, Vec<&Record>> = BTreeMap::new();
    for record in all {
        let pair = record.ext["arena.pair"].parse().unwrap();
        pairs.entry(pair).or_default().push(record);
    }
    pairs
}

fn play(folder: &std::path::Path, args: &[&str]) -> Vec<Record> {
    let run = kifu(
        folder,
        &[&["match", "-q", "--clock", "60s,60s", "-o", "m.ronl"], args].concat(),
    );
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let valid = kifu(folder, &["validate", "--strict", "m.ronl"]);
    assert_eq!(valid.code, 0, "{}", valid.out);
    let all = records(folder, "m.ronl");
    std::fs::remove_file(folder.join("m.ronl")).unwrap();
    all
}

const BUILTIN: &str = "builtin,nodes=1,memory=1";

fn three_bots() -> Vec<String> {
    ["a", "b", "c"]
        .map(|name| format!("{BUILTIN},name={name}"))
        .to_vec()
}

fn meetings(all: &[Record]) -> BTreeMap<(String, String), usize> {
    let mut meetings = BTreeMap::new();
    for record in all {
        let names = (record.players.0.name.clone(), record.players.1.name.clone());
        *meetings.entry(names).or_insert(0) += 1;
    }
    meetings
}

#[test]
fn each_pairing_system_plays_its_expected_meetings() {
    let here = bot_folder(&[]);
    let bots = three_bots();
    let args = |more: &[&'static str]| -> Vec<String> {
        let mut args = vec!["--game".to_owned(), "zuniq".to_owned()];
        args.extend(
            bots.iter()
                .flat_map(|bot| ["--bot".to_owned(), bot.clone()]),
        );
        args.extend(more.iter().map(|word| (*word).to_owned()));
        args
    };
    let run = |more: &[&'static str]| {
        let args = args(more);
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        play(here.path(), &words)
    };
    let all = meetings(&run(&["--games", "4", "--jobs", "0"]));
    assert_eq!(all.len(), 6);
    assert!(all.values().all(|games| *games == 2), "{all:?}");
    let some = meetings(&run(&["--pairing", "gauntlet"]));
    assert_eq!(some.len(), 4);
    assert!(
        some.keys().all(|(one, two)| one == "a" || two == "a"),
        "{some:?}"
    );
    let swiss = run(&["--pairing", "swiss", "--rounds", "3"]);
    assert_eq!(swiss.len(), 6);
    assert_eq!(
        meetings(&swiss).len(),
        6,
        "in three rounds each meets each once, with both sides"
    );
}

#[test]
fn unusable_opening_is_reported() {
    let here = bot_folder(&[
        ("torn.ronl", "(kifu:1,game:\"clobber\",moves:\"b1a1\")\n"),
        (
            "other.ronl",
            "(kifu:1,game:\"zuniq\",players:((name:\"a\"),(name:\"b\")),moves:\"A1h\",\
             result:(how:Unterminated))\n",
        ),
        ("illegal.moves", "game: clobber\nb1a1 b1a1\n"),
    ]);
    for (file, found) in [
        ("torn.ronl", "found a game that could not be read"),
        ("other.ronl", "found a game of Zuniq"),
        ("illegal.moves", "expected legal moves"),
    ] {
        let args = [
            "match", "--game", "clobber", "--bot", BUILTIN, "--bot", BUILTIN,
        ];
        let run = kifu(here.path(), &[&args[..], &["--openings", file]].concat());
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(found), "{}", run.err);
        assert!(run.err.contains("`kifu validate`"), "{}", run.err);
    }
}

#[test]
#[cfg_attr(windows, ignore = "its bot is a shell script")]
fn sprt_ends_a_match_early() {
    let here = bot_folder(&[("bad.sh", "exit 1")]);
    let bad = "name=bad,cmd=sh bad.sh";
    let args = [
        "match", "--game", "clobber", "--bot", BUILTIN, "--bot", bad, "--games", "2000", "--sprt",
        "elo0=0", "elo1=200", "-o", "m.ronl",
    ];
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("is stronger by more than 0 Elo"),
        "{}",
        run.out
    );
    let games = records(here.path(), "m.ronl").len();
    assert!((4..200).contains(&games), "{games}");
}

/// A match that could not start leaves no file that blocks the next one.
#[test]
fn match_that_cannot_start_leaves_no_output_file() {
    let here = bot_folder(&[]);
    let run = |bot: &str, more: &[&str]| {
        let args = [
            "match",
            "--game",
            "zuniq",
            "--bot",
            bot,
            "--bot",
            "builtin,nodes=1",
            "-q",
        ];
        kifu(here.path(), &[&args[..], &["--clock", "0"], more].concat())
    };
    for more in [&[][..], &["--resume"]] {
        let failed = run("cmd=./typo", more);
        assert_eq!(failed.code, 2);
        assert!(
            failed.err.contains("cannot start `./typo`"),
            "{}",
            failed.err
        );
        assert_eq!(crate::common::names(here.path()), [""; 0]);
    }
    let nowhere = run("name=ok,builtin,nodes=2", &["-o", "nowhere/m.ronl"]);
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.err.contains("nowhere/m.ronl"), "{}", nowhere.err);
    assert_eq!(run("name=ok,builtin,nodes=2", &[]).code, 0);
    assert_eq!(records(here.path(), "match.ronl").len(), 2);
    let again = run("name=ok,builtin,nodes=2", &[]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("it already exists"), "{}", again.err);
}

#[test]
fn bare_comma_in_bot_command_gets_hint_to_quote() {
    let here = bot_folder(&[]);
    let args = [
        "match",
        "--game",
        "zuniq",
        "--bot",
        "cmd=./bot -x,3",
        "--bot",
        "builtin",
    ];
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cmd='./bot -x,3'"), "{}", run.err);
}

mod slow {
    use super::*;

    #[test]
    fn both_games_of_a_pair_have_the_same_luck() {
        let here = bot_folder(&[]);
        let all = play(
            here.path(),
            &[
                "--game", "box", "--bot", BUILTIN, "--bot", BUILTIN, "--games", "6",
            ],
        );
        let pairs = pairs(&all);
        assert_eq!(pairs.len(), 3);
        let tiles = |record: &Record| -> Vec<String> {
            let digits = |token: &str| token.chars().filter(char::is_ascii_digit).collect();
            record.tokens().map(digits).collect()
        };
        let mut seen = Vec::new();
        for two in pairs.values() {
            assert_eq!(two[0].setup, two[1].setup);
            assert_eq!(two[0].ext["arena.seed"], two[1].ext["arena.seed"]);
            assert_eq!(two[0].players.0.name, two[1].players.1.name);
            let (one, other) = (tiles(two[0]), tiles(two[1]));
            let both = one.len().min(other.len());
            assert!(both > 10);
            assert_eq!(one[..both], other[..both]);
            seen.push(one);
        }
        assert!(seen[0] != seen[1] && seen[1] != seen[2]);
        // The seed decides all of it.
        let again = play(
            here.path(),
            &[
                "--game", "box", "--bot", BUILTIN, "--bot", BUILTIN, "--games", "6",
            ],
        );
        for (one, other) in all.iter().zip(&again) {
            assert_eq!((&one.moves, &one.setup), (&other.moves, &other.setup));
        }
        let other = play(
            here.path(),
            &[
                "--game", "box", "--bot", BUILTIN, "--bot", BUILTIN, "--games", "6", "--seed", "2",
            ],
        );
        assert!(
            all.iter()
                .zip(&other)
                .all(|(one, other)| one.moves != other.moves)
        );
    }

    #[test]
    #[cfg_attr(windows, ignore = "its bot is a shell script")]
    fn openings_are_played_unless_a_bot_only_sees_moves() {
        let here = bot_folder(&[
            ("open.moves", "game: clobber\nb1a1 b2a2\n\nb1c1\n"),
            ("bot.sh", super::super::RANDOM),
        ]);
        let kind = "name=bot,cmd=sh bot.sh";
        let args = [
            "--game",
            "clobber",
            "--bot",
            kind,
            "--bot",
            BUILTIN,
            "--games",
            "4",
            "--openings",
            "open.moves",
        ];
        let all = play(here.path(), &args);
        let starts: Vec<bool> = all
            .iter()
            .map(|record| record.moves.starts_with("b1a1 b2a2 "))
            .collect();
        assert_eq!(starts, [true, true, false, false]);
        assert!(all[2].moves.starts_with("b1c1 ") && all[3].moves.starts_with("b1c1 "));
        assert_eq!(all[0].ext["arena.opening"], "2");
        assert!(
            all.iter()
                .all(|record| record.result.as_ref().unwrap().faults.is_empty())
        );
        for game in ["zuniq", "turn-right", "atari-go"] {
            let args = [
                "--game",
                game,
                "--bot",
                BUILTIN,
                "--bot",
                BUILTIN,
                "--random-plies",
                "3",
            ];
            let two = play(here.path(), &args);
            let first = |record: &Record| {
                record
                    .tokens()
                    .take(3)
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_eq!(first(&two[0]), first(&two[1]), "{game}");
            assert!(
                two.iter()
                    .all(|record| record.result.as_ref().unwrap().faults.is_empty())
            );
        }
        for game in ["clobber", "atari-go"] {
            let bot = format!("cmd={}", super::super::good(game));
            let args = ["--game", game, "--bot", BUILTIN, "--bot", &bot];
            let all = play(here.path(), &[&args[..], &["--random-plies", "4"]].concat());
            let has_fault = |record: &Record| !record.result.as_ref().unwrap().faults.is_empty();
            assert!(
                !all.is_empty() && !all.iter().any(has_fault),
                "{game}: {all:?}"
            );
        }
        let kind = format!("cmd={}", super::super::good("zuniq"));
        let refused = kifu(
            here.path(),
            &[
                "match",
                "--game",
                "zuniq",
                "--bot",
                &kind,
                "--bot",
                BUILTIN,
                "--random-plies",
                "3",
            ],
        );
        assert_eq!(refused.code, 2);
        assert!(
            refused.err.contains("only learns its opponent's moves"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn match_of_repeated_games_is_warned_of() {
    let here = bot_folder(&[]);
    let bot = |name: &str, nodes: u32| {
        format!(
            "name={name},cmd={} play --game clobber --nodes {nodes}",
            crate::KIFU
        )
    };
    let (one, two) = (bot("a", 1), bot("b", 2));
    let bots = ["--bot", &one, "--bot", &two];
    let setup = ["--setup", "width=4", "--setup", "height=4"];
    let args = ["match", "-q", "--game", "clobber", "--games", "8"];
    let run = kifu(here.path(), &[&args[..], &setup, &bots].concat());
    let warning = "6 of 8 games repeat an earlier one move for move";
    assert!(run.err.contains(warning), "{}", run.err);
    let more = ["--random-plies", "4", "-o", "other.ronl"];
    let run = kifu(here.path(), &[&args[..], &setup, &bots, &more].concat());
    assert!(!run.err.contains("repeat"), "{}", run.err);
}
