//! The lines of a game in the simplest form: the tokens that follow each list of tokens, and its
//! note.
#![allow(dead_code, reason = "each program uses its own part")]

use kifu_app::open_game::{GameTree, NodeId, OpenGame};
use kifu_core::record::{Note, Record};
use std::collections::BTreeMap;

/// The tokens that lead to a position.
pub type Path = Vec<String>;

/// The tokens that may follow, in order, and the note of the last move.
pub type Shape = BTreeMap<Path, (Vec<String>, Note)>;

pub fn path(tree: &GameTree, node: NodeId) -> Path {
    let mut path: Path = tree
        .ancestors(node)
        .map(|node| tree.token(node).to_owned())
        .collect();
    path.pop();
    path.reverse();
    path
}

pub fn shape(tree: &GameTree) -> Shape {
    let nodes = tree.preorder().into_iter();
    let shape = nodes.map(|node| {
        let children = tree.children(node).iter();
        let tokens = children.map(|child| tree.token(*child).to_owned());
        (
            path(tree, node),
            (tokens.collect(), tree.note(node).clone()),
        )
    });
    shape.collect()
}

/// The tokens that follow each position of a record, found without a [`GameTree`].
pub fn acts(record: &Record, lead_in: usize) -> BTreeMap<Path, Vec<String>> {
    let main: Path = record.tokens().map(str::to_owned).collect();
    let mut next_tokens = BTreeMap::new();
    put(&mut next_tokens, &main, 0);
    for (ply, note) in &record.notes {
        let Some(from) = (*ply as usize + lead_in).checked_sub(1) else {
            continue;
        };
        if from > main.len() {
            continue;
        }
        for variation in &note.variations {
            let own = variation.moves.split_whitespace().map(str::to_owned);
            let whole: Path = main[..from].iter().cloned().chain(own).collect();
            put(&mut next_tokens, &whole, from);
        }
    }
    next_tokens
}

fn put(next_tokens: &mut BTreeMap<Path, Vec<String>>, line: &[String], from: usize) {
    for at in from..line.len() {
        let tokens = next_tokens.entry(line[..at].to_vec()).or_default();
        if !tokens.contains(&line[at]) {
            tokens.push(line[at].clone());
        }
    }
    next_tokens.entry(line.to_vec()).or_default();
}

/// Checks the invariants of an open game.
pub fn sound(study: &OpenGame) {
    let tree = study.tree();
    let here = path(tree, study.node());
    let mut state = study.game().start(&study.record().setup).expect("starts");
    for token in &here {
        state
            .play(token)
            .expect("the cursor is on a legal position");
    }
    assert_eq!(study.state().position(), state.position());
    assert_eq!(study.line()[study.cursor_index()], study.node());
    assert_eq!(study.moves_text(), here.join(" "));
    let mut node = NodeId::ROOT;
    for id in tree.main_line() {
        assert_eq!(
            tree.children(node).first(),
            Some(id),
            "the main line is first"
        );
        node = *id;
    }
    assert!(study.line().iter().all(|node| tree.contains(*node)));
    for pair in study.line().windows(2) {
        assert_eq!(tree.parent(pair[1]), Some(pair[0]));
    }
}
