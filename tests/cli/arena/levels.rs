//! The levels of the built-in opponents.

use super::{bot_folder, records};
use crate::kifu;
use kifu::contract::Player;
use kifu::record::Record;
use std::path::Path;

/// Plays a match and returns the percentage of games that the first bot wins.
fn win_percentage(folder: &Path, game: &str, bots: [&str; 2], games: u32) -> u32 {
    let count = games.to_string();
    let mut args = vec!["match", "-q", "--clock", "0", "-o", "m.ronl"];
    args.extend(["--game", game, "--games", &count]);
    args.extend(["--bot", bots[0], "--bot", bots[1]]);
    let run = kifu(folder, &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let valid = kifu(folder, &["validate", "--strict", "m.ronl"]);
    assert_eq!(valid.code, 0, "{}", valid.out);
    let all = records(folder, "m.ronl");
    std::fs::remove_file(folder.join("m.ronl")).unwrap();
    let won = all.iter().filter(|record| has_won(record, "one")).count();
    100 * u32::try_from(won).unwrap() / games
}

fn has_won(record: &Record, name: &str) -> bool {
    let winner = record.result.as_ref().unwrap().winner;
    let player = winner.and_then(kifu::contract::Winner::player);
    player.is_some_and(|player| match player {
        Player::First => record.players.0.name == name,
        Player::Second => record.players.1.name == name,
    })
}

const RANDOM: &str = "builtin,level=random,name=two";
const GREEDY: &str = "builtin,level=greedy,name=one";

#[test]
fn level_appears_in_bot_name_and_record() {
    let here = bot_folder(&[]);
    let args = [
        "match",
        "-q",
        "--game",
        "clobber",
        "--bot",
        "builtin,level=random",
        "--bot",
        "builtin,level=uct,nodes=5",
        "-o",
        "m.ronl",
    ];
    assert_eq!(kifu(here.path(), &args).code, 0);
    let all = records(here.path(), "m.ronl");
    let names = [&all[0].players.0.name, &all[0].players.1.name];
    assert_eq!(names, ["random", "uct-5"]);
    let values: Vec<&String> = all[0].ext.values().collect();
    assert!(
        values.iter().any(|value| value.contains("level=random")),
        "{values:?}"
    );
}

#[test]
#[cfg_attr(windows, ignore = "its bot is a shell script")]
fn program_started_with_a_level_plays_at_that_level() {
    let here = bot_folder(&[("bot.sh", "exec KIFU play --game atari-go --level $1")]);
    let bots = [
        "cmd=sh bot.sh greedy,name=one",
        "cmd=sh bot.sh random,name=two",
    ];
    let won = win_percentage(here.path(), "atari-go", bots, 4);
    assert!(won >= 75, "{won} %");
}

mod slow {
    use super::*;

    #[test]
    fn greedy_and_uct_levels_beat_the_random_level() {
        let here = bot_folder(&[]);
        for (game, games, least) in [
            ("atari-go", 20, 80),
            ("box", 20, 60),
            ("turn-right", 2, 100),
        ] {
            let won = win_percentage(here.path(), game, [GREEDY, RANDOM], games);
            assert!(won >= least, "{game}: {won} %");
        }
        let uct = "builtin,level=uct,nodes=100,name=one";
        for game in ["clobber", "zuniq"] {
            let won = win_percentage(here.path(), game, [uct, RANDOM], 10);
            assert!(won >= 80, "{game}: {won} %");
        }
    }

    #[test]
    fn without_a_clock_more_nodes_win_more_games() {
        let here = bot_folder(&[]);
        let many = "builtin,level=uct,nodes=200,name=one";
        let few = "builtin,level=uct,nodes=1,name=two";
        let won = win_percentage(here.path(), "clobber", [many, few], 10);
        assert!(won >= 80, "{won} %");
    }
}
