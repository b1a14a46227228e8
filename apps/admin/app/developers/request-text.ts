import type { LoggedBodyState, LoggedRequest, LoggedRequestDetail, ReplayHindrance, RequestCaller } from '@vitrine/contract'

/** How an answer is marked: done, refused or failed. */
export const statusSign = (status: number) =>
  status < 400
    ? ({ tone: 'done', sign: 'c-full' } as const)
    : status < 500
      ? ({ tone: 'warn', sign: 't-warn' } as const)
      : ({ tone: 'bad', sign: 'c-x' } as const)

const kinds: Readonly<Record<RequestCaller['kind'], string>> = {
  API_KEY: 'API key',
  APP: 'App',
  VISITOR: 'Visitor',
  MEMBER: 'Member',
  STAFF: 'Staff',
  UNKNOWN: 'Not identified',
}

/**
 * Who called: `Warehouse`, or `Visitor of Phone app`.
 *
 * @example
 * callerText({ kind: 'VISITOR', name: 'Phone app' }) // 'Visitor of Phone app'
 */
export function callerText({ kind, name }: RequestCaller): string {
  if (!name) return kinds[kind]
  return kind === 'VISITOR' || kind === 'MEMBER' ? `${kinds[kind]} of ${name}` : name
}

const states: Readonly<Record<LoggedBodyState, string>> = {
  WHOLE: '',
  WITHOUT_SECRETS: 'Secrets are removed.',
  CUT: 'Only its first 16 kB are stored.',
  LEFT_OUT: 'It is not stored: it may contain secrets, or it is very long.',
  NOT_YOURS: 'Your role may not read what this request is about.',
  NONE: 'There is none.',
}

/** What is said of a body beside its text. */
export const bodyNote = (state: LoggedBodyState): string => states[state]

const hindrances: Readonly<Record<ReplayHindrance, string>> = {
  SIGN_IN: 'Requests with passwords, tokens or keys are not replayed.',
  REQUEST_LOG: 'Requests to the log itself are not replayed.',
  NO_OPERATION: 'There is no operation at this path.',
  BODY_NOT_WHOLE: 'It cannot be replayed: its body is not stored as a whole.',
  QUERY_NOT_WHOLE: 'It cannot be replayed: its address is stored without a secret.',
}

export const hindranceText = (hindrance: ReplayHindrance): string => hindrances[hindrance]

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The request as a command. The key is read from the environment: the log does not have it.
 *
 * @example
 * curlOf('https://shop.example', request) // curl 'https://shop.example/ecom/v1/orders/…' \ …
 */
export function curlOf(
  origin: string,
  { method, path, query, request }: Pick<LoggedRequestDetail, 'method' | 'path' | 'query' | 'request'>,
): string {
  const parts = [
    `curl ${quoted(`${origin}${path}${query ? `?${query}` : ''}`)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: $VITRINE_API_KEY"',
    ...(request.text === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(request.text)}`]),
  ]
  return parts.join(' \\\n  ')
}

export const requestName = ({ method, path }: Pick<LoggedRequest, 'method' | 'path'>): string => `${method} ${path}`
