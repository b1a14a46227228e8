import type { AuditEntry } from '@vitrine/contract'
import { actorName } from '../../audit/text.ts'
import { ago, shortDate } from '../../orders/text.ts'

const verbs: Readonly<Partial<Record<AuditEntry['act'], string>>> = {
  CREATED: 'added',
  CHANGED: 'changed',
  DONE: 'changed',
  REVERTED: 'changed',
}

/** `Lea changed it 3 h ago`; undefined where what was done last changed nothing. */
export function lastChangeText({ act, actor, at }: Pick<AuditEntry, 'act' | 'actor' | 'at'>, timeZone: string, now = new Date()) {
  const verb = verbs[act]
  if (verb === undefined) return undefined
  const name = actor.kind === 'STAFF' && actor.name ? actor.name.split(' ')[0]! : actorName(actor)
  return `${name} ${verb} it ${ago(at, now) ?? `on ${shortDate(at, timeZone)}`}`
}
