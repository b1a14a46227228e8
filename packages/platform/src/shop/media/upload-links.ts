import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Kind } from './kinds/kind.ts'
import { createLink, endLink, findLink } from './links-store.ts'
import type { ExternalInfo } from './store.ts'

/** What is said of a file before it is sent. */
export interface UploadStatement {
  readonly fileName: string
  readonly folderId: string
  readonly private: boolean
  readonly labels: readonly string[]
  readonly externalInfo: ExternalInfo | null
  /** At most so many bytes. */
  readonly most: number
  /** Who asked for the address. */
  readonly uploadedBy: string
  /** Of these kinds alone. */
  readonly kinds?: readonly Kind[]
  /** The maximum length of a film. */
  readonly mostMs?: number
  /** For one new file, even if its content exists already: the file is deleted with its review. */
  readonly once?: true
}

/** An address to upload to is good for a day. */
const lastsMs = 24 * 3_600_000

export interface UploadLinks {
  /** The last part of an address that one file may be sent to. */
  create(context: Context, statement: UploadStatement, goodForMs?: number): Promise<string>
  /** What such a part says, if the shop made it and it is not over. */
  read(site: string, token: string): Promise<UploadStatement | undefined>
  /** Ends such an address; false if it has ended already, so of several uploads at once one wins. */
  end(site: string, token: string): Promise<boolean>
}

/** Addresses to upload to, given out and read again. */
export const uploadLinks = (database: Db, clock: Clock): UploadLinks => ({
  create: ({ db, site, now }, statement, goodForMs = lastsMs) =>
    createLink(db, site, { purpose: 'UPLOAD', statement, expiresAt: new Date(now.getTime() + goodForMs) }),
  async read(site, token) {
    const link = await findLink<UploadStatement>(database, site, token)
    return link?.purpose === 'UPLOAD' && link.expiresAt > clock.now() ? link.statement : undefined
  },
  end: (site, token) => endLink(database, site, token, clock.now()),
})
