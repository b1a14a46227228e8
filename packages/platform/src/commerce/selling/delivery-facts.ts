import type { Address } from '@vitrine/contract'
import { type DeliveryCalendar, toDecimal, zoneAt } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { CarrierSettings } from '../../kernel/settings/shipping-settings.ts'
import { placeOf } from './addresses.ts'
import type { DeliverableLine, ProvidedRate, RatesQuestion, ShippingRateProvider } from './carriers.ts'
import { counts, type KnownLine } from './line.ts'
import { NoAnswer, outside } from './outside-calls.ts'
import type { NoteProviderHealth } from './provider-health.ts'

/** What a provider said of a delivery, or why it said nothing. */
export interface CarrierAnswer {
  readonly carrier: CarrierSettings
  readonly name: string
  readonly rates: readonly ProvidedRate[] | NoAnswer
}

/** What deliveries depend on beside the shop's own rules: the moment, the orders before, and the providers of rates. */
export interface DeliveryFacts {
  readonly calendar: DeliveryCalendar
  readonly carriers: readonly CarrierAnswer[]
}

export type FindDeliveryFacts = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'shipping' | 'commerce' | 'plugins'>,
  lines: readonly KnownLine[],
  to: Address | undefined,
  /** The order that is about to be made anew. */
  orderId?: string | null,
) => Promise<DeliveryFacts>

export interface DeliveryFactsOptions {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly ShippingRateProvider[]
  /** How many orders but this one the coming times of these ways have, by the code of the option. */
  readonly slotsTaken: (
    db: Db,
    site: string,
    ruleCodes: readonly string[],
    now: Date,
    orderId?: string | null,
  ) => Promise<ReadonlyMap<string, number>>
  readonly timeoutMs: number
  readonly now: () => Date
  readonly report: (fault: unknown) => void
  readonly noteProviderHealth: NoteProviderHealth
}

const cacheMs = 2 * 60_000
const failedMs = 15_000

/** Asks for what a delivery needs and no more: a shop without slots and providers is asked nothing. */
export function deliveryFacts({
  providers,
  slotsTaken,
  timeoutMs,
  now,
  report,
  noteProviderHealth,
}: DeliveryFactsOptions): FindDeliveryFacts {
  const { answer } = outside<RatesQuestion, { readonly rates: readonly ProvidedRate[] }, ShippingRateProvider>({
    ask: async (question, signal, provider) => usable(await provider.ratesFor(question, signal)),
    timeoutMs,
    cacheMs,
    failedMs,
    report,
    noted: ({ site, providerId }, told) => noteProviderHealth(site, providerId, told),
  })

  return async (db, site, settings, lines, to, orderId) => {
    const { shipping, commerce } = settings
    const context = now()
    const calendar = { now: context, timeZone: commerce.timeZone, ...(shipping.closedOn && { closedOn: shipping.closedOn }) }
    const place = placeOf(to)
    const zone = place && zoneAt(shipping.zones, place)
    const goods = lines.filter(counts).filter(({ item }) => item.shippable)
    if (!to || !zone || zone.active === false || goods.length === 0) return { calendar, carriers: [] }

    const limited = zone.options
      .filter(({ slots }) => slots && [...slots.windows, ...(slots.changes ?? [])].some(({ capacity }) => capacity))
      .map(({ code }) => code)
    const taken = limited.length > 0 ? await slotsTaken(db, site, limited, context, orderId) : undefined

    const asked = goods.map(
      ({ quantity, item }): DeliverableLine => ({
        name: item.name,
        quantity,
        price: toDecimal(item.price, commerce.currency),
        weight: item.weight ?? null,
        sku: item.sku,
      }),
    )
    const carriers: CarrierAnswer[] = []
    for (const carrier of shipping.zones.find(({ id }) => id === zone.id)?.carriers ?? []) {
      const provider = providers(settings).find(({ id }) => id === carrier.appId)
      if (!provider) {
        carriers.push({ carrier, name: '', rates: new NoAnswer('This provider is switched off.', { code: 'CARRIER_DEACTIVATED' }) })
        continue
      }
      const { currency, weightUnit } = commerce
      const question = { site, providerId: provider.id, currency, weightUnit, lines: asked, destination: to }
      const told = await answer(db, question, provider)
      carriers.push({ carrier, name: provider.name, rates: told instanceof NoAnswer ? told : told.rates })
    }
    return { calendar: { ...calendar, ...(taken && { taken }) }, carriers }
  }
}

/** What cannot be put on a bill is no answer. */
function usable(answer: { readonly rates: readonly ProvidedRate[] }): { readonly rates: readonly ProvidedRate[] } {
  const isText = (text: unknown, most: number) => typeof text === 'string' && text.length > 0 && text.length <= most
  const isInstant = (text: unknown) =>
    typeof text === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
  const isPrice = (text: unknown) => typeof text === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(text)
  const fits = ({ code, title, price, charges = [], arrives }: ProvidedRate) =>
    isText(code, 100) &&
    isText(title, 250) &&
    isPrice(price) &&
    charges.length <= 20 &&
    charges.every(({ type, price }) => (type === 'HANDLING_FEE' || type === 'INSURANCE') && isPrice(price)) &&
    (!arrives || (isInstant(arrives.from) && isInstant(arrives.to)))
  if (Array.isArray(answer.rates) && answer.rates.length <= 100 && answer.rates.every(fits)) return answer
  throw new NoAnswer('What the provider said cannot be used.', { code: 'UNUSABLE_ANSWER' })
}
