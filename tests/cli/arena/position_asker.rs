//! A bot that is led to single positions.

use super::{bot_folder, good};
use kifu_core::contract::Setup;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_study::arena::{
    AskMethod, AskedPosition, BotAnswer, CommandSpec, Contestant, ContestantKind, NotAskedReason,
    PositionAsker,
};
use std::time::Duration;

const BOX: [&str; 4] = ["Hh634512h", "Jj361254h", "Jk341256v", "Ig531624v"];

fn game(id: &str) -> &'static dyn DynGame {
    by_id(CATALOGUE, id).unwrap()
}

fn program(command: &str) -> Contestant {
    Contestant {
        name: "bot".to_owned(),
        kind: ContestantKind::Contest(CommandSpec::parse(command).unwrap()),
        clock: None,
    }
}

fn ask(
    id: &str,
    bot: &Contestant,
    setup: &Setup,
    tokens: &[&str],
    chance: Option<&str>,
) -> AskedPosition {
    let mut asker = PositionAsker::new(game(id), bot, Duration::from_secs(5));
    asker.ask(setup, tokens, chance).unwrap()
}

fn is_move(asked: &AskedPosition) -> bool {
    matches!(asked.answer, BotAnswer::Move(_))
}

#[test]
fn asker_leads_program_by_the_opening_line() {
    let mut setup = Setup::default();
    setup.set("colors", "2 5");
    let asked = ask("box", &program(&good("box")), &setup, &BOX, Some("642351"));
    assert!(is_move(&asked), "{asked:?}");
    assert_eq!(asked.method, Some(AskMethod::OpeningLine));
    let zuniq = program(&good("zuniq"));
    let asked = ask(
        "zuniq",
        &zuniq,
        &Setup::default(),
        &["A2h", "C4v", "B3h"],
        None,
    );
    assert!(is_move(&asked), "{asked:?}");
    assert_eq!(asked.method, Some(AskMethod::OpeningLine));
}

#[test]
fn asker_shows_the_board_where_the_contest_does() {
    let clobber = program(&good("clobber"));
    let asked = ask(
        "clobber",
        &clobber,
        &Setup::default(),
        &["b1a1", "a3a2", "d1e1"],
        None,
    );
    assert!(is_move(&asked), "{asked:?}");
    assert_eq!(asked.method, Some(AskMethod::Board));
}

#[test]
fn program_skipping_the_line_plays_along_or_is_not_asked() {
    // It answers every line that is a move, and `Start`, with its next move.
    let script = "i=0; while read line; do case $line in Opening*) ;; *) i=$((i+1)); \
                  case $i in 1) echo C4v;; 2) echo D1h;; *) echo E1h;; esac;; esac; done";
    let here = bot_folder(&[("bot.sh", script)]);
    let bot = program(&format!("sh {}/bot.sh", here.path().display()));
    let setup = Setup::default();
    let asked = ask("zuniq", &bot, &setup, &["A2h", "C4v", "B3h"], None);
    assert_eq!(asked.answer, BotAnswer::Move("D1h".to_owned()));
    assert_eq!(asked.method, Some(AskMethod::Dialogue));
    let asked = ask("zuniq", &bot, &setup, &["A2h", "C3v", "B3h"], None);
    let reason = NotAskedReason::OtherMoveBefore;
    assert_eq!(asked.answer, BotAnswer::NotAsked(reason));
    assert_eq!(asked.method, None);
}
