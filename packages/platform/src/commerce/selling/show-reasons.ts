import type { Reason } from '@vitrine/contract'
import { type Minor, minor, type Quote, type Reason as Step, toDecimal } from '@vitrine/pricing'

/** How a total came about, as the wire says it. */
export function showReasons({ reasons, currency, taxSummary }: Pick<Quote, 'reasons' | 'currency' | 'taxSummary'>): Reason[] {
  const text = (amount: Minor): string => toDecimal(amount, currency)
  const show = (reason: Step): Reason => {
    switch (reason.step) {
      case 'LINES':
        return { step: 'LINES', lines: reason.lines, units: reason.units, amount: text(reason.amount) }
      case 'DISCOUNT':
        return {
          step: 'DISCOUNT',
          name: reason.name,
          ...(reason.code !== null && { code: reason.code }),
          ...(reason.percent !== null && { percent: reason.percent }),
          of: text(reason.of),
          amount: text(reason.amount),
          lineIds: [...reason.lineIds],
          shipping: reason.shipping,
        }
      case 'SHIPPING':
        return {
          step: 'SHIPPING',
          name: reason.title,
          regularPrice: text(reason.regularPrice),
          amount: text(reason.amount),
          ...(reason.freeFrom !== null && { freeFrom: text(reason.freeFrom) }),
          goods: text(reason.goods),
        }
      case 'FEE':
        return {
          step: 'FEE',
          name: reason.name,
          amount: text(reason.amount),
          ...(reason.why && { goods: text(reason.why.goods) }),
          ...(reason.why?.percent && { percent: reason.why.percent }),
          ...(reason.why?.below && { goodsBelow: text(reason.why.below) }),
        }
      case 'TAX':
        return {
          step: 'TAX',
          included: reason.included,
          rate: reason.rate,
          of: text(reason.of),
          exact: reason.exact,
          amount: text(reason.amount),
          taxes: reason.shares.map(({ name, rate, tax }) => ({ name, rate, amount: text(tax) })),
          ...whatOf(reason),
        }
      case 'NO_TAX':
        return { step: 'NO_TAX', because: reason.because, amount: text(minor(0)), of: text(reason.of), ...whatOf(reason) }
      case 'TOTAL':
        return {
          step: 'TOTAL',
          amount: text(reason.amount),
          taxIncluded: text(reason.taxIncluded),
          taxAdded: text(reason.taxAdded),
          ...((taxSummary.reason === 'AUTO_TAX_FAILED' || taxSummary.reason === 'AUTO_TAX_DEACTIVATED') && {
            usualRates: taxSummary.reason,
          }),
        }
      case 'LATER':
        return {
          step: 'LATER',
          amount: text(reason.later),
          now: text(reason.now),
          later: text(reason.later),
          afterFreeTrial: text(reason.afterFreeTrial),
        }
      case 'GIFT_CARD':
        return { step: 'GIFT_CARD', of: text(reason.of), amount: text(reason.amount), due: text(reason.due), left: text(reason.left) }
    }
  }
  return reasons.map(show)
}

const whatOf = ({
  lineIds,
  shipping,
  fees,
}: {
  readonly lineIds: readonly string[]
  readonly shipping: boolean
  readonly fees?: readonly string[]
}) => ({
  lineIds: [...lineIds],
  shipping,
  ...(fees && { fees: [...fees] }),
})
