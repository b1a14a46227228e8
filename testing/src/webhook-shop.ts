import { after, beforeEach } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { EventType, WebhookFormat } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from './buyer.ts'
import { testClock } from './platform.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct } from './products.ts'
import { startReceiver } from './receiver.ts'

export const minute = 60_000
export const day = 24 * 60 * minute

export const cartTypes = ['wix.ecom.v1.cart_created', 'wix.ecom.v1.cart_updated', 'wix.ecom.v1.cart_deleted'] as const

interface StandardBody {
  readonly type: string
  readonly timestamp: string
  readonly instanceId: string
  readonly identity: { readonly identityType: string }
  readonly data: {
    readonly id: string
    readonly entityId: string
    readonly entityEventSequence: string
    readonly createdEvent?: { readonly entity: { readonly id: string; readonly lineItems: readonly unknown[] } }
  }
}

/** What a request of the `STANDARD` format says. */
export const bodyOf = ({ body }: { readonly body: string }) => JSON.parse(body) as StandardBody

/** For a file of tests about webhooks: a shop, and somebody who receives them. Each test begins without webhooks and with nothing received. */
export async function startWebhookShop() {
  // The published library compares what it is sent with a clock of its own.
  const shop = await startPlatformForFile({ clock: testClock(new Date().toISOString()) })
  const receiver = await startReceiver()
  const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 10_000 }, shop.clock.now())
  const { webhooks } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const settle = () => shop.platform.jobs.settle()

  after(() => receiver[Symbol.asyncDispose]())
  beforeEach(async () => {
    const { database } = shop.platform
    await settle()
    await database.query(sql`delete from webhook_delivery where site = ${shop.site}`)
    await database.query(sql`delete from webhook where site = ${shop.site}`)
    receiver.sent.length = 0
    receiver.answer = () => 200
  })

  return {
    shop,
    receiver,
    mug,
    webhooks,
    settle,
    hook: async (events: readonly EventType[] = cartTypes, more: { format?: WebhookFormat; url?: string; appId?: string } = {}) =>
      webhooks.createWebhook({
        webhook: { name: 'Warehouse', url: `${receiver.url}/in`, events: [...events], format: 'STANDARD', ...more },
      }),
    deliveriesOf: async (id: string) => (await webhooks.listWebhookDeliveries({ id })).deliveries,
    stateOf: async (id: string) => (await webhooks.listWebhooks({})).webhooks.find((one) => one.id === id)!,
    /** Somebody whose cart changes so many times. */
    async newCart(changes = 1) {
      const buyer = newBuyer(shop)
      for (let i = 0; i < changes; i++)
        await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
      return buyer
    },
  }
}
