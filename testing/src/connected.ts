import { newId } from '@vitrine/platform/kernel/db/id'
import { connect, type Database } from '@vitrine/platform/kernel/db/pool'
import { createSite } from '@vitrine/platform/kernel/sites/directory'
import { testDatabase } from './database.ts'

export interface ConnectedDatabase extends Database {
  readonly url: string
}

/**
 * A database of its own, as `testDatabase` makes it, and the way into it; closed, it is gone. `before(async () => (db = await connectedDatabase()))`
 * and `after(() => db?.close())`.
 */
export async function connectedDatabase(): Promise<ConnectedDatabase> {
  const home = await testDatabase()
  const database = connectTo(home.url)
  const close = async () => {
    await database.close()
    await home[Symbol.asyncDispose]()
  }
  return { ...database, url: home.url, close, [Symbol.asyncDispose]: close }
}

/** One more way into a database. That a connection breaks while nobody uses it is a fault of the test. */
export const connectTo = (url: string): Database =>
  connect({
    url,
    connections: 8,
    onIdleError: (error) => {
      throw error
    },
  })

/** A shop of which nothing is known but its name. */
export async function openSite(db: Database, id = newId()): Promise<string> {
  await createSite(db, { id, name: 'Test shop' }, new Date('2026-11-21T09:00:00.000Z'))
  return id
}
