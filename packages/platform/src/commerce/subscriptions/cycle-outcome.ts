import { minor } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Amounts } from '../selling/amounts.ts'
import { goOn } from './change.ts'
import { failed, paid } from './rules.ts'
import { endCycle, findOpenCycles, lockContract, type StoredCycle } from './store.ts'

/** A payment as far as subscriptions go. Amounts in minor units. */
export interface PaymentOfCycle {
  readonly id: string
  readonly amount: number
  /** Refused by its bank, or given up without an answer. */
  readonly refused: boolean
  readonly reason?: string
  /** The card that it was charged to, or that was saved with it. */
  readonly savedMethodId?: string
  /** Which cycle it was begun for; absent where the buyer paid, or somebody wrote the money down. */
  readonly cycle?: { readonly contractId: string; readonly number: number }
}

/** Asks the buyer for the money of an order, at a page of its own; the answer is what was asked for. */
export type AskFor = (context: Context, orderId: string, amount: number) => Promise<string>

const hourMs = 3600 * 1000

/**
 * Money for an order came, or is held: the cycles that waited for it are paid for. Where it was not begun for one of them, all of the
 * order has to be paid.
 */
export async function heardPaid(
  context: Context,
  orderId: string,
  payment: PaymentOfCycle | undefined,
  whole: boolean,
  moneyIn: (currency: string) => Amounts,
): Promise<void> {
  const { db, site } = context
  for (const cycle of await findOpenCycles(db, site, orderId)) {
    const own = payment?.cycle?.contractId === cycle.contractId && payment.cycle.number === cycle.number
    if (own || whole) await endPaid(context, cycle, payment, moneyIn)
  }
}

/** A cycle that is open is paid for. */
export async function endPaid(
  context: Context,
  cycle: StoredCycle,
  payment: PaymentOfCycle | undefined,
  moneyIn: (currency: string) => Amounts,
): Promise<void> {
  const { db, site, now } = context
  const contract = await lockContract(db, site, cycle.contractId)
  if (!contract || contract.cycle + 1 !== cycle.number) return
  await endCycle(context, cycle, 'PAID')
  const byBuyer = payment !== undefined && payment.cycle === undefined
  const renewed = {
    type: 'RENEWED' as const,
    cycleNumber: cycle.number,
    orderId: cycle.orderId,
    ...(payment && { amount: moneyIn(contract.document.mirror.currency).plain(minor(payment.amount)) }),
    by: byBuyer ? ('BUYER' as const) : ('CLOCK' as const),
  }
  // What somebody ended, or is about to, is not begun again by money that was on its way.
  if (contract.status === 'CANCELED' || contract.status === 'ENDED') {
    await goOn(context, contract, { cycle: cycle.number }, [renewed])
    return
  }
  const { terms, progress } = paid(contract.document.terms, contract, now)
  const changed = payment?.savedMethodId !== undefined && payment.savedMethodId !== contract.savedMethodId
  await goOn(
    context,
    contract,
    {
      ...progress,
      document: { ...contract.document, terms },
      ...(payment?.savedMethodId !== undefined && { savedMethodId: payment.savedMethodId }),
    },
    [renewed, ...(changed ? [{ type: 'PAYMENT_METHOD_CHANGED' as const, by: 'BUYER' as const }] : [])],
  )
}

/** A payment that was begun for a cycle came to nothing: it is tried again by and by, and at last rests. What buyers try themselves does not count. */
export async function heardUnpaid(context: Context, orderId: string, payment: PaymentOfCycle, askFor: AskFor): Promise<void> {
  const { db, site, now } = context
  if (!payment.cycle) return
  const { contractId, number } = payment.cycle
  const contract = await lockContract(db, site, contractId)
  const open = (await findOpenCycles(db, site, orderId)).find((one) => one.contractId === contractId && one.number === number)
  if (!contract || open?.paymentId !== payment.id || contract.cycle + 1 !== number) return
  if (contract.status === 'CANCELED' || contract.status === 'ENDED') return
  if (!payment.refused) {
    // Nobody said no.
    await goOn(context, contract, { nextAt: new Date(now.getTime() + hourMs) }, [])
    return
  }
  await fail(context, contract, { orderId, amount: payment.amount, reason: payment.reason ?? 'DECLINED' }, askFor)
}

/** Tries again by and by, or lets it rest; its buyer is written to. */
export async function fail(
  context: Context,
  contract: Parameters<typeof goOn>[1],
  { orderId, amount, reason }: { readonly orderId: string; readonly amount: number; readonly reason: string },
  askFor: AskFor,
): Promise<void> {
  const after = failed(contract, context.now)
  const cycleNumber = contract.cycle + 1
  const rests = after.status === 'SUSPENDED'
  const retryAt = rests || !after.nextAt ? null : after.nextAt.toISOString()
  await goOn(
    context,
    contract,
    after,
    [
      { type: 'PAYMENT_FAILED', cycleNumber, orderId, reason, ...(retryAt && { date: retryAt }), by: 'CLOCK' },
      ...(rests ? [{ type: 'SUSPENDED' as const, cycleNumber, by: 'CLOCK' as const }] : []),
    ],
    { about: 'PAYMENT_FAILED', orderId, collectionId: await askFor(context, orderId, amount), reason, retryAt },
  )
}
