import { systemClock } from '@vitrine/platform'
import { newId } from '@vitrine/platform/db/id'
import { connect } from '@vitrine/platform/db/pool'
import { sql } from '@vitrine/platform/db/sql'
import { keyRing } from '@vitrine/platform/identity/keys'
import { tokens } from '@vitrine/platform/identity/tokens'

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
