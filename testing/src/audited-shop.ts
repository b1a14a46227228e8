import assert from 'node:assert/strict'
import { after } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { AuditEntry, StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { startPlatformForFile } from './platform-for-file.ts'
import { fillStock } from './populate.ts'
import { postCarrier, settingsWrites } from './settings-writes.ts'
import { fakeStripe } from './stripe/stripe.ts'
import { type RawAnswer, send } from './wire.ts'

export const password = 'slow mornings, 1 cup'
/** Where all calls of the staff come from. */
export const address = '203.0.113.7'
export const agent = 'Mozilla/5.0 (Macintosh) Firefox/140'

/** For a file of tests of the audit log: a filled shop, people of each kind who work there, and what is written down of them. */
export async function startAuditedShop() {
  const stripeApi = await fakeStripe()
  const shop = await startPlatformForFile({ shippingRateProviders: [postCarrier], stripeApi })
  after(() => stripeApi[Symbol.asyncDispose]())
  const stockItems = await fillStock(shop)
  const people = new Map<StaffRole, { readonly id: string; readonly name: string; readonly token: string }>()
  const { database } = shop.platform
  const issuer = tokens(keyRing(database), shop.clock)
  const passwordHash = await hashPassword(password)
  for (const [role, name] of [
    ['OWNER', 'Mira Lindqvist'],
    ['ORDERS', 'Ana Duarte'],
    ['DEVELOPER', 'Jonas Vogt'],
    ['SUPPORT', 'Lea Brandt'],
  ] as const) {
    const id = newId()
    const email = `${name.split(' ')[0]!.toLowerCase()}@morrow.example`
    await insertPerson(database, shop.site, { id, email, name, role, passwordHash }, shop.clock.now())
    people.set(role, { id, name, token: await issuer.issueStaff({ kind: 'user', site: shop.site, userId: id, role }) })
  }
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

  function call(token: string, line: string, body?: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const [method, path] = line.split(' ') as [string, string]
    return send(shop, {
      method,
      path,
      headers: { authorization: token, 'x-vitrine-peer': address, 'user-agent': agent, ...headers },
      ...(body !== undefined && { body }),
    })
  }
  const as = (role: StaffRole, line: string, body?: unknown) => call(people.get(role)!.token, line, body)
  const detail = async (id: string) => (await as('OWNER', `GET /vitrine/v1/audit/${id}`)).json.entry

  return {
    shop,
    stockItems,
    /** One for all: each of its places is another. */
    settings: settingsWrites(shop),
    people,
    office,
    app,
    call,
    as,
    detail,
    async entries(filter: object = {}, role: StaffRole = 'OWNER'): Promise<AuditEntry[]> {
      const { status, json, text } = await as(role, 'POST /vitrine/v1/audit/query', { query: { filter } })
      assert.equal(status, 200, text)
      return json.entries
    },
    count: async (): Promise<number> =>
      (
        await shop.platform.database.query<{ count: number }>(sql`select count(*)::int as count from audit_entry where site = ${shop.site}`)
      )[0]!.count,
    /** The one that was written down last, whatever the shop's clock said then. */
    async newest(): Promise<AuditEntry> {
      const [row] = await shop.platform.database.query<{ id: string }>(
        sql`select id from audit_entry where site = ${shop.site} order by id desc limit 1`,
      )
      return detail(row!.id)
    },
    newCoupon: async (code = newId().slice(-8).toUpperCase()) =>
      (await office.coupons.createCoupon({ specification: { name: 'A tenth off', code, percentOffRate: 10 } })).id,
    newGroup: async () => (await office.taxGroups.createTaxGroup({ taxGroup: { name: 'Books' } })).taxGroup,
    newOrder: async () =>
      (
        await app.orders.createOrder({
          order: {
            channelInfo: { type: 'POS' },
            lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' } }],
            priceSummary: {},
            billingInfo: { address: { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Nikolaistraße 12' } },
          },
        })
      ).order.id!,
  }
}
