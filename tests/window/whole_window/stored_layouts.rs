//! Pane layouts that another version of the program stored.

use super::harness::{Window, temp_folder};
use egui::{Key, Modifiers};
use std::fs;
use tempfile::TempDir;

/// A layout stored by a version without the explorer: the players are above the moves, and the
/// library is hidden.
const WITHOUT_EXPLORER: &str = concat!(
    "(id:(8333874272848016587),root:Some((21)),tiles:(next_tile_id:22,tiles:{(16):Pane(Bot)",
    ",(19):Container(Linear((children:[(4),(7)],dir:Vertical,shares:(shares:{(7):1.0,(4):3.",
    "4})))),(2):Container(Tabs((children:[(1)],active:Some((1))))),(9):Container(Tabs((chil",
    "dren:[(8)],active:Some((8))))),(11):Pane(Protocol),(7):Container(Tabs((children:[(5),(",
    "6)],active:Some((5))))),(10):Pane(Moves),(5):Pane(Graph),(15):Pane(Engine),(4):Contain",
    "er(Tabs((children:[(3)],active:Some((3))))),(14):Pane(Review),(18):Container(Tabs((chi",
    "ldren:[(13),(14),(15),(16),(17)],active:Some((13))))),(21):Container(Linear((children:",
    "[(2),(19),(20)],dir:Horizontal,shares:(shares:{(19):2.3,(20):1.15,(2):1.0})))),(13):Pa",
    "ne(Notes),(8):Pane(Players),(6):Pane(Findings),(20):Container(Linear((children:[(9),(1",
    "2),(18)],dir:Vertical,shares:(shares:{(12):1.5,(18):1.6,(9):0.95})))),(17):Pane(Change",
    "s),(12):Container(Tabs((children:[(10),(11)],active:Some((10))))),(3):Pane(Board),(1):",
    "Pane(Library)},invisible:[(1)]),height:None,width:None)",
);

/// Opens the window with a layout in its settings.
fn window_with_layout(home: &TempDir, layout: &str) -> Window {
    let config = home.path().join("home");
    fs::create_dir_all(&config).unwrap();
    let settings = format!("(version: 1, layout: {layout:?})");
    fs::write(config.join("settings.ron"), settings).unwrap();
    Window::with_record(home, "clobber.ron")
}

/// Reports whether the panes are arranged as in the stored layout.
///
/// In the default layout the library is shown, and the moves hide the players.
fn is_arranged(window: &Window) -> bool {
    let (library, players, moves) = ("1 game", "Clobber · House match", "Start");
    !window.shows(library) && window.shows(players) && window.shows(moves)
}

#[test]
fn stored_layout_is_kept_and_new_pane_is_added() {
    let home = temp_folder();
    let mut window = window_with_layout(&home, WITHOUT_EXPLORER);
    assert!(is_arranged(&window));
    // The new pane is a tab behind the moves, as in the default layout.
    let explorer = "Listed games only";
    assert!(!window.shows(explorer));
    window.press_with(Modifiers::SHIFT, Key::F11);
    window.must_show(explorer);
    assert!(!window.shows("Start"));
    window.must_show("Clobber · House match");
    window.press(Key::F2);
    window.must_show("1 game");
}

#[test]
fn missing_pane_without_neighbors_is_added_next_to_others() {
    let home = temp_folder();
    let layout = WITHOUT_EXPLORER.replace("Pane(Library)", "Pane(Weather)");
    let window = window_with_layout(&home, &layout);
    window.must_show("1 game");
    window.must_show("Clobber · House match");
}

mod slow {
    use super::*;

    #[test]
    fn stored_layout_with_unknown_pane_is_kept() {
        for pane in ["Changes", "Protocol", "Graph"] {
            let home = temp_folder();
            let name = format!("Pane({pane})");
            assert!(WITHOUT_EXPLORER.contains(&name));
            let layout = WITHOUT_EXPLORER.replace(&name, "Pane(Weather)");
            let window = window_with_layout(&home, &layout);
            assert!(is_arranged(&window), "{pane}");
        }
    }

    #[test]
    fn invalid_or_boardless_layout_falls_back_to_default() {
        let without_board = WITHOUT_EXPLORER.replace("Pane(Board)", "Pane(Weather)");
        for layout in [without_board.as_str(), "(id: 1)", ""] {
            let home = temp_folder();
            let window = window_with_layout(&home, layout);
            window.must_show("1 game");
            assert!(!window.shows("Clobber · House match"), "{layout}");
        }
    }
}
