import type { OrderStatus, OrderTransactions, RefusalCode } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { Amounts } from '../selling/amounts.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { isRefund, wholeOf } from './books.ts'
import { capture, letGo } from './collect-rules.ts'
import { type LockedOrder, type NewActivity, type OrderNews } from './locked-order.ts'
import { answerOf, type Charge, type PaymentProvider, type ProviderResult, type ProviderStatement, providerOf } from './provider.ts'
import { type SettleDeps, settle } from './settle.ts'
import { showRefund, showTransactions } from './show.ts'
import {
  findAction,
  findActions,
  findAttempt,
  findOpenActions,
  findPayment,
  findPayments,
  findScheduled,
  insertAction,
  keyOf,
  lockPayment,
  manual,
  type RefundAction,
  type StoredAction,
  type StoredPayment,
  saveAction,
  savePayment,
} from './store.ts'

/** An order, as far as its money goes. Amounts are minor units. */
export interface OrderToCollect {
  readonly id: string
  readonly status: OrderStatus
  readonly total: number
  /** What is to be paid with the order by other means than its gift card. */
  readonly dueNow: number
  readonly currency: string
  readonly taxIncluded: boolean
  /** With tax. */
  readonly shipping: number
  readonly shippingTax: number
  /** With tax. */
  readonly fees: readonly { readonly id: string; readonly total: number; readonly tax: number }[]
  readonly lines: readonly {
    readonly id: string
    readonly quantity: number
    readonly refunded: number
    readonly restocked: number
    /** Of all its units, with tax. */
    readonly total: number
    readonly tax: number
    readonly discount: number
  }[]
}

export interface CollectDeps extends SettleDeps {
  readonly openPricing: OpenPricing
  readonly orderToCollect: (db: Db, site: string, orderId: string) => Promise<OrderToCollect | undefined>
}

/** An order with its payments and what was done with them. */
export interface Account {
  readonly order: OrderToCollect
  readonly payments: readonly StoredPayment[]
  readonly actions: readonly StoredAction[]
}

/** The same, locked with its order until the transaction ends. */
export async function lockAccount(
  deps: CollectDeps,
  context: Context,
  orderId: string,
): Promise<(Account & { readonly locked: LockedOrder }) | undefined> {
  const { db, site } = context
  if (!(await deps.orderToCollect(db, site, orderId))) return undefined
  const locked = await deps.order.lock(context, orderId)
  const account = await readAccount(deps, db, site, orderId)
  return account && { ...account, locked }
}

export async function readAccount({ orderToCollect }: CollectDeps, db: Db, site: string, orderId: string): Promise<Account | undefined> {
  const order = await orderToCollect(db, site, orderId)
  return order && { order, payments: await findPayments(db, site, orderId), actions: await findActions(db, site, orderId) }
}

/** Amounts of an order, in its own currency. */
export const moneyOf = async (
  { openPricing }: Pick<CollectDeps, 'openPricing'>,
  db: Db,
  site: string,
  { order: { currency } }: Pick<Account, 'order'>,
): Promise<Amounts> => (await openPricing(db, site)).moneyIn(currency)

/** The payments and refunds of an order as they are now. */
export async function shownTransactions(
  { openPricing }: Pick<CollectDeps, 'openPricing'>,
  db: Db,
  site: string,
  orderId: string,
): Promise<OrderTransactions> {
  const { moneyIn } = await openPricing(db, site)
  return showTransactions(orderId, await findPayments(db, site, orderId), await findActions(db, site, orderId), moneyIn)
}

/** Sees to it that an order which waits for its first payment has its goods before money is booked for it. */
export async function holdGoods({
  order,
  locked,
}: Pick<Account, 'order'> & { readonly locked: LockedOrder }): Promise<Refusal<'PARTIAL_OUT_OF_STOCK' | 'FULL_OUT_OF_STOCK'> | undefined> {
  const lineItemIds = await locked.hold()
  if (lineItemIds.length === 0) return undefined
  return refuse(lineItemIds.length === order.lines.length ? 'FULL_OUT_OF_STOCK' : 'PARTIAL_OUT_OF_STOCK', { lineItemIds: [...lineItemIds] })
}

type Decided<C extends RefusalCode> = readonly StoredAction[] | Refusal<C>
type Decision<C extends RefusalCode> = (account: Account, context: Context) => Decided<C> | Promise<Decided<C>>

/**
 * Decides under the order's lock what is done, writes it down, and only then asks the provider; what it answers is written down under the
 * lock again. A request that is sent again goes on with what it began.
 */
export async function carryOut<C extends RefusalCode = never>(
  deps: CollectDeps,
  { site, orderId, attempt, author }: Pick<Context, 'site' | 'author'> & { readonly orderId: string; readonly attempt: string },
  decide: Decision<C>,
): Promise<readonly StoredAction[] | Refusal<C | 'ORDER_NOT_FOUND'>> {
  const { database, clock } = deps
  const begun = await findAttempt(database, site, attempt)
  const actions =
    begun.length > 0
      ? begun
      : await database.transact(async (db): Promise<readonly StoredAction[] | Refusal<C | 'ORDER_NOT_FOUND'>> => {
          const context = { db, site, now: clock.now(), author }
          const account = await lockAccount(deps, context, orderId)
          if (!account) return refuse('ORDER_NOT_FOUND')
          const kept = await findAttempt(db, site, attempt)
          if (kept.length > 0) return kept
          const decided = await decide(account, context)
          if (decided instanceof Refusal) return decided
          for (const action of decided) await insertAction(db, site, action)
          const news = await Promise.all(decided.map((action) => begunNews(deps, context, account, action)))
          if (news.flat().length > 0) await account.locked.keepBooks({ activities: news.flat() })
          return decided
        })
  if (actions instanceof Refusal) return actions
  const done: StoredAction[] = []
  for (const action of actions) done.push(action.state === 'PENDING' ? await perform(deps, { site, author }, action) : action)
  return done
}

/** Asks the provider for what was written down; silence leaves it open for the job that asks again. */
async function perform(deps: CollectDeps, by: Pick<Context, 'site' | 'author'>, action: StoredAction): Promise<StoredAction> {
  const { site } = by
  const { database, providers } = deps
  const payment = await findPayment(database, site, action.paymentId)
  if (!payment) throw new Error(`payment ${action.paymentId} is gone`)
  const { orderId, currency } = payment
  const charge = { ...keyOf(site, payment), orderId, currency, amount: action.amount }
  // What is held elsewhere is taken and let go there; here it is written down.
  const external = action.kind === 'REFUND' ? action.document.external : payment.provider === manual
  const provider = external ? undefined : providerOf(providers, payment)
  let result: ProviderResult
  try {
    result = provider ? await answerOf((signal) => asked(provider, charge, action, signal)) : { state: 'APPROVED', reference: '' }
  } catch {
    return action
  }
  const settled = await settleAction(deps, by, action, result)
  // What cannot be taken or let go is perhaps gone already, by other hands or by its bank.
  if (settled.state === 'FAILED' && settled.kind !== 'REFUND' && provider)
    await settle(deps, { site, id: payment.id, orderId }, await answerOf((signal) => provider.find(charge, signal)))
  return settled
}

async function asked(provider: PaymentProvider, charge: Charge, action: StoredAction, signal: AbortSignal): Promise<ProviderResult> {
  switch (action.kind) {
    case 'CAPTURE':
      return provider.capture({ ...charge, captureId: action.id }, signal)
    case 'REFUND':
      return action.document.there
        ? whatBecame(await provider.statement?.(charge, signal), action)
        : provider.refund({ ...charge, refundId: action.id }, signal)
    case 'VOID':
      await provider.void(charge, signal)
      return { state: 'APPROVED', reference: '' }
  }
}

/** What has become of a refund that was made on the provider's own pages. */
function whatBecame(statement: ProviderStatement | undefined, { reference }: StoredAction): ProviderResult {
  const found = statement?.refunds.find((refund) => refund.reference === reference)
  return found?.result ?? { state: 'PENDING', reference: reference ?? '' }
}

/** Writes down, once, what the provider answered. */
async function settleAction(
  deps: CollectDeps,
  { site, author }: Pick<Context, 'site' | 'author'>,
  { id, orderId, paymentId }: StoredAction,
  result: ProviderResult,
): Promise<StoredAction> {
  const { database, clock } = deps
  return database.transact(async (db) => {
    const context = { db, site, now: clock.now(), author }
    const locked = await deps.order.lock(context, orderId)
    const payment = await lockPayment(db, site, paymentId)
    const before = await findAction(db, site, id)
    const account = await readAccount(deps, db, site, orderId)
    if (!payment || !before || !account) throw new Error(`action ${id} is gone`)
    const after = before.state === 'PENDING' ? endOf(before, result, context.now) : undefined
    if (!after) return before
    await saveAction(db, site, after)
    if (after.state === 'SUCCEEDED' && after.kind !== 'REFUND') {
      const status = after.kind === 'CAPTURE' ? 'APPROVED' : 'VOIDED'
      await savePayment(db, site, { ...payment, status, revision: payment.revision + 1, updatedAt: context.now })
    }
    await locked.keepBooks(await endedNews(deps, context, withAction(account, after), payment, after))
    return after
  })
}

/** An action with its end; undefined as long as it has none. */
export function endOf<A extends StoredAction>(before: A, result: ProviderResult, now: Date): A | undefined {
  const done = result.state === 'APPROVED'
  if (!done && result.state !== 'DECLINED') return undefined
  return {
    ...before,
    state: done ? 'SUCCEEDED' : 'FAILED',
    reference: done ? result.reference : null,
    updatedAt: now,
    ...(result.state === 'DECLINED' && {
      document: { ...before.document, failure: { reason: result.reason, message: result.message } },
    }),
  }
}

/** The account as it is once an action has changed. */
export const withAction = <A extends Account>(account: A, after: StoredAction): A => ({
  ...account,
  actions: [...account.actions.filter(({ id }) => id !== after.id), after].sort((a, b) => (a.id < b.id ? -1 : 1)),
})

/** The card of a payment, as an order's story shows it. */
export const cardOf = ({ document: { card } }: StoredPayment) => (card ? { lastFourDigits: card.last4, brand: card.brand } : {})

/** What is said when something begins: of a refund, that it was asked for. */
export async function begunNews(deps: CollectDeps, { db, site }: Context, account: Account, action: StoredAction): Promise<NewActivity[]> {
  if (action.kind !== 'REFUND' || action.document.external) return []
  const amount = (await moneyOf(deps, db, site, account)).plain(minor(action.amount))
  const payment = account.payments.find(({ id }) => id === action.paymentId)!
  const { reason } = action.document.details
  return [
    {
      type: 'REFUND_INITIATED',
      activityType: 'REFUND_INITIATED',
      refundInitiated: {
        refundId: action.id,
        amount,
        payments: [{ paymentId: payment.id, externalRefund: false, regular: { amount, ...cardOf(payment) } }],
        ...(reason && { reason }),
      },
    },
  ]
}

/** What is said when something has come to its end. A refund over several payments is told of once, when the last of them has. */
export async function endedNews(
  deps: CollectDeps,
  context: Context,
  account: Account,
  payment: StoredPayment,
  action: StoredAction,
): Promise<OrderNews> {
  const { db, site, now } = context
  const { moneyIn } = await deps.openPricing(db, site)
  const money = moneyIn(account.order.currency)
  const amount = money.plain(minor(action.amount))
  const authorized = { paymentId: payment.id, amount, ...cardOf(payment) }
  if (action.kind !== 'REFUND') {
    if (action.state === 'FAILED') return { activities: [] }
    return {
      activities: [
        action.kind === 'CAPTURE'
          ? { type: 'AUTHORIZED_PAYMENT_CAPTURED', activityType: 'AUTHORIZED_PAYMENT_CAPTURED', authorizedPaymentCaptured: authorized }
          : { type: 'AUTHORIZED_PAYMENT_VOIDED', activityType: 'AUTHORIZED_PAYMENT_VOIDED', authorizedPaymentVoided: authorized },
      ],
    }
  }
  const { external, details } = action.document
  const refunded = {
    refundId: action.id,
    payment: { paymentId: payment.id, externalRefund: external, regular: { amount, ...cardOf(payment) } },
  }
  const parts = account.actions.filter(isRefund).filter((one) => wholeOf(one) === wholeOf(action))
  if (parts.every(({ state }) => state !== 'PENDING') && parts.some(({ state }) => state === 'SUCCEEDED')) {
    const { sideEffects } = parts[0]!.document
    await append(db, site, now, [
      {
        type: 'wix.ecom.v1.order_transactions_refund_completed',
        entityId: account.order.id,
        payload: {
          orderId: account.order.id,
          refund: showRefund(parts[0]!, money, parts),
          ...(sideEffects && { sideEffects }),
          orderTransactions: showTransactions(account.order.id, account.payments, account.actions, moneyIn),
        },
      },
    ])
  }
  if (action.state === 'FAILED')
    return { activities: [{ type: 'PAYMENT_REFUND_FAILED', activityType: 'PAYMENT_REFUND_FAILED', paymentRefundFailed: refunded }] }
  return {
    activities: [
      external
        ? { type: 'ORDER_REFUNDED', activityType: 'ORDER_REFUNDED', orderRefunded: { manual: true, amount, reason: details.reason ?? '' } }
        : { type: 'PAYMENT_REFUNDED', activityType: 'PAYMENT_REFUNDED', paymentRefunded: refunded },
    ],
    lines: unitsOf(account.order, action),
  }
}

/** How many units of each line are named; one that is named twice counts twice. */
export function unitsByLine(
  named: readonly { readonly lineItemId?: string | undefined; readonly quantity?: number | undefined }[] | null | undefined,
): Map<string, number> {
  const all = new Map<string, number>()
  for (const { lineItemId = '', quantity = 0 } of named ?? []) all.set(lineItemId, (all.get(lineItemId) ?? 0) + quantity)
  return all
}

/** What a refund does to the units: how many count as refunded, how many go back into stock. Never more than were sold. */
function unitsOf({ lines }: OrderToCollect, { document: { details, sideEffects } }: RefundAction) {
  const restock = sideEffects?.restockInfo
  const named = unitsByLine(details.lineItems)
  const restockedUnits = unitsByLine(restock?.items)
  return lines.map(({ id, quantity, restocked }) => {
    const wanted =
      restock?.type === 'ALL_ITEMS'
        ? (named.get(id) ?? (named.size > 0 ? 0 : quantity))
        : restock?.type === 'SOME_ITEMS'
          ? (restockedUnits.get(id) ?? 0)
          : 0
    return { lineItemId: id, refunded: named.get(id) ?? 0, restocked: Math.min(wanted, quantity - restocked) }
  })
}

/** After so long without an answer the provider is asked once more for what was written down. */
const patienceMs = 30_000

/** What the clock does each minute: what is due to be taken or let go, and what nobody has heard of. */
export async function collectDue(deps: CollectDeps): Promise<void> {
  const { database, clock } = deps
  const faults: unknown[] = []
  const trying = async (work: () => Promise<unknown>) => work().catch((error: unknown) => void faults.push(error))
  for await (const { site, id } of findScheduled(database, clock.now())) await trying(() => runSchedule(deps, site, id))
  for await (const { site, id } of findOpenActions(database, new Date(clock.now().getTime() - patienceMs)))
    await trying(async () => {
      const action = await findAction(database, site, id)
      if (action?.state === 'PENDING') await perform(deps, { site }, action)
    })
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} payments could not be settled`)
}

/** What was arranged for an authorised payment, once: a provider that declines is not asked again each minute. */
async function runSchedule(deps: CollectDeps, site: string, paymentId: string): Promise<void> {
  const payment = await findPayment(deps.database, site, paymentId)
  if (!payment?.scheduledAction) return
  const { orderId, scheduledAction: kind } = payment
  await carryOut(deps, { site, orderId, attempt: newId() }, ({ payments, actions }, { now }) => {
    const locked = payments.find(({ id }) => id === paymentId)!
    const tried = actions.some((action) => action.paymentId === paymentId && action.kind === kind && action.document.by === 'SCHEDULED')
    if (tried) return []
    const amount = kind === 'CAPTURE' ? capture(locked, actions, undefined) : (letGo(locked, actions) ?? locked.amount)
    if (amount instanceof Refusal) return []
    return [newAction(locked, { kind, amount, attempt: newId(), document: { by: 'SCHEDULED' } }, now)]
  })
}

export const newAction = <A extends Pick<StoredAction, 'kind' | 'amount' | 'attempt' | 'document'>>(
  payment: StoredPayment,
  action: A,
  now: Date,
) => ({
  ...action,
  id: newId(),
  paymentId: payment.id,
  orderId: payment.orderId,
  state: 'PENDING' as const,
  reference: null,
  createdAt: now,
  updatedAt: now,
})
