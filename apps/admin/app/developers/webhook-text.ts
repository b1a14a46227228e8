import type { Webhook, WebhookAttempt, WebhookState } from '@vitrine/contract'

/** How a webhook does: one whose latest attempt failed is failing, although it does not rest yet. */
export const stateOf = ({ state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>): WebhookState =>
  state === 'ACTIVE' && failingSince !== undefined ? 'FAILING' : state

export const stateText: Readonly<Record<WebhookState, string>> = {
  ACTIVE: 'All fine',
  PAUSED: 'Paused',
  FAILING: 'Failing',
  STOPPED: 'Stopped',
}

export const stateSign = {
  ACTIVE: { tone: 'done', sign: 'c-full' },
  PAUSED: { tone: undefined, sign: 'c-slash' },
  FAILING: { tone: 'bad', sign: 'c-x' },
  STOPPED: { tone: 'bad', sign: 'c-x' },
} as const

/**
 * What an event type is called on a page: its entity, and what happened to it.
 *
 * @example
 * eventName('wix.ecom.v1.order_approved', 'wix.ecom.v1.order') // 'order approved'
 */
export function eventName(type: string, entity = ''): string {
  const last = type.slice(type.lastIndexOf('.') + 1)
  if (/^[A-Z]/.test(last)) return last.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  const of = entity.slice(entity.lastIndexOf('.') + 1)
  return (last.startsWith(`${of}_`) && of !== '' ? `${of} ${last.slice(of.length + 1)}` : last).replaceAll('_', ' ')
}

/**
 * Which events a webhook receives: `All events`, or their groups with how many of each.
 *
 * @example
 * eventsText(['wix.ecom.v1.order_approved'], types) // 'order approved'
 */
export function eventsText(events: readonly string[], types: readonly { readonly type: string; readonly entity: string }[]): string {
  if (events.length > 1 && types.every(({ type }) => events.includes(type))) return 'All events'
  const entityOf = new Map(types.map(({ type, entity }) => [type, entity]))
  const groups = [...Map.groupBy(events, (type) => entityOf.get(type) ?? '')]
  return groups
    .map(([entity, [first = '', ...more]]) =>
      entity === '' || more.length === 0
        ? [first, ...more].map((type) => eventName(type, entity)).join(', ')
        : `${groupName(entity).toLowerCase()} (${more.length + 1})`,
    )
    .join(', ')
}

/** What a group of events is called: `Order`, `Back in stock notification request`. */
export function groupName(entity: string): string {
  const words = entity.slice(entity.lastIndexOf('.') + 1).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const withoutAnswer: Readonly<Record<string, string>> = {
  TIMEOUT: 'no answer in time',
  UNREACHABLE: 'not reached',
  REDIRECT: 'leads elsewhere',
  TOO_LARGE: 'answered too much',
  OUTBOUND_ADDRESS_NOT_ALLOWED: 'address not allowed',
}

export const answerText = ({ status, code = '' }: Pick<WebhookAttempt, 'status' | 'code'>): string =>
  status === undefined ? (withoutAnswer[code] ?? code) : String(status)

/** Whether an attempt was not answered with 2xx. */
export const isFailed = ({ status = 0 }: Pick<WebhookAttempt, 'status'>): boolean => status < 200 || status > 299

export const tookText = (milliseconds: number): string => `${milliseconds.toLocaleString('en-GB')} ms`

/** JSON as people read it; what is none, as it is. */
export function readable(body: string): string {
  const value = parsed(body)
  if (value === body) return body
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' && inner.startsWith('{') ? parsed(inner) : inner), 2)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
