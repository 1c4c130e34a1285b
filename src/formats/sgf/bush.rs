//! Flat variations as the tree that SGF writes.

use crate::record::{Variation, VariationNote};
use std::collections::HashMap;

/// What is to be written next.
pub(super) enum Step {
    Open,
    Close,
    Twig(usize),
}

/// The variations from one ply as a tree: those that start alike share their nodes.
pub(super) struct Bush<'a> {
    pub twigs: Vec<Twig<'a>>,
    known: HashMap<(usize, &'a str), usize>,
}

/// A node of a variation; the one at 0 is the ply before it.
#[derive(Default)]
pub(super) struct Twig<'a> {
    pub token: &'a str,
    /// Plies after the one before the variations.
    pub depth: u32,
    pub remark: Option<&'a VariationNote>,
    children: Vec<usize>,
}

impl Default for Bush<'_> {
    fn default() -> Self {
        Self {
            twigs: vec![Twig::default()],
            known: HashMap::new(),
        }
    }
}

impl<'a> Bush<'a> {
    pub fn insert(&mut self, line: &'a Variation, from: u32) {
        let mut at = 0;
        for (token, depth) in line.moves.split_ascii_whitespace().zip(1..) {
            let remark = line.notes.get(&(from + depth - 1));
            let known = self.known.get(&(at, token)).copied();
            // What is said otherwise of a node is said of another one.
            let fits = known.filter(|twig| {
                let said = self.twigs[*twig].remark;
                said.is_none() || remark.is_none() || said == remark
            });
            at = fits.unwrap_or_else(|| self.grow(at, token, depth));
            let said = &mut self.twigs[at].remark;
            *said = said.or(remark);
        }
    }

    fn grow(&mut self, at: usize, token: &'a str, depth: u32) -> usize {
        let twig = self.twigs.len();
        self.twigs.push(Twig {
            token,
            depth,
            ..Twig::default()
        });
        self.twigs[at].children.push(twig);
        self.known.insert((at, token), twig);
        twig
    }

    /// The steps that write the children of a node, the last first.
    pub fn open(&self, twig: usize, brackets: bool) -> Vec<Step> {
        let children = &self.twigs[twig].children;
        let mut steps = Vec::new();
        for child in children.iter().rev() {
            if brackets || children.len() > 1 {
                steps.extend([Step::Close, Step::Twig(*child), Step::Open]);
            } else {
                steps.push(Step::Twig(*child));
            }
        }
        steps
    }
}
