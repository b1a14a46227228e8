import type { MediaCursor } from '@vitrine/contract'
import type { Keyset } from '../../kernel/query/keyset.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'

/** How lists of files and folders are sorted and paged. */
export interface ListInput {
  readonly sort?: { readonly fieldName?: string | null | undefined; readonly order?: 'ASC' | 'DESC' | null | undefined } | null | undefined
  readonly paging?: { readonly limit?: number | null | undefined; readonly cursor?: string | null | undefined } | null | undefined
}

export const violated = (
  field: string,
  description: string,
  ruleName: string,
  data: Record<string, unknown> = {},
): Refusal<'INVALID_ARGUMENT'> =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule: 'OTHER', ruleName, data }] })

/** How the wire tells of the pages beside this one. */
export const cursorOf = ({ cursors, hasNext }: ReturnType<Keyset['page']>['metadata']): MediaCursor => ({ cursors, hasNext })

/** Whether a filter says itself what becomes of those in the trash. */
export const stateAsked = (filter: unknown): boolean =>
  Array.isArray(filter)
    ? filter.some(stateAsked)
    : typeof filter === 'object' && filter !== null && Object.entries(filter).some(([name, value]) => name === 'state' || stateAsked(value))

/** What of an entity is to be changed: the fields of the mask, or without one those that were sent. */
export function changedFields<const Name extends string, Sent extends object>(
  sent: Sent,
  mask: string | null | undefined,
  names: readonly Name[],
  under: string,
): Partial<Sent> | Refusal<'INVALID_ARGUMENT'> {
  const named = mask ? new Set(mask.split(',').map((path) => path.trim().replace(`${under}.`, ''))) : undefined
  const entries = Object.entries(sent).filter(
    ([name, value]) => (names as readonly string[]).includes(name) && value !== undefined && (named?.has(name) ?? value !== null),
  )
  return entries.length > 0
    ? (Object.fromEntries(entries) as Partial<Sent>)
    : violated(under, `has nothing to change of ${names.join(', ')}`, 'FIELD_MASK_IS_EMPTY_OR_MISSING')
}
