import { localeIn } from '@vitrine/pricing'
import { useHydrated } from '../shop/use-hydrated.ts'
import { useShop } from '../shop/use-shop.ts'

export type Form = 'time' | 'day' | 'date' | 'whole' | 'long' | 'month' | 'both'

const forms = {
  time: { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  whole: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit', hourCycle: 'h23' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
  both: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', hourCycle: 'h23' },
} as const

/** A moment as the reader's clock shows it; where the page has no script, as the shop's does. */
export function Moment({ at, as = 'both' }: { at: string; as?: Form }) {
  const { locale, country, timeZone } = useShop()
  const here = useHydrated()
  const format = new Intl.DateTimeFormat(localeIn(locale, country), { ...forms[as], ...(here ? {} : { timeZone }) })
  return <time dateTime={at}>{format.format(new Date(at)).replace(/^(\p{L}+), (?=\d)/u, '$1 ')}</time>
}
