import type { Received, RefusalCode } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { StagedScope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { type Change, type LockedReturn, lockReturn, moved, type NotNowCode, notNow, said } from './change.ts'
import type { Given, Giving, ReturnDeps } from './deps.ts'
import { findReturn, numberOf, type ReturnDocument, saveReturn } from './store.ts'

const acceptedOf = ({ lines }: ReturnDocument) =>
  lines.flatMap(({ lineItemId, checked }) => (checked && checked.accepted > 0 ? [{ lineItemId, quantity: checked.accepted }] : []))

/** Gives money, credit or other variants for what was accepted. */
export function settling(deps: ReturnDeps) {
  /** Its order is found before anything is locked: nobody changes that of a return. */
  async function orderIdOf({ db, site }: StagedScope, id: string) {
    return (await findReturn(db, site, id))?.orderId
  }

  /** What the bank refused at once waits for another try. */
  async function takeBack(scope: StagedScope, id: string): Promise<void> {
    await scope.transact(async (db) => {
      const locked = await lockReturn(deps, { db, site: scope.site }, id)
      if (locked instanceof Refusal || locked.of.status !== 'REFUNDED' || locked.of.document.refund?.attempt !== scope.attempt) return
      const { refund: _, ...document } = locked.of.document
      await saveReturn(
        { db, site: scope.site, now: scope.now },
        {
          ...locked.of,
          status: 'CHECKED',
          document: { ...document, history: document.history.slice(0, -1) },
          revision: locked.of.revision + 1,
        },
      )
    })
  }

  /** Nobody hears of a refund before the bank has answered; then once. */
  async function tellRefunded({ transact, site, now, author, attempt }: StagedScope, id: string): Promise<void> {
    await transact(async (db) => {
      const context = { db, site, now, author }
      const locked = await lockReturn(deps, context, id)
      if (locked instanceof Refusal) return
      const { of, order } = locked
      const { refund } = of.document
      if (of.status !== 'REFUNDED' || refund?.attempt !== attempt || refund.isTold) return
      await saveReturn(context, { ...of, document: { ...of.document, refund: { ...refund, isTold: true } } })
      await deps.tell(context, order, { of, by: 'SHOP', isNew: false })
    })
  }

  /** Decides with the order locked what is given back for what was accepted, and records it; then the money goes. */
  async function give<C extends RefusalCode>(
    scope: StagedScope,
    { id, revision }: Change,
    action: 'REFUND' | 'EXCHANGE',
    { reason, ...giving }: Omit<Giving, 'units'>,
    keep: (context: Context, locked: LockedReturn, given: Given) => Promise<Refusal<C> | undefined>,
  ) {
    const { site, author, attempt } = scope
    const orderId = await orderIdOf(scope, id)
    if (!orderId) return refuse('RETURN_NOT_FOUND')
    let locked: LockedReturn | undefined
    return deps.giveBack<C | NotNowCode>(
      { site, author, orderId, attempt },
      async (context) => {
        const found = await lockReturn(deps, context, id)
        if (found instanceof Refusal) return found
        const { of } = found
        const { refund } = of.document
        const state = refund && (await deps.refundStates(context.db, site, [orderId])).get(refund.attempt)
        const refused = notNow(of, action, revision, state)
        if (refused) return refused
        locked = found
        return { ...giving, units: acceptedOf(of.document), reason: `${reason} ${numberOf(of)}` }
      },
      (context, given) => keep(context, locked!, given),
    )
  }

  return {
    async refund(scope: StagedScope, input: Received<'POST /vitrine/v1/returns/{id}/refund'>) {
      const { id, method, amount, includeShipping, message } = input
      const isCredit = method === 'STORE_CREDIT'
      const giving = {
        includeShipping: includeShipping === true,
        amount: amount ?? undefined,
        instead: isCredit,
        reason: isCredit ? 'Store credit for return' : 'Return',
      }
      const done = await give(scope, input, 'REFUND', giving, async (context, { of, order }, given) => {
        const suffix = isCredit ? await deps.giveCredit(context, order, { returnId: id, amount: given.amount }) : undefined
        if (suffix instanceof Refusal) return suffix
        const after = moved(of, 'REFUNDED', 'SHOP', context.now, {
          refund: {
            amount: given.amount,
            method: suffix ? 'STORE_CREDIT' : given.isManual ? 'MANUAL' : 'PAYMENT',
            attempt: scope.attempt,
            ...(suffix && { giftCardSuffix: suffix }),
          },
          ...said(message),
        })
        await saveReturn(context, after)
        return undefined
      })
      if (done instanceof Refusal) return done
      await (done.failed ? takeBack(scope, id) : tellRefunded(scope, id))
      return undefined
    },

    async exchange(scope: StagedScope, input: Received<'POST /vitrine/v1/returns/{id}/exchange'>) {
      const { variants, message } = input
      const giving = { includeShipping: false, amount: undefined, instead: true, reason: 'Exchange of return' }
      const done = await give(scope, input, 'EXCHANGE', giving, async (context, { of, order }, given) => {
        const variantOf = (lineItemId: string) =>
          variants?.find((one) => one.lineItemId === lineItemId)?.variantId ??
          of.document.lines.find((one) => one.lineItemId === lineItemId)?.exchangeFor?.variantId
        const lines = []
        for (const line of given.lines) {
          const variantId = variantOf(line.lineItemId)
          if (!variantId) return refuse('EXCHANGE_NOT_POSSIBLE', { lineItemId: line.lineItemId })
          lines.push({ ...line, variantId })
        }
        const placed = await deps.placeExchange(context, scope.caller, order.id, numberOf(of), lines)
        if (placed instanceof Refusal) return placed
        const after = moved(of, 'EXCHANGED', 'SHOP', context.now, {
          refund: { amount: given.amount, method: 'EXCHANGE', attempt: scope.attempt },
          exchangeOrder: { id: placed.id, number: String(placed.number) },
          ...said(message),
        })
        await saveReturn(context, after)
        await deps.tell(context, order, { of: after, by: 'SHOP', isNew: false })
        return undefined
      })
      if (!(done instanceof Refusal)) return undefined
      return done.code === 'INVALID_AMOUNT' ? refuse('NOTHING_TO_REFUND') : (done as Refusal<Exclude<typeof done.code, 'INVALID_AMOUNT'>>)
    },
  }
}
