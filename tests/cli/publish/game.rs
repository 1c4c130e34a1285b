//! The page of one game.

use super::{page_of, parse_page, records, values};
use crate::hostile_record::{HOSTILE, record_with};
use crate::xml::Document;
use crate::{BROKEN, GAME, folder, kifu};
use kifu::record::{Glyph, Variation, read_ron, write_ron};
use std::collections::BTreeSet;

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

/// A page with the texts of its style sheets and scripts.
fn shape(document: &Document) -> (Vec<String>, &Vec<String>) {
    let tags = document.tags.iter().map(|tag| {
        let keys = tag.attributes.iter().map(|(key, _)| key.as_str());
        format!("{} {}", tag.name, keys.collect::<Vec<_>>().join(" "))
    });
    (tags.collect(), &document.raw)
}

#[test]
fn page_of_unreviewed_game_has_no_judgements() {
    let here = folder(&[("game.moves", GAME)]);
    let page = page_of(here.path(), "game.moves");
    let document = parse_page(&page);
    let has_text = |words: &str| document.texts.iter().any(|text| text.contains(words));
    assert!(has_text("Ada") && has_text("Moves as text") && !has_text("Key moments"));
    let run = kifu(
        here.path(),
        &["publish", "game.moves", "-o", "-", "--review", "20"],
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let reviewed = parse_page(&run.out);
    assert!(
        reviewed
            .texts
            .iter()
            .any(|text| text.contains("Key moments"))
    );
    let again = kifu(
        here.path(),
        &["publish", "game.moves", "-o", "-", "--review", "20"],
    );
    assert_eq!(
        again.out, run.out,
        "a review by nodes is the same every time"
    );
}

#[test]
fn page_of_broken_game_shows_failed_move_and_findings() {
    let here = folder(&[("broken.moves", BROKEN.split("\n\n").next().unwrap())]);
    let run = kifu(here.path(), &["publish", "broken.moves", "-o", "-"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let document = parse_page(&run.out);
    let has_text = |words: &str| document.texts.iter().any(|text| text.contains(words));
    assert!(has_text("K202") || has_text("K201"), "{:?}", document.texts);
    assert!(values(&document, "id").contains(&"4".to_owned()));
}

#[test]
fn page_of_crashed_game_has_its_ply_and_last_output() {
    let here = folder(&[("crash.ron", crate::show::CRASHED)]);
    let document = parse_page(&page_of(here.path(), "crash.ron"));
    let count = |words: &str| {
        let texts = document.texts.iter();
        texts.filter(|text| text.contains(words)).count()
    };
    assert!(values(&document, "id").contains(&"4".to_owned()));
    assert!(values(&document, "href").contains(&"#4".to_owned()));
    // Under the result, and at the step.
    assert_eq!(count("ValueError: no such stone"), 2);
    assert_eq!(count("Black crashed at ply 4."), 1);
    assert!(values(&document, "data-c").contains(&"0.01 s|0.03 s".to_owned()));
    // Its time has a bar at the right end of the graph, in the middle of which is ply 2.
    assert_eq!(values(&document, "data-plies"), ["4"]);
    let black = values(&document, "d").into_iter();
    let black = black.filter(|bars| bars.matches('z').count() == 2);
    assert!(black.into_iter().any(|bars| bars.contains("M738 ")));
}

mod slow {
    use super::*;

    #[test]
    fn page_of_every_game_is_well_formed_and_self_contained() {
        let here = records();
        for name in GAMES {
            let page = page_of(here.path(), &format!("{name}.ron"));
            let document = parse_page(&page);
            for key in ["src", "srcset", "poster", "action"] {
                assert!(values(&document, key).is_empty(), "{name}: {key}");
            }
            let ids: Vec<String> = values(&document, "id");
            let once: BTreeSet<&String> = ids.iter().collect();
            assert_eq!(once.len(), ids.len(), "{name}: ids are unique");
            for link in values(&document, "href") {
                let place = link
                    .strip_prefix('#')
                    .expect("nothing is fetched")
                    .to_owned();
                assert!(ids.contains(&place), "{name}: {link} leads nowhere");
            }
            let has_text = |words: &str| document.texts.iter().any(|text| text.contains(words));
            for words in [
                "Key moments",
                "Win probability of",
                "About this game",
                "Protocol",
            ] {
                assert!(has_text(words), "{name}: {words}");
            }
            assert!(page.contains("Content-Security-Policy"), "{name}");
            assert!(
                !page.contains("unsafe-eval") && !page.contains("https:"),
                "{name}"
            );
            // Every colour that is used has a value: light, dark, and dark by the switch.
            let variables = page.split("var(").skip(1);
            let names: BTreeSet<&str> = variables
                .map(|variable| variable.split(')').next().unwrap())
                // The shape of the board is not a colour.
                .filter(|name| *name != "--tall,1")
                .collect();
            for color in names {
                assert_eq!(
                    page.matches(&format!("{color}:#")).count(),
                    3,
                    "{name}: {color}"
                );
            }
        }
    }

    #[test]
    fn page_has_a_described_panel_for_each_ply() {
        let here = records();
        let document = parse_page(&page_of(here.path(), "clobber.ron"));
        let panels = document.tags.iter().filter(|tag| {
            let class = tag.attributes.iter().find(|(key, _)| key == "class");
            class.is_some_and(|(_, class)| class.split(' ').any(|name| name == "panel"))
        });
        let labels: Vec<&str> = panels
            .map(|tag| {
                let label = tag.attributes.iter().find(|(key, _)| key == "data-label");
                label.map_or("", |(_, label)| label.as_str())
            })
            .collect();
        // The start and 49 plies; each takes a stone.
        assert_eq!(labels.len(), 50);
        assert!(
            labels[0].contains("32 white stones, 32 black stones"),
            "{}",
            labels[0]
        );
        assert!(
            labels
                .iter()
                .all(|label| label.starts_with("Clobber, 8 by 8")),
            "{labels:?}"
        );
    }

    #[test]
    fn hostile_text_of_a_log_adds_no_tags_to_page() {
        let [harmless, hostile] = ["Ada", HOSTILE].map(|text| {
            let here = folder(&[("a.ron", record_with(text).as_str())]);
            parse_page(&page_of(here.path(), "a.ron"))
        });
        let shown = HOSTILE.replace(['\u{202e}', '\u{ffff}'], "\u{fffd}");
        let count = hostile
            .texts
            .iter()
            .filter(|text| text.contains(&shown))
            .count();
        // At least the heading, both strips, and each comment, message and output of 49 plies.
        assert!(count > 3 * 49, "{count}");
        assert_eq!(shape(&hostile), shape(&harmless));
        assert_eq!(hostile.raw.len(), 3, "two style sheets and one script");
    }

    #[test]
    fn page_shows_variations_glyphs_comments_and_bot_messages() {
        let records = crate::common::records_folder().join("clobber.ron");
        let mut record = read_ron(&std::fs::read_to_string(records).unwrap()).unwrap();
        let note = record.note_mut(1);
        note.comment = "a comment of ours".to_owned();
        note.message = "a message of the bot".to_owned();
        note.stderr = "depth 12 score 34".to_owned();
        note.glyph = Some(Glyph::Interesting);
        note.variations = vec![Variation {
            moves: "e8e7 g7g8".to_owned(),
            ..Variation::default()
        }];
        let here = folder(&[("a.ron", write_ron(&record).as_str())]);
        let document = parse_page(&page_of(here.path(), "a.ron"));
        for words in [
            "a comment of ours",
            "a message of the bot",
            "depth 12 score 34",
            "!?",
        ] {
            assert!(document.texts.iter().any(|text| text == words), "{words}");
        }
        let links = values(&document, "href");
        assert!(links.contains(&"#v1-1".to_owned()) && links.contains(&"#v1-2".to_owned()));
        let ids = values(&document, "id");
        assert!(ids.contains(&"v1-2".to_owned()), "{ids:?}");
    }
}
