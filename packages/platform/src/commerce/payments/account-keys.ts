import type { paymentSettings, PaymentSettings as Shown } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { Sections, StripeAccountSettings } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { violation } from '../../kernel/violation.ts'
import { stripeEventsPath } from './routes.ts'
import { answered, type CheckDeps, checkAccount, deleteWebhook, type KeysRefused, makeWebhook } from './stripe/check-account.ts'
import { areOfOneMode, modeOfKey } from './stripe/live-key.ts'
import { byStripe } from './stripe/provider.ts'
import { deleteKeys, findKeys, saveKeys } from './stripe/stored-keys.ts'

export interface AccountKeyDeps {
  readonly checking: CheckDeps
  /** Whether the environment has keys, which win. */
  readonly isOwn: boolean
  readonly origin: string
  readonly wrap: KeyWrap
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly show: (db: Db, site: string) => Promise<Shown>
  readonly report: (fault: unknown, where: string) => void
}

type KeyContract = Pick<
  typeof paymentSettings,
  'PUT /vitrine/v1/payment-settings/stripe-keys' | 'DELETE /vitrine/v1/payment-settings/stripe-keys'
>

/** The keys of an account at Stripe, as a merchant enters and removes them. */
export function accountKeyOperations(deps: AccountKeyDeps): Handlers<KeyContract> {
  const { checking, isOwn, origin, wrap, readSettings, show, report } = deps

  /** The one that was made by hand; else the one that the account has already, or a new one. */
  async function webhookOf(
    { secretKey, webhookSecret }: { readonly secretKey: string; readonly webhookSecret?: string | undefined },
    { id, secret }: { readonly id?: string | undefined; readonly secret?: string | undefined },
    once: string,
  ): Promise<{ readonly id?: string | undefined; readonly secret: string } | KeysRefused | 'UNREACHABLE'> {
    if (webhookSecret !== undefined) return { secret: webhookSecret }
    if (secret !== undefined) return { id, secret }
    return answered(report, () => makeWebhook(checking, secretKey, { url: `${origin}${stripeEventsPath}`, once }))
  }

  return {
    'PUT /vitrine/v1/payment-settings/stripe-keys': staged(async ({ stripeKeys }, scope) => {
      const { db, site, attempt } = scope
      if (isOwn) return refuse('PAYMENT_KEYS_IN_ENVIRONMENT')
      const { secretKey } = stripeKeys
      const mode = modeOfKey(secretKey)
      if (stripeKeys.publishableKey !== undefined && !areOfOneMode(secretKey, stripeKeys.publishableKey))
        return violation('stripeKeys.publishableKey', 'is of the other mode than the secret key')
      const account = await answered(report, () => checkAccount(checking, secretKey))
      if (account === 'UNREACHABLE') return refuse('PAYMENT_PROVIDER_UNREACHABLE')
      if ('refused' in account) return refuse('PAYMENT_KEYS_REFUSED', { step: 'ACCOUNT', message: account.refused })
      const [before, keysBefore] = await Promise.all([readSettings(db, site), findKeys(db, site, wrap)])
      const stripe = before.payments?.stripe
      const isSame = (was: StripeAccountSettings | undefined) => was?.accountId === account.id && was.mode === mode
      if (stripe && !isSame(stripe)) {
        const open = await underWay(db, site)
        if (open) return open
      }
      const webhook = await webhookOf(
        stripeKeys,
        isSame(stripe) ? { id: stripe?.webhookId, secret: keysBefore?.webhookSecret } : {},
        attempt,
      )
      if (webhook === 'UNREACHABLE') return refuse('PAYMENT_PROVIDER_UNREACHABLE')
      if ('refused' in webhook) return refuse('PAYMENT_KEYS_REFUSED', { step: 'WEBHOOK', message: webhook.refused })
      const { id: webhookId } = webhook

      const saved = await scope.transact(async (inside) => {
        const { document: now } = await lockSection(inside, site, 'payments', {}, scope.now)
        const same = isSame(now.stripe)
        const open = now.stripe && !same ? await underWay(inside, site) : undefined
        if (open) return open
        const { stripeMethods, ...rest } = now
        const publishableKey = stripeKeys.publishableKey ?? (same ? now.stripe?.publishableKey : undefined)
        await saveKeys(inside, site, wrap, { secretKey, webhookSecret: webhook.secret }, scope.now)
        await writeSettings(
          inside,
          site,
          'payments',
          {
            ...rest,
            ...(same && stripeMethods && { stripeMethods }),
            ...(now.mode === 'LIVE' && mode === 'LIVE' && now.stripe?.mode !== 'LIVE' && { mode: 'SANDBOX' as const }),
            stripe: {
              mode,
              accountId: account.id,
              ...(account.name && { accountName: account.name }),
              last4: secretKey.slice(-4),
              ...(publishableKey !== undefined && { publishableKey }),
              ...(webhookId !== undefined && { webhookId }),
              checkedAt: scope.now.toISOString(),
            },
          },
          scope.now,
        )
        return { paymentSettings: await show(inside, site) }
      })
      if (saved instanceof Refusal) return saved
      if (stripe?.webhookId && stripe.webhookId !== webhookId && keysBefore)
        await answered(report, () => deleteWebhook(checking, keysBefore.secretKey, stripe.webhookId!))
      return saved
    }),

    'DELETE /vitrine/v1/payment-settings/stripe-keys': staged(async (_, scope) => {
      const { site } = scope
      if (isOwn) return refuse('PAYMENT_KEYS_IN_ENVIRONMENT')
      const removed = await scope.transact(async (db) => {
        const { document } = await lockSection(db, site, 'payments', {}, scope.now)
        const open = await underWay(db, site)
        if (open) return open
        const { stripe, stripeMethods: _methods, mode: _, ...rest } = document
        const keys = await findKeys(db, site, wrap)
        await deleteKeys(db, site)
        await writeSettings(db, site, 'payments', rest, scope.now)
        return { secretKey: keys?.secretKey, webhookId: stripe?.webhookId, paymentSettings: await show(db, site) }
      })
      if (removed instanceof Refusal) return removed
      const { secretKey, webhookId, paymentSettings: after } = removed
      if (secretKey !== undefined && webhookId !== undefined) await answered(report, () => deleteWebhook(checking, secretKey, webhookId))
      return { paymentSettings: after }
    }),
  }
}

/** Who would take the money may not change while payments by the account are asked for, held, or to be given back. */
async function underWay(db: Db, site: string) {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from payment
    where site = ${site} and provider = ${byStripe} and (status in ('PENDING', 'ACTION_REQUIRED', 'AUTHORIZED') or void_owed)`)
  const { count } = row!
  return count > 0 ? refuse('PAYMENTS_UNDER_WAY', { count }) : undefined
}
