import type { Db } from '../../kernel/db/sql.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { GeneralSettingsDeps } from '../../shop/index.ts'
import { makeAllAgain } from '../catalogue/rewrite-document.ts'
import { numberFrom, numbersNow } from '../orders/numbers.ts'

type ShopPrices = Omit<GeneralSettingsDeps, 'readSettings' | 'usualAuditMonths' | 'renamed'>

/** Whether a shop has prices, and what follows when it sells in another currency or counts its orders from another number. */
export const shopPrices = (readSettings: GeneralSettingsDeps['readSettings']): ShopPrices => ({
  async hasPrices(db, site) {
    if (settingsHavePrices(await readSettings(db, site))) return true
    const [row] = await db.query<{ some: boolean }>(sql`
      select exists (select from product where site = ${site}) or exists (select from orders where site = ${site})
        or exists (select from coupon where site = ${site}) or exists (select from gift_card where site = ${site})
        or exists (select from draft_order where site = ${site}) as some`)
    return row!.some
  },

  pricesAreWrittenAnew: ({ db, site }) => makeAllAgain(db, site),

  async orderNumbers(db: Db, site: string) {
    return numbersNow(db, site, (await readSettings(db, site)).commerce.firstOrderNumber)
  },

  numberFrom,
})

const settingsHavePrices = ({ shipping, discounts, fees, giftCards, checkoutForm }: Sections): boolean =>
  shipping.zones.some(({ options }) => options.length > 0) ||
  (shipping.laidBy ?? []).length > 0 ||
  (discounts?.rules ?? []).length > 0 ||
  (fees?.rules ?? []).length > 0 ||
  giftCards?.product !== undefined ||
  checkoutForm?.minimumSubtotal !== undefined
