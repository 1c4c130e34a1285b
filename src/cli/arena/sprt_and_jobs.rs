//! The sequential test that may end a match, and the number of games played in parallel.

use kifu_logs::files;
use kifu_study::arena::Sprt;
use kifu_study::failure::Failure;

/// Parses the arguments of the sequential test; `None` if there are none.
pub(super) fn parse_sprt(words: &[String]) -> Result<Option<Sprt>, Failure> {
    if words.is_empty() {
        return Ok(None);
    }
    let mut sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
    };
    for word in words {
        let pair = word.split_once('=');
        let value = pair
            .and_then(|(_, value)| value.parse::<f64>().ok())
            .filter(|value| value.is_finite());
        match (pair.map(|(key, _)| key), value) {
            (Some("elo0"), Some(value)) => sprt.elo0 = value,
            (Some("elo1"), Some(value)) => sprt.elo1 = value,
            (Some("alpha"), Some(value)) => sprt.alpha = value,
            (Some("beta"), Some(value)) => sprt.beta = value,
            _ => {
                let message = format!(
                    "--sprt: expected elo0, elo1, alpha or beta with a number, found `{word}`"
                );
                return Err(
                    Failure::usage(message).hint("--sprt elo0=0 elo1=10 alpha=0.05 beta=0.05")
                );
            }
        }
    }
    Ok(Some(sprt))
}

/// Returns an error if the parameters of a test are out of range or the match does not have two
/// bots.
pub(super) fn check_sprt(sprt: Option<&Sprt>, bots: usize) -> Result<(), Failure> {
    let Some(sprt) = sprt else {
        return Ok(());
    };
    let rate = |rate: f64| rate > 0.0 && rate < 0.5;
    if !(rate(sprt.alpha)
        && rate(sprt.beta)
        && sprt.elo0 < sprt.elo1
        && sprt.elo0.abs() < 1000.0
        && sprt.elo1.abs() < 1000.0)
    {
        let message = "--sprt: expected elo0 below elo1, and alpha and beta between 0 and 0.5";
        return Err(Failure::usage(message));
    }
    if bots == 2 {
        return Ok(());
    }
    let message = format!("expected two bots for --sprt, found {bots}");
    Err(Failure::usage(message)
        .hint("the test asks whether the first bot is stronger than the second"))
}

/// Returns the number of games to play in parallel, given the number that the user wants and the
/// threads of each bot.
pub(super) fn resolve_jobs(wanted: usize, threads: usize) -> Result<usize, Failure> {
    let cores = files::thread_count(0);
    let most = (cores / threads.max(1)).max(1);
    match wanted {
        0 => Ok(most),
        wanted if wanted <= most => Ok(wanted),
        _ => {
            let each = match threads {
                0 | 1 => "one per core".to_owned(),
                _ => format!("{cores} cores with {threads} threads per bot"),
            };
            let games = if most == 1 { "game" } else { "games" };
            let message =
                format!("expected at most {most} {games} at once ({each}), found {wanted}");
            Err(Failure::usage(message)
                .hint("with more games at once the bots would slow each other down"))
        }
    }
}
