import { type Camera, look } from './camera.ts'
import { glazing, type Lamps, lampsOf, lightOn, linearOf, onScreen } from './light.ts'
import type { Paint, Surface, Texture } from './surface.ts'
import { Undrawn } from './undrawn.ts'

interface Canvas {
  readonly side: number
  /** Four bytes a pixel, without a background. */
  readonly pixels: Uint8Array
  /** The inverse distance of the nearest surface at each pixel. */
  readonly nearness: Float32Array
}

/** Pixels tested between two checks of the time limit; a triangle without any counts as the pixels it costs. */
const pace = 4_000_000
const leastDots = 200

/** Draws surfaces into a square picture, as four bytes a pixel: opaque ones first, then transparent ones from back to front. It stops at the time limit. */
export function rasterise(surfaces: readonly Surface[], camera: Camera, side: number, isOver: () => boolean): Uint8Array {
  const canvas: Canvas = { side, pixels: new Uint8Array(side * side * 4), nearness: new Float32Array(side * side) }
  const lamps = lampsOf(camera)
  let dots = 0
  const draw = (surface: Surface, seen: Float64Array, triangle: number) => {
    dots += leastDots + drawTriangle(canvas, surface, seen, triangle, camera, lamps)
    if (dots < pace) return
    dots = 0
    if (isOver()) throw new Undrawn('TOO_LARGE')
  }
  const seen = surfaces.map((surface) => seenFrom(camera, surface))
  surfaces.forEach((surface, i) => {
    if (!surface.paint.isBlended) for (let at = 0; at < surface.triangles.length; at += 3) draw(surface, seen[i]!, at)
  })
  for (const { surface, i, at } of farthestFirst(surfaces, seen)) draw(surface, seen[i]!, at)
  return canvas.pixels
}

function seenFrom(camera: Camera, { positions }: Surface): Float64Array {
  const seen = new Float64Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) look(camera, positions, at, seen, at)
  return seen
}

function farthestFirst(surfaces: readonly Surface[], seen: readonly Float64Array[]) {
  return surfaces
    .flatMap((surface, i) => {
      if (!surface.paint.isBlended) return []
      const { triangles } = surface
      const nearnessAt = (at: number) => [0, 1, 2].reduce((sum, k) => sum + (seen[i]![triangles[at + k]! * 3 + 2] ?? 0), 0)
      return Array.from({ length: triangles.length / 3 }, (_, one) => ({ surface, i, at: one * 3, nearness: nearnessAt(one * 3) }))
    })
    .sort((a, b) => a.nearness - b.nearness)
}

/** Returns how many pixels were tested. */
function drawTriangle(
  { side, pixels, nearness }: Canvas,
  surface: Surface,
  seen: Float64Array,
  triangle: number,
  camera: Camera,
  lamps: Lamps,
): number {
  const { triangles, paint } = surface
  const [a, b, c] = [triangles[triangle]!, triangles[triangle + 1]!, triangles[triangle + 2]!]
  const [ax, ay, an] = [seen[a * 3]!, seen[a * 3 + 1]!, seen[a * 3 + 2]!]
  const [bx, by, bn] = [seen[b * 3]!, seen[b * 3 + 1]!, seen[b * 3 + 2]!]
  const [cx, cy, cn] = [seen[c * 3]!, seen[c * 3 + 1]!, seen[c * 3 + 2]!]
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  // Missing or invalid vertices give no area.
  if (!Number.isFinite(area) || area === 0) return 0
  const isFront = area < 0 !== surface.isMirrored
  if (!isFront && !paint.isDoubleSided) return 0
  const [left, right] = [Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5)), Math.min(side - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))]
  const [top, bottom] = [Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5)), Math.min(side - 1, Math.floor(Math.max(ay, by, cy) - 0.5))]
  if (left > right || top > bottom) return 0
  const shade = shader(surface, a, b, c, isFront, camera, lamps)
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5]
      const u = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area
      const v = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area
      const w = 1 - u - v
      if (u < 0 || v < 0 || w < 0) continue
      const near = u * an + v * bn + w * cn
      const dot = y * side + x
      if (near <= nearness[dot]!) continue
      // Perspective-correct weights of the three vertices.
      if (!shade((u * an) / near, (v * bn) / near, (w * cn) / near)) continue
      if (!paint.isBlended) nearness[dot] = near
      put(pixels, dot * 4, paint.isBlended)
    }
  return (right - left + 1) * (bottom - top + 1)
}

/** The shader's last result: red, green, blue and opacity. Reused, because it is called millions of times. */
const found = new Float64Array(4)

function put(pixels: Uint8Array, at: number, isBlended: boolean): void {
  const opacity = isBlended ? Math.min(1, found[3]!) : 1
  const behind = (pixels[at + 3]! / 255) * (1 - opacity)
  const whole = opacity + behind
  if (whole === 0) return
  for (let k = 0; k < 3; k++) pixels[at + k] = onScreen((found[k]! * opacity + linearOf[pixels[at + k]!]! * behind) / whole)
  pixels[at + 3] = Math.round(whole * 255)
}

/** Shades a point of a triangle by the weights of its vertices; returns whether it is visible. */
function shader(surface: Surface, a: number, b: number, c: number, isFront: boolean, camera: Camera, lamps: Lamps) {
  const { normals, places, colours, paint } = surface
  const flat = flatNormal(surface, a, b, c)
  const turn = isFront ? 1 : -1
  return (u: number, v: number, w: number): boolean => {
    let [red, green, blue, opacity] = paint.colour
    if (paint.texture && places) {
      sample(
        paint.texture,
        u * places[a * 2]! + v * places[b * 2]! + w * places[c * 2]!,
        u * places[a * 2 + 1]! + v * places[b * 2 + 1]! + w * places[c * 2 + 1]!,
      )
      red *= found[0]!
      green *= found[1]!
      blue *= found[2]!
      if (paint.isBlended || paint.cutoff > 0) opacity *= found[3]!
    }
    if (colours) {
      red *= u * colours[a * 4]! + v * colours[b * 4]! + w * colours[c * 4]!
      green *= u * colours[a * 4 + 1]! + v * colours[b * 4 + 1]! + w * colours[c * 4 + 1]!
      blue *= u * colours[a * 4 + 2]! + v * colours[b * 4 + 2]! + w * colours[c * 4 + 2]!
      if (paint.isBlended || paint.cutoff > 0) opacity *= u * colours[a * 4 + 3]! + v * colours[b * 4 + 3]! + w * colours[c * 4 + 3]!
    }
    if (opacity < paint.cutoff) return false
    let [nx, ny, nz] = flat
    if (normals) {
      const sx = u * normals[a * 3]! + v * normals[b * 3]! + w * normals[c * 3]!
      const sy = u * normals[a * 3 + 1]! + v * normals[b * 3 + 1]! + w * normals[c * 3 + 1]!
      const sz = u * normals[a * 3 + 2]! + v * normals[b * 3 + 2]! + w * normals[c * 3 + 2]!
      const length = Math.sqrt(sx * sx + sy * sy + sz * sz)
      if (length > 0) [nx, ny, nz] = [(turn * sx) / length, (turn * sy) / length, (turn * sz) / length]
    }
    illuminate(paint, lamps, nx, ny, nz, red, green, blue)
    found[3] = opacity
    return true
  }

  function flatNormal({ positions }: Surface, p: number, q: number, r: number): [number, number, number] {
    const side = (from: number, to: number) =>
      [0, 1, 2].map((k) => positions[to * 3 + k]! - positions[from * 3 + k]!) as [number, number, number]
    const [x1, y1, z1] = side(p, q)
    const [x2, y2, z2] = side(p, r)
    const [x, y, z] = [y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2]
    const length = Math.sqrt(x * x + y * y + z * z) || 1
    const facing = x * camera.forward[0] + y * camera.forward[1] + z * camera.forward[2] > 0 ? -1 : 1
    return [(facing * x) / length, (facing * y) / length, (facing * z) / length]
  }
}

function illuminate(paint: Paint, lamps: Lamps, nx: number, ny: number, nz: number, red: number, green: number, blue: number): void {
  const base = [red, green, blue]
  const [scattered, mirrored] = paint.isUnlit ? [1, 0] : lightOn(lamps, nx, ny, nz, paint)
  const glaze = paint.isUnlit ? 0 : glazing(paint)
  const metallic = paint.isUnlit ? 0 : paint.metallic
  for (let k = 0; k < 3; k++)
    found[k] = base[k]! * scattered * (1 - metallic) + mirrored * (base[k]! * metallic + glaze * (1 - metallic)) + paint.emitted[k]!
}

/** The colour of a texture at a point: it repeats beyond its edges and is interpolated between pixels. */
function sample({ width, height, pixels }: Texture, u: number, v: number): void {
  const [x, y] = [(u - Math.floor(u)) * width - 0.5, (v - Math.floor(v)) * height - 0.5]
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - x0, y - y0]
  const column = (at: number) => ((at % width) + width) % width
  const row = (at: number) => ((at % height) + height) % height
  const at = (dx: number, dy: number) => (row(y0 + dy) * width + column(x0 + dx)) * 4
  const [p, q, r, s] = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)]
  const [wp, wq, wr, ws] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy]
  for (let k = 0; k < 3; k++)
    found[k] =
      wp * linearOf[pixels[p + k]!]! + wq * linearOf[pixels[q + k]!]! + wr * linearOf[pixels[r + k]!]! + ws * linearOf[pixels[s + k]!]!
  found[3] = (wp * pixels[p + 3]! + wq * pixels[q + 3]! + wr * pixels[r + 3]! + ws * pixels[s + 3]!) / 255
}
