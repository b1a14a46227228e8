import { type EventType, events, slugOf } from '@vitrine/contract'
import { serialiserOf } from '../../kernel/http/serialise.ts'

/** An event as the outbox has it. */
export interface OutboxEvent {
  readonly id: string
  readonly type: EventType
  readonly entityId: string
  readonly occurredAt: Date
  readonly sequence: number
  readonly payload: Readonly<Record<string, unknown>>
  /** The operation that caused it; null where the shop itself did. */
  readonly by: string | null
}

/** The operations that erase what is about somebody. */
const anonymizes = /^[A-Z]+ \/vitrine\/v1\/personal-data\//

/** An event in the words of the wire, as JSON text: the bare data, or the envelope of a domain event. */
export function envelopeOf(event: OutboxEvent, data: unknown): string {
  const { kind, entity, data: schema } = events[event.type]
  const said = written(schema, data)
  if (kind === 'plain') return said
  const metadata = {
    id: event.id,
    entityFqdn: entity,
    slug: slugOf(event.type),
    entityId: event.entityId,
    eventTime: event.occurredAt.toISOString(),
    triggeredByAnonymizeRequest: event.by !== null && anonymizes.test(event.by),
    originatedFrom: event.by ?? '',
    entityEventSequence: String(event.sequence),
  }
  return `${JSON.stringify(metadata).slice(0, -1)},${memberOf(kind, said)}}`
}

/** As the contract has it. Of what is gone meanwhile there is less than it asks for: then the members that it names, as they are. */
function written(schema: (typeof events)[EventType]['data'], data: unknown): string {
  try {
    return serialiserOf(schema)(data)
  } catch {
    const names = Object.keys(data as object).filter((name) => name in schema.shape)
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, (data as Record<string, unknown>)[name]])))
  }
}

/** The one member that carries the data. */
function memberOf(kind: 'created' | 'updated' | 'deleted' | 'action', said: string): string {
  switch (kind) {
    case 'created':
      return `"createdEvent":{"entity":${said}}`
    case 'updated':
      return `"updatedEvent":{"currentEntity":${said}}`
    case 'deleted':
      return said === '{}' ? '"deletedEvent":{}' : `"deletedEvent":{"deletedEntity":${said}}`
    case 'action':
      return `"actionEvent":{"body":${said}}`
  }
}
