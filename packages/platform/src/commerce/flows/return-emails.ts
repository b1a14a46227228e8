import { minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { ReturnMailDeps } from '../../shop/index.ts'
import { findReturn, numberOf } from '../returns/store.ts'
import { emailPicture } from './email-picture.ts'

/** What emails about returns say of them. */
export const returnEmails = (db: Db, origin: string): Pick<ReturnMailDeps, 'findReturn'> => ({
  async findReturn(site, returnId, forShop) {
    const found = await findReturn(db, site, returnId)
    if (!found) return undefined
    const { status, document } = found
    const { resolution, lines, note, message, shipping, refund, exchangeOrder } = document
    return {
      number: numberOf(found),
      url: forShop ? `${origin}/admin/returns/${returnId}` : `${origin}/return/${returnId}`,
      lines: lines.map(({ name, description, quantity, amount, reason, imageId }) => ({
        name,
        ...(description && { description }),
        quantity,
        amount: minor(amount),
        reason,
        ...(imageId && { picture: emailPicture(origin, imageId, 'LINE', name) }),
      })),
      isExchange: resolution === 'EXCHANGE',
      isApproved: status === 'APPROVED',
      ...(note && { note }),
      ...(message && { message }),
      ...(shipping && {
        shipping: {
          address: shipping.address,
          ...(shipping.instructions && { instructions: shipping.instructions }),
          ...(shipping.labelUrl && { labelUrl: shipping.labelUrl }),
          ...(shipping.code && { code: shipping.code }),
          inPerson: document.method === 'IN_PERSON',
          keepsGoods: shipping.keepsGoods,
          isFree: shipping.paidBy === 'SHOP',
        },
      }),
      ...(refund && {
        refund: {
          amount: minor(refund.amount),
          method: refund.method,
          ...(refund.giftCardSuffix && { cardSuffix: refund.giftCardSuffix }),
        },
      }),
      ...(exchangeOrder && { exchangeNumber: exchangeOrder.number }),
    }
  },
})
