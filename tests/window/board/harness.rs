//! Boards of the window without a window, and the scenes that they show.

use crate::common::records_folder;
use egui::{Pos2, Vec2};
use egui_kittest::Harness;
use kifu_app::ui::board::{BoardResponse, BoardTransform, BoardView};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Mark, Record, read_ron};
use kifu_core::scene::{Scene, SceneItem, SceneOptions};
use std::fs;

/// Reads the bundled records.
pub fn records() -> Vec<Record> {
    let mut names: Vec<_> = fs::read_dir(records_folder()).unwrap().flatten().collect();
    names.sort_by_key(fs::DirEntry::path);
    let read = |entry: &fs::DirEntry| read_ron(&fs::read_to_string(entry.path()).unwrap()).unwrap();
    names.iter().map(read).collect()
}

/// Returns the scene of a record after a number of tokens, at most all of them.
pub fn scene(record: &Record, tokens: usize) -> Scene {
    let game = by_id(CATALOGUE, &record.game).unwrap();
    let mut state = game.start(&record.setup).unwrap();
    for token in record.tokens().take(tokens) {
        state.play(token).unwrap();
    }
    state.scene(SceneOptions::default())
}

/// Returns the start position of every game, as its default setup draws it.
pub fn starts() -> Vec<Scene> {
    let start = |game: &&dyn kifu_core::games::DynGame| {
        let state = game.start(&kifu_core::contract::Setup::default()).unwrap();
        state.scene(SceneOptions::default())
    };
    CATALOGUE.iter().map(start).collect()
}

/// Returns the start position of one game.
pub fn start(game: &str) -> Scene {
    let game = by_id(CATALOGUE, game).unwrap();
    let state = game.start(&kifu_core::contract::Setup::default()).unwrap();
    state.scene(SceneOptions::default())
}

/// A board as the app shows it, and every response that it reported.
pub struct TestBoard {
    pub scene: Scene,
    pub overlay: Vec<SceneItem>,
    pub marks: Vec<Mark>,
    pub next_targets: Vec<String>,
    pub accepts_picks: bool,
    pub can_rotate: bool,
    pub take_focus: bool,
    pub transform: Option<BoardTransform>,
    pub responses: Vec<BoardResponse>,
}

impl TestBoard {
    pub fn new(scene: Scene) -> Self {
        Self {
            scene,
            overlay: Vec::new(),
            marks: Vec::new(),
            next_targets: Vec::new(),
            accepts_picks: true,
            can_rotate: false,
            take_focus: false,
            transform: None,
            responses: Vec::new(),
        }
    }

    pub fn harness(self, size: impl Into<Vec2>) -> Harness<'static, Self> {
        let mut harness = Harness::builder()
            .with_size(size)
            .build_ui_state(Self::show, self);
        harness.run();
        harness.state_mut().responses.clear();
        harness
    }

    pub fn show(ui: &mut egui::Ui, test_board: &mut Self) {
        let view = BoardView {
            overlay: &test_board.overlay,
            marks: &test_board.marks,
            next_targets: &test_board.next_targets,
            accepts_picks: test_board.accepts_picks,
            can_rotate: test_board.can_rotate,
            take_focus: test_board.take_focus,
            ..BoardView::new(&test_board.scene)
        };
        let board = view.show(ui, ui.available_size());
        test_board.transform = Some(board.transform);
        test_board.responses.push(board);
    }

    /// Returns the middle of a spot on the screen.
    pub fn screen_pos(&self, spot: &str) -> Pos2 {
        let area = self.scene.hit_area(spot).unwrap().area;
        self.transform.unwrap().screen_pos(area.center())
    }

    /// Returns one field of every response so far.
    pub fn reported<I: IntoIterator>(&self, field: impl Fn(&BoardResponse) -> I) -> Vec<I::Item> {
        self.responses.iter().flat_map(field).collect()
    }
}
