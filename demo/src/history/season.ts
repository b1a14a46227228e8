import { pick, type Random, weighed } from './chance.ts'

/** How much is bought in a month, January first: gifts in May and before Christmas, quiet summers. */
const months = [0.75, 0.8, 0.9, 1, 1.25, 0.9, 0.72, 0.78, 1, 1.15, 1.6, 2.3]
/** Sunday first: people choose on their sofa. */
const weekdays = [1.35, 1.1, 0.95, 0.95, 0.95, 0.85, 1.05]
/** By the hour, midnight first. */
const hours = [0.5, 0.2, 0.1, 0.1, 0.1, 0.3, 1, 2.2, 3, 3.4, 3.6, 3.4, 3.2, 3, 2.8, 2.8, 3, 3.2, 3.6, 4.6, 5.6, 5.2, 3.4, 1.6]
const usual = 6

/** How many orders a day brings, in a shop that grows by half in a year. `day` is midnight UTC of that date, `back` how many days ago it is. */
export function ordersOn(day: number, back: number, random: Random): number {
  const date = new Date(day)
  const expected = usual * months[date.getUTCMonth()]! * weekdays[date.getUTCDay()]! * 1.5 ** (-back / 365)
  return Math.max(0, Math.round(expected + (random() + random() - 1) * expected * 0.7))
}

/** When in the day somebody buys, in minutes. */
export const minuteOf = (random: Random): number =>
  weighed(
    hours.map((weight, hour) => [weight, hour] as const),
    random,
  ) *
    60 +
  Math.floor(random() * 60)

/** What people write with an order. */
export const noteOf = (random: Random): string =>
  pick(
    [
      'Please leave it with the neighbours on the ground floor.',
      'It is a present: no price in the parcel, please.',
      'The bell says Brandt, not my name.',
      'No hurry at all, I am away until the weekend.',
      'Could the two mugs be alike? Thank you!',
      'The courtyard is open until eight.',
      'For my sister’s first flat. I hope it comes in one piece.',
    ],
    random,
  )
