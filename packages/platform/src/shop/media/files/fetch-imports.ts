import { mostBytesOf } from '@vitrine/contract'
import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Context } from '../../../kernel/db/context.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { type BatchRunner, batchRunner } from '../../../kernel/jobs/batches.ts'
import type { KeyWrap } from '../../../kernel/key-wrap/key-wrap.ts'
import { type OpenedAnswer, type Outbound, OutboundRefused } from '../../../kernel/outbound/outbound.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { FileEvents } from '../file-events.ts'
import { type Incoming, TooManyBytes } from '../incoming.ts'
import { Unfit } from '../inspect.ts'
import { type ExternalInfo, findFile } from '../store.ts'
import { fillFile, type TakeFileDeps } from '../take-file.ts'
import { mayComeBack, pauseAfter } from './import-rules.ts'
import { claimImport, delayImport, endImport, failImport, headersIn, holdImport, type ImportRow } from './import-store.ts'

export interface FetchImportsDeps {
  readonly files: TakeFileDeps
  readonly database: Database
  readonly outbound: Outbound
  readonly incoming: Incoming
  readonly clock: Clock
  readonly real: Clock
  readonly wrap: KeyWrap
  readonly report: (fault: unknown, where: string) => void
}

/** Whoever fetches says so this often; who was not heard of for `leaseMs` is gone, and another goes on. */
const renewMs = 10_000
const leaseMs = 45_000
const atOnce = 2
const mostRedirects = 3
/** Any kind of file may come: what it may have is looked at when it is there. */
const most = Math.max(...Object.values(mostBytesOf))

/** Why an import fails, or is tried again. */
class Failed extends Error {
  readonly code: string
  readonly again: boolean
  constructor(code: string, again: boolean) {
    super(code)
    this.code = code
    this.again = again
  }
}

/** Fetches files from the addresses they are imported from, in the background; what a killed process left, another goes on with. */
export function importFetcher(deps: FetchImportsDeps): BatchRunner & { readonly settle: () => Promise<void> } {
  const { database, real, report } = deps

  async function some(isStopped: () => boolean): Promise<boolean> {
    let any = false
    while (!isStopped()) {
      const now = real.now()
      const claimed = await claimImport(database, now, new Date(now.getTime() + leaseMs))
      if (!claimed) return any
      any = true
      await one(deps, claimed)
    }
    return any
  }

  const runner = batchRunner({
    run: async (isStopped) => (await Promise.all(Array.from({ length: atOnce }, () => some(isStopped)))).includes(true),
    report: (error) => report(error, 'imports of files'),
  })
  return {
    ...runner,
    async settle() {
      for (;;) {
        await runner.run()
        const [due] = await database.query(
          sql`select 1 from media_import where state in ('WAITING', 'RUNNING') and due_at <= ${real.now()} limit 1`,
        )
        if (!due) return
      }
    },
  }
}

/** One try at one file. */
async function one(deps: FetchImportsDeps, row: ImportRow): Promise<void> {
  const { database, real, report } = deps
  const leave = new AbortController()
  const timer = setInterval(() => {
    // It may have been canceled.
    holdImport(database, row, new Date(real.now().getTime() + leaseMs)).then(
      (isOurs) => isOurs || leave.abort(new Failed('CANCELED', false)),
      (error: unknown) => leave.abort(error),
    )
  }, renewMs)
  try {
    const file = await findFile(database, row.site, row.mediaId)
    if (!file || file.operationStatus !== 'PENDING' || file.digest !== '') {
      await endImport(database, row)
      return
    }
    const taken = await download(deps, row, leave.signal, (path) => fillFile(deps.files, row, { path }, deps.clock.now()))
    if (taken instanceof Unfit) throw new Failed(taken.reason, false)
    if (taken instanceof Refusal) throw new Failed('SITE_QUOTA_EXCEEDED', false)
    await endImport(database, row)
  } catch (error) {
    const failed = failureOf(error)
    if (failed === unexplained) report(error, `import of ${row.mediaId}`)
    const pause = failed.again ? pauseAfter(row.attempts) : undefined
    if (pause !== undefined) await delayImport(database, row, failed.code, new Date(real.now().getTime() + pause))
    else await fail(deps, row, failed.code)
  } finally {
    clearInterval(timer)
  }
}

/** Brings the bytes of an address into a file of this machine, and hands over where they lie. */
async function download<T>(
  { outbound, incoming, wrap }: FetchImportsDeps,
  row: ImportRow,
  signal: AbortSignal,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const answer = await ask(outbound, row.url, headersIn(wrap, row), signal)
  if (answer.status !== 200) {
    answer.destroy()
    throw mayComeBack(answer.status) ? new Failed('SOURCE_UNREACHABLE', true) : new Failed('SOURCE_REFUSED', false)
  }
  return incoming.receive(broken(answer.body), most, use)
}

/** What fails while it comes is the fault of whoever sends it. */
async function* broken(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw asFailure(error)
  }
}

/** Follows redirects, each by the same rules. What was said to one server is not said to another. */
async function ask(
  outbound: Outbound,
  first: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<OpenedAnswer> {
  let url = new URL(first)
  for (let redirects = 0; ; redirects++) {
    const same = url.origin === new URL(first).origin
    const answer = await outbound.open(url, { headers: same ? headers : {}, signal }).catch((error: unknown) => {
      throw asFailure(error)
    })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer
    answer.destroy()
    if (redirects === mostRedirects || !URL.canParse(location, url.href)) throw new Failed('SOURCE_REFUSED', false)
    url = new URL(location, url)
  }
}

/** Something of the shop's own: it is tried again, and reported. */
const unexplained = new Failed('NOT_TAKEN', true)

function failureOf(error: unknown): Failed {
  if (error instanceof TooManyBytes) return new Failed('TOO_LARGE', false)
  return error instanceof Failed ? error : unexplained
}

function asFailure(error: unknown): Failed {
  if (!(error instanceof OutboundRefused)) return new Failed('SOURCE_UNREACHABLE', true)
  return new Failed(error.reason === 'TOO_LARGE' ? 'TOO_LARGE' : 'OUTBOUND_ADDRESS_NOT_ALLOWED', false)
}

async function fail({ database, files, clock, real }: FetchImportsDeps, row: ImportRow, code: string): Promise<void> {
  await database.transact(async (db) => {
    if (await failImport(db, row, code, real.now()))
      await failImported({ db, site: row.site, now: clock.now() }, files.events, row.mediaId, code)
  })
}

/** Marks a file as failed and emits the event. */
export async function failImported({ db, site, now }: Context, events: FileEvents, mediaId: string, code: string): Promise<void> {
  const [failed] = await db.query<{ id: string; externalInfo: ExternalInfo | null }>(sql`
    update media set operation_status = 'FAILED', failure = ${code}, updated_at = ${now}
    where site = ${site} and id = ${mediaId} returning id, external_info as "externalInfo"`)
  if (failed) await events.failed({ db, site, now }, [failed], { code, description: descriptions[code] ?? 'The file was not taken.' })
}

const descriptions: Readonly<Record<string, string>> = {
  SOURCE_UNREACHABLE: 'The server of the file did not answer.',
  SOURCE_REFUSED: 'The server refused the request.',
  OUTBOUND_ADDRESS_NOT_ALLOWED: 'The address is private: the shop fetches files only from public addresses.',
  SITE_QUOTA_EXCEEDED: 'There was no room for the file.',
  TOO_LARGE: 'The file is too large.',
  UNKNOWN_TYPE: 'Files of this type are not taken.',
  BROKEN: 'The file cannot be read.',
  UNSAFE: 'The file holds something that may do harm.',
  CANCELED: 'Fetching the file was canceled.',
}
