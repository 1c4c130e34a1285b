//! Flat variations as the tree that SGF writes.

use crate::record::{Variation, VariationNote};
use std::collections::HashMap;

/// What is to be written next.
pub(super) enum WriteStep {
    Open,
    Close,
    Node(usize),
}

/// The variations from one ply as a tree: those that start alike share their nodes.
pub(super) struct VariationTree<'a> {
    pub nodes: Vec<VariationNode<'a>>,
    child_index: HashMap<(usize, &'a str), usize>,
}

/// A node of a variation; the one at 0 is the ply before it.
#[derive(Default)]
pub(super) struct VariationNode<'a> {
    pub token: &'a str,
    /// Plies after the one before the variations.
    pub depth: u32,
    pub remark: Option<&'a VariationNote>,
    children: Vec<usize>,
}

impl Default for VariationTree<'_> {
    fn default() -> Self {
        Self {
            nodes: vec![VariationNode::default()],
            child_index: HashMap::new(),
        }
    }
}

impl<'a> VariationTree<'a> {
    pub fn insert(&mut self, line: &'a Variation, from: u32) {
        let mut at = 0;
        for (token, depth) in line.moves.split_ascii_whitespace().zip(1..) {
            let remark = line.notes.get(&(from + depth - 1));
            let known = self.child_index.get(&(at, token)).copied();
            // What is said otherwise of a node is said of another one.
            let fits = known.filter(|twig| {
                let said = self.nodes[*twig].remark;
                said.is_none() || remark.is_none() || said == remark
            });
            at = fits.unwrap_or_else(|| self.add_child(at, token, depth));
            let said = &mut self.nodes[at].remark;
            *said = said.or(remark);
        }
    }

    fn add_child(&mut self, at: usize, token: &'a str, depth: u32) -> usize {
        let twig = self.nodes.len();
        self.nodes.push(VariationNode {
            token,
            depth,
            ..VariationNode::default()
        });
        self.nodes[at].children.push(twig);
        self.child_index.insert((at, token), twig);
        twig
    }

    /// The steps that write the children of a node, the last first.
    pub fn child_steps(&self, twig: usize, brackets: bool) -> Vec<WriteStep> {
        let children = &self.nodes[twig].children;
        let mut steps = Vec::new();
        for child in children.iter().rev() {
            if brackets || children.len() > 1 {
                steps.extend([WriteStep::Close, WriteStep::Node(*child), WriteStep::Open]);
            } else {
                steps.push(WriteStep::Node(*child));
            }
        }
        steps
    }
}
