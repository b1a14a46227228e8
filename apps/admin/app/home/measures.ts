import type { SalesStretch } from '@vitrine/contract'
import { money } from '../orders/sums.ts'

export type MeasureName = 'Sales' | 'Orders' | 'Average order' | 'Completed checkouts'

export interface Measure {
  readonly name: MeasureName
  readonly of: (stretch: SalesStretch) => number
  /** Whether the parts of a period add up: then the chart shows what had come by then. */
  readonly addsUp: boolean
  readonly write: (value: number, currency: string) => string
}

export const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)

export const measures: readonly Measure[] = [
  { name: 'Sales', of: ({ sales }) => Number(sales), addsUp: true, write: (value, currency) => money(value.toFixed(4), currency) },
  { name: 'Orders', of: ({ orders }) => orders, addsUp: true, write: (value) => String(Math.round(value)) },
  {
    name: 'Average order',
    of: ({ sales, orders }) => share(Number(sales), orders),
    addsUp: false,
    write: (value, currency) => money(value.toFixed(4), currency),
  },
  {
    name: 'Completed checkouts',
    of: ({ bought, checkouts }) => share(bought, checkouts) * 100,
    addsUp: false,
    write: (value) => `${value.toFixed(1)} %`,
  },
]
