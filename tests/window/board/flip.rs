//! The flipped board: drawing, clicks and arrow keys are turned, everything next to it is not.

use super::harness::{start, starts};
use egui::{Event, Key, PointerButton, Rect, pos2, vec2};
use egui_kittest::Harness;
use kifu_app::ui::board::{BoardTransform, BoardView};
use kifu_core::scene::{Scene, SceneRect};

const SIZE: [f32; 2] = [600.0, 600.0];

fn transforms(scene: &Scene) -> [BoardTransform; 2] {
    let rect = Rect::from_min_size(pos2(0.0, 0.0), SIZE.into());
    let upright = BoardTransform::new(scene, rect, 1.0);
    [upright, upright.flipped(scene)]
}

#[test]
fn flipped_board_mirrors_every_square_in_every_game() {
    for scene in starts() {
        let [upright, flipped] = transforms(&scene);
        let squares = scene.hit_areas.iter().map(|hit_area| hit_area.area);
        let board = upright.screen_rect(squares.reduce(SceneRect::union).unwrap());
        for hit_area in &scene.hit_areas {
            let before = upright.screen_rect(hit_area.area);
            let after = flipped.screen_rect(hit_area.area);
            let mirrored = board.min + (board.max - before.max);
            assert!(after.min.distance(mirrored) < 0.01, "{}", hit_area.id);
            assert!((after.size() - before.size()).length() < 0.01);
            let back = flipped.board_point(flipped.screen_pos(hit_area.area.center()));
            assert!(back.distance(hit_area.area.center()) < 0.001);
        }
    }
}

#[test]
fn clicks_and_arrow_keys_follow_flipped_board() {
    let scene = start("clobber");
    let [upright, _] = transforms(&scene);
    let seen = (Vec::<String>::new(), None::<String>);
    let shown = scene.clone();
    let mut harness = Harness::builder().with_size(SIZE).build_ui_state(
        move |ui, (clicked, cursor): &mut (Vec<String>, Option<String>)| {
            let view = BoardView {
                accepts_picks: true,
                is_flipped: true,
                take_focus: true,
                ..BoardView::new(&shown)
            };
            let board = view.show(ui, ui.available_size());
            clicked.extend(board.clicked);
            *cursor = board.cursor;
        },
        seen,
    );
    harness.run();
    // The lower left corner of the screen, where a1 is on an upright board.
    let corner = upright.screen_pos(scene.hit_area("a1").unwrap().area.center());
    harness.event(Event::PointerMoved(corner));
    for pressed in [true, false] {
        harness.event(Event::PointerButton {
            pos: corner + vec2(1.0, 1.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
    }
    harness.run();
    assert_eq!(harness.state().0, ["h8"]);

    let before = harness.state().1.clone().expect("the board has the focus");
    harness.key_press(Key::ArrowLeft);
    harness.run();
    let after = harness.state().1.clone().unwrap();
    let column = |square: &str| square.as_bytes()[0];
    assert_eq!(column(&after), column(&before) + 1, "{before} to {after}");
}
