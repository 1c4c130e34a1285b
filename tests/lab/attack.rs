//! `kifu-lab attack`: what its checkers say to faulty observations, and a short run.

use kifu_core::games::CATALOGUE;
use kifu_core::record::{Record, read_ron};
use kifu_lab::attack::aftermath::{Aftermath, CommandEnd};
use kifu_lab::attack::answers::{LoggedAnswer, OddGame};
use kifu_lab::attack::outputs::{Overwriting, RefusalVerdict};
use kifu_lab::attack::payloads::ReadBack;
use kifu_lab::attack::races::{Race, Racer};
use kifu_lab::attack::sandbox::{EndedRun, Entry, Snapshot};
use kifu_lab::attack::syscalls::FailedCall;
use kifu_lab::attack::writing_command::OutputKind;
use kifu_logs::formats::{ReadContext, by_id, check_text, write_all};
use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// Returns a snapshot of files with these contents.
fn files(all: &[(&str, &str)]) -> Snapshot {
    let file = |(name, text): &(&str, &str)| {
        let content = Entry::File(text.as_bytes().to_vec());
        ((*name).to_owned(), content)
    };
    Snapshot(all.iter().map(file).collect())
}

/// Returns a run that ended with an exit code.
fn ended(code: i32, err: &str) -> EndedRun {
    EndedRun {
        command: "kifu".to_owned(),
        status: Some(ExitStatus::from_raw(code << 8)),
        took: Duration::ZERO,
        out: String::new(),
        err: err.to_owned(),
    }
}

/// Asserts that there is one fault, and that it contains some words.
#[track_caller]
fn must_find(faults: &[String], words: &str) {
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].contains(words), "{faults:?}");
}

fn aftermath(kind: OutputKind, end: CommandEnd, found: &[(&str, &str)]) -> Aftermath {
    Aftermath {
        kind,
        before: files(&[("out", "old\n")]),
        complete: files(&[
            ("out", "new\nlines\n"),
            ("tables/games.csv", "1"),
            ("tables/plies.csv", "2"),
        ]),
        found: files(found),
        end,
    }
}

#[test]
fn torn_missing_and_stray_files_are_found_after_a_kill() {
    let check = |end, found: &[(&str, &str)]| aftermath(OutputKind::Files, end, found).faults();
    assert_eq!(check(CommandEnd::Killed, &[("out", "old\n")]), [""; 0]);
    let whole = [("out", "new\nlines\n"), ("tables/games.csv", "1")];
    assert_eq!(check(CommandEnd::Killed, &whole), [""; 0]);
    must_find(&check(CommandEnd::Killed, &[("out", "new\nli")]), "neither");
    must_find(&check(CommandEnd::Killed, &[]), "is missing");
    let temporary = [("out", "old\n"), (".kifu-abc.tmp", "")];
    assert_eq!(check(CommandEnd::Killed, &temporary), [""; 0]);
    must_find(&check(CommandEnd::Failed, &temporary), "stray");
    let stray = [("out", "old\n"), ("out.bak", "")];
    must_find(&check(CommandEnd::Killed, &stray), "stray");
    let partial = [("out", "new\nlines\n"), ("tables/games.csv", "1")];
    must_find(&check(CommandEnd::Done, &partial), "the exit status is 0");
}

#[test]
fn journal_with_foreign_or_doubled_line_is_found() {
    let check = |end, text| {
        let kind = OutputKind::Journal {
            growing: "out.part".to_owned(),
            complete: "out".to_owned(),
        };
        aftermath(kind, end, &[("out", "old\n"), ("out.part", text)]).faults()
    };
    assert_eq!(check(CommandEnd::Failed, "lines\n"), [""; 0]);
    must_find(
        &check(CommandEnd::Failed, "lines\nlines\n"),
        "no undisturbed run",
    );
    must_find(
        &check(CommandEnd::Failed, "lines\nne"),
        "no undisturbed run",
    );
    assert_eq!(check(CommandEnd::Killed, "lines\nne"), [""; 0]);
}

#[test]
fn part_of_a_set_of_files_is_found() {
    let kind = OutputKind::Set("tables/".to_owned());
    let check = |found| aftermath(kind.clone(), CommandEnd::Killed, found).faults();
    assert_eq!(check(&[("out", "old\n")]), [""; 0]);
    must_find(
        &check(&[("out", "old\n"), ("tables/games.csv", "1")]),
        "of two runs",
    );
}

#[test]
fn message_without_a_file_name_is_found() {
    let check = |err| {
        let found = [("out", "old\n")];
        let call = FailedCall {
            aftermath: aftermath(OutputKind::Files, CommandEnd::Failed, &found),
            run: ended(2, err),
            is_mute: false,
        };
        call.faults()
    };
    assert_eq!(
        check("error: cannot write `out`: the disk is full"),
        [""; 0]
    );
    must_find(&check("error: the disk is full"), "names no file");
    let panic = check("thread panicked at out");
    must_find(&panic, "panics");
}

#[test]
fn lost_doubled_and_mixed_games_of_a_race_are_found() {
    let names =
        |all: &[&str]| -> BTreeSet<String> { all.iter().map(|it| (*it).to_owned()).collect() };
    let race = |codes: [i32; 2], found: &[&str], is_replacing| {
        let racers = [["a", "b"], ["c", "d"]].iter().zip(codes);
        let race = Race {
            before: names(&[]),
            racers: racers
                .map(|(promised, code)| Racer {
                    promised: names(promised),
                    code: Some(code),
                })
                .collect(),
            found: found.iter().map(|it| (*it).to_owned()).collect(),
            is_replacing,
        };
        race.faults()
    };
    assert_eq!(race([0, 2], &["a", "b"], false), [""; 0]);
    assert_eq!(race([0, 0], &["c", "d"], true), [""; 0]);
    must_find(&race([0, 0], &["a", "b"], false), "lost");
    must_find(&race([0, 2], &["a", "a", "b"], false), "doubled");
    must_find(&race([0, 2], &["a", "b", "x"], false), "of no command");
    must_find(&race([0, 0], &["a", "d"], true), "of no command");
    must_find(&race([2, 2], &[], false), "no command ends well");
    must_find(&race([0, 101], &["a", "b"], false), "exits with");
}

#[test]
fn changed_input_and_late_refusal_are_found() {
    let game = "(kifu:2,game:\"clobber\",players:((name:\"Ann\"),()),moves:\"a2a1\")\n";
    let overwriting = |expected, holds_all_games, after: &[(&str, &str)], code| {
        let overwriting = Overwriting {
            inputs: vec!["in".to_owned()],
            expected,
            holds_all_games,
            files: [files(&[("in", game)]), files(after)],
            run: ended(code, ""),
        };
        overwriting.faults()
    };
    let refused = Some(RefusalVerdict::Refused);
    assert_eq!(overwriting(refused, false, &[("in", game)], 2), [""; 0]);
    must_find(
        &overwriting(None, false, &[("in", "picture")], 0),
        "is changed",
    );
    must_find(
        &overwriting(None, true, &[("in", "picture")], 0),
        "has lost",
    );
    must_find(
        &overwriting(refused, false, &[("in", game)], 0),
        "not refused",
    );
    let late = [("in", game), ("tables", "")];
    must_find(
        &overwriting(refused, false, &late, 2),
        "after it has written",
    );
}

/// Returns a game of Box whose first player answers `answer` and has this move in the record.
fn box_game(answer: &str, token: &str) -> OddGame {
    let record = |token: &str| Record {
        game: "box".to_owned(),
        moves: format!("Hh216534h {token}"),
        ..read_ron("(kifu:2,game:\"box\",players:((name:\"odd\"),()),moves:\"\")").unwrap()
    };
    OddGame {
        record: record(token),
        honest: record("Jj341256h"),
        answers: vec![LoggedAnswer {
            text: answer.to_owned(),
            is_honest: false,
        }],
    }
}

#[test]
fn answers_that_choose_a_tile_or_its_notation_are_found() {
    assert_eq!(box_game("Jjh", "Jj341256h").faults(), [""; 0]);
    let own_tile = box_game("Jj123456h", "Jj123456h").faults();
    assert!(
        own_tile
            .iter()
            .any(|fault| fault.contains("the seed gives")),
        "{own_tile:?}"
    );
    must_find(&box_game("Jj341256h", "Jj341256h").faults(), "is played as");
    let mut judged = box_game("Jjh", "");
    judged.answers[0].is_honest = true;
    let reason = "ply 1: illegal: Jjh".to_owned();
    judged
        .record
        .ext
        .insert("arena.fault.first".to_owned(), reason);
    must_find(&judged.faults(), "an honest answer is judged");
}

#[test]
fn record_that_is_read_as_another_format_is_found() {
    let format = by_id("moves").unwrap();
    let record = read_ron("(kifu:2,game:\"clobber\",players:((name:\"Ann\"),()),moves:\"b1a1\")");
    let ronl = kifu_core::record::write_ronl(&record.unwrap());
    let games = check_text(&ronl, by_id("ronl"), &ReadContext::default());
    let record = &games[0].record;
    let text = write_all(format, std::slice::from_ref(record), CATALOGUE).unwrap();
    let check = |detected, text: &str| {
        let games = check_text(text, Some(format), &ReadContext::default());
        let read = ReadBack {
            record,
            format,
            detected,
            games: &games,
        };
        read.faults()
    };
    assert_eq!(check(Some("moves"), &text), [""; 0]);
    must_find(&check(Some("sgf"), &text), "is read as");
    must_find(
        &check(Some("moves"), &text.replace("b1a1", "d1c1")),
        "other moves",
    );
    must_find(
        &check(Some("moves"), &format!("{text}\n\n{text}")),
        "2 games",
    );
}

#[cfg(feature = "window")]
mod window {
    use super::*;
    use kifu_lab::attack::window::{ArchiveSave, KeptTexts, PlacedTexts, ShownTabs};

    fn line(player: &str, comment: &str) -> String {
        format!(
            "(kifu:2,game:\"clobber\",players:((name:\"{player}\"),()),moves:\"b1a1\",\
             notes:{{1:(comment:\"{comment}\")}})"
        )
    }

    #[test]
    fn tab_that_shows_another_game_is_found() {
        let tabs = |title: &str, player: &str| {
            let shown = ShownTabs {
                tabs: vec![(7, title.to_owned(), player.to_owned())],
                known: [(7, "P1".to_owned())].into(),
            };
            shown.faults()
        };
        assert_eq!(tabs("P1 – B", "P1"), [""; 0]);
        assert_eq!(tabs("P1 – B", "P2").len(), 2);
        must_find(&tabs("P2 – B", "P2"), "now shows");
    }

    #[test]
    fn save_that_changes_another_game_is_found() {
        let save = |after: [String; 2], saved: Option<&str>| {
            let save = ArchiveSave {
                player: "P1".to_owned(),
                lines: [vec![line("P0", ""), line("P1", "")], after.to_vec()],
                saved: saved.map(|text| [text.to_owned()].into()),
            };
            save.faults()
        };
        let text = "typed 1 on P1";
        let right = [line("P0", ""), line("P1", text)];
        assert_eq!(save(right.clone(), Some(text)), [""; 0]);
        must_find(&save(right, None), "not saved");
        let other = [line("P2", ""), line("P1", text)];
        must_find(&save(other, Some(text)), "changes other games");
        let without = [line("P0", ""), line("P1", "")];
        must_find(&save(without, Some(text)), "without");
    }

    #[test]
    fn texts_in_the_wrong_game_or_gone_are_found() {
        let placed = |lines: Vec<String>| {
            let placed = PlacedTexts {
                lines,
                theirs: [("theirs 1 on P1".to_owned(), "P1".to_owned())].into(),
            };
            placed.faults()
        };
        assert_eq!(placed(vec![line("P1", "theirs 1 on P1")]), [""; 0]);
        must_find(&placed(vec![line("P1", "")]), "is gone");
        let both = [line("P1", "theirs 1 on P1"), line("P2", "typed 2 on P1")];
        must_find(&placed(both.to_vec()), "in the game of P2");
    }

    #[test]
    fn draft_that_is_given_up_early_is_found() {
        let kept = KeptTexts {
            before: ["typed 1 on P1".to_owned()].into(),
            after: BTreeSet::new(),
            event: "restored",
        };
        must_find(&kept.faults(), "is lost");
    }
}

mod slow {
    use crate::kifu_lab;

    #[test]
    fn short_attack_finds_no_fault() {
        let here = std::env::temp_dir();
        let run = kifu_lab(&here, &["attack", "--rounds", "2", "--seed", "7"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        for part in ["kills", "races", "outputs", "answers", "payloads", "window"] {
            assert!(run.out.contains(part), "{}", run.out);
        }
    }
}
