import { after } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type ClassCard, membershipsOf } from '../../examples/plugins/memberships.ts'
import { type Answers, serve } from '../../examples/plugins/serve.ts'
import { berlin, card, newBuyer } from './buyer.ts'
import { closed, listening } from './http-service.ts'
import { startTestPlatform, testClock } from './platform.ts'
import { addProduct } from './products.ts'
import { newMember, type TestMember } from './subscribed-member.ts'

/** A call of the shop that the example of a memberships service has a path for. */
export type MembershipPath = keyof ReturnType<typeof membershipsOf>
export interface MembershipCall {
  readonly path: MembershipPath
  readonly request: { readonly idempotencyKey?: string; readonly transactionId?: string; readonly membershipId?: string }
  readonly metadata: { readonly requestId: string; readonly functionName: string }
}

/** The app of the service, under which its memberships are chosen. */
export const appId = '5b0c1f0e-6a57-4a40-9d3b-0f6c7d2e8a77'

const nothing = () => undefined

/** What is new for each test: a member, their card for ten lessons, and the plug-in of the service that knows it. */
export interface MemberWithCard {
  readonly member: TestMember
  readonly ten: ClassCard
  readonly plugin: string
}

/**
 * For a file of tests of a service whose memberships pay: a shop with lessons and mugs, and the example of such a service. `begin` runs
 * before each test and `end` after it.
 */
export async function startMembershipShop() {
  const shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  after(() => shop[Symbol.asyncDispose]())
  const { platform, site, clock } = shop
  const mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  const lesson = await addProduct(platform, { site, name: 'Lesson', price: 4500, stock: 500, itemType: 'SERVICE' }, clock.now())
  const admin = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const servers: ReturnType<typeof serve>[] = []
  const cards = new Map<string, ClassCard>()
  const asked: MembershipCall[] = []
  let current: MemberWithCard
  const service = {
    /** What stands before the example for one question; it goes on where this says nothing. */
    instead: nothing as (asked: MembershipCall) => object | undefined,
    /** What is done after the example answered, before the shop hears of it. */
    afterwards: nothing as (asked: MembershipCall) => void,
  }

  async function begin(): Promise<MemberWithCard> {
    asked.length = 0
    shop.faults.length = 0
    service.instead = nothing
    service.afterwards = nothing
    const member = await newMember(shop)
    const ten = { memberId: member.memberId, name: 'Ten lessons', items: [lesson.id], total: 10, left: 10 }
    cards.clear()
    cards.set('ten', ten)
    current = { member, ten, plugin: await serving('MEMBERSHIPS', answering()) }
    return current
  }

  async function end(): Promise<void> {
    await Promise.all(servers.splice(0).map(closed))
    await writeSettings(platform.database, site, 'plugins', { plugins: [] }, clock.now())
  }

  /** The example, watched. */
  function answering(): Answers {
    const example = membershipsOf(cards)
    const paths = Object.keys(example) as MembershipPath[]
    const watched = paths.map((path) => [
      path,
      (question: MembershipCall) => {
        const one = { ...question, path }
        asked.push(one)
        const said = service.instead(one) ?? example[path](question as never)
        service.afterwards(one)
        return said
      },
    ])
    return Object.fromEntries(watched)
  }

  async function serving(type: 'MEMBERSHIPS' | 'GIFT_CARDS', answers: Answers): Promise<string> {
    const { servicePlugins } = admin
    const made = await servicePlugins.createServicePlugin({
      servicePlugin: { type, name: type, baseUrl: 'https://not-yet.example', timeoutMs: 10_000, ...(type === 'MEMBERSHIPS' && { appId }) },
    })
    const { id, publicKey } = made.servicePlugin
    const server = serve(answers, { id: made.servicePlugin.appId, publicKey })
    servers.push(server)
    await servicePlugins.updateServicePlugin({ servicePlugin: { id, baseUrl: await listening(server) } })
    return id
  }

  const lessonOf = async (id: string) =>
    (await current.member.client.checkout.getCheckout({ id })).checkout.lineItems.find(
      ({ catalogReference }) => catalogReference?.catalogItemId === lesson.id,
    )!
  async function chooseCard(id: string) {
    const selectedMemberships = { memberships: [{ id: 'ten', appId, lineItemIds: [(await lessonOf(id)).id!] }] }
    return (await current.member.client.checkout.updateCheckout({ checkout: { id, membershipOptions: { selectedMemberships } } })).checkout
  }

  /** A job that any cancelled order starts, and every minute does. */
  async function settle(): Promise<void> {
    const buyer = newBuyer(shop)
    const { checkout } = await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: lesson.reference() }],
      checkoutInfo: { buyerInfo: { email: 'grace@example.com' }, billingInfo: berlin },
    })
    const { orderId } = await buyer.checkout.createOrder({ id: checkout.id! })
    await app.orders.cancelOrder({ id: orderId })
    await platform.jobs.settle()
  }

  return {
    shop,
    mug,
    lesson,
    admin,
    app,
    cards,
    asked,
    service,
    begin,
    end,
    serving,
    lessonOf,
    chooseCard,
    settle,
    charges: () => asked.filter(({ path }) => path === '/v1/charge-membership'),
    voids: () => asked.filter(({ path }) => path === '/v1/void-membership-charge'),
    async states(): Promise<string[]> {
      const rows = await platform.database.query<{ state: string }>(
        sql`select state from service_membership_charge where site = ${site} and member_id = ${current.member.memberId} order by created_at, id`,
      )
      return rows.map(({ state }) => state)
    },
    async minuteLater(): Promise<void> {
      clock.advance(130_000)
      await settle()
    },
    /** A checkout of the member with so many lessons, and mugs beside them; the card is chosen for the lessons. */
    async withLessons(quantity: number, { mugs = 0, choose = true } = {}): Promise<string> {
      const { client } = current.member
      await client.currentCart.addToCurrentCart({
        lineItems: [
          { quantity, catalogReference: lesson.reference() },
          ...(mugs > 0 ? [{ quantity: mugs, catalogReference: mug.reference() }] : []),
        ],
      })
      const { checkoutId: id } = await client.currentCart.createCheckoutFromCurrentCart({
        channelType: 'WEB',
        email: 'ada@example.com',
        shippingAddress: berlin.address,
      })
      const delivery = { shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } } }
      await client.checkout.updateCheckout({ checkout: { id, billingInfo: berlin, ...(mugs > 0 && delivery) } })
      if (choose) await chooseCard(id)
      return id
    },
    order: (id: string) => current.member.client.checkout.createOrder({ id }),
    place: async (id: string, cardNumber?: string) =>
      current.member.client.payments.placeOrder({
        id,
        paymentToken: await card(newBuyer(shop), cardNumber),
        returnUrl: `${shop.url}/back`,
      }),
    paymentsOf: async (orderId: string) =>
      (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments,
  }
}
