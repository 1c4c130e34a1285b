//! SVG: the pictures of the sample records, and that any name makes a well-formed file.

use crate::xml::{html, texts};
use kifu_core::games::{self, CATALOGUE};
use kifu_core::record::{Attempt, Mark, MarkColor, MarkKind, Record, read_ron};
use kifu_core::scene::Palette;
use kifu_logs::formats::{PictureSequence, ReadContext, check_text, game_picture, render_svg};
use std::fs;

/// One record of each game, with mistakes and faults.
const SAMPLES: [&str; 6] = [
    "atari-go",
    "box",
    "clobber",
    "turn-right-illegal",
    "turn-right",
    "zuniq",
];

fn records() -> Vec<(String, Record)> {
    let folder = crate::common::records_folder();
    let read = |name: &&str| {
        let text = fs::read_to_string(folder.join(format!("{name}.ron"))).unwrap();
        (name.to_string(), read_ron(&text).unwrap())
    };
    SAMPLES.iter().map(read).collect()
}

/// The picture of the last position.
fn written(record: &Record) -> String {
    let game = games::by_id(CATALOGUE, &record.game).unwrap();
    let picture = game_picture(record, game, None).unwrap();
    render_svg(&picture, Palette::LIGHT)
}

#[test]
fn xml_reader_of_the_tests_finds_errors() {
    for wrong in [
        "<a>",
        "<a></b>",
        "<a b=c/>",
        "<a>&x;</a>",
        "<a>&</a>",
        "<a/>x",
        "<a>\u{1}</a>",
        "<a><!-- x --></a>",
        "<a b=\"1\" b=\"2\"/>",
    ] {
        assert!(texts(wrong).is_err(), "{wrong}");
    }
    assert_eq!(
        texts("<a b=\"1\"><c/>x &amp; y</a>\n").unwrap(),
        ["", "", "x & y"]
    );
    for wrong in [
        "<a/>",
        "<br></br>",
        "<script>",
        "<style></b></style>",
        "<a><b></a>",
    ] {
        assert!(html(&format!("<!DOCTYPE html>{wrong}")).is_err(), "{wrong}");
    }
    let page = html("<!DOCTYPE html><a><br><script>1<2&&3</script>x<svg><b c=\"&lt;\"/></svg></a>");
    let page = page.unwrap();
    assert_eq!(
        (page.texts.concat().as_str(), page.raw.concat().as_str()),
        ("x", "1<2&&3")
    );
    assert_eq!(page.tags[4].attributes, [("c".to_owned(), "<".to_owned())]);
}

/// The pictures in `fixtures/svg`; `SNAPSHOTS=overwrite cargo test --test logs formats::svg` makes
/// them again, to be looked at.
#[test]
fn pictures_of_sample_records_match_their_snapshots() {
    let folder = crate::common::repository().join("fixtures/svg");
    let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
    for (name, record) in records() {
        let text = written(&record);
        assert_eq!(
            text,
            written(&record),
            "the same record gives the same bytes"
        );
        texts(&text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        let path = folder.join(format!("{name}.svg"));
        if overwrite {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap();
        let line = kept
            .lines()
            .zip(text.lines())
            .position(|(kept, now)| kept != now);
        assert!(
            kept == text,
            "{name} looks otherwise, from line {line:?} on"
        );
    }
}

#[test]
fn hostile_names_make_well_formed_pictures() {
    let (_, sample) = records().pop().unwrap();
    let long = "Wide Wide Wide ".repeat(40);
    for name in [
        "<b>&amp;\"'</b>",
        "]]><script>alert(1)</script><!--",
        "\u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{645}\u{631}\u{62d}\u{628}\u{627}",
        "👩‍👩‍👧 🎲 棋譜 가나다",
        "a\u{202e}b\u{0}c\u{9b}d\u{7f}\u{fffe}\u{ffff}",
        "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
        "\n\r\t ",
        &long,
    ] {
        let mut record = sample.clone();
        record.players.0.name = name.to_owned();
        record.players.1.version = name.to_owned();
        record.event.name = name.to_owned();
        record.attempt = Some(Attempt {
            raw: name.to_owned(),
            reason: name.to_owned(),
            ..Attempt::default()
        });
        let text = written(&record);
        let shown = texts(&text)
            .unwrap_or_else(|wrong| panic!("{name:?}: {wrong}"))
            .join("\n");
        assert!(!text.contains("<script") && !text.contains("\u{202e}"));
        if name.chars().count() < 20 && !name.contains(char::is_control) {
            assert!(shown.contains(name), "{name:?}: {shown}");
        }
        let game = games::by_id(CATALOGUE, &record.game).unwrap();
        let scene = game_picture(&record, game, None).unwrap();
        for item in &scene.items {
            assert!(scene.area().contains(item.area()), "{name:?}: {item:?}");
        }
    }
}

#[test]
fn marks_are_drawn_only_on_places_of_the_board() {
    let (_, mut record) = records().swap_remove(2);
    let game = games::by_id(CATALOGUE, &record.game).unwrap();
    let plain = game_picture(&record, game, Some(3)).unwrap().items.len();
    let kinds = [
        MarkKind::Circle,
        MarkKind::Cross,
        MarkKind::Triangle,
        MarkKind::Square,
        MarkKind::Arrow,
        MarkKind::Text,
    ];
    for kind in kinds {
        let mark = |at: &str, to: &str| Mark {
            kind,
            at: at.to_owned(),
            to: to.to_owned(),
            text: "A".to_owned(),
            color: MarkColor::default(),
        };
        record.note_mut(3).marks = vec![mark("b2", "c2")];
        let scene = game_picture(&record, game, Some(3)).unwrap();
        assert!(scene.items.len() > plain, "{kind:?}");
        record.note_mut(3).marks = vec![mark("z9", "nowhere")];
        let scene = game_picture(&record, game, Some(3)).unwrap();
        assert_eq!(
            scene.items.len(),
            plain,
            "{kind:?} on no place of the board"
        );
    }
}

#[test]
fn marks_are_drawn_in_their_colours() {
    let (_, mut record) = records().swap_remove(2);
    let game = games::by_id(CATALOGUE, &record.game).unwrap();
    let mut drawn = Vec::new();
    for color in MarkColor::ALL {
        let mark = Mark::new(MarkKind::Cross, "b2", "").colored(color);
        record.note_mut(3).marks = vec![mark];
        drawn.push(game_picture(&record, game, Some(3)).unwrap().items);
    }
    for (nth, one) in drawn.iter().enumerate() {
        assert!(
            drawn[..nth].iter().all(|other| other != one),
            "colour {nth}"
        );
    }
}

#[test]
fn picture_is_not_read_as_a_log() {
    let (_, record) = records().remove(0);
    let text = written(&record);
    let [checked] = check_text(&text, None, &ReadContext::default())
        .try_into()
        .unwrap();
    assert!(!checked.is_valid());
}

mod slow {
    use super::*;

    #[test]
    fn every_ply_of_sample_records_has_a_well_formed_picture() {
        for (name, record) in records() {
            let game = games::by_id(CATALOGUE, &record.game).unwrap();
            // A failure is a ply after the last move.
            let last = PictureSequence::new(&record, game).unwrap().last_stop();
            for ply in 0..=last {
                let scene = game_picture(&record, game, Some(ply)).unwrap();
                for item in &scene.items {
                    assert!(scene.area().contains(item.area()), "{name} {ply}: {item:?}");
                }
                for palette in [Palette::LIGHT, Palette::DARK] {
                    let text = render_svg(&scene, palette);
                    texts(&text).unwrap_or_else(|wrong| panic!("{name} {ply}: {wrong}"));
                }
            }
            assert!(game_picture(&record, game, Some(last + 1)).is_none());
        }
    }
}
