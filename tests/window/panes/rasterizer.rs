//! A software renderer for the output of egui: textured triangles, without a graphics card.

use egui::epaint::{ImageData, Primitive, Vertex};
use egui::{Color32, ColorImage, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::RgbaImage;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The textures as egui sent them.
#[derive(Clone, Default)]
pub struct Textures(Rc<RefCell<HashMap<TextureId, ColorImage>>>);

impl TestRenderer for Textures {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut known = self.0.borrow_mut();
        delta.free.clear();
        for (id, deltas) in std::mem::take(&mut delta.set) {
            for delta in deltas {
                let ImageData::Color(image) = &delta.image;
                match delta.pos {
                    None => {
                        known.insert(id, (**image).clone());
                    }
                    Some([left, top]) => {
                        let whole = known.get_mut(&id).unwrap();
                        for y in 0..image.height() {
                            for x in 0..image.width() {
                                whole[(left + x, top + y)] = image[(x, y)];
                            }
                        }
                    }
                }
            }
        }
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<RgbaImage, String> {
        let canvas = canvas(ctx, output, self);
        let bytes = canvas.pixels.iter().flat_map(|[red, green, blue]| {
            [*red, *green, *blue, 255.0].map(|part| part.round().clamp(0.0, 255.0) as u8)
        });
        let (width, height) = (canvas.width as u32, canvas.height as u32);
        RgbaImage::from_raw(width, height, bytes.collect()).ok_or_else(|| "no picture".to_owned())
    }
}

/// An image in progress: rows of red, green and blue.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[f32; 3]>,
}

/// Draws the last frame of an egui context.
fn canvas(ctx: &egui::Context, output: &egui::FullOutput, textures: &Textures) -> Canvas {
    let size = ctx.content_rect().size();
    let points = output.pixels_per_point;
    let (width, height) = ((size.x * points) as usize, (size.y * points) as usize);
    let back = ctx.global_style().visuals.panel_fill;
    let back = [back.r(), back.g(), back.b()].map(f32::from);
    let mut picture = Canvas {
        width,
        height,
        pixels: vec![back; width * height],
    };
    let textures = textures.0.borrow();
    for clipped in ctx.tessellate(output.shapes.clone(), points) {
        let Primitive::Mesh(mesh) = clipped.primitive else {
            continue;
        };
        let texture = &textures[&mesh.texture_id];
        let clip = clipped.clip_rect;
        let clip = [clip.left(), clip.top(), clip.right(), clip.bottom()];
        let clip = clip.map(|edge| (edge * points).round());
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|nth| mesh.vertices[corners[nth] as usize]);
            triangle(&mut picture, &corners, texture, clip, points);
        }
    }
    picture
}

fn triangle(
    picture: &mut Canvas,
    corners: &[Vertex; 3],
    texture: &ColorImage,
    clip: [f32; 4],
    points: f32,
) {
    let at = corners.map(|corner| [corner.pos.x * points, corner.pos.y * points]);
    let cross = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let area = cross(at[0], at[1], at[2]);
    if area == 0.0 {
        return;
    }
    let bound = |axis: usize, least: bool| {
        let values = at.map(|point| point[axis]).into_iter();
        if least {
            values.fold(f32::MAX, f32::min).max(clip[axis]).max(0.0)
        } else {
            values.fold(f32::MIN, f32::max).min(clip[axis + 2])
        }
    };
    let right = (bound(0, false).ceil() as usize).min(picture.width);
    let bottom = (bound(1, false).ceil() as usize).min(picture.height);
    for y in bound(1, true) as usize..bottom {
        for x in bound(0, true) as usize..right {
            let center = [x as f32 + 0.5, y as f32 + 0.5];
            if center[0] < clip[0]
                || center[1] < clip[1]
                || center[0] > clip[2]
                || center[1] > clip[3]
            {
                continue;
            }
            let weights = [
                cross(at[1], at[2], center) / area,
                cross(at[2], at[0], center) / area,
                cross(at[0], at[1], center) / area,
            ];
            // Edges belong to one of two triangles, so that nothing is drawn twice.
            let inside = |nth: usize| {
                let (from, to) = (at[(nth + 1) % 3], at[(nth + 2) % 3]);
                let (from, to) = if area > 0.0 { (from, to) } else { (to, from) };
                let is_first = to[1] < from[1] || (to[1] == from[1] && to[0] > from[0]);
                weights[nth] > 0.0 || (weights[nth] == 0.0 && is_first)
            };
            if (0..3).all(inside) {
                shade(picture, y * picture.width + x, corners, weights, texture);
            }
        }
    }
}

fn shade(
    picture: &mut Canvas,
    at: usize,
    corners: &[Vertex; 3],
    weights: [f32; 3],
    texture: &ColorImage,
) {
    let mix = |part: &dyn Fn(&Vertex) -> f32| -> f32 {
        corners
            .iter()
            .zip(weights)
            .map(|(corner, weight)| part(corner) * weight)
            .sum()
    };
    let (u, v) = (mix(&|corner| corner.uv.x), mix(&|corner| corner.uv.y));
    let texel = sample(texture, u, v);
    let parts: [&dyn Fn(&Vertex) -> f32; 4] = [
        &|corner| f32::from(corner.color.r()),
        &|corner| f32::from(corner.color.g()),
        &|corner| f32::from(corner.color.b()),
        &|corner| f32::from(corner.color.a()),
    ];
    let source: Vec<f32> = (0..4)
        .map(|nth| mix(parts[nth]) * texel[nth] / 255.0)
        .collect();
    let below = 1.0 - source[3] / 255.0;
    for (part, own) in picture.pixels[at].iter_mut().zip(&source) {
        *part = own + *part * below;
    }
}

/// Interpolates a texture between the four nearest texels.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let x = (u * texture.width() as f32 - 0.5).max(0.0);
    let y = (v * texture.height() as f32 - 0.5).max(0.0);
    let (left, top) = (x as usize, y as usize);
    let (dx, dy) = (x - left as f32, y - top as f32);
    let mut sum = [0.0; 4];
    for (across, down, weight) in [
        (0, 0, (1.0 - dx) * (1.0 - dy)),
        (1, 0, dx * (1.0 - dy)),
        (0, 1, (1.0 - dx) * dy),
        (1, 1, dx * dy),
    ] {
        let x = (left + across).min(texture.width() - 1);
        let y = (top + down).min(texture.height() - 1);
        let texel: Color32 = texture[(x, y)];
        for (sum, part) in sum.iter_mut().zip(texel.to_array()) {
            *sum += f32::from(part) * weight;
        }
    }
    sum
}
