import type { AddressInfo } from 'node:net'
import type { Platform } from '@vitrine/platform'
import { startTestPlatform, type TestPlatform } from '@vitrine/testing/platform'
import pino from 'pino'
import { metrics } from '../metrics.ts'
import { createServer } from '../server.ts'

/** A test shop with its pages, on a loopback port in this process. */
export interface ServedShop extends AsyncDisposable {
  readonly shop: TestPlatform
  /** Where the pages are. */
  readonly url: string
  /** What the server has logged so far, one object a line. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
}

/** `fetch`: how the pages call the platform, in place of the platform's own. */
export async function serveShop({ fetch }: { readonly fetch?: (own: Platform['fetch']) => Platform['fetch'] } = {}): Promise<ServedShop> {
  await using stack = new AsyncDisposableStack()
  const shop = stack.use(await startTestPlatform())
  const logged: Record<string, unknown>[] = []
  const { platform } = shop
  const app = await createServer({
    platform: fetch ? { ...platform, fetch: fetch(platform.fetch) } : platform,
    counted: metrics(),
    metricsAt: { port: undefined, host: '127.0.0.1', token: undefined },
    origin: shop.url,
    clientId: shop.clientId,
    trustedProxies: () => false,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }),
    logAnswers: false,
  })
  stack.defer(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const open = stack.move()
  return { shop, url: `http://127.0.0.1:${port}`, logged, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
