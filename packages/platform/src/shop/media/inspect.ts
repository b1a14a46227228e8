import type { MediaDetails } from './details.ts'
import { readArchive, typeOfArchive } from './kinds/archive.ts'
import { readMovie } from './kinds/boxes.ts'
import { checkPdf } from './kinds/document.ts'
import { readIcon } from './kinds/icon.ts'
import type { Kind } from './kinds/kind.ts'
import { readMatroska } from './kinds/matroska.ts'
import { readModel } from './kinds/model.ts'
import { readPicture } from './kinds/picture.ts'
import { type FileType, sniff } from './kinds/sniff.ts'
import { readSound } from './kinds/sound.ts'
import { type OnDisk, type Source, sourceOf, withSource } from './kinds/source.ts'
import { Unfit, UnfitFile } from './kinds/unfit.ts'
import { sanitiseSvg } from './kinds/vector.ts'

/** What a file is, found out from its bytes alone. */
export interface Facts {
  readonly kind: Kind
  readonly mime: string
  readonly extension: string
  /** Upright size in pixels; undefined for what has none. */
  readonly width: number | undefined
  readonly height: number | undefined
  readonly alpha: boolean
  /** The most frequent colour, `#rrggbb`. */
  readonly colour: string | undefined
  /** A picture of twenty pixels as a `data:` URL, to be shown blurred until the real one is there. */
  readonly placeholder: string | undefined
  readonly details: MediaDetails
  /** What is stored instead of the bytes that came: a drawing without what is in it that runs or loads something. */
  readonly cleaned: Buffer | undefined
}

/** What a file is, or why it is not taken. Of a file on disk only what is needed is read. */
export async function inspect(given: Buffer | OnDisk): Promise<Facts | Unfit> {
  try {
    return await withSource(given, look)
  } catch (error) {
    if (error instanceof UnfitFile) return error.unfit
    throw error
  }
}

async function look(source: Source): Promise<Facts | Unfit> {
  const type = await sniff(source)
  if (!type)
    return new Unfit(
      'UNKNOWN_TYPE',
      'We take pictures (JPEG, PNG, WebP, GIF, AVIF), drawings (SVG), icons (ICO), films (MP4, MOV, WebM), models (GLB, glTF), sound (MP3, M4A, FLAC, WAV, OGG), PDF, EPUB, office documents and ZIP.',
    )
  return { ...nothingSeen, ...type, ...(await read(source, type)) }
}

const nothingSeen = {
  width: undefined,
  height: undefined,
  alpha: false,
  colour: undefined,
  placeholder: undefined,
  details: {},
  cleaned: undefined,
}

async function read(source: Source, { kind, mime }: FileType): Promise<Partial<Facts>> {
  switch (kind) {
    case 'IMAGE': {
      const { palette, frames, ...facts } = await readPicture(source)
      return { ...facts, details: { palette, ...(frames > 1 && { frames }) } }
    }
    case 'VECTOR': {
      const cleaned = sanitiseSvg(await source.read(0, source.size))
      const { palette, frames: _, ...facts } = await readPicture(sourceOf(cleaned))
      return { ...facts, details: { palette }, cleaned }
    }
    case 'VIDEO': {
      const { durationMs, width, height } = mime === 'video/webm' ? await readMatroska(source) : await readMovie(source)
      if (width === undefined) throw new UnfitFile('BROKEN', 'It has no pictures in it.')
      return { width, height, details: durationMs === undefined ? {} : { durationMs } }
    }
    case 'AUDIO': {
      const { durationMs, bitrate } = await readSound(source, mime)
      return { details: { ...(durationMs !== undefined && { durationMs }), ...(bitrate !== undefined && { bitrate }) } }
    }
    case 'ICON':
      return readIcon(source)
    case 'MODEL3D': {
      const { dimensions } = await readModel(source)
      return { details: dimensions ? { dimensions } : {} }
    }
    case 'DOCUMENT':
      await checkPdf(source)
      return {}
    case 'ARCHIVE': {
      const archive = await readArchive(source)
      const { isDocument, ...type } = await typeOfArchive(source, archive)
      return isDocument
        ? { ...type, kind: 'DOCUMENT' }
        : { ...type, details: { entries: archive.entries.filter(({ name }) => !name.endsWith('/')).length } }
    }
  }
}

export { mostInputPixels } from './kinds/picture.ts'
export { Unfit } from './kinds/unfit.ts'
