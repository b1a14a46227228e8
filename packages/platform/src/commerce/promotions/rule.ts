import type {
  AutomaticDiscountRule,
  DiscountRuleInput,
  DiscountScope,
  DiscountScopeInput,
  DiscountTrigger,
  FieldViolation,
  RuleDiscount,
  RuleDiscountInput,
  SingleTriggerInput,
} from '@vitrine/contract'
import { type Minor, roundDecimal, toDecimal, validityOf } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { RuleScope, RuleSettings, RuleTrigger } from '../../kernel/settings/discount-settings.ts'
import { showRevised } from '../../kernel/settings/revised.ts'

export type RuleInput = Omit<DiscountRuleInput, 'trigger'> & { readonly trigger?: SingleTriggerInput | null | undefined }

/** Something in a rule that makes no sense: the name of the wire's rule it breaks, and where. */
class Senseless extends Error {
  readonly violation: FieldViolation
  constructor(ruleName: string, field: string, description: string) {
    super(ruleName)
    this.violation = { field: `discountRule.${field}`, description, violatedRule: 'OTHER', ruleName, data: {} }
  }
}

/** A rule after what was sent; `before` is undefined for a new one. */
export function writtenRule(
  before: RuleSettings | undefined,
  sent: DiscountRuleInput,
  currency: string,
): Omit<RuleSettings, 'id' | 'revision' | 'createdAt' | 'updatedAt'> | Refusal<'INVALID_ARGUMENT'> {
  try {
    const name = sent.name ?? before?.name
    if (name === undefined) throw new Senseless('REQUIRED_FIELD', 'name', 'A rule needs a name')
    const startsAt = sent.activeTimeInfo === undefined ? before?.startsAt : (sent.activeTimeInfo?.start ?? undefined)
    const endsAt = sent.activeTimeInfo === undefined ? before?.endsAt : (sent.activeTimeInfo?.end ?? undefined)
    if (startsAt !== undefined && endsAt !== undefined && Date.parse(startsAt) >= Date.parse(endsAt))
      throw new Senseless('INVALID_ACTIVE_TIME_RANGE', 'activeTimeInfo', 'A rule ends after it starts')
    const [discount] = sent.discounts?.values ?? []
    const given = discount ? givenBy(discount, currency) : before
    if (!given) throw new Senseless('INVALID_EMPTY_DISCOUNT', 'discounts', 'A rule gives one discount')
    const trigger =
      sent.trigger === undefined ? before?.trigger : sent.trigger === null ? undefined : triggerOf(sent.trigger, 'trigger', currency, 0)
    const tags = sent.tags === undefined ? before?.tags : sent.tags?.privateTags?.tagIds
    return {
      name,
      active: sent.active ?? before?.active ?? false,
      ...(startsAt !== undefined && { startsAt }),
      ...(endsAt !== undefined && { endsAt }),
      ...(trigger && { trigger }),
      scopes: given.scopes,
      off: given.off,
      ...(given.offer && { offer: given.offer }),
      ...(given.bundleId !== undefined && { bundleId: given.bundleId }),
      ...(tags && { tags }),
    }
  } catch (error) {
    if (error instanceof Senseless) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}

function givenBy(
  { targetType, specificItemsInfo, buyXGetYInfo, discountType, percentage, fixedAmount, fixedPrice, quantityBased }: RuleDiscountInput,
  currency: string,
): Pick<RuleSettings, 'scopes' | 'off' | 'bundleId' | 'offer'> {
  const path = 'discounts.values[0]'
  const target = targetType ?? (buyXGetYInfo && !specificItemsInfo ? 'BUY_X_GET_Y' : 'SPECIFIC_ITEMS')
  if (target === 'SPECIFIC_ITEMS' ? !specificItemsInfo || buyXGetYInfo : target !== 'BUY_X_GET_Y' || !buyXGetYInfo || specificItemsInfo)
    throw new Senseless(
      'INVALID_TARGET_TYPE_FIELD',
      `${path}.${target === 'BUY_X_GET_Y' ? 'buyXGetYInfo' : 'specificItemsInfo'}`,
      'A discount is for SPECIFIC_ITEMS or for BUY_X_GET_Y, and says for which',
    )
  const [bundle] = quantityBased?.configurations ?? []
  const kinds = [
    ['PERCENTAGE', percentage !== undefined && percentage !== null && { percent: String(Math.round(percentage * 10_000) / 10_000) }],
    ['FIXED_AMOUNT', fixedAmount && { each: roundDecimal(fixedAmount, currency) }],
    ['FIXED_PRICE', fixedPrice && { price: roundDecimal(fixedPrice, currency) }],
    ['QUANTITY_BASED', bundle && { bundle: { quantity: bundle.quantity, price: roundDecimal(bundle.price, currency) } }],
  ] as const
  const said = kinds.filter(([, off]) => off)
  const [first] = said
  if (!first) throw new Senseless('INVALID_EMPTY_DISCOUNT', path, 'A discount says how much it gives')
  const [kind, off] = first
  if (said.length > 1 || (discountType ?? kind) !== kind)
    throw new Senseless('INVALID_DISCOUNT_TYPE', `${path}.discountType`, 'A discount gives one thing, that which its type says')
  if ('each' in (off as object) && (off as { each: Minor }).each === 0)
    throw new Senseless('INVALID_EMPTY_DISCOUNT', `${path}.fixedAmount`, 'Nothing is no discount')
  if (buyXGetYInfo) {
    if (kind === 'QUANTITY_BASED')
      throw new Senseless('INVALID_DISCOUNT_TYPE', `${path}.discountType`, 'What is got is not sold in a bundle')
    const at = `${path}.buyXGetYInfo`
    return {
      scopes: scopesOf(buyXGetYInfo.customerGets.scopes, `${at}.customerGets`),
      off: off as RuleSettings['off'],
      offer: offerOf(buyXGetYInfo, at, currency),
    }
  }
  return {
    scopes: specificItemsInfo!.scopes.map((scope, i) => scopeOf(scope, `${path}.specificItemsInfo.scopes[${i}]`)),
    off: off as RuleSettings['off'],
    ...(bundle && { bundleId: bundle.id ?? newId() }),
  }
}

function offerOf(
  { customerBuys, customerGets, limit }: NonNullable<RuleDiscountInput['buyXGetYInfo']>,
  path: string,
  currency: string,
): NonNullable<RuleSettings['offer']> {
  const { minimumQuantity, minimumSpend } = customerBuys
  const spend = minimumSpend ? roundDecimal(minimumSpend, currency) : undefined
  if (!minimumQuantity === (spend === undefined) || spend === 0)
    throw new Senseless(
      'INVALID_CUSTOMER_BUY_CONDITION',
      `${path}.customerBuys`,
      'Bought are so many pieces, or pieces for so much: one of them',
    )
  return {
    scopes: scopesOf(customerBuys.scopes, `${path}.customerBuys`),
    buys: minimumQuantity ? { quantity: minimumQuantity } : { spend: spend! },
    gets: customerGets.quantity,
    ...(limit && { limit }),
  }
}

function scopeOf({ id, type, catalogItemFilter: items, customFilter: custom }: DiscountScopeInput, path: string): RuleScope {
  if (!items === !custom) throw new Senseless('INVALID_SCOPE', path, 'A scope has a catalogItemFilter or a customFilter, one of them')
  if (type && type !== (items ? 'CATALOG_ITEM' : 'CUSTOM_FILTER'))
    throw new Senseless('INVALID_SCOPE_TYPE', `${path}.type`, 'A scope has the filter that its type says')
  return items
    ? { id: id ?? newId(), appId: items.catalogAppId, itemIds: items.catalogItemIds ?? [] }
    : { id: id ?? newId(), appId: custom!.appId, ...(custom!.params && { params: custom!.params }) }
}

function triggerOf(trigger: SingleTriggerInput, path: string, currency: string, depth: number): RuleTrigger {
  const { triggerType, and, or, customTrigger, subtotalRange, itemQuantityRange, customerEligibility } = trigger
  const kinds = [
    ['AND', and],
    ['OR', or],
    ['CUSTOM', customTrigger],
    ['SUBTOTAL_RANGE', subtotalRange],
    ['ITEM_QUANTITY_RANGE', itemQuantityRange],
    ['CUSTOMER_ELIGIBILITY', customerEligibility],
  ] as const
  const said = kinds.filter(([, value]) => value)
  const missing =
    triggerType === 'SUBTOTAL_RANGE'
      ? 'MISSING_SUBTOTAL_RANGE'
      : triggerType === 'ITEM_QUANTITY_RANGE'
        ? 'MISSING_ITEM_QUANTITY_RANGE'
        : undefined
  if (said.length === 0 && missing) throw new Senseless(missing, path, `A trigger ${triggerType} says its range`)
  const kind = said[0]?.[0]
  if (said.length !== 1 || (triggerType && triggerType !== kind))
    throw new Senseless('INVALID_TRIGGER_TYPE', path, 'A trigger asks one thing, that which its type says')
  switch (kind!) {
    case 'AND':
    case 'OR': {
      const of = kind === 'AND' ? and : or
      if (depth > 0) throw new Senseless('OPERATOR_TOO_DEEPLY_NESTED', path, 'AND and OR hold no AND and OR')
      const { triggers } = of as { triggers: readonly SingleTriggerInput[] }
      return {
        type: kind,
        triggers: triggers.map((one, i) => triggerOf(one, `${path}.${kind === 'AND' ? 'and' : 'or'}.triggers[${i}]`, currency, depth + 1)),
      }
    }
    case 'CUSTOM':
      return { type: 'CUSTOM', id: customTrigger!.id, appId: customTrigger!.appId }
    case 'CUSTOMER_ELIGIBILITY': {
      const { eligibilityType, individualMembersInfo } = customerEligibility!
      if ((eligibilityType ?? 'INDIVIDUAL_MEMBERS') !== 'INDIVIDUAL_MEMBERS' || !individualMembersInfo)
        throw new Senseless('INVALID_TRIGGER_TYPE', `${path}.customerEligibility`, 'Buyers are chosen one by one: INDIVIDUAL_MEMBERS')
      return { type: 'CUSTOMER_ELIGIBILITY', memberIds: individualMembersInfo.memberIds.map((id) => id.toLowerCase()) }
    }
    case 'SUBTOTAL_RANGE': {
      const { scopes, from, to } = subtotalRange!
      const range = bounds(from && roundDecimal(from, currency), to && roundDecimal(to, currency))
      if (!range) throw new Senseless('INVALID_SUBTOTAL_RANGE', `${path}.subtotalRange`, 'A range begins or ends somewhere, in this order')
      return { type: 'SUBTOTAL_RANGE', scopes: scopesOf(scopes, `${path}.subtotalRange`), ...range }
    }
    case 'ITEM_QUANTITY_RANGE': {
      const { scopes, from, to } = itemQuantityRange!
      const range = bounds(from, to)
      if (!range)
        throw new Senseless('INVALID_ITEM_QUANTITY_RANGE', `${path}.itemQuantityRange`, 'A range begins or ends somewhere, in this order')
      return { type: 'ITEM_QUANTITY_RANGE', scopes: scopesOf(scopes, `${path}.itemQuantityRange`), ...range }
    }
  }
}

const scopesOf = (scopes: readonly DiscountScopeInput[] | null | undefined, path: string): readonly RuleScope[] =>
  (scopes ?? []).map((scope, i) => scopeOf(scope, `${path}.scopes[${i}]`))

function bounds<N extends number>(from: N | '' | null | undefined, to: N | '' | null | undefined): { from?: N; to?: N } | undefined {
  const range = { ...(typeof from === 'number' && { from }), ...(typeof to === 'number' && { to }) }
  if (range.from === undefined && range.to === undefined) return undefined
  return range.from !== undefined && range.to !== undefined && range.from > range.to ? undefined : range
}

/** Whether a trigger asks another app, anywhere in it; whose. */
export const appsAsked = (trigger: RuleTrigger | undefined): readonly string[] =>
  !trigger ? [] : 'triggers' in trigger ? trigger.triggers.flatMap(appsAsked) : trigger.type === 'CUSTOM' ? [trigger.appId] : []

// --- as the wire wants it -------------------------------------------------------------------------------------------------------

export function showRule(rule: RuleSettings, usageCount: number, currency: string, since: Date, now: Date): AutomaticDiscountRule {
  const { id, name, active, startsAt, endsAt, trigger, tags } = rule
  const span = { startsAt: startsAt ? Date.parse(startsAt) : null, endsAt: endsAt ? Date.parse(endsAt) : null }
  return {
    id,
    ...showRevised(rule, since),
    active,
    name,
    ...(trigger && { trigger: showTrigger(trigger, currency) }),
    ...((startsAt ?? endsAt) !== undefined && {
      activeTimeInfo: {
        ...(startsAt && { start: new Date(startsAt).toISOString() }),
        ...(endsAt && { end: new Date(endsAt).toISOString() }),
      },
    }),
    discounts: { values: [showDiscount(rule, currency)] },
    status: validityOf(span, now.getTime()),
    usageCount,
    ...(tags && { tags: { privateTags: { tagIds: [...tags] } } }),
  }
}

function showDiscount({ scopes, off, offer, bundleId }: RuleSettings, currency: string): RuleDiscount {
  const target: Pick<RuleDiscount, 'targetType' | 'specificItemsInfo' | 'buyXGetYInfo'> = offer
    ? { targetType: 'BUY_X_GET_Y', buyXGetYInfo: showOffer(scopes, offer, currency) }
    : { targetType: 'SPECIFIC_ITEMS', specificItemsInfo: { scopes: scopes.map(showScope) } }
  if ('percent' in off) return { ...target, discountType: 'PERCENTAGE', percentage: Number(off.percent) }
  if ('each' in off) return { ...target, discountType: 'FIXED_AMOUNT', fixedAmount: toDecimal(off.each, currency) }
  if ('price' in off) return { ...target, discountType: 'FIXED_PRICE', fixedPrice: toDecimal(off.price, currency) }
  const { quantity, price } = off.bundle
  return {
    ...target,
    discountType: 'QUANTITY_BASED',
    quantityBased: { configurations: [{ id: bundleId!, quantity, price: toDecimal(price, currency) }] },
  }
}

const showOffer = (
  gets: RuleSettings['scopes'],
  offer: NonNullable<RuleSettings['offer']>,
  currency: string,
): NonNullable<RuleDiscount['buyXGetYInfo']> => ({
  customerBuys: {
    ...('quantity' in offer.buys ? { minimumQuantity: offer.buys.quantity } : { minimumSpend: toDecimal(offer.buys.spend, currency) }),
    scopes: offer.scopes.map(showScope),
  },
  customerGets: { quantity: offer.gets, scopes: gets.map(showScope) },
  ...(offer.limit && { limit: offer.limit }),
})

const showScope = ({ id, appId, itemIds, params }: RuleScope): DiscountScope =>
  itemIds
    ? { id, type: 'CATALOG_ITEM', catalogItemFilter: { catalogAppId: appId, catalogItemIds: [...itemIds] } }
    : { id, type: 'CUSTOM_FILTER', customFilter: { appId, ...(params && { params: { ...params } }) } }

function showTrigger(trigger: RuleTrigger, currency: string): DiscountTrigger {
  switch (trigger.type) {
    case 'AND':
      return { triggerType: 'AND', and: { triggers: trigger.triggers.map((one) => showTrigger(one, currency)) } }
    case 'OR':
      return { triggerType: 'OR', or: { triggers: trigger.triggers.map((one) => showTrigger(one, currency)) } }
    case 'CUSTOM':
      return { triggerType: 'CUSTOM', customTrigger: { id: trigger.id, appId: trigger.appId } }
    case 'CUSTOMER_ELIGIBILITY':
      return {
        triggerType: 'CUSTOMER_ELIGIBILITY',
        customerEligibility: {
          eligibilityType: 'INDIVIDUAL_MEMBERS',
          individualMembersInfo: { memberIds: [...trigger.memberIds] },
        },
      }
    case 'SUBTOTAL_RANGE': {
      const { scopes, from, to } = trigger
      return {
        triggerType: 'SUBTOTAL_RANGE',
        subtotalRange: {
          scopes: scopes.map(showScope),
          ...(from !== undefined && { from: toDecimal(from, currency) }),
          ...(to !== undefined && { to: toDecimal(to, currency) }),
        },
      }
    }
    case 'ITEM_QUANTITY_RANGE': {
      const { scopes, from, to } = trigger
      return {
        triggerType: 'ITEM_QUANTITY_RANGE',
        itemQuantityRange: { scopes: scopes.map(showScope), ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
      }
    }
  }
}
