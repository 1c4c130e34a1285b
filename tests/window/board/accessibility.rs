//! The board as a screen reader presents it.

use super::harness::{TestBoard, start};
use egui::accesskit::Role;
use egui::vec2;
use egui_kittest::kittest::{NodeT, Queryable};

#[test]
fn click_on_accessible_label_reports_its_spot() {
    let mut harness = TestBoard::new(start("clobber")).harness(vec2(600.0, 600.0));
    let label = harness.state().scene.hit_area("e2").unwrap().label.clone();
    harness.get_by_label(&label).click();
    harness.run();
    assert_eq!(
        harness.state().reported(|board| board.clicked.clone()),
        ["e2"]
    );
}

#[test]
fn screen_reader_finds_every_spot_as_button_and_clicks_it() {
    for game in kifu_core::games::CATALOGUE {
        let mut harness = TestBoard::new(start(game.id())).harness(vec2(900.0, 700.0));
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
        let clicked = harness.state().reported(|board| board.clicked.clone());
        assert_eq!(clicked, [last.id.as_str()]);
    }
}

#[test]
fn screen_reader_focus_moves_board_cursor() {
    let mut harness = TestBoard::new(start("clobber")).harness(vec2(600.0, 600.0));
    let label = harness.state().scene.hit_area("b4").unwrap().label.clone();
    harness.get_by_label(&label).focus();
    harness.run();
    let last = harness.state().responses.last().unwrap();
    assert_eq!(last.cursor.as_deref(), Some("b4"));
    assert!(harness.get_by_label(&label).is_focused());
    harness.key_press(egui::Key::ArrowUp);
    harness.run();
    let label = harness.state().scene.hit_area("b5").unwrap().label.clone();
    assert!(harness.get_by_label(&label).is_focused());
}
