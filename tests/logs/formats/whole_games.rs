//! Whole games that kifu's own engines played, as logs of the contests.
//!
//! Real logs are held to the claims tested here by the program `data`.

use crate::log_checks::{
    bot_output_survives, replay_reads_as_judged, replay_survives_dialogue, replay_survives_sgf,
    transcripts_are_right,
};
use kifu_core::record::Ending;

const ATARI_GO: &str = include_str!("../../../fixtures/codingame/whole-atari-go.json");
const BOX: &str = include_str!("../../../fixtures/codecup-csv/box.csv");

#[test]
fn replay_is_judged_like_its_referee_and_keeps_bot_output() {
    let name = "whole-atari-go.json";
    replay_reads_as_judged(name, ATARI_GO, "atari-go", Ending::Finished);
    bot_output_survives(name, ATARI_GO);
}

#[test]
fn replay_survives_dialogue_and_sgf() {
    let name = "whole-atari-go.json";
    assert_eq!(replay_survives_dialogue(name, ATARI_GO), 1);
    assert_eq!(replay_survives_sgf(name, ATARI_GO), 1);
}

#[test]
fn replays_that_end_by_a_fault_survive_dialogues() {
    for name in ["local.json", "web.json", "random.json", "timeout.json"] {
        let path = crate::common::repository()
            .join("fixtures/codingame")
            .join(name);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(replay_survives_dialogue(name, &text) > 0);
    }
}

#[test]
fn box_transcripts_are_written_again_byte_for_byte() {
    transcripts_are_right("box.csv", BOX, 4);
}
