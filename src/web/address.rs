//! The game that the address of the page names after `#`: `game=FILE&ply=N` for a file of the same
//! origin, or `record=TEXT&ply=N` for a whole record, compressed.

use crate::host;
use kifu_app::BrowserFile;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The maximum size of a record in an address, in bytes, unpacked.
const MAX_RECORD_BYTES: usize = 4 << 20;
/// The maximum length of a link. Longer ones do not survive some messengers and servers.
const MAX_LINK_CHARS: usize = 16_000;

/// Reads the game that the address names; empty if it names none.
///
/// # Errors
/// Returns the reason why the game cannot be read.
pub async fn files_of_address() -> Result<Vec<BrowserFile>, String> {
    let fragment = host::fragment();
    let parameters = host::parse_parameters(&fragment);
    let ply = match parameters.get("ply") {
        None => None,
        Some(text) => Some(
            text.parse()
                .map_err(|_| format!("The address has `ply={text}`; expected a number from 0."))?,
        ),
    };
    let file = if let Some(packed) = parameters.get("record") {
        BrowserFile {
            name: "shared.ronl".to_owned(),
            bytes: unpack(packed)?,
            ply,
        }
    } else if let Some(path) = parameters.get("game") {
        let bytes = host::fetch_same_origin(path).await?;
        let name = path.rsplit('/').next().unwrap_or(path);
        BrowserFile {
            name: name.to_owned(),
            bytes,
            ply,
        }
    } else {
        return Ok(Vec::new());
    };
    Ok(vec![file])
}

/// Returns the part of a link after `#` that opens a record at a ply.
///
/// # Errors
/// Returns the reason why the record does not fit into a link.
pub fn fragment_of_record(record: &str, ply: u32) -> Result<String, String> {
    let packed = host::encode_base64(&compress_to_vec(record.as_bytes(), 9));
    let fragment = format!("record={packed}&ply={ply}");
    if fragment.len() > MAX_LINK_CHARS {
        return Err(format!(
            "This game is too large for a link: {} characters, at most {MAX_LINK_CHARS}. Save it, and send the file.",
            fragment.len()
        ));
    }
    Ok(fragment)
}

fn unpack(packed: &str) -> Result<Vec<u8>, String> {
    let broken = || "The game in the address is damaged: the link may have been cut.".to_owned();
    let bytes = host::decode_base64(packed).ok_or_else(broken)?;
    decompress_to_vec_with_limit(&bytes, MAX_RECORD_BYTES).map_err(|_| broken())
}
