//! The causes of losses, by what bots report themselves.

use super::whole_games::{finish, plan};
use kifu_core::contract::{Faults, Outcome, Player, Setup, Winner};
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_core::record::{Ending, EvalLine, Evaluation, GameResult, Record, adjudicate};
use kifu_core::search::{Limits, Resources, SearchRequest};
use kifu_logs::bot_output::{BotPatterns, bot_reports};
use kifu_study::review::{
    BotHistory, BotModels, BotReliability, Diagnosis, IsotonicFit, LossCause, ReviewedGame,
    Thresholds,
};
use std::collections::BTreeMap;

fn clobber() -> &'static dyn DynGame {
    by_id(CATALOGUE, "clobber").unwrap()
}

/// A game of Clobber in which White's first move lost 40 %, with White's words at plies 1, 3 and 5.
fn lost_game(words: [&str; 3], times_ms: [u32; 3]) -> ReviewedGame {
    let game = clobber();
    let mut state = game.start(&Setup::default()).unwrap();
    let mut moves = Vec::new();
    let mut evals = Vec::new();
    for ply in 1..=6 {
        let legal = state.legal_moves();
        let line = |pv: &str, win| EvalLine {
            pv: pv.to_owned(),
            win: Some(win),
            ..EvalLine::default()
        };
        let wins = match ply {
            1 => [0.7, 0.3],
            ply if ply % 2 == 1 => [0.3, 0.3],
            _ => [0.7, 0.7],
        };
        evals.push(Evaluation {
            engine: "other 1".to_owned(),
            lines: vec![line(&legal[0], wins[0]), line(&legal[1], wins[1])],
            ..Evaluation::default()
        });
        state.play(&legal[1]).unwrap();
        moves.push(legal[1].clone());
    }
    let mut record = Record {
        game: "clobber".to_owned(),
        moves: moves.join(" "),
        ..Record::default()
    };
    record.players.0.name = "bot".to_owned();
    for (ply, eval) in (1..).zip(evals) {
        record.note_mut(ply).evals.push(eval);
    }
    for (at, ply) in [1, 3, 5].into_iter().enumerate() {
        words[at].clone_into(&mut record.note_mut(ply).stderr);
        record.times_ms.set_ms(ply, times_ms[at]);
    }
    let reviewed = ReviewedGame::new(String::new(), game, record, 6, &Thresholds::default());
    reviewed.unwrap().with_bot_reports(BotPatterns::builtin())
}

/// The models of a bot whose value means what it says, by `games` games.
fn models(games: usize) -> BotModels {
    let mut history = BotHistory::default();
    for nth in 0..games {
        let mut game = lost_game(["value=5", "value=5", "value=5"], [500; 3]);
        let is_won = nth % 2 == 0;
        game.record.result = Some(GameResult {
            winner: Some(if is_won {
                Winner::First
            } else {
                Winner::Second
            }),
            ..GameResult::new(Outcome::default(), Ending::Finished, BTreeMap::new())
        });
        for report in &mut game.bot_reports {
            let value = if is_won { 5.0 } else { -5.0 };
            report.report.numbers.insert("value".to_owned(), value);
        }
        history.add(&game.record, &game.bot_reports, &[]);
    }
    history.models()
}

fn cause(words: [&str; 3], times_ms: [u32; 3], games: usize) -> Diagnosis {
    let game = lost_game(words, times_ms).with_diagnoses(&models(games));
    game.diagnosis(1).cloned().expect("a loss")
}

#[test]
fn steady_value_is_blind_and_falling_one_is_late() {
    let blind = cause(["value=5", "value=5", "value=5"], [500; 3], 30);
    assert_eq!(blind.cause, LossCause::Blind, "{}", blind.facts);
    let late = cause(["value=5", "value=5", "value=-5"], [500; 3], 30);
    assert_eq!(late.cause, LossCause::Late, "{}", late.facts);
    assert!(late.own_win.unwrap() > 0.9 && late.later_own_win.unwrap() < 0.1);
    assert!(late.facts.contains("at ply 5"), "{}", late.facts);
}

#[test]
fn short_thought_is_hasty_unless_it_was_as_deep() {
    let hasty = cause(["value=5", "value=5", "value=5"], [20, 500, 500], 30);
    assert_eq!(hasty.cause, LossCause::Hasty);
    assert_eq!(hasty.facts, "20 ms, usually 500");
    let usual = cause(["value=5", "value=5", "value=5"], [300, 500, 500], 30);
    assert_ne!(usual.cause, LossCause::Hasty);
}

#[test]
fn own_best_move_that_was_not_played_is_seen() {
    let better = clobber().start(&Setup::default()).unwrap().legal_moves()[0].clone();
    let words = format!("value=5 best={better}");
    let seen = cause([&words, "value=5", "value=5"], [20, 500, 500], 30);
    assert_eq!(seen.cause, LossCause::Seen, "{}", seen.facts);
}

#[test]
fn few_games_give_no_claim_by_the_value() {
    let unknown = cause(["value=5", "value=-5", "value=-5"], [500; 3], 19);
    assert_eq!(unknown.cause, LossCause::Unknown);
    assert!(
        unknown.facts.contains("19 of 20 games"),
        "{}",
        unknown.facts
    );
    let models = models(19);
    let model = models.get("bot").unwrap();
    assert!(model.fit.is_none() && model.reliability.is_none());
}

#[test]
fn isotonic_fit_is_monotone_and_bounded_on_any_samples() {
    let samples: Vec<(f64, f64, f64)> = (0..500_u32)
        .map(|n| {
            let noise = n.wrapping_mul(2_654_435_761) % 1000;
            (f64::from(noise) / 10.0, f64::from(n % 2), 0.1)
        })
        .collect();
    let fit = IsotonicFit::new(&samples).unwrap();
    let claims: Vec<f64> = (-10..120).map(|value| fit.predict(value.into())).collect();
    assert!(claims.is_sorted());
    assert!(claims.iter().all(|claim| (0.0..=1.0).contains(claim)));
    assert!(IsotonicFit::new(&[]).is_none());
    assert!(IsotonicFit::new(&[(f64::NAN, 1.0, 1.0)]).is_none());
}

#[test]
fn reliability_counts_claims_in_bins_with_their_outcomes() {
    let pairs = [
        (0.05, 0.0),
        (0.05, 0.0),
        (0.95, 1.0),
        (0.95, 0.0),
        (1.0, 1.0),
    ];
    let reliability = BotReliability::new(&pairs);
    let counts: Vec<usize> = reliability.bins.iter().map(|bin| bin.count).collect();
    assert_eq!(counts, [2, 3]);
    assert!((reliability.bins[1].outcome - 2.0 / 3.0).abs() < 1e-9);
    assert!(reliability.brier < reliability.brier_of_mean);
}

mod slow {
    use super::*;

    const WIDTH: &str = "6";
    const HEIGHT: &str = "6";
    const ENGINE_NODES: u64 = 400;
    /// The number of random plies with which a game begins, so that no two are alike.
    const RANDOM_PLIES: u32 = 4;

    /// A fault that is planted in a bot.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum PlantedFault {
        DepthLimit,
        WrongTerm,
        StarvedClock,
        RandomRoot,
    }

    /// A move of a faulty bot with its words, its time, and whether the fault was at work.
    struct FaultyMove {
        token: String,
        words: String,
        ms: u32,
        is_faulty: bool,
    }

    fn mobility(state: &dyn DynState) -> f64 {
        // In Clobber every move can be made by either side; what a side can take is what it has.
        let own = state.count_moves();
        f64::from(u32::try_from(own).unwrap())
    }

    /// Searches some plies deep and returns the value for the player to move: the mobility of the
    /// last positions, and no more than a loss at the end.
    fn alpha_beta(state: &dyn DynState, depth: u32, mut alpha: f64, beta: f64) -> (f64, String) {
        let moves = state.legal_moves();
        if moves.is_empty() {
            return (-100.0, String::new());
        }
        if depth == 0 {
            return (mobility(state), String::new());
        }
        let mut best = (f64::NEG_INFINITY, moves[0].clone());
        for token in moves {
            let mut next = state.fork();
            next.play(&token).unwrap();
            let value = -alpha_beta(next.as_ref(), depth - 1, -beta, -alpha).0;
            if value > best.0 {
                best = (value, token);
            }
            alpha = alpha.max(best.0);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Returns by how much the stones of the player who has just moved are nearer to the centre,
    /// which decides nothing in Clobber: both sides lose stones in turn.
    fn central_stones(state: &dyn DynState) -> i32 {
        let text = state.position();
        let (rows, mover) = text.split_once(' ').unwrap();
        let mut sum = 0;
        for (y, row) in (0..).zip(rows.split('/')) {
            for (x, square) in (0..).zip(row.chars()) {
                let nearness = 10 - (2 * x - 5_i32).abs() - (2 * y - 5_i32).abs();
                match square {
                    '.' => {}
                    square if mover.starts_with(square) => sum -= nearness,
                    _ => sum += nearness,
                }
            }
        }
        sum
    }

    struct Bots {
        engine: Box<dyn kifu_core::games::DynEngine>,
        seed: u64,
    }

    impl Bots {
        fn random(&mut self, below: usize) -> usize {
            self.seed = self
                .seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from((self.seed >> 33) % below as u64).unwrap()
        }

        /// Searches with the engine and returns its win probability and its move.
        fn search(&mut self, state: &dyn DynState, nodes: u64) -> (f64, String) {
            let request = SearchRequest {
                seed: self.seed,
                ..SearchRequest::new(Limits::nodes(nodes))
            };
            let found = self
                .engine
                .analyze(&state.position(), &request, &mut |_| {});
            let line = found.unwrap().lines.swap_remove(0);
            (line.value.win, line.mv)
        }

        fn faulty_move(
            &mut self,
            state: &dyn DynState,
            fault: PlantedFault,
            ply: u32,
        ) -> FaultyMove {
            let of_words = |token: String, words: String| FaultyMove {
                token,
                words,
                ms: 400,
                is_faulty: true,
            };
            match fault {
                PlantedFault::DepthLimit => {
                    let (value, best) = alpha_beta(state, 2, -1e9, 1e9);
                    let words = format!("value={value} best={best} depth=2");
                    of_words(best, words)
                }
                PlantedFault::WrongTerm => {
                    let after = |token: &String| {
                        let mut next = state.fork();
                        next.play(token).unwrap();
                        central_stones(next.as_ref())
                    };
                    let moves = state.legal_moves();
                    let best = moves.iter().max_by_key(|token| after(token)).unwrap();
                    let words = format!("value={} best={best} depth=1", after(best));
                    of_words(best.clone(), words)
                }
                PlantedFault::StarvedClock => {
                    let is_starved = ply > 2 && self.random(3) == 0;
                    let nodes = if is_starved { 2 } else { ENGINE_NODES };
                    let (win, best) = self.search(state, nodes);
                    // With next to no time any move that comes up is played.
                    let moves = state.legal_moves();
                    let token = if is_starved {
                        moves[self.random(moves.len())].clone()
                    } else {
                        best
                    };
                    FaultyMove {
                        words: format!("win={win} best={token} nodes={nodes}"),
                        token,
                        ms: if is_starved { 3 } else { 400 },
                        is_faulty: is_starved,
                    }
                }
                PlantedFault::RandomRoot => {
                    let (win, best) = self.search(state, ENGINE_NODES);
                    let moves = state.legal_moves();
                    let is_random = self.random(3) == 0;
                    let token = if is_random {
                        moves[self.random(moves.len())].clone()
                    } else {
                        best.clone()
                    };
                    FaultyMove {
                        words: format!("win={win} best={best} nodes={ENGINE_NODES}"),
                        is_faulty: token != best,
                        token,
                        ms: 400,
                    }
                }
            }
        }

        /// Plays a game of a faulty bot against the engine. Returns the record, and the plies at
        /// which the fault was at work.
        fn play(&mut self, fault: PlantedFault, seat: Player) -> (Record, Vec<u32>) {
            let game = clobber();
            let setup = [("width", WIDTH), ("height", HEIGHT)];
            let setup = setup.map(|(key, value)| (key.to_owned(), value.to_owned()));
            let setup = Setup(setup.into_iter().collect());
            let mut record = Record {
                game: "clobber".to_owned(),
                setup: setup.clone(),
                ..Record::default()
            };
            record.player_mut(seat).name = "bot".to_owned();
            record.player_mut(seat.opponent()).name = "engine".to_owned();
            let mut state = game.start(&setup).unwrap();
            let (mut moves, mut faulty) = (Vec::new(), Vec::new());
            for ply in 1.. {
                if state.outcome(Faults::NONE).winner.is_some() {
                    break;
                }
                let token = if ply <= RANDOM_PLIES {
                    let moves = state.legal_moves();
                    moves[self.random(moves.len())].clone()
                } else if state.mover() == Some(seat) {
                    let made = self.faulty_move(state.as_ref(), fault, ply);
                    record.note_mut(ply).stderr = made.words;
                    record.times_ms.set_ms(ply, made.ms);
                    faulty.extend(made.is_faulty.then_some(ply));
                    made.token
                } else {
                    self.search(state.as_ref(), ENGINE_NODES).1
                };
                state.play(&token).unwrap();
                moves.push(token);
            }
            record.moves = moves.join(" ");
            adjudicate(&mut record, game);
            (record, faulty)
        }
    }

    /// Reviews many games of a faulty bot, and counts the causes of the losses at which the fault
    /// was at work.
    fn causes_of(fault: PlantedFault, games: u32) -> BTreeMap<LossCause, usize> {
        let mut bots = Bots {
            engine: clobber().engine(Resources::new(16)),
            seed: 1,
        };
        let mut played = Vec::new();
        let mut history = BotHistory::default();
        for nth in 0..games {
            let seat = Player::ALL[usize::from(nth % 2 == 1)];
            let (mut record, faulty) = bots.play(fault, seat);
            let plies = u32::try_from(record.tokens().count()).unwrap();
            finish(&mut record, clobber(), plies, plan(300));
            let thresholds = Thresholds::default();
            let game =
                ReviewedGame::without_reasons(String::new(), clobber(), record, plies, &thresholds);
            let game = game.unwrap().with_bot_reports(BotPatterns::builtin());
            assert_eq!(
                bot_reports(&game.record, BotPatterns::builtin()),
                game.bot_reports
            );
            history.add(&game.record, &game.bot_reports, &game.judged);
            played.push((game, faulty, seat));
        }
        let models = history.models();
        let mut counts = BTreeMap::new();
        for (game, faulty, seat) in played {
            let game = game.with_diagnoses(&models);
            let of_bot = game.diagnoses.iter().filter(|it| it.player == seat);
            for diagnosis in of_bot.filter(|it| faulty.contains(&it.ply)) {
                *counts.entry(diagnosis.cause).or_default() += 1;
            }
        }
        let reliability = models
            .get("bot")
            .and_then(|model| model.reliability.clone());
        println!(
            "{fault:?}: {counts:?}, {:?}",
            reliability.map(|it| (it.brier, it.error))
        );
        counts
    }

    #[test]
    fn planted_faults_are_named_in_nine_of_ten_losses() {
        let games = std::env::var("KIFU_PLANTED_GAMES").ok();
        let games = games.and_then(|games| games.parse().ok()).unwrap_or(24);
        let faults = [
            (PlantedFault::DepthLimit, LossCause::Late),
            (PlantedFault::WrongTerm, LossCause::Blind),
            (PlantedFault::StarvedClock, LossCause::Hasty),
            (PlantedFault::RandomRoot, LossCause::Seen),
        ];
        let (mut right, mut all) = (0, 0);
        for (fault, expected) in faults {
            let counts = causes_of(fault, games);
            let found: usize = counts.values().sum();
            let unknown = counts.get(&LossCause::Unknown).copied().unwrap_or(0);
            right += counts.get(&expected).copied().unwrap_or(0);
            all += found - unknown;
        }
        println!("{right} of {all}");
        assert!(all >= 40, "{all}");
        assert!(right * 10 >= all * 9, "{right} of {all}");
    }
}
