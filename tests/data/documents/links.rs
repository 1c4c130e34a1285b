//! Links between the documents, and the paths that they name.

use super::list::{Document, documents, prose, root};
use libtest_mimic::Trial;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// A limit, so that the README stays an introduction.
const MAX_README_BYTES: usize = 12_000;

/// The folders in which a path in backquotes must exist.
const FOLDERS: [&str; 7] = [
    "src/",
    "tests/",
    "fixtures/",
    "records/",
    ".ci/",
    ".config/",
    ".github/",
];

/// The links of a document.
#[derive(Default)]
struct Links {
    /// The targets of `[text](target)` and `![text](target)`.
    inline: Vec<String>,
    /// The targets of `[label]: target`, by label.
    defined: BTreeMap<String, String>,
    /// The labels of `[label]`, `[label][]` and `[text][label]`.
    used: BTreeSet<String>,
    /// The contents of backquotes, outside of links.
    code: Vec<String>,
}

/// Returns the position of the bracket that closes the one before `text`.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == open) - i32::from(c == close);
        (depth == 0).then_some(at)
    })
}

impl Links {
    fn of(text: &str) -> Self {
        let mut links = Self::default();
        for line in prose(text).lines() {
            match line
                .strip_prefix('[')
                .and_then(|rest| rest.split_once("]: "))
            {
                Some((label, target)) => {
                    links.defined.insert(label.to_owned(), target.to_owned());
                }
                None => links.collect(line),
            }
        }
        links
    }

    fn collect(&mut self, mut rest: &str) {
        while let Some(at) = rest.find(['[', '`']) {
            let is_code = rest[at..].starts_with('`');
            rest = &rest[at + 1..];
            if is_code {
                let end = rest.find('`').expect("code that ends in its line");
                self.code.push(rest[..end].to_owned());
                rest = &rest[end + 1..];
                continue;
            }
            let Some(end) = closing(rest, '[', ']') else {
                continue;
            };
            let text = &rest[..end];
            rest = &rest[end + 1..];
            if let Some(after) = rest.strip_prefix('(') {
                let end = closing(after, '(', ')').expect("a link that ends in its line");
                self.inline.push(after[..end].to_owned());
                rest = &after[end + 1..];
            } else if let Some((label, after)) = rest
                .strip_prefix('[')
                .and_then(|after| after.split_once(']'))
            {
                let label = if label.is_empty() { text } else { label };
                self.used.insert(label.to_owned());
                rest = after;
            } else {
                self.used.insert(text.to_owned());
            }
        }
    }
}

/// Returns the anchors of a document's headings, as GitHub and rustdoc make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let prose = prose(text);
    for heading in prose.lines().filter(|line| line.starts_with('#')) {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ => c.is_alphanumeric().then_some(c),
        });
        let anchor: String = kept.collect();
        assert!(anchors.insert(anchor.clone()), "two headings `{anchor}`");
    }
    anchors
}

/// Returns a path without `.` and `..`; `None` if it leaves the repository.
fn normalized(path: &Path) -> Option<PathBuf> {
    let mut all = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => all.pop().then_some(())?,
            Component::CurDir => {}
            other => all.push(other),
        }
    }
    Some(all)
}

/// Checks a link; the problem if it leads nowhere.
fn check(document: &Document, target: &str, all: &[Document]) -> Option<String> {
    if target.starts_with("https://") || target.starts_with("http://") {
        return None;
    }
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target, None),
    };
    let folder = document.path.parent().unwrap();
    let path = match path {
        "" => document.path.clone(),
        path => match normalized(&folder.join(path)) {
            Some(path) => path,
            None => return Some("outside of the repository".to_owned()),
        },
    };
    let other = all.iter().find(|document| document.path == path);
    if other.is_none() && !root().join(&path).exists() {
        return Some(format!("{} does not exist", path.display()));
    }
    let anchor = anchor?;
    let Some(other) = other else {
        return Some("an anchor in something that is no document".to_owned());
    };
    (!anchors(&other.text).contains(anchor)).then(|| format!("no heading `{anchor}`"))
}

/// Returns everything wrong with the links of a document.
fn problems(document: &Document, all: &[Document]) -> Vec<String> {
    let links = Links::of(&document.text);
    let targets = links.inline.iter().chain(links.defined.values());
    let mut problems: Vec<String> = targets
        .filter_map(|target| Some(format!("{target}: {}", check(document, target, all)?)))
        .collect();
    for label in &links.used {
        if !links.defined.contains_key(label) {
            problems.push(format!("[{label}] is not defined"));
        }
    }
    for label in links.defined.keys() {
        if !links.used.contains(label) {
            problems.push(format!("[{label}] is not used"));
        }
    }
    for code in &links.code {
        // A name in capitals is a placeholder; a blank is in a command.
        let is_path = FOLDERS.iter().any(|folder| code.starts_with(folder))
            && !code.contains([' ', '*', '…'])
            && !code.split('/').any(is_placeholder);
        if is_path && !root().join(code).exists() {
            problems.push(format!("`{code}` does not exist"));
        }
    }
    problems
}

/// Reports whether a part of a path is a placeholder, such as `GAME` or `NAME.recipe.ron`.
fn is_placeholder(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default();
    stem.len() > 1 && stem.chars().all(|c| c.is_ascii_uppercase()) && stem != "README"
}

/// The trials of the documents' links and size.
pub fn trials() -> Vec<Trial> {
    let trial = |name: &str, test: fn()| {
        Trial::test(format!("documents::links::{name}"), move || {
            test();
            Ok(())
        })
    };
    vec![
        trial("readme_stays_short", readme_stays_short),
        trial(
            "every_link_of_the_documents_has_a_target",
            every_link_of_the_documents_has_a_target,
        ),
        trial(
            "link_without_a_target_is_found",
            link_without_a_target_is_found,
        ),
        trial(
            "guide_module_defines_every_link_of_the_chapters",
            guide_module_defines_every_link_of_the_chapters,
        ),
    ]
}

fn readme_stays_short() {
    let readme = fs::read(root().join("README.md")).unwrap();
    assert!(readme.len() <= MAX_README_BYTES, "{} bytes", readme.len());
}

fn every_link_of_the_documents_has_a_target() {
    let all = documents();
    let mut wrong = Vec::new();
    let mut count = 0;
    for document in &all {
        let links = Links::of(&document.text);
        count += links.inline.len() + links.defined.len();
        let problems = problems(document, &all).into_iter();
        wrong.extend(problems.map(|problem| format!("{}: {problem}", document.path.display())));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count > 50, "{count} links found");
}

fn link_without_a_target_is_found() {
    let text = "# A title: `b`\n\
        [good](../README.md) [good](#a-title-b) [good](https://example.org) [`Good`] `src/lib.rs`\n\
        [one](gone.md) ![two](#gone) [three](../LICENSE#x) [four](../../..) [Five][] [six][seven]\n\
        `src/eight.rs` `src/core/games/GAME/nine.rs` `fixtures/`\n\
        ```sh\n[ten](gone.md)\n```\n\n[`Good`]: ../src/lib.rs\n[eleven]: ../README.md\n";
    let document = Document {
        path: PathBuf::from("tests/x.md"),
        text: text.to_owned(),
    };
    let all = [document];
    assert_eq!(
        problems(&all[0], &all),
        [
            "gone.md: tests/gone.md does not exist",
            "#gone: no heading `gone`",
            "../LICENSE#x: an anchor in something that is no document",
            "../../..: outside of the repository",
            "[Five] is not defined",
            "[seven] is not defined",
            "[eleven] is not used",
            "`src/eight.rs` does not exist",
        ]
    );
}

/// Relative links lead nowhere on docs.rs, so the module of a chapter defines their labels again.
/// The first of two definitions counts.
fn guide_module_defines_every_link_of_the_chapters() {
    let guide = fs::read_to_string(root().join("src/guide.rs")).unwrap();
    let mut chapters = BTreeMap::new();
    for part in guide.split_inclusive("\")]\n") {
        if let Some((before, name)) = part.split_once("#[doc = include_str!(\"docs/") {
            let own = before.rsplit("{}\n").next().unwrap();
            chapters.insert(name.trim_end_matches("\")]\n").to_owned(), own);
        }
    }
    let mut wrong = Vec::new();
    for document in documents() {
        let name = document.path.file_name().unwrap().to_str().unwrap();
        if !document.path.starts_with("src/docs") {
            continue;
        }
        let links = Links::of(&document.text);
        let is_local = |target: &&String| !target.starts_with("http") && !target.starts_with('#');
        for target in links.inline.iter().filter(is_local) {
            wrong.push(format!("{name}: {target} needs a label"));
        }
        for (label, _) in links.defined.iter().filter(|(_, to)| is_local(to)) {
            let line = format!("/// [{label}]: ");
            if !chapters.get(name).is_some_and(|own| own.contains(&line)) {
                wrong.push(format!("{name}: src/guide.rs does not define [{label}]"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(chapters.len() >= 6, "{:?}", chapters.keys());
}
