//! Box against the contest's own games and dialogues.
use kifu::contract::{
    Contest, DialogueEnd, DialogueEvent, DialogueLine, Player, Setup, Winner, replay,
};

use super::setup;
use crate::common::{data, random_game};
use kifu::games::box_game::BoxGame;
use kifu::search::SplitMix64;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The lines of the contest's transcripts, by column.
fn transcripts() -> Option<Vec<BTreeMap<String, String>>> {
    let mut games = Vec::new();
    for path in files(&data("box")?, "-transcripts.csv") {
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
    Some(games)
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    paths
}

#[test]
fn every_result_of_the_contest_is_reproduced() {
    let Some(games) = transcripts() else {
        return;
    };
    let (mut regular, mut failed) = (0, 0);
    for game in &games {
        let given = |name: &str| [1, 2].map(|n| game[&format!("{name}{n}")].as_str());
        let status = given("Status");
        let faults = status.map(|status| !["WIN", "LOSE", "DRAW"].contains(&status));
        let setup = BoxGame::setup_from_extras(&given("Color")).unwrap();
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

/// The content of a dialogue: the seat, the setup, the tokens, and the end that the jury sends.
#[derive(Debug, Default, PartialEq)]
struct Told {
    seat: Option<Player>,
    colors: Option<String>,
    tokens: Vec<String>,
    raw: Vec<String>,
    over: bool,
}

fn listen(lines: &[DialogueLine]) -> Told {
    let mut dialogue = BoxGame::protocol(&Setup::default());
    let mut told = Told::default();
    for line in lines {
        let events = if line.to_bot {
            dialogue.on_jury_line(&line.text)
        } else {
            dialogue.on_bot_line(&line.text)
        };
        for event in events.unwrap_or_else(|bad| panic!("{bad}: {lines:?}")) {
            match event {
                DialogueEvent::Seat(seat) => told.seat = Some(seat),
                DialogueEvent::Setup("colors", colors) => told.colors = Some(colors),
                DialogueEvent::Token { token, raw } => {
                    told.raw.extend(raw);
                    told.tokens.push(token);
                }
                DialogueEvent::Over => told.over = true,
                // The own tile comes again with the move.
                DialogueEvent::Chance(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    told
}

fn line(to_bot: bool, text: &str) -> DialogueLine {
    DialogueLine {
        to_bot,
        text: text.to_owned(),
    }
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

#[test]
fn the_player_logs_of_the_contest_tell_the_games_of_its_tables() {
    let Some(games) = transcripts() else {
        return;
    };
    let games: BTreeMap<&str, _> = games.iter().map(|game| (&*game["Game"], game)).collect();
    let mut seats = [0; 2];
    for folder in files(&data("box/playerlogs").unwrap(), "") {
        for path in files(&folder, ".txt") {
            let lines = framed(&std::fs::read_to_string(&path).unwrap());
            let told = listen(&lines);
            let name = path.file_stem().unwrap().to_string_lossy();
            let game = games[name.strip_prefix("game-").unwrap()];
            let seat = told.seat.unwrap();
            seats[seat.index()] += 1;
            let color = &game[&format!("Color{}", seat.index() + 1)];
            let colors = match seat {
                Player::First => format!("{color} -"),
                Player::Second => format!("- {color}"),
            };
            assert_eq!(told.colors, Some(colors));
            let moves = game["Moves"].as_str();
            // The program does not read what the other does last.
            assert!(moves.starts_with(&told.tokens.join(" ")), "{told:?}");
            assert!(moves.split(' ').count() - told.tokens.len() <= 1);
            let both = BoxGame::setup_from_extras(&[&game["Color1"], &game["Color2"]]).unwrap();
            let tokens: Vec<&str> = told.tokens.iter().map(String::as_str).collect();
            let script = BoxGame::protocol(&both).script(&both, &tokens, seat, DialogueEnd::Open);
            assert_eq!(script.unwrap(), lines, "written again it is the same");
        }
    }
    assert_eq!(seats, [20, 20]);
}

#[test]
fn the_dialogue_of_a_seat_tells_all_that_it_can_know() {
    for (seed, short) in (0..20).zip(2..) {
        let both = setup("4 1");
        let game = random_game::<BoxGame>(&both, &mut SplitMix64::new(seed));
        let game: Vec<&str> = game.iter().map(String::as_str).collect();
        for seat in Player::ALL {
            for (end, length) in [(DialogueEnd::Over, game.len()), (DialogueEnd::Open, short)] {
                let tokens = &game[..length];
                let protocol = BoxGame::protocol(&both);
                let lines = protocol.script(&both, tokens, seat, end).unwrap();
                let told = listen(&lines);
                assert_eq!(told.seat, Some(seat));
                let own = ["4 -", "- 1"][seat.index()];
                assert_eq!(told.colors.as_deref(), Some(own));
                assert_eq!(told.tokens, tokens);
                assert_eq!(told.over, end == DialogueEnd::Over);
                let own_plies = tokens.len() / 2
                    - usize::from(tokens.len().is_multiple_of(2) && seat == Player::Second);
                assert_eq!(told.raw.len(), own_plies);
            }
        }
    }
}

#[test]
fn the_dialogue_of_the_statement_is_written_and_read() {
    let both = setup("4 1");
    let tokens = ["Hh216534h", "Ik364521v", "If462513v"];
    let script = |seat, end| {
        let lines = BoxGame::protocol(&both)
            .script(&both, &tokens, seat, end)
            .unwrap();
        let words: Vec<String> = lines
            .iter()
            .map(|line| format!("{}{}", if line.to_bot { "" } else { "< " }, line.text))
            .collect();
        words.join("; ")
    };
    assert_eq!(
        script(Player::First, DialogueEnd::Open),
        "4; Hh216534h; Start; 364521; < Ikv; If462513v"
    );
    assert_eq!(
        script(Player::Second, DialogueEnd::OpponentFailed),
        "1; Hh216534h; Ik364521v; 462513; < Ifv; Quit"
    );
    let without = |setup: Setup, tokens: &[&str]| {
        let protocol = BoxGame::protocol(&setup);
        let bad = protocol.script(&setup, tokens, Player::Second, DialogueEnd::Open);
        bad.unwrap_err().to_string()
    };
    assert!(without(setup("4 -"), &tokens).contains("colour of the second player is unknown"));
    assert!(without(both.clone(), &["Hh216534h", "Aa364521v"]).contains("a legal move"));
    assert!(without(both.clone(), &["Hh216534h", "364521"]).contains("a tile and its place"));
}

#[test]
fn what_a_program_says_is_told_with_its_tile_whatever_it_is() {
    let said = |words: &str| {
        let mut lines: Vec<DialogueLine> = ["4", "Hh216534h", "Start", "364521"]
            .map(|text| line(true, text))
            .to_vec();
        lines.push(line(false, words));
        let told = listen(&lines);
        (told.tokens[1].clone(), told.raw.first().cloned())
    };
    let with_raw = |token: &str, raw: &str| (token.to_owned(), Some(raw.to_owned()));
    assert_eq!(said("Ikv"), with_raw("Ik364521v", "Ikv"));
    assert_eq!(said("lkv "), with_raw("lk364521v", "lkv"));
    assert_eq!(said("ikv"), with_raw("ik364521v", "ikv"));
    assert_eq!(said("I give up"), ("I give up".to_owned(), None));
    assert_eq!(said("é1"), ("é1".to_owned(), None));
    assert_eq!(said(""), (String::new(), None));
}

#[test]
fn a_line_that_cannot_stand_there_is_refused() {
    let after = |heard: &[&str]| {
        let mut dialogue = BoxGame::protocol(&Setup::default());
        for text in heard {
            dialogue.on_jury_line(text).unwrap();
        }
        dialogue
    };
    let hear =
        |heard: &[&str], text: &str| after(heard).on_jury_line(text).unwrap_err().to_string();
    let all = ["4", "Hh216534h", "Start", "364521"];
    assert_eq!(
        hear(&[], "7"),
        "expected the program's colour, 1 to 6, found `7`"
    );
    assert!(hear(&all[..1], "216534").contains("the start tile, as Hh216534h"));
    assert!(hear(&all[..2], "Ikv").contains("Start, or the first player's move"));
    assert!(hear(&all[..3], "Ik364521v").contains("the program's tile, as 364521"));
    assert!(hear(&all, "Ik364521v").contains("the program's answer"));
    assert!(hear(&["Quit"], "Quit").contains("nothing after Quit"));
    assert!(
        after(&all[..3])
            .on_bot_line("Ikv")
            .unwrap_err()
            .to_string()
            .contains("silence")
    );
}
