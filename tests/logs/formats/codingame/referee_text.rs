//! The texts of CodinGame's referees: colours, winners and players.

use kifu_core::contract::Player;
use kifu_logs::formats::codingame::frame_texts::{
    insert_names, named_player, parse_winner, strip_colors,
};

#[test]
fn only_colour_codes_are_removed_from_referee_text() {
    assert_eq!(strip_colors("¤RED¤$1 won§RED§\n"), "$1 won\n");
    assert_eq!(strip_colors("10¤ and §5 ¤¤"), "10¤ and §5 ¤¤");
}

#[test]
fn referee_text_names_players_by_number() {
    assert_eq!(parse_winner("$1 won!"), Some(Player::Second));
    assert_eq!(parse_winner("Player $1 won"), None);
    assert_eq!(named_player("10$ for Player $0 of $1"), Some(Player::First));
    assert_eq!(named_player("$2 $"), None);
    let names = ["A$1".to_owned(), String::new()];
    assert_eq!(insert_names("$0 and $1, $", &names), "A$1 and $1, $");
}
