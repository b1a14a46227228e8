import { useSyncExternalStore } from 'react'

/** The connection is lost, and what waits for it. */
export interface Lost {
  readonly since: Date
  /** What was pressed last and has not been sent. */
  readonly waits?: 'PAGE' | 'FORM' | 'PAYMENT' | undefined
  /** A payment was under way: what became of it is not known yet. */
  readonly unknown?: boolean | undefined
}

let lost: Lost | undefined
/** What was pressed without a connection. */
let held: (() => void) | undefined
const listeners = new Set<() => void>()
const retries = new Set<() => void>()

function tell(now: Lost | undefined): void {
  lost = now
  for (const listener of listeners) listener()
}

const lose = (more: Omit<Lost, 'since'> = {}) => tell({ since: new Date(), ...lost, ...more })

/** What was pressed goes its way, and what was asked for is asked for again. */
export function goOn(): void {
  if (!navigator.onLine) return
  const next = held
  held = undefined
  tell(undefined)
  for (const retry of retries) retry()
  next?.()
}

/** What was pressed is not done. */
export function letGo(): void {
  held = undefined
  if (lost) tell({ since: lost.since })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useLost = (): Lost | undefined =>
  useSyncExternalStore(
    subscribe,
    () => lost,
    () => undefined,
  )

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

/** Until the connection is back, or it is time to look whether the server can be reached again. */
function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      retries.delete(done)
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    const done = () => {
      over()
      resolve()
    }
    const stop = () => {
      over()
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(done, ms)
    retries.add(done)
    signal?.addEventListener('abort', stop)
  })
}

type Body = RequestInit['body']
const field = (body: Body, name: string): unknown =>
  body instanceof FormData || body instanceof URLSearchParams ? body.get(name) : undefined

/** Sent twice it does no more than once: it only reads, it names itself by a key, or it says how many there are to be. */
const mayRepeat = (method: string, body: Body): boolean =>
  method === 'GET' || field(body, 'key') != null || field(body, 'intent') === 'change'

/**
 * What the page asks of its own server waits for the connection instead of failing, so that the page stays as it is. What nobody can send a
 * second time fails, where the connection was lost while it was under way.
 */
function patient(plain: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? undefined : new URL(input, location.href)
    if (url?.origin !== location.origin) return plain(input, init)
    const { method = 'GET', body, signal } = init
    const pays = field(body, 'intent') === 'pay'
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      if (navigator.onLine)
        try {
          const response = await plain(url, init)
          if (lost) goOn()
          return response
        } catch (error) {
          if (!(error instanceof TypeError) || signal?.aborted || !mayRepeat(method, body)) throw error
        }
      lose(pays ? { unknown: true } : {})
      await pause(ms, signal)
    }
  }
}

function hold(event: Event, waits: NonNullable<Lost['waits']>, go: () => void): void {
  event.preventDefault()
  event.stopImmediatePropagation()
  held = go
  lose({ waits })
}

function holdClick(event: MouseEvent): void {
  if (navigator.onLine || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  const isHere = link.pathname === location.pathname && link.search === location.search
  if (isHere) return
  hold(event, 'PAGE', () => (link.isConnected ? link.click() : location.assign(link.href)))
}

function holdSubmit(event: SubmitEvent): void {
  if (navigator.onLine || !(event.target instanceof HTMLFormElement)) return
  const { target: form, submitter } = event
  const pays = new FormData(form).get('intent') === 'pay'
  hold(event, pays ? 'PAYMENT' : 'FORM', () => form.isConnected && form.requestSubmit(submitter))
}

/** A link that is near to being pressed is not made ready: the router loads the whole page anew where it cannot fetch a page's script. */
function leaveUnready(event: Event): void {
  const to = event instanceof MouseEvent && event.type.endsWith('out') ? event.relatedTarget : event.target
  if (!navigator.onLine && to instanceof Element && to.closest('a[href]')) event.stopPropagation()
}
const nearing = ['mouseover', 'mouseout', 'pointerover', 'pointerout', 'focusin', 'touchstart'] as const

/** From now on the page waits where it would fail. Before the page itself hears of a press, it is heard here. */
export function watchConnection(): () => void {
  const plain = window.fetch
  window.fetch = patient(plain.bind(window))
  const over = new AbortController()
  const { signal } = over
  window.addEventListener('click', holdClick, { capture: true, signal })
  window.addEventListener('submit', holdSubmit, { capture: true, signal })
  for (const near of nearing) window.addEventListener(near, leaveUnready, { capture: true, signal })
  window.addEventListener('offline', () => lose(), { signal })
  window.addEventListener('online', goOn, { signal })
  if (!navigator.onLine) lose()
  return () => {
    window.fetch = plain
    over.abort()
  }
}
