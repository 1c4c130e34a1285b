//! The board as a screen reader has it.

use super::harness::{Stage, start};
use egui::accesskit::Role;
use egui::vec2;
use egui_kittest::kittest::{NodeT, Queryable};

#[test]
fn a_spot_is_clicked_by_its_label() {
    let mut harness = Stage::new(start("clobber")).harness(vec2(600.0, 600.0));
    let label = harness.state().scene.hit_area("e2").unwrap().label.clone();
    harness.get_by_label(&label).click();
    harness.run();
    assert_eq!(harness.state().all(|board| board.clicked.clone()), ["e2"]);
}

#[test]
fn a_screen_reader_walks_over_all_spots_and_picks_one() {
    for game in kifu_core::games::CATALOGUE {
        let mut harness = Stage::new(start(game.id())).harness(vec2(900.0, 700.0));
        let spots = harness.state().scene.hit_areas.clone();
        let canvas = harness.get_by_role(Role::Canvas);
        assert_eq!(
            canvas.accesskit_node().label().unwrap(),
            harness.state().scene.label
        );
        let buttons: Vec<_> = canvas.get_all_by_role(Role::Button).collect();
        assert_eq!(buttons.len(), spots.len(), "{}", game.id());
        let last = spots.last().unwrap();
        harness.get_by_label(&last.label).click_accesskit();
        harness.run();
        let clicked = harness.state().all(|board| board.clicked.clone());
        assert_eq!(clicked, [last.id.as_str()]);
    }
}

#[test]
fn the_focus_of_a_screen_reader_is_the_cursor() {
    let mut harness = Stage::new(start("clobber")).harness(vec2(600.0, 600.0));
    let label = harness.state().scene.hit_area("b4").unwrap().label.clone();
    harness.get_by_label(&label).focus();
    harness.run();
    let last = harness.state().seen.last().unwrap();
    assert_eq!(last.cursor.as_deref(), Some("b4"));
    assert!(harness.get_by_label(&label).is_focused());
    harness.key_press(egui::Key::ArrowUp);
    harness.run();
    let label = harness.state().scene.hit_area("b5").unwrap().label.clone();
    assert!(harness.get_by_label(&label).is_focused());
}
