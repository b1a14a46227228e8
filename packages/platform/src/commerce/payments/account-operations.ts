import type { LiveChecklistItem, paymentSettings, SystemCheck } from '@vitrine/contract'
import type { StoreClock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { type AccountKeyDeps, accountKeyOperations } from './account-keys.ts'
import { findHeard } from './last-provider-event.ts'
import { blockersOf, liveChecklist } from './live-checklist.ts'
import { answered, checkAccount } from './stripe/check-account.ts'
import { byStripe } from './stripe/provider.ts'
import { findKeys } from './stripe/stored-keys.ts'

export interface PaymentAccountDeps extends AccountKeyDeps {
  readonly clock: StoreClock
  /** What a shop on the open internet needs. */
  readonly systemChecks: (site: string) => Promise<readonly SystemCheck[]>
}

type AccountContract = Omit<
  typeof paymentSettings,
  | 'GET /vitrine/v1/payment-settings'
  | 'PATCH /vitrine/v1/payment-settings'
  | 'GET /vitrine/v1/payment-settings/stripe-methods'
  | 'PUT /vitrine/v1/payment-settings/stripe-methods'
>

/** The account at Stripe that a merchant enters, and whether it takes the shop's payments. */
export function paymentAccountOperations(deps: PaymentAccountDeps): Handlers<AccountContract> {
  const { checking, isOwn, wrap, clock, readSettings, show, systemChecks, report } = deps

  /** What Stripe says now of the keys that a shop has; `UNREACHABLE` where it does not answer. */
  async function accountNow(site: string, db: Db) {
    const keys = await findKeys(db, site, wrap)
    return keys && answered(report, () => checkAccount(checking, keys.secretKey))
  }

  async function checklist(db: Db, site: string, account: Exclude<Awaited<ReturnType<typeof accountNow>>, 'UNREACHABLE'>) {
    const [settings, checks, heard] = await Promise.all([readSettings(db, site), systemChecks(site), findHeard(db, site)])
    const isRealTime = clock.setting.frozenAt === null && clock.setting.aheadMs === 0
    return liveChecklist({ settings, account, checks, hasHeard: heard.has(byStripe), isRealTime })
  }

  return {
    ...accountKeyOperations(deps),

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
