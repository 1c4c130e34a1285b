//! The commands `kifu-lab train` and `kifu-lab fit`.

use crate::args::{ClobberFitArgs, ClobberTable, FitGame, TrainGame, TurnRightTable};
use crate::box_game::weights_fit::WeightsFit;
use crate::clobber::sum_eval_fit::SumEvalFit;
use crate::common::args::{OutArgs, RunArgs, read_file};
use crate::common::session::LabSession;
use crate::turn_right::circuit_eval_training::{TurnRightStage, real_boards};
use crate::{atari_go, box_game, clobber, turn_right, zuniq};
use kifu_cli::Status;
use kifu_logs::files::hex;
use kifu_study::failure::Failure;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

/// Runs `kifu-lab train`.
pub(crate) fn train(game: &TrainGame, status: &mut Status) -> Result<(), Failure> {
    match game {
        TrainGame::AtariGo {
            stages,
            from,
            out,
            run,
        } => {
            let from = from.as_deref().map(read_file).transpose()?;
            let settings = settings(run, &format!("{stages:?}"), from.as_deref());
            make(("train atari-go", &settings), (out, run), |session| {
                atari_go::net_training::train(session, stages, from.as_deref(), run.seed)
            })
        }
        TrainGame::TurnRight {
            table,
            stages,
            from,
            logs,
            out,
            run,
        } => {
            let from = from.as_deref().map(read_file).transpose()?;
            train_turn_right((*table, stages), from.as_deref(), logs, (out, run), status)
        }
        TrainGame::Zuniq {
            stages,
            from,
            out,
            run,
        } => {
            let from = from.as_deref().map(read_file).transpose()?;
            let settings = settings(run, &format!("{stages:?}"), from.as_deref());
            make(("train zuniq", &settings), (out, run), |session| {
                zuniq::net_training::train(session, stages, from.as_deref(), run.seed)
            })
        }
    }
}

fn train_turn_right(
    (table, stages): (TurnRightTable, &[TurnRightStage]),
    from: Option<&[u8]>,
    logs: &[PathBuf],
    (out, run): (&OutArgs, &RunArgs),
    status: &mut Status,
) -> Result<(), Failure> {
    let defaults: &[&str] = match table {
        TurnRightTable::CircuitEval => &TurnRightStage::DEFAULTS,
        TurnRightTable::PlacementEval => &turn_right::placement_eval_training::DEFAULT_STAGES,
    };
    let stages: Vec<TurnRightStage> = if stages.is_empty() {
        let parsed: Result<_, String> = defaults.iter().map(|text| text.parse()).collect();
        parsed.map_err(Failure::internal)?
    } else {
        stages.to_vec()
    };
    match table {
        TurnRightTable::CircuitEval => {
            let boards = real_boards(logs, status)?;
            let texts: Vec<u8> = boards
                .iter()
                .flat_map(|board| board.to_le_bytes())
                .collect();
            let inputs = [from.unwrap_or_default(), &texts].concat();
            let settings = settings(run, &format!("{stages:?}"), Some(&inputs));
            make(
                ("train turn-right circuit-eval", &settings),
                (out, run),
                |session| {
                    turn_right::circuit_eval_training::train(
                        session, &stages, &boards, from, run.seed,
                    )
                },
            )
        }
        TurnRightTable::PlacementEval => {
            if !logs.is_empty() {
                let message = "--logs belongs to --table circuit-eval";
                return Err(Failure::usage(message));
            }
            let settings = settings(run, &format!("{stages:?}"), from);
            make(
                ("train turn-right placement-eval", &settings),
                (out, run),
                |session| {
                    turn_right::placement_eval_training::train(session, &stages, from, run.seed)
                },
            )
        }
    }
}

/// Runs `kifu-lab fit`.
pub(crate) fn fit(game: &FitGame) -> Result<(), Failure> {
    match game {
        FitGame::AtariGo {
            games,
            nodes,
            out,
            run,
        } => {
            let settings = settings(run, &format!("games {games}, nodes {nodes}"), None);
            make(("fit atari-go", &settings), (out, run), |session| {
                atari_go::prior_fit::fit(session, *games, *nodes, run.seed)
            })
        }
        FitGame::Box {
            rounds,
            games,
            leaf_games,
            out,
            run,
        } => {
            let fit = WeightsFit {
                rounds: *rounds,
                games: *games,
                leaf_games: *leaf_games,
            };
            let settings = settings(run, &format!("{fit:?}"), None);
            make(("fit box", &settings), (out, run), |session| {
                box_game::weights_fit::fit(session, &fit, run.seed)
            })
        }
        FitGame::Clobber(args) => fit_clobber(args),
    }
}

fn fit_clobber(args: &ClobberFitArgs) -> Result<(), Failure> {
    let (games, visits): (u64, &[u32]) = match args.table {
        ClobberTable::PatternEval => (20_000, &[320, 400]),
        ClobberTable::SumEval => (800, &[200]),
    };
    let games = args.games.unwrap_or(games);
    let visits = if args.visits.is_empty() {
        visits
    } else {
        &args.visits
    };
    let out = (&args.out, &args.run);
    match args.table {
        ClobberTable::PatternEval => {
            let text = format!("games {games}, visits {visits:?}");
            let settings = settings(&args.run, &text, None);
            make(("fit clobber pattern-eval", &settings), out, |session| {
                clobber::pattern_eval_fit::fit(session, games, visits, args.run.seed)
            })
        }
        ClobberTable::SumEval => {
            let fit = SumEvalFit {
                games,
                sums: args.sums,
                visits: visits[0],
                stones: (args.min_stones, args.max_stones),
                max_nodes: args.nodes,
            };
            let settings = settings(&args.run, &format!("{fit:?}"), None);
            make(("fit clobber sum-eval", &settings), out, |session| {
                clobber::sum_eval_fit::fit(session, &fit, args.run.seed)
            })
        }
    }
}

/// Returns all settings that determine a table, as text.
fn settings(run: &RunArgs, settings: &str, input: Option<&[u8]>) -> String {
    let input = input.map_or("none".to_owned(), |bytes| hex(&Sha256::digest(bytes)));
    format!("{settings}, seed {}, input {input}", run.seed)
}

/// Makes a table in a session and writes it.
fn make(
    (command, settings): (&str, &str),
    (out, run): (&OutArgs, &RunArgs),
    work: impl FnOnce(&mut LabSession) -> Result<Vec<u8>, Failure>,
) -> Result<(), Failure> {
    out.check()?;
    let mut session = LabSession::start(run, Some(&out.out), command, settings)?;
    let bytes = work(&mut session)?;
    out.write(&bytes)?;
    session.finish()
}
