import { Readable } from 'node:stream'
import type { Right } from '@vitrine/contract'
import type { LiveFeed } from './feed.ts'

/** Below the session's path, so that its cookie comes along. */
export const livePath = '/admin/session/live'

export interface LiveRequest {
  readonly site: string
  readonly method: string
  /** After the question mark: `after` is where a page goes on from that came back by itself, `last-event-id` where its browser did. */
  readonly search: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface LiveAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | undefined
}

export interface LiveDeps {
  readonly feed: LiveFeed
  /** What whoever holds this cookie may do; undefined where the session is over. */
  readonly rightsOf: (site: string, cookie: string | undefined) => Promise<ReadonlySet<Right> | undefined>
  readonly report: (fault: unknown, where: string) => void
  readonly beatMs?: number
  readonly lastsMs?: number
}

export interface LiveRoute {
  open(request: LiveRequest): Promise<LiveAnswer>
  /** Lets everybody go; they come back by themselves, to whoever answers then. */
  close(): Promise<void>
}

const usualBeatMs = 15_000
/** As long as an access token: whoever was shut out, or has another role, is found out then at the latest. */
const usualLastsMs = 5 * 60_000
/** A client that reads more slowly than this is told that it lost some, rather than that we buffer it. */
const mostWaiting = 128 * 1024
const mostListeners = 1000

const plain = { 'cache-control': 'no-store, no-transform', 'x-content-type-options': 'nosniff' }
const stream = { ...plain, 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
const isId = (text: string | undefined): text is string => text !== undefined && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Tells staff what happens, as Server-Sent Events: `hello`, then `happened` with a list, `lost` where it cannot tell all, and a `beat`. */
export function liveRoute({ feed, rightsOf, report, beatMs = usualBeatMs, lastsMs = usualLastsMs }: LiveDeps): LiveRoute {
  const open = new Set<() => void>()
  let closing = false

  async function begin({ site, method, search, headers }: LiveRequest): Promise<LiveAnswer> {
    if (method !== 'GET') return { status: 405, headers: { ...plain, allow: 'GET' }, body: undefined }
    const from = headers['sec-fetch-site']
    if (from !== undefined && from !== 'same-origin') return { status: 403, headers: plain, body: undefined }
    if (closing || open.size >= mostListeners) return busy
    const rights = await rightsOf(site, headers['cookie'])
    // The word with which a browser does not ask again.
    if (!rights) return { status: 204, headers: plain, body: undefined }

    let lost = false
    let over = false
    const body = new Readable({
      highWaterMark: mostWaiting,
      read() {
        if (!lost || over) return
        lost = false
        body.push(frame('lost', '1'))
      },
    })
    const say = (text: string) => {
      if (lost || over) return
      if (body.readableLength > mostWaiting) lost = true
      else body.push(text)
    }
    // They do not all come back at the same moment.
    body.push(`retry: ${500 + Math.round(Math.random() * 2500)}\n${frame('hello', '1')}`)
    const beat = setInterval(() => say(frame('beat', '1')), beatMs)
    const end = () => {
      if (!over) body.push(null)
      over = true
    }
    const ending = setTimeout(end, lastsMs * (0.8 + 0.2 * Math.random()))
    beat.unref()
    ending.unref()
    open.add(end)
    let leave: (() => void) | undefined
    body.once('close', () => {
      clearInterval(beat)
      clearTimeout(ending)
      over = true
      open.delete(end)
      leave?.()
    })
    const last = headers['last-event-id'] ?? new URLSearchParams(search).get('after') ?? undefined
    try {
      leave = await feed.listen(
        {
          site,
          rights,
          hear: (events, upTo) => say(`id: ${upTo}\n${frame('happened', JSON.stringify(events))}`),
          lost: () => say(frame('lost', '1')),
        },
        isId(last) ? last : undefined,
      )
    } catch (error) {
      body.destroy()
      throw error
    }
    if (body.destroyed) leave()
    return { status: 200, headers: stream, body }
  }

  return {
    async open(request) {
      try {
        return await begin(request)
      } catch (error) {
        report(error, 'live feed')
        return busy
      }
    },
    async close() {
      closing = true
      for (const end of open) end()
      await feed.close()
    },
  }
}

const busy: LiveAnswer = { status: 503, headers: { ...plain, 'retry-after': '5' }, body: undefined }

const frame = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`
