// A service for discounts: a tenth off for whoever buys three of something, and coupons of a voucher book.
import { type Asked, Refuses, serveFromEnvironment } from './serve.ts'

interface Request {
  readonly lineItems: readonly { readonly id: string; readonly quantity: number }[]
  readonly couponCodes: readonly string[]
  readonly buyerEmail?: string
}

export interface Voucher {
  readonly name: string
  /** Decimal text in the currency of the shop. */
  readonly amount: string
  readonly used: boolean
}

/** @param vouchers by their codes */
export const discountsOf = (vouchers: ReadonlyMap<string, Voucher>) => ({
  '/v1/eligible-discounts': ({ request: { lineItems, couponCodes } }: Asked<Request>) => {
    const many = lineItems.filter(({ quantity }) => quantity >= 3)
    const discounts: object[] =
      many.length === 0
        ? []
        : [
            {
              externalId: 'three-of-a-kind',
              name: { original: 'Three of a kind' },
              source: 'AUTOMATIC',
              targetType: 'LINE_ITEMS',
              lineItemsDiscounts: {
                lineItems: many.map(({ id }) => ({ id, rate: { type: 'PERCENTAGE', percentageValue: '10' } })),
              },
            },
          ]
    for (const code of couponCodes) {
      const voucher = vouchers.get(code.toUpperCase())
      if (!voucher) throw new Refuses(404, 'ERROR_COUPON_DOES_NOT_EXIST')
      if (voucher.used) throw new Refuses(428, 'ERROR_COUPON_USAGE_EXCEEDED')
      discounts.push({
        externalId: code.toUpperCase(),
        name: { original: voucher.name },
        source: 'COUPON',
        couponOptions: { code },
        targetType: 'GLOBAL',
        globalDiscounts: { rate: { type: 'FIXED_AMOUNT', fixedAmountValue: voucher.amount } },
      })
    }
    return { discounts }
  },
})

if (import.meta.main) serveFromEnvironment(discountsOf(new Map([['BOOK-2026', { name: 'Voucher book', amount: '5', used: false }]])))
