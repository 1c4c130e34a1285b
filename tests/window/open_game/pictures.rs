//! The picture of the shown position: what it shows and what it hides.

use super::sample_games::{bundled_records, catalogue_game};
use kifu_app::open_game::{Navigation, OpenGame};
use kifu_app::state::{Action, AppState, EngineAction, InputAction, SettingsAction, Theme};
use kifu_core::contract::Player;
use kifu_core::scene::Palette;
use kifu_logs::formats::PictureParts;
use kifu_study::render::{FallbackFont, PictureFormat, Rasterizer};
use kifu_study::review::Thresholds;
use std::sync::Arc;

fn opened(id: &str) -> AppState {
    let mut state = AppState::default();
    let (_, record) = bundled_records()
        .into_iter()
        .find(|(name, _)| name == id)
        .unwrap();
    state.open_record(record, Vec::new(), None);
    state
}

fn svg(state: &AppState) -> String {
    let picture = state.shown_picture(state.active_tab).unwrap();
    let file = picture
        .encode(PictureFormat::Svg, Palette::LIGHT, &Rasterizer::new())
        .unwrap();
    String::from_utf8(file).unwrap()
}

#[test]
fn picture_shows_ply_comment_and_coordinates() {
    let mut state = opened("atari-go");
    let _ = state.perform(Action::Navigate(Navigation::Ply(12)));
    let shown = svg(&state);
    assert!(
        shown.contains(">Ply 12: White H4? · Black to move<"),
        "{shown}"
    );
    assert!(
        shown.contains(">Better: C5 (−12 % win probability)<"),
        "{shown}"
    );
    let _ = state.perform(Action::Settings(SettingsAction::ToggleCoordinates));
    assert!(!svg(&state).contains(">J<"));
    assert!(AppState::default().shown_picture(0).is_none());
}

#[test]
fn picture_of_variation_hides_result_of_game() {
    let mut state = opened("clobber");
    let _ = state.perform(Action::Navigate(Navigation::Ply(1)));
    let open_game = state.open_game_mut().unwrap();
    let moves = open_game.state().legal_moves();
    let played = open_game.to_record().tokens().nth(1).unwrap().to_owned();
    let other = moves.into_iter().find(|token| *token != played).unwrap();
    let _ = state.perform(Action::Input(InputAction::PlayMove(other.clone())));
    let shown = svg(&state);
    assert!(
        shown.contains(&format!(">Ply 2: Black {other} · White to move<")),
        "{shown}"
    );
    assert!(
        !shown.contains("winner") && !shown.contains("wins"),
        "{shown}"
    );
}

#[test]
fn picture_hides_unknown_information_and_spoilers() {
    let mut state = opened("box");
    let _ = state.perform(Action::Navigate(Navigation::Ply(12)));
    let open = svg(&state);
    assert!(open.contains("yellow") && open.contains("blue"), "{open}");
    state.knowledge_of = Some(Player::First);
    let first = svg(&state);
    assert!(
        first.contains("yellow") && !first.contains("blue"),
        "{first}"
    );
    state.knowledge_of = None;
    let _ = state.perform(Action::Engine(EngineAction::ToggleSpoilerFree));
    let shown = svg(&state);
    assert!(
        open.contains("Better: ") && !shown.contains("Better: "),
        "{shown}"
    );
}

#[test]
fn picture_encodes_as_png_and_raster() {
    let mut state = opened("zuniq");
    state.preferences.theme = Theme::Dark;
    let _ = state.perform(Action::Navigate(Navigation::Ply(2)));
    let picture = state.shown_picture(0).unwrap();
    let png = picture
        .encode(PictureFormat::Png, Palette::DARK, &Rasterizer::new())
        .unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let raster = picture.raster(Palette::DARK, &Rasterizer::new()).unwrap();
    assert_eq!(raster.width, 800);
}

#[test]
fn missing_letters_of_a_picture_are_those_without_a_font() {
    let (_, mut record) = bundled_records().swap_remove(0);
    record.players.0.name = "漢 😀".to_owned();
    let game = catalogue_game(&record.game);
    let open_game = OpenGame::new(record, game).unwrap();
    let picture = open_game.shown_picture(PictureParts::default(), Thresholds::default());
    let missing = |rasterizer: &Rasterizer| picture.missing_letters(rasterizer);
    assert_eq!(missing(&Rasterizer::new()), ['漢', '😀']);
    let fonts = egui::FontDefinitions::default();
    let emoji = &fonts.font_data["NotoEmoji-Regular"];
    let font = FallbackFont::new(Arc::clone(&emoji.font), emoji.index);
    let with_emoji = Rasterizer::with_fallbacks(vec![font]);
    assert_eq!(missing(&with_emoji), ['漢']);
    let pixels = |rasterizer| picture.raster(Palette::LIGHT, rasterizer).unwrap().pixels;
    assert!(pixels(&with_emoji) != pixels(&Rasterizer::new()));
}
