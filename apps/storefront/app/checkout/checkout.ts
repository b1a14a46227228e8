import type { PaymentElement } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'
import type { IdleCode } from '../totals/codes.ts'
import type { Terms } from '../totals/terms.ts'
import type { Reasons } from '../totals/totals.tsx'
import type { Destination } from './address.ts'
import { type Answers, type Asks, least, unanswered } from './asks.ts'
import { habitOf, whatIsWrong } from './countries.ts'

/** A payment method: a saved card, a card entered here, the provider's form, the provider's page, or manual payment later. */
export interface PayWay {
  /** Of a saved card: `kept:…`. */
  id: string
  kind: 'KEPT' | 'CARD' | 'REDIRECT' | 'OFFLINE'
  name: string
  hint?: string | undefined
  /** What stands beside the box that saves the card for other orders. */
  keep?: string | undefined
  /** The provider's form, shown instead of its page where its script can be loaded. */
  element?: PaymentElement | undefined
  /** A saved card that has expired. */
  over?: boolean | undefined
}

export const savedMethodPrefix = 'kept:'

export type Step = 'contact' | 'address' | 'delivery' | 'payment'

export interface CheckoutLine {
  id: string
  name: string
  picture?: Media | undefined
  chosen: readonly string[]
  quantity: number
  /** All its units, decimal text. */
  amount: string
  /** How many can be had, where fewer than asked for: 0 when it sold out. */
  left?: number | undefined
  terms?: Terms | undefined
  /** Only a membership pays for it, and none was chosen. */
  forMembers?: boolean | undefined
}

/** A day on which it can come, and the hours to choose from; what is over or taken is not among them. */
export interface SlotDay {
  /** `2026-11-23` */
  date: string
  weekday: string
  day: string
  /** `Monday 23 November` */
  title: string
  hours: readonly { code: string; words: string }[]
}

/** A way of delivery, or a place to collect at. */
export interface WayOption {
  /** Carrier and code in one, as the form holds them. */
  value: string
  title: string
  /** When it arrives or can be collected: `Tue 24 – Wed 25 November`, `2–3 working days`. */
  time?: string | undefined
  instructions?: string | undefined
  price: string
  /** Where it is collected: `Kastanienallee 77, Berlin`. */
  at?: string | undefined
  /** Where an hour is chosen: the days, and the code of the hour that is chosen. */
  days?: readonly SlotDay[] | undefined
  hour?: string | undefined
}

/** What is wished for where only a way is named: its first hour, where it has hours. */
export function optionValueOf({ value, days, hour }: WayOption): string {
  const code = hour ?? days?.[0]?.hours[0]?.code
  return code ? `${value.slice(0, value.indexOf(':'))}:${code}` : value
}

export interface MembershipOption {
  /** App and id in one, as the form holds them. */
  value: string
  name: string
  /** How often it can still be used. */
  left?: number | undefined
  of?: number | undefined
  /** What it pays for. */
  lines: readonly string[]
  chosen: boolean
  /** Why it cannot be used. */
  not?: string | undefined
}

/** The gift card that pays. */
export interface CardView {
  /** Its last figures. */
  ending: string
  amount: string
  /** What stays on it. */
  left?: string | undefined
  /** The most to take off it, where the buyer said so. */
  wanted?: string | undefined
}

/** A checkout as its page shows it. Amounts are decimal text in the checkout's currency. */
export interface CheckoutView {
  id: string
  /** What was answered to the shop’s own questions. */
  answers: Answers
  /** What cannot be changed here: it was settled when the checkout was made. */
  settled: { code: boolean; card: boolean; agreement: boolean }
  /** Why there can be no order yet, in a sentence. */
  notYet?: string | undefined
  currency: string
  email: string
  to: Destination
  bill: Destination
  same: boolean
  /** Something has to get somewhere. */
  goods: boolean
  /** There are files among it. */
  files: boolean
  lines: readonly CheckoutLine[]
  doors: readonly WayOption[]
  places: readonly WayOption[]
  /** The value of the chosen one among both. */
  chosen?: string | undefined
  /** Why there is no way to deliver: a code of the platform, `NO_ZONE`. */
  undeliverable?: string | undefined
  sums: { subtotal: string; discount: string; delivery: string; tax: string; total: string }
  /** What is to be paid with the order by other means than a gift card. */
  due: string
  taxIncluded: boolean
  reasons: Reasons
  code?: string | undefined
  idle?: IdleCode | undefined
  card?: CardView | undefined
  memberships: readonly MembershipOption[]
  note: string
}

/** When it comes: the hour that was chosen, where hours are. */
export function whenOf({ time, days, hour }: WayOption): string | undefined {
  if (!days) return time
  const day = days.find(({ hours }) => hours.some(({ code }) => code === hour))
  const words = day?.hours.find(({ code }) => code === hour)?.words
  return day && words ? `${day.title}, ${words}` : time
}

/** The same in short: `Tue 17:00 – 19:00`. */
export function hourOf({ days, hour }: WayOption): string | undefined {
  const day = days?.find(({ hours }) => hours.some(({ code }) => code === hour))
  const words = day?.hours.find(({ code }) => code === hour)?.words
  return day && words && `${day.weekday} ${words}`
}

export const collects = ({ places, chosen }: CheckoutView) => places.some(({ value }) => value === chosen)
export const chosenOf = ({ doors, places, chosen }: CheckoutView) => [...doors, ...places].find(({ value }) => value === chosen)
/** All of it sold out: there is nothing to go on with. */
export const isAllGone = ({ lines }: Pick<CheckoutView, 'lines'>): boolean => lines.every(({ left }) => left === 0)

export const units = ({ lines }: Pick<CheckoutView, 'lines'>) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether somebody could write this on a parcel. */
export function isWhole({ country, firstName, lastName, street, postcode, town, state }: Destination, few = false): boolean {
  const named = firstName !== '' && lastName !== ''
  const found = few || (street !== '' && town !== '')
  return named && country !== '' && found && !whatIsWrong(country, postcode) && (!habitOf(country).state || state !== '')
}

/** Where nothing is sent, an invoice may need no more than its tax does. */
export const asksLeast = ({ goods }: Pick<CheckoutView, 'goods'>, { billingFields }: Asks) =>
  !goods && billingFields === 'MINIMUM_REQUIRED_FIELDS'

/** The fields that are asked for, of the address and of another one for the invoice; all where nothing is said. */
export const askedFields = (view: Pick<CheckoutView, 'goods'>, asks: Asks) => ({
  only: asksLeast(view, asks) ? least : undefined,
  billOnly: asks.billingFields === 'MINIMUM_REQUIRED_FIELDS' ? least : undefined,
})

/** `Delivery, standard` for what is called `Standard, by DHL GoGreen`. */
export function deliveryLabel(title: string) {
  const [name = ''] = title.split(',')
  return `Delivery, ${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

/** The step that comes next, unless an earlier one is asked for again. */
export function stepOf(view: CheckoutView, asked: string | null, asks: Asks): Step {
  const collected = collects(view)
  const whole = collected ? view.to.firstName !== '' && view.to.lastName !== '' : isWhole(view.to, asksLeast(view, asks))
  const missing = unanswered({ ...view, way: collected ? 'collect' : 'door' }, view.answers, asks)
  const known = whole && Object.keys(missing).length === 0
  if (!view.email) return 'contact'
  if (asked === 'contact' || asked === 'address') return asked
  if (!known) return 'address'
  if (view.goods && !collects(view) && (asked === 'delivery' || !view.chosen)) return 'delivery'
  return 'payment'
}

/** An address in the lines in which it is written there. */
export function addressLines(
  { firstName, lastName, company, street, more, postcode, town, state, country }: Destination,
  countryName: string,
): string[] {
  const habit = habitOf(country)
  const short = habit.state ? state.slice(3) : ''
  const place = habit.townFirst ? `${town}${short ? `, ${short}` : ''} ${postcode}` : [postcode, town].filter(Boolean).join(' ')
  return [
    [firstName, lastName].filter(Boolean).join(' '),
    company,
    [street, more].filter(Boolean).join(', '),
    [place.trim(), countryName].filter(Boolean).join(', '),
  ].filter(Boolean)
}

export interface Around {
  step?: Step | undefined
  /** The redirect session that led here. */
  session?: string | undefined
}

export const thankYouPath = (orderId: string, session: string | undefined, more: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ ...(session && { session }), ...more })
  return `/orders/${encodeURIComponent(orderId)}/thank-you${query.size > 0 ? `?${query}` : ''}`
}

export const checkoutPath = (id: string, { step, session }: Around = {}, more: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ ...(step && { step }), ...(session && { session }), ...more })
  return `/checkout/${encodeURIComponent(id)}${query.size > 0 ? `?${query}` : ''}`
}
