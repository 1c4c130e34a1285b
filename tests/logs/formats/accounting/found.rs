//! Inputs that the fuzzer found to break a law, each as the kind of input that did.

use kifu_laws::laws::check_bytes;
use kifu_logs::formats::by_id;

fn holds(format: &str, text: &str) {
    let format = by_id(format);
    assert!(format.is_some());
    if let Err(broken) = check_bytes(text.as_bytes(), format) {
        panic!("{text:?}: {broken}");
    }
}

#[test]
fn a_failed_act_keeps_a_spelling_only_if_it_fails_alike() {
    // The blank is forgiven, but the token and the line fail at different places.
    holds("arbiter", "4\n4\u{7f}");
    holds("arbiter", "1\n 1");
    holds("arbiter", "9\n! ");
    // The words of a line become the spelling of the token on the next one.
    holds("caia", "M:\n<caiaio:\nh Li351264h\n");
    holds("caia", "<caiaio:\n1 Fo341562h");
    for raw in ["", "x", "h", "Hh", "7"] {
        for token in ["h", "Hh", "1", "7"] {
            let record = format!(
                "(kifu: 2, game: \"box\", moves: \"{token}\", notes: {{0: (raw: \"{raw}\")}})"
            );
            holds("ron", &record);
        }
    }
}

#[test]
fn a_placement_that_lacks_its_tile_is_judged_alike_again() {
    let moves = "Hh634512h Jj361254h Ig531624v Cf523146v Ni264513h Fp234516v Be423165h";
    for last in ["Bhh", "Hhh", "Hh", "Zz", "123456", "634512"] {
        holds(
            "ron",
            &format!("(kifu: 2, game: \"box\", moves: \"{moves} {last}\")"),
        );
    }
}

#[test]
fn a_refused_move_that_is_legal_is_no_line_of_the_program() {
    // The rule is nobody's, and the move may be made.
    let zuniq = "(kifu: 2, game: \"zuniq\", moves: \"E5v A2h\", \
                 attempt: (raw: \"B3h\", rule: \"x\"), \
                 result: (winner: Second, how: Illegal, faults: {First: Illegal}))";
    holds("ron", zuniq);
    holds("ron", &zuniq.replace("B3h", "B 3h"));
    // A zero byte is read as a blank, which the contest's dialogue skips and the page does not.
    holds(
        "codecup-page",
        "new Z([\"\",\"\"],[\"E5v\",\"A2h\",\"B\\03h\"",
    );
    holds(
        "codecup-page",
        "new Z([\"\",\"\"],[\"E5v\",\"A2h\",\"B\x003h\"",
    );
}

#[test]
fn a_move_that_fails_where_the_contest_moves_by_itself_is_no_other_move() {
    let stones = "c3 c2 b5 d6 f2 b1 f5 d4 a1 a2 d2 c5 f3 f1 c4 d3 e1 b4 f6 d1 b2 a3 c6 b6 b3 f4 e6 \
                  e3 a4 e2 a6 a5 c1 e5 e4";
    let game = "kifu: 2, game: \"turn-right\", players: ((), ())";
    for last in ["c3-c4-f4-f3", "e4", "z9", "d5 e4", "d5 c3-c4-f4-f3"] {
        let text = format!("({game}, moves: \"{stones} {last}\")");
        holds("ron", &text);
    }
}

#[test]
fn failed_move_is_located_with_any_number_of_findings() {
    for lines in [10, 99, 100, 101, 300] {
        let text = format!("game: box\n6\n{}", "result: 6\n".repeat(lines));
        holds("txt", &text);
        holds("moves", &text);
    }
}

/// Two numbers are one move; a table whose only content they are can be written again.
#[test]
fn a_pair_of_numbers_that_fails_keeps_its_place_in_a_table() {
    holds("arbiter", "4\n0\n1\nHh216534h\nAav\nIk364521v");
    let header = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Color1,Color2,Moves";
    for moves in ["0 1", "0 1 Hh216534h", "-3 99999", "0 1 2 3", "7", "4 4 4"] {
        holds("codecup-csv", &format!("{header}\n,,,,,,,,,,,{moves}\n"));
    }
}

/// A tile alone is the start tile at the first ply, and a tile that is due at any other.
#[test]
fn a_spelling_that_means_another_act_at_its_ply_is_not_that_of_the_failed_one() {
    for raw in ["645321", "Hh645321h", "Hh", "Aa645321h", "x"] {
        let text =
            format!("> 2\n> Hh645321h\n#result:0-0 FIRST ILLEGAL\n#raw:{raw}\n> Hh645321h\n");
        holds("codecup-dialogue", &text);
    }
}
