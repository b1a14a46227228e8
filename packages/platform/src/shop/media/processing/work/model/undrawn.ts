import type { MediaDetails } from '../../../details.ts'

/** Thrown when a model cannot be drawn; viewers may still be able to show it. */
export class Undrawn extends Error {
  readonly why: NonNullable<MediaDetails['thumbnailUnavailable']>
  constructor(why: Undrawn['why']) {
    super(why)
    this.why = why
  }
}
