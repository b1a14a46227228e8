import type { promotions, Received } from '@vitrine/contract'
import { type Coupon, couponRefusal, type Membership } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection, saveSection } from '../../kernel/settings/change.ts'
import type { DiscountSettings, RuleSettings } from '../../kernel/settings/discount-settings.ts'
import { firstState } from '../../kernel/settings/revised.ts'
import { violation } from '../../kernel/violation.ts'
import { memberOf } from '../selling/offers.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { couponOf, keyOfCode, type StoredCoupon, writtenCoupon } from './coupon.ts'
import { membershipsOf } from './memberships.ts'
import { cursorOf, isAfter, type Listed, named, older, placeIn, ruleState, showPromotion, statesIn } from './overview.ts'
import { type Candidate, openToAll, rehearse } from './preview.ts'
import type { FindRecentCarts, RecentCart } from './recent-carts.ts'
import { writtenRule } from './rule.ts'
import { countByState, findByCodes, findCoupon, pageOfCoupons, sumRuleUses } from './store.ts'

export interface MerchantDeps {
  readonly currencyOf: (db: Db, site: string) => Promise<string>
  readonly openPricing: OpenPricing
  readonly recentCarts: FindRecentCarts
}

const usualLimit = 50
const usualCarts = 200
const budgetMs = 1500
const none: DiscountSettings = { rules: [] }
const nobody = '00000000-0000-0000-0000-000000000000'

/** What a merchant sees of promotions beside the wire's own calls. */
export const merchantPromotions = ({ currencyOf, openPricing, recentCarts }: MerchantDeps): Handlers<typeof promotions> => ({
  async 'GET /vitrine/v1/promotions'({ view, search, cursor, limit }, { db, site, now }) {
    const begin = cursor ? placeIn(cursor) : undefined
    if (cursor && !begin) return violation('cursor', 'is no cursor of a list like this')
    const most = limit ?? usualLimit
    const states = view ? statesIn[view] : undefined
    const words = search?.trim() || undefined
    const [currency, found, coupons, counted] = await Promise.all([
      currencyOf(db, site),
      readSection(db, site, 'discounts'),
      pageOfCoupons(db, site, now, { states, words, begin, limit: most + 1 }),
      countByState(db, site, now),
    ])
    const since = found?.since ?? now
    const rules = found?.document.rules ?? []
    const all = rules.map((rule) => ({
      at: Date.parse(rule.createdAt ?? since.toISOString()),
      id: rule.id,
      state: ruleState(rule, now),
      rule,
    }))
    const shown = all.filter((one) => (!states || states.includes(one.state)) && named(one.rule.name, words) && isAfter(one, begin))
    const listed: readonly Listed[] = [
      ...shown,
      ...coupons.map(({ state, ...coupon }) => ({ at: coupon.createdAt.getTime(), id: coupon.id, state, coupon })),
    ].toSorted(older)
    const page = listed.slice(0, most)
    const uses = new Map(
      (
        await sumRuleUses(
          db,
          site,
          page.flatMap(({ rule }) => rule?.id ?? []),
        )
      ).map((one) => [one.id, one]),
    )
    const count = (...of: readonly Listed['state'][]) =>
      of.reduce((sum, state) => sum + (counted.get(state) ?? 0), 0) + all.filter((one) => of.includes(one.state)).length
    const placeOfRule = (id: string) => rules.findIndex((rule) => rule.id === id)
    return {
      currency,
      promotions: page.map((one) => showPromotion(one, { currency, since, now, placeOfRule, usesOf: (id) => uses.get(id) })),
      counts: {
        all: count('ACTIVE', 'SCHEDULED', 'ENDED', 'OFF'),
        active: count('ACTIVE'),
        scheduled: count('SCHEDULED'),
        ended: count('ENDED', 'OFF'),
      },
      ...(listed.length > most && { next: cursorOf(page.at(-1)!) }),
    }
  },

  async 'POST /vitrine/v1/promotions/order'({ discountRuleIds }, { db, site, now }) {
    const { document } = await lockSection(db, site, 'discounts', none, now)
    const byId = new Map(document.rules.map((rule) => [rule.id, rule]))
    const ids = [...new Set(discountRuleIds.map((id) => id.toLowerCase()))]
    const rules = ids.flatMap((id) => byId.get(id) ?? [])
    if (ids.length !== discountRuleIds.length || rules.length !== ids.length || rules.length !== document.rules.length)
      return refuse('DISCOUNT_RULES_CHANGED')
    return saveSection(db, site, 'discounts', { document: { rules }, answer: {} }, now)
  },

  async 'POST /vitrine/v1/promotions/preview'({ coupon, discountRule, last }, { db, site, now }) {
    if (!coupon === !discountRule) return violation('coupon', 'A preview is of a coupon or of a discount rule, one of them')
    const context = { db, site, now }
    const pricing = await openPricing(db, site)
    const rules = pricing.settings.discounts ?? none
    const { currency } = pricing.settings.commerce
    const candidate = coupon ? await couponToTry(context, coupon, currency) : ruleToTry(discountRule!, rules, currency, now)
    if (candidate instanceof Refusal) return candidate
    const carts = await recentCarts(db, site, last ?? usualCarts)
    const typed = carts.flatMap(({ couponCode }) => couponCode ?? [])
    const byCode = new Map((await findByCodes(db, site, typed)).map((one) => [keyOfCode(one.code), one]))
    const members = await membershipsIn(db, site, carts)
    return rehearse({
      pricing,
      rules,
      candidate,
      carts,
      couponOf: (cart) => usedIn(cart, byCode, now),
      membershipsOf: (cart) => members.get(memberOf(cart) ?? '') ?? [],
      now,
      budgetMs,
    })
  },
})

/** The coupon a cart has: an order got it, a cart gets it while it is good. */
function usedIn({ kind, couponCode }: RecentCart, byCode: ReadonlyMap<string, StoredCoupon>, now: Date): Coupon | undefined {
  const stored = couponCode === undefined ? undefined : byCode.get(keyOfCode(couponCode))
  if (!stored) return undefined
  const coupon = couponOf(stored)
  if (kind === 'ORDER') return openToAll(coupon)
  return couponRefusal(coupon, now.getTime(), { byAll: 0, byCustomer: 0 }) ? undefined : coupon
}

/** Only those who chose one are asked for. */
async function membershipsIn(db: Db, site: string, carts: readonly RecentCart[]): Promise<ReadonlyMap<string, readonly Membership[]>> {
  const members = new Set(carts.flatMap((cart) => (cart.memberships?.length ? (memberOf(cart) ?? []) : [])))
  return new Map(await Promise.all([...members].map(async (id) => [id, await membershipsOf(db, site, id)] as const)))
}

type PreviewRequest = Received<'POST /vitrine/v1/promotions/preview'>

async function couponToTry(
  { db, site, now }: Context,
  { id, specification }: NonNullable<PreviewRequest['coupon']>,
  currency: string,
): Promise<Candidate | Refusal<'COUPON_NOT_FOUND' | 'INVALID_ARGUMENT'>> {
  const before = id ? await findCoupon(db, site, id) : undefined
  if (id && !before) return refuse('COUPON_NOT_FOUND')
  const written = writtenCoupon(before, { name: 'A coupon', code: 'PREVIEW', ...specification }, currency, now)
  if (written instanceof Refusal) return written
  return {
    coupon: openToAll(couponOf({ ...written, id: before?.id ?? nobody, uses: 0, given: 0, createdAt: now })),
    previous: before && openToAll(couponOf(before)),
  }
}

function ruleToTry(
  { id, ...sent }: NonNullable<PreviewRequest['discountRule']>,
  { rules }: DiscountSettings,
  currency: string,
  now: Date,
): Candidate | Refusal<'DISCOUNT_RULE_NOT_FOUND' | 'INVALID_ARGUMENT'> {
  const previous = id ? rules.find((rule) => rule.id === id.toLowerCase()) : undefined
  if (id && !previous) return refuse('DISCOUNT_RULE_NOT_FOUND')
  const written = writtenRule(previous, { name: 'A rule', ...sent }, currency)
  if (written instanceof Refusal) return written
  const rule: RuleSettings = { ...written, id: previous?.id ?? newId(), ...firstState(now) }
  return { rule, previous }
}
