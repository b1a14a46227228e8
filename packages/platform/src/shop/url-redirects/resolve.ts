import type { Db } from '../../kernel/db/sql.ts'
import { candidatesOf, isOwn, mostSteps, normalPath, targetOf } from './rules.ts'
import { findByPaths, type StoredRedirect } from './store.ts'

interface Resolved {
  /** Where it leads in the end. */
  readonly target: string
  /** Whether every step of the way is for good. */
  readonly permanent: boolean
  /** The first step. */
  readonly first: StoredRedirect
}

/** Where a path leads, all steps taken at once; undefined where it leads nowhere, or in a circle. */
export const resolve = async (db: Db, site: string, asked: string): Promise<Resolved | undefined> =>
  (await resolveAll(db, site, [asked])).get(asked)

/** The same for many paths, with one query for each step. A way in a circle does not end, and is in no answer. */
export async function resolveAll(db: Db, site: string, asked: readonly string[]): Promise<ReadonlyMap<string, Resolved>> {
  const ends = new Map<string, Resolved>()
  let ways: readonly Way[] = [...new Set(asked)].map((from) => ({ from, at: from }))
  for (let steps = 1; steps <= mostSteps && ways.length > 0; steps++) {
    const find = await findNearest(
      db,
      site,
      ways.map(({ at }) => at),
    )
    const further: Way[] = []
    for (const { from, at, found } of ways) {
      const next = find(at)
      if (!next) {
        if (found) ends.set(from, found)
        continue
      }
      const target = targetOf(next, at)
      const step = { target, permanent: next.permanent && (found?.permanent ?? true), first: found?.first ?? next }
      if (isOwn(target)) further.push({ from, at: normalPath(target), found: step })
      else ends.set(from, step)
    }
    ways = further
  }
  return ends
}

interface Way {
  readonly from: string
  readonly at: string
  readonly found?: Resolved
}

/** Finds for each of these paths the redirect that fits it best. */
async function findNearest(db: Db, site: string, paths: readonly string[]): Promise<(path: string) => StoredRedirect | undefined> {
  const stored = new Map((await findByPaths(db, site, paths.flatMap(candidatesOf))).map((row) => [row.path, row]))
  return (path) => candidatesOf(path).flatMap((candidate) => stored.get(candidate) ?? [])[0]
}
