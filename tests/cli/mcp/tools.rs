//! Each tool with an example whose answer is known.

use super::client::Client;
use crate::common::repository;
use crate::{BROKEN, GAME, KIFU, folder};
use serde_json::json;

#[test]
fn open_lists_games_with_names_results_and_findings() {
    let files = [
        ("a.txt", GAME),
        ("b/broken.txt", BROKEN),
        ("notes.md", "# no log\n"),
    ];
    let folder = folder(&files);
    let mut client = Client::start(folder.path(), &["."]);
    let text = client.text("open", json!({"paths": ["a.txt", "b"]}));
    assert!(
        text.contains("a.txt#0  clobber  Ada – Charles  Ada (White) won"),
        "{text}"
    );
    assert!(
        text.contains("b/broken.txt#0  clobber") && text.contains("error K202"),
        "{text}"
    );
    let text = client.text(
        "open",
        json!({"paths": ["."], "player": "Ada", "results": ["lost"]}),
    );
    assert!(text.starts_with("0 games open"), "{text}");
    assert!(
        text.contains("left out by the filters") && text.contains("1 file without games skipped"),
        "{text}"
    );
    client.finish();
}

#[test]
fn opened_games_can_be_added_to() {
    let folder = folder(&[("a.txt", GAME), ("b.txt", GAME)]);
    let mut client = Client::start(folder.path(), &["."]);
    client.text("open", json!({"paths": ["a.txt"]}));
    let text = client.text("open", json!({"paths": ["b.txt", "a.txt"], "add": true}));
    assert!(text.starts_with("2 games open"), "{text}");
    client.text("open", json!({"paths": ["b.txt"]}));
    assert!(client.text("summary", json!({})).starts_with("1 game,"));
}

#[test]
fn tools_over_all_games_need_opened_ones() {
    let mut client = Client::start(repository(), &["records"]);
    for tool in ["summary", "standings"] {
        let error = client.error(tool, json!({}));
        assert!(
            error.contains("hint: call `open` with paths first"),
            "{error}"
        );
    }
    let error = client.error("find", json!({"what": "losses"}));
    assert!(error.contains("hint: call `open`"), "{error}");
}

#[test]
fn board_and_moves_name_positions_of_records_alone() {
    let folder = folder(&[("a.txt", GAME)]);
    let mut client = Client::start(folder.path(), &["."]);
    let text = client.text("board", json!({"at": "a.txt#0@1", "legal": true}));
    assert!(
        text.contains("after ply 1 of 3") && text.contains("played here: b2b1"),
        "{text}"
    );
    let error = client.error("board", json!({"at": "a.txt#0@9"}));
    assert!(
        error.contains("expected a ply from 0 to 3, found 9"),
        "{error}"
    );
    let error = client.error("board", json!({"at": "a.txt#0@1", "moves": ["a2a1"]}));
    assert!(
        error.contains("move 1, `a2a1`") && error.contains("legal moves, such as"),
        "{error}"
    );
    let error = client.error("board", json!({"at": "OX/XO O - -"}));
    assert!(
        error.contains("expected FILE#GAME or FILE#GAME@PLY"),
        "{error}"
    );
    let text = client.text("board", json!({"at": "a.txt#0@0", "moves": ["b1a1"]}));
    assert!(text.contains("#0@0 and 1 move after it: Clobber"), "{text}");
    let text = client.text("moves", json!({"game": "a.txt#0", "first": 2, "last": 2}));
    assert!(
        text.contains("2 Black b2b1") && !text.contains("3 White"),
        "{text}"
    );
}

#[test]
fn board_draws_a_picture() {
    let mut client = Client::start(repository(), &["records"]);
    let answer = client.call("board", &json!({"at": "box.ron#0@5", "picture": true}));
    // The signature of PNG in Base64.
    assert!(
        answer
            .picture
            .is_some_and(|data| data.starts_with("iVBORw0KGgo"))
    );
}

#[test]
fn findings_have_places_and_hints() {
    let folder = folder(&[("b.txt", BROKEN)]);
    let mut client = Client::start(folder.path(), &["."]);
    let text = client.text("findings", json!({"game": "b.txt#0"}));
    assert!(text.contains("error K202 line 2 column 6 ply 4:"), "{text}");
    let text = client.text("explain", json!({"word": "K202"}));
    assert!(text.contains("illegal move"), "{text}");
    let error = client.error("explain", json!({"word": "K999"}));
    assert!(error.contains("found `K999`"), "{error}");
}

#[test]
fn long_answers_are_given_in_parts() {
    let mut client = Client::start(repository(), &["records"]);
    let all = json!({"what": "losses"});
    client.text("open", json!({"paths": ["."]}));
    let (mut from, mut rows) = (0, Vec::new());
    loop {
        let mut arguments = all.clone();
        arguments["from"] = json!(from);
        let text = client.text("find", arguments);
        rows.extend(
            text.lines()
                .filter(|line| line.contains(" lost "))
                .map(str::to_owned),
        );
        match text.trim_end().rsplit_once("the next: from=") {
            Some((_, next)) => from = next.parse().unwrap(),
            None => break,
        }
    }
    let count = rows.len();
    rows.sort();
    rows.dedup();
    let first = client.text("find", all);
    assert_eq!(rows.len(), count);
    assert!(count > 60 && first.starts_with(&format!("{count} losses in 11 open games")));
}

#[test]
fn until_goes_from_event_to_event() {
    let mut client = Client::start(repository(), &["records"]);
    let mut until = |at: &str, event: &str| {
        let text = client.text("until", json!({"at": at, "event": event}));
        text.split_once(": ")
            .map_or(text.clone(), |(place, _)| place.to_owned())
    };
    assert_eq!(until("clobber.ron#0@0", "blunder"), "clobber.ron#0@2");
    assert_eq!(until("clobber.ron#0@3", "blunder"), "clobber.ron#0@6");
    assert_eq!(
        until("turn-right-illegal.ron#0@0", "fault"),
        "turn-right-illegal.ron#0@38"
    );
    assert_eq!(until("clobber.ron#0@40", "end"), "clobber.ron#0@48");
    let text = client.text(
        "until",
        json!({"at": "clobber.ron#0@38", "event": "blunder"}),
    );
    assert!(text.contains("no such event after ply 38 of 49"), "{text}");
    let error = client.error("until", json!({"at": "clobber.ron#0@0", "event": "slow"}));
    assert!(error.contains("`min_ms`"), "{error}");
}

#[test]
fn explore_counts_equal_positions_once() {
    let folder = folder(&[("a.txt", GAME), ("b.txt", GAME)]);
    let mut client = Client::start(folder.path(), &["."]);
    client.text("open", json!({"paths": ["."]}));
    let text = client.text("explore", json!({"at": "a.txt#0@0"}));
    assert!(text.contains("2 games (White won 2"), "{text}");
    assert!(text.contains("a.txt#0, b.txt#0"), "{text}");
    let error = client.error("explore", json!({"at": "a.txt#0@0", "player": "nobody"}));
    assert!(error.contains("found `nobody`"), "{error}");
}

#[test]
fn roots_of_the_client_are_the_folders() {
    let folder = folder(&[("my games/a.txt", GAME)]);
    let mut client = Client::unconnected(folder.path(), &[], &[]);
    client.initialize(&json!({"roots": {}}));
    let id = client.start_call("open", &json!({"paths": ["a.txt"]}));
    let asked = client.next_message();
    assert_eq!(asked["method"], "roots/list");
    let path = folder.path().to_str().unwrap().replace('\\', "/");
    let uri = format!("file:///{}/my%20games", path.trim_start_matches('/'));
    let roots = json!({"roots": [{"uri": uri}, {"uri": "https://example.org/"}]});
    client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": roots}));
    let answer = super::client::answer_of(&client.answer_to(id));
    assert!(answer.text.starts_with("1 game open"), "{}", answer.text);
}

#[test]
fn without_folders_nothing_is_read() {
    let folder = folder(&[("a.txt", GAME)]);
    let mut client = Client::start(folder.path(), &[]);
    let error = client.error("open", json!({"paths": ["a.txt"]}));
    assert!(
        error.contains("hint: start the server as `kifu mcp FOLDER`"),
        "{error}"
    );
}

mod slow {
    use super::{Client, GAME, KIFU, folder, json};

    #[test]
    fn analyze_gives_equal_answers_for_equal_seeds() {
        let mut client = Client::start(super::repository(), &["records"]);
        let arguments = json!({"at": "clobber.ron#0@10", "nodes": 300, "seed": 7});
        let one = client.text("analyze", arguments.clone());
        assert_eq!(client.text("analyze", arguments), one);
        assert!(
            one.contains(" nodes of 300, seed 7") && one.contains("(estimated)"),
            "{one}"
        );
        assert!(one.contains("e6e5 (played)"), "{one}");
        let proven = client.text("analyze", json!({"at": "clobber.ron#0@45", "nodes": 300}));
        assert!(
            proven.contains("wins (proven)") || proven.contains("loses (proven)"),
            "{proven}"
        );
    }

    #[test]
    fn played_move_that_is_not_preferred_is_searched_alone() {
        let mut client = Client::start(super::repository(), &["records"]);
        let text = client.text("analyze", json!({"at": "clobber.ron#0@10", "nodes": 300}));
        let row = text.lines().find(|line| line.contains("(played)")).unwrap();
        assert!(row.contains("searched alone with 300 nodes"), "{text}");
    }

    #[test]
    fn review_is_kept_for_other_tools() {
        let folder = folder(&[("a.txt", GAME)]);
        let mut client = Client::start(folder.path(), &["."]);
        let at = json!({"game": "a.txt#0"});
        let before = client.text("summary", at.clone());
        assert!(
            before.contains("not reviewed: `review` finds the mistakes"),
            "{before}"
        );
        let text = client.text("review", json!({"game": "a.txt#0", "nodes": 100}));
        assert!(
            text.contains("engine clobber") && text.contains("nodes 100 seed 1"),
            "{text}"
        );
        assert_eq!(client.text("summary", at), text);
        let files = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 1, "nothing is written");
        client.text("open", json!({"paths": ["a.txt"]}));
        client.text("review", json!({"game": "a.txt#0", "nodes": 101}));
        let text = client.text("summary", json!({}));
        assert!(text.starts_with("1 game, 1 reviewed"), "{text}");
    }

    #[test]
    fn programs_are_fed_asked_checked_and_matched() {
        let folder = folder(&[("a.txt", GAME)]);
        let mut client = Client::start(folder.path(), &[".", "--allow-run"]);
        let bot = format!("{KIFU} play --game clobber --nodes 5");
        let text = client.text("feed", json!({"game": "a.txt#0", "ply": 2}));
        assert!(text.contains("kifu feed: exit status 0"), "{text}");
        let text = client.text("feed", json!({"game": "a.txt#0", "cmd": bot}));
        assert!(text.contains("ply 3"), "{text}");
        let text = client.text("rejudge", json!({"games": ["a.txt#0"], "cmd": bot}));
        assert!(
            text.contains("a.txt#0, White Ada") && text.contains("0 failed"),
            "{text}"
        );
        let arguments =
            json!({"game": "clobber", "bots": [format!("cmd={bot}"), "builtin"], "clock": "500ms"});
        let text = client.text("match", arguments);
        assert!(
            text.starts_with("open: match-1.ronl#0 to match-1.ronl#1"),
            "{text}"
        );
        let text = client.text("summary", json!({"game": "match-1.ronl#1"}));
        assert!(text.contains("Clobber"), "{text}");
        let error = client.error("check_bot", json!({"game": "clobber", "cmd": "./nowhere"}));
        assert!(error.contains("nowhere"), "{error}");
        client.finish();
    }
}
