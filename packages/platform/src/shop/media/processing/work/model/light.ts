import type { Camera, Vector } from './camera.ts'
import type { Paint } from './surface.ts'

/** sRGB in eight bits to linear light. */
export const linearOf: Float32Array = Float32Array.from({ length: 256 }, (_, i) => {
  const share = i / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

const steps = 4096
const screenOf = Uint8Array.from({ length: steps + 1 }, (_, i) => {
  const share = i / steps
  return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055))
})

/** Linear light to sRGB in eight bits. */
export const onScreen = (light: number): number => screenOf[light >= 1 ? steps : light > 0 ? (light * steps) | 0 : 0]!

const unitOf = ([x, y, z]: Vector): Vector => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** A soft lamp above and left of the camera, ambient light, and an environment that metals and glazes reflect. */
export interface Lamps {
  readonly key: Vector
  /** The half vector between lamp and camera. */
  readonly half: Vector
}

export function lampsOf({ right, up, forward }: Camera): Lamps {
  const along = (axis: 0 | 1 | 2) => -0.55 * right[axis] + 0.75 * up[axis] - 0.6 * forward[axis]
  const key = unitOf([along(0), along(1), along(2)])
  return { key, half: unitOf([key[0] - forward[0], key[1] - forward[1], key[2] - forward[2]]) }
}

const [lamp, around, above, gleam] = [0.62, 0.4, 0.16, 0.35]

/** The diffuse and the specular share of light that a surface reflects. Its normal has length one and faces the camera. */
export function lightOn(
  { key, half }: Lamps,
  nx: number,
  ny: number,
  nz: number,
  paint: Paint,
): readonly [scattered: number, mirrored: number] {
  const facing = nx * key[0] + ny * key[1] + nz * key[2]
  // The lamp has a width: its light wraps around edges.
  const wrapped = Math.max(0, (facing + 0.25) / 1.25)
  const scattered = lamp * wrapped + around + above * ny
  const smooth = 1 - paint.roughness
  const peak = Math.max(0, nx * half[0] + ny * half[1] + nz * half[2]) ** (4 + 120 * smooth * smooth)
  return [scattered, 0.45 + 0.3 * ny + gleam * 1.6 * peak * (0.3 + smooth)]
}

export const glazing = (paint: Paint): number => 0.05 + 0.1 * (1 - paint.roughness) ** 2
