import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { CountryCode, CurrencyCode, Email, many, text } from './primitives.ts'

/** What a shop may be called. */
export const ShopName = text(100, 1).regex(
  /^[^<>"\r\n]*\S[^<>"\r\n]*$/,
  'may hold no angle brackets, quotes and line breaks, and not nothing',
)

const Unit = z.enum(['KG', 'LB'])

/** A shop's name, address, currency and units. */
export const GeneralSettings = z.object({
  /** Changes whenever one of the values below does. */
  revision: z.string(),
  name: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  /** The lines of the shop's own address, as on emails, invoices and packing slips. */
  address: z.array(z.string()),
  country: CountryCode,
  currency: CurrencyCode,
  /** BCP 47: how amounts and days are written, such as `en-IE`. */
  locale: z.string(),
  /** IANA name of the shop's time zone. */
  timeZone: z.string(),
  weightUnit: Unit,
  /** How long entries of the audit log are stored. */
  auditMonths: z.int(),
  /** Whether everybody sees the hosted shop; while it is closed, visitors read that it opens soon. The API answers either way. */
  open: z.boolean(),
})
export interface GeneralSettings extends z.infer<typeof GeneralSettings> {}

/** How orders are numbered: consecutively. */
export const OrderNumbers = z.object({
  /** The number of the next order, unless another is placed before. */
  next: z.int(),
  /** The highest one assigned; absent if there is none yet. */
  last: z.int().optional(),
})
export interface OrderNumbers extends z.infer<typeof OrderNumbers> {}

export const generalSettings = operations({
  'GET /vitrine/v1/general-settings': operation({
    as: 'user',
    summary: 'Read what the shop is called, where it stands and what it counts in',
    input: z.object({}),
    ok: z.object({ generalSettings: GeneralSettings }),
    errors: [],
  }),

  /**
   * Absent fields stay unchanged; null clears what may be absent. Another currency does not convert prices: 26.00 euros become 26.00
   * dollars. Orders, gift cards and subscriptions keep the currency that they were made in. A currency with other decimals is accepted only
   * while nothing has a price. Opening or closing the shop takes effect with the next page that is requested.
   */
  'PATCH /vitrine/v1/general-settings': operation({
    as: 'user',
    summary: 'Change what the shop is called, where it stands or what it counts in',
    input: z.object({
      generalSettings: z.object({
        revision: text(40).nullish(),
        name: ShopName.optional(),
        email: Email.nullish(),
        phone: text(50).nullish(),
        address: many(text(100, 1), 8).optional(),
        country: CountryCode.optional(),
        currency: CurrencyCode.optional(),
        locale: text(35, 2).optional(),
        timeZone: text(60, 1).optional(),
        weightUnit: Unit.optional(),
        auditMonths: z.int().min(12).max(120).optional(),
        open: z.boolean().optional(),
      }),
    }),
    ok: z.object({ generalSettings: GeneralSettings }),
    errors: ['CURRENCY_HAS_OTHER_DECIMALS'],
  }),

  'GET /vitrine/v1/order-numbers': operation({
    as: 'user',
    summary: 'Read how orders are numbered',
    input: z.object({}),
    ok: z.object({ orderNumbers: OrderNumbers }),
    errors: [],
  }),

  /** From a number on that no order has had; never below one already assigned. */
  'PATCH /vitrine/v1/order-numbers': operation({
    as: 'user',
    summary: 'Say which number the next order gets',
    input: z.object({ orderNumbers: z.object({ next: z.int().min(1).max(999_999_999_999) }) }),
    ok: z.object({ orderNumbers: OrderNumbers }),
    errors: ['ORDER_NUMBER_TAKEN'],
  }),
})
