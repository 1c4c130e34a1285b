//! The six colours of dots, and the players' two secret colours.

use crate::contract::{Player, Setup, SetupError};
use std::num::NonZeroU8;

/// The colour of a dot, numbered 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(NonZeroU8);

impl Color {
    /// All six colours, by their numbers.
    pub const ALL: [Self; 6] = {
        let mut all = [Self(NonZeroU8::MIN); 6];
        let mut at = 1;
        while at < 6 {
            all[at] = Self(all[at - 1].0.saturating_add(1));
            at += 1;
        }
        all
    };

    /// Returns the colour with a number; `None` unless the number is 1 to 6.
    pub fn new(number: u8) -> Option<Self> {
        NonZeroU8::new(number).filter(|_| number <= 6).map(Self)
    }

    /// Returns the number of the colour, 1 to 6.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Returns the English name of the colour.
    pub const fn name(self) -> &'static str {
        match self.0.get() {
            1 => "red",
            2 => "yellow",
            3 => "green",
            4 => "cyan",
            5 => "blue",
            _ => "magenta",
        }
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The secret colours, `[first, second]`, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SecretColors(pub [Option<Color>; 2]);

impl SecretColors {
    /// Creates the secret colours of which only one player's is known.
    pub fn only(player: Player, color: Color) -> Self {
        let mut colors = [None; 2];
        colors[player.index()] = Some(color);
        Self(colors)
    }

    /// Returns both colours if both are known.
    pub fn both(self) -> Option<[Color; 2]> {
        let [first, second] = self.0;
        Some([first?, second?])
    }

    /// Parses `colors = color SP color`, `color = "1".."6" | "-"`, with any white space.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut words = text
            .split_ascii_whitespace()
            .map(|word| match word.as_bytes() {
                b"-" => Some(None),
                [digit] => Color::new(digit.wrapping_sub(b'0')).map(Some),
                _ => None,
            });
        let pair = [words.next()??, words.next()??];
        words.next().is_none().then_some(Self(pair))
    }
}

impl std::fmt::Display for SecretColors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [first, second] = self
            .0
            .map(|color| char::from(color.map_or(b'-', |color| b'0' + color.number())));
        write!(f, "{first} {second}")
    }
}

/// Returns the secret colours of a setup, which are unknown without the key `colors`.
pub(super) fn from_setup(setup: &Setup) -> Result<SecretColors, SetupError> {
    let Some(text) = setup.get("colors") else {
        return Ok(SecretColors::default());
    };
    SecretColors::parse(text).ok_or_else(|| setup_error(text))
}

/// Creates a setup from CodeCup's `[4, 1]` or its columns `Color1,Color2`, which may be empty.
pub(super) fn from_extras(extras: &[&str]) -> Result<Setup, SetupError> {
    let mut setup = Setup::default();
    if extras.iter().all(|extra| extra.trim().is_empty()) {
        return Ok(setup);
    }
    let words: Vec<&str> = extras
        .iter()
        .map(|extra| if extra.trim().is_empty() { "-" } else { extra })
        .collect();
    let text = words.join(" ");
    let colors = SecretColors::parse(&text).ok_or_else(|| setup_error(&text))?;
    setup.set("colors", colors.to_string());
    Ok(setup)
}

/// Returns the columns that [`from_extras`] reads; empty if no colour is known.
pub(super) fn extras(setup: &Setup) -> Vec<String> {
    match from_setup(setup) {
        Ok(colors) if colors != SecretColors::default() => {
            colors.to_string().split(' ').map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// Draws the unknown colours of a setup, all pairs of different colours equally likely.
pub(super) fn draw_lots(setup: &mut Setup, below: &mut dyn FnMut(u32) -> u32) {
    let Ok(SecretColors(known)) = from_setup(setup) else {
        return;
    };
    let free = |taken: Option<Color>| {
        let all = (1..=6).filter_map(Color::new);
        all.filter(move |color| Some(*color) != taken)
            .collect::<Vec<_>>()
    };
    let mut draw = |taken: Option<Color>| {
        let free = free(taken);
        let count = u32::try_from(free.len()).unwrap_or(1);
        free.get(below(count) as usize).copied()
    };
    let first = known[0].or_else(|| draw(known[1]));
    let second = known[1].or_else(|| draw(first));
    setup.set("colors", SecretColors([first, second]).to_string());
}

fn setup_error(found: &str) -> SetupError {
    SetupError {
        key: "colors".to_owned(),
        expected: "two colours, each 1 to 6 or - if unknown, as `4 1`".to_owned(),
        found: found.to_owned(),
    }
}
