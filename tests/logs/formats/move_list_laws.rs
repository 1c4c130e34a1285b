//! Properties of move lists over generated games of all games: what is read is exactly what was
//! written, or a finding names the place; never another game than the one that was played.

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::findings::{Finding, Severity};
use kifu_core::games::CATALOGUE;
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{CheckedGame, ReadContext, by_id, check_text};
use proptest::prelude::*;
use std::fmt::Write as _;

/// A way in which people write lists.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// 0: no numbers, 1: plies, 2: pairs, 3: pairs with dots before the second player's move.
    numbers: u8,
    mark: &'static str,
    /// The moves a line; a number is at the start of each.
    per_line: usize,
    gap: &'static str,
    line_end: &'static str,
}

fn styles() -> impl Strategy<Value = Style> {
    let marks = prop_oneof![Just("."), Just(":"), Just(". ")];
    let gaps = prop_oneof![
        Just(" "),
        Just("\t"),
        Just("\u{a0}"),
        Just(", "),
        Just("  ;  ")
    ];
    let ends = prop_oneof![Just("\n"), Just("\r\n"), Just(" \n"), Just("\u{a0}\n")];
    (0..4u8, marks, 1..12usize, gaps, ends).prop_map(|(numbers, mark, per_line, gap, line_end)| {
        Style {
            numbers,
            mark,
            per_line,
            gap,
            line_end,
        }
    })
}

/// The moves of a game and the tokens before them.
struct Game {
    id: &'static str,
    lead_in: usize,
    tokens: Vec<String>,
}

fn game(index: usize, seed: u64) -> Game {
    let game = CATALOGUE[index % CATALOGUE.len()];
    Game {
        id: game.id(),
        lead_in: game.info().lead_in,
        tokens: random_game_of(game.id(), &Setup::default(), seed),
    }
}

/// The words of a list: each move with the number before it.
fn words(game: &Game, style: Style) -> Vec<(String, String)> {
    let number = |index: usize| {
        let ply = index.checked_sub(game.lead_in)?;
        let (pair, is_second) = (ply / 2 + 1, ply % 2 == 1);
        match style.numbers {
            1 => Some(format!("{}{}", ply + 1, style.mark)),
            2 if !is_second => Some(format!("{pair}{}", style.mark)),
            3 if is_second => Some(format!("{pair}...")),
            3 => Some(format!("{pair}.")),
            _ => None,
        }
    };
    let tokens = game.tokens.iter().enumerate();
    tokens
        .map(|(index, token)| (number(index).unwrap_or_default(), token.clone()))
        .collect()
}

fn write(game: &Game, style: Style, words: &[(String, String)]) -> String {
    let mut text = format!("game: {}{}", game.id, style.line_end);
    for line in words.chunks(style.per_line) {
        let words: Vec<String> = line
            .iter()
            .map(|(number, token)| format!("{number}{token}"))
            .collect();
        let _ = write!(text, "{}{}", words.join(style.gap), style.line_end);
    }
    text
}

fn read(text: &str) -> Vec<CheckedGame> {
    check_text(text, by_id("moves"), &ReadContext::default())
}

fn reported(games: &[CheckedGame]) -> Vec<&Finding> {
    let findings = games.iter().flat_map(|game| &game.findings);
    findings
        .filter(|finding| finding.severity() > Severity::Note)
        .collect()
}

/// Reports whether a game is a beginning of the moves that were played.
fn is_beginning(game: &CheckedGame, tokens: &[String]) -> bool {
    let read: Vec<&str> = game.record.tokens().collect();
    read.len() <= tokens.len() && read.iter().zip(tokens).all(|(read, token)| read == token)
}

proptest! {
    #![proptest_config(crate::common::cases(60))]

    #[test]
    fn list_in_any_style_is_read_as_played(index in 0..5usize, seed: u64, style in styles()) {
        let game = game(index, seed);
        let text = write(&game, style, &words(&game, style));
        let games = read(&text);
        prop_assert_eq!(games.len(), 1, "{}", text);
        prop_assert!(reported(&games).is_empty(), "{:?}\n{}", games[0].findings, text);
        prop_assert_eq!(&games[0].record.moves, &game.tokens.join(" "));
    }

    #[test]
    fn begin_of_games_joined_games_are_apart(
        index in 0..5usize, seed: u64, style in styles(), blank in 0..4u8,
        cut in prop_oneof![Just(0), 0..100usize]
    ) {
        let first = game(index, seed);
        let second = game(index, seed ^ 1);
        let mut first_words = words(&first, style);
        // A whole game, a part of one, or none of its moves.
        let length = (first_words.len() * cut).div_ceil(66).min(first_words.len());
        first_words.truncate(length);
        let mut text = write(&first, style, &first_words);
        match blank {
            0 => {}
            1 => text.push_str("\n\n"),
            2 => text.push_str("---\n"),
            _ => text.push_str("\u{a0}\r\n\t\n"),
        }
        text.push_str(&write(&second, style, &words(&second, style)));
        let games = read(&text);
        if blank == 0 && length == 0 {
            return Ok(());
        }
        prop_assert_eq!(games.len(), 2, "{}", text);
        let read: Vec<&str> = games.iter().map(|game| &*game.record.moves).collect();
        prop_assert_eq!(read, [first.tokens[..length].join(" "), second.tokens.join(" ")]);
    }

    #[test]
    fn begin_of_games_numbers_that_restart_are_reported(
        index in 0..5usize, seed: u64, style in styles(), cut in 1..80usize
    ) {
        prop_assume!(style.numbers > 0);
        let first = game(index, seed);
        let second = game(index, seed ^ 1);
        let mut first_words = words(&first, style);
        let length = (first_words.len() * cut).div_ceil(66).min(first_words.len());
        first_words.truncate(length.max(1 + first.lead_in));
        let mut text = write(&first, style, &first_words);
        let body = write(&second, style, &words(&second, style));
        text.push_str(body.split_once('\n').unwrap().1);
        let games = read(&text);
        let is_known = |game: &CheckedGame| {
            is_beginning(game, &first.tokens) || is_beginning(game, &second.tokens)
        };
        prop_assert!(games.iter().all(is_known), "{:?}\n{}", reported(&games), text);
        let is_complete = games.len() == 2
            && games[0].record.tokens().count() == first_words.len()
            && games[1].record.tokens().count() == second.tokens.len();
        prop_assert!(is_complete || !reported(&games).is_empty(), "{}", text);
    }

    #[test]
    fn end_of_games_result_word_ends_the_game(
        index in 0..5usize, seed: u64, style in styles(), cut in 0..100usize, word in 0..4usize
    ) {
        let game = game(index, seed);
        let mut all = words(&game, style);
        let length = (all.len() * cut / 100).max(1 + game.lead_in).min(all.len());
        all.truncate(length);
        let result = ["1-0", "0-1", "1/2-1/2", "*"][word];
        let text = format!("{}{result}\n", write(&game, style, &all).trim_end());
        let text = text.replace(result, &format!(" {result}"));
        let games = read(&text);
        prop_assert_eq!(games.len(), 1);
        // The contest may play one more ply without asking.
        let count = games[0].record.tokens().count();
        prop_assert!(is_beginning(&games[0], &game.tokens), "{}", text);
        prop_assert!(count == length || count == length + 1, "{}", text);
        let reported = games[0].record.reported.as_ref();
        prop_assert_eq!(reported.is_some(), result != "*", "{}", text);
    }

    #[test]
    fn damaged_numbered_list_gives_a_beginning_and_a_finding(
        index in 0..5usize, seed: u64, style in styles(), damage in 0..5u8, at: prop::sample::Index,
        other: prop::sample::Index
    ) {
        prop_assume!(style.numbers == 1 || style.numbers == 3);
        let game = game(index, seed);
        let all = words(&game, style);
        let range = all.len() - game.lead_in;
        let at = game.lead_in + at.index(range);
        let other = game.lead_in + other.index(range);
        let mut damaged = all.clone();
        match damage {
            // A lost move, with its number.
            0 => drop(damaged.remove(at)),
            1 => damaged.insert(at, all[at].clone()),
            2 => damaged.swap(at, other),
            // A lost move, of which the number is left.
            3 => damaged[at].1.clear(),
            // Another number.
            _ => damaged[at].0 = format!("{}.", 500 + seed % 100),
        }
        prop_assume!(damaged != all);
        let text = write(&game, style, &damaged);
        let games = read(&text);
        prop_assert!(games.iter().all(|read| is_beginning(read, &game.tokens)), "{}", text);
        // Without its last move a list is a shorter game.
        let is_shorter = damage == 0 && at + 1 == all.len();
        let found = reported(&games);
        prop_assert!(is_shorter || !found.is_empty(), "{}", text);
        prop_assert!(found.iter().all(|finding| finding.location.is_some()));
    }

    #[test]
    fn behind_a_word_that_is_no_move_nothing_is_played(
        index in 0..5usize, seed: u64, style in styles(), at: prop::sample::Index, word in 0..6usize
    ) {
        let game = game(index, seed);
        let mut all = words(&game, style);
        let at = at.index(all.len());
        let word = ["0.5", "..", "zz", "\u{200b}x", "(12s)", "10:15"][word];
        all[at].1 = format!("{word} {}", all[at].1);
        let text = write(&game, style, &all);
        let games = read(&text);
        prop_assert!(games.iter().all(|read| is_beginning(read, &game.tokens)), "{}", text);
        prop_assert!(games[0].record.tokens().count() <= at, "{}", text);
        let found = reported(&games);
        prop_assert!(!found.is_empty() && found.iter().all(|finding| finding.location.is_some()));
    }

    #[test]
    fn double_spaced_list_is_one_game_or_reported(
        index in 0..5usize, seed: u64, style in styles(), length in 2..9usize
    ) {
        let game = game(index, seed);
        let style = Style { per_line: 1 + style.per_line % 3, ..style };
        let all: Vec<(String, String)> = words(&game, style).into_iter().take(length).collect();
        let text = write(&game, style, &all);
        let (head, body) = text.split_once('\n').unwrap();
        let text = format!("{head}\n{}", body.replace('\n', "\n\n"));
        let games = read(&text);
        let is_whole = games.len() == 1 && games[0].record.tokens().count() == all.len();
        prop_assert!(is_whole || !reported(&games).is_empty(), "{}", text);
        let one = game.tokens[..all.len()].join(" ");
        prop_assert!(!is_whole || games[0].record.moves == one);
    }
}

/// Returns the boards of a game as `txt` writes them, and its tokens.
fn boards(game: &Game, length: usize) -> String {
    let record = kifu_core::record::Record {
        game: game.id.to_owned(),
        moves: game.tokens[..length].join(" "),
        ..Default::default()
    };
    let txt = by_id("txt").unwrap();
    kifu_logs::formats::write_all(txt, &[record], CATALOGUE).unwrap()
}

#[test]
fn board_that_is_not_the_position_stops_the_list() {
    for index in 0..CATALOGUE.len() {
        let game = game(index, 5);
        let length = 6;
        let text = boards(&game, length);
        assert_eq!(read(&text)[0].record.tokens().count(), length);
        assert!(reported(&read(&text)).is_empty(), "{text}");
        for lost in 0..length {
            let line = format!("\n{}\n", game.tokens[lost]);
            let damaged = text.replacen(&line, "\n", 1);
            let games = read(&damaged);
            assert!(is_beginning(&games[0], &game.tokens), "{damaged}");
            assert!(
                !reported(&games).is_empty() || lost + 1 == length,
                "{damaged}"
            );
        }
    }
}

#[test]
fn random_numbers_never_make_moves_of_evaluations() {
    let mut rng = SplitMix64::new(7);
    for _ in 0..200 {
        let eval = format!("0.{} {}.{}", rng.index(10), rng.index(10), rng.index(10));
        let games = read(&format!("game: atari-go\n4 4 {eval}\n3 3\n"));
        assert_eq!(games[0].record.moves, "E5", "{eval}");
        assert!(!games[0].is_valid());
    }
}
