import type { Line } from '@vitrine/pricing'
import { counts, type KnownLine } from './line.ts'

/** The lines as pricing wants them: those that count, with what the catalogue says of them. */
export const linesToPrice = (lines: readonly KnownLine[]): readonly Line[] =>
  lines.filter(counts).map(({ id, quantity, item }) => ({
    id,
    quantity,
    price: item.price,
    fullPrice: item.fullPrice,
    taxGroupId: item.taxGroupId ?? null,
    weight: item.weight ?? null,
    shippable: item.shippable,
    item: item.catalog ? { ...item.catalog, id: item.productId } : null,
    paymentOption: item.payment?.option ?? null,
    deposit: item.payment?.deposit ?? null,
    subscription: item.plan ? { freeTrial: item.plan.settings.freeTrialPeriod !== undefined } : null,
    giftCard: item.itemType === 'GIFT_CARD',
  }))
