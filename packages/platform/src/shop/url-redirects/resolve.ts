import type { Db } from '../../kernel/db/sql.ts'
import { candidatesOf, isOwn, mostSteps, normalPath, targetOf } from './rules.ts'
import { findByPaths, type StoredRedirect } from './store.ts'

export interface Resolved {
  /** Where it leads in the end. */
  readonly target: string
  /** Whether every step of the way is for good. */
  readonly permanent: boolean
  /** The first step. */
  readonly first: StoredRedirect
  readonly steps: number
}

/** Where a path leads, all steps taken at once; undefined where it leads nowhere, or in a circle. */
export async function resolve(db: Db, site: string, asked: string): Promise<Resolved | undefined> {
  const seen = new Set<string>()
  let path = asked
  let found: Resolved | undefined
  for (let steps = 1; steps <= mostSteps; steps++) {
    if (seen.has(path)) return undefined
    seen.add(path)
    const next = await findNext(db, site, path)
    if (!next) return found
    const target = targetOf(next, path)
    found = { target, permanent: next.permanent && (found?.permanent ?? true), first: found?.first ?? next, steps }
    if (!isOwn(target)) return found
    path = normalPath(target)
  }
  return undefined
}

/** The redirect that fits a path best. */
async function findNext(db: Db, site: string, path: string): Promise<StoredRedirect | undefined> {
  const candidates = candidatesOf(path)
  const rows = await findByPaths(db, site, candidates)
  const by = new Map(rows.map((row) => [row.path, row]))
  return candidates.map((candidate) => by.get(candidate)).find((row) => row !== undefined)
}
