import type { Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** All times are in microseconds. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** What the main threads of a browser's pages did while something went on. */
export interface Traced {
  /**
   * The longest task, in milliseconds: by the processor's time, which other processes of the machine do not change, and by the clock.
   */
  readonly longest: { readonly cpu: number; readonly clock: number }
  /** How long frames stood, in milliseconds, of pages that ask for each of them. */
  readonly frames: readonly number[]
}

const categories = ['toplevel', '__metadata', 'devtools.timeline']

/** Does something under Chromium's tracing; every page of the browser is in the trace. */
export async function traced(page: Page, work: () => Promise<void>): Promise<Traced> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories })
  await work()
  const trace = (await browser.stopTracing()).toString()
  return read((JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] }).traceEvents)
}

function read(events: readonly TraceEvent[]): Traced {
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread))
  const ofMains = events.filter((event) => mains.has(thread(event)))
  const tasks = ofMains.filter(({ name }) => name.endsWith('RunTask'))
  if (tasks.length === 0) throw new Error('the trace has no tasks')
  const longest = (of: (task: TraceEvent) => number | undefined) => tasks.reduce((most, task) => Math.max(most, of(task) ?? 0), 0) / 1000
  const drawn = Map.groupBy(
    ofMains.filter(({ name }) => name === 'FireAnimationFrame'),
    thread,
  )
  const frames = [...drawn.values()].flatMap((of) => {
    const at = [...new Set(of.map(({ ts }) => ts))].sort((a, b) => a - b)
    return at.slice(1).map((ts, i) => (ts - at[i]!) / 1000)
  })
  return { longest: { cpu: longest(({ tdur }) => tdur), clock: longest(({ dur }) => dur) }, frames }
}
