import { allowOnce, assignPlans, savePlans, takeCatalogue, tellProducts } from '@vitrine/platform/commerce/catalogue/plans/store'
import { codeKeys } from '@vitrine/platform/commerce/gift-cards/code'
import { issue } from '@vitrine/platform/commerce/gift-cards/issue'
import type { CouponFields } from '@vitrine/platform/commerce/promotions/coupon'
import { insertCoupon } from '@vitrine/platform/commerce/promotions/store'
import { storesApp } from '@vitrine/platform/commerce/selling/apps'
import type { Plan } from '@vitrine/platform/commerce/selling/plans'
import type { Context } from '@vitrine/platform/kernel/db/context'
import type { Db } from '@vitrine/platform/kernel/db/sql'
import { noWrap } from '@vitrine/platform/kernel/key-wrap/key-wrap'
import type { DiscountSettings } from '@vitrine/platform/kernel/settings/discount-settings'
import type { GiftCardSettings } from '@vitrine/platform/kernel/settings/gift-card-settings'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { minor, parseDecimal } from '@vitrine/pricing'
import { collectionIdOf, demoSite, productIdOf, uuidOf } from './ids.ts'
import type { ProductEntry } from './morrow.ts'

const beans = ['morning-blend', 'house-espresso-tin'].map(productIdOf)

/** What the shop takes off by itself. */
const discounts: DiscountSettings = {
  rules: [
    {
      id: uuidOf('rule beans'),
      name: 'Three bags of coffee',
      active: true,
      scopes: [{ id: 'coffee', appId: storesApp, itemIds: beans }],
      off: { bundle: { quantity: 3, price: minor(3900) } },
      bundleId: uuidOf('bundle beans'),
    },
    {
      id: uuidOf('rule table for eight'),
      name: 'A table for eight',
      active: true,
      trigger: {
        type: 'ITEM_QUANTITY_RANGE',
        scopes: [{ id: 'tableware', appId: storesApp, params: { collectionIds: [collectionIdOf('tableware')] } }],
        from: 16,
      },
      scopes: [{ id: 'tableware', appId: storesApp, params: { collectionIds: [collectionIdOf('tableware')] } }],
      off: { percent: '12' },
    },
  ],
}

/** Ways to have coffee and candles come by themselves: each as often as its name says, until one ends it. */
async function addPlans(db: Db, products: readonly ProductEntry[], currency: string, now: Date): Promise<void> {
  const wanted = products.filter(({ subscriptions }) => subscriptions.length > 0)
  const planOf = ({ name, every, discountPercent }: ProductEntry['subscriptions'][number]): Plan => ({
    id: uuidOf(`plan ${name} ${discountPercent}`),
    title: name,
    settings: { frequency: every.unit, interval: every.count, autoRenewal: true, enableCustomerCancellation: true },
    percentOff: discountPercent,
  })
  const plans = new Map(wanted.flatMap(({ subscriptions }) => subscriptions.map(planOf)).map((plan) => [plan.id, plan]))
  await takeCatalogue(db, demoSite)
  await savePlans(db, demoSite, [...plans.values()], now)
  for (const { slug, subscriptions } of wanted) {
    const productId = productIdOf(slug)
    const assigned = subscriptions.map((one) => ({ id: planOf(one).id, hidden: false }))
    await assignPlans(db, demoSite, productId, assigned)
    await allowOnce(db, demoSite, productId, true)
  }
  const ids = wanted.map(({ slug }) => productIdOf(slug))
  await tellProducts(db, demoSite, ids, currency, now)
}

const coupon = (code: string, name: string, off: CouponFields['document']['off'], more: Partial<CouponFields> = {}): CouponFields => ({
  code,
  active: true,
  startsAt: new Date('2026-01-01T00:00:00.000Z'),
  endsAt: null,
  usageLimit: null,
  limitPerCustomer: null,
  ...more,
  document: { name, off, limitedToOneItem: false, appliesToSubscriptions: false, ...more.document },
})
const document = (more: Partial<CouponFields['document']>) => ({ document: more as CouponFields['document'] })

/** One of each kind, and one for each way in which a coupon is refused. */
const coupons: readonly CouponFields[] = [
  coupon('SLOWSUNDAY', 'A tenth off from €50', { percent: '10' }, document({ minimumSubtotal: minor(5000) })),
  coupon(
    'TENOFF',
    '€10 off from €60, once for each',
    { amount: minor(1000) },
    { limitPerCustomer: 1, ...document({ minimumSubtotal: minor(6000) }) },
  ),
  coupon('HOMEFREE', 'Free delivery', { shipping: true }),
  coupon(
    'TWOPLUSONE',
    'Buy two of the table, get a third',
    { buy: 2, get: 1 },
    document({ scope: { namespace: 'stores', group: { name: 'collection', entityId: collectionIdOf('tableware') } } }),
  ),
  coupon(
    'MUG19',
    'A Morning Mug for €19',
    { price: minor(1900) },
    document({ scope: { namespace: 'stores', group: { name: 'product', entityId: productIdOf('morning-mug') } }, limitedToOneItem: true }),
  ),
  coupon('SUMMER25', 'Last summer’s tenth', { percent: '10' }, { endsAt: new Date('2026-02-01T00:00:00.000Z') }),
  coupon('SPRING99', 'Not before 2099', { percent: '10' }, { startsAt: new Date('2099-03-01T00:00:00.000Z') }),
  coupon('SWITCHEDOFF', 'A tenth that is off', { percent: '10' }, { active: false }),
]

/** Cards that the shop's visitors may play with; what is spent of them is spent. */
export const giftCards = [
  { code: 'MRRW-GIFT-CARD-0050', value: 5000 },
  { code: 'MRRW-GIFT-CARD-0500', value: 50_000 },
  { code: 'MRRW-GIFT-CARD-0005', value: 500 },
  { code: 'MRRW-GIFT-CARD-GONE', value: 5000, expiresAt: new Date('2026-02-01T00:00:00.000Z') },
] as const

/** The gift card as the catalogue's file describes it; its page is the product of the same id. */
const giftCardOf = ({ slug, name, description, giftCard }: ProductEntry, currency: string): GiftCardSettings => ({
  product: {
    id: productIdOf(slug),
    name,
    description,
    presets: (giftCard?.amounts ?? []).map((amount) => {
      const price = parseDecimal(amount, currency)
      return { id: uuidOf(`gift card of ${amount}`), price, value: price }
    }),
    ...(giftCard && { custom: { from: parseDecimal(giftCard.custom.from, currency), to: parseDecimal(giftCard.custom.to, currency) } }),
  },
})

/** Fills the drawer with coupons and gift cards, and sets rules and subscriptions up. */
export async function addOffers(db: Db, products: readonly ProductEntry[], currency: string, now: Date): Promise<void> {
  const context: Context = { db, site: demoSite, now }
  await writeSettings(db, demoSite, 'discounts', discounts, now)
  await addPlans(db, products, currency, now)
  const card = products.find(({ giftCard }) => giftCard)
  if (card) await writeSettings(db, demoSite, 'giftCards', giftCardOf(card, currency), now)
  for (const one of coupons) await insertCoupon(context, one)
  const keys = codeKeys(noWrap)
  for (const { code, value, ...more } of giftCards)
    await issue(context, keys, {
      code,
      initial: value,
      currency,
      expiresAt: 'expiresAt' in more ? more.expiresAt : null,
      source: 'MANUAL',
      orderId: null,
      document: {},
      idempotencyKey: `demo:${code}`,
    })
}
