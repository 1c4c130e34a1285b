//! Flat variations as a tree, for writing as SGF.

use crate::record::{Variation, VariationNote};
use std::collections::HashMap;

/// A step of writing a tree.
pub(super) enum WriteStep<'a> {
    Open,
    Close,
    Node(usize),
    /// Trees as they stood in a file.
    Text(&'a str),
}

/// The variations from one ply as a tree, in which those with a common start share their nodes.
pub(super) struct VariationTree<'a> {
    pub nodes: Vec<VariationNode<'a>>,
    child_index: HashMap<(usize, &'a str), usize>,
}

/// A node of a tree of variations; node 0 is the ply before them.
#[derive(Default)]
pub(super) struct VariationNode<'a> {
    pub token: &'a str,
    /// The number of plies since the one before the variations.
    pub depth: u32,
    pub remark: Option<&'a VariationNote>,
    children: Vec<usize>,
    /// Trees that follow the node as they stood in a file.
    texts: Vec<&'a str>,
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
            // A second, different remark on a node needs a node of its own.
            let fits = known.filter(|node| {
                let known_remark = self.nodes[*node].remark;
                known_remark.is_none() || remark.is_none() || known_remark == remark
            });
            at = fits.unwrap_or_else(|| self.add_child(at, token, depth));
            let known_remark = &mut self.nodes[at].remark;
            *known_remark = known_remark.or(remark);
        }
    }

    /// Adds trees as they stood in a file, after these moves.
    pub fn insert_text(&mut self, moves: &'a str, text: &'a str) {
        let mut at = 0;
        for (token, depth) in moves.split_ascii_whitespace().zip(1..) {
            let known = self.child_index.get(&(at, token)).copied();
            at = known.unwrap_or_else(|| self.add_child(at, token, depth));
        }
        self.nodes[at].texts.push(text);
    }

    fn add_child(&mut self, at: usize, token: &'a str, depth: u32) -> usize {
        let node = self.nodes.len();
        self.nodes.push(VariationNode {
            token,
            depth,
            ..VariationNode::default()
        });
        self.nodes[at].children.push(node);
        self.child_index.insert((at, token), node);
        node
    }

    /// Returns the steps that write the children of a node, the last step first.
    pub fn child_steps(&self, node: usize, brackets: bool) -> Vec<WriteStep<'a>> {
        let VariationNode {
            children, texts, ..
        } = &self.nodes[node];
        let mut steps = Vec::new();
        steps.extend(texts.iter().rev().map(|text| WriteStep::Text(text)));
        for child in children.iter().rev() {
            if brackets || children.len() + texts.len() > 1 {
                steps.extend([WriteStep::Close, WriteStep::Node(*child), WriteStep::Open]);
            } else {
                steps.push(WriteStep::Node(*child));
            }
        }
        steps
    }
}
