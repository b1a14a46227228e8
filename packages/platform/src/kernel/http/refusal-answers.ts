import { type FieldViolation, type RefusalCode, refusals } from '@vitrine/contract'
import type { Refusal } from '../refusal.ts'

/** What every answer of the API says. */
export const commonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Wix-Request-Id, X-Wix-Consistent, Idempotent-Replayed, X-Vitrine-Ignored, Retry-After, RateLimit, RateLimit-Policy',
  'x-content-type-options': 'nosniff',
} as const

export function headersOf({ code, data }: Refusal): Record<string, string> {
  if (code === 'SERVICE_UNAVAILABLE') return { 'retry-after': '5' }
  if (code === 'TOO_MANY_REQUESTS') return { 'retry-after': String((data as unknown as { retryAfterSeconds: number }).retryAfterSeconds) }
  return {}
}

export function refusalBody({ code, data }: Refusal, description: string) {
  const refusal: { status: number; numeric?: true } = refusals[code]
  if (refusal.numeric) return errorBody(refusal.status, description, { ...data, code })
  if (code !== 'INVALID_ARGUMENT') return errorBody(code, description, data ?? {})
  const { fieldViolations } = data as unknown as { fieldViolations: FieldViolation[] }
  const message = fieldViolations.map(({ field, description }) => `${field || 'the payload'}: ${description}`).join('; ')
  return { message, details: { validationError: { fieldViolations } } }
}

export const errorBody = (code: RefusalCode | 'INTERNAL' | number, description: string, data: object) => ({
  message: description,
  details: { applicationError: { code, description, data } },
})
