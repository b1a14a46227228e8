import type { Point } from '../address.ts'

interface Size {
  readonly width: number | null
  readonly height: number | null
}

/** The middle, of a picture that nobody has said it of. */
const middle: Point = { x: 0.5, y: 0.5 }
/** Retouched pictures are cut by a pixel at times. */
const sameShape = 0.02

/** Where the focal point of a picture lies after its content was replaced: where it was in one of the same shape, and in the middle of another. */
export function focalAfter(focal: Point, before: Size, after: Size): Point {
  if (!before.width || !before.height || !after.width || !after.height) return middle
  const ratio = after.width / after.height / (before.width / before.height)
  return Math.abs(ratio - 1) <= sameShape ? focal : middle
}
