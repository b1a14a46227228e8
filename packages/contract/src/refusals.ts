import type * as z from 'zod'
import { buyingRefusals } from './refusals/buying.ts'
import { catalogueRefusals } from './refusals/catalogue.ts'
import { deliveryAndTaxRefusals } from './refusals/delivery-and-tax.ts'
import { mediaRefusals } from './refusals/media.ts'
import { ordersRefusals } from './refusals/orders.ts'
import { peopleRefusals } from './refusals/people.ts'
import { shopRefusals } from './refusals/shop.ts'

export { FieldViolation, RuleType } from './refusals/facts.ts'

/**
 * Every refusal a caller can get: the code on the wire (`details.applicationError.code`), its HTTP status, a sentence for the developer who
 * reads it, and the facts it carries in `data`.
 */
export const refusals = {
  ...peopleRefusals,
  ...catalogueRefusals,
  ...buyingRefusals,
  ...ordersRefusals,
  ...deliveryAndTaxRefusals,
  ...shopRefusals,
  ...mediaRefusals,
} as const

export type RefusalCode = keyof typeof refusals

/** The facts that a refusal carries, or `undefined` if there are none. */
export type RefusalData<C extends RefusalCode> = C extends RefusalCode
  ? (typeof refusals)[C] extends { data: infer S extends z.ZodType }
    ? z.infer<S>
    : undefined
  : never

/** What any operation may refuse with; an operation lists only its own codes. */
export const commonCodes = [
  'INVALID_ARGUMENT',
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'INVALID_TOKEN',
  'PERMISSION_DENIED',
  'SITE_ID_MISMATCH',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_TIMEOUT',
  'REQUEST_HEADERS_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'STALE_REVISION',
] as const satisfies readonly RefusalCode[]
export type CommonCode = (typeof commonCodes)[number]
