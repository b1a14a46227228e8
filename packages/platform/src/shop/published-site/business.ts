import type { BusinessSchedule, ConsentPolicy, Received } from '@vitrine/contract'
import { Refusal } from '../../kernel/refusal.ts'
import type { BusinessSettings } from '../../kernel/settings/business-settings.ts'
import { violation } from '../../kernel/violation.ts'

type SentSchedule = Received<'POST /site-properties/v4/properties/business-schedule'>['businessSchedule']
type SentPolicy = Received<'POST /site-properties/v4/properties/policy'>['consentPolicy']
type Consents = NonNullable<BusinessSettings['consents']>

/** The schedule to store for what was sent; undefined for none. */
export function scheduleOf({ periods, specialHourPeriod }: SentSchedule): BusinessSchedule | undefined | Refusal<'INVALID_ARGUMENT'> {
  const specials = (specialHourPeriod ?? []).map(({ startDate, endDate, isClosed, comment }) => ({
    startDate,
    endDate,
    isClosed: isClosed ?? false,
    comment: comment?.trim() ?? '',
  }))
  const backwards = specials.findIndex(({ startDate, endDate }) => Date.parse(endDate) < Date.parse(startDate))
  if (backwards >= 0) return violation(`businessSchedule.specialHourPeriod[${backwards}].endDate`, 'is before the start')
  const empty = (periods ?? []).findIndex((one) => one.openDay === one.closeDay && one.closeTime <= one.openTime)
  if (empty >= 0) return violation(`businessSchedule.periods[${empty}].closeTime`, 'is not after the opening on the same day')
  return (periods ?? []).length + specials.length === 0 ? undefined : { periods: [...(periods ?? [])], specialHourPeriod: specials }
}

/** What was sent over what was stored; what is absent or null stays. */
export const consentsOf = (before: Consents, sent: SentPolicy): Consents => ({
  ...before,
  ...Object.fromEntries(Object.entries(sent).filter(([name, value]) => name !== 'essential' && value !== null && value !== undefined)),
})

/** What a site needs to work is always allowed; the rest until the merchant says otherwise. */
export const policyOf = (consents: Consents = {}): ConsentPolicy => ({
  essential: true,
  functional: consents.functional ?? true,
  analytics: consents.analytics ?? true,
  advertising: consents.advertising ?? true,
  dataToThirdParty: consents.dataToThirdParty ?? true,
})
