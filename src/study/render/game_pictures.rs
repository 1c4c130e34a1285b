//! The scenes of a game, with what its review says.

use super::RenderError;
use crate::review::{
    HeadlineFacts, JudgedPly, KeyMoment, LineValue, PositionsError, Thresholds, headline,
    judged_plies_without_reasons, key_moments, loss_text, player_failures,
};
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_core::scene::{PlayerBadge, Role, Scene, Tone, point_at};
use kifu_logs::formats::{BetterMove, PictureJudgement, PictureParts, PictureSequence};

/// The pictures of a game, ply by ply.
pub struct GamePictures<'a> {
    record: &'a Record,
    game: &'a dyn DynGame,
    parts: PictureParts,
    last_ply: u32,
    /// What the review says of each ply, from 0; `None` if the game was not reviewed.
    judgements: Option<Vec<PictureJudgement>>,
}

impl<'a> GamePictures<'a> {
    /// Creates the pictures of a judged record, with these parts; its stored evaluations are judged
    /// by `thresholds`.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn new(
        record: &'a Record,
        game: &'a dyn DynGame,
        parts: PictureParts,
        thresholds: &Thresholds,
    ) -> Result<Self, RenderError> {
        game.start(&record.setup).map_err(PositionsError::from)?;
        let sequence = PictureSequence::new(record, game);
        let (plies, last_ply) = sequence.map_or((0, 0), |it| (it.ply_count(), it.last_stop()));
        let is_evaluated = record.is_reviewed();
        let judgements = if is_evaluated {
            let judged = judged_plies_without_reasons(record, game, plies, thresholds)?;
            let failures = player_failures(record, game, plies)?;
            let headline = headline(HeadlineFacts {
                record,
                names: game.sides(),
                plies,
                judged: &judged,
                failures: &failures,
            });
            let mut all = judgements(&judged, plies, last_ply);
            let failed = failures.iter().find(|failed| failed.ply == last_ply);
            if let Some(last) = all.last_mut() {
                last.headline = headline.map_or(String::new(), |headline| headline.sentence);
                let value = failed.and_then(|failed| Some((failed.player, failed.value?)));
                let win = value.map(|(player, value)| first_win(player, value));
                last.win_probability = win.or(last.win_probability);
            }
            (!judged.is_empty()).then_some(all)
        } else {
            None
        };
        Ok(Self {
            record,
            game,
            parts,
            last_ply,
            judgements,
        })
    }

    /// Returns the last ply that has a picture: the failure that ended the game, or the last move.
    pub const fn last_ply(&self) -> u32 {
        self.last_ply
    }

    /// Reports whether a ply is a key moment of the review.
    pub fn is_key_moment(&self, ply: u32) -> bool {
        self.judgement(ply)
            .is_some_and(|judgement| judgement.better.is_some())
    }

    fn judgement(&self, ply: u32) -> Option<&PictureJudgement> {
        self.judgements.as_ref()?.get(ply as usize)
    }

    /// Returns the picture after a ply, from 0, or that of the last one.
    pub fn scene(&self, ply: u32) -> Scene {
        let mut scene = Self::empty();
        self.visit([ply], |sequence, judgement| {
            let alone = judgement.map(|judgement| PictureJudgement {
                keeps_line: false,
                ..judgement.clone()
            });
            scene = sequence.picture(self.parts, alone.as_ref());
        });
        scene
    }

    /// Returns the pictures after some plies in ascending order, all of the same size.
    pub fn scenes(&self, plies: impl IntoIterator<Item = u32>) -> Vec<Scene> {
        let mut scenes = Vec::new();
        self.visit(plies, |sequence, judgement| {
            scenes.push(sequence.picture(self.parts, judgement));
        });
        let [mut width, mut height] = [0.0_f32; 2];
        for scene in &scenes {
            width = width.max(scene.size.x);
            height = height.max(scene.size.y);
        }
        for scene in &mut scenes {
            if scene.size != point_at(width, height) {
                *scene = on_page(scene, width, height, 1.0);
            }
        }
        scenes
    }

    /// Returns the boards after some plies in ascending order, each with a short label.
    pub(super) fn labelled_boards(
        &self,
        plies: impl IntoIterator<Item = u32>,
    ) -> Vec<(Scene, String)> {
        let mut boards = Vec::new();
        self.visit(plies, |sequence, judgement| {
            boards.push((
                sequence.board(self.parts, judgement),
                sequence.short_label(self.parts, judgement),
            ));
        });
        boards
    }

    /// Calls `visit` at some plies in ascending order.
    fn visit(
        &self,
        plies: impl IntoIterator<Item = u32>,
        mut visit: impl FnMut(&PictureSequence<'a>, Option<&PictureJudgement>),
    ) {
        let Some(mut sequence) = PictureSequence::new(self.record, self.game) else {
            return;
        };
        for ply in plies {
            sequence.advance_to(ply);
            visit(&sequence, self.judgement(sequence.ply()));
        }
    }

    /// Returns an empty picture, for a game that cannot start; [`GamePictures::new`] refuses it.
    fn empty() -> Scene {
        Scene::new(1.0, 1.0, [Tone::Light, Tone::Dark].map(PlayerBadge::stone))
    }

    /// Returns the names of the players, with the game and the event, as one line.
    pub(super) fn title(&self) -> (String, String) {
        let Some(sequence) = PictureSequence::new(self.record, self.game) else {
            return Default::default();
        };
        sequence.title()
    }

    /// Returns the parts that the pictures show.
    pub(super) const fn parts(&self) -> PictureParts {
        self.parts
    }
}

/// Returns a scene scaled to a width.
pub fn scaled_to(scene: &Scene, width: u32) -> Scene {
    #[expect(clippy::cast_precision_loss, reason = "widths are small")]
    let width = width as f32;
    let scale = width / scene.size.x.max(f32::EPSILON);
    on_page(scene, width, scene.size.y * scale, scale)
}

/// Returns a scene at the upper left corner of a page of this size.
fn on_page(scene: &Scene, width: f32, height: f32, scale: f32) -> Scene {
    let mut page = Scene::new(width, height, scene.badges.clone());
    page.label.clone_from(&scene.label);
    page.fill(page.area(), 0.0, Role::Page);
    page.embed(scene, point_at(0.0, 0.0), scale);
    page
}

/// Returns what the review says of each ply, from 0 to `last_ply`, of a game of `plies` plies.
fn judgements(judged: &[JudgedPly], plies: u32, last_ply: u32) -> Vec<PictureJudgement> {
    let moments = key_moments(judged, plies);
    let ply = |ply: u32| {
        let moment = moments.iter().find(|moment| moment.ply == ply);
        PictureJudgement {
            win_probability: first_win_probability(judged, ply),
            glyph: judged_ply(judged, ply).and_then(|ply| ply.judgement.class.glyph()),
            better: moment.and_then(better_move),
            headline: String::new(),
            keeps_line: true,
        }
    };
    let mut all: Vec<PictureJudgement> = (0..=last_ply).map(ply).collect();
    // A forced move has no judgement; the bar stays where it was.
    for at in 1..all.len() {
        if all[at].win_probability.is_none() {
            all[at].win_probability = all[at - 1].win_probability;
        }
    }
    all
}

fn judged_ply(judged: &[JudgedPly], ply: u32) -> Option<&JudgedPly> {
    let index = judged.binary_search_by_key(&ply, |judged| judged.ply);
    index.ok().map(|index| &judged[index])
}

/// Returns the first player's win probability after a ply, and whether it is proven.
fn first_win_probability(judged: &[JudgedPly], ply: u32) -> Option<(f64, bool)> {
    if let Some(own) = judged_ply(judged, ply) {
        return Some(first_win(own.player, own.evaluation.played));
    }
    let next = judged_ply(judged, ply + 1)?;
    Some(first_win(next.player, next.evaluation.best))
}

/// Returns the first player's win probability by a value for `player`, and whether it is proven.
fn first_win(player: Player, value: LineValue) -> (f64, bool) {
    let win = match player {
        Player::First => value.win,
        Player::Second => 1.0 - value.win,
    };
    (win, value.proven.is_some())
}

/// Returns the better move of a key moment.
fn better_move(moment: &KeyMoment) -> Option<BetterMove> {
    let token = moment.best.first().filter(|best| **best != moment.played)?;
    let lost = match moment.points {
        Some(points) if moment.counted_loss() < 0.005 => format!("−{points:.1} points"),
        _ => format!("{} win probability", loss_text(moment)),
    };
    let sure = if moment.proven { ", proven" } else { "" };
    Some(BetterMove {
        token: token.clone(),
        text: format!("Better: {token} ({lost}{sure})"),
    })
}
