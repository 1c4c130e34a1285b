//! Inputs that the fuzzer found to break a law, each as the kind of input that did.

use kifu_laws::laws::check_bytes;
use kifu_logs::formats::by_id;

fn assert_laws_hold(format: &str, text: &str) {
    let format = by_id(format);
    assert!(format.is_some());
    if let Err(broken) = check_bytes(text.as_bytes(), format) {
        panic!("{text:?}: {broken}");
    }
}

#[test]
fn failed_move_keeps_a_spelling_only_if_it_fails_alike() {
    // The blank is forgiven, but the token and the line fail at different places.
    assert_laws_hold("arbiter", "4\n4\u{7f}");
    assert_laws_hold("arbiter", "1\n 1");
    assert_laws_hold("arbiter", "9\n! ");
    // The words of a line become the spelling of the token on the next one.
    assert_laws_hold("caia", "M:\n<caiaio:\nh Li351264h\n");
    assert_laws_hold("caia", "<caiaio:\n1 Fo341562h");
    for raw in ["", "x", "h", "Hh", "7"] {
        for token in ["h", "Hh", "1", "7"] {
            let record = format!(
                "(kifu: 2, game: \"box\", moves: \"{token}\", notes: {{0: (raw: \"{raw}\")}})"
            );
            assert_laws_hold("ron", &record);
        }
    }
}

#[test]
fn placement_without_its_tile_is_judged_alike_again() {
    let moves = "Hh634512h Jj361254h Ig531624v Cf523146v Ni264513h Fp234516v Be423165h";
    for last in ["Bhh", "Hhh", "Hh", "Zz", "123456", "634512"] {
        assert_laws_hold(
            "ron",
            &format!("(kifu: 2, game: \"box\", moves: \"{moves} {last}\")"),
        );
    }
}

#[test]
fn refused_move_that_is_legal_survives_a_round_trip() {
    // No game has this rule, and the move is legal.
    let zuniq = "(kifu: 2, game: \"zuniq\", moves: \"E5v A2h\", \
                 attempt: (raw: \"B3h\", rule: \"x\"), \
                 result: (winner: Second, how: Illegal, faults: {First: Illegal}))";
    assert_laws_hold("ron", zuniq);
    assert_laws_hold("ron", &zuniq.replace("B3h", "B 3h"));
    // A zero byte is read as a blank, which the contest's dialogue skips and the page does not.
    assert_laws_hold(
        "codecup-page",
        "new Z([\"\",\"\"],[\"E5v\",\"A2h\",\"B\\03h\"",
    );
    assert_laws_hold(
        "codecup-page",
        "new Z([\"\",\"\"],[\"E5v\",\"A2h\",\"B\x003h\"",
    );
}

#[test]
fn failed_move_at_the_automatic_ply_stays_the_same() {
    let stones = "c3 c2 b5 d6 f2 b1 f5 d4 a1 a2 d2 c5 f3 f1 c4 d3 e1 b4 f6 d1 b2 a3 c6 b6 b3 f4 e6 \
                  e3 a4 e2 a6 a5 c1 e5 e4";
    let game = "kifu: 2, game: \"turn-right\", players: ((), ())";
    for last in ["c3-c4-f4-f3", "e4", "z9", "d5 e4", "d5 c3-c4-f4-f3"] {
        let text = format!("({game}, moves: \"{stones} {last}\")");
        assert_laws_hold("ron", &text);
    }
}

#[test]
fn failed_move_is_located_with_any_number_of_findings() {
    for lines in [10, 99, 100, 101, 300] {
        let text = format!("game: box\n6\n{}", "result: 6\n".repeat(lines));
        assert_laws_hold("txt", &text);
        assert_laws_hold("moves", &text);
    }
}

/// Two numbers are one move; a table with only that content can be written again.
#[test]
fn failed_pair_of_numbers_survives_a_table() {
    assert_laws_hold("arbiter", "4\n0\n1\nHh216534h\nAav\nIk364521v");
    let header = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Color1,Color2,Moves";
    for moves in ["0 1", "0 1 Hh216534h", "-3 99999", "0 1 2 3", "7", "4 4 4"] {
        assert_laws_hold("codecup-csv", &format!("{header}\n,,,,,,,,,,,{moves}\n"));
    }
}

/// A tile alone is the start tile at the first ply, and a tile that is due at any other.
#[test]
fn spelling_of_another_move_is_not_given_to_failed_one() {
    for raw in ["645321", "Hh645321h", "Hh", "Aa645321h", "x"] {
        let text =
            format!("> 2\n> Hh645321h\n#result:0-0 FIRST ILLEGAL\n#raw:{raw}\n> Hh645321h\n");
        assert_laws_hold("codecup-dialogue", &text);
    }
}
