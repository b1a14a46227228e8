import { writePastDrafts } from '@vitrine/platform/commerce/flows/seed-drafts'
import { writePast } from '@vitrine/platform/commerce/flows/seed-history'
import type { Db } from '@vitrine/platform/kernel/db/sql'
import { demoSite } from '../ids.ts'
import type { ProductEntry } from '../morrow.ts'
import { draftsUntil } from './drafts.ts'
import { idsOfMoments } from './moments.ts'
import { addReturns } from './returns.ts'
import { visitsUntil } from './visits.ts'

export interface History {
  readonly products: readonly ProductEntry[]
  readonly origin: string
  readonly timeZone: string
  readonly now: Date
}

/** Gives the demo shop a past: a year and a half of orders in every state, with a season, of drafts for those who call, and of checkouts that were abandoned. */
export async function addHistory(db: Db, { products, origin, timeZone, now }: History): Promise<void> {
  const idAt = idsOfMoments()
  const visits = visitsUntil({ products, now, timeZone, idAt })
  await writePast(db, demoSite, visits, now, { origin, idAt })
  await addReturns(db, now, idAt)
  await writePastDrafts(db, demoSite, draftsUntil({ products, visits, now, timeZone, idAt }), now, { origin })
}
