import type { Media } from '@vitrine/ui'
import type { Destination } from './address.ts'
import { habitOf, whatIsWrong } from './countries.ts'

/** A way to pay: by a card that is asked for here, on the provider's page, or by hand, later. */
export interface PayWay {
  id: string
  kind: 'CARD' | 'REDIRECT' | 'OFFLINE'
  name: string
  hint?: string | undefined
}

export type Step = 'contact' | 'address' | 'delivery' | 'payment'

export interface CheckoutLine {
  id: string
  name: string
  picture?: Media | undefined
  chosen: readonly string[]
  quantity: number
  /** All its pieces, decimal text. */
  amount: string
  /** How many can be had, where fewer than asked for: 0 when it sold out. */
  left?: number | undefined
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
}

export interface TaxShare {
  name: string
  /** In percent: `19`. */
  percent: string
  on: string
  tax: string
}

/** A checkout as its page shows it. Amounts are decimal text in the checkout's currency. */
export interface CheckoutView {
  id: string
  currency: string
  email: string
  to: Destination
  bill: Destination
  same: boolean
  /** Something has to get somewhere. */
  goods: boolean
  lines: readonly CheckoutLine[]
  doors: readonly WayOption[]
  places: readonly WayOption[]
  /** The value of the chosen one among both. */
  chosen?: string | undefined
  /** Why there is no way to deliver: a code of the platform, `NO_ZONE`. */
  undeliverable?: string | undefined
  sums: { pieces: string; discount: string; delivery: string; tax: string; total: string }
  taxIncluded: boolean
  taxes: readonly TaxShare[]
}

export const collects = ({ places, chosen }: CheckoutView) => places.some(({ value }) => value === chosen)
export const chosenOf = ({ doors, places, chosen }: CheckoutView) => [...doors, ...places].find(({ value }) => value === chosen)
export const pieces = ({ lines }: Pick<CheckoutView, 'lines'>) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether somebody could write this on a parcel. */
export function isWhole({ country, firstName, lastName, street, postcode, town, state }: Destination): boolean {
  const named = firstName !== '' && lastName !== ''
  return (
    named && country !== '' && street !== '' && town !== '' && !whatIsWrong(country, postcode) && (!habitOf(country).state || state !== '')
  )
}

/** `Delivery, standard` for what is called `Standard, by DHL GoGreen`. */
export function deliveryLabel(title: string) {
  const [name = ''] = title.split(',')
  return `Delivery, ${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

/** The step that comes next, unless an earlier one is asked for again. */
export function stepOf(view: CheckoutView, asked: string | null): Step {
  const known = collects(view) ? view.to.firstName !== '' && view.to.lastName !== '' : isWhole(view.to)
  if (!view.email) return 'contact'
  if (asked === 'contact' || asked === 'address') return asked
  if (!known) return 'address'
  if (view.goods && !collects(view) && (asked === 'delivery' || !view.chosen)) return 'delivery'
  return 'payment'
}

/** An address in the lines in which it is written there. */
export function addressLines(
  { firstName, lastName, street, more, postcode, town, state, country }: Destination,
  countryName: string,
): string[] {
  const habit = habitOf(country)
  const short = habit.state ? state.slice(3) : ''
  const place = habit.townFirst ? `${town}${short ? `, ${short}` : ''} ${postcode}` : [postcode, town].filter(Boolean).join(' ')
  return [
    [firstName, lastName].filter(Boolean).join(' '),
    [street, more].filter(Boolean).join(', '),
    [place.trim(), countryName].filter(Boolean).join(', '),
  ].filter(Boolean)
}

export interface Around {
  step?: Step | undefined
  /** The redirect session that led here. */
  session?: string | undefined
}

export const checkoutPath = (id: string, { step, session }: Around = {}, more: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ ...(step && { step }), ...(session && { session }), ...more })
  return `/checkout/${encodeURIComponent(id)}${query.size > 0 ? `?${query}` : ''}`
}
