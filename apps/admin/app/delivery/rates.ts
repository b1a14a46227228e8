import type { ConditionalRates } from '@vitrine/contract'
import { money, readAmount, written } from '../orders/sums.ts'

export type By = 'flat' | 'weight' | 'price' | 'quantity'

/** Up to a bound, so much; without one, for all above. */
export interface Step {
  readonly upTo: string
  readonly amount: string
  /** What the carrier takes for it, where that is known. */
  readonly cost?: string
}

/** What a delivery method costs, as people fill it in. */
export interface Prices {
  readonly by: By
  readonly steps: readonly Step[]
  /** The value of the items from which it is free; empty for never. */
  readonly freeFrom: string
  readonly perItem: boolean
}

const conditionOf = { weight: 'BY_TOTAL_WEIGHT', price: 'BY_TOTAL_PRICE', quantity: 'BY_TOTAL_QUANTITY' } as const
type Condition = ConditionalRates['conditions'][number]

/** `10.000000` is `10`; `9.90` stays. */
const plainNumber = (text: string): string => (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text)
const isFreeFrom = ({ amount, conditions }: ConditionalRates): boolean =>
  Number(amount) === 0 && conditions.some(({ type, operator }) => type === 'BY_TOTAL_PRICE' && operator === 'GTE')

/** The rates as a form shows them; undefined where they say what no form of ours does: those are left as they are. */
export function pricesOf(rates: readonly ConditionalRates[]): Prices | undefined {
  const free = rates.filter(isFreeFrom)
  const rest = rates.filter((rate) => !isFreeFrom(rate))
  if (free.length > 1 || rest.length === 0) return undefined
  const types = new Set(rest.flatMap(({ conditions }) => conditions.map(({ type }) => type)))
  if (types.size > 1 || new Set(rest.map(({ multiplyByQuantity }) => multiplyByQuantity)).size > 1) return undefined
  const by = (['weight', 'price', 'quantity'] as const).find((one) => types.has(conditionOf[one])) ?? 'flat'
  const steps = rest
    .map(({ amount, conditions, carrierCost }) => ({
      step: {
        upTo: plainNumber(conditions.find(isUpper)?.value ?? ''),
        amount,
        ...(carrierCost !== undefined && { cost: carrierCost }),
      },
      conditions,
    }))
    .toSorted((a, b) => boundOf(a.step) - boundOf(b.step))
  const fits = steps.every(
    ({ conditions }, i) =>
      conditions.filter(isUpper).length <= 1 &&
      conditions.every((one) => isUpper(one) || (one.operator === 'GT' && plainNumber(one.value) === steps[i - 1]?.step.upTo)),
  )
  const distinct = new Set(steps.map(({ step }) => step.upTo)).size === steps.length
  const [gift] = free
  const limit = steps.at(-1)?.step.upTo
  const sameLimit =
    !gift ||
    gift.conditions.every(
      ({ type, operator, value }) =>
        (type === 'BY_TOTAL_PRICE' && operator === 'GTE') ||
        (by === 'weight' && type === 'BY_TOTAL_WEIGHT' && operator === 'LTE' && plainNumber(value) === limit),
    )
  if (!fits || !distinct || !sameLimit) return undefined
  return {
    by,
    steps: steps.map(({ step }) => step),
    freeFrom: gift?.conditions.find(({ type }) => type === 'BY_TOTAL_PRICE')?.value ?? '',
    perItem: rest[0]!.multiplyByQuantity,
  }
}

const isUpper = ({ operator }: Condition): boolean => operator === 'LTE'
export const boundOf = ({ upTo }: { readonly upTo: string }): number => (upTo === '' ? Number.POSITIVE_INFINITY : Number(upTo))

/** What the platform is told: each step begins where the one before ends, so that a heavier shipment may cost less. */
export function ratesOf({ by, steps, freeFrom, perItem }: Prices): ConditionalRates[] {
  const type = by === 'flat' ? undefined : conditionOf[by]
  const sorted = steps.toSorted((a, b) => boundOf(a) - boundOf(b))
  const rates = sorted.map(({ upTo, amount, cost }, i): ConditionalRates => {
    const from = sorted[i - 1]?.upTo
    return {
      amount: amountText(amount),
      multiplyByQuantity: perItem,
      conditions: type
        ? [
            ...(from ? [{ type, operator: 'GT' as const, value: from }] : []),
            ...(upTo ? [{ type, operator: 'LTE' as const, value: amountText(upTo) }] : []),
          ]
        : [],
      ...(cost && { carrierCost: amountText(cost) }),
    }
  })
  const limit = by === 'weight' ? sorted.at(-1)?.upTo : ''
  const gift: ConditionalRates = {
    amount: '0',
    multiplyByQuantity: false,
    conditions: [
      { type: 'BY_TOTAL_PRICE', operator: 'GTE', value: amountText(freeFrom) },
      ...(limit ? [{ type: 'BY_TOTAL_WEIGHT' as const, operator: 'LTE' as const, value: limit }] : []),
    ],
  }
  return freeFrom ? [...rates, gift] : rates
}

/** What is saved: where it is not known what a carrier takes, it is not known any more. */
export const ratesToSave = (prices: Prices) => ratesOf(prices).map((rate) => ({ ...rate, carrierCost: rate.carrierCost ?? null }))

export const amountText = (text: string): string => text.trim().replace(',', '.')

/** What is not as it must be, in words. */
export function wrongIn({ by, steps, freeFrom }: Prices, currency: string): string | undefined {
  if (steps.length === 0) return 'There is no price.'
  if (steps.some(({ amount }) => !isAmount(amount, currency))) return 'A price is missing, or is none.'
  if (freeFrom && !isAmount(freeFrom, currency)) return '“Free from” is no amount.'
  if (by === 'flat') return undefined
  const bounds = steps.map(({ upTo }) => amountText(upTo))
  if (bounds.some((bound) => bound !== '' && !/^\d{1,6}(\.\d{1,3})?$/.test(bound))) return 'A step has no number.'
  if (by === 'quantity' && bounds.some((bound) => bound.includes('.'))) return 'A quantity is a whole number.'
  return new Set(bounds).size < bounds.length ? 'Two steps end at the same place.' : undefined
}

const isAmount = (text: string, currency: string): boolean => {
  const amount = readAmount(text, currency)
  return amount !== undefined && amount >= 0
}

interface Units {
  readonly currency: string
  readonly weightUnit: string
}

export const boundText = (by: By, upTo: string, { currency, weightUnit }: Units): string =>
  by === 'weight' ? `${upTo} ${weightUnit.toLowerCase()}` : by === 'price' ? money(upTo, currency) : `${upTo} items`

/** `€8.90 – €12.90 by weight, free from €120.00` */
export function priceText(rates: readonly ConditionalRates[], units: Units): string {
  const prices = pricesOf(rates)
  const all = rates.map(({ amount }) => readAmount(amount, units.currency)!).toSorted((a, b) => a - b)
  if (!prices) return `${written(all[0]!, units.currency)} – ${written(all.at(-1)!, units.currency)}, ${rates.length} rates of its own kind`
  const amounts = prices.steps.map(({ amount }) => readAmount(amount, units.currency)!).toSorted((a, b) => a - b)
  const [low, high] = [amounts[0]!, amounts.at(-1)!]
  const said = (amount: typeof low) => (amount === 0 ? 'free' : written(amount, units.currency))
  const span = low === high ? said(low) : `${said(low)} – ${said(high)} by ${prices.by === 'quantity' ? 'items' : prices.by}`
  const each = prices.perItem && high > 0 ? ' per item' : ''
  return `${span}${each}${prices.freeFrom ? `, free from ${money(prices.freeFrom, units.currency)}` : ''}`
}

/** `up to 31.5 kg` */
export function limitText(rates: readonly ConditionalRates[], units: Units): string {
  const prices = pricesOf(rates)
  const limit = prices?.steps.at(-1)?.upTo
  return prices && limit ? `up to ${boundText(prices.by, limit, units)}` : ''
}

/** As text that tells all of it, and can be read back: `4.90 up to 10, 9.90 (costs 8.50) up to 31.5 (weight); free from 80`. */
export function pricesText({ by, steps, freeFrom, perItem }: Prices): string {
  const each = steps
    .toSorted((a, b) => boundOf(a) - boundOf(b))
    .map(({ amount, upTo, cost }) => {
      const price = cost ? `${amountText(amount)} (costs ${amountText(cost)})` : amountText(amount)
      return upTo && by !== 'flat' ? `${price} up to ${amountText(upTo)}` : price
    })
  return `${each.join(', ')} (${by}${perItem ? ', per item' : ''})${freeFrom ? `; free from ${amountText(freeFrom)}` : ''}`
}

export function pricesFrom(text: string): Prices {
  const [, steps = '', by = 'flat', each, free = ''] = /^(.*) \((\w+)(, per item)?\)(?:; free from (.*))?$/.exec(text) ?? []
  return {
    by: by as By,
    steps: steps.split(', ').map((step) => {
      const [price = '', upTo = ''] = step.split(' up to ')
      const [, amount = price, cost] = /^(.*) \(costs (.*)\)$/.exec(price) ?? []
      return { amount, upTo, ...(cost && { cost }) }
    }),
    freeFrom: free,
    perItem: each !== undefined,
  }
}
