//! Annotations: every move of every game can be drawn so that its board stays visible.

use crate::common::random_game_of;
use kifu_core::contract::{Setup, Turn};
use kifu_core::games::CATALOGUE;
use kifu_core::scene::{
    AnnotationSign, AnnotationStyle, Role, SceneItem, SceneOptions, SceneRect, Stroke,
};
use kifu_study::review::{MoveClass, annotate_moment};

fn strokes(items: &[SceneItem]) -> Vec<Stroke> {
    let stroke = |item: &SceneItem| match item {
        SceneItem::Shape(shape) => shape.stroke,
        SceneItem::Text(_) => None,
    };
    items.iter().filter_map(stroke).collect()
}

/// Half of a stroke at the edge of the board may lie outside of the picture.
fn is_inside(picture: SceneRect, item: &SceneItem) -> bool {
    picture.expanded(0.2).contains(item.area())
}

#[test]
fn moment_draws_played_move_dashed_and_better_move_green() {
    let view = SceneOptions::default();
    for game in CATALOGUE {
        let mut state = game.start(&Setup::default()).unwrap();
        while state.legal_moves().len() < 2 {
            let deal = state.chance_outcomes()[0].clone();
            state.apply_chance(&deal).unwrap();
        }
        let all = state.legal_moves();
        let (played, better) = (&all[0], &all[all.len() / 2]);
        for (class, role) in [
            (MoveClass::Inaccuracy, Role::Inaccuracy),
            (MoveClass::Mistake, Role::Mistake),
            (MoveClass::Blunder, Role::Blunder),
        ] {
            let items = annotate_moment(state.as_ref(), played, Some(better), class, view);
            let found = strokes(&items);
            let has = |role, dashed| {
                found
                    .iter()
                    .any(|stroke| stroke.role == role && stroke.dashed == dashed)
            };
            assert!(has(role, true) && has(Role::Good, false), "{}", game.id());
            let glyph = class.glyph().unwrap().symbol();
            let shown = items
                .iter()
                .any(|item| matches!(item, SceneItem::Text(text) if text.text == glyph));
            assert!(shown, "{}: {glyph}", game.id());
        }
        // The best move was played: there is nothing better to draw.
        let same = annotate_moment(state.as_ref(), played, Some(played), MoveClass::Good, view);
        assert!(
            strokes(&same)
                .iter()
                .all(|stroke| stroke.role != Role::Good)
        );
    }
}

mod slow {
    use super::*;

    #[test]
    fn move_annotation_and_badge_stay_inside_the_picture() {
        let view = SceneOptions::default();
        for game in CATALOGUE {
            let setup = Setup::default();
            let mut state = game.start(&setup).unwrap();
            let mut drawn = 0;
            for token in random_game_of(game.id(), &setup, 5) {
                let mut before = state.fork();
                let mv = before.apply_chance(&token).unwrap();
                state.play(&token).unwrap();
                let Some(mv) = mv.filter(|_| matches!(before.turn(), Turn::Player(_))) else {
                    continue;
                };
                let picture = before.scene(view).area();
                for style in [
                    AnnotationStyle::BETTER,
                    AnnotationStyle::worse(Role::Blunder),
                ] {
                    let alone = before.annotate_step(&mv, style, view).unwrap();
                    let own: Vec<Stroke> = strokes(&alone.items);
                    let own = own.iter().filter(|stroke| stroke.role == style.role);
                    // The shaft of a solid arrow, too, is a stroke.
                    assert!(own.clone().count() > 0, "{} {mv}", game.id());
                    assert!(own.clone().all(|stroke| stroke.dashed == style.dashed));
                    let badge = alone.clone().with_badge(style.role, AnnotationSign::Check);
                    assert!(badge.items.len() > alone.items.len());
                    for item in &badge.items {
                        assert!(is_inside(picture, item), "{} {mv}: {item:?}", game.id());
                    }
                    // With its chance outcome a token is the same move.
                    assert_eq!(before.annotate_step(&token, style, view), Some(alone));
                    drawn += 1;
                }
            }
            assert!(drawn > 20, "{}: {drawn}", game.id());
        }
    }
}
