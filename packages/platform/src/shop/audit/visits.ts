import type { AuditField, Route } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { keepOwn, keepVisit } from './store.ts'

/** Somebody came, left, or did not get in. */
export interface Visit {
  readonly site: string
  readonly act: 'SIGNED_IN' | 'SIGNED_OUT' | 'SIGN_IN_FAILED'
  readonly staffId?: string
  readonly at: Date
  readonly agent: string
  readonly address: string
}

/** Writes a visit down. What was typed in vain is not: it may have been a password. */
export async function noteVisit(db: Db, { site, staffId, act, at, agent, address }: Visit): Promise<void> {
  const id = newId()
  await keepVisit(db, site, staffId, { id, at, act, agent: agent.slice(0, 400), address, requestId: id })
}

/** Something that one of the staff did to their own account before they were anybody to the API: they joined, or set up their second step. */
export interface OwnChange extends Omit<Visit, 'act'> {
  readonly staffId: string
  readonly name: string
  readonly line: Route
  /** Whether there was no such account before. */
  readonly joined: boolean
  readonly fields: readonly AuditField[]
}

export async function noteOwn(db: Db, { site, staffId, name, line, joined, fields, at, agent, address }: OwnChange): Promise<void> {
  const id = newId()
  await keepOwn(db, site, staffId, {
    id,
    at,
    act: joined ? 'CREATED' : 'CHANGED',
    operation: line,
    inSteps: false,
    kind: 'staffMember',
    entityId: staffId,
    name,
    first: fields[0] ?? null,
    changes: [{ kind: 'staffMember', id: staffId, name, was: !joined, is: true, fields }],
    reverts: null,
    words: ['staff', ...name.toLowerCase().split(/\s+/), id],
    agent: agent.slice(0, 400),
    address,
    requestId: id,
  })
}
