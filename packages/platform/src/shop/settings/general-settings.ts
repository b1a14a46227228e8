import type { GeneralSettings, generalSettings, OrderNumbers, Received } from '@vitrine/contract'
import { exponentOf } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { revisionOf } from '../../kernel/revision.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { CommerceSettings, Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import type { ShopSettings } from '../../kernel/settings/shop-settings.ts'
import { timeZoneOf } from '../../kernel/settings/time-zone.ts'
import { violation } from '../../kernel/violation.ts'
import { isCountry, isCurrency, localeOf } from './rules.ts'

export interface GeneralSettingsDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** How long entries of the audit log are retained where nothing is set. */
  readonly usualAuditMonths: number
  /** Whether anything has a price: a product, a delivery, an order. */
  readonly hasPrices: (db: Db, site: string) => Promise<boolean>
  /** Prices are to be written in another currency, or in another way. */
  readonly pricesAreWrittenAnew: (context: Context) => Promise<void>
  /** The shop has another name: whatever goes by it follows. */
  readonly renamed: (context: Context, was: string, is: string) => Promise<void>
  readonly orderNumbers: (db: Db, site: string) => Promise<OrderNumbers>
  /** The number of the next order; the least that is free where it cannot be that one. */
  readonly numberFrom: (db: Db, site: string, next: number) => Promise<{ readonly least: number } | undefined>
}

type Sent = Received<'PATCH /vitrine/v1/general-settings'>['generalSettings']
type Values = Omit<GeneralSettings, 'revision'>

export function generalSettingsOperations(deps: GeneralSettingsDeps): Handlers<typeof generalSettings> {
  const { readSettings } = deps
  const valuesOf = valuesBy(deps.usualAuditMonths)
  const change = changeGeneralSettings(deps)

  return {
    async 'GET /vitrine/v1/general-settings'(_, { db, site }) {
      return { generalSettings: shown(valuesOf(await readSettings(db, site))) }
    },

    async 'PATCH /vitrine/v1/general-settings'({ generalSettings }, scope) {
      const after = await change(generalSettings, scope)
      return after instanceof Refusal ? after : { generalSettings: shown(after) }
    },

    async 'GET /vitrine/v1/order-numbers'(_, { db, site }) {
      return { orderNumbers: await deps.orderNumbers(db, site) }
    },

    async 'PATCH /vitrine/v1/order-numbers'({ orderNumbers: { next } }, { db, site }) {
      const taken = await deps.numberFrom(db, site, next)
      return taken ? refuse('ORDER_NUMBER_TAKEN', taken) : { orderNumbers: await deps.orderNumbers(db, site) }
    },
  }
}

/** Changes what was sent of the general settings, and what follows from it; the values from then on. */
export function changeGeneralSettings(deps: GeneralSettingsDeps) {
  const valuesOf = valuesBy(deps.usualAuditMonths)
  return async (
    { revision, ...sent }: Sent,
    { db, site, now }: Context,
  ): Promise<Values | Refusal<'STALE_REVISION' | 'INVALID_ARGUMENT' | 'CURRENCY_HAS_OTHER_DECIMALS'>> => {
    const { readSettings, usualAuditMonths } = deps
    const settings = await readSettings(db, site)
    const { document: shop } = await lockSection(db, site, 'shop', settings.shop, now)
    const { document: commerce } = await lockSection(db, site, 'commerce', settings.commerce, now)
    const { document: audit } = await lockSection(db, site, 'audit', { keptMonths: usualAuditMonths }, now)
    const before = valuesOf({ shop, commerce, audit })
    if (revision && revision !== revisionOf(before)) return refuse('STALE_REVISION')
    const after = changed(before, sent)
    if (after instanceof Refusal) return after
    const context = { db, site, now }
    if (
      after.currency !== before.currency &&
      exponentOf(after.currency) !== exponentOf(before.currency) &&
      (await deps.hasPrices(db, site))
    )
      return refuse('CURRENCY_HAS_OTHER_DECIMALS', { currency: after.currency, decimals: exponentOf(before.currency) })
    const { email, phone } = after
    const contact: ShopSettings['contact'] = { ...(email && { email }), ...(phone && { phone }), address: after.address }
    const wordmark = { ...shop.wordmark, text: shop.wordmark.text === before.name ? after.name : shop.wordmark.text }
    const { closed: _, ...rest } = shop
    const words = { ...rest, ...(!after.open && { closed: true as const }), name: after.name, wordmark, contact }
    await writeSettings(db, site, 'shop', words, now)
    const { country, currency, locale, timeZone, weightUnit } = after
    await writeSettings(db, site, 'commerce', { ...commerce, country, currency, locale, timeZone, weightUnit }, now)
    if (after.auditMonths !== before.auditMonths) await writeSettings(db, site, 'audit', { keptMonths: after.auditMonths }, now)
    if (currency !== before.currency || locale !== before.locale) await deps.pricesAreWrittenAnew(context)
    if (after.name !== before.name) await deps.renamed(context, before.name, after.name)
    return after
  }
}

const valuesBy =
  (usualAuditMonths: number) =>
  ({ shop, commerce, audit }: Pick<Sections, 'shop' | 'commerce' | 'audit'>): Values => {
    const { email, phone, address } = shop.contact
    const { country, currency, locale, timeZone, weightUnit }: CommerceSettings = commerce
    return {
      name: shop.name,
      ...(email && { email }),
      ...(phone && { phone }),
      address: [...address],
      country,
      currency,
      locale,
      timeZone,
      weightUnit,
      auditMonths: audit?.keptMonths ?? usualAuditMonths,
      open: shop.closed !== true,
    }
  }

const shown = (values: Values): GeneralSettings => ({ revision: revisionOf(values), ...values })

/** What was sent over what was stored. */
function changed(before: Values, sent: Omit<Sent, 'revision'>): Values | Refusal<'INVALID_ARGUMENT'> {
  const { email, phone, ...rest } = before
  const locale = sent.locale === undefined ? before.locale : localeOf(sent.locale)
  const timeZone = sent.timeZone === undefined ? before.timeZone : timeZoneOf(sent.timeZone)
  if (sent.country && !isCountry(sent.country)) return violation('generalSettings.country', 'is no country')
  if (sent.currency && !isCurrency(sent.currency)) return violation('generalSettings.currency', 'is no currency')
  if (locale === undefined) return violation('generalSettings.locale', 'is no locale that amounts and days can be written in')
  if (timeZone === undefined) return violation('generalSettings.timeZone', 'is no time zone such as Europe/Berlin')
  const saved = <T>(was: T | undefined, said: T | null | undefined) => (said === undefined ? was : (said ?? undefined))
  const [mail, call] = [saved(email, sent.email), saved(phone, sent.phone)?.trim()]
  return {
    name: (sent.name ?? rest.name).trim(),
    ...(mail && { email: mail }),
    ...(call && { phone: call }),
    address: sent.address?.map((line) => line.trim()).filter((line) => line !== '') ?? rest.address,
    country: sent.country ?? rest.country,
    currency: sent.currency ?? rest.currency,
    locale,
    timeZone,
    weightUnit: sent.weightUnit ?? rest.weightUnit,
    auditMonths: sent.auditMonths ?? rest.auditMonths,
    open: sent.open ?? rest.open,
  }
}
