//! What is read of a damaged log is what was played, up to a place that a finding names.
//!
//! Logs of random games of every game that the format has are damaged in one place. Damage that
//! leaves a log of another legal game behind is not made: no reader can see it.

use crate::common::random_game_of;
use kifu_core::contract::{Player, Setup};
use kifu_core::findings::{Code, Finding, Severity};
use kifu_core::games::{self, CATALOGUE, DynGame};
use kifu_core::record::Record;
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{self, ReadContext, check_text};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A random game, cut at random.
fn record(game: &dyn DynGame, seed: u64) -> Record {
    let mut setup = Setup::default();
    if game
        .info()
        .setup_keys
        .iter()
        .any(|(key, _)| *key == "colors")
    {
        setup.set("colors", "4 1");
    }
    let mut tokens = random_game_of(game.id(), &setup, seed);
    if let Some(tile) = tokens.first_mut().filter(|token| token.len() == 6) {
        *tile = format!("Hh{tile}h");
    }
    let shortest = game.info().lead_in + 4;
    let length = shortest + SplitMix64::new(seed).index(tokens.len() - shortest + 1);
    tokens.truncate(length.min(60));
    Record {
        game: game.id().to_owned(),
        moves: tokens.join(" "),
        setup,
        ..Record::default()
    }
}

fn game(index: usize) -> &'static dyn DynGame {
    CATALOGUE[index % CATALOGUE.len()]
}

/// Damages one line of a text, or the place before it.
fn damage_line(lines: &mut Vec<String>, kind: usize, at: usize, rng: &mut SplitMix64) {
    let line = lines[at].clone();
    let place = (0..=rng.index(line.len().max(1))).rev();
    let place = { place }
        .find(|place| line.is_char_boundary(*place))
        .unwrap_or(0);
    match kind {
        0 => lines.truncate(at),
        // A line of which nothing is left is a missing one.
        1 if place > 0 => lines[at].truncate(place),
        2 if place < line.len() => lines[at] = line[place..].to_owned(),
        1 | 2 => {}
        3 => lines.insert(at, line),
        4 => {
            lines.remove(at);
        }
        5 => {
            let other = (at + 1).min(lines.len() - 1);
            lines.swap(at, other);
        }
        6 => lines[at].insert_str(
            place,
            ["  ", "\t", "[", "> ", "]", "IO ", "#"][rng.index(7)],
        ),
        _ => {
            let (before, after) = line.split_at(place);
            lines.splice(at..=at, [before.to_owned(), after.to_owned()]);
        }
    }
}

/// Reports whether a line is torn within circuits of Turn Right, of which a part may be another one.
fn is_torn_circuit(lines: &[String], kind: usize, at: usize) -> bool {
    let has_circuit = lines
        .get(at)
        .is_some_and(|line| line.matches('-').count() > 1);
    has_circuit && matches!(kind, 1 | 7)
}

/// Checks what is read of a damaged text.
fn check(format: &str, damaged: &str, played: &[&Record]) -> Result<(), TestCaseError> {
    let format = formats::by_id(format);
    let read = check_text(damaged, format, &ReadContext::default());
    let canonical = |moves: &str| moves.replace('!', "");
    for (index, game) in read.iter().enumerate() {
        if game.record.game.is_empty() {
            let is_result = game.record.moves.is_empty();
            prop_assert!(is_result || !game.is_valid(), "valid: {damaged}");
            continue;
        }
        let mut moves = canonical(&game.record.moves);
        let is_added = |found: &Finding| found.code == Code::AutomaticAdded;
        if game.findings.iter().any(is_added) && played.iter().any(|own| own.tokens().count() == 35)
        {
            let at = moves.rfind(' ').unwrap_or_default();
            moves.truncate(at);
        }
        let is_prefix = |record: &&&Record| {
            let whole = canonical(&record.moves);
            whole == moves || moves.is_empty() || whole.starts_with(&format!("{moves} "))
        };
        let Some(own) = played.iter().find(is_prefix) else {
            return Err(TestCaseError::fail(format!(
                "game {index}: `{moves}`\n{damaged}"
            )));
        };
        let is_whole = canonical(&own.moves) == moves;
        let has_finding = game.findings.iter().any(|found| !is_added(found));
        prop_assert!(is_whole || has_finding, "silent: `{moves}`\n{damaged}");
        let failed = game.record.failed_attempt().is_some();
        let is_reported = game.worst_severity() == Some(Severity::Error);
        prop_assert!(!failed || is_reported, "accused: {damaged}");
    }
    Ok(())
}

/// Returns the dialogue of a seat as kifu writes it or as a player's log.
fn dialogue(record: &Record, game: &dyn DynGame, seat: Player, is_log: bool) -> Vec<String> {
    let lines = formats::exchanged_lines(record, game, seat).expect("a dialogue");
    let line = |line: &formats::ExchangedLine| match (is_log, line.to_bot) {
        (true, true) => format!("IO RCVD [{}]", line.text),
        (true, false) => format!("IO SEND [{}]", line.text),
        (false, true) => format!("> {}", line.text),
        (false, false) => format!("< {}", line.text),
    };
    lines.iter().map(line).collect()
}

/// Returns the replay of a game, with the frames numbered as the referee does.
fn frames(record: &Record, game: &dyn DynGame) -> Vec<Value> {
    let protocol = game.protocol(&record.setup);
    let start = json!({"agentId": -1, "view": " 0\n{}"});
    let frame = |(index, token): (usize, &str)| {
        let line = protocol.move_line(token);
        json!({"agentId": index % 2, "stdout": format!("{line}\n"),
               "view": format!(" {}\n{{}}", index + 1)})
    };
    let moves = record.tokens().enumerate().map(frame);
    std::iter::once(start).chain(moves).collect()
}

/// Returns the lines of the manager's log of a game.
fn manager_lines(record: &Record, number: usize) -> Vec<String> {
    vec![
        format!("M: GAME {number} = Ann <> Bob"),
        record.moves.clone(),
        "M: RESULT = 50 - 100 (game marks) PLAYER_1:_LOSE;_PLAYER_2:_WIN".to_owned(),
    ]
}

mod slow {
    use super::*;

    proptest! {
        #![proptest_config(crate::common::cases(400))]

        #[test]
        fn damaged_dialogue_is_read_up_to_its_gap(
            index in 0_usize..5, seed in 0_u64..1000, kind in 0_usize..8, place in 0.0..1.0_f64,
            is_second in any::<bool>(), is_log in any::<bool>(), is_joined in any::<bool>(),
        ) {
            let game = game(index);
            let seat = if is_second { Player::Second } else { Player::First };
            let (one, other) = (record(game, seed), record(game, seed + 1));
            let mut lines = dialogue(&one, game, seat, is_log);
            let mut at = (place * lines.len() as f64) as usize;
            // Without the first line, White's log may be that of Black.
            if matches!(kind, 2 | 4 | 5) {
                at = at.max(1);
            }
            prop_assume!(!is_torn_circuit(&lines, kind, at));
            damage_line(&mut lines, kind, at, &mut SplitMix64::new(seed));
            if !is_log {
                lines.insert(0, format!("# game: {}", game.id()));
            }
            if is_joined {
                lines.push("Total".to_owned());
                lines.extend(dialogue(&other, game, Player::First, is_log));
            }
            check("codecup-dialogue", &lines.join("\n"), &[&one, &other])?;
        }

        #[test]
        fn damaged_replay_is_read_up_to_its_gap(
            is_go in any::<bool>(), seed in 0_u64..1000, kind in 0_usize..8, place in 0.0..1.0_f64,
            count in 1_usize..5,
        ) {
            let game = games::by_id(CATALOGUE, if is_go { "atari-go" } else { "clobber" }).unwrap();
            let one = record(game, seed);
            let mut all = frames(&one, game);
            let at = 1 + (place * (all.len() - 2) as f64) as usize;
            let end = (at + count).min(all.len());
            match kind {
                0 => drop(all.drain(at..end)),
                1 => {
                    let copies = all[at..end].to_vec();
                    all.splice(at..at, copies);
                }
                2 => all[at..].rotate_left(1),
                3 => all[at] = json!([7]),
                4 => all[at]["stdout"] = json!({}),
                5 => drop(all[at].as_object_mut().unwrap().remove("stdout")),
                _ => {}
            }
            let mut text = json!({"puzzleId": game.info().codingame_ids[0], "frames": all}).to_string();
            if kind == 6 {
                text.truncate((place * text.len() as f64) as usize);
            }
            check("codingame", &text, &[&one])?;
        }

        #[test]
        fn damaged_arbiter_transcript_is_read_up_to_its_gap(
            seed in 0_u64..1000, kind in 0_usize..6, place in 0.0..1.0_f64,
        ) {
            let game = games::by_id(CATALOGUE, "box").unwrap();
            let all = [record(game, seed), record(game, seed + 1)];
            let mut lines = Vec::new();
            for record in &all {
                lines.push("4 1".to_owned());
                lines.extend(record.tokens().map(str::to_owned));
            }
            let at = 1 + (place * (lines.len() - 1) as f64) as usize;
            // A token that is missing, or in another place, leaves a legal game.
            let kind = [0, 1, 2, 3, 6, 7][kind];
            damage_line(&mut lines, kind, at, &mut SplitMix64::new(seed));
            check("arbiter", &lines.join("\n"), &[&all[0], &all[1]])?;
        }

        #[test]
        fn damaged_manager_log_is_read_up_to_its_gap(
            index in 0_usize..5, seed in 0_u64..1000, kind in 0_usize..8, place in 0.0..1.0_f64,
            is_open in any::<bool>(),
        ) {
            let game = game(index);
            let all = [record(game, seed), record(game, seed + 1)];
            let mut lines = manager_lines(&all[0], 1);
            lines.truncate(if is_open { 2 } else { 3 });
            lines.extend(manager_lines(&all[1], 2));
            let at = (place * lines.len() as f64) as usize;
            // Moves that are missing or in another place leave a legal game, and so do those of two
            // games without a line between them.
            let is_moves = all.iter().any(|record| lines[at] == record.moves);
            prop_assume!(!is_moves || matches!(kind, 0 | 1 | 6));
            prop_assume!(!is_open || at != 2 || !matches!(kind, 4 | 5));
            prop_assume!(!is_torn_circuit(&lines, kind, at));
            damage_line(&mut lines, kind, at, &mut SplitMix64::new(seed));
            check("caia", &lines.join("\n"), &[&all[0], &all[1]])?;
        }
    }
}
