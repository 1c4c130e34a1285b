//! The law of accounting for logs that are text: all content is in a record, or a finding names it.
//!
//! Games are played at random, rendered as a log, and the log is changed: lines are dropped,
//! doubled or inserted. Moves, comments, names, results and games of the changed log are counted
//! and compared with those in the records; a difference without a warning or an error fails.

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::findings::{Code, Severity};
use kifu_core::games::{self, CATALOGUE};
use kifu_core::record::Record;
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text};

/// The content of a line of a log.
#[derive(Clone, Debug)]
enum Content {
    /// A line without content: markup, a protocol's word.
    Nothing,
    Moves(Vec<String>),
    Comment(String),
    Name(String),
    Result,
    /// The start of a game, without other content.
    Game,
    /// The start of a game with both names.
    GameOf([&'static str; 2]),
    /// Both names, in a log whose games are not counted.
    NamesOf([&'static str; 2]),
}

type Line = (String, Content);

/// Makes the lines of a log, and other lines that may be inserted.
type Render = dyn Fn(&mut SplitMix64) -> (Vec<Line>, Vec<Line>);

/// The counts of a log.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    moves: usize,
    comments: Vec<String>,
    names: Vec<String>,
    results: usize,
    /// The number of different lines with results: a repeated one is no other result.
    distinct_results: usize,
    games: usize,
}

/// The start of the jury's markers.
const MARKER: &str = "<caiaio:";

fn counts_of_lines(lines: &[Line]) -> Counts {
    let mut counts = Counts::default();
    for (_, content) in lines {
        match content {
            Content::Nothing => {}
            Content::Moves(moves) => counts.moves += moves.len(),
            Content::Comment(text) => counts.comments.push(text.clone()),
            Content::Name(name) => counts.names.push(name.clone()),
            Content::Result => counts.results += 1,
            Content::Game => counts.games += 1,
            Content::NamesOf(names) => counts.names.extend(names.map(str::to_owned)),
            Content::GameOf(names) => {
                counts.games += 1;
                counts.names.extend(names.map(str::to_owned));
            }
        }
    }
    // A page may show one game twice, by the same call.
    let mut calls: Vec<&str> = Vec::new();
    for (text, content) in lines {
        if matches!(content, Content::GameOf(_)) {
            counts.games -= usize::from(calls.contains(&text.as_str()));
            calls.push(text);
        }
    }
    let mut results: Vec<&str> = lines
        .iter()
        .filter(|(_, content)| matches!(content, Content::Result))
        .map(|(text, _)| text.as_str())
        .collect();
    results.sort_unstable();
    results.dedup();
    counts.distinct_results = results.len();
    counts.sort();
    counts
}

fn counts_of_games(checked: &[CheckedGame]) -> Counts {
    let mut counts = Counts {
        games: checked.len(),
        ..Counts::default()
    };
    for game in checked {
        let record = &game.record;
        let added = game.findings.iter();
        let added = added.filter(|finding| finding.code == Code::AutomaticAdded);
        // The jury's marker is no move.
        let attempt = record.attempt.as_ref().map_or(0, |attempt| {
            let rest = attempt.rest.split_ascii_whitespace();
            let moves = rest.filter(|word| !word.starts_with(MARKER)).count();
            moves + usize::from(!attempt.raw.starts_with(MARKER))
        });
        counts.moves += record.tokens().count() + attempt - added.count();
        for note in record.notes.values() {
            counts
                .comments
                .extend(note.comment.lines().map(str::to_owned));
            counts
                .comments
                .extend(note.stderr.lines().map(str::to_owned));
        }
        for note in record.notes.values() {
            counts
                .comments
                .extend(note.message.lines().map(str::to_owned));
            // The spelling that a comment of the dialogues gives.
            let raw = note.raw.iter().filter(|raw| *raw == "x");
            counts.comments.extend(raw.cloned());
        }
        for player in [&record.players.0, &record.players.1] {
            let name = &player.name;
            counts
                .names
                .extend((!name.is_empty()).then(|| name.clone()));
        }
        counts.results += usize::from(record.reported.is_some());
    }
    counts.sort();
    counts
}

impl Counts {
    /// Sorts the texts; a repeated name counts once.
    fn sort(&mut self) {
        self.comments.sort();
        self.names.sort();
        self.names.dedup();
    }
}

/// Changes one line or two, or none.
fn mutate(lines: &mut Vec<Line>, rng: &mut SplitMix64, fresh: &mut dyn FnMut() -> Line) {
    for _ in 0..rng.index(3) {
        let at = rng.index(lines.len());
        match rng.index(4) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines.insert(at, fresh()),
            _ => {
                let to = rng.index(lines.len());
                lines.swap(at, to);
            }
        }
    }
}

/// A game at random: whole, or broken off.
fn moves(id: &str, rng: &mut SplitMix64) -> Vec<String> {
    let mut moves = random_game_of(id, &Setup::default(), rng.next());
    let lead_in = games::by_id(CATALOGUE, id).unwrap().info().lead_in;
    if rng.index(2) == 0 {
        moves.truncate(lead_in + 1 + rng.index(moves.len() - lead_in));
    }
    if let Some(tile) = moves.first_mut().filter(|token| token.len() == 6) {
        *tile = format!("Hh{tile}h");
    }
    moves
}

/// Checks the law for a format: `render` makes a log of a game.
fn check_law(format: &str, cases: u64, render: &Render, broken: &mut Vec<String>) {
    let before = broken.len();
    let reader = formats::by_id(format).unwrap();
    for seed in 0..cases {
        let mut rng = SplitMix64::new(seed);
        let (mut lines, extras) = render(&mut rng);
        let mut extra_rng = SplitMix64::new(seed ^ 0x5eed);
        mutate(&mut lines, &mut rng, &mut || {
            extras[extra_rng.index(extras.len())].clone()
        });
        let rows: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
        let text = rows.join("\n") + "\n";
        let checked = check_text(&text, Some(reader), &ReadContext::default());
        let (expected, found) = (counts_of_lines(&lines), counts_of_games(&checked));
        let findings: Vec<_> = checked.iter().flat_map(|game| &game.findings).collect();
        let is_reported = findings
            .iter()
            .any(|finding| finding.severity() > Severity::Note);
        let is_same = expected.moves == found.moves
            && expected.comments == found.comments
            && expected.names == found.names
            // The result may also be inferred.
            && expected.distinct_results <= found.results
            && (expected.games == 0 || expected.games == found.games);
        if !(is_same || is_reported) && broken.len() < before + MAX_SHOWN {
            broken.push(format!(
                "{format}, seed {seed}: expected {expected:?}, found {found:?} with {findings:?}\n{text}"
            ));
        }
    }
}

fn line(text: impl Into<String>, content: Content) -> Line {
    (text.into(), content)
}

const IDS: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

/// Lists, with headers and comments.
fn move_list(rng: &mut SplitMix64) -> (Vec<Line>, Vec<Line>) {
    let id = IDS[rng.index(IDS.len())];
    let mut lines = vec![line(format!("game: {id}"), Content::Nothing)];
    for (key, name) in [("player1", "Ann"), ("player2", "Bob")] {
        lines.push(line(
            format!("{key}: {name}"),
            Content::Name(name.to_owned()),
        ));
    }
    let moves = moves(id, rng);
    for row in moves.chunks(1 + rng.index(9)) {
        lines.push(line(row.join(" "), Content::Moves(row.to_vec())));
        if rng.index(4) == 0 {
            let text = format!("good {}", rng.index(1000));
            lines.push(line(format!("# {text}"), Content::Comment(text)));
        }
    }
    let extras = vec![
        line("# what a game", Content::Comment("what a game".to_owned())),
        line("player1: Zoe", Content::Name("Zoe".to_owned())),
        line("result: 1 - 0", Content::Result),
        line("result: 0 - 1", Content::Result),
        line("attempt: zz", Content::Moves(vec!["zz".to_owned()])),
        line("zz", Content::Moves(vec!["zz".to_owned()])),
    ];
    (lines, extras)
}

/// Reports with names, result and numbered plies.
fn report(rng: &mut SplitMix64) -> (Vec<Line>, Vec<Line>) {
    let id = ["turn-right", "clobber", "zuniq"][rng.index(3)];
    let name = |name: &str| Content::Name(name.to_owned());
    let mut lines = vec![
        line("Game report", Content::Nothing),
        line("White: Ann (#17 Ann I)", name("Ann I")),
        line("Black: Bob (#18 Bob II)", name("Bob II")),
        line("Result: 0 - 1 (WHITE TIMEOUT)", Content::Result),
    ];
    let mut number = 0;
    for row in moves(id, rng).chunks(1 + rng.index(6)) {
        let plies = row.iter().map(|mv| {
            number += 1;
            format!("{number:3}.{mv}")
        });
        let text: Vec<String> = plies.collect();
        lines.push(line(text.join(" "), Content::Moves(row.to_vec())));
    }
    let extras = vec![
        line("White: Zoe (#19 Zoe)", name("Zoe")),
        line("Result: 1 - 0", Content::Result),
        line("  1.zz", Content::Moves(vec!["zz".to_owned()])),
        line(
            "  1.a1 zz",
            Content::Moves(vec!["a1".to_owned(), "zz".to_owned()]),
        ),
    ];
    (lines, extras)
}

/// Pages of the home kit, one or two games on each.
fn page(rng: &mut SplitMix64) -> (Vec<Line>, Vec<Line>) {
    let ids = [("Box", "box"), ("Zuniq", "zuniq"), ("Clobber", "clobber")];
    let mut lines = vec![line("<html><body>", Content::Nothing)];
    for (number, [first, second]) in [["A", "B"], ["C", "D"]].into_iter().enumerate() {
        if number > 0 && rng.index(2) == 0 {
            break;
        }
        let (class, id) = ids[rng.index(ids.len())];
        let moves = moves(id, rng);
        let quoted: Vec<String> = moves.iter().map(|mv| format!("\"{mv}\"")).collect();
        lines.extend([
            line(
                format!("<script>var moves=[{}];</script>", quoted.join(",")),
                Content::Moves(moves),
            ),
            line(
                "<tr><th>Message:&nbsp;</th><td>PLAYER_1:_WIN;_PLAYER_2:_LOSE</td></tr>",
                Content::Nothing,
            ),
            line(
                format!("<tr><th>Result:&nbsp;&nbsp;</th><td>10{number} - 50<br></td></tr>"),
                Content::Result,
            ),
            line(
                format!("<script>var g = new {class}([ '{first}', '{second}' ], moves);</script>"),
                Content::GameOf([first, second]),
            ),
        ]);
    }
    let extras = vec![
        line(
            "<tr><th>Result:</th><td>50 - 100</td></tr>",
            Content::Result,
        ),
        line(
            "<script>var spare=[\"E5v\",\"A2h\"];</script>",
            Content::Moves(vec!["E5v".to_owned(), "A2h".to_owned()]),
        ),
        line(
            "<script>new Zuniq(['O'Hara','B'], []);</script>",
            Content::GameOf(["O'Hara", "B"]),
        ),
    ];
    (lines, extras)
}

/// The jury's logs.
fn manager(rng: &mut SplitMix64) -> (Vec<Line>, Vec<Line>) {
    let mut lines = Vec::new();
    for number in 0..=rng.index(3) {
        let id = ["clobber", "box", "zuniq"][rng.index(3)];
        lines.push(line(
            format!("M: GAME {number} = Ann <> Bob"),
            Content::NamesOf(["Ann", "Bob"]),
        ));
        for row in moves(id, rng).chunks(1 + rng.index(9)) {
            lines.push(line(row.join(" "), Content::Moves(row.to_vec())));
        }
        lines.push(line(
            format!("M: RESULT = 10{number} - 50 (game marks) PLAYER_1:_WIN;_PLAYER_2:_LOSE"),
            Content::Result,
        ));
    }
    let marker = "<caiaio:_player_timeout>";
    let extras = vec![
        line(
            "M: RESULT = 1 - 0 PLAYER_1:_WIN;_PLAYER_2:_TIMEOUT",
            Content::Result,
        ),
        line("M: RESULT = none", Content::Result),
        line(marker, Content::Nothing),
        line("zz", Content::Moves(vec!["zz".to_owned()])),
    ];
    (lines, extras)
}

/// Transcripts of the arbiter, with a line that may be refused.
fn transcript(rng: &mut SplitMix64) -> (Vec<Line>, Vec<Line>) {
    let mut lines = vec![line("4 1", Content::Game)];
    let moves = moves("box", rng);
    lines.extend(
        moves
            .into_iter()
            .map(|mv| line(mv.clone(), Content::Moves(vec![mv]))),
    );
    let one_move = |text: &str| Content::Moves(vec![text.to_owned()]);
    let extras = vec![
        line("# Aav", one_move("Aav")),
        line("# zz", one_move("zz")),
        line("zz", one_move("zz")),
        line("Hh123456h", one_move("Hh123456h")),
    ];
    (lines, extras)
}

/// Dialogues of one seat with Quit and another game behind it, words of the bot and comments.
fn dialogue(rng: &mut SplitMix64) -> (Vec<Line>, Vec<Line>) {
    let mut lines = Vec::new();
    for _ in 0..=rng.index(2) {
        lines.push(line("> Start", Content::Game));
        for (ply, mv) in moves("zuniq", rng).into_iter().enumerate() {
            let mark = if ply % 2 == 0 { '<' } else { '>' };
            lines.push(line(format!("{mark} {mv}"), Content::Moves(vec![mv])));
            if rng.index(8) == 0 {
                let text = format!("nice {}", rng.index(1000));
                lines.push(line(format!("# {text}"), Content::Comment(text)));
            }
            if rng.index(8) == 0 {
                let text = format!("deep {}", rng.index(1000));
                lines.push(line(format!("! {text}"), Content::Comment(text)));
            }
        }
        lines.push(line("> Quit", Content::Nothing));
    }
    let extras = vec![
        line("> ", Content::Nothing),
        line("> nonsense", Content::Comment("nonsense".to_owned())),
        line("< zz", Content::Moves(vec!["zz".to_owned()])),
        line("# raw: x", Content::Comment("x".to_owned())),
        line("# message: hello", Content::Comment("hello".to_owned())),
        line("# player1: Zoe", Content::Name("Zoe".to_owned())),
        line("# result: 1 - 0", Content::Result),
        line("# Total time used: 1.5 seconds", Content::Nothing),
    ];
    (lines, extras)
}

/// The number of texts that are shown for each form.
const MAX_SHOWN: usize = 3;
/// The number of cases for each format; a million by hand.
const CASES: u64 = 100;

fn check_law_for_all(cases: u64) {
    let mut broken = Vec::new();
    check_law("moves", cases, &move_list, &mut broken);
    check_law("txt", cases, &move_list, &mut broken);
    check_law("codecup-page", cases, &report, &mut broken);
    check_law("codecup-page", cases, &page, &mut broken);
    check_law("caia", cases, &manager, &mut broken);
    check_law("arbiter", cases, &transcript, &mut broken);
    check_law("codecup-dialogue", cases, &dialogue, &mut broken);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
#[ignore = "a million inputs take minutes"]
fn every_part_of_a_million_texts_is_read_or_reported() {
    check_law_for_all(1_000_000 / 7);
}

#[test]
fn omitted_findings_are_counted_and_errors_stay() {
    let lines = "no mark\n".repeat(300);
    let text = format!("# game: zuniq\n> Start\n{lines}< E5v\n> B3h\n< E5v\n");
    let dialogue = formats::by_id("codecup-dialogue");
    let game = check_text(&text, dialogue, &ReadContext::default()).remove(0);
    let of_kind = |code| game.findings.iter().filter(move |found| found.code == code);
    assert_eq!(of_kind(Code::UnexpectedLine).count(), 100);
    let counted: Vec<&str> = of_kind(Code::FindingsLeftOut)
        .map(|found| found.message.as_str())
        .collect();
    assert!(
        matches!(counted[..], [message] if message.ends_with("found 200 warnings more")),
        "{counted:?}"
    );
    assert!(!game.is_valid(), "the last move is illegal");
}

/// The counts must notice when a part is taken from a record.
#[test]
fn counts_differ_when_a_part_is_missing() {
    let text = "game: zuniq\nplayer1: Ann\n# hi\nE5v A2h\n";
    let game = || check_text(text, formats::by_id("moves"), &ReadContext::default()).remove(0);
    let whole = counts_of_games(&[game()]);
    let take: [fn(&mut Record); 3] = [
        |record| record.moves = "E5v".to_owned(),
        |record| record.players.0.name.clear(),
        |record| record.notes.clear(),
    ];
    for take in take {
        let mut game = game();
        take(&mut game.record);
        assert_ne!(counts_of_games(&[game]), whole);
    }
}

mod slow {
    use super::*;

    #[test]
    fn every_part_of_a_text_is_read_or_reported() {
        check_law_for_all(CASES);
    }
}
