import { minor, toDecimal } from '@vitrine/pricing'
import { newId } from '../../../kernel/db/id.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { insertOrder } from '../store.ts'
import { type StoredOrder } from '../stored-order.ts'

export const now = new Date('2026-11-21T09:00:00.000Z')

const price = (amount: number) => ({ amount: toDecimal(minor(amount), 'EUR'), formattedAmount: `€${toDecimal(minor(amount), 'EUR')}` })

/** The n-th of many orders, each a little different from the others. */
export function exampleOrder(n: number, overrides: Partial<StoredOrder> = {}): StoredOrder {
  const firstName = ['Ada', 'Émile', 'grace', 'Alan', ''][n % 5]!
  const lastName = ['Lovelace', 'Zola', 'Hopper', 'Turing'][n % 4]!
  const createdAt = new Date(now.getTime() - n * 3_600_000)
  const total = 1000 + ((n * 37) % 50) * 125
  const email = `buyer${n % 9}@example.com`
  return {
    id: newId(),
    number: 10_001 + n,
    checkoutId: n % 3 === 0 ? newId() : null,
    checkoutRevision: null,
    owner: `visitor:${newId()}`,
    guests: [],
    email,
    status: n % 10 === 9 ? 'INITIALIZED' : n % 10 === 8 ? 'CANCELED' : 'APPROVED',
    paymentStatus: n % 7 === 0 ? 'NOT_PAID' : n % 7 === 1 ? 'PARTIALLY_REFUNDED' : 'PAID',
    fulfillmentStatus: n % 4 === 0 ? 'NOT_FULFILLED' : 'FULFILLED',
    currency: 'EUR',
    total,
    holdsStock: true,
    stockItems: [],
    revision: 1,
    trackingNumbers: n % 4 === 0 ? [] : [`JJD 0001 ${4000 + n}`],
    document: {
      lineItems: [
        {
          id: newId(),
          quantity: 1 + (n % 3),
          productName: { original: ['Morning Mug', 'Moon Vase', 'Print'][n % 3]! },
          physicalProperties: { sku: `MV-${100 + n}/XL`, shippable: true },
          catalogReference: { appId: '215238eb-22a5-4c36-9e7b-e7c08025e04e', catalogItemId: `item-${n % 6}` },
          paymentOption: 'FULL_PAYMENT_ONLINE',
          priceUndetermined: false,
          fixedQuantity: false,
          price: price(total),
        },
      ],
      buyerInfo: { email, ...(n % 2 === 0 && { memberId: `0199d0e5-7c1e-7b33-8f5e-${String(n % 4).padStart(12, '0')}` }) },
      billingInfo: { contactDetails: { ...(firstName && { firstName }), lastName } },
      shippingInfo: { title: ['Standard', 'Express'][n % 2]!, region: { name: n % 5 === 0 ? 'Abroad' : 'Germany' }, logistics: {} },
      channelInfo: n % 11 === 0 ? { type: 'POS', externalOrderId: `pos-${n}` } : { type: 'WEB' },
      currency: 'EUR',
      weightUnit: 'KG',
      taxIncludedInPrices: true,
      priceSummary: { total: price(total) },
      taxInfo: { totalTax: price(Math.round(total * 0.19)), taxBreakdown: [] },
      balanceSummary: { balance: price(0), paid: price(total) },
      appliedDiscounts: [],
      attributionSource: 'UNSPECIFIED',
      customFields: [],
      additionalFees: [],
      purchasedDate: new Date(createdAt.getTime() + (n % 2) * 86_400_000).toISOString(),
      archived: n % 6 === 5,
      seenByAHuman: n % 2 === 1,
      imported: false,
      tags: {
        tags: { tagIds: n % 5 === 0 ? ['gift', 'rush'].slice(0, 1 + (n % 2)) : [] },
        privateTags: { tagIds: n % 8 === 0 ? ['vip'] : [] },
      },
    },
    createdAt,
    updatedAt: new Date(createdAt.getTime() + (n % 5) * 60_000),
    ...overrides,
  }
}

export async function addOrders(db: Database, site: string, orders: readonly StoredOrder[]): Promise<void> {
  await db.transact(async (tx) => {
    for (const order of orders) await insertOrder(tx, site, order, 10_001)
  })
}
