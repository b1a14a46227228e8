import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const idBytes = 16
/** Random bytes for the next ids: to ask for them one id at a time costs more than the id. */
const random = Buffer.alloc(512 * idBytes)
let used = random.length
let msecs = Number.NEGATIVE_INFINITY
let seq = 0

/**
 * A new identifier: UUIDv7, made here and not in the database, so that ids sort by time and need no round trip. Those of one process sort as
 * they were made: within a millisecond they are counted.
 */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const own = random.subarray(used, used + idBytes)
  used += idBytes
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    seq = own.readUInt32BE(6) >>> 1 // room to count on in
  } else {
    seq = (seq + 1) | 0
    if (seq === 0) msecs++
  }
  return v7({ random: own, msecs, seq })
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be asked for in a uuid column; anything else cannot exist there. */
export const isId = (text: string): boolean => pattern.test(text)
