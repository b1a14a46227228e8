import type { ExpectedTotal } from '../selling/new-order.ts'

/** The token of a calculation: an order with it is refused once the total has changed. It is not a secret: that is all it can do. */
export const priceTokenOf = (cartId: string, total: string, currency: string): string =>
  Buffer.from(JSON.stringify([cartId, total, currency])).toString('base64url')

/** The total in a cart's token; undefined for an invalid token. */
export function readPriceToken(token: string, cartId: string): ExpectedTotal | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (!Array.isArray(said) || said.length !== 3) return undefined
    const [id, total, currency] = said as readonly unknown[]
    const fits = id === cartId && typeof total === 'string' && /^\d{1,15}(\.\d{1,4})?$/.test(total) && typeof currency === 'string'
    return fits ? { total, currency } : undefined
  } catch {
    return undefined
  }
}
