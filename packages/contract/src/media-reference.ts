import * as z from 'zod'
import { text } from './primitives.ts'

const mediaAddress = /^(?:wix:)?(?:image|video|audio|document):\/\/v1\/(?:ugd\/)?([^/?#]+)/
const ownAddress = /^(?:https?:\/\/[^/?#]+)?\/(?:media|video)\/([^/?#]+)/

/**
 * The id in a reference to a file: a media address such as `wix:image://v1/<id>/…`, the address of a file or of a size of it, or the id
 * itself.
 */
export function mediaIdIn(reference: string): string {
  const [, id] = mediaAddress.exec(reference) ?? ownAddress.exec(reference) ?? []
  try {
    return id === undefined ? reference : decodeURIComponent(id)
  } catch {
    return reference
  }
}

const reference = (min: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.length <= 2048 ? mediaIdIn(value) : value),
    text(1000, min),
  ) as unknown as z.ZodType<string, string>

/** The id of a file of the shop. A media address, or the address of one of its files, counts as the id in it. */
export const MediaReference = reference(1)

/** The same, where a reference to no file is ignored. */
export const MediaReferenceOrNone = reference(0)
