//! SGF that the reader cannot use is reported and kept, kind by kind.

use super::{all, one, written};
use kifu_core::findings::{Code, Severity};
use kifu_core::record::{Glyph, write_ron};
use kifu_logs::formats::{CheckedGame, ReadContext, check_text, detect};

/// The findings of at least a warning, with their lines and columns.
fn warnings(game: &CheckedGame) -> Vec<(String, u32, u32)> {
    let found = game.findings.iter();
    found
        .filter(|found| found.severity() > Severity::Note)
        .map(|found| {
            let location = found.location.as_ref().unwrap();
            (found.code.to_string(), location.line, location.column)
        })
        .collect()
}

fn codes(text: &str) -> Vec<String> {
    let games = all(text);
    let warnings = games.iter().flat_map(warnings);
    warnings.map(|(code, ..)| code).collect()
}

/// Writes a game and reads it again: the findings and the record stay the same.
fn assert_round_trip(text: &str) -> CheckedGame {
    let first = one(text);
    let text = written(&first.record);
    let again = one(&text);
    assert_eq!(again.record.ext, first.record.ext, "{text}");
    assert_eq!(again.record.moves, first.record.moves, "{text}");
    assert_eq!(again.record.notes, first.record.notes, "{text}");
    if first.record.reported.is_some() && first.record.attempt.is_none() {
        assert_eq!(again.record.reported, first.record.reported, "{text}");
    }
    assert_eq!(written(&again.record), text);
    first
}

#[test]
fn setup_in_sgf_ends_the_game_and_is_kept() {
    let text = "(;FF[4]GM[1]SZ[9]\nAB[aa][bb]AW[ab]PL[B]\n;B[cc];W[dd];B[ee];W[aa])";
    let game = assert_round_trip(text);
    assert_eq!(warnings(&game)[0], ("K118".to_owned(), 2, 1));
    assert_eq!((game.ply_count, game.is_valid()), (0, false));
    assert_eq!(game.record.ext["sgf.AB"], "[aa][bb]");
    assert_eq!(game.record.ext["sgf.unread"], ";B[cc];W[dd];B[ee];W[aa]");
    for (setup, plies) in [
        ("AB[aa]PL[B];B[ee]", 0),
        ("PL[W];W[ee]", 0),
        ("AW[aa:bb];B[ee]", 0),
        ("AB[zz];B[ee]", 0),
        (";B[ee]AE[ee];W[dd]", 1),
        (";AB[aa]B[ee];W[dd]", 0),
        (";B[ee];W[dd];AW[dd][cc]C[note];B[cc](;W[aa])(;W[bb])", 2),
        (";B[ee](;AB[aa];W[dd])(;W[cc])", 1),
    ] {
        let game = assert_round_trip(&format!("(;GM[1]SZ[9]{setup})"));
        assert_eq!(game.ply_count, plies, "{setup}");
        assert!(
            warnings(&game).iter().any(|(code, ..)| code == "K118"),
            "{setup}"
        );
    }
}

#[test]
fn setup_in_sgf_without_effect_is_only_a_note() {
    for setup in [
        "HA[0]AB[];B[ee];W[dd]",
        "AE[aa];B[ee];W[dd]",
        "AE[aa:ii];B[ee];W[dd]",
        "PL[B];B[ee];W[dd]",
        "PL[Black];B[ee];W[dd]",
        ";B[ee];PL[W]AB[ee]AE[aa];W[dd]",
        ";PL[B]B[ee];W[dd]",
        ";B[ee]SQ[];W[dd]LB[ ]AR[]CR[]",
    ] {
        let game = assert_round_trip(&format!("(;GM[1]SZ[9]{setup})"));
        assert_eq!((game.ply_count, warnings(&game)), (2, vec![]), "{setup}");
        let is_noted =
            |found: &kifu_core::findings::Finding| found.code == Code::SetupWithoutEffect;
        assert!(game.findings.iter().any(is_noted), "{setup}");
    }
}

#[test]
fn text_outside_of_an_sgf_tree_is_reported() {
    let early = one("(;FF[4]GM[1]SZ[9]\n;B[aa]);W[bb];B[cc])");
    assert_eq!(warnings(&early), [("K113".to_owned(), 2, 8)]);
    assert_eq!(early.record.ext["sgf.after"], ";W[bb];B[cc])");
    assert_eq!(codes("(;GM[1];B[aa]))"), ["K113"]);
    assert_eq!(codes("(;GM[1];B[aa])\nwords\n(;GM[1];B[bb])\n"), ["K113"]);
    assert_eq!(codes(";B[cc](;GM[1];B[aa])"), ["K113"]);
    assert_eq!(
        codes("Dear reader (this is a game),\n(;GM[1];B[aa])\n"),
        [""; 0]
    );
    assert_eq!(codes("(;GM[1];B[aa]"), ["K106"]);
    assert_round_trip("Some words\n(;GM[1];B[aa]);W[bb])");
}

#[test]
fn lenient_sgf_syntax_is_read_and_reported() {
    let games = check_text(
        "(\nTE[Title cup]\nPB[Ann]PW[Bob]SZ[9]\n;B[ee];W[dd])",
        None,
        &ReadContext {
            file_name: "x.sgf",
            ..ReadContext::default()
        },
    );
    assert_eq!(games[0].ply_count, 2);
    // The title is not a judgement.
    let found = [("K121".to_owned(), 2, 1), ("K111".to_owned(), 2, 3)];
    assert_eq!(warnings(&games[0]), found);
    assert_eq!(games[0].record.players.0.name, "Ann");
    let short = check_text("(B[ee];W[dd])", None, &ReadContext::default());
    assert_eq!((short[0].ply_count, short[0].is_valid()), (2, true));
    assert_eq!(codes("(;GM[1];B[aa](W[bb])(W[cc]))"), ["K121", "K121"]);
    assert_eq!(codes("(;GM[1];B[aa](;W[bb]);W[cc])"), ["K121"]);
    assert_eq!(codes("(;GM[1];B[aa]())"), ["K121"]);
    assert_eq!(codes("(;GM[1];B[aa]W[bb])"), ["K121"]);
}

#[test]
fn broken_file_named_sgf_is_reported_as_sgf() {
    let named = |text: &str| {
        let context = ReadContext {
            file_name: "x.SGF",
            ..ReadContext::default()
        };
        (
            detect(text, &context).unwrap().id(),
            check_text(text, None, &context),
        )
    };
    for text in ["", "some words", ";;)", "(foo bar)", "(;GM[1]"] {
        let (format, games) = named(text);
        assert_eq!(format, "sgf", "{text}");
        let code = games[0].findings[0].code;
        assert!(
            [Code::NoGame, Code::Truncated].contains(&code),
            "{text}: {code}"
        );
    }
    let record = "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"\")";
    assert_eq!(named(record).0, "ronl");
}

#[test]
fn repeated_sgf_properties_are_reported_and_kept() {
    for (tree, kept) in [
        (";B[aa][bb]", "B[bb]"),
        ("PB[Ann]PB[Bob]", "PB[Bob]"),
        ("PB[Ann][Bob]", "PB[Bob]"),
        ("RE[B+R]RE[W+R]", "RE[W+R]"),
        ("SZ[9]", "SZ[9]"),
        (";B[aa]TE[1]BM[1]", "BM[1]"),
        (";B[aa]KT[5]KT[6]", "KT[6]"),
        (";B[aa];PB[Cid]", ""),
    ] {
        let text = format!("(;GM[1]SZ[9]{tree})");
        let reported = codes(&text);
        let is_late_name = kept.is_empty();
        assert_eq!(
            reported.iter().any(|code| code == "K122"),
            !is_late_name,
            "{text}: {reported:?}"
        );
        let game = assert_round_trip(&text);
        let surplus = game
            .record
            .ext
            .get("sgf.surplus")
            .map_or("", String::as_str);
        assert!(surplus.contains(kept), "{text}: {surplus}");
    }
    let game = assert_round_trip("(;GM[1]SZ[9];B[aa]C[one][two]C[three])");
    assert_eq!(game.record.notes[&1].comment, "one\ntwo\nthree");
}

#[test]
fn sgf_variations_keep_their_colours_and_setup() {
    let text = "(;FF[4]GM[1]SZ[9];B[ee]\n(;W[dd];B[cc])\n(;B[cc];W[bb];W[ba]C[White plays twice]))";
    let game = assert_round_trip(text);
    assert_eq!(warnings(&game), [("K207".to_owned(), 3, 3)]);
    assert!(written(&game.record).contains("(;B[cc];W[bb];W[ba]C[White plays twice])"));
    for branch in [
        "(;W[cc];W[bb]C[x](;B[aa])(;B[ab]))",
        "(;W[cc];AB[aa];B[bb])",
        "(;W[cc]AB[aa];B[bb])",
        "(;W[cc];B[3 3];W[aa])",
        "(;W[cc](;B[bb])(;W[aa];B[ab]))",
        "(;W[cc];B[bb];W[aa]PL[W]C[y])",
    ] {
        let text = format!("(;GM[1]SZ[9];B[ee](;W[dd];B[hh]){branch})");
        let game = assert_round_trip(&text);
        assert!(!game.is_valid(), "{text}");
        assert_eq!(
            game.record.notes[&2].variations.len(),
            1,
            "{text}: {:?}",
            game.record.notes
        );
    }
    let harmless = one("(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]PL[B]AB[ee]AE[aa];B[bb]))");
    assert_eq!(warnings(&harmless), []);
}

#[test]
fn wrong_colour_in_main_line_is_reported_and_kept() {
    let game = assert_round_trip("(;GM[1]SZ[9];B[ee];B[dd];W[cc])");
    assert_eq!(warnings(&game)[0].0, "K207");
    assert!(written(&game.record).contains(";B[ee];B[dd];W[cc]"));
}

#[test]
fn value_that_is_no_move_is_reported_with_sgf_coordinates() {
    for (size, value) in [
        (9, "3 3"),
        (13, "nn"),
        (9, "jj"),
        (9, "ja"),
        (9, "aj"),
        (9, "E5"),
        (9, "PASS"),
        (9, "a"),
    ] {
        let game = assert_round_trip(&format!("(;GM[1]SZ[{size}];B[ee];W[{value}];B[cc])"));
        let codes: Vec<_> = game.findings.iter().map(|found| found.code).collect();
        assert_eq!(
            codes[..2],
            [Code::UnreadableMove, Code::NotJudged],
            "{value}"
        );
        let message = &game.findings[0].message;
        let end = if size == 9 { "ii" } else { "mm" };
        let words =
            format!("ply 2, White: `{value}`: expected a point of the board, `aa` to `{end}`");
        assert!(message.starts_with(&words), "{message}");
        assert!(!message.contains("row"), "{message}");
        let attempt = game.record.attempt.as_ref().unwrap();
        // A value that is a move in the game's own notation is marked among the moves.
        let raw = game.record.notes.get(&2).and_then(|note| note.raw.as_ref());
        let rest = if size == 9 { "C7" } else { "C11" };
        assert_eq!(
            (raw.unwrap_or(&attempt.raw).as_str(), &*attempt.rest),
            (value, rest)
        );
    }
}

#[test]
fn sgf_result_is_written_again_unchanged() {
    for result in ["W+3.5", "B+R", "0", "Void", "Draw", "W+Time", "black won"] {
        let text = format!("(;FF[4]GM[1]SZ[9]PB[Ann]PW[Bob]RE[{result}]\n;B[ee];W[dd])");
        let game = assert_round_trip(&text);
        let written = written(&game.record);
        assert!(written.contains(result), "{written}");
    }
}

#[test]
fn notes_and_variations_of_a_failed_ply_survive_sgf() {
    let text = "(;GM[1]SZ[9];B[ee];W[ee]C[taken]TR[aa]MN[5](;B[cc]C[later]GB[1];W[bb]BM[1])\
                (;B[dd]C[a line];W[ff]))";
    let game = assert_round_trip(text);
    assert_eq!(game.record.notes[&2].comment, "taken");
    assert_eq!(game.record.notes[&3].comment, "later");
    let line = &game.record.notes[&3].variations[0];
    assert_eq!(
        (&*line.moves, &*line.notes[&3].comment),
        ("D6 F4", "a line")
    );
}

#[test]
fn huge_ply_number_in_sgf_allocates_no_times() {
    let game = one("(;GM[1]SZ[9];B[ee];KF[at:4000000000]KT[5])");
    assert!(game.record.times_ms.0.len() < 10);
}

#[test]
fn sgf_judgement_is_read_only_with_a_defined_value() {
    for (text, glyph) in [
        ("TE[1]", Glyph::Good),
        ("TE[]", Glyph::Good),
        ("TE[2]", Glyph::Brilliant),
        ("IT[]", Glyph::Interesting),
        ("DO[]", Glyph::Inaccuracy),
        ("BM[ 1 ]", Glyph::Mistake),
        ("BM[2]", Glyph::Blunder),
    ] {
        let game = assert_round_trip(&format!("(;GM[1]SZ[9];B[ee]{text};W[dd])"));
        assert_eq!(warnings(&game), [], "{text}");
        assert_eq!(game.record.notes[&1].glyph, Some(glyph), "{text}");
    }
    let game = assert_round_trip("(;GM[1]SZ[9];B[ee]TE[Title cup];W[dd])");
    assert_eq!(warnings(&game), [("K111".to_owned(), 1, 21)]);
    assert_eq!(game.record.notes.get(&1), None);
    assert_eq!(game.record.ext["sgf.surplus"], "TE[Title cup]");
}

/// Properties that are read into fields, of which a part must not be read and the rest dropped, and
/// a few of those that are kept verbatim. An encoding (CA) is judged where bytes are decoded.
const READ_PROPERTIES: &[&str] = &[
    "AB", "AE", "AP", "AR", "AW", "B", "BL", "BM", "C", "CR", "DO", "DT", "EV", "FF", "GB", "GM",
    "HA", "IT", "KF", "KM", "KT", "LB", "MA", "MN", "N", "PB", "PL", "PW", "RE", "RO", "SQ", "SZ",
    "TE", "TR", "W", "WL", "XY",
];

#[test]
fn no_sgf_value_is_read_only_in_part() {
    for name in READ_PROPERTIES {
        for value in ["#", "1#", "2 #", "?#", "aa:#", "kifu:#", "4KF[key:#"] {
            let property = format!("{name}[{}]", value.replace('#', "mark"));
            for text in [
                format!("(;{property};B[ee];W[dd])"),
                format!("(;GM[1]{property};B[ee];W[dd])"),
                format!("(;GM[1]SZ[9]{property};B[ee];W[dd])"),
                format!("(;GM[1]SZ[9];B[ee]{property};W[dd])"),
                format!("(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]{property};B[bb]))"),
            ] {
                let games = all(&text);
                let is_kept = games
                    .iter()
                    .any(|game| write_ron(&game.record).contains("mark"));
                let mut findings = games.iter().flat_map(|game| &game.findings);
                let is_reported = findings.any(|found| {
                    found.severity() > Severity::Note && found.message.contains("mark")
                });
                assert!(is_kept || is_reported, "{text}");
            }
        }
    }
}
