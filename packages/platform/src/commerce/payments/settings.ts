import type { paymentSettings, PaymentSettings as Shown, StripeAccount } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { freshCheckoutPage, heldMoney, keepsCards } from '../../kernel/settings/checkout-page.ts'
import type { OfflineMethod, PaymentSettings, Sections, StripeAccountSettings } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { violation } from '../../kernel/violation.ts'
import { findHeard } from './last-provider-event.ts'
import type { Providers } from './provider.ts'
import { modeOfKey } from './stripe/live-key.ts'
import { byStripe } from './stripe/provider.ts'
import type { OwnAccount } from './stripe/stored-keys.ts'

export interface PaymentSettingsDeps {
  readonly providers: Providers
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly show: ReturnType<typeof shownPaymentSettings>
}

const dayMs = 24 * 3600 * 1000
const names: Readonly<Record<string, string>> = { stripe: 'Stripe', sandbox: 'Sandbox' }

/** The providers that take new payments of a shop, as people call them. */
export const providersSetUp = (providers: Providers, settings: PaymentSettings): { readonly id: string; readonly name: string }[] =>
  [...providers.values()].filter((provider) => provider.takesPayments(settings)).map(({ id }) => ({ id, name: names[id] ?? id }))

type ShownAccount = Pick<OwnAccount, 'secretKey' | 'publishableKey'>

export interface ShownDeps extends Pick<PaymentSettingsDeps, 'providers' | 'readSettings'> {
  /** The keys that the environment has. */
  readonly own: ShownAccount | undefined
  readonly sandboxIsOpen: boolean
}

/** How buyers may pay, as merchants see it. */
export const shownPaymentSettings =
  ({ providers, readSettings, own, sandboxIsOpen }: ShownDeps) =>
  async (db: Db, site: string): Promise<Shown> => {
    const settings = await readSettings(db, site)
    const { off = [], offline = [], mode = 'SANDBOX', stripe } = settings.payments ?? {}
    const heard = await findHeard(db, site)
    const held = heldMoney(settings)
    const account = own ? ownAccount(own) : stripe && enteredAccount(stripe)
    return {
      providers: providersSetUp(providers, settings.payments ?? {}).map(({ id, name }) => ({
        id,
        offered: !off.includes(id),
        name,
        mode: id === byStripe && account ? account.mode : ('TEST' as const),
        ...(heard.has(id) && { lastHeardDate: heard.get(id)!.toISOString() }),
      })),
      offlineMethods: [...offline],
      capture: {
        held: held !== undefined,
        ...(held?.action && { action: held.action }),
        ...(held?.afterMs && { afterDays: Math.max(1, Math.round(held.afterMs / dayMs)) }),
      },
      savesCards: keepsCards(settings),
      mode,
      hasSandbox: sandboxIsOpen,
      ...(account && { stripe: account }),
    }
  }

const ownAccount = ({ secretKey, publishableKey }: ShownAccount): StripeAccount => ({
  source: 'ENVIRONMENT',
  ...(publishableKey !== undefined && { publishableKey }),
  mode: modeOfKey(secretKey),
  last4: secretKey.slice(-4),
  ownWebhook: false,
})

const enteredAccount = ({
  mode,
  last4,
  accountId,
  accountName,
  publishableKey,
  webhookId,
  checkedAt,
}: StripeAccountSettings): StripeAccount => ({
  source: 'ADMIN',
  ...(publishableKey !== undefined && { publishableKey }),
  mode,
  last4,
  accountId,
  ...(accountName && { accountName }),
  ownWebhook: webhookId !== undefined,
  checkedDate: checkedAt,
})

export function paymentSettingsOperations({
  providers,
  readSettings,
  show,
}: PaymentSettingsDeps): Handlers<Pick<typeof paymentSettings, 'GET /vitrine/v1/payment-settings' | 'PATCH /vitrine/v1/payment-settings'>> {
  return {
    async 'GET /vitrine/v1/payment-settings'(_, { db, site }) {
      return { paymentSettings: await show(db, site) }
    },

    async 'PATCH /vitrine/v1/payment-settings'({ paymentSettings: { providers: named, offlineMethods, capture, savesCards } }, context) {
      const { db, site, now } = context
      const { document: before } = await lockSection(db, site, 'payments', {}, now)
      const ids = new Set(providersSetUp(providers, before).map(({ id }) => id))
      for (const [i, { id }] of (named ?? []).entries())
        if (!ids.has(id)) return violation(`paymentSettings.providers[${i}].id`, 'is none of the providers that are set up')
      for (const [i, { id }] of (offlineMethods ?? []).entries())
        if (providers.has(id) || offlineMethods!.findIndex((other) => other.id === id) < i)
          return violation(`paymentSettings.offlineMethods[${i}].id`, 'is the id of another way to pay')
      if (capture && (capture.action ?? null) === null && (capture.afterDays ?? null) !== null)
        return violation('paymentSettings.capture.action', 'has to say what happens after these days')
      const switched = new Map(named?.map(({ id, offered }) => [id, offered]))
      const after: PaymentSettings = {
        ...before,
        off: [...providers.keys()].filter((id) => !(switched.get(id) ?? !(before.off ?? []).includes(id))),
        offline: offlineMethods?.map(methodOf) ?? before.offline ?? [],
      }
      await writeSettings(db, site, 'payments', after, now)
      if (capture) await hold(context, capture)
      if (capture || savesCards !== undefined) await changePage(context, capture?.held, savesCards)
      return { paymentSettings: await show(db, site) }
    },
  }

  /** What becomes of money that is held is said where the shop says how it sells. */
  async function hold({ db, site, now }: Context, { held, action, afterDays }: Capture): Promise<void> {
    const { delayedCapture: _, ...rest } = (await lockSection(db, site, 'commerce', (await readSettings(db, site)).commerce, now)).document
    const delayedCapture = { ...(action && { action, afterMs: (afterDays ?? (action === 'CAPTURE' ? 6 : 7)) * dayMs }) }
    await writeSettings(db, site, 'commerce', { ...rest, ...(held && { delayedCapture }) }, now)
  }

  async function changePage({ db, site, now }: Context, held: boolean | undefined, savesCards: boolean | undefined): Promise<void> {
    const { document } = await lockSection(db, site, 'checkout', freshCheckoutPage, now)
    const checkoutFields = {
      ...document.checkoutFields,
      ...(held !== undefined && { delayCaptureEnabled: held }),
      ...(savesCards !== undefined && { mitEnabled: savesCards }),
    }
    await writeSettings(db, site, 'checkout', { ...document, checkoutFields }, now)
  }
}

interface Capture {
  readonly held: boolean
  readonly action?: 'CAPTURE' | 'VOID' | null | undefined
  readonly afterDays?: number | null | undefined
}

const methodOf = ({
  id,
  name,
  hint,
  instructions,
  onlyFor,
  predefined,
  active,
  expiresAfterDays,
}: { readonly id: string; readonly name: string } & {
  readonly [K in 'hint' | 'instructions' | 'onlyFor' | 'predefined' | 'active' | 'expiresAfterDays']?: OfflineMethod[K] | null | undefined
}): OfflineMethod => ({
  id,
  name,
  ...(hint && { hint }),
  ...(instructions && { instructions }),
  ...(onlyFor && { onlyFor }),
  ...(predefined && { predefined }),
  ...(active === false && { active }),
  ...(expiresAfterDays !== undefined && expiresAfterDays !== null && { expiresAfterDays }),
})
