import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { orderBilling } from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { delayCapture } from '../src/delayed-capture.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'

let home: TestPlatform
const password = 'slow mornings, 1 cup'
const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const minute = 60_000

before(async () => {
  home = await startTestPlatform()
  const passwordHash = await hashPassword(password)
  const people: [string, StaffRole][] = [
    ['mira@morrow.example', 'OWNER'],
    ['ana@morrow.example', 'ORDERS'],
    ['tom@morrow.example', 'WAREHOUSE'],
    ['lea@morrow.example', 'SUPPORT'],
    ['jonas@morrow.example', 'DEVELOPER'],
  ]
  for (const [email, role] of people)
    await insertPerson(home.platform.database, home.site, { id: newId(), email, name: email, role, passwordHash }, home.clock.now())
})
after(() => home[Symbol.asyncDispose]())

interface Session {
  readonly status: number
  readonly cookie: string
  readonly said: Record<string, unknown> & { readonly accessToken?: string; readonly rights?: readonly string[] }
}

let addresses = 0
async function at(
  method: string,
  {
    headers = json,
    body,
    address = `10.0.0.${++addresses}`,
  }: { headers?: Readonly<Record<string, string>>; body?: unknown; address?: string } = {},
): Promise<Session> {
  const answer = await home.platform.staffSession({
    site: home.site,
    method,
    headers,
    body: body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    address,
  })
  return {
    status: answer.status,
    cookie: answer.cookies?.[0] ?? '',
    said: answer.body === '' ? {} : (JSON.parse(answer.body) as Session['said']),
  }
}
const signIn = (email: string, secret = password, address?: string) =>
  at('POST', { body: { email, password: secret }, ...(address && { address }) })
const holding = (cookie: string) => ({ ...json, cookie: cookie.split(';', 1)[0]! })

async function call(token: string, line: string, body?: object) {
  const [method, path] = line.split(' ') as [string, string]
  const answer = await home.platform.api.answer({
    method,
    path,
    search: '',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: body && Buffer.from(JSON.stringify(body)),
    requestId: newId(),
  })
  const said = JSON.parse(String(answer.body)) as { details?: { applicationError?: { code?: string } } }
  return { status: answer.status, code: said.details?.applicationError?.code }
}

describe('signing in', () => {
  test('200 gives a token for the API, and a cookie that no script and no other site gets at', async () => {
    const { status, cookie, said } = await signIn('mira@morrow.example')
    assert.equal(status, 200)
    assert.match(cookie, /^vitrine_staff=[\w-]{43}; Path=\/admin\/session; HttpOnly; SameSite=Strict$/)
    assert.deepEqual(said['person'], { ...(said['person'] as object), email: 'mira@morrow.example', role: 'OWNER' })
    assert.equal((await call(said.accessToken!, 'POST /stores/v2/coupons/query', { query: {} })).status, 200)
  })

  test('the name is taken in any case of its letters', async () => {
    assert.equal((await signIn('  MIRA@morrow.example ')).status, 200)
  })

  // attack: Sign-in limits | staff sign-in with unknown emails | the same 401
  test('401 is the same for a wrong password and for somebody unknown', async () => {
    const [wrong, unknown] = [await signIn('ana@morrow.example', 'no'), await signIn('nobody@morrow.example', 'no')]
    assert.equal(wrong.status, 401)
    assert.deepEqual([unknown.status, unknown.said, unknown.cookie], [wrong.status, wrong.said, wrong.cookie])
  })

  test('403 captcha after five tries, also with the right password; an hour later it is forgotten', async () => {
    for (let i = 4; i >= 0; i--) assert.equal((await signIn('tom@morrow.example', 'no')).said['triesLeft'], i)
    const asked = await signIn('tom@morrow.example')
    assert.deepEqual([asked.status, asked.said['reason']], [403, 'captcha'])
    home.clock.advance(60 * minute + 1)
    assert.equal((await signIn('tom@morrow.example')).status, 200)
  })

  // attack: Tokens, OAuth, sessions | another site posts to the sign-in of the admin | 403 or 415, and no cookie
  test('403 from another site, 415 for a form, 400 for what cannot be read, 405 for other methods; none sets a cookie', async () => {
    const body = { email: 'mira@morrow.example', password }
    const answers = [
      await at('POST', { headers: { ...json, 'sec-fetch-site': 'cross-site' }, body }),
      await at('POST', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=mira%40morrow.example' }),
      await at('POST', { body: '{' }),
      await at('POST', { body: { email: ['mira@morrow.example'], password } }),
      await at('PUT', { body }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 415, 400, 400, 405],
    )
    for (const { cookie } of answers) assert.equal(cookie, '')
  })

  test('keeps neither password nor secret', async () => {
    const { cookie } = await signIn('mira@morrow.example')
    const secret = cookie.slice('vitrine_staff='.length, cookie.indexOf(';'))
    const rows = await home.platform.database.query<{ all: string }>(
      sql`select row_to_json(staff_session)::text || coalesce((select string_agg(staff.password_hash, '') from staff), '') as all from staff_session`,
    )
    for (const { all } of rows) assert.ok(!all.includes(secret) && !all.includes(password) && all.includes('$argon2id$'))
  })
})

describe('a session', () => {
  test('renews its token as long as it lasts, and ends when one signs out', async () => {
    const { cookie } = await signIn('mira@morrow.example')
    const renewed = await at('GET', { headers: holding(cookie) })
    assert.equal((await call(renewed.said.accessToken!, 'POST /stores/v2/coupons/query', { query: {} })).status, 200)
    const out = await at('DELETE', { headers: holding(cookie) })
    assert.match(out.cookie, /Max-Age=0/)
    assert.equal((await at('GET', { headers: holding(cookie) })).status, 204)
  })

  test('ends with the day where one does not stay, and after a month where one does', async () => {
    const day = await signIn('mira@morrow.example')
    const month = await at('POST', { body: { email: 'mira@morrow.example', password, stay: true } })
    assert.match(month.cookie, /Max-Age=2592000/)
    home.clock.advance(12 * 60 * minute)
    assert.equal((await at('GET', { headers: holding(day.cookie) })).status, 204)
    assert.equal((await at('GET', { headers: holding(month.cookie) })).status, 200)
    home.clock.advance(30 * 24 * 60 * minute)
    assert.equal((await at('GET', { headers: holding(month.cookie) })).status, 204)
  })

  test('its token is over after five minutes', async () => {
    const { said } = await signIn('mira@morrow.example')
    home.clock.advance(5 * minute)
    assert.equal((await call(said.accessToken!, 'POST /stores/v2/coupons/query', { query: {} })).status, 401)
  })

  test('a secret that is none is nobody', async () => {
    for (const cookie of ['vitrine_staff=', 'vitrine_staff=x', `vitrine_staff=${'a'.repeat(43)}`, 'other=1'])
      assert.equal((await at('GET', { headers: { ...json, cookie } })).status, 204)
  })
})

describe('a role', () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const cancel = `POST /ecom/v1/orders/${nobody}/cancel`
  const refund = 'POST /ecom/v1/order-billing/get-order-refundability'
  const makeCoupon = 'POST /stores/v2/coupons'
  const settings = 'PATCH /vitrine/v1/payment-settings'
  const taxes = 'POST /billing/v1/tax-groups'
  const may: Record<string, readonly (readonly [string, boolean])[]> = {
    mira: [
      [cancel, true],
      [refund, true],
      [makeCoupon, true],
      [settings, true],
      [taxes, true],
    ],
    ana: [
      [cancel, true],
      [refund, true],
      [makeCoupon, true],
      [settings, false],
      [taxes, false],
    ],
    tom: [
      [cancel, true],
      [refund, true],
      [makeCoupon, false],
      [settings, false],
      [taxes, false],
    ],
    lea: [
      [cancel, false],
      [refund, true],
      [makeCoupon, false],
      [settings, false],
      [taxes, false],
    ],
    jonas: [
      [cancel, false],
      [refund, false],
      [makeCoupon, false],
      [settings, false],
      [taxes, false],
    ],
  }
  for (const [name, table] of Object.entries(may))
    test(`${name} is refused just what their role does not cover`, async () => {
      const { said } = await signIn(`${name}@morrow.example`)
      for (const [line, allowed] of table) {
        const { status, code } = await call(said.accessToken!, line, { orderId: nobody })
        assert.equal(code === 'PERMISSION_DENIED', !allowed, `${line}: ${status} ${code}`)
        if (!allowed) assert.equal(status, 403)
      }
    })

  // attack: Tokens, OAuth, sessions | a forged session cookie of staff | anonymous
  test('a forged one counts for nothing', async () => {
    const { said } = await signIn('jonas@morrow.example')
    const [head, claims, signature] = said.accessToken!.replace('OauthNG.JWS.', '').split('.') as [string, string, string]
    const forged = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
    const token = `OauthNG.JWS.${head}.${Buffer.from(JSON.stringify({ ...forged, role: 'OWNER' })).toString('base64url')}.${signature}`
    assert.deepEqual(await call(token, makeCoupon, {}), { status: 401, code: 'INVALID_TOKEN' })
  })
})

test('nothing went wrong on our side', () => assert.deepEqual(home.faults, []))

describe('what staff say about an order', () => {
  test('has their address, and keeps it when it is put otherwise', async () => {
    const app = createClient({ baseUrl: home.url, auth: apiKey(home.apiKey) })
    const line = { productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' as const } }
    const { order } = await app.orders.createOrder({ order: { channelInfo: { type: 'POS' }, lineItems: [line], priceSummary: {} } })
    const { said } = await signIn('tom@morrow.example')
    const call = (method: string, path: string, body: object) =>
      fetch(`${home.url}/ecom/v1/orders/${order.id}/activities${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${said.accessToken}` },
        body: JSON.stringify(body),
      })
    const added = await call('POST', '', { activity: { merchantComment: { message: 'Tall box' } } })
    const { activityId } = (await added.json()) as { activityId: string }
    await call('PATCH', `/${activityId}`, { activity: { merchantComment: { message: 'Flat box' } } })
    const { activities } = (await app.orders.getOrder({ id: order.id! })).order
    const told = activities.find(({ id }) => id === activityId)
    assert.equal(told?.authorEmail, 'tom@morrow.example')
    // What they do stands under their name as well, and what a program does under none.
    const post = (path: string, body: object) =>
      fetch(`${home.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${said.accessToken}` },
        body: JSON.stringify(body),
      })
    const lineItems = order.lineItems.map(({ id }) => ({ id }))
    assert.equal((await post(`/ecom/v1/fulfillments/orders/${order.id}/create-fulfillment`, { fulfillment: { lineItems } })).status, 200)
    const after = (await app.orders.getOrder({ id: order.id! })).order.activities
    const by = (is: (activity: (typeof after)[number]) => boolean) => after.find(is)?.authorEmail
    assert.equal(
      by(({ customActivity }) => customActivity?.type === 'SHIPMENT_SENT'),
      'tom@morrow.example',
    )
    assert.equal(
      by(({ type }) => type === 'ORDER_PLACED'),
      undefined,
    )
    assert.equal(told?.merchantComment?.message, 'Flat box')
  })

  test('stands at what they do with its money and its address', async () => {
    await delayCapture(home, {})
    const mug = await addProduct(home.platform, { site: home.site, name: 'Mug', price: 2600, stock: 9 }, home.clock.now())
    const { said } = await signIn('ana@morrow.example')
    const connection = { baseUrl: home.url, auth: apiKey(said.accessToken!) }
    const ana = { ...createClient(connection), ...createClient({ ...connection, modules: { orderBilling } }) }
    const buyer = newBuyer(home)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: home.url })
    await delayCapture(home)
    const { orderTransactions } = await ana.orderTransactions.listTransactionsForSingleOrder({ orderId })
    const paymentId = orderTransactions.payments[0]!.id!
    await ana.orderBilling.captureAuthorizedPayments({ orderId, payments: [{ paymentId }] })
    const { order: paid } = await ana.orders.getOrder({ id: orderId })
    const destination = paid.shippingInfo!.logistics!.shippingDestination!
    const moved = { ...destination, address: { ...destination.address, city: 'Leipzig' } }
    await ana.orders.updateOrder({
      order: { id: orderId, shippingInfo: { logistics: { shippingDestination: moved } }, recipientInfo: moved },
    })
    await ana.orderBilling.refundPayments({ orderId, paymentRefunds: [{ paymentId, amount: { amount: '5.00' } }] })
    await ana.orders.cancelOrder({ id: orderId })
    const { activities } = (await ana.orders.getOrder({ id: orderId })).order
    const authors = activities.map(({ type, authorEmail }) => [type, authorEmail])
    const done = ['AUTHORIZED_PAYMENT_CAPTURED', 'SHIPPING_ADDRESS_EDITED', 'REFUND_INITIATED', 'ORDER_CANCELED']
    for (const type of done)
      assert.deepEqual(
        authors.filter(([one]) => one === type),
        [[type, 'ana@morrow.example']],
        type,
      )
    assert.deepEqual(
      authors.find(([type]) => type === 'ORDER_PLACED'),
      ['ORDER_PLACED', undefined],
    )
  })
})
