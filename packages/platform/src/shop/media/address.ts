/** A place in a picture as shares of its width and height, from the top left. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Encodings a caller may insist on; without one the request's Accept header decides. */
export type Encoding = 'jpeg' | 'webp' | 'png'

/** The rendition that a path asks for. */
export interface Ask {
  /** `fit` keeps the whole picture inside the box, `fill` covers the box and cuts what is over. */
  readonly how: 'fit' | 'fill'
  readonly crop: Rectangle | undefined
  readonly width: number | undefined
  readonly height: number | undefined
  /** Which part to keep when the picture is cut; without it the picture's own focal point. */
  readonly focal: Point | undefined
  readonly quality: number | undefined
  readonly encoding: Encoding | undefined
}

export type Address =
  | { readonly kind: 'original'; readonly id: string; readonly derived?: string }
  | { readonly kind: 'rendition'; readonly id: string; readonly derived?: string; readonly ask: Ask }
  | { readonly kind: 'malformed'; readonly why: string }

/** Media ids are file-like words: letters, digits, `_ ~ -` and an extension, so that an id is never a path. */
export const mediaId = /^[A-Za-z0-9][A-Za-z0-9_~-]{0,99}(\.[A-Za-z0-9]{1,8})?$/

/** Names of what processing made from a file, in a folder at the most. */
const derivedName = /^[a-z0-9][a-z0-9_-]{0,60}\.[a-z0-9]{1,5}$/
const derivedFolders = new Set(['stream', 'captions'])

const alignments: Readonly<Record<string, Point>> = {
  c: { x: 0.5, y: 0.5 },
  t: { x: 0.5, y: 0 },
  tl: { x: 0, y: 0 },
  tr: { x: 1, y: 0 },
  b: { x: 0.5, y: 1 },
  bl: { x: 0, y: 1 },
  br: { x: 1, y: 1 },
  l: { x: 0, y: 0.5 },
  r: { x: 1, y: 0.5 },
}

const encodings: Readonly<Record<string, Encoding>> = { jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp', png: 'png' }

class Malformed extends Error {}

/**
 * Reads `/media/<id>` and `/media/<id>[/v1][/crop/…](/fit|/fill)/…[/<any name>]`, the grammar of the published client's URL builders.
 * Its finishing options (`usm_…`, `blur_…`, `enc_auto` …) are understood and left alone. `/video/<id>/file` and
 * `/video/<id>/<resolution>/mp4/<name>` are the original film. Undefined: not an address of ours at all.
 */
export function readAddress(path: string): Address | undefined {
  const segments = path.split(/[?#]/, 1)[0]!.split('/').slice(1)
  const [room, id, ...rest] = segments
  try {
    if (room === 'video') return readFilm(decoded(id), rest)
    if (room !== 'media') return undefined
    return rest[0] === 'derived' ? readDerived(decoded(id), rest.slice(1)) : readPicture(decoded(id), rest)
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'malformed', why: error.message }
    throw error
  }
}

function readFilm(id: string, rest: readonly string[]): Address | undefined {
  const known = (rest.length === 1 && rest[0] === 'file') || (rest.length === 3 && rest[1] === 'mp4')
  return known && mediaId.test(id) ? { kind: 'original', id } : undefined
}

/** `/media/<id>/derived/[<folder>/]<name>` is what was made from a file; a picture of these has renditions as any other. */
function readDerived(id: string, rest: readonly string[]): Address | undefined {
  const folder = derivedFolders.has(rest[0] ?? '') ? `${rest[0]}/` : ''
  const [name = '', ...steps] = folder ? rest.slice(1) : rest
  if (!derivedName.test(name)) return undefined
  const address = readPicture(id, steps)
  return address && address.kind !== 'malformed' ? { ...address, derived: folder + name } : address
}

function readPicture(id: string, rest: readonly string[]): Address | undefined {
  if (!mediaId.test(id)) return undefined
  if (rest.length === 0 || (rest.length === 1 && rest[0] === '')) return { kind: 'original', id }
  const steps = rest[0] === 'v1' ? rest.slice(1) : [...rest]
  let crop: Rectangle | undefined
  let fitting: { how: 'fit' | 'fill'; options: ReadonlyMap<string, string> } | undefined
  if (steps[0] === 'crop') {
    const options = readOptions(steps[1])
    crop = {
      x: whole(options.get('x') ?? '0', 'x', 0),
      y: whole(options.get('y') ?? '0', 'y', 0),
      width: whole(options.get('w'), 'w', 1),
      height: whole(options.get('h'), 'h', 1),
    }
    fitting = { how: 'fit', options: new Map([...options].filter(([name]) => !['x', 'y', 'w', 'h'].includes(name))) }
    steps.splice(0, 2)
  }
  if (steps[0] === 'fit' || steps[0] === 'fill') {
    fitting = { how: steps[0], options: readOptions(steps[1]) }
    steps.splice(0, 2)
  }
  if (!fitting || steps.length > 1) return undefined
  decoded(steps[0] ?? '')
  const { how, options } = fitting
  const size = (name: string) => (options.has(name) ? whole(options.get(name), name, 1) : undefined)
  const width = size('w')
  const height = size('h')
  if (!crop && width === undefined && height === undefined) throw new Malformed('w_ or h_ is needed')
  return {
    kind: 'rendition',
    id,
    ask: { how, crop, width, height, focal: readFocal(options), quality: readQuality(options), encoding: readEncoding(options) },
  }
}

/** `w_300,h_200,fp_0.5_0.5,bl` → name and value of each; what has no value is there with an empty one. */
function readOptions(segment: string | undefined): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const part of decoded(segment).split(',')) {
    const at = part.indexOf('_')
    const name = at < 0 ? part : part.slice(0, at)
    if (!/^[a-z]{1,8}[0-9]?$/.test(name)) throw new Malformed(`“${part.slice(0, 40)}” is not an option`)
    options.set(name, at < 0 ? '' : part.slice(at + 1))
  }
  return options
}

function readFocal(options: ReadonlyMap<string, string>): Point | undefined {
  const text = options.get('fp')
  if (text !== undefined) {
    const match = /^(\d(?:\.\d{1,6})?)_(\d(?:\.\d{1,6})?)$/.exec(text)
    const point = match && { x: Number(match[1]), y: Number(match[2]) }
    if (!point || point.x > 1 || point.y > 1) throw new Malformed('fp_ takes two shares from 0 to 1, as in fp_0.5_0.3')
    return point
  }
  const alignment = options.get('al')
  if (alignment === undefined) return undefined
  const point = alignments[alignment]
  if (!point) throw new Malformed('al_ is one of c, t, tl, tr, b, bl, br, l, r')
  return point
}

function readQuality(options: ReadonlyMap<string, string>): number | undefined {
  if (!options.has('q')) return undefined
  const quality = whole(options.get('q'), 'q', 1)
  if (quality > 100) throw new Malformed('q_ goes from 1 to 100')
  return quality
}

const readEncoding = (options: ReadonlyMap<string, string>): Encoding | undefined => encodings[options.get('enc') ?? '']

function whole(text: string | undefined, name: string, least: number): number {
  if (text === undefined || !/^\d{1,5}$/.test(text) || Number(text) < least)
    throw new Malformed(`${name}_ takes a whole number of pixels from ${least} on`)
  return Number(text)
}

function decoded(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? '')
  } catch {
    throw new Malformed('a percent escape cannot be read')
  }
}
