//! Checks the plan of the layers inside each crate, and that only `games` and the lab name a game.
//! Between crates the compiler checks it. Files are written by plans alone.

use kifu::games::CATALOGUE;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the crates that have some, from the bottom up.
const LAYERS: [(&str, &[&str]); 3] = [
    (
        "core",
        &["scene", "contract", "findings", "search", "games", "record"],
    ),
    ("logs", &["bot_output", "formats", "files"]),
    (
        "study",
        &[
            "review",
            "explore",
            "render",
            "arena",
            "selection",
            "scout",
            "tables",
            "pages",
            "failure",
            "suite",
        ],
    ),
];

/// Returns the source files below a folder, in order.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The folder of the crates.
pub fn src() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}

/// Returns the code of a source; a link in a comment uses nothing.
fn code_only(text: &str) -> String {
    let line = |line: &str| {
        let start = line.trim_start();
        // The reason given for a lint is a comment, too.
        let is_comment = start.starts_with("//") || start.starts_with("reason = ");
        if is_comment {
            String::new()
        } else {
            let code = line.split(" // ").next();
            code.unwrap_or_default().to_owned()
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn layer_uses_only_layers_below_it() {
    let mut wrong = Vec::new();
    for (package, layers) in LAYERS {
        for (at, layer) in layers.iter().enumerate() {
            let files = sources(&src().join(package).join(layer));
            assert!(!files.is_empty(), "src/{package}/{layer} is gone");
            for file in files {
                let code = code_only(&fs::read_to_string(&file).unwrap());
                let uses = |above: &&&str| code.contains(&format!("crate::{above}"));
                for above in layers[at + 1..].iter().filter(uses) {
                    wrong.push(format!("{}: {layer} uses {above}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_folder_of_a_layered_crate_is_a_layer() {
    for (package, layers) in LAYERS {
        for entry in fs::read_dir(src().join(package)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_known = layers.contains(&&*name) || ["Cargo.toml", "lib.rs"].contains(&&*name);
            assert!(is_known, "src/{package}/{name} has no place in the plan");
        }
    }
}

/// Everything by which a game can be named: ids, names, and the modules and types of its folder.
fn game_names() -> Vec<String> {
    let mut names = Vec::new();
    for game in CATALOGUE {
        let (id, name) = (game.id(), game.name());
        for spelling in [
            id.replace('-', "_"),
            name.replace(' ', ""),
            id.to_owned(),
            name.to_owned(),
        ] {
            if !names.contains(&spelling) {
                names.push(spelling);
            }
        }
    }
    names
}

/// The words of a text that name a game. One name is an English word and a word of Rust, `Box`:
/// of it only the id in quotes, the module and the type count.
fn game_mentions(text: &str, names: &[String]) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for name in names {
        let spellings = if name.eq_ignore_ascii_case("box") {
            let id = name.to_lowercase();
            vec![
                format!("\"{id}\""),
                format!("{id}_game"),
                "BoxGame".to_owned(),
            ]
        } else {
            vec![name.clone()]
        };
        for spelling in spellings {
            for (at, _) in text.match_indices(&spelling) {
                let before = text[..at].chars().next_back();
                let after = text[at + spelling.len()..].chars().next();
                if !before.is_some_and(is_part) && !after.is_some_and(is_part) {
                    let line = text[..at].matches('\n').count() + 1;
                    found.push(format!("{line}: {spelling}"));
                }
            }
        }
    }
    found
}

#[test]
fn only_games_and_the_lab_name_a_game() {
    let names = game_names();
    let mut wrong = Vec::new();
    for file in sources(src()) {
        let inner = file.strip_prefix(src()).unwrap().to_str().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        // Comments may explain with games as examples. No code names one.
        let text = match inner {
            "core/games/mod.rs" => without_catalogue(&code_only(&text)),
            "core/games/dyn_game.rs" | "core/games/dyn_state.rs" | "core/games/dyn_engine.rs" => {
                code_only(&text)
            }
            // The bundled records are files and carry their games' names; the examples of the help
            // are there to be copied.
            "app/bundled.rs" | "cli/help.rs" => continue,
            _ if inner.starts_with("core/games/") || inner.starts_with("lab/") => continue,
            _ => without_help_examples(&code_only(&text)),
        };
        let found = game_mentions(&text, &names).into_iter();
        wrong.extend(found.map(|found| format!("{inner}:{found}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Leaves out the lines of a help text that show a command.
fn without_help_examples(text: &str) -> String {
    let is_example = |line: &&str| line.trim_start().starts_with("kifu ");
    let rest = text.lines().filter(|line| !is_example(line));
    rest.collect::<Vec<_>>().join("\n")
}

/// The lines that put games into the catalogue: `pub mod x;` and `x::X,`.
fn without_catalogue(text: &str) -> String {
    let is_entry = |line: &&str| {
        let line = line.trim();
        let module = line.starts_with("pub mod ") && line.ends_with(';');
        let entry = line.ends_with(',') && line.split("::").count() == 2 && !line.contains(' ');
        !(module || entry)
    };
    text.lines().filter(is_entry).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_drawing_code_uses_the_window_crates() {
    let app = src().join("app");
    let mut wrong = Vec::new();
    for file in sources(&app) {
        let inner = file.strip_prefix(&app).unwrap();
        let first = inner.iter().next().and_then(|part| part.to_str());
        // `start.rs` opens the window.
        if matches!(first, Some("ui" | "window" | "lib.rs" | "start.rs")) {
            continue;
        }
        let text = code_only(&fs::read_to_string(&file).unwrap());
        for (nth, line) in text.lines().enumerate() {
            let word = |word: &str| {
                ["egui", "eframe", "winit", "rfd"]
                    .iter()
                    .any(|name| word.starts_with(name))
            };
            let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            if words.any(word) {
                wrong.push(format!("{}:{}: {}", inner.display(), nth + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Returns the lines of a source text that make a test or code for tests, with their numbers.
fn test_lines(text: &str) -> Vec<(usize, String)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let makes_test = |line: &str| {
        let mut words = line.split(|c: char| !is_part(c));
        line.starts_with("proptest!")
            || line.starts_with("#[") && words.any(|word| matches!(word, "test" | "bench"))
    };
    let code = code_only(text);
    let lines = (1..).zip(code.lines().map(str::trim));
    let found = lines.filter(|(_, line)| makes_test(line));
    found.map(|(nth, line)| (nth, line.to_owned())).collect()
}

/// `Cargo.toml` has `test = false` for the library and the program, so that kifu is compiled once
/// for its tests: one in `src` would never run.
#[test]
fn no_test_is_in_src() {
    let mut wrong = Vec::new();
    for file in sources(src()) {
        let found = test_lines(&fs::read_to_string(&file).unwrap()).into_iter();
        wrong.extend(found.map(|(nth, line)| format!("{}:{nth}: {line}", file.display())));
    }
    assert!(
        wrong.is_empty(),
        "\n{}\nTests in `src` never run. Those of a layer go to `tests/core/LAYER`, those of `app` \
         to `tests/window`, those of `cli` to `tests/cli`. `src/internals` opens private items to \
         them.",
        wrong.join("\n")
    );
}

#[test]
fn lines_that_define_tests_are_found() {
    let text = "/// #[test]\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\n\
                #[cfg(all(unix, test))]\n#[cfg_attr(test, derive(Debug))]\nproptest! {}\n\
                #[cfg(feature = \"latest\")]\nfn test() {}\n";
    let found: Vec<usize> = test_lines(text).into_iter().map(|(nth, _)| nth).collect();
    assert_eq!(found, [2, 4, 7, 8, 9]);
}

/// What creates, renames or removes files.
const WRITES: [&str; 12] = [
    "fs::write(",
    "fs::rename(",
    "fs::copy(",
    "fs::hard_link(",
    "fs::remove_file(",
    "fs::remove_dir(",
    "fs::remove_dir_all(",
    "fs::create_dir(",
    "fs::create_dir_all(",
    "File::create(",
    "File::create_new(",
    "OpenOptions::new(",
];

/// Files that write without a plan, with the reason.
const WRITES_WITHOUT_PLAN: [(&str, &str); 4] = [
    ("app/store/", "the settings and drafts of kifu itself"),
    (
        "cli/common/out_file.rs",
        "devices, which are written to and not replaced",
    ),
    ("logs/files/", "the plan and its writers"),
    (
        "lab/",
        "the tables of the repository, and what attacks give to kifu",
    ),
];

#[test]
fn only_planned_writers_create_rename_or_remove_files() {
    let mut violations = Vec::new();
    let mut exempt_with_writes = BTreeSet::new();
    for path in sources(src()) {
        let name = path.strip_prefix(src()).unwrap().to_string_lossy();
        let source = fs::read_to_string(&path).unwrap();
        let lines = source.lines().enumerate();
        let writes = lines.filter(|(_, line)| {
            !line.trim_start().starts_with("//") && WRITES.iter().any(|text| line.contains(text))
        });
        for (number, line) in writes {
            let mut exempt = WRITES_WITHOUT_PLAN.iter();
            match exempt.find(|(place, _)| name.starts_with(place)) {
                Some((place, _)) => {
                    exempt_with_writes.insert(*place);
                }
                None => violations.push(format!("{name}:{}: {}", number + 1, line.trim())),
            }
        }
    }
    assert!(violations.is_empty(), "{violations:#?}");
    assert_eq!(
        exempt_with_writes.len(),
        WRITES_WITHOUT_PLAN.len(),
        "an exception that is not needed: {exempt_with_writes:?}"
    );
}
