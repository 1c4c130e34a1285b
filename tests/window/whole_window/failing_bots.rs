//! Programs that fail in a game of the window: the place of the failure, and what they wrote last.
#![cfg(unix)]

use super::harness::{Window, temp_folder};
use super::playing::{bot, builtin, empty_window, live_record, start_game};
use crate::child_starts;
use egui::Key;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, Effect, Pane, SeatChoice, SeatClock};
use kifu_core::contract::{Fault, Player, Setup};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{MovedBy, Note, Record};
use kifu_core::search::{Clock, Level, Resources};
use kifu_study::arena::{CommandSpec, Contestant, ContestantKind, GameSpec, MatchRules, play_game};
use std::time::Duration;
use tempfile::TempDir;

/// Answers one request, writes a reason at the second, and then does FAIL.
const FAILING: &str = "read s; read c; n=0; while true; do i=0; while [ $i -lt 10 ]; do \
    read x || exit 0; i=$((i+1)); done; n=$((n+1)); if [ $n -eq 2 ]; then \
    echo 'ValueError: no move' >&2; FAIL; else echo random; fi; done";

const FAILURES: [(&str, Fault); 3] = [
    ("exit 3", Fault::Crash),
    ("exit 0", Fault::Exit),
    ("sleep 1000", Fault::Timeout),
];

fn failing_bot(home: &TempDir, fails: &str) -> SeatChoice {
    SeatChoice {
        clock: SeatClock::Move,
        seconds: 2.0,
        ..bot(home, &FAILING.replace("FAIL", fails))
    }
}

/// Plays the game of the window as a match does.
fn match_record(seat: &SeatChoice) -> Record {
    let program = Contestant {
        name: "Bot".to_owned(),
        kind: ContestantKind::Contest(CommandSpec::parse(&seat.command).unwrap()),
        clock: Some(Clock::Turn {
            first: Duration::from_secs(2),
            then: Duration::from_secs(2),
        }),
    };
    let greedy = Contestant {
        name: "kifu greedy".to_owned(),
        kind: ContestantKind::Builtin {
            level: Level::Greedy,
            nodes: None,
            resources: Resources::new(1),
            seed: 0,
        },
        clock: Some(Clock::game(0)),
    };
    let rules = MatchRules {
        game: by_id(CATALOGUE, "clobber").unwrap(),
        setup: Setup::default(),
        name: String::new(),
        date: String::new(),
        fingerprint: String::new(),
        grace_period: Duration::from_secs(2),
    };
    let played = play_game(&rules, [&greedy, &program], &GameSpec::default());
    played.unwrap().record
}

fn play_to_the_failure(home: &TempDir, seat: SeatChoice) -> Window {
    let mut window = empty_window(home);
    window.perform(start_game("clobber", (builtin(), seat)));
    window.run_until("the end", |state| state.live_games.is_empty());
    window
}

#[test]
fn failed_bot_leaves_the_same_note_as_in_a_match() {
    let _starts = child_starts();
    for (fails, fault) in FAILURES {
        let home = temp_folder();
        let seat = failing_bot(&home, fails);
        let expected = match_record(&seat);
        let mut window = play_to_the_failure(&home, seat);
        let played = live_record(&mut window);
        for record in [&expected, &played] {
            let faults = &record.result.as_ref().unwrap().faults;
            assert_eq!(faults[&Player::Second], fault, "{fails}");
        }
        let last = window.open_game().last_ply();
        assert_eq!(last, 3, "{fails}");
        let note = |record: &Record| -> Note { record.notes[&4].clone() };
        assert!(note(&expected).stderr.contains("ValueError"), "{fails}");
        assert_eq!(note(&played), note(&expected), "{fails}");
    }
}

#[test]
fn failure_without_a_move_follows_the_last_ply() {
    let _starts = child_starts();
    let home = temp_folder();
    let seat = failing_bot(&home, "exit 3");
    let mut window = play_to_the_failure(&home, seat);
    let shown = |window: &mut Window| {
        let open_game = window.open_game();
        (open_game.ply(), open_game.is_at_failure())
    };
    assert_eq!(shown(&mut window), (4, true));
    window.must_show("4 of 4");
    window.press(Key::ArrowLeft);
    assert_eq!(shown(&mut window), (3, false));
    window.press(Key::ArrowRight);
    assert_eq!(shown(&mut window), (4, true));
    for key in [Key::E, Key::N, Key::T] {
        window.press(Key::Home);
        window.press(key);
        assert_eq!(shown(&mut window), (4, true), "{key:?}");
    }
    window.perform(Action::Navigate(Navigation::First));
    window.perform(Action::Outside(Effect::RevealPane(Pane::Moves)));
    window.click("Black failed: crash");
    assert_eq!(shown(&mut window), (4, true));
    window.perform(Action::Outside(Effect::RevealPane(Pane::Bot)));
    window.must_show("ValueError: no move");
    window.write_comment("the table was missing");
    assert_eq!(
        live_record(&mut window).notes[&4].comment,
        "the table was missing"
    );
}

#[test]
fn bot_for_which_the_jury_moves_on_leaves_its_last_output() {
    let _starts = child_starts();
    let home = temp_folder();
    let mut window = empty_window(&home);
    let script = "n=0; while read x; do n=$((n+1)); if [ $n -eq 2 ]; then \
        echo 'ValueError: no move' >&2; exit 3; fi; echo F1h; done";
    window.perform(start_game("zuniq", (bot(&home, script), builtin())));
    window.run_until("the end", |state| state.live_games.is_empty());
    let played = live_record(&mut window);
    assert_eq!(played.notes[&3].by, Some(MovedBy::Jury));
    assert!(played.notes[&3].stderr.contains("ValueError"));
    // The game went on, so that nothing follows its last ply.
    assert_eq!(window.open_game().failure(), None);
    window.press(Key::Home);
    window.press(Key::E);
    assert_eq!(window.open_game().ply(), 3);
    window.perform(Action::Outside(Effect::RevealPane(Pane::Bot)));
    window.must_show("ValueError: no move");
}
