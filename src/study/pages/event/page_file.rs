//! The file of a page in the folder of an event.

use std::fmt::Write;

/// The path of a page relative to the folder of the index, with `/` between folder and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFile {
    /// The path as the file system has it: `players/Ada.html`.
    pub path: String,
}

impl PageFile {
    /// Returns the path as a link from the index, in which all but plain characters are encoded.
    ///
    /// ```
    /// use kifu_study::pages::PageFile;
    ///
    /// let file = PageFile { path: "players/Zoë #1.html".to_owned() };
    /// assert_eq!(file.link(), "players/Zo%C3%AB%20%231.html");
    /// ```
    pub fn link(&self) -> String {
        let mut link = String::new();
        for byte in self.path.bytes() {
            if byte.is_ascii_alphanumeric() || b"-_./".contains(&byte) {
                link.push(char::from(byte));
            } else {
                // Writing to a String cannot fail.
                let _ = write!(link, "%{byte:02X}");
            }
        }
        link
    }
}
