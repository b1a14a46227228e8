import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { createSite } from '@vitrine/platform/kernel/sites/directory'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { berlin } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { fillStock, newCustomer } from '../src/populate.ts'
import { type RawRequest, send } from '../src/wire.ts'

const shop = await startPlatformForFile()
const stockItems = await fillStock(shop)
const victim = await newCustomer(shop, stockItems)
const issuer = () => tokens(keyRing(shop.platform.database), shop.clock)

describe('two shops that hold the same ids', () => {
  const twin = '99999999-9999-4999-8999-999999999999'
  const host = 'twin.example'
  /** A process that starts when both shops are there, and so knows of both. */
  let house: TestPlatform

  /** Tables in an order in which each refers only to those before it. */
  const tables = async (): Promise<readonly string[]> => {
    const rows = await shop.platform.database.query<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('site', 'site_host')
      order by (select count(*) from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> 'site'::regclass), c.relname`)
    return rows.map(({ name }) => name)
  }

  /** Everything a shop has, but for what only the clock of the outbox writes, and for calls, which are counted some seconds after they were made. */
  async function everythingOf(site: string): Promise<Record<string, unknown[]>> {
    await house.platform.jobs.settle()
    const all: Record<string, unknown[]> = {}
    for (const table of (await tables()).filter((name) => name !== 'api_calls')) {
      const rows = await house.platform.database.query<{ row: object }>({
        strings: [`select to_jsonb(t) - 'relayed_at' as row from ${table} t where site = `, ' order by to_jsonb(t)::text'],
        values: [site],
      })
      all[table] = rows.map(({ row }) => row)
    }
    return all
  }

  before(async () => {
    const { database } = shop.platform
    // What the minute's job has to do is done before, with what follows from it, and what stands there then is not due for long.
    for (let minute = 0; minute < 2; minute++) {
      await shop.platform.everyMinute()
      await shop.platform.jobs.settle()
    }
    await createSite(database, { id: twin, name: 'Twin', hosts: [host] }, shop.clock.now())
    for (const table of await tables()) {
      if (['product_listing', 'catalogue_rating', 'low_stock', 'media_usage'].includes(table)) continue // triggers fill it
      await database.query({
        strings: [
          `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('site', `,
          `::text))).* from ${table} t where site = `,
          '',
        ],
        values: [twin, shop.site],
      })
    }
    await database.query(sql`update orders set email = 'twin@example.com' where site = ${twin}`)
    await database.query(sql`update stock set quantity = 3 where site = ${twin} and tracked and quantity > 0`)
    await database.query(sql`update checkout set secret = reverse(secret) where site = ${twin}`)
    house = await startTestPlatform({ databaseUrl: shop.databaseUrl, clock: shop.clock })
  })
  after(async () => {
    await house[Symbol.asyncDispose]()
    assert.deepEqual(house.faults, [])
  })

  const bearerIn = async (site: string) => {
    const claims = JSON.parse(Buffer.from(victim.token.split('.')[3]!, 'base64url').toString())
    return (await issuer().issue({ kind: 'visitor', site, visitorId: claims.vid, clientId: shop.clientId })).access
  }

  /** One of each thing that a buyer and a shop do, in one of the two shops, with the ids that both have. */
  async function live(site: string): Promise<void> {
    const headers = { authorization: await bearerIn(site), host: site === twin ? host : '127.0.0.1' }
    const app = { authorization: shop.apiKey, 'wix-site-id': site }
    const must = async (request: RawRequest, as: Record<string, string> = headers) => {
      const answer = await send(house, { ...request, headers: as })
      assert.equal(answer.status, 200, `${request.method} ${request.path}: ${answer.text}`)
      return answer.json
    }
    const { mug, print } = stockItems
    await must({ method: 'GET', path: `/stores-reader/v1/products/${mug.id}` })
    const { cart } = await must({
      method: 'POST',
      path: '/ecom/v1/carts/current/add-to-cart',
      body: { lineItems: [{ quantity: 1, catalogReference: print.reference() }] },
    })
    assert.equal(cart.id, victim.cartId)
    await must({ method: 'PATCH', path: '/ecom/v1/carts/current', body: { cartInfo: { buyerNote: `in ${site}` } } })
    await must({
      method: 'PATCH',
      path: `/ecom/v1/checkouts/${victim.checkoutId}`,
      body: { checkout: { id: victim.checkoutId, buyerNote: `in ${site}` } },
    })
    const { token: paymentToken } = await must({
      method: 'POST',
      path: '/vitrine/v1/sandbox/card-tokens',
      body: { cardNumber: '4242424242424242', expiryMonth: 12, expiryYear: 2030, securityCode: '123', holder: 'Ada' },
    })
    const placed = await must({
      method: 'POST',
      path: `/vitrine/v1/checkouts/${victim.checkoutId}/place-order`,
      body: { paymentToken, returnUrl: house.url },
    })
    assert.equal(placed.status, 'APPROVED')
    const { order } = await must({ method: 'GET', path: `/ecom/v1/orders/${placed.orderId}` })
    assert.equal(order.buyerNote, `in ${site}`)
    const { resultToken } = await must({
      method: 'POST',
      path: `/vitrine/v1/sandbox/authentications/${victim.waitingPaymentId}`,
      body: { answer: 'CONFIRM' },
    })
    await must({ method: 'POST', path: `/vitrine/v1/orders/${victim.waitingOrderId}/confirm-payment`, body: { resultToken } })
    await must({ method: 'GET', path: `/ecom/v1/payments/orders/${victim.waitingOrderId}` }, app)
    await must({
      method: 'POST',
      path: '/ecom/v1/carts/current/add-to-cart',
      body: { lineItems: [{ quantity: 1, catalogReference: mug.reference('Sage') }] },
    })
    const { checkoutId } = await must({
      method: 'POST',
      path: '/ecom/v1/carts/current/create-checkout',
      body: { channelType: 'WEB', email: 'ada@example.com', shippingAddress: berlin.address, selectedShippingOption: { code: 'standard' } },
    })
    await must({ method: 'POST', path: `/ecom/v1/checkouts/${checkoutId}/create-order`, body: {} })
    await must({ method: 'POST', path: `/ecom/v1/checkouts/${checkoutId}/mark-as-completed`, body: {} }, app)
    await must({ method: 'DELETE', path: '/ecom/v1/carts/current' })
  }

  // attack: Other people's data | one shop reads the rows of another | only its own rows
  test('never see each other’s: every read answers the rows of its own shop', async () => {
    for (const [site, email] of [
      [shop.site, 'ada@example.com'],
      [twin, 'twin@example.com'],
    ] as const) {
      const bearer = { authorization: await bearerIn(site) }
      const status = await send(house, {
        method: 'GET',
        path: `/vitrine/v1/orders/${victim.paidOrderId}/status`,
        search: `email=${email}`,
        headers: bearer,
      })
      assert.equal(status.status, 200)
      assert.equal(status.json.order.details.email, email)
      const app = { authorization: shop.apiKey, 'wix-site-id': site }
      const { json } = await send(house, { method: 'GET', path: `/ecom/v1/orders/${victim.paidOrderId}`, headers: app })
      assert.equal(json.order.id, victim.paidOrderId)
      const opened = await send(house, {
        method: 'POST',
        path: `/vitrine/v1/checkouts/${victim.checkoutId}/open`,
        headers: { authorization: (await issuer().issue({ kind: 'visitor', site, visitorId: newId(), clientId: newId() })).access },
        body: { key: victim.checkoutKey },
      })
      assert.equal(opened.status, site === twin ? 404 : 200)
      const left = await send(house, { method: 'GET', path: '/ecom/v1/carts/current', headers: bearer })
      const available = left.json.cart.lineItems[0].availability.quantityAvailable
      assert.equal(available === 3, site === twin)
    }
  })

  // attack: API keys and roles | a token of one shop is used in another | 401 INVALID_TOKEN
  test('a token is good in its own shop only: the key in its header is that shop’s', async () => {
    const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[2]!, 'base64url').toString()).kid as string
    const [ours, theirs] = [await bearerIn(shop.site), await bearerIn(twin)]
    assert.deepEqual([kidOf(ours).split('/')[0], kidOf(theirs).split('/')[0]], [shop.site, twin])
    const asked = await send(house, { method: 'POST', path: '/oauth2/token-info', body: { token: theirs } })
    assert.equal(asked.json.siteId, twin)
    const visitor = await send(house, {
      method: 'POST',
      path: '/oauth2/token',
      headers: { host },
      body: { grantType: 'anonymous', clientId: shop.clientId },
    })
    const info = await send(house, { method: 'POST', path: '/oauth2/token-info', body: { token: visitor.json.access_token } })
    assert.equal(info.json.siteId, twin, 'the client id that both have means the shop that was called')
  })

  // attack: Other people's data | a purchase in one shop changes rows of another | every row of the other shop is unchanged
  test('never change each other’s: a whole purchase in one leaves every row of the other as it was', async () => {
    for (const [here, there] of [
      [shop.site, twin],
      [twin, shop.site],
    ] as const) {
      const [mine, theirs] = [await everythingOf(here), await everythingOf(there)]
      await live(here)
      assert.deepEqual(await everythingOf(there), theirs)
      const after = await everythingOf(here)
      for (const table of ['orders', 'payment', 'stock', 'stock_movement', 'checkout', 'outbox', 'inbox_mail']) {
        assert.notDeepEqual(after[table], mine[table], `${table} of the own shop has changed`)
      }
    }
  })
})
