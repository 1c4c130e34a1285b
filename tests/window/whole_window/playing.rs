//! Live games between persons, kifu and programs, run by the referee of matches.
#![cfg(unix)]

use super::harness::{Window, temp_folder};
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

/// Plays Clobber by leaving each move to the referee, and writes a message each time.
const RANDOM: &str = "echo $$ > PID; read s; read c; while true; do i=0; while [ $i -lt 10 ]; do \
    read x || exit 0; i=$((i+1)); done; echo 'thinking hard' >&2; echo random good luck; done";
/// Plays like `RANDOM`, but gives its second answer only once the file GATE exists.
const GATED: &str = "read s; read c; n=0; while true; do i=0; while [ $i -lt 10 ]; do \
    read x || exit 0; i=$((i+1)); done; n=$((n+1)); while [ $n -eq 2 ] && [ ! -e GATE ]; do \
    sleep 0.01; done; echo random; done";
/// Plays like `RANDOM`, but its second answer is the move in the file TOLD.
const SCRIPTED: &str = "read s; read c; n=0; while true; do i=0; while [ $i -lt 10 ]; do \
    read x || exit 0; i=$((i+1)); done; n=$((n+1)); if [ $n -eq 2 ]; then cat TOLD; else \
    echo random; fi; done";
/// Plays Zuniq along the lowest dots, where the first moves close no zone.
const LOWEST: &str = "drawn=; while read x; do drawn=\"$drawn $x\"; \
    for m in F1h F2h F3h F4h F5h E1h E2h; do case \"$drawn\" in *$m*) ;; \
    *) echo $m; drawn=\"$drawn $m\"; break;; esac; done; done";
/// Reads and never answers.
const SILENT: &str = "echo $$ > PID; while read x; do :; done; sleep 1000";
/// Writes a reason to its standard error and exits.
const BROKEN: &str = "read s; echo 'line one' >&2; echo 'cannot open the table' >&2; exit 3";

pub fn bot(home: &TempDir, script: &str) -> SeatChoice {
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

pub fn builtin() -> SeatChoice {
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

/// Reports whether the bot that wrote its process id is running.
fn is_running(home: &TempDir) -> bool {
    let pid = fs::read_to_string(pid_file(home)).unwrap_or_default();
    !pid.trim().is_empty() && Path::new(&format!("/proc/{}", pid.trim())).exists()
}

pub fn start_game(game: &str, seats: (SeatChoice, SeatChoice)) -> Action {
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

pub fn empty_window(home: &TempDir) -> Window {
    let mut window = Window::open(home, vec![home.path().join("none")]);
    window.run_until("the start", |state| !state.messages.is_empty());
    window.state().messages.clear();
    window
}

fn waits_for(player: Player) -> impl Fn(&AppState) -> bool {
    move |state| {
        let live = state.live_game();
        live.is_some_and(|live| live.phase == LivePhase::Thinking(player))
    }
}

fn last_ply(window: &mut Window) -> u32 {
    window.open_game().last_ply()
}

fn play_first_legal_move(window: &mut Window) {
    let token = window.open_game().state().legal_moves()[0].clone();
    window.perform(Action::Input(InputAction::PlayMove(token)));
}

pub fn live_record(window: &mut Window) -> Record {
    window.open_game().to_record()
}

#[test]
fn crashed_program_is_reported_with_its_stderr() {
    let _starts = child_starts();
    let home = temp_folder();
    let mut window = empty_window(&home);
    window.perform(start_game("clobber", (builtin(), bot(&home, BROKEN))));
    window.run_until("the end", |state| state.live_games.is_empty());
    let played = live_record(&mut window);
    let result = played.result.clone().unwrap();
    assert_eq!(result.faults[&Player::Second], Fault::Crash);
    assert_eq!(result.winner.unwrap().player(), Some(Player::First));
    let message = window.state().messages.last().unwrap().clone();
    assert_eq!(message.kind, MessageKind::Error);
    for part in ["Bot: ply 2: crash", "3", "cannot open the table"] {
        assert!(message.text.contains(part), "{}", message.text);
    }
    window.must_show("cannot open the table");
    // The record has the same fault entry as the record of a match.
    assert!(played.ext["arena.fault.second"].starts_with("ply 2: crash: no answer"));
    // The strip next to the board shows the crash as long as the game is shown.
    let strip = window.harness.get_all_by_role(egui::Role::Group);
    let strips: Vec<String> = strip
        .filter_map(|strip| strip.accesskit_node().label())
        .collect();
    let is_crash = |label: &&String| label.starts_with("Bot, ") && label.contains(", crash");
    assert_eq!(strips.iter().filter(is_crash).count(), 1, "{strips:?}");
    assert_eq!(window.state().tab().unwrap().findings, []);
}

#[test]
fn new_game_dialog_reports_missing_command_and_starts_game() {
    let _starts = child_starts();
    let home = temp_folder();
    let mut window = empty_window(&home);
    window.press_with(egui::Modifiers::COMMAND, Key::N);
    window.click_topmost("Clobber");
    window.must_show("White: Player");
    window.app_window().request(start_game(
        "clobber",
        (
            person(),
            SeatChoice {
                kind: SeatKind::Program,
                ..SeatChoice::default()
            },
        ),
    ));
    window.settle();
    window.must_show("Enter the command that starts the bot");
    assert!(window.state().tabs.is_empty());
    window.press(Key::Escape);
    assert_eq!(window.state().new_game_error, None);
    // The default choice is a person against kifu.
    window.press_with(egui::Modifiers::COMMAND, Key::N);
    window.click_topmost("Clobber");
    window.click("Start game");
    window.run_until("the person's turn", waits_for(Player::First));
    assert_eq!(
        window.state().tab().unwrap().player_names(),
        ["Person", "kifu"]
    );
    window.click("Resign");
    window.run_until("the end", |state| state.live_games.is_empty());
    let result = live_record(&mut window).result.unwrap();
    assert_eq!(result.winner.unwrap().player(), Some(Player::Second));
    assert_eq!(result.faults[&Player::First], Fault::Resignation);
    window.must_show("resigned");
}

#[test]
fn unnamed_seat_is_named_after_its_kind_or_program() {
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

mod slow {
    use super::*;

    #[test]
    fn person_plays_against_program_and_takes_a_move_back() {
        let _starts = child_starts();
        let home = temp_folder();
        let mut window = empty_window(&home);
        window.perform(start_game("clobber", (person(), bot(&home, RANDOM))));
        window.run_until("the person's turn", waits_for(Player::First));
        window.must_show("Person to play");
        play_first_legal_move(&mut window);
        window.run_until("the answer", |state| {
            state.open_game().unwrap().last_ply() == 2 && waits_for(Player::First)(state)
        });
        assert_eq!(
            window.open_game().ply(),
            2,
            "the view does not follow the game"
        );
        let first = live_record(&mut window);
        assert_eq!(first.notes[&2].stderr, "thinking hard");
        assert_eq!(first.notes[&2].message, "good luck");
        assert!(first.times_ms.get_ms(1).is_some() && first.times_ms.get_ms(2).is_some());
        assert_eq!(first.ext["arena.bot.first"], "person");
        // A move at another position is a variation and not part of the game.
        window.press(Key::Home);
        let other = window.open_game().state().legal_moves()[1].clone();
        window.perform(Action::Input(InputAction::PlayMove(other.clone())));
        assert_eq!(last_ply(&mut window), 2);
        assert!(!window.open_game().is_on_main_line());
        window.click("Go to the live position");
        assert!(window.open_game().is_at_live_end());
        // After a takeback the game continues from the person's move; the old moves are a variation.
        window.press(Key::Backspace);
        window.run_until("the person's turn", |state| {
            state.open_game().unwrap().last_ply() == 0 && waits_for(Player::First)(state)
        });
        let variations = live_record(&mut window).notes[&1].variations.clone();
        let lines: Vec<&str> = variations.iter().map(|line| line.moves.as_str()).collect();
        assert!(lines.contains(&first.moves.as_str()), "{lines:?}");
        assert!(lines.contains(&other.as_str()), "{lines:?}");
        play_first_legal_move(&mut window);
        window.run_until("the answer", |state| {
            state.open_game().unwrap().last_ply() == 2
        });
        // Closing the tab ends the program.
        assert!(is_running(&home));
        window.perform(Action::Tab(TabAction::DiscardAndClose(0)));
        wait_until("the end of the program", || !is_running(&home));
        assert!(window.state().live_games.is_empty());
    }

    #[test]
    fn silent_program_is_ended_with_its_game() {
        let _starts = child_starts();
        let home = temp_folder();
        let mut window = empty_window(&home);
        window.perform(start_game("clobber", (bot(&home, SILENT), person())));
        window.run_until("the program's turn", waits_for(Player::First));
        wait_until("the program", || is_running(&home));
        play_first_legal_move(&mut window);
        let refused = window.state().messages.last().unwrap();
        assert_eq!(refused.text, "It is not your turn.");
        assert_eq!(refused.kind, MessageKind::Refusal);
        window.click("Stop game");
        window.run_until("the end", |state| state.live_games.is_empty());
        wait_until("the end of the program", || !is_running(&home));
        let stopped = live_record(&mut window);
        assert_eq!(stopped.result.unwrap().how, Ending::Unterminated);
        // Leaving the program ends it, too.
        window.perform(start_game("clobber", (bot(&home, SILENT), person())));
        wait_until("the program", || is_running(&home));
        window.run_until("the program's turn", waits_for(Player::First));
        window.end(true);
        assert!(!is_running(&home));
    }

    #[test]
    fn notes_and_variations_made_during_live_game_are_kept() {
        let _starts = child_starts();
        let home = temp_folder();
        let mut window = empty_window(&home);
        window.perform(start_game(
            "clobber",
            (bot(&home, GATED), bot(&home, SCRIPTED)),
        ));
        window.run_until("two plies", |state| {
            state.open_game().unwrap().last_ply() >= 2
        });
        window.perform(Action::Play(PlayAction::TogglePause));
        let names = window
            .state()
            .tab()
            .unwrap()
            .player_names()
            .map(str::to_owned);
        assert_eq!(names, ["Bot", "Bot 2"]);
        window.perform(Action::Navigate(Navigation::Ply(1)));
        window.perform(Action::Edit(EditAction::SetComment("seen live".to_owned())));
        // The program answers the request that it received before the pause.
        fs::write(home.path().join("gate"), "").unwrap();
        window.run_until("its answer", |state| {
            state.open_game().unwrap().last_ply() == 3
        });
        window.perform(Action::Navigate(Navigation::Last));
        // The second program plays another move than the user tries.
        let moves = window.open_game().state().legal_moves();
        let (tried, answer) = (moves[0].clone(), moves[1].clone());
        fs::write(home.path().join("told"), format!("{answer}\n")).unwrap();
        window.perform(Action::Input(InputAction::PlayMove(tried.clone())));
        assert!(!window.open_game().is_on_main_line());
        window.perform(Action::Play(PlayAction::TogglePause));
        window.run_until("the end", |state| state.live_games.is_empty());
        assert!(
            !window.open_game().is_at_live_end(),
            "the view left its position"
        );
        let played = live_record(&mut window);
        assert_eq!(played.notes[&1].comment, "seen live");
        let variations = played.notes.values().flat_map(|note| &note.variations);
        let lines: Vec<&str> = variations.map(|line| line.moves.as_str()).collect();
        assert_eq!(played.tokens().nth(3), Some(answer.as_str()));
        assert!(lines.contains(&tried.as_str()), "{lines:?}");
        // Undo reverts the user's changes, and no move of the live game.
        let plies = last_ply(&mut window);
        window.press_with(egui::Modifiers::COMMAND, Key::Z);
        window.press_with(egui::Modifiers::COMMAND, Key::Z);
        assert_eq!(last_ply(&mut window), plies);
        let end = window.open_game().tree().main_line_end();
        window.perform(Action::Navigate(Navigation::Node(end)));
        assert_eq!(window.open_game().turn(), Turn::Over);
        let undone = live_record(&mut window);
        assert_eq!(undone.moves, played.moves);
        assert_eq!(undone.notes[&1].comment, "");
        assert_eq!(undone.times_ms, played.times_ms);
    }

    #[test]
    fn play_from_here_continues_from_shown_position() {
        let _starts = child_starts();
        let home = temp_folder();
        let mut window = empty_window(&home);
        for game in ["clobber", "zuniq", "atari-go", "turn-right"] {
            let path = crate::common::records_folder().join(format!("{game}.ron"));
            window.perform(Action::Outside(Effect::ScanPaths(vec![path])));
            window.run_until("the record", |state| {
                state
                    .open_game()
                    .is_some_and(|open| open.game().id() == game)
            });
            window.perform(Action::Navigate(Navigation::Ply(5)));
            let moves = window.open_game().moves_text();
            window.perform(Action::Play(PlayAction::PlayFromHere));
            window.must_show("Play on from here");
            let choices = NewGameChoices {
                game: game.to_owned(),
                seats: (builtin(), person()),
                ..NewGameChoices::default()
            };
            window.perform(Action::Play(PlayAction::StartGame(Box::new(
                NewGameRequest {
                    choices,
                    is_from_here: true,
                },
            ))));
            window.run_until("the person's turn", |state| {
                state.tabs.len() > 1 && waits_for(Player::Second)(state)
            });
            let played = live_record(&mut window);
            assert!(played.moves.starts_with(&moves), "{game}");
            assert_eq!(played.ext["arena.opening"], "5", "{game}");
            // The moves before the start of the game cannot be taken back.
            window.perform(Action::Play(PlayAction::TakeBack));
            assert_eq!(
                window.state().messages.last().unwrap().text,
                "Nothing to take back."
            );
            window.perform(Action::Play(PlayAction::StopGame));
            window.run_until("the end", |state| state.live_games.is_empty());
        }
    }

    #[test]
    fn program_is_replayed_through_game_after_takeback() {
        let _starts = child_starts();
        let home = temp_folder();
        let mut window = empty_window(&home);
        // In the contest of this game the jury never shows the board.
        window.perform(start_game("zuniq", (person(), bot(&home, LOWEST))));
        for plies in [2, 4] {
            window.run_until("the person's turn", waits_for(Player::First));
            play_first_legal_move(&mut window);
            window.run_until("the answer", |state| {
                state.open_game().unwrap().last_ply() == plies && waits_for(Player::First)(state)
            });
        }
        let before = live_record(&mut window);
        window.perform(Action::Play(PlayAction::TakeBack));
        window.run_until("the person's turn", |state| {
            state.open_game().unwrap().last_ply() == 2 && waits_for(Player::First)(state)
        });
        // Its answers so far repeat those of the game, so the game continues from there.
        let moves = window.open_game().state().legal_moves();
        window.perform(Action::Input(InputAction::PlayMove(moves[1].clone())));
        window.run_until("the answer", |state| {
            state.live_games.is_empty() || state.open_game().unwrap().last_ply() == 4
        });
        let after = live_record(&mut window);
        assert!(
            !after.ext.contains_key("arena.fault.second"),
            "{:?}",
            after.ext
        );
        let first_two = |record: &Record| -> Vec<String> {
            record.tokens().take(2).map(str::to_owned).collect()
        };
        assert_eq!(first_two(&after), first_two(&before));
        assert_eq!(after.times_ms.get_ms(2), before.times_ms.get_ms(2));
    }

    #[test]
    fn box_tiles_are_dealt_at_random_or_typed() {
        let _starts = child_starts();
        let home = temp_folder();
        let mut window = empty_window(&home);
        // Both sides are played by hand on one board.
        window.perform(Action::File(FileAction::NewGame("box")));
        assert_eq!(window.open_game().ply(), 0);
        assert!(
            window.open_game().mover().is_some(),
            "the start tile is not placed"
        );
        let tile = window
            .state()
            .tab()
            .unwrap()
            .chance()
            .expect("a tile is dealt");
        assert_eq!(window.state().changed_tabs().count(), 0);
        assert!(!is_disabled(&window, "Random tile"));
        window.perform(Action::Navigate(Navigation::First));
        assert_eq!(
            window.state().tab().unwrap().chance(),
            Some(tile),
            "the tile changed"
        );
        // A game against kifu.
        window.perform(start_game("box", (person(), builtin())));
        window.run_until("the person's turn", waits_for(Player::First));
        assert_eq!(window.state().knowledge_of, Some(Player::First));
        // Only the referee chooses tiles here.
        assert!(!window.shows("Random tile"));
        window.must_show("Scores and times appear while the game is played.");
        let tile = window.state().tab().unwrap().chance().unwrap();
        let mut state = window.open_game().state().fork();
        state.apply_chance(&tile).unwrap();
        let token = state.legal_moves()[0].clone();
        window.perform(Action::Input(InputAction::ChooseChance(
            "123456".to_owned(),
        )));
        window.perform(Action::Input(InputAction::PlayMove(token.clone())));
        window.run_until("the answer", |state| {
            state.open_game().unwrap().last_ply() == 2 && waits_for(Player::First)(state)
        });
        let played = live_record(&mut window);
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
        window.perform(Action::Play(PlayAction::StopGame));
        window.run_until("the end", |state| state.live_games.is_empty());
        assert_eq!(window.state().knowledge_of, None);
        // A game with typed tiles.
        let choices = NewGameChoices {
            game: "box".to_owned(),
            seats: (person(), builtin()),
            is_chance_typed: true,
            ..NewGameChoices::default()
        };
        window.perform(Action::Play(PlayAction::StartGame(Box::new(
            NewGameRequest {
                choices,
                is_from_here: false,
            },
        ))));
        let deals = |state: &AppState| {
            let live = state.live_game();
            live.is_some_and(|live| live.phase == LivePhase::Dealing)
        };
        window.run_until("the start tile", deals);
        window.must_show("Type the next tile");
        window.perform(Action::Input(InputAction::ChooseChance(
            "123456".to_owned(),
        )));
        window.run_until("the next tile", |state| {
            deals(state) && state.open_game().unwrap().mover().is_some()
        });
        assert!(window.open_game().moves_text().contains("123456"));
        window.perform(Action::Input(InputAction::ChooseChance(
            "654321".to_owned(),
        )));
        window.run_until("the person's turn", waits_for(Player::First));
        assert_eq!(
            window.state().tab().unwrap().chance().as_deref(),
            Some("654321")
        );
    }
}
