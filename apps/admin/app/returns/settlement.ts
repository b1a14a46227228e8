import type { OrderReturn, ReturnRefund } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, sum } from '@vitrine/pricing'
import { many } from '../orders/text.ts'
import { type CheckedLine, conditionText, paidFor } from './checks.ts'

export interface LedgerRow {
  readonly name: string
  readonly why: string
  readonly amount: Minor
}

export interface Ledger {
  readonly rows: readonly LedgerRow[]
  /** What the rows come to. */
  readonly sum: LedgerRow
}

const methods: Readonly<Record<ReturnRefund['method'], string>> = {
  PAYMENT: 'to the payment',
  MANUAL: 'by hand, as it was paid',
  STORE_CREDIT: 'as store credit',
  EXCHANGE: 'as an exchange',
}
const states: Readonly<Record<ReturnRefund['status'], string>> = {
  SUCCEEDED: '',
  PENDING: 'the bank has not answered yet',
  FAILED: 'refused by the bank: try again',
}

/** What is given back for a return, or would be: what was paid for each line, as far as it is accepted, and what that comes to. */
export function ledgerOf(of: OrderReturn, checks?: readonly CheckedLine[]): Ledger {
  const { currency, refund, resolution, status, lines } = of
  const rows = lines.map((line, at): LedgerRow => {
    const found = checks?.[at] ?? line.checked
    const accepted = found?.accepted ?? line.quantity
    return {
      name: [line.quantity > 1 && `${line.quantity} ×`, line.name, line.description && `· ${line.description}`].filter(Boolean).join(' '),
      why: found
        ? accepted === 0
          ? 'not accepted: it stays the buyer’s'
          : [accepted < line.quantity && `${accepted} of ${line.quantity} accepted`, conditionText[found.condition].toLowerCase()]
              .filter(Boolean)
              .join(', ')
        : 'what was paid for it',
      amount: paidFor(line, accepted, currency),
    }
  })
  const paid = sum(rows.map(({ amount }) => amount))
  if (!refund) {
    const units = checks?.reduce((all, { accepted }) => all + accepted, 0)
    const why =
      units !== undefined ? `${many(units, 'item')} accepted` : status === 'CHECKED' ? 'what was accepted' : 'if all of it is accepted'
    const wanted = resolution === 'EXCHANGE' ? 'Worth exchanging' : resolution === 'STORE_CREDIT' ? 'Store credit to give' : 'To refund'
    return { rows, sum: { name: wanted, why, amount: paid } }
  }
  const amount = parseDecimal(refund.amount.amount, currency)
  const difference = minor(amount - paid)
  const why = [methods[refund.method], refund.giftCardSuffix && `on the gift card ending ${refund.giftCardSuffix}`, states[refund.status]]
  return {
    rows: [
      ...rows,
      ...(difference > 0 ? [{ name: 'Delivery', why: 'what was left of it', amount: difference }] : []),
      ...(difference < 0 ? [{ name: 'Less', why: 'as it was decided', amount: difference }] : []),
    ],
    sum: { name: refund.method === 'EXCHANGE' ? 'Exchanged' : 'Refunded', why: why.filter(Boolean).join(', '), amount },
  }
}
