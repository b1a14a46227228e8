import type { Received } from '@vitrine/contract'
import type { StagedScope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { staleOf } from '../../kernel/settings/revised.ts'
import { type LockedReturn, lockReturn, moved, notNow, said } from './change.ts'
import type { Given, ReturnDeps } from './deps.ts'
import { isRefundable } from './show.ts'
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

  return {
    async refund(scope: StagedScope, input: Received<'POST /vitrine/v1/returns/{id}/refund'>) {
      const { id, revision, method, amount, includeShipping, message } = input
      const { site, author, attempt } = scope
      const orderId = await orderIdOf(scope, id)
      if (!orderId) return refuse('RETURN_NOT_FOUND')
      let locked: LockedReturn | undefined
      const done = await deps.giveBack(
        { site, author, orderId, attempt },
        async (context) => {
          const found = await lockReturn(deps, context, id)
          if (found instanceof Refusal) return found
          const { of } = found
          const stale = staleOf({ revision: of.revision }, revision)
          if (stale) return stale
          const state = (await deps.refundStates(context.db, site, [orderId])).get(of.document.refund?.attempt ?? '')
          if (!isRefundable(of, state)) return refuse('RETURN_STATUS_NOT_ALLOWED', { status: of.status })
          locked = found
          return {
            units: acceptedOf(of.document),
            includeShipping: includeShipping === true,
            amount: amount ?? undefined,
            instead: method === 'STORE_CREDIT',
            reason: method === 'STORE_CREDIT' ? `Store credit for return ${numberOf(of)}` : `Return ${numberOf(of)}`,
          }
        },
        async (context, given) => {
          const { of, order } = locked!
          const suffix =
            method === 'STORE_CREDIT' ? await deps.giveCredit(context, order, { returnId: id, amount: given.amount }) : undefined
          if (suffix instanceof Refusal) return suffix
          const after = moved(of, 'REFUNDED', 'SHOP', context.now, {
            refund: {
              amount: given.amount,
              method: suffix ? 'STORE_CREDIT' : given.isManual ? 'MANUAL' : 'PAYMENT',
              attempt,
              ...(suffix && { giftCardSuffix: suffix }),
            },
            ...said(message),
          })
          await saveReturn(context, after)
          return undefined
        },
      )
      if (done instanceof Refusal) return done
      await (done.failed ? takeBack(scope, id) : tellRefunded(scope, id))
      return undefined
    },

    async exchange(scope: StagedScope, { id, revision, variants, message }: Received<'POST /vitrine/v1/returns/{id}/exchange'>) {
      const { site, author, attempt, caller } = scope
      const orderId = await orderIdOf(scope, id)
      if (!orderId) return refuse('RETURN_NOT_FOUND')
      let locked: LockedReturn | undefined
      const variantOf = (lineItemId: string) =>
        variants?.find((one) => one.lineItemId === lineItemId)?.variantId ??
        locked?.of.document.lines.find((one) => one.lineItemId === lineItemId)?.exchangeFor?.variantId
      const done = await deps.giveBack(
        { site, author, orderId, attempt },
        async (context) => {
          const found = await lockReturn(deps, context, id)
          if (found instanceof Refusal) return found
          const refused = notNow(found.of, 'EXCHANGE', revision)
          if (refused) return refused
          locked = found
          return {
            units: acceptedOf(found.of.document),
            includeShipping: false,
            amount: undefined,
            instead: true,
            reason: `Exchange of return ${numberOf(found.of)}`,
          }
        },
        async (context, given: Given) => {
          const { of, order } = locked!
          const lines = []
          for (const line of given.lines) {
            const variantId = variantOf(line.lineItemId)
            if (!variantId) return refuse('EXCHANGE_NOT_POSSIBLE', { lineItemId: line.lineItemId })
            lines.push({ ...line, variantId })
          }
          const placed = await deps.placeExchange(context, caller, orderId, numberOf(of), lines)
          if (placed instanceof Refusal) return placed
          const after = moved(of, 'EXCHANGED', 'SHOP', context.now, {
            refund: { amount: given.amount, method: 'EXCHANGE', attempt },
            exchangeOrder: { id: placed.id, number: String(placed.number) },
            ...said(message),
          })
          await saveReturn(context, after)
          await deps.tell(context, order, { of: after, by: 'SHOP', isNew: false })
          return undefined
        },
      )
      if (!(done instanceof Refusal)) return undefined
      return done.code === 'INVALID_AMOUNT' ? refuse('NOTHING_TO_REFUND') : (done as Refusal<Exclude<typeof done.code, 'INVALID_AMOUNT'>>)
    },
  }
}
