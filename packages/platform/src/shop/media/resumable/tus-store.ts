import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Db } from '../../../kernel/db/sql.ts'
import { inSteps, PartsGone, type UploadParts } from './parts.ts'
import { beginUpload, findUpload, forgetReceived, noteOutcome, noteReceived, type ResumableUpload } from './store.ts'

export interface TusStoreDeps {
  readonly db: Db
  readonly parts: UploadParts
  /** Real time. */
  readonly now: () => Date
}

/** An upload that has begun may be gone on with for so long. */
export const uploadLastsMs = 3 * 24 * 3600 * 1000

/** Uploads of one shop, as the tus server reads and writes them: how far they are stands in the database, which every process asks. */
export class TusStore extends DataStore {
  readonly #deps: TusStoreDeps
  readonly #site: string
  constructor(deps: TusStoreDeps, site: string) {
    super()
    this.#deps = deps
    this.#site = site
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, parts, now } = this.#deps
    const begun = await this.#find(upload.id)
    await parts.discard({ site: this.#site, id: upload.id }, begun.parts)
    const at = now()
    const values = {
      bytes: upload.size!,
      metadata: withoutNul(upload.metadata ?? {}),
      now: at,
      expiresAt: new Date(at.getTime() + uploadLastsMs),
    }
    if (!(await beginUpload(db, this.#site, upload.id, values))) throw ERRORS.FILE_NO_LONGER_EXISTS
    upload.creation_date = at.toISOString()
    return upload
  }

  override async write(source: AsyncIterable<Buffer>, id: string, offset: number): Promise<number> {
    const { db, parts } = this.#deps
    const upload = { site: this.#site, id }
    let at = offset
    try {
      for await (const bytes of inSteps(source, parts.step)) {
        const part = await parts.put(upload, at, bytes)
        if (!(await noteReceived(db, this.#site, id, { at, count: bytes.length, part }))) throw ERRORS.INVALID_OFFSET
        at += bytes.length
      }
    } catch (error) {
      if (!(error instanceof PartsGone)) throw error
      await forgetReceived(db, this.#site, id)
      throw ERRORS.INVALID_OFFSET
    }
    return at
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes, received, metadata, createdAt } = await this.#find(id)
    if (bytes === null) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size: bytes, offset: received, metadata: { ...metadata }, creation_date: createdAt.toISOString() })
  }

  override async remove(id: string): Promise<void> {
    const { db, parts } = this.#deps
    const upload = await this.#find(id)
    if (upload.mediaId !== null) throw ERRORS.INVALID_TERMINATION
    await noteOutcome(db, this.#site, id, { failure: 'CANCELED' })
    await parts.discard({ site: this.#site, id }, upload.parts)
  }

  override getExpiration(): number {
    return uploadLastsMs
  }

  async #find(id: string): Promise<ResumableUpload> {
    const upload = await findUpload(this.#deps.db, this.#site, id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    if (upload.failure !== null) throw ERRORS.FILE_NO_LONGER_EXISTS
    return upload
  }
}

/** No text of the database holds it. */
const withoutNul = (metadata: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, value?.replaceAll('\0', '') ?? null]))
