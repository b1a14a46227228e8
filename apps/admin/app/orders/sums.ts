import type { Order } from '@vitrine/contract'

/** Adds decimal texts exactly: as whole numbers of the smallest step that any of them has. */
export function added(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((text) => text.split('.')[1]?.length ?? 0))
  const sum = amounts.reduce((all, text) => all + minorOf(text, places), 0n)
  return decimalOf(sum, places)
}

/** `12.5` of two places is 1250. */
export function minorOf(text: string, places: number): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  return BigInt(`${sign}${whole || '0'}${part.padEnd(places, '0').slice(0, places)}`)
}

export function decimalOf(minor: bigint, places: number): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, '0')
  const cut = digits.length - places
  return `${minor < 0n ? '-' : ''}${digits.slice(0, cut)}${places > 0 ? `.${digits.slice(cut)}` : ''}`
}

/** An amount as the platform writes it: with the sign and the separators of one that it has written. */
export const money = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(amount as `${number}`).replace(/^-/, '−')

/** What orders come to together; of several currencies each by itself. */
export function sumOf(orders: readonly Order[]): string {
  const byCurrency = Map.groupBy(orders, ({ currency }) => currency ?? '')
  return [...byCurrency]
    .map(([currency, of]) => money(added(of.map(({ priceSummary }) => priceSummary?.total?.amount ?? '0')), currency))
    .join(', ')
}
