import type { coupons, discountRules } from '@vitrine/contract'
import { DiscountRuleInput } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { counted, errorOf } from '../../kernel/http/bulk-results.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { listed, listing } from '../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection, saveSection } from '../../kernel/settings/change.ts'
import type { DiscountSettings, RuleSettings } from '../../kernel/settings/discount-settings.ts'
import { firstState, nextState, showRevised, staleOf } from '../../kernel/settings/revised.ts'
import { masked } from '../selling/mask.ts'
import { type StoredCoupon, showCoupon, writtenCoupon } from './coupon.ts'
import { readCouponQuery } from './query.ts'
import { appsAsked, showRule, writtenRule } from './rule.ts'
import { countRuleUses, deleteCoupon, findCoupon, insertCoupon, listCoupons, lockCoupon, saveCoupon } from './store.ts'

export interface PromotionDeps {
  readonly currencyOf: (db: Db, site: string) => Promise<string>
}

const rulesAtMost = 100
const bundlesAtMost = 20
const appsAtMost = 5
const none: DiscountSettings = { rules: [] }

const ruleListing = (since: Date) =>
  listing<RuleSettings>(
    {
      id: 'id',
      name: 'text',
      active: 'flag',
      revision: 'text',
      createdDate: 'instant',
      updatedDate: 'instant',
      'activeTimeInfo.start': 'instant',
      'activeTimeInfo.end': 'end',
    },
    ({ id, name, active, startsAt, endsAt, ...state }) => ({
      id,
      name,
      active,
      ...showRevised(state, since),
      'activeTimeInfo.start': startsAt,
      'activeTimeInfo.end': endsAt,
    }),
  )

export const promotionOperations = ({ currencyOf }: PromotionDeps): Handlers<typeof coupons & typeof discountRules> => ({
  async 'POST /stores/v2/coupons'({ specification }, scope) {
    const coupon = writtenCoupon(undefined, specification, await currencyOf(scope.db, scope.site), scope.now)
    if (coupon instanceof Refusal) return coupon
    const id = await insertCoupon(scope, coupon)
    return id === undefined ? refuse('COUPON_CODE_ALREADY_EXISTS', { couponCode: coupon.code }) : { id }
  },

  async 'GET /stores/v2/coupons/{id}'({ id }, { db, site, now }) {
    const coupon = await findCoupon(db, site, id)
    return coupon ? { coupon: showCoupon(coupon, await currencyOf(db, site), now) } : refuse('COUPON_NOT_FOUND')
  },

  async 'PATCH /stores/v2/coupons/{id}'({ id, specification, partial }, { db, site, now }) {
    const before = await lockCoupon(db, site, id)
    if (!before) return refuse('COUPON_NOT_FOUND')
    const after = writtenCoupon(partial === false ? undefined : before, specification, await currencyOf(db, site), now)
    if (after instanceof Refusal) return after
    return (await saveCoupon(db, site, id, after)) ? {} : refuse('COUPON_CODE_ALREADY_EXISTS', { couponCode: after.code })
  },

  async 'DELETE /stores/v2/coupons/{id}'({ id }, { db, site }) {
    return (await deleteCoupon(db, site, id)) ? {} : refuse('COUPON_NOT_FOUND')
  },

  async 'POST /stores/v2/coupons/query'({ query }, { db, site, now }) {
    const read = readCouponQuery(query ?? {}, now)
    if (read instanceof Refusal) return read
    const [found, currency] = await Promise.all([listCoupons(db, site, read), currencyOf(db, site)])
    return { coupons: found.coupons.map((coupon) => showCoupon(coupon, currency, now)), totalResults: found.total }
  },

  async 'POST /stores/v2/bulk/coupons/create'({ specifications, returnFullEntity }, scope) {
    const { db, site, now } = scope
    const currency = await currencyOf(db, site)
    return each(specifications, async (specification) => {
      const coupon = writtenCoupon(undefined, specification, currency, now)
      if (coupon instanceof Refusal) return coupon
      const id = await insertCoupon(scope, coupon)
      if (id === undefined) return refuse('COUPON_CODE_ALREADY_EXISTS', { couponCode: coupon.code })
      const made: StoredCoupon = { ...coupon, id, uses: 0, given: 0, createdAt: now }
      return { id, ...(returnFullEntity && { item: showCoupon(made, currency, now) }) }
    })
  },

  async 'POST /stores/v2/bulk/coupons/delete'({ ids }, { db, site }) {
    const inOrder = [...new Set(ids)].sort()
    const gone = new Map<string, boolean>()
    for (const id of inOrder) gone.set(id, await deleteCoupon(db, site, id))
    return each(ids, async (id) => (gone.get(id) ? { id } : refuse('COUPON_NOT_FOUND')))
  },

  async 'POST /ecom/v1/discount-rules'({ discountRule }, { db, site, now }) {
    const currency = await currencyOf(db, site)
    const written = writtenRule(undefined, discountRule, currency)
    if (written instanceof Refusal) return written
    const { document } = await lockSection(db, site, 'discounts', none, now)
    if (document.rules.length >= rulesAtMost) return refuse('MAX_DISCOUNT_RULES_REACHED')
    const rule: RuleSettings = { ...written, id: newId(), ...firstState(now) }
    const rules = [...document.rules, rule]
    const tooMany = tooManyOf(rules)
    if (tooMany) return tooMany
    return saveSection(db, site, 'discounts', { document: { rules }, answer: { discountRule: showRule(rule, 0, currency, now, now) } }, now)
  },

  async 'GET /ecom/v1/discount-rules/{discountRuleId}'({ discountRuleId }, { db, site, now }) {
    const found = await readSection(db, site, 'discounts')
    const rule = found?.document.rules.find(({ id }) => id === discountRuleId.toLowerCase())
    if (!found || !rule) return refuse('DISCOUNT_RULE_NOT_FOUND')
    const [currency, uses] = await Promise.all([currencyOf(db, site), countRuleUses(db, site, [rule.id])])
    return { discountRule: showRule(rule, uses.get(rule.id) ?? 0, currency, found.since, now) }
  },

  async 'PATCH /ecom/v1/discount-rules/{discountRule.id}'({ discountRule: { id, revision, ...sent }, fieldMask }, { db, site, now }) {
    const input = masked(DiscountRuleInput, sent, fieldMask)
    if (input instanceof Refusal) return input
    const { document, since } = await lockSection(db, site, 'discounts', none, now)
    const before = document.rules.find((rule) => rule.id === id.toLowerCase())
    if (!before) return refuse('DISCOUNT_RULE_NOT_FOUND')
    const stale = staleOf(before, String(revision))
    if (stale) return stale
    const currency = await currencyOf(db, site)
    const written = writtenRule(before, input, currency)
    if (written instanceof Refusal) return written
    const rule: RuleSettings = { ...written, id: before.id, ...nextState(before, now) }
    const rules = document.rules.map((one) => (one === before ? rule : one))
    const tooMany = tooManyOf(rules)
    if (tooMany) return tooMany
    const uses = (await countRuleUses(db, site, [rule.id])).get(rule.id) ?? 0
    return saveSection(
      db,
      site,
      'discounts',
      { document: { rules }, answer: { discountRule: showRule(rule, uses, currency, since, now) } },
      now,
    )
  },

  async 'DELETE /ecom/v1/discount-rules/{discountRuleId}'({ discountRuleId }, { db, site, now }) {
    const { document } = await lockSection(db, site, 'discounts', none, now)
    const rules = document.rules.filter(({ id }) => id !== discountRuleId.toLowerCase())
    if (rules.length === document.rules.length) return refuse('DISCOUNT_RULE_NOT_FOUND')
    return saveSection(db, site, 'discounts', { document: { rules }, answer: {} }, now)
  },

  async 'POST /ecom/v1/discount-rules/query'({ query }, { db, site, now }) {
    const found = await readSection(db, site, 'discounts')
    const page = await listed(db, found?.document.rules ?? [], query ?? {}, ruleListing(found?.since ?? now))
    if (page instanceof Refusal) return page
    const ids = page.rows.map(({ id }) => id)
    const [currency, uses] = await Promise.all([currencyOf(db, site), countRuleUses(db, site, ids)])
    return {
      discountRules: page.rows.map((rule) => showRule(rule, uses.get(rule.id) ?? 0, currency, found?.since ?? now, now)),
      pagingMetadata: page.metadata,
    }
  },
})

function tooManyOf(
  rules: readonly RuleSettings[],
): Refusal<'MAX_QUANTITY_BASED_DISCOUNTS_REACHED' | 'MAX_CUSTOM_TRIGGER_APPS_EXCEEDED'> | undefined {
  if (rules.filter(({ off }) => 'bundle' in off).length > bundlesAtMost) return refuse('MAX_QUANTITY_BASED_DISCOUNTS_REACHED')
  return new Set(rules.flatMap(({ trigger }) => appsAsked(trigger))).size > appsAtMost
    ? refuse('MAX_CUSTOM_TRIGGER_APPS_EXCEEDED')
    : undefined
}

/** Does one thing after the other; one that is refused does not stop the others. */
async function each<T, Done extends { readonly id: string }>(all: readonly T[], work: (one: T) => Promise<Done | Refusal>) {
  const results = []
  for (const [originalIndex, one] of all.entries()) {
    const done = await work(one)
    if (done instanceof Refusal) results.push({ itemMetadata: { originalIndex, success: false, error: errorOf(done) } })
    else {
      const { id, ...rest } = done
      results.push({ itemMetadata: { id, originalIndex, success: true }, ...rest })
    }
  }
  return counted(results)
}
