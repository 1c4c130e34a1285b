//! What actions do to the state.

use crate::games::{IDS, bundled, record};
use kifu::app::library::{Place, Stamp};
use kifu::app::state::{Action, Copied, Dialog, Effect, Field, Home, Pane, PathFor, State};
use kifu::app::study::{About, Go, NodeId};
use kifu::contract::Player;
use kifu::files::{ChunkSpan, GameLocation, Input, Origin};
use kifu::record::{Glyph, Mark, MarkKind, Record};
use std::path::PathBuf;
use std::sync::Arc;

fn all() -> Vec<Action> {
    let text = || "text".to_owned();
    let mark = Mark {
        kind: MarkKind::Circle,
        at: text(),
        to: String::new(),
        text: String::new(),
    };
    let ways = [
        Go::First,
        Go::Last,
        Go::By(1),
        Go::By(-10),
        Go::OwnTurn(true),
        Go::OwnTurn(false),
        Go::Ply(3),
        Go::Node(NodeId::ROOT),
        Go::Event(true),
        Go::Event(false),
        Go::Note(true),
        Go::Note(false),
        Go::Sibling(true),
        Go::Sibling(false),
        Go::Main,
    ];
    let mut all: Vec<Action> = ways.map(Action::Go).into();
    all.extend([
        Action::Autoplay,
        Action::Autoplay,
        Action::Speed(1),
        Action::Speed(i32::MIN),
        Action::Pick(text()),
        Action::Drag(text(), text()),
        Action::Hover(Some(text())),
        Action::Hover(None),
        Action::Turn,
        Action::Flag,
        Action::Deal(text()),
        Action::RandomDeal,
        Action::Cancel,
        Action::Confirm,
        Action::Play(text()),
        Action::Play(String::new()),
        Action::Comment(text()),
        Action::Glyph(Some(Glyph::Good)),
        Action::Glyph(None),
        Action::Mark(mark),
        Action::ClearMarks,
        Action::Delete,
        Action::Promote,
        Action::Reorder(isize::MAX),
        Action::Reorder(-1),
        Action::DeleteAt(NodeId::ROOT),
        Action::Undo,
        Action::Redo,
        Action::Undo,
        Action::New("no such game"),
        Action::Open,
        Action::OpenFolder,
        Action::OpenPaths(vec![PathBuf::from("x")]),
        Action::OpenRow(9),
        Action::NextRow(true),
        Action::Reload,
        Action::Save,
        Action::SaveAs,
        Action::Export("sgf"),
        Action::Paste(text()),
        Action::AskPaste,
        Action::Copy(Copied::Moves),
        Action::Copy(Copied::Position),
        Action::Copy(Copied::Record),
        Action::Copy(Copied::Picture),
        Action::Tab(7),
        Action::Tab(0),
        Action::NextTab(true),
        Action::NextTab(false),
        Action::Pane(Pane::Moves),
        Action::ResetPanes,
        Action::Theme,
        Action::Scale(1),
        Action::Scale(i32::MAX),
        Action::Scale(0),
        Action::Coordinates,
        Action::Animations,
        Action::Knowledge,
        Action::Seat,
        Action::Ask(Dialog::Help),
        Action::Done,
        Action::Focus(Field::Board),
        Action::Key("next", Some(None)),
        Action::Key("next", None),
        Action::Dismiss(3),
        Action::PathGiven(PathFor::Open, PathBuf::from("x")),
        Action::Describe(Box::default()),
        Action::Close(9),
        Action::CloseForSure(9),
        Action::CloseTab,
        Action::Quit,
        Action::QuitForSure,
    ]);
    all
}

fn act(state: &mut State, action: Action) -> Vec<Effect> {
    state.perform(action)
}

#[test]
fn every_action_is_done_with_no_game_with_a_broken_log_and_with_any_game() {
    let broken = Record {
        game: "no such game".to_owned(),
        ..Record::default()
    };
    let unplayable = record(
        "(kifu: 1, game: \"clobber\", setup: {\"size\": \"no number\"}, players: ((), ()), moves: \"a2a1\")",
    );
    let mut games = vec![None, Some(broken), Some(unplayable)];
    games.extend(bundled().into_iter().map(|(_, record)| Some(record)));
    for game in games {
        let told = game.as_ref().map(|game| game.game.clone());
        let fresh = || {
            let mut state = State::default();
            if let Some(game) = game.clone() {
                state.open(game, Vec::new(), None);
            }
            state
        };
        // One after the other, and each from where the game ends.
        let mut one = fresh();
        for action in all() {
            let _ = act(&mut one, action);
            let _ = one.tick(1.0);
            assert!(one.active == 0 || one.active < one.tabs.len(), "{told:?}");
        }
        for action in all() {
            let mut state = fresh();
            let _ = act(&mut state, Action::Go(Go::Last));
            let _ = act(&mut state, action);
            let view = state.view();
            if let Some(tab) = state.tab() {
                let _ = (tab.entry(view), tab.scene(view), tab.names());
            }
        }
    }
}

fn game(name: &str) -> Record {
    let all = bundled().into_iter();
    all.filter(|(known, _)| known == name)
        .map(|(_, record)| record)
        .next()
        .unwrap()
}

fn home(name: &str, index: u32) -> Home {
    let input = Input::File {
        path: PathBuf::from(name),
        is_explicit: true,
    };
    let stretch = ChunkSpan {
        offset: 0,
        length: 0,
        first_line: 1,
        is_whole_file: true,
    };
    let spot = GameLocation {
        span: stretch,
        format: None,
        game: None,
        index_in_chunk: index,
    };
    Home {
        place: Place {
            origin: Arc::new(Origin::new(input)),
            spot,
            index,
            seen: None,
        },
        stamp: Stamp {
            seen: None,
            sha256: [0; 32],
        },
    }
}

#[test]
fn a_game_that_is_open_is_gone_to_and_not_opened_again() {
    let mut state = State::default();
    for (nth, id) in ["box", "zuniq"].into_iter().enumerate() {
        assert_eq!(state.open(game(id), Vec::new(), Some(home(id, 0))), nth);
    }
    assert_eq!(state.open(game("box"), Vec::new(), Some(home("box", 0))), 0);
    assert_eq!((state.tabs.len(), state.active), (2, 0));
    assert_eq!(state.open(game("box"), Vec::new(), Some(home("box", 1))), 2);
    // Games without a home are all their own.
    state.open(game("box"), Vec::new(), None);
    state.open(game("box"), Vec::new(), None);
    assert_eq!(state.tabs.len(), 5);
    assert_eq!(
        state.tabs[0].title,
        "Flat Monte Carlo 30 – Flat Monte Carlo 10"
    );
}

#[test]
fn tabs_close_and_what_is_shown_stays_shown() {
    let mut state = State::default();
    for id in IDS {
        state.open(game(id), Vec::new(), Some(home(id, 0)));
    }
    let shown = |state: &State| state.tab().map(|tab| tab.record.game.clone());
    let _ = act(&mut state, Action::Tab(2));
    let id = state.tabs[0].id;
    assert_eq!(act(&mut state, Action::Close(0)), [Effect::Closed(id)]);
    assert_eq!(shown(&state).as_deref(), Some("clobber"));
    let _ = act(&mut state, Action::Close(3));
    assert_eq!(shown(&state).as_deref(), Some("clobber"));
    let _ = act(&mut state, Action::NextTab(true));
    assert_eq!(shown(&state).as_deref(), Some("box"));
    let _ = act(&mut state, Action::CloseTab);
    assert_eq!(
        shown(&state).as_deref(),
        Some("clobber"),
        "the last one is closed"
    );
    let _ = act(&mut state, Action::NextTab(false));
    assert_eq!(shown(&state).as_deref(), Some("atari-go"));
    let _ = act(&mut state, Action::CloseTab);
    let _ = act(&mut state, Action::CloseTab);
    assert!(state.tab().is_none() && act(&mut state, Action::CloseTab).is_empty());
    // Opened again it is as it was.
    state.open(game("box"), Vec::new(), Some(home("box", 0)));
    assert_eq!(shown(&state).as_deref(), Some("box"));
}

#[test]
fn nothing_that_is_in_no_file_is_lost_without_a_question() {
    let mut state = State::default();
    state.open(game("box"), Vec::new(), Some(home("box", 0)));
    state.open(game("zuniq"), Vec::new(), Some(home("zuniq", 0)));
    let _ = act(&mut state, Action::Comment("mine".to_owned()));
    assert!(act(&mut state, Action::CloseTab).is_empty());
    assert_eq!(state.dialog, Some(Dialog::Close(1)));
    let _ = act(&mut state, Action::Done);
    assert!(act(&mut state, Action::Quit).is_empty());
    assert_eq!(state.dialog, Some(Dialog::Quit));
    assert_eq!(act(&mut state, Action::QuitForSure), [Effect::Quit]);
    let study = state.study_mut().unwrap();
    let revision = study.revision();
    study.saved(revision);
    assert_eq!(act(&mut state, Action::Quit), [Effect::Quit]);
    let _ = act(&mut state, Action::Undo);
    assert_eq!(
        state.changed().collect::<Vec<_>>(),
        [1],
        "the file has a comment"
    );
    assert_eq!(act(&mut state, Action::CloseForSure(1)).len(), 1);
    assert_eq!((state.tabs.len(), state.dialog.clone()), (1, None));
}

#[test]
fn who_saves_before_leaving_leaves_when_all_is_saved() {
    let mut state = State::default();
    for name in ["box", "zuniq", "clobber"] {
        state.open(game(name), Vec::new(), Some(home(name, 0)));
    }
    let mut count = 0;
    let mut change = |state: &mut State, at| {
        count += 1;
        let _ = act(state, Action::Tab(at));
        let _ = act(state, Action::Comment(format!("mine {count}")));
    };
    let saved = |state: &mut State, at: usize| {
        let tab = &state.tabs[at];
        let revision = tab.study.as_ref().unwrap().revision();
        let (id, home) = (tab.id, tab.home.clone().unwrap());
        state.saved(id, revision, home)
    };
    change(&mut state, 2);
    let id = state.tabs[2].id;
    assert_eq!(act(&mut state, Action::SaveAndClose(2)), [Effect::Save(2)]);
    assert_eq!(saved(&mut state, 2), [Effect::Closed(id)]);
    assert_eq!((state.tabs.len(), state.leaving), (2, None));
    // Saved because somebody wanted that alone, a tab stays.
    change(&mut state, 0);
    assert_eq!(act(&mut state, Action::Save), [Effect::Save(0)]);
    assert_eq!(saved(&mut state, 0), []);
    change(&mut state, 0);
    change(&mut state, 1);
    assert_eq!(act(&mut state, Action::SaveAndQuit), [Effect::Save(0)]);
    assert_eq!(saved(&mut state, 0), [Effect::Save(1)]);
    assert_eq!(saved(&mut state, 1), [Effect::Quit]);
    // Who changes his mind stays.
    change(&mut state, 0);
    let _ = act(&mut state, Action::SaveAndQuit);
    let _ = act(&mut state, Action::Done);
    assert_eq!(saved(&mut state, 0), []);
}

#[test]
fn a_game_is_saved_where_it_came_from_or_somebody_is_asked() {
    let mut state = State::default();
    let _ = act(&mut state, Action::New("zuniq"));
    assert_eq!(act(&mut state, Action::Save), [Effect::AskSave(0, None)]);
    state.open(game("box"), Vec::new(), Some(home("box", 0)));
    assert_eq!(act(&mut state, Action::Save), [Effect::Save(1)]);
    assert_eq!(act(&mut state, Action::SaveAs), [Effect::AskSave(1, None)]);
    assert_eq!(
        act(&mut state, Action::Export("svg")),
        [Effect::AskSave(1, Some("svg"))]
    );
    let copied = act(&mut state, Action::Copy(Copied::Moves));
    assert_eq!(copied, [Effect::Copy("Hh634512h".to_owned())]);
}

#[test]
fn a_running_game_shows_ply_after_ply_and_stops_at_its_end() {
    let mut state = State::default();
    let _ = act(&mut state, Action::Autoplay);
    assert_eq!(
        (state.runs, state.tick(1.0)),
        (None, None),
        "nothing can run"
    );
    state.open(game("turn-right-illegal"), Vec::new(), None);
    let _ = act(&mut state, Action::Go(Go::Ply(37)));
    let _ = act(&mut state, Action::Autoplay);
    let pace = f64::from(state.taste.pace_ms) / 1000.0;
    let mut now = 100.0;
    let wait = state.tick(now).unwrap();
    assert!((wait - pace).abs() < 1e-9);
    assert_eq!(state.study().unwrap().ply(), 37, "not at once");
    now += pace / 2.0;
    assert!(state.tick(now).is_some());
    assert_eq!(state.study().unwrap().ply(), 37);
    for ply in [38, 39] {
        now += pace;
        let _ = state.tick(now);
        assert_eq!(state.study().unwrap().ply(), ply);
    }
    assert!(state.study().unwrap().is_at_failure());
    assert_eq!(state.runs, None);
    // From the end it runs once more; whatever the person does stops it.
    let _ = act(&mut state, Action::Autoplay);
    assert_eq!(state.study().unwrap().ply(), 0);
    for stop in [
        Action::Go(Go::By(1)),
        Action::Autoplay,
        Action::Cancel,
        Action::NextTab(true),
    ] {
        state.runs = Some(5.0);
        let _ = act(&mut state, stop);
        assert_eq!(state.runs, None);
    }
    let _ = act(&mut state, Action::Speed(-100));
    assert_eq!(state.taste.pace_ms, 4000);
    let _ = act(&mut state, Action::Speed(100));
    assert_eq!(state.taste.pace_ms, 40);
}

#[test]
fn an_illegal_line_says_why_it_does_not_go_on() {
    let record = record(
        "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"a2a1 b2b1\", notes: {2: (variations: [(moves: \"d2d1 d2d1\")])})",
    );
    let mut state = State::default();
    state.open(record, Vec::new(), None);
    let tree = state.study().unwrap().tree();
    let last = tree
        .walk()
        .into_iter()
        .rfind(|node| tree.children(*node).is_empty())
        .unwrap();
    let _ = act(&mut state, Action::Go(Go::Node(last)));
    assert!(state.messages[0].text.starts_with("d2d1: "));
    let _ = act(&mut state, Action::DeleteAt(last));
    assert_eq!(state.study().unwrap().moves_so_far(), "a2a1 d2d1");
    let lines = &state.study().unwrap().to_record().notes[&2].variations;
    assert_eq!(lines[0].moves, "d2d1");
}

#[test]
fn what_is_known_of_a_game_can_be_changed() {
    let mut state = State::default();
    state.open(game("zuniq"), Vec::new(), None);
    let mut about = About::of(state.study().unwrap().record());
    "Ada".clone_into(&mut about.players.0.name);
    "2026-11-21".clone_into(&mut about.event.date);
    let _ = act(&mut state, Action::Describe(Box::new(about)));
    let record = state.study().unwrap().to_record();
    assert_eq!(record.player(Player::First).name, "Ada");
    assert_eq!(record.event.date, "2026-11-21");
    assert_eq!(record.moves, game("zuniq").moves);
    assert!(state.tab().unwrap().title.starts_with("Ada – "));
    let _ = act(&mut state, Action::Undo);
    assert_eq!(state.study().unwrap().to_record(), game("zuniq"));
    assert!(
        !state.tab().unwrap().title.starts_with("Ada"),
        "the title goes back, too"
    );
}

#[test]
fn steps_of_size_end_somewhere() {
    let mut state = State::default();
    let _ = act(&mut state, Action::Scale(1));
    assert_eq!(state.taste.scale, 110);
    state.taste.scale = 103;
    let _ = act(&mut state, Action::Scale(-1));
    assert_eq!(state.taste.scale, 100);
    let _ = act(&mut state, Action::Scale(100));
    assert_eq!(state.taste.scale, 250);
    let _ = act(&mut state, Action::Scale(0));
    assert_eq!(state.taste.scale, 100);
}
