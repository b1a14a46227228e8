import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { OrderAppliedDiscount } from '@vitrine/contract'
import { type ConnectedDatabase, connectedDatabase, openSite } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import { amounts } from '../selling/amounts.ts'
import type { OpenPricing, PricingContext } from '../selling/pricing-context.ts'
import { fillSums, withRulesInDiscount } from './fill-sums.ts'
import { findOrder } from './store.ts'
import { addOrders, exampleOrder } from './test/example.ts'

let db: ConnectedDatabase
before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())

const money = amounts('EUR', 'en')
const price = (amount: string) => ({ amount, formattedAmount: `€${amount}` })
const rule: OrderAppliedDiscount = {
  discountRule: { id: newId(), name: { original: 'Two for less' }, amount: price('5.20') },
  discountType: 'SPECIFIC_ITEMS',
}
const coupon: OrderAppliedDiscount = {
  coupon: { id: newId(), code: 'TEA10', name: 'A tenth', amount: price('4.68') },
  discountType: 'GLOBAL',
}

const sold = (subtotal: string, discount: string) => {
  const order = exampleOrder(0)
  return {
    ...order,
    document: {
      ...order.document,
      priceSummary: { subtotal: price(subtotal), discount: price(discount), shipping: price('0.00'), total: price('42.12') },
      appliedDiscounts: [rule, coupon],
    },
  }
}

test('what rules took off moves from the subtotal to the discount, once, and the total stays', () => {
  const { document } = sold('46.80', '4.68')
  const filled = withRulesInDiscount(document, money)
  assert.deepEqual(filled.priceSummary, { ...document.priceSummary, subtotal: price('52.00'), discount: price('9.88') })
  assert.deepEqual(withRulesInDiscount(filled, money), filled)
})

test('orders from before get their sums by the job, under another revision; others keep theirs', async () => {
  const site = await openSite(db)
  const [old, right] = [sold('46.80', '4.68'), sold('52.00', '9.88')]
  await addOrders(db, site, [old, { ...right, number: 10_002 }])
  await db.query(sql`update orders set rules_in_subtotal = true where site = ${site} and id = ${old.id}`)
  const openPricing: OpenPricing = async () => ({ moneyIn: (currency: string) => amounts(currency, 'en') }) as PricingContext
  // Shops without such orders take nothing of what one run may do.
  const sites = async () => [...Array.from({ length: 60 }, newId), site]
  for (let run = 0; run < 2; run++) await fillSums({ database: db, sites, openPricing })
  const [filled, unchanged] = [await findOrder(db, site, old.id), await findOrder(db, site, right.id)]
  assert.deepEqual(filled?.document.priceSummary, right.document.priceSummary)
  assert.equal(filled?.revision, 2)
  assert.deepEqual(unchanged?.document.priceSummary, right.document.priceSummary)
  assert.equal(unchanged?.revision, 1)
})
