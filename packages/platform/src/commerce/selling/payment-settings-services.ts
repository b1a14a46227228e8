import type { Order } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { NoAnswer, outside } from './outside-calls.ts'

/** What a service for payment settings is asked: about an order that is about to be paid. */
export interface PaymentSettingsQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly language: string
  readonly order: Order
}

export interface PaymentDemands {
  readonly requires3dSecure: boolean
}

/** Somebody who knows which buyers are to confirm their payments: by amount, by address, by what they bought before. */
export interface PaymentSettingsProvider {
  /** A GUID. */
  readonly id: string
  readonly name: string
  /** Changes when answers of before hold no more. */
  readonly state?: string
  /** What holds while it does not answer. */
  readonly fallback: PaymentDemands
  demandsOf(question: PaymentSettingsQuestion, signal: AbortSignal): Promise<PaymentDemands>
}

/** What the services demand of the payment of an order; undefined where the shop asks none. One that demands something is enough. */
export type AskPaymentSettings = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'commerce' | 'plugins'>,
  findOrder: () => Promise<Order | undefined>,
) => Promise<PaymentDemands | undefined>

export interface PaymentSettingsOptions {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly PaymentSettingsProvider[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

/** A buyer whose payment failed tries again. */
const cacheMs = 10_000
const failedMs = 5000

export function paymentSettingsServices({ providers, timeoutMs, report }: PaymentSettingsOptions): AskPaymentSettings {
  const { answer } = outside<PaymentSettingsQuestion, PaymentDemands, PaymentSettingsProvider>({
    ask: (question, signal, provider) => provider.demandsOf(question, signal),
    timeoutMs,
    cacheMs,
    failedMs,
    report,
  })

  return async (db, site, settings, findOrder) => {
    const asked = providers(settings)
    if (asked.length === 0) return undefined
    const order = await findOrder()
    if (!order) return undefined
    const { currency, locale } = settings.commerce
    const asking = { site, currency: order.currency ?? currency, language: locale.slice(0, 2), order }
    const said = await Promise.all(
      asked.map(async (provider) => {
        const demands = await answer(db, { ...asking, providerId: provider.id }, provider)
        return demands instanceof NoAnswer ? provider.fallback : demands
      }),
    )
    return { requires3dSecure: said.some(({ requires3dSecure }) => requires3dSecure) }
  }
}
