import type { paymentSettings } from '@vitrine/contract'
import type Stripe from 'stripe'
import type { Db } from '../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { violation } from '../../kernel/violation.ts'
import type { StripeAccounts } from './stripe/accounts.ts'
import { answered, type KeysRefused, orRefused } from './stripe/check-account.ts'
import { configurationOf, findMethods, methodsIn, modeInUse, writeConfiguration } from './stripe/methods.ts'
import type { OwnAccount } from './stripe/stored-keys.ts'

export interface StripeMethodDeps {
  readonly accounts: StripeAccounts
  readonly own: OwnAccount | undefined
  readonly origin: string
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly report: (fault: unknown, where: string) => void
}

type MethodContract = Pick<
  typeof paymentSettings,
  'GET /vitrine/v1/payment-settings/stripe-methods' | 'PUT /vitrine/v1/payment-settings/stripe-methods'
>

/** Which payment methods Stripe offers buyers. The choice is stored at Stripe, in a configuration of the shop's own. */
export function stripeMethodOperations({ accounts, own, origin, readSettings, report }: StripeMethodDeps): Handlers<MethodContract> {
  /** Stripe's answer, or a refusal if there is none or the keys lack the right. */
  async function asked<T extends object>(
    ask: () => Promise<T>,
  ): Promise<T | Refusal<'PAYMENT_PROVIDER_UNREACHABLE' | 'PAYMENT_KEYS_REFUSED'>> {
    const answer = await answered(report, () => orRefused(ask))
    if (answer === 'UNREACHABLE') return refuse('PAYMENT_PROVIDER_UNREACHABLE')
    return isRefused(answer) ? refuse('PAYMENT_KEYS_REFUSED', { step: 'METHODS', message: answer.refused }) : answer
  }

  /** Wallets need a registered domain. If Stripe refuses this one, the choice of methods is saved all the same. */
  const registerDomain = ({ paymentMethodDomains }: Stripe) =>
    answered(report, () => orRefused(() => paymentMethodDomains.create({ domain_name: new URL(origin).hostname })))

  return {
    async 'GET /vitrine/v1/payment-settings/stripe-methods'(_, { db, site }) {
      const account = await accounts.find(site)
      if (!account) return refuse('PAYMENTS_NOT_READY', { items: ['ACCOUNT'] })
      const { payments = {} } = await readSettings(db, site)
      const found = await asked(() => findMethods(account.client, configurationOf(payments, own)))
      if (found instanceof Refusal) return found
      return { stripeMethods: methodsIn(found) }
    },

    'PUT /vitrine/v1/payment-settings/stripe-methods': staged(async ({ stripeMethods: chosen }, scope) => {
      const { db, site, attempt } = scope
      const account = await accounts.find(site)
      if (!account) return refuse('PAYMENTS_NOT_READY', { items: ['ACCOUNT'] })
      const { payments = {} } = await readSettings(db, site)
      const id = configurationOf(payments, own)
      const found = await asked(() => findMethods(account.client, id))
      if (found instanceof Refusal) return found
      const switched = new Map(chosen.map(({ method, offered }) => [method, offered]))
      const after = methodsIn(found).map((one) => ({ ...one, offered: switched.get(one.method) ?? one.offered }))
      for (const [i, { method, offered }] of chosen.entries())
        if (offered && !after.some((one) => one.method === method && one.available))
          return violation(`stripeMethods[${i}].method`, 'is none that the account may take; it is applied for at Stripe')
      if (!after.some(({ offered, available }) => offered && available))
        return violation('stripeMethods', 'leaves buyers no way to pay; switch Stripe off as a provider for that')
      const made = await asked(() => writeConfiguration(account.client, { id, before: found, chosen, once: attempt }))
      if (made instanceof Refusal) return made
      await registerDomain(account.client)
      await scope.transact(async (inside) => {
        const { document } = await lockSection(inside, site, 'payments', {}, scope.now)
        const mode = modeInUse(document, own)
        // Its keys were removed in the meantime.
        if (mode === undefined || made.id === configurationOf(document, own)) return
        await writeSettings(inside, site, 'payments', { ...document, stripeMethods: { configuration: made.id, mode } }, scope.now)
      })
      return { stripeMethods: methodsIn({ ...found, configuration: made }) }
    }),
  }
}

const isRefused = (answer: object): answer is KeysRefused => 'refused' in answer
