import { makeAllAgain } from '../catalogue/written-anew.ts'
import type { Db } from '../db/sql.ts'
import { sql } from '../db/sql.ts'
import type { GeneralSettingsDeps } from '../general-settings/operations.ts'
import { senderFrom, senderOf } from '../mail/sender.ts'
import { numberFrom, numbersNow } from '../orders/numbers.ts'
import { lockSection } from '../settings/change.ts'
import type { Sections } from '../settings/sections.ts'
import { writeSettings } from '../settings/settings.ts'

type Wired = Omit<GeneralSettingsDeps, 'readSettings' | 'usualAuditMonths'>

/** What follows when a shop gets another name, sells in another currency or counts its orders from another number. */
export const generalSettingsWiring = (readSettings: GeneralSettingsDeps['readSettings']): Wired => ({
  async hasPrices(db, site) {
    if (settingsHavePrices(await readSettings(db, site))) return true
    const [row] = await db.query<{ some: boolean }>(sql`
      select exists (select from product where site = ${site}) or exists (select from orders where site = ${site})
        or exists (select from coupon where site = ${site}) or exists (select from gift_card where site = ${site})
        or exists (select from draft_order where site = ${site}) as some`)
    return row!.some
  },

  pricesAreWrittenAnew: ({ db, site }) => makeAllAgain(db, site),

  async renamed({ db, site, now }, was, is) {
    await db.query(sql`update site set name = ${is} where site = ${site}`)
    const { document: mail } = await lockSection(db, site, 'mail', (await readSettings(db, site)).mail, now)
    const { name, address } = senderOf(mail.from)
    if (name === was) await writeSettings(db, site, 'mail', { ...mail, from: senderFrom(is, address) }, now)
  },

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
