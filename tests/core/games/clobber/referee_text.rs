//! The texts of CodinGame's viewer.

use kifu_core::contract::Game;
use kifu_core::games::clobber::Clobber;

fn shown_move(view: &str) -> Option<String> {
    Clobber::INFO.shown_move.unwrap()(view, "")
}

#[test]
fn shown_move_is_parsed_from_the_viewer_commands() {
    let view = "KEY_FRAME 2\n{\"entitymodule\":\"U160 0 T hi;109 0 z 3;159 0 T a5a4;83 1 y 520\"}";
    assert_eq!(shown_move(view).as_deref(), Some("a5a4"));
    let view = "{\"entitymodule\":\"CS\\nU160 0 T b1a1;159 0 T a5a4 z 3\"}";
    assert_eq!(shown_move(view).as_deref(), Some("a5a4"));
    assert_eq!(shown_move("{\"entitymodule\":\"U160 0 T \"}"), None);
    assert_eq!(shown_move("... T a5a4 ...").as_deref(), Some("a5a4"));
    assert_eq!(shown_move("T hi T"), None);
}
