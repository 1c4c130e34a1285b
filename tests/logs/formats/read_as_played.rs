//! What is read of tables, records and pages is what was played, or a finding names the place:
//! properties over games of all kinds, joined, cut, doubled, reordered, and with text between them.

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::findings::{Code, Severity};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Record, read_ron};
use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text, decode, write_all};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::LazyLock;

/// A whole game of Turn Right, whose circuits take too long to be listed for random ones.
const TURN_RIGHT_GAME: &str = include_str!("../../../records/turn-right.ron");
const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];
const NAMES: [&str; 6] = ["Ann", "Bob", "Cleo Dee", "O'Hara", "Zoë", "x\"y"];

/// Four played games of each kind, judged.
static PLAYED: LazyLock<Vec<Vec<Record>>> = LazyLock::new(|| {
    let games = GAMES.iter().enumerate();
    let games = games.map(|(kind, id)| (0..4).map(|nth| played(kind, id, nth)).collect());
    games.collect()
});

fn played(kind: usize, id: &str, nth: usize) -> Record {
    let mut setup = Setup::default();
    if id == "box" {
        setup.set("colors", "4 1");
    }
    let mut tokens = if id == "turn-right" {
        let moves = read_ron(TURN_RIGHT_GAME).unwrap().moves;
        moves.split(' ').map(str::to_owned).collect()
    } else {
        random_game_of(id, &setup, (10 * kind + nth) as u64)
    };
    // Whole games, and some that are not over.
    tokens.truncate([usize::MAX, usize::MAX, 40, 11][nth]);
    let mut record = Record {
        game: id.to_owned(),
        setup,
        moves: tokens.join(" "),
        ..Record::default()
    };
    record.source.id = (100 + nth).to_string();
    record.players.0.name = NAMES[nth].to_owned();
    record.players.1.name = NAMES[nth + 1].to_owned();
    let text = write_all(formats::by_id("ronl").unwrap(), &[record], CATALOGUE).unwrap();
    read(&text).remove(0).record
}

fn read(text: &str) -> Vec<CheckedGame> {
    check_text(text, None, &ReadContext::default())
}

fn written(format: &str, records: &[Record]) -> String {
    write_all(formats::by_id(format).unwrap(), records, CATALOGUE).unwrap()
}

fn has(games: &[CheckedGame], code: Code) -> bool {
    let mut findings = games.iter().flat_map(|game| &game.findings);
    findings.any(|found| found.code == code)
}

/// What of a game is compared.
fn content(record: &Record) -> [&str; 4] {
    let (first, second) = (&record.players.0.name, &record.players.1.name);
    [&record.game, first, second, &record.moves]
}

fn contents<'a>(records: impl IntoIterator<Item = &'a Record>) -> Vec<[&'a str; 4]> {
    records.into_iter().map(content).collect()
}

fn of_games(games: &[CheckedGame]) -> Vec<[&str; 4]> {
    contents(games.iter().map(|game| &game.record))
}

/// Checks the games of a text that was cut off: whole ones as they were played, the last one as far
/// as it goes, with an error if it is not whole, or a note if the cut may be the end of an open game.
fn check_cut(
    played: &[Record],
    games: &[CheckedGame],
    text: &str,
    may_be_open: bool,
) -> Result<(), TestCaseError> {
    prop_assert!(games.len() <= played.len(), "{text}");
    for (nth, (game, record)) in games.iter().zip(played).enumerate() {
        if content(&game.record) == content(record) {
            continue;
        }
        let error = game.findings.iter().any(|found| {
            found.severity() == Severity::Error || may_be_open && found.code == Code::Unterminated
        });
        prop_assert!(nth + 1 == games.len() && error, "game {nth} of {text}");
        let known: Vec<&str> = record.moves.split(' ').collect();
        let attempt = game
            .record
            .attempt
            .as_ref()
            .map(|attempt| attempt.raw.as_str());
        let mut tokens: Vec<&str> = game.record.tokens().chain(attempt).collect();
        let last = tokens.pop().unwrap_or_default();
        prop_assert!(known.starts_with(&tokens), "{text}");
        if let Some(token) = known.get(tokens.len()) {
            let is_start = token.starts_with(last.trim_matches('"'));
            prop_assert!(is_start, "`{last}` of `{token}` in {text}");
        }
    }
    Ok(())
}

fn kind_and_order() -> impl Strategy<Value = (usize, Vec<usize>)> {
    (0..GAMES.len(), vec(0_usize..4, 1..6))
}

fn chosen(kind: usize, order: &[usize]) -> Vec<Record> {
    order.iter().map(|nth| PLAYED[kind][*nth].clone()).collect()
}

// Tables.

/// Returns whether a row of a table has a cell in quotes, in which a comma separates nothing.
fn is_quoted(row: &str) -> bool {
    row.contains('"')
}

/// Returns the played games with these kinds and numbers.
fn picked(picks: &[(usize, usize)]) -> Vec<Record> {
    let records = picks.iter();
    records.map(|(kind, nth)| PLAYED[*kind][*nth].clone()).collect()
}

proptest! {
    #![proptest_config(crate::common::cases(48))]

    #[test]
    fn joined_tables_have_the_games_of_each_in_order(
        (kind, order) in kind_and_order(),
        (other, more) in kind_and_order(),
        has_header in any::<bool>(),
    ) {
        let (first, second) = (chosen(kind, &order), chosen(other, &more));
        let tail = written("codecup-csv", &second);
        let tail = if has_header || kind != other {
            tail.as_str()
        } else {
            tail.split_once('\n').unwrap().1
        };
        let text = written("codecup-csv", &first) + tail;
        let games = read(&text);
        let expected = contents(first.iter().chain(&second));
        prop_assert_eq!(of_games(&games), expected, "{}", text);
        let is_joined = has_header || kind != other;
        let is_doubled = (1..order.len()).any(|at| order[..at].contains(&order[at]))
            || (1..more.len()).any(|at| more[..at].contains(&more[at]))
            || order.iter().any(|nth| more.contains(nth)) && kind == other;
        prop_assert_eq!(has(&games, Code::RepeatedEntry), is_joined || is_doubled, "{}", text);
    }

    #[test]
    fn rows_around_games_of_a_table_are_named_and_not_counted(
        (kind, order) in kind_and_order(),
        between in vec(
            (0_usize..6, select(vec![
                "Total,,,,50,,,100,,", "Sum:,,,,150", "Generated by a tool", " ", ",,,,",
                "Average,,,,75.5,,,60,,",
            ])),
            0..4,
        ),
        before in vec(select(vec!["sep=,", "Final 2025", "CodeCup, round 3", "  "]), 0..3),
    ) {
        let records = chosen(kind, &order);
        let text = written("codecup-csv", &records);
        let mut lines: Vec<&str> = text.lines().collect();
        for (at, line) in &between {
            lines.insert(1 + at % lines.len().max(1), line);
        }
        let lines: Vec<&str> = before.iter().copied().chain(lines).collect();
        let text = lines.join("\n") + "\n";
        let games = read(&text);
        prop_assert_eq!(of_games(&games), contents(&records), "{}", text);
        let is_mark = |line: &&str| !line.trim_matches([' ', ',']).is_empty();
        let between = between.iter().map(|(_, line)| *line);
        let marks = between.chain(before).filter(is_mark).count();
        let codes = [Code::UnassignedText, Code::ForgivenSyntax];
        let found = games.iter().flat_map(|game| &game.findings);
        let found = found.filter(|found| codes.contains(&found.code)).count();
        prop_assert_eq!(found, marks, "{}", text);
    }

    #[test]
    fn blanks_around_fields_of_a_table_change_nothing(
        (kind, order) in kind_and_order(),
        blank in select(vec![" ", "\t", "  ", "\u{a0}"]),
        is_in_heading in any::<bool>(),
    ) {
        let records = chosen(kind, &order);
        let text = written("codecup-csv", &records);
        let spaced: Vec<String> = text.lines().enumerate().map(|(at, line)| {
            if is_quoted(line) || at == 0 && !is_in_heading {
                line.to_owned()
            } else {
                line.replace(',', &format!("{blank},{blank}"))
            }
        }).collect();
        let has_blanks = spaced.join("\n") + "\n" != text;
        let quoted = text.lines().map(|line| {
            if is_quoted(line) {
                return line.to_owned();
            }
            let cells = line.split(',').map(|cell| format!("{blank}\"{cell}\"{blank}"));
            cells.collect::<Vec<_>>().join(",")
        });
        let quoted = quoted.collect::<Vec<_>>().join("\n");
        for text in [spaced.join("\n"), quoted] {
            let games = read(&text);
            prop_assert_eq!(of_games(&games), contents(&records), "{}", text);
            prop_assert!(has(&games, Code::ForgivenSyntax) || !has_blanks, "{}", text);
        }
    }

    #[test]
    fn table_cut_anywhere_has_a_start_of_its_games(
        (kind, order) in kind_and_order(),
        cut in 0_usize..10_000,
    ) {
        let records = chosen(kind, &order);
        let text = written("codecup-csv", &records);
        let header = text.find('\n').unwrap() + 1;
        let cut = header + cut % (text.len() - header).max(1);
        let cut = text.floor_char_boundary(cut);
        let games = check_text(
            &text[..cut],
            formats::by_id("codecup-csv"),
            &ReadContext::default(),
        );
        let whole: Vec<CheckedGame> = games
            .into_iter()
            .filter(|game| !game.record.game.is_empty())
            .collect();
        check_cut(&records, &whole, &text[..cut], true)?;
    }
}

// Records.

proptest! {
    #![proptest_config(crate::common::cases(48))]

    #[test]
    fn lines_of_records_end_with_any_line_end(
        picks in vec((0..GAMES.len(), 0_usize..4), 1..5),
        end in select(vec!["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{c}", "\u{b}"]),
        comment in select(vec!["", " // a comment", "\t//"]),
        is_json in any::<bool>(),
    ) {
        let records = picked(&picks);
        let (format, comment) = if is_json { ("jsonl", "") } else { ("ronl", comment) };
        let text = written(format, &records).replace('\n', &format!("{comment}{end}"));
        let decoded = decode(text.as_bytes());
        let games = read(&decoded.text);
        prop_assert_eq!(of_games(&games), contents(&records), "{}", text);
        let is_odd = !["\n", "\r\n"].contains(&end);
        let is_last = records.len() == 1 && comment.is_empty();
        let is_reported = decoded.findings.iter().any(|found| found.code == Code::ControlBytes);
        prop_assert!(is_reported == is_odd || is_last && !is_reported, "{}", text);
    }

    #[test]
    fn records_between_other_lines_are_read_and_the_lines_named(
        picks in vec((0..GAMES.len(), 0_usize..4), 1..5),
        odd in select(vec!["rubbish", "{\"kifu\":2", "(kifu:2,", "// note", "7"]),
        at in 0_usize..4,
        is_json in any::<bool>(),
    ) {
        let records = picked(&picks);
        let format = if is_json { "jsonl" } else { "ronl" };
        let text = written(format, &records);
        let mut lines: Vec<&str> = text.lines().collect();
        lines.insert(1 + at % lines.len(), odd);
        let text = lines.join("\n");
        let games = check_text(&text, formats::by_id(format), &ReadContext::default());
        let is_named = games.iter().any(|game| {
            let mut findings = game.findings.iter();
            findings.any(|found| {
                let place = found.location.as_ref();
                let line = place.and_then(|place| text.lines().nth(place.line as usize - 1));
                line == Some(odd)
            })
        });
        prop_assert!(is_named || odd == "// note" && !is_json, "{}", text);
        let games: Vec<CheckedGame> = games
            .into_iter()
            .filter(|game| !game.record.game.is_empty())
            .collect();
        prop_assert_eq!(of_games(&games), contents(&records), "{}", text);
    }

    #[test]
    fn lines_of_records_cut_anywhere_are_whole_or_an_error(
        picks in vec((0..GAMES.len(), 0_usize..4), 1..4),
        cut in 0_usize..100_000,
        is_json in any::<bool>(),
    ) {
        let records = picked(&picks);
        let format = if is_json { "jsonl" } else { "ronl" };
        let text = written(format, &records);
        let text = &text[..text.floor_char_boundary(1 + cut % text.len())];
        let games = check_text(text, formats::by_id(format), &ReadContext::default());
        let lines = text.lines().count();
        prop_assert_eq!(games.len(), lines, "{}", text);
        for (game, record) in games.iter().zip(&records) {
            let is_whole = content(&game.record) == content(record);
            let is_error = game.record.game.is_empty() && !game.is_valid();
            prop_assert!(is_whole || is_error, "{}", text);
        }
    }
}

// Pages.

/// Returns the call of a game in a script.
fn call(record: &Record) -> String {
    let game = by_id(CATALOGUE, &record.game).unwrap();
    let class: String = game
        .name()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let json = |texts: &[&str]| serde_json::to_string(texts).unwrap();
    let moves: Vec<&str> = record.tokens().collect();
    let names = json(&[&record.players.0.name, &record.players.1.name]);
    let extras = if record.game == "box" { ", [4, 1]" } else { "" };
    format!("new {class}({names}, {}{extras});", json(&moves))
}

/// The ways in which a page has a call that browsers do not run.
const DEAD: [fn(&str) -> String; 9] = [
    |call| format!("<!-- <script>{call}</script> -->"),
    |call| format!("<script>/* {call} */</script>"),
    |call| format!("<script>// {call}\n</script>"),
    |call| format!("<script>\nx = 1; // {call}\n</script>"),
    |call| format!("<noscript><script>{call}</script></noscript>"),
    |call| format!("<TEMPLATE id=\"t\"><script>{call}</script></TEMPLATE>"),
    |call| format!("<script>var s = '{}';</script>", call.replace('\'', "\\'")),
    |call| format!("<script>var s = `\n{call}\n`;</script>"),
    |call| format!("<script type=\"text/template\">{call}</script>"),
];

proptest! {
    #![proptest_config(crate::common::cases(48))]

    #[test]
    fn only_calls_that_browsers_run_are_games(
        picks in vec((0..GAMES.len(), 0_usize..4, 0..2 * DEAD.len()), 1..5),
        packing in 0..3,
    ) {
        let mut page = "<!DOCTYPE html>\n<html><body>\n".to_owned();
        let (mut live, mut dead) = (Vec::new(), 0);
        for (kind, nth, way) in &picks {
            let record = &PLAYED[*kind][*nth];
            let call = call(record);
            match DEAD.get(*way) {
                Some(wrap) => {
                    page += &wrap(&call);
                    dead += 1;
                }
                None => {
                    page += &format!("<p>It's</p><script>\nvar g = {call}\n</script>");
                    live.push(record);
                }
            }
            page.push('\n');
        }
        page += "</body></html>\n";
        let packed = match packing {
            0 => page.clone().into_bytes(),
            1 => archive(&page, "quoted-printable", &quoted_printable(&page)),
            _ => archive(&page, "base64", &base64(page.as_bytes())),
        };
        let decoded = decode(&packed);
        let is_whole = decoded.text.replace("\r\n", "\n").contains(page.trim_end());
        prop_assert!(is_whole, "{}", decoded.text);
        let games = read(&decoded.text);
        if live.is_empty() {
            prop_assert!(has(&games, Code::NoGame), "{}", page);
        } else {
            prop_assert_eq!(of_games(&games), contents(live.iter().copied()), "{}", page);
        }
        let found = games.iter().flat_map(|game| &game.findings);
        let found = found.filter(|found| found.code == Code::UnassignedText).count();
        prop_assert_eq!(found, dead, "{}", page);
    }

    #[test]
    fn page_cut_anywhere_has_a_start_of_its_games(
        picks in vec((0..GAMES.len(), 0_usize..4), 1..4),
        cut in 0_usize..100_000,
    ) {
        let records = picked(&picks);
        let calls: Vec<String> = records.iter().map(call).collect();
        let page = format!("<html><script>\n{}\n</script></html>", calls.join("\n"));
        let page = &page[..page.floor_char_boundary(cut % page.len())];
        let games = check_text(page, formats::by_id("codecup-page"), &ReadContext::default());
        let games: Vec<CheckedGame> = games
            .into_iter()
            .filter(|game| !has(std::slice::from_ref(game), Code::NoGame))
            .collect();
        let whole = |game: &CheckedGame| !game.record.game.is_empty();
        let cut_names = games.iter().position(|game| {
            let names = [&game.record.players.0.name, &game.record.players.1.name];
            names.iter().any(|name| name.is_empty())
        });
        let read = &games[..cut_names.unwrap_or(games.len())];
        prop_assert!(cut_names.is_none_or(|at| at + 1 == games.len()), "{}", page);
        prop_assert!(read.iter().all(whole), "{}", page);
        check_cut(&records, read, page, false)?;
    }
}

// SGF.

/// Names with the encodings that their programs use.
const ENCODED: [(&str, &encoding_rs::Encoding); 5] = [
    (
        "\u{c774}\u{c138}\u{b3cc} \u{ad6c}\u{b2e8}",
        encoding_rs::EUC_KR,
    ),
    ("\u{56f4}\u{68cb} \u{53e4}\u{529b}", encoding_rs::GBK),
    (
        "\u{4e95}\u{5c71}\u{88d5}\u{592a} \u{540d}\u{4eba}",
        encoding_rs::SHIFT_JIS,
    ),
    (
        "\u{570d}\u{68cb} \u{5468}\u{4fca}\u{52f3}",
        encoding_rs::BIG5,
    ),
    (
        "\u{8d99}\u{6cbb}\u{52f2} \u{672c}\u{56e0}\u{574a}",
        encoding_rs::EUC_JP,
    ),
];

proptest! {
    #![proptest_config(crate::common::cases(48))]

    #[test]
    fn trees_of_a_collection_are_the_games_in_order(
        order in vec(0_usize..4, 1..5),
        between in select(vec!["\n", "", "\r\n\r\n", "\u{feff}", "\nsome words\n"]),
    ) {
        let records = chosen(1, &order);
        let trees: Vec<String> = records
            .iter()
            .map(|record| written("sgf", std::slice::from_ref(record)))
            .collect();
        let games = read(&trees.join(between));
        prop_assert_eq!(of_games(&games), contents(&records), "{}", trees.join(between));
    }

    #[test]
    fn collection_cut_anywhere_has_a_start_of_its_games(
        order in vec(0_usize..4, 1..4),
        cut in 0_usize..100_000,
    ) {
        let records = chosen(1, &order);
        let text = written("sgf", &records);
        let text = &text[..text.floor_char_boundary(cut % text.len())];
        let games = check_text(text, formats::by_id("sgf"), &ReadContext::default());
        let last = games.len() - 1;
        for (nth, (game, record)) in games.iter().zip(&records).enumerate() {
            let is_whole = content(&game.record) == content(record);
            let is_start = record.moves.starts_with(&game.record.moves);
            let is_reported = !game.findings.is_empty();
            prop_assert!(is_whole || nth == last && is_start && is_reported, "{}", text);
        }
    }

    #[test]
    fn names_in_old_encodings_are_read_and_the_guess_reported(
        (name, encoding) in select(ENCODED.to_vec()),
        nth in 0_usize..4,
        label in select(vec!["", "UTF-8", "x-unknown", "ISO-8859-1"]),
    ) {
        let mut record = PLAYED[1][nth].clone();
        for own in [&mut record.players.0.name, &mut record.players.1.name] {
            own.clear();
        }
        record.players.0.name = name.to_owned();
        let text = written("sgf", &[record]);
        let text = text.replace("CA[UTF-8]", &match label {
            "" => String::new(),
            label => format!("CA[{label}]"),
        });
        let (bytes, ..) = encoding.encode(&text);
        let decoded = decode(&bytes);
        let games = read(&decoded.text);
        prop_assert_eq!(&games[0].record.players.0.name, name, "{}", decoded.text);
        let mut findings = decoded.findings.iter();
        let is_named = findings.any(|found| found.message.contains(encoding.name()));
        prop_assert!(is_named, "{:?}", decoded.findings);
        let whole = decode(text.as_bytes());
        prop_assert_eq!(&*whole.text, text.as_str());
    }
}

/// Returns a page as Chrome saves it in one file.
fn archive(page: &str, encoding: &str, body: &str) -> Vec<u8> {
    let boundary = "----MultipartBoundary--a1b2c3----";
    assert!(!page.contains(boundary));
    let text = format!(
        "From: <Saved by Blink>\nSnapshot-Content-Location: https://www.codecup.nl/showgame.php?ga=77\n\
         Subject: A game\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\ttype=\"text/html\";\n\
         \tboundary=\"{boundary}\"\n\n\n--{boundary}\nContent-Type: text/html\nContent-ID: <frame-1>\n\
         Content-Transfer-Encoding: {encoding}\n\n{body}\n--{boundary}\nContent-Type: image/png\n\
         Content-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--{boundary}--\n"
    );
    text.replace('\n', "\r\n").into_bytes()
}

fn quoted_printable(text: &str) -> String {
    let mut encoded = String::new();
    for line in text.split_inclusive('\n') {
        let mut length = 0;
        for byte in line.bytes() {
            let word = match byte {
                b'\n' => "\n".to_owned(),
                b'=' | 127.. => format!("={byte:02X}"),
                byte => char::from(byte).to_string(),
            };
            if length + word.len() > 72 && byte != b'\n' {
                encoded.push_str("=\n");
                length = 0;
            }
            length += word.len();
            encoded.push_str(&word);
        }
    }
    encoded
}

fn base64(bytes: &[u8]) -> String {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::new();
    for (nth, group) in bytes.chunks(3).enumerate() {
        let part = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 63;
            let is_used = digit <= group.len();
            encoded.push(if is_used {
                char::from(digits[value as usize])
            } else {
                '='
            });
        }
        if nth % 18 == 17 {
            encoded.push('\n');
        }
    }
    encoded
}
