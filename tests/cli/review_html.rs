//! `kifu review --report html`: a sound page whatever stands in the logs.

use crate::common::xml::texts;
use crate::{GAME, folder, kifu};
use kifu::record::{read_ron, write_ron};
use std::path::Path;

/// A page as XML, without its first line.
fn sound(page: &str) -> Vec<String> {
    let rest = page.strip_prefix("<!doctype html>\n").expect("a page");
    texts(rest).unwrap_or_else(|why| panic!("{why}\n{page}"))
}

/// The values of an attribute.
fn values<'a>(page: &'a str, key: &str) -> Vec<&'a str> {
    let key = format!(" {key}=\"");
    let all = page.split(key.as_str()).skip(1);
    all.map(|rest| rest.split('"').next().unwrap()).collect()
}

fn page(folder: &Path, more: &[&str]) -> String {
    let mut args = vec!["review", "logs", "--nodes", "40", "--report", "html"];
    args.extend(more);
    let run = kifu(folder, &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    run.out
}

#[test]
fn every_games_page_is_sound_and_its_links_lead_somewhere() {
    let records = crate::common::records_folder();
    let files: Vec<(String, String)> = ["turn-right", "atari-go", "clobber", "box", "zuniq"]
        .iter()
        .map(|name| {
            let text = std::fs::read_to_string(records.join(format!("{name}.ron")));
            (format!("logs/{name}.ron"), text.unwrap())
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let logs = folder(&files);
    let page = page(logs.path(), &[]);
    let texts = sound(&page);
    assert_eq!(page.matches("<article ").count(), 5);
    let ids = values(&page, "id");
    for link in values(&page, "href") {
        let place = link.strip_prefix('#').expect("nothing is fetched");
        assert!(ids.contains(&place), "{link} leads nowhere");
    }
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len(), "an id stands for one thing");
    assert!(!page.contains("src="), "nothing is fetched");
    // A diagram for each key moment, and every colour that is used has a value, light and dark.
    let moments = page.matches("<section class=\"moment\"").count();
    assert!(moments > 5, "{moments}");
    assert_eq!(page.matches("<figcaption>Before ply").count(), moments);
    for variable in page.split("var(").skip(1) {
        let name = variable.split(')').next().unwrap();
        let given = page.matches(&format!("{name}:#")).count();
        assert_eq!(given, 2, "{name}");
    }
    let said = |words: &str| texts.iter().any(|text| text.contains(words));
    assert!(said("Luck") && said("5 games") && said("accuracy"));
}

#[test]
fn names_are_text_and_nothing_else() {
    let name = "</title><script>alert('x')</script>\" onload=\"&amp;<!--\u{202e}\u{ffff}";
    let records = crate::common::records_folder().join("clobber.ron");
    let mut record = read_ron(&std::fs::read_to_string(records).unwrap()).unwrap();
    name.clone_into(&mut record.players.0.name);
    name.clone_into(&mut record.event.name);
    let logs = folder(&[("logs/a.ron", write_ron(&record).as_str())]);
    let page = page(logs.path(), &[]);
    let texts = sound(&page);
    let shown = name.replace(['\u{202e}', '\u{ffff}'], "\u{fffd}");
    assert!(texts.iter().any(|text| text.contains(&shown)), "{page}");
    // The page's own script and no other.
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(!page.contains("onload=\"&"));
}

#[test]
fn one_game_needs_no_table_of_contents() {
    let logs = folder(&[("logs/a.moves", GAME)]);
    let one = page(logs.path(), &[]);
    sound(&one);
    assert!(!one.contains("<nav"));
    std::fs::write(logs.path().join("logs/b.moves"), GAME).unwrap();
    let two = page(logs.path(), &[]);
    sound(&two);
    assert_eq!(two.matches("<a href=\"#g").count(), 2, "{two}");
    assert!(two.find("<nav").unwrap() < two.find("<article").unwrap());
}
