//! The position editor: clicks and drags on the board, and the position text that matches them.

use super::harness::{Window, temp_folder};
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kifu_app::open_game::Navigation;
use kifu_app::state::Action;

/// Opens the position editor at a ply of a record.
fn editor(home: &tempfile::TempDir, record: &str, ply: u32) -> Window {
    let mut window = Window::with_record(home, record);
    window.perform(Action::Navigate(Navigation::Ply(ply)));
    window.press_with(Modifiers::COMMAND, Key::E);
    window
}

/// Returns the position text in the field.
fn position_text(window: &Window) -> String {
    let field = window.harness.get_by_label("Position text");
    field.accesskit_node().value().unwrap_or_default()
}

/// Returns the center of the topmost widget with this label.
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
    window.settle();
}

fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    button(window, from, PointerButton::Primary, true);
    window
        .harness
        .event(Event::PointerMoved(from.lerp(to, 0.5)));
    window.settle();
    window.harness.event(Event::PointerMoved(to));
    window.settle();
    button(window, to, PointerButton::Primary, false);
}

mod slow {
    use super::*;

    #[test]
    fn clicks_place_move_and_erase_pieces_and_update_position_text() {
        let home = temp_folder();
        let mut window = editor(&home, "clobber.ron", 0);
        let start = position_text(&window);
        assert!(start.ends_with("/bwbwbwbw w"), "{start}");
        window.click("Erase");
        window.click_topmost("a1, Black");
        assert!(
            position_text(&window).ends_with("/.wbwbwbw w"),
            "{}",
            position_text(&window)
        );
        window.click("White stone");
        window.click_topmost("a1, empty");
        assert!(
            position_text(&window).ends_with("/wwbwbwbw w"),
            "{}",
            position_text(&window)
        );
        // Clicking with the same piece again removes it.
        window.click_topmost("a1, White");
        assert!(
            position_text(&window).ends_with("/.wbwbwbw w"),
            "{}",
            position_text(&window)
        );
        window.click("Move pieces");
        window.click_topmost("b1, White");
        window.click_topmost("a1, empty");
        assert!(
            position_text(&window).ends_with("/w.bwbwbw w"),
            "{}",
            position_text(&window)
        );
        window.click_topmost("Black to move");
        assert!(
            position_text(&window).ends_with("/w.bwbwbw b"),
            "{}",
            position_text(&window)
        );
        for _ in 0..5 {
            window.click("Undo");
        }
        assert_eq!(position_text(&window), start);
    }

    #[test]
    fn drags_place_move_remove_and_paint_pieces() {
        let home = temp_folder();
        let mut window = editor(&home, "clobber.ron", 0);
        window.click("Empty board");
        let start = position_text(&window);
        let (from, to) = (middle(&window, "Black stone"), middle(&window, "c1, empty"));
        drag(&mut window, from, to);
        assert!(
            position_text(&window).ends_with("/..b..... w"),
            "{}",
            position_text(&window)
        );
        window.click("Move pieces");
        let (from, to) = (middle(&window, "c1, Black"), middle(&window, "e1, empty"));
        drag(&mut window, from, to);
        assert!(
            position_text(&window).ends_with("/....b... w"),
            "{}",
            position_text(&window)
        );
        let (from, away) = (middle(&window, "e1, Black"), middle(&window, "Erase"));
        drag(&mut window, from, away);
        assert_eq!(position_text(&window), start);
        // A drag with a selected piece places it along the way; the right button erases.
        window.click("White stone");
        let (from, to) = (middle(&window, "a1, empty"), middle(&window, "c1, empty"));
        drag(&mut window, from, to);
        assert!(
            position_text(&window).ends_with("/www..... w"),
            "{}",
            position_text(&window)
        );
        let at = middle(&window, "b1, White");
        button(&mut window, at, PointerButton::Secondary, true);
        button(&mut window, at, PointerButton::Secondary, false);
        assert!(
            position_text(&window).ends_with("/w.w..... w"),
            "{}",
            position_text(&window)
        );
    }

    #[test]
    fn impossible_position_is_explained_and_starts_no_game() {
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
            let home = temp_folder();
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
    fn every_game_starts_from_position_built_on_empty_board() {
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
            let home = temp_folder();
            let mut window = editor(&home, "clobber.ron", 0);
            window.click_topmost(game);
            window.click("Empty board");
            window.click(piece);
            window.click_topmost(square);
            window.must_show(&format!("{game}: {turn}"));
            let position = position_text(&window);
            window.click("Start game");
            assert_eq!(window.state().tabs.len(), 2, "{game}");
            let shown = window.open_game().state().position();
            // A game of Box begins by drawing a tile.
            assert_eq!(shown.replace(" + ", " - "), position, "{game}");
        }
    }

    #[test]
    fn editor_restores_start_position_and_recognizes_text_of_other_game() {
        let home = temp_folder();
        let mut window = editor(&home, "atari-go.ron", 4);
        window.must_show("Atari Go: Black to move");
        let shown = position_text(&window);
        window.click("Start position");
        assert_ne!(position_text(&window), shown);
        assert!(
            position_text(&window).ends_with("B 0/80 0-0 -"),
            "{}",
            position_text(&window)
        );
        window.harness.get_by_label("Position text").focus();
        window.settle();
        window.press_with(Modifiers::COMMAND, Key::A);
        window.type_text("wb/bw b");
        window.must_show("Clobber: Black to move");
        window.must_show("b1, White");
    }

    #[test]
    fn game_starts_on_board_of_chosen_size() {
        let home = temp_folder();
        let mut window = editor(&home, "atari-go.ron", 4);
        window.click_topmost("Board size");
        window.click_topmost("6");
        let position = position_text(&window);
        let board = position.split(' ').next().unwrap();
        let rows: Vec<usize> = board.split('/').map(str::len).collect();
        assert_eq!(rows, [6; 6], "{position}");
        window.click("Start game");
        assert_eq!(window.open_game().state().position(), position);
    }
}
