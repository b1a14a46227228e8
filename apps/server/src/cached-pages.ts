import { hash } from 'node:crypto'
import type { Platform } from '@vitrine/platform'
import { type CatalogueState, isOfCatalogue, isStillSo, stateOf } from '@vitrine/platform/commerce/catalogue/states'
import type { Db } from '@vitrine/platform/kernel/db/sql'
import { inProcessFetch } from '@vitrine/platform/kernel/http/in-process'
import type { WireAnswer, WireRequest } from '@vitrine/platform/kernel/http/wire'
import { LRUCache } from 'lru-cache'
import { knownScripts } from './scripts.ts'
import { type Marks, type Sheet, sheetOf } from './sheet.ts'

/**
 * Pages that are the same for everybody. Such a page is derived from its address, from what the shop says of itself, and from what the
 * platform answered while it was made, and from nothing else: its renderer gets neither cookies nor any other header of the visitor's, and
 * leaves marks where something of the visitor's own goes. So it is cached together with those questions and answers, and sent again as long
 * as the platform answers each of them with the same bytes. It is never older than what it shows.
 */
export interface CachedPages {
  /** The page of an address, if it would be made the same now. */
  find(address: string, requestId: string): Promise<Page | undefined>
  /**
   * A page in the making: the platform for it, and what is to be done with its answer. Where its text has one of these marks, something else
   * goes each time; `nonce` is the word by which its scripts are known to be ours. Undefined: there is no page in it.
   */
  begin(
    address: string,
    marks: Marks,
    nonce: string,
  ): { readonly fetch: typeof fetch; readonly take: (page: Response) => Promise<Page | undefined> }
}

export interface Page {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Its scripts as a content security policy names them. */
  readonly scripts: readonly string[]
  /** One of its parts is `nonce`, where a script is another for each visitor. */
  readonly sheet: Sheet
}

interface Asked {
  readonly request: WireRequest
  readonly status: number
  /** Of the answer's bytes. */
  readonly digest: string
}

interface Cached extends Page {
  readonly asked: readonly Asked[]
  /** What the catalogue's answers are of: one look instead of all those questions. Undefined where they are of different moments. */
  state: CatalogueState | undefined
  /** What else was asked. */
  readonly others: readonly Asked[]
  /** What the shop says of itself. */
  readonly said: unknown
  readonly bytes: number
}

const bytesAtMost = 64 * 1024 * 1024
const longestAddress = 500

interface CachedPagesDeps {
  readonly api: Platform['api']
  readonly database: Db
  /** What the shop says of itself: the same object as long as that is the same. */
  readonly said: () => Promise<unknown>
}

export function cachedPages({ api, database, said }: CachedPagesDeps): CachedPages {
  const pages = new LRUCache<string, Cached>({ maxSize: bytesAtMost, sizeCalculation: ({ bytes }) => bytes })

  /** Undefined while it cannot be told: the page itself says what is wrong then. */
  const saidNow = (): Promise<unknown> => said().catch(() => undefined)

  /** Puts questions again; the answers, where all of them are the same. */
  async function sameAnswers(asked: readonly Asked[], requestId: string): Promise<readonly WireAnswer['body'][] | undefined> {
    const now = await Promise.all(asked.map(({ request }) => api.answer({ ...request, requestId })))
    const isSame = now.every(({ status, body }, i) => status === asked[i]!.status && digestOf(body) === asked[i]!.digest)
    return isSame ? now.map(({ body }) => body) : undefined
  }

  /** Puts each question again, and remembers what the catalogue's answers are of now. */
  async function holds(cached: Cached, requestId: string): Promise<boolean> {
    const bodies = await sameAnswers(cached.asked, requestId)
    if (bodies) cached.state = stateOf(bodies.filter(isOfCatalogue))
    return bodies !== undefined
  }

  async function isStillSoHere({ state, others }: Cached, requestId: string): Promise<boolean> {
    if (state === undefined) return false
    const [isSame, bodies] = await Promise.all([isStillSo(database, state).catch(() => false), sameAnswers(others, requestId)])
    return isSame && bodies !== undefined
  }

  return {
    async find(address, requestId) {
      const cached = pages.get(address)
      if (!cached) return undefined
      const [now, isSame] = await Promise.all([saidNow(), isStillSoHere(cached, requestId)])
      if (now === cached.said && (isSame || (await holds(cached, requestId)))) return cached
      if (pages.peek(address) === cached) pages.delete(address)
      return undefined
    },

    begin(address, marks, nonce) {
      const asked: Asked[] = []
      const bodies: WireAnswer['body'][] = []
      let unanswered = 0
      const before = saidNow()
      const answer: typeof api.answer = async (request) => {
        unanswered++
        const given = await api.answer(request)
        unanswered--
        asked.push({ request, status: given.status, digest: digestOf(given.body) })
        bodies.push(given.body)
        return given
      }
      return {
        fetch: inProcessFetch({ ...api, answer }),
        async take(response) {
          if (!response.body || response.headers.has('set-cookie')) return undefined
          const { status } = response
          const headers = [...response.headers]
          const { text, scripts } = knownScripts(await response.text(), nonce, Object.keys(marks))
          const page: Page = { status, headers, scripts, sheet: sheetOf(text, { ...marks, [nonce]: 'nonce' }) }
          const shop = await before
          const isSettled = unanswered === 0 && asked.every(isReading) && (await saidNow()) === shop
          if (shop !== undefined && mayKeep(page) && isSettled && address.length <= longestAddress) {
            const bytes = page.sheet.bytes + 100 * scripts.length + 2 * address.length + 1500 * asked.length + 2000
            const state = stateOf(bodies.filter(isOfCatalogue))
            const others = asked.filter((_, i) => !isOfCatalogue(bodies[i]!))
            pages.set(address, { ...page, asked, state, others, said: shop, bytes })
          }
          return page
        },
      }
    },
  }
}

const mayKeep = ({ status, headers }: Page): boolean =>
  status === 200 && !headers.some(([name, value]) => name === 'cache-control' && /no-store|private/.test(value))

/** An answer that changes nothing, and that is no trouble which may be gone the next time. */
const isReading = ({ request, status }: Asked): boolean => request.method === 'GET' && status < 500

/** The platform sends what lies ready there as the same bytes each time. */
const digests = new WeakMap<Buffer, string>()

function digestOf(body: string | Buffer): string {
  if (typeof body === 'string') return hash('sha256', body, 'base64')
  let digest = digests.get(body)
  if (digest === undefined) digests.set(body, (digest = hash('sha256', body, 'base64')))
  return digest
}
