//! Panes in windows of different sizes.

use super::harness::{Window, copy, folder};
use crate::common::records_folder;
use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kifu_app::AppOptions;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, Effect};

const SMALL: [f32; 2] = [800.0, 600.0];
const REGULAR: [f32; 2] = [1280.0, 800.0];
const LARGE: [f32; 2] = [2560.0, 1440.0];

fn resize(window: &mut Window, size: [f32; 2]) {
    window.harness.set_size(size.into());
    window.rest();
}

fn board(window: &Window) -> Rect {
    window.harness.get_by_role(Role::Canvas).rect()
}

fn is_figure_shown(window: &Window, name: &str) -> bool {
    let label = format!("{name}, ply");
    let figures = window.harness.query_all_by_role(Role::Figure);
    figures
        .filter_map(|figure| figure.accesskit_node().label())
        .any(|found| found.starts_with(&label))
}

#[test]
fn panes_that_were_not_moved_fit_the_width_of_the_window() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    assert!(window.shows("1 game") && window.shows("Draw with the left button"));
    resize(&mut window, SMALL);
    // Two columns: the library is behind the moves, the notes behind the graph.
    assert!(!window.shows("1 game") && !window.shows("Draw with the left button"));
    assert!(window.shows("Start") && is_figure_shown(&window, "Win probability"));
    let small = board(&window);
    assert!(small.width() > 0.55 * SMALL[0], "{small:?}");
    assert!(small.height() > 0.6 * SMALL[1], "{small:?}");
    resize(&mut window, LARGE);
    // The review has a place beside the notes.
    for text in [
        "1 game",
        "Key moments",
        "Draw with the left button",
        "Start",
    ] {
        window.must_show(text);
    }
    resize(&mut window, REGULAR);
    assert!(window.shows("1 game") && !window.shows("Key moments"));
}

#[test]
fn a_pane_that_was_chosen_or_hidden_stays_so_in_a_window_of_another_size() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press_with(Modifiers::SHIFT, Key::F12);
    window.must_show("Key moments");
    window.press(Key::F2);
    assert!(!window.shows("1 game"));
    resize(&mut window, SMALL);
    window.must_show("Key moments");
    resize(&mut window, REGULAR);
    assert!(window.shows("Key moments") && !window.shows("1 game"));
}

#[test]
fn panes_that_were_moved_stay_where_they_are() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    // The edge between the library and the board is dragged.
    let edge = window.harness.get_by_label("White to move").rect().left();
    let from = egui::pos2(edge - 2.5, 600.0);
    let before = board(&window);
    window.harness.drag_at(from);
    window.harness.step();
    window.harness.hover_at(from + egui::vec2(30.0, 0.0));
    window.harness.step();
    window.harness.hover_at(from + egui::vec2(60.0, 0.0));
    window.harness.step();
    window.harness.drop_at(from + egui::vec2(60.0, 0.0));
    window.rest();
    let moved = board(&window);
    assert!(moved.left() > before.left() + 40.0, "{before:?}, {moved:?}");
    resize(&mut window, SMALL);
    assert!(window.shows("1 game") && window.shows("Draw with the left button"));
    // The command that restores the layout takes that of the window's size.
    window.act(Action::Outside(Effect::ResetPanes));
    assert!(!window.shows("1 game") && window.shows("Start"));
}

#[test]
fn a_small_window_shows_the_standings_of_a_followed_match() {
    let home = folder();
    let record = std::fs::read_to_string(records_folder().join("clobber.ron")).unwrap();
    let record = kifu_core::record::read_ron(&record).unwrap();
    let path = home.path().join("cup.ronl");
    std::fs::write(&path, kifu_core::record::write_ronl(&record)).unwrap();
    let mut window = Window::open_with(AppOptions {
        follow: Some(path),
        data_folder: Some(home.path().join("home")),
        ..AppOptions::default()
    });
    window.harness.set_size(SMALL.into());
    window.until("the game", |state| {
        let followed = state.followed.as_ref();
        let is_told = followed.is_some_and(|followed| followed.update.is_some());
        is_told && state.tabs.len() == 1
    });
    window.must_show("1 game · following");
    let buttons = ["Newest", "Stop following"].map(|label| window.harness.get_by_label(label));
    let [newest, stop] = buttons.map(|button| button.rect());
    assert!((newest.center().y - stop.center().y).abs() < 1.0);
}

#[test]
fn a_low_graph_shows_one_chart_and_buttons_for_the_others() {
    let home = folder();
    let mut window = Window::with(&home, "box.ron");
    let shown = |window: &Window| {
        ["Win probability", "Score", "Time"].map(|name| is_figure_shown(window, name))
    };
    assert_eq!(shown(&window), [true, true, true]);
    resize(&mut window, [1280.0, 520.0]);
    assert_eq!(shown(&window), [true, false, false]);
    let button = window.harness.get_by_role_and_label(Role::Button, "Time");
    button.click();
    window.rest();
    assert_eq!(shown(&window), [false, false, true]);
    let figures = window.harness.query_all_by_role(Role::Figure);
    for figure in figures {
        assert!(figure.rect().height() > 20.0, "{:?}", figure.rect());
    }
    // The choice is for low panes alone.
    resize(&mut window, REGULAR);
    assert_eq!(shown(&window), [true, true, true]);
}

#[test]
fn a_game_without_used_time_has_no_chart_of_times() {
    let home = folder();
    let path = super::harness::unreviewed(&home, "clobber.ron");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut record = kifu_core::record::read_ron(&text).unwrap();
    let plies = u32::try_from(record.tokens().count()).unwrap();
    for ply in 1..=plies {
        record.times_ms.set_ms(ply, 0);
    }
    std::fs::write(&path, kifu_core::record::write_ron(&record)).unwrap();
    let mut window = Window::open(&home, vec![path]);
    window.until("the game", |state| state.tabs.len() == 1);
    assert!(!is_figure_shown(&window, "Time"));
    window.must_show("There are no times and no changes of score to show.");
}

#[test]
fn the_names_of_recent_files_leave_room_for_their_buttons() {
    let home = folder();
    let short = copy(&home, "clobber.ron");
    let long = home
        .path()
        .join(format!("{}.ron", "a-long-name-".repeat(12)));
    std::fs::copy(&short, &long).unwrap();
    let mut window = Window::open(&home, vec![short, long.clone()]);
    window.until("the games", |state| {
        state.recent_files.len() == 2 && state.running_jobs.is_empty()
    });
    while !window.state().tabs.is_empty() {
        window.press_with(Modifiers::COMMAND, Key::W);
    }
    let long = long.file_name().unwrap().to_string_lossy().into_owned();
    let remove = |name: &str| {
        let label = format!("Remove from this list: {name}");
        window.harness.get_by_label(&label).rect()
    };
    let (short, long_button) = (remove("clobber.ron"), remove(&long));
    assert!((short.left() - long_button.left()).abs() < 0.5);
    let link = window.harness.get_by_role_and_label(Role::Link, &long);
    assert!(link.rect().right() < long_button.left());
}

/// The lowest point of the upper panes beside the board of a small window.
fn end_of_upper_panes(window: &Window) -> f32 {
    let below = window.harness.get_by_label("Graph").rect();
    below.top()
}

#[test]
fn a_low_library_shows_games_below_its_filters() {
    let home = folder();
    let mut window = Window::open(&home, vec![records_folder()]);
    window.until("the games", |state| {
        state.library.len() > 3 && state.tabs.len() == 1 && state.running_jobs.is_empty()
    });
    resize(&mut window, SMALL);
    window.press_with(Modifiers::COMMAND, Key::F);
    window.click("Filters");
    for text in ["Ending", "Folders"] {
        window.must_show(text);
    }
    let rows = window.harness.query_all_by_role(Role::ListBoxOption);
    let end = end_of_upper_panes(&window);
    let whole = rows.filter(|row| row.rect().height() > 30.0 && row.rect().bottom() <= end);
    assert!(whole.count() >= 2);
}

#[test]
fn seats_with_long_names_stay_inside_the_protocol() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut record = kifu_core::record::read_ron(&text).unwrap();
    record.players.0.name = "a very long name ".repeat(8);
    record.players.1.name = "another long name\nof two lines ".repeat(8);
    std::fs::write(&path, kifu_core::record::write_ron(&record)).unwrap();
    let mut window = Window::open(&home, vec![path]);
    window.until("the game", |state| state.tabs.len() == 1);
    assert!(!window.state().tabs[0].title.contains('\n'));
    window.press(Key::F10);
    let edge = window.harness.ctx.content_rect().right();
    for side in ["White: a very", "Black: another"] {
        let seats = window.harness.query_all_by_label_contains(side);
        let seats: Vec<Rect> = seats.map(|seat| seat.rect()).collect();
        assert!(!seats.is_empty(), "{side}");
        assert!(seats.iter().all(|seat| seat.right() < edge), "{seats:?}");
    }
}

#[test]
fn a_key_moment_is_seen_whole_after_two_steps_at_once() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    resize(&mut window, SMALL);
    window.press_with(Modifiers::SHIFT, Key::F12);
    // The second step comes in the frame in which the pane is to scroll to the first moment.
    for _ in 0..2 {
        let next = Action::Navigate(Navigation::KeyMoment(true));
        window.shell().request(next);
        window.harness.step();
    }
    window.rest();
    assert_eq!(window.study().ply(), 4);
    let top = window.harness.get_by_label("Review again").rect().bottom();
    let moment = window.harness.get_by_label_contains("ply 4, Black").rect();
    assert!(moment.top() >= top, "{moment:?} below {top}");
}
