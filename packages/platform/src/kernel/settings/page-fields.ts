import type { AgreedPage, PageField } from '@vitrine/contract'
import type { PublishedPageEntry } from './page-settings.ts'
import type { Sections } from './sections.ts'

/** A provider of payments that is set up. */
export interface NamedProvider {
  readonly id: string
  readonly name: string
}

export type FieldValues = Readonly<Record<Exclude<PageField, 'DATE'>, string>>

type FieldSections = Pick<Sections, 'shop' | 'commerce' | 'shipping' | 'payments' | 'invoices'>

/** What the settings say in the places of fields; empty where they say nothing. */
export function fieldValues(
  { shop, commerce, shipping, payments, invoices }: FieldSections,
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

/**
 * The versions of pages that somebody agrees to now, with what the settings say in the places of their fields: settings change, and what was agreed
 * to does not.
 */
export function agreedVersions(
  pages: readonly PublishedPageEntry[],
  settings: FieldSections,
  providers: readonly NamedProvider[],
): AgreedPage[] {
  const values = Object.entries(fieldValues(settings, providers)) as [keyof FieldValues, string][]
  return pages.map(({ id, title, version, fields }) => {
    const held = values.filter(([field, value]) => value !== '' && (fields === undefined || fields.includes(field)))
    return { id, title, version, ...(held.length > 0 && { fields: held.map(([field, value]) => ({ field, value })) }) }
  })
}
