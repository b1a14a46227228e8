import * as z from 'zod'
import { BusinessSchedule, BusinessScheduleInput, ConsentPolicy, ConsentPolicyInput } from './business-schedule.ts'
import { ShopName } from './general-settings.ts'
import { FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CountryCode, CurrencyCode, Decimal, Email, text, whole } from './primitives.ts'

const SiteLocale = z.object({ languageCode: z.string(), country: z.string().optional() })

/** The public properties of the business, as on its pages. */
export const SiteProperties = z.object({
  locale: SiteLocale,
  language: z.string(),
  /** The currency of all prices. */
  paymentCurrency: CurrencyCode,
  /** IANA name. */
  timeZone: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  /** As in the footer: its lines in `googleFormattedAddress`, with commas between them. */
  address: z.object({ country: CountryCode, isPhysical: z.boolean(), googleFormattedAddress: z.string() }).optional(),
  siteDisplayName: z.string(),
  businessName: z.string(),
  /** The address of the picture in place of the name. */
  logo: z.string().optional(),
  description: z.string().optional(),
  multilingual: z.object({
    supportedLanguages: z.array(
      z.object({
        languageCode: z.string(),
        locale: SiteLocale,
        isPrimary: z.boolean(),
        countryCode: z.string().optional(),
        resolutionMethod: z.enum(['QUERY_PARAM']),
      }),
    ),
    autoRedirect: z.boolean(),
  }),
  /** Absent if no opening hours are set. */
  businessSchedule: BusinessSchedule.optional(),
  consentPolicy: ConsentPolicy,
  trackClicksAnalytics: z.boolean(),
})
export interface SiteProperties extends z.infer<typeof SiteProperties> {}

/**
 * A decimal number: `value` of which the last `decimalPlaces` digits are after the point. `{ value: '1050', decimalPlaces: 2 }` is 10.50.
 */
const DecimalValue = z.object({ value: z.string(), decimalPlaces: z.int() })

/** The input of an address of the business: its parts, or the whole in one line. The parts win. */
const BusinessAddress = z.object({
  street: text(100).nullish(),
  streetNumber: text(30).nullish(),
  apartmentNumber: text(50).nullish(),
  zip: text(20).nullish(),
  city: text(50).nullish(),
  state: text(50).nullish(),
  country: CountryCode.nullish(),
  googleFormattedAddress: text(500).nullish(),
  isPhysical: z.boolean().nullish(),
})

const pair = { from: CurrencyCode, to: CurrencyCode }

/** What a published site reads before it shows a page. */
export const siteProperties = operations({
  /**
   * The properties of the business. `fields` names those that are wanted, with commas between them; without it all are sent.
   * `version` grows with each change of the shop's settings.
   */
  'GET /site-properties/v4/properties': operation({
    as: 'anyone',
    summary: 'Read the properties of the business',
    input: z.object({
      fields: FieldMask.nullish(),
    }),
    ok: z.object({ version: z.string(), properties: SiteProperties.partial() }),
    errors: [],
    aliases: ['/v4/properties'],
  }),
  /**
   * How the business is reached, as emails, invoices and pages show it. Absent fields stay unchanged, null clears; with `fields`
   * (`"email,phone"`) only those members are read. The shop has no fax: a number sent for one is refused.
   */
  'POST /site-properties/v4/properties/business-contact': operation({
    as: 'user',
    summary: 'Change how the business is reached',
    input: z.object({
      businessContact: z.object({
        email: Email.nullish(),
        phone: text(50).nullish(),
        fax: z.null('the shop has no fax').optional(),
        address: BusinessAddress.nullish(),
      }),
      fields: FieldMask.nullish(),
    }),
    ok: z.object({}),
    errors: [],
    aliases: ['/v4/properties/business-contact'],
  }),
  /**
   * What the business is called and says of itself. It has one name: `siteDisplayName` and `businessName` both set it, and where both are
   * sent they have to be the same. A logo is chosen among the shop's own media, so that here it can only be removed; the shop has no
   * company number.
   */
  'POST /site-properties/v4/properties/business-profile': operation({
    as: 'user',
    summary: 'Change what the business is called',
    input: z.object({
      businessProfile: z.object({
        siteDisplayName: ShopName.nullish(),
        businessName: ShopName.nullish(),
        description: text(200).nullish(),
        logo: z.null('the logo is chosen among the media of the shop').optional(),
        companyId: z.null('the shop has no company number').optional(),
      }),
      fields: FieldMask.nullish(),
    }),
    ok: z.object({}),
    errors: [],
    aliases: ['/v4/properties/business-profile'],
  }),
  /** When the business is open. The schedule is replaced as a whole; without any period and any special day there is none. */
  'POST /site-properties/v4/properties/business-schedule': operation({
    as: 'user',
    summary: 'Say when the business is open',
    input: z.object({ businessSchedule: BusinessScheduleInput }),
    ok: z.object({}),
    errors: [],
    aliases: ['/v4/properties/business-schedule'],
  }),
  /** What a published site may store and send about visitors who have not chosen yet: everything by default. */
  'POST /site-properties/v4/properties/policy': operation({
    as: 'user',
    summary: 'Say what a site may keep and share of visitors who have not chosen',
    input: z.object({ consentPolicy: ConsentPolicyInput }),
    ok: z.object({}),
    errors: [],
    aliases: ['/v4/properties/policy'],
  }),
  /** The shop sells in one currency and stores no exchange rates: it returns the rate of its currency to itself, and refuses others. */
  'GET /currency_converter/v1/currencies/rate/{from}/convert/{to}': operation({
    as: 'anyone',
    summary: 'Read the rate between two currencies',
    input: z.object(pair),
    ok: z.object({ rate: DecimalValue }),
    errors: ['CONVERSION_RATE_NOT_FOUND'],
    aliases: ['/_api/currency-converter/v1/currencies/rate/{from}/convert/{to}'],
  }),
  /** Up to 100 amounts, at the rate of the call above. */
  'POST /currency_converter/v1/currencies/amounts/{from}/convert/{to}': operation({
    as: 'anyone',
    summary: 'Convert amounts between two currencies',
    reads: true,
    input: z.object({
      ...pair,
      amounts: z
        .array(z.object({ value: Decimal.max(30), decimalPlaces: whole(0, 20).nullish() }))
        .min(1)
        .max(100),
    }),
    ok: z.object({ amounts: z.array(DecimalValue) }),
    errors: ['CONVERSION_RATE_NOT_FOUND'],
    aliases: ['/_api/currency-converter/v1/currencies/amounts/{from}/convert/{to}'],
  }),
})
