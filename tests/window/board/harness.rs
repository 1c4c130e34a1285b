//! Boards to test.

use crate::common::records_folder;
use egui::{Pos2, Vec2};
use egui_kittest::Harness;
use kifu_app::ui::board::{BoardResponse, BoardTransform, BoardView};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Mark, Record, read_ron};
use kifu_core::scene::{Scene, SceneItem, SceneOptions};
use std::fs;

/// The bundled records.
pub fn records() -> Vec<Record> {
    let mut names: Vec<_> = fs::read_dir(records_folder()).unwrap().flatten().collect();
    names.sort_by_key(fs::DirEntry::path);
    let read = |entry: &fs::DirEntry| read_ron(&fs::read_to_string(entry.path()).unwrap()).unwrap();
    names.iter().map(read).collect()
}

/// A record's position after so many tokens, or its last.
pub fn scene(record: &Record, tokens: usize) -> Scene {
    let book = by_id(CATALOGUE, &record.game).unwrap();
    let mut table = book.start(&record.setup).unwrap();
    for token in record.tokens().take(tokens) {
        table.play(token).unwrap();
    }
    table.scene(SceneOptions::default())
}

/// The start of a game with nothing told of it, for all games.
pub fn starts() -> Vec<Scene> {
    let start = |book: &&dyn kifu_core::games::DynGame| {
        let table = book.start(&kifu_core::contract::Setup::default()).unwrap();
        table.scene(SceneOptions::default())
    };
    CATALOGUE.iter().map(start).collect()
}

/// The start of one game.
pub fn start(game: &str) -> Scene {
    let table = by_id(CATALOGUE, game).unwrap();
    let table = table.start(&kifu_core::contract::Setup::default()).unwrap();
    table.scene(SceneOptions::default())
}

/// A board as the app would show it, and all that was reported.
pub struct Stage {
    pub scene: Scene,
    pub overlay: Vec<SceneItem>,
    pub marks: Vec<Mark>,
    pub next: Vec<String>,
    pub accept: bool,
    pub turnable: bool,
    pub take_focus: bool,
    pub fit: Option<BoardTransform>,
    pub seen: Vec<BoardResponse>,
}

impl Stage {
    pub fn new(scene: Scene) -> Self {
        Self {
            scene,
            overlay: Vec::new(),
            marks: Vec::new(),
            next: Vec::new(),
            accept: true,
            turnable: false,
            take_focus: false,
            fit: None,
            seen: Vec::new(),
        }
    }

    pub fn harness(self, size: impl Into<Vec2>) -> Harness<'static, Self> {
        let mut harness = Harness::builder()
            .with_size(size)
            .build_ui_state(Self::show, self);
        harness.run();
        harness.state_mut().seen.clear();
        harness
    }

    pub fn show(ui: &mut egui::Ui, stage: &mut Self) {
        let view = BoardView {
            overlay: &stage.overlay,
            marks: &stage.marks,
            next_targets: &stage.next,
            accepts_picks: stage.accept,
            can_rotate: stage.turnable,
            take_focus: stage.take_focus,
            ..BoardView::new(&stage.scene)
        };
        let board = view.show(ui, ui.available_size());
        stage.fit = Some(board.transform);
        stage.seen.push(board);
    }

    /// The middle of a spot on the screen.
    pub fn at(&self, spot: &str) -> Pos2 {
        let area = self.scene.hit_area(spot).unwrap().area;
        self.fit.unwrap().screen_pos(area.center())
    }

    /// Everything of one kind that was reported.
    pub fn all<I: IntoIterator>(&self, what: impl Fn(&BoardResponse) -> I) -> Vec<I::Item> {
        self.seen.iter().flat_map(what).collect()
    }
}
