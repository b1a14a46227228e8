import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Seals } from '../../kernel/seals.ts'
import { beginGrant, findLiveSession, type OpenSessionRow, redeemCode, turn } from './grants.ts'
import { type MemberSessions, openSessionToken, type SigningIn } from './sessions.ts'
import type { OauthApp } from './store.ts'
import type { Bearer, Family, Tokens } from './tokens.ts'

export interface ExchangeDeps {
  readonly database: Database
  /** Sign-ins go by real time. */
  readonly clock: Clock
  readonly tokens: Tokens
  readonly sealing: Seals
  readonly sessions: MemberSessions
  /** Hands what a visitor has chosen to the member they turn out to be. */
  readonly merge: (context: Context, visitorId: string, memberId: string) => Promise<void>
  /** Whether somebody is a member who may sign in. */
  readonly maySignIn: (db: Context['db'], site: string, memberId: string) => Promise<boolean>
  /** Tells a member that somebody else had their tokens. */
  readonly noteTheft: (context: Context, theft: { readonly memberId: string; readonly sessionId: string }) => Promise<void>
}

export interface Pair {
  readonly access: string
  readonly refresh: string
}

/** From what proves a sign-in to a member's tokens. `undefined` where it proves nothing (any more). */
export interface Exchange {
  code(
    of: { readonly site: string; readonly now: Date },
    app: OauthApp,
    asked: { readonly code: string; readonly redirectUri: string | undefined; readonly verifier: string },
  ): Promise<Pair | undefined>
  /** Right after a sign-in, for who may take its tokens without a detour. */
  sessionToken(of: { readonly site: string; readonly now: Date }, app: OauthApp, asked: SessionAsked): Promise<Pair | undefined>
  /** For a program that knows by itself who somebody is. */
  member(of: { readonly site: string; readonly now: Date }, clientId: string, who: Omit<SigningIn, 'methods'>): Promise<Pair | undefined>
  renew(of: { readonly now: Date }, bearer: Bearer, family: Family): Promise<Pair | undefined>
}

export interface SessionAsked {
  readonly token: string
  /** Where it is said whose it has to be. */
  readonly memberId?: string | undefined
  /** Who comes with it; anybody may where the app is the shop's own or a program vouches for it. */
  readonly visitorId?: string | undefined
  readonly vouched: boolean
}

export function exchange({ database, clock, tokens, sealing, sessions, merge, maySignIn, noteTheft }: ExchangeDeps): Exchange {
  /** Within a transaction: what the app holds of the session from now on, and whom the tokens speak for. */
  async function begin(
    context: Context,
    clientId: string,
    { id: sessionId, memberId, visitorId: before }: OpenSessionRow,
    visitors: readonly (string | null | undefined)[],
  ): Promise<{ readonly bearer: Bearer; readonly family: Family }> {
    const known = [...new Set([...visitors, before].filter((id) => typeof id === 'string'))]
    const visitorId = known[0] ?? newId()
    const family = await beginGrant({ ...context, now: clock.now() }, { sessionId, clientId, visitorId })
    for (const visitor of known) await merge(context, visitor, memberId)
    return { bearer: { kind: 'member', site: context.site, memberId, visitorId, clientId, sessionId }, family }
  }
  const issued = (begun: { readonly bearer: Bearer; readonly family: Family } | undefined) =>
    begun && tokens.issue(begun.bearer, begun.family)
  // Not to be repeated by itself: whether a code was taken must not be in doubt.
  const once = { repeatable: false }

  return {
    async code({ site, now }, app, { code, redirectUri, verifier }) {
      return issued(
        await database.transact(async (db) => {
          const redeemed = await redeemCode({ db, site, now: clock.now() }, { code, clientId: app.id, redirectUri, verifier })
          return redeemed && begin({ db, site, now }, app.id, redeemed.session, [redeemed.visitorId])
        }, once),
      )
    },

    async sessionToken({ site, now }, app, { token, memberId, visitorId, vouched }) {
      const sessionId = await openSessionToken(sealing, site, token)
      if (sessionId === undefined) return undefined
      return issued(
        await database.transact(async (db) => {
          const session = await findLiveSession(db, site, sessionId, clock.now())
          if (!session || (memberId !== undefined && memberId !== session.memberId)) return undefined
          // Who found the token of somebody else's sign-in is not who signed in.
          if (!vouched && !app.firstParty && (visitorId === undefined || visitorId !== session.visitorId)) return undefined
          return begin({ db, site, now }, app.id, session, [visitorId])
        }, once),
      )
    },

    async member({ site, now }, clientId, who) {
      return issued(
        await database.transact(async (db) => {
          const { memberId, visitorId } = who
          if (!(await maySignIn(db, site, memberId))) return undefined
          const { sessionId } = await sessions.open({ db, site, now }, { ...who, methods: ['SIGN_ON'] })
          return begin({ db, site, now }, clientId, { id: sessionId, memberId, visitorId: null }, [visitorId])
        }, once),
      )
    },

    async renew({ now }, bearer, family) {
      if (bearer.kind !== 'member' || bearer.sessionId === undefined) return undefined
      const { site, sessionId } = bearer
      const turned = await database.transact(async (db) => {
        const done = await turn({ db, site, now: clock.now() }, { sessionId, family })
        if (done.is === 'stolen') await noteTheft({ db, site, now }, { memberId: done.memberId, sessionId })
        return done
      })
      return turned.is === 'on' ? tokens.issue(bearer, { ...family, generation: turned.next }) : undefined
    },
  }
}
