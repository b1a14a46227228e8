import type { Writable } from 'node:stream'
import type pg from 'pg'

const gathering = new WeakSet<pg.PoolClient>()

/** What is sent over a connection from now until `later` calls back goes out in one piece. */
export function gather(client: pg.PoolClient, later: (then: () => void) => void): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection // its types name neither
  stream.cork()
  later(() => {
    gathering.delete(client)
    stream.uncork()
  })
}
