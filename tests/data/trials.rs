//! Trials that need data, and their report where it is missing.

use crate::common::data_folder;
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};

/// The folders of the data that hold logs.
const LOG_FOLDERS: [&str; 13] = [
    "arbiter",
    "atari-go",
    "box",
    "cases",
    "clobber",
    "codingame-web",
    "faults",
    "kaggle",
    "openspiel",
    "pages",
    "sgf",
    "turn-right",
    "zuniq",
];

/// A trial of the file or folder `needs` of the data. `module` is the `module_path!()` of the test.
///
/// Where the data is missing the trial is ignored; its kind names what it needs. It fails instead
/// if `KIFU_REQUIRE_DATA` is set, or if it is run although it is ignored.
pub fn trial(
    module: &str,
    test_name: &str,
    needs: &str,
    test: impl FnOnce(&Path) + Send + 'static,
) -> Trial {
    let module = module.split_once("::").map_or("", |(_, module)| module);
    let name = format!("{module}::{test_name}");
    let path = data_folder().join(needs);
    if path.exists() {
        return Trial::test(name, move || {
            test(&path);
            Ok(())
        });
    }
    let folder = std::env::var("KIFU_DATA").unwrap_or_else(|_| "../shared/data".to_owned());
    let needs = format!("{folder}/{needs}");
    let message = format!("{needs} is missing; KIFU_DATA names another folder of data");
    Trial::test(name, move || Err(message.into()))
        .with_kind(format!("needs {needs}"))
        .with_ignored_flag(!is_data_required())
}

/// Reports whether a missing file or folder is an error, as on the machine that checks a release.
fn is_data_required() -> bool {
    std::env::var("KIFU_REQUIRE_DATA").is_ok_and(|value| !["", "0"].contains(&&*value))
}

/// The known folders of logs and any others in the data.
pub fn log_folders() -> Vec<String> {
    let mut folders: Vec<String> = LOG_FOLDERS.map(str::to_owned).to_vec();
    if let Ok(entries) = std::fs::read_dir(data_folder()) {
        let entries = entries.flatten().filter(|entry| entry.path().is_dir());
        folders.extend(entries.filter_map(|entry| entry.file_name().into_string().ok()));
    }
    folders.sort();
    folders.dedup();
    // Leaf counts are no logs; `fixtures/perft` has them.
    folders.retain(|folder| folder != "perft");
    folders
}

/// The files of a folder, sorted.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no file in {}", folder.display());
    paths
}

/// The files of a folder with this extension, sorted.
pub fn files_with_extension(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut paths = files_in(folder);
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    let folder = folder.display();
    assert!(!paths.is_empty(), "no .{extension} file in {folder}");
    paths
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// The trials of functions that take the path of their data: `"PATH" => function` for one trial,
/// `["PATH", ..] => function` for a trial of each path, named after it.
macro_rules! trials {
    (@one [$($needs:expr),* $(,)?], $test:ident) => {
        Vec::from([$($needs),*].map(|needs| {
            let name = format!("{}::{needs}", stringify!($test));
            $crate::trials::trial(module_path!(), &name, needs, $test)
        }))
    };
    (@one $needs:literal, $test:ident) => {
        vec![$crate::trials::trial(module_path!(), stringify!($test), $needs, $test)]
    };
    ($($needs:tt => $test:ident),* $(,)?) => {
        [$(trials!(@one $needs, $test)),*]
            .into_iter()
            .flatten()
            .collect::<Vec<libtest_mimic::Trial>>()
    };
}
