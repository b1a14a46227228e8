import type { Route } from '@vitrine/contract'
import type { Db } from '../db/sql.ts'
import type { App, User } from './caller.ts'
import type { WireRequest } from './wire.ts'

/** A write of one of the staff or of a program with an API key. */
export interface AuditedWrite {
  readonly line: Route
  readonly input: Readonly<Record<string, unknown>>
  readonly caller: User | App
  readonly request: WireRequest
  readonly now: Date
}

/** A read of rows about people, by one of the staff or a program. */
export interface AuditedRead {
  readonly line: Route
  readonly caller: User | App
  readonly request: Pick<WireRequest, 'headers' | 'requestId'>
  readonly now: Date
  /** As `Operation.personal` has it. */
  readonly personal: string
  readonly answer: unknown
}

/** Writes down who changed what: nothing that is answered with 200 is missing, and nothing that was refused is there. */
export interface Auditing {
  /** After a read of rows about people. */
  readonly read?: (read: AuditedRead) => void
  /** Before a write, in its transaction. The function it returns is called with the answer of the write, in the same transaction. */
  begin(write: AuditedWrite, db: Db): Promise<(answer: unknown) => Promise<void>>
  /** Before a write in stages, each of which is a transaction of its own; sent again it is the same write under the same attempt. */
  open(write: AuditedWrite, attempt: string): Promise<OpenEntry>
}

export interface OpenEntry {
  /** Records how it ended, in the transaction that stores the answer. */
  close(db: Db, answer: unknown): Promise<void>
  /** It was refused. */
  drop(db: Db): Promise<void>
}
