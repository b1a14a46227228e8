import {
  type AuditDetail,
  type AuditEntry,
  type AuditField,
  type AuditKept,
  type AuditRevert,
  type audit,
  contract,
  type Operation,
  type Route,
  rightFor,
} from '@vitrine/contract'
import { type Db, raw, sql } from '../../kernel/db/sql.ts'
import { hasRight } from '../../kernel/http/caller.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { violationsOf } from '../../kernel/http/violations.ts'
import { type Field, type Fields, Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { picturesOf, subjectsOf, summaryOf } from './auditing.ts'
import { isSame, type Json, valueAt, withValue } from './difference.ts'
import type { AuditedShop, Entity } from './kind.ts'
import { kindOf, kinds, writable } from './kinds.ts'
import { type Change, findActors, findEntry, findReverting, type Pictures, pageOfEntries, type StoredEntry } from './store.ts'

export interface AuditOperationsDeps extends AuditedShop {
  /** Makes a write of the contract in the transaction of another. */
  readonly write: (line: Route, input: object, scope: Scope<'user'>) => Promise<unknown>
  /** After so many months a shop's entries are forgotten. */
  readonly keptMonths: (db: Db, site: string) => Promise<number>
}

const column = (name: string) => raw(`audit_entry.${name}`)
const word = (name: string): Field => ({ kind: 'text', column: column(name), operators: ['$eq', '$in'], nullable: true })

const fields: Fields = {
  at: { kind: 'instant', column: column('at'), sort: column('at'), holds: sql`audit_entry.at is not null` },
  actorId: word('actor_id'),
  act: word('act'),
  kind: word('kind'),
  address: word('address'),
  entityIds: { kind: 'texts', column: column('entity_ids') },
  words: { kind: 'texts', column: column('words') },
}

/** What the log tells of orders can be put back where it was written by hand; the rest has gone out into the world. */
const ofOrders: ReadonlySet<string> = new Set<Route>([
  'PATCH /ecom/v1/orders/{order.id}',
  'POST /ecom/v1/bulk/orders/update',
  'POST /ecom/v1/bulk/orders/update-tags',
])

export function auditOperations({ write, keptMonths, ...shop }: AuditOperationsDeps): Handlers<typeof audit> {
  /** The entry with what can be put back as things are now. */
  async function detail(scope: Scope<'user'>, entry: StoredEntry & { readonly changes: readonly Change[] }): Promise<AuditDetail> {
    const { db, site } = scope
    const hindered = hindrance(entry)
    const nothing: Pictures = {}
    const [now, reverting] = await Promise.all([
      hindered ? nothing : picturesOf(scope, subjectsOf(entry), shop),
      findReverting(db, site, entry.id),
    ])
    const changes = entry.changes.map(({ kind, id, name, fields }) => ({
      kind,
      id,
      ...(name !== undefined && { name }),
      fields: fields.map((field) => {
        if (hindered) return field
        const why = keptBecause(kind, field, now[`${kind} ${id}`])
        if (!why) return field
        const value = why === 'CHANGED_SINCE' ? valueAt(now[`${kind} ${id}`], field.path) : undefined
        return { ...field, kept: why, ...(value !== undefined && { now: value }) }
      }),
    }))
    const some = changes.some(({ fields }) => fields.some((field) => !('kept' in field)))
    return {
      ...shown(entry),
      changes,
      revert: hindered ?? (some ? 'POSSIBLE' : 'NOTHING_LEFT'),
      ...(reverting && { revertedBy: { id: reverting.id, at: reverting.at.toISOString(), actor: reverting.actor } }),
    }
  }

  return {
    async 'POST /vitrine/v1/audit/query'({ query }, { db, site }) {
      try {
        const keyset = readKeyset(query ?? {}, {
          fields,
          id: column('id'),
          usual: [{ fieldName: 'at', order: 'DESC' }],
          root: 'query',
        })
        const { rows, metadata } = keyset.page(await pageOfEntries(db, site, keyset))
        return { entries: rows.map(shown), pagingMetadata: metadata, keptMonths: await keptMonths(db, site) }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'GET /vitrine/v1/audit/actors'(_, { db, site }) {
      const actors = await findActors(db, site)
      return {
        actors: actors.map(({ kind, id, name, role }) => ({ kind, ...(id && { id }), ...(name && { name }), ...(role && { role }) })),
        kinds: Object.keys(kinds),
      }
    },

    async 'GET /vitrine/v1/audit/{id}'({ id }, scope) {
      const entry = await findEntry(scope.db, scope.site, id)
      return entry ? { entry: await detail(scope, entry) } : refuse('AUDIT_ENTRY_NOT_FOUND')
    },

    /** What it changes is written down by the kernel, as with every write. */
    async 'POST /vitrine/v1/audit/{id}/revert'({ id, fields: wanted }, scope) {
      const { db, site, caller } = scope
      const entry = await findEntry(db, site, id)
      if (!entry) return refuse('AUDIT_ENTRY_NOT_FOUND')
      const hindered = hindrance(entry)
      if (hindered) return refuse('NOT_REVERTIBLE', { reason: hindered })
      const now = await picturesOf(scope, subjectsOf(entry), shop)
      const chosen = choose(entry.changes, wanted ?? undefined, now)
      if (chosen instanceof Refusal) return chosen
      for (const { change, fields } of chosen) {
        const { line, input } = kindOf(change.kind)!.update!
        const operation: Operation = contract[line]
        if (!hasRight(caller, rightFor(line, operation))) return refuse('PERMISSION_DENIED')
        const picture = now[`${change.kind} ${change.id}`] as Entity
        const parsed = operation.input.safeParse(input(change.id, patchOf(picture, fields), picture), { reportInput: true })
        if (!parsed.success) return refuse('INVALID_ARGUMENT', { fieldViolations: violationsOf(parsed.error.issues) })
        const answer = await write(line, parsed.data, scope)
        if (answer instanceof Refusal) return refuse('NOT_REVERTIBLE', { reason: answer.code })
      }
      return { fields: chosen.reduce((sum, { fields }) => sum + fields.length, 0) }
    },
  }
}

/** Why nothing of an entry can be put back; undefined where something may. */
function hindrance({
  act,
  unfinished,
  operation,
  kind,
  changes,
}: StoredEntry & { readonly changes: readonly Change[] }): Exclude<AuditRevert, 'POSSIBLE'> | undefined {
  switch (act) {
    case 'SIGNED_IN':
    case 'SIGNED_OUT':
    case 'SIGN_IN_FAILED':
      return 'SIGN_IN'
    case 'READ':
      return 'NOTHING_CHANGED'
    case 'CREATED':
    case 'DELETED':
      return act
  }
  if (unfinished) return 'UNFINISHED'
  if (changes.every(({ fields }) => fields.length === 0)) return 'NOTHING_CHANGED'
  if (kind === 'order' && act !== 'REVERTED' && !ofOrders.has(operation)) return 'EFFECTS'
  return changes.some((change) => kindOf(change.kind)?.update) ? undefined : 'EFFECTS'
}

/** Why a value stays as it is; undefined where it can be put back. */
function keptBecause(kind: string, { path, after, cut }: AuditField, picture: Json | undefined): AuditKept | undefined {
  const update = kindOf(kind)?.update
  if (!update || !writable(update).has(path[0]!)) return 'NOT_WRITABLE'
  if (cut) return 'TOO_LONG'
  if (picture === undefined) return 'GONE'
  return isSame(valueAt(picture, path), after as Json | undefined) ? undefined : 'CHANGED_SINCE'
}

interface Chosen {
  readonly change: Change
  readonly fields: readonly AuditField[]
}

/** What is to be put back: all that can be, or what is named, each of which has to be. */
function choose(
  changes: readonly Change[],
  wanted: readonly { readonly entityId: string; readonly path: readonly string[] }[] | undefined,
  now: Pictures,
): readonly Chosen[] | Refusal<'NOT_REVERTIBLE' | 'CHANGED_SINCE'> {
  const key = (id: string, path: readonly string[]) => JSON.stringify([id, ...path])
  const named = wanted && new Set(wanted.map(({ entityId, path }) => key(entityId, path)))
  const chosen: Chosen[] = []
  for (const change of changes) {
    const fields: AuditField[] = []
    for (const field of change.fields) {
      if (named && !named.delete(key(change.id, field.path))) continue
      const why = keptBecause(change.kind, field, now[`${change.kind} ${change.id}`])
      if (!why) fields.push(field)
      else if (named && why === 'CHANGED_SINCE') return refuse('CHANGED_SINCE', { path: [...field.path] })
      else if (named) return refuse('NOT_REVERTIBLE', { reason: why })
    }
    if (fields.length > 0) chosen.push({ change, fields })
  }
  if (named && named.size > 0) return refuse('NOT_REVERTIBLE', { reason: 'NOT_CHANGED' })
  return chosen.length === 0 ? refuse('NOT_REVERTIBLE', { reason: 'NOTHING_LEFT' }) : chosen
}

/** The fields of an entity, whole, with the values in them as they were before. */
function patchOf(picture: Entity, fields: readonly AuditField[]): Entity {
  const patch: { [key: string]: Json } = {}
  for (const { path, before } of fields) {
    const [field, ...rest] = path as [string, ...string[]]
    const value = field in patch ? patch[field] : picture[field]
    patch[field] = withValue(value ?? {}, rest, before as Json | undefined)
  }
  return patch
}

function shown(entry: StoredEntry): AuditEntry {
  const { id, at, actor, act, operation, unfinished, inSteps, entities, fields, requestId } = entry
  const { kind, entityId, name, first, reverts, address, agent } = entry
  return {
    id,
    at: at.toISOString(),
    actor,
    act,
    operation,
    summary: summaryOf(operation),
    unfinished,
    inSteps,
    entities,
    fields,
    requestId,
    ...(kind !== null && { kind }),
    ...(entityId !== null && { entityId }),
    ...(name !== null && { name }),
    ...(first !== null && { first }),
    ...(reverts !== null && { reverts }),
    ...(address !== null && { address }),
    ...(agent !== null && { agent }),
  }
}
