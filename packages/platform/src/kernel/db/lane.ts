import type pg from 'pg'
import { gather } from './gather.ts'
import { breaksLine } from './retry.ts'
import type { Timers } from './timers.ts'

/** One connection for the reads of all who ask at once: they go out in one piece, and one process of the server answers them in turn. */
export interface Lane {
  /** Sends a read that way; `undefined` where those before it would keep it waiting, so that it needs a connection of its own. */
  ask<T>(send: (client: pg.PoolClient) => Promise<T>): Promise<T> | undefined
  close(): Promise<void>
}

/** Behind more than so many it is quicker to ask elsewhere, where there are more processors. */
const mostWaiting = 16
/** A read that takes longer has the lane for itself. */
const longestMs = 5

export function laneOf(pool: pg.Pool, timers: Timers): Lane {
  let client: pg.PoolClient | undefined
  let opening: Promise<void> | undefined
  let closed = false
  let waiting = 0
  let movedAt = 0
  let whenEmpty: (() => void) | undefined

  function lose(broken: pg.PoolClient): void {
    if (client !== broken) return
    client = undefined
    broken.release(true)
  }

  async function open(): Promise<void> {
    const opened = await pool.connect()
    opened.once('error', () => lose(opened)).once('end', () => lose(opened))
    client = opened
  }

  async function tell<T>(asked: pg.PoolClient, send: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    waiting++
    // With what all others ask in the present round of the event loop.
    gather(asked, setImmediate)
    try {
      return await send(asked)
    } catch (error) {
      if (breaksLine(error)) lose(asked)
      throw error
    } finally {
      waiting--
      movedAt = timers.now()
      if (waiting === 0) whenEmpty?.()
    }
  }

  return {
    ask(send) {
      if (closed) return undefined
      if (!client) {
        // Whoever asks meanwhile hears of a database that is not there.
        opening ??= open()
          .catch(() => {})
          .finally(() => (opening = undefined))
        return undefined
      }
      if (waiting === 0) movedAt = timers.now()
      else if (waiting >= mostWaiting || timers.now() - movedAt > longestMs) return undefined
      return tell(client, send)
    },
    async close() {
      closed = true
      await opening
      if (waiting > 0) await new Promise<void>((resolve) => (whenEmpty = resolve))
      const last = client
      client = undefined
      last?.release()
    },
  }
}
