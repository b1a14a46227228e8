import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { PageFieldValue } from './page-document.ts'
import { CursorPagingMetadata } from './paging.ts'
import { amount, CurrencyCode, Decimal, Guid, Instant, text } from './primitives.ts'
import { CheckoutBillingFields } from './shop-settings.ts'

/** Whether an address field is shown, and whether it is required for an order. */
export const FieldRequirement = z.enum(['HIDDEN', 'OPTIONAL', 'REQUIRED'])
export type FieldRequirement = z.infer<typeof FieldRequirement>

export const CustomFieldType = z.enum(['TEXT', 'LONG_TEXT', 'CHOICE', 'CHECKBOX'])
export type CustomFieldType = z.infer<typeof CustomFieldType>

/** An additional question to buyers: the answer is in the `customFields` of checkout and order, under its title. */
export const CheckoutQuestion = z.object({
  /** Unique among the questions, and the name of the answer. */
  title: z.string(),
  type: CustomFieldType,
  /** Of a checkbox: it has to be ticked. */
  required: z.boolean(),
  hint: z.string().optional(),
  /** Of a `CHOICE`. */
  choices: z.array(z.string()),
})
export interface CheckoutQuestion extends z.infer<typeof CheckoutQuestion> {}

const Fields = { company: FieldRequirement, vatId: FieldRequirement, addressLine2: FieldRequirement, phone: FieldRequirement }

/** What the checkout asks of buyers, beyond the published settings of the page. */
export const CheckoutForm = z.object({
  fields: z.object(Fields),
  questions: z.array(CheckoutQuestion),
  /** Whether coupons can be used at all. */
  couponsAccepted: z.boolean(),
  /** The minimum value of goods for an order. */
  minimumSubtotal: Decimal.optional(),
  updatedDate: Instant.optional(),
})
export interface CheckoutForm extends z.infer<typeof CheckoutForm> {}

const QuestionInput = z.object({
  title: text(100, 1),
  type: CustomFieldType.default('TEXT'),
  required: z.boolean().nullish(),
  hint: text(200).nullish(),
  choices: z.array(text(100, 1)).max(50).nullish(),
})

export const CheckoutFormInput = z.object({
  fields: z
    .object({
      company: FieldRequirement.nullish(),
      vatId: FieldRequirement.nullish(),
      addressLine2: FieldRequirement.nullish(),
      phone: FieldRequirement.nullish(),
    })
    .nullish(),
  questions: z.array(QuestionInput).max(20).nullish(),
  couponsAccepted: z.boolean().nullish(),
  minimumSubtotal: amount(4).nullish(),
})
export interface CheckoutFormInput extends z.output<typeof CheckoutFormInput> {}

const Shown = z.object({ title: z.string(), content: z.string() })
const Box = z.object({ checkedByDefault: z.boolean(), label: z.string() })

/** What the checkout page shows and asks, without what the merchant hides. */
export const CheckoutPage = z.object({
  currency: CurrencyCode,
  /** With `slug` it is a page of the shop, at `/{slug}`; without, `content` is its text. */
  policies: z.array(Shown.extend({ name: z.string(), digitalOnly: z.boolean(), slug: z.string().optional() })),
  /** Has to be ticked to place an order; `labelForFiles` if files are among the items. */
  policyAgreement: Box.extend({ labelForFiles: z.string() }).optional(),
  /** Optional: with it the buyer subscribes to news by email. */
  subscription: Box.optional(),
  /** Whether the card of an order is saved for charges that are agreed on later. */
  savedCards: z.boolean(),
  giftCardsAccepted: z.boolean(),
  couponsAccepted: z.boolean(),
  billingFields: CheckoutBillingFields,
  fields: z.object(Fields),
  questions: z.array(CheckoutQuestion),
  minimumSubtotal: Decimal.optional(),
})
export interface CheckoutPage extends z.infer<typeof CheckoutPage> {}

/** A version of one of the shop's pages. */
export const AgreedPage = z.object({
  id: Guid,
  title: z.string(),
  version: z.int(),
  /** The values of its fields from the settings when it was agreed to. */
  fields: z.array(PageFieldValue).optional(),
})
export interface AgreedPage extends z.infer<typeof AgreedPage> {}

export const ConsentType = z.enum(['POLICIES', 'MARKETING'])
export type ConsentType = z.infer<typeof ConsentType>

/** What a buyer agreed to with an order: when, and in which words. */
export const Consent = z.object({
  id: Guid,
  type: ConsentType,
  email: z.string(),
  /** The sentence beside the box that was ticked. */
  words: z.string(),
  /** The versions of the shop's pages that the sentence is about. */
  pages: z.array(AgreedPage).optional(),
  orderId: Guid,
  checkoutId: Guid,
  visitorId: Guid.optional(),
  memberId: Guid.optional(),
  createdDate: Instant,
})
export interface Consent extends z.infer<typeof Consent> {}

export const checkoutForm = operations({
  'GET /vitrine/v1/checkout-form': operation({
    as: 'user',
    summary: 'Read what the checkout asks of buyers',
    input: z.object({}),
    ok: z.object({ checkoutForm: CheckoutForm }),
    errors: [],
  }),

  /** Absent fields stay unchanged, null restores the default; `questions` are replaced as a whole. */
  'PATCH /vitrine/v1/checkout-form': operation({
    as: 'user',
    summary: 'Change what the checkout asks of buyers',
    input: z.object({ checkoutForm: CheckoutFormInput }),
    ok: z.object({ checkoutForm: CheckoutForm }),
    errors: [],
  }),

  /** For programs that render a checkout. */
  'GET /vitrine/v1/checkout-page': operation({
    as: 'anyone',
    summary: 'Read what a checkout page shows and asks',
    input: z.object({}),
    ok: z.object({ checkoutPage: CheckoutPage }),
    errors: [],
  }),

  /** Filter by `id`, `type`, `email`, `orderId` and `createdDate`; newest first by default. */
  'POST /vitrine/v1/consents/query': operation({
    as: 'user',
    summary: 'Find what buyers said yes to',
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ consents: z.array(Consent), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),
})
