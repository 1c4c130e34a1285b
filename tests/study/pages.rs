//! The pages of an event.

use kifu_core::contract::{RankingKey, Winner};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Ending, GameResult, read_ron};
use kifu_study::arena::{GameScore, Standings};
use kifu_study::pages::{Event, EventGame, LuckSheet, PageFile, StandingsSheet, standings_page};
use kifu_study::review::{ReviewedGame, Thresholds};
use std::collections::BTreeMap;

/// Returns a game of an event between two names, with this result.
fn event_game(names: [&str; 2], winner: Winner, scores: (i32, i32)) -> EventGame {
    let path = crate::common::records_folder().join("clobber.ron");
    let mut record = read_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    record.players.0.name = names[0].to_owned();
    record.players.1.name = names[1].to_owned();
    record.result = Some(GameResult {
        winner: Some(winner),
        scores: Some(scores),
        points: Some(scores),
        game_points: None,
        how: Ending::Finished,
        faults: BTreeMap::new(),
    });
    let game = by_id(CATALOGUE, "clobber").unwrap();
    let thresholds = Thresholds::default();
    let location = String::new();
    let reviewed = ReviewedGame::without_reasons(location, game, record, 49, &thresholds).unwrap();
    let path = format!("games/{}-{}.html", names[0], names[1]);
    EventGame::new(&reviewed, &[], PageFile { path }).unwrap()
}

/// Returns the standings of as many bots, each of which has won against the next.
fn standings(bots: usize) -> Standings {
    let score = |bot: usize| GameScore {
        names: [format!("b{bot}"), format!("b{}", bot + 1)],
        winner: Some(Winner::First),
        ..GameScore::default()
    };
    let scores: Vec<GameScore> = (1..bots).map(score).collect();
    Standings::new(&scores, &[RankingKey::Points])
}

fn sheet(standings: &Standings, luck: Option<LuckSheet>) -> StandingsSheet<'_> {
    StandingsSheet {
        id: "clobber",
        title: "Clobber",
        heading: "3 games".to_owned(),
        standings,
        luck,
    }
}

/// Returns a table without luck of these ranks, names and ranks with luck.
fn luck(rows: &[[&str; 3]]) -> LuckSheet {
    let row = |row: &[&str; 3]| row.map(str::to_owned).to_vec();
    LuckSheet {
        method: "by an engine".to_owned(),
        head: ["", "bot", "before"].map(str::to_owned).to_vec(),
        rows: rows.iter().map(row).collect(),
    }
}

#[test]
fn closest_games_are_won_games() {
    let games = vec![
        event_game(["even", "alike"], Winner::Draw, (0, 0)),
        event_game(["narrow", "loser"], Winner::First, (6, 5)),
        event_game(["weak", "strong"], Winner::Second, (2, 9)),
    ];
    let event = Event::new("Cup".to_owned(), games, Vec::new(), BTreeMap::new());
    let page = event.index_page();
    let (_, tile) = page.split_once("Closest games").unwrap();
    let (tile, _) = tile.split_once("</ol>").unwrap();
    let order = ["narrow", "strong"].map(|name| tile.find(name));
    assert!(order[0].is_some() && order[0] < order[1], "{tile}");
    assert!(!tile.contains("alike"), "{tile}");
    assert!(tile.contains("<strong>narrow</strong>"), "{tile}");
}

#[test]
fn event_index_leads_to_its_sections_in_order() {
    let standings = standings(4);
    let equal = luck(&[["1", "b1", "1"]]);
    let games = vec![event_game(["b1", "b2"], Winner::First, (6, 5))];
    let sheets = vec![sheet(&standings, Some(equal))];
    let event = Event::new("Clobber".to_owned(), games, sheets, BTreeMap::new());
    let page = event.index_page();
    let (_, nav) = page.split_once("<nav").unwrap();
    let (nav, _) = nav.split_once("</nav>").unwrap();
    let links: Vec<&str> = nav.split("href=\"#").skip(1).collect();
    let links = links.iter().map(|link| link.split('"').next().unwrap());
    let links: Vec<&str> = links.collect();
    let sections = [
        "standings",
        "highlights",
        "games",
        "cross-table",
        "without-luck",
    ];
    assert_eq!(links, sections);
    for id in sections {
        assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    assert!(page.contains(">Standings</h2>"), "the title says the game");
    assert!(page.contains("<b>b1</b>"), "the winner is bold");
}

#[test]
fn long_standings_begin_with_ten_rows() {
    for (bots, is_folded) in [(12, false), (13, true), (46, true)] {
        let standings = standings(bots);
        let page = standings_page(&[sheet(&standings, None)]);
        assert_eq!(page.contains("data-top=\"10\""), is_folded, "{bots}");
    }
}

#[test]
fn equal_luck_is_one_sentence_about_the_ranking() {
    let standings = standings(4);
    let page = |rows: &[[&str; 3]]| standings_page(&[sheet(&standings, Some(luck(rows)))]);
    let same = page(&[["1", "b1", "1"], ["2", "b2", "2"]]);
    assert!(same.contains("With equal luck the ranking would be the same."));
    let other = page(&[["1", "b2", "2"], ["2", "b1", "1"]]);
    assert!(other.contains("With equal luck the ranking would be: b2, b1."));
    let rows = [["1", "b", "2"]; 11];
    assert!(page(&rows).contains("b, b, …"), "at most ten names");
}
