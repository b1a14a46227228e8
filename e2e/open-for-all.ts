import { after, before } from 'node:test'
import type { Window } from './browser.ts'
import { type OpenShop, openWithBrowser } from './shop.ts'

/** Opens a shop and a browser before the first test of a suite, hands them over to it, and closes them after the last. */
export function openForAll(
  handOver: (opened: readonly [OpenShop, Window]) => Promise<void> | void,
  environment?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>),
): void {
  let shop: OpenShop | undefined
  let browser: Window | undefined
  before(async () => {
    const opened = await openWithBrowser(typeof environment === 'function' ? environment() : environment)
    ;[shop, browser] = opened
    await handOver(opened)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await shop?.[Symbol.asyncDispose]()
  })
}
