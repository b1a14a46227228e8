import { areaOf, costOf, isWrite, type Operation, type ReplayHindrance, type Right, type Route, rightFor } from '@vitrine/contract'
import type { AnsweredRequest } from '../../kernel/http/recording.ts'
import type { StoredBody } from './bodies.ts'

/** What signs people in, or is about their own account. */
const signIns = [
  '/oauth2',
  '/_api/iam',
  '/vitrine/v1/authorize-requests',
  '/vitrine/v1/device-accounts',
  '/vitrine/v1/sign-in',
  '/vitrine/v1/captcha',
  '/vitrine/v1/members/my/',
  '/vitrine/v1/me',
  '/vitrine/v1/staff/recovery',
  '/vitrine/v1/staff/invitations',
  '/vitrine/v1/sandbox/card-tokens',
]
/** Emails with their codes, and answers with all the data that there is about somebody. */
const readOnce = ['/vitrine/v1/inbox', '/vitrine/v1/personal-data', '/vitrine/v1/request-log']

const pathOf = (line: Route): string => line.slice(line.indexOf(' ') + 1)
const startsWithOne = (path: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => path === beginning || path.startsWith(beginning.endsWith('/') ? beginning : `${beginning}/`))

/** Whether an operation takes or answers secrets, so that none of its bodies is stored and it is never sent again. */
export function isAboutSecrets(line: Route, operation: Operation): boolean {
  return (
    operation.confidential === true ||
    operation.takesForm === true ||
    costOf(line, operation) === 'guess' ||
    startsWithOne(pathOf(line), signIns)
  )
}

/** Whether bodies of an operation are never stored. */
export const leavesBodiesOut = (line: Route, operation: Operation): boolean =>
  isAboutSecrets(line, operation) || startsWithOne(pathOf(line), readOnce)

/** Whether a `code` in a body of an operation is worth money. */
export const isAboutGiftCards = (line: Route): boolean => areaOf(line) === 'giftCards'

/** What it takes to read what an operation sent and answered: the right to read what it is about. */
export function rightToRead(line: Route, operation: Operation): Right {
  const right = rightFor(line, operation)
  return isWrite(line, operation) ? (right.replace(/\.write$/, '.read') as Right) : right
}

/** Why a request cannot be sent again as it was; undefined where it can. */
export function hindranceOf(
  { line, operation }: { readonly line: Route | undefined; readonly operation: Operation | undefined },
  { request, secretRemoved }: { readonly request: Pick<StoredBody, 'state'>; readonly secretRemoved: boolean },
): ReplayHindrance | undefined {
  if (line === undefined || operation === undefined) return 'NO_OPERATION'
  if (pathOf(line).startsWith('/vitrine/v1/request-log')) return 'REQUEST_LOG'
  if (isAboutSecrets(line, operation)) return 'SIGN_IN'
  if (secretRemoved) return 'QUERY_NOT_WHOLE'
  return request.state === 'WHOLE' || request.state === 'NONE' ? undefined : 'BODY_NOT_WHOLE'
}

/**
 * Whether a request is recorded: `ALWAYS` those of programs and replays, `SOME` of what others than the staff were refused or what failed, up to
 * a number a minute. Pages that are rendered in this process, the staff in the admin, and whoever shops without trouble are never.
 */
export function recordingOf({ request, caller, answer, replay }: Pick<AnsweredRequest, 'request' | 'caller' | 'answer' | 'replay'>) {
  if (replay) return 'ALWAYS'
  if (request.internal || caller?.kind === 'user') return 'NEVER'
  if (caller?.kind === 'app') return 'ALWAYS'
  return answer.status >= 400 && request.headers['authorization'] ? 'SOME' : 'NEVER'
}
