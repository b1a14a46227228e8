import { setTimeout as sleep } from 'node:timers/promises'
import { type Traced, traced } from '@vitrine/e2e/trace'
import type { Page } from 'playwright-core'

/** Something that a merchant does on a page, again and again. */
export interface Act {
  readonly name: string
  readonly times: number
  /** Before it is looked at: once, and each time. */
  readonly begin?: () => Promise<unknown>
  readonly ready?: () => Promise<unknown>
  readonly run: (nth: number) => Promise<unknown>
  /** What it brings; without it the act asks for nothing. */
  readonly until?: Coming
}

/** Other rows, the next row, what is picked of the page or of all, another panel, other columns. */
export type Coming = 'rows' | 'row' | 'picks' | 'all picks' | 'panel' | 'columns'

export interface Looked {
  readonly name: string
  readonly times: number
  /** From the key or the button to the rows on the screen, in milliseconds, sorted. */
  readonly shown: readonly number[]
  /** What of it the shop took to answer, sorted. */
  readonly answered: readonly number[]
  readonly traced: Traced
}

declare global {
  interface Window {
    bench: {
      readonly frames: (on: boolean) => void
      readonly arm: (until: Coming) => void
      readonly shown: () => Promise<{ readonly shown: number; readonly answered: number }>
    }
  }
}

/**
 * Runs in the page. It takes the time from the last press after `arm` until what was waited for has been painted: the browser's own time of
 * the press, and the first task after the frame.
 */
export function watch(): void {
  interface Seen {
    readonly rows: string
    readonly late: boolean
    readonly focused: string
    readonly heads: number
    /** Its view, filters and order, as they are shown. */
    readonly asked: string
    /** What the bar of picked rows says, and the panel beside the list. */
    readonly picked: string
    readonly peek: string
  }
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
  const look = (): Seen => {
    const rows = [...document.querySelectorAll('[data-rows] tbody tr')]
    return {
      rows: `${rows.length} ${rows[0]?.textContent} ${rows.at(-1)?.textContent}`,
      late: document.querySelector('.listed')?.getAttribute('aria-busy') !== 'false',
      focused: text('tr[data-focus] th'),
      heads: document.querySelectorAll('[data-rows] thead th').length,
      asked: [...document.querySelectorAll('.tabs [aria-current] , .tools .chip, th[aria-sort]')]
        .map((part) => `${part.firstChild?.textContent} ${part.getAttribute('aria-sort')}`)
        .join(),
      picked: text('.float b'),
      peek: text('aside.peek'),
    }
  }
  const comes: Readonly<Record<Coming, (now: Seen, was: Seen) => boolean>> = {
    // Two filters may find the same rows.
    rows: (now, was) => (now.rows !== was.rows || now.asked !== was.asked) && !now.late,
    row: (now, was) => now.focused !== was.focused,
    picks: ({ picked }) => picked === '50 selected',
    'all picks': ({ picked }) => /\d,\d{3} selected/.test(picked),
    panel: (now, was) => now.peek !== was.peek,
    columns: (now, was) => now.heads !== was.heads,
  }
  let frames = false
  const frame = () => frames && requestAnimationFrame(frame)
  let shown = Promise.resolve({ shown: 0, answered: 0 })
  window.bench = {
    frames(on) {
      frames = on
      frame()
    },
    arm(until) {
      const before = look()
      const isThere = comes[until]
      let pressedAt: number | undefined
      const pressed = ({ timeStamp }: Event) => void (pressedAt = timeStamp)
      for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, pressed, true)
      performance.clearResourceTimings()
      shown = new Promise((resolve) => {
        const done = () => {
          if (pressedAt === undefined || !isThere(look(), before)) return
          changes.disconnect()
          for (const kind of ['keydown', 'pointerdown']) removeEventListener(kind, pressed, true)
          const from = pressedAt
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => {
              const asked = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/ecom/v1/orders/search'))
              resolve({ shown: performance.now() - from, answered: asked.at(-1)?.duration ?? 0 })
            }
            port2.postMessage(undefined)
          })
        }
        const changes = new MutationObserver(done)
        changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      })
    },
    shown: () => shown,
  }
}

const patienceMs = 20_000
const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** Does something that changes what the page shows, and waits until it is painted. */
export async function changing(page: Page, until: Coming, run: () => Promise<unknown>): Promise<{ shown: number; answered: number }> {
  await page.evaluate((words) => window.bench.arm(words), until)
  await run()
  const shown = await Promise.race([page.evaluate(() => window.bench.shown()), sleep(patienceMs, undefined, { ref: false })])
  if (!shown) throw new Error(`nothing came of it within ${patienceMs} ms: ${until}`)
  return shown
}

/** Does it under the browser's tracing. */
export async function lookAt(page: Page, { name, times, begin, ready, run, until }: Act): Promise<Looked> {
  await begin?.()
  const came: { readonly shown: number; readonly answered: number }[] = []
  const trace = await traced(page, async () => {
    await page.evaluate(() => window.bench.frames(true))
    for (let nth = 0; nth < times; nth++) {
      await ready?.()
      if (until) came.push(await changing(page, until, () => run(nth)))
      else await run(nth)
    }
    await page.evaluate(() => window.bench.frames(false))
  })
  return {
    name,
    times,
    shown: sorted(came.map(({ shown }) => shown)),
    answered: sorted(came.map(({ answered }) => answered)),
    traced: trace,
  }
}
