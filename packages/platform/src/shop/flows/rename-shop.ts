import { sql } from '../../kernel/db/sql.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { type Settings, writeSettings } from '../../kernel/settings/settings.ts'
import { senderFrom, senderOf } from '../mail/sender.ts'
import type { GeneralSettingsDeps } from '../settings/general-settings.ts'

/** What follows when a shop gets another name: its emails come from that name, if they came from the one before. */
export const renameShop =
  (readSettings: Settings['read']): GeneralSettingsDeps['renamed'] =>
  async ({ db, site, now }, was, is) => {
    await db.query(sql`update site set name = ${is} where site = ${site}`)
    const { document: mail } = await lockSection(db, site, 'mail', (await readSettings(db, site)).mail, now)
    const { name, address } = senderOf(mail.from)
    if (name === was) await writeSettings(db, site, 'mail', { ...mail, from: senderFrom(is, address) }, now)
  }
