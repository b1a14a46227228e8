import { createHmac } from 'node:crypto'
import type { WebhookFormat } from '@vitrine/contract'
import { signingWith } from '../../kernel/rs256.ts'
import type { ToldEvent } from './delivery-store.ts'
import type { WebhookKey } from './keys.ts'

/** A request is good for so long: the published client looks at its `exp`. */
const goodForSeconds = 300

export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a request says, before it is signed: of `JWT` the text of the claim `data`, of `STANDARD` the body. */
export const bodyOf = (format: WebhookFormat, site: string, { type, occurredAt, identity, payload }: ToldEvent): string =>
  format === 'JWT'
    ? JSON.stringify({ eventType: type, instanceId: site, identity, accountInfo: { accountId: site }, data: payload })
    : `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(occurredAt.toISOString())},"instanceId":${JSON.stringify(site)},"identity":${identity},"data":${payload}}`

export const headersOf = (format: WebhookFormat, { id }: Pick<ToldEvent, 'id'>, at: Date): Readonly<Record<string, string>> => ({
  'content-type': format === 'JWT' ? 'text/plain; charset=utf-8' : 'application/json',
  'user-agent': 'Vitrine-Webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
})

/** @param at real time, which receivers compare with theirs; @param keys those that are good, the oldest first */
export function requestOf(format: WebhookFormat, site: string, event: ToldEvent, keys: readonly WebhookKey[], at: Date): WebhookRequest {
  const headers = headersOf(format, event, at)
  const body = bodyOf(format, site, event)
  const iat = Math.floor(at.getTime() / 1000)
  if (format === 'JWT')
    return { headers, body: signingWith(keys[0]!.secret)({ data: body, iat, exp: iat + goodForSeconds, jti: event.id }) }
  const signature = keys.map(({ secret }) => `v1,${standardSignature(secret, event.id, iat, body)}`).join(' ')
  return { headers: { ...headers, 'webhook-signature': signature }, body }
}

/** As Standard Webhooks has it: HMAC-SHA256 of id, timestamp and body, with the bytes that the secret is base64 of. */
export const standardSignature = (secret: string, id: string, timestamp: number, body: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
