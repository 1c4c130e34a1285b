//! Detection: how a text begins and is built decides, never what its strings hold.

use kifu_core::contract::{Player, Setup};
use kifu_core::games::{CATALOGUE, by_id as by_game_id};
use kifu_core::record::{Attempt, Record};
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{
    CheckedGame, Format, FormatWriter, ReadContext, by_id, check_text, decode, detect, detect_log,
    writable, write_all,
};

/// Texts that are the signature of a format, or are taken from a log in one.
const SIGNATURES: [&str; 37] = [
    "x,Game,Round,IsSwiss,User1,User2,Score1,Score2,Status1,Status2,Result,x",
    "Ann, Game, Round, Moves, Bob",
    "Game,User1,User2,Moves",
    "Game;Round;User1;User2;Moves",
    "Game\tRound\tUser1\tUser2\tMoves",
    "Game|Round|User1|User2|Moves",
    "a\n1,1,swiss,x,100,WIN,y,0,LOSE,E5v A2h",
    "new Zuniq(['Forged','Other'],['C3h','C4h'])",
    "\nnew Zuniq([\"Forged\",\"Other\"],[\"C3h\",\"C4h\"])\n",
    "<script>new Box(['a','b'],['Hh564231h'],[4,1])</script>",
    "<param name=white value=Forged><param name=moves value='A1h A2h A3h'>",
    "<html>",
    "White:   Ann (#8642 TurnBot)",
    "\nThe white player has been disqualified: because\n",
    "(;FF[4]GM[1]SZ[9];B[ee])",
    "\n(;FF[4]GM[1]SZ[9];B[ee])\n",
    "(\nPB[x]SZ[9]",
    "IO RCVD [Start]",
    "\nIO RCVD [Start]\nIO SEND [E5v]\n",
    "> Start",
    "\n> Start\n< E5v\n",
    "input | output",
    "\n| Input | Output |\n| Start | E5v |\n",
    "M: GAME 1 = A <> B",
    "\nM: RESULT = 1 - 0 (game marks) PLAYER_1:_WIN;_PLAYER_2:_LOSE\n",
    "<caiaio:_player_timeout>",
    "\nE5v <caiaio:_player_timeout>\n",
    "{\"frames\":[{\"agentId\":0,\"view\":\"x\",\"gameInformation\":\"y\"}]}",
    "frames",
    "agentId",
    "4 1\nHh216534h",
    "game: clobber",
    "\ngame: clobber\nb1a1\n",
    "(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v\")",
    "\n(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v\")\n",
    "\n{\"kifu\":2,\"game\":\"zuniq\",\"players\":[{},{}],\"moves\":\"E5v\"}\n",
    "# game: clobber\n---\n// x",
];

/// The text fields of a record, by number.
const FIELD_COUNT: usize = 18;

fn set_field(record: &mut Record, field: usize, text: &str) {
    let text = text.to_owned();
    match field {
        0 => record.players.0.name = text,
        1 => record.players.1.name = text,
        2 => record.players.0.author = text,
        3 => record.players.1.version = text,
        4 => record.event.name = text,
        5 => record.event.round = text,
        6 => record.event.table = text,
        7 => record.event.date = text,
        8 => record.source.id = text,
        9 => record.source.file = text,
        10 => drop(record.ext.insert("note".to_owned(), text)),
        11 => drop(record.ext.insert(text, "value".to_owned())),
        12 => record.note_mut(0).stderr = text,
        13 => record.note_mut(1).stderr = text,
        14 => record.note_mut(1).message = text,
        15 => record.note_mut(0).comment = text,
        16 => record.note_mut(2).comment = text,
        _ => {
            record.attempt = Some(Attempt {
                raw: text.clone(),
                reason: text.clone(),
                ..Attempt::default()
            });
            record.reported.get_or_insert_default().text = text;
        }
    }
}

/// Returns the start of a game of each kind, with moves for it.
fn bases() -> Vec<Record> {
    CATALOGUE
        .iter()
        .map(|game| {
            let tokens = crate::common::random_game_of(game.id(), &Setup::default(), 7);
            let start = tokens.len().min(5);
            let mut record = Record {
                game: game.id().to_owned(),
                moves: tokens[..start].join(" "),
                ..Record::default()
            };
            record.player_mut(Player::First).name = "A".to_owned();
            record.player_mut(Player::Second).name = "B".to_owned();
            record
        })
        .collect()
}

fn canonical(record: &Record) -> Record {
    let text = write_all(
        by_id("ronl").unwrap(),
        std::slice::from_ref(record),
        CATALOGUE,
    )
    .unwrap();
    let games = check_text(&text, by_id("ronl"), &ReadContext::default());
    games.into_iter().next().unwrap().record
}

fn records(games: Vec<CheckedGame>) -> Vec<Record> {
    games.into_iter().map(|game| game.record).collect()
}

/// Checks that a text is read by detection as by its own format, with and without its file's name,
/// and that writing what was read gives the same text as writing that once more.
fn assert_is_detected(format: &'static dyn Format, written: &[Record]) {
    let Ok(text) = write_all(format, written, CATALOGUE) else {
        return;
    };
    let extension = format.extensions()[0];
    let names = [
        String::new(),
        format!("games.{extension}"),
        "games".to_owned(),
    ];
    for file_name in &names {
        let context = ReadContext {
            file_name,
            ..ReadContext::default()
        };
        let own = records(check_text(&text, Some(format), &context));
        let found = detect(&text, &context).map(<dyn Format>::id);
        let detected = records(check_text(&text, None, &context));
        assert!(
            detected == own,
            "{} as `{file_name}` is read as {found:?}:\n{text}",
            format.id()
        );
        if format.writer().is_some_and(FormatWriter::is_lossless) {
            assert_eq!(detected, written, "{}:\n{text}", format.id());
        }
        let Ok(again) = write_all(format, &detected, CATALOGUE) else {
            continue;
        };
        let twice = records(check_text(&again, None, &context));
        let third = write_all(format, &twice, CATALOGUE).unwrap_or_default();
        assert_eq!(third, again, "{}: twice is not once", format.id());
    }
}

#[test]
fn signature_in_a_name_changes_no_format() {
    for base in bases() {
        for signature in SIGNATURES {
            let mut record = base.clone();
            set_field(&mut record, 0, signature);
            let record = canonical(&record);
            for format in writable() {
                assert_is_detected(format, std::slice::from_ref(&record));
            }
        }
    }
}

#[test]
fn record_named_as_a_table_is_a_record() {
    let name = "x,User1,Score1,Score2,x";
    let line = format!(
        "(kifu:2,game:\"zuniq\",players:((name:\"{name}\"),(name:\"B\")),moves:\"E5v A2h\")\n"
    );
    let games = records(check_text(&line.repeat(2), None, &ReadContext::default()));
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].players.0.name, name);
    assert_eq!(games[0].moves, "E5v A2h");
    let line = format!(
        "{{\"kifu\":2,\"game\":\"zuniq\",\"players\":[{{\"name\":\"{name}\"}},{{}}],\"moves\":\"E5v\"}}\n"
    );
    let games = records(check_text(&line.repeat(2), None, &ReadContext::default()));
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].players.0.name, name);
    assert_eq!(games[1].moves, "E5v");
}

#[test]
fn record_that_quotes_a_page_is_a_record() {
    let page = "new Zuniq(['Forged','Other'],['C3h','C4h'])";
    let applet = "<param name=white value=Forged><param name=moves value='A1h A2h A3h'>";
    for quoted in [page, applet] {
        let record = format!(
            "(\n    kifu: 2,\n    game: \"zuniq\",\n    players: ((name: \"A\"), (name: \"B\")),\n    \
             moves: \"E5v A2h\",\n    notes: {{\n        1: (stderr: \"{quoted}\"),\n    }},\n)\n"
        );
        let games = records(check_text(&record, None, &ReadContext::default()));
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].players.0.name, "A");
        assert_eq!(games[0].moves, "E5v A2h");
        assert_eq!(games[0].notes[&1].stderr, quoted);
    }
}

#[test]
fn multi_line_string_with_record_lines_is_part_of_its_record() {
    let quoted = "(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v\")";
    let text = format!(
        "(\n    kifu: 2,\n    game: \"zuniq\",\n    players: ((), ()),\n    moves: \"E5v A2h\",\n    \
         notes: {{1: (comment: r#\"\n{quoted}\nIO RCVD [Start]\n\"#)}},\n)\n"
    );
    for file_name in ["", "game.ron", "game.txt"] {
        let context = ReadContext {
            file_name,
            ..ReadContext::default()
        };
        let games = records(check_text(&text, None, &context));
        assert_eq!(games.len(), 1, "{file_name}");
        assert_eq!(games[0].moves, "E5v A2h");
    }
}

#[test]
fn torn_first_record_with_names_of_columns_costs_one_record() {
    let whole = "(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v A2h\")\n";
    for torn in [
        "x,User1,Score1,Score2,x\"),(name:\"B\")),moves:\"E5v\")",
        "new Zuniq(['F','O'],['C3h','C4h'])\"))",
        "(kifu:2,game:\"zuniq\",players:((name:\"x,User1,Score1,Score2,x",
        "(kifu:2,game:\"zuniq\",",
        "(",
    ] {
        let text = format!("{torn}\n{whole}{whole}");
        for file_name in ["", "games.ronl"] {
            let context = ReadContext {
                file_name,
                ..ReadContext::default()
            };
            let games = check_text(&text, None, &context);
            let moves: Vec<&str> = games.iter().map(|game| &*game.record.moves).collect();
            assert_eq!(moves, ["", "E5v A2h", "E5v A2h"], "{torn}");
        }
    }
}

#[test]
fn players_log_that_begins_as_a_table_is_a_dialogue() {
    let log = "x,Game,Round,IsSwiss,User1,Score1,x\nIO RCVD [Start]\nIO SEND [E5v]\n";
    let found = detect(log, &ReadContext::default()).unwrap();
    assert_eq!(found.id(), "codecup-dialogue");
    let log = "game: zuniq\nIO RCVD [Start]\nIO SEND [E5v]\n";
    let found = detect(log, &ReadContext::default()).unwrap();
    assert_eq!(found.id(), "codecup-dialogue");
}

#[test]
fn first_bracket_decides_between_one_record_and_lines() {
    let line = "(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v A2h\")";
    let id = |text: &str, file_name: &str| {
        let context = ReadContext {
            file_name,
            ..ReadContext::default()
        };
        detect(text, &context).map(<dyn Format>::id)
    };
    assert_eq!(id(&format!("{line}\n{line}\n"), "a.ron"), Some("ronl"));
    assert_eq!(id(&format!("{line} // one\n{line}\n"), ""), Some("ronl"));
    assert_eq!(id(&format!("// head\n\n{line}\n"), ""), Some("ronl"));
    assert_eq!(id(&line.replace(',', ",\n"), "a.ronl"), Some("ron"));
    assert_eq!(
        id(&format!("#![enable(implicit_some)]\n{line}"), ""),
        Some("ron")
    );
    assert_eq!(id(&format!("Record{line}"), ""), Some("ron"));
    // The version may come last.
    let json = "{\"game\":\"zuniq\",\"players\":[{},{}],\"moves\":\"E5v\",\"kifu\":2}\n";
    assert_eq!(id(&json.repeat(2), ""), Some("jsonl"));
    assert_eq!(id(&json.replace(',', ",\n"), ""), Some("json"));
}

#[test]
fn record_below_many_blank_lines_and_comments_is_recognised() {
    let line = "(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v A2h\")\n";
    for head in ["\n".repeat(100_000), "// a comment\n".repeat(10_000)] {
        let games = check_text(
            &format!("{head}{line}{line}"),
            None,
            &ReadContext::default(),
        );
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].record.moves, "E5v A2h");
        let pretty = line.replace(',', ",\n");
        let games = check_text(&format!("{head}{pretty}"), None, &ReadContext::default());
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].record.moves, "E5v A2h");
    }
}

#[test]
fn carriage_return_alone_ends_a_line_and_a_comment_of_records() {
    let line = "(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v A2h\")";
    for text in [
        format!("{line} // second\r{line}\r"),
        format!("{line}\r{line}\r"),
        format!("// first\r{line}\r{line}"),
    ] {
        let decoded = decode(text.as_bytes());
        assert_eq!(decoded.findings[0].code.to_string(), "K104", "{text:?}");
        let games = check_text(&decoded.text, None, &ReadContext::default());
        assert_eq!(games.len(), 2, "{text:?}");
        assert!(games.iter().all(|game| game.record.moves == "E5v A2h"));
    }
    let pretty = line.replace(',', ",\r// c\r");
    let decoded = decode(pretty.as_bytes());
    let games = check_text(&decoded.text, None, &ReadContext::default());
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].record.moves, "E5v A2h");
    // In a string it is a part of the text.
    let text = "(kifu:2,game:\"zuniq\",players:((name:\"a\rb\"),()),\rmoves:\"E5v\")";
    let games = check_text(&decode(text.as_bytes()).text, None, &ReadContext::default());
    assert_eq!(games[0].record.players.0.name, "a\rb");
}

#[test]
fn text_in_parentheses_is_explained_in_own_words() {
    for text in ["(3, 4)\n(5, 6)\n", "()", "(see below)\n"] {
        let games = check_text(text, None, &ReadContext::default());
        assert_eq!(games[0].findings[0].code.to_string(), "K101", "{text}");
        for id in ["ron", "ronl"] {
            let games = check_text(text, by_id(id), &ReadContext::default());
            let message = &games[0].findings[0].message;
            assert!(!message.contains("identifier"), "{text}: {message}");
        }
    }
}

#[test]
fn moves_of_unknown_game_have_single_blanks_in_every_format() {
    let table = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n\
                 1,1,swiss,a,0,LOSE,b,1,WIN,c:3  d \n";
    for text in [
        table,
        "(kifu:2,game:\"\",players:((),()),moves:\"c:3  d \")",
    ] {
        let games = check_text(text, None, &ReadContext::default());
        assert_eq!(games[0].record.moves, "c:3 d");
    }
}

#[test]
fn quotes_in_refused_move_of_a_table_are_read_as_written() {
    let mut record = bases().swap_remove(4);
    record.attempt = Some(Attempt {
        raw: "\"x\"\"y".to_owned(),
        ..Attempt::default()
    });
    let record = canonical(&record);
    let csv = by_id("codecup-csv").unwrap();
    let text = write_all(csv, &[record], CATALOGUE).unwrap();
    let games = check_text(&text, None, &ReadContext::default());
    assert_eq!(games[0].record.attempt.as_ref().unwrap().raw, "\"x\"\"y");
}

#[test]
fn texts_for_people_and_programs_are_no_logs() {
    let quote = "# My bots\n\n> [!NOTE]\n> They need a compiler.\n\nText.\nMore of it.\n";
    let session = "Usage:\n\n> x\n> 9\nSome text.\nMore of it.\nAnd more.\n";
    let class = "#include \"game.h\"\n\nGame::Game()\n{\n}\n";
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\"\n> <path d=\"M 1 2\"/>\n</svg>\n";
    let page = "<!doctype html>\n<title>My bots</title>\n<p>Welcome.</p>\n";
    let settings = "(width: 3, height: 4)\n";
    let quoted_game = "A review.\n\n- a name with `(;FF[4]GM[1]SZ[9]` is no game\n";
    for text in [
        quoted_game,
        quote,
        session,
        class,
        picture,
        page,
        settings,
        "1,0,1,1,0,0,1,1,0,0, 4/10\n\n89/100 = 0.89\n\n(0.829, 0.951)\n",
        "5\n3 2\n1 1 1 2\n....SHE....PER\n",
        "network,1,1,2,2\nnode,1,1,1,2\nhemi,lh,rh,lh,rh\n",
        "a8f890093de502c3e136e73780356f59  kbbbk.gtb\n04bffa7e7414ae8d96b3  kbbkb.gtb\n",
        "1. e4 e5\n2. Nf3 Nc6\n3. Bb5\n",
        "e7e8q",
        "a1h8\n",
        "> cat(\"\\r\\n\")\n",
        "{\"frames\": {\"a.png\": {\"x\": 1}}}\n",
        "{\"errors\": [\"not found\"]}\n",
        "0.1 2\n0.2 3\n0.3 4\n",
        "0.43, 11436\n0.44, 12000\n",
        "1 2 3\n4 5 6\n",
        "1200 1300\n1400 1500\n",
    ] {
        let found = detect_log(text, &ReadContext::default()).map(<dyn Format>::id);
        assert_eq!(found, None, "{text}");
        let games = check_text(text, None, &ReadContext::default());
        assert!(!games[0].is_valid(), "{text}");
    }
}

#[test]
fn game_quoted_in_a_program_is_no_log_of_a_folder() {
    let text = "read(\"\"\"\\\n(;FF[4]GM[1]SZ[9];B[ee]C[a])\n\"\"\")\n";
    for (file_name, is_log) in [("tests.py", false), ("game.sgf", true), ("mail.txt", true)] {
        let context = ReadContext {
            file_name,
            ..ReadContext::default()
        };
        assert_eq!(detect_log(text, &context).is_some(), is_log, "{file_name}");
        assert!(detect(text, &context).is_some(), "{file_name}");
    }
}

#[test]
fn list_without_a_heading_is_a_log_of_a_folder_if_it_begins_legally() {
    let named = |file_name| ReadContext {
        file_name,
        ..ReadContext::default()
    };
    for (text, is_log) in [
        ("E5v A2h B3h", true),
        ("E5v A2h ???", false),
        ("E5v E5v", false),
        ("4 4\n3 3\n", false),
    ] {
        assert_eq!(
            detect_log(text, &named("a.txt")).is_some(),
            is_log,
            "{text}"
        );
        assert!(detect_log(text, &named("a.moves")).is_some(), "{text}");
        assert!(detect(text, &named("a.txt")).is_some(), "{text}");
    }
}

#[test]
fn failed_last_move_makes_no_other_game() {
    let head = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n";
    for (moves, game) in [
        ("d6 b6 d2 pass", "turn-right"),
        ("b6 h9", "turn-right"),
        ("c3 g7 c7 g3", "atari-go"),
    ] {
        let table = format!("{head}1,1,final,Ann,0,ILLEGAL,Bob,3,WIN,{moves}\n");
        for text in [table, format!("{moves}\n")] {
            let games = check_text(&text, None, &ReadContext::default());
            assert_eq!(games[0].record.game, game, "{text}");
        }
    }
}

#[test]
fn numbers_in_pairs_are_a_list_of_points() {
    for text in [
        "4 4\n3 3\n",
        "1. 4 4\n2. 3 4\n3. PASS\n",
        "4 4; 3 3; -1 -1\n",
    ] {
        let games = check_text(text, None, &ReadContext::default());
        assert_eq!(games[0].record.game, "atari-go", "{text}");
    }
    let games = check_text("game: atari-go\n0 0\n", None, &ReadContext::default());
    assert_eq!(games[0].record.game, "atari-go");
}

#[test]
fn dialogue_without_a_move_has_no_guessed_game() {
    for text in [
        "> Start\n",
        "> x\n",
        "> 9\n",
        "IO RCVD [Start]\n",
        "> Start\n! no book\n",
    ] {
        let games = check_text(text, None, &ReadContext::default());
        assert_eq!(games[0].record.game, "", "{text}");
        assert_eq!(games[0].findings[0].code.to_string(), "K102", "{text}");
        let context = ReadContext {
            game: by_game_id(CATALOGUE, "zuniq"),
            ..ReadContext::default()
        };
        if text.contains("Start") {
            let games = check_text(text, None, &context);
            assert!(games[0].is_valid(), "{text}");
        }
    }
}

mod slow {
    use super::*;

    #[test]
    fn signature_in_any_field_changes_no_format() {
        let bases = bases();
        for (index, signature) in SIGNATURES.into_iter().enumerate() {
            for field in 0..FIELD_COUNT {
                let mut record = bases[(index + field) % bases.len()].clone();
                set_field(&mut record, field, signature);
                let record = canonical(&record);
                for format in writable() {
                    assert_is_detected(format, std::slice::from_ref(&record));
                }
            }
        }
    }

    #[test]
    fn signatures_in_several_games_change_no_format() {
        let mut rng = SplitMix64::new(55);
        let bases = bases();
        for _ in 0..400 {
            let games: Vec<Record> = (0..3)
                .map(|_| {
                    let mut record = bases[rng.index(bases.len())].clone();
                    for _ in 0..=rng.index(4) {
                        let before = ["", "x ", "\"", "\n", "# "][rng.index(5)];
                        let after = ["", " x", "\"", "\n", "')"][rng.index(5)];
                        let signature = SIGNATURES[rng.index(SIGNATURES.len())];
                        let text = format!("{before}{signature}{after}");
                        set_field(&mut record, rng.index(FIELD_COUNT), &text);
                    }
                    canonical(&record)
                })
                .collect();
            for format in writable() {
                assert_is_detected(format, &games);
            }
        }
    }
}
