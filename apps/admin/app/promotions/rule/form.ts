import type { AutomaticDiscountRule, DiscountTrigger, Input } from '@vitrine/contract'
import { toDecimal } from '@vitrine/pricing'
import { readAmount } from '../../orders/sums.ts'
import { everything, scopesOf, type Things, thingsIn } from '../things.ts'
import { fromTheWall, onTheWall } from '../times.ts'

export type Kind = 'PERCENTAGE' | 'FIXED_AMOUNT' | 'FIXED_PRICE' | 'QUANTITY_BASED'
export type ConditionType = 'ITEM_QUANTITY_RANGE' | 'SUBTOTAL_RANGE' | 'CUSTOMER_ELIGIBILITY' | 'CUSTOM'

/** One thing that is asked of a cart or its buyer. */
export interface Condition {
  readonly type: ConditionType
  readonly from: string
  readonly to: string
  readonly things: Things
  /** The ids of members, one a line. */
  readonly members: string
  /** `appId id` of a trigger that somebody else knows of. */
  readonly custom: string
}

/** A rule as its form has it. */
export interface RuleForm {
  readonly name: string
  readonly conditions: readonly Condition[]
  /** Whether all of several conditions have to hold, or one. */
  readonly any: boolean
  readonly kind: Kind
  /** A share, an amount or a price, by the kind. */
  readonly value: string
  /** So many units together for the price. */
  readonly units: string
  readonly on: Things
  /** Given only to those who buy something else. */
  readonly offer: boolean
  readonly buys: string
  /** Whether `buys` is so many units, or units for so much. */
  readonly spends: boolean
  readonly bought: Things
  readonly gets: string
  readonly limit: string
  readonly from: string
  readonly until: string
}

export type RuleInput = Input<'POST /ecom/v1/discount-rules'>['discountRule']

/** What people call the fields. */
export const fieldNames: { readonly [F in keyof RuleForm]?: string } = {
  name: 'Name',
  conditions: 'Conditions',
  any: 'All or one of them',
  kind: 'What it gives',
  value: 'How much',
  units: 'Items in the set',
  on: 'What it is for',
  offer: 'For those who buy',
  buys: 'What has to be bought',
  spends: 'Quantity or amount',
  bought: 'Of what',
  gets: 'Quantity to get',
  limit: 'Times in an order',
  from: 'From',
  until: 'Until',
}

export const freshCondition = (type: ConditionType): Condition => ({ type, from: '', to: '', things: everything, members: '', custom: '' })

export const freshRule: RuleForm = {
  name: '',
  conditions: [{ ...freshCondition('ITEM_QUANTITY_RANGE'), from: '4' }],
  any: false,
  kind: 'PERCENTAGE',
  value: '10',
  units: '3',
  on: everything,
  offer: false,
  buys: '2',
  spends: false,
  bought: everything,
  gets: '1',
  limit: '',
  from: '',
  until: '',
}

type Single = Omit<DiscountTrigger, 'and' | 'or'>

function conditionOf({
  itemQuantityRange: units,
  subtotalRange: worth,
  customerEligibility,
  customTrigger,
  triggerType,
}: Single): Condition {
  const range = units ?? worth
  return {
    ...freshCondition(triggerType as ConditionType),
    ...(range && { from: String(range.from ?? ''), to: String(range.to ?? ''), things: thingsIn(range.scopes) }),
    ...(customerEligibility && { members: customerEligibility.individualMembersInfo.memberIds.join('\n') }),
    ...(customTrigger && { custom: `${customTrigger.appId} ${customTrigger.id}` }),
  }
}

export function formOf({ name, trigger, discounts, activeTimeInfo }: AutomaticDiscountRule, timeZone: string): RuleForm {
  const [discount] = discounts.values
  const { percentage, fixedAmount, fixedPrice, quantityBased, specificItemsInfo, buyXGetYInfo: offer } = discount!
  const [bundle] = quantityBased?.configurations ?? []
  const several = trigger?.and ?? trigger?.or
  return {
    ...freshRule,
    name,
    conditions: several ? several.triggers.map(conditionOf) : trigger ? [conditionOf(trigger)] : [],
    any: trigger?.or !== undefined,
    kind: discount!.discountType,
    value: String(percentage ?? fixedAmount ?? fixedPrice ?? bundle?.price ?? ''),
    ...(bundle && { units: String(bundle.quantity) }),
    on: thingsIn(specificItemsInfo?.scopes ?? offer?.customerGets.scopes ?? []),
    ...(offer && {
      offer: true,
      buys: String(offer.customerBuys.minimumQuantity ?? offer.customerBuys.minimumSpend ?? ''),
      spends: offer.customerBuys.minimumSpend !== undefined,
      bought: thingsIn(offer.customerBuys.scopes),
      gets: String(offer.customerGets.quantity),
      limit: offer.limit ? String(offer.limit) : '',
    }),
    from: activeTimeInfo?.start ? onTheWall(Date.parse(activeTimeInfo.start), timeZone) : '',
    until: activeTimeInfo?.end ? onTheWall(Date.parse(activeTimeInfo.end), timeZone) : '',
  }
}

/** What stands in a field that cannot be sent, by the field's name; those of conditions by their place: `conditions.0`. */
export function wrongIn(form: RuleForm, currency: string): Readonly<Record<string, string>> {
  const wrong: Record<string, string> = {}
  const whole = (text: string) => /^[1-9]\d{0,5}$/.test(text.trim())
  const amount = (text: string) => readAmount(text, currency) !== undefined
  const aWhole = 'A whole number from 1 on.'
  const anAmount = 'No amount can be read here.'
  if (form.name.trim() === '') wrong['name'] = 'How do buyers know it?'
  for (const [i, { type, from, to, members, custom }] of form.conditions.entries()) {
    const fits = type === 'ITEM_QUANTITY_RANGE' ? whole : amount
    if (type === 'ITEM_QUANTITY_RANGE' || type === 'SUBTOTAL_RANGE') {
      if (!from.trim() && !to.trim()) wrong[`conditions.${i}`] = 'From how many on, or up to how many?'
      else if ([from, to].some((text) => text.trim() !== '' && !fits(text)))
        wrong[`conditions.${i}`] = type === 'ITEM_QUANTITY_RANGE' ? aWhole : anAmount
    }
    if (type === 'CUSTOMER_ELIGIBILITY' && idsIn(members).length === 0) wrong[`conditions.${i}`] = 'Which members, by their ids?'
    if (type === 'CUSTOM' && custom === '') wrong[`conditions.${i}`] = 'Which one?'
  }
  if (form.kind === 'PERCENTAGE') {
    const share = Number(form.value.replace(',', '.') || Number.NaN)
    if (!(share >= 0.1 && share <= 100)) wrong['value'] = 'From 0.1 to 100.'
  } else if (!amount(form.value)) wrong['value'] = anAmount
  if (form.kind === 'QUANTITY_BASED' && !(whole(form.units) && Number(form.units) > 1)) wrong['units'] = 'Two items or more.'
  if (form.offer) {
    if (form.spends ? !amount(form.buys) : !whole(form.buys)) wrong['buys'] = form.spends ? anAmount : aWhole
    if (!whole(form.gets)) wrong['gets'] = aWhole
    if (form.limit.trim() !== '' && !whole(form.limit)) wrong['limit'] = aWhole
  }
  return wrong
}

const idsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((id) => id !== '')

/** The form as the platform wants it. */
export function ruleOf(form: RuleForm, currency: string, timeZone: string): RuleInput {
  const amount = (text: string) => toDecimal(readAmount(text, currency)!, currency)
  const from = fromTheWall(form.from, timeZone)
  const until = fromTheWall(form.until, timeZone)
  const triggers = form.conditions.map((one) => triggerOf(one, amount))
  const value =
    form.kind === 'PERCENTAGE'
      ? { percentage: Number(form.value.replace(',', '.')) }
      : form.kind === 'FIXED_AMOUNT'
        ? { fixedAmount: amount(form.value) }
        : form.kind === 'FIXED_PRICE'
          ? { fixedPrice: amount(form.value) }
          : { quantityBased: { configurations: [{ quantity: Number(form.units), price: amount(form.value) }] } }
  const limit = form.limit.trim()
  const target = form.offer
    ? {
        targetType: 'BUY_X_GET_Y',
        buyXGetYInfo: {
          customerBuys: {
            ...(form.spends ? { minimumSpend: amount(form.buys) } : { minimumQuantity: Number(form.buys) }),
            scopes: scopesOf(form.bought),
          },
          customerGets: { quantity: Number(form.gets), scopes: scopesOf(form.on) },
          ...(limit !== '' && { limit: Number(limit) }),
        },
      }
    : { targetType: 'SPECIFIC_ITEMS', specificItemsInfo: { scopes: scopesOf(form.on) } }
  return {
    name: form.name.trim(),
    trigger:
      triggers.length === 0
        ? null
        : triggers.length === 1
          ? triggers[0]!
          : form.any
            ? { triggerType: 'OR', or: { triggers } }
            : { triggerType: 'AND', and: { triggers } },
    activeTimeInfo:
      from === undefined && until === undefined
        ? null
        : {
            ...(from !== undefined && { start: new Date(from).toISOString() }),
            ...(until !== undefined && { end: new Date(until).toISOString() }),
          },
    discounts: { values: [{ ...target, discountType: form.kind, ...value }] },
  }
}

function triggerOf({ type, from, to, things, members, custom }: Condition, amount: (text: string) => string) {
  const scopes = things.collections.length + things.products.length > 0 ? scopesOf(things) : []
  switch (type) {
    case 'ITEM_QUANTITY_RANGE':
      return {
        triggerType: type,
        itemQuantityRange: { scopes, ...(from.trim() && { from: Number(from) }), ...(to.trim() && { to: Number(to) }) },
      }
    case 'SUBTOTAL_RANGE':
      return {
        triggerType: type,
        subtotalRange: { scopes, ...(from.trim() && { from: amount(from) }), ...(to.trim() && { to: amount(to) }) },
      }
    case 'CUSTOMER_ELIGIBILITY':
      return {
        triggerType: type,
        customerEligibility: { eligibilityType: 'INDIVIDUAL_MEMBERS', individualMembersInfo: { memberIds: idsIn(members) } },
      }
    case 'CUSTOM': {
      const [appId = '', ...id] = custom.split(' ')
      return { triggerType: type, customTrigger: { appId, id: id.join(' ') } }
    }
  }
}

/** Where the platform's words about a rule belong. */
export function fieldOf(path: string): string | undefined {
  const name = path.replace(/^discountRule\./, '')
  if (name === 'name') return 'name'
  if (name.startsWith('activeTimeInfo')) return 'until'
  const several = /^trigger\.(?:and|or)\.triggers\[(\d+)\]/.exec(name)
  if (several) return `conditions.${several[1]}`
  if (name.startsWith('trigger')) return 'conditions.0'
  if (name.includes('customerBuys')) return 'buys'
  if (name.includes('customerGets')) return 'gets'
  return name.startsWith('discounts') ? 'value' : undefined
}
