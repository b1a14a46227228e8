/** Where the bytes of uploads lie that are under way: a folder that processes of one machine share, or a bucket. */
export interface UploadParts {
  /** How many bytes are put at once: so many are in memory for each upload. */
  readonly step: number
  /** Stores bytes for good before it returns; a name for them where they do not lie in one file. */
  put(upload: UploadName, at: number, bytes: Buffer): Promise<string | undefined>
  /** All bytes in one file of this machine, which is the caller's from then on. */
  collect(upload: UploadName, parts: readonly string[], bytes: number): Promise<string>
  /** Removes what there is of an upload. */
  discard(upload: UploadName, parts: readonly string[]): Promise<void>
  /** Removes stale leftovers. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}

export interface UploadName {
  readonly site: string
  readonly id: string
}

/** Not everything is there that was received: a copy of the database alone was put back, or somebody cleaned up. The sender begins anew. */
export class PartsGone extends Error {}

const siteName = /^[0-9a-f-]{36}$/
const uploadName = /^[A-Za-z0-9_-]{20,64}$/

/** The names that lead to an upload, one below the other. */
export function pathOfUpload({ site, id }: UploadName): readonly [string, string] {
  if (!siteName.test(site) || !uploadName.test(id)) throw new TypeError('an upload is named by a site and an id')
  return [site, id]
}

/** Older than any upload may become. */
export const staleMs = 7 * 24 * 3600 * 1000

/** The bytes of a stream in steps of a size. What came before the stream broke is told, too, before its fault is thrown. */
export async function* inSteps(source: AsyncIterable<Buffer>, step: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let length = 0
  let broken: { readonly fault: unknown } | undefined
  try {
    for await (const chunk of source) {
      gathered.push(chunk)
      length += chunk.length
      if (length < step) continue
      const bytes = Buffer.concat(gathered, length)
      gathered = []
      length = 0
      yield bytes
    }
  } catch (fault) {
    broken = { fault }
  }
  if (length > 0) yield Buffer.concat(gathered, length)
  if (broken) throw broken.fault
}
