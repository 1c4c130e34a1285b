//! The texts of CodinGame's referee.

use kifu_core::contract::Game;
use kifu_core::games::atari_go::AtariGo;

#[test]
fn shown_move_is_parsed_from_the_referees_report() {
    let shown = |words| AtariGo::INFO.shown_move.unwrap()("", words);
    assert_eq!(shown("Player $0 played (4 0)\n").as_deref(), Some("4 0"));
    assert_eq!(
        shown("Player $1 played (-1 -1)\n$0 won!").as_deref(),
        Some("PASS")
    );
    assert_eq!(shown("$1 timeout!"), None);
}
