import * as z from 'zod'
import { Destination } from './delivery-profile.ts'
import { operation, operations } from './operation.ts'
import { CurrencyCode, Instant, many, text } from './primitives.ts'

const Shown = z.object({ visible: z.boolean(), content: z.string() })
const Checkbox = z.object({ visible: z.boolean(), checkedByDefault: z.boolean() })

export const CheckoutBillingFields = z.enum(['All_FIELDS', 'MINIMUM_REQUIRED_FIELDS'])
export type CheckoutBillingFields = z.infer<typeof CheckoutBillingFields>

/** What the checkout page says, asks and does. */
export const CheckoutSettings = z.object({
  checkoutPolicies: z.object({
    termsAndConditions: Shown,
    privacyPolicy: Shown,
    returnPolicy: Shown,
    digitalItemPolicy: Shown,
    contactUs: Shown,
    customPolicy: Shown.extend({ title: z.string() }),
  }),
  checkoutFields: z.object({
    subscriptionCheckbox: Checkbox,
    policyAgreementCheckbox: Checkbox,
    giftCardRedeemEnabled: z.boolean(),
    mitEnabled: z.boolean(),
    delayCaptureEnabled: z.boolean(),
    captureBeforeExpiryEnabled: z.boolean(),
  }),
  checkoutBillingFields: CheckoutBillingFields,
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
})
export interface CheckoutSettings extends z.infer<typeof CheckoutSettings> {}

const ShownInput = z.object({ visible: z.boolean().nullish(), content: text(50_000).nullish() }).nullish()
const CheckboxInput = z.object({ visible: z.boolean().nullish(), checkedByDefault: z.boolean().nullish() }).nullish()

export const CheckoutSettingsInput = z.object({
  checkoutPolicies: z
    .object({
      termsAndConditions: ShownInput,
      privacyPolicy: ShownInput,
      returnPolicy: ShownInput,
      digitalItemPolicy: ShownInput,
      contactUs: ShownInput,
      customPolicy: z.object({ visible: z.boolean().nullish(), content: text(50_000).nullish(), title: text(250).nullish() }).nullish(),
    })
    .nullish(),
  checkoutFields: z
    .object({
      subscriptionCheckbox: CheckboxInput,
      policyAgreementCheckbox: CheckboxInput,
      giftCardRedeemEnabled: z.boolean().nullish(),
      mitEnabled: z.boolean().nullish(),
      delayCaptureEnabled: z.boolean().nullish(),
      captureBeforeExpiryEnabled: z.boolean().nullish(),
    })
    .nullish(),
  checkoutBillingFields: CheckoutBillingFields.optional(),
})

export const EcommerceSettingsField = z.enum([
  'ADDITIONAL_FEES_SERVICE_PLUGIN',
  'VALIDATIONS_SERVICE_PLUGIN',
  'TAX',
  'DISCOUNT_RULES',
  'CHECKOUT',
  'DELIVERY',
  'PREMIUM_SITE',
  'BUSINESS_INFO',
  'PURCHASE_RECOMMENDATIONS_SERVICE_PLUGIN',
])
export type EcommerceSettingsField = z.infer<typeof EcommerceSettingsField>

const PlugIns = z.object({ activeProviders: z.array(z.object({ appId: z.string() })) })

export const EcommerceSettings = z.object({
  additionalFeesServicePlugin: PlugIns.optional(),
  validationsServicePlugin: PlugIns.optional(),
  purchaseRecommendationsServicePlugin: PlugIns.optional(),
  tax: z.object({ configured: z.boolean(), taxIncludedInItemPrices: z.boolean() }).optional(),
  discountRules: z.object({ active: z.boolean() }).optional(),
  checkout: CheckoutSettings.optional(),
  delivery: z
    .object({
      destinationScope: z.enum(['SPECIFIC_DESTINATIONS', 'WORLDWIDE']),
      destinations: z.array(Destination),
      postalCodeRequired: z.boolean(),
    })
    .optional(),
  premiumSite: z.boolean().optional(),
  businessInfo: z
    .object({
      currency: CurrencyCode,
      language: z.string(),
      locale: z.object({ language: z.string(), country: z.string().optional() }),
      name: z.string(),
      email: z.string().optional(),
      timeZone: z.string(),
      siteDisplayName: z.string(),
    })
    .optional(),
})
export interface EcommerceSettings extends z.infer<typeof EcommerceSettings> {}

export const Currency = z.object({ code: CurrencyCode, symbol: z.string() })
export interface Currency extends z.infer<typeof Currency> {}

export const shopSettings = operations({
  'GET /ecom/v1/checkout-settings': operation({
    as: 'user',
    summary: 'Read what the checkout says and asks',
    input: z.object({}),
    ok: z.object({ checkoutSettings: CheckoutSettings }),
    errors: [],
  }),
  /**
   * Absent fields stay unchanged, null restores the default. With `mitEnabled` the card of an order is saved where its provider saves
   * cards, for charges that are agreed on later; the page says so beside the button.
   */
  'PATCH /ecom/v1/checkout-settings': operation({
    as: 'user',
    summary: 'Change what the checkout says and asks',
    input: z.object({ checkoutSettings: CheckoutSettingsInput }),
    ok: z.object({ checkoutSettings: CheckoutSettings }),
    errors: [],
  }),
  'GET /_api/ecommerce-settings/v1/ecommerce-settings': operation({
    as: 'user',
    summary: 'Read the settings of the shop at once',
    input: z.object({ fields: many(EcommerceSettingsField, 25) }),
    ok: z.object({ ecommerceSettings: EcommerceSettings, errors: z.array(z.object({ requestedField: EcommerceSettingsField })) }),
    errors: [],
  }),
  'GET /currency_converter/v1/currencies': operation({
    as: 'anyone',
    summary: 'List the currencies of the world',
    input: z.object({}),
    ok: z.object({ currencies: z.array(Currency) }),
    errors: [],
  }),
})
