import type { PreviewedCart, PromotionPreview, Reason, Unmoved } from '@vitrine/contract'
import { type Minor, minor, roundDecimal } from '@vitrine/pricing'
import { money, written } from '../../orders/sums.ts'
import { dayOf } from '../times.ts'

/** Why a cart is given nothing: `3 of 4 items`. */
export function whyNot({ because, has = '0', from, to, couponCode }: Unmoved, currency: string): string {
  const text = (amount: string) => money(amount, currency)
  switch (because) {
    case 'PIECES':
      return from !== undefined && Number(has) < Number(from) ? `${has} of ${from} items` : `${has} items, ${to} at most`
    case 'SUBTOTAL':
      return from !== undefined && Number(has) < Number(from) ? `${text(has)} of ${text(from)}` : `${text(has)}, ${text(to ?? '0')} at most`
    case 'NO_SUCH_GOODS':
      return 'none of these products'
    case 'OTHER_CUSTOMER':
      return 'somebody else'
    case 'OTHER_COUPON':
      return `has ${couponCode}`
    case 'ONLY_SUBSCRIPTIONS':
      return 'only subscriptions'
    case 'NO_DELIVERY':
      return 'no delivery to pay'
    case 'NOTHING_LEFT':
      return 'nothing left to take'
    case 'CUSTOM':
      return 'not then'
  }
}

/** A cart by the name it goes under. */
export const cartName = ({ kind, number }: PreviewedCart): string =>
  kind === 'ORDER' ? (number ?? '').replace(/\B(?=(\d{3})+$)/g, '\u2009') : kind === 'CHECKOUT' ? 'Open checkout' : 'Open cart'

export const buyerName = ({ buyer, city }: PreviewedCart): string => buyer ?? (city ? `Guest in ${city}` : 'Guest')

/** What of a total another one has not: the difference, with its sign. */
export function difference(before: string, now: string, currency: string): string {
  const by = minor(roundDecimal(now, currency) - roundDecimal(before, currency))
  return `${by > 0 ? '+' : ''}${written(by, currency)}`
}

/** `14 Nov – 21 Nov` */
export function timeOf({ from, to }: PromotionPreview, timeZone: string): string {
  if (!from || !to) return ''
  const [first, last] = [dayOf(Date.parse(from), timeZone), dayOf(Date.parse(to), timeZone)]
  return first === last ? first : `${first} – ${last}`
}

export interface Part {
  readonly says: string
  readonly count: number
  readonly kind: '' | 'near' | 'hit'
}

const mostParts = 8

/** How many carts have come how far towards the goal. */
export function distribution({ goal, carts, currency }: PromotionPreview): readonly Part[] {
  if (!goal) return []
  const needs = goal.unit === 'PIECES' ? Number(goal.needs) : roundDecimal(goal.needs, currency)
  const values = carts.flatMap(({ has }) => (has === undefined ? [] : [goal.unit === 'PIECES' ? Number(has) : roundDecimal(has, currency)]))
  const parts = goal.unit === 'PIECES' ? byUnits(needs) : byWorth(needs as Minor, currency)
  return parts.map(({ from, below, ...part }) => ({ ...part, count: values.filter((value) => value >= from && value < below).length }))
}

type Bounds = Omit<Part, 'count'> & { readonly from: number; readonly below: number }

/** Each number by itself around the goal; what is far from it is taken together. */
function byUnits(needs: number): readonly Bounds[] {
  const first = Math.max(0, needs - (mostParts - 4))
  const last = needs + 2
  const parts: Bounds[] = []
  for (let n = first; n <= last; n++) {
    const from = n === first ? 0 : n
    const below = n === last ? Number.POSITIVE_INFINITY : n + 1
    const says = n === first && first > 0 ? `0–${n}` : n === last ? `${n}+` : String(n)
    parts.push({ from, below, says, kind: n >= needs ? 'hit' : n === needs - 1 ? 'near' : '' })
  }
  return parts
}

/** In quarters of the goal. */
function byWorth(needs: Minor, currency: string): readonly Bounds[] {
  const at = (quarters: number) => Math.round((needs * quarters) / 4)
  const text = (amount: number) => written(minor(amount), currency).replace(/\.\d\d$/, '')
  return Array.from({ length: 7 }, (_, n) => ({
    from: at(n),
    below: n === 6 ? Number.POSITIVE_INFINITY : at(n + 1),
    says: n === 6 ? `${text(at(n))}+` : text(at(n)),
    kind: n >= 4 ? ('hit' as const) : n === 3 ? ('near' as const) : ('' as const),
  }))
}

export interface Step {
  readonly key: string
  readonly name: string
  readonly why: string
  readonly before: string
  readonly now: string
}

/** The steps to both totals, side by side. */
export function stepsOf({ beforeReasons = [], nowReasons = [] }: PreviewedCart, currency: string): readonly Step[] {
  const rows = new Map<string, { name: string; why: string; before?: string; now?: string }>()
  const add = (reasons: readonly Reason[], side: 'before' | 'now') => {
    for (const reason of reasons) {
      const row = rowOf(reason, currency)
      if (row) rows.set(row.key, { ...rows.get(row.key), name: row.name, why: row.why, [side]: row.amount })
    }
  }
  add(nowReasons, 'now')
  add(beforeReasons, 'before')
  // The total of both comes last.
  const total = rows.get('TOTAL')
  rows.delete('TOTAL')
  return [...rows, ...(total ? [['TOTAL', total] as const] : [])].map(([key, { name, why, before = '–', now = '–' }]) => ({
    key,
    name,
    why,
    before,
    now,
  }))
}

function rowOf(reason: Reason, currency: string): { key: string; name: string; why: string; amount: string } | undefined {
  const { step, name, code, percent, of, amount } = reason
  const text = money(amount, currency)
  switch (step) {
    case 'LINES':
      return { key: step, name: `${reason.units} items`, why: '', amount: text }
    case 'DISCOUNT':
      return {
        key: `${step} ${code ?? name} ${reason.shipping}`,
        name: code ?? name ?? 'Taken off',
        why: percent ? `${percent} % of ${money(of ?? '0', currency)}` : reason.shipping ? 'the delivery' : '',
        amount: `−${text}`,
      }
    case 'SHIPPING':
      return { key: step, name: `Delivery, ${name}`, why: '', amount: text }
    case 'FEE':
      return { key: `${step} ${name}`, name: name ?? 'Fee', why: '', amount: text }
    case 'TAX':
      return reason.included
        ? undefined
        : {
            key: `${step} ${reason.rate} ${reason.lineIds?.join()} ${reason.shipping}`,
            name: 'Tax',
            why: `${Number(reason.rate) * 100} %`,
            amount: text,
          }
    case 'TOTAL':
      return { key: step, name: 'Total', why: '', amount: text }
    default:
      return undefined
  }
}
