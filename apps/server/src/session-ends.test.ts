import assert from 'node:assert/strict'
import { after, afterEach, before, mock, suite, test } from 'node:test'
import { createClient, token } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as everybodys from '@vitrine/client/modules'
import type { Platform } from '@vitrine/platform'
import { card, toCheckout } from '@vitrine/testing/buyer'
import { enter, ownPages } from '@vitrine/testing/guest'
import { newMember, prove } from '@vitrine/testing/member'
import { addProduct, type TestProduct } from '@vitrine/testing/products'
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
let mug: TestProduct
const email = 'ada@example.com'
before(async () => {
  served = await serveShop({ fetch: endingBetween })
  await ownPages(served.shop)
  memberId = await newMember(served.shop, email)
  const { platform, site, clock } = served.shop
  mug = await addProduct(platform, { site, name: 'Mug', price: 14_00, stock: 1000 }, clock.now())
})
after(() => served[Symbol.asyncDispose]())
afterEach(() => {
  const said = printed.mock.calls.map(({ arguments: [error] }) => String(error))
  printed.mock.resetCalls()
  assert.deepEqual(said, [], 'nothing was printed')
  assert.deepEqual(served.shop.faults, [])
})

/** The member's client, signed in elsewhere. */
async function member() {
  const { access } = await enter(served.shop, await prove(served.shop, memberId))
  return createClient({ baseUrl: served.shop.url, auth: token(access), modules: { ...everybodys, ...account } })
}

async function newCheckout(): Promise<string> {
  return toCheckout(await member(), [{ product: mug }])
}

async function newOrder(): Promise<string> {
  const buyer = await member()
  const id = await toCheckout(buyer, [{ product: mug }])
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: served.shop.url })
  return orderId
}

async function newAddress(): Promise<string> {
  const id = crypto.randomUUID()
  const address = { id, addressLine: 'Testweg 2', city: 'Berlin', postalCode: '10115', country: 'DE' }
  await (await member()).members.updateMember({ member: { id: memberId, contact: { addresses: [address] } } })
  return id
}

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
  { path: '/account/emails' },
  { path: '/account/close' },
  { path: '/account/community' },
  { path: '/account/data' },
  { path: '/account/emails', form: { kind: 'NEWSLETTER', given: 'on' } },
  { path: '/account/community', form: { intent: 'join' } },
  { path: '/account/community', form: { intent: 'leave' } },
  { path: '/account/profile', form: { intent: 'no-phones' } },
  { path: '/account/security', form: { intent: 'app' } },
  { path: '/account/security', form: { intent: 'end-all' } },
]

const place = { country: 'DE', street: 'Testweg 3', postcode: '10115', town: 'Berlin', firstName: 'Ada', lastName: 'Lovelace' }

/** As the step of the checkout sends it that stands open. */
async function checkoutForm(intent: 'delivery' | 'pay'): Promise<Visit> {
  const id = await newCheckout()
  const buyer = await member()
  const { checkout } = await buyer.checkout.getCheckout({ id })
  const { paymentMethods } = await buyer.payments.listPaymentMethods({ id })
  const { carrierId, code } = checkout.shippingInfo?.selectedCarrierServiceOption ?? {}
  const form = {
    delivery: { option: `${carrierId}:${code}` },
    pay: {
      by: paymentMethods[0]?.id ?? '',
      number: '4242 4242 4242 4242',
      until: '12 / 30',
      code: '123',
      holder: 'Ada Lovelace',
      agreed: 'on',
      total: checkout.payNow?.total?.amount ?? '',
    },
  }[intent]
  return { path: `/checkout/${id}`, form: { intent, ...form } }
}

/** Pages of what is the member's, made anew for each visit, since a visit may change it. */
const membersPages: Readonly<Record<string, () => Promise<Visit>>> = {
  'an order of the account': async () => ({ path: `/account/orders/${await newOrder()}` }),
  'an order of the account, ordered again': async () => ({ path: `/account/orders/${await newOrder()}`, form: { intent: 'again' } }),
  'an order of the account, cancelled': async () => ({
    path: `/account/orders/${await newOrder()}`,
    form: { intent: 'cancel', reason: 'Too late' },
  }),
  'an address': async () => ({ path: `/account/addresses/${await newAddress()}` }),
  'an address, changed': async () => ({ path: `/account/addresses/${await newAddress()}`, form: { ...place, first: 'on' } }),
  'the status of an order': async () => ({ path: `/orders/${await newOrder()}` }),
  'the status of an order, ordered again': async () => ({ path: `/orders/${await newOrder()}`, form: { intent: 'again' } }),
  'the thank-you page': async () => ({ path: `/orders/${await newOrder()}/thank-you` }),
  'the checkout': async () => ({ path: `/checkout/${await newCheckout()}` }),
  'the checkout at its payment': async () => ({ path: `/checkout/${await newCheckout()}?step=payment` }),
  'the checkout, with an address': async () => ({
    path: `/checkout/${await newCheckout()}`,
    form: { intent: 'address', ...place, same: 'on', keep: 'on' },
  }),
  'the checkout, with a delivery': () => checkoutForm('delivery'),
  'the checkout, paid': () => checkoutForm('pay'),
}

/** Makes the cart a full one. */
async function withCart(visit: Visit): Promise<Visit> {
  await newCheckout()
  return visit
}

/** What everybody may see: who is not signed in any more sees it as a visitor, or signs in first. */
const everybodysPages: Readonly<Record<string, () => Promise<Visit>>> = {
  home: async () => ({ path: '/' }),
  'the list': async () => ({ path: '/products' }),
  'a product': async () => ({ path: `/products/${mug.slug}` }),
  'the cart': () => withCart({ path: '/cart' }),
  'the cart, with a note': () => withCart({ path: '/cart', form: { intent: 'note', note: 'Ring twice' } }),
  'the cart, estimated': () => withCart({ path: '/cart', form: { intent: 'estimate', country: 'DE', postcode: '10115' } }),
  'the way to the checkout': () => withCart({ path: '/checkout' }),
  'the way to a new checkout': () => withCart({ path: '/checkout', form: {} }),
}

const titleOf = ({ path, form }: Visit) => (form ? `POST ${path} ${form['intent'] ?? ''}` : path)

suite('a session that ends while a page loads', () => {
  for (const visit of pages)
    test(`leads to sign in, before whichever call of ${titleOf(visit)}`, async () => {
      const answers = await visitEndingBeforeEach(async () => visit)
      for (const [where, { status, location }] of answers) {
        assert.ok([302, 303].includes(status), where)
        assert.match(location, /^\/login\?to=%2Faccount/, where)
      }
    })

  for (const [title, make] of Object.entries(membersPages))
    test(`leads to sign in, before whichever call only the member is answered: ${title}`, async () => {
      const answers = await visitEndingBeforeEach(make)
      for (const [where, { status, location }] of answers) {
        assert.ok(status < 400, where)
        if (location.startsWith('/login')) assert.match(location, /^\/login\?to=%2F(account%2F)?(orders|addresses|checkout)%2F/, where)
      }
      assert.ok(
        [...answers.values()].some(({ location }) => location.startsWith('/login')),
        'some call is one that only the member is answered',
      )
    })

  for (const [title, make] of Object.entries(everybodysPages))
    test(`shows what everybody may see, or leads to sign in: ${title}`, async () => {
      const answers = await visitEndingBeforeEach(make)
      for (const [where, { status, body }] of answers) {
        assert.ok(status < 400, where)
        assert.ok(!body.includes(email), `${where}: shows nothing of the member's`)
      }
    })
})

interface Seen {
  readonly status: number
  readonly location: string
  readonly body: string
}

/** What is answered when the session ends before the first call, the second, and so on; by a sentence that says where. */
async function visitEndingBeforeEach(make: () => Promise<Visit>): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>()
  for (let n = 1; n < 40; n++) {
    const answer = await visitEndingBefore(n, await make())
    if (!answer) break
    const [location, body] = [answer.headers.get('location') ?? '', await answer.text()]
    seen.set(`before call ${n}: ${answer.status} ${location}`, { status: answer.status, location, body })
  }
  assert.ok(seen.size > 0, 'it makes calls')
  return seen
}
