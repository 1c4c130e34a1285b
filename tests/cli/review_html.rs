//! `kifu review --report html`: a well-formed page for any text in the logs.

use crate::hostile_record::{HOSTILE, record_with};
use crate::xml::{Document, html};
use crate::{GAME, folder, kifu};
use std::collections::BTreeSet;
use std::path::Path;

fn parse_page(page: &str) -> Document {
    html(page).unwrap_or_else(|why| panic!("{why}\n{page}"))
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
fn only_several_games_get_a_table_of_contents() {
    let logs = folder(&[("logs/a.moves", GAME)]);
    let one = page(logs.path(), &[]);
    parse_page(&one);
    assert!(!one.contains("<nav"));
    std::fs::write(logs.path().join("logs/b.moves"), GAME).unwrap();
    let two = page(logs.path(), &[]);
    parse_page(&two);
    assert_eq!(two.matches("<a href=\"#g").count(), 2, "{two}");
    assert!(two.find("<nav").unwrap() < two.find("<article").unwrap());
}

mod slow {
    use super::*;

    #[test]
    fn review_page_is_well_formed_with_valid_links() {
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
        let texts = parse_page(&page).texts;
        assert_eq!(page.matches("<article ").count(), 5);
        let ids = values(&page, "id");
        for link in values(&page, "href") {
            let place = link.strip_prefix('#').expect("nothing is fetched");
            assert!(ids.contains(&place), "{link} leads nowhere");
        }
        let mut once = ids.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), ids.len(), "ids are unique");
        assert!(!page.contains("src="), "nothing is fetched");
        // A diagram for each key moment, and every colour that is used has a value: light, dark as the
        // system has it, and dark by the switch.
        let moments = page.matches("<section class=\"moment\"").count();
        assert!(moments > 5, "{moments}");
        assert_eq!(page.matches("<figcaption>Before ply").count(), moments);
        let variables = page.split("var(").skip(1);
        let names: BTreeSet<&str> = variables
            .map(|variable| variable.split(')').next().unwrap())
            // A variable with a fallback is the size of one board.
            .filter(|name| !name.contains(','))
            .collect();
        assert!(names.len() > 5, "{names:?}");
        for name in names {
            let given = page.matches(&format!("{name}:#")).count();
            assert_eq!(given, 3, "{name}");
        }
        let has_text = |words: &str| texts.iter().any(|text| text.contains(words));
        assert!(has_text("Luck") && has_text("5 games") && has_text("accuracy"));
    }

    #[test]
    fn hostile_text_of_a_log_adds_no_tags_to_review() {
        let file = if cfg!(windows) {
            "'x'&amp;&x.ron"
        } else {
            "<b onclick='x'>&amp;\"q\".ron"
        };
        let harmless = folder(&[("logs/a.ron", record_with("Ada").as_str())]);
        let hostile = folder(&[(&format!("logs/{file}"), record_with(HOSTILE).as_str())]);
        let [harmless, hostile] =
            [harmless, hostile].map(|logs| parse_page(&page(logs.path(), &[])));
        let shown = HOSTILE.replace(['\u{202e}', '\u{ffff}'], "\u{fffd}");
        let with = |words: &str| {
            let texts = hostile.texts.iter();
            texts.filter(|text| text.contains(words)).count()
        };
        // The title of the game with both names, and a cell of the summary for each.
        assert_eq!(with(&shown), 3, "{:?}", hostile.texts);
        assert_eq!(with(file), 1, "{:?}", hostile.texts);
        // No text of the log became a tag, an attribute, a style or a script.
        assert_eq!(hostile.tags, harmless.tags);
        assert_eq!(hostile.raw, harmless.raw);
        assert_eq!(hostile.raw.len(), 2, "one style sheet and one script");
    }
}
