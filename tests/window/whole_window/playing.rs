//! Games in play: persons, kifu and programs, by the referee of matches.
#![cfg(unix)]

use super::harness::{Window, folder};
use crate::child_starts;
use crate::common::wait_until;
use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kifu_app::open_game::Navigation;
use kifu_app::state::{
    Action, AppState, EditAction, Effect, FileAction, InputAction, LivePhase, MessageKind,
    NewGameChoices, NewGameRequest, PlayAction, SeatChoice, SeatClock, SeatKind, TabAction,
};
use kifu_core::contract::{Fault, Player, Turn};
use kifu_core::record::{Ending, MovedBy, Record};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Plays Clobber by leaving each move to the referee, and says something each time.
const RANDOM: &str = "echo $$ > PID; read s; read c; while true; do i=0; while [ $i -lt 10 ]; do \
    read x || exit 0; i=$((i+1)); done; echo 'thinking hard' >&2; echo random good luck; done";
/// Plays like that, but gives its second answer only when the gate is there.
const GATED: &str = "read s; read c; n=0; while true; do i=0; while [ $i -lt 10 ]; do \
    read x || exit 0; i=$((i+1)); done; n=$((n+1)); while [ $n -eq 2 ] && [ ! -e GATE ]; do \
    sleep 0.01; done; echo random; done";
/// Plays like that, but its second answer is the move that the file says.
const TOLD: &str = "read s; read c; n=0; while true; do i=0; while [ $i -lt 10 ]; do \
    read x || exit 0; i=$((i+1)); done; n=$((n+1)); if [ $n -eq 2 ]; then cat TOLD; else \
    echo random; fi; done";
/// Plays Zuniq along the lowest dots, where the first plies close no zone.
const LOWEST: &str = "drawn=; while read x; do drawn=\"$drawn $x\"; \
    for m in F1h F2h F3h F4h F5h E1h E2h; do case \"$drawn\" in *$m*) ;; \
    *) echo $m; drawn=\"$drawn $m\"; break;; esac; done; done";
/// Reads and never answers.
const SILENT: &str = "echo $$ > PID; while read x; do :; done; sleep 1000";
/// Says why it ends.
const BROKEN: &str = "read s; echo 'line one' >&2; echo 'cannot open the table' >&2; exit 3";

fn bot(home: &TempDir, script: &str) -> SeatChoice {
    let number = fs::read_dir(home.path()).unwrap().count();
    let path = home.path().join(format!("bot{number}.sh"));
    let file = |name: &str| home.path().join(name).display().to_string();
    let script = script.replace("PID", &file("pid"));
    let script = script.replace("GATE", &file("gate"));
    let script = script.replace("TOLD", &file("told"));
    fs::write(&path, script).unwrap();
    SeatChoice {
        kind: SeatKind::Program,
        name: "Bot".to_owned(),
        command: format!("sh {}", path.display()),
        clock: SeatClock::Off,
        ..SeatChoice::default()
    }
}

fn builtin() -> SeatChoice {
    SeatChoice {
        kind: SeatKind::Builtin,
        level: "greedy".to_owned(),
        clock: SeatClock::Off,
        ..SeatChoice::default()
    }
}

fn person() -> SeatChoice {
    SeatChoice::default()
}

fn is_disabled(window: &Window, button: &str) -> bool {
    let button = window.harness.get_by_label(button);
    button.accesskit_node().is_disabled()
}

fn pid_file(home: &TempDir) -> PathBuf {
    home.path().join("pid")
}

/// Whether the bot that wrote its number runs.
fn is_running(home: &TempDir) -> bool {
    let number = fs::read_to_string(pid_file(home)).unwrap_or_default();
    !number.trim().is_empty() && Path::new(&format!("/proc/{}", number.trim())).exists()
}

fn request(game: &str, seats: (SeatChoice, SeatChoice)) -> Action {
    let choices = NewGameChoices {
        game: game.to_owned(),
        seats,
        ..NewGameChoices::default()
    };
    Action::Play(PlayAction::StartGame(Box::new(NewGameRequest {
        choices,
        is_from_here: false,
    })))
}

fn window(home: &TempDir) -> Window {
    let mut window = Window::open(home, vec![home.path().join("none")]);
    window.until("the start", |state| !state.messages.is_empty());
    window.state().messages.clear();
    window
}

fn waits_for(player: Player) -> impl Fn(&AppState) -> bool {
    move |state| {
        let live = state.live_game();
        live.is_some_and(|live| live.phase == LivePhase::Thinking(player))
    }
}

fn ply(window: &mut Window) -> u32 {
    window.study().last_ply()
}

fn play_any(window: &mut Window) {
    let token = window.study().state().legal_moves()[0].clone();
    window.act(Action::Input(InputAction::PlayMove(token)));
}

fn record(window: &mut Window) -> Record {
    window.study().to_record()
}

#[test]
fn a_person_plays_a_program_and_takes_back() {
    let _starts = child_starts();
    let home = folder();
    let mut window = window(&home);
    window.act(request("clobber", (person(), bot(&home, RANDOM))));
    window.until("the person's turn", waits_for(Player::First));
    window.must_show("Person to play");
    play_any(&mut window);
    window.until("the answer", |state| {
        state.open_game().unwrap().last_ply() == 2 && waits_for(Player::First)(state)
    });
    assert_eq!(window.study().ply(), 2, "the reader follows the game");
    let first = record(&mut window);
    assert_eq!(first.notes[&2].stderr, "thinking hard");
    assert_eq!(first.notes[&2].message, "good luck");
    assert!(first.times_ms.get_ms(1).is_some() && first.times_ms.get_ms(2).is_some());
    assert_eq!(first.ext["arena.bot.first"], "person");
    // A move elsewhere is a variation and none of the game.
    window.press(Key::Home);
    let other = window.study().state().legal_moves()[1].clone();
    window.act(Action::Input(InputAction::PlayMove(other.clone())));
    assert_eq!(ply(&mut window), 2);
    assert!(!window.study().is_on_main_line());
    window.click("Go to the live position");
    assert!(window.study().is_at_live_end());
    // Taken back, the game goes on from the person's move; what was played is a variation.
    window.press(Key::Backspace);
    window.until("the person's turn", |state| {
        state.open_game().unwrap().last_ply() == 0 && waits_for(Player::First)(state)
    });
    let variations = record(&mut window).notes[&1].variations.clone();
    let lines: Vec<&str> = variations.iter().map(|line| line.moves.as_str()).collect();
    assert!(lines.contains(&first.moves.as_str()), "{lines:?}");
    assert!(lines.contains(&other.as_str()), "{lines:?}");
    play_any(&mut window);
    window.until("the answer", |state| {
        state.open_game().unwrap().last_ply() == 2
    });
    // Closing the tab ends the program.
    assert!(is_running(&home));
    window.act(Action::Tab(TabAction::DiscardAndClose(0)));
    wait_until("the end of the program", || !is_running(&home));
    assert!(window.state().live_games.is_empty());
}

#[test]
fn a_program_that_thinks_for_ever_is_ended_with_its_game() {
    let _starts = child_starts();
    let home = folder();
    let mut window = window(&home);
    window.act(request("clobber", (bot(&home, SILENT), person())));
    window.until("the program's turn", waits_for(Player::First));
    wait_until("the program", || is_running(&home));
    play_any(&mut window);
    let refused = window.state().messages.last().unwrap();
    assert_eq!(refused.text, "It is not your turn.");
    assert_eq!(refused.kind, MessageKind::Refusal);
    window.click("Stop game");
    window.until("the end", |state| state.live_games.is_empty());
    wait_until("the end of the program", || !is_running(&home));
    let stopped = record(&mut window);
    assert_eq!(stopped.result.unwrap().how, Ending::Unterminated);
    // Leaving the program ends it, too.
    window.act(request("clobber", (bot(&home, SILENT), person())));
    wait_until("the program", || is_running(&home));
    window.until("the program's turn", waits_for(Player::First));
    window.end(true);
    assert!(!is_running(&home));
}

#[test]
fn a_program_that_fails_is_told_with_its_last_words() {
    let _starts = child_starts();
    let home = folder();
    let mut window = window(&home);
    window.act(request("clobber", (builtin(), bot(&home, BROKEN))));
    window.until("the end", |state| state.live_games.is_empty());
    let played = record(&mut window);
    let result = played.result.clone().unwrap();
    assert_eq!(result.faults[&Player::Second], Fault::Crash);
    assert_eq!(result.winner.unwrap().player(), Some(Player::First));
    let told = window.state().messages.last().unwrap().clone();
    assert_eq!(told.kind, MessageKind::Error);
    for part in ["Bot: ply 2: crash", "3", "cannot open the table"] {
        assert!(told.text.contains(part), "{}", told.text);
    }
    window.must_show("cannot open the table");
    // The game of a match and this one are told alike.
    assert!(played.ext["arena.fault.second"].starts_with("ply 2: crash: no answer"));
    // The strip beside the board says so as long as the game is shown.
    let strip = window.harness.get_all_by_role(egui::Role::Group);
    let strips: Vec<String> = strip
        .filter_map(|strip| strip.accesskit_node().label())
        .collect();
    let is_crash = |label: &&String| label.starts_with("Bot, ") && label.contains(", crash");
    assert_eq!(strips.iter().filter(is_crash).count(), 1, "{strips:?}");
    assert_eq!(window.state().tab().unwrap().findings, []);
}

#[test]
fn two_programs_are_watched_and_notes_made_meanwhile_stay() {
    let _starts = child_starts();
    let home = folder();
    let mut window = window(&home);
    window.act(request("clobber", (bot(&home, GATED), bot(&home, TOLD))));
    window.until("two plies", |state| {
        state.open_game().unwrap().last_ply() >= 2
    });
    window.act(Action::Play(PlayAction::TogglePause));
    let names = window
        .state()
        .tab()
        .unwrap()
        .player_names()
        .map(str::to_owned);
    assert_eq!(names, ["Bot", "Bot 2"]);
    window.act(Action::Navigate(Navigation::Ply(1)));
    window.act(Action::Edit(EditAction::SetComment("seen live".to_owned())));
    // The program answers the question that it was asked before.
    fs::write(home.path().join("gate"), "").unwrap();
    window.until("its answer", |state| {
        state.open_game().unwrap().last_ply() == 3
    });
    window.act(Action::Navigate(Navigation::Last));
    // The second program plays another move than the reader tries.
    let moves = window.study().state().legal_moves();
    let (tried, answer) = (moves[0].clone(), moves[1].clone());
    fs::write(home.path().join("told"), format!("{answer}\n")).unwrap();
    window.act(Action::Input(InputAction::PlayMove(tried.clone())));
    assert!(!window.study().is_on_main_line());
    window.act(Action::Play(PlayAction::TogglePause));
    window.until("the end", |state| state.live_games.is_empty());
    assert!(!window.study().is_at_live_end(), "the reader stays");
    let played = record(&mut window);
    assert_eq!(played.notes[&1].comment, "seen live");
    let variations = played.notes.values().flat_map(|note| &note.variations);
    let lines: Vec<&str> = variations.map(|line| line.moves.as_str()).collect();
    assert_eq!(played.tokens().nth(3), Some(answer.as_str()));
    assert!(lines.contains(&tried.as_str()), "{lines:?}");
    // Undo takes back what the reader did, and nothing of what was played.
    let plies = ply(&mut window);
    window.press_with(egui::Modifiers::COMMAND, Key::Z);
    window.press_with(egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(ply(&mut window), plies);
    let end = window.study().tree().main_line_end();
    window.act(Action::Navigate(Navigation::Node(end)));
    assert_eq!(window.study().turn(), Turn::Over);
    let undone = record(&mut window);
    assert_eq!(undone.moves, played.moves);
    assert_eq!(undone.notes[&1].comment, "");
    assert_eq!(undone.times_ms, played.times_ms);
}

#[test]
fn a_game_goes_on_from_any_position() {
    let _starts = child_starts();
    let home = folder();
    let mut window = window(&home);
    for game in ["clobber", "zuniq", "atari-go", "turn-right"] {
        let path = crate::common::records_folder().join(format!("{game}.ron"));
        window.act(Action::Outside(Effect::ScanPaths(vec![path])));
        window.until("the record", |state| {
            state
                .open_game()
                .is_some_and(|open| open.game().id() == game)
        });
        window.act(Action::Navigate(Navigation::Ply(5)));
        let moves = window.study().moves_text();
        window.act(Action::Play(PlayAction::PlayFromHere));
        window.must_show("Play on from here");
        let choices = NewGameChoices {
            game: game.to_owned(),
            seats: (builtin(), person()),
            ..NewGameChoices::default()
        };
        window.act(Action::Play(PlayAction::StartGame(Box::new(
            NewGameRequest {
                choices,
                is_from_here: true,
            },
        ))));
        window.until("the person's turn", |state| {
            state.tabs.len() > 1 && waits_for(Player::Second)(state)
        });
        let played = record(&mut window);
        assert!(played.moves.starts_with(&moves), "{game}");
        assert_eq!(played.ext["arena.opening"], "5", "{game}");
        // What was given cannot be taken back.
        window.act(Action::Play(PlayAction::TakeBack));
        assert_eq!(
            window.state().messages.last().unwrap().text,
            "Nothing to take back."
        );
        window.act(Action::Play(PlayAction::StopGame));
        window.until("the end", |state| state.live_games.is_empty());
    }
}

#[test]
fn a_program_that_only_receives_moves_is_led_through_the_game_again() {
    let _starts = child_starts();
    let home = folder();
    let mut window = window(&home);
    // In the contest of this game the jury never shows the board.
    window.act(request("zuniq", (person(), bot(&home, LOWEST))));
    for plies in [2, 4] {
        window.until("the person's turn", waits_for(Player::First));
        play_any(&mut window);
        window.until("the answer", |state| {
            state.open_game().unwrap().last_ply() == plies && waits_for(Player::First)(state)
        });
    }
    let before = record(&mut window);
    window.act(Action::Play(PlayAction::TakeBack));
    window.until("the person's turn", |state| {
        state.open_game().unwrap().last_ply() == 2 && waits_for(Player::First)(state)
    });
    // Its earlier answers are those of the game, so that it goes on from there.
    let moves = window.study().state().legal_moves();
    window.act(Action::Input(InputAction::PlayMove(moves[1].clone())));
    window.until("the answer", |state| {
        state.live_games.is_empty() || state.open_game().unwrap().last_ply() == 4
    });
    let after = record(&mut window);
    assert!(
        !after.ext.contains_key("arena.fault.second"),
        "{:?}",
        after.ext
    );
    let first_two =
        |record: &Record| -> Vec<String> { record.tokens().take(2).map(str::to_owned).collect() };
    assert_eq!(first_two(&after), first_two(&before));
    assert_eq!(after.times_ms.get_ms(2), before.times_ms.get_ms(2));
}

#[test]
fn tiles_are_dealt_by_themselves_or_typed() {
    let _starts = child_starts();
    let home = folder();
    let mut window = window(&home);
    // On one board, by hand.
    window.act(Action::File(FileAction::NewGame("box")));
    assert_eq!(window.study().ply(), 0);
    assert!(window.study().mover().is_some(), "the start tile lies");
    let tile = window
        .state()
        .tab()
        .unwrap()
        .chance()
        .expect("a tile is dealt");
    assert_eq!(window.state().changed_tabs().count(), 0);
    assert!(!is_disabled(&window, "Random tile"));
    window.act(Action::Navigate(Navigation::First));
    assert_eq!(
        window.state().tab().unwrap().chance(),
        Some(tile),
        "it stays the same"
    );
    // Against kifu.
    window.act(request("box", (person(), builtin())));
    window.until("the person's turn", waits_for(Player::First));
    assert_eq!(window.state().knowledge_of, Some(Player::First));
    // Nobody but the referee chooses tiles here.
    assert!(!window.shows("Random tile"));
    window.must_show("Scores and times appear while the game is played.");
    let tile = window.state().tab().unwrap().chance().unwrap();
    let mut state = window.study().state().fork();
    state.apply_chance(&tile).unwrap();
    let token = state.legal_moves()[0].clone();
    window.act(Action::Input(InputAction::ChooseChance(
        "123456".to_owned(),
    )));
    window.act(Action::Input(InputAction::PlayMove(token.clone())));
    window.until("the answer", |state| {
        state.open_game().unwrap().last_ply() == 2 && waits_for(Player::First)(state)
    });
    let played = record(&mut window);
    assert!(
        played.tokens().nth(1).unwrap().contains(&tile),
        "{}",
        played.moves
    );
    assert!(
        played
            .notes
            .values()
            .all(|note| note.by != Some(MovedBy::Jury))
    );
    window.act(Action::Play(PlayAction::StopGame));
    window.until("the end", |state| state.live_games.is_empty());
    assert_eq!(window.state().knowledge_of, None);
    // Typed.
    let choices = NewGameChoices {
        game: "box".to_owned(),
        seats: (person(), builtin()),
        is_chance_typed: true,
    };
    window.act(Action::Play(PlayAction::StartGame(Box::new(
        NewGameRequest {
            choices,
            is_from_here: false,
        },
    ))));
    let deals = |state: &AppState| {
        let live = state.live_game();
        live.is_some_and(|live| live.phase == LivePhase::Dealing)
    };
    window.until("the start tile", deals);
    window.must_show("Type the next tile");
    window.act(Action::Input(InputAction::ChooseChance(
        "123456".to_owned(),
    )));
    window.until("the next tile", |state| {
        deals(state) && state.open_game().unwrap().mover().is_some()
    });
    assert!(window.study().moves_text().contains("123456"));
    window.act(Action::Input(InputAction::ChooseChance(
        "654321".to_owned(),
    )));
    window.until("the person's turn", waits_for(Player::First));
    assert_eq!(
        window.state().tab().unwrap().chance().as_deref(),
        Some("654321")
    );
}

#[test]
fn the_dialog_starts_a_game_and_says_what_is_missing() {
    let _starts = child_starts();
    let home = folder();
    let mut window = window(&home);
    window.press_with(egui::Modifiers::COMMAND, Key::N);
    window.click_topmost("Clobber");
    window.must_show("White: Player");
    window.shell().request(request(
        "clobber",
        (
            person(),
            SeatChoice {
                kind: SeatKind::Program,
                ..SeatChoice::default()
            },
        ),
    ));
    window.rest();
    window.must_show("Enter the command that starts the bot");
    assert!(window.state().tabs.is_empty());
    window.press(Key::Escape);
    assert_eq!(window.state().new_game_error, None);
    // The usual choice: a person against kifu.
    window.press_with(egui::Modifiers::COMMAND, Key::N);
    window.click_topmost("Clobber");
    window.click("Start game");
    window.until("the person's turn", waits_for(Player::First));
    assert_eq!(
        window.state().tab().unwrap().player_names(),
        ["Person", "kifu"]
    );
    window.click("Resign");
    window.until("the end", |state| state.live_games.is_empty());
    let result = record(&mut window).result.unwrap();
    assert_eq!(result.winner.unwrap().player(), Some(Player::Second));
    assert_eq!(result.faults[&Player::First], Fault::Exit);
    let _ = window.harness.get_by_label_contains("resigned");
}

#[test]
fn players_without_a_given_name_are_named_by_what_plays() {
    let level = |level: &str| SeatChoice {
        level: level.to_owned(),
        ..builtin()
    };
    let program = |command: &str| SeatChoice {
        kind: SeatKind::Program,
        command: command.to_owned(),
        ..SeatChoice::default()
    };
    for (seat, name) in [
        (person(), "Person"),
        (level("engine"), "kifu"),
        (level("greedy"), "kifu greedy"),
        (program("./bots/mybot --fast"), "mybot"),
    ] {
        assert_eq!(kifu_app::state::usual_name(&seat), name);
    }
}
