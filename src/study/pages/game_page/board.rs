//! The lines of a game with a frame for each position: the game itself, variations and better lines.

use super::frames::FrameSet;
use crate::pages::review_parts::moment_scene;
use crate::review::{PositionsError, ReviewPosition, ReviewedGame, annotate_better, positions};
use kifu_core::contract::{Fault, Faults, MoveEvent, Player, ScoreChange};
use kifu_core::games::DynState;
use kifu_core::record::{Ending, Glyph, Mark, Variation, VariationNote};
use kifu_core::scene::{PlayerBadge, Role, Scene, SceneOptions};
use kifu_logs::formats::{CssPalette, PictureJudgement, PictureParts, PictureSequence, mark_items};
use std::collections::BTreeMap;

/// The maximum number of plies of a better line that are drawn.
const MAX_BETTER_PLIES: usize = 6;
/// The maximum number of plies of variations on a page, so that its size is bounded.
const MAX_VARIATION_PLIES: usize = 2000;

/// A position on the page that can be gone to.
pub(super) struct PageNode {
    /// The id of its place on the page: `12`, or `v1-12` in a variation.
    pub anchor: String,
    /// The anchor of the position before it; empty at the start.
    pub parent: String,
    /// The number of its frame.
    pub frame: usize,
    /// The number of plies before it.
    pub ply: u32,
    /// The move that led there; empty at the start.
    pub token: String,
    /// The player who made it.
    pub mover: Option<Player>,
    /// The glyph of the move.
    pub glyph: Option<Glyph>,
    /// The description of the board for a screen reader.
    pub label: String,
}

/// What the game's rules say of a ply.
#[derive(Default)]
pub(super) struct PlyFacts {
    /// The effect of the move.
    pub event: Option<MoveEvent>,
    /// What it made and broke.
    pub changes: Vec<ScoreChange>,
    /// The scores after it.
    pub scores: Option<[i32; 2]>,
    /// The time that each player has used until then, in milliseconds.
    pub used_ms: [Option<u64>; 2],
}

/// A variation on the page.
pub(super) struct PageVariation {
    /// Its positions.
    pub nodes: Vec<PageNode>,
    /// The comments on its plies, by ply.
    pub notes: BTreeMap<u32, VariationNote>,
}

/// The diagram of a key moment.
pub(super) struct PageDiagram {
    /// The number of its frame.
    pub frame: usize,
    /// Its description for a screen reader.
    pub label: String,
}

/// The failure that ended a game.
pub(super) struct PageFailure {
    pub node: PageNode,
    /// The kind of failure; `None` if only the move is missing in the log.
    pub fault: Option<Fault>,
    /// The time that each player has used until then, in milliseconds.
    pub used_ms: [Option<u64>; 2],
}

impl PageFailure {
    /// Returns the kind of failure in words: `crash`.
    pub fn title(&self) -> &'static str {
        self.fault
            .map_or("not in the log", |fault| Ending::from(fault).words())
    }
}

/// All positions of a game's page.
pub(super) struct PageBoard {
    pub frames: FrameSet,
    pub colors: CssPalette,
    pub badges: [PlayerBadge; 2],
    /// The positions of the game, from ply 0.
    pub main: Vec<PageNode>,
    /// The facts of the plies, from ply 0.
    pub facts: Vec<PlyFacts>,
    /// The variations, by the ply that they replace.
    pub variations: BTreeMap<u32, Vec<PageVariation>>,
    /// The better line at each key moment, by ply.
    pub better: BTreeMap<u32, Vec<PageNode>>,
    /// The diagrams of the key moments, by ply.
    pub diagrams: BTreeMap<u32, PageDiagram>,
    /// The failure at the end, with a place behind the last ply, and the time used by then.
    pub failure: Option<PageFailure>,
}

impl PageBoard {
    /// Draws all positions of a game.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn new(game: &ReviewedGame) -> Result<Self, PositionsError> {
        let positions = positions(game.game, &game.record, game.plies)?;
        let start = positions
            .first()
            .map(|first| first.state.scene(SceneOptions::default()));
        let badges = start.map(|scene| scene.badges);
        let mut drawing = BoardDrawing {
            game,
            positions: &positions,
            board: Self {
                frames: FrameSet::default(),
                colors: CssPalette::default(),
                badges: badges.unwrap_or_else(|| {
                    [kifu_core::scene::Tone::Light, kifu_core::scene::Tone::Dark]
                        .map(PlayerBadge::stone)
                }),
                main: Vec::new(),
                facts: Vec::new(),
                variations: BTreeMap::new(),
                better: BTreeMap::new(),
                diagrams: BTreeMap::new(),
                failure: None,
            },
            variation_count: 0,
            variation_plies: 0,
        };
        drawing.draw_main_line()?;
        drawing.draw_variations();
        drawing.draw_key_moments();
        drawing.draw_failure();
        Ok(drawing.board)
    }

    /// Returns the players who made the plies, from 1, and the one who failed after the last.
    pub fn movers(&self) -> Vec<Option<Player>> {
        let failed = self.failure.iter().map(|failed| &failed.node);
        let nodes = self.main.iter().skip(1).chain(failed);
        nodes.map(|node| node.mover).collect()
    }

    /// Returns the scores after each ply, from 0.
    pub fn scores(&self) -> Vec<Option<[i32; 2]>> {
        self.facts.iter().map(|facts| facts.scores).collect()
    }
}

/// The board of a page that is being drawn.
struct BoardDrawing<'a> {
    game: &'a ReviewedGame,
    positions: &'a [ReviewPosition],
    board: PageBoard,
    variation_count: usize,
    variation_plies: usize,
}

impl BoardDrawing<'_> {
    fn add_frame(&mut self, scene: &Scene, base: Option<usize>) -> usize {
        self.board.frames.add(&mut self.board.colors, scene, base)
    }

    fn draw_main_line(&mut self) -> Result<(), PositionsError> {
        let game = self.game;
        let parts = PictureParts {
            arrows: false,
            ..PictureParts::default()
        };
        let Some(mut sequence) = PictureSequence::new(&game.record, game.game) else {
            return Ok(());
        };
        let mut state = game.game.start(&game.record.setup)?;
        let mut tokens = game.record.tokens();
        for token in tokens.by_ref().take(game.game.info().lead_in) {
            // The positions were reached, so that no token is refused here.
            let _ = state.play(token);
        }
        let mut used_ms = [None; 2];
        for ply in 0..=game.plies {
            let mut mover = None;
            let mut token = "";
            if ply > 0 {
                mover = state.mover();
                token = tokens.next().unwrap_or_default();
                let _ = state.play(token);
                if let (Some(ms), Some(mover)) = (game.record.times_ms.get_ms(ply), mover) {
                    *used_ms[mover.index()].get_or_insert(0) += u64::from(ms);
                }
            }
            sequence.advance_to(ply);
            let glyph = self.glyph(ply);
            let judgement = PictureJudgement {
                glyph,
                ..PictureJudgement::default()
            };
            let mut scene = sequence.board(parts, Some(&judgement));
            self.add_better_move(ply, &mut scene);
            let base = (ply as usize).checked_sub(1);
            let frame = self.add_frame(&scene, base);
            self.board.facts.push(PlyFacts {
                event: state.move_event().filter(|_| ply > 0),
                changes: if ply > 0 {
                    state.score_changes()
                } else {
                    Vec::new()
                },
                scores: state.outcome(Faults::NONE).scores,
                used_ms,
            });
            self.board.main.push(PageNode {
                anchor: ply.to_string(),
                parent: base.map_or_else(String::new, |base| base.to_string()),
                frame,
                ply,
                token: token.to_owned(),
                mover,
                glyph,
                label: scene.label,
            });
        }
        Ok(())
    }

    /// Returns the glyph of a ply: that of the record, or else the one of its judgement.
    fn glyph(&self, ply: u32) -> Option<Glyph> {
        let recorded = self.game.record.notes.get(&ply).and_then(|note| note.glyph);
        recorded.or_else(|| self.game.judged_ply(ply)?.judgement.class.glyph())
    }

    /// Draws the better move on the board after a key moment.
    fn add_better_move(&self, ply: u32, scene: &mut Scene) {
        let Some(moment) = self.game.moment(ply) else {
            return;
        };
        let before = (ply as usize).checked_sub(1);
        let before = before.and_then(|at| self.positions.get(at));
        if let (Some(before), Some(best)) = (before, moment.best.first()) {
            let items = annotate_better(before.state.as_ref(), best, SceneOptions::default());
            scene.items.extend(items);
        }
    }

    fn draw_variations(&mut self) {
        let game = self.game;
        for (ply, note) in &game.record.notes {
            let before = (*ply as usize).checked_sub(1);
            let Some(position) = before.and_then(|at| self.positions.get(at)) else {
                continue;
            };
            for variation in &note.variations {
                let start = position.before_chance.as_ref().unwrap_or(&position.state);
                let nodes = self.variation_nodes(*ply, variation, start.fork());
                if !nodes.is_empty() {
                    let notes = variation.notes.clone();
                    let all = self.board.variations.entry(*ply).or_default();
                    all.push(PageVariation { nodes, notes });
                }
            }
        }
    }

    fn variation_nodes(
        &mut self,
        ply: u32,
        variation: &Variation,
        state: Box<dyn DynState>,
    ) -> Vec<PageNode> {
        self.variation_count += 1;
        let name = format!("v{}", self.variation_count);
        let room = MAX_VARIATION_PLIES.saturating_sub(self.variation_plies);
        let tokens: Vec<&str> = variation
            .moves
            .split_ascii_whitespace()
            .take(room)
            .collect();
        let nodes = self.line_nodes(&name, ply, &tokens, state, &variation.notes);
        self.variation_plies += nodes.len();
        nodes
    }

    /// Draws a line that begins at a ply, until its end or the first move that cannot be made.
    fn line_nodes(
        &mut self,
        name: &str,
        first_ply: u32,
        tokens: &[&str],
        mut state: Box<dyn DynState>,
        notes: &BTreeMap<u32, VariationNote>,
    ) -> Vec<PageNode> {
        let mut nodes: Vec<PageNode> = Vec::new();
        let mut parent = first_ply.saturating_sub(1).to_string();
        let mut base = first_ply.saturating_sub(1) as usize;
        for (ply, token) in (first_ply..).zip(tokens) {
            let mover = state.mover();
            if state.play(token).is_err() {
                break;
            }
            let note = notes.get(&ply);
            let marks: &[Mark] = note.map_or(&[], |note| &note.marks);
            let mut scene = state.scene(SceneOptions {
                hit_areas: !marks.is_empty(),
                ..SceneOptions::default()
            });
            let marks = mark_items(&scene, marks);
            scene.items.extend(marks);
            let frame = self.add_frame(&scene, Some(base));
            let anchor = format!("{name}-{ply}");
            nodes.push(PageNode {
                anchor: anchor.clone(),
                parent: std::mem::replace(&mut parent, anchor),
                frame,
                ply,
                token: (*token).to_owned(),
                mover,
                glyph: note.and_then(|note| note.glyph),
                label: scene.label,
            });
            base = frame;
        }
        nodes
    }

    fn draw_key_moments(&mut self) {
        let game = self.game;
        for moment in &game.moments {
            let before = moment.ply as usize - 1;
            let Some(position) = self.positions.get(before) else {
                continue;
            };
            let Some(played) = position.played.as_deref() else {
                continue;
            };
            let scene = moment_scene(game, position.state.as_ref(), played, moment);
            let frame = self.add_frame(&scene, Some(before));
            let label = scene.label;
            self.board
                .diagrams
                .insert(moment.ply, PageDiagram { frame, label });
            let line = moment.best.iter().take(MAX_BETTER_PLIES);
            let line: Vec<&str> = line.map(String::as_str).collect();
            let name = format!("b{}", moment.ply);
            let state = position.state.fork();
            let nodes = self.line_nodes(&name, moment.ply, &line, state, &BTreeMap::new());
            self.board.better.insert(moment.ply, nodes);
        }
    }

    /// Draws the failure on the last board, with the move that failed if there is one.
    fn draw_failure(&mut self) {
        let game = self.game;
        let Some(last) = self.positions.last() else {
            return;
        };
        let mover = last.state.mover();
        let Some(failure) = game.record.final_failure(mover) else {
            return;
        };
        let ply = game.plies + 1;
        let raw = game.record.attempt.as_ref().map(|attempt| &attempt.raw);
        let options = SceneOptions::default();
        let mut scene = last.state.scene(options);
        if let Some(raw) = raw {
            scene
                .items
                .extend(last.state.preview(raw, Role::Bad, options));
        }
        let note = game.record.notes.get(&ply);
        let marks: &[Mark] = note.map_or(&[], |note| &note.marks);
        let marks = mark_items(&scene, marks);
        scene.items.extend(marks);
        let base = self.board.main.last();
        let frame = base.map(|base| base.frame);
        let frame = self.add_frame(&scene, frame);
        let mut used_ms = self
            .board
            .facts
            .last()
            .map_or([None; 2], |last| last.used_ms);
        if let (Some(ms), Some(player)) = (game.record.times_ms.get_ms(ply), failure.player) {
            *used_ms[player.index()].get_or_insert(0) += u64::from(ms);
        }
        let node = PageNode {
            anchor: ply.to_string(),
            parent: game.plies.to_string(),
            frame,
            ply,
            token: raw.cloned().unwrap_or_default(),
            mover: failure.player.or(mover),
            glyph: None,
            label: scene.label,
        };
        self.board.failure = Some(PageFailure {
            node,
            fault: failure.fault,
            used_ms,
        });
    }
}
