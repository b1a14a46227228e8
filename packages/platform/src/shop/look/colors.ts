/** A colour as `#rrggbb`. */
export type Color = string

type Triple = readonly [number, number, number]

const parsed = (color: Color): Triple => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as unknown as Triple
const written = (parts: Triple): Color =>
  `#${parts
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number): number => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)

function luminanceOf(color: Color): number {
  const [red, green, blue] = parsed(color).map(toLinear) as unknown as Triple
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** As WCAG has it: 1 where two colours are the same, 21 at most. */
export function contrastBetween(one: Color, other: Color): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Lightness, and where it lies between green and red, blue and yellow: OKLab, in which equal steps look equal. */
function toLab(color: Color): Triple {
  const [red, green, blue] = parsed(color).map(toLinear) as unknown as Triple
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ]
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([lightness, a, b]: Triple): Color {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return written([
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ])
}

/** So much of the way from one colour to another: 0 is the first, 1 the second. */
export function mix(from: Color, to: Color, share: number): Color {
  const [a, b] = [toLab(from), toLab(to)]
  return fromLab(a.map((part, at) => part + (b[at]! - part) * share) as unknown as Triple)
}

export const isDark = (color: Color): boolean => toLab(color)[0] < 0.5

/** The same hue in another lightness, with so much of its strength left. */
export function relit(color: Color, lightness: number, strength: number): Color {
  const [, a, b] = toLab(color)
  return fromLab([lightness, a * strength, b * strength])
}

const steps = 100

/** The colour nearest to `color` on the way to `to` that has this contrast with each of the grounds; `to` where none has. */
export function readable(color: Color, to: Color, grounds: readonly Color[], least: number): Color {
  for (let step = 0; step <= steps; step++) {
    const tried = mix(color, to, step / steps)
    if (grounds.every((ground) => contrastBetween(tried, ground) >= least)) return tried
  }
  return to
}
