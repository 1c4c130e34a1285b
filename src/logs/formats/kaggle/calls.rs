//! The calls of a language model for one move, as numbers of the ply.
//!
//! | number | meaning |
//! |---|---|
//! | `calls` | how often the model was called: once, and again after each answer that was refused |
//! | `prompt_tokens`, `generation_tokens`, `reasoning_tokens`, `total_tokens` | sums over the calls |
//! | `call_seconds` | the seconds of the calls |
//! | `transport_attempts` | how often the calls were sent |
//!
//! The model is the version of its player. What has no number (prompts, answers that are not the
//! thoughts, why an answer ended) is kept as JSON in `ext`, `kaggle.calls.PLY`.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The numbers of a call: the name in the log, and the one of the ply.
const NUMBERS: [(&str, &str); 6] = [
    ("prompt_tokens", "prompt_tokens"),
    ("generation_tokens", "generation_tokens"),
    ("reasoning_tokens", "reasoning_tokens"),
    ("total_tokens", "total_tokens"),
    ("duration_secs", "call_seconds"),
    ("transport_attempts", "transport_attempts"),
];

/// The calls for one move.
#[derive(Debug, Default)]
pub(super) struct ModelCalls {
    /// The sums, by name.
    pub numbers: BTreeMap<&'static str, f64>,
    /// The models, each once.
    pub models: Vec<String>,
    /// The parts that are no numbers, as JSON; empty if there are none.
    pub rest: String,
}

impl ModelCalls {
    /// Sums up the calls; `thoughts` is the text that need not be kept again as an answer.
    pub fn of(calls: Vec<Map<String, Value>>, thoughts: &str) -> Self {
        let mut own = Self::default();
        #[expect(
            clippy::cast_precision_loss,
            reason = "a log has some dozen calls a move"
        )]
        own.numbers.insert("calls", calls.len() as f64);
        let mut rest = Vec::with_capacity(calls.len());
        for mut call in calls {
            for (name, number) in NUMBERS {
                let found = call.get(name).and_then(Value::as_f64);
                if let Some(found) = found.filter(|found| found.is_finite()) {
                    call.remove(name);
                    *own.numbers.entry(number).or_default() += found;
                }
            }
            if let Some(Value::String(model)) = call.get("model")
                && !own.models.contains(model)
            {
                own.models.push(model.clone());
            }
            if own.models.len() == 1 {
                call.remove("model");
            }
            if call
                .get("finish_reason")
                .is_some_and(|reason| reason == "stop")
            {
                call.remove("finish_reason");
            }
            if call
                .get("response")
                .is_some_and(|response| response == thoughts)
            {
                call.remove("response");
            }
            call.retain(|_, value| !value.is_null());
            rest.push(call);
        }
        // Seconds are written with at most three decimals.
        if let Some(seconds) = own.numbers.get_mut("call_seconds") {
            *seconds = (*seconds * 1000.0).round() / 1000.0;
        }
        if rest.iter().any(|call| !call.is_empty()) {
            own.rest = serde_json::to_string(&rest).unwrap_or_default();
        }
        own
    }

    /// Reports whether the older form of the calls, a list of texts of JSON, has the same numbers.
    pub fn agree_with(&self, returns: &str) -> bool {
        let texts: Vec<String> = serde_json::from_str(returns).unwrap_or_default();
        let parsed = texts.iter().map(|text| serde_json::from_str(text).ok());
        let Some(returns) = parsed.collect::<Option<Vec<Map<String, Value>>>>() else {
            return false;
        };
        #[expect(
            clippy::cast_precision_loss,
            reason = "a log has some dozen calls a move"
        )]
        let count = returns.len() as f64;
        let sum = |name: &str| -> f64 {
            let numbers = returns.iter().map(|call| call.get(name)?.as_f64());
            numbers.flatten().sum()
        };
        let is_same = |name: &str, other: &str| {
            let own = self.numbers.get(name).copied().unwrap_or_default();
            (own - sum(other)).abs() < 0.001
        };
        let same_name = |name: &&str| is_same(name, name);
        self.numbers.get("calls") == Some(&count)
            && ["prompt_tokens", "generation_tokens", "total_tokens"]
                .iter()
                .all(same_name)
            && is_same("call_seconds", "duration_success_only_secs")
    }
}
