import { isRight, type Right } from '@vitrine/contract'
import { type App, rightsOfCaller, type User } from '../../kernel/http/caller.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'

/** Rights that somebody has; undefined for all. Those of a key are null for all. */
export type Rights = ReadonlySet<Right> | undefined

/** The first scope of a key that is beyond somebody's rights; undefined where none is. */
export function scopeBeyond(own: Rights, scopes: readonly string[] | null): string | undefined {
  if (own === undefined) return undefined
  return scopes === null ? '*' : scopes.find((scope) => !isRight(scope) || !own.has(scope))
}

/** The rights of whoever calls, as keys measure them: an owner's key may do everything, whatever comes to be. */
export const ownRights = (caller: User | App): Rights =>
  caller.kind === 'user' && caller.role === 'OWNER' ? undefined : rightsOfCaller(caller)

/** What somebody may give to a program: what is asked for, as far as it is theirs; all of theirs where nothing is asked for. */
export function grantable(caller: User | App, asked: readonly string[] | undefined): readonly Right[] | null | Refusal<'SCOPE_NOT_YOURS'> {
  const own = ownRights(caller)
  if (asked === undefined) return own ? [...own] : null
  const foreign = asked.find((scope) => !isRight(scope)) ?? scopeBeyond(own, asked)
  return foreign === undefined ? asked.filter(isRight) : refuse('SCOPE_NOT_YOURS', { scope: foreign })
}
