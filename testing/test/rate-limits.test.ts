import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LimitedClass, type RateLimits, usualRateLimits } from '@vitrine/platform'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { attack } from '../src/attack.ts'
import { berlin } from '../src/buyer.ts'
import { emailsTo } from '../src/mailbox.ts'
import { startBeside, startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { newVisitor, type RawAnswer, refusalOf, send } from '../src/wire.ts'

/** Small ones, each another number, so that an answer tells which bucket it is of. */
const limits: RateLimits = {
  read: { quota: 20, seconds: 60 },
  price: { quota: 4, seconds: 60 },
  write: { quota: 100, seconds: 60 },
  email: { quota: 3, seconds: 3600 },
  film: { quota: 2, seconds: 3600 },
  guess: { quota: 5, seconds: 600 },
  page: { quota: 3, seconds: 3600 },
  file: { quota: 3, seconds: 3600 },
  picture: { quota: 3, seconds: 3600 },
  recipient: { quota: 3, seconds: 3600 },
}
let shop: TestPlatform
let mug: TestProduct
const limited: LimitedClass[] = []

before(async () => {
  shop = await startTestPlatform({ rateLimits: limits, limited: (what) => limited.push(what) })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2600, stock: 1000 }, shop.clock.now())
  await writeSettings(
    shop.platform.database,
    shop.site,
    'payments',
    { offline: [{ id: 'transfer', name: 'Bank transfer', instructions: 'To our account.' }] },
    shop.clock.now(),
  )
})

after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

let network = 0

/** An address that nobody has asked from. */
const newAddress = () => `10.77.${network >> 8}.${network++ & 255}`

interface Who {
  readonly token?: string
  readonly address?: string
}

const call = (
  line: string,
  { token, address }: Who,
  body?: unknown,
  at: Pick<TestPlatform, 'platform' | 'url'> = shop,
): Promise<RawAnswer> => {
  const [method, whole] = line.split(' ') as [string, string]
  const [path, search] = whole.split('?', 2) as [string, string?]
  const headers = { ...(token && { authorization: token }), ...(address && { 'x-vitrine-peer': address }) }
  return send(at, { method, path, ...(search !== undefined && { search }), headers, ...(body !== undefined && { body }) })
}
const shopOf = (who: Who, at?: Pick<TestPlatform, 'platform' | 'url'>) => call('GET /vitrine/v1/shop', who, undefined, at)

/** The statuses of so many of the same calls, one after the other. */
async function times(count: number, ask: () => Promise<RawAnswer>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push((await ask()).status)
  return statuses
}
const ofAll = (count: number, status: number) => Array<number>(count).fill(status)

describe('by caller', () => {
  test(
    attack({
      area: 'Rate limits',
      tries: 'a visitor asks on after its reads are used up, from whatever address',
      answer: '429 TOO_MANY_REQUESTS with Retry-After and RateLimit headers; others go on, and so does it when the time is over',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      assert.deepEqual(await times(20, () => shopOf({ token, address: newAddress() })), ofAll(20, 200))
      const refused = await shopOf({ token, address: newAddress() })
      assert.equal(refusalOf(refused), 'TOO_MANY_REQUESTS')
      assert.deepEqual(refused.json.details.applicationError.data, { retryAfterSeconds: 3 })
      assert.equal(refused.headers['retry-after'], '3')
      assert.equal(refused.headers['ratelimit-policy'], '"read";q=20;w=60')
      assert.equal(refused.headers['ratelimit'], '"read";r=0;t=60')
      assert.equal((await shopOf({ token: (await newVisitor(shop)).token })).status, 200)
      assert.equal((await shopOf({ address: newAddress() })).status, 200)
      shop.clock.advance(3000)
      assert.deepEqual(await times(2, () => shopOf({ token })), [200, 429])
      shop.clock.advance(60_000)
      assert.deepEqual(await times(21, () => shopOf({ token })), [...ofAll(20, 200), 429])
    },
  )

  test('headers say how few are left from the last quarter on, and other origins may read them', async () => {
    const { token } = await newVisitor(shop)
    const answers = []
    for (let i = 0; i < 20; i++) answers.push(await shopOf({ token }))
    const told = answers.map(({ headers }) => headers['ratelimit'])
    assert.deepEqual(
      told.slice(0, 15),
      ofAll(15, 0).map(() => undefined),
    )
    assert.deepEqual(told.slice(15), ['"read";r=4;t=48', '"read";r=3;t=51', '"read";r=2;t=54', '"read";r=1;t=57', '"read";r=0;t=60'])
    const exposed = answers[0]!.headers['access-control-expose-headers']!.toLowerCase().split(', ')
    for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy']) assert.ok(exposed.includes(name), name)
  })

  test('prices have a bucket of their own', async () => {
    const { token } = await newVisitor(shop)
    const price = () => call('POST /ecom/v1/carts/current/estimate-totals', { token }, {})
    assert.deepEqual(
      (await times(5, price)).map((status) => status === 429),
      [false, false, false, false, true],
    )
    assert.equal((await shopOf({ token })).status, 200)
  })

  test('an API key may do five times as much, and is counted by itself, not by its address', async () => {
    const address = newAddress()
    const settings = () => call('GET /vitrine/v1/general-settings', { token: shop.apiKey, address })
    assert.deepEqual(await times(101, settings), [...ofAll(100, 200), 429])
    assert.equal((await shopOf({ address })).status, 200)
    shop.clock.advance(60_000)
  })

  test('what a page asks while it is rendered is not counted; what it changes is', async () => {
    const { token } = await newVisitor(shop)
    const inPage = (path: string, init: RequestInit = {}) =>
      shop.platform.fetch(`${shop.url}${path}`, { ...init, headers: { authorization: token, 'content-type': 'application/json' } })
    for (let i = 0; i < 30; i++) assert.equal((await inPage('/vitrine/v1/shop')).status, 200)
    const remove = () => inPage('/ecom/v1/carts/current/remove-coupon', { method: 'POST', body: '{}' })
    const statuses = []
    for (let i = 0; i < 101; i++) statuses.push((await remove()).status)
    assert.deepEqual([statuses.indexOf(429), statuses.at(-1)], [100, 429])
  })
})

describe('by address', () => {
  test(
    attack({
      area: 'Rate limits',
      tries: 'anonymous calls, visitors made anew each time and tokens that are none, all from one address',
      answer: '429 after five times what one visitor may; another address goes on',
    }),
    async () => {
      const address = newAddress()
      assert.deepEqual(await times(40, () => shopOf({ address })), ofAll(40, 200))
      for (let i = 0; i < 30; i++) assert.equal((await shopOf({ address, token: (await newVisitor(shop)).token })).status, 200)
      assert.deepEqual(await times(31, () => shopOf({ address, token: 'not a token of anybody' })), [...ofAll(30, 401), 429])
      const refused = await shopOf({ address })
      assert.equal(refused.headers['ratelimit-policy'], '"read-address";q=100;w=60')
      assert.equal((await shopOf({ address, token: (await newVisitor(shop)).token })).status, 429)
      assert.equal((await shopOf({ address: newAddress() })).status, 200)
    },
  )

  test(
    attack({
      area: 'Rate limits',
      tries: 'a client changes its IPv6 address within its /64 for each call',
      answer: '429: all of them are one address',
    }),
    async () => {
      let host = 0
      const statuses = await times(101, () => shopOf({ address: `2001:db8:7:7::${(++host).toString(16)}` }))
      assert.deepEqual(statuses, [...ofAll(100, 200), 429])
      assert.equal((await shopOf({ address: '2001:db8:7:8::1' })).status, 200)
    },
  )
})

describe('shared by all processes', () => {
  test(
    attack({
      area: 'Rate limits',
      tries: 'coupons are guessed at two processes of the same shop',
      answer: '400 for five tries of both together, then 429; a right one costs nothing',
    }),
    async () => {
      await using beside = await startBeside(shop, { rateLimits: limits })
      const other = { platform: beside, url: shop.url }
      const { token } = await newVisitor(shop)
      await call('POST /ecom/v1/carts/current/add-to-cart', { token }, { lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
      const code = newId().slice(-8).toUpperCase()
      const made = await call(
        'POST /stores/v2/coupons',
        { token: shop.apiKey },
        { specification: { name: 'A tenth', code, percentOffRate: 10 } },
      )
      assert.equal(made.status, 200, made.text)
      const guess = (couponCode: string, at = shop as Pick<TestPlatform, 'platform' | 'url'>) =>
        call('PATCH /ecom/v1/carts/current', { token }, { couponCode }, at)
      assert.deepEqual(await times(8, () => guess(code)), ofAll(8, 200))
      assert.deepEqual(await times(3, () => guess('WRONG1')), ofAll(3, 400))
      assert.deepEqual(await times(3, () => guess('WRONG2', other)), [400, 400, 429])
      const refused = await guess(code)
      assert.equal(refusalOf(refused), 'TOO_MANY_REQUESTS')
      assert.equal(refused.headers['ratelimit-policy'], '"guess";q=5;w=600')
      assert.equal(refused.headers['retry-after'], '120')
      const inList = await call('POST /ecom/v2/carts', { token }, { cart: {}, catalogItems: [], coupons: [{ code }] })
      assert.equal(refusalOf(inList), 'TOO_MANY_REQUESTS')
      assert.equal((await call('POST /ecom/v1/carts/current/remove-coupon', { token }, {})).status, 200)
      shop.clock.advance(120_000)
      assert.equal((await guess(code, other)).status, 200)
    },
  )

  test(
    attack({
      area: 'Rate limits',
      tries: 'the email of an order is guessed 60 times at once, anonymously, at two processes',
      answer: '404 for 25, what one address may; 429 for the others',
    }),
    async () => {
      await using beside = await startBeside(shop, { rateLimits: limits })
      const address = newAddress()
      const line = `GET /vitrine/v1/orders/${newId()}/status?email=`
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          call(`${line}guess${i}%40example.com`, { address }, undefined, i % 2 ? shop : { platform: beside, url: shop.url }),
        ),
      )
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      assert.deepEqual([count(404), count(429)], [25, 35])
      const other = await call(`${line}a%40example.com`, { address: newAddress() })
      assert.equal(other.status, 404)
      // Without an email it is no guess, and how often it is looked at is only a read.
      assert.equal((await call(line.replace('?email=', ''), { address })).status, 404)
    },
  )

  test(
    attack({
      area: 'Rate limits',
      tries: 'a visitor tries codes of gift cards in a checkout',
      answer: '429 after five that are none',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      const { json } = await newCheckout(token, 'ada@example.com')
      const guess = (giftCardCode: string) =>
        call(`PATCH /ecom/v1/checkouts/${json.checkout.id}`, { token }, { checkout: { id: json.checkout.id }, giftCardCode })
      const statuses = await times(6, () => guess(newId().slice(-16).toUpperCase()))
      assert.deepEqual([statuses.slice(0, 5).every((status) => status >= 400 && status < 429), statuses[5]], [true, 429], String(statuses))
    },
  )

  test(
    attack({
      area: 'Rate limits',
      tries: 'a visitor asks for emails with codes to one address of mail after the other',
      answer: '429 after three',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      let guest = 0
      const ask = () => call('POST /_api/iam/recovery/v1/send-email', { token }, { email: `somebody${guest++}@example.com` })
      const statuses = await times(4, ask)
      assert.equal(statuses[3], 429, String(statuses))
      assert.ok(!statuses.slice(0, 3).includes(429), String(statuses))
    },
  )

  test(
    attack({
      area: 'Rate limits',
      tries: 'films for reviews are sent by one visitor at once, and by ever new visitors of one address',
      answer: '429 after as many as the shop takes of one visitor and of one address; another address is served',
    }),
    async () => {
      const ask = (who: Who) => call('POST /vitrine/v1/reviews/film-upload', who, {})
      const address = newAddress()
      const { token } = await newVisitor(shop)
      const atOnce = (await Promise.all(Array.from({ length: 6 }, () => ask({ token, address })))).map(({ status }) => status)
      assert.equal(atOnce.filter((status) => status === 200).length, 2, String(atOnce))
      // Refused calls count for the address, too.
      const others = await times(5, async () => ask({ token: (await newVisitor(shop)).token, address }))
      assert.deepEqual(others, [200, 200, 200, 200, 429])
      assert.equal((await ask({ token: (await newVisitor(shop)).token, address: newAddress() })).status, 200)
    },
  )

  test('what is full again is swept, and no key tells whose it is', async () => {
    const { database } = shop.platform
    const rows = await database.query<{ key: string }>(sql`select key from rate_bucket where site = ${shop.site}`)
    assert.notDeepEqual(rows, [])
    for (const { key } of rows) assert.match(key, /^[\w-]{22}$/)
    shop.clock.advance(3_601_000)
    // Emails that wait take from their recipient's bucket again meanwhile.
    const full = () =>
      database.query(sql`
        select key from rate_bucket where site = ${shop.site} and updated_at < ${new Date(shop.clock.now().getTime() - 3_600_000)}`)
    assert.equal((await full()).length, rows.length)
    await shop.platform.everyMinute()
    assert.deepEqual(await full(), [])
  })
})

const newCheckout = (token: string, email: string) =>
  call(
    'POST /ecom/v1/checkouts',
    { token },
    {
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: mug.reference() }],
      checkoutInfo: {
        buyerInfo: { email },
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
      },
    },
  )

describe('emails to one recipient', () => {
  /** A new visitor orders, and promises to pay by bank transfer or pays by card. */
  async function order(email: string, paymentToken?: string): Promise<RawAnswer> {
    const { token } = await newVisitor(shop)
    const { json, text } = await newCheckout(token, email)
    assert.ok(json.checkout, text)
    return call(
      `POST /vitrine/v1/checkouts/${json.checkout.id}/place-order`,
      { token },
      { returnUrl: shop.url, ...(paymentToken ? { paymentToken } : { paymentMethodId: 'transfer' }) },
    )
  }
  const orders = async (email: string) =>
    (
      await shop.platform.database.query<{ count: number }>(
        sql`select count(*)::int as count from orders where site = ${shop.site} and email = ${email}`,
      )
    )[0]!.count

  test(
    attack({
      area: 'Rate limits',
      tries: 'visitors order by bank transfer again and again in the name of somebody else’s email, also at once',
      answer: '429 TOO_MANY_REQUESTS for the fourth, and no order is made; another email and later ones are served',
    }),
    async () => {
      const email = 'victim@example.com'
      assert.equal((await order(email)).status, 200)
      const answers = await Promise.all([email, 'Victim@example.com', email, email, email].map((each) => order(each)))
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, 200, 429, 429, 429])
      const refused = answers.find(({ status }) => status === 429)!
      assert.equal(refusalOf(refused), 'TOO_MANY_REQUESTS')
      assert.equal(refused.headers['retry-after'], '1200')
      assert.ok((await orders(email)) <= 3)
      assert.equal((await order('other@example.com')).status, 200)
      shop.clock.advance(1_200_000)
      assert.equal((await order(email)).status, 200)
      assert.equal((await order(email)).status, 429)
    },
  )

  test('orders that are paid by card count as well, and what is refused takes no money', async () => {
    const { token } = await newVisitor(shop)
    const { json } = await call(
      'POST /vitrine/v1/sandbox/card-tokens',
      { token },
      {
        cardNumber: '4242 4242 4242 4242',
        expiryMonth: 12,
        expiryYear: 2030,
        securityCode: '123',
        holder: 'Ada',
      },
    )
    const email = 'card@example.com'
    assert.deepEqual(await times(4, () => order(email, json.token)), [200, 200, 200, 429])
    assert.equal(await orders(email), 3)
  })

  test('what a merchant orders for somebody is not limited', async () => {
    for (let i = 0; i < 5; i++) {
      const { json } = await newCheckout(shop.apiKey, 'regular@example.com')
      const made = await call(`POST /ecom/v1/checkouts/${json.checkout.id}/create-order`, { token: shop.apiKey }, {})
      assert.equal(made.status, 200, made.text)
    }
  })
})

describe('emails that are sent later', () => {
  /** Lets time pass, and what is due be sent. */
  async function minutes(count: number): Promise<void> {
    shop.clock.advance(count * 60_000)
    await shop.platform.everyMinute()
    await shop.platform.jobs.settle()
  }
  const countOf = async (email: string) => (await emailsTo(shop, email)).length

  test(
    attack({
      area: 'Rate limits',
      tries: 'visitors leave checkouts with somebody else’s email again and again, for the reminders of the shop',
      answer: 'reminders beyond those that one address may get wait until it may get more; other addresses get theirs at once',
    }),
    async () => {
      const email = 'reminded@example.com'
      for (let i = 0; i < 5; i++) await newCheckout((await newVisitor(shop)).token, email)
      await newCheckout((await newVisitor(shop)).token, 'alone@example.com')
      await minutes(120)
      assert.equal(await countOf(email), 3)
      assert.equal(await countOf('alone@example.com'), 1)
      await minutes(19)
      assert.equal(await countOf(email), 3)
      await minutes(1)
      assert.equal(await countOf(email), 4)
      await minutes(20)
      assert.equal(await countOf(email), 5)
    },
  )

  test(
    attack({
      area: 'Rate limits',
      tries: 'gift cards are bought again and again for somebody else’s email',
      answer: 'their emails wait beyond what one address may get; what a merchant issues or sends again goes at once',
    }),
    async () => {
      const email = 'gifted@example.com'
      const issue = async (source: 'ORDER' | 'MANUAL') => {
        const { json, text } = await call(
          'POST /gift-cards/v1/gift-cards',
          { token: shop.apiKey },
          {
            giftCard: { initialValue: { amount: '10' }, currency: 'EUR', source, notificationInfo: { recipient: { email } } },
            idempotencyKey: newId(),
          },
        )
        assert.ok(json.giftCard, text)
        return json.giftCard.id as string
      }
      for (let i = 0; i < 5; i++) {
        await issue('ORDER')
        await shop.platform.jobs.settle()
      }
      assert.equal(await countOf(email), 3)
      const own = await issue('MANUAL')
      await minutes(0)
      assert.equal(await countOf(email), 4)
      await call(`POST /gift-cards/v1/gift-cards/${own}/send-email`, { token: shop.apiKey }, {})
      await minutes(0)
      assert.equal(await countOf(email), 5)
      await minutes(20)
      assert.equal(await countOf(email), 6)
      await minutes(20)
      assert.equal(await countOf(email), 7)
    },
  )
})

test('each 429 is told by its class', () => {
  assert.deepEqual([...new Set(limited)].sort(), ['email', 'film', 'guess', 'price', 'read', 'recipient', 'write'])
})

test('the limits of every day are far from what a shopper does', () => {
  assert.ok(usualRateLimits.read.quota >= 600 && usualRateLimits.price.quota >= 120 && usualRateLimits.write.quota >= 120)
  assert.ok(usualRateLimits.guess.quota >= 10 && usualRateLimits.email.quota >= 10 && usualRateLimits.recipient.quota >= 10)
})
