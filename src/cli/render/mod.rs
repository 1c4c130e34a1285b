//! The command `kifu render`, which writes pictures of a game.

pub(super) mod args;

use crate::common::out_file::ByteOutput;
use crate::show::{absolute_ply, print_findings};
use crate::{Status, select_game, terminal};
use annotate_snippets::Level;
use args::RenderArgs;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::scene::Scene;
use kifu_logs::files::{FallbackThreadPool, UnsyncedFolders, WritePlan, check_output_path};
use kifu_logs::formats::{position_picture, render_svg};
use kifu_study::failure::Failure;
use kifu_study::render::{
    GamePictures, PictureFormat, Rasterizer, SheetLayout, encode_png, render_animation, scaled_to,
};
use kifu_study::review::Thresholds;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io::{IsTerminal, stdout};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// The number of files that are drawn in parallel.
const BATCH: usize = 16;
/// The width of a PNG picture in pixels, unless one is given.
const DEFAULT_WIDTH: u32 = 800;

/// Runs the command.
pub(super) fn run(args: &RenderArgs, status: &mut Status) -> Result<(), Failure> {
    let format = picture_format(args)?;
    if format == PictureFormat::Gif && args.sheet.is_some() {
        let message = "expected an SVG or PNG file for a sheet, found a GIF";
        return Err(Failure::usage(message).hint("without --sheet the GIF shows the game"));
    }
    let Some(file) = &args.file else {
        return render_position(args, format);
    };
    let (origin, checked) = select_game::by_index_or_only(file, args.game_index, args.reading())?;
    print_findings(&checked, &origin.display_name);
    if !checked.is_valid() {
        *status = Status::Findings;
    }
    let Some(game) = by_id(CATALOGUE, &checked.record.game) else {
        // The findings say that the game is not known.
        *status = Status::Error;
        return Ok(());
    };
    let thresholds = Thresholds::default();
    let pictures = GamePictures::new(&checked.record, game, args.parts(), &thresholds)?;
    let plies = selected_plies(args, format, pictures.last_ply())?;
    let job = RenderJob {
        writer: PictureWriter::new(args, format),
        pictures,
    };
    job.run(plies)
}

/// Draws a position without a game.
fn render_position(args: &RenderArgs, format: PictureFormat) -> Result<(), Failure> {
    let game = args
        .game()
        .ok_or_else(|| Failure::usage("expected a file, or --game, found neither"))?;
    if format == PictureFormat::Gif {
        let message = "expected an SVG or PNG file for a position, found a GIF";
        return Err(Failure::usage(message));
    }
    if args.sheet.is_some() || args.all || args.ply.is_some() || args.ply_span()?.is_some() {
        let message = "expected a file for plies of a game, found none";
        return Err(Failure::usage(message).hint("without a file one position is drawn"));
    }
    let state = select_game::position_or_start(game, args.position.as_deref())?;
    let picture = position_picture(game, state.as_ref(), args.parts());
    PictureWriter::new(args, format).write_picture(&picture, DEFAULT_WIDTH)
}

/// Returns the format to write.
fn picture_format(args: &RenderArgs) -> Result<PictureFormat, Failure> {
    let named = args
        .picture_format()
        .or_else(|| PictureFormat::of_path(&args.out));
    let format = named.ok_or_else(|| {
        let message = format!(
            "expected an output file that ends in .svg, .png or .gif, found `{}`",
            args.out.display()
        );
        Failure::usage(message).hint("name the format with --to")
    })?;
    let is_stdout = args.out.as_os_str() == "-";
    if is_stdout && format != PictureFormat::Svg && stdout().is_terminal() {
        let message = format!("a {} file is no text for a terminal", format.id());
        return Err(Failure::usage(message).hint("redirect the output, or name a file with -o"));
    }
    Ok(format)
}

/// Returns the plies to draw.
fn selected_plies(
    args: &RenderArgs,
    format: PictureFormat,
    last: u32,
) -> Result<RangeInclusive<u32>, Failure> {
    if let Some(span) = args.ply_span()? {
        let (from, to) = (absolute_ply(span.from, last)?, absolute_ply(span.to, last)?);
        if from > to {
            let message =
                format!("expected a range of plies that goes forward, found {from}..{to}");
            return Err(Failure::usage(message));
        }
        return Ok(from..=to);
    }
    if let Some(ply) = args.ply {
        let ply = absolute_ply(ply, last)?;
        return Ok(ply..=ply);
    }
    let is_whole = args.all || args.sheet.is_some() || format == PictureFormat::Gif;
    Ok(if is_whole { 0..=last } else { last..=last })
}

/// The pictures of a game that are being written.
struct RenderJob<'a> {
    writer: PictureWriter<'a>,
    pictures: GamePictures<'a>,
}

impl RenderJob<'_> {
    fn run(&self, plies: RangeInclusive<u32>) -> Result<(), Failure> {
        if self.writer.format == PictureFormat::Gif {
            return self.write_animation(plies);
        }
        if let Some(step) = self.writer.args.sheet {
            let layout = SheetLayout {
                from: *plies.start(),
                to: *plies.end(),
                step,
                columns: self.writer.args.columns,
            };
            let sheet = self.pictures.contact_sheet(&layout);
            return self.writer.write_picture(&sheet, 1200);
        }
        let is_numbered = self.writer.args.all || self.writer.args.ply_span()?.is_some();
        if is_numbered {
            return self.write_numbered(plies);
        }
        let scene = self.pictures.scene(*plies.end());
        self.writer.write_picture(&scene, DEFAULT_WIDTH)
    }

    fn write_animation(&self, plies: RangeInclusive<u32>) -> Result<(), Failure> {
        let args = self.writer.args;
        let last = self.pictures.scene(*plies.end());
        self.writer.warn_of_missing_letters([&last]);
        let (palette, width) = (args.theme.palette(), args.width.unwrap_or(480));
        let rasterizer = &self.writer.rasterizer;
        let colors = (palette, width);
        let file = render_animation(&self.pictures, plies, rasterizer, colors, &args.timing())?;
        self.writer.output()?.write(&file)
    }

    /// Writes one file for each ply.
    fn write_numbered(&self, plies: RangeInclusive<u32>) -> Result<(), Failure> {
        if self.writer.args.out.as_os_str() == "-" {
            let message = "expected an output file for several pictures, found `-`";
            return Err(Failure::usage(message).hint("choose one with --ply"));
        }
        // The names of the files are made of it, so that it cannot be a folder or a device.
        check_output_path(&self.writer.args.out, true)?;
        let paths: Vec<PathBuf> = plies.clone().map(|ply| self.numbered_path(ply)).collect();
        // No picture is written if one of them cannot be.
        let mut plan = self.writer.plan();
        for path in &paths {
            plan.check(path, self.writer.args.force)?;
        }
        let scenes = self.pictures.scenes(plies);
        self.writer.warn_of_missing_letters(&scenes);
        let pool = FallbackThreadPool::start(0);
        let mut folders = UnsyncedFolders::default();
        for (paths, scenes) in paths.chunks(BATCH).zip(scenes.chunks(BATCH)) {
            let encode = |scene: &Scene| self.writer.encode(scene, DEFAULT_WIDTH);
            let pictures: Vec<_> = pool.run(|| scenes.par_iter().map(encode).collect());
            for (path, picture) in paths.iter().zip(pictures) {
                let mut file = plan.file(path, self.writer.args.force)?;
                file.write(&picture?)?;
                file.finish_in(&mut folders)?;
            }
        }
        folders.sync();
        if let [first, .., last] = &paths[..] {
            let [first, last] = [first, last].map(|path| path.display().to_string());
            let count = paths.len();
            let message = format!("wrote {count} pictures, from {first} to {last}");
            terminal::print_message(Level::NOTE, &message, None);
        }
        Ok(())
    }

    /// Returns the path of a ply's picture: `game-007.png`.
    fn numbered_path(&self, ply: u32) -> PathBuf {
        let digits = self.pictures.last_ply().to_string().len();
        let out = &self.writer.args.out;
        let mut name = out.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{ply:0digits$}"));
        if let Some(extension) = out.extension() {
            name.push(".");
            name.push(extension);
        }
        out.with_file_name(name)
    }
}

/// A writer of pictures as files.
struct PictureWriter<'a> {
    args: &'a RenderArgs,
    format: PictureFormat,
    rasterizer: Rasterizer,
}

impl<'a> PictureWriter<'a> {
    fn new(args: &'a RenderArgs, format: PictureFormat) -> Self {
        Self {
            args,
            format,
            rasterizer: Rasterizer::new(),
        }
    }

    /// Writes one picture to the output file.
    fn write_picture(&self, scene: &Scene, default_width: u32) -> Result<(), Failure> {
        self.warn_of_missing_letters([scene]);
        let output = self.output()?;
        output.write(&self.encode(scene, default_width)?)
    }

    /// Returns the plan of the pictures of the file that is read.
    fn plan(&self) -> WritePlan {
        WritePlan::new(&self.args.file)
    }

    /// Plans the one output file.
    fn output(&self) -> Result<ByteOutput, Failure> {
        ByteOutput::new(&mut self.plan(), &self.args.out, self.args.force)
    }

    /// Returns a picture as the bytes of a file.
    fn encode(&self, scene: &Scene, default_width: u32) -> Result<Vec<u8>, Failure> {
        let palette = self.args.theme.palette();
        if self.format == PictureFormat::Svg {
            let scaled = self.args.width.map(|width| scaled_to(scene, width));
            let text = render_svg(scaled.as_ref().unwrap_or(scene), palette);
            return Ok(text.into_bytes());
        }
        let width = self.args.width.unwrap_or(default_width);
        let raster = self.rasterizer.draw(scene, palette, width)?;
        Ok(encode_png(&raster)?)
    }

    /// Warns of letters that are drawn as boxes. An SVG file has text, which other fonts can show.
    fn warn_of_missing_letters<'s>(&self, scenes: impl IntoIterator<Item = &'s Scene>) {
        if self.format == PictureFormat::Svg {
            return;
        }
        let missing = |scene| self.rasterizer.missing_letters(scene);
        let missing: BTreeSet<char> = scenes.into_iter().flat_map(missing).collect();
        if missing.is_empty() {
            return;
        }
        let shown: String = missing.iter().take(10).collect();
        let more = if missing.len() > 10 { "…" } else { "" };
        let message = format!("the embedded font lacks these letters: {shown}{more}");
        terminal::print_message(Level::WARNING, &message, Some("an SVG file shows them"));
    }
}
