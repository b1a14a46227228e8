import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../kernel/db/context.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { StoredRule } from '../rules/stored-rule.ts'
import { saveRule, updateSome } from '../rules/update.ts'
import { type Renaming, settled, whileRenamed, whileTakenBack } from './rules.ts'

/** A brand or ribbon that a job renames, and the rules from before that follow it. */
export interface FollowedRenaming extends Renaming {
  readonly rules: readonly { readonly collectionId: string; readonly before: StoredRule }[]
}

async function readRules(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredRule | null>> {
  const rows = await db.query<{ id: string; rule: StoredRule | null }>(sql`
    select id, rule from collection where site = ${site} and id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, rule }) => [id, rule]))
}

/** Replaces the rules that are still one of those expected; one that somebody has changed since stays. */
async function replace(
  context: Context,
  renaming: FollowedRenaming,
  expected: (before: StoredRule) => readonly StoredRule[],
  next: (before: StoredRule) => StoredRule,
): Promise<void> {
  const ids = renaming.rules.map(({ collectionId }) => collectionId)
  if (ids.length === 0) return
  const rules = await readRules(context.db, context.site, ids)
  for (const { collectionId, before } of renaming.rules) {
    const now = rules.get(collectionId)
    if (now && expected(before).some((rule) => isDeepStrictEqual(now, rule))) await saveRule(context, collectionId, next(before))
  }
}

/** Rules hold on to the products of a brand or ribbon while these get the new name. */
export const beginRenaming = (context: Context, renaming: FollowedRenaming): Promise<void> =>
  replace(
    context,
    renaming,
    (before) => [before],
    (before) => whileRenamed(before, renaming),
  )

/** All products have the new name. */
export async function endRenaming(context: Context, renaming: FollowedRenaming): Promise<void> {
  await replace(
    context,
    renaming,
    (before) => [whileRenamed(before, renaming)],
    (before) => settled(whileRenamed(before, renaming)),
  )
  if (renaming.rules.length > 0) await updateSome(context)
}

export const beginTakingBack = (context: Context, renaming: FollowedRenaming): Promise<void> =>
  replace(
    context,
    renaming,
    (before) => [whileRenamed(before, renaming), settled(whileRenamed(before, renaming))],
    (before) => whileTakenBack(before, renaming),
  )

export async function endTakingBack(context: Context, renaming: FollowedRenaming): Promise<void> {
  await replace(
    context,
    renaming,
    (before) => [whileTakenBack(before, renaming)],
    (before) => before,
  )
  if (renaming.rules.length > 0) await updateSome(context)
}
