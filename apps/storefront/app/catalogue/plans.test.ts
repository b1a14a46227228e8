import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product, Subscription } from '@vitrine/contract'
import type { Visit } from '../shop.server.ts'
import { planPrices, showPlans } from './plans.server.ts'
import { findPlan, type ProductView, priceBy } from './product.ts'
import { showCard, showProduct } from './read.server.ts'

const shop = { locale: 'en-IE', currency: 'EUR', theme: { swatch: 'plain' } } as Visit['shop']
const monthly: Subscription = {
  id: 'monthly',
  title: 'Every month',
  visible: true,
  frequency: 'MONTH',
  interval: 1,
  autoRenewal: true,
  enableCustomerCancellation: true,
  discount: { type: 'PERCENT', percentOff: 12.5 },
}
const product = (subscriptions: Subscription[], allowOneTimePurchases = true): Product => ({
  id: 'coffee',
  slug: 'coffee',
  name: 'Coffee',
  productType: 'physical',
  priceData: { currency: 'EUR', price: 47.5, discountedPrice: 47.5 },
  additionalInfoSections: [],
  ribbons: [],
  customTextFields: [],
  productOptions: [],
  numericId: '1',
  inventoryItemId: '',
  collectionIds: [],
  variants: [],
  subscriptionDetails: { subscriptions, allowOneTimePurchases },
})
const shown = (plan: Partial<Subscription>) => {
  const [view] = showPlans(product([{ ...monthly, ...plan }]), shop)
  return [view!.say, view!.note, view!.off]
}

test('a plan says how often it comes where its name does not, and until when', () => {
  assert.deepEqual(shown({}), [
    'Until you end it',
    'The first comes with this order, then one every month. End it whenever you like.',
    '−12.5 %',
  ])
  assert.deepEqual(
    shown({ title: 'Coffee club', interval: 2, description: 'For friends of the house.' })[0],
    'Every two months. For friends of the house.',
  )
  assert.deepEqual(
    shown({ autoRenewal: undefined, billingCycles: 6, description: 'Half a year.', discount: { type: 'AMOUNT', amountOff: '2.50' } }),
    ['Six times. Half a year.', 'The first comes with this order, then one every month. It ends by itself after six times.', '−€2.50'],
  )
  assert.deepEqual(shown({ freeTrialPeriod: { frequency: 'WEEK', interval: 2 }, enableCustomerCancellation: false, discount: undefined }), [
    'The first two weeks free',
    'It comes every month; the first two weeks you pay nothing for it.',
    undefined,
  ])
})

test('costs what the platform asks, and what it would cost once stands beside it', () => {
  const coffee = product([
    monthly,
    { ...monthly, id: 'five', discount: { type: 'AMOUNT', amountOff: '5.00' } },
    { ...monthly, id: 'same', discount: undefined },
  ])
  assert.deepEqual(planPrices(coffee, 47.5, 'EUR'), [41.56, 42.5, 47.5])
  const view: ProductView = showProduct(coffee, shop)
  const [first, , same] = view.plans
  assert.deepEqual(priceBy(view, undefined, first), { price: 41.56, before: 47.5, perUnit: undefined })
  assert.deepEqual(priceBy(view, undefined, same), { price: 47.5, before: undefined, perUnit: undefined })
  assert.deepEqual(priceBy(view, undefined, undefined), { price: 47.5, before: undefined, perUnit: undefined })
  assert.deepEqual([findPlan(view, 'monthly')?.id, findPlan(view, 'gone')?.id, findPlan(view, null)?.id], ['monthly', undefined, undefined])
})

test('what is not sold once begins with its first plan, and its card asks for no more than that', () => {
  const coffee = product([{ ...monthly, discount: undefined }, monthly], false)
  assert.equal(findPlan(showProduct(coffee, shop), null)?.id, 'monthly')
  const card = showCard(coffee, shop)
  assert.deepEqual([card.price, card.simple], [41.56, false])
  assert.deepEqual([showCard(product([monthly]), shop).price, showCard(product([monthly]), shop).simple], [47.5, false])
})
