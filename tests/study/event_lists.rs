//! The lists of the games of a large event, and the search that leads to them.

use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::Record;
use kifu_study::pages::{Event, EventGame, PageFile};
use kifu_study::review::{ReviewedGame, Thresholds};
use std::collections::{BTreeMap, BTreeSet};

/// Returns an event in which every player has two games.
fn event(count: usize) -> Event<'static> {
    let game = |nth: usize| {
        let mut record = Record {
            game: "clobber".to_owned(),
            moves: "a2a1".to_owned(),
            ..Record::default()
        };
        record.setup.set("width", "2".to_owned());
        record.setup.set("height", "2".to_owned());
        record.players.0.name = format!("<P{nth}>");
        record.players.1.name = format!("<P{}>", (nth + 1) % count);
        record.event.round = (nth / 100).to_string();
        let game = by_id(CATALOGUE, "clobber").unwrap();
        let thresholds = Thresholds::default();
        let reviewed =
            ReviewedGame::without_reasons(String::new(), game, record, 1, &thresholds).unwrap();
        let path = format!("games/{nth}.html");
        EventGame::new(&reviewed, &[], PageFile { path }).unwrap()
    };
    let games = (0..count).map(game).collect();
    Event::new("An event".to_owned(), games, Vec::new(), BTreeMap::new())
}

/// Returns the texts between two others.
fn between<'a>(page: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    let parts = page.split(start).skip(1);
    parts.filter_map(|part| part.split(end).next()).collect()
}

#[test]
fn search_shows_the_list_of_each_game() {
    let event = event(2345);
    let index = event.index_page();
    assert_eq!(event.list_count(), 3);
    let players = between(&index, "data-players=\"", "\"");
    let rounds = between(&index, "data-rounds=\"", "\"");
    assert_eq!((players.len(), rounds.len()), (3, 3));
    let mut games = BTreeSet::new();
    for list in 0..3 {
        let page = event.list_page(list);
        assert!(index.contains(&format!("href=\"{}\"", Event::list_path(list))));
        for row in between(&page, "<tr data-player=\"", "</tr>") {
            let game = between(row, "href=\"../games/", "\"")[0];
            assert!(games.insert(game.to_owned()), "{game}");
            let names = row.split('"').next().unwrap();
            for name in names.lines() {
                assert!(players[list].lines().any(|known| known == name), "{name}");
            }
            let round = between(row, "data-round=\"", "\"")[0];
            assert!(rounds[list].lines().any(|known| known == round), "{round}");
        }
    }
    assert_eq!(games.len(), 2345);
}
