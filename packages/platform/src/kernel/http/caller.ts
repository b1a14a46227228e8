import { type Audience, type Right, rightsOf, type StaffRole } from '@vitrine/contract'

/** Nobody in particular: a call without a token, allowed only where the audience is `anyone`. */
export interface Unauthenticated {
  readonly kind: 'unauthenticated'
  readonly site: string
}
export interface Visitor {
  readonly kind: 'visitor'
  readonly site: string
  readonly visitorId: string
  readonly clientId: string
}
export interface Member {
  readonly kind: 'member'
  readonly site: string
  readonly memberId: string
  readonly visitorId: string
  readonly clientId: string
  /** Where they are signed in; absent in tokens that nobody signed in for. */
  readonly sessionId?: string
}
/** A site administrator. */
export interface User {
  readonly kind: 'user'
  readonly site: string
  readonly userId: string
  readonly role: StaffRole
  /** Where they are signed in. */
  readonly sessionId?: string
}
/** A program that acts with an API key, or in the name of an app. */
export interface App {
  readonly kind: 'app'
  readonly site: string
  readonly appId: string
  /** What it may do of what administrators may; everything where nothing is said. */
  readonly rights?: ReadonlySet<Right>
  /** The visitor that it named beside itself. */
  readonly visitor?: Visitor | Member
}

export type Caller = Unauthenticated | Visitor | Member | User | App

/** The visitor that somebody is, also signed in. */
export const visitorOf = (caller: Caller): string | undefined => ('visitorId' in caller ? caller.visitorId : undefined)

/** `as: 'member'` in the contract is what makes `caller.memberId` exist in the handler. */
export type CallerOf<A extends Audience> = {
  anyone: Caller
  visitor: Visitor | Member | User | App
  member: Member | User
  user: User | App
}[A]

const allowed: { readonly [A in Audience]: ReadonlySet<Caller['kind']> } = {
  anyone: new Set(['unauthenticated', 'visitor', 'member', 'user', 'app']),
  visitor: new Set(['visitor', 'member', 'user', 'app']),
  member: new Set(['member', 'user']),
  user: new Set(['user', 'app']),
}

export const mayCall = (caller: Caller, audience: Audience): boolean => allowed[audience].has(caller.kind)

/** What a caller may do of what administrators may; undefined where that is everything. */
export const rightsOfCaller = (caller: User | App): ReadonlySet<Right> | undefined =>
  caller.kind === 'user' ? rightsOf[caller.role] : caller.rights

/** Whether somebody of the staff, or a program, has a right; nobody else has any. */
export function hasRight(caller: Caller, right: Right): boolean {
  if (caller.kind !== 'user' && caller.kind !== 'app') return false
  const rights = rightsOfCaller(caller)
  return rights === undefined || rights.has(right)
}

/** Who acts in an operation: as its merchant, or as a visitor like any other. */
export interface Actor {
  readonly caller: Caller
  readonly merchant: boolean
}

/** One name for a caller among all callers of a site, for what is recorded per caller. */
export function nameOf(caller: Caller): string {
  switch (caller.kind) {
    case 'unauthenticated':
      return 'unauthenticated'
    case 'visitor':
      return `visitor:${caller.visitorId}`
    case 'member':
      return `member:${caller.memberId}`
    case 'user':
      return `user:${caller.userId}`
    case 'app':
      return `app:${caller.appId}`
  }
}
