/** Of a day; 24 hours. */
export interface TimeOfDay {
  readonly hours: number
  readonly minutes: number
}

export type DayOfWeek = 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'

/** The time for deliveries: the moment, and how the shop reads it. */
export interface Calendar {
  readonly now: Date
  /** IANA name of the shop's time zone. */
  readonly timeZone: string
  /** Days without work or delivery, `2026-12-25`. */
  readonly closedOn?: readonly string[]
}

/** A span of time; both are instants, `2026-11-24T16:00:00.000Z`. */
export interface TimeSpan {
  readonly from: string
  readonly to: string
}

/** A weekly time at which goods are delivered or collected. */
export interface SlotWindow {
  readonly day: DayOfWeek
  readonly start: TimeOfDay
  readonly end: TimeOfDay
  /** How many orders it takes; unlimited if absent or null. */
  readonly capacity?: number | null
  /** False for an inactive one. */
  readonly active?: boolean
}

/** When goods are delivered or collected. */
export interface SlotPlan {
  readonly windows: readonly SlotWindow[]
  /** Days from the order to the first slot; 0 for the same day. */
  readonly handlingDays?: number
  /** An order after this time counts as one of the next day. */
  readonly cutOff?: TimeOfDay | null
  /** How many days are offered, from the first; 7 by default. */
  readonly daysAhead?: number
  /** Exceptions on certain dates. */
  readonly changes?: readonly SlotChange[]
}

/** An exception on one date from that day of other weeks. */
export interface SlotChange {
  /** `2026-12-24`, in the shop's time zone. */
  readonly date: string
  /** When the slot in question begins; absent or null for each slot of the day without an exception of its own. */
  readonly start?: TimeOfDay | null
  /** Absent or null for as many as in other weeks. */
  readonly capacity?: number | null
  /** False opens one slot of a day that is closed as a whole. Absent or null for as in other weeks. */
  readonly closed?: boolean | null
}

export interface Slot extends TimeSpan {
  readonly capacity: number | null
}

/** A slot of one date, whether or not it is available. */
export interface PlannedSlot extends Slot {
  readonly start: TimeOfDay
  readonly end: TimeOfDay
  /** How many orders it takes in other weeks. */
  readonly usualCapacity: number | null
  readonly closed: boolean
}

const usualDaysAhead = 7
const dayMs = 24 * 3600 * 1000
const days: readonly DayOfWeek[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/**
 * The slots that are still available, the next first: none that has begun, none on a closed day. Times are local to the shop, so that a
 * slot at five is at five on either side of a change of the clocks.
 * @example
 * const calendar = { now: new Date('2026-11-23T09:00:00Z'), timeZone: 'Europe/Berlin' }
 * const windows = [{ day: 'MON', start: { hours: 17, minutes: 0 }, end: { hours: 20, minutes: 0 }, capacity: 4 }]
 * slotsOf({ windows }, calendar)[0] // => { from: '2026-11-23T16:00:00.000Z', to: '2026-11-23T19:00:00.000Z', capacity: 4 }
 * slotsOf({ windows, cutOff: { hours: 9, minutes: 30 } }, calendar)[0].from // => '2026-11-30T16:00:00.000Z'
 */
export function slotsOf(plan: SlotPlan, calendar: Calendar): readonly Slot[] {
  const { first, last } = slotDays(plan, calendar)
  const slots: Slot[] = []
  for (let day = Date.parse(first); day <= Date.parse(last); day += dayMs)
    for (const { from, to, capacity, closed } of slotsOn(dateOf(day), plan, calendar))
      if (!closed && Date.parse(from) > calendar.now.getTime()) slots.push({ from, to, capacity })
  return slots.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : 1))
}

/**
 * The first and the last date on which a slot is available at a moment, as far as slots exist there.
 * @example
 * const calendar = { now: new Date('2026-11-23T15:00:00Z'), timeZone: 'Europe/Berlin' }
 * slotDays({ windows: [], handlingDays: 1, cutOff: { hours: 16, minutes: 0 } }, calendar) // => { first: '2026-11-25', last: '2026-12-02' }
 */
export function slotDays(plan: Omit<SlotPlan, 'windows'>, { now, timeZone }: Calendar): { readonly first: string; readonly last: string } {
  const today = wallAt(now.getTime(), timeZone)
  const first = today.day + (plan.handlingDays ?? 0) * dayMs + (isAfter(today, plan.cutOff) ? dayMs : 0)
  return { first: dateOf(first), last: dateOf(first + (plan.daysAhead ?? usualDaysAhead) * dayMs) }
}

/**
 * The slots of a date, in the order of their beginnings: those that are closed, full or over too.
 * @param date `2026-11-23`, in the shop's time zone
 * @example
 * const windows = [{ day: 'MON', start: { hours: 17, minutes: 0 }, end: { hours: 20, minutes: 0 }, capacity: 4 }]
 * const changes = [{ date: '2026-11-23', capacity: 2 }]
 * slotsOn('2026-11-23', { windows, changes }, { timeZone: 'Europe/Berlin' })[0].capacity // => 2
 * slotsOn('2026-11-23', { windows }, { timeZone: 'Europe/Berlin', closedOn: ['2026-11-23'] })[0].closed // => true
 */
export function slotsOn(date: string, plan: SlotPlan, { timeZone, closedOn = [] }: Omit<Calendar, 'now'>): readonly PlannedSlot[] {
  const day = Date.parse(date)
  const name = days[new Date(day).getUTCDay()]
  const changes = plan.changes?.filter((change) => change.date === date) ?? []
  const all = changes.find(({ start }) => !start)
  const slots: PlannedSlot[] = []
  for (const { day: weekday, start, end, active, capacity } of plan.windows) {
    if (weekday !== name || active === false) continue
    const [from, to] = [instantOf(day, start, timeZone), instantOf(day, end, timeZone)]
    if (to <= from || slots.some((other) => other.from === new Date(from).toISOString())) continue
    const own = changes.find((change) => change.start && minutesOf(change.start) === minutesOf(start))
    slots.push({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      start,
      end,
      usualCapacity: capacity ?? null,
      capacity: own?.capacity ?? all?.capacity ?? capacity ?? null,
      closed: closedOn.includes(date) || (own?.closed ?? all?.closed ?? false),
    })
  }
  return slots.sort((a, b) => (a.from < b.from ? -1 : 1))
}

const minutesOf = ({ hours, minutes }: TimeOfDay): number => hours * 60 + minutes

const opens = { hours: 8, minutes: 0 }
const closes = { hours: 20, minutes: 0 }

/** Whether carriers work on a day: not at the weekend, nor when it is closed. */
export const isWorkingDay = (day: number, closedOn: readonly string[] = []): boolean =>
  new Date(day).getUTCDay() % 6 !== 0 && !closedOn.includes(dateOf(day))

/**
 * From the morning of the first day to the evening of the last on which an order arrives. What is ordered on a non-working day, or after
 * the cut-off, is shipped on the next working day. Saturdays and Sundays are not working days.
 * @example
 * const friday = { now: new Date('2026-11-20T09:00:00Z'), timeZone: 'Europe/Berlin' }
 * arrivalOf({ min: 1, max: 2 }, friday) // => { from: '2026-11-23T07:00:00.000Z', to: '2026-11-24T19:00:00.000Z' }
 * arrivalOf({ min: 1, max: 1 }, { ...friday, closedOn: ['2026-11-23'] }).from // => '2026-11-24T07:00:00.000Z'
 * arrivalOf({ min: 1, max: 1 }, friday, { hours: 9, minutes: 0 }).from // => '2026-11-24T07:00:00.000Z'
 */
export function arrivalOf(
  { min, max }: { readonly min: number; readonly max: number },
  { now, timeZone, closedOn }: Calendar,
  cutOff?: TimeOfDay | null,
): TimeSpan {
  let day = dispatchDay({ now, timeZone, ...(closedOn && { closedOn }) }, cutOff)
  for (let i = 0; i < min; i++) day = nextWorkingDay(day, closedOn)
  const from = instantOf(day, opens, timeZone)
  for (let i = min; i < max; i++) day = nextWorkingDay(day, closedOn)
  return { from: new Date(from).toISOString(), to: new Date(instantOf(day, closes, timeZone)).toISOString() }
}

/**
 * Until when an order has to be shipped: the evening of the day it is ordered on, or of the next working day where that is none or its
 * cut-off has passed. The arrivals of `arrivalOf` are counted from that day.
 * @example
 * const friday = { now: new Date('2026-11-20T09:00:00Z'), timeZone: 'Europe/Berlin' }
 * dispatchOf(friday) // => '2026-11-20T19:00:00.000Z'
 * dispatchOf(friday, { hours: 9, minutes: 0 }) // => '2026-11-23T19:00:00.000Z'
 */
export const dispatchOf = (calendar: Calendar, cutOff?: TimeOfDay | null): string =>
  new Date(instantOf(dispatchDay(calendar, cutOff), closes, calendar.timeZone)).toISOString()

function dispatchDay({ now, timeZone, closedOn }: Calendar, cutOff?: TimeOfDay | null): number {
  const today = wallAt(now.getTime(), timeZone)
  return isWorkingDay(today.day, closedOn) && !isAfter(today, cutOff) ? today.day : nextWorkingDay(today.day, closedOn)
}

function nextWorkingDay(day: number, closedOn?: readonly string[]): number {
  let after = day + dayMs
  while (!isWorkingDay(after, closedOn)) after += dayMs
  return after
}

/** The day, as midnight of the same date in UTC, and the minutes since its midnight, in local time. */
export interface Wall {
  readonly day: number
  readonly minutes: number
}

const isAfter = ({ minutes }: Wall, cutOff: TimeOfDay | null | undefined): boolean =>
  !!cutOff && minutes >= cutOff.hours * 60 + cutOff.minutes

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10)

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

/**
 * The local time in a time zone, to the minute.
 * @param instant milliseconds since 1970 in UTC
 * @param timeZone IANA name of the time zone
 * @throws RangeError when there is no such zone
 * @example
 * const late = Date.parse('2026-11-21T23:30:00Z')
 * wallAt(late, 'Europe/Berlin') // => { day: Date.parse('2026-11-22'), minutes: 30 }
 */
export function wallAt(instant: number, timeZone: string): Wall {
  const key = `${Math.floor(instant / 60_000)} ${timeZone}`
  const known = walls.get(key)
  if (known) return known
  const wall = read(instant, timeZone)
  if (walls.size >= wallsAtMost) walls.clear()
  walls.set(key, wall)
  return wall
}

/** Recent local times: most calls come within the same minute, and for the same few days ahead. */
const walls = new Map<string, Wall>()
const wallsAtMost = 5000

function read(instant: number, timeZone: string): Wall {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return { day: Date.UTC(year, month - 1, day), minutes: hour * 60 + minute }
}

/**
 * The instant of a local time. A skipped one is as much later as the clocks are put forward; of one that occurs twice, the first.
 * @param day midnight of the date in UTC, in milliseconds
 * @param timeZone IANA name of the time zone
 * @returns milliseconds since 1970 in UTC
 * @throws RangeError when there is no such zone
 * @example
 * instantOf(Date.parse('2026-11-22'), { hours: 0, minutes: 30 }, 'Europe/Berlin') // => Date.parse('2026-11-21T23:30:00Z')
 * instantOf(Date.parse('2026-03-29'), { hours: 2, minutes: 30 }, 'Europe/Berlin') // => Date.parse('2026-03-29T01:30:00Z')
 */
export function instantOf(day: number, { hours, minutes }: TimeOfDay, timeZone: string): number {
  const wanted = day + (hours * 60 + minutes) * 60_000
  const ahead = (instant: number) => {
    const wall = wallAt(instant, timeZone)
    return wall.day + wall.minutes * 60_000 - Math.floor(instant / 60_000) * 60_000
  }
  const before = wanted - ahead(wanted - dayMs)
  const after = wanted - ahead(wanted + dayMs)
  return before === after || ahead(before) === wanted - before ? before : ahead(after) === wanted - after ? after : before
}
