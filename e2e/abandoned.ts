import { recordAbandoned } from '@vitrine/platform/commerce/abandoned/store'
import { documentOf } from '@vitrine/platform/commerce/flows/abandoned-checkouts'
import { newId } from '@vitrine/platform/kernel/db/id'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { toCheckout } from './checkout.ts'
import type { OpenShop } from './shop.ts'

const twoHoursMs = 2 * 3600_000

/** Somebody came as far as the card, two hours ago, and left two mugs there; it was found since, and nobody was written to. */
export async function leave(shop: OpenShop, email: string): Promise<{ readonly id: string }> {
  const { checkout: left } = await toCheckout(shop, { email, quantity: 2, name: ['Nora', 'Fuchs'] })
  const id = newId()
  await using database = connect({ url: shop.databaseUrl })
  const [site] = await database.query<{ site: string }>(sql`select site from checkout where id = ${left.id ?? null}`)
  const what = { id, checkoutId: left.id ?? '', document: documentOf(left), stopped: 'PAYMENT' as const, obstacle: 'NONE' as const }
  await recordAbandoned(database, site?.site ?? '', what, new Date(Date.now() - twoHoursMs))
  return { id }
}
