import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Route } from '@vitrine/contract'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { newId } from '@vitrine/platform/kernel/db/id'
import { emailsTo } from './mailbox.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct, storesAppId, type TestProduct } from './products.ts'
import { newVisitor, send } from './wire.ts'

/** So many units of a product, as if they had been counted. */
export const stockOf = (
  { platform, site, clock }: TestPlatform,
  { id, variants }: TestProduct,
  quantity: number | null,
  colour?: string,
): Promise<unknown> =>
  setStock(
    platform.database,
    site,
    [{ productId: id, variantId: colour ? variants[colour]! : '00000000-0000-0000-0000-000000000000', quantity }],
    clock.now(),
  )

/** The link in the last email about what is back in stock. */
export async function linkIn(shop: TestPlatform, email: string): Promise<string> {
  const [message] = await emailsTo(shop, email)
  const token = /back-in-stock\/off\?token=([^\s)]+)/.exec(message?.text ?? '')?.[1]
  if (!token) throw new Error(`no link in ${message?.subject ?? 'no email'} to ${email}`)
  return decodeURIComponent(token)
}

/** The writes of waiting lists, each about what nobody else waits for. */
export function backInStockWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
  const soldOut = () => addProduct(shop.platform, { site: shop.site, name: 'Sold out', price: 900, stock: 0 }, shop.clock.now())
  const asked = async (email = `${newId()}@example.com`) => {
    const product = await soldOut()
    const body = { request: { email, catalogReference: product.reference() }, itemDetails: { name: 'Sold out', price: '9.00' } }
    return { product, body, ...(await office.backInStock.requestEmail(body)).request }
  }
  const told = async () => {
    const email = `${newId()}@example.com`
    const { product } = await asked(email)
    await stockOf(shop, product, 2)
    await shop.platform.everyMinute()
    return linkIn(shop, email)
  }
  const base = '/back-in-stock-service/v1/back-in-stock-notification-requests'
  const byVisitor = async (body: object) => ({ params: {}, body, token: (await newVisitor(shop)).token })
  return {
    [`POST ${base}`]: async () => {
      const product = await soldOut()
      return {
        params: {},
        body: {
          request: { email: 'ada@example.com', catalogReference: product.reference() },
          itemDetails: { name: 'Sold out', price: '9' },
        },
        token: shop.apiKey,
        told: true,
      }
    },
    [`DELETE ${base}/{id}`]: async () => ({ params: { id: (await asked()).id! }, body: {} }),
    [`PUT ${base}/{id}/mark-as-notification-sent`]: async () => ({ params: { id: (await asked()).id! }, body: {} }),
    [`POST ${base}/report-items-back-in-stock`]: async () => ({
      params: {},
      body: { requestIds: [(await asked()).id!], itemDetails: { name: 'Sold out', price: '9.00' } },
    }),
    [`POST ${base}/settings/start-collecting`]: async () => ({ params: {}, body: { appId: storesAppId } }),
    [`POST ${base}/settings/stop-collecting`]: async () => ({ params: {}, body: { appId: newId() } }),
    'POST /vitrine/v1/price-alerts': async () => byVisitor({ catalogReference: (await soldOut()).reference(), email: 'ada@example.com' }),
    'DELETE /vitrine/v1/back-in-stock/mine/{id}': async () => {
      const { token } = await newVisitor(shop)
      const product = await soldOut()
      const { json } = await send(shop, {
        method: 'POST',
        path: base,
        headers: { authorization: token },
        body: {
          request: { email: 'ada@example.com', catalogReference: product.reference() },
          itemDetails: { name: 'Sold out', price: '9' },
        },
      })
      return { params: { id: json.request.id }, body: {}, token }
    },
    'POST /vitrine/v1/back-in-stock/link/stop': async () => byVisitor({ token: await told() }),
    'POST /vitrine/v1/back-in-stock/link/resume': async () => byVisitor({ token: await told() }),
    'POST /vitrine/v1/waiting-list/items/{productId}/{variantId}/send': async () => {
      const { product } = await asked()
      await stockOf(shop, product, 2)
      return { params: { productId: product.id, variantId: '00000000-0000-0000-0000-000000000000' }, body: {} }
    },
    'PATCH /vitrine/v1/waiting-list/settings': async () => ({ params: {}, body: { settings: { peoplePerUnit: 3 } } }),
  }
}
