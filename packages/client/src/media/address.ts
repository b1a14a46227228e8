/**
 * What a media address names: `wix:image://v1/<id>/<file>#originWidth=…&originHeight=…`, and likewise `wix:video://`, `wix:audio://` and
 * `wix:document://`. The published client writes them where the wire has an object with an `id`.
 */
export type MediaAddress = ImageAddress | VideoAddress | AudioAddress | DocumentAddress

interface Named {
  /** Of the file among the shop's media. */
  readonly id: string
  readonly filename?: string
}

export interface ImageAddress extends Named {
  readonly kind: 'image'
  /** Of the original, in pixels. */
  readonly width?: number
  readonly height?: number
}

export interface VideoAddress extends Named {
  readonly kind: 'video'
  /** Its poster until it plays. */
  readonly poster?: { readonly id: string; readonly width?: number; readonly height?: number }
}

export interface AudioAddress extends Named {
  readonly kind: 'audio'
  /** Seconds. */
  readonly duration?: number
}

export interface DocumentAddress extends Named {
  readonly kind: 'document'
}

const form = /^(?:wix:)?(image|video|audio|document):\/\/v1\/(?:ugd\/)?([^/?#]+)(?:\/([^?#]*))?(?:\?[^#]*)?(?:#(.*))?$/

/**
 * Reads a media address. `undefined` for anything else, such as an `https` address. The older form without `wix:` is understood, too.
 *
 * @example
 * const picture = parseMediaAddress('wix:image://v1/mug~mv2.webp/Sage%20mug.webp#originWidth=1000&originHeight=1250')
 * if (picture?.kind === 'image') show([picture.id, picture.filename, picture.width]) // mug~mv2.webp, Sage mug.webp, 1000
 */
export function parseMediaAddress(text: string): MediaAddress | undefined {
  const [, kind, rawId, file, hash = ''] = form.exec(text) ?? []
  const id = decoded(rawId)
  if (!id) return undefined
  const filename = decoded(file)
  const named = { id, ...(filename && filename !== 'undefined' && { filename }) }
  const params = new URLSearchParams(hash)
  const number = (name: string) => Number(params.get(name)) || undefined
  const size = (wide: string, high: string) => defined({ width: number(wide), height: number(high) })
  if (kind === 'image') return { kind, ...named, ...size('originWidth', 'originHeight') }
  if (kind === 'audio') return { kind, ...named, ...defined({ duration: number('duration') }) }
  if (kind === 'document') return { kind, ...named }
  const poster = params.get('posterUri')
  return { kind: 'video', ...named, ...(poster && { poster: { id: poster, ...size('posterWidth', 'posterHeight') } }) }
}

/**
 * Writes a media address, as fields of the published client take it.
 *
 * @example
 * show(formatMediaAddress({ kind: 'image', id: 'mug~mv2.webp', filename: 'Sage mug.webp', width: 1000, height: 1250 }))
 * // wix:image://v1/mug~mv2.webp/Sage%20mug.webp#originWidth=1000&originHeight=1250
 */
export function formatMediaAddress(media: MediaAddress): string {
  const params = new URLSearchParams(
    Object.entries(factsOf(media)).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const hash = params.size > 0 ? `#${params}` : ''
  return `wix:${media.kind}://v1/${encodeURIComponent(media.id)}/${encodeURIComponent(media.filename ?? media.id)}${hash}`
}

function factsOf(media: MediaAddress): Readonly<Record<string, string | number | undefined>> {
  if (media.kind === 'image') return { originWidth: media.width, originHeight: media.height }
  if (media.kind === 'audio') return { duration: media.duration }
  if (media.kind === 'document') return {}
  return { posterUri: media.poster?.id, posterWidth: media.poster?.width, posterHeight: media.poster?.height }
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return undefined
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>
