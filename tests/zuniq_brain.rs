//! Zuniq's brain against the rule book, against brute force, and against lesser players.

mod common;

use common::{Rng, told, worked};
use kifu::contract::{Game, Position as _, Proven};
use kifu::games::zuniq::brain::{Board, LANES, Playouts, Solver, Tuning, ZuniqBrain};
use kifu::games::zuniq::{Move, Position, Segment, Zuniq};
use kifu::search::{Brain, Limits, Random, Request, Thinks};
use std::collections::HashMap;
use std::time::{Duration, Instant};

fn plain(segment: Segment) -> Move {
    Move {
        segment,
        claim: false,
    }
}

fn segments() -> Vec<Segment> {
    Segment::all().collect()
}

/// A random position of so many plies, and the board that followed its moves.
fn random_position(rng: &mut Rng, plies: u32) -> Option<(Position, Board)> {
    let mut position = Position::EMPTY;
    let mut board = Board::EMPTY;
    let segments = segments();
    while position.plies() < plies {
        let legal = edges(board.legal());
        let edge = *legal.get(rng.below(legal.len().max(1)))?;
        position.play(&plain(segments[edge])).unwrap();
        board = board.after(edge).unwrap();
    }
    Some((position, board))
}

fn edges(set: u64) -> Vec<usize> {
    (0..60).filter(|edge| set >> edge & 1 == 1).collect()
}

/// Who wins, by trying everything.
fn brute(board: &Board, known: &mut HashMap<u64, bool>) -> bool {
    let drawn = board.drawn();
    if let Some(wins) = known.get(&drawn) {
        return *wins;
    }
    let legal = edges(board.legal());
    let wins = legal
        .into_iter()
        .any(|edge| !brute(&board.after(edge).unwrap(), known));
    known.insert(drawn, wins);
    wins
}

fn never(_: u64) -> bool {
    false
}

#[test]
fn the_fast_board_allows_what_the_rules_allow() {
    let mut rng = Rng(1);
    let segments = segments();
    for _ in 0..200 {
        let mut position = Position::EMPTY;
        let mut board = Board::EMPTY;
        loop {
            let mut legal = 0_u64;
            position.moves(&mut |mv| {
                let edge = segments.iter().position(|known| *known == mv.segment);
                legal |= 1 << edge.unwrap();
            });
            assert_eq!(board.legal(), legal, "{}", Zuniq::write_position(&position));
            assert_eq!(board, ZuniqBrain::board(&position));
            assert_eq!(position.is_over(), legal == 0);
            for edge in 0..64 {
                assert_eq!(board.after(edge).is_some(), legal >> edge & 1 == 1);
            }
            let legal = edges(legal);
            if legal.is_empty() {
                break;
            }
            let edge = legal[rng.below(legal.len())];
            position.play(&plain(segments[edge])).unwrap();
            board = board.after(edge).unwrap();
        }
    }
}

#[test]
fn random_games_are_games() {
    let mut rng = Rng(2);
    let mut random = Random::new(2);
    for plies in [0, 5, 12, 20, 28, 34] {
        let (_, board) = random_position(&mut rng, plies).unwrap();
        let played = Playouts::new().play(&board, &mut random);
        for lane in 0..LANES {
            let [own, other] = [played.own[lane], played.other[lane]];
            assert_eq!(own & other, 0);
            let end = Board::with(board.drawn() | own | other);
            assert_eq!(end.legal(), 0, "the game went on to its end");
            let made = own.count_ones() + other.count_ones();
            assert_eq!(own.count_ones(), made.div_ceil(2));
            assert_eq!(played.won[lane] & 1, u64::from(made % 2));
        }
    }
}

#[test]
fn random_games_are_the_same_with_and_without_vectors() {
    let mut rng = Rng(3);
    for plies in 0..30 {
        let Some((_, board)) = random_position(&mut rng, plies) else {
            continue;
        };
        let kernels = [Playouts::new(), Playouts::PLAIN];
        let [one, two] = kernels.map(|kernel| kernel.play(&board, &mut Random::new(9)));
        assert_eq!((one.own, one.other, one.won), (two.own, two.other, two.won));
    }
}

#[test]
fn random_games_draw_every_legal_edge_alike() {
    // The mean of the first player's wins and of the plies, against games played edge by edge.
    let mut rng = Rng(4);
    let games = 4_000_u32;
    let (mut wins, mut plies) = (0, 0);
    for _ in 0..games {
        let mut board = Board::EMPTY;
        loop {
            let legal = edges(board.legal());
            if legal.is_empty() {
                break;
            }
            board = board.after(legal[rng.below(legal.len())]).unwrap();
        }
        wins += board.plies() % 2;
        plies += board.plies();
    }
    let mut random = Random::new(4);
    let (mut fast_wins, mut fast_plies) = (0, 0);
    for _ in 0..games / 8 {
        let played = Playouts::new().play(&Board::EMPTY, &mut random);
        fast_wins += played.wins();
        for lane in 0..LANES {
            fast_plies += (played.own[lane] | played.other[lane]).count_ones();
        }
    }
    let mean = |sum: u32| f64::from(sum) / f64::from(games);
    // Four standard deviations.
    assert!((mean(wins) - mean(fast_wins)).abs() < 4.0 * (0.5 / f64::from(games)).sqrt());
    assert!((mean(plies) - mean(fast_plies)).abs() < 0.08);
}

#[test]
fn the_solver_is_right_in_thousands_of_late_positions() {
    let mut rng = Rng(5);
    let mut solver = Solver::new(1 << 22);
    let mut checked = 0;
    for game in 0..400 {
        let Some((_, mut board)) = random_position(&mut rng, 31 + game % 3) else {
            continue;
        };
        let mut known = HashMap::new();
        // And on along a game, so that the solver meets what it proved before.
        loop {
            let wins = brute(&board, &mut known);
            assert_eq!(solver.solve(&board, u64::MAX, &mut never), Some(wins));
            checked += 1;
            let legal = edges(board.legal());
            if legal.is_empty() {
                break;
            }
            board = board.after(legal[rng.below(legal.len())]).unwrap();
        }
    }
    assert!(checked > 2_000, "{checked}");
}

/// The same board seen in a mirror.
fn mirrored(board: &Board) -> Board {
    let place = |edge: usize| {
        let (row, column) = (edge / 11, edge % 11);
        // Five horizontals, then six verticals.
        let last = if column < 5 { 4 } else { 15 };
        11 * row + last - column
    };
    let drawn = edges(board.drawn()).into_iter().map(place);
    Board::with(drawn.fold(0, |set, edge| set | 1 << edge))
}

#[test]
fn positions_alike_but_for_where_their_parts_lie_are_one() {
    let mut rng = Rng(15);
    let (mut first, mut second, mut checked) = (0, 0, 0);
    for _ in 0..300 {
        let Some((_, board)) = random_position(&mut rng, 34) else {
            continue;
        };
        let mut solver = Solver::new(1 << 22);
        let wins = solver.solve(&board, u64::MAX, &mut never);
        let before = solver.nodes();
        let mirrored = solver.solve(&mirrored(&board), u64::MAX, &mut never);
        assert_eq!(mirrored, wins);
        assert_eq!(wins, Some(brute(&board, &mut HashMap::new())));
        first += before;
        second += solver.nodes() - before;
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
    // All but those of a part with several circles, which goes by its place.
    assert!(4 * second < first, "{second} and {first}");
}

#[test]
fn a_small_table_forgets_but_never_errs() {
    let mut rng = Rng(6);
    let mut small = Solver::new(1 << 10);
    let mut large = Solver::new(1 << 22);
    for _ in 0..20 {
        let Some((_, board)) = random_position(&mut rng, 30) else {
            continue;
        };
        let wins = large.solve(&board, u64::MAX, &mut never);
        assert_eq!(small.solve(&board, u64::MAX, &mut never), wins);
    }
}

#[test]
fn the_solver_stops_when_told() {
    let board = random_position(&mut Rng(7), 12).unwrap().1;
    let mut solver = Solver::new(1 << 20);
    assert_eq!(solver.solve(&board, 5_000, &mut never), None);
    assert!(solver.nodes() <= 5_000);
    let mut asked = 0;
    let proven = solver.solve(&board, u64::MAX, &mut |_| {
        asked += 1;
        asked >= 3
    });
    assert_eq!(proven, None);
    assert!(solver.nodes() < 20_000);
}

#[test]
fn the_length_follows_from_the_zones() {
    // 35 plies and one for each zone, but for each circle inside a zone that is left undrawn.
    let mut random = Random::new(8);
    for _ in 0..50 {
        let played = Playouts::new().play(&Board::EMPTY, &mut random);
        for lane in 0..LANES {
            let end = Board::with(played.own[lane] | played.other[lane]);
            let zones = end.sizes().count_ones();
            let circles = 35 + zones - end.plies();
            assert!(circles <= 9 && zones <= 6, "{circles} {zones}");
            let won = played.won[lane] & 1 == 1;
            assert_eq!(won, (35 + zones + circles) % 2 == 1);
        }
    }
}

#[test]
fn what_is_proven_is_proven() {
    let mut rng = Rng(9);
    let mut brain = Zuniq::brain(8);
    for _ in 0..12 {
        let Some((position, board)) = random_position(&mut rng, 31) else {
            continue;
        };
        if position.is_over() {
            continue;
        }
        let request = Request::new(Limits::nodes(2_000_000)).lines(60);
        let report = brain.think(&position, &request, &mut |_| {});
        let mut known = HashMap::new();
        assert_eq!(report.lines.len(), edges(board.legal()).len());
        for line in &report.lines {
            let edge = segments()
                .iter()
                .position(|segment| *segment == line.mv.segment);
            let after = board.after(edge.unwrap()).unwrap();
            let expected = if brute(&after, &mut known) {
                Proven::Loss
            } else {
                Proven::Win
            };
            assert_eq!(line.value.proven(), Some(expected));
        }
        assert_eq!(report.value.proven(), report.lines[0].value.proven());
    }
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    let (position, _) = random_position(&mut Rng(10), 14).unwrap();
    let request = Request::new(Limits::nodes(20_000)).lines(3).seed(7);
    let mut brain = Zuniq::brain(8);
    let first = brain.think(&position, &request, &mut |_| {});
    let again = brain.think(&position, &request, &mut |_| {});
    let other = Zuniq::brain(8).think(&position, &request, &mut |_| {});
    assert_eq!(first, again);
    assert_eq!(first, other);
    assert!(first.nodes >= 20_000);
    assert_eq!(first.lines.len(), 3);
}

#[test]
fn a_forced_move_is_among_the_lines() {
    let (position, _) = random_position(&mut Rng(11), 10).unwrap();
    let mut brain = Zuniq::brain(8);
    let mut legal = Vec::new();
    position.moves(&mut |mv| legal.push(mv));
    for mv in legal.into_iter().step_by(7) {
        let request = Request::new(Limits::nodes(3_000)).forced(mv);
        let report = brain.think(&position, &request, &mut |_| {});
        let line = report.lines.iter().find(|line| line.mv == mv);
        assert!(line.is_some_and(|line| line.visits > 300));
        assert!(report.lines.len() <= 2);
    }
}

#[test]
fn a_proven_win_is_claimed_once() {
    let mut rng = Rng(12);
    let mut brain = Zuniq::brain(8);
    let mut claimed = 0;
    for _ in 0..20 {
        let Some((position, board)) = random_position(&mut rng, 32) else {
            continue;
        };
        if board.legal() == 0 {
            continue;
        }
        let wins = brute(&board, &mut HashMap::new());
        let request = Request::new(Limits::nodes(1_000_000));
        let mv = brain.choose(&position, &request).unwrap();
        assert!(position.check(&mv).is_ok());
        assert_eq!(mv.claim, wins);
        if !wins {
            continue;
        }
        claimed += 1;
        let mut later = position;
        later.play(&mv).unwrap();
        let mut reply = None;
        later.moves(&mut |mv| reply = Some(mv));
        let Some(reply) = reply else { continue };
        later.play(&reply).unwrap();
        let next = brain.choose(&later, &request);
        assert!(next.is_none_or(|next| !next.claim));
    }
    assert!(claimed > 3);
}

#[test]
fn it_stops_in_time() {
    let start = Instant::now();
    let elapsed = || start.elapsed();
    let limits = Limits::time(Duration::from_millis(50), &elapsed);
    let report = Zuniq::brain(8).think(&Position::EMPTY, &Request::new(limits), &mut |_| {});
    assert!(report.nodes > 0 && !report.lines.is_empty());
    // Generous, for machines that do other work.
    assert!(start.elapsed() < Duration::from_millis(1_500));
}

/// Who is proven to lose looks for the move that is hardest to answer; no longer than there is
/// time. The clock moves only when it is looked at, so nothing depends on the machine.
#[test]
fn in_lost_positions_it_stops_in_time_as_well() {
    let mut rng = Rng(41);
    let mut lost = 0;
    for _ in 0..40 {
        let Some((position, board)) = random_position(&mut rng, 27) else {
            continue;
        };
        let solved = Solver::new(1 << 20).solve(&board, 300_000, &mut never);
        if solved != Some(false) || position.is_over() {
            continue;
        }
        lost += 1;
        for most in [1_u32, 10, 1000] {
            let looks = std::cell::Cell::new(0_u32);
            let clock = || {
                looks.set(looks.get() + 1);
                Duration::from_micros(looks.get().into())
            };
            let time = Duration::from_micros(most.into());
            let request = Request::new(Limits::time(time, &clock));
            let chosen = ZuniqBrain::new(4).choose(&position, &request);
            assert!(chosen.is_some_and(|mv| position.check(&mv).is_ok()));
            assert!(looks.get() <= most + 20, "{} looks, {most}", looks.get());
        }
    }
    assert!(lost > 3, "{lost}");
}

#[test]
fn the_clock_lasts_for_the_game() {
    let mut left = Duration::from_secs(30);
    let mut rng = Rng(13);
    for plies in (0..36).step_by(2) {
        let (position, _) = random_position(&mut rng, plies).unwrap();
        let spent = Zuniq::allot(&position, left);
        assert!(spent <= left / 2 && spent < Duration::from_secs(5));
        left -= spent;
    }
    assert!(left < Duration::from_secs(5), "{left:?} left over");
}

/// Plays a game from a random opening; whether the player who is `White` when `game` is even wins.
fn duel(game: u64, players: &mut [&mut dyn FnMut(&Position) -> Move; 2]) -> bool {
    let mut rng = Rng(1_000 + game / 2);
    let (mut position, _) = random_position(&mut rng, 4).unwrap();
    let mut who = usize::from(game % 2 == 1);
    while !position.is_over() {
        let mv = players[who](&position);
        position.play(&mv).unwrap();
        who = 1 - who;
    }
    who == 1
}

/// A match of `GAMES` games (200 without the variable), `MS` milliseconds (100) of processor time a
/// move of the first player, or `NODES` nodes.
fn contest(name: &str, goal: f64, players: &mut [&mut dyn FnMut(&Position) -> Move; 2]) {
    let games = told("GAMES", 200);
    let wins = (0..games).filter(|game| duel(*game, players)).count();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let (wins, games) = (wins as f64, games as f64);
    let share = wins / games;
    let bound = 1.96 * (share * (1.0 - share) / games).sqrt();
    println!("{name}: {wins} of {games}: {share:.3} +- {bound:.3}, goal {goal}");
}

/// A player that takes the n-th part of the time or the nodes of a move.
fn limited(mut brain: ZuniqBrain, part: u32) -> impl FnMut(&Position) -> Move {
    let time = Duration::from_millis(told("MS", 100)) / part;
    let nodes = told("NODES", 0) / u64::from(part);
    let mut seed = 0;
    move |position| {
        seed += 1;
        let start = Instant::now();
        let before = worked(start);
        let elapsed = || worked(start).saturating_sub(before);
        let limits = match nodes {
            0 => Limits::time(time, &elapsed),
            nodes => Limits::nodes(nodes),
        };
        let request = Request::new(limits).seed(seed);
        brain.choose(position, &request).unwrap()
    }
}

#[test]
#[ignore = "minutes: cargo test --release --no-default-features --test zuniq_brain -- --ignored --nocapture uct"]
fn it_beats_plain_uct_of_the_same_random_games() {
    let mut brain = limited(ZuniqBrain::new(64), 1);
    let mut uct = limited(ZuniqBrain::tuned(64, Tuning::UCT), 1);
    contest("plain UCT", 0.8, &mut [&mut brain, &mut uct]);
}

#[test]
#[ignore = "minutes: as above, with: random"]
fn it_beats_a_random_player() {
    let mut brain = limited(ZuniqBrain::new(64), 5);
    let mut rng = Rng(77);
    let mut random = |position: &Position| {
        let mut legal = Vec::new();
        position.moves(&mut |mv| legal.push(mv));
        legal[rng.below(legal.len())]
    };
    contest("random", 0.99, &mut [&mut brain, &mut random]);
}

#[test]
#[ignore = "minutes: as above, with: quarter"]
fn it_beats_itself_with_a_quarter_of_the_time() {
    let mut brain = limited(ZuniqBrain::new(64), 1);
    let mut quarter = limited(ZuniqBrain::new(64), 4);
    contest(
        "a quarter of the time",
        0.6,
        &mut [&mut brain, &mut quarter],
    );
}

#[test]
#[ignore = "minutes: as above, with: solves"]
fn it_solves_positions_of_games_within_a_second() {
    // Positions of games that it plays against itself; a second is so many nodes.
    let nodes = told("SOLVE", 600_000);
    let mut solved = [0_u32; 41];
    let games = told("GAMES", 40);
    for game in 0..games {
        let mut brain = limited(ZuniqBrain::new(64), 5);
        let (mut position, _) = random_position(&mut Rng(5_000 + game), 4).unwrap();
        while !position.is_over() {
            let plies = position.plies();
            if (22..=27).contains(&plies) {
                let board = ZuniqBrain::board(&position);
                let proven = Solver::new(64 << 20).solve(&board, nodes, &mut never);
                solved[plies as usize] += u32::from(proven.is_some());
            }
            position.play(&brain(&position)).unwrap();
        }
    }
    for (plies, solved) in solved.iter().enumerate().skip(22).take(6) {
        println!("after {plies} plies: {solved} of {games}");
    }
}
