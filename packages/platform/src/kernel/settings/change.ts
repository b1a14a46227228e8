import { type Db, sql } from '../db/sql.ts'
import type { Section, Sections } from './sections.ts'
import { writeSettings } from './settings.ts'

/** A section as it is. */
export interface SectionNow<S extends Section> {
  readonly document: NonNullable<Sections[S]>
  /** When the shop opened: the date of everything in it that has none of its own. */
  readonly since: Date
  readonly updatedAt: Date
}

const columns = sql`document, updated_at as "updatedAt", (select created_at from site where site.site = site_setting.site) as since`

/** A section as it is, without any cache; undefined where it was never written. */
export async function readSection<S extends Section>(db: Db, site: string, section: S): Promise<SectionNow<S> | undefined> {
  const [row] = await db.query<SectionNow<S>>(sql`select ${columns} from site_setting where site = ${site} and section = ${section}`)
  return row
}

/** Reads a section to change it: nobody else does until the transaction ends. `fresh` stands where it was never written. */
export async function lockSection<S extends Section>(
  db: Db,
  site: string,
  section: S,
  fresh: NonNullable<Sections[S]>,
  now: Date,
): Promise<SectionNow<S>> {
  await db.query(sql`
    insert into site_setting (site, section, revision, document, updated_at)
    values (${site}, ${section}, 1, ${JSON.stringify(fresh)}::jsonb, ${now}) on conflict (site, section) do nothing`)
  const [row] = await db.query<SectionNow<S>>(
    sql`select ${columns} from site_setting where site = ${site} and section = ${section} for update`,
  )
  return row!
}

/** What a change of a section comes to: the section after it, and what is to be answered. */
export interface Changed<S extends Section, A> {
  readonly document: NonNullable<Sections[S]>
  readonly answer: A
}

export async function saveSection<S extends Section, A>(
  db: Db,
  site: string,
  section: S,
  { document, answer }: Changed<S, A>,
  now: Date,
): Promise<A> {
  await writeSettings(db, site, section, document, now)
  return answer
}
