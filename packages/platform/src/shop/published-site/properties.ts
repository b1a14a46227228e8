import type { SiteProperties, siteProperties } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { shownAt } from '../../kernel/settings/shown-picture.ts'

export interface SitePropertiesDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly publicUrl: string
}

export function sitePropertiesOperations({ readSettings, publicUrl }: SitePropertiesDeps): Handlers<typeof siteProperties> {
  return {
    async 'GET /site-properties/v4/properties'({ fields }, { db, site }) {
      const [settings, [row]] = await Promise.all([
        readSettings(db, site),
        db.query<{ version: string }>(sql`select coalesce(sum(revision), 0)::text as version from site_setting where site = ${site}`),
      ])
      return { version: row!.version, properties: only(propertiesOf(settings, publicUrl), wantedOf(fields)) }
    },
    async 'GET /currency_converter/v1/currencies/rate/{from}/convert/{to}'({ from, to }) {
      return from === to ? { rate: { value: '1', decimalPlaces: 0 } } : refuse('CONVERSION_RATE_NOT_FOUND', { from, to })
    },
    async 'POST /currency_converter/v1/currencies/amounts/{from}/convert/{to}'({ from, to, amounts }) {
      if (from !== to) return refuse('CONVERSION_RATE_NOT_FOUND', { from, to })
      return { amounts: amounts.map(({ value, decimalPlaces }) => ({ value, decimalPlaces: decimalPlaces ?? 0 })) }
    },
    async 'GET /ecom/v1/orders-settings'() {
      return { ordersSettings: { inventoryUpdateTrigger: 'ON_ORDER_PLACED' } }
    },
  }
}

function propertiesOf({ shop, commerce }: Sections, publicUrl: string): SiteProperties {
  const [languageCode = 'en', country] = commerce.locale.split('-')
  const locale = { languageCode, ...(country && { country }) }
  const { email, phone, address } = shop.contact
  const logo = shop.wordmark.picture
  return {
    locale,
    language: languageCode,
    paymentCurrency: commerce.currency,
    timeZone: commerce.timeZone,
    ...(email && { email }),
    ...(phone && { phone }),
    ...(address.length > 0 && {
      address: { country: commerce.country, isPhysical: true, googleFormattedAddress: address.join(', ') },
    }),
    siteDisplayName: shop.name,
    businessName: shop.name,
    ...(logo && { logo: shownAt(publicUrl)(logo).url }),
    ...(shop.tagline && { description: shop.tagline }),
    multilingual: {
      supportedLanguages: [
        { languageCode, locale, isPrimary: true, ...(country && { countryCode: country }), resolutionMethod: 'QUERY_PARAM' },
      ],
      autoRedirect: false,
    },
    trackClicksAnalytics: false,
  }
}

/** The members that are wanted; undefined for all. A path below a member wants the whole of it. */
function wantedOf(mask: string | null | undefined): ReadonlySet<string> | undefined {
  const members = (mask ?? '').split(',').flatMap((path) => path.trim().split('.')[0] || [])
  return members.length > 0 ? new Set(members) : undefined
}

const only = (properties: SiteProperties, wanted: ReadonlySet<string> | undefined): Partial<SiteProperties> =>
  wanted ? Object.fromEntries(Object.entries(properties).filter(([member]) => wanted.has(member))) : properties
