import { type Db, sql } from '../../kernel/db/sql.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings/settings.ts'
import type { CommerceFacts } from '../../people/index.ts'
import { checkoutUrl } from '../checkout/operations.ts'
import { mayUse } from '../checkout/rules.ts'
import { findCheckout } from '../checkout/store.ts'
import { buyersData } from './buyers-data.ts'
import { memberPurchases } from './member-purchases.ts'
import { mergeAtLogin } from './merge-at-login.ts'

/** What members, staff and links to the shop ask of commerce. */
export const factsForPeople = ({
  origin,
  readSettings,
}: {
  readonly origin: string
  readonly readSettings: Settings['read']
}): Omit<CommerceFacts, 'paymentProviders'> => ({
  ...memberPurchases(readSettings),
  ...buyersData,
  mergeAtLogin,
  showsProduct,

  async checkoutPage(scope, checkoutId) {
    const found = await findCheckout(scope.db, scope.site, checkoutId)
    if (!found || !mayUse(scope, found)) return refuse('CHECKOUT_NOT_FOUND')
    return found.completed ? refuse('CHECKOUT_IS_COMPLETE') : checkoutUrl(origin, found)
  },
})

/** Whether the shop shows a product under a slug. */
const showsProduct = async (db: Db, site: string, slug: string): Promise<boolean> =>
  (await db.query(sql`select 1 from product where site = ${site} and slug = ${slug} and visible`)).length > 0
