//! The pages of an event: an index, players and games.

use super::{EVENT, parse_page, values};
use crate::xml::Document;
use crate::{folder, kifu};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns all pages below a folder, each read.
fn pages(folder: &Path) -> BTreeMap<PathBuf, Document> {
    let mut pages = BTreeMap::new();
    for entry in files_below(folder) {
        let text = fs::read_to_string(&entry).unwrap();
        pages.insert(entry, parse_page(&text));
    }
    pages
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            files.push(path);
        }
    }
    files
}

/// Decodes a link to a path.
fn decoded(link: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = link.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            let digits = str::from_utf8(&after[..2]).unwrap();
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// Checks that every link of every page leads to a page, and to a place on it. Returns the number
/// of links.
fn check_links(pages: &BTreeMap<PathBuf, Document>) -> usize {
    let mut count = 0;
    for (path, page) in pages {
        for link in values(page, "href") {
            count += 1;
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                path.parent()
                    .unwrap()
                    .join(decoded(file))
                    .canonicalize()
                    .unwrap()
            };
            let page = pages
                .get(&target)
                .unwrap_or_else(|| panic!("{link} in {}", path.display()));
            let ids = values(page, "id");
            assert!(
                place.is_empty() || ids.iter().any(|id| id == place),
                "{link} in {}",
                path.display()
            );
        }
    }
    count
}

#[test]
fn every_link_of_event_pages_has_a_target() {
    let here = folder(&[("event.moves", EVENT)]);
    let run = kifu(here.path(), &["publish", "event.moves", "-o", "out/"]);
    assert_eq!(run.code, 1, "one game has an error: {}", run.err);
    assert!(run.err.contains("wrote 8 pages"), "{}", run.err);
    let out = here.path().canonicalize().unwrap().join("out");
    let pages = pages(&out);
    assert_eq!(pages.len(), 8, "four games, three players, one index");
    assert!(check_links(&pages) > 40);
    let index = &pages[&out.join("index.html")];
    let has_text = |words: &str| index.texts.iter().any(|text| text.contains(words));
    for words in [
        "Standings",
        "Cross table",
        "ranked by games won",
        "Faults",
        "Charles made an illegal move at ply 2.",
        "Grace",
    ] {
        assert!(has_text(words), "{words}");
    }
    let player = &pages[&out.join("players/Ada.html")];
    let has_text = |words: &str| player.texts.iter().any(|text| text.contains(words));
    assert!(has_text("as first player") && has_text("won, drawn, lost"));
}

#[test]
fn event_index_has_same_table_as_standings_command() {
    let here = folder(&[("event.moves", EVENT)]);
    kifu(
        here.path(),
        &["publish", "event.moves", "-o", "out/", "--title", "Our cup"],
    );
    let index = fs::read_to_string(here.path().join("out/index.html")).unwrap();
    let standings = kifu(here.path(), &["standings", "event.moves", "--html"]).out;
    let cells = |page: &str| {
        let table = page
            .split("<table")
            .nth(1)
            .unwrap()
            .split("</table>")
            .next()
            .unwrap();
        let cells = table.split("<td").skip(1).map(|cell| {
            let text = cell
                .split_once('>')
                .unwrap()
                .1
                .split("</td>")
                .next()
                .unwrap();
            let text = text.rsplit_once("\">").map_or(text, |(_, text)| text);
            text.replace("</a>", "")
        });
        cells.collect::<Vec<_>>()
    };
    assert_eq!(cells(&index), cells(&standings));
    assert!(index.contains("<h1>Our cup</h1>"), "{index}");
}

#[test]
fn player_names_become_safe_and_unique_file_names() {
    let names = [
        "../../up",
        "a/b",
        "ada",
        "Ada",
        "<script>alert(1)</script>",
        "Zoë #1?",
        "",
    ];
    let games: Vec<String> = names
        .iter()
        .map(|name| {
            format!(
                "game: clobber\nplayer1: {name}\nplayer2: Bob\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n"
            )
        })
        .collect();
    let here = folder(&[("event.moves", games.join("---\n").as_str())]);
    let run = kifu(here.path(), &["publish", "event.moves", "-o", "out/"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let root = here.path().canonicalize().unwrap();
    let pages = pages(&root.join("out"));
    assert_eq!(pages.len(), 7 + 8 + 1);
    check_links(&pages);
    // Nothing was written elsewhere, and no two names are one where case does not count.
    assert_eq!(fs::read_dir(&root).unwrap().count(), 2);
    let mut folded: Vec<String> = pages
        .keys()
        .map(|path| path.to_string_lossy().to_lowercase())
        .collect();
    folded.dedup();
    assert_eq!(folded.len(), pages.len());
    let index = fs::read_to_string(root.join("out/index.html")).unwrap();
    assert!(index.contains("&lt;script&gt;alert(1)") && !index.contains("<script>alert"));
}

#[test]
fn pages_in_an_input_folder_are_not_read_as_games() {
    let here = folder(&[("event.moves", EVENT)]);
    let args = ["publish", ".", "-o", "out/"];
    assert_eq!(kifu(here.path(), &args).code, 1);
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("skipped 8 files"), "{}", run.err);
    assert!(run.err.contains("wrote 0 pages") && run.err.contains("8 were there already"));
}
