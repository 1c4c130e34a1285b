//! Box: points made, broken and given, and the mean of the next tile.

use super::{after, any, between, game, two, wander, why};
use kifu_core::contract::{Faults, Player, ScoreChange, Setup};
use kifu_core::games::DynState;
use kifu_core::search::SplitMix64;

const ID: &str = "box";

fn start() -> Box<dyn DynState> {
    let mut setup = Setup::default();
    setup.set("colors", "4 1");
    game(ID).start(&setup).unwrap()
}

fn sum(changes: &[ScoreChange], player: Player, made: bool) -> i32 {
    let which = |change: &&ScoreChange| change.player == player && change.gained == made;
    changes
        .iter()
        .filter(which)
        .map(|change| change.points)
        .sum()
}

#[test]
fn reason_on_the_next_tile_averages_all_tiles() {
    let mut random = SplitMix64::new(3);
    let mut checked = 0;
    let mut ply = 0;
    wander(&mut random, start(), &mut |random, state| {
        ply += 1;
        if checked > 0 || ply < 6 {
            return;
        }
        let Some((one, other)) = two(random, state) else {
            return;
        };
        let next = after(state, &[&one]);
        let enemy = next.mover().unwrap();
        for reason in why(state, &one, &other) {
            let Some(mean) = between(&reason, "next tile gains ", " points") else {
                continue;
            };
            let lead = |state: &dyn DynState| {
                let scores = state.outcome(Faults::NONE).scores.unwrap();
                scores[enemy.index()] - scores[enemy.opponent().index()]
            };
            let deals = next.chance_outcomes();
            let best = deals.iter().map(|deal| {
                let mut dealt = next.fork();
                dealt.apply_chance(deal).unwrap();
                let all = dealt.legal_moves();
                let after = all
                    .iter()
                    .map(|token| lead(after(dealt.as_ref(), &[token]).as_ref()));
                after.max().unwrap() - lead(next.as_ref())
            });
            let all: i32 = best.sum();
            let found = f64::from(all) / f64::from(u32::try_from(deals.len()).unwrap());
            assert_eq!(format!("{found:.1}"), mean, "{reason}");
            checked += 1;
        }
    });
    assert!(checked > 0);
}

#[test]
fn unknown_colours_give_no_reasons() {
    let start = game(ID).start(&Setup::default()).unwrap();
    let mut random = SplitMix64::new(1);
    wander(&mut random, start, &mut |random, state| {
        if let Some((one, other)) = two(random, state) {
            assert!(why(state, &one, &other).is_empty());
        }
    });
}

mod slow {
    use super::*;

    #[test]
    fn reasons_count_points_of_squares_gained_and_lost() {
        let mut counts = [0; 4];
        for seed in 1..=4 {
            let mut random = SplitMix64::new(seed);
            let mut ply = 0;
            wander(&mut random, start(), &mut |random, state| {
                // The move that breaks most of the own squares, and one that makes most of them or
                // breaks most of the other's; where none does, any.
                let me = state.mover().unwrap();
                let all = state.legal_moves();
                let mut most = |player: Player, made: bool| {
                    let points =
                        |token: &String| sum(&after(state, &[token]).score_changes(), player, made);
                    let best = all.iter().max_by_key(|token| points(token)).unwrap();
                    if points(best) > 0 {
                        best.clone()
                    } else {
                        any(random, &all).to_owned()
                    }
                };
                ply += 1;
                let one = most(me, false);
                let other = match ply % 3 {
                    0 => most(me, true),
                    1 => most(me.opponent(), false),
                    _ => most(me.opponent(), true),
                };
                let (one, other) = if ply % 3 == 2 {
                    (other, one)
                } else {
                    (one, other)
                };
                if one == other {
                    return;
                }
                let [own, better] =
                    [&one, &other].map(|token| after(state, &[token]).score_changes());
                for reason in why(state, &one, &other) {
                    let number = |from: &str| {
                        let words = between(&reason, from, " ")?;
                        words.parse::<i32>().ok()
                    };
                    // What the other move does in comparison: "; Hh makes only 2.", "; Hh makes none."
                    let compared = |verb: &str| {
                        let words = between(&reason, &format!(" {verb} only "), ".");
                        words.map_or(0, |number| number.parse().unwrap())
                    };
                    if let Some(points) = number(&format!("{other} makes ")) {
                        assert_eq!(points, sum(&better, me, true), "{reason}");
                        assert_eq!(compared("makes"), sum(&own, me, true), "{reason}");
                        counts[0] += 1;
                    } else if let Some(points) = number(&format!("{one} breaks ")) {
                        assert_eq!(points, sum(&own, me, false), "{reason}");
                        assert_eq!(compared("breaks"), sum(&better, me, false), "{reason}");
                        counts[1] += 1;
                    } else if reason.starts_with(&format!("{one} gives ")) {
                        let name = if me == Player::First {
                            "Second "
                        } else {
                            "First "
                        };
                        assert_eq!(
                            number(name),
                            Some(sum(&own, me.opponent(), true)),
                            "{reason}"
                        );
                        counts[2] += 1;
                    } else if let Some(points) = number(&format!("{other} breaks ")) {
                        assert_eq!(points, sum(&better, me.opponent(), false), "{reason}");
                        counts[3] += 1;
                    }
                }
            });
        }
        assert!(
            counts[0] > 1 && counts.iter().sum::<i32>() > 10,
            "{counts:?}"
        );
    }
}
