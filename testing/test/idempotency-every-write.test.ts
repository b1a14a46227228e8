import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { contract } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { card } from '../src/buyer.ts'
import { delayCapture } from '../src/delayed-capture.ts'
import { replayed, startKeyedShop } from '../src/keyed-shop.ts'
import { type Customer, newCustomer } from '../src/populate.ts'
import { readyWrites } from '../src/ready-writes.ts'
import { testSections } from '../src/shop.ts'
import { addresses, pathOf, send } from '../src/wire.ts'

const { shop, stockItems, everythingSaved } = await startKeyedShop()

/** The secrets of an answer. */
const secretsOf = (answer: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(answer).flatMap(([name, is]) => {
    if (typeof is === 'string') return /^(secret|key|fullUrl|\w+Token)$/.test(name) ? [is] : []
    return secretsOf((is ?? {}) as Readonly<Record<string, unknown>>)
  })

/** How often the audit log tells of an operation. */
const toldOf = async (line: string): Promise<number> =>
  (
    await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from audit_entry where site = ${shop.site} and operation = ${line} and not unfinished`,
    )
  )[0]!.count

test('every write takes a key at each of its addresses', async () => {
  const { mug, print } = stockItems
  const writes = addresses.filter(
    ({ line, inQuery, method }) => (!inQuery || method === 'DELETE') && !('reads' in contract[line]) && !line.startsWith('GET '),
  )
  assert.ok(writes.length > 25)
  const writesReady = readyWrites(shop, stockItems)
  let of: Customer | undefined
  for (const { line, method, template } of writes) {
    // What ends something needs somebody new the next time.
    const collects = /payments-collector\/orders/.test(line) && !line.includes('trigger-refund')
    if (collects) await delayCapture(shop, {})
    if (collects) of = undefined
    of ??= await newCustomer(shop, stockItems)
    if (collects) await delayCapture(shop)
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const paid = of.paidOrderId
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: paid })
    const paymentId = orderTransactions.payments[0]!.id!
    if (/prepare|manual|orders.*mark-as-paid/.test(line) && collects)
      await app.orders.voidAuthorizedPayments({ ecomOrderId: paid, paymentIds: [paymentId] })
    const { resultToken } = line.includes('confirm-payment')
      ? await of.buyer.payments.answerSandboxAuthentication({ id: of.waitingPaymentId, answer: 'CONFIRM' })
      : { resultToken: '' }
    const merchants = contract[line].as === ('user' as string) && line.includes('/orders/')
    const invoices = /request-cancellation|renew-download/.test(line)
    const id =
      merchants || invoices
        ? paid
        : line.includes('/orders/')
          ? of.waitingOrderId
          : line.includes('authentications')
            ? of.waitingPaymentId
            : of.checkoutId
    const { order } = await app.orders.getOrder({ id: paid })
    const fulfillment = { lineItems: [{ id: order.lineItems[0]!.id }] }
    const { fulfillmentId } = line.includes('{fulfillment')
      ? await app.orderFulfillments.createFulfillment({ orderId: id, fulfillment })
      : { fulfillmentId: '' }
    const bodies: Record<string, unknown> = {
      'POST /oauth2/token': { grantType: 'anonymous', clientId: shop.clientId },
      'PATCH /ecom/v1/carts/current': { cartInfo: { buyerNote: 'x' } },
      'POST /ecom/v1/carts/current/add-to-cart': { lineItems: [{ quantity: 1, catalogReference: print.reference() }] },
      'POST /ecom/v1/carts/current/remove-line-items': { lineItemIds: [of.lineIds[0]] },
      'POST /ecom/v1/carts/current/update-line-items-quantity': { lineItems: [{ id: of.lineIds[0], quantity: 3 }] },
      'POST /ecom/v1/checkouts': { channelType: 'WEB', lineItems: [{ quantity: 1, catalogReference: mug.reference('Sage') }] },
      'PATCH /ecom/v1/checkouts/{checkout.id}': { checkout: { id, buyerNote: 'x' } },
      'POST /ecom/v1/checkouts/{id}/add-to-checkout': { lineItems: [{ quantity: 1, catalogReference: print.reference() }] },
      'POST /ecom/v1/checkouts/{id}/remove-line-items': { lineItemIds: [of.checkoutLineIds[0]] },
      'POST /ecom/v1/checkouts/{id}/update-line-items-quantity': { lineItems: [{ id: of.checkoutLineIds[0], quantity: 3 }] },
      'PATCH /ecom/v1/orders/{order.id}': { order: { id, archived: true } },
      'POST /ecom/v1/bulk/orders/update': { orders: [{ order: { id, archived: true } }] },
      'POST /ecom/v1/bulk/orders/update-tags': { orderIds: [id], assignTags: { tags: { tagIds: ['gift'] } } },
      'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/prepare-payment-collection': { amount: { amount: '1.00' } },
      'POST /ecom/v1/payments-collector/orders/{orderId}/manual-payment': { amount: { amount: '1.00' } },
      'POST /v1/bulk/payments-collector/mark-as-paid': { ecomOrderIds: [id] },
      'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/trigger-refund': { payments: [{ paymentId, amount: { amount: '1.00' } }] },
      'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments': { paymentIds: [paymentId] },
      'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments': { payments: [{ paymentId }] },
      'POST /ecom/v1/fulfillments/orders/{orderId}/create-fulfillment': { fulfillment },
      'PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}': { fulfillment: { id: fulfillmentId, status: 'Delivered' } },
      'POST /ecom/v1/fulfillments/orders/bulk/create-fulfillments': {
        ordersWithFulfillments: [{ orderId: id, fulfillments: [fulfillment] }],
      },
      'POST /ecom/v1/bulk/invoices/generate': { orderIds: [id] },
      'PATCH /vitrine/v1/invoices/settings': { settings: { thanks: 'Thank you.' } },
      'POST /ecom/v1/invoices/orders/{orderId}/add-invoice': { invoiceInfo: { id: 'X-1', appId: 'books' } },
      'POST /vitrine/v1/orders/{id}/renew-download': { lineItemId: order.lineItems.find(({ digitalFile }) => digitalFile)!.id },
      'POST /vitrine/v1/checkouts/{id}/open': { key: of.checkoutKey },
      'POST /vitrine/v1/checkouts/{id}/place-order': { paymentToken: await card(of.buyer), returnUrl: shop.url },
      'POST /vitrine/v1/orders/{id}/confirm-payment': { resultToken },
      'POST /vitrine/v1/sandbox/authentications/{id}': { answer: 'CONFIRM' },
      'POST /vitrine/v1/personal-data/erase': { email: 'somebody.else@example.com' },
      'POST /_api/redirects-api/v1/redirect-session': { ecomCheckout: { checkoutId: of.checkoutId } },
    }
    const ready = await writesReady[line]?.()
    const token = ready?.token ?? (contract[line].as === ('user' as string) ? shop.apiKey : of.token)
    const request = {
      method,
      path: pathOf(template, (name) => ready?.params[name] ?? (name.startsWith('fulfillment') ? fulfillmentId : id)),
      headers: { authorization: token, 'idempotency-key': newId() },
      ...(method !== 'DELETE' && { body: ready?.body ?? bodies[line] ?? {} }),
    }
    const told = await toldOf(line)
    const [first, second] = [await send(shop, request), await send(shop, request)]
    assert.equal(first.status, 200, `${method} ${template}: ${first.text}`)
    assert.equal((await toldOf(line)) - told, (ready?.told ?? token === shop.apiKey) ? 1 : 0, `${method} ${template} in the audit log`)
    assert.deepEqual([second.status, replayed(second), second.text], [200, true, first.text], `${method} ${template}`)
    if ('confidential' in contract[line]) {
      const saved = await everythingSaved()
      for (const text of secretsOf(first.json)) assert.ok(!saved.includes(text), `${method} ${template} leaves ${text}`)
    }
    if (/^DELETE|abandoned|remove-line-items|order|payments-collector|completed|confirm|authentications|open/.test(line)) of = undefined
  }
  for (const section of ['taxes', 'shipping'] as const)
    await writeSettings(shop.platform.database, shop.site, section, testSections[section], shop.clock.now())
})
