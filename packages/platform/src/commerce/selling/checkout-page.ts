import { Url } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Actor, Caller } from '../../kernel/http/caller.ts'

/** Whether the app of a caller may send browsers to an address; for a caller without an app, whether any app of the shop may. */
export type MayLeadTo = (db: Db, caller: Caller, url: string) => Promise<boolean>

/** Whether somebody may put a page in the place of the shop's own checkout: the shop any page, buyers one that an app is registered with. */
export async function mayTakePlace(
  { db, caller, merchant }: Actor & { readonly db: Db },
  url: string | null | undefined,
  mayLeadTo: MayLeadTo,
): Promise<boolean> {
  if (!url) return true
  return merchant ? Url.safeParse(url).success : mayLeadTo(db, caller, url)
}
