import type { CheckoutPaymentMethod, ExpressCheckout, PaymentElement } from '@vitrine/contract'
import { heldMoney, keepsCards } from '../../kernel/settings/checkout-page.ts'
import { expiryDaysOf } from '../../kernel/settings/offline-expiry.ts'
import type { OfflineMethod, PaymentSettings, Sections } from '../../kernel/settings/sections.ts'
import type { PaymentProvider, Providers } from './provider.ts'
import type { PaymentDocument } from './store.ts'

/** A way to pay: with a provider, or by hand, later. */
export type PaymentMethod =
  | { readonly id: string; readonly kind: 'ONLINE'; readonly provider: PaymentProvider }
  | { readonly id: string; readonly kind: 'OFFLINE'; readonly offline: OfflineMethod }

/** What is known of a checkout where its buyer is asked how they pay. */
export interface PayersCheckout {
  /** How the goods reach the buyer; undefined where there are none, or nothing is chosen yet. */
  readonly delivery: 'PICKUP' | 'SHIPPING' | undefined
  /** Whether nothing may be paid by hand. */
  readonly online?: boolean
  /** The amount due now, if known, and whether there is a subscription. */
  readonly due?: { readonly amount: number; readonly currency: string; readonly subscribes: boolean }
}

/** The ways to pay for a checkout, in the order in which they are offered. */
export function paymentMethods(
  providers: Providers,
  settings: PaymentSettings,
  { delivery, online = false }: PayersCheckout,
): readonly PaymentMethod[] {
  const { off = [], offline = [] } = settings
  return [
    ...[...providers.values()]
      .filter((provider) => provider.takesPayments(settings) && !off.includes(provider.id))
      .map((provider) => ({ id: provider.id, kind: 'ONLINE' as const, provider })),
    ...offline
      .filter(({ onlyFor, active }) => active !== false && !online && (onlyFor === undefined || onlyFor === delivery))
      .map((method) => ({ id: method.id, kind: 'OFFLINE' as const, offline: method })),
  ]
}

/** The way that was wished for; the card in the shop's own form, where only a card was handed over. */
export const chosenMethod = (methods: readonly PaymentMethod[], id: string | undefined, withCard: boolean): PaymentMethod | undefined =>
  methods.find((method) => (id === undefined ? withCard && method.kind === 'ONLINE' && method.provider.asks === 'HERE' : method.id === id))

const dayMs = 24 * 3_600_000

/** What is stored of a promise to pay by hand. Where the whole order waits for it, it has an end: see `expiryDaysOf`. */
export function promiseOf(
  method: OfflineMethod,
  { now, expires }: { readonly now: Date; readonly expires: boolean },
): Pick<PaymentDocument, 'method' | 'offline'> {
  const { name, instructions, predefined, onlyFor } = method
  const days = expires ? expiryDaysOf(method) : 0
  return {
    method: predefined ? { predefined } : { custom: name },
    offline: {
      name,
      ...(instructions && { instructions }),
      onCollection: onlyFor === 'PICKUP',
      ...(days > 0 && { expiresAt: new Date(now.getTime() + days * dayMs).toISOString() }),
    },
  }
}

/** The provider's form for the amount due. With nothing due a card is only saved, on the provider's page. */
export function elementOf(method: PaymentMethod, { due }: PayersCheckout, settings: Sections): PaymentElement | undefined {
  if (method.kind !== 'ONLINE' || !due || due.amount <= 0) return undefined
  const { amount, currency, subscribes } = due
  return method.provider.element?.(settings.payments ?? {}, {
    amount,
    currency,
    delayCapture: heldMoney(settings) !== undefined,
    keeps: method.provider.keeping !== undefined && (subscribes || keepsCards(settings)),
  })
}

/** What pages need to show wallets before an amount is due. */
export function expressCheckoutOf(providers: Providers, settings: Sections): ExpressCheckout | undefined {
  const before = { delivery: undefined, online: true, due: { amount: 1000, currency: settings.commerce.currency, subscribes: false } }
  for (const method of paymentMethods(providers, settings.payments ?? {}, before)) {
    const element = elementOf(method, before, settings)
    if (!element) continue
    const { amount: _, ...express } = element
    return express
  }
  return undefined
}

/** `keep` is what a member is asked who may have the card saved. */
export function showMethod(method: PaymentMethod, keep?: string, element?: PaymentElement): CheckoutPaymentMethod {
  const { id } = method
  if (method.kind === 'ONLINE') {
    const asks = method.provider.keeping && keep !== undefined ? { keep } : {}
    return method.provider.asks === 'HERE'
      ? { id, kind: 'CARD', name: 'Card', ...asks }
      : { id, kind: 'REDIRECT', name: 'Card, wallet or bank', ...asks, ...(element && { element }) }
  }
  const { name, hint } = method.offline
  return { id, kind: 'OFFLINE', name, ...(hint && { hint }) }
}
