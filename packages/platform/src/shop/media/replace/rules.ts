import type { Point } from '../address.ts'

interface Size {
  readonly width: number | null
  readonly height: number | null
}

/** The middle, of a picture that nobody has said it of. */
const middle: Point = { x: 0.5, y: 0.5 }
/** Retouched pictures are cut by a pixel at times. */
const sameShape = 0.02

/** Width to height: 0, infinite or not a number where one of them is not known, which is the shape of no other picture. */
const shapeOf = ({ width, height }: Size): number => (width ?? 0) / (height ?? 0)

/** Where the focal point of a picture lies after its content was replaced: where it was in one of the same shape, and in the middle of another. */
export const focalAfter = (focal: Point, before: Size, after: Size): Point =>
  Math.abs(shapeOf(after) / shapeOf(before) - 1) <= sameShape ? focal : middle
