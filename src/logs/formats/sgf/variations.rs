//! Variations, which share nodes in the tree and are whole lines in the record.

use super::node::{NodeContent, SgfMove, SgfStep, add_line};
use super::read::{MAX_VARIATION_TOKENS, SgfReader, add_word, player_of_ply};
use kifu_core::findings::Code;
use kifu_core::record::{Note, Variation, VariationNote};
use std::collections::HashMap;
use std::ops::Range;

/// The way in which reading a run of nodes ended.
enum RunEnd {
    /// All nodes were read.
    Whole,
    /// The line cannot go on in this node, whose subtree was kept as text.
    StoppedAt(usize),
    /// The variations of the game have too many moves.
    TooLarge,
}

impl SgfReader<'_, '_> {
    /// Reads the variations: each run of consecutive nodes after the main line is one.
    pub fn read_variations(&mut self, mut from: usize) {
        let tree = self.nodes.tree;
        while from < tree.nodes.len() {
            let follows = |at: &usize| tree.nodes[*at].parent == Some(*at - 1);
            let to = from + 1 + (from + 1..tree.nodes.len()).take_while(follows).count();
            match self.read_variation(from..to) {
                RunEnd::Whole => from = to,
                RunEnd::StoppedAt(node) => from = to.max(tree.subtree_end(node)),
                RunEnd::TooLarge => {
                    let offset = tree.nodes[from].at;
                    let message = format!(
                        "expected variations of at most {MAX_VARIATION_TOKENS} moves, found more"
                    );
                    return self.add_finding(Code::TooLarge, message, offset..offset + 1);
                }
            }
        }
    }

    fn read_variation(&mut self, run: Range<usize>) -> RunEnd {
        let mut path = Vec::new();
        let mut ancestor = self.nodes.tree.nodes[run.start].parent;
        while let Some(node) = ancestor.filter(|node| *node >= self.ply_after_node.len()) {
            if self.variation_tokens_left == 0 {
                return RunEnd::TooLarge;
            }
            self.variation_tokens_left -= 1;
            path.push(node);
            ancestor = self.nodes.tree.nodes[node].parent;
        }
        let base = ancestor
            .and_then(|node| self.ply_after_node.get(node))
            .copied()
            .unwrap_or(0);
        let mut line = Variation::default();
        let mut ply = base;
        for node in path.into_iter().rev() {
            for mv in self.nodes.moves(node) {
                ply += u32::from(self.append_move(&mut line, &mv));
            }
        }
        let shared = ply;
        let mut end = RunEnd::Whole;
        for node in run {
            if self.variation_tokens_left == 0 {
                return RunEnd::TooLarge;
            }
            self.variation_tokens_left -= 1;
            let content = self.nodes.read_node(node);
            if self.read_variation_node(&mut line, base, &mut ply, node, &content) {
                end = RunEnd::StoppedAt(node);
                break;
            }
        }
        if let Some(remark) = line.notes.remove(&base) {
            // It is before the first move of the line.
            self.merge_remark(base, remark);
        }
        if ply > shared {
            self.draft.record.note_mut(base + 1).variations.push(line);
        } else {
            self.merge_annotations(base, line);
        }
        end
    }

    /// Reads a node of a variation; returns whether the line ends there.
    fn read_variation_node(
        &mut self,
        line: &mut Variation,
        base: u32,
        ply: &mut u32,
        node: usize,
        content: &NodeContent<'_>,
    ) -> bool {
        let mut stop = None;
        for (index, step) in content.steps.iter().enumerate() {
            let is_stop = match step {
                SgfStep::Move(mv) if self.can_follow(mv, *ply + 1) => {
                    *ply += u32::from(self.append_move(line, mv));
                    false
                }
                SgfStep::Move(_) => true,
                SgfStep::Setup(ident, property) => {
                    let position = self.position_after(base, line);
                    let mover = player_of_ply(*ply + 1);
                    self.judge_setup(ident, property, position.as_deref(), Some(mover))
                }
            };
            if is_stop {
                stop = Some(index);
                break;
            }
        }
        let text = self.source.text();
        let tree = self.nodes.tree;
        let below = stop
            .map(|_| tree.text_below(text, node))
            .unwrap_or_default();
        if stop == Some(0) {
            // Nothing of this node belongs to the line.
            let node_text = &text[tree.nodes[node].at..tree.nodes[node].end];
            self.keep_subtree(base, line, node_text.trim_start_matches(';'), &below);
            return true;
        }
        self.report_issues(content);
        self.annotate_variation(line, *ply, content);
        for (index, step) in content.steps.iter().enumerate() {
            if let SgfStep::Setup(..) = step
                && stop.is_none_or(|stop| index < stop)
            {
                let words = &text[step.span()];
                add_word(&mut self.draft.record.ext, "sgf.variations", words);
            }
        }
        let Some(stop) = stop else {
            return false;
        };
        let rest = content.steps[stop..].iter();
        let own: String = rest.map(|step| &text[step.span()]).collect();
        self.keep_subtree(base, line, &own, &below);
        true
    }

    /// Keeps a part of the tree that no variation can hold, with the moves that lead to it.
    fn keep_subtree(&mut self, base: u32, line: &Variation, own: &str, below: &str) {
        let mut key = format!("sgf.unread.{}", base + 1);
        if !line.moves.is_empty() {
            key = format!("{key}.{}", line.moves);
        }
        let kept = self.draft.record.ext.entry(key).or_default();
        kept.push_str(&format!("(;{own}{below})"));
    }

    /// Reports whether a move can be a ply of a variation, by its colour and its value, and reports
    /// the reason if not.
    fn can_follow(&mut self, mv: &SgfMove<'_>, ply: u32) -> bool {
        let player = self.player_of_color(mv.is_black);
        if player != player_of_ply(ply) {
            self.report_wrong_turn(ply, player, ", a variation", mv.span.clone());
            return false;
        }
        if (self.nodes.sgf.token)(&self.nodes.setup, mv.value).is_some() {
            return true;
        }
        let expected = (self.nodes.sgf.expected)(&self.nodes.setup);
        let found = crate::formats::statuses::shorten(mv.value);
        let message = format!("expected {expected}, in a variation; found `{found}`");
        self.add_finding(Code::BadValue, message, mv.span.clone());
        false
    }

    /// Returns the position text after a variation so far, as far as the moves can be made and
    /// there are tokens left to replay it.
    fn position_after(&mut self, base: u32, line: &Variation) -> Option<String> {
        let length = base as usize + line.moves.split_ascii_whitespace().count() + 1;
        self.variation_tokens_left = self.variation_tokens_left.checked_sub(length)?;
        let mut state = self.game.start(&self.draft.record.setup).ok()?;
        // The moves of plies after a failed one may not be known.
        let main: Vec<&str> = self.draft.record.tokens().take(base as usize).collect();
        if main.len() < base as usize {
            return None;
        }
        for token in main.into_iter().chain(line.moves.split_ascii_whitespace()) {
            state.play(token).ok()?;
        }
        Some(state.position())
    }

    /// Adds the notes of a branch without a move to the branch before it, or to the main line.
    fn merge_annotations(&mut self, base: u32, line: Variation) {
        let notes = &mut self.draft.record.notes;
        let before = notes
            .get_mut(&(base + 1))
            .filter(|_| !line.moves.is_empty());
        let before = before.and_then(|note| note.variations.last_mut());
        let mut surplus = Vec::new();
        match before {
            Some(before) => {
                for (ply, remark) in line.notes {
                    let note = before.notes.entry(ply).or_default();
                    add_line(&mut note.comment, &remark.comment);
                    note.marks.extend(remark.marks);
                    if note.glyph.is_some() && remark.glyph != note.glyph {
                        surplus.extend(remark.glyph);
                    }
                    note.glyph = note.glyph.or(remark.glyph);
                }
            }
            None => {
                for remark in line.notes.into_values() {
                    self.merge_remark(base, remark);
                }
            }
        }
        for glyph in surplus {
            add_word(&mut self.draft.record.ext, "sgf.variations", glyph.symbol());
        }
    }

    /// Adds a note of a branch to the one of a ply of the main line.
    fn merge_remark(&mut self, ply: u32, remark: VariationNote) {
        let note = Note {
            comment: remark.comment,
            glyph: remark.glyph,
            marks: remark.marks,
            ..Note::default()
        };
        self.merge_note(ply, note);
    }

    /// Appends a move to a variation, if it can be read.
    fn append_move(&self, line: &mut Variation, mv: &SgfMove<'_>) -> bool {
        let Some(token) = (self.nodes.sgf.token)(&self.nodes.setup, mv.value) else {
            return false;
        };
        if !line.moves.is_empty() {
            line.moves.push(' ');
        }
        line.moves.push_str(&token);
        true
    }

    fn annotate_variation(&mut self, line: &mut Variation, ply: u32, content: &NodeContent<'_>) {
        if !content.comment.is_empty() || content.glyph.is_some() || !content.marks.is_empty() {
            let remark = line.notes.entry(ply).or_default();
            add_line(&mut remark.comment, &content.comment);
            remark.glyph = content.glyph.or(remark.glyph);
            remark.marks.extend(content.marks.iter().cloned());
        }
        let text = self.source.text();
        let ext = &mut self.draft.record.ext;
        for property in &content.other_properties {
            add_word(ext, "sgf.variations", &text[property.span()]);
        }
        for key in &content.kifu_keys {
            add_word(
                ext,
                "sgf.variations",
                &format!("KF[{}]", &text[key.span.clone()]),
            );
        }
        if let Some(ms) = content.time_used_ms {
            add_word(ext, "sgf.variations", &format!("KT[{ms}]"));
        }
        for words in &content.surplus {
            add_word(ext, "sgf.surplus", words);
        }
    }
}

// Flat variations as a tree, for writing as SGF.

/// The maximum number of nodes with the same moves among which a place is looked for.
const MAX_EQUAL_PATHS: usize = 64;

/// A step of writing a tree.
pub(super) enum WriteStep<'a> {
    Open,
    Close,
    Node(usize),
    /// Trees as they were written in a file.
    Text(&'a str),
}

/// The variations from one ply as a tree, in which neighbours with a common start share its nodes.
///
/// A line that is the start of another one has its own last node, so that both come back in
/// their order when the tree is read.
pub(super) struct VariationTree<'a> {
    pub nodes: Vec<VariationNode<'a>>,
    /// The children of a node with a token.
    child_index: HashMap<(usize, &'a str), Vec<usize>>,
    /// The nodes of the line that was inserted last.
    last_line: Vec<usize>,
}

/// A node of a tree of variations; node 0 is the ply before them.
#[derive(Default)]
pub(super) struct VariationNode<'a> {
    pub token: &'a str,
    /// The number of plies since the one before the variations.
    pub depth: u32,
    pub remark: Option<&'a VariationNote>,
    children: Vec<usize>,
    /// Trees that follow the node, as they were written in a file.
    texts: Vec<&'a str>,
}

impl Default for VariationTree<'_> {
    fn default() -> Self {
        Self {
            nodes: vec![VariationNode::default()],
            child_index: HashMap::new(),
            last_line: Vec::new(),
        }
    }
}

impl<'a> VariationTree<'a> {
    pub fn insert(&mut self, line: &'a Variation, from: u32) {
        let before = std::mem::take(&mut self.last_line);
        let mut before = before.into_iter().peekable();
        let mut node = 0;
        let mut tokens = line.moves.split_ascii_whitespace().zip(1..).peekable();
        while let Some((token, depth)) = tokens.next() {
            let remark = line.notes.get(&(from + depth - 1));
            let shared = before.next().filter(|node| {
                let existing = &self.nodes[*node];
                // A remark is read back for the first line that has its node.
                let fits = remark.is_none();
                let ends = before.peek().is_none() || tokens.peek().is_none();
                existing.token == token && fits && !ends
            });
            if shared.is_none() {
                before = Vec::new().into_iter().peekable();
            }
            node = shared.unwrap_or_else(|| self.add_child(node, token, depth));
            let known_remark = &mut self.nodes[node].remark;
            *known_remark = known_remark.or(remark);
            self.last_line.push(node);
        }
    }

    /// Adds trees, as they were written in a file, after these moves.
    pub fn insert_text(&mut self, moves: &'a str, text: &'a str) {
        // Several nodes may have the same moves before them; only some go on as the text does.
        let mut paths = vec![0];
        for (token, depth) in moves.split_ascii_whitespace().zip(1..) {
            let next = paths
                .iter()
                .filter_map(|at| self.child_index.get(&(*at, token)));
            let next: Vec<usize> = next.flatten().copied().take(MAX_EQUAL_PATHS).collect();
            paths = if next.is_empty() {
                vec![self.add_child(paths[0], token, depth)]
            } else {
                next
            };
        }
        let node = paths[0];
        self.nodes[node].texts.push(text);
    }

    fn add_child(&mut self, at: usize, token: &'a str, depth: u32) -> usize {
        let node = self.nodes.len();
        self.nodes.push(VariationNode {
            token,
            depth,
            ..VariationNode::default()
        });
        self.nodes[at].children.push(node);
        self.child_index.entry((at, token)).or_default().push(node);
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
