import type { Surface } from './surface.ts'
import { Undrawn } from './undrawn.ts'

export type Vector = readonly [number, number, number]

/** A camera that has the whole scene in the picture. */
export interface Camera {
  readonly eye: Vector
  readonly right: Vector
  readonly up: Vector
  readonly forward: Vector
  /** Pixels for one unit at distance one, and the centre of the picture. */
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** From the right and a little from above, which shows most of a product. */
const [aside, above] = [(32 * Math.PI) / 180, (20 * Math.PI) / 180]
/** The distance, in sizes of the scene: the perspective of a portrait lens. */
const away = 4.5
/** The share of the picture that the scene fills: a crop to four by five still shows all of it. */
const filled = 0.76

export function cameraFor(surfaces: readonly Surface[], side: number): Camera {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  eachCorner(surfaces, (positions, at) => {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis]!, positions[at + axis]!)
      high[axis] = Math.max(high[axis]!, positions[at + axis]!)
    }
  })
  const middle = low.map((one, axis) => (one + high[axis]!) / 2)
  const radius = Math.hypot(...low.map((one, axis) => high[axis]! - one)) / 2
  if (!Number.isFinite(radius) || radius === 0) throw new Undrawn('EMPTY')
  const forward: Vector = [-Math.sin(aside) * Math.cos(above), -Math.sin(above), -Math.cos(aside) * Math.cos(above)]
  const right: Vector = [Math.cos(aside), 0, -Math.sin(aside)]
  const up: Vector = [-Math.sin(aside) * Math.sin(above), Math.cos(above), -Math.cos(aside) * Math.sin(above)]
  const eye = middle.map((one, axis) => one - forward[axis]! * radius * away) as unknown as Vector
  return fitted(surfaces, { eye, right, up, forward, scale: 1, x: 0, y: 0 }, side)
}

/** As large as fits, and centred. */
function fitted(surfaces: readonly Surface[], camera: Camera, side: number): Camera {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const seen = new Float64Array(3)
  eachCorner(surfaces, (positions, at) => {
    look(camera, positions, at, seen, 0)
    left = Math.min(left, seen[0]!)
    right = Math.max(right, seen[0]!)
    top = Math.min(top, seen[1]!)
    bottom = Math.max(bottom, seen[1]!)
  })
  const size = Math.max(right - left, bottom - top)
  if (!(size > 0)) throw new Undrawn('EMPTY')
  const scale = (filled * side) / size
  return { ...camera, scale, x: side / 2 - (scale * (left + right)) / 2, y: side / 2 - (scale * (top + bottom)) / 2 }
}

/** The position of a vertex in the picture, and the inverse of its distance. */
export function look(
  { eye, right, up, forward, scale, x, y }: Camera,
  positions: Float32Array,
  at: number,
  to: Float64Array,
  into: number,
): void {
  const [px, py, pz] = [positions[at]! - eye[0], positions[at + 1]! - eye[1], positions[at + 2]! - eye[2]]
  const nearness = 1 / (px * forward[0] + py * forward[1] + pz * forward[2])
  to[into] = x + scale * nearness * (px * right[0] + py * right[1] + pz * right[2])
  to[into + 1] = y - scale * nearness * (px * up[0] + py * up[1] + pz * up[2])
  to[into + 2] = nearness
}

function eachCorner(surfaces: readonly Surface[], take: (positions: Float32Array, at: number) => void): void {
  for (const { positions, triangles } of surfaces)
    for (const corner of triangles) {
      const at = corner * 3
      if (Number.isFinite(positions[at]! + positions[at + 1]! + positions[at + 2]!)) take(positions, at)
    }
}
