import type { DeliveryRegion } from '@vitrine/contract'
import { type Delivery, daysFrom, destinationsText, methodsIn } from '../delivery/delivery.ts'
import { amountText } from '../delivery/rates.ts'
import { readAmount } from '../orders/sums.ts'
import { countryName } from '../parts/countries.ts'

/** Where a first delivery may go: a zone of the shop that has no rate, or one to be made. */
export interface Place {
  /** Its destinations: the same before the zone is made and after. */
  readonly key: string
  readonly name: string
  /** Absent where the zone is not made yet. */
  readonly zoneId?: string
  readonly destinations: DeliveryRegion['destinations']
}

const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

const placeOf = (name: string, codes: readonly string[]): Place => {
  const destinations = codes.map((countryCode) => ({ countryCode, subdivisions: [] }))
  return { key: destinationsText(destinations), name, destinations }
}

/** The zones that have no rate yet, and what is suggested beside them: the shop's own country, the EU, and the rest of the world. */
export function placesOf(delivery: Delivery, country: string): readonly Place[] {
  const zones = delivery.deliveryProfile.deliveryRegions
  const taken = new Set(zones.flatMap(({ destinations }) => destinations.map(({ countryCode }) => countryCode)))
  const suggested = [
    placeOf(countryName(country), [country]),
    placeOf(
      union.includes(country) ? 'Rest of the EU' : 'European Union',
      union.filter((code) => code !== country),
    ),
    placeOf('Rest of the world', []),
  ]
  const isFree = ({ destinations }: Place) =>
    destinations.length === 0
      ? zones.every((zone) => zone.destinations.length > 0)
      : destinations.every(({ countryCode }) => !taken.has(countryCode))
  const hasRate = ({ id }: DeliveryRegion) => methodsIn(delivery, id).some(({ active }) => active)
  return [
    ...zones
      .filter((zone) => zone.active && !hasRate(zone))
      .map(({ id, name, destinations }) => ({ key: destinationsText(destinations), name, zoneId: id, destinations })),
    ...suggested.filter(isFree),
  ]
}

/** What is written beside a place. */
export interface Entry {
  readonly on: boolean
  readonly days: string
  readonly price: string
  readonly freeFrom: string
}

export type EntryField = Exclude<keyof Entry, 'on'>

/** What is wrong with an entry, by its field; nothing of a place that is not delivered to. */
export function wrongInEntry({ on, days, price, freeFrom }: Entry, currency: string): Partial<Record<EntryField, string>> {
  if (!on) return {}
  return {
    ...(days.trim() && !daysFrom(days) && { days: 'Days such as 2–3.' }),
    ...(price.trim() === '' ? { price: 'It needs a price; 0 is free.' } : !isAmount(price, currency) && { price: 'This is no price.' }),
    ...(freeFrom.trim() && !isAmount(freeFrom, currency) && { freeFrom: 'This is no amount.' }),
  }
}

const isAmount = (text: string, currency: string): boolean =>
  /^\d/.test(text.trim()) && readAmount(amountText(text), currency) !== undefined
