//! Dialogues of one bot with the jury: player logs of Box, and replays written as dialogues.

use crate::log_checks::replay_survives_dialogue;
use crate::trials::{file_name, files_with_extension};
use kifu::arena::recorded_input;
use kifu::formats::{self, CheckedGame, Format, ReadContext, check_text, detect, write_all};
use kifu::games::{CATALOGUE, by_id};
use kifu::record::{Ending, Record};
use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials![
        "box" => forty_player_logs_give_the_games_of_the_transcripts,
        "box/playerlogs" => input_of_player_logs_is_what_they_received,
        "box/playerlogs/test-1-competition-323/game-261359.txt" => truncated_player_log_is_an_unfinished_game,
        ["atari-go", "clobber", "codingame-web", "faults"] => replays_survive_dialogues,
    ]
}

fn format() -> &'static dyn Format {
    formats::by_id("codecup-dialogue").unwrap()
}

fn one(text: &str) -> CheckedGame {
    let mut all = check_text(text, Some(format()), &ReadContext::default());
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn written(record: &Record) -> String {
    write_all(format(), std::slice::from_ref(record), CATALOGUE).unwrap()
}

fn codes(checked: &CheckedGame) -> Vec<String> {
    let findings = checked.findings.iter();
    findings.map(|finding| finding.code.to_string()).collect()
}

/// The moves of every game of a competition, by its number.
fn transcripts(path: &Path) -> BTreeMap<String, (Vec<String>, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let colors = format!("{} {}", cells[9], cells[10]);
        let moves = cells[11].split_whitespace().map(str::to_owned).collect();
        (cells[0].to_owned(), (moves, colors))
    });
    rows.collect()
}

/// In 15 of the 40 logs the bot stops after its own last move and so never receives the move with
/// which the opponent ends the game.
fn forty_player_logs_give_the_games_of_the_transcripts(folder: &Path) {
    let mut endings = [0, 0];
    for test in ["test-1-competition-323", "test-2-competition-324"] {
        let games = transcripts(&folder.join(format!("{test}-transcripts.csv")));
        for entry in std::fs::read_dir(folder.join("playerlogs").join(test)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let (moves, colors) = &games[name.strip_prefix("game-").unwrap()];
            let text = std::fs::read_to_string(&path).unwrap();
            let checked = read_whole_or_one_move_short(&text, moves);
            endings[usize::from(checked.ending == Ending::Unterminated)] += 1;
            assert_one_colour_is_known(&checked.record, colors);
            assert_output_and_time_are_kept(&text, &checked.record);
            let again = one(&written(&checked.record));
            assert_eq!(again.findings.len(), checked.findings.len(), "{name}");
            assert_eq!(again.record, checked.record, "{name}");
        }
    }
    assert_eq!(endings, [25, 15]);
}

fn input_of_player_logs_is_what_they_received(folder: &Path) {
    let mut count = 0;
    for test in std::fs::read_dir(folder).unwrap() {
        for entry in std::fs::read_dir(test.unwrap().path()).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let record = one(&text).record;
            let game = by_id(CATALOGUE, &record.game).unwrap();
            let input = recorded_input(game, &record, None, None).unwrap();
            let received = text.lines().filter_map(|line| {
                let line = line.strip_prefix("IO RCVD [")?;
                line.strip_suffix(']')
            });
            let received: Vec<&str> = received.collect();
            assert_eq!(input.text.lines().collect::<Vec<_>>(), received);
            count += 1;
        }
    }
    assert_eq!(count, 40);
}

fn read_whole_or_one_move_short(text: &str, moves: &[String]) -> CheckedGame {
    assert_eq!(
        detect(text, &ReadContext::default()).unwrap().id(),
        "codecup-dialogue"
    );
    let checked = one(text);
    let read: Vec<&str> = checked.record.tokens().collect();
    if checked.ending == Ending::Unterminated {
        assert_eq!(codes(&checked), ["K308"]);
        assert_eq!(read, moves[..moves.len() - 1]);
    } else {
        assert_eq!(checked.ending, Ending::Finished);
        assert_eq!(checked.findings, []);
        assert_eq!(read, moves);
    }
    checked
}

/// Checks that the log knows only its player's secret colour.
fn assert_one_colour_is_known(record: &Record, both: &str) {
    let known = record.setup.get("colors").unwrap().split(' ');
    let pairs: Vec<_> = known.zip(both.split(' ')).collect();
    assert_eq!(pairs.iter().filter(|(known, _)| *known == "-").count(), 1);
    assert!(
        pairs
            .iter()
            .all(|(known, color)| known == color || *known == "-")
    );
}

/// Checks that every output line of the bot and its time are in the record.
fn assert_output_and_time_are_kept(text: &str, record: &Record) {
    let words = text
        .lines()
        .filter(|line| !line.starts_with("IO ") && !line.starts_with('#'));
    let mut kept: Vec<&str> = Vec::new();
    for note in record.notes.values() {
        kept.extend(note.stderr.lines());
    }
    assert_eq!(kept, words.collect::<Vec<_>>());
    let last = text.lines().last().unwrap();
    let seconds: f64 = last.split(' ').nth(4).unwrap().parse().unwrap();
    let times = [record.players.0.time_ms, record.players.1.time_ms];
    let ms = times.iter().flatten().next().unwrap();
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let used = *ms as f64 / 1000.0;
    assert!((used - seconds).abs() < 1e-9);
}

fn truncated_player_log_is_an_unfinished_game(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let cut = text.rfind("IO SEND").unwrap();
    let checked = one(&text[..cut]);
    assert_eq!(codes(&checked), ["K308"]);
    assert_eq!(checked.ending, Ending::Unterminated);
}

/// Among them are games that ended by a fault, and moves left to the referee.
fn replays_survive_dialogues(folder: &Path) {
    let mut games = 0;
    for path in files_with_extension(folder, "json") {
        let text = std::fs::read_to_string(&path).unwrap();
        games += replay_survives_dialogue(&file_name(&path), &text);
    }
    assert!(games > 0);
}
