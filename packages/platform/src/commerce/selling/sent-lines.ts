import type { CatalogReference, NewCustomLineItem } from '@vitrine/contract'
import type { KnownLine } from './line.ts'
import type { PricingContext } from './pricing-context.ts'
import type { Sellable } from './sellable.ts'
import { wantedLines } from './wanted.ts'

/** A line item of a request that is in no cart: described by the caller, with a reference where the catalogue knows more of it. */
export interface SentLine extends Pick<KnownLine, 'id' | 'taxableAddress'> {
  readonly described: Omit<NewCustomLineItem, 'price' | 'itemType'> & Partial<Pick<NewCustomLineItem, 'itemType'>>
  /** One unit, as decimal text; without it the catalogue's price. */
  readonly price: string | undefined
}

const referenceOf = ({ described: { catalogReference, quantity } }: SentLine): CatalogReference | undefined =>
  catalogReference ? wantedLines({ lineItems: [{ catalogReference, quantity }] })[0]?.reference : undefined

/** Line items as sent, completed by the catalogue. How many are in stock does not matter: nothing is sold. */
export async function knowSentLines(sent: readonly SentLine[], pricing: PricingContext): Promise<readonly KnownLine[]> {
  const found = await pricing.know(
    sent.map((line) => {
      const reference = referenceOf(line)
      return { quantity: line.described.quantity, ...(reference && { reference }) }
    }),
  )
  const custom = await pricing.know(
    sent.map(({ id, taxableAddress, described, price }) => ({
      id,
      quantity: described.quantity,
      custom: { ...described, price: price ?? '0', itemType: described.itemType ?? { preset: 'PHYSICAL' as const } },
      ...(taxableAddress && { taxableAddress }),
    })),
  )
  return custom.map(({ item, ...line }, i) => ({
    ...line,
    item: item && { ...completed(item, found[i]?.item, sent[i]!), available: null },
  }))
}

/** What the caller sent of an item comes first, then what the catalogue has of it. */
function completed(item: Sellable, known: Sellable | undefined, { described, price }: SentLine): Sellable {
  if (!known) return item
  const { physicalProperties, productName, paymentOption, subscriptionOptionInfo } = described
  return {
    ...known,
    ...(productName && { name: item.name }),
    ...(price !== undefined && { price: item.price, fullPrice: item.fullPrice }),
    ...(item.weight !== undefined && { weight: item.weight }),
    ...(item.sku && { sku: item.sku }),
    ...(typeof physicalProperties?.shippable === 'boolean' && { shippable: item.shippable }),
    ...(described.itemType && { itemType: item.itemType }),
    ...(item.taxGroupId && { taxGroupId: item.taxGroupId }),
    ...(paymentOption && item.payment && { payment: item.payment }),
    ...(subscriptionOptionInfo && item.plan && { plan: item.plan }),
  }
}
