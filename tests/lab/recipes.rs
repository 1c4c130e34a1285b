//! Recipes of the committed tables, and comparisons of two versions of a table.

use kifu_lab::tables::{Recipe, Table, compare};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    crate::common::repository()
}

fn tables_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tables_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "bin") {
            found.push(path.strip_prefix(root()).unwrap().to_owned());
        }
    }
}

#[test]
fn every_table_in_the_source_has_a_recipe() {
    let mut found = Vec::new();
    tables_below(&root().join("src"), &mut found);
    assert!(!found.is_empty());
    for path in found {
        let known = Table::ALL
            .iter()
            .any(|table| Path::new(table.path()) == path);
        assert!(known, "{} has no recipe", path.display());
    }
    for table in Table::ALL {
        let path = root().join(table.path()).with_extension("recipe.ron");
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, table.recipe_text(), "{}", path.display());
    }
}

#[test]
fn recipes_have_hash_of_committed_table() {
    for table in Table::ALL {
        let recipe = Recipe::parse(table.recipe_text()).unwrap();
        assert_eq!(recipe.table, table.path());
        let bytes = fs::read(root().join(table.path())).unwrap();
        let hash = table.sha256(&bytes).expect("the engine decodes it");
        assert_eq!(recipe.sha256, hash, "{}: update its recipe", table.path());
        let date: Vec<&str> = recipe.date.split('-').collect();
        assert_eq!(date.len(), 3, "{}", recipe.date);
        assert!(recipe.commit.len() >= 7 && !recipe.result.is_empty());
    }
}

#[test]
fn recipe_commands_parse_and_write_their_table() {
    for table in Table::ALL {
        let recipe = Recipe::parse(table.recipe_text()).unwrap();
        let words: Vec<&str> = recipe.command.split(' ').collect();
        let parsed = kifu_lab::command().try_get_matches_from(&words);
        assert!(parsed.is_ok(), "{}: {:?}", recipe.command, parsed.err());
        let after = |name: &str| {
            words
                .iter()
                .skip_while(|word| **word != name)
                .nth(1)
                .copied()
        };
        assert_eq!(after("-o"), Some(table.path()));
        assert_eq!(after("--seed"), Some(recipe.seed.to_string().as_str()));
        let (game, _) = table.name().split_once('/').unwrap();
        assert_eq!(words[2], game);
    }
}

#[test]
fn compare_counts_correlates_and_measures_weights() {
    let bytes = fs::read(root().join(Table::ZuniqNet.path())).unwrap();
    let weights = Table::ZuniqNet.decode(&bytes).unwrap();
    assert!(Table::ZuniqNet.decode(&bytes[1..]).is_none());
    let same = compare(&weights, &weights).unwrap();
    assert_eq!(same.weights, weights.len());
    assert!((same.correlation - 1.0).abs() < 1e-9);
    assert!(same.mean_difference + same.max_difference < 1e-9);
    let reversed = compare(&[0.0, 1.0, 2.0, 3.0], &[0.0, 3.0, 2.0, 1.0]).unwrap();
    assert_eq!((reversed.weights, reversed.unused), (4, 1));
    assert!((reversed.correlation + 1.0).abs() < 1e-9, "{reversed:?}");
    assert!((reversed.mean_difference - 4.0 / 3.0).abs() < 1e-9);
    assert!((reversed.max_difference - 2.0).abs() < 1e-9);
    assert!(compare(&[1.0], &[1.0, 2.0]).is_none());
}
