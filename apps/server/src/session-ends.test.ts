import assert from 'node:assert/strict'
import { after, afterEach, before, mock, suite, test } from 'node:test'
import { createClient, token } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import type { Platform } from '@vitrine/platform'
import { enter, ownPages } from '@vitrine/testing/guest'
import { newMember, prove } from '@vitrine/testing/member'
import { type ServedShop, serveShop } from './test/served-shop.ts'

/** What the pages say of a fault of theirs goes there. */
const printed = mock.method(console, 'error', () => {})

/** The session ends, elsewhere, just before the n-th call that a page makes in the member's name. */
interface Ending {
  readonly access: string
  readonly before: number
  readonly end: () => Promise<void>
  calls: number
}
let ending: Ending | undefined

const endingBetween =
  (own: Platform['fetch']): Platform['fetch'] =>
  async (input, init) => {
    const watched = ending
    if (watched && new Headers(init?.headers).get('authorization') === watched.access && ++watched.calls === watched.before)
      await watched.end()
    return own(input, init)
  }

let served: ServedShop
let memberId: string
const email = 'ada@example.com'
before(async () => {
  served = await serveShop({ fetch: endingBetween })
  await ownPages(served.shop)
  memberId = await newMember(served.shop, email)
})
after(() => served[Symbol.asyncDispose]())
afterEach(() => {
  const said = printed.mock.calls.map(({ arguments: [error] }) => String(error))
  printed.mock.resetCalls()
  assert.deepEqual(said, [], 'nothing was printed')
  assert.deepEqual(served.shop.faults, [])
})

interface Visit {
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
}

/** One visit with a session of its own that ends before the n-th call; undefined where the page makes fewer calls. */
async function visitEndingBefore(n: number, { path, form }: Visit): Promise<Response | undefined> {
  const { shop, url } = served
  const entered = await enter(shop, await prove(shop, memberId))
  const other = await enter(shop, await prove(shop, memberId))
  const packed = { a: entered.access, e: 4_000_000_000, r: entered.refresh, o: 'member' }
  const cookie = `visitor=${Buffer.from(JSON.stringify(packed)).toString('base64url')}`
  const mine: Ending = {
    access: entered.access,
    before: n,
    calls: 0,
    async end() {
      const elsewhere = createClient({ baseUrl: shop.url, auth: token(other.access), modules: account, fetch: shop.platform.fetch })
      await elsewhere.mySecurity.endMyOtherSessions()
      await shop.platform.learnEnded()
    },
  }
  ending = mine
  try {
    const answer = await fetch(url + path, {
      headers: { cookie },
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    await answer.clone().text()
    return mine.calls < n ? undefined : answer
  } finally {
    ending = undefined
  }
}

const pages: readonly Visit[] = [
  { path: '/account' },
  { path: '/account/orders' },
  { path: '/account/profile' },
  { path: '/account/addresses/new' },
  { path: '/account/security' },
  { path: '/account/subscriptions' },
  { path: '/account/letters' },
  { path: '/account/close' },
  { path: '/account/community' },
  { path: '/account/data' },
  { path: '/account/letters', form: { kind: 'NEWSLETTER', given: 'on' } },
  { path: '/account/community', form: { intent: 'join' } },
  { path: '/account/community', form: { intent: 'leave' } },
  { path: '/account/profile', form: { intent: 'no-phones' } },
  { path: '/account/security', form: { intent: 'app' } },
  { path: '/account/security', form: { intent: 'end-all' } },
]

suite('a session that ends while a page loads', () => {
  for (const visit of pages)
    test(`leads to sign in, before whichever call of ${visit.form ? `POST ${visit.path} ${visit.form['intent'] ?? ''}` : visit.path}`, async () => {
      let calls = 0
      for (let n = 1; n < 30; n++) {
        const answer = await visitEndingBefore(n, visit)
        if (!answer) break
        calls = n
        const where = `${n}: ${answer.status} ${answer.headers.get('location')}`
        assert.ok([302, 303].includes(answer.status), where)
        assert.match(answer.headers.get('location') ?? '', /^\/login\?to=%2Faccount/, where)
      }
      assert.ok(calls > 0, 'it makes calls')
    })
})
