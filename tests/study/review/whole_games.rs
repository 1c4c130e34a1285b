//! Whole games.

use super::bundled;
use kifu_core::contract::{Player, Proven};
use kifu_core::games::DynGame;
use kifu_core::record::{EvalBudget, EvalLine, GIVEN_PLIES_KEY, Glyph, MovedBy, Record, write_ron};
use kifu_study::pages::{Event, EventGame, PageFile, ReviewPage};
use kifu_study::review::{
    DecidedBy, GLYPHS_KEY, Reproduction, ReviewBudget, ReviewError, ReviewPlan, ReviewedGame,
    Reviewer, SearchLimit, SearchPass, Thresholds, judged_plies, key_moments, player_summaries,
    record_headline, review, reviewed_positions,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

pub(super) fn plan(nodes: u64) -> ReviewPlan {
    ReviewPlan::new(ReviewBudget::first_pass(SearchLimit::Nodes(nodes), 1))
}

/// Reviewed to the end.
pub(super) fn finish(record: &mut Record, game: &dyn DynGame, plies: u32, plan: ReviewPlan) {
    let go = AtomicBool::new(false);
    review(record, game, plies, plan, (2, 16), &go, &mut |_, _| {}).unwrap();
}

#[test]
fn full_report_page_counts_the_games_left_out() {
    let (record, game, plies) = bundled("zuniq");
    let add = |page: &mut ReviewPage| {
        let (location, thresholds) = ("a.ron:0".to_owned(), Thresholds::default());
        let game = ReviewedGame::new(location, game, record.clone(), plies, &thresholds);
        page.add(&game.unwrap()).unwrap();
    };
    let mut page = ReviewPage::with_max_bytes(1);
    assert!(!page.is_full());
    for _ in 0..3 {
        add(&mut page);
        assert!(page.is_full());
        assert_eq!(page.game_count(), 1);
    }
    assert!(page.render().contains("2 further games did not fit"));
    let mut page = ReviewPage::default();
    add(&mut page);
    assert!(!page.is_full());
    assert!(!page.render().contains("did not fit"));
}

#[test]
fn second_search_budget_is_capped_for_large_first_searches() {
    let second = |nodes, look| {
        let first = ReviewBudget::first_pass(SearchLimit::Nodes(nodes), 1);
        first.for_recheck(5, look, 1000).limit
    };
    for (nodes, closer, deeper) in [
        (200, 1000, 2000),
        (1000, 5000, 10_000),
        (3000, 5000, 10_000),
        (4000, 5000, 10_000),
        (7000, 7000, 14_000),
    ] {
        assert_eq!(
            second(nodes, SearchPass::Closer),
            SearchLimit::Nodes(closer)
        );
        assert_eq!(
            second(nodes, SearchPass::Deeper),
            SearchLimit::Nodes(deeper)
        );
    }
    // Half of the positions get a short one, a fifth three whole searches: so a budget for the game
    // is spent.
    for each in [20, 200, 850, 1000, 1250, 3000, 60_000].map(Duration::from_millis) {
        let spend = SearchLimit::for_whole_game(100 * each, 100);
        let (SearchLimit::Time(first), SearchLimit::Time(second)) = (
            spend,
            ReviewBudget::first_pass(spend, 1)
                .for_recheck(5, SearchPass::Closer, 1)
                .limit,
        ) else {
            panic!("no time");
        };
        let spent = first * 3 / 2 + second * 3 / 5;
        assert!(spent.abs_diff(each) <= each / 50, "{spent:?} of {each:?}");
    }
    let time = ReviewBudget::first_pass(SearchLimit::Time(SearchLimit::DEFAULT_TIME / 2), 1);
    assert_eq!(
        time.for_recheck(4, SearchPass::Closer, 1).limit,
        SearchLimit::Time(SearchLimit::DEFAULT_TIME * 2)
    );
    let time = ReviewBudget::first_pass(SearchLimit::Time(SearchLimit::DEFAULT_TIME * 4), 1);
    assert_eq!(
        time.for_recheck(5, SearchPass::Closer, 1).limit,
        SearchLimit::Time(SearchLimit::DEFAULT_TIME * 5)
    );
}

mod slow {
    use super::*;

    #[test]
    fn games_of_a_large_event_are_listed_on_bounded_pages() {
        let (mut record, game, plies) = bundled("clobber");
        let mut of_round = |at: usize| {
            record.players.0.name = format!("B{}", at % 9);
            record.players.1.name = "C".to_owned();
            record.event.round = (at / 600).to_string();
            let (location, thresholds) = (String::new(), Thresholds::default());
            let game =
                ReviewedGame::new(location, game, record.clone(), plies, &thresholds).unwrap();
            let path = format!("games/{at}.html");
            EventGame::new(&game, &[], PageFile { path }).unwrap()
        };
        let games: Vec<EventGame> = (0..2001).map(&mut of_round).collect();
        let event = Event::new("E".to_owned(), games, Vec::new(), BTreeMap::new());
        assert_eq!(event.list_count(), 3);
        let rows = |page: &str| page.matches("data-player=").count();
        for (nth, count) in [(0, 1000), (1, 1000), (2, 1)] {
            assert_eq!(rows(&event.list_page(nth)), count);
        }
        let index = event.index_page();
        assert_eq!(rows(&index), 0);
        assert!(index.contains("lists/3.html"));
        assert!(index.contains("rounds 1 to 3"), "{index}");
        let of_player = event.player_page("C");
        assert!(of_player.contains("The first 1000 of 2001 games"));
        assert_eq!(rows(&of_player), 1000);
        let games: Vec<EventGame> = (0..1000).map(of_round).collect();
        let event = Event::new("E".to_owned(), games, Vec::new(), BTreeMap::new());
        assert_eq!((event.list_count(), rows(&event.index_page())), (0, 1000));
    }

    #[test]
    fn review_is_reproducible_and_resumes_after_a_stop() {
        for name in GAMES {
            let (record, game, plies) = bundled(name);
            let go = AtomicBool::new(false);
            let mut whole = record.clone();
            finish(&mut whole, game, plies, plan(20));
            let stop = AtomicBool::new(false);
            let mut parts = record.clone();
            let mut count = 0;
            let stopped = review(
                &mut parts,
                game,
                plies,
                plan(20),
                (1, 16),
                &stop,
                &mut |_, far| {
                    count += 1;
                    assert!(far.done <= far.total);
                    stop.store(count >= 7, Ordering::Relaxed);
                },
            );
            assert!(matches!(stopped, Err(ReviewError::Cancelled)), "{name}");
            assert_ne!(write_ron(&parts), write_ron(&whole), "{name}");
            finish(&mut parts, game, plies, plan(20));
            assert_eq!(write_ron(&parts), write_ron(&whole), "{name}");
            // Looked at again ply by ply, in another order.
            let mut reviewer = Reviewer::new(game, 16, plan(20), &go);
            for place in reviewed_positions(&whole, game, plies).unwrap() {
                let found = reviewer.reproduce(&whole, &place).unwrap();
                assert_eq!(found, Reproduction::Same, "{name} ply {}", place.ply + 1);
            }
        }
    }

    #[test]
    fn bad_move_and_best_move_are_searched_with_equal_nodes() {
        let (mut compared, mut bad) = (0, 0);
        for name in GAMES {
            let (mut record, game, plies) = bundled(name);
            finish(&mut record, game, plies, plan(60));
            let all = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
            for ply in all {
                let evals = &record.notes[&ply.ply].evals;
                let second = evals.iter().find(|eval| eval.pass != SearchPass::First);
                let group: &[EvalLine] = second.map_or(&[], |eval| &eval.lines);
                let is_bad = ply.judgement.class.is_bad();
                bad += usize::from(is_bad);
                assert!(!is_bad || ply.judgement.proven || !group.is_empty());
                let (Some(second), Some(best)) = (second, group.first()) else {
                    continue;
                };
                let first = |pv: &str| pv.split(' ').next().unwrap().to_owned();
                let played = first(&ply.evaluation.played_pv.join(" "));
                let line = group.iter().find(|line| first(&line.pv) == played).unwrap();
                // Each had a search of its own, or is proven; or all lose that were looked at. Box's
                // search compares its lines itself.
                for eval in [best, line] {
                    let is_lost = eval.win == Some(0.0) && line.proven == Some(Proven::Loss);
                    let looked = match second.pass {
                        SearchPass::Deeper => {
                            name == "box" && second.budget == Some(EvalBudget::Nodes(600))
                        }
                        _ => eval.nodes >= 300 || eval.proven.is_some() || is_lost,
                    };
                    assert!(looked, "{name} ply {}: {eval:?}", ply.ply);
                }
                compared += 1;
                for other in group {
                    let worse = other.win <= best.win || best.proven.is_some();
                    assert!(worse || other.proven.is_some(), "{name} ply {}", ply.ply);
                }
            }
        }
        assert!(compared > 10 && bad > 5, "{compared} {bad}");
    }

    #[test]
    fn only_choices_of_players_are_judged() {
        for name in GAMES {
            let (mut record, game, plies) = bundled(name);
            // Somebody says that the jury played this one.
            let jury = plies / 2;
            record.note_mut(jury).by = Some(MovedBy::Jury);
            let opening = 3;
            let given = opening.to_string();
            record.ext.insert(GIVEN_PLIES_KEY.to_owned(), given);
            finish(&mut record, game, plies, plan(10));
            let all = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
            let expected: Vec<u32> = (opening + 1..=plies)
                .filter(|ply| record.notes.get(ply).is_none_or(|note| note.by.is_none()))
                .collect();
            let found: Vec<u32> = all.iter().map(|ply| ply.ply).collect();
            assert_eq!(found, expected, "{name}");
            let headline = record_headline(&record, game, plies, &Thresholds::default());
            assert_ne!(
                headline.unwrap().unwrap().decided_by,
                DecidedBy::Unknown,
                "{name}"
            );
            let [first, second] = player_summaries(&all);
            assert_eq!(first.plies + second.plies, all.len());
            let worst = all
                .iter()
                .filter(|ply| ply.judgement.class.is_bad())
                .count();
            let bad = |card: &kifu_study::review::PlayerSummary| {
                card.inaccuracies + card.mistakes + card.blunders
            };
            assert_eq!(bad(&first) + bad(&second), worst, "{name}");
            assert!(key_moments(&all, plies).len() >= worst);
            let luck = all.iter().any(|ply| ply.evaluation.luck.is_some());
            assert_eq!(luck, name == "box");
            assert_eq!(first.luck.is_some(), name == "box");
            let sides = all.iter().filter(|ply| ply.player == Player::First).count();
            assert_eq!(sides, first.plies);
        }
    }

    #[test]
    fn review_keeps_glyphs_of_persons_and_replaces_only_its_own() {
        let (mut record, game, plies) = bundled("clobber");
        for ply in 1..=plies {
            record.note_mut(ply).glyph = (ply % 2 == 0).then_some(Glyph::Interesting);
        }
        let before = record.clone();
        finish(&mut record, game, plies, plan(50));
        let own: Vec<u32> = record.ext[GLYPHS_KEY]
            .split(' ')
            .map(|ply| ply.parse().unwrap())
            .collect();
        assert!(own.len() > 3 && own.iter().all(|ply| ply % 2 == 1));
        for ply in 1..=plies {
            let glyph = record.notes[&ply].glyph;
            match ply % 2 {
                0 => assert_eq!(glyph, Some(Glyph::Interesting)),
                _ => assert_eq!(glyph.is_some(), own.contains(&ply)),
            }
        }
        // Gone with what was found, as if it had never been.
        for note in record.notes.values_mut() {
            note.evals.clear();
        }
        let nobody = ReviewPlan {
            thresholds: Thresholds {
                inaccuracy: 2.0,
                mistake: 2.0,
                blunder: 2.0,
                margin: 1e9,
            },
            ..plan(5)
        };
        finish(&mut record, game, plies, nobody);
        assert!(!record.ext.contains_key(GLYPHS_KEY));
        for ply in 1..=plies {
            let glyph = |record: &Record| record.notes.get(&ply).and_then(|note| note.glyph);
            assert_eq!(glyph(&record), glyph(&before), "{ply}");
        }
    }
}
