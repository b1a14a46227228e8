import { makeAllAgain } from '../commerce/catalogue/rewrite-document.ts'
import { numberFrom, numbersNow } from '../commerce/orders/numbers.ts'
import type { Db } from '../kernel/db/sql.ts'
import { sql } from '../kernel/db/sql.ts'
import { lockSection } from '../kernel/settings/change.ts'
import type { Sections } from '../kernel/settings/sections.ts'
import { writeSettings } from '../kernel/settings/settings.ts'
import { senderFrom, senderOf } from '../shop/mail/sender.ts'
import type { GeneralSettingsDeps } from '../shop/settings/general-settings.ts'

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
