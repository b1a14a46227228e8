import { type CursorSearch, SearchDetailsInput } from '@vitrine/contract'
import { type Db, sql } from '../db/sql.ts'
import { Unreadable } from './filter.ts'
import { carriedBy } from './keyset.ts'

/**
 * The words of a search, which a cursor carries from page to page.
 * @throws Unreadable
 */
export function detailsOf(asked: CursorSearch): SearchDetailsInput | undefined {
  const carried = carriedBy(asked, 'search')
  if (carried === undefined) return asked.cursorPaging?.cursor ? undefined : (asked.search ?? undefined)
  const read = SearchDetailsInput.safeParse(jsonOf(carried))
  if (!read.success) throw new Unreadable('search.cursorPaging.cursor', 'is no cursor of ours', 'FORMAT')
  return read.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The time zone that days begin in.
 * @throws Unreadable
 */
export async function knownTimeZone(db: Db, { timeZone }: Pick<CursorSearch, 'timeZone'>): Promise<string> {
  if (!timeZone || timeZone === 'UTC') return 'UTC'
  const [known] = await db.query(sql`select from pg_timezone_names where name = ${timeZone}`)
  if (!known) throw new Unreadable('search.timeZone', 'is no time zone such as Europe/Berlin', 'FORMAT')
  return timeZone
}
