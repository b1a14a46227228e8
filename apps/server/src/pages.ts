import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createHeaders, sendResponse } from '@remix-run/node-fetch-server'
import { type RefusalCode, refusals } from '@vitrine/contract'
import type { AddressRefusal, Platform } from '@vitrine/platform'
import { type Host, host, type Storefront } from '@vitrine/storefront/context'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { cachedPages, type Page } from './cached-pages.ts'
import { sightOf, soonInstead } from './closed-shop.ts'
import type { Dispatch } from './mount-api.ts'
import { leadsAway, onward } from './onward.ts'
import { addressesWithoutPage, asksAsProgram, pageAddresses } from './page-addresses.ts'
import { formFault } from './page-forms.ts'
import { type PaymentHosts, pageHeaders, paysByHeader, unlessSaid } from './page-headers.ts'
import type { Parts } from './sheet.ts'
import { squeezed, takesGzip } from './squeeze.ts'
import type { TrustedProxies } from './trusted-proxies.ts'
import { wireError, wireHeaders } from './wire-errors.ts'

const build = resolve(import.meta.dirname, '../../storefront/build')

/** Their names carry their content. */
export const storefrontAssets = resolve(build, 'client/assets')

export interface PagesDeps {
  readonly platform: Platform
  readonly origin: string
  /** The registered app in whose name the shop's own pages speak. */
  readonly clientId: string
  readonly trustedProxies: TrustedProxies
  /** The hosts of the payment provider's form. */
  readonly paymentHosts: PaymentHosts
  /** Answers programs, and whatever is no browser's question, where no page is. */
  readonly nowhere: Dispatch
}

/** The shopper's pages, rendered here and now by the same functions that answer the API. */
export async function pagesDispatch({ platform, origin, clientId, trustedProxies, paymentHosts, nowhere }: PagesDeps) {
  const serverBuild = (await import(resolve(build, 'server/index.js'))) as ServerBuild
  const handle = createRequestHandler(serverBuild, process.env['NODE_ENV'] === 'development' ? 'development' : 'production')
  const storefront = serverBuild.entry.module as typeof serverBuild.entry.module & Storefront
  const methodsAt = pageAddresses(serverBuild.routes)
  const withoutPage = addressesWithoutPage(serverBuild.routes)
  const everybodys: Host = { fetch: platform.fetch, baseUrl: origin, clientId }
  const sight = sightOf({ platform, storefront, everybodys })
  const cached = cachedPages({ api: platform.api, database: platform.database, said: () => storefront.settingsAt(everybodys) })

  /** A page in the making has marks where each answer has something of its own. */
  async function render(address: URL, requestId: string): Promise<{ made: Made; page: Page | undefined }> {
    // Nobody can know these words beforehand, so nobody can have written them into what the page shows.
    const [nonce, own] = [newWord(), newWord()]
    const { fetch, take } = cached.begin(address.href, storefront.marksOf(own), nonce)
    const context = new RouterContextProvider()
    const isOurs = storefront.isForEverybody(address.pathname)
    context.set(host, { ...everybodys, fetch, requestId, nonce, whole: true, ...(isOurs && { own }) })
    const response = await handle(new Request(address), context)
    return { made: { response, nonce }, page: await take(response) }
  }

  const underWay = new Map<string, Promise<unknown>>()

  function make(address: URL, requestId: string): ReturnType<typeof render> {
    const made = render(address, requestId)
    const settled = made.then(
      () => {},
      () => {},
    )
    underWay.set(address.href, settled)
    void settled.then(() => underWay.get(address.href) === settled && underWay.delete(address.href))
    return made
  }

  /** A page that many want at once is made once; whether it still holds is looked at for each of them. Whose request makes it, has it counted. */
  async function pageAt(
    address: URL,
    requestId: string,
    peer: string,
  ): Promise<{ readonly made?: Made; readonly page: Page | undefined; readonly refused?: AddressRefusal }> {
    for (let waited = false; ; waited = true) {
      const page = await cached.find(address.href, requestId)
      if (page) return { page }
      const coming = waited ? undefined : underWay.get(address.href)
      const refused = coming ? undefined : platform.limitAddress('page', peer)
      if (refused) return { page: undefined, refused }
      if (!coming) return make(address, requestId)
      await coming
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.url!.includes('%00')) return reply.code(400).type('text/plain').send('This address holds a character that is none.')
    const address = addressOf(request.raw.url!, request.headers.host, origin)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A browser that reads gets a page at every address: its own, or the shop's word that none is there.
    if (!isRead || asksAsProgram(request.headers) || withoutPage.has(address.pathname)) {
      const methods = methodsAt(address)
      if (!methods) return nowhere(request, reply)
      if (!methods.includes(request.method))
        return answerRefusal(reply.header('allow', ['OPTIONS', ...methods].join(', ')), request.id, 'METHOD_NOT_ALLOWED')
    }
    const payload = !isRead && Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined
    if (!isRead && request.headers.origin !== undefined && request.headers.origin !== address.origin)
      return answerRefusal(reply, request.id, 'PERMISSION_DENIED', { reason: 'this form belongs to another site' })
    const nonce = crypto.randomUUID()
    const accepted = request.headers['accept-encoding']
    const ours = (scripts: readonly string[], its: string = nonce, pays?: PaymentHosts) =>
      pageHeaders(address, [`'nonce-${its}'`, ...scripts], request.id, pays)

    function send({ status, headers, scripts, sheet }: Page, own: Parts, setCookies: readonly string[]) {
      const packed = takesGzip(accepted)
      const parts = { ...own, nonce }
      const pays = headers.some(([name]) => name.toLowerCase() === paysByHeader) ? paymentHosts : undefined
      return reply
        .code(status)
        .headers({
          ...unlessSaid,
          ...Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== paysByHeader)),
          ...ours(scripts, nonce, pays),
          vary: 'Accept-Encoding',
          ...(packed && { 'content-encoding': 'gzip' }),
        })
        .headers(setCookies.length === 0 ? {} : { 'set-cookie': setCookies as string[] })
        .send(packed ? sheet.gzip(parts) : sheet.plain(parts))
    }

    const seen = await sight(request, address)
    const look = address.searchParams.get('look') ?? undefined
    const isSame = seen === 'OPEN' && look === undefined
    const isShared = isSame && isPlainReading(request) && storefront.isForEverybody(address.pathname)
    if (isShared || (isSame && isNobody(request))) {
      const theirs = isShared
        ? storefront.ownParts({ ...everybodys, requestId: request.id }, request.headers.cookie).catch(() => undefined)
        : { parts: {}, setCookies: [] }
      const [known, own] = await Promise.all([cached.find(address.href, request.id), theirs])
      if (own) {
        const { made, page, refused } = known ? { page: known } : await pageAt(address, request.id, request.ip)
        if (refused) return tooMany(refused)
        if (page) return send(page, own.parts, own.setCookies ?? [])
        if (made) return streamed(made)
      }
    }

    const refused = platform.limitAddress('page', request.ip)
    if (refused) return tooMany(refused)
    if (seen === 'CLOSED') {
      const context = new RouterContextProvider()
      context.set(host, { ...everybodys, requestId: request.id, nonce })
      const soon = new Request(soonInstead(address), { method: request.method === 'HEAD' ? 'HEAD' : 'GET' })
      return streamed({ response: await handle(soon, context), nonce })
    }
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const headers = createHeaders(request.raw)
    // No body is a form without fields.
    if (!isRead && !payload) headers.set('content-type', 'application/x-www-form-urlencoded')
    if (!trustedProxies(request.socket.remoteAddress)) for (const name of forwarded) headers.delete(name)
    const fault = payload && (await formFault(payload, request.headers['content-type']))
    if (fault) return reply.code(fault.status).headers(ours([])).type('text/plain').send(fault.message)
    // The body was read before it was known that a page answers: the page gets its bytes, not the spent stream.
    const page = new Request(address, {
      method: request.method,
      headers,
      signal: left.signal,
      ...(payload && { body: payload }),
    })
    const context = new RouterContextProvider()
    const asking = { 'x-vitrine-peer': request.ip, 'user-agent': request.headers['user-agent'] ?? '' }
    context.set(host, { ...everybodys, requestId: request.id, asking, nonce, staff: seen === 'STAFF', look })
    const response = await handle(page, context)
    const away = leadsAway(response, { method: request.method, accept: request.headers.accept, address, origin })
    return streamed({ response: away ? onward(response, away) : response, nonce }, left.signal)

    function tooMany({ retryAfterSeconds: seconds, headers }: AddressRefusal) {
      return reply
        .code(429)
        .headers({ ...headers, ...ours([]), 'cache-control': 'no-store' })
        .type('text/plain')
        .send(`Too many pages were asked for from your network. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`)
    }

    async function streamed({ response, nonce: its }: Made, gone?: AbortSignal) {
      reply.hijack()
      for (const [name, value] of Object.entries(unlessSaid)) if (!response.headers.has(name)) response.headers.set(name, value)
      const pays = response.headers.has(paysByHeader) ? paymentHosts : undefined
      response.headers.delete(paysByHeader)
      for (const [name, value] of Object.entries(ours([], its, pays))) response.headers.set(name, value)
      if (look !== undefined) response.headers.set('x-robots-tag', 'noindex')
      if (!gone?.aborted) await sendResponse(reply.raw, squeezed(response, accepted))
    }
  }
}

const answerRefusal = (reply: FastifyReply, requestId: string, code: RefusalCode, data?: object) =>
  reply.code(refusals[code].status).headers(wireHeaders(requestId)).send(wireError(code, data))

/** What only a proxy may say of the client that it speaks for. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** A page as it was rendered, and the word by which its own scripts are known. */
interface Made {
  readonly response: Response
  readonly nonce: string
}

const newWord = (): string => `own${crypto.randomUUID().replaceAll('-', '')}`

const isPlainReading = ({ method, headers }: FastifyRequest): boolean => method === 'GET' && headers.authorization === undefined

/** Somebody who only looks, without a name: all of them see the same. */
const isNobody = (request: FastifyRequest): boolean => isPlainReading(request) && request.headers.cookie === undefined

/** The page's address as the browser wrote it, under the host it asked; whatever else a client writes there, it is an address of this shop. */
function addressOf(target: string, asked: string | undefined, origin: string): URL {
  const { protocol, host: own } = new URL(origin)
  const path = target.startsWith('/') ? target : '/'
  return URL.parse(`${protocol}//${asked ?? own}${path}`) ?? new URL(origin + path)
}

/** When the storefront was built; its absence is told before anything starts. */
export async function storefrontIsBuilt(): Promise<boolean> {
  return readFile(resolve(build, 'server/index.js')).then(
    () => true,
    () => false,
  )
}
