import { type Db, type Sql, sql } from '../db/sql.ts'
import { lruOf } from '../lru.ts'
import type { Section, Sections } from './sections.ts'

export interface Settings {
  /** All sections of a site as they are now. */
  read(db: Db, site: string): Promise<Sections>
  /** Lets a write go by these revisions, which it has read together with something else. */
  takeIn(db: Db, site: string, revisions: string): void
}

/**
 * A section with its revision and the transaction that wrote it. A revision alone may come a second time with another document: where its row was
 * deleted, where a write came to nothing, where the database was put back to an earlier state.
 */
const stateOf = sql`section || ':' || revision || '.' || xmin`

/** The revisions of all sections in one text. */
export const revisionsOf = (site: string): Sql => sql`coalesce((
  select string_agg(${stateOf}, ',' order by section) from site_setting where site = ${site}), '')`

/** What an open transaction has read: it goes by the settings that it began with. */
const begunWith = new WeakMap<Db, Map<string, Promise<Sections>>>()

/** Settings change seldom and are read by almost every request: only revisions are queried, documents are cached by revision. */
export function settings(): Settings {
  const documents = lruOf<string, { readonly revisions: string; readonly sections: Sections }>(10_000)

  async function readNow(db: Db, site: string): Promise<Sections> {
    const [row] = await db.query<{ revisions: string }>(sql`select ${revisionsOf(site)} as revisions`)
    return readAt(db, site, row!.revisions)
  }

  async function readAt(db: Db, site: string, revisions: string): Promise<Sections> {
    const known = documents.get(site)
    if (known?.revisions === revisions) return known.sections
    const read = await db.query<{ section: Section; state: string; document: unknown }>(
      sql`select section, ${stateOf} as state, document from site_setting where site = ${site} order by section`,
    )
    const revisionsRead = read.map(({ state }) => state).join()
    const sections = {
      ...Object.fromEntries(read.map(({ section, document }) => [section, document])),
      revisions: revisionsRead,
    } as unknown as Sections
    documents.set(site, { revisions: revisionsRead, sections })
    return sections
  }

  const readIn = (db: Db): Map<string, Promise<Sections>> => {
    const read = begunWith.get(db) ?? new Map<string, Promise<Sections>>()
    begunWith.set(db, read)
    return read
  }

  return {
    async read(db, site) {
      if (!db.beforeCommit) return readNow(db, site)
      const read = readIn(db)
      const known = read.get(site) ?? readNow(db, site)
      read.set(site, known)
      return known
    },
    takeIn(db, site, revisions) {
      const read = readIn(db)
      if (!read.has(site)) read.set(site, readAt(db, site, revisions))
    },
  }
}

/** Replaces a section. */
export async function writeSettings<S extends Section>(db: Db, site: string, section: S, document: Sections[S], now: Date): Promise<void> {
  begunWith.delete(db)
  await db.query(sql`
    insert into site_setting (site, section, revision, document, updated_at) values (${site}, ${section}, 1, ${JSON.stringify(document)}::jsonb, ${now})
    on conflict (site, section) do update
    set revision = site_setting.revision + 1, document = excluded.document, updated_at = excluded.updated_at`)
}
