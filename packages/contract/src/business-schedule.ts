import * as z from 'zod'
import { text } from './primitives.ts'

const Day = z.enum(['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])
/** `09:30`; `24:00` is the end of a day. */
const TimeOfDay = z
  .string()
  .max(5)
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'is no time such as 09:30')
/** A day, or a moment of one with its offset. */
const Moment = text(40).refine(
  (value) => z.iso.date().safeParse(value).success || z.iso.datetime({ offset: true }).safeParse(value).success,
  'is no date such as 2026-12-24 or 2026-12-24T09:00:00+01:00',
)

/** When the business is open, in its time zone, and the days with other hours. */
export const BusinessSchedule = z.object({
  periods: z.array(z.object({ openDay: Day, openTime: TimeOfDay, closeDay: Day, closeTime: TimeOfDay })).max(100),
  specialHourPeriod: z.array(z.object({ startDate: Moment, endDate: Moment, isClosed: z.boolean(), comment: text(500) })).max(100),
})
export interface BusinessSchedule extends z.infer<typeof BusinessSchedule> {}

/** What a site may store and send about a visitor who has not chosen yet. */
export const ConsentPolicy = z.object({
  essential: z.boolean(),
  functional: z.boolean(),
  analytics: z.boolean(),
  advertising: z.boolean(),
  dataToThirdParty: z.boolean(),
})
export interface ConsentPolicy extends z.infer<typeof ConsentPolicy> {}

/** The input of a schedule: without periods there are none. */
export const BusinessScheduleInput = z.object({
  periods: BusinessSchedule.shape.periods.nullish(),
  specialHourPeriod: z
    .array(z.object({ startDate: Moment, endDate: Moment, isClosed: z.boolean().nullish(), comment: text(500).nullish() }))
    .max(100)
    .nullish(),
})

/** The input of a policy: absent and null fields stay unchanged. */
export const ConsentPolicyInput = z.object({
  essential: z.literal(true, 'what a site needs to work cannot be refused').nullish(),
  functional: z.boolean().nullish(),
  analytics: z.boolean().nullish(),
  advertising: z.boolean().nullish(),
  dataToThirdParty: z.boolean().nullish(),
})
