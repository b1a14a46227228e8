import { type Db, sql } from '../db/sql.ts'

/** Which shop a host name stands for; an installation with one shop answers for every name. */
export interface SiteDirectory {
  siteAt(host: string | undefined): Promise<string>
  all(): Promise<readonly string[]>
}

/** No shop answers under this name, and there are several to choose from. */
export class UnknownHost extends Error {
  override readonly name = 'UnknownHost'
}

const cacheMs = 60_000

export function siteDirectory(db: Db): SiteDirectory {
  let known: { readonly sites: readonly string[]; readonly byHost: ReadonlyMap<string, string> } | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function read() {
    if (known && known.sites.length > 0 && performance.now() - readAt < cacheMs) return known
    const rows = await db.query<{ site: string; host: string | null }>(sql`
      select site.site, site_host.host from site left join site_host on site_host.site = site.site order by site.created_at, site.site`)
    known = {
      sites: [...new Set(rows.map(({ site }) => site))],
      byHost: new Map(rows.flatMap(({ site, host }) => (host === null ? [] : [[host, site] as const]))),
    }
    readAt = performance.now()
    return known
  }

  return {
    async siteAt(host) {
      const { sites, byHost } = await read()
      const named = host === undefined ? undefined : (byHost.get(host.toLowerCase()) ?? byHost.get(host.toLowerCase().replace(/:\d+$/, '')))
      if (named !== undefined) return named
      const [first] = sites
      if (first === undefined) throw new UnknownHost('this installation has no shop yet')
      return first
    },
    all: async () => (await read()).sites,
  }
}

/** Whether there is no other shop on this installation at this moment. */
export async function isOnlySite(db: Db): Promise<boolean> {
  const [row] = await db.query<{ only: boolean }>(sql`select count(*) = 1 as only from site`)
  return row!.only
}

/** Opens a shop. The same id again changes nothing. */
export async function createSite(
  db: Db,
  site: { readonly id: string; readonly name: string; readonly hosts?: readonly string[] },
  now: Date,
): Promise<void> {
  await db.query(sql`insert into site (site, name, created_at) values (${site.id}, ${site.name}, ${now}) on conflict (site) do nothing`)
  for (const host of site.hosts ?? []) {
    await db.query(sql`insert into site_host (site, host) values (${site.id}, ${host}) on conflict (site, host) do nothing`)
  }
}

/** What a shop was filled with when it was opened: the demo shop with its history, or its catalogue alone. */
export type Seed = 'demo' | 'catalogue'

/** That of the first shop; undefined where it was filled with nothing, `empty` where there is no shop yet. */
export async function findSeed(db: Db): Promise<Seed | 'empty' | undefined> {
  const [row] = await db.query<{ seed: Seed | null }>(sql`select seed from site order by created_at, site limit 1`)
  return row ? (row.seed ?? undefined) : 'empty'
}
