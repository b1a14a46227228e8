import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { OpenShop } from './shop.ts'

export interface Storm {
  readonly ids: readonly string[]
  /** Orders a second, as many as the machine let through. */
  readonly rate: number
}

/** So many ask at once; more would only wait for a connection to the database. */
const mostAtOnce = 12

/** Real orders, made through the API, so many a second as far as the machine lets them through. */
export async function storm({ till }: OpenShop, perSecond: number, seconds: number): Promise<Storm> {
  const startedAt = performance.now()
  const ids: string[] = []
  let begun = 0
  const blow = async () => {
    for (let i = begun++; i < perSecond * seconds; i = begun++) {
      await sleep(Math.max(0, startedAt + (i * 1000) / perSecond - performance.now()))
      const quantity = 1 + (i % 3)
      const { order } = await till.orders.createOrder({
        order: {
          channelInfo: { type: 'BACKOFFICE_MERCHANT' },
          lineItems: [
            { productName: { original: `Morning Mug ${i}` }, quantity, price: { amount: '26.00' }, itemType: { preset: 'PHYSICAL' } },
          ],
          priceSummary: { total: { amount: `${26 * quantity}.00` } },
          taxIncludedInPrices: true,
          buyerInfo: { email: `storm-${i}@example.com` },
        },
        settings: { notifications: { sendNotificationToBuyer: false } },
      })
      ids.push(order.id!)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, blow))
  return { ids, rate: ids.length / ((performance.now() - startedAt) / 1000) }
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest task of a page's main thread while something goes on, in milliseconds: by the processor's time, which other processes of the
 * machine do not change, and by the clock.
 */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<{ readonly cpu: number; readonly clock: number }> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', '__metadata', 'devtools.timeline'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
  if (tasks.length === 0) throw new Error('the trace has no tasks')
  const longest = (of: (task: TraceEvent) => number | undefined) => Math.max(...tasks.map((task) => of(task) ?? 0)) / 1000
  return { cpu: longest(({ tdur }) => tdur), clock: longest(({ dur }) => dur) }
}
