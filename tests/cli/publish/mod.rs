//! `kifu publish`: pages of games and of events.

mod event;
mod frames;
mod game;
mod viewer;
mod writing;

use crate::xml::{Document, html};
use crate::{folder, kifu};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Games of three players, one of which a fault decides, in a format with a line per game.
const EVENT: &str = "\
game: clobber\nplayer1: Ada\nplayer2: Charles\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n---\n\
game: clobber\nplayer1: Charles\nplayer2: Ada\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n---\n\
game: clobber\nplayer1: Grace\nplayer2: Ada\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n---\n\
game: clobber\nplayer1: Grace\nplayer2: Charles\nwidth: 2\nheight: 2\na2a1 a1a2\n";

/// Parses a page, which must be well-formed.
fn parse_page(page: &str) -> Document {
    html(page).unwrap_or_else(|why| panic!("{why}\n{page}"))
}

/// Returns the values of an attribute, in order.
fn values(document: &Document, key: &str) -> Vec<String> {
    let attributes = document.tags.iter().flat_map(|tag| &tag.attributes);
    let own = attributes.filter(|(name, _)| name == key);
    own.map(|(_, value)| value.clone()).collect()
}

/// Publishes a file as one page, and returns the page.
fn page_of(folder: &Path, file: &str) -> String {
    let run = kifu(folder, &["publish", file, "-o", "-"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{file}");
    run.out
}

/// Returns a folder with the records that come with kifu.
fn records() -> TempDir {
    let records = crate::common::records_folder();
    let here = folder(&[]);
    for name in ["turn-right", "atari-go", "clobber", "box", "zuniq"] {
        let file = format!("{name}.ron");
        fs::copy(records.join(&file), here.path().join(&file)).unwrap();
    }
    here
}
