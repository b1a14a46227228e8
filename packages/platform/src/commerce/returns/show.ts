import type { OrderReturn, ReturnRefund } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Amounts } from '../selling/amounts.ts'
import type { Customer, ReturnDeps } from './deps.ts'
import { actionsOf, amountOf } from './rules.ts'
import { numberOf, type StoredReturn } from './store.ts'

interface Facts {
  readonly money: Amounts
  readonly states: ReadonlyMap<string, ReturnRefund['status']>
  readonly customer: Customer | undefined
  readonly merchant: boolean
}

function show(of: StoredReturn, { money, states, customer, merchant }: Facts): OrderReturn {
  const { document, status } = of
  const price = (amount: number) => money.plain(minor(amount))
  const { lines, refund, pictures, ...said } = document
  const state = refund && (states.get(refund.attempt) ?? 'PENDING')
  const [, memberId] = /^member:(.+)$/.exec(customer?.owner ?? '') ?? []
  return {
    id: of.id,
    number: numberOf(of),
    revision: String(of.revision),
    orderId: of.orderId,
    orderNumber: String(of.orderNumber),
    status,
    currency: of.currency,
    ...said,
    ...(pictures && { pictures: [...pictures] }),
    lines: lines.map(({ amount, ...line }) => ({ ...line, amount: price(amount) })),
    amount: price(amountOf(lines)),
    ...(refund &&
      state && {
        refund: {
          amount: price(refund.amount),
          method: refund.method,
          status: state,
          ...(refund.giftCardSuffix && { giftCardSuffix: refund.giftCardSuffix }),
        },
      }),
    actions: actionsOf({ status, lines, refund: state }, merchant),
    ...(merchant &&
      customer && {
        customer: {
          ...(customer.buyerName && { name: customer.buyerName }),
          ...(customer.email && { email: customer.email }),
          ...(memberId && { memberId }),
        },
      }),
    createdDate: of.createdAt.toISOString(),
    updatedDate: of.updatedAt.toISOString(),
  }
}

/** Returns as their buyers, or the shop, read them. */
export async function showReturns(
  { moneyIn, refundStates }: Pick<ReturnDeps, 'moneyIn' | 'refundStates'>,
  db: Db,
  site: string,
  all: readonly StoredReturn[],
  customers: ReadonlyMap<string, Customer>,
  merchant: boolean,
): Promise<OrderReturn[]> {
  const refunded = new Set(all.flatMap(({ orderId, document }) => (document.refund ? orderId : [])))
  const states = refunded.size > 0 ? await refundStates(db, site, [...refunded]) : new Map()
  const money = new Map<string, Amounts>()
  for (const { currency } of all) if (!money.has(currency)) money.set(currency, await moneyIn(db, site, currency))
  return all.map((of) => show(of, { money: money.get(of.currency)!, states, customer: customers.get(of.orderId), merchant }))
}
