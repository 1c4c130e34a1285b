//! `kifu-lab`: help, tiny versions of all its long commands, and what they write.

use crate::{Run, folder, kifu_lab};
use kifu_core::games::CATALOGUE;
use kifu_lab::tables::Table;
use std::fs;
use std::path::Path;

/// The commands that make tables, with settings so small that each takes seconds.
const TINY_TABLES: [(Table, &str); 8] = [
    (
        Table::AtariGoNet,
        "train atari-go --stage games=1,batches=2,playouts=100",
    ),
    (Table::AtariGoPrior, "fit atari-go --games 2 --nodes 40"),
    (
        Table::BoxWeights,
        "fit box --rounds 1 --games 8 --leaf-games 1",
    ),
    (
        Table::ClobberPatternEval,
        "fit clobber --table pattern-eval --games 3 --visits 4,6",
    ),
    (
        Table::ClobberSumEval,
        "fit clobber --table sum-eval --games 2 --visits 4 --sums 300 --min-stones 38 --max-stones 42 \
         --nodes 20000",
    ),
    (
        Table::TurnRightCircuitEval,
        "train turn-right --table circuit-eval --stage games=1,expanded=1,runs=2",
    ),
    (
        Table::TurnRightPlacementEval,
        "train turn-right --table placement-eval --stage games=20,expanded=1 --stage games=10,expanded=1",
    ),
    (
        Table::ZuniqNet,
        "train zuniq --stage games=4,nodes=64 --stage games=3,nodes=64-128",
    ),
];

fn lab(folder: &Path, line: &str) -> Run {
    kifu_lab(folder, &line.split_whitespace().collect::<Vec<_>>())
}

#[test]
fn help_of_every_command_has_example() {
    let here = std::env::temp_dir();
    for command in [
        "train",
        "fit",
        "calibrate",
        "recipes",
        "compare",
        "duel",
        "bench",
        "fuzz",
        #[cfg(unix)]
        "attack",
        "growth",
        "train atari-go",
        "train turn-right",
        "train zuniq",
        "fit atari-go",
        "fit box",
        "fit clobber",
    ] {
        let run = lab(&here, &format!("{command} --help"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{command}");
        let example = format!("kifu-lab {command}");
        assert!(
            run.out.contains("Example:") && run.out.contains(&example),
            "{}",
            run.out
        );
    }
    let run = lab(&here, "--help");
    for word in ["Tables:", "Measurements:", "train", "duel", "bench"] {
        assert!(run.out.contains(word), "{}", run.out);
    }
}

#[test]
fn tiny_runs_make_every_table() {
    for (table, line) in TINY_TABLES {
        let place = folder(&[]);
        let run = lab(place.path(), &format!("{line} -o table --quiet"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
        let bytes = fs::read(place.path().join("table")).unwrap();
        assert!(table.decode(&bytes).is_some(), "{line}");
        let committed = fs::read(crate::common::repository().join(table.path())).unwrap();
        // A prior has as many weights as features were met; numbers in the source are text.
        if !matches!(table, Table::AtariGoPrior | Table::BoxWeights) {
            assert_eq!(bytes.len(), committed.len(), "{line}");
        }
        assert_eq!(
            crate::common::names(place.path()),
            ["table"],
            "no checkpoint is left"
        );
    }
}

#[test]
fn resumed_training_makes_same_table() {
    for (_, line) in [TINY_TABLES[3], TINY_TABLES[6], TINY_TABLES[7]] {
        let place = folder(&[]);
        let path = place.path();
        let whole = lab(path, &format!("{line} -o whole --quiet --jobs 2"));
        assert_eq!(whole.code, 0, "{}", whole.err);
        let line = format!("{line} -o parts --quiet --jobs 1 --stop-after 1");
        let mut run = lab(path, &line);
        assert!(run.err.contains("--resume continues from"), "{}", run.err);
        assert!(path.join("parts.checkpoint").exists());
        assert_eq!(
            lab(path, &line).code,
            2,
            "the checkpoint is not overwritten"
        );
        for _ in 0..20 {
            assert_eq!(run.code, 0, "{}", run.err);
            run = lab(path, &format!("{line} --resume"));
            if path.join("parts").exists() {
                break;
            }
        }
        let read = |name| fs::read(path.join(name)).unwrap();
        assert!(read("parts") == read("whole"), "{line}");
        assert_eq!(crate::common::names(path), ["parts", "whole"]);
    }
}

#[test]
fn bad_arguments_are_refused_before_work_starts() {
    let place = folder(&[("there", "")]);
    for (line, problem) in [
        ("train zuniq -o there", "--force"),
        ("train zuniq --stage games=x -o new", "games"),
        ("train zuniq --stage game=1 -o new", "found `game`"),
        ("train zuniq --stage nodes=9-3 -o new", "range"),
        ("train zuniq --from there -o new", "expected a value net"),
        (
            "train turn-right --table circuit-eval --from there -o new",
            "expected",
        ),
        (
            "fit clobber --table pattern-eval --games 1 --visits 1 -o new --resume",
            "cannot read",
        ),
        (
            "duel zuniq --against gnu-go",
            "expected an opponent of Zuniq",
        ),
        ("compare there there", "expected a table"),
    ] {
        let run = lab(place.path(), line);
        assert_eq!(run.code, 2, "{line}: {}", run.err);
        assert!(run.err.contains(problem), "{line}: {}", run.err);
    }
}

#[test]
fn duel_of_two_games_does_not_depend_on_jobs() {
    let here = std::env::temp_dir();
    for line in [
        "duel atari-go --against greedy --nodes 20 --require 0",
        "duel box --against one-ply --nodes 20 --require 0",
        "duel clobber --against uct --nodes 20 --require 0",
        "duel turn-right --against itself --nodes 300 --require 0",
        "duel zuniq --against random --nodes 50 --require 0",
    ] {
        let run = lab(&here, &format!("{line} --games 2 --quiet"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
        let results = run.out.lines().nth(1).unwrap();
        let words: Vec<&str> = results.split(' ').collect();
        let counts = [words[0], words[2], words[4]].map(|word| word.parse::<u32>().unwrap());
        assert_eq!(counts.iter().sum::<u32>(), 2, "{}", run.out);
        assert!(results.contains("(95 %)"), "{}", run.out);
        assert_eq!(
            lab(&here, &format!("{line} --games 2 --jobs 1")).out,
            run.out,
            "{line}"
        );
    }
    let run = lab(
        &here,
        "duel zuniq --against itself --nodes 20 --games 2 --require 100.1",
    );
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("not reached"), "{}", run.out);
}

#[test]
fn duel_list_has_opponents_of_every_game() {
    let list = lab(&std::env::temp_dir(), "duel --list").out;
    for game in CATALOGUE {
        let heading = format!("{}:\n", game.id());
        assert!(list.contains(&heading), "{list}");
    }
    assert!(list.contains("gnu-go"), "{list}");
}

#[test]
fn recipes_lists_all_tables_and_compare_reads_them() {
    let root = crate::common::repository();
    let run = lab(root, "recipes");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for table in Table::ALL {
        assert!(
            run.out.contains(table.name()) && run.out.contains(table.path()),
            "{}",
            run.out
        );
        let run = lab(root, &format!("compare {0} {0}", table.path()));
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert!(run.out.contains("correlation 1.0000"), "{}", run.out);
    }
}

#[test]
fn bench_repeats_its_signature() {
    let here = std::env::temp_dir();
    let args = ["bench", "--game", "clobber", "--nodes", "50"];
    let signature = || {
        let run = kifu_lab(&here, &args);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let line = run.out.lines().nth(1).unwrap().to_owned();
        assert!(run.out.contains("1182276"), "{}", run.out);
        line.split_whitespace().last().unwrap().to_owned()
    };
    assert_eq!(signature(), signature());
}
