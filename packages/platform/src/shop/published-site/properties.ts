import type { Received, SiteProperties, siteProperties } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { shownAt } from '../../kernel/settings/shown-picture.ts'
import { violation } from '../../kernel/violation.ts'
import { consentsOf, policyOf, scheduleOf } from './business.ts'

export interface SitePropertiesDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly publicUrl: string
  /** Changes what the shop is called and how it is reached, and what follows from that. */
  readonly changeGeneral: (
    sent: {
      readonly name?: string
      readonly email?: string | null
      readonly phone?: string | null
      readonly address?: string[]
      readonly country?: string
    },
    context: Context,
  ) => Promise<object>
}

export function sitePropertiesOperations({ readSettings, publicUrl, changeGeneral }: SitePropertiesDeps): Handlers<typeof siteProperties> {
  return {
    async 'GET /site-properties/v4/properties'({ fields }, { db, site }) {
      const [settings, [row]] = await Promise.all([
        readSettings(db, site),
        db.query<{ version: string }>(sql`select coalesce(sum(revision), 0)::text as version from site_setting where site = ${site}`),
      ])
      return { version: row!.version, properties: only(propertiesOf(settings, publicUrl), wantedOf(fields)) }
    },
    async 'POST /site-properties/v4/properties/business-contact'({ businessContact, fields }, { db, site, now }) {
      const { email, phone, address } = named(businessContact, fields)
      const lines = address === undefined ? undefined : linesOf(address)
      const sent = {
        ...(email !== undefined && { email }),
        ...(phone !== undefined && { phone }),
        ...(lines && { address: lines }),
        ...(address?.country && { country: address.country }),
      }
      // All but the country is checked by now.
      return (await changeGeneral(sent, { db, site, now })) instanceof Refusal
        ? violation('businessContact.address.country', 'is no country')
        : {}
    },
    async 'POST /site-properties/v4/properties/business-profile'({ businessProfile, fields }, { db, site, now }) {
      const { siteDisplayName, businessName, description, logo } = named(businessProfile, fields)
      if (siteDisplayName && businessName && siteDisplayName !== businessName)
        return violation('businessProfile.businessName', 'the shop has one name: both have to say the same')
      const name = businessName ?? siteDisplayName
      if (name && (await changeGeneral({ name }, { db, site, now })) instanceof Refusal)
        return violation('businessProfile.businessName', 'is no name')
      if (description === undefined && logo === undefined) return {}
      const { document: shop } = await lockSection(db, site, 'shop', (await readSettings(db, site)).shop, now)
      const { picture, ...text } = shop.wordmark
      const wordmark = logo === null ? text : { ...text, ...(picture && { picture }) }
      await writeSettings(db, site, 'shop', { ...shop, wordmark, ...(description !== undefined && { tagline: description ?? '' }) }, now)
      return {}
    },
    async 'POST /site-properties/v4/properties/business-schedule'({ businessSchedule }, { db, site, now }) {
      const schedule = scheduleOf(businessSchedule)
      if (schedule instanceof Refusal) return schedule
      const { schedule: _, ...rest } = (await lockSection(db, site, 'business', {}, now)).document
      await writeSettings(db, site, 'business', { ...rest, ...(schedule && { schedule }) }, now)
      return {}
    },
    async 'POST /site-properties/v4/properties/policy'({ consentPolicy }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'business', {}, now)
      await writeSettings(db, site, 'business', { ...document, consents: consentsOf(document.consents ?? {}, consentPolicy) }, now)
      return {}
    },
    async 'GET /currency_converter/v1/currencies/rate/{from}/convert/{to}'({ from, to }) {
      return from === to ? { rate: { value: '1', decimalPlaces: 0 } } : refuse('CONVERSION_RATE_NOT_FOUND', { from, to })
    },
    async 'POST /currency_converter/v1/currencies/amounts/{from}/convert/{to}'({ from, to, amounts }) {
      if (from !== to) return refuse('CONVERSION_RATE_NOT_FOUND', { from, to })
      return { amounts: amounts.map(({ value, decimalPlaces }) => ({ value, decimalPlaces: decimalPlaces ?? 0 })) }
    },
  }
}

function propertiesOf({ shop, commerce, business }: Sections, publicUrl: string): SiteProperties {
  const [languageCode = 'en', country] = commerce.locale.split('-')
  const locale = { languageCode, ...(country && { country }) }
  const { email, phone, address } = shop.contact
  const logo = shop.wordmark.picture
  return {
    locale,
    language: languageCode,
    paymentCurrency: commerce.currency,
    timeZone: commerce.timeZone,
    ...(email && { email }),
    ...(phone && { phone }),
    ...(address.length > 0 && {
      address: { country: commerce.country, isPhysical: true, googleFormattedAddress: address.join(', ') },
    }),
    siteDisplayName: shop.name,
    businessName: shop.name,
    ...(logo && { logo: shownAt(publicUrl)(logo).url }),
    ...(shop.tagline && { description: shop.tagline }),
    multilingual: {
      supportedLanguages: [
        { languageCode, locale, isPrimary: true, ...(country && { countryCode: country }), resolutionMethod: 'QUERY_PARAM' },
      ],
      autoRedirect: false,
    },
    ...(business?.schedule && {
      businessSchedule: {
        periods: [...business.schedule.periods],
        specialHourPeriod: [...business.schedule.specialHourPeriod],
      },
    }),
    consentPolicy: policyOf(business?.consents),
    trackClicksAnalytics: false,
  }
}

/** What was sent of the members that a mask names; all of it without a mask. */
function named<T extends object>(sent: T, mask: string | null | undefined): Partial<T> {
  const wanted = wantedOf(mask)
  return wanted ? (Object.fromEntries(Object.entries(sent).filter(([member]) => wanted.has(member))) as Partial<T>) : sent
}

type SentAddress = Received<'POST /site-properties/v4/properties/business-contact'>['businessContact']['address']

/** An address as lines, as on an envelope. */
function linesOf(address: SentAddress): string[] {
  const { street, streetNumber, apartmentNumber, zip, city, state, googleFormattedAddress } = address ?? {}
  const joined = (...parts: readonly (string | null | undefined)[]) =>
    parts
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' ')
  const lines = [joined(street, streetNumber), joined(apartmentNumber), joined(zip, city), joined(state)].filter((line) => line !== '')
  if (lines.length > 0 || !googleFormattedAddress) return lines
  return googleFormattedAddress
    .split(',')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 8)
}

/** The members that are wanted; undefined for all. A path below a member wants the whole of it. */
function wantedOf(mask: string | null | undefined): ReadonlySet<string> | undefined {
  const members = (mask ?? '').split(',').flatMap((path) => path.trim().split('.')[0] || [])
  return members.length > 0 ? new Set(members) : undefined
}

const only = (properties: SiteProperties, wanted: ReadonlySet<string> | undefined): Partial<SiteProperties> =>
  wanted ? Object.fromEntries(Object.entries(properties).filter(([member]) => wanted.has(member))) : properties
