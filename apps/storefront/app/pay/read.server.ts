import { attempt } from '@vitrine/client'
import type { PaymentCollection } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { savedMethodsOf, withSaved } from '../account/saved-cards.server.ts'
import { lineImage } from '../catalogue/image.server.ts'
import type { PayWay } from '../checkout/checkout.ts'
import { chosenText } from '../checkout/read.server.ts'
import { preorderText } from '../shop/preorder.server.ts'
import type { Visit } from '../shop.server.ts'
import type { Asked } from './asked.ts'

/** What a link asks for; undefined where it is none that the shop gave out. */
export async function findAsked(here: Visit, id: string, token: string): Promise<Asked | undefined> {
  const [refused, answer] = await attempt(here.client.payments.getPaymentCollection({ id, token: token.slice(0, 2000) }))
  if (refused?.code === 'PAYMENT_COLLECTION_NOT_FOUND' || refused?.code === 'INVALID_ARGUMENT') return undefined
  if (refused) throw refused
  const { takesSavedPaymentMethods: takesSaved, paymentMethods } = answer.paymentCollection
  return showAsked(
    here.shop,
    answer.paymentCollection,
    withSaved(takesSaved ? await savedMethodsOf(here, paymentMethods) : [], paymentMethods),
  )
}

function showAsked(
  { locale, country, today }: Visit['shop'],
  { id, orderId, orderNumber, currency, amount, status, order, redirectUrls }: PaymentCollection,
  ways: readonly PayWay[],
): Asked | undefined {
  if (!order) return undefined
  const { lineItems, priceSummary: sums, balanceSummary, reasons, placedDate, taxIncludedInPrices } = order
  const total = sums.total?.amount ?? '0'
  const places = (total.split('.')[1] ?? '').length
  const came = Number(balanceSummary?.paid?.amount ?? 0) + Number(balanceSummary?.authorized?.amount ?? 0)
  // Once it is paid it counts among what came.
  const before = Math.max(0, status === 'PAID' ? came - Number(amount.amount) : came)
  const later = Math.max(0, Number(total) - before - Number(amount.amount))
  return {
    id,
    orderId,
    orderNumber,
    placedDate,
    currency,
    amount: amount.amount,
    state: status,
    ways,
    lines: lineItems.map((line) => ({
      id: line.id,
      name: line.productName?.translated ?? line.productName?.original ?? '',
      picture: lineImage(line.image),
      chosen: [...chosenText(line.descriptionLines), ...preorderText(line.preorder, line.quantity, localeIn(locale, country), today)],
      quantity: line.quantity,
      amount: line.lineItemPrice?.amount ?? '0',
    })),
    reasons,
    sums: {
      subtotal: sums.subtotal?.amount ?? '0',
      discount: sums.discount?.amount ?? '0',
      delivery: sums.shipping?.amount ?? '0',
      fees: sums.totalAdditionalFees?.amount ?? '0',
      tax: taxIncludedInPrices ? '0' : (sums.tax?.amount ?? '0'),
      total,
    },
    before: before.toFixed(places),
    later: later.toFixed(places),
    next: {
      paid: webAddress(redirectUrls?.successUrl),
      closed: webAddress(redirectUrls?.cancelUrl),
      pending: webAddress(redirectUrls?.pendingUrl),
    },
  }
}

const webAddress = (url: string | undefined): string | undefined => (url && /^https?:\/\//.test(url) ? url : undefined)
