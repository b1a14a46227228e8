import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { OpenShop } from './shop.ts'

export interface Storm {
  readonly ids: readonly string[]
  /** Orders a second, as many as the machine let through. */
  readonly rate: number
}

/** Real orders, made through the API, so many a second. */
export async function storm({ till }: OpenShop, perSecond: number, seconds: number): Promise<Storm> {
  const startedAt = performance.now()
  const made = await Promise.all(
    Array.from({ length: perSecond * seconds }, async (_, i) => {
      await sleep((i * 1000) / perSecond)
      const { order } = await till.orders.createOrder({
        order: {
          channelInfo: { type: 'BACKOFFICE_MERCHANT' },
          lineItems: [
            {
              productName: { original: `Morning Mug ${i}` },
              quantity: 1 + (i % 3),
              price: { amount: '26.00' },
              itemType: { preset: 'PHYSICAL' },
            },
          ],
          priceSummary: { total: { amount: `${26 * (1 + (i % 3))}.00` } },
          taxIncludedInPrices: true,
          buyerInfo: { email: `storm-${i}@example.com` },
        },
        settings: { notifications: { sendNotificationToBuyer: false } },
      })
      return order.id!
    }),
  )
  return { ids: made, rate: made.length / ((performance.now() - startedAt) / 1000) }
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
