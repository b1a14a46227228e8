import type { deviceAccounts } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Seals } from '../../kernel/seals.ts'
import { type DeviceSession, rememberBeside } from './device-account-rules.ts'
import { findLiveSession } from './grants.ts'
import { endSession, findSessions } from './session-store.ts'
import { openSessionToken, sealSessionToken } from './sessions.ts'

/** A member as one of the accounts of a device. */
export interface DeviceMember {
  readonly id: string
  readonly email: string
  readonly name?: string
  readonly maySignIn: boolean
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
}

export interface DeviceAccountsDeps {
  readonly sealing: Seals
  /** Sign-ins go by real time. */
  readonly clock: Clock
  /** Members who have not been deleted or disconnected, in no order. */
  readonly findDeviceMembers: (db: Db, site: string, ids: readonly string[]) => Promise<readonly DeviceMember[]>
}

const kind = 'device-account'
/** As long as browsers retain a cookie. A session is over after a year at the latest. */
const referenceSeconds = 400 * 24 * 3600

/** The accounts that signed in on a device: it holds a signed reference to the session of each, and nothing else about them. */
export function deviceAccountOperations({ sealing, clock, findDeviceMembers }: DeviceAccountsDeps): Handlers<typeof deviceAccounts> {
  const referTo = (site: string, sessionId: string) => sealing.seal(site, kind, { sessionId }, referenceSeconds)

  async function idOf(site: string, reference: string): Promise<string | undefined> {
    const id = (await sealing.open(site, kind, reference))?.['sessionId']
    return typeof id === 'string' ? id : undefined
  }

  /** What references stand for, in their order. */
  async function read(db: Db, site: string, references: readonly string[]): Promise<readonly DeviceSession[]> {
    const ids = await Promise.all(references.map((reference) => idOf(site, reference)))
    const found = await findSessions(
      db,
      site,
      ids.filter((id) => id !== undefined),
      clock.now(),
    )
    return references.flatMap((reference, at) => {
      const session = found.find(({ id }) => id === ids[at])
      return session ? [{ reference, sessionId: session.id, memberId: session.memberId, open: session.open }] : []
    })
  }

  /** How many of them were open. */
  async function end(db: Db, site: string, sessions: readonly DeviceSession[]): Promise<number> {
    let ended = 0
    for (const { sessionId } of sessions) if (await endSession(db, site, { sessionId, because: 'SIGNED_OUT' }, clock.now())) ended++
    return ended
  }

  /** The session of a member who calls. */
  async function ownOf(db: Db, site: string, caller: Caller): Promise<DeviceSession | undefined> {
    if (caller.kind !== 'member' || caller.sessionId === undefined) return undefined
    const session = await findLiveSession(db, site, caller.sessionId, clock.now())
    if (!session) return undefined
    return { reference: await referTo(site, session.id), sessionId: session.id, memberId: session.memberId, open: true }
  }

  return {
    async 'POST /vitrine/v1/device-accounts/list'({ references }, { db, site, caller }) {
      const [own, found] = await Promise.all([ownOf(db, site, caller), read(db, site, references)])
      const sessions = own && !found.some(({ sessionId }) => sessionId === own.sessionId) ? [own, ...found] : found
      const ids = [...new Set(sessions.map(({ memberId }) => memberId))]
      const members = await findDeviceMembers(db, site, ids)
      return {
        accounts: ids.flatMap((id) => {
          const member = members.find((one) => one.id === id)
          if (!member) return []
          const { maySignIn, id: memberId, ...shown } = member
          const its = sessions.filter((one) => one.memberId === id)
          const signedIn = maySignIn && its.some(({ open }) => open)
          return [{ memberId, ...shown, signedIn, current: id === own?.memberId, references: its.map(({ reference }) => reference) }]
        }),
      }
    },

    async 'POST /vitrine/v1/device-accounts'({ sessionToken, references, replacesCurrent = false }, { db, site, caller }) {
      const sessionId = await openSessionToken(sealing, site, sessionToken)
      const session = sessionId === undefined ? undefined : await findLiveSession(db, site, sessionId, clock.now())
      if (!session) return refuse('SIGN_IN_OVER')
      const added = { sessionId: session.id, memberId: session.memberId }
      const [own, before] = [await ownOf(db, site, caller), await read(db, site, references)]
      const { remembered, ended } = rememberBeside(before, added, own, replacesCurrent)
      await end(db, site, ended)
      return { reference: await referTo(site, session.id), references: remembered.map(({ reference }) => reference) }
    },

    async 'POST /vitrine/v1/device-accounts/switch'({ reference }, { db, site }) {
      const sessionId = await idOf(site, reference)
      const session = sessionId === undefined ? undefined : await findLiveSession(db, site, sessionId, clock.now())
      const [member] = session ? await findDeviceMembers(db, site, [session.memberId]) : []
      if (!session || !member?.maySignIn) return refuse('SESSION_NOT_FOUND')
      return { sessionToken: await sealSessionToken(sealing, site, session.id) }
    },

    async 'POST /vitrine/v1/device-accounts/sign-out'({ references }, { db, site }) {
      return { ended: await end(db, site, await read(db, site, references)) }
    },
  }
}
