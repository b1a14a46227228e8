import type { Received, RefusalCode, ReturnAction, ReturnRefund, ReturnStatus } from '@vitrine/contract'
import type { Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { staleOf } from '../../kernel/settings/revised.ts'
import { usualShipping } from './ask.ts'
import type { OrderToReturn, ReturnDeps } from './deps.ts'
import { checkedLines, isPossible } from './rules.ts'
import { findReturn, type ReturnDocument, type StoredReturn, saveReturn } from './store.ts'

export type NotNowCode = 'RETURN_NOT_FOUND' | 'RETURN_STATUS_NOT_ALLOWED' | 'STALE_REVISION'
type NotNow = Refusal<NotNowCode>

export interface Change {
  readonly id: string
  readonly revision?: string | null | undefined
}

export interface LockedReturn {
  readonly of: StoredReturn
  readonly order: OrderToReturn
}

/** A return to be changed: with its order nobody else does until the transaction ends. */
export async function lockReturn(
  deps: Pick<ReturnDeps, 'lockOrder'>,
  { db, site }: Pick<Scope, 'db' | 'site'>,
  id: string,
): Promise<LockedReturn | Refusal<'RETURN_NOT_FOUND'>> {
  const before = await findReturn(db, site, id)
  const order = before && (await deps.lockOrder(db, site, before.orderId))
  const of = order && (await findReturn(db, site, id))
  return of ? { of, order } : refuse('RETURN_NOT_FOUND')
}

/** Why something cannot be done with it now. */
export const notNow = (
  of: StoredReturn,
  action: ReturnAction,
  revision: Change['revision'],
  refund?: ReturnRefund['status'],
): NotNow | undefined =>
  staleOf({ revision: of.revision }, revision) ??
  (isPossible(action, { status: of.status, lines: of.document.lines, refund })
    ? undefined
    : refuse('RETURN_STATUS_NOT_ALLOWED', { status: of.status }))

/** The return with what became of it. */
export const moved = (
  of: StoredReturn,
  status: ReturnStatus,
  by: 'BUYER' | 'SHOP',
  now: Date,
  changes: Partial<ReturnDocument> = {},
): StoredReturn => ({
  ...of,
  status,
  document: { ...of.document, ...changes, history: [...of.document.history, { status, date: now.toISOString(), by }] },
  revision: of.revision + 1,
  updatedAt: now,
})

export const said = (message: string | null | undefined): { readonly message?: string } =>
  message?.trim() ? { message: message.trim() } : {}

/** What the shop decides about a return, and what its buyer may. */
export function changing(deps: ReturnDeps) {
  async function change<C extends RefusalCode = never>(
    scope: Scope,
    { id, revision }: Change,
    action: ReturnAction,
    next: (of: StoredReturn) => Promise<StoredReturn | Refusal<C>> | StoredReturn,
  ): Promise<LockedReturn | NotNow | Refusal<C>> {
    const locked = await lockReturn(deps, scope, id)
    return locked instanceof Refusal ? locked : changeLocked(scope, locked, revision, action, next, 'SHOP')
  }

  async function changeLocked<C extends RefusalCode = never>(
    scope: Scope,
    locked: LockedReturn,
    revision: Change['revision'],
    action: ReturnAction,
    next: (of: StoredReturn) => Promise<StoredReturn | Refusal<C>> | StoredReturn,
    by: 'BUYER' | 'SHOP',
  ): Promise<LockedReturn | NotNow | Refusal<C>> {
    const refused = notNow(locked.of, action, revision)
    if (refused) return refused
    const after = await next(locked.of)
    if (after instanceof Refusal) return after
    await saveReturn(scope, after)
    await deps.tell(scope, locked.order, { of: after, by, isNew: false })
    return { ...locked, of: after }
  }

  return {
    approve: (scope: Scope, input: Received<'POST /vitrine/v1/returns/{id}/approve'>) =>
      change(scope, input, 'APPROVE', async (of) => {
        const settings = await deps.settingsOf(scope.db, scope.site)
        const { instructions, labelUrl, trackingNumber, code, keepsGoods } = input
        const shipping = {
          ...usualShipping(settings, of.document.method),
          ...(instructions?.trim() && { instructions: instructions.trim() }),
          ...(labelUrl && { labelUrl }),
          ...(trackingNumber?.trim() && { trackingNumber: trackingNumber.trim() }),
          ...(code?.trim() && { code: code.trim() }),
          keepsGoods: keepsGoods === true,
        }
        const approved = moved(of, 'APPROVED', 'SHOP', scope.now, { shipping, ...said(input.message) })
        if (!keepsGoods) return approved
        const lines = of.document.lines.map((line) => ({
          ...line,
          checked: { condition: 'DAMAGED' as const, accepted: line.quantity, restocked: 0 },
        }))
        return { ...moved(approved, 'CHECKED', 'SHOP', scope.now, { lines }), revision: approved.revision }
      }),

    refuse: (scope: Scope, input: Received<'POST /vitrine/v1/returns/{id}/refuse'>) =>
      change(scope, input, 'REFUSE', (of) => moved(of, 'REFUSED', 'SHOP', scope.now, said(input.message))),

    receive: (scope: Scope, input: Received<'POST /vitrine/v1/returns/{id}/receive'>) =>
      change(scope, input, 'RECEIVE', (of) => moved(of, 'RECEIVED', 'SHOP', scope.now)),

    check: (scope: Scope, input: Received<'POST /vitrine/v1/returns/{id}/check'>) =>
      change(scope, input, 'CHECK', async (of) => {
        const lines = checkedLines(of.document.lines, input.lines)
        if (lines instanceof Refusal) return lines
        const units = lines.flatMap(({ lineItemId, checked }) =>
          checked && checked.restocked > 0 ? [{ lineItemId, quantity: checked.restocked }] : [],
        )
        if (units.length > 0) await deps.restock(scope, of.orderId, units)
        return moved(of, 'CHECKED', 'SHOP', scope.now, { lines, ...said(input.message) })
      }),

    async cancel(scope: Scope, input: Received<'POST /vitrine/v1/returns/{id}/cancel'>) {
      const locked = await lockReturn(deps, scope, input.id)
      if (locked instanceof Refusal) return locked
      if (!deps.isTheirs(scope, locked.order, input.email)) return refuse('RETURN_NOT_FOUND')
      if (locked.of.status === 'CANCELED') return locked
      const by = scope.merchant ? 'SHOP' : 'BUYER'
      return changeLocked(scope, locked, input.revision, 'CANCEL', (of) => moved(of, 'CANCELED', by, scope.now), by)
    },
  }
}
