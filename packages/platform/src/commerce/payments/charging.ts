import type { MembershipCharge, orderCharges, RegularCharge } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Handlers, type StagedScope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { BillingDeps } from './billing.ts'
import { chargeAgain } from './charge-again.ts'
import { type Account, holdGoods, lockAccount, shownTransactions } from './collect.ts'
import { delayedCaptureOf, dueOf, hasChargebacks, scheduleOf, units } from './collector.ts'
import { findSavedMethod, findSavedMethods, type SavedMethod } from './saved.ts'
import {
  type DelayedCapture,
  findCollection,
  findPayment,
  insertCollection,
  insertPaymentNow,
  manual,
  newPayment,
  type StoredPayment,
  savePayment,
} from './store.ts'

export interface ChargingDeps extends BillingDeps {
  /** What a membership pays for a line with all of its units, with the credits that it takes for it; undefined where it is not good for it. */
  readonly useMembership: (
    context: Context,
    request: {
      readonly orderId: string
      readonly lineItemId: string
      readonly memberId: string
      readonly appId: string
      readonly membershipId: string
    },
  ) => Promise<
    | {
        readonly amount: number
        readonly name: string
        readonly credits: number
        /** Where a service charged its own. */
        readonly charge?: { readonly id: string; readonly transactionId: string | null }
      }
    | undefined
  >
  /** Has a service give back what it charged, or says why not. */
  readonly voidCharge: (
    context: Context,
    request: { readonly chargeId: string; readonly paymentId: string },
  ) => Promise<Refusal<'VOID_MEMBERSHIP_ERROR'> | undefined>
  readonly giveCreditsBack: (
    context: Context,
    request: { readonly orderId: string; readonly membershipId: string; readonly credits: number },
  ) => Promise<void>
  readonly orderNumber: (db: Db, site: string, orderId: string) => Promise<string>
}

export function chargingOperations(deps: ChargingDeps): Handlers<typeof orderCharges> {
  const transactionsOf = (db: Db, site: string, orderId: string) => shownTransactions(deps, db, site, orderId)

  /** The memberships that are named, one after the other; the answer is the payments. */
  async function byMemberships(
    context: Context,
    account: Account,
    memberId: string,
    charges: readonly MembershipCharge[],
  ): Promise<readonly string[] | Refusal<'ORDER_LINE_ITEM_NOT_FOUND' | 'LINE_ITEM_PAID' | 'MEMBERSHIP_NOT_ELIGIBLE'>> {
    const { db, site, now } = context
    const { order } = account
    const paid = new Set(
      account.payments.flatMap(({ status, document }) => (status === 'APPROVED' && document.elsewhere?.membership?.lineItemId) || []),
    )
    let { open } = dueOf(account)
    const made: string[] = []
    for (const { lineItemId, membershipIdentifier: named } of charges) {
      if (!order.lines.some(({ id }) => id === lineItemId)) return refuse('ORDER_LINE_ITEM_NOT_FOUND', { lineItemId })
      if (paid.has(lineItemId) || open <= 0) return refuse('LINE_ITEM_PAID', { lineItemId })
      const membershipId = named.existingMembership?.membershipId ?? named.membershipId ?? ''
      const appId = named.existingMembership?.appId ?? named.membershipAppId ?? ''
      const used = await deps.useMembership(context, { orderId: order.id, lineItemId, memberId, appId, membershipId })
      const amount = Math.min(used?.amount ?? 0, open)
      if (!used || amount <= 0) return refuse('MEMBERSHIP_NOT_ELIGIBLE', { lineItemId })
      const { charge } = used
      const transactionId = charge?.transactionId
      const membership = { id: membershipId, lineItemId, appId, name: used.name, ...(transactionId && { transactionId }) }
      const document = { elsewhere: { membership }, credits: used.credits, ...(charge && { membershipCharge: charge.id }) }
      const { id: orderId, currency } = order
      const payment = newPayment({ orderId, provider: manual, status: 'APPROVED', amount, currency, document }, now)
      await insertPaymentNow(db, site, payment)
      paid.add(lineItemId)
      open -= amount
      made.push(payment.id)
    }
    return made
  }

  async function chargeMemberships(context: Context, orderId: string, memberId: string, charges: readonly MembershipCharge[]) {
    const account = await payable(context, orderId)
    if (account instanceof Refusal) return account
    const made = await byMemberships(context, account, memberId, charges)
    if (!(made instanceof Refusal)) await account.locked.keepBooks({ activities: [] })
    return made
  }

  /** The card that was saved with an order, or the first choice of the member that is named. */
  async function savedFor(
    { db, site }: Context,
    { payments }: Account,
    memberId: string | null | undefined,
  ): Promise<SavedMethod | undefined> {
    const id = payments.findLast(({ document }) => document.savedMethodId !== undefined)?.document.savedMethodId
    const kept = id === undefined ? undefined : await findSavedMethod(db, site, id)
    return kept ?? (memberId ? (await findSavedMethods(db, site, `member:${memberId}`))[0] : undefined)
  }

  /** Writes down a charge to a saved card; the provider is asked for it later. */
  async function writeAgain(
    context: Context,
    { order }: Account,
    saved: SavedMethod,
    { id, amount, delayed }: { readonly id: string; readonly amount: number; readonly delayed: DelayedCapture | undefined },
  ): Promise<void> {
    const { db, site, now } = context
    const document = {
      ...(saved.card && { card: saved.card }),
      savedMethodId: saved.id,
      again: { orderNumber: await deps.orderNumber(db, site, order.id) },
      ...(delayed && { delayCapture: true }),
    }
    const { id: orderId, currency } = order
    const payment = newPayment({ id, orderId, provider: saved.provider, status: 'PENDING', amount, currency, document }, now)
    await insertPaymentNow(db, site, { ...payment, ...scheduleOf(delayed, now) })
  }

  /** Asks for a charge that was written down, now or by a try before this one. */
  async function carriedOut({ db, site }: StagedScope<'user'>, id: string): Promise<StoredPayment | Refusal<'PAYMENT_ERROR'>> {
    const written = (await findPayment(db, site, id))!
    const payment = written.status === 'PENDING' && written.providerReference === null ? await chargeAgain(deps, site, written) : written
    if (payment.status !== 'DECLINED' && payment.status !== 'CANCELED') return payment
    const { reason = payment.status, message = 'The payment was given up.' } = payment.document
    return refuse('PAYMENT_ERROR', { reason, message, retryable: true })
  }

  async function payable(context: Context, orderId: string) {
    const account = await lockAccount(deps, context, orderId)
    if (!account) return refuse('ORDER_NOT_FOUND')
    if (account.order.status === 'CANCELED') return refuse('ORDER_CANCELED')
    if (account.order.status === 'REJECTED') return refuse('ORDER_IS_REJECTED')
    return (await holdGoods(account)) ?? account
  }

  return {
    'POST /ecom/v1/order-billing/charge-order': staged(async (input, scope) => {
      const { orderId, memberId, regularCharge, giftCards, memberships, idempotencyKey, merchantInitiated } = input
      const { site, now } = scope
      // Whoever sends it again under one key finds what it began.
      const id = idempotencyKey ?? scope.attempt
      const again = (await findPayment(scope.db, site, id)) ?? (await findCollection(scope.db, site, id))
      const answer = async (payments: readonly string[], token?: string) => {
        const orderTransactions = await transactionsOf(scope.db, site, orderId)
        const shown = orderTransactions.payments.filter((payment) => payments.includes(payment.id!))
        return { payments: shown, orderTransactions, ...(token !== undefined && { regularChargeResponseToken: token }) }
      }
      if (again?.orderId === orderId) {
        if (!('provider' in again)) return answer([], id)
        const payment = again.provider === manual ? again : await carriedOut(scope, id)
        return payment instanceof Refusal ? payment : answer([id])
      }

      const written = await scope.transact(async (db) => {
        const context = { db, site, now }
        const account = await payable(context, orderId)
        if (account instanceof Refusal) return account
        // Committed by an earlier try, or by another of the same name at the same moment.
        if (account.payments.some((payment) => payment.id === id)) return { made: [], token: undefined, charged: true }
        if (await findCollection(db, site, id)) return { made: [], token: id, charged: false }
        if (dueOf(account).due <= 0) return refuse('ORDER_ALREADY_PAID')
        if (hasChargebacks(account)) return refuse('ORDER_HAS_CHARGEBACKS')
        const { order } = account
        const made: string[] = []
        let { open } = dueOf(account)
        if (memberships && memberships.length > 0) {
          const paid = memberId
            ? await byMemberships(context, account, memberId, memberships)
            : refuse('MEMBERSHIP_NOT_ELIGIBLE', { lineItemId: memberships[0]!.lineItemId })
          if (paid instanceof Refusal) return paid
          made.push(...paid)
          for (const one of paid) open -= (await findPayment(db, site, one))!.amount
        }
        for (const { giftCardCode: code, amount: price } of giftCards ?? []) {
          const amount = units(price, order.currency)
          if (typeof amount !== 'number' || amount <= 0 || amount > open) return refuse('INVALID_AMOUNT', {})
          const paid = await deps.payWithGiftCard(context, { orderId, code, amount, currency: order.currency })
          if (paid instanceof Refusal) return paid
          made.push(paid)
          open -= amount
        }
        if (made.length > 0) await account.locked.keepBooks({ activities: [] })
        if (!regularCharge) return { made, token: undefined, charged: false }
        const amount = units(regularCharge.amount, order.currency)
        if (typeof amount !== 'number' || amount <= 0 || amount > open) return refuse('INVALID_AMOUNT', {})
        if (merchantInitiated) {
          const saved = await savedFor(context, account, memberId)
          if (!saved) return refuse('NO_SAVED_PAYMENT_METHOD')
          await writeAgain(context, account, saved, { id, amount, delayed: delayedCaptureOf(regularCharge.delayedCaptureSettings) })
          return { made, token: undefined, charged: true }
        }
        const token = await askedFor(context, orderId, id, amount, regularCharge)
        return token instanceof Refusal ? token : { made, token, charged: false }
      })
      if (written instanceof Refusal) return written
      if (!written.charged) return answer(written.made, written.token)
      const payment = await carriedOut(scope, id)
      return payment instanceof Refusal ? payment : answer([...written.made, id])
    }),

    'POST /ecom/v1/order-billing/authorize-charge-with-saved-payment-method': staged(async (input, scope) => {
      const { orderId, amount: price, currency, delayedCaptureSettings } = input
      const { site, now, attempt } = scope
      if (!(await findPayment(scope.db, site, attempt))) {
        const written = await scope.transact(async (db) => {
          if (await findPayment(db, site, attempt)) return undefined
          const context = { db, site, now }
          const account = await payable(context, orderId)
          if (account instanceof Refusal) return account
          const { due, open } = dueOf(account)
          if (due <= 0) return refuse('ORDER_ALREADY_PAID')
          if (hasChargebacks(account)) return refuse('ORDER_HAS_CHARGEBACKS')
          if (currency !== account.order.currency) return refuse('CURRENCY_NOT_SUPPORTED')
          const amount = units(price, currency)
          if (typeof amount !== 'number' || amount <= 0 || amount > open) return refuse('INVALID_AMOUNT', {})
          const saved = await savedFor(context, account, undefined)
          if (!saved) return refuse('NO_SAVED_PAYMENT_METHOD')
          await writeAgain(context, account, saved, { id: attempt, amount, delayed: delayedCaptureOf(delayedCaptureSettings) ?? {} })
          return undefined
        })
        if (written) return written
      }
      const payment = await carriedOut(scope, attempt)
      if (payment instanceof Refusal) return payment
      const orderTransactions = await transactionsOf(scope.db, site, orderId)
      return { payment: orderTransactions.payments.find(({ id }) => id === attempt)!, orderTransactions }
    }),

    async 'POST /ecom/v1/order-billing/charge-memberships'({ orderId, memberId, memberships }, { db, site, now }) {
      const made = await chargeMemberships({ db, site, now }, orderId, memberId, memberships)
      if (made instanceof Refusal) return made
      const { payments } = await transactionsOf(db, site, orderId)
      return { payments: payments.filter(({ id }) => made.includes(id!)) }
    },

    async 'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/charge-membership'(input, { db, site, now }) {
      const charges = input.membershipCharges.map(({ lineItemId, appId, membershipId }) => ({
        lineItemId,
        membershipIdentifier: { existingMembership: { appId, membershipId } },
      }))
      const made = await chargeMemberships({ db, site, now }, input.ecomOrderId, input.memberId, charges)
      return made instanceof Refusal ? made : {}
    },

    async 'POST /ecom/v1/order-billing/void-memberships'({ orderId, paymentIds }, { db, site, now }) {
      const context = { db, site, now }
      const account = await lockAccount(deps, context, orderId)
      if (!account) return refuse('ORDER_NOT_FOUND')
      for (const paymentId of new Set(paymentIds)) {
        const payment = account.payments.find(({ id }) => id === paymentId)
        if (!payment) return refuse('PAYMENT_NOT_FOUND', { paymentId })
        const membership = payment.document.elsewhere?.membership
        if (!membership) return refuse('NOT_MEMBERSHIP_PAYMENT', { paymentId })
        if (payment.status !== 'APPROVED') return refuse('MEMBERSHIP_PAYMENT_NOT_CHARGED', { paymentId })
        const { credits, membershipCharge: chargeId } = payment.document
        const refused = chargeId === undefined ? undefined : await deps.voidCharge(context, { chargeId, paymentId })
        if (refused) return refused
        await savePayment(db, site, { ...payment, status: 'VOIDED', revision: payment.revision + 1, updatedAt: now })
        if (credits) await deps.giveCreditsBack(context, { orderId, membershipId: membership.id, credits })
      }
      await account.locked.keepBooks({ activities: [] })
      return {}
    },
  }

  /** What the buyer is asked for: what was asked for before, or something new. */
  async function askedFor(
    { db, site, now }: Context,
    orderId: string,
    id: string,
    amount: number,
    { paymentIntentId, delayedCharge, redirectUrls, delayedCaptureSettings, savePaymentMethod }: RegularCharge,
  ): Promise<string | Refusal<'PAYMENT_COLLECTION_NOT_FOUND' | 'PAYMENT_INTENT_ID_REQUIRED' | 'INVALID_AMOUNT'>> {
    if (paymentIntentId) {
      const before = await findCollection(db, site, paymentIntentId)
      if (before?.orderId !== orderId) return refuse('PAYMENT_COLLECTION_NOT_FOUND')
      return before.amount === amount ? before.id : refuse('INVALID_AMOUNT', {})
    }
    if (!delayedCharge) return refuse('PAYMENT_INTENT_ID_REQUIRED')
    const delayed = delayedCaptureOf(delayedCaptureSettings)
    const { successUrl, cancelUrl, errorUrl, pendingUrl } = redirectUrls ?? {}
    await insertCollection(db, site, {
      id,
      orderId,
      amount,
      document: {
        ...(delayed && { delayedCapture: delayed }),
        ...(savePaymentMethod && { savePaymentMethod }),
        ...(redirectUrls && {
          redirectUrls: {
            ...(successUrl && { successUrl }),
            ...(cancelUrl && { cancelUrl }),
            ...(errorUrl && { errorUrl }),
            ...(pendingUrl && { pendingUrl }),
          },
        }),
      },
      createdAt: now,
    })
    return id
  }
}
