import type { LineItemTaxInfo, OrderLineItem } from '@vitrine/contract'
import { minor, parseDecimal } from '@vitrine/pricing'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { PaperLine } from '../invoices/paper.ts'
import { choiceNames } from '../selling/choice-names.ts'
import { preorderText } from '../selling/preorder-text.ts'
import { percentOf } from './order-emails.ts'

/** A line of an order as invoices and credit notes print it. */
export function paperLineOf(line: OrderLineItem, currency: string, commerce: Sections['commerce']): PaperLine {
  const price = parseDecimal(line.price?.amount ?? '0', currency)
  return {
    name: line.productName?.original ?? '',
    ...descriptionOf(line, commerce),
    ...(line.physicalProperties?.sku && { sku: line.physicalProperties.sku }),
    quantity: line.quantity,
    price,
    amount: minor(price * line.quantity),
    taxPercent: percentOrNone(line.taxInfo),
  }
}

export const percentOrNone = (info: LineItemTaxInfo | undefined): string =>
  info?.taxRate && Number(info.taxRate) > 0 ? percentOf(info.taxRate) : ''

/** What was chosen, and what of it is preordered. An invoice is made once, so it names no day that may still change. */
function descriptionOf(line: OrderLineItem, { locale }: Sections['commerce']): { readonly description?: string } {
  const chosen = [...choiceNames(line.descriptionLines), preorderText(line, { locale })].filter(Boolean)
  return chosen.length > 0 ? { description: chosen.join(', ') } : {}
}
