//! No test outside the program `data` may pass because its data or its machine lacks something, and
//! none may draw other random cases in every run.

use std::fs;
use std::path::{Path, PathBuf};

/// Where real logs may be asked for: the tests of them, the helper itself, and experiments, which
/// are ignored and are run by hand.
const EXEMPT: [&str; 4] = [
    "data/",
    "common/mod.rs",
    "lab/",
    "repository/no_silent_skips.rs",
];

/// Texts of a test that asks for real logs or prints that it does nothing.
const FORBIDDEN: [&str; 5] = [
    "shared/data",
    "KIFU_DATA",
    "data_folder(",
    "common::data",
    "println!(\"skip",
];

fn test_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            test_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The forbidden texts in a source, an import of `data` from `common` among them.
fn violations(source: &str) -> Vec<String> {
    let mut found: Vec<String> = FORBIDDEN
        .iter()
        .filter(|text| source.contains(**text))
        .map(|text| format!("contains `{text}`"))
        .collect();
    let groups = source.split("common::{").skip(1);
    let imports = groups.filter_map(|rest| rest.split('}').next());
    if imports
        .flat_map(|names| names.split(','))
        .any(|name| name.trim() == "data")
    {
        found.push("imports `common::data`".to_owned());
    }
    // A block of properties, which has the settings of its cases first.
    let blocks = source.matches("proptest! {\n").count();
    if source
        .matches("proptest_config(crate::common::cases(")
        .count()
        < blocks
    {
        found.push("has properties without `common::cases`".to_owned());
    }
    found
}

#[test]
fn only_program_data_reads_real_logs_and_no_test_skips() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files = Vec::new();
    test_files(&tests, &mut files);
    assert!(files.len() > 100, "{} files", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let name = path.strip_prefix(&tests).unwrap().display().to_string();
        if EXEMPT.iter().any(|exempt| name.starts_with(exempt)) {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let found = violations(&source).into_iter();
        wrong.extend(found.map(|violation| format!("{name} {violation}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn test_that_would_skip_or_be_random_is_found() {
    for source in [
        "let Some(path) = crate::common::data(\"box\") else { return };",
        "use crate::common::{data, step};",
        "use crate::common::{\n    battery,\n    data,\n};",
        "eprintln!(\"skipped: this user may read everything\");",
        "let path = root.join(\"../shared/data\");",
        "proptest! {\n    #[test]\n    fn holds(seed: u64) {}\n}",
    ] {
        assert!(!violations(source).is_empty(), "{source}");
    }
    for source in [
        "use crate::common::{random_step, step};",
        "assert!(run.out.contains(\"skipped: 3 files of unknown format\"));",
        "fn data(path: &str) {}",
        "proptest! {\n    #![proptest_config(crate::common::cases(9))]\n}",
    ] {
        assert_eq!(violations(source), Vec::<String>::new(), "{source}");
    }
}
