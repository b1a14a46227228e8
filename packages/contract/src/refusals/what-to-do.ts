import type { CommonCode } from '../refusals.ts'

/** What a program does about the refusals of any operation. */
export const whatToDo: Readonly<Record<CommonCode, string>> = {
  INVALID_ARGUMENT:
    'Correct the fields named in `fieldViolations`: `violatedRule` says which rule, its `data` the bounds. Not to be repeated as it is.',
  MALFORMED_REQUEST: 'Send a body in UTF-8 JSON and an address that is encoded properly; `reason` says what could not be read.',
  UNAUTHENTICATED: 'Send a token in `Authorization`: a visitor’s from `POST /oauth2/token`, or an API key.',
  INVALID_TOKEN:
    'Renew the access token with the refresh token, once, and repeat the call. If that is refused too, begin with a new visitor, or check the API key.',
  PERMISSION_DENIED: 'Call with an API key, or as a person, with the right that the reference names for the operation.',
  SITE_ID_MISMATCH: 'Send the site id that stands in the admin under *Developers*, or leave the header out.',
  ROUTE_NOT_FOUND: 'Compare path and method with the reference: a path parameter that is empty leads here too.',
  METHOD_NOT_ALLOWED: 'Use the method that the reference has for this path.',
  PAYLOAD_TOO_LARGE: 'Send less at once: bulk operations take part of a list, files are uploaded in parts.',
  UNSUPPORTED_MEDIA_TYPE: 'Send `Content-Type: application/json`.',
  REQUEST_TIMEOUT: 'Send it again, a write under the same `Idempotency-Key`.',
  REQUEST_HEADERS_TOO_LARGE: 'Send fewer or smaller headers; a cookie of the site is often the cause.',
  TOO_MANY_REQUESTS: 'Wait for `Retry-After` seconds, then go on more slowly.',
  SERVICE_UNAVAILABLE: 'Send it again after a second, then after longer pauses, a write under the same `Idempotency-Key`.',
  IDEMPOTENCY_IN_PROGRESS: 'Ask again under the same key after a moment: the answer is that of the first request.',
  IDEMPOTENCY_KEY_REUSED: 'Use a new `Idempotency-Key` for each thing that is to be done.',
  STALE_REVISION: 'Read the entity again, apply the change to what it is now, and send it with the new `revision`.',
}
