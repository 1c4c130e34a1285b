//! The search against plain expectimax, and what every engine must do.

use super::{board, colors, late, legal, start, tile};
use crate::common::work_clock;
use kifu_core::contract::{Faults, Game, Outcome, Position as _, Proven, Rules as _, Step};
use kifu_core::games::box_game::engine::BoxEngine;
use kifu_core::games::box_game::engine::kernel::Kernel;
use kifu_core::games::box_game::{BoxGame, Position, Tile};
use kifu_core::search::{Engine as _, HasEngine, Limits, SearchRequest, SearchResult, SplitMix64};
use std::time::Duration;

/// Returns one tile for each pattern of the two colours; all others are equivalent to one of them.
fn distinct_tiles(position: &Position) -> Vec<Tile> {
    let mut seen = Vec::new();
    let mut tiles = Vec::new();
    for tile in Tile::all() {
        let pair = super::pair(tile, position);
        if !seen.contains(&pair) {
            seen.push(pair);
            tiles.push(tile);
        }
    }
    assert_eq!(tiles.len(), 30);
    tiles
}

/// Returns the contest points of the player to move and the chance to win, by plain expectimax on
/// the board of the rules.
fn expectimax(position: &Position) -> [f64; 2] {
    let Outcome { points, .. } = position.outcome(Faults::NONE);
    let who = position.to_move().index();
    if position.is_over() {
        let own = f64::from(points.unwrap()[who]);
        let win = match points.unwrap()[who] {
            150 => 0.5,
            151.. => 1.0,
            _ => 0.0,
        };
        return [own, win];
    }
    let mut sum = [0.0; 2];
    let mut dealt = *position;
    for tile in distinct_tiles(position) {
        dealt.apply_chance(&tile);
        let best = best(&dealt);
        sum = [sum[0] + best[0], sum[1] + best[1]];
    }
    sum.map(|sum| sum / 30.0)
}

fn best(dealt: &Position) -> [f64; 2] {
    let values = legal(dealt).into_iter().map(|mv| after(dealt, mv));
    values.max_by(|a, b| a[0].total_cmp(&b[0])).unwrap()
}

fn after(dealt: &Position, mv: kifu_core::games::box_game::Move) -> [f64; 2] {
    let mut next = *dealt;
    next.step(&Step::from_move(mv)).unwrap();
    let [points, win] = expectimax(&next);
    [300.0 - points, 1.0 - win]
}

#[test]
fn engine_values_late_positions_exactly_as_plain_expectimax() {
    let mut rng = SplitMix64::new(11);
    let mut engine = BoxEngine::new(4);
    let mut proven = 0;
    for most in [1, 2, 3, 4, 5, 6, 2, 3, 4] {
        let position = late(&mut rng, most);
        let request = SearchRequest::new(Limits::default()).lines(usize::MAX);
        let report = engine.analyze(&position, &request, &mut |_| {});
        assert_eq!(report.lines.len(), legal(&position).len());
        for line in &report.lines {
            let [points, win] = after(&position, line.mv);
            assert!(line.value.exact);
            assert!((line.value.points.unwrap() - points).abs() < 1e-6);
            if let Some(found) = line.value.proven() {
                proven += 1;
                let expected = if found == Proven::Win { 1.0 } else { 0.0 };
                assert!((win - expected).abs() < 1e-9);
            }
        }
        let [points, _] = best(&position);
        assert!((report.value.points.unwrap() - points).abs() < 1e-6);
    }
    assert!(proven > 5, "{proven}");
}

#[test]
fn value_before_the_deal_is_the_mean_over_tiles() {
    let mut rng = SplitMix64::new(12);
    let mut engine = BoxEngine::new(4);
    for most in [1, 2, 3, 4] {
        let mut position = late(&mut rng, most);
        // Play on, so that a deal is due.
        let mv = legal(&position)[0];
        position.step(&Step::from_move(mv)).unwrap();
        let report = engine.analyze(
            &position,
            &SearchRequest::new(Limits::default()),
            &mut |_| {},
        );
        assert!(report.lines.is_empty());
        let [points, _] = expectimax(&position);
        assert!((report.value.points.unwrap() - points).abs() < 1e-6);
    }
}

/// Returns a position after random plies, before a tile is dealt.
fn undealt(rng: &mut SplitMix64, plies: usize) -> Position {
    let mut position = start(colors(rng), rng);
    for _ in 0..plies {
        position.apply_chance(&tile(rng));
        let all = legal(&position);
        let mv = all[rng.index(all.len())];
        position.step(&Step::from_move(mv)).unwrap();
    }
    position
}

fn sample(seed: u64, plies: usize) -> Position {
    let mut rng = SplitMix64::new(seed);
    let mut position = undealt(&mut rng, plies);
    position.apply_chance(&tile(&mut rng));
    position
}

#[test]
fn engine_finds_a_legal_move_when_colours_are_unknown() {
    let position = sample(16, 7);
    let text = BoxGame::write_position(&position);
    let known = text.rsplit_once(' ').unwrap().0;
    let hidden = BoxGame::parse_position(&format!("{known} -")).unwrap();
    let report = BoxEngine::new(4).analyze(
        &hidden,
        &SearchRequest::new(Limits::nodes(500)),
        &mut |_| {},
    );
    assert!(position.check(report.best_move().unwrap()).is_ok());
    let all = BoxGame::parse_position(&format!("{} - -", known.rsplit_once(' ').unwrap().0));
    let report = BoxEngine::new(4).analyze(
        &all.unwrap(),
        &SearchRequest::new(Limits::nodes(500)),
        &mut |_| {},
    );
    assert_eq!(report.lines.len(), 1);
}

#[test]
fn engine_stops_within_its_time_limit() {
    let position = sample(17, 5);
    let clock = work_clock();
    let limits = Limits::time(Duration::from_millis(60), &clock);
    let report =
        BoxGame::new_engine(8).analyze(&position, &SearchRequest::new(limits), &mut |_| {});
    assert!(report.nodes > 0 && !report.lines.is_empty());
    // Generous, for builds that are not optimised.
    assert!(clock() < Duration::from_millis(1_500));
}

#[test]
fn allocated_time_lasts_for_a_whole_game() {
    let mut left = Duration::from_secs(30);
    let mut rng = SplitMix64::new(18);
    let mut position = start(colors(&mut rng), &mut rng);
    for ply in 0.. {
        if position.is_over() {
            break;
        }
        position.apply_chance(&tile(&mut rng));
        if ply % 2 == 0 {
            let spent = BoxGame::allocate_time(&position, left);
            assert!(spent < Duration::from_secs(5), "{ply}: {spent:?}");
            left -= spent;
        }
        let all = legal(&position);
        let mv = all[rng.index(all.len())];
        position.step(&Step::from_move(mv)).unwrap();
    }
    assert!(left < Duration::from_secs(8), "{left:?} left over");
}

#[test]
fn analysis_of_a_finished_game_gives_its_real_points() {
    let mut rng = SplitMix64::new(19);
    let mut position = late(&mut rng, 3);
    while !position.is_over() {
        if position.tile_in_hand().is_none() {
            position.apply_chance(&tile(&mut rng));
        }
        let mv = legal(&position)[0];
        position.step(&Step::from_move(mv)).unwrap();
    }
    let report = BoxEngine::new(4).analyze(
        &position,
        &SearchRequest::new(Limits::nodes(9)),
        &mut |_| {},
    );
    let points = position.outcome(Faults::NONE).points.unwrap();
    let own = f64::from(points[position.to_move().index()]);
    assert_eq!(report.value.points, Some(own));
    assert_eq!(
        board(&position).points(),
        position.outcome(Faults::NONE).scores.unwrap()
    );
}

mod slow {
    use super::*;

    #[test]
    fn search_cut_short_loses_few_points_in_late_positions() {
        let mut rng = SplitMix64::new(13);
        let mut engine = BoxEngine::new(4);
        let (mut lost, mut cut_short) = (0.0, 0);
        for _ in 0..400 {
            if cut_short == 12 {
                break;
            }
            let position = late(&mut rng, 5);
            // Too few nodes for some exact ends.
            let request = SearchRequest::new(Limits {
                depth: Some(3),
                ..Limits::nodes(8)
            });
            let report = engine.analyze(&position, &request, &mut |_| {});
            if !report.value.exact {
                let [best, _] = best(&position);
                lost += best - after(&position, *report.best_move().unwrap())[0];
                cut_short += 1;
            }
        }
        // Contest points, of which a hundred part a win from a loss.
        assert_eq!(cut_short, 12);
        assert!(lost / 12.0 < 8.0, "{lost}");
    }

    #[test]
    fn analysis_is_deterministic_for_nodes_and_seed_on_any_kernel() {
        for plies in [0, 8, 16] {
            let position = sample(14, plies);
            let request = SearchRequest::new(Limits::nodes(3_000)).lines(5).seed(3);
            let mut engine = BoxEngine::new(4);
            let first = engine.analyze(&position, &request, &mut |_| {});
            let again = engine.analyze(&position, &request, &mut |_| {});
            let mut other = BoxEngine::new(4).with_kernel(Kernel::PORTABLE);
            let other = other.analyze(&position, &request, &mut |_| {});
            assert_eq!(first, again);
            assert_eq!(first, other);
            assert_eq!(first.lines.len(), 5);
            assert!(
                first.nodes >= 3_000 && first.nodes < 3_100,
                "{}",
                first.nodes
            );
        }
    }

    #[test]
    fn included_move_is_searched_as_deep_as_the_best() {
        let position = sample(15, 6);
        let mut engine = BoxEngine::new(4);
        for mv in legal(&position).into_iter().step_by(29) {
            let request = SearchRequest::new(Limits::nodes(4_000))
                .include(mv)
                .lines(2);
            let report = engine.analyze(&position, &request, &mut |_| {});
            let line = report.lines.iter().find(|line| line.mv == mv).unwrap();
            assert_eq!(line.depth, report.lines[0].depth);
            assert!(report.lines.len() <= 3);
            assert!(line.value.points.unwrap() <= report.lines[0].value.points.unwrap());
        }
    }

    #[test]
    fn difference_of_two_lines_by_rollouts_converges() {
        let mut engine = BoxEngine::new(4);
        let mut squares = 0.0;
        for seed in 30..33 {
            let position = sample(seed, 8);
            let mut difference = |nodes: u64, seed: u64| {
                let request = SearchRequest::new(Limits::nodes(nodes)).seed(seed).lines(2);
                let report = engine.analyze(&position, &request, &mut |_| {});
                // Both were rolled out.
                let visits = [0, 1].map(|nth| report.lines[nth].visits);
                assert!(visits.iter().all(|visits| *visits > 200), "{visits:?}");
                report.lines[0].value.win - report.lines[1].value.win
            };
            let by = difference(4_000, 1) - difference(12_000, 2);
            squares += by.powi(2);
        }
        let error = (squares / 3.0).sqrt();
        assert!(error > 0.0 && error < 0.04, "{error}");
    }

    #[test]
    fn included_bad_move_is_listed_last_with_its_own_value() {
        let position = sample(33, 8);
        let mut engine = BoxEngine::new(4);
        let request = || SearchRequest::new(Limits::nodes(6_000));
        let best = engine.analyze(&position, &request().lines(3), &mut |_| {});
        // One of those that gain least.
        let gains = engine.analyze(&position, &request().lines(200), &mut |_| {});
        let worst = gains.lines.last().unwrap().mv;
        let report = engine.analyze(&position, &request().lines(3).include(worst), &mut |_| {});
        let moves = |report: &SearchResult<_>| -> Vec<_> {
            report.lines.iter().map(|line| line.mv).collect()
        };
        assert_eq!(moves(&report)[..2], moves(&best)[..2]);
        assert!(report.lines.iter().all(|line| line.visits > 200));
        let own = report.lines.last().unwrap();
        assert_eq!((own.mv, report.lines.len()), (worst, 4));
        assert!(own.value.win < report.lines[2].value.win);
    }

    #[test]
    fn luck_over_all_tiles_sums_to_zero() {
        let before = undealt(&mut SplitMix64::new(34), 8);
        let mut engine = BoxEngine::new(4);
        let mut of = |position: &Position| {
            engine
                .chance_baseline(position, &SearchRequest::new(Limits::nodes(1_000)))
                .unwrap()
        };
        let all = of(&sample(34, 8)).possible;
        let (mut sum, mut most) = (0.0, 0.0_f64);
        for tile in distinct_tiles(&before) {
            let mut position = before;
            position.apply_chance(&tile);
            let found = of(&position);
            assert_eq!(found.possible, all);
            // Both colours are known.
            let [own] = found.drawn[..] else {
                panic!("{found:?}")
            };
            let wins: Vec<f64> = found.possible.iter().map(|value| value.win).collect();
            assert_eq!(wins.len(), 30);
            let luck = own.win - wins.iter().sum::<f64>() / 30.0;
            sum += luck;
            most = most.max(luck);
        }
        assert!(sum.abs() < 1e-9 && most > 0.01, "{sum} {most}");
        assert!(
            engine
                .chance_baseline(&before, &SearchRequest::new(Limits::nodes(1_000)))
                .is_none()
        );
    }
}
