import type { Writable } from 'node:stream'
import type pg from 'pg'

const gathering = new WeakSet<pg.PoolClient>()

/** What is sent over a connection goes out in one piece, until `later` calls back: as a rule when the present turn of the event loop is over. */
export function gather(client: pg.PoolClient, later: (then: () => void) => void = process.nextTick): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection // its types name neither
  stream.cork()
  later(() => {
    gathering.delete(client)
    stream.uncork()
  })
}
