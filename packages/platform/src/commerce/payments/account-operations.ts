import type { LiveChecklistItem, paymentSettings, PaymentSettings as Shown, SystemCheck } from '@vitrine/contract'
import type { StoreClock } from '../../kernel/clock/clock.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { Sections, StripeAccountSettings } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { findHeard } from './last-provider-event.ts'
import { blockersOf, liveChecklist } from './live-checklist.ts'
import { stripeEventsPath } from './routes.ts'
import { type CheckDeps, checkAccount, deleteWebhook, type KeysRefused, makeWebhook } from './stripe/check-account.ts'
import { modeOfKey } from './stripe/live-key.ts'
import { byStripe } from './stripe/provider.ts'
import { deleteKeys, findKeys, saveKeys } from './stripe/stored-keys.ts'

export interface PaymentAccountDeps {
  readonly checking: CheckDeps
  /** Whether the environment has keys, which win. */
  readonly isOwn: boolean
  readonly origin: string
  readonly wrap: KeyWrap
  readonly clock: StoreClock
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly show: (db: Db, site: string) => Promise<Shown>
  /** What a shop on the open internet needs. */
  readonly systemChecks: (site: string) => Promise<readonly SystemCheck[]>
  readonly report: (fault: unknown, where: string) => void
}

type AccountContract = Omit<typeof paymentSettings, 'GET /vitrine/v1/payment-settings' | 'PATCH /vitrine/v1/payment-settings'>

/** The account at Stripe that a merchant enters, and whether it takes the shop's payments. */
export function paymentAccountOperations(deps: PaymentAccountDeps): Handlers<AccountContract> {
  const { checking, isOwn, origin, wrap, clock, readSettings, show, systemChecks, report } = deps

  /** What Stripe says now of the keys that a shop has; `UNREACHABLE` where it does not answer. */
  async function accountNow(site: string, db: Db) {
    const keys = await findKeys(db, site, wrap)
    return keys && answered(() => checkAccount(checking, keys.secretKey))
  }

  async function answered<T>(ask: () => Promise<T>): Promise<T | 'UNREACHABLE'> {
    try {
      return await ask()
    } catch (error) {
      report(error, 'stripe')
      return 'UNREACHABLE'
    }
  }

  /** The one that was made by hand; else the one that the account has already, or a new one. */
  async function webhookOf(
    { secretKey, webhookSecret }: { readonly secretKey: string; readonly webhookSecret?: string | undefined },
    { id, secret }: { readonly id?: string | undefined; readonly secret?: string | undefined },
    once: string,
  ): Promise<{ readonly id?: string | undefined; readonly secret: string } | KeysRefused | 'UNREACHABLE'> {
    if (webhookSecret !== undefined) return { secret: webhookSecret }
    if (secret !== undefined) return { id, secret }
    return answered(() => makeWebhook(checking, secretKey, { url: `${origin}${stripeEventsPath}`, once }))
  }

  async function checklist(db: Db, site: string, account: Exclude<Awaited<ReturnType<typeof accountNow>>, 'UNREACHABLE'>) {
    const [settings, checks, heard] = await Promise.all([readSettings(db, site), systemChecks(site), findHeard(db, site)])
    const isRealTime = clock.setting.frozenAt === null && clock.setting.aheadMs === 0
    return liveChecklist({ settings, account, checks, hasHeard: heard.has(byStripe), isRealTime })
  }

  /** Who would take the money may not change while some of it is under way. */
  async function underWay(db: Db, site: string) {
    const count = await countOpen(db, site)
    return count > 0 ? refuse('PAYMENTS_UNDER_WAY', { count }) : undefined
  }

  return {
    'PUT /vitrine/v1/payment-settings/stripe-keys': staged(async ({ stripeKeys }, scope) => {
      const { db, site, attempt } = scope
      if (isOwn) return refuse('PAYMENT_KEYS_IN_ENVIRONMENT')
      const { secretKey } = stripeKeys
      const mode = modeOfKey(secretKey)
      const account = await answered(() => checkAccount(checking, secretKey))
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
        await saveKeys(inside, site, wrap, { secretKey, webhookSecret: webhook.secret }, scope.now)
        await writeSettings(
          inside,
          site,
          'payments',
          {
            ...now,
            ...(now.mode === 'LIVE' && mode === 'LIVE' && now.stripe?.mode !== 'LIVE' && { mode: 'SANDBOX' as const }),
            stripe: {
              mode,
              accountId: account.id,
              ...(account.name && { accountName: account.name }),
              last4: secretKey.slice(-4),
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
        await answered(() => deleteWebhook(checking, keysBefore.secretKey, stripe.webhookId!))
      return saved
    }),

    'DELETE /vitrine/v1/payment-settings/stripe-keys': staged(async (_, scope) => {
      const { site } = scope
      if (isOwn) return refuse('PAYMENT_KEYS_IN_ENVIRONMENT')
      const removed = await scope.transact(async (db) => {
        const { document } = await lockSection(db, site, 'payments', {}, scope.now)
        const open = await underWay(db, site)
        if (open) return open
        const { stripe, mode: _, ...rest } = document
        const keys = await findKeys(db, site, wrap)
        await deleteKeys(db, site)
        await writeSettings(db, site, 'payments', rest, scope.now)
        return { secretKey: keys?.secretKey, webhookId: stripe?.webhookId, paymentSettings: await show(db, site) }
      })
      if (removed instanceof Refusal) return removed
      const { secretKey, webhookId, paymentSettings: after } = removed
      if (secretKey !== undefined && webhookId !== undefined) await answered(() => deleteWebhook(checking, secretKey, webhookId))
      return { paymentSettings: after }
    }),

    async 'GET /vitrine/v1/payment-settings/live-checklist'(_, { db, site }) {
      const account = await accountNow(site, db)
      return { items: await checklist(db, site, account === 'UNREACHABLE' ? { refused: 'it does not answer at the moment.' } : account) }
    },

    'POST /vitrine/v1/payment-settings/mode': staged(async ({ mode }, scope) => {
      const { db, site } = scope
      if (isOwn) return refuse('PAYMENT_KEYS_IN_ENVIRONMENT')
      if (mode === 'LIVE') {
        const account = await accountNow(site, db)
        if (account === 'UNREACHABLE') return refuse('PAYMENT_PROVIDER_UNREACHABLE')
        const items = await checklist(db, site, account)
        const { payments } = await readSettings(db, site)
        const blockers: LiveChecklistItem['id'][] = blockersOf(items, payments?.stripe?.mode ?? 'LIVE')
        if (blockers.length > 0) return refuse('PAYMENTS_NOT_READY', { items: blockers })
      }
      return scope.transact(async (inside) => {
        const { document } = await lockSection(inside, site, 'payments', {}, scope.now)
        if (mode === 'LIVE' && !document.stripe) return refuse('PAYMENTS_NOT_READY', { items: ['ACCOUNT'] })
        await writeSettings(inside, site, 'payments', { ...document, mode }, scope.now)
        return { paymentSettings: await show(inside, site) }
      })
    }),
  }
}

/** Payments by the account that have not come to an end: asked for, held, or to be given back. */
async function countOpen(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from payment
    where site = ${site} and provider = ${byStripe} and (status in ('PENDING', 'ACTION_REQUIRED', 'AUTHORIZED') or void_owed)`)
  return row!.count
}
