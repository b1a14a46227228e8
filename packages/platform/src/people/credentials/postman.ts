import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Secrets } from './secrets.ts'

/** An email that says something which only its reader may know. */
export interface SealedEmail {
  readonly kind: string
  /** Whom it is for, by their id. Nobody is written to where there is nobody; the work is the same. */
  readonly to: string | undefined
  readonly about: object
  /** BCP 47, where another one is wished for than the reader's. */
  readonly language?: string | undefined
}

/** Asks for an email, in the transaction that gives a reason for it. */
export async function wantSealed(db: Db, site: string, secrets: Secrets, email: SealedEmail, now: Date): Promise<void> {
  const { to, kind, about, language } = email
  const sealed = await secrets.seal(db, site, JSON.stringify({ about, language }))
  await db.query(sql`
    insert into sign_in_email (site, id, addressee, kind, sealed, due_at, created_at)
    values (${site}, ${newId()}, ${to ?? null}, ${kind}, ${sealed}, ${now}, ${now})`)
}

interface Row {
  readonly site: string
  readonly id: string
  readonly to: string | null
  readonly kind: string
  readonly sealed: Buffer
  readonly tries: number
  readonly createdAt: Date
}

export interface PostmanDeps {
  readonly database: Database
  readonly secrets: Secrets
  readonly now: () => Date
  /** Writes and sends it; once for a key. */
  readonly send: (site: string, key: string, email: SealedEmail & { readonly to: string }) => Promise<void>
  readonly report: (fault: unknown, where: string) => void
  /** How long what an email says is good, by its kind: it is dropped where it was not sent by then. Without an end where nothing is said. */
  readonly goodForMs: Readonly<Record<string, number>>
  /** While nobody delivers emails: the kinds that go another way. All others wait. */
  readonly onlyKinds?: readonly string[] | undefined
}

export interface Postman {
  /** Looks for emails soon; called after each write that may have asked for one. Nobody waits for it. */
  poke(): void
  /** Sends what is due. */
  run(): Promise<void>
  /** Waits until what was asked for is on its way. */
  settle(): Promise<void>
}

const batch = 20
const leaseMs = 60_000
const mostTries = 8

/** Emails about sign-ins go out after the answer, so that how long that takes says nothing; what fails is tried again by the minute. */
export function postman({ database, secrets, now, send, report, goodForMs, onlyKinds }: PostmanDeps): Postman {
  let running: Promise<void> | undefined
  let again = false
  const mayGo = onlyKinds ? sql`and kind = any(${onlyKinds})` : sql``

  const isExpired = ({ kind, createdAt }: Pick<Row, 'kind' | 'createdAt'>, at: Date): boolean =>
    at.getTime() - createdAt.getTime() > (goodForMs[kind] ?? Number.POSITIVE_INFINITY)

  async function dropExpired(): Promise<void> {
    const [kinds, ends] = [Object.keys(goodForMs), Object.values(goodForMs).map((ms) => new Date(now().getTime() - ms))]
    await database.query(sql`
      delete from sign_in_email using unnest(${kinds}::text[], ${ends}::timestamptz[]) as old (kind, until)
      where sign_in_email.kind = old.kind and sign_in_email.created_at < old.until`)
  }

  async function take(): Promise<readonly Row[]> {
    const at = now()
    return database.transact((db) =>
      db.query<Row>(sql`
        update sign_in_email set due_at = ${new Date(at.getTime() + leaseMs)}, tries = tries + 1
        where (site, id) in (
          select site, id from sign_in_email where due_at <= ${at} ${mayGo} order by due_at limit ${batch} for update skip locked)
        returning site, id, addressee as "to", kind, sealed, tries, created_at as "createdAt"`),
    )
  }

  async function deliver({ site, id, to, kind, sealed, tries, createdAt }: Row): Promise<void> {
    try {
      if (to !== null && !isExpired({ kind, createdAt }, now())) {
        const { about, language } = JSON.parse(await secrets.open(database, site, sealed)) as Pick<SealedEmail, 'about' | 'language'>
        await send(site, `sign-in:${id}`, { kind, about, language, to })
      }
    } catch (error) {
      report(error, `email ${kind}`)
      if (tries < mostTries) return
    }
    await database.query(sql`delete from sign_in_email where site = ${site} and id = ${id}`)
  }

  async function run(): Promise<void> {
    for (let taken = await take(); taken.length > 0; taken = await take()) await Promise.all(taken.map(deliver))
  }

  function poke(): void {
    if (running) {
      again = true
      return
    }
    running = run()
      .catch((error: unknown) => report(error, 'emails about sign-ins'))
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          poke()
        }
      })
  }

  return {
    poke,
    async run() {
      await dropExpired()
      await run()
    },
    async settle() {
      poke()
      while (running) await running
    },
  }
}
