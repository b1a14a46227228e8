import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Seals } from '../../kernel/seals.ts'
import { endSession, endSessions, findOpenSessions, insertSession, type OpenSession } from './session-store.ts'

/** How a member proved who they are. */
export type SignInMethod = 'PASSWORD' | 'EMAIL_CODE' | 'TOTP' | 'RECOVERY_CODE' | 'PASSKEY' | 'SSO' | 'SIGN_ON' | 'RECOVERY'

export interface SigningIn {
  readonly memberId: string
  /** Who they were before; what that visitor has chosen becomes theirs. */
  readonly visitorId?: string
  readonly methods: readonly SignInMethod[]
  readonly agent: string
  readonly address: string
}

export interface MemberSessions {
  /** Opens a session of a member who has just proved who they are. The token is short-lived (ten minutes) and is exchanged at the authorize or token endpoint. */
  open(context: Context, who: SigningIn): Promise<{ readonly sessionId: string; readonly sessionToken: string }>
  /** Ends one session: refresh tokens stop at once, access tokens within a second or two in every process. `false` where it was over already. */
  end(context: Context, memberId: string, sessionId: string): Promise<boolean>
  /** Ends all sessions of a member, or all but one; how many there were. */
  endAll(context: Context, memberId: string, but?: string): Promise<number>
  /** Where a member is signed in, the latest first. */
  list(db: Db, site: string, memberId: string): Promise<readonly OpenSession[]>
}

/** So long may it take from the proof to the tokens. */
export const sessionTokenSeconds = 600
const sessionDays = 365

export interface MemberSessionsDeps {
  readonly sealing: Seals
  /** Sign-ins go by real time, whatever the clock of the shop says. */
  readonly clock: Clock
}

export const memberSessions = ({ sealing, clock }: MemberSessionsDeps): MemberSessions => ({
  async open({ db, site }, { memberId, visitorId, methods, agent, address }) {
    const now = clock.now()
    const sessionId = newId()
    const expiresAt = new Date(now.getTime() + sessionDays * 24 * 3_600_000)
    await insertSession(db, site, {
      id: sessionId,
      memberId,
      visitorId: visitorId ?? null,
      methods,
      agent: agent.slice(0, 400),
      address: address.slice(0, 100),
      createdAt: now,
      expiresAt,
    })
    return { sessionId, sessionToken: await sealSessionToken(sealing, site, sessionId) }
  },
  end: ({ db, site }, memberId, sessionId) => endSession(db, site, { memberId, sessionId, because: 'ENDED' }, clock.now()),
  endAll: ({ db, site }, memberId, but) => endSessions(db, site, memberId, but, clock.now()),
  list: (db, site, memberId) => findOpenSessions(db, site, memberId, clock.now()),
})

const sessionSeal = 'session'

export const sealSessionToken = (sealing: Seals, site: string, sessionId: string): Promise<string> =>
  sealing.seal(site, sessionSeal, { sessionId }, sessionTokenSeconds)

/** The session that a token of `open` stands for, if it is ours and not over. */
export async function openSessionToken(sealing: Seals, site: string, text: string): Promise<string | undefined> {
  const said = (await sealing.open(site, sessionSeal, text))?.['sessionId']
  return typeof said === 'string' ? said : undefined
}
