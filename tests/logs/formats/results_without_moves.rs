//! Results without moves: psyleague's games, CodinGame's lists of battles, and tables whose columns
//! are named.

use kifu_core::contract::{Fault, Player, Winner};
use kifu_logs::formats::{
    CheckedGame, Format, ReadContext, ResultColumns, by_id, check_text, detect_log, result_table,
};

fn read(format: &str, text: &str) -> Vec<CheckedGame> {
    check_text(text, by_id(format), &ReadContext::default())
}

fn winner(game: &CheckedGame) -> Option<Winner> {
    game.record
        .reported
        .as_ref()
        .and_then(|reported| reported.winner)
}

fn codes(games: &[CheckedGame]) -> Vec<String> {
    let findings = games.iter().flat_map(|game| &game.findings);
    findings.map(|finding| finding.code.to_string()).collect()
}

const LEAGUE: &str = r#"{"players": ["v1", "v2"], "ranks": [0, 1], "errors": [0, 0], "test_data": {"seed": 7}, "player_data": [{"nodes": 1200.5}, {"note": "late"}]}
{"players": ["v2", "v1"], "ranks": [1, 1], "errors": [0, 0], "test_data": {}, "player_data": [{}, {}]}
{"players": ["v2", "v1"], "ranks": [2, 1], "errors": [1, 0], "test_data": {}, "player_data": [{}, {}]}
"#;

#[test]
fn psyleague_games_are_read_with_ranks_errors_and_data() {
    let games = read("psyleague", LEAGUE);
    let winners: Vec<_> = games.iter().map(winner).collect();
    let expected = [Winner::First, Winner::Draw, Winner::Second];
    assert_eq!(winners, expected.map(Some));
    let record = &games[0].record;
    assert_eq!(
        [&*record.players.0.name, &*record.players.1.name],
        ["v1", "v2"]
    );
    let ext: Vec<_> = record
        .ext
        .iter()
        .map(|(key, text)| (&**key, &**text))
        .collect();
    let expected = [
        ("player0.nodes", "1200.5"),
        ("player1.note", "late"),
        ("test.seed", "7"),
    ];
    assert_eq!(ext, expected);
    let faults = &games[2].record.reported.as_ref().unwrap().faults;
    assert_eq!(faults.get(&Player::First), Some(&Fault::Jury));
    assert_eq!(codes(&games), ["K115"; 3]);
}

#[test]
fn psyleague_line_that_cannot_be_read_stops_only_itself() {
    let lines: Vec<&str> = LEAGUE.lines().collect();
    for (bad, code) in [
        (r#"{"players": ["a", "b"], "ranks": [1, 2"#, "K106"),
        (r#"{"players": ["a"], "ranks": [1], "errors": [0]}"#, "K110"),
        (
            r#"{"players": ["a", "b", "c"], "ranks": [1, 2, 3], "errors": [0, 0, 0]}"#,
            "K110",
        ),
        (r#"{"ranks": [1, 2], "errors": [0, 0]}"#, "K109"),
        (
            r#"{"players": ["a", "b"], "ranks": ["x", 2], "errors": [0, 0]}"#,
            "K110",
        ),
        (r#"{"players": ["a", "b"], "errors": [0, 0]}"#, "K308"),
        ("and so on", "K105"),
    ] {
        let games = read("psyleague", &format!("{}\n{bad}\n{}\n", lines[0], lines[1]));
        assert_eq!(codes(&games), ["K115", code, "K115"], "{bad}");
        assert_eq!(games[1].findings[0].location.as_ref().unwrap().line, 2);
    }
}

#[test]
fn results_in_json_are_recognised_by_their_keys() {
    let id = |text: &str| detect_log(text, &ReadContext::default()).map(Format::id);
    assert_eq!(id(LEAGUE), Some("psyleague"));
    assert_eq!(id(BATTLES), Some("codingame-battles"));
    assert_eq!(
        id(&format!("{{\"success\": {BATTLES}}}")),
        Some("codingame-battles")
    );
    assert_eq!(id(r#"{"players": ["a", "b"], "chat": []}"#), None);
    assert_eq!(
        id(r#"[{"gameId": 1, "frames": [{"agentId": -1}]}]"#),
        Some("codingame")
    );
}

const BATTLES: &str = r#"[{"players": [
 {"playerAgentId": 11, "position": 1, "userId": 424242, "nickname": "Ann", "publicHandle": "a1b2c3d4", "avatar": 99},
 {"playerAgentId": 12, "position": 0, "userId": 434343, "nickname": "Bob", "publicHandle": "e5f6a7b8"}],
 "gameId": 1001, "done": true, "testSessionHandle": "5e551011"},
{"players": [{"playerAgentId": 11, "position": 0, "nickname": "Ann"}, {"playerAgentId": 12, "position": 0, "nickname": "Bob"}], "gameId": 1002, "done": true},
{"players": [{"playerAgentId": 11, "position": 0, "nickname": "Ann"}, {"playerAgentId": 12, "position": 1, "nickname": "Bob"}], "gameId": 1003, "done": false}
]"#;

/// The private values of the list.
const PRIVATE: [&str; 5] = ["424242", "434343", "a1b2c3d4", "e5f6a7b8", "5e551011"];

#[test]
fn battles_are_results_with_ids_places_and_submissions() {
    let games = read("codingame-battles", BATTLES);
    let winners: Vec<_> = games.iter().map(winner).collect();
    assert_eq!(winners, [Some(Winner::Second), Some(Winner::Draw), None]);
    assert_eq!(codes(&games), ["K115", "K128", "K115", "K308"]);
    let record = &games[0].record;
    assert_eq!(record.source.id, "1001");
    let players = [&record.players.0, &record.players.1];
    assert_eq!(players.map(|player| &*player.name), ["Ann", "Bob"]);
    assert_eq!(players.map(|player| &*player.version), ["11", "12"]);
}

#[test]
fn private_values_of_battles_are_neither_kept_nor_shown() {
    let wrapped = format!("{{\"rememberMe\": \"c0ffee00\", \"page\": {{\"list\": {BATTLES}}}}}");
    let one_line = BATTLES.replace('\n', " ");
    let torn = &one_line[..one_line.len() - 3];
    let odd = one_line.replace("\"position\": 1", "\"position\": \"x\"");
    let no_list = one_line.replace("\"players\": [", "\"players\": {\"a\":[") + "}";
    for text in [BATTLES, &wrapped, &one_line, torn, &odd, &no_list] {
        for game in read("codingame-battles", text) {
            let all = format!("{game:?}");
            for private in PRIVATE.iter().chain(&["c0ffee00"]) {
                assert!(!all.contains(private), "{private} in {all}");
            }
        }
    }
    let games = read("codingame-battles", BATTLES);
    let note = games[0]
        .findings
        .iter()
        .find(|found| found.code.to_string() == "K128");
    let message = &note.unwrap().message;
    for key in ["userId", "publicHandle", "testSessionHandle", "avatar"] {
        assert!(message.contains(key), "{message}");
    }
}

#[test]
fn battles_that_cannot_be_read_are_named() {
    let battle =
        |players: &str| format!("[{{\"gameId\": 1, \"done\": true, \"players\": {players}}}]");
    for (players, code) in [
        ("[]", "K110"),
        (r#"[{"nickname": "A", "position": 0}]"#, "K110"),
        ("7", "K110"),
        (r#"[{"nickname": "A", "position": 0}, 3]"#, "K110"),
        (r#"[{"nickname": "A"}, {"nickname": "B"}]"#, "K308"),
    ] {
        assert_eq!(
            codes(&read("codingame-battles", &battle(players))),
            [code],
            "{players}"
        );
    }
    assert_eq!(codes(&read("codingame-battles", "[]")), ["K114"]);
    assert_eq!(codes(&read("codingame-battles", "[{\"gameId\"")), ["K106"]);
}

/// Reads a table with named columns.
fn table(columns: &str, text: &str) -> Vec<CheckedGame> {
    let columns: ResultColumns = columns.parse().unwrap();
    check_text(text, Some(result_table(columns)), &ReadContext::default())
}

fn winners(columns: &str, text: &str) -> String {
    let games = table(columns, text);
    let letter = |game: &CheckedGame| match winner(game) {
        Some(Winner::First) => '1',
        Some(Winner::Second) => '2',
        Some(Winner::Draw) => '=',
        None => '?',
    };
    games.iter().map(letter).collect()
}

#[test]
fn table_with_named_columns_is_read_with_any_separator() {
    let rows =
        "no;first;second;result\n1;A;B;1-0\n2;B;A;0-1\n3;A;C;½-½\n4;A;C;1/2-1/2\n5;C;A;12 : 7\n";
    let by_number = "first=2,second=3,result=4,id=1";
    let by_heading = "first=First,second=second,result=result,id=no";
    for separator in ["\t", ";", "|", ","] {
        let text = rows.replace(';', separator);
        assert_eq!(winners(by_number, &text), "12==1", "{separator}");
        assert_eq!(winners(by_heading, &text), "12==1", "{separator}");
    }
    let games = table(by_number, rows);
    assert_eq!(games[1].record.source.id, "2");
    assert_eq!(games[1].record.players.0.name, "B");
    let bare = "A,B,won\nB,A,lost\nA,B,draw\nA,B,first\nA,B,B\n\"A, jr\",B,\"A, jr\"\n";
    assert_eq!(winners("first=1,second=2,result=3", bare), "12=121");
}

#[test]
fn points_of_tables_decide_and_are_compared_with_results() {
    let columns = "first=1,second=2,points1=3,points2=4";
    assert_eq!(
        winners(columns, "a,b,p,q\nA,B,100,50\nA,B,1.5,1.5\nA,B,-1,0\n"),
        "1=2"
    );
    let games = table(columns, "A,B,100,50\n");
    assert_eq!(
        games[0].record.reported.as_ref().unwrap().points,
        Some((100, 50))
    );
    let both = "first=1,second=2,points1=3,points2=4,result=5";
    let games = table(both, "A,B,3,1,1-0\nA,B,3,1,0-1\n");
    assert_eq!(codes(&games), ["K115", "K110"]);
}

#[test]
fn unreadable_row_is_no_game_and_stops_nothing() {
    let columns = "first=1,second=2,result=3";
    for (row, code) in [
        ("A,B", "K109"),
        ("A,B,1", "K110"),
        ("A,B,?", "K110"),
        ("A,B,1-0-1", "K110"),
    ] {
        let games = table(columns, &format!("A,B,1-0\n{row}\nA,B,0-1\n"));
        assert_eq!(codes(&games), ["K115", code, "K115"], "{row}");
        assert_eq!(games[1].findings[0].location.as_ref().unwrap().line, 2);
    }
    let games = table(
        "first=White,second=Black,result=Score",
        "White,Black,Result\nA,B,1-0\n",
    );
    assert_eq!(codes(&games), ["K109"]);
    assert_eq!(codes(&table(columns, "")), ["K114"]);
}
