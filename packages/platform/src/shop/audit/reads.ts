import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { AuditedRead } from '../../kernel/http/auditing.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import { writeBehind } from '../../kernel/jobs/write-behind.ts'
import { originOf } from './auditing.ts'
import { keepRead } from './store.ts'
import { kindOfLine } from './subjects.ts'

/** Who reads fewer rows than this within an hour looks something up; from here on the log has it. */
export const manyRows = 50
const hourMs = 3_600_000
/** What is read is written down so often at the most, for each reader and operation. */
const everyMs = 3_000

export interface ReadLog {
  /** Nobody waits for it, and nobody's read fails by it. */
  note(read: AuditedRead): void
  /** Writes what was not written yet. */
  settle(): Promise<void>
}

interface Reading {
  /** Of this hour, in this process. */
  rows: number
  written: number
  last: AuditedRead
}

/**
 * One entry for each reader, operation and hour, under the same id in all processes of a database: their rows add up.
 */
export const readId = (site: string, caller: string, line: string, hourStartMs: number): string =>
  v7({ msecs: hourStartMs, random: createHash('sha256').update(`${site} ${caller} ${line} ${hourStartMs}`).digest().subarray(0, 16) })

/** How many rows of an answer are about people; a whole answer counts as many. */
export function rowsOf(answer: unknown, personal: string): number {
  if (personal === '*') return manyRows
  const value = answer instanceof Prepared ? (JSON.parse(answer.json.toString()) as unknown) : answer
  const list = (value as Readonly<Record<string, unknown>>)[personal]
  return Array.isArray(list) ? list.length : 0
}

export function readLog({
  database,
  clock,
  report,
}: {
  readonly database: Db
  readonly clock: Clock
  readonly report: (fault: unknown, where: string) => void
}): ReadLog {
  const readings = new Map<string, Reading>()

  const behind = writeBehind(everyMs, async () => {
    const now = clock.now().getTime()
    for (const [id, reading] of readings) {
      const { rows, written, last } = reading
      if (rows >= manyRows && rows > written) {
        reading.written = rows
        const { caller, line, request, now: at } = last
        const { site } = caller
        await keepRead(database, site, caller, rows - written, {
          id,
          at,
          operation: line,
          kind: kindOfLine(line) ?? null,
          ...originOf(request),
        }).catch((error: unknown) => {
          // With the next ones.
          reading.written = written
          report(error, 'audit of reads')
        })
      }
      if (last.now.getTime() < now - hourMs) readings.delete(id)
    }
  })

  return {
    note(read) {
      // The answer goes out first.
      setImmediate(() => {
        const { caller, line, now } = read
        const id = readId(caller.site, nameOf(caller), line, Math.floor(now.getTime() / hourMs) * hourMs)
        const reading = readings.get(id) ?? { rows: 0, written: 0, last: read }
        reading.rows += rowsOf(read.answer, read.personal)
        // What it answered is not held any longer than this.
        reading.last = { ...read, answer: undefined }
        readings.set(id, reading)
        behind.plan()
      })
    },
    async settle() {
      await new Promise((resolve) => setImmediate(resolve))
      await behind.settle()
    },
  }
}
