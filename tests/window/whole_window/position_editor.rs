//! A position is set up by clicks and drags, and the text tells the same.

use super::harness::{Window, folder};
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kifu_app::open_game::Navigation;
use kifu_app::state::Action;

/// The editor with a position of a record.
fn editor(home: &tempfile::TempDir, record: &str, ply: u32) -> Window {
    let mut window = Window::with(home, record);
    window.act(Action::Navigate(Navigation::Ply(ply)));
    window.press_with(Modifiers::COMMAND, Key::E);
    window
}

/// The text in the field.
fn text(window: &Window) -> String {
    let field = window.harness.get_by_label("Position text");
    field.accesskit_node().value().unwrap_or_default()
}

/// The middle of the topmost thing with this label.
fn middle(window: &Window, label: &str) -> Pos2 {
    let found = window.harness.query_all_by_label(label).last();
    found
        .unwrap_or_else(|| panic!("nothing is labelled `{label}`"))
        .rect()
        .center()
}

fn button(window: &mut Window, pos: Pos2, button: PointerButton, pressed: bool) {
    window.harness.event(Event::PointerMoved(pos));
    window.harness.event(Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    });
    window.rest();
}

fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    button(window, from, PointerButton::Primary, true);
    window
        .harness
        .event(Event::PointerMoved(from.lerp(to, 0.5)));
    window.rest();
    window.harness.event(Event::PointerMoved(to));
    window.rest();
    button(window, to, PointerButton::Primary, false);
}

#[test]
fn clicks_put_move_and_erase_pieces_and_the_text_follows() {
    let home = folder();
    let mut window = editor(&home, "clobber.ron", 0);
    let start = text(&window);
    assert!(start.ends_with("/bwbwbwbw w"), "{start}");
    window.click("Erase");
    window.click_topmost("a1, Black");
    assert!(text(&window).ends_with("/.wbwbwbw w"), "{}", text(&window));
    window.click("White stone");
    window.click_topmost("a1, empty");
    assert!(text(&window).ends_with("/wwbwbwbw w"), "{}", text(&window));
    // The same piece again takes it away.
    window.click_topmost("a1, White");
    assert!(text(&window).ends_with("/.wbwbwbw w"), "{}", text(&window));
    window.click("Move pieces");
    window.click_topmost("b1, White");
    window.click_topmost("a1, empty");
    assert!(text(&window).ends_with("/w.bwbwbw w"), "{}", text(&window));
    window.click_topmost("Black to move");
    assert!(text(&window).ends_with("/w.bwbwbw b"), "{}", text(&window));
    for _ in 0..5 {
        window.click("Undo");
    }
    assert_eq!(text(&window), start);
}

#[test]
fn pieces_are_dragged_from_the_palette_on_the_board_and_off_it() {
    let home = folder();
    let mut window = editor(&home, "clobber.ron", 0);
    window.click("Empty board");
    let start = text(&window);
    let (from, to) = (middle(&window, "Black stone"), middle(&window, "c1, empty"));
    drag(&mut window, from, to);
    assert!(text(&window).ends_with("/..b..... w"), "{}", text(&window));
    window.click("Move pieces");
    let (from, to) = (middle(&window, "c1, Black"), middle(&window, "e1, empty"));
    drag(&mut window, from, to);
    assert!(text(&window).ends_with("/....b... w"), "{}", text(&window));
    let (from, away) = (middle(&window, "e1, Black"), middle(&window, "Erase"));
    drag(&mut window, from, away);
    assert_eq!(text(&window), start);
    // A piece that is chosen paints along a drag; the right button erases.
    window.click("White stone");
    let (from, to) = (middle(&window, "a1, empty"), middle(&window, "c1, empty"));
    drag(&mut window, from, to);
    assert!(text(&window).ends_with("/www..... w"), "{}", text(&window));
    let at = middle(&window, "b1, White");
    button(&mut window, at, PointerButton::Secondary, true);
    button(&mut window, at, PointerButton::Secondary, false);
    assert!(text(&window).ends_with("/w.w..... w"), "{}", text(&window));
}

#[test]
fn an_impossible_position_is_explained_by_the_rules_and_starts_nothing() {
    for (record, clicks, reason) in [
        (
            "zuniq.ron",
            &[
                "A1h, open",
                "A1v, open",
                "A2v, open",
                "B1h, open",
                "E5h, open",
                "E5v, open",
                "E6v, open",
                "F5h, forbidden: a zone of this size exists",
            ][..],
            "closed zones of different sizes",
        ),
        (
            "turn-right.ron",
            &["a1, empty", "b1, empty"][..],
            "as many white stones as black ones",
        ),
        (
            "atari-go.ron",
            &["A2, empty", "B1, empty"][..],
            "a chain with a liberty on A1",
        ),
    ] {
        let home = folder();
        let mut window = editor(&home, record, 0);
        window.click("Empty board");
        let start = window.state().tabs.len();
        if record == "atari-go.ron" {
            window.click("White stone");
            window.click_topmost("A1, empty");
            window.click("Black stone");
        } else {
            let piece = if record == "zuniq.ron" {
                "Segment"
            } else {
                "White stone"
            };
            window.click(piece);
        }
        for label in clicks {
            window.click_topmost(label);
        }
        window.must_show(reason);
        window.press(Key::Enter);
        assert_eq!(window.state().tabs.len(), start, "{record}");
        window.click("Undo");
        assert!(!window.shows(reason), "{record}");
    }
}

#[test]
fn a_position_of_every_game_is_set_up_from_an_empty_board_and_played_on() {
    let games = [
        ("Turn Right", "White stone", "c3, empty", "Black to move"),
        ("Atari Go", "Black stone", "C3, empty", "Black to move"),
        // A single stone has no move.
        (
            "Clobber",
            "White stone",
            "c3, empty",
            "the game is over here",
        ),
        ("Box", "Red dot", "Cc, empty", "First to move"),
        ("Zuniq", "Segment", "C3h, open", "Black to move"),
    ];
    for (game, piece, square, turn) in games {
        let home = folder();
        let mut window = editor(&home, "clobber.ron", 0);
        window.click_topmost(game);
        window.click("Empty board");
        window.click(piece);
        window.click_topmost(square);
        window.must_show(&format!("{game}: {turn}"));
        let position = text(&window);
        window.click("Start game");
        assert_eq!(window.state().tabs.len(), 2, "{game}");
        let shown = window.study().state().position();
        // A game of Box first draws a tile.
        assert_eq!(shown.replace(" + ", " - "), position, "{game}");
    }
}

#[test]
fn a_start_position_comes_back_and_a_text_of_another_game_is_recognized() {
    let home = folder();
    let mut window = editor(&home, "atari-go.ron", 4);
    window.must_show("Atari Go: Black to move");
    let shown = text(&window);
    window.click("Start position");
    assert_ne!(text(&window), shown);
    assert!(text(&window).ends_with("B 0/80 0-0 -"), "{}", text(&window));
    window.harness.get_by_label("Position text").focus();
    window.rest();
    window.press_with(Modifiers::COMMAND, Key::A);
    window.write("wb/bw b");
    window.must_show("Clobber: Black to move");
    window.must_show("b1, White");
}

#[test]
fn a_board_of_another_size_is_chosen_and_played_on() {
    let home = folder();
    let mut window = editor(&home, "atari-go.ron", 4);
    window.click_topmost("Board size");
    window.click_topmost("6");
    let position = text(&window);
    let board = position.split(' ').next().unwrap();
    let rows: Vec<usize> = board.split('/').map(str::len).collect();
    assert_eq!(rows, [6; 6], "{position}");
    window.click("Start game");
    assert_eq!(window.study().state().position(), position);
}
