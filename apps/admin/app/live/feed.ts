import type { LiveEvent } from '@vitrine/contract'
import { backoffMs, unheard } from './rules.ts'

/** Whether what happens is heard: `coming` is the moment before the first word, `off` is known to be silence. */
export type ConnectionState = 'on' | 'coming' | 'off'

export interface News {
  readonly events: readonly LiveEvent[]
  /** More happened than is told: whatever is shown may be old. */
  readonly lost: boolean
  /** Of several tabs of the admin one hears the shop, and tells the others. */
  readonly isFirst: boolean
}

type Said =
  | { readonly is: 'news'; readonly events: readonly LiveEvent[]; readonly lost: boolean }
  | { readonly is: 'connection'; readonly connection: ConnectionState }
  | { readonly is: 'here' }

const address = '/admin/session/live'
const channelName = 'vitrine-live'
/** The shop gives a beat each quarter of a minute. */
const silenceMs = 40_000
/** A feed ends every few minutes and comes back at once; nobody has to know. */
const graceMs = 5000
/** Whoever comes back to a window after so long sees everything read anew. */
const longAwayMs = 60_000

const hearers = new Set<(news: News) => void>()
const watchers = new Set<() => void>()
let connection: ConnectionState = 'coming'

function setConnection(next: ConnectionState): void {
  if (next === connection) return
  connection = next
  for (const watch of watchers) watch()
}

function tell(events: readonly LiveEvent[], lost: boolean, isFirst: boolean): void {
  if (events.length > 0 || lost) for (const hear of hearers) hear({ events, lost, isFirst })
}

export function hearNews(hear: (news: News) => void): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

export function watchConnection(watch: () => void): () => void {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const currentConnection = (): ConnectionState => connection

/** Listens to the shop until it is told to stop; all tabs of one browser share one connection. */
export function startFeed(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const channel = new BroadcastChannel(channelName)
  let isFirst = false
  const pass = (said: Said) => channel.postMessage(said)

  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.is === 'here') {
      if (isFirst) pass({ is: 'connection', connection })
    } else if (isFirst) return
    else if (data.is === 'connection') setConnection(data.connection)
    else tell(data.events, data.lost, false)
  }
  pass({ is: 'here' })

  const lead = async () => {
    if (signal.aborted) return
    isFirst = true
    await connected(signal, {
      news(events, lost) {
        pass({ is: 'news', events, lost })
        tell(events, lost, true)
      },
      connection(next) {
        setConnection(next)
        pass({ is: 'connection', connection: next })
      },
    })
  }
  // Without locks, as over plain HTTP, each tab listens for itself.
  if (navigator.locks) navigator.locks.request(channelName, { signal }, lead).catch(() => {})
  else void lead()

  let hiddenAt = 0
  const turned = () => {
    if (document.hidden) hiddenAt = performance.now()
    else if (performance.now() - hiddenAt > longAwayMs) tell([], true, false)
  }
  document.addEventListener('visibilitychange', turned, { signal })

  return () => {
    stopping.abort()
    channel.close()
    setConnection('coming')
  }
}

interface Ears {
  readonly news: (events: readonly LiveEvent[], lost: boolean) => void
  readonly connection: (connection: ConnectionState) => void
}

/** Holds the connection until the signal comes. */
function connected(signal: AbortSignal, ears: Ears): Promise<void> {
  return new Promise((resolve) => {
    const known = new Set<string>()
    let source: EventSource | undefined
    let last: string | undefined
    let failures = 0
    let silence: ReturnType<typeof setTimeout>
    let again: ReturnType<typeof setTimeout>
    let grace: ReturnType<typeof setTimeout> | undefined

    const heard = () => {
      failures = 0
      clearTimeout(grace)
      grace = undefined
      clearTimeout(silence)
      silence = setTimeout(reopen, silenceMs)
      ears.connection('on')
    }
    const missed = () => {
      if (!navigator.onLine) ears.connection('off')
      grace ??= setTimeout(() => ears.connection('off'), graceMs)
    }
    function reopen(): void {
      source?.close()
      clearTimeout(silence)
      clearTimeout(again)
      missed()
      again = setTimeout(open, backoffMs(failures++, Math.random()))
    }
    function open(): void {
      clearTimeout(again)
      source?.close()
      source = new EventSource(last === undefined ? address : `${address}?after=${last}`)
      silence = setTimeout(reopen, silenceMs)
      source.addEventListener('hello', heard)
      source.addEventListener('beat', heard)
      source.addEventListener('lost', () => {
        heard()
        ears.news([], true)
      })
      source.addEventListener('happened', ({ data, lastEventId }: MessageEvent<string>) => {
        heard()
        last = lastEventId
        ears.news(unheard(JSON.parse(data) as readonly LiveEvent[], known), false)
      })
      source.onerror = () => {
        // What the browser gave up on is ours to try again; all else it does by itself.
        if (source?.readyState === EventSource.CLOSED) reopen()
        else missed()
      }
    }
    const back = () => {
      failures = 0
      open()
    }
    addEventListener('online', back, { signal })
    addEventListener('offline', missed, { signal })
    signal.addEventListener('abort', () => {
      source?.close()
      clearTimeout(silence)
      clearTimeout(again)
      clearTimeout(grace)
      resolve()
    })
    open()
  })
}
