//! Box against the contest's own games and dialogues.

use crate::box_dialogue::{line, listen};
use crate::trials::{file_name, files_with_extension};
use kifu::contract::{Contest, DialogueEnd, DialogueLine, Game, Player, Winner, replay};
use kifu::games::box_game::BoxGame;
use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub fn trials() -> Vec<Trial> {
    trials![
        "box" => every_contest_result_of_box_is_reproduced,
        "box" => player_logs_of_box_give_the_games_of_the_tables,
    ]
}

fn transcript_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths = files_with_extension(folder, "csv");
    paths.retain(|path| file_name(path).ends_with("-transcripts.csv"));
    paths
}

/// The lines of the contest's transcripts, by column.
fn transcripts(folder: &Path) -> Vec<BTreeMap<String, String>> {
    let mut games = Vec::new();
    for path in transcript_files(folder) {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text.lines().map(|line| line.split(','));
        let header: Vec<&str> = lines.next().unwrap().collect();
        games.extend(lines.map(|fields| {
            let named = header.iter().zip(fields);
            named
                .map(|(a, b)| ((*a).to_owned(), b.to_owned()))
                .collect()
        }));
    }
    games
}

fn every_contest_result_of_box_is_reproduced(folder: &Path) {
    let games = transcripts(folder);
    let (mut regular, mut failed) = (0, 0);
    for game in &games {
        let given = |name: &str| [1, 2].map(|n| game[&format!("{name}{n}")].as_str());
        let status = given("Status");
        let faults = status.map(|status| !["WIN", "LOSE", "DRAW"].contains(&status));
        let setup = (BoxGame::INFO.extras.unwrap().to_setup)(&given("Color")).unwrap();
        let (walk, _) = replay::<BoxGame>(&setup, &game["Moves"], faults.into()).unwrap();
        assert!(walk.failure.is_none() && walk.is_over, "{game:?}");
        assert!(walk.respelled.is_empty(), "{game:?}");
        assert_eq!(walk.plies + 1, game["Moves"].split(' ').count());
        let points = given("Score").map(|score| score.parse().unwrap());
        assert_eq!(walk.outcome.points, Some(points), "{game:?}");
        let winner = match (faults, status) {
            ([true, false], _) | ([false, false], ["LOSE", "WIN"]) => Winner::Second,
            ([false, true], _) | ([false, false], ["WIN", "LOSE"]) => Winner::First,
            ([false, false], ["DRAW", "DRAW"]) => Winner::Draw,
            _ => panic!("{game:?}"),
        };
        assert_eq!(walk.outcome.winner, Some(winner), "{game:?}");
        if faults == [false; 2] {
            regular += 1;
        } else {
            failed += 1;
        }
    }
    assert_eq!((regular, failed), (3_696, 20));
}

/// A player log's lines, without the frame `IO RCVD [..]` and the player's own words.
fn framed(text: &str) -> Vec<DialogueLine> {
    let frame = |text: &str, word: &str, to_bot: bool| {
        let inside = text.strip_prefix(word)?.strip_suffix(']')?;
        Some(line(to_bot, inside))
    };
    text.lines()
        .filter_map(|text| frame(text, "IO RCVD [", true).or(frame(text, "IO SEND [", false)))
        .collect()
}

fn player_logs_of_box_give_the_games_of_the_tables(folder: &Path) {
    let games = transcripts(folder);
    let games: BTreeMap<&str, _> = games.iter().map(|game| (&*game["Game"], game)).collect();
    let mut seats = [0; 2];
    for competition in std::fs::read_dir(folder.join("playerlogs")).unwrap() {
        for path in files_with_extension(&competition.unwrap().path(), "txt") {
            let lines = framed(&std::fs::read_to_string(&path).unwrap());
            let content = listen(&lines);
            let name = path.file_stem().unwrap().to_string_lossy();
            let game = games[name.strip_prefix("game-").unwrap()];
            let seat = content.seat.unwrap();
            seats[seat.index()] += 1;
            let color = &game[&format!("Color{}", seat.index() + 1)];
            let colors = match seat {
                Player::First => format!("{color} -"),
                Player::Second => format!("- {color}"),
            };
            assert_eq!(content.colors, Some(colors));
            let moves = game["Moves"].as_str();
            // The program does not read what the other does last.
            assert!(moves.starts_with(&content.tokens.join(" ")), "{content:?}");
            assert!(moves.split(' ').count() - content.tokens.len() <= 1);
            let both =
                (BoxGame::INFO.extras.unwrap().to_setup)(&[&game["Color1"], &game["Color2"]])
                    .unwrap();
            let tokens: Vec<&str> = content.tokens.iter().map(String::as_str).collect();
            let script = BoxGame::protocol(&both).script(&both, &tokens, seat, DialogueEnd::Open);
            assert_eq!(script.unwrap(), lines, "written again it is the same");
        }
    }
    assert_eq!(seats, [20, 20]);
}
