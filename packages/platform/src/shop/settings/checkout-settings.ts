import type { CheckoutSettings, EcommerceSettings, EcommerceSettingsField, Received, shopSettings } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import { freshCheckoutPage as fresh } from '../../kernel/settings/checkout-page.ts'
import { type CheckoutPageSettings } from '../../kernel/settings/checkout-page-settings.ts'
import type { PluginType } from '../../kernel/settings/plugin-settings.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { pricesContainTax } from '../../kernel/settings/tax-settings.ts'

export interface ShopSettingsDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

type Sent = Received<'PATCH /ecom/v1/checkout-settings'>['checkoutSettings']

/** The currencies that have a minor unit to count in, with the sign that people write. */
const currencies = Intl.supportedValuesOf('currency').map((code) => ({
  code,
  symbol:
    new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? code,
}))

export function shopSettingsOperations({ readSettings }: ShopSettingsDeps): Handlers<typeof shopSettings> {
  async function checkoutNow(db: Db, site: string): Promise<CheckoutSettings> {
    const now = await readSection(db, site, 'checkout')
    return now ? { ...now.document, updatedDate: now.updatedAt.toISOString() } : fresh
  }

  return {
    async 'GET /ecom/v1/checkout-settings'(_, { db, site }) {
      return { checkoutSettings: await checkoutNow(db, site) }
    },

    async 'PATCH /ecom/v1/checkout-settings'({ checkoutSettings }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'checkout', fresh, now)
      const after = changed(document, checkoutSettings)
      await writeSettings(db, site, 'checkout', after, now)
      return { checkoutSettings: { ...after, updatedDate: now.toISOString() } }
    },

    async 'GET /_api/ecommerce-settings/v1/ecommerce-settings'({ fields }, { db, site }) {
      const [settings, checkout] = await Promise.all([readSettings(db, site), checkoutNow(db, site)])
      const parts = new Set(fields).values().map((field) => partOf(field, settings, checkout))
      return { ecommerceSettings: Object.assign({}, ...parts), errors: [] }
    },

    async 'GET /currency_converter/v1/currencies'() {
      return { currencies }
    },
  }
}

/** What was sent over what was stored: absent leaves unchanged, null resets. */
function changed({ checkoutPolicies, checkoutFields, checkoutBillingFields }: CheckoutPageSettings, sent: Sent): CheckoutPageSettings {
  return {
    checkoutPolicies: over(fresh.checkoutPolicies, checkoutPolicies, sent.checkoutPolicies),
    checkoutFields: over(fresh.checkoutFields, checkoutFields, sent.checkoutFields),
    checkoutBillingFields: sent.checkoutBillingFields ?? checkoutBillingFields,
  }
}

function over<T extends object>(start: T, before: T, sent: object | null | undefined): T {
  if (sent === undefined) return before
  if (sent === null) return start
  const values = sent as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(before).map(([key, value]: [string, unknown]) => {
      const first = start[key as keyof T]
      const said = values[key]
      if (typeof value === 'object' && value !== null) return [key, over(first as object, value, said as object | null | undefined)]
      return [key, said === undefined ? value : (said ?? first)]
    }),
  ) as T
}

const activeOf = ({ plugins }: Sections, type: PluginType) =>
  (plugins?.plugins ?? []).filter((plugin) => plugin.active && plugin.type === type).map(({ id }) => ({ appId: id }))

function partOf(field: EcommerceSettingsField, settings: Sections, checkout: CheckoutSettings): EcommerceSettings {
  const { taxes, commerce, shop, shipping, discounts } = settings
  switch (field) {
    case 'TAX':
      return {
        tax: { configured: taxes.regions.length > 0, taxIncludedInItemPrices: pricesContainTax(taxes, commerce.country) },
      }
    case 'DISCOUNT_RULES':
      return { discountRules: { active: discounts?.rules.some(({ active }) => active) ?? false } }
    case 'CHECKOUT':
      return { checkout }
    case 'DELIVERY': {
      const open = shipping.zones.filter(({ active }) => active !== false).flatMap(({ destinations }) => destinations)
      const worldwide = open.some(({ country }) => country === '*')
      return {
        delivery: {
          destinationScope: worldwide ? 'WORLDWIDE' : 'SPECIFIC_DESTINATIONS',
          destinations: open.flatMap(({ country, subdivisions = [] }) =>
            country === '*' ? [] : [{ countryCode: country, subdivisions: [...subdivisions] }],
          ),
          postalCodeRequired: shipping.zones.some(({ carriers }) => carriers?.length),
        },
      }
    }
    case 'PREMIUM_SITE':
      return { premiumSite: true }
    case 'BUSINESS_INFO': {
      const [language = 'en', country] = commerce.locale.split('-')
      return {
        businessInfo: {
          currency: commerce.currency,
          language,
          locale: { language, ...(country && { country }) },
          name: shop.name,
          ...(shop.contact.email && { email: shop.contact.email }),
          timeZone: commerce.timeZone,
          siteDisplayName: shop.name,
        },
      }
    }
    case 'ADDITIONAL_FEES_SERVICE_PLUGIN':
      return { additionalFeesServicePlugin: { activeProviders: activeOf(settings, 'ADDITIONAL_FEES') } }
    case 'VALIDATIONS_SERVICE_PLUGIN':
      return { validationsServicePlugin: { activeProviders: activeOf(settings, 'VALIDATIONS') } }
    case 'PURCHASE_RECOMMENDATIONS_SERVICE_PLUGIN':
      return { purchaseRecommendationsServicePlugin: { activeProviders: activeOf(settings, 'RECOMMENDATIONS') } }
  }
}
