import { systemClock } from '@vitrine/platform/kernel/clock/clock'
import { newId } from '@vitrine/platform/kernel/db/id'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { seals } from '@vitrine/platform/people/identity/seals'
import { memberSessions, type SigningIn } from '@vitrine/platform/people/identity/sessions'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { enrol } from '@vitrine/platform/people/members/register'
import type { TestPlatform } from './platform.ts'

/** Somebody who is signed in, in the one shop of a database. */
export interface SignedIn {
  readonly memberId: string
  readonly access: string
  readonly refresh: string
}

/** A new member, signed in without a password. */
export async function signIn(databaseUrl: string, clientId: string): Promise<SignedIn> {
  const database = connect({ url: databaseUrl, connections: 1, onIdleError: () => undefined })
  try {
    const [shop] = await database.query<{ site: string }>(sql`select site from site`)
    const memberId = newId()
    const bearer = { kind: 'member' as const, site: shop!.site, memberId, visitorId: newId(), clientId }
    return { memberId, ...(await tokens(keyRing(database), systemClock).issue(bearer)) }
  } finally {
    await database.close()
  }
}

let people = 0

/** Opens an account in a shop; the member's id. */
export async function newMember(shop: TestPlatform, email = `member-${++people}@example.com`): Promise<string> {
  const { database } = shop.platform
  const made = await database.transact((db) =>
    enrol(
      { db, site: shop.site, now: shop.clock.now() },
      { email, emailVerified: true, status: 'APPROVED', contact: { firstName: 'Ada', lastName: 'Lovelace' } },
    ),
  )
  if (made === 'EMAIL_TAKEN') throw new Error(`${email} has an account already`)
  return made.id
}

/** The sessions of a shop's members, as the service that proves who they are has them. */
export const sessionsOf = ({ platform, clock }: TestPlatform) =>
  memberSessions({ sealing: seals(keyRing(platform.database), clock), clock })

/** Somebody has just proved who they are. */
export function prove(shop: TestPlatform, memberId: string, more: Partial<SigningIn> = {}) {
  return shop.platform.database.transact((db) =>
    sessionsOf(shop).open(
      { db, site: shop.site, now: shop.clock.now() },
      { memberId, methods: ['PASSWORD'], agent: 'Tests', address: '127.0.0.1', ...more },
    ),
  )
}
