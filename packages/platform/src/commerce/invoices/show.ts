import type { InvoiceDocument, InvoiceSummary } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { amounts } from '../selling/amounts.ts'
import type { Paper } from './paper.ts'
import type { FoundDocument } from './search.ts'

export function showSummary({
  id,
  kind,
  orderId,
  orderNumber,
  paymentStatus,
  paper,
  createdAt,
  credits,
  credited,
}: FoundDocument): InvoiceSummary {
  const { plain } = amounts(paper.currency, paper.locale)
  const { corrects, sums, buyer } = paper
  return {
    id,
    kind,
    number: paper.number,
    orderId,
    orderNumber: String(orderNumber),
    buyer: buyer.lines[0] ?? buyer.email ?? '',
    issuedDate: createdAt.toISOString(),
    amount: plain(sums.total),
    tax: plain(minor(sums.taxes.reduce((all, { tax }) => all + tax, 0))),
    currency: paper.currency,
    paymentStatus,
    refersTo: corrects ? [corrects.number] : [...credits],
    isCredited: kind === 'INVOICE' && sums.total > 0 && credited >= sums.total,
  }
}

/** What is printed on a paper, line by line, for pages that show it. */
export function showDocument({ currency, locale, seller, buyer, lines, sums }: Paper): InvoiceDocument {
  const { plain } = amounts(currency, locale)
  return {
    seller: {
      name: seller.name,
      wordmark: seller.wordmark,
      address: [...seller.address],
      taxIds: seller.taxIds.map(({ name, value }) => `${name} ${value}`),
      notes: [...seller.notes],
    },
    buyer: [...buyer.lines, ...(buyer.taxId ? [buyer.taxId] : [])],
    lines: lines.map(({ name, description, quantity, amount }) => ({
      name,
      ...(description && { description }),
      quantity,
      amount: plain(amount),
    })),
    sums: [
      ...sums.discounts.map(({ title, amount }) => ({ name: title, amount: plain(minor(-amount)) })),
      ...(sums.delivery ? [{ name: sums.delivery.title, amount: plain(sums.delivery.amount) }] : []),
      ...sums.fees.map(({ title, amount }) => ({ name: title, amount: plain(amount) })),
      ...(sums.taxIncluded ? [] : sums.taxes.map(({ name, percent, tax }) => ({ name: `${name} ${percent} %`, amount: plain(tax) }))),
    ],
    total: plain(sums.total),
    taxes: sums.taxes.map(({ name, percent, net, tax }) => ({ name, percent, net: plain(net), tax: plain(tax) })),
  }
}
