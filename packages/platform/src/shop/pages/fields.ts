import type { PageBlock, PageField, PageSpan } from '@vitrine/contract'
import type { Sections } from '../../kernel/settings/sections.ts'
import { withTexts } from './document-rules.ts'

/** A provider of payments that is set up. */
export interface NamedProvider {
  readonly id: string
  readonly name: string
}

export type FieldValues = Readonly<Record<Exclude<PageField, 'DATE'>, string>>

/** What the settings say in the places of fields; empty where they say nothing. */
export function fieldValues(
  { shop, commerce, shipping, payments, invoices }: Pick<Sections, 'shop' | 'commerce' | 'shipping' | 'payments' | 'invoices'>,
  providers: readonly NamedProvider[],
): FieldValues {
  const { contact, language, name } = shop
  const countries = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'code' })
  const all = (names: readonly string[]) => new Intl.ListFormat([language, 'en'], { type: 'conjunction' }).format(new Set(names))
  const zones = shipping.zones.filter(({ active }) => active !== false)
  const { off = [], offline = [] } = payments ?? {}
  return {
    SHOP_NAME: name,
    EMAIL: contact.email ?? '',
    PHONE: contact.phone ?? '',
    ADDRESS: contact.address.join(', '),
    COUNTRY: countries.of(commerce.country) ?? commerce.country,
    TAX_IDS: (invoices?.taxIds ?? []).map((id) => `${id.name} ${id.value}`).join(', '),
    PAYMENT_METHODS: all([
      ...providers.filter(({ id }) => !off.includes(id)).map((one) => one.name),
      ...offline.filter(({ active }) => active !== false).map((method) => method.name),
    ]),
    SHIPPING_METHODS: all(zones.flatMap(({ options }) => options.filter(({ active }) => active !== false).map(({ title }) => title))),
    DELIVERY_COUNTRIES: all(
      zones.flatMap(({ destinations }) => destinations.map(({ country }) => (country === '*' ? '*' : (countries.of(country) ?? country)))),
    ).replace('*', 'all other countries'),
  }
}

/** A document with its fields written out. What the settings do not say is left out. */
export function withFields(blocks: readonly PageBlock[], values: FieldValues, day: string): PageBlock[] {
  const written = (spans: readonly PageSpan[]): PageSpan[] =>
    spans.flatMap(({ field, ...span }) => {
      if (!field) return [span]
      const value = field === 'DATE' ? day : values[field]
      if (!value) return []
      const href = field === 'EMAIL' ? `mailto:${value}` : undefined
      return [{ ...span, text: value, ...(href && !span.href && { href }) }]
    })
  return blocks.map((block) => withTexts(block, written))
}
