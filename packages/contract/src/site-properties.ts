import * as z from 'zod'
import { Address } from './addresses.ts'
import { FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CountryCode, CurrencyCode, Decimal, Flag, Guid, whole } from './primitives.ts'

const SiteLocale = z.object({ languageCode: z.string(), country: z.string().optional() })

/** What everybody may know of the business: what its pages say. */
export const SiteProperties = z.object({
  locale: SiteLocale,
  language: z.string(),
  /** The currency of all prices. */
  paymentCurrency: CurrencyCode,
  /** IANA name. */
  timeZone: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  /** As it stands in the footer: its lines in `googleFormattedAddress`, with commas between them. */
  address: z.object({ country: CountryCode, isPhysical: z.boolean(), googleFormattedAddress: z.string() }).optional(),
  siteDisplayName: z.string(),
  businessName: z.string(),
  /** The address of the picture in the place of the name. */
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
  trackClicksAnalytics: z.boolean(),
})
export interface SiteProperties extends z.infer<typeof SiteProperties> {}

/** A decimal number: `value` of which the last `decimalPlaces` digits stand after the point. `{ value: '1050', decimalPlaces: 2 }` is 10.50. */
const DecimalValue = z.object({ value: z.string(), decimalPlaces: z.int() })

/** When stock is taken: with the order here, before it is paid. */
const OrdersSettings = z.object({ inventoryUpdateTrigger: z.enum(['ON_ORDER_PLACED', 'ON_ORDER_PAID']) })

/** Where the business is, by the places that hold its stock. */
export const LocationOfBusiness = z.object({
  id: Guid,
  name: z.string(),
  default: z.boolean(),
  status: z.enum(['ACTIVE', 'INACTIVE']),
  locationType: z.enum(['UNKNOWN', 'BRANCH', 'OFFICES', 'RECEPTION', 'HEADQUARTERS', 'INVENTORY']),
  locationTypes: z.array(z.enum(['UNKNOWN', 'BRANCH', 'OFFICES', 'RECEPTION', 'HEADQUARTERS', 'INVENTORY'])),
  /** IANA name. */
  timeZone: z.string(),
  address: Address.optional(),
  revision: z.string(),
  archived: z.boolean(),
})
export interface LocationOfBusiness extends z.infer<typeof LocationOfBusiness> {}

const pair = { from: CurrencyCode, to: CurrencyCode }

/** What the frame of a published site reads before it shows a page. */
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
  /** The shop sells in one currency and keeps no exchange rates: it knows the rate of a currency to itself, and refuses others. */
  'GET /currency_converter/v1/currencies/rate/{from}/convert/{to}': operation({
    as: 'anyone',
    summary: 'Read the rate between two currencies',
    input: z.object(pair),
    ok: z.object({ rate: DecimalValue }),
    errors: ['CONVERSION_RATE_NOT_FOUND'],
    aliases: ['/_api/currency-converter/v1/currencies/rate/{from}/convert/{to}'],
  }),
  /** Up to 100 amounts, by the rate that the call above knows. */
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
  /** Stock is taken when an order is placed. */
  'GET /ecom/v1/orders-settings': operation({
    as: 'user',
    summary: 'Read when an order takes its stock',
    input: z.object({}),
    ok: z.object({ ordersSettings: OrdersSettings }),
    errors: [],
  }),
})

/** The locations of the business. */
export const businessLocations = operations({
  'GET /locations/v1/locations/{id}': operation({
    as: 'user',
    summary: 'Read a location of the business',
    input: z.object({ id: Guid }),
    ok: z.object({ location: LocationOfBusiness }),
    errors: ['LOCATION_NOT_FOUND'],
    aliases: ['/v1/locations/{id}'],
  }),
  /** In the order in which sales take from them, or by name. Those that were closed are `INACTIVE`. */
  'GET /locations/v1/locations': operation({
    as: 'user',
    summary: 'List the locations of the business',
    input: z.object({
      sort: z.object({ fieldName: z.enum(['name']), order: z.enum(['ASC', 'DESC']).nullish() }).nullish(),
      paging: z.object({ limit: whole(1, 100).nullish(), offset: whole(0, 10_000).nullish() }).nullish(),
      includeArchived: Flag.nullish(),
    }),
    ok: z.object({
      locations: z.array(LocationOfBusiness),
      pagingMetadata: z.object({ count: z.int(), offset: z.int(), hasNext: z.boolean() }),
      authorizedLocationEntities: z.array(Guid),
    }),
    errors: [],
    aliases: ['/v1/locations'],
  }),
})
