import type { Violation } from '@vitrine/contract'
import { afterRules, parseDecimal, type Quote } from '@vitrine/pricing'
import { belowMinimum } from '../../kernel/settings/checkout-form.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { Amounts } from './amounts.ts'
import { isElsewhere } from './apps.ts'
import type { FeesAnswer } from './fees.ts'
import { availabilityOf, type KnownLine } from './line.ts'
import type { Offered } from './offers.ts'

/** Lines that went stale: what is gone must leave, what is short must shrink. */
export function violationsOf(lines: readonly KnownLine[], offered: Offered): Violation[] {
  return [...stale(lines), ...unpaid(lines, offered)]
}

/** What only a membership pays for, and none was chosen. */
export const unpaid = (lines: readonly KnownLine[], offered: Offered): Violation[] =>
  lines.flatMap((line): Violation[] => {
    const { option } = line.item?.payment ?? {}
    const asks = option === 'MEMBERSHIP' || option === 'MEMBERSHIP_OFFLINE'
    if (!asks || offered.memberships.selected.some(({ lineIds }) => lineIds.includes(line.id))) return []
    return [
      {
        severity: 'ERROR',
        target: { lineItem: { name: 'LINE_ITEM_DEFAULT', id: line.id, suggestedFix: 'REMOVE_LINE_ITEM' } },
        description: `${line.item?.name} is for members: choose a membership that pays for it.`,
      },
    ]
  })

/** Goods that are not worth enough yet for an order. */
export function tooLittle(
  settings: Pick<Sections, 'checkoutForm' | 'commerce'>,
  quote: Pick<Quote, 'subtotal' | 'itemDiscount'>,
  money: Amounts,
): Violation[] {
  const subtotal = afterRules(quote)
  const below = subtotal > 0 ? belowMinimum(settings, subtotal) : undefined
  if (!below) return []
  const minimum = money.text(parseDecimal(below.minimum, money.currency))
  return [{ severity: 'ERROR', target: { other: { name: 'OTHER_DEFAULT' } }, description: `Orders begin at ${minimum}.` }]
}

/** Those who did not say what they charge: the order goes on without them, or with what stands in for it. */
export const unsaidFees = (fees: FeesAnswer | false | undefined): Violation[] =>
  (fees ? fees.problems : []).map(({ description, code }) => ({
    severity: 'WARNING',
    target: { other: { name: 'OTHER_DEFAULT' } },
    description: `${description} (${code})`,
  }))

const notToBeHad = ({ reference }: KnownLine): string =>
  reference && isElsewhere(reference) ? 'This item is not to be had at the moment.' : 'This item is no longer in the shop.'

function stale(lines: readonly KnownLine[]): Violation[] {
  return lines.flatMap((line): Violation[] => {
    const { status, quantityAvailable } = availabilityOf(line)
    switch (status) {
      case 'AVAILABLE':
        return []
      case 'PARTIALLY_AVAILABLE':
        return [
          {
            severity: 'WARNING',
            target: { lineItem: { name: 'LINE_ITEM_DEFAULT', id: line.id } },
            description: `Only ${quantityAvailable} are left of ${line.item?.name ?? 'this item'}.`,
          },
        ]
      default:
        return [
          {
            severity: 'ERROR',
            target: { lineItem: { name: 'LINE_ITEM_DEFAULT', id: line.id, suggestedFix: 'REMOVE_LINE_ITEM' } },
            description: line.item ? `${line.item.name} is sold out.` : notToBeHad(line),
          },
        ]
    }
  })
}
