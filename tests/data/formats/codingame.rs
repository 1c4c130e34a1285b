//! Replays of CodinGame, from the site and from its local runner.

use crate::log_checks::{bot_output_survives, replay_reads_as_judged};
use crate::trials::{file_name, files_with_extension};
use kifu::formats::decode;
use kifu::record::Ending;
use libtest_mimic::Trial;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials![
        ["atari-go", "clobber", "codingame-web", "faults"] => replays_are_judged_like_their_referee,
        ["atari-go", "clobber"] => bot_output_is_kept_in_replay_records,
    ]
}

fn text(path: &Path) -> String {
    decode(&std::fs::read(path).unwrap()).text.into_owned()
}

fn replays_are_judged_like_their_referee(folder: &Path) {
    for path in files_with_extension(folder, "json") {
        let name = file_name(&path);
        let is_clobber = folder.ends_with("clobber")
            || name.starts_with("clob_")
            || name.starts_with("web_clobber");
        let game = if is_clobber { "clobber" } else { "atari-go" };
        replay_reads_as_judged(&name, &text(&path), game, ending(&name));
    }
}

/// Returns how the referee ended a game, by the name of its file.
fn ending(name: &str) -> Ending {
    match name {
        "ag_crash.json"
        | "ag_extratoken.json"
        | "ag_timeout.json"
        | "clob_timeout.json"
        | "ag_ko_after_passes.json" => Ending::Timeout,
        name if name.starts_with("ag_") || name.starts_with("clob_") => Ending::Illegal,
        "web_atarigo_ko.json" => Ending::Illegal,
        _ => Ending::Finished,
    }
}

fn bot_output_is_kept_in_replay_records(folder: &Path) {
    let mut checked = 0;
    for path in files_with_extension(folder, "json") {
        let (name, text) = (file_name(&path), text(&path));
        // Of Clobber's bots one writes messages and debug output.
        let is_wanted = folder.ends_with("atari-go") || name.contains("tidymaze");
        if is_wanted && text.contains("\"outputs\"") {
            bot_output_survives(&name, &text);
            checked += 1;
        }
    }
    assert!(checked > 0, "no replay with outputs");
}
