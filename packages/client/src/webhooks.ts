import type { EventData, EventType } from '@vitrine/contract'

/** Who caused an event. */
export interface EventIdentity {
  readonly identityType: 'UNKNOWN' | 'ANONYMOUS_VISITOR' | 'MEMBER' | 'WIX_USER' | 'APP'
  readonly anonymousVisitorId?: string
  readonly memberId?: string
  readonly wixUserId?: string
  readonly appId?: string
}

/** An event as it was sent, with the types of its data. */
export type WebhookEvent = {
  readonly [Type in EventType]: {
    readonly type: Type
    /** The shop's id. */
    readonly instanceId: string
    readonly identity: EventIdentity
    /** The same however often it is sent: remember it to handle nothing twice. Absent for events of the catalogue in a JWT. */
    readonly id?: string
    readonly entityId?: string
    /** Greater for each event of an entity; compare them as `BigInt`. */
    readonly entityEventSequence?: string
    readonly eventTime?: string
    /** The entity, the body of an action, or the plain data. Of what was gone when it was sent, only the id. */
    readonly data: Partial<EventData<Type>>
  }
}[EventType]

/** The request is not signed correctly, or is too old. */
export class WebhookNotVerified extends Error {
  override readonly name = 'WebhookNotVerified'
}

interface Clock {
  /** What time it is, in milliseconds; the system's clock by default. */
  readonly now?: number
}

const text = new TextEncoder()
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const fromUrl = (text: string) => bytesOf(text.replaceAll('-', '+').replaceAll('_', '/'))

/** Anybody may send anything: what is not base64 is not a signature of any key. */
function signatureOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return fromUrl(base64)
  } catch {
    return new Uint8Array()
  }
}

/**
 * Checks a request in the form of Standard Webhooks, and reads its event.
 *
 * @param secret `whsec_…`; during a rotation, either of the two
 * @param request its headers, and its body as it came
 * @throws {WebhookNotVerified}
 * @example
 * const event = await verifyWebhook(secret, { headers: request.headers, body: await request.text() })
 * if (event.type === 'wix.ecom.v1.order_approved') await pack(event.data.order)
 */
export async function verifyWebhook(
  secret: string,
  { headers, body }: { readonly headers: Headers; readonly body: string },
  { now = Date.now(), toleranceSeconds = 300 }: Clock & { readonly toleranceSeconds?: number } = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`) ?? '') as [
    string,
    string,
    string,
  ]
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookNotVerified('it is too old, or of a time to come')
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const signed = text.encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' '))
    if (signature.startsWith('v1,') && (await crypto.subtle.verify('HMAC', key, signatureOf(signature.slice(3)), signed))) {
      const { type, instanceId, identity, data } = JSON.parse(body) as Said
      return { ...eventOf(type, instanceId, identity, data), id }
    }
  throw new WebhookNotVerified('its signature is not of this secret')
}

/**
 * Checks a request in the published form, a JWT, and reads its event.
 *
 * @param publicKey of the webhook, in PEM; several during a rotation
 * @param body as it came
 * @throws {WebhookNotVerified}
 */
export async function verifyWebhookJwt(
  publicKey: string | readonly string[],
  body: string,
  { now = Date.now() }: Clock = {},
): Promise<WebhookEvent> {
  const [head = '', claims = '', signature = ''] = body.split('.')
  for (const pem of [publicKey].flat()) {
    const der = bytesOf(pem.replace(/-----[^-]+-----|\s/g, ''))
    const key = await crypto.subtle.importKey('spki', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['verify'])
    if (!(await crypto.subtle.verify(key.algorithm.name, key, signatureOf(signature), text.encode(`${head}.${claims}`)))) continue
    const { data, exp } = JSON.parse(new TextDecoder().decode(fromUrl(claims))) as { readonly data: string; readonly exp: number }
    if (exp * 1000 <= now) throw new WebhookNotVerified('it is too old')
    const said = JSON.parse(data) as {
      readonly eventType: string
      readonly instanceId: string
      readonly identity: string
      readonly data: string
    }
    return eventOf(said.eventType, said.instanceId, JSON.parse(said.identity) as EventIdentity, JSON.parse(said.data) as Envelope)
  }
  throw new WebhookNotVerified('its signature is not of this key')
}

interface Envelope {
  readonly id?: string
  readonly entityFqdn?: string
  readonly entityId?: string
  readonly entityEventSequence?: string
  readonly eventTime?: string
  readonly createdEvent?: { readonly entity: object }
  readonly updatedEvent?: { readonly currentEntity: object }
  readonly deletedEvent?: { readonly deletedEntity?: object }
  readonly actionEvent?: { readonly body: object }
}

interface Said {
  readonly type: string
  readonly instanceId: string
  readonly identity: EventIdentity
  readonly data: Envelope
}

function eventOf(type: string, instanceId: string, identity: EventIdentity, said: Envelope): WebhookEvent {
  const of = { type, instanceId, identity }
  if (said.entityFqdn === undefined) return { ...of, data: said } as WebhookEvent
  const { id, entityId, entityEventSequence, eventTime, createdEvent, updatedEvent, deletedEvent, actionEvent } = said
  const data = createdEvent?.entity ?? updatedEvent?.currentEntity ?? actionEvent?.body ?? deletedEvent?.deletedEntity ?? {}
  return { ...of, id, entityId, entityEventSequence, eventTime, data } as WebhookEvent
}
