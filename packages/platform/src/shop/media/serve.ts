import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AddressRefusal } from '../../kernel/http/limiter.ts'
import { lruOf } from '../../kernel/lru.ts'
import { accepts, type Format, mimeOf } from './accept.ts'
import { type Ask, readAddress } from './address.ts'
import { Busy, budget, lane, singleFlight } from './lane.ts'
import type { OriginalStore } from './originals.ts'
import { type Frame, isUsual, type Plan, plan, usualInstead } from './plan.ts'
import { ChildEnded } from './processing/child-process.ts'
import { readRange } from './range.ts'
import { render, renderer } from './render.ts'
import type { Renditions } from './renditions.ts'
import type { MediaFile } from './store.ts'

export interface MediaDeps {
  readonly find: (site: string, id: string) => Promise<MediaFile | undefined>
  /** What processing made from a file. */
  readonly findDerivative?: (site: string, id: string, name: string) => Promise<MediaFile | undefined>
  /** The picture that processing made from a file of another kind: a film's poster, the first page of a document. */
  readonly findThumbnail?: (site: string, id: string) => Promise<MediaFile | undefined>
  readonly originals: OriginalStore
  readonly renditions: Renditions
  /** Makes what may take its time in a process that stands back behind this one. */
  readonly renderBehind: typeof render
  readonly now: () => number
  readonly report: (fault: unknown, where: string) => void
  /** Pictures rendered at once; two suit two cores. */
  readonly atOnce?: number
  /** How long nobody must have waited for a picture before AVIF is worked on. */
  readonly restMs?: number
}

export interface MediaRequest {
  readonly site: string
  readonly method: string
  /** Path as it came, with its percent escapes. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Counts an original that is read, or a rendition that has to be made; without it, nothing is counted. */
  readonly limit?: (what: 'file' | 'picture') => AddressRefusal | undefined
}

export interface MediaAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null where nothing follows the headers. A stream has to be read or destroyed. */
  readonly body: Buffer | Readable | null
}

export interface MediaHandler {
  (request: MediaRequest): Promise<MediaAnswer>
  /** Resolves when no AVIF is waiting to be made. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** What names its content in its address. */
const forGood = 'public, max-age=31536000, immutable'
/** A file may be replaced under its address: it is asked for again after an hour, by browsers that show meanwhile what they have. */
const forAnHour = 'public, max-age=3600, stale-while-revalidate=2592000'
/** Names bytes of other files: what is outdated would lead into the middle of them. */
const eachTime = 'no-cache'
const shortly = 'public, max-age=300'
const common = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
const usualQuality = 80
/** More at once than a browser or two ask for: what is asked for after them is made behind the shop, until all are made. */
const many = 24
const mostAvifPixels = 4_000_000
const mostAvifWaiting = 200

interface Wanted {
  readonly file: MediaFile
  readonly frame: Frame
  readonly plan: Plan
  readonly quality: number
  readonly key: string
}

/** Serves originals and renditions under `/media/` and films under `/video/`, whatever HTTP server stands in front. */
export function mediaHandler(deps: MediaDeps): MediaHandler {
  const atOnce = deps.atOnce ?? 2
  const rendering = lane({ atOnce, waiting: 200 })
  let areMany = false
  const once = singleFlight<Buffer | undefined>()
  const lookUp = singleFlight<MediaFile | undefined>()
  const unusual = budget({ most: 200, perSecond: 2, now: deps.now })
  const files = lruOf<string, MediaFile>(5000, { ttl: 5000 })
  const avif = avifWorkshop()

  async function answer({ site, method, path, headers, limit }: MediaRequest): Promise<MediaAnswer> {
    if (method === 'OPTIONS') return preflight
    if (method !== 'GET' && method !== 'HEAD')
      return refused(405, 'METHOD_NOT_ALLOWED', 'Pictures are only read.', { allow: 'GET, HEAD, OPTIONS' })
    const address = readAddress(path)
    if (!address) return notFound
    if (address.kind === 'malformed') return refused(400, 'MALFORMED_REQUEST', address.why)
    const file = await find(site, address.id, address.derived, contentIn(path))
    if (!file || file.private) return notFound
    const head = (name: string) => [headers[name]].flat().join(', ') || undefined
    const isHead = method === 'HEAD'
    if (address.kind === 'original') return original(site, file, lifeOf(file, address.derived), head, isHead, limit)
    const picture = file.kind === 'IMAGE' ? file : await deps.findThumbnail?.(site, file.id)
    if (!picture || picture.width === null || picture.height === null) {
      return refused(400, 'MALFORMED_REQUEST', 'Only pictures have renditions; this file is served as it is.')
    }
    const frame = { width: picture.width, height: picture.height, focal: picture.focal }
    return rendition(site, picture, frame, address.ask, head, isHead, limit)
  }

  /** `content`: how the digest of what is wanted begins, where the address says it; what was known before may be outdated. */
  async function find(site: string, id: string, derived: string | undefined, content: string | undefined): Promise<MediaFile | undefined> {
    const key = `${site}/${id}${derived === undefined ? '' : `/${derived}`}`
    const known = files.get(key)
    if (known && (content === undefined || known.digest.startsWith(content))) return known
    const file = await lookUp(key, async () => (derived === undefined ? deps.find(site, id) : deps.findDerivative?.(site, id, derived)))
    if (file) files.set(key, file)
    return file
  }

  async function original(site: string, file: MediaFile, life: string, head: Head, isHead: boolean, limit: Limit): Promise<MediaAnswer> {
    const etag = `"${file.digest.slice(0, 40)}"`
    const headers = { ...common, etag, 'cache-control': life, 'accept-ranges': 'bytes' }
    if (isSame(head('if-none-match'), etag)) return { status: 304, headers, body: null }
    const ifRange = head('if-range')
    const range = isHead || (ifRange && ifRange !== etag) ? undefined : readRange(head('range'), file.bytes)
    if (range === 'unsatisfiable') {
      return refused(416, 'RANGE_NOT_SATISFIABLE', 'The file is shorter than that.', { 'content-range': `bytes */${file.bytes}` })
    }
    const described = { ...headers, ...safely(file), 'content-type': file.mime }
    if (isHead) return { status: 200, headers: { ...described, 'content-length': String(file.bytes) }, body: null }
    const over = limit?.('file')
    if (over) return tooMany(over, 'files')
    const body = await deps.originals.open(site, file.digest, range)
    if (!body) throw new Gone(file)
    if (!range) return { status: 200, headers: { ...described, 'content-length': String(file.bytes) }, body }
    const part = {
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${file.bytes}`,
    }
    return { status: 206, headers: { ...described, ...part }, body }
  }

  async function rendition(
    site: string,
    file: MediaFile,
    frame: Frame,
    ask: Ask,
    head: Head,
    isHead: boolean,
    limit: Limit,
  ): Promise<MediaAnswer> {
    const accept = head('accept')
    const byAccept = ask.encoding === undefined
    const format: Format = ask.encoding ?? (accepts(accept, mimeOf.webp) ? 'webp' : file.alpha ? 'png' : 'jpeg')
    const wanted = want(file, frame, plan(frame, ask), ask.quality)
    const usual = isUsual(frame, ask, wanted.plan)
    const takesAvif = byAccept && accepts(accept, mimeOf.avif) && usual && areaOf(wanted.plan) <= mostAvifPixels
    const known = head('if-none-match')
    const vary: Record<string, string> = byAccept ? { vary: 'Accept' } : {}

    if (takesAvif && !avif.isWaiting(wanted.key)) {
      const better = await deps.renditions.find(wanted.key, 'avif')
      // An empty file says that it was tried and came out larger than the WebP.
      if (better?.length) return sent(better, wanted.key, 'avif', forAnHour, vary, known, isHead)
      if (!better) avif.add(wanted, site)
    }
    const etag = etagOf(wanted.key, format)
    if (isSame(known, etag)) return { status: 304, headers: { ...common, ...vary, etag, 'cache-control': forAnHour }, body: null }

    const made = await deps.renditions.find(wanted.key, format)
    if (made) return sent(made, wanted.key, format, forAnHour, vary, known, isHead)
    const over = limit?.('picture')
    if (over) return tooMany(over, 'pictures')
    if (usual || unusual.take()) {
      const bytes = await make(site, wanted, format)
      return bytes ? sent(bytes, wanted.key, format, forAnHour, vary, known, isHead) : gone(file)
    }
    const instead = want(file, frame, usualInstead(frame, ask), undefined)
    const bytes = (await deps.renditions.find(instead.key, format)) ?? (await make(site, instead, format))
    return bytes ? sent(bytes, instead.key, format, shortly, vary, known, isHead) : gone(file)
  }

  /** Renders and stores. Undefined when the original is gone or can no longer be read. */
  function make(site: string, wanted: Wanted, format: Format): Promise<Buffer | undefined> {
    return once(`${wanted.key}.${format}`, () => rendering.run(() => renderFrom(site, wanted, format)))
  }

  async function renderFrom(site: string, { file, frame, plan, quality, key }: Wanted, format: Format): Promise<Buffer | undefined> {
    const source = await deps.originals.readForChild(site, file.digest)
    if (!source) return undefined
    let bytes: Buffer
    try {
      areMany = rendering.load > (areMany ? atOnce : many)
      bytes = await (areMany ? deps.renderBehind : render)({ source, width: frame.width, height: frame.height, plan, format, quality })
    } catch (error) {
      deps.report(error, `media ${file.id}`)
      // What ended may have had other pictures in hand, too: whether this one can be read is not known.
      if (error instanceof ChildEnded) throw new Busy()
      return undefined
    }
    if (file.mime === mimeOf[format] && areaOf(plan) === frame.width * frame.height && file.bytes <= bytes.length)
      bytes = (await deps.originals.read(site, file.digest)) ?? bytes
    await deps.renditions.keep(key, format, bytes).catch((error: unknown) => deps.report(error, 'media renditions'))
    return bytes
  }

  /** A file that was replaced just now has its former bytes no more: it is looked up again, and served as it is. */
  async function answerAgain(request: MediaRequest, gone: MediaFile): Promise<MediaAnswer> {
    for (const key of files.keys()) if (key.startsWith(`${request.site}/${gone.id}`)) files.delete(key)
    const address = readAddress(request.path)
    const file = address && address.kind !== 'malformed' ? await find(request.site, address.id, address.derived, undefined) : undefined
    if (!file || file.digest === gone.digest) return lost(gone)
    return answer(request).catch((error: unknown) => {
      if (error instanceof Gone) return lost(error.file)
      throw error
    })
  }

  function lost(file: MediaFile): MediaAnswer {
    deps.report(new Error(`the bytes of media ${file.id} are gone or cannot be read`), 'media')
    return notFound
  }

  /** AVIF takes seconds where WebP takes a blink: it is made one at a time while nobody waits, for the next visitor. */
  function avifWorkshop() {
    const waiting = new Map<string, { wanted: Wanted; site: string }>()
    const done = new Set<() => void>()
    let timer: NodeJS.Timeout | undefined
    let working: Promise<void> | undefined
    let closed = false
    const finish = () => {
      if (waiting.size > 0) return
      for (const tell of done) tell()
      done.clear()
    }
    const plan = () => {
      if (timer || working || closed || waiting.size === 0) return
      timer = setTimeout(() => {
        timer = undefined
        if (rendering.load > 0) return plan()
        working = next().finally(() => {
          working = undefined
          finish()
          plan()
        })
      }, deps.restMs ?? 1000)
      timer.unref()
    }
    async function next() {
      const [key, { wanted, site }] = waiting.entries().next().value!
      try {
        const other = await deps.renditions.find(key, 'webp')
        const { frame, file, plan, quality } = wanted
        const source = await deps.originals.readForChild(site, file.digest)
        if (!source) return
        const bytes = await deps.renderBehind({ source, width: frame.width, height: frame.height, plan, format: 'avif', quality })
        await deps.renditions.keep(key, 'avif', other && other.length <= bytes.length ? Buffer.alloc(0) : bytes)
      } catch (error) {
        deps.report(error, `media ${wanted.file.id} as AVIF`)
      } finally {
        waiting.delete(key)
      }
    }
    return {
      isWaiting: (key: string) => waiting.has(key),
      add(wanted: Wanted, site: string) {
        if (closed || waiting.size >= mostAvifWaiting) return
        waiting.set(wanted.key, { wanted, site })
        plan()
      },
      settled: () => (waiting.size === 0 ? Promise.resolve() : new Promise<void>((tell) => done.add(tell))),
      async close() {
        closed = true
        clearTimeout(timer)
        await working
        waiting.clear()
        finish()
      },
    }
  }

  const guarded = async (request: MediaRequest): Promise<MediaAnswer> => {
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof Gone) return answerAgain(request, error.file)
      if (!(error instanceof Busy)) throw error
      return refused(503, 'BUSY', 'Too many pictures are being made at the moment.', { 'retry-after': '2' })
    }
  }
  return Object.assign(guarded, { settled: avif.settled, close: avif.close })
}

/** The bytes of a file are not where its row says, or cannot be read. */
class Gone extends Error {
  readonly file: MediaFile
  constructor(file: MediaFile) {
    super(`media ${file.id}`)
    this.file = file
  }
}

function gone(file: MediaFile): never {
  throw new Gone(file)
}

/** How long an original may be cached. Names of captions say their content. */
const lifeOf = (file: MediaFile, derived: string | undefined): string =>
  streams.test(file.mime) ? eachTime : derived?.startsWith('captions/') ? forGood : forAnHour

type Head = (name: string) => string | undefined
type Limit = MediaRequest['limit']

/** `?v=` and the beginning of a digest: which content of a file is meant. */
const contentIn = (path: string): string | undefined => /\?(?:.*&)?v=([0-9a-f]{8,64})(?:&|$)/.exec(path)?.[1]

const areaOf = ({ width, height }: { width: number; height: number }) => width * height

/** Qualities go in steps of five: nobody sees the difference, and there are fewer to store. */
function want(file: MediaFile, frame: Frame, made: Plan, asked: number | undefined): Wanted {
  const quality = Math.max(5, Math.round((asked ?? usualQuality) / 5) * 5)
  const { cut, width, height } = made
  const recipe = [renderer, file.digest, cut.x, cut.y, cut.width, cut.height, width, height, quality].join(' ')
  return { file, frame, plan: made, quality, key: createHash('sha256').update(recipe).digest('hex').slice(0, 40) }
}

const etagOf = (key: string, format: Format) => `"${key}-${format}"`

function sent(
  bytes: Buffer,
  key: string,
  format: Format,
  cacheControl: string,
  vary: Readonly<Record<string, string>>,
  known: string | undefined,
  isHead: boolean,
): MediaAnswer {
  const etag = etagOf(key, format)
  const headers = { ...common, ...vary, etag, 'cache-control': cacheControl }
  if (isSame(known, etag)) return { status: 304, headers, body: null }
  return {
    status: 200,
    headers: { ...headers, 'content-type': mimeOf[format], 'content-length': String(bytes.length) },
    body: isHead ? null : bytes,
  }
}

/** If-None-Match: a list of tags, weak ones count as well. */
export const isSame = (header: string | undefined, etag: string) =>
  header !== undefined && header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)

/** What is only to be looked at with other programs is saved; a drawing that is opened by itself runs and loads nothing. */
const saved = /^application\/(?:zip|epub\+zip|vnd\.)/
const streams = /^application\/(?:vnd\.apple\.mpegurl|dash\+xml)$/
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

const safely = ({ mime, fileName }: MediaFile): Readonly<Record<string, string>> => ({
  'content-disposition': disposition(fileName, saved.test(mime) && !streams.test(mime) ? 'attachment' : 'inline'),
  ...(mime === 'image/svg+xml' && { 'content-security-policy': drawingPolicy }),
})

export function disposition(name: string, how: 'inline' | 'attachment' = 'inline'): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function refused(status: number, code: string, description: string, headers: Readonly<Record<string, string>> = {}): MediaAnswer {
  const body = Buffer.from(JSON.stringify({ message: description, details: { applicationError: { code, description, data: {} } } }))
  return {
    status,
    headers: {
      ...common,
      ...headers,
      'content-type': 'application/json',
      'content-length': String(body.length),
      'cache-control': 'no-store',
    },
    body,
  }
}

const tooMany = ({ retryAfterSeconds: seconds, headers }: AddressRefusal, what: string): MediaAnswer =>
  refused(
    429,
    'TOO_MANY_REQUESTS',
    `Too many ${what} were asked for from your network. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    headers,
  )

const notFound = refused(404, 'MEDIA_NOT_FOUND', 'There is no such file.')

const preflight: MediaAnswer = {
  status: 204,
  headers: {
    ...common,
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'Range, If-None-Match',
    'access-control-max-age': '86400',
  },
  body: null,
}
