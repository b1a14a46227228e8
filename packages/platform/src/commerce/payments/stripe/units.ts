import { exponentOf } from '@vitrine/pricing'

/** How many decimals Stripe counts a currency's amounts with, where it is not two. */
const exceptions: readonly (readonly [number, string])[] = [
  [0, 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'],
  [3, 'BHD JOD KWD OMR TND'],
]

/** The decimals of a currency at Stripe. */
export const decimalsOf = (currency: string): number => exceptions.find(([, codes]) => codes.includes(currency))?.[0] ?? 2

/** Minor units as Stripe counts them; undefined where it cannot take such an amount. */
export function toStripe(amount: number, currency: string): number | undefined {
  const decimals = decimalsOf(currency)
  const counted = amount * 10 ** (decimals - exponentOf(currency))
  // With three decimals Stripe wants the last to be nought.
  return Number.isSafeInteger(counted) && (decimals < 3 || counted % 10 === 0) ? counted : undefined
}

/** And back into ours. */
export const fromStripe = (amount: number, currency: string): number => amount / 10 ** (decimalsOf(currency) - exponentOf(currency))
