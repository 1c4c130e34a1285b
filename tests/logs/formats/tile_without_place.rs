//! A tile of Box without its place, in every format: no ply, but a finding with its location.

use kifu_core::contract::{Fault, Player};
use kifu_core::findings::{Code, Severity};
use kifu_core::games::CATALOGUE;
use kifu_core::record::Ending;
use kifu_logs::formats::{CheckedGame, ReadContext, by_id, check_text, write_all};

const CSV: &str = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Color1,Color2,Moves\n\
                   1,1,swiss,A,0,WIN,B,0,LOSE,4,1,Hh123456h 364521\n";
const PAGE: &str = "<html><script>\nnew Box([\"A\",\"B\"], [\"Hh123456h\",\"364521\"], [4,1]);\n</script></html>\n";
const CAIA: &str = "<html><script>\nvar moves=[\"Hh123456h\",\"364521\"];\n\
                    new Box([ 'p1', 'p2' ], moves, [ 4, 1 ]);\n</script></html>\n";

/// A log in each format, which ends with a tile without its place.
const LOGS: [(&str, &str); 9] = [
    ("moves", "game: box\nHh123456h 364521\n"),
    ("moves", "game: box\n1. Hh123456h\n2. 364521\n"),
    ("codecup-csv", CSV),
    ("codecup-page", PAGE),
    ("caia", CAIA),
    ("arbiter", "4 1\nHh123456h\n364521\n"),
    (
        "codecup-dialogue",
        "> 4\n> Hh123456h\n> Start\n> 364521\n< 364521\n",
    ),
    (
        "ronl",
        "(kifu:2,game:\"box\",players:((),()),moves:\"Hh123456h 364521\")\n",
    ),
    (
        "jsonl",
        "{\"kifu\":2,\"game\":\"box\",\"players\":[{},{}],\"moves\":\"Hh123456h 364521\"}\n",
    ),
];

/// Returns the line and the column at which a text has the tile for the last time.
fn place_of_tile(text: &str) -> (u32, u32) {
    let before = &text[..text.rfind("364521").unwrap()];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let number = |count: usize| u32::try_from(count + 1).unwrap();
    let lines = before.matches('\n').count();
    (number(lines), number(before.len() - line_start))
}

fn read(format: &str, text: &str) -> CheckedGame {
    let mut games = check_text(text, by_id(format), &ReadContext::default());
    assert_eq!(games.len(), 1, "{format}: {text}");
    games.remove(0)
}

#[test]
fn tile_without_place_is_an_error_at_its_location() {
    for (format, text) in LOGS {
        let game = read(format, text);
        let record = &game.record;
        assert_eq!((record.game.as_str(), game.ply_count), ("box", 0), "{text}");
        assert_eq!(record.moves, "Hh123456h", "{format}");
        assert_eq!(record.attempt.as_ref().unwrap().raw, "364521", "{format}");
        let errors: Vec<_> = game
            .findings
            .iter()
            .filter(|finding| finding.severity() == Severity::Error)
            .collect();
        let error = errors
            .iter()
            .find(|error| error.code == Code::UnreadableMove)
            .unwrap_or_else(|| panic!("{format}: {:?}", game.findings));
        assert_eq!(error.ply, Some(1), "{format}");
        let location = error.location.as_ref().unwrap();
        assert_eq!(
            (location.line, location.column),
            place_of_tile(text),
            "{format}: {error:?}"
        );
    }
}

#[test]
fn tile_without_place_is_no_ply_after_conversion() {
    for (format, text) in LOGS {
        let first = read(format, text).record;
        for to in ["ronl", "jsonl", "codecup-dialogue"] {
            let Ok(written) =
                write_all(by_id(to).unwrap(), std::slice::from_ref(&first), CATALOGUE)
            else {
                continue;
            };
            let again = read(to, &written);
            assert_eq!(again.ply_count, 0, "{format} to {to}: {written}");
            assert_eq!(again.record.moves, "Hh123456h", "{written}");
            assert!(again.record.attempt.is_some(), "{written}");
        }
    }
}

/// The jury ends the dialogue after an answer that is none.
#[test]
fn answer_with_another_tile_is_the_fault_of_the_program() {
    for answer in ["364521", "Gj123456h", "nonsense"] {
        let text = format!("> 4\n> Hh123456h\n> Start\n> 364521\n< {answer}\n> Quit\n");
        let game = read("codecup-dialogue", &text);
        assert_eq!(
            (game.ply_count, game.ending),
            (0, Ending::Illegal),
            "{answer}"
        );
        let record = &game.record;
        let attempt = record.attempt.as_ref().unwrap();
        assert_eq!(
            (&*attempt.raw, attempt.player),
            (answer, Some(Player::First))
        );
        let faults = &record.result.as_ref().unwrap().faults;
        assert_eq!(
            faults.get(&Player::First),
            Some(&Fault::Illegal),
            "{answer}"
        );
        let codes: Vec<Code> = game.findings.iter().map(|finding| finding.code).collect();
        assert!(
            !codes.contains(&Code::RefusedMoveLegal),
            "{answer}: {codes:?}"
        );
    }
    // With the tile that was dealt a reader takes it as it is meant.
    let game = read(
        "codecup-dialogue",
        "> 4\n> Hh123456h\n> Start\n> 364521\n< Gj364521h\n",
    );
    assert_eq!(
        (game.ply_count, &*game.record.moves),
        (1, "Hh123456h Gj364521h")
    );
}
