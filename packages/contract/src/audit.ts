import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Guid, Instant, text } from './primitives.ts'

/** Who did it: a staff member, a program with an API key, or somebody who failed to sign in. */
export const AuditActorKind = z.enum(['STAFF', 'API_KEY', 'UNAUTHENTICATED'])
export type AuditActorKind = z.infer<typeof AuditActorKind>

/** Name and role are those of that time. */
export const AuditActor = z.object({
  kind: AuditActorKind,
  id: z.string().optional(),
  name: z.string().optional(),
  role: z.string().optional(),
})
export interface AuditActor extends z.infer<typeof AuditActor> {}

export const AuditAct = z.enum(['CREATED', 'CHANGED', 'DELETED', 'DONE', 'READ', 'REVERTED', 'SIGNED_IN', 'SIGNED_OUT', 'SIGN_IN_FAILED'])
export type AuditAct = z.infer<typeof AuditAct>

/** One value that changed. In `path`, `#…` names the member of a list by its id. */
export const AuditField = z.object({
  path: z.array(z.string()),
  /** Absent where there was none. */
  before: z.unknown().optional(),
  /** Absent where it was removed. */
  after: z.unknown().optional(),
  /** Too long to be stored: only the fact that it changed is known. */
  cut: z.boolean().optional(),
})
export interface AuditField extends z.infer<typeof AuditField> {}

/** Why a value cannot be restored. */
export const AuditKept = z.enum(['CHANGED_SINCE', 'NOT_WRITABLE', 'TOO_LONG', 'GONE'])
export type AuditKept = z.infer<typeof AuditKept>

/** An entity that a write changed, as the API shows it. */
export const AuditedEntity = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.string().optional(),
  fields: z.array(AuditField.extend({ kept: AuditKept.optional(), now: z.unknown().optional() })),
})
export interface AuditedEntity extends z.infer<typeof AuditedEntity> {}

export const AuditEntry = z.object({
  id: Guid,
  at: Instant,
  actor: AuditActor,
  act: AuditAct,
  /** The operation, such as `PATCH /ecom/v1/orders/{order.id}`; empty for sign-ins. */
  operation: z.string(),
  /** What the operation does, in the imperative. */
  summary: z.string(),
  /** Started but never recorded as finished: the platform stopped in between. */
  unfinished: z.boolean(),
  /** Ran in steps with an external service: what others changed meanwhile may be among its changes. */
  inSteps: z.boolean(),
  /** What it was about. Absent for sign-ins. */
  kind: z.string().optional(),
  entityId: z.string().optional(),
  name: z.string().optional(),
  /** How many entities, and how many of their values, it changed. */
  entities: z.int(),
  fields: z.int(),
  /** The first of those values. */
  first: AuditField.optional(),
  /** The entry that it reverted. */
  reverts: Guid.optional(),
  /** IP address of the caller. */
  address: z.string().optional(),
  agent: z.string().optional(),
  requestId: z.string(),
})
export interface AuditEntry extends z.infer<typeof AuditEntry> {}

/** Whether an entry can be reverted or, if not, why. */
export const AuditRevert = z.enum(['POSSIBLE', 'SIGN_IN', 'CREATED', 'DELETED', 'EFFECTS', 'NOTHING_CHANGED', 'NOTHING_LEFT', 'UNFINISHED'])
export type AuditRevert = z.infer<typeof AuditRevert>

export const AuditDetail = AuditEntry.extend({
  changes: z.array(AuditedEntity),
  revert: AuditRevert,
  /** The last entry that reverted it. */
  revertedBy: z.object({ id: Guid, at: Instant, actor: AuditActor }).optional(),
})
export interface AuditDetail extends z.infer<typeof AuditDetail> {}

/** What was changed by whom. */
export const audit = operations({
  /**
   * Newest first. Filters: `at`, `actorId`, `act`, `kind`, `entityIds`, `address`, and `words`: names, people, fields and request ids, in
   * lowercase. `{ query: { filter: { entityIds: { $hasSome: ['…'] } }, cursorPaging: { limit: 50 } } }`
   */
  'POST /vitrine/v1/audit/query': operation({
    as: 'user',
    summary: 'Read what was changed, by whom',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({
      entries: z.array(AuditEntry),
      pagingMetadata: CursorPagingMetadata,
      /** After this many months they are deleted. */
      keptMonths: z.int(),
    }),
    errors: [],
    reads: true,
  }),

  /** Everybody who can be filtered by: staff and API keys. */
  'GET /vitrine/v1/audit/actors': operation({
    as: 'user',
    summary: 'List who can have changed something',
    input: z.object({}),
    ok: z.object({ actors: z.array(AuditActor), kinds: z.array(z.string()) }),
    errors: [],
  }),

  /** With every value before and after, and which of them can be restored. */
  'GET /vitrine/v1/audit/{id}': operation({
    as: 'user',
    summary: 'Read one change',
    input: z.object({ id: Guid }),
    ok: z.object({ entry: AuditDetail }),
    errors: ['AUDIT_ENTRY_NOT_FOUND'],
  }),

  /**
   * Restores earlier values through the entity's own update: what that refuses is refused. Without `fields`, all values that can be
   * restored. A value that was changed since stays as it is, and naming it is refused. The caller needs the right to make that update.
   */
  'POST /vitrine/v1/audit/{id}/revert': operation({
    as: 'user',
    summary: 'Put back what was changed',
    input: z.object({
      id: Guid,
      fields: z
        .array(z.object({ entityId: text(200, 1), path: z.array(text(300, 1)).min(1).max(20) }))
        .min(1)
        .max(500)
        .nullish(),
    }),
    /** How many values were restored. */
    ok: z.object({ fields: z.int() }),
    errors: ['AUDIT_ENTRY_NOT_FOUND', 'NOT_REVERTIBLE', 'CHANGED_SINCE'],
  }),
})
