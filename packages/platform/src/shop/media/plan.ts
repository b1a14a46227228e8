import type { Ask, Point, Rectangle } from './address.ts'

/** What is done to an original: cut this part out, make it this large. */
export interface Plan {
  readonly cut: Rectangle
  readonly width: number
  readonly height: number
}

export interface Frame {
  readonly width: number
  readonly height: number
  readonly focal: Point
}

/** Longest side of a rendition. A larger ask is answered with the largest of the same shape, as an ask beyond the original is. */
export const longestSide = 4096
/** Most pixels of a rendition: 4096 × 2304. */
export const mostPixels = 9_437_184

/** Works an ask out against an original: inside the bounds above, and never larger than the original is. */
export function plan(original: Frame, ask: Ask): Plan {
  const frame = overlap(original, ask.crop)
  if (ask.how === 'fit' || ask.width === undefined || ask.height === undefined) {
    const scale = Math.min((ask.width ?? Infinity) / frame.width, (ask.height ?? Infinity) / frame.height, ceiling(frame), 1)
    return { cut: frame, width: atLeastOne(frame.width * scale), height: atLeastOne(frame.height * scale) }
  }
  const asked = { width: ask.width, height: ask.height }
  const cover = Math.min(frame.width / asked.width, frame.height / asked.height)
  const cut = window(frame, { width: asked.width * cover, height: asked.height * cover }, ask.focal ?? within(original, frame))
  const scale = Math.min(1, cover, ceiling(asked))
  return { cut, width: atLeastOne(asked.width * scale), height: atLeastOne(asked.height * scale) }
}

/** Scale that brings a size inside the bounds; above 1 when there is room. */
const ceiling = ({ width, height }: { width: number; height: number }) =>
  Math.min(longestSide / width, longestSide / height, Math.sqrt(mostPixels / (width * height)))

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

/** The part of the picture that a crop names; all of it when they do not meet. */
function overlap({ width, height }: Frame, crop: Rectangle | undefined): Rectangle {
  const whole = { x: 0, y: 0, width, height }
  if (!crop || crop.x >= width || crop.y >= height) return whole
  return { x: crop.x, y: crop.y, width: Math.min(crop.width, width - crop.x), height: Math.min(crop.height, height - crop.y) }
}

/** The original's focal point as seen from a part of it. */
function within({ width, height, focal }: Frame, part: Rectangle): Point {
  return { x: (focal.x * width - part.x) / part.width, y: (focal.y * height - part.y) / part.height }
}

/** A window of the given size in a frame, its middle as near to the focal point as the frame allows. */
function window(frame: Rectangle, size: { width: number; height: number }, focal: Point): Rectangle {
  const width = Math.min(frame.width, atLeastOne(size.width))
  const height = Math.min(frame.height, atLeastOne(size.height))
  const place = (share: number, whole: number, part: number) => Math.round(Math.min(Math.max(share * whole - part / 2, 0), whole - part))
  return { x: frame.x + place(focal.x, frame.width, width), y: frame.y + place(focal.y, frame.height, height), width, height }
}

const widths = [
  16, 32, 48, 64, 72, 80, 96, 120, 128, 144, 160, 192, 200, 240, 256, 288, 300, 320, 360, 384, 400, 480, 500, 512, 600, 640, 720, 750, 768,
  800, 828, 900, 960, 1000, 1080, 1200, 1280, 1440, 1536, 1600, 1800, 1920, 2000, 2048, 2400, 2560, 2880, 3200, 3840, 4096,
]
const ratios = [1, 4 / 5, 5 / 4, 3 / 4, 4 / 3, 2 / 3, 3 / 2, 1 / 2, 2, 16 / 9, 9 / 16, 21 / 9, 40 / 21]
const qualities = [undefined, 50, 60, 70, 75, 80, 85, 90]

/**
 * Sizes that pages really use are rendered for whoever asks. All others are rendered from a budget (`serve.ts`); when an unauthenticated caller has used
 * it up, the next usual size stands in, so that nobody can spend our processor and disk on sizes that no page shows.
 */
export function isUsual(original: Frame, ask: Ask, { cut, width, height }: Plan): boolean {
  if (ask.crop || !qualities.includes(ask.quality)) return false
  if (ask.focal && (ask.focal.x !== 0.5 || ask.focal.y !== 0.5)) return false
  const whole = cut.width === original.width && cut.height === original.height
  const full = width === cut.width || width === longestSide || height === longestSide
  return (widths.includes(width) || full) && (whole || ratios.some((ratio) => Math.abs(height - width / ratio) <= 1))
}

/** The usual size that stands in for an unusual one: no smaller where the original has the pixels, of the nearest shape. */
export function usualInstead(original: Frame, ask: Ask): Plan {
  const usual: Ask = { ...ask, crop: undefined, focal: undefined, quality: undefined }
  const exact = plan(original, usual)
  const width = widths.find((rung) => rung >= exact.width) ?? longestSide
  if (exact.cut.width === original.width && exact.cut.height === original.height)
    return plan(original, { ...usual, how: 'fit', width, height: undefined })
  const wanted = exact.width / exact.height
  const ratio = ratios.reduce((best, next) => (Math.abs(Math.log(next / wanted)) < Math.abs(Math.log(best / wanted)) ? next : best))
  return plan(original, { ...usual, how: 'fill', width, height: Math.max(1, Math.round(width / ratio)) })
}
