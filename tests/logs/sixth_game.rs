//! A sixth game is one folder (`tests/common/noughts.rs`) and one line in a catalogue: every layer above
//! accepts it unchanged.

use crate::common::battery;
use crate::noughts::{Noughts, Square};
use kifu_core::contract::{Setup, TextStyle};
use kifu_core::findings::Severity;
use kifu_core::games;
use kifu_core::record::Ending;
use kifu_core::scene::{Palette, SceneOptions};
use kifu_logs::formats::{
    CheckedGame, FORMATS, ReadContext, check_text, game_picture, render_svg, write_all,
};

kifu_core::catalogue! {
    games::clobber::Clobber,
    Noughts,
}

fn read(text: &str) -> CheckedGame {
    let context = ReadContext {
        catalogue: CATALOGUE,
        ..ReadContext::default()
    };
    let mut checked = check_text(text, None, &context);
    assert_eq!(checked.len(), 1);
    checked.remove(0)
}

#[test]
fn noughts_pass_the_rule_battery() {
    battery::<Noughts>(&Setup::default(), 200, |_| (0..9).map(Square).collect());
}

#[test]
fn noughts_games_are_detected_by_moves_and_judged() {
    let checked = read("crosses: Ada\nnoughts: Charles\nresult: 2 - 0\na1 b2 a2 b3 a3\n");
    assert!(checked.is_valid(), "{:?}", checked.findings);
    assert_eq!(checked.record.game, "noughts");
    assert_eq!(checked.record.players.0.name, "Ada");
    assert_eq!((checked.ply_count, checked.ending), (5, Ending::Finished));

    let checked = read("a1 b2 b2");
    assert!(!checked.is_valid());
    let finding = &checked.findings[0];
    assert_eq!(finding.code.to_string(), "K202");
    assert_eq!(finding.message, "ply 3, Crosses: `b2`: b2 is taken");
    assert_eq!(finding.location.as_ref().unwrap().column, 7);
}

#[test]
fn noughts_games_survive_every_format_that_is_written() {
    let record = read("a1 b2 a2 b3 a3").record;
    let mut written = 0;
    for format in FORMATS {
        if format.writer().is_none() {
            continue;
        }
        let Ok(text) = write_all(*format, std::slice::from_ref(&record), CATALOGUE) else {
            continue;
        };
        let again = read(&text);
        let worst = again.worst_severity();
        assert!(worst < Some(Severity::Error), "{}: {text}", format.id());
        assert_eq!(again.record.moves, record.moves, "{}", format.id());
        assert_eq!(again.record.result, record.result, "{}", format.id());
        written += 1;
    }
    assert!(written >= 6);
}

#[test]
fn noughts_picture_and_scene_are_drawn() {
    let record = read("crosses: Ada\nnoughts: Charles\na1 b2 a2 b3 a3").record;
    let game = games::by_id(CATALOGUE, &record.game).unwrap();
    let picture = game_picture(&record, game, None).unwrap();
    let text = render_svg(&picture, Palette::LIGHT);
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    for words in [
        "Ada against Charles. Crosses wins",
        "Crosses · winner",
        ">o</text>",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let mut state = game.start(&Setup::default()).unwrap();
    state.play("a1").unwrap();
    let scene = state.scene(SceneOptions::default());
    let spot = scene.hit_area("a1").unwrap();
    assert_eq!((spot.label.as_str(), scene.hit_areas.len()), ("a1, x", 9));
    assert!(scene.area().contains(spot.area));
}

#[test]
fn noughts_position_is_shown_as_text_and_parsed() {
    let game = games::by_id(CATALOGUE, "noughts").unwrap();
    let mut state = game.start(&Setup::default()).unwrap();
    for token in ["a1", "b2", "a2"] {
        state.play(token).unwrap();
    }
    assert_eq!(state.position(), ".../xo./x.. o");
    assert_eq!(
        state.text_board(TextStyle::default()),
        "3 . . .\n2 x o .\n1 x . .\n  a b c\n"
    );
    let again = game.parse_position(&state.position()).unwrap();
    assert_eq!(again.key(), state.key());
    assert_eq!(state.legal_moves().len(), 6);
}

#[test]
fn noughts_are_only_in_the_test_catalogue() {
    struct Name;
    impl games::GameVisitor for Name {
        type Output = &'static str;
        fn visit<G: kifu_core::contract::Game>(self) -> &'static str {
            G::INFO.name
        }
    }
    assert_eq!(visit("noughts", Name), Some("Noughts and crosses"));
    assert!(games::by_id(games::CATALOGUE, "noughts").is_none());
}
