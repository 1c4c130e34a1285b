//! The six colours of dots, and the players' two secret colours.

use crate::contract::Player;
use std::num::NonZeroU8;

/// The colour of a dot, numbered 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(NonZeroU8);

impl Color {
    /// All six colours, by their numbers.
    pub const ALL: [Self; 6] = {
        let mut all = [Self(NonZeroU8::MIN); 6];
        let mut index = 1;
        while index < 6 {
            all[index] = Self(all[index - 1].0.saturating_add(1));
            index += 1;
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
    /// Creates secret colours with only one player's colour known.
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
